// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/productionstripe.h"

#include "ui/kit/colors.h"

#include <QPainter>

namespace lockmaster {

ProductionStripe::ProductionStripe(QWidget *parent) : QWidget(parent)
{
    constexpr int thickness = 3;
    setFixedHeight(thickness);
    setAccessibleName(tr("A production server is shown"));
    hide();
}

void ProductionStripe::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).danger);
}

} // namespace lockmaster
