// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/vacancyhistogram.h"

#include "core/text/durationtext.h"
#include "ui/lab/labwords.h"
#include "ui/kit/colors.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int mostBins = 18;
constexpr qreal barOpacity = 0.75;
constexpr qreal swatch = 10;
constexpr qreal swatchGap = 5;
constexpr qreal entryGap = 16;

QString measuredText()
{
    return VacancyHistogram::tr("measured");
}

QString predictedText()
{
    return VacancyHistogram::tr("predicted");
}

} // namespace

VacancyHistogram::VacancyHistogram(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("How long nobody led"));
}

QSize VacancyHistogram::sizeHint() const
{
    return {std::max(260, legendWidth()), 120};
}

QSize VacancyHistogram::minimumSizeHint() const
{
    return {std::max(160, legendWidth()), 84};
}

/** Of both entries: what is drawn beside each other is not cut, and nothing jumps when one comes.
 */
int VacancyHistogram::legendWidth() const
{
    const qreal texts = fontMetrics().horizontalAdvance(measuredText())
                        + fontMetrics().horizontalAdvance(predictedText());
    return static_cast<int>(std::ceil(texts + 2 * (swatch + swatchGap) + entryGap + 4));
}

void VacancyHistogram::setTimes(const std::vector<Micros> &measured,
                                const std::vector<Micros> &predicted)
{
    VacancyBins bins = vacancyBins(measured, predicted, mostBins);
    if (bins == m_bins && m_hasMeasured == !measured.empty())
        return;
    m_bins = std::move(bins);
    m_hasMeasured = !measured.empty();
    m_hasPredicted = !predicted.empty();
    const auto longest = std::max_element(measured.begin(), measured.end());
    setAccessibleDescription(m_hasMeasured ? tr("%1 measured, the longest %2")
                                                 .arg(measured.size())
                                                 .arg(briefDurationText(*longest))
                                           : tr("Nothing measured yet"));
    update();
}

QRectF VacancyHistogram::plotArea() const
{
    const qreal line = fontMetrics().height();
    return QRectF(rect()).adjusted(1, line + 6, -1, -line - 4);
}

void VacancyHistogram::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    const QRectF plot = plotArea();
    painter.setPen(colors.line);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (m_bins.width == Micros(0) || m_bins.highest <= 0)
        return;
    const auto count = m_bins.measured.size();
    const qreal step = plot.width() / qreal(count);
    const auto topOf = [&](double value) {
        return plot.bottom() - plot.height() * value / m_bins.highest;
    };
    QColor fill = colors.accent;
    fill.setAlphaF(float(barOpacity));
    for (size_t bin = 0; bin < count; ++bin) {
        if (m_bins.measured[bin] <= 0)
            continue;
        const qreal left = plot.left() + step * qreal(bin);
        const qreal top = topOf(m_bins.measured[bin]);
        painter.fillRect(QRectF(left + 1, top, std::max(1.0, step - 2), plot.bottom() - top), fill);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline(plot.bottomLeft());
    for (size_t bin = 0; bin < count; ++bin) {
        const qreal top = topOf(m_bins.predicted[bin]);
        outline.lineTo(plot.left() + step * qreal(bin), top);
        outline.lineTo(plot.left() + step * qreal(bin + 1), top);
    }
    outline.lineTo(plot.bottomRight());
    if (m_hasPredicted) {
        painter.setPen(QPen(colors.expiring, 1.5));
        painter.drawPath(outline);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxis(painter, plot);
    paintLegend(painter);
}

/** Zero, the middle and the end, in seconds. */
void VacancyHistogram::paintAxis(QPainter &painter, const QRectF &plot) const
{
    const Colors &colors = colorsFor(palette());
    const Micros whole = m_bins.width * qint64(m_bins.measured.size());
    painter.setPen(colors.muted);
    const QRectF line(plot.left(), plot.bottom() + 3, plot.width(), fontMetrics().height());
    painter.drawText(line, Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(line, Qt::AlignHCenter, briefDurationText(whole / 2));
    painter.drawText(line, Qt::AlignRight, briefDurationText(whole));
}

void VacancyHistogram::paintLegend(QPainter &painter) const
{
    const Colors &colors = colorsFor(palette());
    qreal x = 1;
    const qreal height = fontMetrics().height();
    const auto entry = [&](const QString &text, bool filled) {
        const QRectF box(x, (height - swatch) / 2, swatch, swatch);
        if (filled) {
            QColor fill = colors.accent;
            fill.setAlphaF(float(barOpacity));
            painter.fillRect(box, fill);
        } else {
            painter.setPen(QPen(colors.expiring, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        }
        x += swatch + swatchGap;
        const qreal width = fontMetrics().horizontalAdvance(text);
        painter.setPen(colors.muted);
        painter.drawText(QRectF(x, 0, width + 2, height), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + entryGap;
    };
    if (m_hasMeasured)
        entry(measuredText(), true);
    if (m_hasPredicted)
        entry(predictedText(), false);
}

} // namespace lockmaster
