// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/oldmaster.h"

#include "core/domain/backendspec.h"
#include "core/redis/redisconnection.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Sentinels tell an old master to follow once it has said for 8 s that it is one. */
constexpr auto watchedFor = 30s;
/** Of more nothing is said: they would cost each of some thirty looks too much. */
constexpr qsizetype mostLocks = 20'000;

RedisKeyspace::Settings bounded(RedisKeyspace::Settings settings)
{
    settings.mostLocks = mostLocks;
    return settings;
}

/** The same owner that lets go and takes it again without a trace counts as one hold. */
size_t instanceOf(const LockRecord &lock)
{
    size_t all = qHash(lock.session);
    for (const Holder &holder : lock.holders)
        all = qHashMulti(all, holder.raw, holder.rawBytes);
    return all;
}

} // namespace

OldMaster::OldMaster(std::unique_ptr<RedisConnection> connection, RedisKeyspace::Settings settings,
                     std::vector<std::unique_ptr<RedisFormat>> formats, const Clock &clock)
    : m_connection(std::move(connection)), m_history(m_connection->server().replicationId),
      m_clock(clock), m_until(clock.now() + watchedFor),
      m_keyspace(bounded(std::move(settings)), std::move(formats), clock)
{
}

OldMaster::~OldMaster() = default;

QString OldMaster::address() const
{
    const Endpoint &there = m_connection->endpoint();
    return NodeAddress{there.host, there.port}.text();
}

bool OldMaster::isRun(const QByteArray &runId) const
{
    return m_connection->server().runId == runId;
}

bool OldMaster::isOver() const
{
    return m_clock.now() >= m_until || !m_connection->usable() || m_history.isEmpty();
}

/** Whether it is a master still, of what it had: it says both, or is not believed. */
bool OldMaster::goesOn(SteadyTime deadline)
{
    if (isOver() || !m_connection->followers(deadline))
        return false;
    const RedisServer &server = m_connection->server();
    return server.followersTold && !server.replica && server.replicationId == m_history;
}

void OldMaster::noteFirst(const Observation &seen)
{
    if (!seen.complete)
        return;
    m_first.emplace();
    for (const LockRecord &lock : seen.records)
        m_first->insert(lock.id.name, instanceOf(lock));
}

std::optional<std::vector<LockRecord>> OldMaster::look(SteadyTime deadline)
{
    if (!goesOn(deadline))
        return std::nullopt;
    using Depth = BackendReader::Depth;
    Observation seen = m_keyspace.read(*m_connection, m_connection->server(),
                                       m_first ? Depth::Routine : Depth::Full, deadline);
    if (!goesOn(deadline))
        return std::nullopt;
    if (!m_first) {
        noteFirst(seen);
        return std::vector<LockRecord>();
    }
    std::erase_if(seen.records, [this](const LockRecord &lock) {
        const auto before = m_first->constFind(lock.id.name);
        const bool wasThere = before != m_first->cend() && *before == instanceOf(lock);
        return wasThere || !isHeld(lock.state);
    });
    return std::move(seen.records);
}

} // namespace lockmaster
