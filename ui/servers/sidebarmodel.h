// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/lockroles.h"
#include "ui/kit/pagestack.h"
#include "core/display/systemnames.h"

#include <QAbstractItemModel>

#include <memory>

namespace lockmaster {

struct BackendGroup;

/**
 * What the sidebar lists: the pages, the backends with their sources, and the findings there are.
 * Many backends are grouped by their environment, those that are lost first in each; such a group
 * is an entry itself, for all locks of it. What stands
 * apart is a group of its own, with its own entries for locks and leaders, and counted nowhere
 * else. A server that is in a group lists the nodes of it, which cannot be chosen. Each entry but
 * these, the headings and the other pages stands for a scope of the lock table.
 * Entries come and go one by one, so selection and keyboard focus survive. GUI thread; store and
 * clock outlive it.
 */
class SidebarModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Heading, Group, AllLocks, Page, Backend, Source, Node, Finding };
    enum Role {
        KindRole = Qt::UserRole + 200, ///< `Kind`
        NoteRole,                      ///< text at the right: a count, `4 s old`, `offline`
        NoteToneRole,                  ///< `Tone` of the note
        HealthRole,                    ///< `BackendState` of a backend
        EnvironmentRole,               ///< `Environment` of a backend
        ReadOnlyRole,                  ///< bool: a backend that may not be written to now
        ScopeRole,                     ///< `ViewScope`; invalid for headings and other pages
        PageRole,                      ///< `PageId`; invalid for headings
        ApartRole,                     ///< bool: of what stands apart
        AddsRole,                      ///< bool: a server can be added beside those below it
    };

    SidebarModel(LockStore &store, SystemNames names, const Clock &clock,
                 QObject *parent = nullptr);
    ~SidebarModel() override;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    /** The entry for `scope`; invalid where there is none. */
    QModelIndex indexOf(const ViewScope &scope) const;
    /** The entry for a page; invalid where there is none. */
    QModelIndex indexOf(PageId page, bool apart = false) const;
    static QString pageTitle(PageId page);
    /** Lists a page beside the locks. */
    void addPage(PageId page);

    /** The read-only backends that may be written to for the moment. */
    void setLifted(const QStringList &backends);

    /** Servers can be added. */
    void setOffersServers(bool offers);

    /** So many that only the chosen one should show its sources. */
    bool hasManyBackends() const;

    /** While not live (nobody sees it), it does not follow the store. */
    void setLive(bool live);
    /** Lets the ages of stale data grow; called about once a second. */
    void tick();

private:
    struct Item;
    struct Node;

    void rebuild();
    std::vector<Item> wantedItems() const;
    Item groupItem(const BackendGroup &group) const;
    static QString accessibleText(const Item &item);
    static QString toolTip(const Item &item);
    static QString groupTitle(Environment environment);
    Item viewsItem() const;
    Item locksItem(bool apart) const;
    Item leadersItem(bool apart) const;
    Item apartItem() const;
    Item pageItem(PageId page) const;
    Item backendItem(const BackendSnapshot &backend, bool apart) const;
    QString backendToolTip(const BackendStatus &status) const;
    void setStaleNote(Item &item, const BackendStatus &status) const;
    static QString sourceNote(const SourceCount &count);
    std::vector<Item> sourceItems(const BackendSnapshot &backend, bool apart) const;
    static std::vector<Item> nodeItems(const BackendStatus &status);
    static Item sentinelsItem(const GroupMember &group);
    std::vector<Item> findingItems() const;
    void sync(Node &parent, const QModelIndex &parentIndex, std::vector<Item> wanted);
    QModelIndex find(const Node &node, const ViewScope &scope) const;
    QModelIndex indexOfNode(const Node &node) const;

    LockStore &m_store;
    SystemNames m_names;
    const Clock &m_clock;
    QStringList m_lifted;
    bool m_live = true;
    bool m_offersServers = false;
    std::vector<PageId> m_pages; ///< beside the locks, in order
    std::unique_ptr<Node> m_root;
};

} // namespace lockmaster

Q_DECLARE_METATYPE(lockmaster::SidebarModel::Kind)
