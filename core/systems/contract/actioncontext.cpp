// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/actioncontext.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/redis/groups/redisaccess.h"
#include "core/redis/redisconnection.h"
#include "core/transport/endpoint.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include "core/sql/sqlconnection.h"

namespace lockmaster {

namespace {

/** Above the sum of the waits that the server is allowed. */
constexpr std::chrono::seconds shortestWriteTimeout(5);
constexpr int idleSeconds = 3600;

Error notWritable(const BackendSpec &backend, bool replica)
{
    return {ErrorKind::Unsupported, 0,
            (replica ? Words::tr("%1 follows another server: locks are not let "
                                 "go of or taken there.")
                     : Words::tr("%1 is one node of a cluster: by itself it does not know whether "
                                 "its locks are its own."))
                .arg(backend.name),
            replica ? Words::tr("Act on the server that the locks are taken on.")
                    : redisClusterProblem(backend).remedy};
}

Error notNow(const BackendSpec &backend, const GroupMember &group)
{
    Error trouble = group.trouble;
    trouble.message =
        Words::tr("Nothing is let go of or taken on %1 now. %2").arg(backend.name, trouble.message);
    return trouble;
}

Result<void> mayWrite(const SqlServer &server, const BackendSpec &backend, bool isGroupAsked)
{
    const auto &group = server.group;
    if (isGroupAsked && group && group->state != GroupMember::State::Settled)
        return tl::make_unexpected(notNow(backend, *group));
    if (server.replica)
        return tl::make_unexpected(notWritable(backend, true));
    return {};
}

} // namespace

Result<void> checkSqlWriter(SqlConnection &connection, const BackendSpec &backend,
                            SteadyTime deadline)
{
    if (const auto asked = connection.askGroup(deadline); !asked)
        return passOn(asked);
    return mayWrite(connection.server(), backend, true);
}

Result<std::unique_ptr<SqlConnection>> openSqlWriter(const ActionContext &context,
                                                     SteadyTime deadline, SqlUse use)
{
    auto password = context.password(deadline);
    if (!password)
        return passOn(password);
    Endpoint endpoint = endpointOf(context.backend, std::move(*password));
    endpoint.timeout = std::max<Millis>(endpoint.timeout, shortestWriteTimeout);
    auto opened = SqlConnection::open(endpoint, deadline, context.interrupt);
    if (!opened)
        return opened;
    const bool isGroupAsked = use == SqlUse::Tables || (*opened)->server().mariaDb;
    if (auto may = mayWrite((*opened)->server(), context.backend, isGroupAsked); !may)
        return passOn(may);
    // It waits for an operator to decide, whatever the server grants those that idle.
    const auto set = (*opened)->execute(
        QStringLiteral("SET SESSION wait_timeout=%1").arg(idleSeconds), {}, deadline);
    if (!set)
        return passOn(set);
    return opened;
}

Result<std::unique_ptr<RedisConnection>> openRedisWriter(const ActionContext &context,
                                                         const QByteArray &key, SteadyTime deadline,
                                                         WriterUse use)
{
    RedisAccess access(context.backend, context.password, context.interrupt, key);
    auto opened = access.open(deadline, context.interrupt);
    if (!opened)
        return opened;
    const bool isOfUse = use == WriterUse::OwnLock && access.isNamed();
    if (const auto &group = access.group();
        group && group->state != GroupMember::State::Settled && !isOfUse)
        return tl::make_unexpected(notNow(context.backend, *group));
    const RedisServer &server = (*opened)->server();
    if (server.replica || (server.cluster && server.group.isEmpty()))
        return tl::make_unexpected(notWritable(context.backend, server.replica));
    // Redis 8.0 crashes when a client that asked for it makes a key ready that another blocks on.
    const auto touches = (*opened)->command({"CLIENT", "NO-TOUCH", "OFF"}, deadline);
    if (!touches)
        return passOn(touches);
    return opened;
}

Result<RedisReply> askWhereItGoes(const ActionContext &context, const RedisReply &ask,
                                  const RedisCommand &command, SteadyTime deadline)
{
    const QByteArray where = ask.text.split(' ').value(2);
    const qsizetype colon = where.lastIndexOf(':');
    const NodeAddress announced{QString::fromUtf8(where.left(std::max<qsizetype>(colon, 0))),
                                where.sliced(colon + 1).toUShort()};
    const NodeAddress there = context.backend.dialledAt(announced);
    if (!nodeAddressFromText(announced.text()) || meansThisMachine(context.backend, there))
        return ask;
    auto password = context.password(deadline);
    if (!password)
        return passOn(password);
    Endpoint endpoint = endpointOf(context.backend, std::move(*password));
    endpoint.host = there.host;
    endpoint.port = there.port;
    endpoint.address = Words::tr("the node %1").arg(context.backend.tunnel.reached(there.text()));
    auto opened = RedisConnection::open(endpoint, deadline);
    if (!opened)
        return passOn(opened);
    auto replies = (*opened)->pipeline({{"ASKING"}, command}, deadline);
    if (!replies)
        return passOn(replies);
    RedisReply reply = std::move(replies->back());
    return reply;
}

QByteArray serverOf(const SqlConnection &connection)
{
    const SqlServer &server = connection.server();
    return server.proxied ? QByteArray() : serverDigest(server.lasting);
}

QByteArray serverOf(const RedisConnection &connection)
{
    const RedisServer &server = connection.server();
    return serverDigest(server.group.isEmpty() ? server.runId : server.group);
}

ServerMoment momentOf(const SqlConnection &connection, const ClockReading &read, const Clock &clock)
{
    return {serverOf(connection), read.serverAt(clock.now()), 0};
}

ServerMoment momentOf(const RedisConnection &connection, const ClockReading &read,
                      const Clock &clock)
{
    return {serverOf(connection), read.serverAt(clock.now()), connection.server().followers().most};
}

Result<void> checkPermit(const WritePermit &permit, const BackendSpec &backend)
{
    if (permit.backend() == backend.name)
        return {};
    return failure(ErrorKind::Config, Words::tr("The permission to write is for %1 and not for %2.")
                                          .arg(permit.backend(), backend.name));
}

std::optional<ReleaseOutcome> otherServer(const QByteArray &looked, const QByteArray &answers,
                                          const QByteArray &lock, const QString &backend,
                                          qint64 followers)
{
    if (looked.isEmpty() || answers.isEmpty() || looked == answers)
        return std::nullopt;
    constexpr qsizetype longestName = 256; // in a sentence
    return ReleaseOutcome{
        ReleaseResult::Changed, ChangeDetail::OtherServer, false,
        Words::tr("%2 is not the server on which %1 was looked at, or was started "
                  "again since; nothing was changed.")
            .arg(literalText(lock.left(longestName)), backend),
        followers > 0 ? Words::tr("Others followed it: find out which server is the master now, "
                                  "and look at the lock there.")
                      : Words::tr("Look at it again.")};
}

} // namespace lockmaster
