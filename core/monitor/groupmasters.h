// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/groupmember.h"
#include "core/domain/packedlock.h"

#include <optional>
#include <vector>

namespace lockmaster {

/**
 * The masters of a Redis group as locks that elect leaders: one of each name that sentinels watch,
 * one of each shard of a cluster. Whoever takes over a shard is who followed its master, or has its
 * slots. They are no locks of the server's, and are listed with leaders alone.
 *
 * Lives on one thread; no I/O.
 */
class GroupMasters
{
public:
    /** The system of these records. */
    static const QString system;

    explicit GroupMasters(const BackendSpec &backend) : m_backend(backend) {}

    /** The group as it is told now; none: it is not. @return those whose master is known. */
    std::vector<LockRecord> look(const std::optional<GroupMember> &group);

    /** How one stands. */
    struct Standing {
        PackedLock shown;         ///< unknown where nobody can say
        bool isDissolved = false; ///< others have all of its slots
    };
    /** None: it is none of these. */
    std::optional<Standing> find(const LockId &id) const;

private:
    struct Shard {
        LockRecord record;
        QString address; ///< of its master, as told last
        std::vector<SlotRange> ranges;
        Standing standing;
        bool isMet = false; ///< at the look under way
    };

    Shard &shardOf(const GroupNode &master, const std::vector<GroupNode> &nodes);
    Shard &newShard(const QString &name);
    void show(Shard &shard, bool isKnown);

    const BackendSpec m_backend;
    std::vector<Shard> m_shards;
    std::vector<GroupNode> m_before; ///< the nodes at the look before
};

} // namespace lockmaster
