// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/history/holdbins.h"

#include <QWidget>

namespace lockmaster {

/** How long holds or waits took, as small bars. A screen reader is told the fullest bin. GUI
 * thread. */
class HoldHistogram final : public QWidget
{
    Q_OBJECT

public:
    /** @param caption stands above the bars; `name` is what a screen reader calls them. */
    HoldHistogram(const QString &caption, const QString &name, QWidget *parent = nullptr);

    /** @param lengths shortest first */
    void setLengths(const std::vector<Micros> &lengths);
    const HoldBins &bins() const { return m_bins; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF plotArea() const;
    qreal step() const;
    QString binText(size_t bin) const;

    const QString m_caption;
    HoldBins m_bins;
};

} // namespace lockmaster
