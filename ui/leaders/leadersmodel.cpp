// SPDX-License-Identifier: Apache-2.0
#include "ui/leaders/leadersmodel.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

std::vector<LeaderEntry> entriesOf(const ViewPart &part)
{
    std::vector<LeaderEntry> entries;
    for (const auto &backend : part.backends) {
        for (const auto &watch : backend->leaders)
            entries.push_back({watch, backend});
    }
    return entries;
}

template<typename Value>
int order(const Value &a, const Value &b)
{
    return a < b ? -1 : (b < a ? 1 : 0);
}

} // namespace

LeadersModel::LeadersModel(LockStore &store, const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent), m_store(store), m_clock(clock)
{
    connect(&store, &LockStore::updated, this, &LeadersModel::follow);
    follow();
}

int LeadersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int LeadersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant LeadersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LeaderEntry &entry = entryAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(entry, column);
    case Qt::ToolTipRole: return plainToolTip(toolTip(entry, column));
    case Qt::AccessibleTextRole: return accessibleText(entry, column);
    case Qt::TextAlignmentRole: {
        const bool number = column == Heartbeat || column == Changes;
        return QVariant::fromValue(Qt::Alignment(number ? Qt::AlignRight : Qt::AlignLeft));
    }
    case ToneRole: return QVariant::fromValue(tone(entry, column));
    case TtlShareRole: {
        const auto share =
            column == Heartbeat ? LeaderText::heartbeatShare(entry, m_clock.now()) : std::nullopt;
        return share ? QVariant(*share) : QVariant();
    }
    case FindingCountRole:
        return column == State ? static_cast<int>(entry.watch->lock->findings.size()) : 0;
    default: return {};
    }
}

QVariant LeadersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool number = section == Heartbeat || section == Changes;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Service: return tr("Service");
    case Backend: return tr("Backend");
    case Leader: return tr("Leader");
    case Heartbeat: return tr("Heartbeat / lease");
    case Changes: return tr("Changes this hour");
    case State: return tr("State");
    case columns: break;
    }
    return {};
}

QString LeadersModel::text(const LeaderEntry &entry, Column column) const
{
    switch (column) {
    case Service: return LockText::name(*entry.watch->lock);
    case Backend: return literalText(entry.id().source->backend);
    case Leader: return LeaderText::leader(entry);
    case Heartbeat: return LeaderText::heartbeat(entry, m_clock.now());
    case Changes: return countText(entry.watch->figures.changesLastHour);
    case State: return LeaderText::stateWord(LeaderText::state(entry));
    case columns: break;
    }
    return {};
}

Tone LeadersModel::tone(const LeaderEntry &entry, Column column) const
{
    const LeaderState state = LeaderText::state(entry);
    switch (column) {
    case Heartbeat: return LeaderText::heartbeatTone(entry, m_clock.now());
    case Leader:
    case State: return LeaderText::stateTone(state);
    case Backend: return Tone::Muted;
    case Changes:
        return entry.watch->lock->hasFinding(FindingId::Flapping) ? Tone::Expiring : Tone::Plain;
    case Service:
    case columns: break;
    }
    return Tone::Plain;
}

QString LeadersModel::toolTip(const LeaderEntry &entry, Column column) const
{
    QStringList lines{text(entry, column)};
    if (column == Service || column == Backend)
        lines << literalText(entry.id().source->name);
    if (column == State) {
        for (const Finding &finding : entry.watch->lock->findings)
            lines << LockText::findingTitle(finding.id);
    }
    return lines.join(u'\n');
}

QString LeadersModel::accessibleText(const LeaderEntry &entry, Column column) const
{
    QStringList parts{spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                                 text(entry, column))};
    if (column == State) {
        for (const Finding &finding : entry.watch->lock->findings)
            parts << LockText::findingTitle(finding.id);
    }
    return parts.join(QStringLiteral(", "));
}

int LeadersModel::rowOf(const LockId &id) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&id](const LeaderEntry &entry) { return entry.id() == id; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

void LeadersModel::tick(int firstRow, int lastRow)
{
    const int last = std::min(lastRow, rowCount() - 1);
    if (firstRow >= 0 && firstRow <= last)
        emit dataChanged(index(firstRow, Heartbeat), index(last, Heartbeat),
                         {Qt::DisplayRole, ToneRole, TtlShareRole});
}

void LeadersModel::follow()
{
    std::vector<LeaderEntry> now = entriesOf(m_store.view()->part(m_apart));
    // In order, so that the first row is the first from the beginning.
    std::sort(now.begin(), now.end(),
              [this](const LeaderEntry &a, const LeaderEntry &b) { return isBefore(a, b); });
    removeGone(now);
    putAll(std::move(now));
    restoreOrder();
}

void LeadersModel::setApart(bool apart)
{
    if (std::exchange(m_apart, apart) != apart)
        follow();
}

void LeadersModel::removeGone(const std::vector<LeaderEntry> &now)
{
    QSet<LockId> there;
    for (const LeaderEntry &entry : now)
        there.insert(entry.id());
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (there.contains(entryAt(row).id()))
            continue;
        beginRemoveRows({}, row, row);
        m_entries.erase(m_entries.begin() + row);
        endRemoveRows();
    }
}

void LeadersModel::putAll(std::vector<LeaderEntry> now)
{
    QHash<LockId, size_t> rows;
    for (size_t row = 0; row < m_entries.size(); ++row)
        rows.insert(m_entries[row].id(), row);
    std::vector<LeaderEntry> added;
    for (LeaderEntry &entry : now) {
        const auto known = rows.constFind(entry.id());
        if (known == rows.constEnd())
            added.push_back(std::move(entry));
        else
            m_entries[*known] = std::move(entry);
    }
    const int old = rowCount();
    if (old > 0)
        emit dataChanged(index(0, 0), index(old - 1, columns - 1));
    if (added.empty())
        return;
    beginInsertRows({}, old, old + static_cast<int>(added.size()) - 1);
    m_entries.insert(m_entries.end(), std::make_move_iterator(added.begin()),
                     std::make_move_iterator(added.end()));
    endInsertRows();
}

void LeadersModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    restoreOrder();
}

int LeadersModel::compare(const LeaderEntry &a, const LeaderEntry &b) const
{
    const LeaderFigures &first = a.watch->figures;
    const LeaderFigures &second = b.watch->figures;
    switch (static_cast<Column>(m_sortColumn)) {
    case Backend: return order(a.id().source->backend, b.id().source->backend);
    case Leader: return LeaderText::leader(a).compare(LeaderText::leader(b));
    // The oldest heartbeat is the one to look at: by age, which grows the other way.
    case Heartbeat: return order(second.lastHeartbeat, first.lastHeartbeat);
    case Changes: return order(first.changesLastHour, second.changesLastHour);
    case State: return order(LeaderText::state(a), LeaderText::state(b));
    case Service:
    case columns: break;
    }
    return a.id().name.compare(b.id().name);
}

bool LeadersModel::isBefore(const LeaderEntry &a, const LeaderEntry &b) const
{
    const int compared = m_sortOrder == Qt::AscendingOrder ? compare(a, b) : compare(b, a);
    return compared != 0 ? compared < 0 : a.id() < b.id();
}

void LeadersModel::restoreOrder()
{
    const auto before = [this](const LeaderEntry &a, const LeaderEntry &b) {
        return isBefore(a, b);
    };
    if (std::is_sorted(m_entries.begin(), m_entries.end(), before))
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<LeaderEntry> old = m_entries;
    std::sort(m_entries.begin(), m_entries.end(), before);
    QHash<LockId, int> rows;
    for (int row = 0; row < rowCount(); ++row)
        rows.insert(entryAt(row).id(), row);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex &at : from)
        to << index(rows.value(old[static_cast<size_t>(at.row())].id()), at.column());
    changePersistentIndexList(from, to);
    emit layoutChanged({}, VerticalSortHint);
}

} // namespace lockmaster
