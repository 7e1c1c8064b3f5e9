// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/namedelegate.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr QChar mark = u'?';
constexpr int markGap = 3;
constexpr int edge = 1;

bool isLikely(const QModelIndex &index)
{
    return index.data(LikelyRole).toBool();
}

constexpr int pinWidth = 10; ///< with what is behind it

bool isPinnedRow(const QModelIndex &index)
{
    return index.data(PinnedRole).toBool();
}

/** A pin in the middle of `place`. */
void paintPin(QPainter &painter, const QRectF &place, const QColor &color)
{
    constexpr qreal head = 2.6;
    const QPointF middle(place.left() + head, place.center().y() - 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle, middle + QPointF(0, 7));
    painter.setBrush(color);
    painter.drawEllipse(middle, head, head);
    painter.restore();
}

/** So small that it fits between a name that takes all its room and the next column. */
QFont markFont(QFont font)
{
    font.setBold(true);
    constexpr int widestMark = LockDelegate::padding - edge;
    const int wide = QFontMetrics(font).horizontalAdvance(mark);
    if (wide > widestMark)
        font.setPointSizeF(font.pointSizeF() * widestMark / wide);
    return font;
}

} // namespace

QRect NameDelegate::markPlace(const QRect &cell, int nameWidth, const QFont &font)
{
    const int wide = QFontMetrics(markFont(font)).horizontalAdvance(mark);
    const int left = std::min(cell.left() + padding + nameWidth + markGap, cell.right() + 1 - wide);
    return {left, cell.top(), wide, cell.height()};
}

QSize NameDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize text = LockDelegate::sizeHint(option, index);
    const QSize hint(text.width() + (isPinnedRow(index) ? pinWidth : 0), text.height());
    if (!isLikely(index))
        return hint;
    return {hint.width() + markGap + QFontMetrics(markFont(option.font)).horizontalAdvance(mark),
            hint.height()};
}

void NameDelegate::paintContent(const Cell &cell) const
{
    if (isPinnedRow(cell.index)) {
        paintPin(cell.painter, cell.content, cell.colors.accent);
        QStyleOptionViewItem rest = cell.option;
        rest.rect.setLeft(rest.rect.left() + pinWidth);
        const QRect content = cell.content.adjusted(pinWidth, 0, 0, 0);
        paintName({cell.painter, rest, cell.index, cell.colors, content});
        return;
    }
    paintName(cell);
}

void NameDelegate::paintName(const Cell &cell) const
{
    if (!isLikely(cell.index)) {
        LockDelegate::paintContent(cell);
        return;
    }
    const int width = paintText(cell);
    cell.painter.setFont(markFont(cell.option.font));
    cell.painter.setPen(cell.colors.expiring);
    cell.painter.drawText(markPlace(cell.option.rect, width, cell.option.font),
                          Qt::AlignCenter | Qt::TextDontClip, mark);
}

} // namespace lockmaster
