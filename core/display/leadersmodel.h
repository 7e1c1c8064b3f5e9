// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/sortedmodel.h"
#include "core/display/leadertext.h"

namespace lockmaster {

/**
 * The leader locks that are watched, on all backends but those that stand apart, or on these alone,
 * one row for each. One thread; store and clock outlive it.
 */
class LeadersModel final : public SortedModel<LeaderEntry, LockId>
{
    Q_OBJECT

public:
    enum ColumnId { Service, Backend, Leader, Heartbeat, Changes, State, columns };

    LeadersModel(LockStore &store, const Clock &clock, QObject *parent = nullptr);

    const LeaderEntry &entryAt(int row) const { return rowAt(row); }
    /** Whether the leaders are those of `ViewSnapshot::apart`. */
    void setApart(bool apart);
    bool isApart() const { return m_apart; }

    /** The heartbeats of these rows have aged. */
    void tick(int firstRow, int lastRow);

private:
    LockId keyOf(const LeaderEntry &entry) const override { return entry.id(); }
    void follow();

    LockStore &m_store;
    const Clock &m_clock;
    bool m_apart = false;
};

} // namespace lockmaster
