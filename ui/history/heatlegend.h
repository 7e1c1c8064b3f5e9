// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/colors.h"

#include <QFontMetrics>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QPainter;

namespace lockmaster {

/** How the cells of a heat map are drawn. */
class HeatSigns
{
public:
    explicit HeatSigns(const Colors &colors) : m_colors(colors) {}

    /** The colour of a share of the most there is, from 0 to 1. */
    QColor heat(double share) const;
    /** Nobody looked. */
    void unseen(QPainter &painter, const QRectF &rect) const;
    /** It was looked at, and what is drawn cannot be told. */
    void untold(QPainter &painter, const QRectF &rect) const;
    /** Something was there, and how much cannot be told. */
    void mark(QPainter &painter, const QRectF &rect) const;

private:
    void fill(QPainter &painter, const QRectF &rect, Qt::BrushStyle style) const;

    const Colors &m_colors;
};

/** What one sign means. */
struct HeatLegendEntry {
    enum class Sign : quint8 { Scale, Marked, Untold, Unseen };
    Sign sign;
    QString text;
    QStringList marks = {}; ///< along the scale, from its begin to its end
};

/// Entries side by side, in as many lines as they need.
qreal heatLegendHeight(const QFontMetrics &metrics, const std::vector<HeatLegendEntry> &entries,
                       qreal width);
void paintHeatLegend(QPainter &painter, const Colors &colors,
                     const std::vector<HeatLegendEntry> &entries, const QRectF &rect);

} // namespace lockmaster
