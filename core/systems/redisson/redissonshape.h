// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/redisformat.h"

#include <optional>
#include <vector>

namespace lockmaster {

/** One `<client uuid>:<thread id>` in a lock's hash. */
struct RedissonEntry {
    QByteArray raw;    ///< the field as stored; for a multi-lock the owner in its value
    QByteArray client; ///< the uuid of one Redisson instance, so of one process
    QByteArray thread; ///< opaque: reactive code makes it up
    qint64 count = 1;  ///< how often it entered
    bool write = false;
};

/** One who holds or waits, as every client writes itself: `<uuid>:<thread>`. None: it is not. */
std::optional<RedissonEntry> redissonOwner(QByteArrayView text);

/**
 * What a Redisson hash (2.x to 4.7) says by its shape alone.
 *
 * Plain, spin, non-reentrant, fair and fenced locks look alike: one field with a hold count. Read
 * and write locks have a `mode`. A multi-lock of one group (FasterMultiLock) has three fields for
 * each value: who holds it, until when by the holder's clock, how often.
 */
struct RedissonShape {
    enum class Kind : quint8 { Single, Read, Write, Multi };
    /** One value of a multi-lock. */
    struct Value {
        QByteArray name; ///< a hash of the value, as text
        QByteArray owner;
        std::optional<qint64> expiresMs; ///< holder's clock
    };

    Kind kind = Kind::Single;
    std::vector<RedissonEntry> entries; ///< never empty; sorted, a writer first
    std::vector<Value> values;          ///< multi-locks: sorted by name
    bool cut = false;                   ///< the hash has more fields than were read
};

/** None where the hash is anything else, or breaks the shape in any field. */
std::optional<RedissonShape> redissonShape(const KeyReading &key);

} // namespace lockmaster
