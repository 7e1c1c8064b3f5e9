// SPDX-License-Identifier: Apache-2.0
#include "core/domain/systemtraits.h"

#include "core/formats/formatcatalogue.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr SystemTraits allSystems[] = {
    {.id = QLatin1StringView("dist_lock"),
     .table = distLockTable,
     .clockOption = QLatin1StringView("clock"),
     .tableLabel = QT_TRANSLATE_NOOP("lockmaster", "Lock table"),
     .addLabel = QT_TRANSLATE_NOOP("lockmaster", "Add &lock table")},
    {.id = QLatin1StringView("leader"),
     .electsLeaders = true,
     .table = leaderTable,
     .clockOption = QLatin1StringView("leader_clock"),
     .leaseOption = QLatin1StringView("lease_ms"),
     .tableLabel = QT_TRANSLATE_NOOP("lockmaster", "Leader table"),
     .addLabel = QT_TRANSLATE_NOOP("lockmaster", "Add l&eader table")},
    {.id = QLatin1StringView("user_lock"), .expires = false, .asksByName = true},
    {.id = QLatin1StringView("redisson"), .kind = BackendKind::Redis, .clientPerServer = true},
    {.id = QLatin1StringView("redis_string"), .kind = BackendKind::Redis, .takenOnSeveral = true},
};

} // namespace

std::span<const SystemTraits> systemTraits()
{
    return allSystems;
}

std::vector<const SystemTraits *> tableSystems()
{
    std::vector<const SystemTraits *> systems;
    for (const SystemTraits &system : allSystems) {
        if (system.table)
            systems.push_back(&system);
    }
    return systems;
}

const SystemTraits &traitsOf(QStringView id)
{
    static constexpr SystemTraits unknown;
    const auto found = std::find_if(std::begin(allSystems), std::end(allSystems),
                                    [id](const SystemTraits &system) { return system.id == id; });
    return found == std::end(allSystems) ? unknown : *found;
}

bool electsLeaders(QStringView id)
{
    if (traitsOf(id).electsLeaders)
        return true;
    const LockFormatPointer format = knownFormat(id);
    return format && format->electsLeaders();
}

bool isToldWhenNone(QStringView id)
{
    const LockFormatPointer format = knownFormat(id);
    return !format || !format->isOfKeys();
}

QStringList lockSystemIds(BackendKind kind)
{
    QStringList ids;
    for (const SystemTraits &system : allSystems) {
        if (system.kind == kind)
            ids.append(system.id);
    }
    for (const LockFormatPointer &format : knownFormats()) {
        if (format->isOfKeys() == (kind == BackendKind::Redis))
            ids.append(format->id);
    }
    return ids;
}

} // namespace lockmaster
