// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlhandshake.h"

#include "core/sql/sqlpackets.h"
#include "core/transport/socketinterrupt.h"

#include <fcntl.h>
#include <mysql.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace lockmaster {

namespace {

/** A login and the driver's statements are a few hundred bytes. */
constexpr qint64 mostBytesOfAnOpening = 1 << 20;

} // namespace

SqlHandshake::SqlHandshake(SteadyTime deadline, SocketInterrupt &interrupt, SqlPackets &packets,
                           bool wantsTls)
    : m_deadline(deadline), m_interrupt(interrupt), m_packets(packets), m_isInTheClear(wantsTls)
{
}

SqlHandshake::~SqlHandshake()
{
    m_interrupt.detach();
    m_call.reset();
    if (m_socket >= 0)
        ::close(m_socket);
}

void SqlHandshake::onTraffic(st_mysql *mysql, const SqlTraffic &traffic)
{
    if (m_socket < 0) {
        refuseFiles(mysql);
        adoptSocket(int(::mysql_get_socket(mysql)));
        m_packets.take(traffic.received); // the call hears of what comes after it
    }
    // The first that is sent is the wish for TLS. What comes behind it in the clear is read by TLS,
    // which takes it for no TLS, and not by the library.
    if (traffic.sent)
        m_isInTheClear = false;
    if (m_isInTheClear)
        noteInTheClear(traffic.received);
}

void SqlHandshake::noteInTheClear(QByteArrayView received)
{
    m_head += received.first(std::min(received.size(), sqlPacketHead - m_head.size()));
    m_received += received.size();
    if (m_head.size() < sqlPacketHead)
        return;
    const qint64 greeting = uchar(m_head[0]) | uchar(m_head[1]) << 8 | uchar(m_head[2]) << 16;
    if (m_received <= sqlPacketHead + greeting)
        return;
    m_spokenToEarly = true;
    if (m_socket >= 0)
        ::shutdown(m_socket, SHUT_RDWR);
}

void SqlHandshake::refuseFiles(st_mysql *mysql)
{
    const unsigned int allowed = 0;
    ::mysql_options(mysql, MYSQL_OPT_LOCAL_INFILE, &allowed);
}

void SqlHandshake::adoptSocket(int socket)
{
    // A descriptor of our own: the library may close its one at any moment.
    m_socket = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
    if (m_socket < 0)
        return;
    m_call.emplace(m_socket, m_deadline, m_packets, mostBytesOfAnOpening);
    m_interrupt.attach(m_socket);
    if (m_interrupt.interrupted())
        m_interrupt.interrupt(); // it came before there was a socket
}

} // namespace lockmaster
