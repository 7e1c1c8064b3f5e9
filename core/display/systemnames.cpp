// SPDX-License-Identifier: Apache-2.0
#include "core/display/systemnames.h"

#include "core/formats/formatcatalogue.h"
#include "core/monitor/groupmasters.h"
#include "core/systems/registry/registry.h"

#include <QCoreApplication>

namespace lockmaster {

SystemNames::SystemNames(const std::vector<SystemInfo> &systems)
{
    for (const SystemInfo &system : systems) {
        m_ids.append(system.id);
        m_byId.insert(system.id, system);
    }
    // No locks are of this one: it is listed with leaders.
    m_byId.insert(
        GroupMasters::system,
        {GroupMasters::system,
         QCoreApplication::translate("lockmaster::SystemNames", "Redis master"),
         QCoreApplication::translate("lockmaster::SystemNames", "master of a Redis group"),
         BackendKind::Redis});
}

QString SystemNames::label(const QString &id) const
{
    const auto found = m_byId.constFind(id);
    return found == m_byId.cend() ? id : found->label;
}

QString SystemNames::description(const QString &id) const
{
    const auto found = m_byId.constFind(id);
    return found == m_byId.cend() ? id : found->description;
}

SystemNames knownSystems()
{
    std::vector<SystemInfo> systems;
    for (const LockSystem *system : lockSystems())
        systems.push_back(system->info());
    for (const LockFormatPointer &format : knownFormats()) {
        if (const auto own = systemInfo(format->id); own && !format->isShipped)
            systems.push_back(*own);
    }
    return SystemNames(systems);
}

} // namespace lockmaster
