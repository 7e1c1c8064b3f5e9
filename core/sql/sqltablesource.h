// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/sql/sqlchangeprobe.h"
#include "core/sql/sqlrowlocks.h"
#include "core/sql/sqlsource.h"
#include "core/sql/sqlstatementhistory.h"
#include "core/sql/sqltableshape.h"
#include "core/sql/sqltablerows.h"

#include <memory>

namespace lockmaster {

/** What a lock system makes of the rows of its table. Lives with its source. */
class SqlTableDecoder
{
public:
    virtual ~SqlTableDecoder() = default;
    /** Adds the locks to `observation`, each once. */
    virtual void decode(const SqlTableReading &reading, Observation &observation) = 0;
    /** There may be another server behind the connection: what was remembered may not fit. */
    virtual void connectionChanged() {}
};

/**
 * Reads a whole table: name, owner and a time of every row, in one statement together with the
 * server's clock, and which of its rows are locked by open transactions, where that can be seen.
 * Never waits for row locks. Knows columns, but no locks: rows go to a decoder.
 *
 * A poll of a table of many rows first asks when it was last changed. While that is certain to be
 * before the last read, the rows of that read are decoded anew by the server's clock of now; all
 * the same they are read every ten seconds.
 *
 * Problems by kind: NotFound (table or column), Denied, Config (the time column is no time),
 * Timeout (the table is locked), Truncated (more than 2,000,000 rows, or 512 MiB of them). A table
 * nobody named may be absent; one that was looked for as a library's has to have been seen with all
 * its columns and a unique key before it is read at all. Servers deny a table that is not there as
 * they deny one that is: it counts as absent then as well, unless its columns were ever seen.
 */
class SqlTableSource final : public SqlSource
{
public:
    SqlTableSource(const BackendSpec &backend, const TableSpec &table,
                   std::unique_ptr<SqlTableDecoder> decoder);

    QString name() const override { return m_name; }
    std::vector<QString> systems() const override { return {m_table.system}; }
    bool isTakenUp() const override { return m_table.named || !m_table.format || m_wasThere; }
    SqlTableName place() const override
    {
        return {m_table.schema.isEmpty() ? m_database : m_table.schema, m_table.table};
    }
    Result<void> takeUp(SqlConnection &connection, SteadyTime deadline) override;
    Observation read(SqlConnection &connection, SteadyTime deadline) override;
    Observation poll(SqlConnection &connection, SteadyTime deadline) override;
    Observation list(SqlConnection &connection, SteadyTime deadline) override;
    bool maySample() const override { return m_maySample; }
    Observation sample(SqlConnection &connection, SteadyTime deadline) override;
    bool lacksZone(const std::shared_ptr<const SqlServerZone> &known) const override;
    void finish(Observation &seen, const SqlZoneInquiry &zone) override;
    std::vector<Capability> examine(SqlConnection &connection, SteadyTime deadline) override;
    void connectionChanged() override;

private:
    enum class Extent : quint8 { Rows, RowsAndLocks, RowsAndLocksOnce, ChangedRowsAndLocks };

    Observation look(SqlConnection &connection, Extent extent, SteadyTime deadline);
    Result<SqlTableReading> readRows(SqlConnection &connection, Extent extent, SteadyTime deadline);
    bool mayAskWhetherChanged(const SqlConnection &connection, Extent extent) const;
    SqlTableReading lastReadingAt(const SqlTableStamp &now);
    void lookAround(SqlConnection &connection, SqlTableReading &reading, SteadyTime deadline);
    void noteLocks(const SqlTableReading &reading, SqlRowLocks locks);
    void forgetWrittenSince(const SqlTableReading &reading);
    Result<void> learnShape(SqlConnection &connection, SteadyTime deadline);
    bool mayBeAbsent(const Error &error, const SqlConnection &connection) const;

    const TableSpec m_table;
    const bool m_electsLeaders;
    const QString m_database; ///< of the backend; for tables without a schema
    const QString m_name;
    const QStringList m_otherSystems; ///< the ids that are looked at beside this table's
    const std::unique_ptr<SqlTableDecoder> m_decoder;
    SqlRowLockFinder m_lockFinder;
    SqlStatementHistory m_history; ///< of leader tables of one row: whose changes are no riddle
    std::optional<SqlTableShape> m_shape;
    SteadyTime m_shapeLearnt{};
    std::optional<Micros> m_fastest; ///< the shortest read so far: what the network takes, or more
    bool m_maySample = false;
    bool m_wasThere = false; ///< its columns were seen
    std::optional<SqlTableReading> m_unfinished;
    SqlTableReading m_last;               ///< the last that succeeded
    SteadyTime m_rowsReadAt{};            ///< when its rows were read
    std::optional<SqlTableStamp> m_stamp; ///< taken just before them
    bool m_stampsDenied = false;
    SqlRowLocks m_locks;                   ///< of the last whole read, as far as they may last
    std::vector<SqlTableRow> m_lockedRows; ///< the rows of `m_locks.rows` as they stood then
};

} // namespace lockmaster
