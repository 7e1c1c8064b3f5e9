// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/clock.h"
#include "core/redis/groups/redisaccess.h"
#include "core/redis/redisreply.h"

#include <optional>
#include <vector>

namespace lockmaster {

struct ActionContext;

/**
 * Whether the servers that follow a Redis have to confirm what is written there. A master that was
 * frozen while another took its place answers as before, run id and data unchanged; only the others
 * tell: they follow the new one by then, or soon. So as many have to as were seen a while ago, also
 * where fewer or none are left: one that is not told yet of the new master follows the old one.
 */
class RedisConfirmation
{
public:
    RedisConfirmation() = default;

    /** For a connection that writes `key`. `seen`: how many followed at earlier looks. */
    static Result<RedisConfirmation> of(RedisConnection &connection, const QByteArray &key,
                                        qint64 seen, const ActionContext &context,
                                        SteadyTime deadline);

    /**
     * Looks again who follows; proves as well that the server answers. Of a group: also that it is
     * the one that is written to, and else that is the error.
     */
    Result<void> refresh(RedisConnection &connection, SteadyTime deadline);

    /** Goes right behind what is written, on the same connection and in no transaction. */
    void addTo(std::vector<RedisCommand> &commands) const;
    /**
     * What `addTo` added, by the last of the replies; given as well where nobody has to. Errors:
     * Denied or Unsupported where the server could not be told to ask, Timeout where nobody
     * confirmed it, or fewer than were seen to follow; and what its group says, asked by then,
     * where it does not agree that it is the one.
     */
    Result<void> given(const std::vector<RedisReply> &replies, const RedisConnection &connection,
                       SteadyTime deadline);

    /**
     * The same for what was written last on that connection to a lock of our own, by whoever
     * follows by now. Where nobody ever did while this connection stood, the server is believed as
     * by any client of such a lock: it may be the only one that is left.
     */
    Result<void> ask(RedisConnection &connection, SteadyTime deadline);

    /**
     * For a lock of our own that was renewed or let go of there, which does not wait until the
     * group has settled. Errors: by most of the others it is not the one, or nobody knows.
     */
    Result<void> isStillMaster(const RedisConnection &connection, SteadyTime deadline);

    /** How many have to. */
    qint64 wanted() const { return m_wanted; }
    /** Whether others follow is told, or some were seen to. */
    bool isTold() const { return m_wanted > 0 || m_notTold.isEmpty(); }
    /** Why what the server shows need not be so; none: as many follow as were seen to. */
    std::optional<Error> doubt() const;
    /** In words, that a lock of our own is taken on this server's word alone; empty: it is not. */
    QString onOwnWord() const;
    /** Asked before a lock of our own is taken. Errors: as `ask`, where clearly nobody would
     * confirm it.
     */
    Result<void> canBeGiven() const;
    /** For before a release: that it will not be known. Empty: it will. */
    QString warning() const;

private:
    std::optional<Error> doubtOfFollowers() const;
    Result<void> waitedFor(const std::vector<RedisReply> &replies);
    Result<void> askGroup(const RedisConnection &connection, SteadyTime deadline);
    Result<void> probe(RedisConnection &connection, SteadyTime deadline);
    Error refusal(const RedisReply &reply) const;
    std::optional<Error> obstacle() const;

    qint64 m_wanted = 0;                 ///< the most that were seen by anybody
    qint64 m_now = 0;                    ///< follow or confirmed, at the last look
    qint64 m_most = 0;                   ///< of the looks over this connection
    bool m_told = false;                 ///< how many follow, at the last look
    std::optional<RedisReply> m_refused; ///< what WAIT was answered with
    QString m_notTold;                   ///< in words, where nobody says whether others follow
    QString m_backend;
    QString m_user;
    std::optional<RedisAccess> m_access; ///< for its group; none: it stands by itself
    std::optional<Error> m_notMaster;    ///< what the others said last
};

/** What to do where the word of a server need not count: one sentence. */
QString findTheMaster();

} // namespace lockmaster
