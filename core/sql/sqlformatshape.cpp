// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlformatshape.h"

#include "core/formats/lockformat.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlothertables.h"
#include "core/sql/sqltablerows.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QRegularExpression>

namespace lockmaster {

namespace {

constexpr int microsecondDigits = 6;

/** A column that the table does not have: it reads NULL, and so it is compared. */
SqlTableColumn noColumn()
{
    SqlTableColumn none;
    none.quoted = none.bytes = QStringLiteral("NULL");
    return none;
}

/** `{REGION}/{LOCK_KEY}` as an expression, and as a label. */
SqlTableColumn composedName(const QString &pattern, const SqlColumns &columns)
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

/** The first shape of the format whose columns are all there; where none is, what is missing. */
Result<int> fittingTable(const SqlTableShape &shape, const LockFormat &format,
                         const SqlColumns &columns)
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
        return takeDateTime(shape, shape.time);
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

/** A release that writes to another table as well names both in one statement. */
SqlColumns withTable(SqlColumns columns, const SqlTableShape &shape)
{
    for (SqlTableColumn &column : columns)
        callColumn(column, shape.quotedTable + u'.' + column.quoted);
    return columns;
}

Result<void> takeColumns(SqlTableShape &shape, const LockFormat &format, int which,
                         const SqlColumns &columns)
{
    const FormatTable &table = format.tables[size_t(which)];
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
    const bool isCount = table.held.by == FormatHeld::By::Permits || table.held.least;
    const bool needsNumber = isCount || table.held.by == FormatHeld::By::Flag;
    if (needsNumber && !isNumber(named(table.held.column)))
        return failure(ErrorKind::Config,
                       (isCount
                            ? Words::tr("The column '%1' of %2 is of type %3, which is no number.")
                            : Words::tr("The column '%1' of %2 is of type %3, which is no yes "
                                        "or no."))
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
    layout->table = which;
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
    layout->counts = layout->since < 0 ? int(shape.more.size()) : layout->since + 1;
    shape.layout = layout;
    return {};
}

/** Which keys of the table keep rows apart, and which indexes begin with the name. */
Result<void> askKeys(SqlConnection &connection, SqlTableShape &shape, SteadyTime deadline)
{
    QStringList keys;
    for (const SqlTableColumn &key : shape.keys)
        keys << key.name;
    const auto indexes = askSqlIndexes(connection, shape.schema, shape.table, deadline);
    if (!indexes)
        return passOn(indexes);
    for (const SqlIndex &index : *indexes) {
        shape.keysUnique = shape.keysUnique || index.keepsApart(keys);
        if (shape.nameIsKey && index.beginsWith({shape.name.name}))
            shape.nameIndexes << index.name;
    }
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

Result<void> takeDateTime(SqlTableShape &shape, const SqlTableColumn &time)
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

Result<void> takeFormat(SqlConnection &connection, SqlTableShape &shape, const LockFormat &format,
                        const SqlColumns &columns, SteadyTime deadline)
{
    const auto which = fittingTable(shape, format, columns);
    if (!which)
        return passOn(which);
    const FormatTable &table = format.tables[size_t(*which)];
    const bool isJoined = table.release.also.has_value();
    if (const auto taken =
            takeColumns(shape, format, *which, isJoined ? withTable(columns, shape) : columns);
        !taken)
        return passOn(taken);
    if (const auto asked = askKeys(connection, shape, deadline); !asked)
        return passOn(asked);
    if (const auto small = checkSize(connection, shape, deadline); !small)
        return passOn(small);
    return learnOtherTables(connection, shape, format, table, columns, deadline);
}

} // namespace lockmaster
