// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "ui/kit/pagestack.h"

#include <QStringList>

class QMenu;

namespace lockmaster {

class Sidebar;

/**
 * What can be done with a backend, as the context menu of its entry in the sidebar, with all of
 * them, as that of their heading and of the room below, and with a page. GUI thread.
 */
class BackendMenu final : public QObject
{
    Q_OBJECT

public:
    /** Belongs to the sidebar; the store outlives it. */
    BackendMenu(Sidebar &sidebar, const LockStore &store);

    /** The backends that a dialog can edit or remove; the others can only be tested. */
    void setEditable(const QStringList &names) { m_editable = names; }
    /** The read-only backends that may be written to for the moment. */
    void setLifted(const QStringList &names) { m_lifted = names; }
    /** What is watched comes from a profile, which can be changed. */
    void setOffersServers(bool offers) { m_offersServers = offers; }

signals:
    void passwordRequested(const QString &name);
    void testRequested(const QString &name);
    void editRequested(const QString &name);
    void duplicateRequested(const QString &name);
    void removeRequested(const QString &name);
    void addRequested(lockmaster::Environment environment);
    void importRequested();
    void reloadRequested();
    void openProfileRequested();
    void allowWritesRequested(const QString &name);
    void readOnlyRequested(const QString &name);
    /** That page is wanted in a window of its own. */
    void pageWindowRequested(lockmaster::PageId id);

private:
    void show(const QPoint &at);
    void addBackendActions(QMenu &menu, const QString &name);
    void addProfileActions(QMenu &menu, Environment environment);
    const BackendStatus *statusOf(const QString &name) const;

    Sidebar &m_sidebar;
    const LockStore &m_store;
    QStringList m_editable;
    QStringList m_lifted;
    bool m_offersServers = false;
};

} // namespace lockmaster
