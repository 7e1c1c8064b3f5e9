// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sidebarmodel.h"

#include "core/display/shownwords.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/servers/backendgroups.h"
#include "core/display/locktext.h"
#include "core/display/releasewords.h"
#include "core/display/viewaccount.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockmaster {

/** What an entry shows. `key` is unique among its siblings. */
struct SidebarModel::Item {
    QString key = {};
    Kind kind = Kind::Heading;
    PageId page = PageId::Locks;
    QString label = {};
    QString note = {};
    Tone noteTone = Tone::Muted;
    BackendState health = BackendState::Connecting;
    Environment environment = Environment::Unset;
    bool readOnly = false;
    ViewScope scope = {};
    QString toolTip = {};
    bool adds = false;
    std::vector<Item> children = {};

    bool looksLike(const Item &other) const
    {
        return kind == other.kind && adds == other.adds && label == other.label
               && note == other.note && noteTone == other.noteTone && health == other.health
               && environment == other.environment && readOnly == other.readOnly
               && toolTip == other.toolTip;
    }
};

/** An entry in the tree. Owned by its parent. */
struct SidebarModel::Node {
    Item item;
    Node *parent = nullptr;
    std::vector<std::unique_ptr<Node>> children;

    int row() const
    {
        const auto &siblings = parent->children;
        const auto found = std::find_if(siblings.begin(), siblings.end(),
                                        [this](const auto &node) { return node.get() == this; });
        return static_cast<int>(found - siblings.begin());
    }
};

namespace {

QString leadersNote(const ViewPart &part)
{
    size_t count = 0;
    for (const auto &backend : part.backends)
        count += backend->leaders.size();
    const bool known = count > 0 || ViewAccount::isAnythingRead(part);
    return known ? countText(static_cast<qint64>(count)) : LockText::unknown();
}

ViewScope wholeScope(bool apart)
{
    ViewScope scope;
    scope.apart = apart;
    return scope;
}

ViewScope backendScope(const QString &backend, bool apart)
{
    ViewScope scope = wholeScope(apart);
    scope.backend = backend;
    return scope;
}

ViewScope environmentScope(Environment environment)
{
    ViewScope scope;
    scope.environment = environment;
    return scope;
}

ViewScope sourceScope(const SourceCount &count, bool apart)
{
    ViewScope scope = backendScope(count.backend, apart);
    scope.source = count.source;
    scope.system = count.system;
    return scope;
}

ViewScope findingScope(FindingId id)
{
    ViewScope scope;
    scope.finding = id;
    return scope;
}

/** Entries that narrow the lock table, or show all of it. */
bool isScope(SidebarModel::Kind kind)
{
    return kind != SidebarModel::Kind::Heading && kind != SidebarModel::Kind::Page
           && kind != SidebarModel::Kind::Node;
}

bool isChosen(SidebarModel::Kind kind)
{
    return kind != SidebarModel::Kind::Heading && kind != SidebarModel::Kind::Node;
}

/** `table` of `schema.table`: the backend's own entry says the rest. */
QString shortSourceName(const QString &source)
{
    const qsizetype dot = source.lastIndexOf(u'.');
    // A table may be called like a source that is no table.
    return dot < 0 ? sourceText(source) : literalText(source.mid(dot + 1));
}

} // namespace

SidebarModel::SidebarModel(LockStore &store, SystemNames names, const Clock &clock, QObject *parent)
    : QAbstractItemModel(parent), m_store(store), m_names(std::move(names)), m_clock(clock),
      m_root(std::make_unique<Node>())
{
    connect(&store, &LockStore::updated, this, &SidebarModel::rebuild);
    rebuild();
}

SidebarModel::~SidebarModel() = default;

QModelIndex SidebarModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const Node *node =
        parent.isValid() ? static_cast<const Node *>(parent.internalPointer()) : m_root.get();
    return createIndex(row, column, node->children[static_cast<size_t>(row)].get());
}

QModelIndex SidebarModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    return indexOfNode(*static_cast<const Node *>(child.internalPointer())->parent);
}

QModelIndex SidebarModel::indexOfNode(const Node &node) const
{
    return node.parent ? createIndex(node.row(), 0, &node) : QModelIndex();
}

int SidebarModel::rowCount(const QModelIndex &parent) const
{
    const Node *node =
        parent.isValid() ? static_cast<const Node *>(parent.internalPointer()) : m_root.get();
    return static_cast<int>(node->children.size());
}

int SidebarModel::columnCount(const QModelIndex &) const
{
    return 1;
}

QVariant SidebarModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Item &item = static_cast<const Node *>(index.internalPointer())->item;
    switch (role) {
    case Qt::DisplayRole: return item.label;
    case Qt::ToolTipRole: return toolTip(item);
    case Qt::AccessibleTextRole: return accessibleText(item);
    case Qt::AccessibleDescriptionRole: return item.toolTip;
    case KindRole: return QVariant::fromValue(item.kind);
    case NoteRole: return item.note;
    case NoteToneRole: return QVariant::fromValue(item.noteTone);
    case HealthRole: return QVariant::fromValue(item.health);
    case EnvironmentRole: return QVariant::fromValue(item.environment);
    case ReadOnlyRole: return item.readOnly;
    case ScopeRole: return isScope(item.kind) ? QVariant::fromValue(item.scope) : QVariant();
    case PageRole: return isChosen(item.kind) ? QVariant::fromValue(item.page) : QVariant();
    case ApartRole: return item.scope.apart;
    case AddsRole: return item.adds;
    default: return {};
    }
}

/** Its name first: where there is little room it is cut. */
QString SidebarModel::toolTip(const Item &item)
{
    const QString name = literalText(item.label);
    if (item.toolTip.startsWith(name))
        return plainToolTip(item.toolTip);
    QStringList lines{name, item.toolTip};
    lines.removeAll(QString());
    return plainToolTip(lines.join(u'\n'));
}

/** With what the entry shows by its badge and its signs. */
QString SidebarModel::accessibleText(const Item &item)
{
    QStringList parts{item.label, item.note};
    parts << LockText::environment(item.environment);
    if (item.readOnly)
        parts << tr("read-only");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

void SidebarModel::setLifted(const QStringList &backends)
{
    m_lifted = backends;
    rebuild();
}

void SidebarModel::setOffersServers(bool offers)
{
    m_offersServers = offers;
    rebuild();
}

Qt::ItemFlags SidebarModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Item &item = static_cast<const Node *>(index.internalPointer())->item;
    return isChosen(item.kind) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

QModelIndex SidebarModel::indexOf(const ViewScope &scope) const
{
    return find(*m_root, scope);
}

QModelIndex SidebarModel::indexOf(PageId page, bool apart) const
{
    // What stands apart comes last.
    const QModelIndex group = index(apart ? rowCount() - 1 : 0, 0);
    for (int row = 0; row < rowCount(group); ++row) {
        const QModelIndex entry = index(row, 0, group);
        if (entry.data(PageRole).value<PageId>() == page && entry.data(ApartRole) == apart)
            return entry;
    }
    return {};
}

void SidebarModel::addPage(PageId page)
{
    m_pages.insert(std::lower_bound(m_pages.begin(), m_pages.end(), page), page);
    rebuild();
}

QModelIndex SidebarModel::find(const Node &node, const ViewScope &scope) const
{
    for (const auto &child : node.children) {
        if (isScope(child->item.kind) && child->item.scope == scope)
            return indexOfNode(*child);
        if (const QModelIndex found = find(*child, scope); found.isValid())
            return found;
    }
    return {};
}

void SidebarModel::tick()
{
    rebuild();
}

void SidebarModel::setLive(bool live)
{
    m_live = live;
    if (live)
        rebuild();
}

void SidebarModel::rebuild()
{
    if (!m_live)
        return;
    sync(*m_root, {}, wantedItems());
}

QString SidebarModel::pageTitle(PageId page)
{
    switch (page) {
    case PageId::Locks: return tr("Locks");
    case PageId::Leaders: return tr("Leaders");
    case PageId::Lab: return tr("Lab");
    case PageId::History: return tr("History");
    case PageId::Owners: return tr("Owners");
    case PageId::Chains: return tr("Chains");
    case PageId::Overview: return tr("Overview");
    }
    Q_UNREACHABLE();
}

SidebarModel::Item SidebarModel::pageItem(PageId page) const
{
    Item item{.kind = Kind::Page, .page = page, .label = pageTitle(page)};
    switch (page) {
    case PageId::Locks: break;
    case PageId::Leaders: return leadersItem(false);
    case PageId::Lab:
        item.key = QStringLiteral("lab");
        item.toolTip = tr("Try what locks do when something goes wrong");
        break;
    case PageId::History:
        item.key = QStringLiteral("history");
        item.toolTip = tr("Who held what when, as far as it was seen");
        break;
    case PageId::Owners:
        item.key = QStringLiteral("owners");
        item.toolTip = tr("Who holds what in all places, and waits for what");
        break;
    case PageId::Chains:
        item.key = QStringLiteral("chains");
        item.toolTip = tr("Who waits for whom, and behind whom all of them wait");
        break;
    case PageId::Overview:
        item.key = QStringLiteral("overview");
        item.toolTip = tr("How all servers stand, those with trouble first");
        break;
    }
    return item;
}

SidebarModel::Item SidebarModel::leadersItem(bool apart) const
{
    return {.key = QStringLiteral("leaders"),
            .kind = Kind::Page,
            .page = PageId::Leaders,
            .label = pageTitle(PageId::Leaders),
            .note = leadersNote(m_store.view()->part(apart)),
            .scope = wholeScope(apart),
            .toolTip = tr("Who leads, since when, and for how long nobody did")};
}

SidebarModel::Item SidebarModel::locksItem(bool apart) const
{
    const ViewPart &part = m_store.view()->part(apart);
    return {.key = QStringLiteral("locks"),
            .kind = Kind::AllLocks,
            .label = pageTitle(PageId::Locks),
            .note = part.totalLocks > 0 || ViewAccount::isAnythingRead(part)
                        ? countText(part.totalLocks)
                        : LockText::unknown(),
            .scope = wholeScope(apart),
            .toolTip = apart ? tr("All locks of the lab") : tr("All locks of all servers")};
}

/** Keys are told apart from the backends' names, which may be any. */
SidebarModel::Item SidebarModel::apartItem() const
{
    Item item{.key = QStringLiteral("apart"), .label = tr("Lab")};
    item.children.push_back(locksItem(true));
    item.children.back().key.prepend(QChar(0));
    if (std::find(m_pages.begin(), m_pages.end(), PageId::Leaders) != m_pages.end()) {
        item.children.push_back(leadersItem(true));
        item.children.back().key.prepend(QChar(0));
    }
    for (const auto &backend : m_store.view()->apart.backends)
        item.children.push_back(backendItem(*backend, true));
    return item;
}

SidebarModel::Item SidebarModel::viewsItem() const
{
    Item views{.key = QStringLiteral("views"), .label = tr("Views")};
    views.children.push_back(locksItem(false));
    for (const PageId page : m_pages)
        views.children.push_back(pageItem(page));
    return views;
}

bool SidebarModel::hasManyBackends() const
{
    return m_store.view()->backends.size() > mostUngroupedBackends;
}

std::vector<SidebarModel::Item> SidebarModel::wantedItems() const
{
    std::vector<Item> wanted;
    wanted.push_back(viewsItem());
    Item findings{.key = QStringLiteral("findings"), .label = tr("Findings")};
    findings.children = findingItems();
    // Nobody scrolls past fifty servers to see that something is wrong with their locks.
    if (hasManyBackends() && !findings.children.empty())
        wanted.push_back(findings);
    for (const BackendGroup &group : backendGroups(*m_store.view()))
        wanted.push_back(groupItem(group));
    if (!hasManyBackends() && !findings.children.empty())
        wanted.push_back(std::move(findings));
    if (!m_store.view()->apart.backends.empty())
        wanted.push_back(apartItem());
    return wanted;
}

SidebarModel::Item SidebarModel::groupItem(const BackendGroup &group) const
{
    Item item{.key = QStringLiteral("backends") + environmentName(group.environment),
              .label = groupTitle(group.environment),
              .adds = m_offersServers};
    if (hasManyBackends()) {
        item.kind = Kind::Group;
        item.scope = environmentScope(group.environment);
        item.toolTip =
            tr("All locks of these %n servers", nullptr, static_cast<int>(group.backends.size()));
    }
    if (hasManyBackends() && group.offline > 0) {
        item.note = tr("%1 offline").arg(group.offline);
        item.noteTone = Tone::Danger;
    }
    for (const BackendSnapshot *backend : group.backends)
        item.children.push_back(backendItem(*backend, false));
    return item;
}

QString SidebarModel::groupTitle(Environment environment)
{
    switch (environment) {
    case Environment::Production: return tr("Production");
    case Environment::Staging: return tr("Staging");
    case Environment::Development: return tr("Development");
    case Environment::Unset: break;
    }
    return tr("Servers");
}

SidebarModel::Item SidebarModel::backendItem(const BackendSnapshot &backend, bool apart) const
{
    const BackendStatus &status = backend.status;
    Item item{.key = status.name,
              .kind = Kind::Backend,
              .label = status.name,
              .health = status.state,
              .environment = status.environment,
              .readOnly = status.readOnly && !m_lifted.contains(status.name),
              .scope = backendScope(status.name, apart),
              .toolTip = backendToolTip(status)};
    setStaleNote(item, status);
    item.children = sourceItems(backend, apart);
    std::ranges::move(nodeItems(status), std::back_inserter(item.children));
    // Where its sources are folded away, a backend says what they would.
    if (item.note.isEmpty() && hasManyBackends())
        item.note = countText(static_cast<qint64>(backend.locks.size()));
    return item;
}

void SidebarModel::setStaleNote(Item &item, const BackendStatus &status) const
{
    switch (status.state) {
    case BackendState::Offline:
        item.note = tr("offline");
        item.noteTone = Tone::Danger;
        return;
    case BackendState::Connecting: item.note = tr("connecting"); return;
    case BackendState::Stale:
    case BackendState::Online: break;
    }
    const bool stale = status.state == BackendState::Stale && !status.paused;
    if (!stale && !status.problems.empty()) {
        item.note = tr("%Ln problems", nullptr, int(status.problems.size()));
        item.noteTone = Tone::Expiring;
    } else if (stale && status.dataFrom) {
        const auto age = std::chrono::duration_cast<Micros>(m_clock.now() - *status.dataFrom);
        item.note = tr("%1 old").arg(ageText(age));
        item.noteTone = Tone::Expiring;
    }
}

QString SidebarModel::backendToolTip(const BackendStatus &status) const
{
    QStringList lines{LockText::environment(status.environment)};
    if (!status.server.product.isEmpty())
        lines << QStringLiteral("%1 %2").arg(status.server.product,
                                             literalText(status.server.version));
    if (status.readOnly)
        lines << (m_lifted.contains(status.name) ? tr("Read-only, lifted for the moment")
                                                 : tr("Read-only"));
    for (const Problem &problem : status.problems)
        lines << literalText(problem.error.message) << literalText(problem.error.remedy);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString SidebarModel::sourceNote(const SourceCount &count)
{
    // What is no more than likely is not counted among the rest.
    return count.likely == 0
               ? countText(count.count)
               : tr("%1 + %2?").arg(countText(count.count - count.likely), countText(count.likely));
}

std::vector<SidebarModel::Item> SidebarModel::sourceItems(const BackendSnapshot &backend,
                                                          bool apart) const
{
    const ViewPart &part = m_store.view()->part(apart);
    const BackendStatus &status = backend.status;
    std::set<QString> names;
    for (const SourceCount &count : part.sourceCounts) {
        if (count.backend == status.name)
            names.insert(count.source);
    }
    std::vector<Item> items;
    for (const SourceCount &count : part.sourceCounts) {
        if (count.backend != status.name)
            continue;
        const QString system = m_names.label(count.system);
        // Tables go by their own names; one keyspace goes by what was found in it.
        QString label =
            status.kind == BackendKind::MySql ? shortSourceName(count.source) : literalText(system);
        if (status.kind == BackendKind::Redis && names.size() > 1)
            label = tr("%1, %2").arg(literalText(count.source), literalText(system));
        items.push_back({.key = count.source + QChar(0) + count.system,
                         .kind = Kind::Source,
                         .label = label,
                         .note = sourceNote(count),
                         .scope = sourceScope(count, apart),
                         .toolTip = QStringLiteral("%1\n%2").arg(
                             sourceText(count.source), m_names.description(count.system))});
        if (count.likely > 0)
            items.back().toolTip += u'\n' + tr("Likely locks: %1").arg(countText(count.likely))
                                    + u'\n' + LockText::likely();
        // A count of zero is a claim: it needs a read that worked.
        if (status.state == BackendState::Offline || status.state == BackendState::Connecting)
            items.back().note = LockText::unknown();
    }
    return items;
}

/** All sentinels are one entry: they have no locks. */
SidebarModel::Item SidebarModel::sentinelsItem(const GroupMember &group)
{
    QStringList lines;
    int heard = 0;
    int all = 0;
    for (const GroupNode &node : group.nodes) {
        if (node.role != NodeRole::Sentinel)
            continue;
        ++all;
        heard += node.trouble.isEmpty() ? 1 : 0;
        lines << (node.trouble.isEmpty() ? node.address : node.address + u'\n' + node.trouble);
    }
    return {.key = QStringLiteral("sentinels"),
            .kind = Kind::Node,
            .label = tr("Sentinels"),
            .note = heard == all ? countText(all)
                                 : tr("%1 of %2").arg(countText(heard), countText(all)),
            .noteTone = heard == all ? Tone::Muted : Tone::Danger,
            .toolTip = literalText(group.role) + u'\n' + lines.join(u'\n')};
}

std::vector<SidebarModel::Item> SidebarModel::nodeItems(const BackendStatus &status)
{
    constexpr size_t mostNodes = 24;
    std::vector<Item> items;
    if (!status.server.group)
        return items;
    bool hasSentinels = false;
    for (const GroupNode &node : status.server.group->nodes) {
        if (node.role == NodeRole::Sentinel) {
            hasSentinels = true;
            continue;
        }
        if (items.size() == mostNodes)
            continue;
        const QString role = node.role == NodeRole::Master    ? tr("master")
                             : node.role == NodeRole::Replica ? tr("replica")
                                                              : QString();
        QStringList tip{node.address, role};
        if (!node.follows.isEmpty())
            tip << tr("It follows %1.").arg(node.follows);
        if (!node.ranges.empty())
            tip << tr("Slots %1").arg(slotRangesText(node.ranges));
        tip << node.trouble;
        tip.removeAll(QString());
        items.push_back({.key = QStringLiteral("node ") + node.address,
                         .kind = Kind::Node,
                         .label = node.address,
                         .note = node.trouble.isEmpty() ? role : tr("missing"),
                         .noteTone = node.trouble.isEmpty() ? Tone::Muted : Tone::Danger,
                         .toolTip = tip.join(u'\n')});
    }
    if (hasSentinels)
        items.push_back(sentinelsItem(*status.server.group));
    return items;
}

std::vector<SidebarModel::Item> SidebarModel::findingItems() const
{
    std::vector<Item> items;
    for (const FindingId id : allFindingIds) {
        const qint64 count = m_store.view()->findingCounts.at(static_cast<size_t>(id));
        if (count == 0)
            continue;
        items.push_back({.key = findingName(id),
                         .kind = Kind::Finding,
                         .label = LockText::findingTitle(id),
                         .note = countText(count),
                         .scope = findingScope(id),
                         .toolTip = LockText::findingSentence(id)});
    }
    return items;
}

void SidebarModel::sync(Node &parent, const QModelIndex &parentIndex, std::vector<Item> wanted)
{
    auto &children = parent.children;
    const auto isWanted = [&wanted](const QString &key) {
        return std::any_of(wanted.begin(), wanted.end(),
                           [&key](const Item &item) { return item.key == key; });
    };
    for (int row = static_cast<int>(children.size()) - 1; row >= 0; --row) {
        if (isWanted(children[static_cast<size_t>(row)]->item.key))
            continue;
        beginRemoveRows(parentIndex, row, row);
        children.erase(children.begin() + row);
        endRemoveRows();
    }
    for (size_t row = 0; row < wanted.size(); ++row) {
        Item &item = wanted[row];
        const int at = static_cast<int>(row);
        // An entry that moved is taken out where it was and put in where it belongs.
        const auto found = std::find_if(children.begin() + at, children.end(),
                                        [&item](const auto &n) { return n->item.key == item.key; });
        if (found != children.end() && found != children.begin() + at) {
            const int from = static_cast<int>(found - children.begin());
            beginMoveRows(parentIndex, from, from, parentIndex, at);
            std::rotate(children.begin() + at, found, found + 1);
            endMoveRows();
        } else if (found == children.end()) {
            beginInsertRows(parentIndex, at, at);
            auto node = std::make_unique<Node>();
            node->item = item;
            node->item.children.clear();
            node->parent = &parent;
            children.insert(children.begin() + at, std::move(node));
            endInsertRows();
        }
        Node &node = *children[row];
        const QModelIndex nodeIndex = createIndex(at, 0, &node);
        std::vector<Item> grandchildren = std::move(item.children);
        item.children.clear();
        if (!node.item.looksLike(item)) {
            node.item = std::move(item);
            emit dataChanged(nodeIndex, nodeIndex);
        }
        sync(node, nodeIndex, std::move(grandchildren));
    }
}

} // namespace lockmaster
