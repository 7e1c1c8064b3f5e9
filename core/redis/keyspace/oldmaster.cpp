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

/** The same owner that lets go and takes it again counts as one hold. */
size_t markOf(const Holder &holder)
{
    return qHashMulti(0, holder.raw, holder.rawBytes);
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

OldMaster::Holders OldMaster::holdersOf(const std::vector<LockRecord> &locks)
{
    Holders all;
    all.reserve(qsizetype(locks.size()));
    for (const LockRecord &lock : locks) {
        QList<size_t> &marks = all[lock.id.name];
        for (const Holder &holder : lock.holders)
            marks.push_back(markOf(holder));
    }
    return all;
}

void OldMaster::noteSuccessor(const std::vector<LockRecord> &locks)
{
    if (m_first)
        return;
    if (qsizetype(locks.size()) > mostLocks)
        m_successors.reset();
    else
        m_successors = holdersOf(locks);
}

bool OldMaster::wasAtSuccessor(const QByteArray &name, const Holder &holder) const
{
    return !m_successors || m_successors->value(name).contains(markOf(holder));
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
        // Without all that stood there nothing can be said to have begun.
        if (!seen.complete)
            return std::nullopt;
        m_first = holdersOf(seen.records);
        return std::vector<LockRecord>();
    }
    std::erase_if(seen.records, [this](LockRecord &lock) {
        const auto before = m_first->constFind(lock.id.name);
        if (!isHeld(lock.state) || (before != m_first->cend() && lock.holders.empty()))
            return true;
        if (before == m_first->cend())
            return false;
        // Of several, those who stood there before may have let go of it elsewhere.
        lock.holders.removeIf(
            [&before](const Holder &holder) { return before->contains(markOf(holder)); });
        return lock.holders.empty();
    });
    return std::move(seen.records);
}

} // namespace lockmaster
