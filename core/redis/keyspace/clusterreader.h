// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisformat.h"
#include "core/sources/backendreader.h"

namespace lockmaster {

/**
 * Everything that is read from one Redis Cluster: the keys of all its masters as one keyspace. Who
 * has which slots is asked before and after each look; where that has changed meanwhile, or any
 * slot is in doubt, the look is not complete. A single look is taken anew then, as far as its time
 * goes. Does not connect before the first read. An `interrupt()` between two calls ends the next.
 */
std::unique_ptr<BackendReader> makeClusterReader(const BackendSpec &spec, PasswordSource password,
                                                 std::vector<std::unique_ptr<RedisFormat>> formats,
                                                 const Clock &clock);

} // namespace lockmaster
