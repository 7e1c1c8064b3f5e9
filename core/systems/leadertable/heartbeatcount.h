// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/finding.h"
#include "core/sql/sqltablerows.h"

#include <deque>
#include <optional>

namespace lockmaster {

/**
 * Holds the heartbeats that looks tell apart against the updates that the server counts. A program
 * updates its row a steady number of times for each heartbeat, whatever else it keeps there; two
 * under one name that beat shortly after each other look like one, but count double. How many it
 * is for this leader is learnt first, so that only a second process that comes while it is watched
 * is told: a steady whole multiple of what it was before. After some minutes that is what it is.
 *
 * Needs looks that cannot have missed a round: the table has one row, which named the same leader,
 * and looks came at least twice a round. Lives with its decoder. Bounded.
 */
class HeartbeatCount
{
public:
    void look(const SqlTableReading &reading);
    void forget();

    const std::optional<Finding> &finding() const { return m_finding; }

private:
    /** Some rounds, between two polls that counted. */
    struct Stretch {
        Micros time{0};
        qint64 updates = 0;
        int seen = 0; ///< heartbeats that looks told apart
        Micros longestGap{0};
    };
    void close(quint64 count);
    void judge();
    qint64 updatesEach(qint64 unit) const;

    std::optional<SqlTableRow> m_row;
    ServerTime m_lookedAt{};
    std::optional<quint64> m_count; ///< at the beginning of the stretch
    ServerTime m_from{};            ///< when that was
    Stretch m_now;
    std::deque<Stretch> m_stretches; ///< the newest few that followed each other
    qint64 m_usual = 0;              ///< updates for a heartbeat of this leader; 0: not known yet
    std::optional<Finding> m_finding;
    ServerTime m_since{}; ///< when the finding came up
    ServerTime m_until{}; ///< so long it stays without new evidence
};

} // namespace lockmaster
