// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/lab/vacancybins.h"

#include <QLabel>

namespace lockmaster {

/**
 * How long nobody led, as bars, and what the model expects as an outline over them. A screen
 * reader is told the same in one sentence. GUI thread.
 */
class VacancyHistogram final : public QWidget
{
    Q_OBJECT

public:
    explicit VacancyHistogram(QWidget *parent = nullptr);

    void setTimes(const std::vector<Micros> &measured, const std::vector<Micros> &predicted);
    const VacancyBins &bins() const { return m_bins; }
    /** What a bar stands for; empty: there is none at that place. */
    QString textAt(const QPointF &at) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF plotArea() const;
    void paintCounts(QPainter &painter, const QRectF &plot) const;
    void paintAxis(QPainter &painter, const QRectF &plot) const;

    VacancyBins m_bins;
    bool m_hasMeasured = false;
    bool m_hasPredicted = false;
};

/** Which of them a column of figures beside the bars is about, by the sign that it is drawn with.
 */
class VacancyKey final : public QLabel
{
    Q_OBJECT

public:
    enum class Of : quint8 { Measured, Predicted };

    explicit VacancyKey(Of of, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Of m_of;
};

} // namespace lockmaster
