// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockchanges.h"

#include <algorithm>

namespace lockmaster {

namespace {

template<class IsIt>
std::optional<SeenChanges> changesOf(const LockChanges &changes, const QString &backend,
                                     QByteArrayView name, IsIt isIt)
{
    SeenChanges seen;
    auto entry = std::partition_point(
        changes.counted.begin(), changes.counted.end(),
        [name](const auto &each) { return QByteArrayView(each.lock.name).compare(name) < 0; });
    for (; entry != changes.counted.end() && name == entry->lock.name; ++entry) {
        if (isIt(entry->lock))
            seen.count = entry->count;
    }
    const auto watched =
        std::partition_point(changes.watched.begin(), changes.watched.end(),
                             [&backend](const auto &each) { return each.backend < backend; });
    const bool isKnown = watched != changes.watched.end() && watched->backend == backend;
    seen.isLeast = !isKnown || watched->isLeast;
    if (seen.count == 0 && (!isKnown || watched->isUnknown))
        return std::nullopt;
    return seen;
}

} // namespace

std::optional<SeenChanges> LockChanges::of(const PackedLock &lock) const
{
    return changesOf(*this, lock.source()->backend, lock.name(),
                     [&lock](const LockId &id) { return lock.hasId(id); });
}

std::optional<SeenChanges> LockChanges::of(const LockId &lock) const
{
    return changesOf(*this, lock.source->backend, lock.name,
                     [&lock](const LockId &id) { return id == lock; });
}

} // namespace lockmaster
