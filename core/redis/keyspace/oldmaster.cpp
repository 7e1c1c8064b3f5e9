// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/oldmaster.h"

#include "core/domain/backendspec.h"
#include "core/redis/redisconnection.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Sentinels tell an old master to follow once it has said for 8 s that it is one. */
constexpr auto watchedFor = 30s;

QString addressOf(const RedisConnection &connection)
{
    const Endpoint &there = connection.endpoint();
    return NodeAddress{there.host, there.port}.text();
}

} // namespace

OldMaster::OldMaster(std::unique_ptr<RedisConnection> connection, RedisKeyspace::Settings settings,
                     std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock)
    : m_connection(std::move(connection)), m_address(addressOf(*m_connection)),
      m_history(m_connection->server().replicationId), m_clock(clock),
      m_until(clock.now() + watchedFor), m_keyspace(std::move(settings), std::move(formats), clock)
{
}

OldMaster::~OldMaster() = default;

/** Whether what it shows is its own, and not what it has of its successor. */
bool OldMaster::goesOn(SteadyTime deadline)
{
    return m_connection->usable() && m_connection->followers(deadline) && !m_history.isEmpty()
           && m_connection->server().replicationId == m_history;
}

std::optional<std::vector<LockRecord>> OldMaster::look(SteadyTime deadline)
{
    if (m_clock.now() >= m_until || !goesOn(deadline))
        return std::nullopt;
    Observation seen = m_keyspace.read(*m_connection, m_connection->server(),
                                       BackendReader::Depth::Full, deadline);
    if (!goesOn(deadline))
        return std::nullopt;
    std::erase_if(seen.records, [](const LockRecord &lock) { return !isHeld(lock.state); });
    return std::move(seen.records);
}

} // namespace lockmaster
