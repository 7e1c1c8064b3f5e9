// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/historytext.h"
#include "core/display/lanechart.h"
#include "core/display/ownerhues.h"

namespace lockmaster {

/** An answer of the history as lanes. */
struct HistoryLanes {
    LaneChart chart;
    std::vector<QString> laneOf; ///< of each row, its lane's id; empty: it has none
    size_t leftOut = 0;          ///< locks, or owners of one lock, without a lane
};

/**
 * One lock: a lane for each owner, as long as those are few; else one for each lock. Holds of one
 * lane that overlap go on in another lane below it. Where nobody looked, a lane is hatched, and
 * nothing is bridged.
 *
 * Bars have their owners' colours. Below the lanes of one lock's owners stands how many waited.
 *
 * @param rows what `HistoryText::laneRows` makes of the answer
 * @param pin the wall clock on our monotonic one: the same from answer to answer, so that nothing
 *        moves
 * @param hues of owners that were shown before; learns those of the others
 */
HistoryLanes historyLanes(const HistoryAnswer &answer, const std::vector<HistoryRow> &rows,
                          const ClockReading &pin, OwnerHues &hues);

/** All of an answer that takes its time to be made, and is shown as it is. */
struct HistoryPicture {
    std::vector<HistoryRow> rows; ///< of the table; empty: there is nothing to show
    std::vector<HistoryRow> laneRows;
    HistoryLanes lanes; ///< of those
    OwnerHues hues;     ///< those before, and of the owners that are new
};

/** Parameters as above. Any thread; tens of milliseconds where the page is full. */
HistoryPicture historyPicture(const HistoryAnswer &answer, const ClockReading &pin,
                              const OwnerHues &hues);

} // namespace lockmaster
