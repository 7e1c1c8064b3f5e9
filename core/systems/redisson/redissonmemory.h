// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/systems/redisson/leasehistory.h"
#include "core/systems/redisson/redissonshape.h"

#include <unordered_map>

namespace lockmaster {

/** What was learnt about one lock in earlier looks and from answers. */
struct RememberedLock {
    QByteArray instance; ///< who held it when this was learnt
    RedissonShape::Kind kind = RedissonShape::Kind::Single;
    LeaseHistory lease;
    bool fair = false;          ///< somebody queued for it, while it lived
    std::optional<bool> fenced; ///< none: not asked
    SteadyTime seenAt{};        ///< in a read
    Waiters waiters;
    SteadyTime waitersAt{};              ///< when `waiters` was answered; the epoch: never
    SteadyTime sideKeysAt{};             ///< the same for queue and token
    Attributes queue;                    ///< a line for each one queued
    std::vector<QByteArray> readersGone; ///< readers whose own lease is over
};

/**
 * The memory of the Redisson format, by raw name. Bounded: beyond `capacity` further locks are not
 * remembered, and what needs memory is unknown for them. Forgets what was not seen for a while.
 * Lives with its format.
 */
class RedissonMemory
{
public:
    static constexpr size_t capacity = 65'536;

    /** The entry to note a lock of this instance in; null when there is no room. */
    RememberedLock *note(const QByteArray &name, const QByteArray &instance,
                         RedissonShape::Kind kind, SteadyTime now);
    RememberedLock *find(const QByteArray &name);
    size_t size() const { return m_locks.size(); }

private:
    void forgetUnseen(SteadyTime now);

    std::unordered_map<QByteArray, RememberedLock> m_locks;
    SteadyTime m_sweptAt{};
};

} // namespace lockmaster
