// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lanechart.h"

#include <QFont>
#include <QRect>
#include <QSize>

namespace lockmaster {

/** How high and wide things are: follows from the font, the chart's lanes and the room there is. */
struct LanesMetrics {
    int labelWidth = 0;
    int axisHeight = 0;
    int footHeight = 0;
    int footRow = 0; ///< height of one of the foot's two rows
    int laneHeight = 0;
    int barHeight = 0;
    int beliefHeight = 0;  ///< 0: no lane has such bars
    bool twoLines = false; ///< labels have room for their second line

    static LanesMetrics fitting(const LaneChart &chart, const QFont &font, QSize size);
    /** A view this high has room for both lines of each label, and for what is below the lanes. */
    static int comfortableHeight(const LaneChart &chart, const QFont &font, int width);
};

/** Where moments and lanes are on the paper. Device independent pixels, of the viewport. */
struct LanesGeometry {
    LanesMetrics metrics;
    QSize size;
    int laneCount = 0;
    int scroll = 0; ///< the lanes are moved up by this much
    SteadyTime from{};
    double nanosPerPixel = 1e6;
    SteadyTime now{};

    /** The paper of the lanes: right of the labels, below the axis, above the foot. */
    QRect lanes() const;
    /** Texts below the lanes. */
    QRect foot() const;
    SteadyTime until() const;

    double x(SteadyTime at) const;
    SteadyTime at(double x) const;
    /** None outside of all lanes. */
    std::optional<int> laneAt(int y) const;
    QRect lane(int index) const;
    /** The heights of a lane's main bar and the thin one below it; x is the whole paper's. */
    QRect bar(int lane) const;
    QRect belief(int lane) const;
    /** The first visible lane and the one after the last. */
    std::pair<int, int> visibleLanes(const QRect &clip) const;
    /** What the lanes need in height where nothing scrolls. */
    int contentHeight() const { return laneCount * metrics.laneHeight; }
};

/** The smallest readable step of the axis, 10 ms to four weeks, that is at least `least` long. */
Micros axisStep(Micros least);

struct AxisLabel {
    SteadyTime at{};
    QString text; ///< local wall time, as exact as `step` asks for; with the day from two hours on
};
/** The labels within a stretch, at round local times. */
std::vector<AxisLabel> axisLabels(const LaneChart &chart, SteadyTime from, SteadyTime until,
                                  Micros step);

} // namespace lockmaster
