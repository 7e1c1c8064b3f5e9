// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonsystem.h"

#include "core/systems/redisson/redissonclient.h"
#include "core/systems/redisson/redissonformat.h"
#include "core/systems/redisson/redissonticket.h"
#include "core/systems/keys/keylook.h"
#include "core/text/words.h"

namespace lockmaster {

SystemInfo RedissonSystem::info() const
{
    return {QStringLiteral("redisson"), QStringLiteral("Redisson"), Words::tr("Redisson lock"),
            BackendKind::Redis};
}

void RedissonSystem::contribute(const BackendSpec &, SourceSet &sources) const
{
    sources.redisFormats.push_back(std::make_unique<RedissonFormat>());
}

QStringList RedissonSystem::lookCommands(const LockRecord &record, const BackendSpec &backend) const
{
    return keyLook(backend, "HGETALL", record.id.name);
}

std::vector<LockAction> RedissonSystem::actions(const LockRecord &record) const
{
    return redisson::actionsOf(record);
}

Result<std::unique_ptr<ReleaseTicket>> RedissonSystem::beginRelease(const ReleaseRequest &request,
                                                                    const ActionContext &context,
                                                                    SteadyTime deadline) const
{
    return RedissonTicket::open(request, context, deadline);
}

std::optional<AcquireForm> RedissonSystem::acquireForm(const BackendSpec &backend) const
{
    return RedissonClient::form(backend);
}

Result<std::unique_ptr<LockClient>> RedissonSystem::client(const AcquireRequest &request,
                                                           const ActionContext &context) const
{
    return RedissonClient::make(request, context);
}

} // namespace lockmaster
