// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/sql/sqlcolumns.h"

#include <QStringList>
#include <QVariant>

#include <memory>
#include <optional>

namespace lockmaster {

struct SqlLayout;
class SqlConnection;
struct SqlServerZone;

/** The row of another table that a release writes to besides. */
struct SqlCompanion {
    QString table;       ///< in the schema of ours
    QString quotedTable; ///< called `o` in the condition
    SqlColumns columns;  ///< of those that are written, called `o` as well
    QString condition;   ///< which row of it, by the columns of ours
};

/** What has to be known of a table before it can be read or written. */
struct SqlTableShape {
    QString schema;
    QString table;
    QString quotedTable; ///< with its schema, as it stands in a statement
    SqlTableColumn name;
    SqlTableColumn owner;
    SqlTableColumn time;
    /// Of a format file's table: a column that there is not reads NULL, and so does its name.
    std::shared_ptr<const SqlLayout> layout; ///< null: the table has the three columns alone
    std::vector<SqlTableColumn> keys;        ///< tell a row from all others
    std::vector<SqlTableColumn> more;        ///< those of the layout
    QString sinceMicros;                     ///< an expression; empty: none
    QStringList counts; ///< expressions: rows of other tables; NULL where they cannot be counted
    std::optional<SqlCompanion> companion; ///< none also where it cannot be found by a unique key
    QString rowFilter;                     ///< a condition; empty: all rows are locks
    bool nameIsKey = true;                 ///< false: it is made up, and found by no index
    bool keysUnique = false;               ///< by a key of the table
    QString timeMicros;   ///< an expression for the time: see `SqlTableRow::setTime`
    QString statement;    ///< reads all rows: see `readStatement` in the source
    QString rowStatement; ///< reads one row, by the values of `rowValues`
    bool ownerLengthRead = false;
    QString timeType; ///< `datetime`, `timestamp(6)`
    Micros precision{0};
    QStringList nameIndexes;  ///< those that begin with the name: their entries tell the row
    bool namesUnique = false; ///< by a key of the table; false also where that is not known
    /** The session's time zone, for reads of single rows whose times are by its clock; null: not
     * known. */
    std::shared_ptr<const SqlServerZone> zone;

    /** How many fields are read behind the time. */
    qsizetype fieldCount() const
    {
        return qsizetype(more.size()) + (sinceMicros.isEmpty() ? 0 : 1) + counts.size();
    }
};

/** So much of a further column is read in bulk. */
inline constexpr qint64 longestFieldPart = 1024;
/** A longer owner cannot be compared: it is not fetched. */
inline constexpr qint64 longestWholeOwner = qint64(1024) * 1024;
/** So much of a name is read in bulk; a row with a longer one cannot be told by it. */
inline constexpr qint64 longestRowName = 4096;

/**
 * What to bind for the bytes of a name or owner where they meet their column: text for a text, so
 * that an index is used, bytes for a binary.
 */
QVariant columnValue(const SqlTableColumn &column, const QByteArray &bytes);

/** What to bind to the `rowCondition` of a shape: the name, and again as bytes. */
QVariantList rowValues(const SqlTableShape &shape, const QByteArray &name);

/** The row of a name, byte for byte: collations take other names for the same. Two values. */
QString rowCondition(const SqlTableShape &shape);

/** A time of the table as the server writes it, in the session's zone. */
QString timeText(const SqlTableShape &shape);

/** What a table is called as a source: `schema.table`, or `table` where no schema is known. */
QString sqlTableName(const BackendSpec &backend, const TableSpec &table);

/** At most so many rows of a table are read, and so many bytes of names and owners. */
inline constexpr qint64 mostTableRows = 2'000'000;
inline constexpr qint64 mostTableBytes = qint64(512) * 1024 * 1024;

/**
 * Looks a table's columns up. `database` is for tables without a schema of their own.
 * Errors: NotFound (table, column), Denied, Config (no schema, the time is none), and the
 * connection's.
 */
Result<SqlTableShape> learnTableShape(SqlConnection &connection, const TableSpec &table,
                                      const QString &database, SteadyTime deadline);

/**
 * The same for what reads single rows and no other table: with the server's zone, as far as there
 * is time to ask for it.
 */
Result<SqlTableShape> learnTableShapeAndZone(SqlConnection &connection, const TableSpec &table,
                                             const QString &database, SteadyTime deadline);

} // namespace lockmaster
