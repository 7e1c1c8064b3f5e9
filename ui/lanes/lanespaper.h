// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/lanes/lanespainter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockmaster {

/** What the parts of one frame share: where things are on it, what of them is visible. */
struct LanesPaper {
    /** Stretches and columns are never drawn outside of the lanes by more than this. */
    const int beyond;
    static constexpr int leastColumn = 2;
    static constexpr int signSize = 9;

    LanesPaper(QPainter &device, const LaneChart &shown, const LanesGeometry &where,
               const LanesAppearance &how, const QRect &within);

    QPainter &painter;
    const LaneChart &chart;
    const LanesGeometry &geometry;
    const LanesAppearance &look;
    const Colors &colors;
    QRect clip;
    QRect lanes;
    SteadyTime from; ///< what of the time is visible, and a little more
    SteadyTime until;
    QFont font;
    QFont small;
    QFont bold;
    std::vector<AxisLabel> labels;
    LanesCount count;

    int x(SteadyTime at) const;
    SteadyTime endOf(const LeaderSpan &span) const
    {
        return std::max(span.from, span.until.value_or(geometry.now));
    }
    /** At least `least` wide. */
    QRect column(const LeaderSpan &span, int top, int height, int least = 1) const;
    bool isVisible(const LeaderSpan &span) const
    {
        return span.from <= until && endOf(span) >= from;
    }
    std::chrono::nanoseconds pixels(double number) const
    {
        return std::chrono::nanoseconds(std::llround(number * geometry.nanosPerPixel));
    }
    /** The first item that may be visible; items are in order of their begin and do not overlap. */
    template<class Items, class SpanOf>
    auto firstVisible(const Items &items, SpanOf spanOf) const
    {
        return std::partition_point(items.begin(), items.end(),
                                    [&](const auto &item) { return endOf(spanOf(item)) < from; });
    }
    /** The same for items that have a `span`. */
    template<class Items, class Visit>
    void eachVisible(const Items &items, Visit visit) const
    {
        const auto spanOf = [](const auto &item) { return item.span; };
        for (auto item = firstVisible(items, spanOf);
             item != items.end() && item->span.from <= until; ++item)
            visit(*item);
    }

    /** So much of `color` over the ground; opaque in drawings, where not all programs mix. */
    QColor wash(const QColor &color, float share) const;
    /** Slanted lines that move with the time under them. */
    void hatch(const QRect &rect, const QColor &color);
    void text(const QRect &rect, Qt::Alignment alignment, const QString &words);

private:
    void drawHatch(const QRect &rect, const QColor &color);
};

/** `over` with so much of it on `under`, opaque. */
QColor blended(const QColor &over, const QColor &under, double share);
QColor translucent(QColor color, float alpha);
/** So much of a bar's colour is left of it once it is over. */
constexpr double pastShare = 0.88;
const QColor &ownerColor(int hue, const Colors &colors);
/** The bar of a reign that is over; the ground's colour can be read on it. */
QColor pastColor(const Colors &colors);
/** The colour of a mark's sign. */
QColor markColor(LeaderMark::Kind kind, const Colors &colors);

/** What stands around the lanes: time above, labels at the left, texts below; the crosshair. */
void paintLanesFrame(LanesPaper &paper);

} // namespace lockmaster
