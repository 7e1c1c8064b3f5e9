// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqltableshape.h"

#include "core/domain/literaltext.h"
#include "core/transport/sqlconnection.h"

#include <QCoreApplication>
#include <QHash>

namespace lockmaster {

namespace {

constexpr qint64 longestOwner = 1024;
constexpr qint64 longestName = 4096;
constexpr int microsecondDigits = 6;

struct Column {
    QString name;
    QString type;
    bool isText = false;
    qint64 octets = 0; ///< most bytes of a text; 0: not a text
    int timeDigits = 0;
};

/** By lower-cased name: columns have no case. */
using Columns = QHash<QString, Column>;

QString quoted(const QString &identifier)
{
    return quotedSqlIdentifier(identifier).value_or(QString());
}

Result<Columns> askColumns(SqlConnection &connection, const SqlTableShape &shape,
                           SteadyTime deadline)
{
    Columns columns;
    const auto asked = connection.select(
        QStringLiteral("SELECT COLUMN_NAME, DATA_TYPE, CHARACTER_SET_NAME IS NOT NULL, "
                       "IFNULL(CHARACTER_OCTET_LENGTH, 0), IFNULL(DATETIME_PRECISION, 0) "
                       "FROM information_schema.COLUMNS "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"),
        {shape.schema, shape.table}, deadline, [&columns](const SqlRow &row) {
            const Column column{row.text(0), row.text(1).toLower(), row.integer(2) != 0,
                                row.integer(3), int(row.integer(4))};
            columns.insert(column.name.toLower(), column);
        });
    if (!asked)
        return tl::make_unexpected(asked.error());
    return columns;
}

/** No columns are seen of a table that is not there, and of one that may not be read. */
Error whyNoColumns(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline)
{
    const QString name = literalText(shape.schema + u'.' + shape.table);
    const auto probe = connection.select(QStringLiteral("SELECT 1 FROM %1.%2 LIMIT 0")
                                             .arg(quoted(shape.schema), quoted(shape.table)),
                                         {}, deadline, [](const SqlRow &) {});
    if (probe)
        return {
            ErrorKind::NotFound, 0,
            QCoreApplication::translate("lockmaster", "The columns of %1 cannot be seen.")
                .arg(name),
            QCoreApplication::translate("lockmaster", "Grant the account SELECT on the table.")};
    Error error = probe.error();
    if (error.kind == ErrorKind::Denied) {
        error.message = QCoreApplication::translate("lockmaster", "The account %1 may not read %2.")
                            .arg(literalText(connection.server().account), name);
        error.remedy =
            QCoreApplication::translate("lockmaster", "GRANT SELECT ON %1 TO the account.")
                .arg(name);
    } else if (error.kind == ErrorKind::NotFound) {
        error.message =
            QCoreApplication::translate("lockmaster", "There is no table %1.").arg(name);
        error.remedy = QCoreApplication::translate(
            "lockmaster", "Check the name of database and table in the profile or URL.");
    }
    return error;
}

Result<Column> columnNamed(const QString &name, const Columns &columns, const SqlTableShape &shape)
{
    const auto found = columns.find(name.toLower());
    if (found != columns.end())
        return *found;
    QStringList names;
    for (const Column &column : columns)
        names << literalText(column.name);
    names.sort();
    return failure(
        ErrorKind::NotFound,
        QCoreApplication::translate("lockmaster",
                                    "%1 has no column '%2' that the account may read; it has: %3.")
            .arg(literalText(shape.schema + u'.' + shape.table), literalText(name),
                 names.mid(0, 20).join(QStringLiteral(", "))),
        QCoreApplication::translate("lockmaster",
                                    "Say in the profile which columns mean name, owner and time."));
}

/**
 * A column's bytes, whatever its character set: the lock's programs compare text, so two tables of
 * different character sets hold the same lock names. Numbers become their digits.
 */
QString allBytesOf(const Column &column)
{
    const bool binary = !column.isText && column.octets > 0;
    return binary ? quoted(column.name)
                  : QStringLiteral("CAST(CONVERT(%1 USING utf8mb4) AS BINARY)")
                        .arg(quoted(column.name));
}

QString bytesOf(const Column &column, qint64 longest)
{
    const QString bytes = allBytesOf(column);
    return column.octets > longest
               ? QStringLiteral("LEFT(%1, %2)").arg(bytes, QString::number(longest))
               : bytes;
}

QString microsSince1970(const QString &expression)
{
    return QStringLiteral("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %1)").arg(expression);
}

/**
 * The clock stands in a row of its own: it is told for an empty table, too, and is not sent along
 * with each row.
 */
QString readStatement(const SqlTableShape &shape, const Column &name, const Column &owner,
                      const Column &time)
{
    const QString length =
        shape.ownerLengthRead ? QStringLiteral(", LENGTH(%1)").arg(allBytesOf(owner)) : QString();
    return QStringLiteral("SELECT NULL, NULL, NULL, %1, %2%3 UNION ALL "
                          "(SELECT %4, %5, %6, NULL, NULL%7 FROM %8.%9 LIMIT ")
               .arg(microsSince1970(QStringLiteral("NOW(6)")),
                    microsSince1970(QStringLiteral("UTC_TIMESTAMP(6)")),
                    shape.ownerLengthRead ? QStringLiteral(", NULL") : QString(),
                    bytesOf(name, longestName), bytesOf(owner, longestOwner),
                    microsSince1970(quoted(time.name)), length, quoted(shape.schema),
                    quoted(shape.table))
           + QString::number(mostTableRows + 1) + u')';
}

Result<void> takeTime(SqlTableShape &shape, const Column &time)
{
    if (time.type != u"datetime" && time.type != u"timestamp")
        return failure(
            ErrorKind::Config,
            QCoreApplication::translate(
                "lockmaster", "The column '%1' of %2 is of type %3, not DATETIME or TIMESTAMP.")
                .arg(literalText(time.name), literalText(shape.schema + u'.' + shape.table),
                     time.type),
            QCoreApplication::translate("lockmaster",
                                        "Say in the profile which column holds the time."));
    shape.timeType = time.timeDigits == 0
                         ? time.type
                         : QStringLiteral("%1(%2)").arg(time.type).arg(time.timeDigits);
    Micros step(1);
    for (int digits = time.timeDigits; digits < microsecondDigits; ++digits)
        step *= 10;
    shape.precision = step == Micros(1) ? Micros::zero() : step;
    return {};
}

/** Only a help to tell which row is locked: nothing is missing where it is not told. */
void askNameIndexes(SqlConnection &connection, SqlTableShape &shape, const Column &name,
                    SteadyTime deadline)
{
    connection.select(QStringLiteral("SELECT INDEX_NAME FROM information_schema.STATISTICS "
                                     "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? "
                                     "AND COLUMN_NAME = ? AND SEQ_IN_INDEX = 1"),
                      {shape.schema, shape.table, name.name}, deadline,
                      [&shape](const SqlRow &row) { shape.nameIndexes << row.text(0); });
}

} // namespace

QString sqlTableName(const BackendSpec &backend, const TableSpec &table)
{
    const QString schema = table.schema.isEmpty() ? backend.database : table.schema;
    return schema.isEmpty() ? table.table : schema + u'.' + table.table;
}

Result<SqlTableShape> learnTableShape(SqlConnection &connection, const TableSpec &table,
                                      const QString &database, SteadyTime deadline)
{
    SqlTableShape shape;
    shape.table = table.table;
    for (const QString &candidate : {table.schema, database, connection.server().database}) {
        if (shape.schema.isEmpty())
            shape.schema = candidate;
    }
    if (shape.schema.isEmpty())
        return failure(
            ErrorKind::NotFound,
            QCoreApplication::translate("lockmaster", "No database is named for the table %1.")
                .arg(literalText(table.table)),
            QCoreApplication::translate(
                "lockmaster", "Name the database in the URL or profile, or write database.table."));
    for (const QString &identifier : {shape.schema, shape.table}) {
        if (const auto valid = quotedSqlIdentifier(identifier); !valid)
            return tl::make_unexpected(valid.error());
    }
    const auto columns = askColumns(connection, shape, deadline);
    if (!columns)
        return tl::make_unexpected(columns.error());
    if (columns->isEmpty())
        return tl::make_unexpected(whyNoColumns(connection, shape, deadline));

    const auto name = columnNamed(table.nameColumn, *columns, shape);
    const auto owner = columnNamed(table.ownerColumn, *columns, shape);
    const auto time = columnNamed(table.timeColumn, *columns, shape);
    for (const auto *column : {&name, &owner, &time}) {
        if (!*column)
            return tl::make_unexpected(column->error());
    }
    if (const auto taken = takeTime(shape, *time); !taken)
        return tl::make_unexpected(taken.error());
    shape.ownerLengthRead = owner->octets > longestOwner;
    shape.statement = readStatement(shape, *name, *owner, *time);
    askNameIndexes(connection, shape, *name, deadline);
    return shape;
}

} // namespace lockmaster
