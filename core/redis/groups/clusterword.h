// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/groupmember.h"
#include "core/redis/groups/clusteranswer.h"

#include <map>
#include <optional>
#include <vector>

namespace lockmaster {

/** What all of them say together. */
struct ClusterWord {
    static constexpr quint16 nobody = 0xffff;

    /** One that has slots by the word of those with the highest epoch. */
    struct Master {
        QByteArray id;
        NodeAddress address;
        std::vector<SlotRange> ranges;
        std::optional<size_t> answer; ///< its own, among those given; none: it was not heard
    };

    std::vector<Master> masters;           ///< those that give slots away come first, then by slot
    std::vector<quint16> owners;           ///< of each slot, its place among the masters; `nobody`
    std::map<quint16, QByteArray> leaving; ///< slots on their way, and to whom
    GroupMember group;                     ///< all together
    QByteArray identity;                   ///< the same for as long as no node leaves or joins

    const Master *ownerOf(int slot) const
    {
        return owners.empty() || owners[size_t(slot)] == nobody ? nullptr
                                                                : &masters[owners[size_t(slot)]];
    }
    /** Why what is read and written in that slot need not be so; none: it is. */
    std::optional<Error> troubleOf(int slot) const;
    /** The same in a word. */
    GroupMember::State stateOf(int slot) const;

    /** Keys are where they were. */
    bool hasSameMap(const ClusterWord &other) const;

    struct Reason {
        GroupMember::State state;
        Error why;
    };
    std::vector<quint8> doubts;  ///< of each slot; for `troubleOf`
    std::vector<Reason> reasons; ///< of the doubts, which count from 1
};

/** How it stands where no node says anything. */
GroupMember silentCluster(const Error &why);

/** Most of the masters have to be among those that answer. */
ClusterWord clusterWord(const std::vector<ClusterAnswer> &answers,
                        const std::vector<SilentNode> &silent);

} // namespace lockmaster
