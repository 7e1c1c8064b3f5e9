// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/leadertablesystem.h"

#include "core/sources/sqlsource.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo LeaderTableSystem::info() const
{
    return {QStringLiteral("leader"), QStringLiteral("leader"),
            QCoreApplication::translate("lockmaster", "Leader table: one row for each service"),
            BackendKind::MySql};
}

void LeaderTableSystem::contribute(const BackendSpec &, SourceSet &) const {}

} // namespace lockmaster
