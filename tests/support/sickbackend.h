// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqltestserver.h"

namespace lockmaster::test {

/**
 * A private server that holds locks whose holders never change, behind a proxy that can be told to
 * fail. Blocking, on the thread that made it.
 */
class SickBackend
{
public:
    static constexpr int lockCount = 350;

    /** Watched as `name`. The server must outlive this. */
    static std::unique_ptr<SickBackend> on(LiveSqlServer &server, const QString &name);
    static std::unique_ptr<SickBackend> on(PrivateRedis &server, const QString &name, bool push);
    virtual ~SickBackend() = default;

    QString name() const { return m_name; }
    /** Through the proxy, password included, polled as often as can be. */
    virtual BackendSpec spec() const = 0;

    virtual void freeze() = 0;
    virtual void thaw() = 0;
    virtual void kill() = 0; ///< `kill -9`
    /** A new process after `kill()`, with the same locks. Connection ids start over. */
    virtual bool revive() = 0;
    /** Nobody else gets a connection any more, and the watcher has none. */
    virtual void fillConnections() = 0;
    virtual void freeConnections() = 0;

    FaultProxy proxy;

protected:
    SickBackend(quint16 port, QString name) : proxy(port), m_name(std::move(name)) {}
    BackendSpec throughProxy(BackendSpec spec) const;

private:
    const QString m_name;
};

} // namespace lockmaster::test
