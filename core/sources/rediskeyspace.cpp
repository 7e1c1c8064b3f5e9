// SPDX-License-Identifier: Apache-2.0
#include "core/sources/rediskeyspace.h"

#include "core/sources/keyspacelook.h"
#include "core/sources/redisglob.h"

namespace lockmaster {

struct RedisKeyspace::Private {
    KeyspaceMemory memory;
};

RedisKeyspace::RedisKeyspace(Settings settings, std::vector<std::unique_ptr<RedisFormat>> formats,
                             const Clock &clock)
{
    const QByteArrayList patterns(settings.patterns.begin(), settings.patterns.end());
    d.reset(new Private{{.settings = std::move(settings),
                         .formats = std::move(formats),
                         .clock = clock,
                         .match = redisGlobCovering(patterns),
                         .budget = ScanBudget(clock, patterns.isEmpty()),
                         .rights = {},
                         .known = {},
                         .others = {},
                         .cursor = {},
                         .refusal = {},
                         .lastRefusal = {},
                         .suspects = {},
                         .oversized = {},
                         .questionsTooLarge = {}}});
}

RedisKeyspace::~RedisKeyspace() = default;

QString RedisKeyspace::name() const
{
    return QStringLiteral("db %1").arg(d->memory.settings.database);
}

std::vector<QString> RedisKeyspace::systems() const
{
    std::vector<QString> systems;
    for (const auto &format : d->memory.formats)
        systems.push_back(format->system());
    return systems;
}

const std::vector<std::unique_ptr<RedisFormat>> &RedisKeyspace::formats() const
{
    return d->memory.formats;
}

void RedisKeyspace::connectionChanged()
{
    KeyspaceMemory &memory = d->memory;
    memory.rights.reset();
    memory.passedOnce = false;
    memory.others.clear();
    memory.cursor.clear();
    memory.refusal.reset();
    memory.lastRefusal.reset();
    memory.budget.restart();
}

Observation RedisKeyspace::read(const RedisPipeline &pipeline, const RedisServer &server,
                                BackendReader::Depth depth, SteadyTime deadline)
{
    return KeyspaceLook(d->memory, pipeline, server, depth, deadline).run();
}

} // namespace lockmaster
