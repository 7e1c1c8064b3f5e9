// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/rediskeyspace.h"

namespace lockmaster {

class RedisConnection;

/**
 * The server that was the master until a moment ago. Until it is told to follow another, it goes on
 * as if nothing had happened, and whoever has not heard of the failover takes locks there; then it
 * drops what its successor does not have. It is read on the connection that there was before:
 * nobody logs in to it anew. Lives on its reader's thread.
 */
class OldMaster
{
public:
    OldMaster(std::unique_ptr<RedisConnection> connection, RedisKeyspace::Settings settings,
              std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock);
    ~OldMaster();
    OldMaster(const OldMaster &) = delete;
    OldMaster &operator=(const OldMaster &) = delete;

    const QString &address() const { return m_address; } ///< `10.0.0.1:6379`

    /**
     * The locks that it shows held, as far as they could be read. None: it is over, as it follows
     * another, is silent, or half a minute has passed.
     */
    std::optional<std::vector<LockRecord>> look(SteadyTime deadline);

private:
    bool goesOn(SteadyTime deadline);

    const std::unique_ptr<RedisConnection> m_connection;
    const QString m_address;
    const QByteArray m_history; ///< the id of what it has; another one once it follows
    const Clock &m_clock;
    const SteadyTime m_until;
    RedisKeyspace m_keyspace;
};

} // namespace lockmaster
