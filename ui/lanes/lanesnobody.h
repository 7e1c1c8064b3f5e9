// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/lanes/lanesgeometry.h"

#include <QFont>

namespace lockmaster {

/** What stands in the lanes for as long as nobody leads, or nobody looks. */
struct NobodyText {
    QRect rect; ///< the middle of what is visible of that time
    QFont font;
    QString text;
    bool isUnknown = false; ///< nobody looks: on a ground that says nothing
};

/** The lanes that a time without a leader goes across: without the table's, which has its own. */
QRect vacantLanes(const LaneChart &chart, const LanesGeometry &geometry);

/**
 * As large as there is room for; none: somebody is seen to lead, or that time is out of sight or
 * too short for the words. `small` is the font of other texts in the lanes.
 */
std::optional<NobodyText> nobodyText(const LaneChart &chart, const LanesGeometry &geometry,
                                     const QFont &small);

} // namespace lockmaster
