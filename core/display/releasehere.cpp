// SPDX-License-Identifier: Apache-2.0
#include "core/display/releasehere.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isSameHold(const Witness &looked, const LockRecord &record)
{
    const Witness now = witnessOf(record);
    return now.source == looked.source && now.name == looked.name
           && now.nameHashed == looked.nameHashed && now.instance == looked.instance;
}

QList<Holder>::const_iterator holderNamed(const QByteArray &owner, const LockRecord &record)
{
    return std::find_if(record.holders.begin(), record.holders.end(),
                        [&owner](const Holder &holder) { return holder.raw == owner; });
}

/** A format without an owner's text: it was ours until then, and nobody else's. */
bool isSameHold(const OwnLock &own, const LockRecord &record)
{
    return record.id == own.id
           && (own.owner.isEmpty() || holderNamed(own.owner, record) != record.holders.end());
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

QString ReleaseHere::from(const LockRecord &before) const
{
    const auto *own = std::get_if<OwnLock>(&lock);
    if (!own || before.holders.size() < 2)
        return owner;
    const auto ours = holderNamed(own->owner, before);
    return ours == before.holders.end() ? owner : ours->label;
}

bool ReleaseHere::isStillIn(const LockRecord &record) const
{
    const auto *own = std::get_if<OwnLock>(&lock);
    return own && !own->owner.isEmpty() && isOf(record);
}

bool ReleaseHere::isOf(const LockRecord &record) const
{
    return std::visit([&record](const auto &one) { return isSameHold(one, record); }, lock);
}

} // namespace lockmaster
