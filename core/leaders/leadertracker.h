// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/leaders/leaderwatch.h"

#include <memory>

namespace lockmaster {

/**
 * Follows one leader lock from look to look: heartbeats, reigns, gaps, failovers, and the findings
 * that only time can show: lease-margin, flapping, vacant-too-long, renewed-too-fast, two-leaders
 * (when each appears and goes: `LeaderFindings`). Knows no format: a heartbeat is a lease that
 * moved, its moment what the lease's end less its length and the looks around it agree on. Where
 * they contradict each other a clock is off, and the looks decide.
 *
 * What the history claims:
 *  - A leader leads until its lease runs out: until then nobody may take over, dead or alive. From
 *    there on nobody leads (the vacancy that lanes draw), until the next heartbeat.
 *  - `Failover::vacancy` is another figure: the estimated time from the loss of the old leader to
 *    the next one's first heartbeat, as the engineers who wait for it feel it. The loss itself is
 *    not visible: it lies between the last heartbeat and the next one, which did not come; the
 *    middle is taken, half of that stretch is its uncertainty. Where the lead was seen to be let
 *    go, the loss lies between those looks. A leader that comes back itself was not lost: then the
 *    vacancy counts from the end of its lease.
 *  - Between two looks that both show the same leader with a running lease it led all the time.
 *  - While the server does not answer nothing is claimed: a change in that time is a failover with
 *    an unknown vacancy (zero, its uncertainty is the whole time).
 *  - Another's heartbeat while a lease runs for more than 100 ms is an overlap, unless the leader
 *    let go between two looks. By its own clock the other may know; two that keep coming back to
 *    each other's running lease have not let go.
 *
 * Lives on one thread (an observer's); no I/O. Moments come from the looks, never from a clock of
 * its own. Bounded: two hours of heartbeats or as many as `keepHeartbeats` allows, 2,000 reigns,
 * 5,000 marks.
 */
class LeaderTracker
{
public:
    /** `marked`: see `LeaderWatch`. `wallNow` is the wall clock at `begun`, for labels. */
    LeaderTracker(bool marked, SteadyTime begun, ServerTime wallNow);
    ~LeaderTracker();

    /** See `LeaderLog::keepHeartbeats`. */
    void keepHeartbeats(size_t most);

    /**
     * The lock as a look that was asked for at `begun` and answered at `answered` showed it. Adds
     * findings to `lock` (before it is published), each once and in the order of `FindingId`; those
     * of others may be put before or after.
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
