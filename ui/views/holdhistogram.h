// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/holdbins.h"

#include <QWidget>

namespace lockmaster {

/** How long holds took, as small bars. A screen reader is told the fullest bin. GUI thread. */
class HoldHistogram final : public QWidget
{
    Q_OBJECT

public:
    explicit HoldHistogram(QWidget *parent = nullptr);

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

    HoldBins m_bins;
};

} // namespace lockmaster
