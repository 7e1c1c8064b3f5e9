// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/passingnote.h"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto noteShown = 12s;
constexpr int noteMargin = 8;

/** As large as its text, also where that grows while it is shown. */
class PassingNote final : public QLabel
{
public:
    PassingNote(QWidget *window, QPoint corner) : QLabel(window), m_corner(corner) {}

    void fit()
    {
        // On one line where that is no more than half of the window.
        const int whole =
            fontMetrics().horizontalAdvance(text()) + 2 * (margin() + frameWidth()) + 2;
        const int wanted = whole <= window()->width() / 2 ? whole : sizeHint().width();
        const int wide = std::min(window()->width() - 2 * noteMargin, wanted);
        resize(wide, heightForWidth(wide));
        move(std::max(noteMargin, m_corner.x() - wide),
             std::max(noteMargin, m_corner.y() - height() - noteMargin));
    }

protected:
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange && isVisible())
            fit();
    }

private:
    const QPoint m_corner;
};

} // namespace

QLabel *showPassingNote(QWidget &widget, const QString &text)
{
    QWidget *const window = widget.window();
    // A tool tip goes with the next move of the mouse: as soon as the dialog closes.
    auto *note = new PassingNote(window, widget.mapTo(window, widget.rect().topRight()));
    note->setTextFormat(Qt::PlainText);
    note->setText(text);
    note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    note->setWordWrap(true);
    note->setFrameShape(QFrame::Box);
    note->setMargin(8);
    note->setAutoFillBackground(true);
    note->setBackgroundRole(QPalette::ToolTipBase);
    note->setForegroundRole(QPalette::ToolTipText);
    note->fit();
    note->show();
    note->raise();
    QAccessibleEvent told(note, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    QTimer::singleShot(noteShown, note, &QObject::deleteLater);
    return note;
}

} // namespace lockmaster
