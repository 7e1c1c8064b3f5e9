// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/registry.h"

#include "core/formats/formatcatalogue.h"
#include "core/redis/keyspace/clusterreader.h"
#include "core/redis/keyspace/redisfeed.h"
#include "core/redis/keyspace/redisformat.h"
#include "core/redis/keyspace/redisreader.h"
#include "core/redis/redlock/redlockreader.h"
#include "core/sql/sqlreader.h"
#include "core/sql/sqlsource.h"
#include "core/systems/keyformat/keyformatsystem.h"
#include "core/systems/leadertable/leadertablesystem.h"
#include "core/systems/locktable/locktablesystem.h"
#include "core/systems/redisson/redissonsystem.h"
#include "core/systems/redlock/redlocksystem.h"
#include "core/systems/registry/lockreader.h"
#include "core/systems/redisstring/redisstringsystem.h"
#include "core/systems/tableformat/formatsystem.h"
#include "core/systems/userlock/userlocksystem.h"
#include "core/trust/formattrust.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace lockmaster {

namespace {

/** The one object of a system. */
template<class System>
const LockSystem *the()
{
    static const System system;
    return &system;
}

/** The same, also on several servers at once. */
template<class System>
const LockSystem *theInRedis()
{
    static const RedlockSystem system(*the<System>(), readLockThere);
    return &system;
}

/** That of a format; it lives as long as the program, as any. */
const LockSystem &systemOf(const LockFormatPointer &format)
{
    static std::mutex mutex;
    struct Known {
        std::unique_ptr<LockSystem> system;
        std::unique_ptr<LockSystem> inRedis;
    };
    static std::map<LockFormatPointer, Known> systems;
    const std::lock_guard turn(mutex);
    Known &known = systems[format];
    if (!known.system && format->isOfKeys()) {
        known.system = std::make_unique<KeyFormatSystem>(format);
        known.inRedis = std::make_unique<RedlockSystem>(*known.system, readLockThere);
    } else if (!known.system) {
        known.system = std::make_unique<FormatSystem>(format);
    }
    return known.inRedis ? *known.inRedis : *known.system;
}

/** The formats by which this backend is read, those of its tables or all of keys. */
std::vector<LockFormatPointer> formatsFor(const BackendSpec &spec)
{
    std::vector<LockFormatPointer> formats = spec.keyFormats;
    for (const TableSpec &table : spec.tables) {
        if (table.format
            && std::find(formats.begin(), formats.end(), table.format) == formats.end())
            formats.push_back(table.format);
    }
    if (spec.kind == BackendKind::Redis) {
        for (const LockFormatPointer &format : shippedFormats()) {
            if (format->isOfKeys())
                formats.push_back(format);
        }
    }
    return formats;
}

/** Those that no file describes. */
const std::vector<const LockSystem *> &builtInSystems()
{
    // Redisson before the strings: what its formats hide or recognise is decided first.
    static const std::vector<const LockSystem *> systems = {
        the<LockTableSystem>(),       the<LeaderTableSystem>(),        the<UserLockSystem>(),
        theInRedis<RedissonSystem>(), theInRedis<RedisStringSystem>(),
    };
    return systems;
}

/**
 * What a file says of a key goes before what its value looks like; but nothing that is not trusted
 * takes a lock from those who know it.
 */
SourceSet sourcesFor(const BackendSpec &spec)
{
    SourceSet sources;
    std::vector<LockFormatPointer> doubtful;
    for (const LockFormatPointer &format : formatsFor(spec)) {
        if (!spec.watches(format->id))
            continue;
        if (format->isOfKeys() && !isTrusted(*format).value_or(false))
            doubtful.push_back(format);
        else
            systemOf(format).contribute(spec, sources);
    }
    for (const LockSystem *system : builtInSystems()) {
        const SystemInfo info = system->info();
        if (info.kind == spec.kind && spec.watches(info.id))
            system->contribute(spec, sources);
    }
    for (const LockFormatPointer &format : doubtful)
        systemOf(format).contribute(spec, sources);
    return sources;
}

} // namespace

const std::vector<const LockSystem *> &lockSystems()
{
    static const std::vector<const LockSystem *> systems = [] {
        std::vector<const LockSystem *> all = builtInSystems();
        for (const LockFormatPointer &format : shippedFormats())
            all.push_back(&systemOf(format));
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
    const LockFormatPointer own = knownFormat(id);
    return own ? &systemOf(own) : nullptr;
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
        if (spec.isQuorum()) {
            std::vector<std::unique_ptr<BackendReader>> members;
            for (size_t number = 0; number < spec.redlock.size(); ++number)
                members.push_back(makeReader(spec.member(number), password, clock));
            return makeRedlockReader(spec, std::move(members), clock);
        }
        if (!spec.cluster.empty()) {
            return makeClusterReader(spec, std::move(password), std::move(sources.redisFormats),
                                     clock);
        }
        return makeRedisReader(
            spec, std::move(password), [spec] { return sourcesFor(spec).redisFormats; }, clock);
    }
    return nullptr;
}

std::unique_ptr<ChangeFeed> makeFeed(const BackendSpec &spec, PasswordSource password,
                                     const Clock &clock)
{
    // Several that know nothing of each other: each would tell of a share, and none of the lock.
    if (!spec.push || spec.kind != BackendKind::Redis || spec.isQuorum())
        return nullptr;
    return makeRedisFeed(spec, std::move(password), sourcesFor(spec).redisFormats, clock);
}

} // namespace lockmaster
