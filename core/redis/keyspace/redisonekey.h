// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/witness.h"
#include "core/redis/keyspace/redisserverclock.h"

namespace lockmaster {

class RedisConnection;

/** What one key was found to be. */
struct RedisKeyLook {
    QByteArray type; ///< as TYPE tells; empty: there is no such key
    /** None for a key that is not there, or that no lock looks like: another type, too large. */
    std::optional<KeyReading> reading;
    RedisReadContext context;

    bool there() const { return !type.isEmpty(); }
};

/**
 * Reads one key as the keyspace source would, so that a format decodes it to the same record, with
 * the same witness. Plain commands only, none of which changes anything: also under a WATCH.
 *
 * For one connection, on its thread; what the account may ask is found out with the first read.
 */
class RedisOneKey
{
public:
    /** What `connection` is pinned to; it outlives this. */
    RedisOneKey(const BackendSpec &backend, RedisConnection &connection, const Clock &clock);
    /** For tests: any server, that outlives this. */
    RedisOneKey(const BackendSpec &backend, RedisClient &client, int version, const Clock &clock);

    /**
     * `seenExpiryMs`: the expiry as an earlier look stored it (see `storedExpiryOf`), for servers
     * that do not tell it exactly; -1: none. Errors: the transport's; Denied where the key may not
     * be read; Protocol where it changes faster than it can be read.
     */
    Result<RedisKeyLook> read(const QByteArray &key, qint64 seenExpiryMs, SteadyTime deadline);

    /** Whether the server tells the exact expiry (PEXPIRETIME). Valid after a read. */
    bool tellsExactExpiry() const { return m_rights && m_rights->expiry.absolute; }

private:
    /** One round trip of it. @return true: there is more to ask. */
    Result<bool> step(KeyJob &job, RedisKeyLook &look, qint64 seenExpiryMs, SteadyTime deadline);

    const std::vector<QByteArray> m_patterns;
    RedisClient &m_client;
    const Clock &m_clock;
    RedisReadContext m_context;
    std::optional<RedisTimeRights> m_rights;
};

/** The expiry in a witness of a Redis lock, in milliseconds; -1: none. */
qint64 storedExpiryOf(const Witness &witness);

} // namespace lockmaster
