// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lanechart.h"
#include "core/display/historytext.h"

namespace lockmaster {

/**
 * How many waited for one lock, over time: exactly where its waiters have names, else the most at
 * once during each hold. None: nobody is known to have waited.
 *
 * @param rows its holds
 * @param unseen when nobody looked
 */
std::optional<LaneChart::Lane> waitingLane(const HistoryAnswer &answer,
                                           const std::vector<HistoryRow> &rows,
                                           const ClockReading &pin,
                                           std::shared_ptr<const std::vector<LeaderSpan>> unseen);

} // namespace lockmaster
