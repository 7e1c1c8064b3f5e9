// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"
#include "core/redis/keyspace/redisformat.h"
#include "core/redis/redisrequest.h"

#include <functional>
#include <span>
#include <variant>

namespace lockmaster {

/** How keys' ends are asked for on this server, by this account. */
struct ExpiryDialect {
    bool absolute = false; ///< PEXPIRETIME: Redis 7 and later
    bool relative = true;  ///< PTTL
    int commands() const { return int(absolute) + int(relative); }
};

/**
 * The next thing to ask about one key. Values are looked at before they are fetched: type, then
 * size, then at most 1,024 bytes or 64 fields or members; a hash or a set of more is read in part
 * where it is a lock already or an operator's pattern says so, and not at all otherwise.
 */
struct KeyJob {
    enum class Step : quint8 {
        Type,
        String,        ///< value, then expiry
        GuardedString, ///< expiry, length, value, expiry: for long and empty values
        HashSize,      ///< how many fields, and whether all of them are short
        HashMemory,    ///< few fields, but long ones: how long
        Hash,          ///< fields, then expiry
        GuardedHash,   ///< how many fields, fields, expiry: where not all fields come at once
        SortedSize,    ///< the same of a sorted set, whose members have scores
        SortedMemory,
        Sorted,
        GuardedSorted,
        SetSize, ///< and of a set
        SetMemory,
        Set,
        GuardedSet,
    };
    QByteArray key;
    int pattern = -1; ///< which of the operator's patterns it matches
    Step step = Step::Type;
    bool known = false; ///< it was a lock at the last look
    quint8 tries = 0;   ///< steps taken so far
};

/** The step that reads a key of such a type at once, `whole` or not; `Type` for one of no lock. */
KeyJob::Step readingStep(const QByteArray &type, bool whole);

/** It asks for what only some formats read: without that right, those are not looked at. */
bool isOptional(KeyJob::Step step);

/** Appends the job's commands. @return how many. */
int appendKeyCommands(const KeyJob &job, const ExpiryDialect &dialect, RedisRequest &request);

/** A key as read. The expiry stands as the server told it; whose clock it is comes later. */
struct KeyAnswer {
    KeyReading reading;
    qint64 absoluteMs = -1; ///< PEXPIRETIME; -1: none or not asked
    qint64 relativeMs = -1; ///< PTTL; likewise
};

/** What became of a job. */
struct KeyGone {
};                ///< there is no such key
struct KeyOther { ///< of a type or size that no lock has here
    QByteArray type;
};
struct KeyUnsettled {
};                ///< it changes faster than it can be read
struct KeyAgain { ///< ask on
    KeyJob::Step step;
};
struct KeyRefused { ///< an error reply
    Error error;
    bool wholeCommand = false; ///< not this key, but the command itself is denied
    QByteArray command;
};
using KeyOutcome = std::variant<KeyGone, KeyOther, KeyUnsettled, KeyAgain, KeyRefused, KeyAnswer>;

/** Whether some format may recognise a key of `type`. */
using TypeFilter = std::function<bool(const QByteArray &type)>;

/** Understands the replies to the job's commands. */
KeyOutcome understandKey(const KeyJob &job, const ExpiryDialect &dialect,
                         std::span<RedisReply> replies, const TypeFilter &wanted);

} // namespace lockmaster
