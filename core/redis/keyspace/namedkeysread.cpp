// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/namedkeysread.h"

#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/redis/redisconnection.h"

#include <utility>

namespace lockmaster {

NamedKeysRead::NamedKeysRead(KeyspaceMemory &memory, RedisClient &client, const RedisServer &server,
                             SteadyTime deadline)
    : m_memory(memory), m_reads(memory, client, server, KeyReads::Purpose::Named, deadline)
{
}

Observation NamedKeysRead::run(const std::vector<QByteArray> &names)
{
    m_memory.absent.clear();
    for (const QByteArray &name : names)
        ask(name);
    if (m_reads.learnRights()) {
        readAll();
        if (!m_reads.findings().failed)
            m_reads.askFormats();
    } else {
        m_reads.findings().knownUnread = true;
    }
    conclude();
    return std::move(m_reads.findings().observation);
}

void NamedKeysRead::ask(const QByteArray &name)
{
    if (m_memory.known.contains(name) || !m_reads.isHidden(name)) {
        askForLock(name);
        return;
    }
    // What stands beside a lock says that something about the lock may have changed.
    m_asked.insert(name);
    for (const auto &format : m_memory.formats) {
        for (const QByteArray &lock : format->locksBeside(name))
            askForLock(lock);
    }
}

void NamedKeysRead::askForLock(const QByteArray &name)
{
    if (m_asked.contains(name) || m_memory.oversized.contains(name))
        return;
    m_asked.insert(name);
    const auto known = m_memory.known.constFind(name);
    if (known != m_memory.known.cend()) {
        m_reads.queue({name, known->pattern, known->step, true, 0});
        return;
    }
    const int pattern = m_reads.patternOf(name);
    const bool foreign = pattern < 0 && !m_memory.settings.patterns.empty();
    if (!foreign && name.size() <= KeyReads::longestKey)
        m_reads.queue(
            {name, pattern, m_memory.wereLocks.value(name, KeyJob::Step::Type), false, 0});
}

void NamedKeysRead::readAll()
{
    while (!m_reads.isDone()) {
        if (const auto trip = m_reads.roundTrip(); !trip) {
            m_reads.fail(trip.error());
            return;
        }
    }
}

void NamedKeysRead::conclude()
{
    KeyReads::Findings &findings = m_reads.findings();
    if (findings.clockLost)
        m_memory.rights.reset();
    if (findings.tooMany)
        m_reads.addProblem(tooManyLocksProblem(m_memory.settings.mostLocks));
    if (findings.tooLong)
        m_reads.addProblem(tooLargeLocksProblem());
    for (const QByteArray &name : std::as_const(findings.unread))
        m_asked.remove(name);
    findings.observation.asked.emplace(m_asked.cbegin(), m_asked.cend());
    findings.observation.complete = !findings.failed && !findings.knownUnread
                                    && findings.away.empty() && !findings.tooMany
                                    && !findings.tooLong;
}

} // namespace lockmaster
