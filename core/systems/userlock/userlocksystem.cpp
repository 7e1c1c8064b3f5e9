// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlocksystem.h"

#include "core/systems/userlock/userlockobserver.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo UserLockSystem::info() const
{
    return {QStringLiteral("user_lock"), QStringLiteral("GET_LOCK"),
            QCoreApplication::translate("lockmaster", "MySQL user-level lock"), BackendKind::MySql};
}

void UserLockSystem::contribute(const BackendSpec &backend, SourceSet &sources) const
{
    if (backend.watches(info().id))
        sources.sqlSources.push_back(std::make_unique<UserLockObserver>(backend));
}

} // namespace lockmaster
