// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace lockmaster {

/** A line of plain text that gives way: too long, it is cut at its end, in full in the tooltip. */
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
};

} // namespace lockmaster
