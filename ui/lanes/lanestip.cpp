// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanestip.h"

#include "core/display/lanetext.h"

#include <cmath>

namespace lockmaster {

namespace {

/** A heartbeat or a mark is hit within so many pixels. */
constexpr int hitReach = 6;

} // namespace

QString lanesToolTip(const LaneChart &chart, const LanesGeometry &geometry, QPoint at)
{
    if (chart.isEmpty() || at.y() > geometry.foot().bottom())
        return {};
    const std::optional<int> lane = geometry.laneAt(at.y());
    if (at.x() >= geometry.lanes().left()) {
        const std::chrono::nanoseconds reach(std::llround(hitReach * geometry.nanosPerPixel));
        return LaneText::toolTip(chart, lane, geometry.at(at.x()), geometry.now, reach);
    }
    if (!lane)
        return {};
    const LaneChart::Lane &one = chart.lanes[static_cast<size_t>(*lane)];
    return one.detail.isEmpty() ? one.label : one.label + u'\n' + one.detail;
}

} // namespace lockmaster
