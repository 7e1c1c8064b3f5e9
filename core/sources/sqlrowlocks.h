// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/sources/sqltablerows.h"
#include "core/sources/sqltableshape.h"

#include <QHash>
#include <QSet>

#include <map>

namespace lockmaster {

class SqlConnection;

/**
 * Sees which rows of one table are locked by open transactions, without ever waiting for them, as
 * far as server and account allow:
 *
 * - MySQL: each row and its holder, from performance_schema.data_locks.
 * - MariaDB: the row and its holder while somebody waits for it, from INNODB_LOCKS; otherwise only
 *   that a session has been writing to the table for longer than a poll, from METADATA_LOCK_INFO.
 *   Who waits for a row uses its table: where nobody does, nothing else is asked.
 *
 * A lock counts once it was seen for longer than a well-behaved program keeps one. Lives with its
 * source; what an account may not see is not asked for again on the same connection.
 */
class SqlRowLockFinder
{
public:
    /** `poll`: how long a session must have been writing to the table before it is told. */
    explicit SqlRowLockFinder(Micros poll) : m_poll(poll) {}

    SqlRowLocks look(SqlConnection &connection, const SqlTableShape &shape, ServerTime serverNow,
                     SteadyTime deadline);

    /** What can be seen here; `id` is the capability's. */
    Capability examine(SqlConnection &connection, const QString &id, const SqlTableShape &shape,
                       SteadyTime deadline);

    void connectionChanged();

private:
    /** One entry of the server's list of locks. */
    struct Entry {
        quint64 session = 0; ///< a thread (MySQL) or a transaction (MariaDB)
        QByteArray name;
        bool waits = false;

        friend std::strong_ordering operator<=>(const Entry &, const Entry &) = default;
    };
    struct Seen {
        std::vector<Entry> rows;
        std::vector<quint64> elsewhere; ///< sessions that hold rows we cannot name
    };

    Result<Seen> seeEntries(SqlConnection &connection, const SqlTableShape &shape,
                            SteadyTime deadline);
    Result<Seen> seeDataLocks(SqlConnection &connection, const SqlTableShape &shape,
                              SteadyTime deadline);
    Result<Seen> seeInnodbLocks(SqlConnection &connection, const SqlTableShape &shape,
                                SteadyTime deadline);
    Seen seeLasting(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline);
    SqlLockingSession session(SqlConnection &connection, quint64 id, SteadyTime deadline);
    qint64 connectionOf(SqlConnection &connection, quint64 transaction, SteadyTime deadline);
    void addRows(SqlConnection &connection, const Seen &seen, SqlRowLocks &locks,
                 SteadyTime deadline);
    void addWriters(SqlConnection &connection, std::map<qint64, Micros> writers, const Seen &seen,
                    SqlRowLocks &locks, ServerTime serverNow, SteadyTime deadline);
    /** Sessions that use the table in an open statement or transaction. */
    struct Users {
        bool told = false; ///< false: the server does not say
        bool any = false;
        std::map<qint64, Micros> writers; ///< by connection: for how long
    };
    Users seeUsers(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline);

    const Micros m_poll;
    bool m_entriesDenied = false;
    bool m_writersDenied = false;
    std::vector<Entry> m_lasting;             ///< of the look before
    QHash<qint64, ServerTime> m_writingSince; ///< of the look before
};

} // namespace lockmaster
