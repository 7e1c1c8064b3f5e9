// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisonekey.h"
#include "core/systems/keys/redisticket.h"

namespace lockmaster {

/** The release of a lock of which one key tells all. */
class OneKeyTicket : public RedisTicket
{
protected:
    using RedisTicket::RedisTicket;

    /**
     * The lock in what stands there, of which the format keeps what it needs; null: there is no
     * such key, or none that any lock looks like.
     */
    virtual std::optional<LockRecord> decode(const KeyReading *reading,
                                             const RedisReadContext &context) = 0;

private:
    void readOn(RedisConnection *connection) final;
    Result<Found> read(SteadyTime deadline) final;

    std::optional<RedisOneKey> m_reader; ///< for the connection
};

} // namespace lockmaster
