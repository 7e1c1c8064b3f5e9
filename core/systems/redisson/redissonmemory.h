// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/systems/keys/followedkeys.h"
#include "core/systems/redisson/leasehistory.h"
#include "core/systems/redisson/redissonshape.h"

namespace lockmaster {

/** What was learnt about one lock in earlier looks and from answers. */
struct RememberedLock {
    QByteArray instance; ///< who held it when this was learnt
    RedissonShape::Kind kind = RedissonShape::Kind::Single;
    LeaseHistory lease;
    bool fair = false;          ///< somebody queued for it, while it lived
    std::optional<bool> fenced; ///< none: not asked
    /** Its queue is asked for by itself: there is something under that name, queue or not. */
    bool apart = false;
    SteadyTime seenAt{};                ///< in a read
    std::optional<SteadyTime> deadline; ///< of the lease, as of then
    Waiters waiters;
    SteadyTime waitersAt{};              ///< when `waiters` was answered; the epoch: never
    SteadyTime sideKeysAt{};             ///< the same for queue and token
    Attributes queue;                    ///< a line for each one queued
    std::vector<QByteArray> readersGone; ///< readers whose own lease is over

    /** The answers about it are the same; when they came does not count. */
    bool hasAnswersOf(const RememberedLock &other) const;
    /** Notes that its lease stands as it was read. @return false where that tells something new. */
    bool passTime(SteadyTime now);
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
    /** The entry of a lock that is still as it was noted; null where there is none. */
    RememberedLock *see(const QByteArray &name, SteadyTime now);
    RememberedLock *find(const QByteArray &name) { return m_locks.find(name); }
    size_t size() const { return m_locks.size(); }

private:
    void forgetUnseen(SteadyTime now);

    FollowedKeys<RememberedLock> m_locks;
    SteadyTime m_sweptAt{};
};

} // namespace lockmaster
