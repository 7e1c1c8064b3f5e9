// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/statedelegates.h"

#include "ui/kit/icons.h"

#include <QPainter>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int signSize = 14;
constexpr int signGap = 6;

} // namespace

void StateDelegate::paintContent(const Cell &cell) const
{
    const Tone tone = cell.index.data(ToneRole).value<Tone>();
    const int findings = cell.index.data(FindingCountRole).toInt();
    const QString count = findings > 1 ? QString::number(findings) : QString();
    const int countWidth = cell.option.fontMetrics.horizontalAdvance(count);
    const int signWidth =
        findings > 0 ? signGap + signSize + (countWidth > 0 ? 3 + countWidth : 0) : 0;

    QRect rect = cell.content;
    rect.setRight(rect.right() - signWidth);
    const int used = drawText(cell, rect, cell.index.data(Qt::DisplayRole).toString(),
                              toneColor(tone, cell.colors), Qt::AlignLeft, Qt::ElideRight);
    if (findings == 0)
        return;
    const QColor color = cell.colors.expiring;
    const QRect sign(cell.content.left() + used + signGap,
                     cell.content.center().y() - signSize / 2 + 1, signSize, signSize);
    symbolicIcon(QStringLiteral("warning"), color).paint(&cell.painter, sign);
    if (countWidth > 0) {
        const QRect number(sign.right() + 4, cell.content.top(), countWidth + 2,
                           cell.content.height());
        drawText(cell, number, count, color, Qt::AlignLeft);
    }
}

namespace {

constexpr int signWidth = 14;
constexpr int heldGap = 8;

} // namespace

void HeldStateDelegate::paintContent(const Cell &cell) const
{
    const Tone tone = cell.index.data(ToneRole).value<Tone>();
    const QColor color = toneColor(tone, cell.colors);
    QRect rect = cell.content;
    constexpr int signAir = 4;
    const int sign =
        drawText(cell, rect, cell.index.data(SignRole).toString(), color, Qt::AlignLeft);
    rect.setLeft(rect.left() + std::max(signWidth, sign + signAir));
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
