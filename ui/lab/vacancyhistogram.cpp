// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/vacancyhistogram.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "ui/lab/labwords.h"
#include "ui/kit/colors.h"
#include "ui/kit/countaxis.h"
#include "ui/kit/labels.h"
#include "ui/kit/textsize.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int mostBins = 18;
constexpr qreal barOpacity = 0.75;
constexpr int swatch = 11;
constexpr int swatchGap = 5;
constexpr int vacancyhistogramGap = 4;

} // namespace

VacancyHistogram::VacancyHistogram(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("How long nobody led"));
}

QSize VacancyHistogram::sizeHint() const
{
    return {260, scaledByText(120)};
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
    // Half a line of its highest count stands above.
    const int line = fontMetrics().height();
    const int counts = m_bins.highest < 1 || !m_hasMeasured
                           ? 0
                           : fontMetrics().horizontalAdvance(countText(qint64(m_bins.highest)))
                                 + vacancyhistogramGap;
    return QRectF(rect()).adjusted(1 + counts, line / 2.0, -1, -line - 4);
}

QString VacancyHistogram::textAt(const QPointF &at) const
{
    const QRectF plot = plotArea();
    const auto count = qint64(m_bins.measured.size());
    const auto bin = count == 0 ? -1
                                : qint64(std::floor((at.x() - plot.left()) * double(count)
                                                    / std::max(1.0, plot.width())));
    if (bin < 0 || bin >= count)
        return {};
    QStringList lines{tr("%1 to %2")
                          .arg(briefDurationText(m_bins.width * bin),
                               briefDurationText(m_bins.width * (bin + 1)))};
    if (m_hasMeasured)
        lines << tr("measured: %1").arg(countText(std::llround(m_bins.measured[size_t(bin)])));
    // Of as many as were measured; before, of one.
    const double predicted = m_bins.predicted[size_t(bin)];
    if (m_hasPredicted && m_hasMeasured)
        lines << tr("predicted: %1").arg(QLocale().toString(predicted, 'f', 1));
    else if (m_hasPredicted)
        lines << tr("predicted: %1 %").arg(QLocale().toString(100 * predicted, 'f', 0));
    return lines.join(u'\n');
}

bool VacancyHistogram::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString text = textAt(help->pos());
    QToolTip::showText(help->globalPos(), text.isEmpty() ? text : plainToolTip(text), this);
    return true;
}

void VacancyHistogram::paintCounts(QPainter &painter, const QRectF &plot) const
{
    const auto highest = qint64(m_bins.highest);
    if (!m_hasMeasured || highest < 1)
        return; // a share of one is no count
    const Colors &colors = colorsFor(palette());
    const int line = fontMetrics().height();
    const qint64 step = countStep(highest, std::max<qint64>(1, qint64(plot.height() / 2 / line)));
    for (qint64 count = step; count <= highest; count += step) {
        const qreal y = plot.bottom() - plot.height() * qreal(count) / m_bins.highest;
        painter.setPen(colors.line);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(colors.muted);
        painter.drawText(QRectF(0, y - line / 2.0, plot.left() - vacancyhistogramGap, line),
                         Qt::AlignRight | Qt::AlignVCenter, countText(count));
    }
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
    paintCounts(painter, plot);
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
