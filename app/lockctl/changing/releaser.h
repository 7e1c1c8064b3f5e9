// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/changing/releasereport.h"
#include "app/lockctl/shell/commandline.h"
#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/systems/registry/lockreader.h"

namespace lockmaster {

/** Whether a signal asked to stop, for who is busy and looks now and then. One at a time. */
class StopNote
{
public:
    StopNote();
    bool isSet();

private:
    StopSignal m_signal;
    bool m_set = false;
};

/** One release, from the options to the report. */
class Releaser
{
public:
    using Answer = tl::expected<ReleaseReport, NotDone>;

    /** All but the order outlive it. */
    Releaser(const Options &options, const BackendChoice &choice, StopNote &stop,
             ReleaseOrder order);

    /** None: what is wrong with the options was said. */
    std::optional<Answer> run();

    ReleaseAnswer answerOf(Answer result) const;

private:
    std::optional<NotDone> knownBefore() const;
    ReleaseReport gone(const FoundLock &found) const;
    LockId lockId() const;
    SteadyTime deadline() const;
    std::optional<Answer> findName();
    Answer release(const LockAction &action);
    Indistinguishable indistinguishable() const;

    const ReleaseOptions &m_options;
    const BackendChoice &m_choice;
    StopNote &m_stop;
    WriteGate m_gate;
    AuditLog m_audit;
    ActionTools m_tools;
    ReleaseOrder m_order;
    Compare m_compare = Compare::InstanceAndLease;
    QStringList m_losses;
    QStringList m_warnings;
};

} // namespace lockmaster
