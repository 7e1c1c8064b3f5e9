// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/platform/clock.h"
#include "core/redis/redisreply.h"
#include "core/domain/release.h"
#include "core/domain/result.h"
#include "core/domain/servermoment.h"
#include "core/domain/writepermit.h"
#include "core/sources/backendreader.h"

#include <memory>

namespace lockmaster {

class RedisConnection;
class SocketInterrupt;
class SqlConnection;

/** What an action needs to reach its backend on a connection of its own. A value. */
struct ActionContext {
    BackendSpec backend;
    PasswordSource password;
    const Clock *clock = &systemClock();
    /** Ends what the action is waiting for, from any thread; never null. */
    std::shared_ptr<SocketInterrupt> interrupt;
};

/** What a session is for. */
enum class SqlUse : quint8 {
    Tables,   ///< rows: the server's group has to be settled
    Sessions, ///< user-level locks and sessions, which a MySQL has for itself alone
};

/**
 * A session that may write: autocommit, at most a second for row locks and for metadata locks, and
 * a read timeout well above both, so that the server's answer is seen; it may idle for an hour.
 * Blocks.
 */
Result<std::unique_ptr<SqlConnection>>
openSqlWriter(const ActionContext &context, SteadyTime deadline, SqlUse use = SqlUse::Tables);

/**
 * Whether such a session may still write to tables, or tell how they stand: its server may have
 * fallen out of its group, or follow another by now. Errors: also Unsupported, where it may not.
 */
Result<void> checkSqlWriter(SqlConnection &connection, const BackendSpec &backend,
                            SteadyTime deadline);

/** What a connection to a Redis of a group is for. */
enum class WriterUse : quint8 {
    Change,  ///< anything: the group has to be settled
    OwnLock, ///< renewing or letting go of a lock of ours: most have to name the server
};

/**
 * The same for the Redis that has `key`. Blocks. Errors: also Unsupported, for a replica, and a
 * node of a cluster that was named as a server by itself.
 */
Result<std::unique_ptr<RedisConnection>> openRedisWriter(const ActionContext &context,
                                                         const QByteArray &key, SteadyTime deadline,
                                                         WriterUse use = WriterUse::Change);

/**
 * A command for a lock of our own whose key is on its way to another node of a cluster, which the
 * node that it leaves named (`ASK`): asks that one, once. Blocks. Errors: as `openRedisWriter`.
 */
Result<RedisReply> askWhereItGoes(const ActionContext &context, const RedisReply &ask,
                                  const RedisCommand &command, SteadyTime deadline);

/** Errors: Config, where the permit is for another backend. */
Result<void> checkPermit(const WritePermit &permit, const BackendSpec &backend);

/** Which server it leads to, as a `serverDigest`; empty: not known, or not always the same one. */
QByteArray serverOf(const SqlConnection &connection);
QByteArray serverOf(const RedisConnection &connection);

/** What an action found on that server, whose clock was read as it says, is of this moment. */
ServerMoment momentOf(const SqlConnection &connection, const ClockReading &read,
                      const Clock &clock);
ServerMoment momentOf(const RedisConnection &connection, const ClockReading &read,
                      const Clock &clock);

/**
 * The refusal of a release where another server answers than the one that was looked at, each a
 * `serverDigest`. None: it is the same, or that cannot be told. `followers`: how many followed a
 * Redis, one of which may have taken its place.
 */
std::optional<ReleaseOutcome> otherServer(const QByteArray &looked, const QByteArray &answers,
                                          const QByteArray &lock, const QString &backend,
                                          qint64 followers = 0);

} // namespace lockmaster
