// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltableshape.h"

#include "core/text/literaltext.h"
#include "core/sql/sqlformatshape.h"
#include "core/sql/sqlserverzone.h"
#include "core/sql/sqltablerows.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"

#include <QStringDecoder>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 longestOwner = 1024;

/** No columns are seen of a table that is not there, and of one that may not be read. */
Error whyNoColumns(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline)
{
    const QString name = literalText(shape.schema + u'.' + shape.table);
    const QString grant =
        grantStatement(QStringLiteral("SELECT"), quotedTableText(shape.schema, shape.table),
                       connection.server().account);
    const auto probe =
        connection.select(QStringLiteral("SELECT 1 FROM %1.%2 LIMIT 0")
                              .arg(quotedOrEmpty(shape.schema), quotedOrEmpty(shape.table)),
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

Result<SqlTableColumn> columnNamed(const QString &name, const SqlColumns &columns,
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

/** What to read in bulk: a text needs no conversion where it comes byte for byte. */
QString bulkBytesOf(const SqlTableColumn &column, qint64 longest, bool streamsBytes)
{
    const bool asItIs = streamsBytes && column.isText() && mostBytesOf(column) <= longest;
    return asItIs ? column.quoted : bytesOf(column, longest);
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

/** The further columns, as they stand behind the others; `longest` bytes of each. */
QString moreColumns(const SqlTableShape &shape, qint64 longest)
{
    QString columns;
    for (const SqlTableColumn &column : shape.more)
        columns += QStringLiteral(", ") + bytesOf(column, longest);
    if (!shape.sinceMicros.isEmpty())
        columns += QStringLiteral(", ") + shape.sinceMicros;
    for (const QString &count : shape.counts)
        columns += QStringLiteral(", ") + count;
    return columns;
}

QString noColumns(const SqlTableShape &shape)
{
    return QStringLiteral(", NULL").repeated(shape.fieldCount());
}

QString readStatement(const SqlTableShape &shape, bool streamsBytes)
{
    const QString length =
        shape.ownerLengthRead ? QStringLiteral(", LENGTH(%1)").arg(shape.owner.bytes) : QString();
    const QString where =
        shape.rowFilter.isEmpty() ? QString() : QStringLiteral(" WHERE ") + shape.rowFilter;
    return clockRow((shape.ownerLengthRead ? QStringLiteral(", NULL") : QString())
                    + noColumns(shape))
           + QStringLiteral(" UNION ALL (SELECT %1, %2, %3, NULL, NULL%4%5 FROM %6%7 LIMIT ")
                 .arg(bulkBytesOf(shape.name, longestRowName, streamsBytes),
                      bulkBytesOf(shape.owner, longestOwner, streamsBytes), shape.timeMicros,
                      length, moreColumns(shape, longestFieldPart), shape.quotedTable, where)
           + QString::number(mostTableRows + 1) + u')';
}

/** The same of one row, the owner in full and the time as text, both for comparing. */
QString readRowStatement(const SqlTableShape &shape)
{
    const QString filter =
        shape.rowFilter.isEmpty() ? QString() : QStringLiteral(" AND ") + shape.rowFilter;
    return clockRow(QStringLiteral(", NULL") + noColumns(shape))
           + QStringLiteral(" UNION ALL (SELECT %1, %2, %3, NULL, NULL, %4%5 FROM %6 WHERE %7%8 "
                            "LIMIT 2)")
                 .arg(shape.name.bytes, bytesOf(shape.owner, longestWholeOwner + 1),
                      shape.timeMicros, timeText(shape), moreColumns(shape, longestWholeOwner + 1),
                      shape.quotedTable, rowCondition(shape), filter);
}

/**
 * Tells which row is locked, and whether two rows may have one name; nothing is missing where it is
 * not told.
 */
Result<void> askNameIndexes(SqlConnection &connection, SqlTableShape &shape, SteadyTime deadline)
{
    // The error of the next statement would say that somebody closed the connection.
    const auto indexes = askSqlIndexes(connection, shape.schema, shape.table, deadline);
    if (!indexes)
        return passOn(indexes);
    for (const SqlIndex &index : *indexes) {
        if (!index.beginsWith({shape.name.name}))
            continue;
        shape.nameIndexes << index.name;
        const bool unique = index.isUnique && index.columns.size() == 1;
        shape.namesUnique = shape.namesUnique || (unique && !shape.name.nullable);
    }
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
    if (!shape.nameIsKey)
        return {name.isNull() ? QByteArray("") : name};
    return {columnValue(shape.name, name), name.isNull() ? QByteArray("") : name};
}

QString rowCondition(const SqlTableShape &shape)
{
    const QString exact = QStringLiteral("%1 <=> ?").arg(shape.name.bytes);
    // The first half alone uses the key, the second alone is exact.
    return shape.nameIsKey ? QStringLiteral("%1 = ? AND %2").arg(shape.name.quoted, exact) : exact;
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
    const auto columns = askSqlColumns(connection, shape.schema, shape.table, deadline);
    if (!columns)
        return passOn(columns);
    if (columns->isEmpty())
        return tl::make_unexpected(whyNoColumns(connection, shape, deadline));

    shape.quotedTable = quotedOrEmpty(shape.schema) + u'.' + quotedOrEmpty(shape.table);
    if (table.format) {
        if (const auto fits = takeFormat(connection, shape, *table.format, *columns, deadline);
            !fits)
            return passOn(fits);
        shape.ownerLengthRead = mostBytesOf(shape.owner) > longestOwner;
        shape.statement = readStatement(shape, connection.streamsBytes());
        shape.rowStatement = readRowStatement(shape);
        return shape;
    }
    const auto name = columnNamed(table.nameColumn, *columns, shape);
    const auto owner = columnNamed(table.ownerColumn, *columns, shape);
    const auto time = columnNamed(table.timeColumn, *columns, shape);
    for (const auto *column : {&name, &owner, &time}) {
        if (!*column)
            return tl::make_unexpected(column->error());
    }
    if (const auto taken = takeDateTime(shape, *time); !taken)
        return passOn(taken);
    shape.name = *name;
    shape.owner = *owner;
    shape.time = *time;
    shape.timeMicros = microsOf(shape.time, TimeUnit::DateTime);
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
