// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/clock.h"

#include <QByteArray>
#include <QString>
#include <QVariantList>

#include <functional>
#include <optional>

namespace lockmaster {

class SqlConnection;
class SqlRow;

/**
 * What tells one session from every other, and what it has to do with one user-level lock where
 * that was asked for; as far as the account may see it. Texts are untrusted.
 */
struct SessionFacts {
    bool seen = false; ///< the process list shows it
    QString user;
    QString host; ///< with the client's port, where there is one: no two live sessions share it
    QString state;
    QByteArray statement; ///< its first 1,024 bytes
    qint64 query = 0;     ///< MariaDB's number of the statement; 0: not known
    qint64 thread = 0;    ///< performance_schema's number, never used twice; 0: not known
    /** When in its life it took the lock, or began to wait for it; 0: not known. */
    qint64 lockEvent = 0;
    std::optional<Micros> held; ///< the lock, where the server counts it
    SteadyTime readAt{};
};

/** How much of a session's statement is shown, in bytes. */
constexpr qsizetype shownStatement = 512;

/**
 * Reads them, in two short statements; nothing of any lock. What this server or account does not
 * tell stays empty. Errors: those that end the connection.
 */
Result<SessionFacts> readSessionFacts(SqlConnection &connection, qint64 session,
                                      SteadyTime deadline);

/** Asks what may be missing or denied; only the end of the connection is an error. */
Result<void> askIfTold(SqlConnection &connection, const QString &sql, const QVariantList &values,
                       SteadyTime deadline, const std::function<void(const SqlRow &)> &row);

/** Nothing contradicts that both are of one session; what was seen once must be seen again. */
bool sameSession(const SessionFacts &before, const SessionFacts &now);

/** Whether the server still has a session of that number, as far as this account may see. */
Result<bool> sessionExists(SqlConnection &connection, qint64 session, SteadyTime deadline);

} // namespace lockmaster
