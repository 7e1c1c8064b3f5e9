// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/redis/keyspace/redisformat.h"
#include "core/systems/keys/followedkeys.h"

namespace lockmaster {

/** Words of the details pane that every record shows, translated once. */
struct RedisWords {
    RedisWords();

    QString type;
    QString value;
    QString expiry;
    QString noExpiry;
    QString derivedExpiry;
    QString beforeExpiry; ///< what stands around an exact one
    QString afterExpiry;
};

/**
 * What the record of any lock in one Redis key has in common: identity, state, lease, pattern.
 * Lives with its format, on the reader's thread.
 */
class RedisRecordMaker
{
public:
    /** `format`: the mark of the format file, where there is one. */
    explicit RedisRecordMaker(QString system, QByteArray format = {})
        : m_system(std::move(system)), m_format(std::move(format))
    {
    }

    /** A held lock without holders: the format fills in the rest. */
    LockRecord make(const KeyReading &key, const RedisReadContext &context);

    /** The same that `before` told, where nothing but time went by since. */
    static std::optional<LockRecord> renewed(const LockRecord &before, const KeyReading &key,
                                             const RedisReadContext &context);

    const RedisWords &words() const { return m_words; }

private:
    QString m_system;
    QByteArray m_format;
    RedisWords m_words;
    std::shared_ptr<const SourceId> m_source; ///< shared by all records of one place
};

/**
 * Records of earlier looks, to be handed out again while their keys stand as they stood: nearly all
 * keys of nearly all polls. Bounded, and forgets what is not asked for, sooner where it is full.
 * Lives with its format.
 */
class RedisRecordCache
{
public:
    static constexpr size_t capacity = 20'000;

    /** The record of this very reading; null where anything but the time differs. */
    const LockRecord *find(const KeyReading &key, const RedisReadContext &context);
    void keep(const KeyReading &key, const LockRecord &record, const RedisReadContext &context);

private:
    struct Entry {
        KeyReading reading;
        LockRecord record;
        SteadyTime seenAt{};
    };

    bool isRoom() const { return m_entries.size() < capacity; }
    void forgetUnseen(SteadyTime now);
    bool makeRoom(SteadyTime now);
    void sweep(SteadyTime now, SteadyTime::duration unseenFor);

    FollowedKeys<Entry> m_entries;
    SteadyTime m_sweptAt{};
    SteadyTime::duration m_between{}; ///< looks at one key, at most
};

/** How long the key lives on by our monotonic clock; none without expiry. */
std::optional<Micros> ttlOf(const KeyReading &key, const RedisReadContext &context);

/** The lease as stored, for the details pane. It stands still while nothing changes. */
Attribute storedExpiry(const KeyReading &key, const RedisWords &words);

} // namespace lockmaster
