// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/plainredis.h"

#include <functional>

namespace lockmaster::traffic {

/** A Redisson-like client: its own random id, one lock server, locks by name. */
class RedissonLock
{
public:
    using Connect = std::function<PlainRedis()>; ///< ends the process where that does not work

    RedissonLock(Connect connect, QByteArray name, const QByteArray &threadId);

    /** Takes it or enters it once more. @return what is left of another's lease; none: it is ours.
     */
    std::optional<Millis> tryLock(Millis lease);
    /** Waits for it, subscribed to its channel. @return false where the wait was too short. */
    bool lock(Millis wait, Millis lease);
    /**
     * One level less; the last one wakes a waiter.
     * @return the script's answer: 1 it is free, 0 levels are left; none: it is not ours (any
     * more).
     */
    std::optional<int> unlock(Millis lease);
    /** What the watchdog does. @return false where the lock is not ours any more. */
    bool renew(Millis lease);

    const QByteArray &name() const { return m_name; }
    const QByteArray &owner() const { return m_owner; }
    PlainRedis &redis() { return m_redis; }

private:
    Connect m_connect;
    PlainRedis m_redis;
    QByteArray m_name;
    QByteArray m_owner; ///< `uuid:thread`
};

/** `prefix:{name}`, as Redisson names what belongs to a lock. */
QByteArray sideName(const QByteArray &prefix, const QByteArray &name);

} // namespace lockmaster::traffic
