// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlcolumns.h"

#include "core/sql/sqlconnection.h"
#include "core/sql/sqltablerows.h"

#include <algorithm>

namespace lockmaster {

namespace {

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

} // namespace

Result<SqlColumns> askSqlColumns(SqlConnection &connection, const QString &schema,
                                 const QString &table, SteadyTime deadline)
{
    SqlColumns columns;
    const auto asked = connection.select(
        QStringLiteral("SELECT COLUMN_NAME, DATA_TYPE, IFNULL(CHARACTER_SET_NAME, ''), "
                       "IFNULL(CHARACTER_OCTET_LENGTH, 0), IFNULL(DATETIME_PRECISION, 0), "
                       "IFNULL(CHARACTER_MAXIMUM_LENGTH, 0), IS_NULLABLE = 'YES', "
                       "IFNULL(COLLATION_NAME, '') FROM information_schema.COLUMNS "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"),
        {schema, table}, deadline, [&columns](const SqlRow &row) {
            SqlTableColumn column;
            column.name = row.text(0);
            column.type = row.text(1).toLower();
            column.characterSet = row.text(2);
            column.octets = row.integer(3);
            column.characters = row.integer(5);
            column.timeDigits = int(row.integer(4));
            column.nullable = row.integer(6) != 0;
            column.collation = row.text(7);
            callColumn(column, quotedOrEmpty(column.name));
            columns.insert(column.name.toLower(), column);
        });
    if (!asked)
        return passOn(asked);
    return columns;
}

bool SqlIndex::beginsWith(const QStringList &all) const
{
    return columns.size() >= all.size()
           && std::all_of(
               columns.begin(), columns.begin() + all.size(),
               [&all](const QString &one) { return all.contains(one, Qt::CaseInsensitive); });
}

bool SqlIndex::keepsApart(const QStringList &all) const
{
    return isUnique && !hasParts
           && std::all_of(columns.begin(), columns.end(), [&all](const QString &one) {
                  return all.contains(one, Qt::CaseInsensitive);
              });
}

Result<std::vector<SqlIndex>> askSqlIndexes(SqlConnection &connection, const QString &schema,
                                            const QString &table, SteadyTime deadline)
{
    std::vector<SqlIndex> indexes;
    const auto asked = connection.select(
        QStringLiteral("SELECT INDEX_NAME, COLUMN_NAME, NON_UNIQUE, SUB_PART IS NOT NULL "
                       "FROM information_schema.STATISTICS "
                       "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? "
                       "ORDER BY INDEX_NAME, SEQ_IN_INDEX"),
        {schema, table}, deadline, [&indexes](const SqlRow &row) {
            if (indexes.empty() || indexes.back().name != row.text(0))
                indexes.push_back({row.text(0), {}, row.integer(2) == 0, false});
            indexes.back().columns << row.text(1);
            indexes.back().hasParts = indexes.back().hasParts || row.integer(3) != 0;
        });
    if (!asked && !connection.usable())
        return passOn(asked);
    if (!asked)
        indexes.clear();
    return indexes;
}

void callColumn(SqlTableColumn &column, const QString &quoted)
{
    column.quoted = quoted;
    column.bytes = allBytesOf(column);
}

QString quotedOrEmpty(const QString &identifier)
{
    return quotedSqlIdentifier(identifier).value_or(QString());
}

bool isNumber(const SqlTableColumn &column)
{
    static const QStringList types{
        QStringLiteral("tinyint"), QStringLiteral("smallint"), QStringLiteral("mediumint"),
        QStringLiteral("int"),     QStringLiteral("bigint"),   QStringLiteral("bit"),
        QStringLiteral("decimal"), QStringLiteral("float"),    QStringLiteral("double")};
    return types.contains(column.type);
}

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

QString microsSince1970(const QString &expression)
{
    return QStringLiteral("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %1)").arg(expression);
}

QString microsOf(const SqlTableColumn &column, TimeUnit unit)
{
    return unit == TimeUnit::DateTime ? storedTime(column) : epochMicros(column, unit);
}

} // namespace lockmaster
