// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlcall.h"

#include <mysql.h>
#include <sys/socket.h>

#include <ma_pvio.h> // of mysql.h

namespace lockmaster {

namespace {

/**
 * Drops what the client library read ahead, and would take for the answer to what is sent now.
 * @return whether there was any
 */
bool dropUnread(const st_mysql &mysql)
{
    st_ma_pvio *const pvio = mysql.net.pvio;
    if (!pvio || !pvio->cache || pvio->cache_pos >= pvio->cache + pvio->cache_size)
        return false;
    pvio->cache_pos = pvio->cache + pvio->cache_size;
    return true;
}

} // namespace

SqlCall::SqlCall(int socket, SteadyTime deadline, SqlPackets &packets, qint64 most)
    : m_socket(socket), m_deadline(deadline), m_guard(socket, deadline), m_packets(packets),
      m_most(most)
{
}

bool SqlCall::deadlinePassed() const
{
    return m_guard.fired() || std::chrono::steady_clock::now() >= m_deadline;
}

void SqlCall::onTraffic(st_mysql *mysql, const SqlTraffic &traffic)
{
    if (!m_mysql)
        m_mysql = mysql;
    if (m_mysql != mysql)
        return; // another connection's, within this call
    const bool wasWithin = !wasTooLarge();
    if (traffic.sent)
        m_packets.beginAnswer(dropUnread(*mysql));
    m_left -= traffic.received.size();
    m_packets.take(traffic.received);
    if (!wasTooLarge())
        return;
    // What is in the socket's buffer would still be read, and what came with it be believed.
    traffic.withhold();
    if (wasWithin && m_socket >= 0)
        ::shutdown(m_socket, SHUT_RDWR);
}

} // namespace lockmaster
