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
    const QSize hint = LockDelegate::sizeHint(option, index);
    if (!isLikely(index))
        return hint;
    return {hint.width() + markGap + QFontMetrics(markFont(option.font)).horizontalAdvance(mark),
            hint.height()};
}

void NameDelegate::paintContent(const Cell &cell) const
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
