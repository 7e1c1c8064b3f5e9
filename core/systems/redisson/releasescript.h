// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/keys/redisrelease.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

/// How a Redisson lock is taken from its holder: compared, its waiters woken, removed, in one step
/// on the server. Waiters are woken first: a server that denies that stops there, and nothing has
/// changed.
namespace lockmaster::redisson {

/** What a release takes away, and what it compares before. */
struct ReleaseAim {
    enum class Kind : quint8 {
        Single,    ///< plain, fenced, spin and fair locks: one holder
        OneReader, ///< of a read lock
        AllReaders,
        Writer,
    };
    using Field = std::pair<QByteArray, QByteArray>;

    Kind kind = Kind::Single;
    QByteArray name;
    /** As seen: the holder and its hold count; for `AllReaders` everything in the hash. */
    std::vector<Field> fields;
    qint64 expiryMs = -1; ///< PEXPIRETIME as seen; -1: none
    /** `OneReader`: PEXPIRETIME of its timeout keys, the first entry's first; -2: not there. */
    std::vector<qint64> entryExpiriesMs;
    bool queueOpen = false; ///< the account may look at the queue of a fair lock

    const QByteArray &owner() const { return fields.front().first; }
    const QByteArray &holdCount() const { return fields.front().second; }
    /** Where those who wait listen. For a fair lock each has one of its own besides. */
    QByteArray channel() const;
};

/** A fair lock's waiter further back is not woken, and a reader's entries beyond are not counted.
 */
inline constexpr int placesLookedAt = 64;
inline constexpr qint64 mostEntries = 1'000;
/** Holders' clocks may be behind the server's: a place in the queue is over so long after that. */
inline constexpr qint64 queueGraceMs = 5'000;

/** One EVAL; it answers a word of `RedisAnswer`. Without the lease only the instance counts. */
RedisCommand releaseScript(const ReleaseAim &aim, bool withLease);

/** What stands around the lock, where no script can look by itself. */
struct Surroundings {
    std::vector<QByteArray> queueHeads; ///< who is next in a fair lock's queue, and may be gone
    qint64 fieldCount = 0;              ///< `OneReader`: in the hash
    qint64 othersLeaseMs = 0;           ///< `OneReader`: the longest of the others; 0: not known
};

/** The same as a transaction. */
RedisTransaction releaseTransaction(const ReleaseAim &aim, const Surroundings &around);

/**
 * A part for scripts of fair locks: wakes who is next, as far as the channels are open to us. Wants
 * the queue in KEYS 2 and 3, the channel in ARGV 3, `placesLookedAt` and `queueGraceMs` in 5 and 6.
 */
QByteArray wakeQueueScript();

/** For reading: the script line by line, and what it is given. */
QString scriptText(const RedisCommand &command);

} // namespace lockmaster::redisson
