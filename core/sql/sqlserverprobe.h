// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlconnection.h"

namespace lockmaster {

/**
 * Asks a fresh connection who the server is; fills everything of `SqlServer` that the server
 * itself tells. What an old server or a poor account cannot tell is left empty.
 * Errors: those of the connection when it breaks, nothing else.
 */
Result<void> probeSqlServer(SqlConnection &connection, SqlServer &server, SteadyTime deadline);

/** Who a server is; both empty where it cannot be asked. */
struct SqlIdentity {
    QByteArray run;         ///< `SqlServer::identity`
    QByteArray lasting;     ///< `SqlServer::lasting`
    bool clustered = false; ///< it has to do with a Galera cluster, or a group
};

/**
 * The server's identity anew: behind a proxy, another server may answer than the one that was asked
 * at first.
 */
Result<SqlIdentity> askSqlIdentity(SqlConnection &connection, bool mariaDb, SteadyTime deadline);

/**
 * Whether the server follows another. None where that cannot be told: no right to ask, and nothing
 * is being copied just now. Errors: those of the connection when it breaks.
 */
Result<std::optional<bool>> askSqlReplica(SqlConnection &connection, bool mariaDb,
                                          SteadyTime deadline);

/**
 * An expression that is 1 while the server's `read_only` is on, otherwise 0. It costs nothing
 * beside others and needs no right. Newer servers have words for it instead of a number.
 */
QString sqlReadOnly();

/** Bounds what the session may wait for, and makes it commit by itself. The zone is not touched. */
Result<void> prepareSqlSession(SqlConnection &connection, const SqlServer &server,
                               SteadyTime deadline);

/** 101119 from `10.11.19-MariaDB-0+deb12u1`; 0 where there is no version in it. */
int sqlVersionNumber(const QString &text);

} // namespace lockmaster
