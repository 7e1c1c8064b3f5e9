// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesgeometry.h"

#include "core/text/momenttext.h"
#include "core/display/locktext.h"
#include "ui/kit/textsize.h"

#include <QDateTime>
#include <QFontMetrics>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int grid = 4;
constexpr int highestLane = 112;
constexpr int lowestLane = 20;
/** Bars grow with their lanes, more slowly from here on: few lanes are no blocks. */
constexpr int usualBar = 28;
constexpr int tallLane = 72;
constexpr int lowestBar = 12;
/** Room for the sign of the leader left of a label, and between label and lane. */
constexpr int besideLabel = 40;
constexpr int narrowestLabel = 88;
constexpr int lanesgeometryWidestLabel = 240;
constexpr int rightMargin = 16;

/** 1677721600 years: moments further away than this are not of this machine. */
constexpr double farthest = 1e18;

int upToGrid(int value)
{
    return (value + grid - 1) / grid * grid;
}

int widestText(const LaneChart &chart, const QFontMetrics &bold)
{
    int widest = 0;
    for (const LaneChart::Lane &lane : chart.lanes) {
        widest = std::max(widest, bold.horizontalAdvance(lane.label));
        widest = std::max(widest, bold.horizontalAdvance(lane.detail) * 9 / 10);
    }
    return widest;
}

bool anyBelieves(const LaneChart &chart)
{
    return std::any_of(chart.lanes.begin(), chart.lanes.end(),
                       [](const LaneChart::Lane &lane) { return !lane.believes.empty(); });
}

} // namespace

int LanesMetrics::comfortableHeight(const LaneChart &chart, const QFont &font, int width)
{
    const LanesMetrics least = fitting(chart, font, {width, 0});
    const int lane = std::max(least.laneHeight, upToGrid(2 * QFontMetrics(font).height() + grid));
    return least.axisHeight + static_cast<int>(chart.lanes.size()) * lane + least.footHeight;
}

LanesMetrics LanesMetrics::fitting(const LaneChart &chart, const QFont &font, QSize size)
{
    QFont boldFont = font;
    boldFont.setBold(true);
    const QFontMetrics text(font);
    LanesMetrics metrics;
    metrics.axisHeight = upToGrid(text.height() + 10);
    metrics.footRow = upToGrid(text.height());
    metrics.footHeight = 2 * metrics.footRow + 2 * grid;
    const int most =
        std::clamp(size.width() / 4, narrowestLabel, scaledByText(lanesgeometryWidestLabel));
    metrics.labelWidth = upToGrid(
        std::clamp(widestText(chart, QFontMetrics(boldFont)) + besideLabel, narrowestLabel, most));

    const int count = std::max(1, static_cast<int>(chart.lanes.size()));
    const int room = size.height() - metrics.axisHeight - metrics.footHeight;
    const int lowest = std::max(lowestLane, text.height() + 2);
    int height = std::clamp(room / count, lowest, highestLane);
    if (height > 2 * lowestLane)
        height = height / grid * grid;
    metrics.laneHeight = height;
    metrics.beliefHeight = anyBelieves(chart) ? (height > tallLane ? 9 : height >= 32 ? 6 : 3) : 0;
    const int beside = metrics.beliefHeight > 0 ? metrics.beliefHeight + 2 : 0;
    const int highestBar = usualBar + std::max(0, height - tallLane) * 3 / 4;
    metrics.barHeight = std::clamp(height - beside - 2 * grid, lowestBar, highestBar);
    metrics.twoLines = height >= 2 * text.height() + 2;
    return metrics;
}

QRect LanesGeometry::lanes() const
{
    const int most = size.height() - metrics.axisHeight - metrics.footHeight;
    const int width = size.width() - metrics.labelWidth - rightMargin;
    return {metrics.labelWidth, metrics.axisHeight, std::max(1, width),
            std::max(0, std::min(most, contentHeight()))};
}

QRect LanesGeometry::foot() const
{
    const QRect above = lanes();
    return {above.left(), above.bottom() + 1, above.width(), metrics.footHeight};
}

SteadyTime LanesGeometry::until() const
{
    return at(lanes().right() + 1);
}

double LanesGeometry::x(SteadyTime at) const
{
    return metrics.labelWidth + double((at - from).count()) / nanosPerPixel;
}

SteadyTime LanesGeometry::at(double x) const
{
    const double nanos = (x - metrics.labelWidth) * nanosPerPixel;
    return from + std::chrono::nanoseconds(std::llround(std::clamp(nanos, -farthest, farthest)));
}

std::optional<int> LanesGeometry::laneAt(int y) const
{
    const QRect paper = lanes();
    if (y < paper.top() || y > paper.bottom())
        return std::nullopt;
    const int index = (y - paper.top() + scroll) / metrics.laneHeight;
    return index >= 0 && index < laneCount ? std::optional(index) : std::nullopt;
}

QRect LanesGeometry::lane(int index) const
{
    const QRect paper = lanes();
    return {paper.left(), paper.top() + index * metrics.laneHeight - scroll, paper.width(),
            metrics.laneHeight};
}

QRect LanesGeometry::bar(int index) const
{
    const QRect all = lane(index);
    const int beside = metrics.beliefHeight > 0 ? metrics.beliefHeight + 2 : 0;
    const int top = all.top() + (all.height() - metrics.barHeight - beside) / 2;
    return {all.left(), top, all.width(), metrics.barHeight};
}

QRect LanesGeometry::belief(int index) const
{
    const QRect above = bar(index);
    return {above.left(), above.bottom() + 3, above.width(), metrics.beliefHeight};
}

std::pair<int, int> LanesGeometry::visibleLanes(const QRect &clip) const
{
    const QRect paper = lanes().intersected({0, clip.top(), size.width(), clip.height()});
    if (paper.isEmpty() || metrics.laneHeight <= 0)
        return {0, 0};
    const int above = paper.top() - lanes().top() + scroll;
    const int below = paper.bottom() - lanes().top() + scroll;
    return {std::clamp(above / metrics.laneHeight, 0, laneCount),
            std::clamp(below / metrics.laneHeight + 1, 0, laneCount)};
}

Micros axisStep(Micros least)
{
    constexpr std::array<Micros, 27> steps = {
        10ms, 20ms,  50ms,  100ms, 200ms, 500ms, 1s, 2s, 5s,  10s, 15s, 30s,  1min, 2min,
        5min, 10min, 15min, 30min, 60min, 2h,    3h, 6h, 12h, 24h, 48h, 168h, 672h};
    const auto step = std::lower_bound(steps.begin(), steps.end(), least);
    return step == steps.end() ? steps.back() : *step;
}

namespace {

QString axisFormat(Micros step)
{
    if (step >= 24h)
        return QStringLiteral("MM-dd");
    if (step >= 2h)
        return QStringLiteral("MM-dd HH:mm");
    return step >= 1min ? QStringLiteral("HH:mm")
           : step >= 1s ? QStringLiteral("HH:mm:ss")
                        : QStringLiteral("HH:mm:ss.zzz");
}

/** At the beginnings of days, which a change of the clocks makes shorter or longer. */
std::vector<AxisLabel> dayLabels(const LaneChart &chart, SteadyTime from, SteadyTime until,
                                 Micros step)
{
    const ServerTime first = chart.wallTime(from);
    const QDateTime begin = localTimeOf(first);
    const QDate origin(1970, 1, 1); // labels keep their places
    const qint64 days = step / 24h;
    qint64 day = origin.daysTo(begin.date()) / days * days;
    std::vector<AxisLabel> labels;
    for (;; day += days) {
        const QDateTime shown = origin.addDays(day).startOfDay();
        const ServerTime wall{std::chrono::milliseconds(shown.toMSecsSinceEpoch())};
        const SteadyTime at = from + (wall - first);
        if (at > until)
            return labels;
        if (at >= from)
            labels.push_back({at, shown.toString(axisFormat(step))});
    }
}

} // namespace

std::vector<AxisLabel> axisLabels(const LaneChart &chart, SteadyTime from, SteadyTime until,
                                  Micros step)
{
    if (step >= 24h)
        return dayLabels(chart, from, until, step);
    const QString format = axisFormat(step);
    const ServerTime first = chart.wallTime(from);
    // Round local times: the zone's offset may be half an hour.
    const Micros offset = std::chrono::seconds(localTimeOf(first).offsetFromUtc());
    const Micros local = first.time_since_epoch() + offset;
    Micros round = local / step * step;
    if (round < local)
        round += step;
    std::vector<AxisLabel> labels;
    for (SteadyTime at = from + (round - local); at <= until; at += step) {
        // Sub-microsecond remainders of the monotonic clock must not show as 11:59:59.999.
        const QDateTime shown = localTimeOf(chart.wallTime(at + 500us));
        labels.push_back({at, shown.toString(format)});
    }
    return labels;
}

} // namespace lockmaster
