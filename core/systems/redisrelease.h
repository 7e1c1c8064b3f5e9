// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/clock.h"
#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/transport/redisreply.h"

#include <optional>

namespace lockmaster {

class RedisConnection;

/** The outcomes of a release on a Redis, in words, of one lock on one backend. */
class RedisReleaseWords
{
public:
    RedisReleaseWords(const QByteArray &key, QString backend);

    ReleaseOutcome released() const;
    ReleaseOutcome changed(bool sent) const;
    ReleaseOutcome renewed(bool sent) const;
    ReleaseOutcome gone(bool sent) const;
    /** The connection went, and with it the WATCH that guarded the release. */
    ReleaseOutcome lookLost() const;
    /** The command went out and no answer came. */
    ReleaseOutcome unknown(const Error &error) const;
    /** A second commit of the same ticket. */
    ReleaseOutcome usedUp() const;
    /** `rights`: what the command needs, as ACL rules, where the reply does not name it: `+del`. */
    ReleaseOutcome denied(const RedisReply &reply, const QString &rights, bool sent) const;

private:
    QString m_lock;
    QString m_backend;
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

Result<RedisConnectionMark> markOf(RedisConnection &connection, SteadyTime deadline);

/**
 * Ends the marked connection, over `other`: a command of it that is still on its way is never
 * executed after that. Where the account may not do so, nothing happens.
 */
void endOnServer(RedisConnection &other, const RedisConnectionMark &mark, SteadyTime deadline);

} // namespace lockmaster
