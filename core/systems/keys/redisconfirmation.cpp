// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisconfirmation.h"

#include "core/domain/error.h"
#include "core/redis/acltext.h"
#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/redis/redisconnection.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/keys/redisrelease.h"
#include "core/text/words.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

/** For so many of those that follow, and not for long. */
RedisCommand waitFor(qint64 count)
{
    return {"WAIT", QByteArray::number(count), "500"};
}

/** Of a server that keeps to itself whether others follow it. `denied`: for want of a right. */
QString notTold(const BackendSpec &backend, bool denied)
{
    const QString words = Words::tr("Whether others follow %1 is not told: should it be an "
                                    "old master, its word will be taken all the same.")
                              .arg(backend.name);
    return denied ? words + u' ' + aclStatement(backend.user, {"+role", "+info"}) : words;
}

} // namespace

QString findTheMaster()
{
    return Words::tr("Find out which server is the master now, and look there.");
}

Result<RedisConfirmation> RedisConfirmation::of(RedisConnection &connection, const QByteArray &key,
                                                qint64 seen, const ActionContext &context,
                                                SteadyTime deadline)
{
    const BackendSpec &backend = context.backend;
    RedisConfirmation confirmation;
    if (backend.isGroup())
        confirmation.m_access.emplace(backend, context.password, context.interrupt, key);
    const RedisServer &server = connection.server();
    confirmation.m_now = confirmation.m_most = server.replicas;
    confirmation.m_wanted = std::max(seen, server.followers().most);
    confirmation.m_told = server.replicasTold;
    confirmation.m_backend = backend.name;
    confirmation.m_user = backend.user;
    // Also where nobody follows: somebody may by the time of the commit.
    if (const auto probed = confirmation.probe(connection, deadline); !probed)
        return passOn(probed);
    if (server.followersTold || (server.replicasTold && confirmation.m_wanted > 0))
        return confirmation;
    // Those that are there are counted by what confirms, and it takes its time.
    constexpr qint64 all = 1000;
    const auto replies = connection.pipeline({{"INFO", "replication"}, waitFor(all)}, deadline);
    if (!replies)
        return passOn(replies);
    const RedisReply &followers = replies->back();
    if (!followers.isError() && followers.integer > 0) {
        confirmation.m_now = confirmation.m_most = followers.integer;
        confirmation.m_wanted = std::max(confirmation.m_wanted, followers.integer);
    }
    if (confirmation.m_wanted == 0)
        confirmation.m_notTold = notTold(backend, isDeniedReply(replies->front()));
    return confirmation;
}

/** For nobody at all, so that it is answered at once. */
Result<void> RedisConfirmation::probe(RedisConnection &connection, SteadyTime deadline)
{
    auto reply = connection.command({"WAIT", "0", "1"}, deadline);
    if (!reply)
        return passOn(reply);
    m_refused.reset();
    if (reply->isError())
        m_refused = std::move(*reply);
    return {};
}

Result<void> RedisConfirmation::refresh(RedisConnection &connection, SteadyTime deadline)
{
    const auto followers = connection.followers(deadline);
    if (!followers)
        return passOn(followers);
    m_told = connection.server().replicasTold;
    if (m_told)
        m_now = followers->now;
    m_most = std::max(m_most, m_now);
    m_wanted = std::max(m_wanted, followers->most);
    // It may be allowed by now.
    if (m_wanted > 0 && m_refused) {
        if (auto probed = probe(connection, deadline); !probed)
            return probed;
    }
    return askGroup(connection, deadline);
}

Result<void> RedisConfirmation::askGroup(const RedisConnection &connection, SteadyTime deadline)
{
    if (!m_access)
        return {};
    const GroupMember group = *m_access->look(connection, deadline);
    m_notMaster.reset();
    if (group.state == GroupMember::State::Settled)
        return {};
    m_notMaster = group.trouble;
    return tl::make_unexpected(group.trouble);
}

void RedisConfirmation::addTo(std::vector<RedisCommand> &commands) const
{
    if (m_wanted > 0 && !m_refused)
        commands.push_back(waitFor(m_wanted));
}

Result<void> RedisConfirmation::isStillMaster(const RedisConnection &connection,
                                              SteadyTime deadline)
{
    if (!m_access)
        return {};
    const auto &group = m_access->look(connection, deadline);
    return m_access->isNamed() ? Result<void>() : tl::make_unexpected(group->trouble);
}

Result<void> RedisConfirmation::given(const std::vector<RedisReply> &replies,
                                      const RedisConnection &connection, SteadyTime deadline)
{
    auto waited = waitedFor(replies);
    auto isMaster = askGroup(connection, deadline);
    return waited ? isMaster : waited;
}

Result<void> RedisConfirmation::waitedFor(const std::vector<RedisReply> &replies)
{
    if (m_wanted == 0)
        return {};
    if (m_refused)
        return tl::make_unexpected(*obstacle());
    const RedisReply &waited = replies.back();
    // A master that is deposed while it waits says so, and nobody confirmed anything.
    if (waited.isError() && !waited.text.startsWith("UNBLOCKED"))
        return tl::make_unexpected(refusal(waited));
    const qint64 followed = m_now;
    m_now = waited.type == RedisReply::Type::Integer ? waited.integer : 0;
    if (m_now >= m_wanted)
        return {};
    if (followed == 0 && m_now == 0)
        return tl::make_unexpected(*doubtOfFollowers());
    if (m_wanted == 1) {
        return failure(ErrorKind::Timeout,
                       Words::tr("%1 did it, but no server that follows it confirmed that: it "
                                 "may be an old master, whose word does not count.")
                           .arg(m_backend),
                       findTheMaster());
    }
    return failure(
        ErrorKind::Timeout,
        Words::tr("%1 did it, but only %2 of the %3 servers that follow it, or did a "
                  "while ago, confirmed that: it may be an old master, whose word does "
                  "not count.")
            .arg(m_backend)
            .arg(m_now)
            .arg(m_wanted),
        redisFewerFollowProblem(m_backend, {std::max<qint64>(m_now, 1), m_wanted}).remedy);
}

Result<void> RedisConfirmation::ask(RedisConnection &connection, SteadyTime deadline)
{
    if (auto refreshed = refresh(connection, deadline); !refreshed)
        return refreshed;
    if (m_most == 0)
        return {};
    std::vector<RedisCommand> commands;
    addTo(commands);
    if (commands.empty())
        return waitedFor({});
    const auto replies = connection.pipeline(commands, deadline);
    return replies ? given(*replies, connection, deadline) : passOn(replies);
}

/** What it answered WAIT with, as an error. */
Error RedisConfirmation::refusal(const RedisReply &reply) const
{
    if (isDeniedReply(reply)) {
        return {
            ErrorKind::Denied, 0,
            Words::tr("Others follow %1, and this account may not WAIT for them.").arg(m_backend),
            aclStatement(m_user, {"+wait"})};
    }
    return {ErrorKind::Unsupported, 0,
            Words::tr("Others follow %1, and it cannot be made to ask them. %2")
                .arg(m_backend, errorOfReply(reply, QStringLiteral("WAIT")).message),
            findTheMaster()};
}

std::optional<Error> RedisConfirmation::doubt() const
{
    return m_notMaster ? m_notMaster : doubtOfFollowers();
}

std::optional<Error> RedisConfirmation::doubtOfFollowers() const
{
    const Followers followers{m_now, m_wanted};
    if (!followers.areMissing())
        return std::nullopt;
    return m_refused && !m_told ? refusal(*m_refused)
                                : redisFewerFollowProblem(m_backend, followers);
}

QString RedisConfirmation::onOwnWord() const
{
    const bool lonely = m_wanted > 0 && m_most == 0;
    if (lonely)
        return errorText(*doubtOfFollowers());
    return isTold() ? QString() : m_notTold;
}

/** Why nobody can confirm anything, as far as that is known beforehand. */
std::optional<Error> RedisConfirmation::obstacle() const
{
    if (m_wanted == 0)
        return {};
    if (auto fewer = doubtOfFollowers())
        return fewer;
    return m_refused ? std::optional(refusal(*m_refused)) : std::nullopt;
}

Result<void> RedisConfirmation::canBeGiven() const
{
    auto error = m_most > 0 ? obstacle() : std::nullopt;
    if (!error)
        return {};
    error->message =
        Words::tr("The lock is not taken, as nobody would confirm it: %1").arg(error->message);
    return tl::make_unexpected(*std::move(error));
}

QString RedisConfirmation::warning() const
{
    const auto error = obstacle();
    if (!error)
        return isTold() ? QString() : m_notTold;
    return Words::tr("Whether the lock was released will not be known: %1").arg(errorText(*error));
}

} // namespace lockmaster
