// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/rowlook.h"

#include "core/sql/sqltableshape.h"
#include "core/systems/rows/sqltext.h"
#include "core/text/sqlname.h"

#include <algorithm>

namespace lockmaster {

QStringList rowLook(const LockRecord &record, const BackendSpec &backend, const QString &system,
                    const std::function<QString(const TableSpec &)> &nameOf)
{
    const auto table =
        std::find_if(backend.tables.begin(), backend.tables.end(), [&](const TableSpec &each) {
            return each.system == system && sqlTableName(backend, each) == record.id.source->name;
        });
    const QString column = table == backend.tables.end() ? QString() : nameOf(*table);
    if (column.isEmpty())
        return {};
    const QString schema = table->schema.isEmpty() ? backend.database : table->schema;
    const QByteArray &name = record.id.name;
    const bool isText = QString::fromUtf8(name).toUtf8() == name;
    const QString of = QStringLiteral("t.") + pastedSqlName(column, true);
    const QString from =
        schema.isEmpty() ? pastedSqlName(table->table, false)
                         : pastedSqlName(schema, false) + u'.' + pastedSqlName(table->table, true);
    // The first half uses the key, the second alone tells apart what a collation does not.
    return {QStringLiteral("SELECT * FROM %1 AS t WHERE %2 = %4 AND CAST(%3 AS BINARY) = %4;")
                .arg(from, of, isText ? QStringLiteral("CONVERT(%1 USING utf8mb4)").arg(of) : of,
                     sqlLiteral(isText ? QVariant(QString::fromUtf8(name)) : QVariant(name)))};
}

} // namespace lockmaster
