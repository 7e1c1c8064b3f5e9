// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyvalues.h"

#include <QStringList>

#include <optional>
#include <vector>

/// What many holds and waits come to. Values.
namespace lockmaster {

class HistoryRows;

/** How much of a stretch of time a lock was held. */
struct HeldShare {
    ServerTime from{};
    ServerTime until{};
    Micros known{0};  ///< of it, so much was looked at as a whole
    Micros held{0};   ///< of that, by anybody; what was not looked at is neither held nor free
    qint64 holds = 0; ///< began in it
};

/** How a lock was wanted in a stretch of time. */
struct LockContention {
    HistoryLock lock;
    qint64 holds = 0;
    qint64 handOvers = 0;                   ///< another owner had it next
    qint64 waits = 0;                       ///< of waiters that have names
    Micros waited{0};                       ///< by all of those together, at least
    std::optional<qint64> mostWaiters = {}; ///< at once; none: cannot be known of any of its holds
};

/** The most wanted first. */
struct ContentionRanking {
    std::vector<LockContention> locks;
    qint64 lockCount = 0; ///< of all that were held or waited for
    bool isCut = false;   ///< only the newest holds, or waits, were counted
};

/// Internal to the reader: `HistoryReader::shares()` and `contention()`.

/** @param place row of the lock's source; @param id the lock's own */
std::vector<HeldShare> heldShares(HistoryRows &rows, qint64 place, qint64 id,
                                  const HistoryLock &lock, const std::vector<ServerTime> &edges);
ContentionRanking contentionRanking(HistoryRows &rows, ServerTime from, ServerTime until,
                                    const QStringList &backends, size_t most);

} // namespace lockmaster
