// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/servicenotice.h"

#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockmaster {

namespace {

/**
 * As sd_notify(3) would, which waits once the queue of a manager that reads nothing is full (10 on
 * a usual machine): with it such a manager kept the event loop, and SIGTERM did not end us any
 * more.
 */
void tell(QByteArrayView state)
{
    const QByteArray path = qgetenv("NOTIFY_SOCKET");
    sockaddr_un address{};
    if (path.isEmpty() || path.size() >= qsizetype(sizeof address.sun_path))
        return;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
    if (path.front() == '@') // a name that is in no file system
        address.sun_path[0] = '\0';
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0)
        return;
    // Nothing can be done about a manager that does not listen.
    [[maybe_unused]] const ssize_t sent =
        ::sendto(socket, state.data(), size_t(state.size()), MSG_NOSIGNAL,
                 reinterpret_cast<const sockaddr *>(&address),
                 socklen_t(offsetof(sockaddr_un, sun_path) + size_t(path.size())));
    ::close(socket);
}

/** How often the watchdog wants to hear of us; none: it is not set, or for another process. */
std::optional<std::chrono::microseconds> watchdogPeriod()
{
    bool isNumber = false;
    const qint64 micros = qEnvironmentVariable("WATCHDOG_USEC").toLongLong(&isNumber);
    if (!isNumber || micros <= 0)
        return std::nullopt;
    const QString process = qEnvironmentVariable("WATCHDOG_PID");
    if (!process.isEmpty() && process != QString::number(::getpid()))
        return std::nullopt;
    return std::chrono::microseconds(micros);
}

} // namespace

ServiceNotice::ServiceNotice(QObject *parent) : QObject(parent)
{
    connect(&m_watchdog, &QTimer::timeout, this, [] { tell("WATCHDOG=1"); });
}

void ServiceNotice::sayReady()
{
    tell("READY=1");
    if (const auto period = watchdogPeriod())
        m_watchdog.start(std::chrono::duration_cast<std::chrono::milliseconds>(*period / 3));
}

void ServiceNotice::sayStopping()
{
    m_watchdog.stop();
    tell("STOPPING=1");
}

} // namespace lockmaster
