// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/viewsnapshot.h"

#include "core/verdict/judge.h"

#include <algorithm>

namespace lockmaster {

ViewSnapshot ViewSnapshot::wholePart(bool ofApart) const
{
    ViewSnapshot whole;
    static_cast<ViewPart &>(whole) = part(ofApart);
    return whole;
}

const BackendSnapshot *ViewSnapshot::backend(const QString &name) const
{
    for (const ViewPart *part : {static_cast<const ViewPart *>(this), &apart}) {
        for (const auto &snapshot : part->backends) {
            if (snapshot->status.name == name)
                return snapshot.get();
        }
    }
    return nullptr;
}

std::optional<Verdict> verdictOf(const LockRecord &lock, const ViewSnapshot &view, SteadyTime now,
                                 const std::optional<LifeEvidence> &check)
{
    const auto lookedAt = [&view](const LockRecord &of) -> std::optional<SteadyTime> {
        const BackendSnapshot *const snapshot = view.backend(of.id.source->backend);
        return snapshot ? snapshot->status.dataFrom : std::nullopt;
    };
    LifeCase it{lock, lookedAt(lock), {}, check};
    if (view.focus && view.focus->lock && view.focus->lock->id == lock.id) {
        it.related = view.focus->related;
        // They may have been looked at again since, and not have changed.
        for (std::vector<SeenLock> *list : {&it.related.ofProcess, &it.related.ofHost}) {
            for (SeenLock &other : *list)
                other.lookedAt = lookedAt(other.lock);
        }
    }
    return judge(it, now);
}

LockSet makeLockSet(std::vector<LockId> ids)
{
    if (ids.empty())
        return nullptr;
    std::sort(ids.begin(), ids.end(), [](const LockId &a, const LockId &b) {
        return std::tie(a.name, *a.source) < std::tie(b.name, *b.source);
    });
    return std::make_shared<const std::vector<LockId>>(std::move(ids));
}

bool isIn(const LockSet &set, const PackedLock &lock)
{
    if (!set)
        return false;
    const QByteArrayView name = lock.name();
    auto each = std::partition_point(set->begin(), set->end(), [name](const LockId &id) {
        return QByteArrayView(id.name).compare(name) < 0;
    });
    for (; each != set->end() && name == each->name; ++each) {
        if (lock.hasId(*each))
            return true;
    }
    return false;
}

} // namespace lockmaster
