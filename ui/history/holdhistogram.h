// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/history/holdbins.h"

#include <QWidget>

namespace lockmaster {

/**
 * How long holds or waits took: a bar for each length, with both axes, as large as there is room;
 * one length may be marked among them. A screen reader is told the fullest bar and the mark. GUI
 * thread.
 */
class HoldHistogram final : public QWidget
{
    Q_OBJECT

public:
    /** What its bars count. */
    enum class Of : quint8 { Holds, Waits };

    explicit HoldHistogram(Of of, QWidget *parent = nullptr);

    /** @param lengths shortest first */
    void setLengths(const std::vector<Micros> &lengths);
    /** The length of the one that is chosen; none: none is. `isAtLeast`: it was longer. */
    void mark(std::optional<Micros> length, bool isAtLeast = false);
    std::optional<Micros> marked() const { return m_marked; }
    const HoldBins &bins() const { return m_bins; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fit();
    QRectF plotArea() const;
    qreal step() const;
    qreal xOf(Micros length) const;
    QString nothing() const;
    QString binText(size_t bin) const;
    QString markText() const;
    void paintCounts(QPainter &painter, const QRectF &plot) const;
    void paintLengths(QPainter &painter, const QRectF &plot) const;
    void paintMark(QPainter &painter, const QRectF &plot) const;

    const Of m_of;
    std::vector<Micros> m_lengths;
    std::optional<Micros> m_marked;
    bool m_markedIsAtLeast = false;
    HoldBins m_bins;
};

} // namespace lockmaster
