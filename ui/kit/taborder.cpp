// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/taborder.h"

#include <QFocusEvent>
#include <QList>
#include <QPointer>
#include <QWidget>

namespace lockmaster {

namespace {

/** What follows `widget` in the chain and is within it. */
QList<QWidget *> within(QWidget *widget)
{
    QList<QWidget *> found;
    for (QWidget *next = widget->nextInFocusChain(); widget->isAncestorOf(next);
         next = next->nextInFocusChain())
        found.append(next);
    return found;
}

class FocusPasser final : public QObject
{
public:
    FocusPasser(QWidget &page, QWidget &part) : QObject(&page), m_part(&part)
    {
        page.installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn && m_part)
            m_part->setFocus(static_cast<QFocusEvent *>(event)->reason());
        return QObject::eventFilter(watched, event);
    }

private:
    QPointer<QWidget> m_part;
};

} // namespace

void passFocus(QWidget &page, QWidget &part)
{
    new FocusPasser(page, part);
}

void orderTabs(std::initializer_list<QWidget *> widgets)
{
    QWidget *before = nullptr;
    for (QWidget *widget : widgets) {
        const QList<QWidget *> parts = within(widget);
        if (before) {
            const QList<QWidget *> partsBefore = within(before);
            QWidget::setTabOrder(partsBefore.isEmpty() ? before : partsBefore.last(), widget);
            // Some of them came along.
            QWidget *last = widget;
            for (QWidget *part : parts) {
                if (last->nextInFocusChain() != part)
                    QWidget::setTabOrder(last, part);
                last = part;
            }
        }
        before = widget;
    }
}

} // namespace lockmaster
