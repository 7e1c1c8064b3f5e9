// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/endpoint.h"

#include "core/domain/result.h"

#include <memory>

class QTcpSocket;
class QSslSocket;

namespace lockmaster {

class SocketInterrupt;

/**
 * The bytes' way to a server: plain or verified TLS, over TCP or a unix socket. Blocks at most
 * until the deadlines given. Lives on the thread that opened it.
 *
 * Errors by kind: Network, Timeout, Tls, Config (a certificate or key file that cannot be read).
 */
class RedisSocket
{
public:
    static Result<std::unique_ptr<RedisSocket>> open(const Endpoint &endpoint, SteadyTime deadline,
                                                     std::shared_ptr<SocketInterrupt> interrupt);
    ~RedisSocket();
    RedisSocket(const RedisSocket &) = delete;
    RedisSocket &operator=(const RedisSocket &) = delete;

    QString tlsProtocol() const; ///< `TLSv1.3`; empty: plaintext
    QString cipher() const;      ///< empty: plaintext
    int descriptor() const;      ///< after `receiveNow()`: readable where there is more

    /** Hands the bytes over; they leave while `receive()` waits. */
    Result<void> send(const QByteArray &bytes);
    /** Waits for the next bytes; never empty. */
    Result<QByteArray> receive(SteadyTime deadline);
    /** What is there already, without waiting; may be empty. */
    Result<QByteArray> receiveNow();

private:
    RedisSocket(const Endpoint &endpoint, std::shared_ptr<SocketInterrupt> interrupt);
    Result<void> startPlain(int descriptor);
    Result<void> startTls(const Endpoint &endpoint, int descriptor, SteadyTime deadline);
    bool isOver() const; ///< after a wait that brought nothing
    tl::unexpected<Error> lost() const;

    QString m_address;
    std::shared_ptr<SocketInterrupt> m_interrupt;
    std::unique_ptr<QTcpSocket> m_socket;
    bool m_heardAnything = false;
    QSslSocket *m_tls = nullptr; ///< the same socket, when it speaks TLS
};

} // namespace lockmaster
