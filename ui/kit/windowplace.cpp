// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/windowplace.h"

#include "ui/kit/textsize.h"

#include <QApplication>
#include <QEvent>
#include <QScreen>
#include <QWidget>
#include <QWindow>

#include <algorithm>
#include <utility>

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
    const QSize wanted(scaledByText(usual.width()), scaledByText(usual.height()));
    window.resize(wanted.boundedTo(window.screen()->availableSize() - windowFrameAllowance));
    window.restoreGeometry(place);
    fitScreen(window);
}

void keepWindowsOnScreens()
{
    // Queued: Qt has given each of them another screen by then.
    QObject::connect(
        qApp, &QGuiApplication::screenRemoved, qApp,
        [] {
            for (QWidget *window : QApplication::topLevelWidgets()) {
                if (window->isVisible()
                    && (window->windowType() == Qt::Window || window->windowType() == Qt::Dialog))
                    fitScreen(*window);
            }
        },
        Qt::QueuedConnection);
}

QWidget *frontWindow(QWidget *usual)
{
    QWidget *const active = QApplication::activeWindow();
    return active && active->windowType() == Qt::Window ? active : usual;
}

void bringForward(QWidget &window)
{
    if (window.isMinimized())
        window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.raise();
    window.activateWindow();
}

GrowingDialog::GrowingDialog(QWidget &dialog) : QObject(&dialog), m_dialog(dialog)
{
    dialog.installEventFilter(this);
}

bool GrowingDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_dialog) {
        if (event->type() == QEvent::Show && m_dialog.windowHandle())
            m_dialog.windowHandle()->installEventFilter(this);
        // What is done now is sent before the next answer of the window manager is read.
        if (event->type() == QEvent::Resize)
            QMetaObject::invokeMethod(this, &GrowingDialog::keep, Qt::QueuedConnection);
    } else if (event->type() == QEvent::Expose) {
        // Only from here on it is known where it stands.
        QMetaObject::invokeMethod(this, &GrowingDialog::keep, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void GrowingDialog::keep()
{
    const QWindow *const window = m_dialog.windowHandle();
    if (!m_dialog.isVisible() || !window || !window->isExposed()
        || std::exchange(m_keptHeight, m_dialog.height()) >= m_dialog.height())
        return;
    const QRect frame = m_dialog.frameGeometry();
    const QRect available = m_dialog.screen()->availableGeometry();
    const int over = frame.bottom() - available.bottom();
    const int above = frame.top() - available.top();
    if (over > 0 && above > 0)
        m_dialog.move(m_dialog.pos() - QPoint(0, std::min(over, above)));
}

} // namespace lockmaster
