// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/registry.h"

#include "core/formats/formatfile.h"
#include "core/redis/redisfeed.h"
#include "core/redis/redisformat.h"
#include "core/redis/redisreader.h"
#include "core/sql/sqlreader.h"
#include "core/sql/sqlsource.h"
#include "core/systems/leadertable/leadertablesystem.h"
#include "core/systems/locktable/locktablesystem.h"
#include "core/systems/redisson/redissonsystem.h"
#include "core/systems/redisstring/redisstringsystem.h"
#include "core/systems/tableformat/formatsystem.h"
#include "core/systems/userlock/userlocksystem.h"

namespace lockmaster {

namespace {

/** The one object of a system. */
template<class System>
const LockSystem *the()
{
    static const System system;
    return &system;
}

SourceSet sourcesFor(const BackendSpec &spec)
{
    SourceSet sources;
    for (const LockSystem *system : lockSystems()) {
        const SystemInfo info = system->info();
        if (info.kind == spec.kind && spec.watches(info.id))
            system->contribute(spec, sources);
    }
    return sources;
}

} // namespace

const std::vector<const LockSystem *> &lockSystems()
{
    // Redisson before the strings: what its formats hide or recognise is decided first.
    static const std::vector<const LockSystem *> systems = [] {
        std::vector<const LockSystem *> all = {
            the<LockTableSystem>(), the<LeaderTableSystem>(), the<UserLockSystem>(),
            the<RedissonSystem>(),  the<RedisStringSystem>(),
        };
        static std::vector<std::unique_ptr<FormatSystem>> ofFiles;
        for (const TableFormatPointer &format : shippedFormats())
            all.push_back(ofFiles.emplace_back(std::make_unique<FormatSystem>(format)).get());
        return all;
    }();
    return systems;
}

const LockSystem *lockSystem(const QString &id)
{
    for (const LockSystem *system : lockSystems()) {
        if (system->info().id == id)
            return system;
    }
    return nullptr;
}

std::optional<SystemInfo> systemInfo(const QString &id)
{
    const LockSystem *system = lockSystem(id);
    return system ? std::optional(system->info()) : std::nullopt;
}

std::unique_ptr<BackendReader> makeReader(const BackendSpec &spec, PasswordSource password,
                                          const Clock &clock)
{
    SourceSet sources = sourcesFor(spec);
    switch (spec.kind) {
    case BackendKind::MySql:
        return makeSqlReader(spec, std::move(password), std::move(sources.sqlSources), clock);
    case BackendKind::Redis:
        return makeRedisReader(spec, std::move(password), std::move(sources.redisFormats), clock);
    }
    return nullptr;
}

std::unique_ptr<ChangeFeed> makeFeed(const BackendSpec &spec, PasswordSource password,
                                     const Clock &clock)
{
    if (!spec.push || spec.kind != BackendKind::Redis)
        return nullptr;
    return makeRedisFeed(spec, std::move(password), sourcesFor(spec).redisFormats, clock);
}

} // namespace lockmaster
