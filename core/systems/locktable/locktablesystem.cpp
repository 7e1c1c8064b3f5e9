// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"

#include "core/sources/sqltablesource.h"
#include "core/systems/locktable/locktabledecoder.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo LockTableSystem::info() const
{
    return {QStringLiteral("dist_lock"), QStringLiteral("dist_lock"),
            QCoreApplication::translate("lockmaster", "Lock table: one row for each lock"),
            BackendKind::MySql};
}

void LockTableSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    for (const TableSpec &table : backend.tables) {
        if (table.system == info().id)
            sources.sqlSources.push_back(std::make_unique<SqlTableSource>(
                backend, table, std::make_unique<LockTableDecoder>(backend, table)));
    }
}

} // namespace lockmaster
