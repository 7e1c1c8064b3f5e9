// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/leadertablesystem.h"

#include "core/sources/sqltablesource.h"
#include "core/systems/leadertable/leadertabledecoder.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo LeaderTableSystem::info() const
{
    return {QStringLiteral("leader"), QStringLiteral("leader"),
            QCoreApplication::translate("lockmaster", "Leader table: one row for each service"),
            BackendKind::MySql};
}

void LeaderTableSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    for (const TableSpec &table : backend.tables) {
        if (table.system == info().id)
            sources.sqlSources.push_back(std::make_unique<SqlTableSource>(
                backend, table, std::make_unique<LeaderTableDecoder>(backend, table)));
    }
}

} // namespace lockmaster
