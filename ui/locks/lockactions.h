// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/release.h"
#include "ui/kit/commandorigins.h"
#include "ui/locks/locktable.h"

#include <QAction>

#include <functional>

class QMenu;

namespace lockmaster {

class MarkedLocks;
class NarrowActions;

/**
 * What can be done with the selected locks: release them, copy them as text, as JSON, as the
 * commands that show or release them in a shell. As shortcuts in the table and as its context menu.
 * GUI thread.
 */
class LockActions final : public QObject
{
    Q_OBJECT

public:
    using ActionsOf = std::function<std::vector<LockAction>(const LockRecord &)>;

    /** Belongs to the table. */
    LockActions(LockTable &table, const Clock &clock);

    /** What a lock's system offers for it; without this nothing can be released. */
    void setActionsOf(ActionsOf actionsOf);

    /** What shows a lock at its server's own client; see `LockSystem::lookCommands`. */
    using LookOf = std::function<QStringList(const LockRecord &)>;
    void setLookOf(LookOf lookOf);

    /** Options for `lockctl` that stand for how this program found each of its backends. */
    void setCommandOrigins(const CommandOrigins &origins);

    /** The locks that stand first. */
    void setPins(MarkedLocks &pins);
    /** Pins what is selected, or, where all of it is, takes the pins away. */
    QAction &pin() { return *m_pin; }

    /** Stand in the menu of a single lock, in this order. */
    void addSingle(QAction *action) { m_single << action; }

    QAction &copyName() { return *m_name; }
    QAction &copyOwner() { return *m_owner; }
    QAction &copyText() { return *m_text; }
    QAction &copyJson() { return *m_json; }
    QAction &copyLook() { return *m_look; }
    QAction &copyCommand() { return *m_command; }
    QAction &copyReleaseCommand() { return *m_releaseCommand; }
    /** Adds what there is to copy of this very lock, whatever is selected, and to narrow to. */
    void addTo(QMenu &menu, const LockPointer &lock);
    /** What there is to do with the locks that are selected now. */
    QList<QAction *> offered();
    /** Enabled while something can be done to one of the selected locks; its tip says why not. */
    QAction &release() { return *m_release; }

signals:
    /** The menu of one lock is about to be shown. */
    void singleChosen(const lockmaster::LockId &id);
    /** What this term of a filter leaves is wanted to be seen alone. */
    void narrowRequested(const QString &term);
    /** The selected locks, from top to bottom; never none. */
    void releaseRequested(const std::vector<lockmaster::LockPointer> &locks);

private:
    using Locks = std::vector<LockPointer>;

    /** What can be copied of locks. */
    struct Copy {
        QAction *action = nullptr;
        std::function<QString(const Locks &)> text;
    };

    QAction *add(const std::function<QString()> &name, const QKeySequence &keys);
    QAction *addCopy(const std::function<QString()> &name,
                     QString (LockActions::*text)(const Locks &) const,
                     const QKeySequence &keys = {});
    static void copy(const QString &text);
    QString names(const Locks &locks) const;
    QString owners(const Locks &locks) const;
    QString texts(const Locks &locks) const;
    QString json(const Locks &locks) const;
    QString looks(const Locks &locks) const;
    QString commands(const Locks &locks) const;
    QString releaseCommands(const Locks &locks) const;
    QList<QAction *> copyActions() const;
    void updateRelease();
    void updatePin();
    void pinSelected();
    bool hasCommand(const std::vector<LockPointer> &locks) const;
    bool hasLook(const Locks &locks) const;
    QString whyNotReleased(const std::vector<LockPointer> &locks) const;
    void showMenu(const QPoint &at);

    LockTable &m_table;
    const Clock &m_clock;
    CommandOrigins m_origins;
    ActionsOf m_actionsOf;
    LookOf m_lookOf;
    std::vector<Copy> m_copies; ///< in the order of the menu
    MarkedLocks *m_pins = nullptr;
    QAction *m_release;
    QAction *m_pin;
    QList<QAction *> m_single;
    NarrowActions *m_narrow;
    QAction *m_name;
    QAction *m_owner;
    QAction *m_text;
    QAction *m_json;
    QAction *m_look;
    QAction *m_command;
    QAction *m_releaseCommand;
    QTimer m_later;
};

} // namespace lockmaster
