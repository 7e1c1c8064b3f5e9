// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/followers.h"
#include "core/redis/keyspace/rediskeyspace.h"

namespace lockmaster {

/**
 * What an account may do on a Redis server, found out with the very commands that reading uses.
 * Each missing right comes with the rule that gives it. Blocks at most until `deadline`.
 */
Result<std::vector<Capability>> examineRedis(RedisClient &client, const RedisKeyspace &keyspace,
                                             const BackendSpec &backend, const Followers &followers,
                                             SteadyTime deadline);

/** Those of one of several servers beside the others': what one does not allow, not all do. */
void addCapabilities(std::vector<Capability> &all, std::vector<Capability> own,
                     const QString &server);

/** How its group stands, node by node. */
Capability groupCapability(const QString &id, const QString &subject, const GroupMember &group);

/** Whether the server tells of changes, by how listening to it went; without a value: not. */
Capability pushCapability(const Result<UpdateKind> &listening);

} // namespace lockmaster
