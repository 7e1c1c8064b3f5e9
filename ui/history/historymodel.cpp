// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historymodel.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockmaster {

namespace {

template<typename Value>
int order(const Value &a, const Value &b)
{
    return a < b ? -1 : (b < a ? 1 : 0);
}

bool isNumber(int column)
{
    switch (column) {
    case HistoryModel::Since:
    case HistoryModel::Until:
    case HistoryModel::Length:
    case HistoryModel::Renewals:
    case HistoryModel::Waiters: return true;
    default: return false;
    }
}

} // namespace

HistoryModel::HistoryModel(QObject *parent) : QAbstractTableModel(parent) {}

int HistoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int HistoryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const HistoryRow &row = rowAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole: return plainToolTip(HistoryText::everything(row));
    case Qt::AccessibleTextRole:
        return spokenCell(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                          text(row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    case ToneRole: return QVariant::fromValue(tone(row, column));
    default: return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Lock: return tr("Lock");
    case Owner: return tr("Owner");
    case Since: return tr("Since");
    case Until: return tr("Until");
    case Length: return tr("For");
    case End: return tr("How it ended");
    case Renewals: return tr("Renewed");
    case Waiters: return tr("Waiters");
    case Backend: return tr("Backend");
    case columns: break;
    }
    return {};
}

QString HistoryModel::text(const HistoryRow &row, Column column) const
{
    const HistoryHold &hold = row.hold;
    switch (column) {
    case Lock: return HistoryText::lock(hold);
    case Owner: return HistoryText::owner(hold);
    case Since: return HistoryText::since(hold, m_now);
    case Until: {
        const QString until = HistoryText::until(hold, m_now);
        return until.isEmpty() ? LockText::none() : until;
    }
    case Length: return HistoryText::length(hold);
    case End: return HistoryText::end(row);
    case Renewals: return countText(hold.renewals);
    case Waiters: return HistoryText::waiters(hold);
    case Backend: return literalText(hold.lock.backend);
    case columns: break;
    }
    return {};
}

Tone HistoryModel::tone(const HistoryRow &row, Column column)
{
    if (column == End)
        return HistoryText::endTone(row);
    return column == Backend ? Tone::Muted : Tone::Plain;
}

void HistoryModel::reset(std::vector<HistoryRow> rows, ServerTime now)
{
    beginResetModel();
    m_now = now;
    m_rows = std::move(rows);
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [this](const HistoryRow &a, const HistoryRow &b) { return isBefore(a, b); });
    endResetModel();
}

void HistoryModel::follow(std::vector<HistoryRow> rows, ServerTime now)
{
    m_now = now;
    removeGone(rows);
    putAll(std::move(rows));
    restoreOrder();
}

void HistoryModel::removeGone(const std::vector<HistoryRow> &now)
{
    std::set<Key> there;
    for (const HistoryRow &row : now)
        there.insert(keyOf(row.hold));
    const auto isGone = [&](int row) { return !there.contains(keyOf(rowAt(row).hold)); };
    for (int last = rowCount() - 1; last >= 0; --last) {
        if (!isGone(last))
            continue;
        int first = last;
        while (first > 0 && isGone(first - 1))
            --first;
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
}

void HistoryModel::putAll(std::vector<HistoryRow> now)
{
    std::map<Key, size_t> places;
    for (size_t row = 0; row < m_rows.size(); ++row)
        places.emplace(keyOf(m_rows[row].hold), row);
    std::vector<HistoryRow> added;
    for (HistoryRow &row : now) {
        const auto known = places.find(keyOf(row.hold));
        if (known == places.end())
            added.push_back(std::move(row));
        else
            m_rows[known->second] = std::move(row);
    }
    const int old = rowCount();
    if (old > 0)
        emit dataChanged(index(0, 0), index(old - 1, columns - 1));
    if (added.empty())
        return;
    beginInsertRows({}, old, old + static_cast<int>(added.size()) - 1);
    m_rows.insert(m_rows.end(), std::make_move_iterator(added.begin()),
                  std::make_move_iterator(added.end()));
    endInsertRows();
}

bool HistoryModel::hasSeveralBackends() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [this](const HistoryRow &row) {
        return row.hold.lock.backend != m_rows.front().hold.lock.backend;
    });
}

void HistoryModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    restoreOrder();
}

int HistoryModel::compare(const HistoryHold &a, const HistoryHold &b) const
{
    switch (static_cast<Column>(m_sortColumn)) {
    case Lock: return a.lock.name.compare(b.lock.name);
    case Owner: return HistoryText::owner(a).compare(HistoryText::owner(b));
    case Until:
        return order(a.until.value_or(ServerTime::max()), b.until.value_or(ServerTime::max()));
    case Length: return order(a.length(), b.length());
    case End: return order(a.end, b.end);
    case Renewals: return order(a.renewals, b.renewals);
    case Waiters: return order(a.waiters, b.waiters);
    case Backend: return a.lock.backend.compare(b.lock.backend);
    case Since:
    case columns: break;
    }
    return order(a.since, b.since);
}

bool HistoryModel::isBefore(const HistoryRow &a, const HistoryRow &b) const
{
    const int compared =
        m_sortOrder == Qt::AscendingOrder ? compare(a.hold, b.hold) : compare(b.hold, a.hold);
    // The newest first, whatever they are sorted by.
    return compared != 0 ? compared < 0 : keyOf(b.hold) < keyOf(a.hold);
}

void HistoryModel::restoreOrder()
{
    std::vector<size_t> places(m_rows.size());
    for (size_t row = 0; row < places.size(); ++row)
        places[row] = row;
    const auto before = [this](size_t a, size_t b) { return isBefore(m_rows[a], m_rows[b]); };
    if (std::is_sorted(places.begin(), places.end(), before))
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    std::stable_sort(places.begin(), places.end(), before);
    std::vector<HistoryRow> sorted;
    std::vector<int> now(m_rows.size());
    for (size_t row = 0; row < places.size(); ++row) {
        sorted.push_back(std::move(m_rows[places[row]]));
        now[places[row]] = static_cast<int>(row);
    }
    m_rows = std::move(sorted);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex &at : from)
        to << index(now[static_cast<size_t>(at.row())], at.column());
    changePersistentIndexList(from, to);
    emit layoutChanged({}, VerticalSortHint);
}

} // namespace lockmaster
