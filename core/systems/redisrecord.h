// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/sources/redisformat.h"

namespace lockmaster {

/**
 * What the record of any lock in one Redis key has in common: identity, state, lease, pattern.
 * Lives with its format, on the reader's thread.
 */
class RedisRecordMaker
{
public:
    explicit RedisRecordMaker(QString system) : m_system(std::move(system)) {}

    /** A held lock without holders: the format fills in the rest. */
    LockRecord make(const KeyReading &key, const RedisReadContext &context);

private:
    QString m_system;
    std::shared_ptr<const SourceId> m_source; ///< shared by all records of one place
};

/** How long the key lives on by our monotonic clock; none without expiry. */
std::optional<Micros> ttlOf(const KeyReading &key, const RedisReadContext &context);

/** The lease as stored, for the details pane. It stands still while nothing changes. */
Attribute storedExpiry(const KeyReading &key);

/** A moment as a holder's own clock told it. */
QString momentText(ServerTime moment);

} // namespace lockmaster
