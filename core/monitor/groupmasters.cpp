// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/groupmasters.h"

#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool overlap(const std::vector<SlotRange> &a, const std::vector<SlotRange> &b)
{
    return std::any_of(a.begin(), a.end(), [&b](const SlotRange &one) {
        return std::any_of(b.begin(), b.end(), [&one](const SlotRange &other) {
            return one.first <= other.last && other.first <= one.last;
        });
    });
}

bool isMaster(const GroupNode &node)
{
    return node.role == NodeRole::Master;
}

} // namespace

const QString GroupMasters::system = QStringLiteral("redis_master");

GroupMasters::Shard &GroupMasters::newShard(const QString &name)
{
    Shard shard;
    shard.record.id = {std::make_shared<const SourceId>(
                           SourceId{m_backend.name, system, QStringLiteral("masters")}),
                       name.toUtf8()};
    m_shards.push_back(std::move(shard));
    return m_shards.back();
}

/** The same after a failover as before it: of whom the new one followed, or whose slots it has. */
GroupMasters::Shard &GroupMasters::shardOf(const GroupNode &master,
                                           const std::vector<GroupNode> &nodes)
{
    if (m_backend.sentinel.isSet())
        return m_shards.empty() ? newShard(m_backend.sentinel.master) : m_shards.front();
    const auto find = [this](const auto &isIt) {
        return std::find_if(m_shards.begin(), m_shards.end(),
                            [&](const Shard &shard) { return !shard.isMet && isIt(shard); });
    };
    // One that is still there has a shard of its own, whatever slots went from it.
    const auto isLeaderless = [&nodes](const Shard &shard) {
        return std::none_of(nodes.begin(), nodes.end(), [&shard](const GroupNode &node) {
            return isMaster(node) && !node.ranges.empty() && node.address == shard.address;
        });
    };
    auto found = find([&](const Shard &shard) { return shard.address == master.address; });
    if (found == m_shards.end()) {
        const auto before =
            std::find_if(m_before.begin(), m_before.end(), [&master](const GroupNode &node) {
                return node.address == master.address;
            });
        const QString followed = before == m_before.end() ? QString() : before->follows;
        found = find([&](const Shard &shard) {
            return !followed.isEmpty() && shard.address == followed && isLeaderless(shard);
        });
    }
    if (found == m_shards.end()) {
        found = find([&](const Shard &shard) {
            return isLeaderless(shard) && overlap(shard.ranges, master.ranges);
        });
    }
    return found == m_shards.end() ? newShard(QStringLiteral("shard %1").arg(m_shards.size() + 1))
                                   : *found;
}

void GroupMasters::show(Shard &shard, bool isKnown)
{
    LockRecord &record = shard.record;
    record.state = isKnown ? LockState::Held : LockState::Unknown;
    if (isKnown) {
        const QByteArray address = shard.address.toUtf8();
        record.holders = {{address, address.size(), shard.address, 1, nullptr}};
        record.attributes.reset();
        if (!shard.ranges.empty()) {
            record.attributes = std::make_shared<const Attributes>(Attributes{
                {Attribute::Group::Raw, Words::tr("Slots"), slotRangesText(shard.ranges)}});
        }
    }
    shard.standing.shown = LockPacker().pack(record, shard.standing.shown);
    shard.standing.isDissolved = false;
}

std::vector<LockRecord> GroupMasters::look(const std::optional<GroupMember> &group)
{
    std::vector<LockRecord> known;
    if (!m_backend.isGroup())
        return known;
    for (Shard &shard : m_shards)
        shard.isMet = false;
    const std::vector<GroupNode> nodes = group ? group->nodes : std::vector<GroupNode>();
    const bool isCluster = !m_backend.sentinel.isSet();
    // Where two say that they are, or sentinels do not agree, any may be the one.
    const bool isTold = group
                        && (isCluster ? group->state != GroupMember::State::Split
                                      : group->state == GroupMember::State::Settled);
    std::vector<GroupNode> masters;
    for (const GroupNode &node : nodes) {
        if (isTold && isMaster(node) && (!isCluster || !node.ranges.empty()))
            masters.push_back(node);
    }
    // In the order of their slots, so that they are counted alike each time.
    std::sort(masters.begin(), masters.end(), [](const GroupNode &a, const GroupNode &b) {
        return !a.ranges.empty() && !b.ranges.empty()
               && a.ranges.front().first < b.ranges.front().first;
    });
    for (const GroupNode &master : masters) {
        Shard &shard = shardOf(master, nodes);
        shard.isMet = true;
        shard.address = master.address;
        shard.ranges = master.ranges;
        show(shard, master.trouble.isEmpty());
        if (master.trouble.isEmpty())
            known.push_back(shard.record);
    }
    const bool isSettled = group && group->state == GroupMember::State::Settled;
    for (Shard &shard : m_shards) {
        if (shard.isMet)
            continue;
        show(shard, false);
        shard.standing.isDissolved = isCluster && isSettled && !masters.empty();
    }
    if (!nodes.empty())
        m_before = nodes;
    return known;
}

std::optional<GroupMasters::Standing> GroupMasters::find(const LockId &id) const
{
    const auto found = std::find_if(m_shards.begin(), m_shards.end(),
                                    [&id](const Shard &shard) { return shard.record.id == id; });
    return found == m_shards.end() ? std::nullopt : std::optional(found->standing);
}

} // namespace lockmaster
