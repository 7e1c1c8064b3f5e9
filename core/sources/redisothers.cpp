// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redisothers.h"

namespace lockmaster {

namespace {

constexpr qsizetype mostRemembered = 1'000'000; // some 30 MB
constexpr quint32 lookAgainEvery = 10;          // passes

} // namespace

void RedisOthers::beginPass()
{
    ++m_pass;
    m_noLocks = 0;
    m_refused = 0;
}

void RedisOthers::endPass()
{
    m_entries.removeIf([this](const auto &entry) { return entry.value().pass != m_pass; });
}

void RedisOthers::clear()
{
    m_entries.clear();
    m_noLocks = 0;
    m_refused = 0;
}

bool RedisOthers::isSettled(const QByteArray &key)
{
    const size_t hash = qHash(key);
    const auto entry = m_entries.find(hash);
    if (entry == m_entries.end())
        return false;
    if (entry->pass == m_pass)
        return true;
    if (entry->reason == Reason::NotYet)
        return false;
    // Each pass looks at another tenth again: such a key may have become a lock.
    if ((hash + m_pass) % lookAgainEvery == 0)
        return false;
    entry->pass = m_pass;
    count(entry->reason);
    return true;
}

void RedisOthers::add(const QByteArray &key, Reason reason)
{
    const size_t hash = qHash(key);
    const auto entry = m_entries.find(hash);
    if (entry != m_entries.end() && entry->pass == m_pass)
        return;
    count(reason);
    if (entry != m_entries.end() && reason == Reason::NotYet && entry->reason != Reason::Refused)
        reason = Reason::NoLock;
    if (entry != m_entries.end())
        *entry = {m_pass, reason};
    else if (m_entries.size() < mostRemembered)
        m_entries.insert(hash, {m_pass, reason});
}

} // namespace lockmaster
