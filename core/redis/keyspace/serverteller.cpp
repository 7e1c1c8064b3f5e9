// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/redisaccess.h"
#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/keyspace/redislistener.h"
#include "core/redis/keyspace/redistellers.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <utility>

namespace lockmaster {

Error passing(Error error)
{
    error.kind = ErrorKind::Network;
    return error;
}

namespace {

Error becameReplica()
{
    return {ErrorKind::Network, 0, Words::tr("The server became a replica."), {}};
}

/** Its client is the reading connection, of which it notes how it ended. */
class ServerTeller final : public RedisTellers, private RedisClient
{
public:
    ServerTeller(const BackendSpec &spec, PasswordSource password)
        : m_patterns(spec.patterns), m_access(spec, std::move(password), m_asking)
    {
    }

    Result<UpdateKind> open(SteadyTime deadline) override;
    Result<bool> listen(ToldChanges &changes, SteadyTime deadline) override
    {
        return m_listener->listen(changes, deadline);
    }
    Result<Observation> read(RedisKeyspace &keyspace, const std::vector<QByteArray> &names,
                             SteadyTime deadline) override;
    Result<void> checkMasters(SteadyTime deadline) override;
    Result<void> check(SteadyTime deadline) override;
    void interrupt() noexcept override;

private:
    Result<void> send(const RedisRequest &request) override;
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override;

    const std::vector<QByteArray> m_patterns;
    const std::shared_ptr<SocketInterrupt> m_hearing = std::make_shared<SocketInterrupt>();
    const std::shared_ptr<SocketInterrupt> m_asking = std::make_shared<SocketInterrupt>();
    RedisAccess m_access;
    std::unique_ptr<RedisListener> m_listener;
    std::unique_ptr<RedisConnection> m_reading;
    std::optional<Error> m_lastError; ///< of the reading connection
};

Result<UpdateKind> ServerTeller::open(SteadyTime deadline)
{
    auto reading = m_access.open(deadline, m_asking);
    if (!reading && m_access.isOfGroup() && reading.error().kind == ErrorKind::Unsupported)
        return tl::make_unexpected(passing(reading.error()));
    if (!reading)
        return passOn(reading);
    const auto connect = [this, where = (*reading)->endpoint()](SteadyTime until) {
        return RedisConnection::open(where, until, {}, m_hearing);
    };
    auto listener = RedisListener::open({connect, m_patterns}, deadline);
    if (!listener)
        return passOn(listener);
    m_listener = std::move(*listener);
    m_reading = std::move(*reading);
    if (const auto checked = check(deadline); !checked)
        return passOn(checked);
    return m_listener->kind();
}

Result<void> ServerTeller::send(const RedisRequest &request)
{
    auto sent = m_reading->send(request);
    if (!sent)
        m_lastError = sent.error();
    return sent;
}

Result<std::vector<RedisReply>> ServerTeller::replies(SteadyTime deadline)
{
    auto replies = m_reading->replies(deadline);
    if (!replies)
        m_lastError = replies.error();
    return replies;
}

Result<Observation> ServerTeller::read(RedisKeyspace &keyspace,
                                       const std::vector<QByteArray> &names, SteadyTime deadline)
{
    m_lastError.reset();
    Observation seen = keyspace.readNamed(*this, m_reading->server(), names, deadline);
    if (m_lastError)
        return tl::make_unexpected(*m_lastError);
    return seen;
}

Result<void> ServerTeller::checkMasters(SteadyTime deadline)
{
    const auto replica = m_reading->isReplica(deadline);
    if (!replica)
        return passOn(replica);
    if (*replica)
        return tl::make_unexpected(becameReplica());
    const auto &group = m_access.look(*m_reading, deadline);
    if (!group || group->state == GroupMember::State::Settled)
        return {};
    return tl::make_unexpected(passing(group->trouble));
}

Result<void> ServerTeller::check(SteadyTime deadline)
{
    if (auto master = checkMasters(deadline); !master)
        return master;
    return m_listener->check(*m_reading, deadline);
}

void ServerTeller::interrupt() noexcept
{
    m_hearing->interrupt();
    m_asking->interrupt();
}

} // namespace

std::unique_ptr<RedisTellers> makeServerTeller(const BackendSpec &spec, PasswordSource password)
{
    return std::make_unique<ServerTeller>(spec, std::move(password));
}

} // namespace lockmaster
