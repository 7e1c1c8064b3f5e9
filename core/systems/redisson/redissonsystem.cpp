// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonsystem.h"

#include "core/systems/redisson/redissonformat.h"

#include <QCoreApplication>

namespace lockmaster {

SystemInfo RedissonSystem::info() const
{
    return {QStringLiteral("redisson"), QStringLiteral("Redisson"),
            QCoreApplication::translate("lockmaster", "Redisson lock"), BackendKind::Redis};
}

void RedissonSystem::contribute(const BackendSpec &, SourceSet &sources) const
{
    sources.redisFormats.push_back(std::make_unique<RedissonFormat>());
}

} // namespace lockmaster
