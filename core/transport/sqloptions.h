// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/transport/endpoint.h"

namespace lockmaster {

/** Which client library the QMYSQL driver stands on; they take their TLS settings differently. */
enum class SqlClientLibrary : quint8 { MariaDb, Oracle };

/** Known once the driver was loaded. */
SqlClientLibrary sqlClientLibrary();

/** What QSqlDatabase is to be told besides user, password and database. */
struct SqlOptions {
    QString host; ///< a host, or with libmariadb a connection string that holds one
    int port = 0;
    QString connectOptions;
};

/**
 * The options for an endpoint: bounded waits, matched instead of changed rows, no LOCAL INFILE, a
 * bound on packets, and TLS that either verifies or refuses.
 *
 * Errors: Config for parts that cannot stand in an option (a host with `;` or `=`, a path with
 * quotes), or TLS over a unix socket, where there is no host name to check.
 */
Result<SqlOptions> sqlOptions(const Endpoint &endpoint, SqlClientLibrary library);

} // namespace lockmaster
