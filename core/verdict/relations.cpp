// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/relations.h"

namespace lockmaster {

Relation relationBetween(const Holder &one, const PackedLock::HolderView &other)
{
    if (!one.detail)
        return Relation::None;
    if (!one.detail->process.isEmpty() && other.process == QAnyStringView(one.detail->process))
        return Relation::SameProcess;
    return one.detail->tellsHost() && other.host == QAnyStringView(one.detail->host)
               ? Relation::SameHost
               : Relation::None;
}

Relation relationBetween(const LockRecord &one, const PackedLock &other)
{
    if (one.holders.size() != 1 || !one.holders.constFirst().detail || other.holderCount() != 1)
        return Relation::None;
    return relationBetween(one.holders.constFirst(), *other.firstHolder());
}

bool RelatedLocks::wants(Relation relation)
{
    if (relation == Relation::SameHost)
        return ofHost.size() < mostOfHost;
    if (relation != Relation::SameProcess)
        return false;
    cut = cut || ofProcess.size() >= mostOfProcess;
    return ofProcess.size() < mostOfProcess;
}

void RelatedLocks::add(Relation relation, const LockRecord &lock,
                       std::optional<SteadyTime> lookedAt)
{
    if (wants(relation))
        (relation == Relation::SameProcess ? ofProcess : ofHost).push_back({lock, lookedAt});
}

void LocksByHolder::add(const LockRecord &lock, std::optional<SteadyTime> lookedAt)
{
    if (lock.holders.size() != 1 || !lock.holders.constFirst().detail)
        return;
    const HolderDetail &holder = *lock.holders.constFirst().detail;
    // One more than there is room for beside the lock that is asked about: then it is known.
    const auto note = [&](std::vector<Place> &places, size_t most) {
        if (places.size() < most + 2)
            places.emplace_back(&lock, lookedAt);
    };
    if (!holder.process.isEmpty())
        note(m_processes[holder.process], RelatedLocks::mostOfProcess);
    if (holder.tellsHost())
        note(m_hosts[holder.host], RelatedLocks::mostOfHost);
}

RelatedLocks LocksByHolder::relatedTo(const LockRecord &lock) const
{
    RelatedLocks related;
    if (lock.holders.size() != 1 || !lock.holders.constFirst().detail)
        return related;
    const HolderDetail &holder = *lock.holders.constFirst().detail;
    for (const auto &[other, lookedAt] : m_processes.value(holder.process)) {
        if (other != &lock)
            related.add(Relation::SameProcess, *other, lookedAt);
    }
    for (const auto &[other, lookedAt] : m_hosts.value(holder.host)) {
        const HolderDetail &its = *other->holders.constFirst().detail;
        const bool isOfProcess = !its.process.isEmpty() && its.process == holder.process;
        if (other != &lock && !isOfProcess)
            related.add(Relation::SameHost, *other, lookedAt);
    }
    return related;
}

} // namespace lockmaster
