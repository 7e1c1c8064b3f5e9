// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "ui/leaders/leadertext.h"

#include <QAbstractTableModel>

namespace lockmaster {

/**
 * The leader locks that are watched, on all backends but those that stand apart, or on these alone,
 * one row for each. Rows come and go one by one and are sorted when the store was updated, so
 * selection and keyboard focus survive. Roles are those that the delegates of the lock table read.
 * GUI thread; store and clock outlive it.
 */
class LeadersModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Service, Backend, Leader, Heartbeat, Changes, State, columns };

    LeadersModel(LockStore &store, const Clock &clock, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

    const LeaderEntry &entryAt(int row) const { return m_entries[static_cast<size_t>(row)]; }
    /** Whether the leaders are those of `ViewSnapshot::apart`. */
    void setApart(bool apart);
    bool isApart() const { return m_apart; }
    /** -1: not there. */
    int rowOf(const LockId &id) const;

    /** The heartbeats of these rows have aged. */
    void tick(int firstRow, int lastRow);

private:
    void follow();
    void removeGone(const std::vector<LeaderEntry> &now);
    void putAll(std::vector<LeaderEntry> now);
    void restoreOrder();
    bool isBefore(const LeaderEntry &a, const LeaderEntry &b) const;
    int compare(const LeaderEntry &a, const LeaderEntry &b) const;
    QString text(const LeaderEntry &entry, Column column) const;
    Tone tone(const LeaderEntry &entry, Column column) const;
    QString toolTip(const LeaderEntry &entry, Column column) const;
    QString accessibleText(const LeaderEntry &entry, Column column) const;

    LockStore &m_store;
    const Clock &m_clock;
    std::vector<LeaderEntry> m_entries;
    bool m_apart = false;
    int m_sortColumn = Service;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace lockmaster
