// SPDX-License-Identifier: Apache-2.0
#include "core/transport/sqlhandshake.h"

#include "core/transport/socketinterrupt.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <mysql.h>
#include <unistd.h>

namespace lockmaster {

thread_local SqlHandshake *SqlHandshake::s_current = nullptr;

SqlHandshake::SqlHandshake(SteadyTime deadline, SocketInterrupt &interrupt)
    : m_deadline(deadline), m_interrupt(interrupt)
{
    // Once for the process; the library keeps its list of listeners without a lock.
    static const bool listening = listenToLibrary();
    if (listening)
        s_current = this;
}

SqlHandshake::~SqlHandshake()
{
    s_current = nullptr;
    m_interrupt.detach();
    m_guard.reset();
    if (m_socket >= 0)
        ::close(m_socket);
}

/** The library's own hook for those who follow its traffic; exported, but in none of its headers.
 */
bool SqlHandshake::listenToLibrary()
{
    using Listener = void (*)(int, void *, const unsigned char *, size_t);
    using Register = int (*)(my_bool add, Listener listener);
    const auto listen =
        reinterpret_cast<Register>(::dlsym(RTLD_DEFAULT, "ma_pvio_register_callback"));
    return listen && listen(1, &SqlHandshake::onTraffic) == 0;
}

void SqlHandshake::onTraffic(int, void *mysql, const unsigned char *, size_t)
{
    SqlHandshake *const self = s_current;
    if (self && self->m_socket < 0)
        self->adoptSocket(int(::mysql_get_socket(static_cast<MYSQL *>(mysql))));
}

void SqlHandshake::adoptSocket(int socket)
{
    // A descriptor of our own: the library may close its one at any moment.
    m_socket = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
    if (m_socket < 0)
        return;
    m_guard.emplace(m_socket, m_deadline);
    m_interrupt.attach(m_socket);
    if (m_interrupt.interrupted())
        m_interrupt.interrupt(); // it came before there was a socket
}

} // namespace lockmaster
