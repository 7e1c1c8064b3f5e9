// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/exitcode.h"
#include "core/actions/holdoperation.h"

namespace lockmaster {

/**
 * Tells how a hold fares: data on standard output, what is wrong also in words on standard error.
 * Main thread. Every function returns false once nobody reads standard output any more.
 */
class HoldReport
{
public:
    enum class Form : quint8 {
        Silent, ///< nothing on standard output: it belongs to somebody else
        Text,
        Json,
    };
    HoldReport(const HoldOrder &order, Form form) : m_order(order), m_form(form) {}

    bool acquired(const OwnLock &own);
    bool renewed(const OwnLock &own);
    bool renewalFailed(const Error &error);
    bool lost(const Error &why);
    /** The end, unless it is a loss: that was told before. */
    bool ended(const tl::expected<HoldEnd, NotDone> &end);

private:
    bool event(const char *name, const HoldEnd &end);
    bool text(const QString &line) const;
    void words(const HoldEnd &end) const;
    QString lockText() const;

    HoldOrder m_order;
    Form m_form;
    std::optional<OwnLock> m_own;
};

/** What `acquire` ends with. */
ExitCode holdExitCode(const tl::expected<HoldEnd, NotDone> &end);

} // namespace lockmaster
