// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/platform/clock.h"
#include "core/redis/redisreply.h"

#include <QByteArrayList>

#include <optional>
#include <vector>

namespace lockmaster {

class RedisConnection;

/** What was found by whatever compares on the server. */
enum class RedisAnswer : quint8 {
    Released,
    Changed, ///< another holder, or something else stands there
    Count,   ///< the same holder with another hold count
    Renewed,
    Gone,
};
/** The first word of a script's answer: `released`, `changed`, ... None for anything else. */
std::optional<RedisAnswer> redisAnswer(const RedisReply &reply);
/** The number behind it: to how many subscribers the server passed the messages of a release on. */
qint64 wokenByScript(const RedisReply &reply);

/** What an account has to be allowed for a release; keys and channels as patterns of a rule. */
struct RedisRights {
    QByteArrayList commands = {};
    QByteArrayList keys = {};
    QByteArrayList channels = {};

    /** Of what these commands do. */
    static RedisRights of(const std::vector<RedisCommand> &commands);
};

/**
 * A release as a transaction: what comes between MULTI and EXEC, under a WATCH. MULTI goes first
 * and alone: where it is refused, each of these would be carried out by itself, unguarded.
 */
struct RedisTransaction {
    std::vector<RedisCommand> commands;
    /** Its answer says whether something was removed; those before it wake who waits. */
    size_t decisive = 0;
};

/**
 * The same messages for those who listen in the shard alone (SSUBSCRIBE, Redis 7), as Redisson does
 * in a cluster; nothing elsewhere. Goes behind what was written: that server has no channel of
 * another one's slot. One too many is harmless, and what is answered says nothing.
 */
std::vector<RedisCommand> shardMessages(const std::vector<RedisCommand> &commands,
                                        const QByteArray &key, const BackendSpec &backend);

/** The outcomes of a release on a Redis, in words, of one lock on one backend. */
class RedisReleaseWords
{
public:
    RedisReleaseWords(const QByteArray &key, const BackendSpec &backend);

    /** `done`: a sentence. `woken`: how many subscribers were told. */
    ReleaseOutcome released(const QString &done, qint64 woken) const;
    /** The usual sentence for it. */
    QString releasedText() const;
    /** What `answer` says, other than that it was released. */
    ReleaseOutcome refused(RedisAnswer answer, bool sent) const;
    /** The connection went, and with it the WATCH that guarded the release. */
    ReleaseOutcome lookLost() const;
    /** The command went out and no answer came, or one that says nothing. */
    ReleaseOutcome unknown(const Error &error) const;
    /** Done there, and no server that follows has said that it has it too. */
    ReleaseOutcome notConfirmed(const Error &why) const;
    /** A second commit of the same ticket. */
    ReleaseOutcome usedUp() const;
    /** The account may neither run scripts nor use WATCH. */
    ReleaseOutcome noWay() const;
    /** The server refused a command; the remedy allows what the reply says is missing. */
    ReleaseOutcome refused(const RedisReply &reply, const RedisRights &rights, bool sent) const;

private:
    QString m_lock;
    QString m_backend;
    QString m_user;
};

/** The account may not: by itself, or within a script or a transaction. */
bool isDeniedReply(const RedisReply &reply);

/** Any other refusal of a command that writes; nothing was changed. */
Error writeRefused(const RedisReply &reply, const QString &command);

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
