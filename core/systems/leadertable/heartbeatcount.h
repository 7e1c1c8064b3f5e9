// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/finding.h"
#include "core/sources/sqltablerows.h"

#include <deque>
#include <optional>

namespace lockmaster {

/**
 * Holds the heartbeats that looks tell apart against the changes that the server counts. A leader
 * changes its row once a round; two under one name that write shortly after each other look like
 * one, but count double. Said only where no look can have missed a round: the table has one row,
 * which named the same leader, and looks came at least twice a round.
 *
 * Lives with its decoder. Bounded.
 */
class HeartbeatCount
{
public:
    void look(const SqlTableReading &reading);
    void forget();

    const std::optional<Finding> &finding() const { return m_finding; }

private:
    /** What a poll counted, and what the looks since the poll before saw. */
    struct Poll {
        ServerTime at{};
        qint64 changes = 0;
        int seen = 0;
        Micros longestGap{0};
    };
    void judge();

    std::optional<SqlTableRow> m_row;
    ServerTime m_lookedAt{};
    Poll m_next;              ///< what the next poll will tell, so far
    std::deque<Poll> m_polls; ///< the newest few
    std::optional<Finding> m_finding;
    int m_pollsLeft = 0; ///< so long it stays without new evidence
};

} // namespace lockmaster
