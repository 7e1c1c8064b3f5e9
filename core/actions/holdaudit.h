// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdoperation.h"

namespace lockmaster {

/**
 * What the audit log is told of one hold: an intent to take it and what became of that, the loss,
 * an intent to let go and what became of that. Only the first can stand in the way of anything:
 * a lock that is ours must be let go of whether that can be written down or not.
 */
class HoldAudit
{
public:
    /** `lock`: as it will be, and whose. */
    HoldAudit(const HoldOrder &order, const ActionTools &tools, std::pair<LockId, QByteArray> lock);

    Result<void> beginAcquire();
    void acquired(const OwnLock &own);
    void notAcquired(const AcquireResult &result);
    /** `failed` or `unknown` before it was ours, or `lost` since. */
    void notOurs(const QString &outcome, const Error &why);

    void beginLetGo();
    /** `released`; or `lost` or `unknown`, and why. */
    void letGo(const QString &outcome, const std::optional<Error> &why);

    /** Of the line about letting go; empty: there is none. */
    const QString &letGoId() const { return m_letGoId; }
    /** The first thing that could not be written. */
    const std::optional<Error> &notAudited() const { return m_notAudited; }

private:
    AuditIntent intent(const QString &action, const QString &command) const;
    void finish(const QString &id, const AuditOutcome &outcome);

    const HoldOrder &m_order;
    const ActionTools &m_tools;
    LockId m_lock;
    QByteArray m_owner;
    QString m_acquireId;
    QString m_letGoId; ///< empty: its intent could not be written
    std::optional<Error> m_notAudited;
};

} // namespace lockmaster
