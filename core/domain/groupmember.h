// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"
#include "core/domain/redisslot.h"

#include <QString>

#include <vector>

namespace lockmaster {

/** What a server is to its group. */
enum class NodeRole : quint8 {
    Member, ///< all are alike
    Master,
    Replica,
    Sentinel, ///< it has no locks: it watches servers that have
};

/** The JSON word: `master`, `replica`, `sentinel`; empty for `Member`. */
QString nodeRoleName(NodeRole role);

/** One server of a group, as another one tells of it. */
struct GroupNode {
    QString address; ///< as it announces itself
    NodeRole role = NodeRole::Member;
    QString trouble = {};               ///< in words, why it does not take part; empty: it does
    QString follows = {};               ///< of a cluster's replica: its master's address
    std::vector<SlotRange> ranges = {}; ///< of a cluster's master: which keys it has

    /** For beside others: `master 10.0.0.1:6379`. */
    QString title() const;

    friend bool operator==(const GroupNode &, const GroupNode &) = default;
};

/**
 * How a server stands in the group that it is a member of: a MariaDB in its Galera cluster, by its
 * own word; a Redis behind sentinels, by theirs.
 */
struct GroupMember {
    enum class State : quint8 {
        Settled,   ///< what it shows is so, and what is written there counts
        Switching, ///< it is not up to date, or another is about to take its place, or has
        Partial,   ///< it is cut off from most, or so few are heard that nobody knows
        Split,     ///< another one says as well that it is the one that is written to
    };
    State state = State::Settled;
    QString role;    ///< in words, for beside a server's name: `one of 3 in a cluster (Synced)`
    Error trouble;   ///< why it is not settled, and what to do; without a message: it is
    qint64 size = 0; ///< of how many it takes most: members, or sentinels
    std::vector<GroupNode> nodes; ///< those that were told of; may be empty

    friend bool operator==(const GroupMember &, const GroupMember &) = default;
};

/** The JSON word: `settled`, `switching`, `partial`, `split`. */
QString groupStateName(GroupMember::State state);

} // namespace lockmaster
