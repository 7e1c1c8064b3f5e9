// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/narrowactions.h"

#include "core/text/literaltext.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>

namespace lockmaster {

NarrowActions::NarrowActions(QWidget &widget, LockOf lockOf)
    : QObject(&widget), m_lockOf(std::move(lockOf))
{
    for (const Narrowing by : allNarrowings) {
        auto *action = new QAction(NarrowedLock::text(by), this);
        connect(action, &QAction::triggered, this,
                [this, by] { emit narrowRequested(m_lock->term(by)); });
        m_actions << action;
    }
    const auto addCopy = [this](const QString &text, QByteArray NarrowedLock::*of) {
        auto *action = new QAction(text, this);
        connect(action, &QAction::triggered, this,
                [this, of] { QGuiApplication::clipboard()->setText(literalText((*m_lock).*of)); });
        m_copies << action;
    };
    addCopy(tr("Copy name"), &NarrowedLock::name);
    addCopy(tr("Copy owner"), &NarrowedLock::owner);
    widget.installEventFilter(this);
    if (auto *area = qobject_cast<QAbstractScrollArea *>(&widget))
        area->viewport()->installEventFilter(this);
    update();
}

void NarrowActions::update()
{
    m_lock = m_lockOf();
    for (const Narrowing by : allNarrowings)
        m_actions[qsizetype(by)]->setEnabled(m_lock && !m_lock->term(by).isEmpty());
    m_copies.front()->setEnabled(m_lock && !m_lock->name.isEmpty());
    m_copies.back()->setEnabled(m_lock && !m_lock->owner.isEmpty());
}

bool NarrowActions::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ContextMenu)
        update();
    return QObject::eventFilter(watched, event);
}

} // namespace lockmaster
