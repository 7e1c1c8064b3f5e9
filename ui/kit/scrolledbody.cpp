// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/scrolledbody.h"

#include "ui/kit/textsize.h"

#include <QEvent>
#include <QLayout>
#include <QScreen>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

/** The frame and the title that the desktop puts around a dialog. */
constexpr QSize aroundDialog(16, 40);
/** Enough to see that there is something to scroll. */
constexpr int leastBodyHeight = 96;

} // namespace

ScrolledBody::ScrolledBody(QWidget *body, QWidget *parent) : QScrollArea(parent)
{
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    // What is in it can be reached, and is scrolled to; the area itself would be one Tab more.
    setFocusPolicy(Qt::NoFocus);
    setWidget(body);
    body->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize ScrolledBody::sizeHint() const
{
    return widget()->sizeHint();
}

QSize ScrolledBody::minimumSizeHint() const
{
    const QSize least = widget()->minimumSizeHint();
    return {least.width() + verticalScrollBar()->sizeHint().width(),
            std::min(least.height(), leastBodyHeight)};
}

int ScrolledBody::heightForWidth(int width) const
{
    const QLayout *layout = widget()->layout();
    return layout && layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                                 : widget()->sizeHint().height();
}

bool ScrolledBody::eventFilter(QObject *watched, QEvent *event)
{
    // The layout around it keeps how high it wanted to be until it is told of another height.
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

QSize largestDialog(const QWidget &dialog)
{
    return dialog.screen()->availableGeometry().size() - aroundDialog;
}

int widthOnScreen(const QWidget &dialog, int usual)
{
    return std::min(int(std::lround(usual * TextSize::scale())), largestDialog(dialog).width());
}

void resizeOnScreen(QWidget &dialog, QSize usual)
{
    const QSize wanted = (QSizeF(usual) * TextSize::scale()).toSize();
    dialog.resize(wanted.boundedTo(largestDialog(dialog)));
}

} // namespace lockmaster
