// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyvalues.h"

/// Which locks were wanted most, and when. Values.
namespace lockmaster {

class HistoryRows;

struct ContentionQuery {
    QStringList backends;                 ///< of none: any
    std::optional<ServerTime> from = {};  ///< what began before is not counted
    std::optional<ServerTime> until = {}; ///< likewise behind
    size_t most = 200;                    ///< so many locks are listed
    size_t mostCourses = 0;               ///< of so many of those it is said when they were wanted
    std::optional<ServerTime> now = {};   ///< where those end; none: with what is known
    qint64 mostCounted = 300'000;         ///< holds, and waits: what takes a second or two
};

/** How a lock was wanted in one stretch of time. */
struct ContentionBin {
    ServerTime from{};
    ServerTime until{};
    Micros known{0};  ///< of it, so much was looked at as a whole, and counted
    Micros waited{0}; ///< of that, by all waiters that have names together, at least
    Micros untold{0}; ///< of that, it was held so long and nothing tells whether anybody waited
    /** At once, in a hold that reaches into it and whose waiters have no names. */
    qint64 mostWaiters = 0;
    qint64 handOvers = 0;
};

/** How a lock was wanted in all of the time. */
struct LockContention {
    HistoryLock lock;
    qint64 holds = 0;
    qint64 handOvers = 0;                   ///< another owner had it next
    qint64 waits = 0;                       ///< of waiters that have names
    Micros waited{0};                       ///< by all of those together, at least
    std::optional<qint64> mostWaiters = {}; ///< at once; none: cannot be known of any of its holds
    std::vector<ContentionBin> course = {}; ///< empty: not asked for
};

/** The most wanted first. */
struct ContentionRanking {
    std::vector<LockContention> locks;
    qint64 lockCount = 0; ///< of all that were held or waited for
    /** All that began since was counted, and of what was before not all; none: all of it was. */
    std::optional<ServerTime> countedFrom;
    /// Of the courses:
    std::vector<ServerTime> edges; ///< as `TimeBins` has them; empty: there are none
    Micros step{0};
};

/// Internal to the reader: `HistoryReader::contention()`.
ContentionRanking contentionRanking(HistoryRows &rows, const ContentionQuery &query);

} // namespace lockmaster
