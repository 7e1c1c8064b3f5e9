// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlpackets.h"
#include "core/sql/sqltraffic.h"
#include "core/sql/sqlwatchdog.h"

namespace lockmaster {

/**
 * What one call to a server may cost, for as long as it lives: time until its deadline, and memory,
 * by the bytes, columns and rows that the server may send. Beyond any the socket is shut down,
 * which ends the call at once, and nothing that came reaches the client library. It would take in
 * whatever comes before it hands a first row on.
 *
 * Lives on the thread of the call.
 */
class SqlCall final : private SqlTrafficListener
{
public:
    /**
     * `socket` stays open for the call's lifetime; below 0 there is nothing to watch. `packets` has
     * heard all of the connection before.
     */
    SqlCall(int socket, SteadyTime deadline, SqlPackets &packets, qint64 most = mostBytes);

    /** A row and so many bytes went on to who wanted them, and bound those themselves. */
    void allowRow(qint64 bytes)
    {
        m_left += bytes;
        m_packets.forgetRow();
    }

    /** Now: also where the client library gave up by itself at that very moment. */
    bool deadlinePassed() const;
    bool wasTooLarge() const { return m_left < 0 || excess() != SqlExcess::None; }
    /** In what, where it was not in bytes. */
    SqlExcess excess() const { return m_packets.excess(); }
    bool endedConnection() const { return m_guard.fired() || wasTooLarge(); }
    qint64 most() const { return m_most; }

    /** The largest answer. In as many rows as may be, it takes four times as much memory. */
    static constexpr qint64 mostBytes = 10 << 20;

private:
    void onTraffic(st_mysql *mysql, const SqlTraffic &traffic) override;

    const int m_socket;
    const SteadyTime m_deadline;
    const SqlWatchdog::Guard m_guard;
    SqlPackets &m_packets;
    st_mysql *m_mysql = nullptr; ///< whose call it is: the first that moves something
    const qint64 m_most;
    qint64 m_left = m_most;
};

} // namespace lockmaster
