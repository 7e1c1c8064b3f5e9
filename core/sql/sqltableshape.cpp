// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltableshape.h"

#include "core/text/literaltext.h"
#include "core/formats/lockformat.h"
#include "core/sql/sqlserverzone.h"
#include "core/sql/sqltablerows.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"

#include <QHash>
#include <QRegularExpression>
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
    if (column.type == u"bit")
        return QStringLiteral("CAST(CONVERT(%1 + 0 USING utf8mb4) AS BINARY)").arg(column.quoted);
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

/** An epoch. Text that is no number, and what no column of times holds, is an invalid time. */
QString epochMicros(const SqlTableColumn &column, TimeUnit unit)
{
    constexpr qint64 end = 253'402'300'800; // year 10000
    const qint64 perSecond = unit == TimeUnit::Milliseconds ? 1000 : 1;
    const bool isText = column.isText() || column.isBinary();
    const QString number =
        isText ? QStringLiteral("CAST(%1 AS DECIMAL(30, 6))").arg(column.quoted) : column.quoted;
    const QString isNumber =
        isText ? QStringLiteral("%1 REGEXP '^[0-9]{1,20}([.][0-9]{1,6})?$' AND ").arg(column.quoted)
               : QString();
    return QStringLiteral("CASE WHEN %1%2 >= 0 AND %2 < %3 THEN CAST(ROUND(%2 * %4) AS SIGNED) "
                          "WHEN %5 IS NOT NULL THEN CAST(CRC32(%5) AS SIGNED) + (%6) END")
        .arg(isNumber, number, QString::number(end * perSecond),
             QString::number(1'000'000 / perSecond), column.quoted,
             QString::number(invalidTimeSent));
}

QString microsOf(const SqlTableColumn &column, TimeUnit unit)
{
    return unit == TimeUnit::DateTime ? storedTime(column) : epochMicros(column, unit);
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
    return columns;
}

QString noColumns(const SqlTableShape &shape)
{
    const size_t count = shape.more.size() + (shape.sinceMicros.isEmpty() ? 0 : 1);
    return QStringLiteral(", NULL").repeated(qsizetype(count));
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

/** A column that the table does not have: it reads NULL, and so it is compared. */
SqlTableColumn noColumn()
{
    SqlTableColumn none;
    none.quoted = none.bytes = QStringLiteral("NULL");
    return none;
}

/** `{REGION}/{LOCK_KEY}` as an expression, and as a label. */
SqlTableColumn composedName(const QString &pattern, const Columns &columns)
{
    static const QRegularExpression part(QStringLiteral("\\{([^{}]*)\\}|[^{}]+"));
    SqlTableColumn name;
    QStringList parts;
    for (auto it = part.globalMatch(pattern); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const auto column = columns.find(match.captured(1).toLower());
        parts << (match.captured(1).isEmpty() || column == columns.end()
                      ? u'\'' + match.captured() + u'\''
                      : QStringLiteral("IFNULL(%1, '')").arg(column->bytes));
    }
    name.name = pattern;
    name.bytes = QStringLiteral("CAST(CONCAT(%1) AS BINARY)").arg(parts.join(QStringLiteral(", ")));
    name.quoted = name.bytes;
    return name;
}

bool isNumber(const SqlTableColumn &column)
{
    static const QStringList types{
        QStringLiteral("tinyint"), QStringLiteral("smallint"), QStringLiteral("mediumint"),
        QStringLiteral("int"),     QStringLiteral("bigint"),   QStringLiteral("bit"),
        QStringLiteral("decimal"), QStringLiteral("float"),    QStringLiteral("double")};
    return types.contains(column.type);
}

/** The first shape of the format whose columns are all there; where none is, what is missing. */
Result<int> fittingTable(const SqlTableShape &shape, const LockFormat &format,
                         const Columns &columns)
{
    QStringList missing;
    for (size_t i = 0; i < format.tables.size(); ++i) {
        QStringList lacks;
        for (const QString &column : format.tables[i].allColumns()) {
            if (!columns.contains(column.toLower()))
                lacks << column;
        }
        if (lacks.isEmpty())
            return int(i);
        if (missing.isEmpty() || lacks.size() < missing.size())
            missing = lacks;
    }
    return failure(ErrorKind::NotFound,
                   Words::tr("%1 is no table of %2: it lacks %3, or the account may not read that.")
                       .arg(literalText(shape.schema + u'.' + shape.table), format.title,
                            literalText(missing.mid(0, 20).join(QStringLiteral(", ")))),
                   Words::tr("Name the table and its format in the profile or URL."));
}

/** How exact an epoch is, or a DATETIME. */
Result<void> takeTimeOf(SqlTableShape &shape, TimeUnit unit)
{
    if (unit == TimeUnit::DateTime)
        return takeTime(shape, shape.time);
    static const QStringList tooSmall{QStringLiteral("tinyint"),   QStringLiteral("smallint"),
                                      QStringLiteral("mediumint"), QStringLiteral("float"),
                                      QStringLiteral("bit"),       QStringLiteral("year")};
    const QString &type = shape.time.type;
    const bool isMoment = type == u"datetime" || type == u"timestamp" || type == u"date";
    if (isMoment || tooSmall.contains(type) || (unit == TimeUnit::Milliseconds && type == u"int"))
        return failure(ErrorKind::Config,
                       Words::tr("The column '%1' of %2 is of type %3, which holds no such time.")
                           .arg(literalText(shape.time.name),
                                literalText(shape.schema + u'.' + shape.table), type),
                       Words::tr("Name the table and its format in the profile or URL."));
    shape.timeType = shape.time.type;
    shape.precision = unit == TimeUnit::Seconds        ? Micros(1'000'000)
                      : unit == TimeUnit::Milliseconds ? Micros(1000)
                                                       : Micros::zero();
    return {};
}

Result<void> takeFormat(SqlTableShape &shape, const LockFormat &format, const Columns &columns)
{
    const auto which = fittingTable(shape, format, columns);
    if (!which)
        return passOn(which);
    const FormatTable &table = format.tables[size_t(*which)];
    const auto named = [&columns](const QString &name) { return *columns.find(name.toLower()); };
    for (const QString &key : table.key)
        shape.keys.push_back(named(key));
    shape.nameIsKey = table.name.isEmpty() && shape.keys.size() == 1;
    if (shape.nameIsKey) {
        shape.name = shape.keys.front();
    } else {
        const QString pattern =
            table.name.isEmpty() ? u'{' + table.key.join(QStringLiteral("}/{")) + u'}' : table.name;
        shape.name = composedName(pattern, columns);
    }
    const bool hasFlag = table.held.by == FormatHeld::By::Flag;
    if (hasFlag && !isNumber(named(table.held.column)))
        return failure(ErrorKind::Config,
                       Words::tr("The column '%1' of %2 is of type %3, which is no yes or no.")
                           .arg(table.held.column, literalText(shape.schema + u'.' + shape.table),
                                named(table.held.column).type),
                       Words::tr("Name the table and its format in the profile or URL."));
    shape.owner = table.owner.isEmpty() ? noColumn() : named(table.owner);
    shape.time = table.end ? named(table.end->time.column) : noColumn();
    shape.timeMicros = QStringLiteral("NULL");
    if (table.end) {
        if (const auto taken = takeTimeOf(shape, table.end->time.unit); !taken)
            return passOn(taken);
        shape.timeMicros = microsOf(shape.time, table.end->time.unit);
    }
    if (table.only) {
        QString like = table.only->like;
        like.replace(u'_', QStringLiteral("|_"));
        const QString column = named(table.only->column).quoted;
        shape.rowFilter = like.isEmpty()
                              ? QStringLiteral("%1 <> 0").arg(column)
                              : QStringLiteral("%1 LIKE '%2' ESCAPE '|'").arg(column, like);
    }
    auto layout = std::make_shared<SqlLayout>();
    layout->table = *which;
    for (const QString &column : table.allColumns()) {
        const bool isRead = column == table.owner || (table.end && column == table.end->time.column)
                            || (shape.nameIsKey && column == table.key.front());
        if (isRead)
            continue;
        layout->columns << column;
        shape.more.push_back(named(column));
    }
    if (table.since) {
        shape.sinceMicros = microsOf(named(table.since->column), table.since->unit);
        layout->since = int(shape.more.size());
    }
    shape.layout = layout;
    return {};
}

/** Which keys of the table keep rows apart, and which indexes begin with the name. */
Result<void> askKeys(SqlConnection &connection, SqlTableShape &shape, SteadyTime deadline)
{
    struct Index {
        bool isKey = true;
    };
    QHash<QString, Index> indexes;
    const auto isOfKey = [&shape](const QString &name) {
        return std::any_of(shape.keys.begin(), shape.keys.end(), [&name](const auto &column) {
            return column.name.compare(name, Qt::CaseInsensitive) == 0;
        });
    };
    const auto asked = connection.select(
        QStringLiteral("SELECT INDEX_NAME, COLUMN_NAME, NON_UNIQUE, SEQ_IN_INDEX, "
                       "SUB_PART IS NOT NULL FROM information_schema.STATISTICS "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"),
        {shape.schema, shape.table}, deadline, [&](const SqlRow &row) {
            const QString index = row.text(0);
            const QString column = row.text(1);
            const bool keeps = row.integer(2) == 0 && row.integer(4) == 0 && isOfKey(column);
            indexes[index].isKey = indexes[index].isKey && keeps;
            if (shape.nameIsKey && row.integer(3) == 1
                && column.compare(shape.name.name, Qt::CaseInsensitive) == 0)
                shape.nameIndexes << index;
        });
    if (!asked && !connection.usable())
        return passOn(asked);
    if (!asked)
        indexes.clear(); // half of an index may look like one that is unique
    shape.keysUnique =
        std::any_of(indexes.begin(), indexes.end(), [](const Index &index) { return index.isKey; });
    // Several rows may have NULL there; the one that is written to has a value.
    shape.namesUnique = shape.keysUnique && shape.nameIsKey && !shape.name.nullable;
    return {};
}

/** Rows among others are looked for at every poll: not in a table that takes long to go through. */
Result<void> checkSize(SqlConnection &connection, const SqlTableShape &shape, SteadyTime deadline)
{
    constexpr qint64 mostLookedThrough = 200'000;
    if (shape.rowFilter.isEmpty())
        return {};
    qint64 rows = 0;
    const auto asked = connection.select(
        QStringLiteral("SELECT IFNULL(TABLE_ROWS, 0) FROM information_schema.TABLES "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"),
        {shape.schema, shape.table}, deadline,
        [&rows](const SqlRow &row) { rows = row.integer(0); });
    if (!asked)
        return passOn(asked);
    if (rows <= mostLookedThrough)
        return {};
    return failure(ErrorKind::Unsupported,
                   Words::tr("%1 has about %2 rows: too many to look for the few that are locks at "
                             "every poll.")
                       .arg(literalText(shape.schema + u'.' + shape.table), QString::number(rows)),
                   Words::tr("Leave it out, or look at it with a database tool."));
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
    const auto columns = askColumns(connection, shape, deadline);
    if (!columns)
        return passOn(columns);
    if (columns->isEmpty())
        return tl::make_unexpected(whyNoColumns(connection, shape, deadline));

    shape.quotedTable = quoted(shape.schema) + u'.' + quoted(shape.table);
    if (table.format) {
        if (const auto fits = takeFormat(shape, *table.format, *columns); !fits)
            return passOn(fits);
        if (const auto asked = askKeys(connection, shape, deadline); !asked)
            return passOn(asked);
        if (const auto small = checkSize(connection, shape, deadline); !small)
            return passOn(small);
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
    if (const auto taken = takeTime(shape, *time); !taken)
        return passOn(taken);
    shape.name = *name;
    shape.owner = *owner;
    shape.time = *time;
    shape.timeMicros = storedTime(shape.time);
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
