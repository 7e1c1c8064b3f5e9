// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltableshape.h"

#include "core/text/literaltext.h"
#include "core/sql/sqlserverzone.h"
#include "core/sql/sqltablerows.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"

#include <QHash>
#include <QStringDecoder>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 longestOwner = 1024;
constexpr int microsecondDigits = 6;

/** By lower-cased name: columns have no case. */
using Columns = QHash<QString, SqlTableColumn>;

QString quoted(const QString &identifier)
{
    return quotedSqlIdentifier(identifier).value_or(QString());
}

/**
 * A column's bytes, whatever its character set: the lock's programs compare text, so two tables of
 * different character sets hold the same lock names. Numbers become their digits.
 */
QString allBytesOf(const SqlTableColumn &column)
{
    return column.isBinary()
               ? column.quoted
               : QStringLiteral("CAST(CONVERT(%1 USING utf8mb4) AS BINARY)").arg(column.quoted);
}

Result<Columns> askColumns(SqlConnection &connection, const SqlTableShape &shape,
                           SteadyTime deadline)
{
    Columns columns;
    const auto asked = connection.select(
        QStringLiteral("SELECT COLUMN_NAME, DATA_TYPE, IFNULL(CHARACTER_SET_NAME, ''), "
                       "IFNULL(CHARACTER_OCTET_LENGTH, 0), IFNULL(DATETIME_PRECISION, 0), "
                       "IFNULL(CHARACTER_MAXIMUM_LENGTH, 0), IS_NULLABLE = 'YES' "
                       "FROM information_schema.COLUMNS "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"),
        {shape.schema, shape.table}, deadline, [&columns](const SqlRow &row) {
            SqlTableColumn column;
            column.name = row.text(0);
            column.quoted = quoted(column.name);
            column.type = row.text(1).toLower();
            column.characterSet = row.text(2);
            column.octets = row.integer(3);
            column.characters = row.integer(5);
            column.timeDigits = int(row.integer(4));
            column.nullable = row.integer(6) != 0;
            column.bytes = allBytesOf(column);
            columns.insert(column.name.toLower(), column);
        });
    if (!asked)
        return passOn(asked);
    return columns;
}

/** No columns are seen of a table that is not there, and of one that may not be read. */
Error whyNoColumns(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline)
{
    const QString name = literalText(shape.schema + u'.' + shape.table);
    const QString grant =
        grantStatement(QStringLiteral("SELECT"), quotedTableText(shape.schema, shape.table),
                       connection.server().account);
    const auto probe = connection.select(QStringLiteral("SELECT 1 FROM %1.%2 LIMIT 0")
                                             .arg(quoted(shape.schema), quoted(shape.table)),
                                         {}, deadline, [](const SqlRow &) {});
    if (probe)
        return {ErrorKind::NotFound, 0, Words::tr("The columns of %1 cannot be seen.").arg(name),
                grant};
    Error error = probe.error();
    if (error.kind == ErrorKind::Denied) {
        // Servers answer the same where there is no such table.
        error.message =
            Words::tr("The account %1 may not read %2, nor be told whether there is one.")
                .arg(literalText(connection.server().account), name);
        error.remedy = grant;
    } else if (error.kind == ErrorKind::NotFound) {
        error.message = Words::tr("There is no table %1.").arg(name);
        error.remedy = Words::tr("Check the name of database and table in the profile or URL.");
    }
    return error;
}

Result<SqlTableColumn> columnNamed(const QString &name, const Columns &columns,
                                   const SqlTableShape &shape)
{
    const auto found = columns.find(name.toLower());
    if (found != columns.end())
        return *found;
    QStringList names;
    for (const SqlTableColumn &column : columns)
        names << literalText(column.name);
    names.sort();
    return failure(ErrorKind::NotFound,
                   Words::tr("%1 has no column '%2' that the account may read; it has: %3.")
                       .arg(literalText(shape.schema + u'.' + shape.table), literalText(name),
                            names.mid(0, 20).join(QStringLiteral(", "))),
                   Words::tr("Say in the profile which columns mean name, owner and time."));
}

/** As they are read: in utf8mb4, where a character of a smaller set may take more. */
qint64 mostBytesOf(const SqlTableColumn &column)
{
    const bool grows = column.isText() && !column.characterSet.startsWith(u"utf8");
    return grows ? std::max(column.octets, column.characters * 4) : column.octets;
}

QString bytesOf(const SqlTableColumn &column, qint64 longest)
{
    return mostBytesOf(column) > longest
               ? QStringLiteral("LEFT(%1, %2)").arg(column.bytes, QString::number(longest))
               : column.bytes;
}

/** What to read in bulk: a text needs no conversion where it comes byte for byte. */
QString bulkBytesOf(const SqlTableColumn &column, qint64 longest, bool streamsBytes)
{
    const bool asItIs = streamsBytes && column.isText() && mostBytesOf(column) <= longest;
    return asItIs ? column.quoted : bytesOf(column, longest);
}

QString microsSince1970(const QString &expression)
{
    return QStringLiteral("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %1)").arg(expression);
}

/**
 * A time as an integer that does not move. What is no time gives NULL there as well, which would be
 * "no expiry": it is told apart by its text, as no comparison with it is valid in every SQL mode.
 */
QString storedTime(const SqlTableColumn &time)
{
    return QStringLiteral("IFNULL(%1, CASE WHEN CAST(%2 AS CHAR) LIKE '0000-00-00%' THEN %3 "
                          "WHEN CAST(%2 AS CHAR) <> '' "
                          "THEN CAST(CRC32(CAST(%2 AS CHAR)) AS SIGNED) + (%4) END)")
        .arg(microsSince1970(time.quoted), time.quoted, QString::number(zeroDateSent),
             QString::number(invalidTimeSent));
}

/**
 * The clock stands in a row of its own: it is told for an empty table, too, and is not sent along
 * with each row. Where other rows have their time, it tells whether the server may be written to.
 */
QString clockRow(const QString &more)
{
    return QStringLiteral("SELECT NULL, NULL, %1, %2, %3%4")
        .arg(sqlReadOnly(), microsSince1970(QStringLiteral("NOW(6)")),
             microsSince1970(QStringLiteral("UTC_TIMESTAMP(6)")), more);
}

QString readStatement(const SqlTableShape &shape, bool streamsBytes)
{
    const QString length =
        shape.ownerLengthRead ? QStringLiteral(", LENGTH(%1)").arg(shape.owner.bytes) : QString();
    return clockRow(shape.ownerLengthRead ? QStringLiteral(", NULL") : QString())
           + QStringLiteral(" UNION ALL (SELECT %1, %2, %3, NULL, NULL%4 FROM %5 LIMIT ")
                 .arg(bulkBytesOf(shape.name, longestRowName, streamsBytes),
                      bulkBytesOf(shape.owner, longestOwner, streamsBytes), storedTime(shape.time),
                      length, shape.quotedTable)
           + QString::number(mostTableRows + 1) + u')';
}

/** The same of one row, the owner in full and the time as text, both for comparing. */
QString readRowStatement(const SqlTableShape &shape)
{
    return clockRow(QStringLiteral(", NULL"))
           + QStringLiteral(" UNION ALL (SELECT %1, %2, %3, NULL, NULL, %4 FROM %5 WHERE %6 "
                            "LIMIT 2)")
                 .arg(shape.name.bytes, bytesOf(shape.owner, longestWholeOwner + 1),
                      storedTime(shape.time), timeText(shape), shape.quotedTable,
                      rowCondition(shape));
}

Result<void> takeTime(SqlTableShape &shape, const SqlTableColumn &time)
{
    if (time.type != u"datetime" && time.type != u"timestamp")
        return failure(ErrorKind::Config,
                       Words::tr("The column '%1' of %2 is of type %3, not DATETIME or TIMESTAMP.")
                           .arg(literalText(time.name),
                                literalText(shape.schema + u'.' + shape.table), time.type),
                       Words::tr("Say in the profile which column holds the time."));
    shape.timeType = time.timeDigits == 0
                         ? time.type
                         : QStringLiteral("%1(%2)").arg(time.type).arg(time.timeDigits);
    Micros step(1);
    for (int digits = time.timeDigits; digits < microsecondDigits; ++digits)
        step *= 10;
    shape.precision = step == Micros(1) ? Micros::zero() : step;
    return {};
}

/**
 * Tells which row is locked, and whether two rows may have one name; nothing is missing where it is
 * not told.
 */
Result<void> askNameIndexes(SqlConnection &connection, SqlTableShape &shape, SteadyTime deadline)
{
    const auto asked = connection.select(
        QStringLiteral("SELECT INDEX_NAME, MAX(NON_UNIQUE), COUNT(*) "
                       "FROM information_schema.STATISTICS "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? "
                       "GROUP BY INDEX_NAME "
                       "HAVING SUM(COLUMN_NAME = ? AND SEQ_IN_INDEX = 1) > 0"),
        {shape.schema, shape.table, shape.name.name}, deadline, [&shape](const SqlRow &row) {
            shape.nameIndexes << row.text(0);
            const bool unique = row.integer(1) == 0 && row.integer(2) == 1;
            shape.namesUnique = shape.namesUnique || (unique && !shape.name.nullable);
        });
    // The error of the next statement would say that somebody closed the connection.
    if (!asked && !connection.usable())
        return passOn(asked);
    return {};
}

} // namespace

QVariant columnValue(const SqlTableColumn &column, const QByteArray &bytes)
{
    if (column.isBinary())
        return bytes.isNull() ? QByteArray("") : bytes;
    // The usual conversion would swallow a byte order mark, which is as good a name as any.
    QStringDecoder decode(QStringDecoder::Utf8, QStringConverter::Flag::ConvertInitialBom);
    const QString text = decode(bytes);
    return text.isNull() ? QStringLiteral("") : text;
}

QVariantList rowValues(const SqlTableShape &shape, const QByteArray &name)
{
    return {columnValue(shape.name, name), name.isNull() ? QByteArray("") : name};
}

QString rowCondition(const SqlTableShape &shape)
{
    // The first half alone uses the key, the second alone is exact.
    return QStringLiteral("%1 = ? AND %2 <=> ?").arg(shape.name.quoted, shape.name.bytes);
}

QString timeText(const SqlTableShape &shape)
{
    return QStringLiteral("CAST(%1 AS CHAR)").arg(shape.time.quoted);
}

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
            Words::tr("No database is named for the table %1.").arg(literalText(table.table)),
            Words::tr("Name the database in the URL or profile, or write database.table."));
    for (const QString &identifier : {shape.schema, shape.table}) {
        if (const auto valid = quotedSqlIdentifier(identifier); !valid)
            return passOn(valid);
    }
    const auto columns = askColumns(connection, shape, deadline);
    if (!columns)
        return passOn(columns);
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
        return passOn(taken);
    shape.quotedTable = quoted(shape.schema) + u'.' + quoted(shape.table);
    shape.name = *name;
    shape.owner = *owner;
    shape.time = *time;
    shape.ownerLengthRead = mostBytesOf(*owner) > longestOwner;
    shape.statement = readStatement(shape, connection.streamsBytes());
    shape.rowStatement = readRowStatement(shape);
    if (const auto asked = askNameIndexes(connection, shape, deadline); !asked)
        return passOn(asked);
    return shape;
}

Result<SqlTableShape> learnTableShapeAndZone(SqlConnection &connection, const TableSpec &table,
                                             const QString &database, SteadyTime deadline)
{
    auto shape = learnTableShape(connection, table, database, deadline);
    if (!shape || table.clock.kind != ClockSpec::Kind::Server)
        return shape;
    SqlZoneInquiry inquiry;
    // Where it cannot be told, times that depend on it are said to be uncertain.
    const auto asked = inquiry.goOn(connection, deadline);
    if (!asked && !connection.usable())
        return passOn(asked);
    shape->zone = inquiry.zone();
    return shape;
}

} // namespace lockmaster
