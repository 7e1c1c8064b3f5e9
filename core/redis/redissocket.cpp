// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redissocket.h"

#include "core/text/words.h"
#include "core/transport/redistls.h"
#include "core/transport/socketinterrupt.h"
#include "core/transport/tcpconnect.h"

#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpSocket>

#include <unistd.h>

namespace lockmaster {

namespace {

tl::unexpected<Error> noAnswer(const QString &address)
{
    return failure(ErrorKind::Timeout, Words::tr("%1 did not answer in time.").arg(address),
                   Words::tr("Check whether the server hangs or is overloaded, or allow "
                             "a longer timeout."));
}

} // namespace

RedisSocket::RedisSocket(const Endpoint &endpoint, std::shared_ptr<SocketInterrupt> interrupt)
    : m_address(endpoint.address), m_interrupt(std::move(interrupt))
{
}

RedisSocket::~RedisSocket()
{
    m_interrupt->detach();
    if (m_socket)
        m_socket->abort();
}

Result<std::unique_ptr<RedisSocket>> RedisSocket::open(const Endpoint &endpoint,
                                                       SteadyTime deadline,
                                                       std::shared_ptr<SocketInterrupt> interrupt)
{
    const auto descriptor = connectSocket(endpoint, deadline, *interrupt);
    if (!descriptor)
        return passOn(descriptor);
    std::unique_ptr<RedisSocket> self(new RedisSocket(endpoint, std::move(interrupt)));
    const auto started = endpoint.tls == TlsMode::Verify
                             ? self->startTls(endpoint, *descriptor, deadline)
                             : self->startPlain(*descriptor);
    if (!started)
        return passOn(started);
    return self;
}

Result<void> RedisSocket::startPlain(int descriptor)
{
    m_socket = std::make_unique<QTcpSocket>();
    if (m_socket->setSocketDescriptor(descriptor))
        return {};
    ::close(descriptor);
    return lost();
}

Result<void> RedisSocket::startTls(const Endpoint &endpoint, int descriptor, SteadyTime deadline)
{
    auto socket = std::make_unique<QSslSocket>();
    m_tls = socket.get();
    m_socket = std::move(socket);
    const auto configuration = tlsConfiguration(endpoint);
    if (!configuration || !m_tls->setSocketDescriptor(descriptor)) {
        ::close(descriptor);
        return configuration ? lost() : passOn(configuration);
    }
    m_tls->setSslConfiguration(*configuration);
    m_tls->setPeerVerifyName(endpoint.host);
    m_tls->startClientEncryption();
    const int left = millisUntil(deadline);
    if (left > 0 && m_tls->waitForEncrypted(left))
        return {};
    if (m_interrupt->interrupted())
        return lost();
    return tl::make_unexpected(handshakeError(*m_tls, m_address));
}

QString RedisSocket::tlsProtocol() const
{
    return m_tls != nullptr ? m_tls->sessionCipher().protocolString() : QString();
}

QString RedisSocket::cipher() const
{
    return m_tls != nullptr ? m_tls->sessionCipher().name() : QString();
}

int RedisSocket::descriptor() const
{
    return int(m_socket->socketDescriptor());
}

tl::unexpected<Error> RedisSocket::lost() const
{
    if (m_interrupt->interrupted()) {
        return failure(ErrorKind::Network, Words::tr("Gave up waiting for %1.").arg(m_address));
    }
    if (m_tls != nullptr)
        return tl::make_unexpected(encryptedLoss(*m_tls, m_heardAnything, m_address));
    if (m_socket->error() == QAbstractSocket::RemoteHostClosedError) {
        return failure(ErrorKind::Network, Words::tr("%1 closed the connection.").arg(m_address));
    }
    return failure(
        ErrorKind::Network,
        Words::tr("The connection to %1 was lost: %2.").arg(m_address, m_socket->errorString()));
}

bool RedisSocket::isOver() const
{
    return m_socket->state() != QAbstractSocket::ConnectedState
           || m_socket->error() != QAbstractSocket::SocketTimeoutError;
}

Result<void> RedisSocket::send(const QByteArray &bytes)
{
    if (m_socket->write(bytes) != bytes.size())
        return lost();
    m_socket->flush();
    return {};
}

Result<QByteArray> RedisSocket::receive(SteadyTime deadline)
{
    while (m_socket->bytesAvailable() == 0) {
        const int left = millisUntil(deadline);
        if (left == 0)
            return noAnswer(m_address);
        if (m_interrupt->interrupted())
            return lost();
        if (m_socket->waitForReadyRead(left))
            continue;
        if (isOver() && m_socket->bytesAvailable() == 0)
            return lost();
    }
    m_heardAnything = true;
    return m_socket->readAll();
}

Result<QByteArray> RedisSocket::receiveNow()
{
    if (m_socket->bytesAvailable() == 0 && !m_socket->waitForReadyRead(0) && isOver()
        && m_socket->bytesAvailable() == 0)
        return lost();
    return m_socket->readAll();
}

} // namespace lockmaster
