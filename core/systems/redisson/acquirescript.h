// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/redis/redisreply.h"

#include <QByteArray>
#include <QString>

#include <optional>

/// How a Redisson lock is taken, kept and let go of so that the library's clients honour it. Each
/// is one script. Rights are tried before anything is written: no lock is left without an expiry.
namespace lockmaster::redisson {

enum class Variant : quint8 { Plain, Fair, Read, Write };

/** `plain`, `fair`, `read`, `write`; none for other words. */
std::optional<Variant> variantOf(const QString &word);

/** One who takes a lock. */
struct Taker {
    Variant variant = Variant::Plain;
    QByteArray name;
    QByteArray owner; ///< `<uuid>:<number>`
    Millis lease{0};

    /** What stands in the hash for it. */
    QByteArray field() const;
    /** Where it listens while it waits. */
    QByteArray channel() const;
};

/**
 * Tries once. The answer: `ours`; an integer: how many ms to sleep at most (-1: until a message);
 * `other`: the key holds no lock. A fair one queues, with a wait, for so long.
 */
RedisCommand tryCommand(const Taker &taker, Millis wait);

/** What a watchdog does: 1, or 0 where it is not ours any more. */
RedisCommand renewCommand(const Taker &taker);

/** One level less; the last one wakes who waits. 1, or 0 where it was not ours. */
RedisCommand unlockCommand(const Taker &taker);

/** A fair one leaves the queue, with the wait it queued with, and tells the next if it is free. */
RedisCommand leaveCommand(const Taker &taker, Millis wait);

} // namespace lockmaster::redisson
