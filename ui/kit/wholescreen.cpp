// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/wholescreen.h"

#include <QAccessible>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QTimer>
#include <QWidget>

#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto noteSeen = 12s;

} // namespace

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
        showNote();
    } else {
        endNote();
        m_window.setWindowState(m_before);
    }
    emit changed(on);
}

/** In a band of its own below everything: what is presented is not covered for it. */
void WholeScreen::showNote()
{
    m_note = new QLabel(tr("F11 or Esc ends the presentation."), &m_window);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setAlignment(Qt::AlignCenter);
    m_note->setWordWrap(true);
    m_note->setMargin(4);
    m_note->setAutoFillBackground(true);
    m_note->setBackgroundRole(QPalette::ToolTipBase);
    m_note->setForegroundRole(QPalette::ToolTipText);
    m_note->installEventFilter(this);
    placeNote();
    m_note->show();
    QAccessibleEvent told(m_note, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    QTimer::singleShot(noteSeen, m_note, [this] { endNote(); });
}

void WholeScreen::placeNote()
{
    const int height = m_note->heightForWidth(m_window.width());
    m_window.setContentsMargins(0, 0, 0, height);
    m_note->setGeometry(0, m_window.height() - height, m_window.width(), height);
}

void WholeScreen::endNote()
{
    const QPointer<QLabel> note = std::exchange(m_note, nullptr);
    if (!note)
        return;
    m_window.setContentsMargins({});
    note->hide();
    note->deleteLater();
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
    const bool resized = watched == &m_window && event->type() == QEvent::Resize;
    if (m_note && (resized || (watched == m_note && event->type() == QEvent::FontChange)))
        placeNote();
    // One that nobody in the window had a use for.
    if (m_on && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->keyCombination() == Qt::Key_Escape) {
        set(false);
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockmaster
