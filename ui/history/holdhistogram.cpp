// SPDX-License-Identifier: Apache-2.0
#include "ui/history/holdhistogram.h"

#include "core/text/durationtext.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/labels.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int usualWidth = 170;
constexpr int holdhistogramNarrowest = 120;
constexpr int plotHeight = 34;
constexpr qreal widestBar = 22;
constexpr qreal textScale = 0.88;

} // namespace

HoldHistogram::HoldHistogram(const QString &caption, const QString &name, QWidget *parent)
    : QWidget(parent), m_caption(caption)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(name);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * textScale);
    setFont(small);
}

QSize HoldHistogram::sizeHint() const
{
    return {usualWidth, plotHeight + 2 * fontMetrics().height() + 6};
}

QSize HoldHistogram::minimumSizeHint() const
{
    return {holdhistogramNarrowest, sizeHint().height()};
}

void HoldHistogram::setLengths(const std::vector<Micros> &lengths)
{
    HoldBins bins = holdBins(lengths);
    if (bins == m_bins)
        return;
    m_bins = std::move(bins);
    QString told;
    if (m_bins.highest > 0) {
        const auto fullest = std::max_element(m_bins.counts.begin(), m_bins.counts.end());
        told = tr("Most: %1").arg(binText(size_t(fullest - m_bins.counts.begin())));
    }
    setSpokenDescription(this, told);
    update();
}

QString HoldHistogram::binText(size_t bin) const
{
    const QString count = countText(m_bins.counts[bin]);
    const QString limit = durationText(m_bins.limits[bin]);
    if (bin == 0)
        return tr("%1 below %2").arg(count, limit);
    return tr("%1 from %2 to %3").arg(count, durationText(m_bins.limits[bin - 1]), limit);
}

QRectF HoldHistogram::plotArea() const
{
    return QRectF(rect()).adjusted(1, 2 + fontMetrics().height(), -1, -fontMetrics().height() - 3);
}

qreal HoldHistogram::step() const
{
    return std::min(widestBar, plotArea().width() / qreal(m_bins.counts.size()));
}

bool HoldHistogram::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_bins.counts.empty())
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const auto bin = qint64((help->pos().x() - plotArea().left()) / step());
    const bool within = bin >= 0 && bin < qint64(m_bins.counts.size());
    QToolTip::showText(help->globalPos(), within ? plainToolTip(binText(size_t(bin))) : QString(),
                       this);
    return true;
}

void HoldHistogram::paintEvent(QPaintEvent *)
{
    if (m_bins.highest <= 0)
        return;
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    const QRectF plot = plotArea();
    const qreal wide = step();
    const qreal width = wide * qreal(m_bins.counts.size());
    QColor fill = colors.accent;
    fill.setAlphaF(0.75F);
    for (size_t bin = 0; bin < m_bins.counts.size(); ++bin) {
        if (m_bins.counts[bin] == 0)
            continue;
        // What is there can be seen, however much more there is of others.
        const qreal height =
            std::max(1.0, plot.height() * qreal(m_bins.counts[bin]) / qreal(m_bins.highest));
        painter.fillRect(QRectF(plot.left() + wide * qreal(bin) + 1, plot.bottom() - height,
                                std::max(1.0, wide - 2), height),
                         fill);
    }
    painter.setPen(colors.line);
    painter.drawLine(plot.bottomLeft(), QPointF(plot.left() + width, plot.bottom()));
    painter.setPen(colors.muted);
    painter.drawText(QRectF(plot.left(), 0, plot.width(), fontMetrics().height()), Qt::AlignLeft,
                     m_caption);
    const QRectF below(plot.left(), plot.bottom() + 3, plot.width(), fontMetrics().height());
    const QString shortest = QStringLiteral("< ") + durationText(m_bins.limits.front());
    const QString longest = QStringLiteral("< ") + durationText(m_bins.limits.back());
    painter.drawText(below, Qt::AlignLeft, shortest);
    const qreal taken = fontMetrics().horizontalAdvance(shortest + longest) + 12;
    if (m_bins.counts.size() > 1 && taken <= std::max(width, plot.width())) {
        QRectF right = below;
        right.setWidth(std::max(width, taken));
        painter.drawText(right, Qt::AlignRight, longest);
    }
}

} // namespace lockmaster
