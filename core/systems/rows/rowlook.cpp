// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/rowlook.h"

#include "core/sql/sqltableshape.h"
#include "core/systems/rows/sqltext.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** As it is where that suffices: a shell would take what stands in backticks for a command. */
QString identifier(const QString &name)
{
    const auto isPlain = [](QChar c) {
        return (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9')
               || c == u'_';
    };
    if (!name.isEmpty() && !name.front().isDigit()
        && std::all_of(name.begin(), name.end(), isPlain))
        return name;
    QString quoted = name;
    return u'`' + quoted.replace(u'`', QStringLiteral("``")) + u'`';
}

} // namespace

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
    // Behind a point even a word that means something to the server is a name.
    return {QStringLiteral("SELECT * FROM %1 AS t WHERE t.%2 = %3;")
                .arg((schema.isEmpty() ? QString() : identifier(schema) + u'.')
                         + identifier(table->table),
                     identifier(column),
                     sqlLiteral(isText ? QVariant(QString::fromUtf8(name)) : QVariant(name)))};
}

} // namespace lockmaster
