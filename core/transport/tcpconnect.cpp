// SPDX-License-Identifier: Apache-2.0
#include "core/transport/tcpconnect.h"

#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

struct Address {
    int family = AF_UNSPEC;
    sockaddr_storage bytes{};
    socklen_t size = 0;
};

struct Lookup {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    int code = 0;
    std::vector<Address> addresses;
};

void runLookup(const std::shared_ptr<Lookup> &lookup, const QByteArray &host, quint16 port)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *list = nullptr;
    const int code =
        ::getaddrinfo(host.constData(), QByteArray::number(port).constData(), &hints, &list);
    const std::lock_guard lock(lookup->mutex);
    for (const addrinfo *entry = list; code == 0 && entry != nullptr; entry = entry->ai_next) {
        Address address;
        address.family = entry->ai_family;
        address.size = entry->ai_addrlen;
        std::memcpy(&address.bytes, entry->ai_addr, entry->ai_addrlen);
        lookup->addresses.push_back(address);
    }
    if (list != nullptr)
        ::freeaddrinfo(list);
    lookup->code = code;
    lookup->done = true;
    lookup->changed.notify_all();
}

tl::unexpected<Error> interrupted(const Endpoint &endpoint)
{
    return failure(ErrorKind::Network,
                   Words::tr("Gave up connecting to %1.").arg(endpoint.address));
}

tl::unexpected<Error> nameUnknown(const Endpoint &endpoint, int code)
{
    if (code == EAI_AGAIN) {
        return failure(
            ErrorKind::Network,
            Words::tr("No name server could say where the host %1 is.").arg(endpoint.host),
            Words::tr("Check this machine's network and name service."), code);
    }
    return failure(ErrorKind::Network, Words::tr("The host %1 is not known.").arg(endpoint.host),
                   Words::tr("Check the spelling of the host."), code);
}

Result<std::vector<Address>> hostAddresses(const Endpoint &endpoint, SteadyTime deadline,
                                           const SocketInterrupt &interrupt)
{
    const auto lookup = std::make_shared<Lookup>();
    try {
        std::thread(runLookup, lookup, endpoint.dialledHost().toUtf8(), endpoint.dialledPort())
            .detach();
    } catch (const std::system_error &error) {
        return failure(ErrorKind::Network, QString::fromLocal8Bit(error.what()));
    }
    std::unique_lock lock(lookup->mutex);
    while (!lookup->done) {
        if (interrupt.interrupted())
            return interrupted(endpoint);
        const SteadyTime now = std::chrono::steady_clock::now();
        if (now >= deadline) {
            return failure(ErrorKind::Timeout,
                           Words::tr("Looking up the host %1 took too long.").arg(endpoint.host),
                           Words::tr("Check this machine's network and name service."));
        }
        lookup->changed.wait_until(lock, std::min(deadline, now + 50ms));
    }
    if (lookup->addresses.empty())
        return nameUnknown(endpoint, lookup->code);
    return lookup->addresses;
}

Result<std::vector<Address>> unixAddress(const Endpoint &endpoint)
{
    const QByteArray path = QFile::encodeName(endpoint.dialledSocket());
    Address address;
    auto *target = reinterpret_cast<sockaddr_un *>(&address.bytes);
    if (static_cast<size_t>(path.size()) >= sizeof(target->sun_path)) {
        return failure(
            ErrorKind::Config,
            Words::tr("The path %1 is too long for a unix socket.").arg(endpoint.socketPath));
    }
    address.family = target->sun_family = AF_UNIX;
    std::memcpy(target->sun_path, path.constData(), static_cast<size_t>(path.size()));
    address.size = sizeof(sockaddr_un);
    return std::vector{address};
}

/** 0 once connected, an errno otherwise; ETIMEDOUT by the deadline, ECANCELED when interrupted. */
int waitConnected(int descriptor, SteadyTime deadline, const SocketInterrupt &interrupt)
{
    pollfd entry{descriptor, POLLOUT, 0};
    for (;;) {
        const int left = millisUntil(deadline);
        if (left == 0)
            return ETIMEDOUT;
        const int ready = ::poll(&entry, 1, std::min(left, 50));
        if (interrupt.interrupted())
            return ECANCELED;
        if (ready > 0)
            break;
        if (ready < 0 && errno != EINTR)
            return errno;
    }
    int code = 0;
    socklen_t size = sizeof(code);
    ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size);
    return code;
}

/** A connected descriptor, or an errno in `code`. */
int connectTo(const Address &address, SteadyTime deadline, SocketInterrupt &interrupt, int &code)
{
    const int descriptor = ::socket(address.family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        code = errno;
        return -1;
    }
    interrupt.attach(descriptor);
    code = 0;
    if (::connect(descriptor, reinterpret_cast<const sockaddr *>(&address.bytes), address.size) < 0)
        code = errno == EINPROGRESS ? waitConnected(descriptor, deadline, interrupt) : errno;
    if (code != 0) {
        interrupt.detach();
        ::close(descriptor);
        return -1;
    }
    const int on = 1;
    if (address.family != AF_UNIX)
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    return descriptor;
}

tl::unexpected<Error> notConnected(const Endpoint &endpoint, int code)
{
    const QString reason = QString::fromStdString(std::generic_category().message(code));
    if (code == ECANCELED)
        return interrupted(endpoint);
    if (code == ETIMEDOUT) {
        return failure(ErrorKind::Timeout,
                       Words::tr("%1 did not answer the connection in time.").arg(endpoint.address),
                       Words::tr("Check the address, and that no firewall drops the connection."),
                       code);
    }
    if (code == EAGAIN && !endpoint.dialledSocket().isEmpty()) {
        return failure(
            ErrorKind::Network,
            Words::tr("%1 takes no connection: as many as it allows wait for it already.")
                .arg(endpoint.address),
            Words::tr("Check that the server is not stopped or overloaded."), code);
    }
    if (endpoint.isOverOwnSocket()) {
        return failure(
            ErrorKind::Network,
            Words::tr("The socket %1 cannot be opened: %2.").arg(endpoint.address, reason),
            Words::tr("Check that the server runs, its socket's path, and that "
                      "you may open it."),
            code);
    }
    return failure(ErrorKind::Network,
                   Words::tr("%1 cannot be reached: %2.").arg(endpoint.address, reason),
                   Words::tr("Check that the server runs, and its host and port."), code);
}

} // namespace

int millisUntil(SteadyTime deadline)
{
    const auto left = deadline - std::chrono::steady_clock::now();
    if (left <= 0ns)
        return 0;
    const auto millis = std::chrono::ceil<Millis>(left).count();
    return static_cast<int>(std::min<decltype(millis)>(millis, std::numeric_limits<int>::max()));
}

Result<int> connectSocket(const Endpoint &endpoint, SteadyTime deadline, SocketInterrupt &interrupt)
{
    const auto addresses = endpoint.dialledSocket().isEmpty()
                               ? hostAddresses(endpoint, deadline, interrupt)
                               : unixAddress(endpoint);
    if (!addresses)
        return passOn(addresses);
    int code = ETIMEDOUT;
    for (const Address &address : *addresses) {
        const int descriptor = connectTo(address, deadline, interrupt, code);
        if (descriptor >= 0)
            return descriptor;
        if (code == ETIMEDOUT || code == ECANCELED)
            break;
    }
    return notConnected(endpoint, code);
}

} // namespace lockmaster
