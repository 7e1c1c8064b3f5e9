// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/nodeaddress.h"
#include "core/domain/redisslot.h"
#include "core/domain/result.h"
#include "core/platform/clock.h"
#include "core/redis/redisreply.h"

#include <map>
#include <optional>
#include <vector>

namespace lockmaster {

/** One node of a Redis Cluster, as itself or another one tells of it. */
struct ClusterNode {
    QByteArray id;       ///< forty digits, kept for as long as it is a node
    NodeAddress address; ///< as it announces itself; without a host: where it was asked
    bool isMaster = false;
    bool isSelf = false;    ///< it is who tells
    QByteArray follows;     ///< of a replica: its master's id
    bool isDoubted = false; ///< who tells does not reach it
    bool isGivenUp = false; ///< most do not
    quint64 epoch = 0;      ///< of two that claim a slot, the one with the higher has it
    std::vector<SlotRange> ranges;

    friend bool operator==(const ClusterNode &, const ClusterNode &) = default;
};

/** What one node says of its cluster, and of itself. */
struct ClusterAnswer {
    NodeAddress from; ///< as it was dialled
    std::vector<ClusterNode> nodes;
    size_t own = 0;                        ///< which of these it is itself
    std::map<quint16, QByteArray> leaving; ///< slots that it is about to give away, and to whom
    std::vector<quint16> arriving;         ///< and to get
    int covered = 0;                       ///< slots in all lines
    bool isDown = false;                   ///< by its own word no keys are served
    QByteArray runId;                      ///< another after each start; empty: not told
    QByteArray replicationId;              ///< as in `RedisServer`, and what follows as well
    qint64 offset = -1;
    QByteArray idBefore;
    qint64 offsetBefore = -1;
    std::optional<ClockReading> clock; ///< none: not told

    const ClusterNode &self() const { return nodes[own]; }
};

/** A node that said nothing of use, and why. */
struct SilentNode {
    QByteArray id; ///< empty: not known, as nobody told of it yet
    NodeAddress from;
    Error why;
};

/** What nodes are asked, all at once. */
std::vector<RedisCommand> clusterQuestions();

/**
 * The replies to these, asked and answered between the two moments, within bounds: at most 1,000
 * nodes. Errors: of the reply that is one (Denied, Unsupported where it is no cluster), Protocol
 * where it makes no sense. `byName`: a host's name is preferred to its number.
 */
Result<ClusterAnswer> clusterAnswer(const std::vector<RedisReply> &replies, const NodeAddress &from,
                                    bool byName, SteadyTime asked, SteadyTime answered);

/** Who answers there is not the node that was promised. */
Error anotherNode(const QString &where);

} // namespace lockmaster
