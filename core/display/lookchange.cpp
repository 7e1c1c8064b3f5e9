// SPDX-License-Identifier: Apache-2.0
#include "core/display/lookchange.h"

#include "core/domain/toldlock.h"

namespace lockmaster {

namespace {

std::shared_ptr<const LockRecord> recordOf(const LockId &id, const BackendSnapshot &snapshot)
{
    const auto at = findLock(snapshot.locks, id);
    return at != snapshot.locks.end() ? at->record() : nullptr;
}

} // namespace

LookComparison compareLook(const LockRecord &looked, const ViewSnapshot &view)
{
    const BackendSnapshot *snapshot = view.backend(looked.id.source->backend);
    if (!snapshot)
        return {};
    const auto from = snapshot->status.dataFrom;
    auto now = recordOf(looked.id, *snapshot);
    const bool answers = snapshot->status.state == BackendState::Online;
    if (!now)
        return {answers ? LookChange::Gone : LookChange::NotKnown, nullptr, from};
    if (!isTold(*now))
        return {LookChange::NotKnown, std::move(now), from};
    if (now->state == LockState::Free)
        return {LookChange::Gone, std::move(now), from};
    if (!sameInstance(looked, *now))
        return {LookChange::ChangedHands, std::move(now), from};
    const LookChange change = sameLease(looked, *now) ? LookChange::Same : LookChange::Renewed;
    return {change, std::move(now), from};
}

} // namespace lockmaster
