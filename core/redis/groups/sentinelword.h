// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/groupmember.h"
#include "core/domain/nodeaddress.h"
#include "core/domain/result.h"
#include "core/platform/clock.h"
#include "core/redis/redisreply.h"

#include <optional>
#include <vector>

namespace lockmaster {

/** One server that follows the master, as a sentinel tells of it. */
struct SentinelReplica {
    NodeAddress address; ///< as it announces itself, as all addresses here
    bool isDown = false;
    bool saysMaster = false; ///< it says of itself that it is the master

    friend bool operator==(const SentinelReplica &, const SentinelReplica &) = default;
};

/** What one sentinel says of a master. */
struct SentinelAnswer {
    NodeAddress from;    ///< as it was dialled
    QByteArray id;       ///< another for each process; empty: not told
    bool isNamed = true; ///< the profile names it; another one told of it, else

    NodeAddress master;
    QByteArray runId;       ///< of the master; empty: not known to it yet
    bool isDown = false;    ///< it does not reach the master
    bool failsOver = false; ///< enough of them do not, or another is about to take its place
    qint64 others = 0;      ///< how many other sentinels it knows
    qint64 quorum = 0;      ///< how many have to agree before another takes its place
    bool isTilted = false;  ///< its clock jumped: its word does not count
    std::vector<SentinelReplica> replicas;
    std::vector<NodeAddress> sentinels; ///< the others
};

/** A sentinel that said nothing of use, and why. */
struct SilentSentinel {
    NodeAddress from;
    Error why;
    bool isNamed = true;
};

/** What sentinels are asked about a master, all at once. */
std::vector<RedisCommand> sentinelQuestions(const QByteArray &master);

/** They do not know a master of that name. */
bool isUnknownMaster(const RedisReply &reply);

/**
 * The replies to these, within bounds: at most 64 replicas and 32 other sentinels are looked at.
 * Errors: of the reply that is one (Denied, Auth), Protocol where they make no sense.
 */
Result<SentinelAnswer> sentinelAnswer(const std::vector<RedisReply> &replies,
                                      const NodeAddress &from);

/** What all of them say together. */
struct SentinelWord {
    std::optional<NodeAddress> master; ///< whom most of those that answer name; none: nobody does
    QByteArray runId;                  ///< as most of these say; empty: not known to them yet
    bool byMost = false;               ///< by most of all that there are: it is no hint any more
    std::vector<NodeAddress> others;   ///< who said last that they are the master as well
    size_t replicasUp = 0;             ///< that follow, as far as they can be reached
    GroupMember group;                 ///< as far as that can be told without asking the master
};

/**
 * A process counts once. Of how many most is taken: of all that are known to any of those that
 * answer, and of all that are named. `name`: the master's, for words.
 */
SentinelWord sentinelWord(const QString &name, const std::vector<SentinelAnswer> &answers,
                          const std::vector<SilentSentinel> &silent);

} // namespace lockmaster
