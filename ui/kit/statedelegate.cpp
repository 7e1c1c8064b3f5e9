// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/statedelegate.h"

#include "ui/kit/icons.h"

#include <QPainter>

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

} // namespace lockmaster
