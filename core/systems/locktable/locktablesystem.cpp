// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"

#include "core/sources/sqlsource.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo LockTableSystem::info() const
{
    return {QStringLiteral("dist_lock"), QStringLiteral("dist_lock"),
            QCoreApplication::translate("lockmaster", "Lock table: one row for each lock"),
            BackendKind::MySql};
}

void LockTableSystem::contribute(const BackendSpec &, SourceSet &) const {}

} // namespace lockmaster
