// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablewrite.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"

namespace lockmaster {

namespace {

/** Over in every zone and taken by every SQL mode. */
QString releasedTime()
{
    return QStringLiteral("'1970-01-02 00:00:00'");
}

/** Rows are counted that match, not those that change: one that was let go of must not match. */
void addStillHeld(SqlText &text, const SqlTableShape &shape, bool nullIsFree)
{
    const QString time = shape.time.quoted;
    text.add(nullIsFree ? QStringLiteral(" AND %1 > %2").arg(time, releasedTime())
                        : QStringLiteral(" AND (%1 > %2 OR %1 IS NULL)").arg(time, releasedTime()));
}

} // namespace

void addStoredTimes(SqlText &text, const SqlTableShape &shape, const StoredTimes &times)
{
    if (times.empty())
        return;
    // As text and not as a time: what stands there is compared, whatever it is.
    QString between = QStringLiteral(" AND (");
    for (const std::optional<QString> &time : times) {
        text.add(between + timeText(shape) + QStringLiteral(" <=> "))
            .value(time ? QVariant(*time) : QVariant(QMetaType(QMetaType::QString)));
        between = QStringLiteral(" OR ");
    }
    text.add(QStringLiteral(")"));
}

void addRowComparison(SqlText &text, const SqlTableShape &shape, const QByteArray &name,
                      const SqlExactRow &seen, const StoredTimes &times)
{
    const QVariantList names = rowValues(shape, name);
    text.add(shape.name.quoted + QStringLiteral(" = ")).value(names.at(0));
    text.add(QStringLiteral(" AND ") + shape.name.bytes + QStringLiteral(" <=> "))
        .value(names.at(1));
    const QVariant owner = seen.hasOwner
                               ? QVariant(seen.owner.isNull() ? QByteArray("") : seen.owner)
                               : QVariant(QMetaType(QMetaType::QByteArray));
    text.add(QStringLiteral(" AND ") + shape.owner.bytes + QStringLiteral(" <=> ")).value(owner);
    addStoredTimes(text, shape, times);
}

SqlText releaseStatement(const SqlTableShape &shape, const QByteArray &name,
                         const SqlExactRow &seen, const StoredTimes &times, RowRelease release)
{
    SqlText text;
    text.add(QStringLiteral("UPDATE %1 SET %2 = %3")
                 .arg(shape.quotedTable, shape.time.quoted, releasedTime()));
    if (release.clearsOwner)
        text.add(QStringLiteral(", %1 = %2")
                     .arg(shape.owner.quoted,
                          shape.owner.nullable ? QStringLiteral("NULL") : QStringLiteral("''")));
    text.add(QStringLiteral(" WHERE "));
    addRowComparison(text, shape, name, seen, times);
    if (times.empty())
        addStillHeld(text, shape, release.nullIsFree);
    return text;
}

bool isLockedOut(const Error &error)
{
    switch (error.nativeCode) {
    case 1205:              // waited for a row or for the table
    case 1213:              // deadlock
    case 3101:              // likewise, with another member of a MySQL's group
    case 1969:              // max_statement_time
    case 3024:              // max_execution_time
    case 3572: return true; // NOWAIT
    default: return false;
    }
}

Error namingTheGrant(Error error, const SqlTableShape &shape, const QString &account,
                     const QString &privileges)
{
    switch (error.nativeCode) {
    case 1044:   // database
    case 1142:   // table
    case 1143: { // column
        const QString table = literalText(shape.schema + u'.' + shape.table);
        error.kind = ErrorKind::Denied;
        error.message =
            Words::tr("The account %1 may not write to %2.").arg(literalText(account), table);
        error.remedy =
            grantStatement(privileges, quotedTableText(shape.schema, shape.table), account);
        return error;
    }
    default: return error;
    }
}

} // namespace lockmaster
