// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/ttldelegate.h"

#include "ui/kit/textsize.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int barHeight = 3;
constexpr int barWidth = 72; ///< at the desktop's size of text
constexpr int barFromBottom = 5;
constexpr qreal healthyOpacity = 0.55;

bool drains(Tone tone)
{
    return tone == Tone::Held || tone == Tone::Expiring || tone == Tone::Danger;
}

} // namespace

void TtlDelegate::paintBar(QPainter &painter, const QRect &rect, std::optional<double> share,
                           Tone tone, const Colors &colors)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.line);
    const qreal radius = rect.height() / 2.0;
    painter.drawRoundedRect(rect, radius, radius);
    if (!share) {
        painter.setBrush(QBrush(colors.muted, Qt::BDiagPattern));
        painter.drawRect(rect);
    } else if (*share > 0) {
        QRectF full(rect);
        full.setWidth(std::max<qreal>(rect.width() * *share, rect.height()));
        painter.setBrush(toneColor(tone, colors));
        painter.drawRoundedRect(full, radius, radius);
    }
    painter.restore();
}

void TtlDelegate::paintContent(const Cell &cell) const
{
    const Tone tone = cell.index.data(ToneRole).value<Tone>();
    // An ordinary lease is read as a number; its bar carries the colour.
    const QColor color = tone == Tone::Held ? cell.colors.text : toneColor(tone, cell.colors);
    drawText(cell, cell.content.adjusted(0, 0, 0, -2), cell.index.data(Qt::DisplayRole).toString(),
             color, Qt::AlignRight);

    const int width = std::min(scaledByText(barWidth), cell.content.width());
    const QRect bar(cell.content.right() + 1 - width, cell.option.rect.bottom() + 1 - barFromBottom,
                    width, barHeight);
    const QVariant share = cell.index.data(TtlShareRole);
    if (tone == Tone::Unknown)
        paintBar(cell.painter, bar, std::nullopt, tone, cell.colors);
    else if (drains(tone) && share.isValid()) {
        const qreal before = cell.painter.opacity();
        if (tone == Tone::Held)
            cell.painter.setOpacity(before * healthyOpacity); // where all is well nothing shouts
        paintBar(cell.painter, bar, share.toDouble(), tone, cell.colors);
        cell.painter.setOpacity(before);
    }
}

} // namespace lockmaster
