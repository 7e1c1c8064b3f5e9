// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/redisstringsystem.h"

#include "core/systems/redisstring/redisstringformat.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo RedisStringSystem::info() const
{
    return {QStringLiteral("redis_string"), QStringLiteral("SET NX"),
            QCoreApplication::translate("lockmaster", "Redis string lock"), BackendKind::Redis};
}

void RedisStringSystem::contribute(const BackendSpec &, SourceSet &sources) const
{
    sources.redisFormats.push_back(std::make_unique<RedisStringFormat>());
}

} // namespace lockmaster
