// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/redis/redisreply.h"

#include <QByteArray>

#include <memory>
#include <optional>

namespace lockmaster {
class RedisConnection;
}

namespace lockmaster::test {

/**
 * What Redisson's own client does to one lock, replayed: its scripts' semantics in our own words,
 * written without the program's. One thread of one client. Blocks; fails the test's process where
 * the server does not answer. Connects when it is first used, and stays on that thread.
 */
class RedissonReplay
{
public:
    enum class Type : quint8 { Plain, Fair, Read, Write };

    /** `port` on 127.0.0.1, as the default user. */
    RedissonReplay(quint16 port, Type type, QByteArray name, QByteArray owner);
    ~RedissonReplay();
    RedissonReplay(RedissonReplay &&) noexcept;

    /** One attempt. @return none: it is ours; else the milliseconds to sleep. A fair one queues
     * where it has a wait. */
    std::optional<qint64> tryLock(Millis lease, Millis wait = Millis(0));
    /** Waits, subscribed, at most what the last attempt told. @return false: not within `wait`. */
    bool lock(Millis lease, Millis wait);
    /** @return false: it was not ours, for which the library throws. */
    bool unlock(Millis lease);
    /** A watchdog's tick. @return false: it stops. */
    bool renew(Millis lease);
    /** A fair one leaves the queue. */
    void giveUp(Millis wait);

    /** Where it listens while it waits. */
    QByteArray channel() const;
    const QByteArray &owner() const { return m_owner; }

private:
    RedisReply run(const char *script, std::vector<QByteArray> arguments);
    std::vector<QByteArray> keys() const;

    std::unique_ptr<RedisConnection> m_connection;
    std::unique_ptr<RedisConnection> m_subscription;
    quint16 m_port;
    Type m_type;
    QByteArray m_name;
    QByteArray m_owner;
};

/** Another random client: `<uuid>:<thread>`. */
QByteArray redissonOwner(int thread);

} // namespace lockmaster::test
