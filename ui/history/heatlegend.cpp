// SPDX-License-Identifier: Apache-2.0
#include "ui/history/heatlegend.h"

#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

/** What was there for a moment is seen, too. */
constexpr double palest = 0.15;
constexpr int lineGap = 4;
constexpr int textGap = 6;
constexpr int entryGap = 24;

QColor mixed(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](int a, int b) {
        return int(std::lround(a * share + b * (1 - share)));
    };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()),
            mix(over.blue(), under.blue())};
}

qreal swatchWidth(const QFontMetrics &metrics)
{
    return metrics.height() * 1.5;
}

/** A piece of the scale between two of its marks. */
qreal pieceWidth(const QFontMetrics &metrics)
{
    return metrics.height() * 3.0;
}

qreal textWidth(const QFontMetrics &metrics, const QString &text)
{
    return metrics.horizontalAdvance(text) + 1;
}

qreal widthOf(const QFontMetrics &metrics, const HeatLegendEntry &entry)
{
    qreal width = textWidth(metrics, entry.text);
    if (entry.sign != HeatLegendEntry::Sign::Scale)
        return width + swatchWidth(metrics) + textGap;
    for (const QString &mark : entry.marks)
        width += textGap + textWidth(metrics, mark);
    return width + qreal(entry.marks.size() - 1) * (pieceWidth(metrics) + textGap);
}

/** Calls `place(entry, at)` with where each begins. @return how high they all are */
template<class Place>
qreal layOut(const QFontMetrics &metrics, const std::vector<HeatLegendEntry> &entries, qreal width,
             const Place &place)
{
    QPointF at;
    for (const HeatLegendEntry &entry : entries) {
        const qreal wide = widthOf(metrics, entry);
        if (at.x() > 0 && at.x() + wide > width)
            at = {0, at.y() + metrics.height() + lineGap};
        place(entry, at);
        at.rx() += wide + entryGap;
    }
    return entries.empty() ? 0 : at.y() + metrics.height();
}

} // namespace

QColor HeatSigns::heat(double share) const
{
    return mixed(m_colors.accent, m_colors.base, palest + (1 - palest) * share);
}

void HeatSigns::fill(QPainter &painter, const QRectF &rect, Qt::BrushStyle style) const
{
    painter.fillRect(rect, m_colors.base);
    QColor faint = m_colors.muted;
    faint.setAlphaF(0.5F);
    painter.fillRect(rect, QBrush(faint, style));
}

void HeatSigns::unseen(QPainter &painter, const QRectF &rect) const
{
    fill(painter, rect, Qt::BDiagPattern);
}

void HeatSigns::untold(QPainter &painter, const QRectF &rect) const
{
    fill(painter, rect, Qt::Dense5Pattern);
}

void HeatSigns::mark(QPainter &painter, const QRectF &rect) const
{
    painter.setPen(QPen(m_colors.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(1, 1, -1, -1));
}

qreal heatLegendHeight(const QFontMetrics &metrics, const std::vector<HeatLegendEntry> &entries,
                       qreal width)
{
    return layOut(metrics, entries, width, [](const HeatLegendEntry &, const QPointF &) {});
}

void paintHeatLegend(QPainter &painter, const Colors &colors,
                     const std::vector<HeatLegendEntry> &entries, const QRectF &rect)
{
    using Sign = HeatLegendEntry::Sign;
    const QFontMetrics metrics = painter.fontMetrics();
    const HeatSigns signs(colors);
    const auto write = [&](QPointF &at, const QString &text) {
        const qreal wide = textWidth(metrics, text);
        painter.setPen(colors.muted);
        painter.drawText(QRectF(at, QSizeF(wide, metrics.height())), Qt::AlignLeft, text);
        at.rx() += wide + textGap;
    };
    const auto draw = [&](QPointF &at, qreal wide) {
        const QRectF swatch(at.x(), at.y() + 2, wide, metrics.height() - 4.0);
        at.rx() += wide + textGap;
        return swatch;
    };
    layOut(metrics, entries, rect.width(), [&](const HeatLegendEntry &entry, QPointF at) {
        at += rect.topLeft();
        if (entry.sign == Sign::Scale) {
            write(at, entry.text);
            const auto pieces = entry.marks.size() - 1;
            for (qsizetype piece = 0; piece < pieces; ++piece) {
                write(at, entry.marks[piece]);
                const QRectF swatch = draw(at, pieceWidth(metrics));
                QLinearGradient heat(swatch.topLeft(), swatch.topRight());
                heat.setColorAt(0, signs.heat(double(piece) / double(pieces)));
                heat.setColorAt(1, signs.heat(double(piece + 1) / double(pieces)));
                painter.fillRect(swatch, heat);
            }
            write(at, entry.marks.back());
            return;
        }
        const QRectF swatch = draw(at, swatchWidth(metrics));
        switch (entry.sign) {
        case Sign::Marked: signs.mark(painter, swatch); break;
        case Sign::Untold: signs.untold(painter, swatch); break;
        default: signs.unseen(painter, swatch);
        }
        write(at, entry.text);
    });
}

} // namespace lockmaster
