// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/heldstatedelegate.h"

#include <QPainter>

namespace lockmaster {

namespace {

constexpr int signWidth = 14;
constexpr int heldGap = 8;

} // namespace

void HeldStateDelegate::paintContent(const Cell &cell) const
{
    const Tone tone = cell.index.data(ToneRole).value<Tone>();
    const QColor color = toneColor(tone, cell.colors);
    QRect rect = cell.content;
    drawText(cell, rect, cell.index.data(SignRole).toString(), color, Qt::AlignLeft);
    rect.setLeft(rect.left() + signWidth);
    QFont font = cell.option.font;
    font.setBold(tone == Tone::Danger);
    cell.painter.setFont(font);
    const QString word = cell.index.data(Qt::DisplayRole).toString();
    drawText(cell, rect, word, color, Qt::AlignLeft, Qt::ElideRight);
    rect.setLeft(rect.left() + QFontMetrics(font).horizontalAdvance(word) + heldGap);
    cell.painter.setFont(cell.option.font);
    const QString note = cell.index.data(NoteRole).toString();
    if (!note.isEmpty() && rect.width() > 0)
        drawText(cell, rect, note, tone == Tone::Danger ? cell.colors.text : cell.colors.muted,
                 Qt::AlignLeft, Qt::ElideRight);
}

} // namespace lockmaster
