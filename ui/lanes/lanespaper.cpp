// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanespaper.h"

#include <QFontMetrics>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** The step of Qt's own pattern. */
constexpr int hatchStep = 8;

/** Labels as dense as they can be read. */
std::vector<AxisLabel> labelsOf(const LanesPaper &paper)
{
    constexpr int spare = 32;
    const QFontMetrics metrics(paper.small);
    const double exact = metrics.horizontalAdvance(QStringLiteral("00:00:00.000"));
    const double whole = metrics.horizontalAdvance(QStringLiteral("00:00:00"));
    const auto stepFor = [&](double width) {
        return axisStep(std::chrono::duration_cast<Micros>(paper.pixels(width + spare)));
    };
    const Micros step = stepFor(whole) < 1s ? stepFor(exact) : stepFor(whole);
    return axisLabels(paper.chart, paper.geometry.at(paper.clip.left() - exact),
                      paper.geometry.at(paper.clip.right() + exact), step);
}

} // namespace

LanesPaper::LanesPaper(QPainter &device, const LaneChart &shown, const LanesGeometry &where,
                       const LanesAppearance &how, const QRect &within)
    : beyond(how.isDrawing ? 0 : 8), painter(device), chart(shown), geometry(where), look(how),
      colors(*how.colors), clip(within), lanes(where.lanes()),
      from(where.at(std::max(within.left(), lanes.left()) - leastColumn)),
      until(where.at(std::min(within.right(), lanes.right()) + leastColumn)), font(how.font),
      small(how.font), bold(how.font)
{
    small.setPointSizeF(std::max(6.0, font.pointSizeF() * 0.9));
    bold.setBold(true);
    labels = labelsOf(*this);
}

int LanesPaper::x(SteadyTime at) const
{
    // What is far outside does not fit an int.
    return static_cast<int>(std::lround(std::clamp(geometry.x(at), -1e6, 1e6)));
}

QRect LanesPaper::column(const LeaderSpan &span, int top, int height, int least) const
{
    const int left = std::max(x(span.from), lanes.left() - beyond);
    const int right = std::min(x(endOf(span)), lanes.right() + 1 + beyond);
    return {left, top, std::max(least, right - left), height};
}

QColor LanesPaper::wash(const QColor &color, float share) const
{
    return look.isDrawing ? blended(color, colors.base, share) : translucent(color, share);
}

void LanesPaper::hatch(const QRect &rect, const QColor &color)
{
    if (look.isDrawing) {
        drawHatch(rect, color);
        return;
    }
    painter.setBrushOrigin(x(chart.since) % hatchStep, 0);
    painter.fillRect(rect, QBrush(color, Qt::BDiagPattern));
}

void LanesPaper::drawHatch(const QRect &rect, const QColor &color)
{
    painter.setPen(QPen(color, 1));
    const QRectF area(rect);
    const int last = rect.left() + rect.width() + rect.top() + rect.height();
    // Along each line x + y stays the same.
    for (int sum = rect.left() + rect.top() + hatchStep / 2; sum < last; sum += hatchStep) {
        const double left = std::max(area.left(), sum - area.bottom());
        const double right = std::min(area.right(), sum - area.top());
        painter.drawLine(QPointF(left, sum - left), QPointF(right, sum - right));
    }
}

void LanesPaper::text(const QRect &rect, Qt::Alignment alignment, const QString &words)
{
    painter.drawText(rect, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, words);
    ++count.texts;
}

QColor blended(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()),
            mix(over.blue(), under.blue())};
}

QColor translucent(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

const QColor &ownerColor(int hue, const Colors &colors)
{
    return colors.owners[size_t(hue) % colors.owners.size()];
}

QColor pastColor(const Colors &colors)
{
    return blended(colors.accent, colors.base, pastShare);
}

QColor markColor(LeaderMark::Kind kind, const Colors &colors)
{
    switch (kind) {
    case LeaderMark::Kind::Killed: return colors.danger;
    case LeaderMark::Kind::Finding:
    case LeaderMark::Kind::Skewed: return colors.expiring;
    default: return colors.text;
    }
}

} // namespace lockmaster
