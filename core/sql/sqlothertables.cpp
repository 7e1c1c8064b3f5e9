// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlothertables.h"

#include "core/formats/lockformat.h"
#include "core/sql/sqlconnection.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockmaster {

namespace {

/** A table beside the lock's, as far as the account may read it. */
struct OtherTable {
    QString name;
    QString quoted;
    SqlColumns columns; ///< called `o`
    QStringList whereColumns;
    bool isIndexed = false; ///< an index begins with the columns that find its rows
    bool isUnique = false;  ///< they find one row at most
};

/** The longest name that the table's ends with: it may be one of several of the library. */
QString usualName(const QString &table, const QStringList &names)
{
    QString longest;
    for (const QString &name : names) {
        if (table.endsWith(name, Qt::CaseInsensitive) && name.size() > longest.size())
            longest = name;
    }
    return longest;
}

qsizetype commonPrefix(const QString &a, const QString &b)
{
    const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return ends.first - a.begin();
}

/** Our column as their text, so that two collations are no error and their index is used. */
QString asTheirs(const QString &ours, const SqlTableColumn &theirs)
{
    static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9_]+\\z"));
    if (!theirs.isText() || !plain.match(theirs.characterSet).hasMatch()
        || !plain.match(theirs.collation).hasMatch())
        return ours;
    return QStringLiteral("CONVERT(%1 USING %2) COLLATE %3")
        .arg(ours, theirs.characterSet, theirs.collation);
}

/** Which rows belong to ours; with `exact` byte for byte, as collations take others for the same.
 */
QString conditionOf(const OtherTable &other, const FormatOther &said, const SqlTableShape &shape,
                    const SqlColumns &own, bool exact)
{
    QStringList parts;
    for (const FormatOther::Pair &pair : said.where) {
        const SqlTableColumn &theirs = *other.columns.find(pair.theirs.toLower());
        SqlTableColumn ours = *own.find(pair.ours.toLower());
        callColumn(ours, shape.quotedTable + u'.' + quotedOrEmpty(ours.name));
        parts << QStringLiteral("%1 = %2").arg(theirs.quoted, asTheirs(ours.quoted, theirs));
        if (exact)
            parts << QStringLiteral("%1 <=> %2").arg(theirs.bytes, ours.bytes);
    }
    return parts.join(QStringLiteral(" AND "));
}

/** None: it is not there, or may not be read. */
Result<std::optional<OtherTable>> learn(SqlConnection &connection, const SqlTableShape &shape,
                                        const LockFormat &format, const FormatOther &said,
                                        const QStringList &alsoNamed, SteadyTime deadline)
{
    std::optional<OtherTable> none;
    const QString table = nameBeside(shape.table, format.names, said.table);
    OtherTable other;
    other.name = table;
    other.quoted = quotedOrEmpty(shape.schema) + u'.' + quotedOrEmpty(table);
    if (quotedOrEmpty(table).isEmpty())
        return none;
    auto columns = askSqlColumns(connection, shape.schema, table, deadline);
    if (!columns)
        return passOn(columns);
    for (SqlTableColumn &column : *columns)
        callColumn(column, QStringLiteral("o.") + column.quoted);
    other.columns = std::move(*columns);
    for (const FormatOther::Pair &pair : said.where)
        other.whereColumns << pair.theirs;
    QStringList read;
    for (const QString &column : other.whereColumns + alsoNamed) {
        const auto found = other.columns.find(column.toLower());
        if (found == other.columns.end())
            return none;
        read << found->quoted;
    }
    // The columns of a table are told to whoever may only write to it, too.
    const auto mayRead = connection.select(
        QStringLiteral("SELECT %1 FROM %2 AS o LIMIT 0").arg(read.join(u','), other.quoted), {},
        deadline, [](const SqlRow &) {});
    if (!mayRead && !connection.usable())
        return passOn(mayRead);
    if (!mayRead)
        return none;
    const auto indexes = askSqlIndexes(connection, shape.schema, table, deadline);
    if (!indexes)
        return passOn(indexes);
    for (const SqlIndex &index : *indexes) {
        other.isIndexed = other.isIndexed || index.beginsWith(other.whereColumns);
        other.isUnique = other.isUnique || index.keepsApart(other.whereColumns);
    }
    return std::optional(std::move(other));
}

} // namespace

QString nameBeside(const QString &table, const QStringList &names, const QString &other)
{
    const QString usual = usualName(table, names);
    if (usual.isEmpty()) {
        // Quartz lets the prefix be chosen: what is behind it stays.
        const qsizetype shared = commonPrefix(names.value(0), other);
        const QString ending = names.value(0).mid(shared);
        return !ending.isEmpty() && table.endsWith(ending, Qt::CaseInsensitive)
                   ? table.chopped(ending.size()) + other.mid(shared)
                   : other;
    }
    return table.chopped(usual.size()) + other;
}

Result<void> learnOtherTables(SqlConnection &connection, SqlTableShape &shape,
                              const LockFormat &format, const FormatTable &table,
                              const SqlColumns &columns, SteadyTime deadline)
{
    for (const FormatCount &count : table.counts) {
        const auto other = learn(connection, shape, format, count.other, {}, deadline);
        if (!other)
            return passOn(other);
        shape.counts << (*other && (*other)->isIndexed
                             ? QStringLiteral("(SELECT COUNT(*) FROM %1 AS o WHERE %2)")
                                   .arg((*other)->quoted,
                                        conditionOf(**other, count.other, shape, columns, false))
                             : QStringLiteral("NULL"));
    }
    if (!table.release.also)
        return {};
    QStringList written;
    for (const FormatSet &set : table.release.also->sets)
        written << set.column;
    auto other = learn(connection, shape, format, table.release.also->other, written, deadline);
    if (!other)
        return passOn(other);
    if (*other && (*other)->isUnique)
        shape.companion =
            SqlCompanion{(*other)->name, (*other)->quoted, (*other)->columns,
                         conditionOf(**other, table.release.also->other, shape, columns, true)};
    return {};
}

} // namespace lockmaster
