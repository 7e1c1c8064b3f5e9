// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/platform/clock.h"
#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/redis/redisreply.h"

#include <optional>
#include <vector>

namespace lockmaster {

class RedisConnection;

/** The outcomes of a release on a Redis, in words, of one lock on one backend. */
class RedisReleaseWords
{
public:
    RedisReleaseWords(const QByteArray &key, QString backend);

    /** `told`: whether others follow that would have to confirm it. */
    ReleaseOutcome released(bool told = true) const;
    ReleaseOutcome changed(bool sent) const;
    ReleaseOutcome renewed(bool sent) const;
    ReleaseOutcome gone(bool sent) const;
    /** The connection went, and with it the WATCH that guarded the release. */
    ReleaseOutcome lookLost() const;
    /** The command went out and no answer came. */
    ReleaseOutcome unknown(const Error &error) const;
    /** Done there, and no server that follows has said that it has it too. */
    ReleaseOutcome notConfirmed(const QString &why, const QString &remedy) const;
    /** A second commit of the same ticket. */
    ReleaseOutcome usedUp() const;
    /** The remedy allows `user` what the reply says is missing: one of what `commands` do. */
    ReleaseOutcome denied(const RedisReply &reply, const QString &user,
                          const std::vector<RedisCommand> &commands, bool sent) const;

private:
    QString m_lock;
    QString m_backend;
};

/** The account may not: by itself, or within a script or a transaction. */
bool isDeniedReply(const RedisReply &reply);

/** Any other refusal of a command that writes; nothing was changed. */
Error writeRefused(const RedisReply &reply, const QString &command);

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

    /** For a connection that writes. `seen`: how many followed at earlier looks. */
    static Result<RedisConfirmation> of(RedisConnection &connection, qint64 seen,
                                        const BackendSpec &backend, SteadyTime deadline);

    /** Looks again who follows; proves as well that the server answers. */
    Result<void> refresh(RedisConnection &connection, SteadyTime deadline);

    /** Goes right behind what is written, on the same connection and in no transaction. */
    void addTo(std::vector<RedisCommand> &commands) const;
    /**
     * What `addTo` added, by the last of the replies; given as well where nobody has to. Errors:
     * Denied or Unsupported where the server could not be told to ask, Timeout where nobody
     * confirmed it, or fewer than were seen to follow.
     */
    Result<void> given(const std::vector<RedisReply> &replies);

    /**
     * The same for what was written last on that connection to a lock of our own, by whoever
     * follows by now. Where nobody ever did while this connection stood, the server is believed as
     * by any client of such a lock: it may be the only one that is left.
     */
    Result<void> ask(RedisConnection &connection, SteadyTime deadline);

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
};

/** Knows a connection, so that the server can be told later to have done with it. */
struct RedisConnectionMark {
    qint64 id = 0;        ///< 0: not known
    QByteArray serverRun; ///< ids start over with the server: which run it was; empty: not known
};

RedisConnectionMark markOf(const RedisConnection &connection);

/**
 * Ends the marked connection, over `other`: a command of it that is still on its way is never
 * executed after that. Where the account may not do so, or another run of the server answers,
 * nothing happens.
 */
void endOnServer(RedisConnection &other, const RedisConnectionMark &mark, SteadyTime deadline);

} // namespace lockmaster
