// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesigns.h"

#include <QPainter>
#include <QPainterPath>

namespace lockmaster {

namespace {

/** Lines to be drawn and shapes to be filled, in a square from 0 to 10. */
struct Sign {
    QPainterPath lines;
    QPainterPath shapes;
};

QPainterPath triangle(const QPointF &a, const QPointF &b, const QPointF &c)
{
    QPainterPath path(a);
    path.lineTo(b);
    path.lineTo(c);
    path.closeSubpath();
    return path;
}

void addLine(QPainterPath &path, const QPointF &from, const QPointF &to)
{
    path.moveTo(from);
    path.lineTo(to);
}

Sign cross()
{
    Sign sign;
    addLine(sign.lines, {1.5, 1.5}, {8.5, 8.5});
    addLine(sign.lines, {8.5, 1.5}, {1.5, 8.5});
    return sign;
}

Sign pause()
{
    Sign sign;
    sign.shapes.addRect(2, 1, 2, 8);
    sign.shapes.addRect(6, 1, 2, 8);
    return sign;
}

/** A line that is broken in the middle. */
Sign broken()
{
    Sign sign;
    addLine(sign.lines, {0.5, 5}, {3, 5});
    addLine(sign.lines, {7, 5}, {9.5, 5});
    addLine(sign.lines, {4, 8.5}, {6, 1.5});
    return sign;
}

Sign clockFace()
{
    Sign sign;
    sign.lines.addEllipse(QPointF(5, 5), 4.2, 4.2);
    addLine(sign.lines, {5, 2.5}, {5, 5});
    addLine(sign.lines, {5, 5}, {7, 6});
    return sign;
}

Sign again()
{
    Sign sign;
    sign.lines.arcMoveTo(1, 1, 8, 8, 60);
    sign.lines.arcTo(1, 1, 8, 8, 60, 270);
    sign.shapes = triangle({5.2, 0}, {9.2, 1}, {6.4, 4.2});
    return sign;
}

Sign warning()
{
    Sign sign;
    sign.lines = triangle({5, 0.8}, {9.4, 9}, {0.6, 9});
    addLine(sign.lines, {5, 4}, {5, 6});
    sign.shapes.addEllipse(QPointF(5, 7.5), 0.7, 0.7);
    return sign;
}

Sign signOf(LeaderMark::Kind kind)
{
    Sign sign;
    switch (kind) {
    case LeaderMark::Kind::TookOver: sign.shapes = triangle({5, 1}, {9, 8.5}, {1, 8.5}); break;
    case LeaderMark::Kind::Expired:
        sign.lines.addPolygon(QPolygonF{{5, 1}, {9, 5}, {5, 9}, {1, 5}, {5, 1}});
        break;
    case LeaderMark::Kind::SteppedDown: sign.shapes = triangle({5, 9}, {9, 1.5}, {1, 1.5}); break;
    case LeaderMark::Kind::Killed: return cross();
    case LeaderMark::Kind::Stopped: sign.shapes.addRect(1.5, 1.5, 7, 7); break;
    case LeaderMark::Kind::Frozen: return pause();
    case LeaderMark::Kind::Thawed: sign.shapes = triangle({2, 1}, {9, 5}, {2, 9}); break;
    case LeaderMark::Kind::Cut: return broken();
    case LeaderMark::Kind::Skewed: return clockFace();
    case LeaderMark::Kind::Restarted: return again();
    case LeaderMark::Kind::Finding: return warning();
    }
    return sign;
}

} // namespace

void paintLeaderSign(QPainter &painter, LeaderMark::Kind kind, const QRectF &rect,
                     const QColor &color)
{
    const Sign sign = signOf(kind);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 10, rect.height() / 10);
    painter.fillPath(sign.shapes, color);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(sign.lines);
    painter.restore();
}

} // namespace lockmaster
