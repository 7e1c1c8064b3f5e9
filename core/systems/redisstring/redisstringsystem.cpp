// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/redisstringsystem.h"

#include "core/systems/redisstring/redisstringformat.h"
#include "core/systems/redisstring/stringclient.h"
#include "core/systems/redisstring/stringrelease.h"
#include "core/systems/redisstring/stringticket.h"
#include "core/systems/keys/keylook.h"
#include "core/text/words.h"

namespace lockmaster {

SystemInfo RedisStringSystem::info() const
{
    return {QStringLiteral("redis_string"), QStringLiteral("SET NX"),
            Words::tr("Redis string lock"), BackendKind::Redis};
}

void RedisStringSystem::contribute(const BackendSpec &, SourceSet &sources) const
{
    sources.redisFormats.push_back(std::make_unique<RedisStringFormat>());
}

QStringList RedisStringSystem::lookCommands(const LockRecord &record,
                                            const BackendSpec &backend) const
{
    return keyLook(backend, "GET", record.id.name);
}

std::vector<LockAction> RedisStringSystem::actions(const LockRecord &record) const
{
    return stringrelease::actions(record);
}

Result<std::unique_ptr<ReleaseTicket>>
RedisStringSystem::beginRelease(const ReleaseRequest &request, const ActionContext &context,
                                SteadyTime deadline) const
{
    return StringTicket::open(request, context, deadline);
}

std::optional<AcquireForm> RedisStringSystem::acquireForm(const BackendSpec &backend) const
{
    return stringAcquireForm(backend);
}

Result<std::unique_ptr<LockClient>> RedisStringSystem::client(const AcquireRequest &request,
                                                              const ActionContext &context) const
{
    return StringClient::make(request, context);
}

} // namespace lockmaster
