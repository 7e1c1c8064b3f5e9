// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/sqlwatchdog.h"

#include <optional>

namespace lockmaster {

class SocketInterrupt;

/**
 * Gets hold of the socket of a connection that is being opened on this thread, with the first bytes
 * the server sends, and keeps the deadline over it from then on. Before those bytes the client
 * library's connect timeout is enough; from them on a server could drip its way through the
 * handshake. An interrupt reaches the socket from then on, too.
 *
 * One at a time on a thread. Needs libmariadb; with another client library it sees nothing.
 */
class SqlHandshake
{
public:
    SqlHandshake(SteadyTime deadline, SocketInterrupt &interrupt);
    ~SqlHandshake();
    SqlHandshake(const SqlHandshake &) = delete;
    SqlHandshake &operator=(const SqlHandshake &) = delete;

    bool deadlinePassed() const { return m_guard && m_guard->fired(); }

private:
    static void onTraffic(int direction, void *mysql, const unsigned char *bytes, size_t length);
    static bool listenToLibrary();
    void adoptSocket(int socket);

    static thread_local SqlHandshake *s_current;
    const SteadyTime m_deadline;
    SocketInterrupt &m_interrupt;
    int m_socket = -1;
    std::optional<SqlWatchdog::Guard> m_guard;
};

} // namespace lockmaster
