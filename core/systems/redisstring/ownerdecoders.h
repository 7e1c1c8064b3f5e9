// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/redis/keyspace/redisformat.h"

#include <optional>
#include <span>

namespace lockmaster {

/** What a lock library wrote into the value of a string key, taken apart. */
struct DecodedOwner {
    QString label;
    HolderDetail detail;
    Attributes attributes;    ///< of group Owner
    bool namesNobody = false; ///< every holder writes the same value
    bool waits = false;       ///< who wrote it waits for the lock and does not hold it
};

/**
 * How one library signs its string keys. A value is decoded when the key fits `key`; without an
 * operator's pattern it is a lock only if the key fits `evident` as well, because the same shape
 * may be something else.
 *
 * `unnamed` says how certain the library is then: `Certain` where the value names the library, or
 * value and key are both as the library alone builds them; a library that always sets an expiry did
 * not write a key without. A pattern settles that the key is a lock, and not whose. The sources of
 * these facts stand at each row of the table.
 */
struct OwnerDecoder {
    enum class Expiry : quint8 { Always, IfAsked };
    using KeyTest = bool (*)(const KeyReading &, const RedisReadContext &);
    using Decode = std::optional<DecodedOwner> (*)(const KeyReading &, const RedisReadContext &);

    const char *library;
    KeyTest key;
    KeyTest evident;
    Decode decode;
    Certainty unnamed;
    Expiry expiry;

    /** That what was decoded is of this library. */
    Certainty certaintyOf(const KeyReading &read) const
    {
        const bool lacksExpiry = expiry == Expiry::Always && !read.deadline;
        return lacksExpiry ? Certainty::Likely : unnamed;
    }
};

/** In the order in which they are tried: telling shapes first. The first that fits decides. */
std::span<const OwnerDecoder> ownerDecoders();

} // namespace lockmaster
