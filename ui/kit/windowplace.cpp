// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/windowplace.h"

#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace lockmaster {

namespace {

void fitScreen(QWidget &window)
{
    if (window.isMaximized() || window.isFullScreen())
        return;
    const QRect available = window.screen()->availableGeometry();
    const QSize fitting = window.size().boundedTo(available.size() - windowFrameAllowance);
    if (fitting != window.size())
        window.resize(fitting);
    const QRect frame = window.frameGeometry();
    const QPoint last = available.bottomRight() - QPoint(fitting.width(), fitting.height())
                        - QPoint(windowFrameAllowance.width(), windowFrameAllowance.height());
    const QPoint corner(
        std::clamp(frame.left(), available.left(), std::max(available.left(), last.x())),
        std::clamp(frame.top(), available.top(), std::max(available.top(), last.y())));
    if (corner != frame.topLeft())
        window.move(corner);
}

} // namespace

void restoreWindowPlace(QWidget &window, const QByteArray &place, QSize usual)
{
    window.resize(usual.boundedTo(window.screen()->availableSize() - windowFrameAllowance));
    window.restoreGeometry(place);
    fitScreen(window);
}

} // namespace lockmaster
