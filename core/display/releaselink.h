// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/actions/releasesession.h"
#include "core/actions/writelifts.h"
#include "core/display/releaseinquiry.h"

namespace lockmaster {

/** The order to do `action` to that lock as it was `looked` at. */
ReleaseOrder orderFor(const BackendSpec &backend, const LockRecord &lock,
                      const ServerMoment &looked, const LockAction &action);

/**
 * Does what an inquiry asks for, by a session that is replaced with every look, so that no late
 * answer reaches it, and tells it whether its backend may be written to. Lives on the inquiry's
 * thread, which outlives it as what the tools point to does.
 */
class ReleaseLink final : public QObject
{
    Q_OBJECT

public:
    /** The first look begins at once. */
    ReleaseLink(ReleaseInquiry &inquiry, BackendSpec backend, ActionTools tools, WriteLifts &lifts,
                QObject *parent = nullptr);
    ~ReleaseLink() override;

signals:
    void reported(const lockmaster::ReleaseOrder &order, const lockmaster::ReleaseReport &report);
    /** What was looked at is too old to be released, or was on another server: somebody should look
     * again, who may not be polling. */
    void lookWanted();

private:
    void look();

    ReleaseInquiry &m_inquiry;
    const BackendSpec m_backend;
    const ActionTools m_tools;
    std::unique_ptr<ReleaseSession> m_session;
    WriteLifts::Wanted m_wanted; ///< while a permission is waited for
};

} // namespace lockmaster
