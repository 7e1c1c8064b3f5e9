// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyvalues.h"

#include <vector>

/// What many holds come to. Values.
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

/// Internal to the reader: `HistoryReader::shares()`.

/** @param place row of the lock's source; @param id the lock's own */
std::vector<HeldShare> heldShares(HistoryRows &rows, qint64 place, qint64 id,
                                  const HistoryLock &lock, const std::vector<ServerTime> &edges);

} // namespace lockmaster
