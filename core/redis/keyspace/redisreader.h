// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/redis/keyspace/redisformat.h"

#include <functional>

namespace lockmaster {

/** Makes the formats of a keyspace, which keep what they know of one server. */
using RedisFormats = std::function<std::vector<std::unique_ptr<RedisFormat>>()>;

/**
 * Everything that is read from one Redis or Valkey: a connection and its keyspace. Does not connect
 * before the first read. A connection that the server closed while it was idle is opened again
 * within the same read. An `interrupt()` between two calls ends the next one.
 */
std::unique_ptr<BackendReader> makeRedisReader(const BackendSpec &spec, PasswordSource password,
                                               RedisFormats formats, const Clock &clock);

} // namespace lockmaster
