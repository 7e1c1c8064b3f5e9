// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/compiledrule.h"
#include "core/alerts/lockrhythms.h"
#include "core/alerts/openalerts.h"

namespace lockmaster {

/**
 * Locks of one backend that should have been taken, and were not. It goes by what the history says,
 * as of the moment until which that was recorded: an alert may come a minute late, and never early.
 * Who holds a lock now is seen in the snapshot, and ends one at once. Lives on one thread.
 */
class SilenceWatch
{
public:
    /** What it works with, for the time of a call. */
    struct Means {
        const std::vector<CompiledRule> &rules;
        LockRhythms &rhythms;
        OpenAlerts &book;
        SteadyTime now;
        ServerTime wall;
    };

    /** `snapshot` can be seen. */
    void look(const BackendSnapshot &snapshot, const Means &means);
    /** Something is followed, which another list of locks may end. */
    bool isBusy(const Means &means) const;

    SteadyTime due() const { return m_due; }
    void askAnew() { m_due = {}; }
    /** Nothing can be seen. */
    void rest();
    qint64 refused() const { return m_refused; }
    /** By rule: of how many locks it cannot be told whether they were silent for too long, as
     * nobody looked in between. */
    const std::map<QString, qint64> &gapped() const { return m_gapped; }

private:
    void lookAt(const CompiledRule &rule, const std::vector<TakenLock> &locks,
                const BackendSnapshot &snapshot, const Means &means);
    AlertVerdict judge(const CompiledRule &rule, const TakenLock &lock, const PackedLock *shown,
                       const BackendStatus &status, ServerTime wall);

    std::map<LockId, ServerTime> m_heldAt; ///< seen held, and not recorded as far as was read
    SteadyTime m_due{};
    qint64 m_refused = 0;
    std::map<QString, qint64> m_gapped;
};

} // namespace lockmaster
