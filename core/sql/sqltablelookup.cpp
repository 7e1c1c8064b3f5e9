// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltablelookup.h"

#include "core/formats/formatcatalogue.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqltableshape.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

QStringList usualNames()
{
    QStringList names;
    for (const LockFormatPointer &format : knownTableFormats())
        names << format->names;
    names.removeDuplicates();
    return names;
}

/** None: it is called otherwise. */
std::optional<Certainty> certaintyByName(const LockFormat &format, const QString &name)
{
    std::optional<Certainty> certainty;
    for (const QString &usual : format.names) {
        if (name.compare(usual, Qt::CaseInsensitive) == 0)
            return Certainty::Certain;
        if (name.endsWith(usual, Qt::CaseInsensitive))
            certainty = Certainty::Likely;
    }
    return certainty;
}

} // namespace

Result<std::vector<SqlTableName>> findTables(SqlConnection &connection, const QString &schema,
                                             const QStringList &names, NamePart part,
                                             SteadyTime deadline)
{
    std::vector<SqlTableName> found;
    if (names.isEmpty())
        return found;
    QStringList conditions;
    QVariantList values;
    QStringList asked;
    for (const QString &name : names)
        asked << name.toLower();
    asked.removeDuplicates();
    for (QString name : std::as_const(asked)) {
        conditions << QStringLiteral("LOWER(TABLE_NAME) LIKE ? ESCAPE '|'");
        name.replace(u'_', QStringLiteral("|_"));
        values << (part == NamePart::Ending ? u'%' + name : name);
    }
    QString where = u'(' + conditions.join(QStringLiteral(" OR ")) + u')';
    if (schema.isEmpty()) {
        where += QStringLiteral(" AND TABLE_SCHEMA NOT IN ('information_schema', 'mysql', "
                                "'performance_schema', 'sys')");
    } else {
        where += QStringLiteral(" AND TABLE_SCHEMA = ?");
        values << schema;
    }
    const auto answered = connection.select(
        QStringLiteral("SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE ")
            + where,
        values, deadline, [&found](const SqlRow &row) {
            found.push_back({row.text(0), row.text(1)});
        });
    if (!answered)
        return passOn(answered);
    return found;
}

Result<void> checkFormat(SqlConnection &connection, const TableSpec &table, const QString &database,
                         SteadyTime deadline)
{
    const auto shape = learnTableShape(connection, table, database, deadline);
    if (!shape)
        return passOn(shape);
    if (!shape->keysUnique)
        return tl::make_unexpected(noUniqueKey(shape->schema + u'.' + shape->table));
    return {};
}

Result<std::vector<FoundTable>> findFormatTables(SqlConnection &connection, const QString &database,
                                                 SteadyTime deadline)
{
    std::vector<FoundTable> found;
    const auto tables = findTables(connection, database, usualNames(), NamePart::Ending, deadline);
    if (!tables)
        return passOn(tables);
    for (const LockFormatPointer &format : knownTableFormats()) {
        for (const auto &[schema, name] : *tables) {
            const std::optional<Certainty> certainty = certaintyByName(*format, name);
            if (!certainty)
                continue;
            FoundTable table{tableOfFormat(format), *certainty};
            table.table.schema = schema;
            table.table.table = name;
            table.table.named = true;
            const auto fits = checkFormat(connection, table.table, {}, deadline);
            if (!connection.usable())
                return passOn(fits);
            if (!fits)
                table.misfit = fits.error();
            found.push_back(std::move(table));
        }
    }
    return found;
}

Error noUniqueKey(const QString &table)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("No unique key of %1 is seen that keeps its rows apart: a row cannot be "
                      "written to without another.")
                .arg(literalText(table)),
            Words::tr("Use the table's own programs or a database tool for it.")};
}

} // namespace lockmaster
