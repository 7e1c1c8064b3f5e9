// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/listenaddress.h"

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockmaster {

namespace {

/** The address as the system wants it; its size is 0 where it is none. */
struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;
};

SocketAddress socketAddress(const ListenAddress &address)
{
    SocketAddress out;
    const QByteArray host = address.host.toUtf8();
    sockaddr_in four{};
    sockaddr_in6 six{};
    if (::inet_pton(AF_INET, host.constData(), &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        four.sin_port = htons(address.port);
        std::memcpy(&out.storage, &four, sizeof four);
        out.size = sizeof four;
    } else if (::inet_pton(AF_INET6, host.constData(), &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(address.port);
        std::memcpy(&out.storage, &six, sizeof six);
        out.size = sizeof six;
    }
    return out;
}

Error whyNotThere(const ListenAddress &address, int error)
{
    Error said;
    said.kind = error == EACCES || error == EPERM ? ErrorKind::Denied : ErrorKind::Config;
    said.nativeCode = error;
    said.message = QStringLiteral("Nobody can listen on %1: %2")
                       .arg(address.text(), QString::fromLocal8Bit(std::strerror(error)));
    if (error == EADDRINUSE) {
        said.remedy =
            QStringLiteral("Another program listens there. End it, or take another port: --listen "
                           "HOST:PORT; port 0 takes any that is free.");
    } else if (error == EACCES || error == EPERM) {
        said.remedy = QStringLiteral(
            "Ports below 1024 are for root: take one above with --listen HOST:PORT.");
    } else if (error == EADDRNOTAVAIL) {
        said.remedy =
            QStringLiteral("This machine has no such address: name one it has with --listen "
                           "HOST:PORT.");
    } else {
        said.remedy = QStringLiteral("Try another address or port with --listen HOST:PORT.");
    }
    return said;
}

} // namespace

QString ListenAddress::text() const
{
    const QString where = host.contains(u':') ? u'[' + host + u']' : host;
    return where + u':' + QString::number(port);
}

Result<ListenAddress> listenAddress(const QString &text)
{
    const auto refusal =
        failure(ErrorKind::Config, QStringLiteral("'%1' is no address to listen on").arg(text),
                QStringLiteral("Write 127.0.0.1:9464 or [::1]:9464; 0.0.0.0:9464 lets every "
                               "machine read, port 0 takes any that is free."));
    const qsizetype colon = text.lastIndexOf(u':');
    if (colon < 0)
        return refusal;
    ListenAddress address;
    address.host = text.first(colon);
    if (address.host.startsWith(u'[') && address.host.endsWith(u']'))
        address.host = address.host.sliced(1, address.host.size() - 2);
    else if (address.host.contains(u':'))
        return refusal;
    if (address.host == QLatin1StringView("localhost"))
        address.host = QStringLiteral("127.0.0.1");
    bool isPort = false;
    const QString port = text.sliced(colon + 1);
    address.port = port.toUShort(&isPort);
    if (!isPort || port.startsWith(u'+') || socketAddress(address).size == 0)
        return refusal;
    return address;
}

Result<int> listenOn(ListenAddress &address)
{
    const SocketAddress to = socketAddress(address);
    const int socket =
        ::socket(to.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int on = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (to.storage.ss_family == AF_INET6)
        ::setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    const bool works =
        socket >= 0 && ::bind(socket, reinterpret_cast<const sockaddr *>(&to.storage), to.size) == 0
        && ::listen(socket, SOMAXCONN) == 0;
    if (!works) {
        const Error why = whyNotThere(address, errno);
        if (socket >= 0)
            ::close(socket);
        return tl::make_unexpected(why);
    }
    sockaddr_storage got{};
    socklen_t size = sizeof got;
    ::getsockname(socket, reinterpret_cast<sockaddr *>(&got), &size);
    // The port stands at the same place in both families.
    address.port = ntohs(reinterpret_cast<const sockaddr_in *>(&got)->sin_port);
    return socket;
}

} // namespace lockmaster
