// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/lanes/lanesgeometry.h"

#include <QPoint>

namespace lockmaster {

/** What a tooltip says of a point of the viewport: plain text, empty where there is nothing. */
QString lanesToolTip(const LaneChart &chart, const LanesGeometry &geometry, QPoint at);

} // namespace lockmaster
