// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltablesource.h"
#include "core/systems/leadertable/heartbeatcount.h"
#include "core/systems/leadertable/heartbeathosts.h"
#include "core/systems/rows/tablerecord.h"

namespace lockmaster {

/**
 * The format of a leader table, after the published design for `service_leader_lock`: a row is a
 * service, `container_id` who leads it (a host name, or a UUID), `timestamp` the leader's last
 * heartbeat by its own clock, UTC by design. How long a heartbeat holds is not in the table but in
 * the programs, so the profile says it. Every container tries about once a second, and takes over
 * once heartbeat + lease has passed.
 *
 * Held while heartbeat + lease >= now; free (vacant) without a container, or where the heartbeat is
 * at or before 1970-01-02, which is what a release writes.
 */
class LeaderTableDecoder final : public SqlTableDecoder
{
public:
    LeaderTableDecoder(const BackendSpec &backend, const TableSpec &table);

    void decode(const SqlTableReading &reading, Observation &observation) override;
    void connectionChanged() override;

private:
    void fill(TableRecordMaker::Made &made, const SqlTableReading &reading,
              const ColumnClock &clock) const;
    void describe(LockRecord &record, ServerTime heartbeat) const;
    std::optional<Finding> judge(const TableRecordMaker::Made &made, const SqlTableReading &reading,
                                 const ColumnClock &clock, const ColumnClock::Moment &moment,
                                 ServerTime heartbeat) const;

    TableRecordMaker m_maker;
    HeartbeatHosts m_hosts;
    HeartbeatCount m_count;
    const Micros m_lease;
};

} // namespace lockmaster
