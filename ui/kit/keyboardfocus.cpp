// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/keyboardfocus.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QEvent>
#include <QFocusEvent>
#include <QList>
#include <QPointer>
#include <QTimer>
#include <QTreeView>
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

namespace {

QAccessibleInterface *cellOf(QAbstractItemView &view)
{
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(&view);
    QAccessibleTableInterface *table = whole ? whole->tableInterface() : nullptr;
    const QModelIndex current = view.currentIndex();
    if (!table || !current.isValid())
        return nullptr;
    if (!qobject_cast<QTreeView *>(&view))
        return table->cellAt(current.row(), current.column());
    // A tree counts its rows as they are unfolded.
    for (int i = 0; i < whole->childCount(); ++i) {
        QAccessibleInterface *cell = whole->child(i);
        if (cell && cell->state().focused)
            return cell;
    }
    return nullptr;
}

class Announcer final : public QObject
{
public:
    explicit Announcer(QAbstractItemView &view) : QObject(&view), m_view(view)
    {
        view.installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn) {
            startWithSelection();
            // After the view has made a row its current one, and Qt has told of the view itself.
            if (QAccessible::isActive())
                QTimer::singleShot(0, this, &Announcer::tell);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    /** Keys act on what is selected: without a current cell the view would begin with its first. */
    void startWithSelection()
    {
        QItemSelectionModel *const selection = m_view.selectionModel();
        if (!selection || selection->currentIndex().isValid() || !selection->hasSelection())
            return;
        const QModelIndexList rows = selection->selectedRows();
        if (!rows.isEmpty())
            selection->setCurrentIndex(rows.front(), QItemSelectionModel::NoUpdate);
    }
    void tell()
    {
        if (!m_view.hasFocus())
            return;
        if (QAccessibleInterface *cell = cellOf(m_view)) {
            QAccessibleEvent event(cell, QAccessible::Focus);
            QAccessible::updateAccessibility(&event);
        }
    }

    QAbstractItemView &m_view;
};

} // namespace

void announceFocusedCell(QAbstractItemView &view)
{
    new Announcer(view);
}

} // namespace lockmaster
