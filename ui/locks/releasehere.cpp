// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/releasehere.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isSameHold(const Witness &looked, const LockRecord &record)
{
    const Witness now = witnessOf(record);
    return now.source == looked.source && now.name == looked.name
           && now.nameHashed == looked.nameHashed && now.instance == looked.instance;
}

/** A format without an owner's text: it was ours until then, and nobody else's. */
bool isSameHold(const OwnLock &own, const LockRecord &record)
{
    return record.id == own.id
           && (own.owner.isEmpty()
               || std::any_of(record.holders.begin(), record.holders.end(),
                              [&own](const Holder &holder) { return holder.raw == own.owner; }));
}

} // namespace

const SourceId &ReleaseHere::source() const
{
    const auto *looked = std::get_if<Witness>(&lock);
    return looked ? looked->source : *std::get<OwnLock>(lock).id.source;
}

std::optional<QByteArray> ReleaseHere::name() const
{
    const auto *looked = std::get_if<Witness>(&lock);
    if (!looked)
        return std::get<OwnLock>(lock).id.name;
    return looked->nameHashed ? std::nullopt : std::optional(looked->name);
}

bool ReleaseHere::isOf(const LockRecord &record) const
{
    return std::visit([&record](const auto &one) { return isSameHold(one, record); }, lock);
}

} // namespace lockmaster
