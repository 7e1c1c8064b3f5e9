// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/followers.h"
#include "core/redis/rediskeyspace.h"
#include "core/redis/redislistener.h"

namespace lockmaster {

/**
 * What an account may do on a Redis server, found out with the very commands that reading uses.
 * Each missing right comes with the rule that gives it. Blocks at most until `deadline`.
 */
Result<std::vector<Capability>> examineRedis(RedisClient &client, const RedisKeyspace &keyspace,
                                             const BackendSpec &backend, const Followers &followers,
                                             SteadyTime deadline);

/** What sentinels say of the server, node by node. */
Capability sentinelCapability(const GroupMember &group);

/** Whether the server tells of changes: opens a connection for it, and closes it again. */
Capability examinePush(const RedisInterest &interest, SteadyTime deadline,
                       std::shared_ptr<SocketInterrupt> interrupt);

} // namespace lockmaster
