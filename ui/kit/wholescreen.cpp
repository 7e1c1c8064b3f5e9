// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/wholescreen.h"

#include "ui/kit/passingnote.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QWidget>

#include <utility>

namespace lockmaster {

WholeScreen::WholeScreen(QWidget &window) : QObject(&window), m_window(window)
{
    m_window.installEventFilter(this);
}

void WholeScreen::set(bool on)
{
    if (std::exchange(m_on, on) == on)
        return;
    if (on) {
        m_before = m_window.windowState() & ~Qt::WindowFullScreen;
        m_place = m_window.saveGeometry();
        m_window.setWindowState(m_before | Qt::WindowFullScreen);
        m_note = showPassingNote(m_window, tr("F11 or Esc ends the presentation."));
    } else {
        delete m_note;
        m_window.setWindowState(m_before);
    }
    emit changed(on);
}

QByteArray WholeScreen::place() const
{
    return m_on ? m_place : m_window.saveGeometry();
}

bool WholeScreen::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::WindowStateChange && !m_window.isFullScreen()
        && !m_window.isMinimized())
        set(false);
    // One that nobody in the window had a use for.
    if (m_on && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->keyCombination() == Qt::Key_Escape) {
        set(false);
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockmaster
