// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

namespace lockmaster {

/** Where to connect and as whom: the part of a backend that transport needs, password included. */
struct Endpoint {
    QString host;
    quint16 port = 0;
    QString socketPath; ///< wins over host and port
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

    /** For messages: `db1:3306`, `/run/mysqld/mysqld.sock`. */
    QString address;
};

Endpoint endpointOf(const BackendSpec &spec, Secret password);

} // namespace lockmaster
