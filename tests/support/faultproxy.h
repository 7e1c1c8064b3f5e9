// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

namespace lockmaster::test {

/**
 * A TCP server that stands between a client and a server and misbehaves on demand; or, without a
 * server behind it, misbehaves all by itself. Has threads of its own, so that the test's thread may
 * block. Every setter may be called at any time and concerns open connections too.
 */
class FaultProxy
{
public:
    /** Forwards to 127.0.0.1:`target`; 0: nothing behind it, it only accepts and says `greeting`.
     */
    explicit FaultProxy(quint16 target, QByteArray greeting = {});
    ~FaultProxy();
    FaultProxy(const FaultProxy &) = delete;
    FaultProxy &operator=(const FaultProxy &) = delete;

    quint16 port() const;

    /** New connections lead to another server, as behind an address that moves. */
    void setTarget(quint16 port);
    /** What the server sends waits this long before it goes on. */
    void setDelay(std::chrono::milliseconds delay);
    /** What the server sends goes on one byte at a time, with this pause after each. 0: off. */
    void setDrip(std::chrono::milliseconds pause);
    /** Nothing goes either way any more; connections stay open. */
    void setBlackHole(bool on);
    /** Both sides are closed once this many more bytes went from the server to the client; what the
     * client answers to the last of them does not arrive. */
    void cutAfter(qint64 bytes);
    /** The first time the server sends these bytes, all up to and including them go, then a cut. */
    void cutAfter(const QByteArray &bytes);
    /** Behind what the server says next on a connection come `head`, and `bytes` without end. Both
     * empty: no more; what floods already goes on. */
    void setFlood(const QByteArray &head, const QByteArray &bytes);
    /** Closes what is open; new connections are served. */
    void dropConnections();
    enum class Disguise : quint8 { None, OtherId, NoId, Router };
    /** New connections are greeted with another connection id than the MySQL server gave, as by
     * proxies that count connections of their own; with none; or with a version that ends in
     * `-router`. */
    void setDisguise(Disguise disguise);
    /** New connections are told that the MySQL server has no TLS, as by somebody who wants to
     * listen. */
    void setStripTls(bool on);
    /** New connections seem to come from this address of the loopback network, e.g. 127.0.0.2. */
    void setSource(const char *address);
    /** New connections are closed at once. */
    void setRefusing(bool on);

    /** `sentByClients()` does not grow any more: for whoever watches this process's memory. */
    void stopListening();

    int connectionCount() const; ///< accepted so far
    qint64 bytesToClient() const;
    /** Everything the clients sent so far. */
    QByteArray sentByClients() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster::test
