// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

#include <memory>

namespace lockmaster {

class SocketInterrupt;
class TunnelEnd;

/** Where to connect and as whom: the part of a backend that transport needs, password included. */
struct Endpoint {
    QString host;
    quint16 port = 0;
    QString socketPath; ///< wins over host and port
    TunnelSpec tunnel;  ///< where it is set, these are as its far end knows them
    /** How it was got through that, and what keeps it up; null: not yet. See `dialled()`. */
    std::shared_ptr<const TunnelEnd> tunnelEnd = {};
    bool tellsPassword = false; ///< as it is, by the server's protocol
    QString user;
    Secret password;
    QString database;      ///< MySQL
    int redisDatabase = 0; ///< Redis
    TlsMode tls = TlsMode::Off;
    QString caFile;
    QString certFile;
    QString keyFile;
    QString publicKeyFile; ///< MySQL: the server's RSA key
    Millis timeout{2000};  ///< connect, and each read and write

    /** For messages: `db1:3306`, `/run/mysqld/mysqld.sock`, `db1:3306 via bastion`. */
    QString address;

    /** The unix socket to connect to; empty: host and port. */
    QString dialledSocket() const;
    QString dialledHost() const;
    quint16 dialledPort() const;
    /** What listens at its unix socket is the server itself, as far as it goes. */
    bool isOverOwnSocket() const { return !socketPath.isEmpty() && !tunnel.isSet(); }
};

/**
 * The same, as it can be connected to from here: through its tunnel, where it has one, which is set
 * up first. The tunnel stays as long as there is a copy of the result. Blocks; an interrupt ends
 * that. Errors by kind: Network and Timeout as the tunnel has them, Config.
 */
Result<Endpoint> dialled(const Endpoint &endpoint, SteadyTime deadline,
                         const SocketInterrupt &interrupt);

/**
 * Sets up the tunnels of those that have one, all at the same time, and waits for them until
 * `deadline`: who connects once is better told then that it takes long. What goes wrong is told to
 * whoever connects.
 */
void setUpTunnels(const std::vector<BackendSpec> &backends, SteadyTime deadline);

/** What a connection failed of, with what its tunnel has to say of that. */
Error explained(Error error, const Endpoint &endpoint);

/**
 * Whether that leads to this machine, though nothing else of the group is here: a node may be
 * called what only its own machine can call it.
 */
bool meansThisMachine(const BackendSpec &spec, const NodeAddress &dialled);

Endpoint endpointOf(const BackendSpec &spec, Secret password);

} // namespace lockmaster
