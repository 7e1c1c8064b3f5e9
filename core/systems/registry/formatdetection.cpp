// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/formatdetection.h"

#include "core/formats/formatcatalogue.h"
#include "core/sql/sqlconnection.h"

#include <QSet>

#include <algorithm>
#include <map>

namespace lockmaster {

namespace {

/** Columns by database and table; columns in lower case, as they have no case. */
using Tables = std::map<std::pair<QString, QString>, QSet<QString>>;

/** As a pattern for names that end so. */
QString endsWith(QString name)
{
    name.replace(u'_', QStringLiteral("|_"));
    return u'%' + name.toLower();
}

Result<Tables> askTables(SqlConnection &connection, const BackendSpec &backend, SteadyTime deadline)
{
    QStringList names;
    QVariantList values;
    for (const LockFormatPointer &format : knownTableFormats()) {
        for (const QString &name : format->names) {
            names << QStringLiteral("LOWER(TABLE_NAME) LIKE ? ESCAPE '|'");
            values << endsWith(name);
        }
    }
    QString where = u'(' + names.join(QStringLiteral(" OR ")) + u')';
    if (backend.database.isEmpty()) {
        where += QStringLiteral(" AND TABLE_SCHEMA NOT IN ('information_schema', 'mysql', "
                                "'performance_schema', 'sys')");
    } else {
        where += QStringLiteral(" AND TABLE_SCHEMA = ?");
        values << backend.database;
    }
    Tables tables;
    const auto asked =
        connection.select(QStringLiteral("SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME "
                                         "FROM information_schema.COLUMNS WHERE ")
                              + where,
                          values, deadline, [&tables](const SqlRow &row) {
                              tables[{row.text(0), row.text(1)}].insert(row.text(2).toLower());
                          });
    if (!asked)
        return passOn(asked);
    return tables;
}

bool hasColumns(const LockFormat &format, const QSet<QString> &columns)
{
    return std::any_of(format.tables.begin(), format.tables.end(), [&](const FormatTable &table) {
        const QStringList all = table.allColumns();
        return std::all_of(all.begin(), all.end(), [&columns](const QString &column) {
            return columns.contains(column.toLower());
        });
    });
}

} // namespace

Result<std::vector<FoundTable>>
findFormatTables(const BackendSpec &backend, const PasswordSource &password, SteadyTime deadline)
{
    std::vector<FoundTable> found;
    if (backend.kind != BackendKind::MySql)
        return found;
    auto secret = password(deadline);
    if (!secret)
        return passOn(secret);
    const auto connection = SqlConnection::open(endpointOf(backend, std::move(*secret)), deadline);
    if (!connection)
        return passOn(connection);
    const auto tables = askTables(**connection, backend, deadline);
    if (!tables)
        return passOn(tables);
    for (const LockFormatPointer &format : knownTableFormats()) {
        for (const auto &[place, columns] : *tables) {
            const QString &name = place.second;
            const auto isCalled = [&name](const QString &usual) {
                return name.compare(usual, Qt::CaseInsensitive) == 0;
            };
            const auto endsSo = [&name](const QString &usual) {
                return name.endsWith(usual, Qt::CaseInsensitive);
            };
            const QStringList &usual = format->names;
            if (!std::any_of(usual.begin(), usual.end(), endsSo) || !hasColumns(*format, columns))
                continue;
            FoundTable table{tableOfFormat(format), Certainty::Likely};
            if (std::any_of(usual.begin(), usual.end(), isCalled))
                table.certainty = Certainty::Certain;
            table.table.schema = place.first;
            table.table.table = name;
            table.table.named = true;
            found.push_back(std::move(table));
        }
    }
    return found;
}

} // namespace lockmaster
