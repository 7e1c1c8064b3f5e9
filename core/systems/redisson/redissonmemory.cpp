// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonmemory.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto sweepEvery = 30s;
constexpr auto forgetAfter = 3min; ///< three of the longest poll periods

} // namespace

bool RememberedLock::hasAnswersOf(const RememberedLock &other) const
{
    return fair == other.fair && fenced == other.fenced && apart == other.apart
           && waiters == other.waiters && queue == other.queue && readersGone == other.readersGone;
}

bool RememberedLock::passTime(SteadyTime now)
{
    return !deadline || lease.lookAgain(std::chrono::duration_cast<Micros>(*deadline - now));
}

RememberedLock *RedissonMemory::note(const QByteArray &name, const QByteArray &instance,
                                     RedissonShape::Kind kind, SteadyTime now)
{
    forgetUnseen(now);
    RememberedLock *noted = find(name);
    if (!noted && size() >= capacity)
        return nullptr;
    if (!noted)
        noted = &m_locks.add(name, {});
    RememberedLock &lock = *noted;
    if (lock.instance != instance || lock.kind != kind) {
        RememberedLock next;
        next.instance = instance;
        next.kind = kind;
        // The name stays fair while somebody queues, and waiters do not leave with the holder.
        next.fair = lock.fair && !lock.queue.empty();
        if (lock.fenced.value_or(false)) // the token outlives its holders
            next.fenced = true;
        next.apart = lock.apart;
        next.waiters = lock.waiters;
        next.queue = lock.queue;
        lock = std::move(next);
    }
    lock.seenAt = now;
    return &lock;
}

RememberedLock *RedissonMemory::see(const QByteArray &name, SteadyTime now)
{
    forgetUnseen(now);
    RememberedLock *lock = find(name);
    if (lock)
        lock->seenAt = now;
    return lock;
}

void RedissonMemory::forgetUnseen(SteadyTime now)
{
    if (now - m_sweptAt < sweepEvery)
        return;
    m_sweptAt = now;
    m_locks.sweep([now](const RememberedLock &lock) { return now - lock.seenAt > forgetAfter; });
}

} // namespace lockmaster
