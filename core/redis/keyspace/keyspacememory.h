// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/keyspace/redisothers.h"
#include "core/redis/keyspace/scanbudget.h"

#include <QByteArrayList>
#include <QHash>
#include <QSet>

namespace lockmaster {

/** What is remembered of a lock from read to read. */
struct KnownLock {
    KeyJob::Step step = KeyJob::Step::Type;
    quint8 format = 0; ///< which one recognised it
    quint16 extra = 0; ///< what it takes beyond a usual lock, in 64 bytes
    int pattern = -1;
    qint64 storedExpiryMs = -1;
};

/** The type that keys of one pattern had lately: the next is probably like them. */
struct KeyGuess {
    KeyJob::Step step = KeyJob::Step::Type; ///< what keys of that type are asked for at first
    int inARow = 0;                         ///< so many were of it
};

/** What a keyspace source knows between two reads; `KeyspaceRead` works on it. */
struct KeyspaceMemory {
    RedisKeyspace::Settings settings;
    std::vector<std::unique_ptr<RedisFormat>> formats;
    const Clock &clock;
    QByteArray match; ///< what SCAN is to match; empty: everything
    ScanBudget budget;

    // Of this connection.
    std::optional<RedisTimeRights> rights;
    SteadyTime rightsAskedAt{};
    Micros fastestRoundTrip{0}; ///< so far
    bool passedOnce = false;    ///< a whole pass has ended
    bool clockMoves = true;     ///< within a round trip, as far as was seen

    // Of the keyspace.
    QHash<QByteArray, KnownLock> known;
    qint64 extra = 0;                          ///< of all that are known
    QHash<QByteArray, KeyJob::Step> wereLocks; ///< how locks were read that a named read found gone
    QSet<QByteArray> absent;                   ///< keys that the last named read found gone
    RedisOthers others;
    std::vector<KeyGuess> guesses;            ///< by pattern; the first is for keys of none
    QByteArray cursor;                        ///< where the running pass stands; empty: none runs
    qint64 noLocks = 0;                       ///< keys that are no locks, by the last whole pass
    std::vector<NotDecoded> noLockKinds = {}; ///< what those are
    qint64 refused = 0;                       ///< keys that may not be read, likewise
    /** Why keys could not be asked for, in the running pass and in the last whole one. */
    std::optional<Error> refusal;
    std::optional<Error> lastRefusal;
    std::vector<QByteArray> away = {}; ///< `RedisKeyspace::away`
    bool tooLong = false;     ///< the running pass met a lock for which there was no room any more
    bool lastTooLong = false; ///< one before it did, and none has ended without since
    bool tooMany = false;     ///< the running pass met more locks than are shown
    bool lastTooMany = false; ///< one before it did, and none has ended without since
    /** Keys whose replies were beyond the bound together; they are asked for again in smaller
     * trips. */
    QSet<QByteArray> suspects;
    size_t suspectsPerTrip = 1;
    size_t jobsPerTrip = 1000;
    bool addedAlone = false;    ///< pages and keys go apart: together they were beyond the bound
    QSet<QByteArray> oversized; ///< keys whose replies are beyond it on their own
    std::optional<Error> questionsTooLarge;
    /** SCAN's COUNT, and its bound: the largest that stays below 1 ms at a million keys. */
    int perScan = 1000;
    int mostPerScan = 1000;
    int slowPages = 0; ///< in a row, so far

    /** In 64 bytes: 16 MB, and its copies twice as much. */
    static constexpr qint64 mostExtra = (16 << 20) / 64;

    void forgetLock(const QByteArray &key)
    {
        if (const auto lock = known.constFind(key); lock != known.cend()) {
            extra -= lock->extra;
            known.erase(lock);
        }
    }
    void forgetLocks()
    {
        known.clear();
        extra = 0;
    }
};

} // namespace lockmaster
