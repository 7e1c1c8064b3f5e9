// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/narrowing.h"

#include <QList>
#include <QObject>

#include <functional>

class QAction;
class QWidget;

namespace lockmaster {

/**
 * The entries of a menu that narrow the list of locks to what has the name, the owner or the server
 * of one of them, and those that copy its name and owner. They can be chosen where that is known of
 * the lock that the menu is about when it opens. GUI thread; belongs to its widget.
 */
class NarrowActions final : public QObject
{
    Q_OBJECT

public:
    /** None: the menu is about no lock. */
    using LockOf = std::function<std::optional<NarrowedLock>()>;

    NarrowActions(QWidget &widget, LockOf lockOf);

    const QList<QAction *> &actions() const { return m_actions; }
    const QList<QAction *> &copies() const { return m_copies; }
    /** As the lock has it by now; done by itself when a menu of the widget opens. */
    void update();

signals:
    /** A term of a filter. */
    void narrowRequested(const QString &term);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    LockOf m_lockOf;
    std::optional<NarrowedLock> m_lock; ///< rows move on while a menu is open
    QList<QAction *> m_actions;         ///< in the order of `allNarrowings`
    QList<QAction *> m_copies;
};

} // namespace lockmaster
