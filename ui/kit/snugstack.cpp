// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/snugstack.h"

namespace lockmaster {

SnugStack::SnugStack(QWidget *parent) : QStackedWidget(parent)
{
    connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
}

QSize SnugStack::minimumSizeHint() const
{
    const QWidget *page = currentWidget();
    return page ? page->minimumSizeHint().expandedTo(page->minimumSize()) : QSize();
}

} // namespace lockmaster
