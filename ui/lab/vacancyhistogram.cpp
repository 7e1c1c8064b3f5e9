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
constexpr int swatch = 11;
constexpr int swatchGap = 5;

} // namespace

VacancyHistogram::VacancyHistogram(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("How long nobody led"));
}

QSize VacancyHistogram::sizeHint() const
{
    return {260, 120};
}

QSize VacancyHistogram::minimumSizeHint() const
{
    return {160, 84};
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
    return QRectF(rect()).adjusted(1, 2, -1, -fontMetrics().height() - 4);
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
}

/** Zero, the middle and the end, in seconds. */
void VacancyHistogram::paintAxis(QPainter &painter, const QRectF &plot) const
{
    const Colors &colors = colorsFor(palette());
    const Micros whole = m_bins.width * qint64(m_bins.measured.size());
    painter.setPen(colors.muted);
    const QRectF line(plot.left(), plot.bottom() + 3, plot.width(), fontMetrics().height());
    painter.drawText(line, Qt::AlignLeft, QStringLiteral("0"));
    const QString middle = briefDurationText(whole / 2);
    const QString end = briefDurationText(whole);
    painter.drawText(line, Qt::AlignRight, end);
    constexpr int gap = 6;
    if (fontMetrics().horizontalAdvance(middle) + 2 * (fontMetrics().horizontalAdvance(end) + gap)
        <= line.width())
        painter.drawText(line, Qt::AlignHCenter, middle);
}

VacancyKey::VacancyKey(Of of, QWidget *parent)
    : QLabel(of == Of::Measured ? tr("measured") : tr("predicted"), parent), m_of(of)
{
    setTextFormat(Qt::PlainText);
}

QSize VacancyKey::sizeHint() const
{
    return {swatch + swatchGap + fontMetrics().horizontalAdvance(text()) + 1,
            fontMetrics().height()};
}

void VacancyKey::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    const int left = width() - sizeHint().width(); // as its figures stand
    const QRectF box(left + 1, (height() - swatch) / 2.0, swatch - 1, swatch - 1);
    if (m_of == Of::Measured) {
        QColor fill = colors.accent;
        fill.setAlphaF(float(barOpacity));
        painter.fillRect(box, fill);
    } else {
        painter.setPen(QPen(colors.expiring, 1.5));
        painter.drawRect(box);
    }
    painter.setPen(colors.muted);
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, text());
}

} // namespace lockmaster
