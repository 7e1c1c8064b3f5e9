// SPDX-License-Identifier: Apache-2.0
#include "core/display/alertmodel.h"

#include <QSet>
#include <QSize>

#include <algorithm>
#include <numeric>

namespace lockmaster {

namespace {

QString headingId(const AlertGroup &group)
{
    return QStringLiteral("g%1\n%2").arg(int(group.kind.environment)).arg(group.kind.rule);
}

/** But those that are listed already. */
void addAlerts(std::vector<AlertRow> &rows, const std::shared_ptr<const AlertGroup> &group,
               const QSet<QString> &listed)
{
    for (const AlertPointer &alert : group->alerts) {
        if (!listed.contains(alert->id))
            rows.push_back({u'a' + alert->id, group, alert});
    }
}

/** How a group stands while the order is kept. */
struct KeptGroup {
    std::shared_ptr<const AlertGroup> now; ///< null: it is over
    bool isThere = false;                  ///< a row of it is
    bool folded = false;
    int listed = 0; ///< rows of its alerts before
};

bool saysTheSame(const AlertRow &a, const AlertRow &b)
{
    if (a.folded != b.folded || a.gone != b.gone || a.isHeading() != b.isHeading())
        return false;
    if (a.alert)
        return a.alert == b.alert || *a.alert == *b.alert;
    return a.group == b.group
           || (a.group->open == b.group->open && a.group->newest == b.group->newest
               && a.group->alerts.size() == b.group->alerts.size()
               && AlertGroupText::names(*a.group) == AlertGroupText::names(*b.group));
}

} // namespace

int AlertModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QSize AlertModel::span(const QModelIndex &index) const
{
    const bool whole = index.isValid() && index.column() == 0 && rowAt(index.row()).isHeading();
    return {whole ? int(columns) : 1, 1};
}

void AlertModel::setBoard(const std::shared_ptr<const AlertBoard> &board)
{
    m_board = board;
    regroup();
}

void AlertModel::followBackends(const ViewSnapshot &view)
{
    QHash<QString, Environment> environments;
    for (const auto *backends : {&view.backends, &view.apart.backends}) {
        for (const auto &backend : *backends) {
            if (backend->status.environment != Environment::Unset)
                environments.insert(backend->status.name, backend->status.environment);
        }
    }
    if (environments == m_environments)
        return;
    m_environments = std::move(environments);
    regroup();
}

void AlertModel::regroup()
{
    m_groups.clear();
    m_open = 0;
    for (AlertGroup &group : groupAlerts(m_board, m_environments, m_clock.wallNow())) {
        m_open += group.open;
        m_groups.push_back(std::make_shared<const AlertGroup>(std::move(group)));
    }
    std::erase_if(m_folded, [this](const auto &chosen) {
        return std::none_of(m_groups.begin(), m_groups.end(),
                            [&chosen](const auto &group) { return group->kind == chosen.first; });
    });
    layRows();
    gatherAlarmed();
}

/** What only describes how a lock is kept puts nothing before the rest. */
void AlertModel::gatherAlarmed()
{
    std::vector<LockId> locks;
    const ServerTime now = m_clock.wallNow();
    for (const Alert &alert : m_board->alerts) {
        if (alert.subject.isLock() && alert.severity != AlertSeverity::Notice && isOpen(alert, now))
            locks.push_back(alarmedLock(alert.subject));
    }
    std::sort(locks.begin(), locks.end());
    locks.erase(std::unique(locks.begin(), locks.end()), locks.end());
    // Another set is another order: the same one stays what it is.
    const LockSet set = makeLockSet(std::move(locks));
    if (set && m_alarmed ? *set == *m_alarmed : !set && !m_alarmed)
        return;
    m_alarmed = set;
    emit alarmedChanged();
}

void AlertModel::keepOrder(bool kept)
{
    if (std::exchange(m_keeps, kept) && !kept)
        layRows();
}

void AlertModel::setFolded(int row, bool folded)
{
    m_folded[rowAt(row).group->kind] = folded;
    layRows();
}

bool AlertModel::isFolded(const AlertGroup &group) const
{
    const auto chosen = m_folded.find(group.kind);
    return chosen == m_folded.end() ? group.alerts.size() > fewAlerts : chosen->second;
}

int AlertModel::headingOf(int row) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const AlertRow &each) {
        return each.isHeading() && each.group->kind == rowAt(row).group->kind;
    });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

std::vector<AlertPointer> AlertModel::alertsOf(int row) const
{
    const AlertRow &at = rowAt(row);
    if (at.gone)
        return {};
    return at.isHeading() ? shownOfKind(row) : std::vector{at.alert};
}

std::vector<AlertPointer> AlertModel::shownOfKind(int row) const
{
    const AlertKindOf &kind = rowAt(row).group->kind;
    const int heading = headingOf(row);
    if (heading >= 0 && rowAt(heading).folded)
        return rowAt(heading).group->alerts;
    std::vector<AlertPointer> alerts;
    for (const AlertRow &each : m_rows) {
        if (each.alert && !each.gone && each.group->kind == kind)
            alerts.push_back(each.alert);
    }
    return alerts;
}

int AlertModel::reveal(const QString &id)
{
    const auto listed = [&] {
        const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&id](const AlertRow &row) {
            return row.alert && !row.gone && row.alert->id == id;
        });
        return found == m_rows.end() ? -1 : int(found - m_rows.begin());
    };
    if (const int row = listed(); row >= 0)
        return row;
    const auto has = [&id](const std::shared_ptr<const AlertGroup> &group) {
        return std::any_of(group->alerts.begin(), group->alerts.end(),
                           [&id](const AlertPointer &alert) { return alert->id == id; });
    };
    const auto group = std::find_if(m_groups.begin(), m_groups.end(), has);
    if (group == m_groups.end())
        return -1;
    m_folded[(*group)->kind] = false;
    m_waiting = 0;
    takeRows(sortedRows()); // who asks for one is not among the others
    return listed();
}

void AlertModel::layRows()
{
    m_waiting = 0;
    takeRows(m_keeps ? keptRows() : sortedRows());
}

void AlertModel::addGroup(std::vector<AlertRow> &rows,
                          const std::shared_ptr<const AlertGroup> &group,
                          const QSet<QString> &listed) const
{
    const bool isListed =
        std::all_of(group->alerts.begin(), group->alerts.end(),
                    [&listed](const AlertPointer &alert) { return listed.contains(alert->id); });
    if (isListed)
        return;
    const bool alone = group->alerts.size() == 1;
    const bool folded = !alone && isFolded(*group);
    if (!alone)
        rows.push_back({headingId(*group), group, nullptr, folded});
    if (!folded)
        addAlerts(rows, group, listed);
}

std::vector<AlertRow> AlertModel::sortedRows() const
{
    std::vector<AlertRow> rows;
    for (const auto &group : m_groups)
        addGroup(rows, group, {});
    return rows;
}

/** Each row where it is, as it stands now or stood last; then the groups of which nothing is shown.
 */
std::vector<AlertRow> AlertModel::keptRows()
{
    std::map<AlertKindOf, KeptGroup> kept;
    for (const AlertRow &row : m_rows) {
        KeptGroup &group = kept[row.group->kind];
        group.isThere = true;
        if (!row.isHeading())
            ++group.listed;
        else if (const auto chosen = m_folded.find(row.group->kind); chosen != m_folded.end())
            group.folded = chosen->second;
        else
            group.folded = row.folded; // more have come than are usually listed: they stay so
    }
    QHash<QString, AlertPointer> alerts;
    for (const auto &group : m_groups) {
        kept[group->kind].now = group;
        for (const AlertPointer &alert : group->alerts)
            alerts.insert(alert->id, alert);
    }
    // One whose server is of another environment now is listed where it was.
    QSet<QString> listed;
    for (const AlertRow &row : m_rows) {
        if (!row.isHeading() && !kept[row.group->kind].folded)
            listed.insert(row.alert->id);
    }
    std::vector<AlertRow> rows;
    for (const AlertRow &row : m_rows) {
        KeptGroup &group = kept[row.group->kind];
        const auto &counted = group.now ? group.now : row.group;
        if (!row.isHeading()) {
            const AlertPointer now = alerts.value(row.alert->id);
            if (!group.folded)
                rows.push_back({row.id, counted, now ? now : row.alert, false, !now});
            continue;
        }
        rows.push_back({row.id, counted, nullptr, group.folded, !group.now});
        if (group.folded || group.listed > 0 || !group.now)
            continue;
        addAlerts(rows, group.now, listed); // the hand itself has just unfolded it
        for (const AlertPointer &alert : group.now->alerts)
            listed.insert(alert->id);
    }
    for (const auto &group : m_groups) {
        const KeptGroup &was = kept[group->kind];
        if (!was.isThere)
            addGroup(rows, group, listed);
        else if (!was.folded)
            m_waiting += int(std::count_if(
                group->alerts.begin(), group->alerts.end(),
                [&listed](const AlertPointer &alert) { return !listed.contains(alert->id); }));
    }
    return rows;
}

/** Moves, removes and adds in few steps, however many rows: views do much at each. */
void AlertModel::takeRows(std::vector<AlertRow> rows)
{
    QHash<QString, int> placeOf;
    for (size_t row = 0; row < rows.size(); ++row)
        placeOf.insert(rows[row].id, int(row));
    const int nowhere = int(rows.size());
    std::vector<int> places;
    for (const AlertRow &row : m_rows)
        places.push_back(placeOf.value(row.id, nowhere));
    moveRows(places);
    const int staying = int(std::count_if(places.begin(), places.end(),
                                          [nowhere](int place) { return place < nowhere; }));
    if (staying < rowCount()) {
        beginRemoveRows({}, staying, rowCount() - 1);
        m_rows.resize(size_t(staying));
        endRemoveRows();
    }
    std::sort(places.begin(), places.end());
    places.resize(size_t(staying));
    for (int row = 0; row < staying; ++row) {
        AlertRow &next = rows[size_t(places[size_t(row)])];
        const bool same = saysTheSame(m_rows[size_t(row)], next);
        m_rows[size_t(row)] = next;
        if (!same)
            tellChanged(row, row);
    }
    if (staying < nowhere) {
        beginInsertRows({}, staying, nowhere - 1);
        const QSet<int> there(places.begin(), places.end());
        for (int place = 0; place < nowhere; ++place) {
            if (there.contains(place))
                continue;
            places.push_back(place);
            m_rows.push_back(std::move(rows[size_t(place)]));
        }
        endInsertRows();
        moveRows(places);
    }
    emit boardTaken();
}

/** Puts the rows in the order of `places`, of which each has one. */
void AlertModel::moveRows(const std::vector<int> &places)
{
    if (std::is_sorted(places.begin(), places.end()))
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<int> order(m_rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&places](int a, int b) { return places[size_t(a)] < places[size_t(b)]; });
    std::vector<AlertRow> rows;
    std::vector<int> now(m_rows.size());
    for (size_t row = 0; row < order.size(); ++row) {
        now[size_t(order[row])] = int(row);
        rows.push_back(std::move(m_rows[size_t(order[row])]));
    }
    m_rows = std::move(rows);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex &at : from)
        to << index(now[size_t(at.row())], at.column());
    changePersistentIndexList(from, to);
    emit layoutChanged({}, VerticalSortHint);
}

void AlertModel::tick()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, Since), index(rowCount() - 1, Since));
}

} // namespace lockmaster
