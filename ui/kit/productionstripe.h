// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace lockmaster {

/** A red line along the top of a window that shows something of a production server. GUI thread. */
class ProductionStripe final : public QWidget
{
    Q_OBJECT

public:
    /** Hidden at first. */
    explicit ProductionStripe(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lockmaster
