// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/sources/sqltablerows.h"
#include "core/sources/sqltableshape.h"

#include <QHash>

namespace lockmaster {

class SqlConnection;

/**
 * Sees which sessions have changed rows of one table lately, and from where, in the statement
 * history of performance_schema. MySQL has it by default; MariaDB only when it was started with
 * performance_schema and its consumer was switched on, and there it has no text of statements that
 * were prepared on the server.
 *
 * Takes a twentieth of the time at most. Lives with its source; what an account may not see is not
 * asked for again on the same connection.
 */
class SqlStatementHistory
{
public:
    /**
     * What is new since the last look, oldest first. None where it cannot be told: the first look
     * at a connection, one that came too soon, one that failed.
     */
    std::optional<std::vector<SqlRowChange>> look(SqlConnection &connection,
                                                  const SqlTableShape &shape, SteadyTime deadline);

    /**
     * How many updates of rows of the table there were so far; none where it is not counted. What
     * was added does not count: a refused INSERT IGNORE is counted like one that did something.
     */
    std::optional<quint64> countUpdates(SqlConnection &connection, const SqlTableShape &shape,
                                        SteadyTime deadline);

    /** What can be seen here; `id` is the capability's. */
    static Capability examine(SqlConnection &connection, const QString &id, SteadyTime deadline);

    void connectionChanged();

private:
    struct Event {
        quint64 thread = 0;
        quint64 id = 0; ///< grows within a thread
        quint64 endedAt = 0;
    };

    Result<std::vector<Event>> readEvents(SqlConnection &connection, const SqlTableShape &shape,
                                          SteadyTime deadline) const;
    Result<void> nameSessions(SqlConnection &connection, const std::vector<Event> &events,
                              SteadyTime deadline);

    bool m_denied = false;
    bool m_countDenied = false;
    bool m_begun = false;
    SteadyTime m_notBefore{};
    QHash<quint64, quint64> m_newest;             ///< by thread: its last event that was seen
    QHash<quint64, SqlLockingSession> m_sessions; ///< by thread: threads are numbered once
};

/**
 * Whether a statement, as the server writes its digest, adds or changes rows of that very table.
 * What is not certain (several tables, another database) does not count.
 */
bool digestWritesTable(const QString &digest, const QString &database, const SqlTableShape &shape);

} // namespace lockmaster
