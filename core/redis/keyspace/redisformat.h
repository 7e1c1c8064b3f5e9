// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/redis/redisreply.h"

#include <optional>
#include <utility>
#include <vector>

namespace lockmaster {

/**
 * One key as the keyspace source read it, within bounds: at most 1,024 bytes or 64 fields. Of a
 * hash of more fields, 64 are read where it is known to be a lock or matches an operator's pattern.
 */
struct KeyReading {
    QByteArray key;
    QByteArray type;                     ///< `string`, `hash`, `zset`, `set`
    std::optional<ServerTime> expiresAt; ///< none: no expiry
    std::optional<SteadyTime> deadline;  ///< the same on our monotonic clock
    qint64 storedExpiryMs = -1;          ///< PEXPIRETIME; before Redis 7, derived; -1: no expiry
    bool expiryExact = false;            ///< the server told PEXPIRETIME, so it is a witness
    QByteArray value;                    ///< strings: the first 1,024 bytes
    qint64 length = 0;                   ///< STRLEN, HLEN, ...: more than was read when cut
    /** In the server's order: of hashes, and members with their scores; of sets with nothing. */
    std::vector<std::pair<QByteArray, QByteArray>> fields;
    QByteArray pattern; ///< the operator's pattern that matched; empty: found by looking through
    bool known = false; ///< it was a lock at the last look as well
};

/** What formats need besides the keys: the server they stand on. */
struct RedisReadContext {
    QString backend;
    QString source; ///< `db 0`
    ClockReading clock;
    int version = 0;
    bool brief = false; ///< records go without `attributes`: nobody looks at them
};

/**
 * How one lock system looks in a Redis keyspace. The keyspace is scanned once; each key goes to
 * the formats in the order of registration until one says what it is.
 *
 * Lives on the reader's thread. Keeps no connection: follow-up commands are handed over as values,
 * so that the source pipelines those of all formats in one round trip.
 */
class RedisFormat
{
public:
    virtual ~RedisFormat() = default;

    virtual QString system() const = 0;

    /** A type this format may recognise; others are never fetched for it. */
    virtual bool wantsType(const QByteArray &type) const = 0;

    /** A helper key that belongs to some lock (a latch, a queue): neither lock nor undecoded. */
    virtual bool hides(const QByteArray &key) const = 0;

    /** The lock in this key, or none where it is not one of this format. */
    virtual std::optional<LockRecord> decode(const KeyReading &key,
                                             const RedisReadContext &context) = 0;

    /** Whether several may hold this lock of the format at the same time. */
    virtual bool isShared(const LockRecord &) const { return false; }

    /** The locks that the helper key `key` may belong to; none where that cannot be told. */
    virtual std::vector<QByteArray> locksBeside(const QByteArray &key) const;

    /** Whether `questions` asks what no change of a lock's own key tells. */
    virtual bool asks() const { return false; }

    /**
     * Commands whose answers tell more about the locks found (waiters, shape); read-only, bounded,
     * none by default. `answer` gets the replies in the same order; a reply may be an error.
     */
    virtual std::vector<RedisCommand> questions(const std::vector<LockRecord *> &locks);
    virtual void answer(const std::vector<LockRecord *> &locks,
                        const std::vector<RedisReply> &replies, const RedisReadContext &context,
                        Observation &observation);

    /**
     * What those answers raised: asked right after them, once, and handed to `answer` as well. None
     * by default.
     */
    virtual std::vector<RedisCommand> moreQuestions();

    /**
     * Commands that find out of which of these locks, read before, a read would have something else
     * to say, though they stand as they stood. `doubtful` gets the replies, and names those, and
     * all of which that cannot be told: by default each of them.
     */
    virtual std::vector<RedisCommand> glance(const std::vector<QByteArray> &names, SteadyTime now);
    virtual std::vector<QByteArray> doubtful(const std::vector<QByteArray> &names,
                                             const std::vector<RedisReply> &replies,
                                             SteadyTime now);

    /** A probe for each thing that may be denied, for `examine`: the command and what it gives. */
    struct Probe {
        QString id;
        QString subject;
        RedisCommand command;
        QByteArrayList commandRules; ///< for ACL SETUSER, where the command is denied
        QByteArray keys;             ///< the pattern of the keys that it is about, if any
    };
    virtual std::vector<Probe> probes() const;
};

} // namespace lockmaster
