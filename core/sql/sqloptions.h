// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/transport/endpoint.h"

namespace lockmaster {

/**
 * Whether the QMYSQL driver stands on libmariadb, as Debian's does; known once it was loaded. On
 * another library a connection could not be bounded, nor what a server is told at login.
 */
bool standsOnLibMariaDb();

/** What QSqlDatabase is to be told besides user, password and database. */
struct SqlOptions {
    QString host; ///< a connection string of libmariadb that holds the host
    int port = 0;
    QString connectOptions;
};

/**
 * The options for an endpoint: bounded waits, matched instead of changed rows, no LOCAL INFILE, a
 * bound on packets, ways to log in that tell nobody too much, and TLS that either verifies or
 * refuses.
 *
 * `verified`: the certificate in DER that was verified for the endpoint's host already, and is now
 * the only one that is right; empty: whichever verifies.
 *
 * Errors: Config for parts that cannot stand in an option (a host with `;` or `=`, a path with
 * quotes), or TLS over a unix socket, where there is no host name to check.
 */
Result<SqlOptions> sqlOptions(const Endpoint &endpoint, const QByteArray &verified = {});

} // namespace lockmaster
