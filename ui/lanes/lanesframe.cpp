// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/elidedlabel.h"
#include "core/display/lanetext.h"
#include "ui/lanes/lanesfoot.h"
#include "ui/lanes/lanesigns.h"
#include "ui/lanes/lanespaper.h"

#include <QFontMetrics>

namespace lockmaster {

namespace {

constexpr int labelLeft = 12;
constexpr int signOfLeader = 8;

/** Where the time at the crosshair stands; null without one. */
QRect crosshairBox(const LanesPaper &paper)
{
    if (!paper.look.crosshair)
        return {};
    const int at = paper.x(*paper.look.crosshair);
    if (at < paper.lanes.left() || at > paper.lanes.right() + 1)
        return {};
    const QString time = LaneText::time(paper.chart, *paper.look.crosshair);
    const int width = QFontMetrics(paper.small).horizontalAdvance(time) + 12;
    const int left = std::clamp(at - width / 2, 2, paper.geometry.size.width() - width - 2);
    return {left, 3, width, paper.lanes.top() - 8};
}

void paintAxis(LanesPaper &paper)
{
    const QRect lanes = paper.lanes;
    if (paper.clip.top() >= lanes.top())
        return;
    paper.painter.setFont(paper.small);
    paper.painter.setPen(paper.colors.muted);
    const QFontMetrics metrics(paper.small);
    constexpr int gap = 4;
    const QRect crosshair = crosshairBox(paper);
    for (const AxisLabel &label : paper.labels) {
        const int width = metrics.horizontalAdvance(label.text);
        const int left = paper.x(label.at) - width / 2;
        if (left < lanes.left() - width / 2 || left + width > paper.geometry.size.width() - 4)
            continue;
        const QRect place(left, 0, width + 1, lanes.top() - 4);
        // Half a time beside another would be read as one.
        if (!crosshair.isNull() && place.intersects(crosshair.adjusted(-gap, 0, gap, 0)))
            continue;
        paper.text(place, Qt::AlignLeft, label.text);
    }
    paper.painter.fillRect(lanes.left(), lanes.top() - 1, lanes.width(), 1, paper.colors.line);
}

QColor footColor(const FootText &text, const Colors &colors)
{
    switch (text.tone) {
    case FootText::Tone::Vacancy: return colors.danger;
    case FootText::Tone::Overlap: return colors.conflict;
    case FootText::Tone::Finding: return colors.expiring;
    case FootText::Tone::Mark: break;
    }
    return colors.muted;
}

void paintFootText(LanesPaper &paper, const FootText &text)
{
    const QColor color = footColor(text, paper.colors);
    const QRect foot = paper.geometry.foot();
    const int at = static_cast<int>(std::lround(text.anchor));
    if (at >= foot.left() && at <= foot.right())
        paper.painter.fillRect(at, foot.top(), 1, text.hasLine ? text.rect.top() - foot.top() : 4,
                               color);
    QRect rect = text.rect;
    if (text.sign) {
        const QRectF sign(rect.left(), rect.center().y() - LanesPaper::signSize / 2.0 + 1,
                          LanesPaper::signSize, LanesPaper::signSize);
        paintLeaderSign(paper.painter, *text.sign, sign, color);
        rect.setLeft(rect.left() + footSign);
    }
    paper.painter.setPen(color);
    paper.text(rect, Qt::AlignLeft, text.text);
}

void paintFoot(LanesPaper &paper)
{
    const QRect foot = paper.geometry.foot();
    if (!foot.intersects(paper.clip))
        return;
    paper.painter.fillRect(foot.left(), foot.top(), foot.width(), 1, paper.colors.line);
    paper.painter.setFont(paper.small);
    for (const FootText &text : footTexts(paper.chart, paper.geometry, paper.small))
        paintFootText(paper, text);
}

/** The label's one or two lines in `row`; `center` is the bar's. */
void paintLabel(LanesPaper &paper, const LaneChart::Lane &lane, const QRect &row, int center)
{
    const bool two = paper.geometry.metrics.twoLines && !lane.detail.isEmpty();
    const QFont &font = lane.leadsNow ? paper.bold : paper.font;
    const QFontMetrics metrics(font);
    const QFontMetrics small(paper.small);
    const int top = center - (metrics.height() + (two ? small.height() : 0)) / 2 + 1;
    const int left = labelLeft + signOfLeader + 4;
    const int width = row.width() - left - 8;
    const QColor own = lane.hue ? ownerColor(*lane.hue, paper.colors) : paper.colors.accent;
    const QRectF sign(labelLeft - 2, top + (metrics.height() - signOfLeader) / 2.0, signOfLeader,
                      signOfLeader);
    if (lane.leadsNow)
        paintLeaderSign(paper.painter, LeaderMark::Kind::Thawed, sign, own);
    else if (lane.hue)
        paper.painter.fillRect(sign, own);
    paper.painter.setFont(font);
    paper.painter.setPen(paper.colors.text);
    paper.text({left, top, width, metrics.height()}, Qt::AlignLeft,
               metrics.elidedText(lane.label, Qt::ElideMiddle, width));
    if (!two)
        return;
    paper.painter.setFont(paper.small);
    paper.painter.setPen(lane.leadsNow ? paper.colors.accent : paper.colors.muted);
    paper.text({left, top + metrics.height(), width, small.height()}, Qt::AlignLeft,
               fittingSentence(small, lane.detail, width));
}

void paintLabels(LanesPaper &paper)
{
    if (paper.clip.left() >= paper.lanes.left())
        return;
    const QRect column(0, paper.lanes.top(), paper.lanes.left(), paper.lanes.height());
    paper.painter.save();
    paper.painter.setClipRect(column, Qt::IntersectClip);
    paper.painter.fillRect(column, paper.colors.base);
    const auto [first, last] = paper.geometry.visibleLanes(paper.clip);
    for (int lane = first; lane < last; ++lane) {
        QRect row = paper.geometry.lane(lane);
        row.setLeft(0);
        if (paper.look.chosen == lane) {
            paper.painter.fillRect(row.intersected(column), paper.colors.selection);
            paper.painter.fillRect(0, row.top(), 4, row.height(), paper.colors.accent);
        }
        row.setRight(column.right());
        paintLabel(paper, paper.chart.lanes[static_cast<size_t>(lane)], row,
                   paper.geometry.bar(lane).center().y());
    }
    paper.painter.restore();
}

void paintCrosshair(LanesPaper &paper)
{
    const QRect box = crosshairBox(paper);
    if (box.isNull())
        return;
    const QRect lanes = paper.lanes;
    const int at = paper.x(*paper.look.crosshair);
    paper.painter.fillRect(at, lanes.top() - 4, 1, lanes.height() + 4, paper.colors.muted);
    const QString time = LaneText::time(paper.chart, *paper.look.crosshair);
    paper.painter.fillRect(box, paper.colors.text);
    paper.painter.setFont(paper.small);
    paper.painter.setPen(paper.colors.base);
    paper.text(box, Qt::AlignHCenter, time);
}

void paintFocus(LanesPaper &paper)
{
    if (!paper.look.focused)
        return;
    paper.painter.setPen(QPen(paper.colors.accent, 2));
    paper.painter.setBrush(Qt::NoBrush);
    paper.painter.drawRect(QRect(QPoint(0, 0), paper.geometry.size).adjusted(1, 1, -1, -1));
}

} // namespace

void paintLanesFrame(LanesPaper &paper)
{
    paintAxis(paper);
    paintFoot(paper);
    paintLabels(paper);
    paintCrosshair(paper);
    paintFocus(paper);
}

} // namespace lockmaster
