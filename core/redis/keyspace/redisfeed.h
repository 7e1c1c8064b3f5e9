// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/sources/changefeed.h"
#include "core/redis/keyspace/redisformat.h"

namespace lockmaster {

/**
 * The feed of one Redis database, on two connections: one that is told which keys changed
 * (`RedisListener`), one that reads them; of a cluster, on two to each master. Keys come in by ones
 * as long as they are few; where they come thick, 10 ms' worth are read together. At most 20,000
 * are named; beyond that anything may have changed.
 *
 * A feed that is told far more of other keys than of locks ends with Unsupported: looking now and
 * then costs such a server less.
 */
std::unique_ptr<ChangeFeed> makeRedisFeed(const BackendSpec &spec, PasswordSource password,
                                          std::vector<std::unique_ptr<RedisFormat>> formats,
                                          const Clock &clock);

} // namespace lockmaster
