// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlcall.h"

#include <optional>

namespace lockmaster {

class SocketInterrupt;

/**
 * Gets hold of the socket of a connection that is being opened on this thread, with the first bytes
 * the server sends, and bounds all that the opening costs from then on: its time, and the bytes of
 * login and of the driver's own statements, which come before any of ours. Before those bytes the
 * client library's connect timeout is enough; from them on a server could drip its way through the
 * handshake. An interrupt reaches the socket from then on, too. From then on no file of this
 * machine is given away either, should the server ask for one.
 *
 * Where TLS is wanted, nothing but the server's greeting may come before the wish for TLS goes out:
 * the library would keep it, and take it for an answer of the server that it verified afterwards.
 *
 * One at a time on a thread.
 */
class SqlHandshake final : private SqlTrafficListener
{
public:
    SqlHandshake(SteadyTime deadline, SocketInterrupt &interrupt, SqlPackets &packets,
                 bool wantsTls);
    ~SqlHandshake() override;

    /** Whether the client library lets anybody see what it does: otherwise nothing is bounded. */
    static bool canBound() { return isHeard(); }

    /** What it cost; null as long as the server has not said anything. */
    const SqlCall *call() const { return m_call ? &*m_call : nullptr; }

    /** Whether more than a greeting came in the clear where TLS was wanted. The connection is over.
     */
    bool wasSpokenToEarly() const { return m_spokenToEarly; }

    /**
     * The connection gives no file to a server that asks for one. The library's own option in the
     * text of a connection does not see to that: it is read in as one byte and taken for four.
     */
    static void refuseFiles(st_mysql *mysql);

private:
    void onTraffic(st_mysql *mysql, const SqlTraffic &traffic) override;
    void noteInTheClear(QByteArrayView received);
    void adoptSocket(int socket);

    const SteadyTime m_deadline;
    SocketInterrupt &m_interrupt;
    SqlPackets &m_packets;
    int m_socket = -1;
    std::optional<SqlCall> m_call;
    bool m_isInTheClear; ///< TLS is wanted, and nothing was sent yet
    bool m_spokenToEarly = false;
    QByteArray m_head; ///< of the greeting
    qint64 m_received = 0;
};

} // namespace lockmaster
