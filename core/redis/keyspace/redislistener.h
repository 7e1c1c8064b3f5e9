// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/redis/keyspace/toldchanges.h"
#include "core/redis/redisconnection.h"

#include <functional>
#include <span>

namespace lockmaster {

/** What to listen for. */
struct RedisInterest {
    /** A connection whose database is the one listened to; none of an earlier call is left. */
    std::function<Result<std::unique_ptr<RedisConnection>>(SteadyTime deadline)> connect;
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
                                                       SteadyTime deadline);

    /**
     * Of those of which each has said just now (`listen()`) that nothing is there: returns once one
     * of them may have something to tell, or is over, or at the deadline.
     */
    static void awaitAny(std::span<const std::unique_ptr<RedisListener>> listeners,
                         SteadyTime deadline);

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
    explicit RedisListener(const std::vector<QByteArray> &patterns);
    Result<void> connect(const RedisInterest &interest, SteadyTime deadline);
    Result<void> track(SteadyTime deadline);
    Result<void> subscribeToEvents(SteadyTime deadline);
    static Result<void> checkSetting(RedisConnection &connection, SteadyTime deadline);
    void note(const RedisReply &message, ToldChanges &changes) const;

    const std::vector<QByteArray> m_prefixes;
    QByteArray m_eventChannel; ///< `__keyspace@0__:`
    std::unique_ptr<RedisConnection> m_connection;
    UpdateKind m_kind = UpdateKind::Tracking;
};

} // namespace lockmaster
