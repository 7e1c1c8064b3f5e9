// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/fitting.h"

#include "ui/kit/elidedlabel.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

namespace lockmaster::test {

namespace {

QString described(const QWidget &widget, const QString &text)
{
    return QStringLiteral("%1 '%2' (%3x%4)")
        .arg(QString::fromLatin1(widget.metaObject()->className()), text.left(60))
        .arg(widget.width())
        .arg(widget.height());
}

void checkLabel(const QLabel &label, QStringList &faults)
{
    const QString text = label.text();
    if (text.isEmpty())
        return;
    if (qobject_cast<const ElidedLabel *>(&label)) {
        if (label.sizeHint().width() > label.width()
            && qobject_cast<const QDialog *>(label.window()))
            faults << QStringLiteral("elided: ") + described(label, text);
        return;
    }
    if (label.wordWrap() ? label.heightForWidth(label.width()) > label.height()
                         : label.sizeHint().width() > label.width()
                               || label.sizeHint().height() > label.height())
        faults << QStringLiteral("cut: ") + described(label, text);
}

void checkButton(const QAbstractButton &button, QStringList &faults)
{
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
        return;
    const QSize wanted = button.sizeHint();
    if (!button.text().isEmpty()
        && (wanted.width() > button.width() || wanted.height() > button.height()))
        faults << QStringLiteral("cut: ") + described(button, button.text());
}

void checkBox(const QComboBox &box, QStringList &faults)
{
    constexpr int edgeAndArrow = 20;
    if (box.fontMetrics().horizontalAdvance(box.currentText()) + edgeAndArrow > box.width())
        faults << QStringLiteral("cut: ") + described(box, box.currentText());
}

/** Which of the widgets in `body` keeps it from being narrower. */
QString widestIn(const QWidget &body)
{
    const auto inside = body.findChildren<QWidget *>();
    const QWidget *widest = &body;
    int most = 0;
    for (const QWidget *widget : inside) {
        const int least = widget->layout() ? 0 : widget->minimumSizeHint().width();
        if (widget->isVisible() && least > most) {
            most = least;
            widest = widget;
        }
    }
    return described(*widest, widest->accessibleName());
}

/** What is scrolled down is reached; what stands beside the view is not. */
void checkScrolled(const QScrollArea &area, QStringList &faults)
{
    const QWidget *body = area.widget();
    if (body && body->width() > area.viewport()->width())
        faults << QStringLiteral("beyond the right edge, by %1: ")
                          .arg(body->width() - area.viewport()->width())
                      + widestIn(*body);
    const auto inner = body ? body->findChildren<QScrollArea *>() : QList<QScrollArea *>();
    for (const QScrollArea *each : inner) {
        if (each->isVisible() && each->verticalScrollBar()->isVisible()
            && area.verticalScrollBar()->isVisible())
            faults << QStringLiteral("scrolls within what scrolls: ")
                          + described(*each, each->objectName());
    }
}

bool isControl(const QWidget &widget)
{
    return qobject_cast<const QLabel *>(&widget) || qobject_cast<const QAbstractButton *>(&widget)
           || qobject_cast<const QLineEdit *>(&widget) || qobject_cast<const QComboBox *>(&widget)
           || qobject_cast<const QAbstractSpinBox *>(&widget);
}

/** Beside one another, none above the other, and all of them within what they are in. */
void checkPlaces(const QWidget &parent, QStringList &faults)
{
    QList<const QWidget *> controls;
    for (const QObject *child : parent.children()) {
        const auto *widget = qobject_cast<const QWidget *>(child);
        if (!widget || !widget->isVisible() || widget->isWindow() || !isControl(*widget))
            continue;
        // What is in a field or a bar is placed by that.
        const bool isOwn = isControl(parent) || !parent.layout();
        if (isOwn)
            return;
        if (!parent.rect().contains(widget->geometry()))
            faults << QStringLiteral("outside: ") + described(*widget, widget->accessibleName());
        for (const QWidget *other : controls) {
            if (other->geometry().intersects(widget->geometry()))
                faults << QStringLiteral("over one another: %1 and %2")
                              .arg(described(*widget, widget->accessibleName()),
                                   described(*other, other->accessibleName()));
        }
        controls << widget;
    }
}

/** What the keys can come to, and a screen reader could not tell. */
void checkName(QWidget &widget, QStringList &faults)
{
    const bool takesKeys =
        (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isEnabled() && !widget.focusProxy();
    QAccessibleInterface *const told =
        takesKeys ? QAccessible::queryAccessibleInterface(&widget) : nullptr;
    if (!told)
        return;
    // What is chosen in a box is its name; what that is, a label or a description tells.
    const bool isNamed = qobject_cast<const QComboBox *>(&widget)
                             ? !told->text(QAccessible::Description).isEmpty()
                                   || !told->relations(QAccessible::Label).isEmpty()
                             : !told->text(QAccessible::Name).trimmed().isEmpty();
    const bool passesOn = told->role() == QAccessible::Client && told->childCount() > 0;
    if (!isNamed && !passesOn)
        faults << QStringLiteral("without a name: ") + described(widget, widget.objectName());
    for (const auto kind : {QAccessible::Name, QAccessible::Description}) {
        const QString text = told->text(kind);
        if (text.contains(QLatin1String("<p")) || text.contains(QLatin1String("&amp;")))
            faults << QStringLiteral("markup: ") + described(widget, text);
    }
}

} // namespace

QStringList faultsOf(const QWidget &window)
{
    QStringList faults;
    if (!window.isVisible() || !window.isWindow() || window.windowType() == Qt::Popup
        || window.windowType() == Qt::ToolTip)
        return faults;
    const QSize screen = window.screen()->availableGeometry().size();
    if (window.width() > screen.width() || window.height() > screen.height())
        faults << QStringLiteral("larger than the screen: ")
                      + described(window, window.windowTitle());
    const auto widgets = window.findChildren<QWidget *>();
    checkPlaces(window, faults);
    for (QWidget *widget : widgets) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        checkName(*widget, faults);
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            checkLabel(*label, faults);
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            checkButton(*button, faults);
        else if (const auto *box = qobject_cast<const QComboBox *>(widget))
            checkBox(*box, faults);
        else if (const auto *area = qobject_cast<const QScrollArea *>(widget))
            checkScrolled(*area, faults);
        if (const auto *scrolled = qobject_cast<const QAbstractScrollArea *>(widget);
            qobject_cast<const QDialog *>(&window) && scrolled
            && scrolled->horizontalScrollBar()->isVisible())
            faults << QStringLiteral("scrolls aside: ")
                          + described(*widget, widget->accessibleName());
        checkPlaces(*widget, faults);
    }
    return faults;
}

} // namespace lockmaster::test
