// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/colors.h"
#include "ui/lanes/lanesgeometry.h"

#include <QFont>

class QPainter;

namespace lockmaster {

/** What changes how the lanes look without being a part of them. */
struct LanesAppearance {
    QFont font;
    const Colors *colors = nullptr;
    std::optional<int> chosen; ///< lane
    std::optional<SteadyTime> crosshair;
    bool focused = false;
    bool isDrawing = false; ///< of lines and shapes, for devices that neither clip nor tile
};

/** How much was drawn: its bounds are what keeps a frame short. */
struct LanesCount {
    int bars = 0;
    int ticks = 0; ///< or bands of ticks that are too close to be told apart
    int columns = 0;
    int marks = 0;
    int texts = 0;
};

/**
 * Draws what of `chart` lies within `clip`. What it costs depends on the pixels and lanes that are
 * visible, not on the length of what is known. Opaque; to any paint device.
 */
LanesCount paintLanes(QPainter &painter, const LaneChart &chart, const LanesGeometry &geometry,
                      const LanesAppearance &look, const QRect &clip);

} // namespace lockmaster
