// SPDX-License-Identifier: Apache-2.0
#include "core/transport/sqlhandshake.h"

#include "core/transport/socketinterrupt.h"

#include <fcntl.h>
#include <mysql.h>
#include <unistd.h>

namespace lockmaster {

namespace {

/** A login and the driver's statements are a few hundred bytes. */
constexpr qint64 mostBytesOfAnOpening = 1 << 20;

} // namespace

SqlHandshake::SqlHandshake(SteadyTime deadline, SocketInterrupt &interrupt)
    : m_deadline(deadline), m_interrupt(interrupt)
{
}

SqlHandshake::~SqlHandshake()
{
    m_interrupt.detach();
    m_call.reset();
    if (m_socket >= 0)
        ::close(m_socket);
}

void SqlHandshake::onTraffic(st_mysql *mysql, qint64)
{
    if (m_socket >= 0)
        return;
    refuseFiles(mysql);
    adoptSocket(int(::mysql_get_socket(mysql)));
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
    m_call.emplace(m_socket, m_deadline, mostBytesOfAnOpening);
    m_interrupt.attach(m_socket);
    if (m_interrupt.interrupted())
        m_interrupt.interrupt(); // it came before there was a socket
}

} // namespace lockmaster
