// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/sql/sqllockdata.h"
#include "core/sql/sqltablerows.h"
#include "core/sql/sqltableshape.h"

#include <QHash>
#include <QSet>

#include <map>
#include <set>

namespace lockmaster {

class SqlConnection;

/**
 * Sees which rows of one table are locked by open transactions, without ever waiting for them, as
 * far as server and account allow:
 *
 * - MySQL: each row and its holder, from performance_schema.data_locks.
 * - MariaDB: the row and its holder while somebody waits for it, from INNODB_LOCKS; otherwise only
 *   that a session has been writing to the table for longer than a poll, from METADATA_LOCK_INFO.
 *   Who waits for a row uses its table, and looks like a writer there: INNODB_TRX tells who only
 *   waits. Where nobody uses the table, nothing else is asked.
 *
 * Who waits is a victim, and named as a suspect only for what it holds besides. Where the account
 * may not see who waits, all writers are told, and that it is not known.
 *
 * A lock counts once it was seen for longer than a well-behaved program keeps one. Lives with its
 * source; what an account may not see is not asked for again on the same connection.
 */
class SqlRowLockFinder
{
public:
    /**
     * `poll`: how long a session must have been writing to the table before it is told.
     * `isTheLock`: a row that is locked is a lock that is held, and one that is not is free, so
     * that what no session has is asked for, too.
     */
    SqlRowLockFinder(Micros poll, bool isTheLock) : m_poll(poll), m_isTheLock(isTheLock) {}

    /** @p reading: of the table, just before. */
    SqlRowLocks look(SqlConnection &connection, const SqlTableShape &shape,
                     const SqlTableReading &reading, SteadyTime deadline);

    /** What can be seen here; `id` is the capability's. */
    Capability examine(SqlConnection &connection, const QString &id, const SqlTableShape &shape,
                       SteadyTime deadline);

    void connectionChanged();

private:
    /** MariaDB: an open transaction. */
    struct Transaction {
        quint64 number = 0;    ///< 0: it has changed nothing yet, as several may
        qint64 connection = 0; ///< 0: none has it, as after a crash
        bool waits = false;
        std::optional<QByteArray> wanted; ///< the name of the row that it waits for
        qint64 held = 0; ///< locks and changes, at least; without what it waits for, and without
                         ///< rows that it added, which nobody else sees
    };
    using Transactions = std::vector<Transaction>;

    Result<SqlLockedRows> seeEntries(SqlConnection &connection, const SqlTableShape &shape,
                                     SteadyTime deadline);
    Result<SqlLockedRows> seeDataLocks(SqlConnection &connection, const SqlTableShape &shape,
                                       SteadyTime deadline);
    Result<SqlLockedRows> seeInnodbLocks(SqlConnection &connection, const SqlTableShape &shape,
                                         SteadyTime deadline);
    std::optional<QByteArray> nameOfKey(SqlConnection &connection, const SqlTableShape &shape,
                                        const QByteArray &key, SteadyTime deadline);
    Result<SqlLockedRows> seeLasting(SqlConnection &connection, const SqlTableShape &shape,
                                     SteadyTime deadline);
    Result<Transactions> seeTransactions(SqlConnection &connection, const SqlTableShape &shape,
                                         SteadyTime deadline);
    std::optional<bool> seePrepared(SqlConnection &connection, SteadyTime deadline);
    SqlLockingSession session(SqlConnection &connection, quint64 id, SteadyTime deadline);
    /** Sessions that use the table in an open statement or transaction. */
    struct Users {
        bool told = false;                ///< false: the server does not say
        std::set<qint64> all;             ///< by connection
        std::map<qint64, Micros> writers; ///< by connection: for how long
        bool lasting =
            false; ///< one has had the table open for longer than a poll, to read as well
    };
    Users seeUsers(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline);
    /** A row that somebody has locked or waits for, by the id that `session()` takes. */
    struct Part {
        SqlLockedRow row;
        bool waits = false;  ///< for whatever row
        bool certain = true; ///< false: it may be another of those that are named
        quint64 transaction = 0;
    };
    static std::vector<Part> partsOf(const SqlLockedRows &seen);
    struct RowsKnown {
        QSet<QByteArray> names; ///< of those seen locked: what stands in the table
        qint64 locksOfARow = 1; ///< entries of indexes
    };
    static std::vector<Part> partsOf(const SqlLockedRows &seen, const Users &users,
                                     Transactions &transactions, const RowsKnown &known);
    void addRows(SqlConnection &connection, const std::vector<Part> &parts, SqlRowLocks &locks,
                 SteadyTime deadline);
    /** MariaDB: those of the writers that may hold a row; null: it is not told who waits. */
    std::vector<SqlTableWriter> suspects(const std::map<qint64, Micros> &writers,
                                         ServerTime serverNow, const Transactions *transactions);
    /** Gives them their names; what they have is the id that `session()` takes. */
    void addWriters(SqlConnection &connection, std::vector<SqlTableWriter> writers,
                    SqlRowLocks &locks, SteadyTime deadline);

    const Micros m_poll;
    const bool m_isTheLock;
    bool m_entriesDenied = false;
    bool m_writersDenied = false;
    std::vector<SqlLockedRow> m_lasting;        ///< of the look before
    QHash<qint64, ServerTime> m_writingSince;   ///< of the look before
    std::optional<QSet<QByteArray>> m_prepared; ///< at the look before; none: it is the first
    QSet<qint64> m_waited;                      ///< at the look before; connections
    QHash<QString, QByteArray> m_nameOfLock;    ///< MariaDB: of this look, by id: the row's name
    std::optional<QStringList> m_keyColumns;    ///< of the primary key, in its order
};

} // namespace lockmaster
