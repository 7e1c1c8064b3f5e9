// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/redis/toldchanges.h"
#include "core/redis/redisconnection.h"
#include "core/transport/socketinterrupt.h"

namespace lockmaster {

/** What to listen for. */
struct RedisInterest {
    Endpoint endpoint;                ///< its database is the one listened to
    std::vector<QByteArray> patterns; ///< the operator's; none: every key
};

/**
 * The literal beginnings that cover `patterns`, none of which another one begins with. None: only
 * everything would do.
 */
std::vector<QByteArray> feedPrefixes(const std::vector<QByteArray> &patterns);

/** `setting` (notify-keyspace-events) lets the server tell all that matters of a lock's key. */
bool tellsOfLocks(const QByteArray &setting);

/**
 * A connection on which a Redis server says which keys have changed: by client-side caching's
 * invalidations (no setting of the server's is needed), or else by keyspace notifications where
 * the server sends them. No setting is ever changed.
 *
 * Invalidations come from all databases of the server, notifications from one; notifications do not
 * tell that a database was emptied.
 *
 * Lives on one thread. After an error it is over.
 */
class RedisListener
{
public:
    /**
     * Connects and begins to listen. Errors: Unsupported and Denied where this server or account
     * has neither, with the way out; others are those of the connection.
     */
    static Result<std::unique_ptr<RedisListener>> open(const RedisInterest &interest,
                                                       SteadyTime deadline,
                                                       std::shared_ptr<SocketInterrupt> interrupt);

    UpdateKind kind() const { return m_kind; }

    /**
     * Notes the next message's keys. With a deadline that is past, only what is there already.
     * @return false: none came by the deadline.
     */
    Result<bool> listen(ToldChanges &changes, SteadyTime deadline);

    /**
     * The server answers and still tells, as far as that can be asked on a connection `beside`: it
     * says nothing to who listens when somebody switches notifications off.
     */
    Result<void> check(RedisConnection &beside, SteadyTime deadline);

private:
    RedisListener(const RedisInterest &interest, std::shared_ptr<SocketInterrupt> interrupt);
    Result<void> connect(SteadyTime deadline);
    Result<void> track(SteadyTime deadline);
    Result<void> subscribeToEvents(SteadyTime deadline);
    static Result<void> checkSetting(RedisConnection &connection, SteadyTime deadline);
    void note(const RedisReply &message, ToldChanges &changes) const;

    const RedisInterest m_interest;
    const std::vector<QByteArray> m_prefixes;
    const QByteArray m_eventChannel; ///< `__keyspace@0__:`
    const std::shared_ptr<SocketInterrupt> m_interrupt;
    std::unique_ptr<RedisConnection> m_connection;
    UpdateKind m_kind = UpdateKind::Tracking;
};

} // namespace lockmaster
