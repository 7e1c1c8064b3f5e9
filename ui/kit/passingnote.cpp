// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/passingnote.h"

#include <QAccessible>
#include <QLabel>
#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto noteShown = 12s;
constexpr int noteMargin = 8;

} // namespace

QLabel *showPassingNote(QWidget &widget, const QString &text)
{
    QWidget *const window = widget.window();
    // A tool tip goes with the next move of the mouse: as soon as the dialog closes.
    auto *note = new QLabel(window);
    note->setTextFormat(Qt::PlainText);
    note->setText(text);
    note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    note->setWordWrap(true);
    note->setFrameShape(QFrame::Box);
    note->setMargin(8);
    note->setAutoFillBackground(true);
    note->setBackgroundRole(QPalette::ToolTipBase);
    note->setForegroundRole(QPalette::ToolTipText);
    const int width = std::min(window->width() - 2 * noteMargin, note->sizeHint().width());
    note->resize(width, note->heightForWidth(width));
    const QPoint corner = widget.mapTo(window, widget.rect().topRight());
    note->move(std::max(noteMargin, corner.x() - width),
               std::max(noteMargin, corner.y() - note->height() - noteMargin));
    note->show();
    note->raise();
    QAccessibleEvent told(note, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    QTimer::singleShot(noteShown, note, &QObject::deleteLater);
    return note;
}

} // namespace lockmaster
