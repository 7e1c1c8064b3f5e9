// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"

#include <QByteArray>

namespace lockmaster {

class SqlConnection;

/** One session of a server, told from those of its next start. */
struct ServerSession {
    qint64 connectionId = 0;
    QByteArray server; ///< its identity
};

ServerSession sessionOf(const SqlConnection &connection);

/**
 * Waits until the server has no such session any more: nothing that was sent on it can happen after
 * that. Asks on another connection to the same server; an account always sees its own sessions.
 * Errors: Timeout where it is still there at the deadline, Unsupported where the server does not
 * tell, and the connection's.
 */
Result<void> awaitSessionEnd(SqlConnection &connection, const ServerSession &session,
                             SteadyTime deadline);

} // namespace lockmaster
