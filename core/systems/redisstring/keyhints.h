// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisformat.h"

/// What a string key's name and lease say about it being a lock.
namespace lockmaster::keyhint {

bool any(const KeyReading &key, const RedisReadContext &context);
bool none(const KeyReading &key, const RedisReadContext &context);

/** It has an expiry. */
bool expires(const KeyReading &key, const RedisReadContext &context);

/** It has an expiry and its name says that it is a lock (`lock`, `mutex`). */
bool namedLock(const KeyReading &key, const RedisReadContext &context);

/**
 * It has an expiry, and either its name says that it is a lock, or it lives two minutes at most
 * and its name does not say that it is something else (a session, a cache, a token).
 */
bool lockLike(const KeyReading &key, const RedisReadContext &context);

/** `mutex:*` */
bool mutex(const KeyReading &key, const RedisReadContext &context);
/** `lock:*` */
bool lockPrefix(const KeyReading &key, const RedisReadContext &context);
/** `{hangfire}:*` */
bool hangfire(const KeyReading &key, const RedisReadContext &context);
/** `<prefix>:<queue>:<job>:lock` */
bool job(const KeyReading &key, const RedisReadContext &context);
/** `bull:<queue>:<job>:lock` */
bool bullJob(const KeyReading &key, const RedisReadContext &context);
/** `x:y` where `x` names locks or a registry */
bool registry(const KeyReading &key, const RedisReadContext &context);
/** A name that Laravel's scheduler or job middleware builds. */
bool laravelJob(const KeyReading &key, const RedisReadContext &context);
/** `laravel_cache_<name>`, `laravel_cache:<name>`: the cache of an application of no name. */
bool laravelCache(const KeyReading &key, const RedisReadContext &context);
/** `<application>_cache_<name>`, as Laravel's cache and others build it. */
bool namedCache(const KeyReading &key, const RedisReadContext &context);
/** `redbeat::lock` */
bool redbeat(const KeyReading &key, const RedisReadContext &context);

} // namespace lockmaster::keyhint
