// SPDX-License-Identifier: Apache-2.0
#include "ui/history/holdhistogram.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "ui/kit/colors.h"
#include "ui/kit/countaxis.h"
#include "ui/kit/labels.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr int holdhistogramGap = 4;
constexpr qreal widestBar = 64;

} // namespace

HoldHistogram::HoldHistogram(Of of, QWidget *parent) : QWidget(parent), m_of(of)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(of == Of::Holds ? tr("How long holds took") : tr("How long waits took"));
}

QSize HoldHistogram::sizeHint() const
{
    return minimumSizeHint(); // it takes what is left
}

QSize HoldHistogram::minimumSizeHint() const
{
    const int line = fontMetrics().height();
    return {14 * line, 5 * line};
}

void HoldHistogram::setLengths(const std::vector<Micros> &lengths)
{
    m_lengths = lengths;
    fit();
}

void HoldHistogram::mark(std::optional<Micros> length, bool isAtLeast)
{
    m_marked = length;
    m_markedIsAtLeast = isAtLeast;
    fit();
}

void HoldHistogram::fit()
{
    m_bins = holdBins(m_lengths, m_marked);
    QString told = nothing();
    if (m_bins.highest > 0) {
        const auto fullest = std::max_element(m_bins.counts.begin(), m_bins.counts.end());
        told = tr("Most: %1").arg(binText(size_t(fullest - m_bins.counts.begin())));
        if (m_marked)
            told += QStringLiteral(". ") + markText();
    }
    setSpokenDescription(this, told);
    update();
}

QString HoldHistogram::nothing() const
{
    return m_of == Of::Holds ? tr("No hold was seen from its begin to its end.")
                             : tr("No wait was seen from its begin to its end.");
}

QString HoldHistogram::binText(size_t bin) const
{
    const QString count = countText(m_bins.counts[bin]);
    const QString limit = durationText(m_bins.limits[bin]);
    const Micros from = bin == 0 ? m_bins.begin : m_bins.limits[bin - 1];
    if (from == Micros(0))
        return tr("%1 below %2").arg(count, limit);
    return tr("%1 from %2 to %3").arg(count, durationText(from), limit);
}

QString HoldHistogram::markText() const
{
    const QString length = durationText(*m_marked);
    return tr("this one: %1").arg(m_markedIsAtLeast ? atLeast(length) : length);
}

QRectF HoldHistogram::plotArea() const
{
    const int line = fontMetrics().height();
    const int counts = fontMetrics().horizontalAdvance(countText(m_bins.highest));
    // Above stand what it counts and the mark, below the lengths.
    return QRectF(rect()).adjusted(counts + 2 * holdhistogramGap, 2 * line + holdhistogramGap,
                                   -fontMetrics().horizontalAdvance(u'0') * 3,
                                   -line - holdhistogramGap);
}

qreal HoldHistogram::step() const
{
    return std::min(widestBar, plotArea().width() / qreal(m_bins.counts.size()));
}

/** Within its bar by how far it is from the shorter limit to the longer one. */
qreal HoldHistogram::xOf(Micros length) const
{
    const auto limit = std::upper_bound(m_bins.limits.begin(), m_bins.limits.end() - 1, length);
    const auto bin = limit - m_bins.limits.begin();
    const Micros from = bin == 0 ? m_bins.begin : m_bins.limits[size_t(bin - 1)];
    const qreal share = qreal((length - from).count()) / qreal((*limit - from).count());
    return plotArea().left() + step() * (qreal(bin) + std::clamp(share, 0.0, 1.0));
}

bool HoldHistogram::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    if (event->type() != QEvent::ToolTip || m_bins.counts.empty())
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const auto bin = qint64(std::floor((help->pos().x() - plotArea().left()) / step()));
    const bool within = bin >= 0 && bin < qint64(m_bins.counts.size());
    QToolTip::showText(help->globalPos(), within ? plainToolTip(binText(size_t(bin))) : QString(),
                       this);
    return true;
}

void HoldHistogram::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    if (m_bins.highest <= 0) {
        painter.setPen(colors.muted);
        painter.drawText(rect(), int(Qt::AlignCenter) | Qt::TextWordWrap, nothing());
        return;
    }
    const QRectF plot = plotArea();
    painter.setPen(colors.muted);
    // The axis' unit is in its heading.
    painter.drawText(QRectF(0, 0, width(), fontMetrics().height()), Qt::AlignLeft,
                     fontMetrics().elidedText(m_of == Of::Holds
                                                  ? tr("Holds, by how long they took")
                                                  : tr("Waits, by how long they took"),
                                              Qt::ElideRight, width()));
    if (plot.height() < fontMetrics().height())
        return;
    paintCounts(painter, plot);
    QColor fill = colors.accent;
    fill.setAlphaF(0.75F);
    const qreal wide = step();
    for (size_t bin = 0; bin < m_bins.counts.size(); ++bin) {
        if (m_bins.counts[bin] == 0)
            continue;
        // What is there can be seen, however much more there is of others.
        const qreal height =
            std::max(2.0, plot.height() * qreal(m_bins.counts[bin]) / qreal(m_bins.highest));
        painter.fillRect(QRectF(plot.left() + wide * qreal(bin) + 1, plot.bottom() - height,
                                std::max(1.0, wide - 2), height),
                         fill);
    }
    painter.setPen(colors.muted);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    paintLengths(painter, plot);
    if (m_marked)
        paintMark(painter, plot);
}

void HoldHistogram::paintCounts(QPainter &painter, const QRectF &plot) const
{
    const Colors &colors = colorsFor(palette());
    const int line = fontMetrics().height();
    const auto most = std::max<qint64>(1, qint64(plot.height() / 2 / line));
    const qint64 step = countStep(m_bins.highest, most);
    for (qint64 count = step; count <= m_bins.highest; count += step) {
        const qreal y = plot.bottom() - plot.height() * qreal(count) / qreal(m_bins.highest);
        painter.setPen(colors.line);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(colors.muted);
        painter.drawText(QRectF(0, y - line / 2.0, plot.left() - holdhistogramGap, line),
                         Qt::AlignRight | Qt::AlignVCenter, countText(count));
    }
}

/** Each at the limit that it names, as many as have room. */
void HoldHistogram::paintLengths(QPainter &painter, const QRectF &plot) const
{
    const qreal top = plot.bottom() + holdhistogramGap / 2.0;
    qreal last = -1e6;
    for (size_t edge = 0; edge <= m_bins.limits.size(); ++edge) {
        const Micros length = edge == 0 ? m_bins.begin : m_bins.limits[edge - 1];
        const QString text = length == Micros(0) ? QStringLiteral("0") : durationText(length);
        const qreal wide = fontMetrics().horizontalAdvance(text) + 1;
        const qreal left = std::clamp(plot.left() + step() * qreal(edge) - wide / 2, 0.0,
                                      std::max(0.0, width() - wide));
        if (left < last + 2 * holdhistogramGap)
            continue;
        painter.drawText(QRectF(left, top, wide, fontMetrics().height()), Qt::AlignLeft, text);
        last = left + wide;
    }
}

void HoldHistogram::paintMark(QPainter &painter, const QRectF &plot) const
{
    const Colors &colors = colorsFor(palette());
    const qreal x = xOf(*m_marked);
    const QString text = markText();
    const qreal wide = fontMetrics().horizontalAdvance(text) + 1;
    const int line = fontMetrics().height();
    painter.setPen(QPen(colors.text, 2));
    painter.drawLine(QPointF(x, plot.top() - holdhistogramGap), QPointF(x, plot.bottom()));
    const qreal left = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide));
    painter.drawText(QRectF(left, plot.top() - holdhistogramGap - line, wide, line), Qt::AlignLeft,
                     text);
}

} // namespace lockmaster
