// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/passingnote.h"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto noteShown = 12s;
constexpr int noteMargin = 8;

/** Above the right end of its widget, whatever becomes of the window's size and of the text's. */
class PassingNote final : public QLabel
{
public:
    explicit PassingNote(QWidget &widget) : QLabel(widget.window()), m_widget(&widget)
    {
        window()->installEventFilter(this);
    }

    void place()
    {
        // It may have gone, or stand in another window by now.
        if (!m_widget || m_widget->window() != window())
            return;
        // On one line where that is no more than half of the window.
        const int whole =
            fontMetrics().horizontalAdvance(text()) + 2 * (margin() + frameWidth()) + 2;
        const int wanted = whole <= window()->width() / 2 ? whole : sizeHint().width();
        const int width = std::min(window()->width() - 2 * noteMargin, wanted);
        resize(width, heightForWidth(width));
        const QPoint corner = m_widget->mapTo(window(), m_widget->rect().topRight());
        move(std::max(noteMargin, corner.x() - width),
             std::max(noteMargin, corner.y() - height() - noteMargin));
    }

protected:
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange && isVisible())
            place();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == window() && event->type() == QEvent::Resize)
            place();
        return QLabel::eventFilter(watched, event);
    }

private:
    QPointer<QWidget> m_widget;
};

} // namespace

QLabel *showPassingNote(QWidget &widget, const QString &text)
{
    // A tool tip goes with the next move of the mouse: as soon as the dialog closes.
    auto *note = new PassingNote(widget);
    note->setTextFormat(Qt::PlainText);
    note->setText(text);
    note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    note->setWordWrap(true);
    note->setFrameShape(QFrame::Box);
    note->setMargin(8);
    note->setAutoFillBackground(true);
    note->setBackgroundRole(QPalette::ToolTipBase);
    note->setForegroundRole(QPalette::ToolTipText);
    note->place();
    note->show();
    note->raise();
    QAccessibleEvent told(note, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    QTimer::singleShot(noteShown, note, &QObject::deleteLater);
    return note;
}

} // namespace lockmaster
