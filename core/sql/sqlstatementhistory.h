// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/sql/sqltablerows.h"
#include "core/sql/sqltableshape.h"

#include <QHash>

namespace lockmaster {

class SqlConnection;

/**
 * Sees which sessions have changed rows of one table lately, and from where, in the statement
 * history of performance_schema. MySQL has it by default; MariaDB only when it was started with
 * performance_schema and its consumer was switched on, and there it has no text of statements that
 * were prepared on the server.
 *
 * A help that must not cost anything: it takes a twentieth of the time at most, needs 800 ms until
 * the deadline to begin and half of them at most, and the server itself ends what takes it longer
 * than `longestRead`. Where it was too slow, or the connection broke under it, it rests for ten
 * seconds up to minutes, on other connections, too. Lives with its source; what an account may not
 * see is not asked for again on the same connection.
 */
class SqlStatementHistory
{
public:
    static constexpr Millis longestRead{100};

    struct Seen {
        /**
         * How many updates of rows of the table there were so far; none where it is not counted.
         * What was added does not count: a refused INSERT IGNORE is counted like one that did
         * something.
         */
        std::optional<quint64> updateCount;
        /**
         * What is new since the last look, oldest first. None where it cannot be told: the first
         * look at a connection, one that came too soon, one that failed.
         */
        std::optional<std::vector<SqlRowChange>> changes;
    };
    Seen look(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline);

    /** What can be seen here; `id` is the capability's. */
    static Capability examine(SqlConnection &connection, const QString &id, SteadyTime deadline);

    void connectionChanged();

private:
    struct Event {
        quint64 thread = 0;
        quint64 id = 0; ///< grows within a thread
        quint64 endedAt = 0;
    };

    Result<void> look(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline,
                      Seen &seen);
    Result<std::optional<quint64>>
    countUpdates(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline) const;
    Result<std::optional<std::vector<SqlRowChange>>>
    readChanges(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline);
    Result<std::vector<Event>> readEvents(SqlConnection &connection, const SqlTableShape &shape,
                                          SteadyTime deadline) const;
    Result<void> nameSessions(SqlConnection &connection, const std::vector<Event> &events,
                              SteadyTime deadline);

    bool m_denied = false;
    bool m_countDenied = false;
    bool m_begun = false;
    SteadyTime m_notBefore{};
    int m_troubles = 0;                           ///< in a row
    QHash<quint64, quint64> m_newest;             ///< by thread: its last event that was seen
    QHash<quint64, SqlLockingSession> m_sessions; ///< by thread: threads are numbered once
};

/** A SELECT that the server gives up after `limit`, with Timeout; the connection goes on. */
QString timeLimitedSelect(const QString &what, Millis limit, bool mariaDb);

/**
 * Whether a statement, as the server writes its digest, adds or changes rows of that very table.
 * What is not certain (several tables, another database) does not count.
 */
bool digestWritesTable(const QString &digest, const QString &database, const SqlTableShape &shape);

} // namespace lockmaster
