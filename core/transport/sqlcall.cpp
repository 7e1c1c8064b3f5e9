// SPDX-License-Identifier: Apache-2.0
#include "core/transport/sqlcall.h"

#include <sys/socket.h>

namespace lockmaster {

SqlCall::SqlCall(int socket, SteadyTime deadline, qint64 most)
    : m_socket(socket), m_deadline(deadline), m_guard(socket, deadline), m_most(most)
{
}

bool SqlCall::deadlinePassed() const
{
    return m_guard.fired() || std::chrono::steady_clock::now() >= m_deadline;
}

void SqlCall::onTraffic(st_mysql *, const SqlTraffic &traffic)
{
    const bool wasWithin = m_left >= 0;
    m_left -= traffic.received.size();
    if (wasWithin && m_left < 0 && m_socket >= 0)
        ::shutdown(m_socket, SHUT_RDWR);
}

} // namespace lockmaster
