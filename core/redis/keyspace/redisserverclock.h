// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/rediskeyjob.h"
#include "core/redis/redisclient.h"

namespace lockmaster {

/** Any number of commands, a thousand at once. */
Result<std::vector<RedisReply>>
askInParts(RedisClient &client, const std::vector<RedisCommand> &commands, SteadyTime deadline);

/** What the account may ask about time, found out once for each connection. */
struct RedisTimeRights {
    ExpiryDialect expiry;
    bool time = false;           ///< TIME
    bool info = false;           ///< INFO server: the next best
    std::vector<Error> problems; ///< what is missing, with the remedy
};

/** What to allow so that ends are told, by the server's reply to PEXPIRETIME. */
QByteArrayList expiryRules(const RedisReply &absolute);

/** Asks for each once. */
Result<RedisTimeRights> probeTimeRights(RedisClient &client, SteadyTime deadline);

/** The command that tells the server's clock (`clockOf`); none where it may not be asked. */
std::optional<RedisCommand> clockCommand(const RedisTimeRights &rights);

/** When a round trip began and ended. */
struct RoundTrip {
    SteadyTime asked{};
    SteadyTime answered{};
};

/**
 * Says when the key ends, from what the server told of it in a round trip. An end that is derived
 * (no PEXPIRETIME) jitters with the network: within that it counts as `seenMs`, which an earlier
 * look stored; -1: none.
 */
void settleExpiry(KeyAnswer &answer, const ExpiryDialect &dialect, const ClockReading &clock,
                  const RoundTrip &trip, qint64 seenMs);

} // namespace lockmaster
