// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/redis/keyspace/redisformat.h"

namespace lockmaster {

/**
 * Everything that is read from one Redis or Valkey: a connection and its keyspace. Does not connect
 * before the first read. A connection that the server closed while it was idle is opened again
 * within the same read. An `interrupt()` between two calls ends the next one.
 */
std::unique_ptr<BackendReader> makeRedisReader(const BackendSpec &spec, PasswordSource password,
                                               std::vector<std::unique_ptr<RedisFormat>> formats,
                                               const Clock &clock);

} // namespace lockmaster
