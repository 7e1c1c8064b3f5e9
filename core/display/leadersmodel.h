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

    /** The heartbeats have aged, those of these rows in sight. Who ticks sees ages of one moment.
     */
    void tick(int firstRow, int lastRow);
    /** Of when the ages are: of the last tick, or of now where nobody ticks. */
    SteadyTime moment() const { return m_moment.value_or(m_clock.now()); }

private:
    LockId keyOf(const LeaderEntry &entry) const override { return entry.id(); }
    void follow();

    LockStore &m_store;
    const Clock &m_clock;
    bool m_apart = false;
    std::optional<SteadyTime> m_moment;
};

} // namespace lockmaster
