// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisonekey.h"
#include "core/systems/redisson/redissonformat.h"
#include "core/systems/redisson/releasescript.h"

#include <QStringList>

namespace lockmaster {

class RedisConnection;

/** What a Redisson lock was found to be when somebody wants to let go of it. */
struct RedissonLook {
    bool there = false;             ///< there is such a key
    std::optional<LockRecord> lock; ///< none: it is no Redisson lock
    KeyReading reading;             ///< valid with a lock
    bool cut = false;               ///< the hash has more fields than were read
    bool exactExpiry = false;       ///< the server tells PEXPIRETIME
    ClockReading clock;             ///< the server's
};

/**
 * Reads one lock and what stands beside it, as the poll would; changes nothing, also under a WATCH.
 * For one connection, on its thread.
 */
class RedissonLooker
{
public:
    RedissonLooker(const BackendSpec &backend, RedisConnection &connection, const Clock &clock);

    /** `seenExpiryMs` as for `RedisOneKey`. Errors: the transport's; Denied, Protocol. */
    Result<RedissonLook> look(const QByteArray &name, qint64 seenExpiryMs, SteadyTime deadline);

    /** The queue of a fair lock: who is next, and perhaps gone. None: it may not be looked at. */
    Result<std::optional<std::vector<QByteArray>>> queueHeads(const QByteArray &name,
                                                              SteadyTime deadline);

    /** PEXPIRETIME of a reader's timeout keys, the first entry's first, and of the lock itself at
     * the end; -2: not there. */
    Result<std::vector<qint64>> entryExpiries(const QByteArray &name, const QByteArray &reader,
                                              qint64 entries, SteadyTime deadline);

    /** The longest lease of the other readers, in ms; 0: not known. */
    Result<qint64> othersLease(const RedissonLook &seen, const QByteArray &reader,
                               SteadyTime deadline);

private:
    Result<void> askAround(RedissonLook &seen, const RedisReadContext &context,
                           SteadyTime deadline);

    RedisConnection &m_connection;
    RedisOneKey m_key;
    RedissonFormat m_format;
};

} // namespace lockmaster
