// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/release.h"
#include "core/redis/redisreply.h"
#include "core/systems/keys/scriptbuilder.h"

#include <vector>

/// How a lock in a string key is let go of for another: by library, as values; asks no server.
namespace lockmaster::stringrelease {

/** `delete` for a lock that somebody holds, in the words that fit its library; else none. */
std::vector<LockAction> actions(const LockRecord &record);

/**
 * Whether the value tells its holder from the next one: what a library signs does, as does any
 * value with a uuid or 16 random hexadecimal digits in it. Everything else (empty, `1`,
 * `IN_PROGRESS`, a host's name) may be what every holder writes.
 */
bool valueTellsHolders(const LockRecord &record);

/**
 * Whether the value at least names its holder, as `web-3:4711` or `owner-a` do: another program
 * that writes the same is the same holder, as in a lock table. Words that say only that it is
 * locked, and numbers, name nobody.
 */
bool valueNamesHolder(const LockRecord &record);

/**
 * What the library's own release does for those who wait, to be done in one step with the delete
 * and before it. Most libraries ask again by themselves: none.
 */
std::vector<RedisCommand> wakeCommands(const LockRecord &record);

/**
 * The script that deletes `key` if it still has this value (of at least one byte) and this expiry
 * (-1: none), and wakes who waits. It answers `released`, `gone`, `changed` or `renewed`.
 */
RedisCommand script(const QByteArray &key, const QByteArray &value, qint64 storedExpiryMs,
                    ExpiryCheck check, const std::vector<RedisCommand> &wake);

} // namespace lockmaster::stringrelease
