// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/leaders/leaderwatch.h"

#include <memory>

namespace lockmaster {

/**
 * Follows one leader lock from look to look: heartbeats, reigns, gaps, failovers, and the findings
 * that only time can show: lease-margin, flapping, vacant-too-long, renewed-too-fast, two-leaders.
 * Knows no format: a heartbeat is a lease that moved, its moment the lease's end less its length
 * where the format declares one, and the look that showed it otherwise.
 *
 * Lives on one thread (an observer's); no I/O. Moments come from the looks, never from a clock of
 * its own. Bounded: two hours of heartbeats, 2,000 reigns, 5,000 marks.
 */
class LeaderTracker
{
public:
    /** `marked`: see `LeaderWatch`. `wallNow` is the wall clock at `begun`, for labels. */
    LeaderTracker(bool marked, SteadyTime begun, ServerTime wallNow);
    ~LeaderTracker();

    /**
     * The lock as a look that was asked for at `begun` and answered at `answered` showed it. Adds
     * findings to `lock` (before it is published).
     */
    void look(LockRecord &lock, SteadyTime begun, SteadyTime answered);
    /** A complete look did not show the lock: nobody leads. */
    void gone(SteadyTime begun);
    /** The server did not answer: nothing is known from the last look on. */
    void unseen(SteadyTime since);

    /** What is known now; the same object while nothing changed. Null before the first look. */
    std::shared_ptr<const LeaderWatch> watch(std::shared_ptr<const LockRecord> shown);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
