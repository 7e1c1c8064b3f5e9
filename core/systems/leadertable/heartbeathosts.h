// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/finding.h"
#include "core/sql/sqltablerows.h"

#include <deque>
#include <optional>

namespace lockmaster {

/**
 * Which client hosts the heartbeats of one leader come from. Said only where the table has one row,
 * which named the same leader from look to look, and two hosts wrote to it in turn, again and
 * again. A leader that moved, or an operator who stepped in, does not do that; one whose sessions
 * go through several proxies does. Forgotten when the history has told nothing for minutes.
 *
 * Lives with its decoder. Bounded.
 */
class HeartbeatHosts
{
public:
    void look(const SqlTableReading &reading);
    void forget();

    std::optional<Finding> finding() const;

private:
    std::optional<QByteArray> m_leader;
    std::deque<QString> m_hosts; ///< of its heartbeats, the newest of them
    ServerTime m_toldAt{};       ///< when the newest of them was
};

} // namespace lockmaster
