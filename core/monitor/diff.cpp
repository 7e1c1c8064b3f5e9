// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/diff.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** An expiry derived from what is left of it wanders by the round trip. */
constexpr Micros expiryJitter = Millis(20);
/** What a lease's end may be off by when its lock goes with it. */
constexpr Micros leaseJitter = Millis(50);

bool sameHolder(const Holder &a, const Holder &b)
{
    return a.raw == b.raw && a.rawBytes == b.rawBytes;
}

bool sameHolders(const LockRecord &a, const LockRecord &b)
{
    return a.holders.size() == b.holders.size()
           && std::is_permutation(a.holders.begin(), a.holders.end(), b.holders.begin(),
                                  sameHolder);
}

bool namesNoOwner(const LockRecord &lock)
{
    return lock.holders.empty()
           || (lock.holders.front().raw.isEmpty() && lock.holders.front().rawBytes == 0);
}

/** The opposite of free. */
bool isOrWasHeld(LockState state)
{
    return isHeld(state) || state == LockState::Expired;
}

using Expiry = std::optional<ServerTime>;

bool expiryMoved(const Expiry &a, const Expiry &b)
{
    if (a.has_value() != b.has_value())
        return true;
    return a && std::chrono::abs(*a - *b) > expiryJitter;
}

/** Written once: where it means another moment now, clocks were set, as they are for the summer. */
bool writtenOnce(const Lease &a, const Lease &b)
{
    return a.expiresAt && b.expiresAt && a.stored == b.stored;
}

bool expiryMoved(const LockRecord &a, const LockRecord &b)
{
    return expiryMoved(a.lease.expiresAt, b.lease.expiresAt) && !writtenOnce(a.lease, b.lease);
}

bool sameHolders(const PackedLock &a, const LockRecord &b)
{
    const auto count = static_cast<qsizetype>(a.holderCount());
    if (count != b.holders.size())
        return false;
    if (count > 1)
        return sameHolders(a.unpack(), b);
    return count == 0 || a.anyHolder([&b](const PackedLock::HolderView &holder) {
        return holder.raw == b.holders.front().raw && holder.rawBytes == b.holders.front().rawBytes;
    });
}

bool sameHold(const PackedLock &before, const LockRecord &after)
{
    if (before.session() != after.session || before.node() != after.node
        || !sameHolders(before, after))
        return false;
    return !namesNoOwner(after) || !expiryMoved(before.expiresAt(), after.lease.expiresAt)
           || writtenOnce(before.unpack().lease, after.lease);
}

/** What a look leaves to the next. */
struct Legacy {
    LockState state = LockState::Unknown;
    bool sameHold = false; ///< as the next look shows
    Expiry expiresAt;
    std::optional<Micros> granted;
    std::optional<SteadyTime> heldSince;
    HeldBasis heldBasis = HeldBasis::None;
    std::optional<Renewals> renewals;
    bool renewed = false; ///< as the next look shows
};

/** `lock` ran out after `at`. */
bool ranOutSince(const LockRecord &lock, SteadyTime at)
{
    return lock.state == LockState::Expired && lock.lease.expiresAt && lock.lease.deadline > at;
}

bool expiredBetween(const LockRecord &before, SteadyTime beforeAt, const LockRecord &after)
{
    if (after.state != LockState::Expired)
        return false;
    if (!sameHold(before, after) || renewed(before, after))
        return ranOutSince(after, beforeAt);
    const bool ranBefore = before.lease.expiresAt && before.lease.deadline > beforeAt;
    return before.state == LockState::Held || (before.state == LockState::Blocked && ranBefore);
}

/** About the same length as before is the same lease granted again, and we saw it a bit late. */
Micros renewedLength(std::optional<Micros> before, Micros left)
{
    const bool alike = before && left < *before && left * 5 > *before * 4;
    return alike ? *before : left;
}

void carryGranted(LockRecord &after, const Legacy *before, SteadyTime at)
{
    const auto left = after.ttlAt(at);
    if (after.lease.granted || !left)
        return;
    const bool known = before && before->sameHold && before->granted;
    if (known && !expiryMoved(before->expiresAt, after.lease.expiresAt))
        after.lease.granted = std::max(*before->granted, *left);
    else if (*left > Micros::zero())
        after.lease.granted = renewedLength(known ? before->granted : std::nullopt, *left);
}

void carryRenewals(LockRecord &after, const Legacy *before, std::optional<SteadyTime> beforeAt,
                   SteadyTime at)
{
    // What had run out was taken anew, by whoever is called the same.
    if (!before || !before->sameHold || before->state == LockState::Expired)
        return;
    after.renewals = before->renewals;
    if (!before->renewed)
        return;
    if (!after.renewals)
        after.renewals = Renewals{0, at, at, {}, {}};
    const auto since = std::chrono::duration_cast<Micros>(at - after.renewals->last);
    after.renewals->longest = std::max(after.renewals->longest, since);
    after.renewals->last = at;
    after.renewals->within = beforeAt ? between(*beforeAt, at) : Micros(0);
    ++after.renewals->count;
}

bool renewed(const PackedLock &before, const LockRecord &after)
{
    return before.expiresAt() && after.lease.expiresAt
           && *after.lease.expiresAt > *before.expiresAt() + expiryJitter
           && before.stored() != after.lease.stored;
}

void carry(LockRecord &after, const Legacy *before, std::optional<SteadyTime> beforeAt,
           SteadyTime at)
{
    carryGranted(after, before, at);
    carryRenewals(after, before, beforeAt, at);
    const bool sameAsBefore = before && isOrWasHeld(before->state) && before->sameHold;
    if (after.heldBasis == HeldBasis::Server && after.heldSince) {
        // Once contradicted, the server's figure for this hold stays out.
        const bool contradicted = sameAsBefore ? before->heldBasis == HeldBasis::Observed
                                               : beforeAt && *after.heldSince < *beforeAt;
        if (!contradicted)
            return;
        after.heldSince.reset();
        after.heldBasis = HeldBasis::None;
    }
    if (after.heldBasis != HeldBasis::None || !isOrWasHeld(after.state))
        return;
    if (sameAsBefore) {
        after.heldSince = before->heldSince;
        after.heldBasis = before->heldSince ? HeldBasis::Observed : HeldBasis::None;
    } else if (after.state != LockState::Expired) {
        after.heldSince = at;
        after.heldBasis = HeldBasis::Observed;
    }
}

} // namespace

bool sameHold(const LockRecord &before, const LockRecord &after)
{
    if (before.session != after.session || before.node != after.node || !sameHolders(before, after))
        return false;
    // Without an owner nothing but the expiry tells one hold from the next.
    return !namesNoOwner(after) || !expiryMoved(before, after);
}

bool renewed(const LockRecord &before, const LockRecord &after)
{
    return before.lease.expiresAt && after.lease.expiresAt
           && *after.lease.expiresAt > *before.lease.expiresAt + expiryJitter
           && !writtenOnce(before.lease, after.lease);
}

bool visiblyChanged(const LockRecord &before, const LockRecord &after)
{
    const auto sameKind = [](const Finding &a, const Finding &b) { return a.id == b.id; };
    return before.state != after.state || !sameInstance(before, after) || !sameHold(before, after)
           || before.waiters.count != after.waiters.count
           || expiryMoved(before.lease.expiresAt, after.lease.expiresAt)
           || before.variant != after.variant || before.certainty != after.certainty
           || !std::equal(before.findings.begin(), before.findings.end(), after.findings.begin(),
                          after.findings.end(), sameKind);
}

void keepDerivedExpiry(LockRecord &after, const PackedLock &before)
{
    if (after.lease.precision <= Micros::zero() || !after.lease.expiresAt || !before.expiresAt()
        || before.expiresAt() == after.lease.expiresAt)
        return;
    const Lease known = before.unpack().lease;
    // The clock is off by the precision, what is left of the lease by as much again.
    const Micros jitter = expiryJitter + 2 * (known.precision + after.lease.precision);
    if (known.precision <= Micros::zero()
        || std::chrono::abs(*known.expiresAt - *after.lease.expiresAt) > jitter)
        return;
    after.lease.expiresAt = known.expiresAt;
    after.lease.stored = known.stored;
}

void carryOver(LockRecord &after, const LockRecord *before, std::optional<SteadyTime> beforeAt,
               SteadyTime at)
{
    if (!before) {
        carry(after, nullptr, beforeAt, at);
        return;
    }
    const bool same = sameHold(*before, after);
    const Legacy legacy{before->state,           same,
                        before->lease.expiresAt, before->lease.granted,
                        before->heldSince,       before->heldBasis,
                        before->renewals,        same && renewed(*before, after)};
    carry(after, &legacy, beforeAt, at);
}

void carryOver(LockRecord &after, const PackedLock &before, SteadyTime beforeAt, SteadyTime at)
{
    const bool same = sameHold(before, after);
    const Legacy legacy{before.state(),     same,
                        before.expiresAt(), before.granted(),
                        before.heldSince(), before.heldBasis(),
                        before.renewals(),  same && renewed(before, after)};
    carry(after, &legacy, beforeAt, at);
}

namespace {

/** What is there names nobody, and is over: whoever held it did not leave it to another. */
bool leavesNobody(const LockRecord &before, const LockRecord &after)
{
    if (after.state != LockState::Expired || !namesNoOwner(after) || sameHold(before, after))
        return false;
    return !namesNoOwner(before) || !renewed(before, after);
}

} // namespace

std::vector<EventKind> changesBetween(const LockRecord &before, SteadyTime beforeAt,
                                      const LockRecord &after)
{
    std::vector<EventKind> changes;
    if (before.state == LockState::Unknown || after.state == LockState::Unknown)
        return changes;
    if (after.state == LockState::Free) {
        if (before.state != LockState::Free)
            changes.push_back(EventKind::Gone);
        return changes;
    }
    const bool freed = leavesNobody(before, after);
    if (before.state == LockState::Free)
        changes.push_back(EventKind::Appeared);
    else if (!sameHold(before, after) && !freed)
        changes.push_back(EventKind::OwnerChanged);
    else if (!freed && renewed(before, after))
        changes.push_back(EventKind::Renewed);

    if (before.state == LockState::Blocked && after.state != LockState::Blocked)
        changes.push_back(EventKind::Unblocked);
    if (freed ? isHeld(before.state) : expiredBetween(before, beforeAt, after))
        changes.push_back(EventKind::Expired);
    if (before.state != LockState::Blocked && after.state == LockState::Blocked)
        changes.push_back(EventKind::Blocked);
    return changes;
}

namespace {

/** Whether what the server told of the end can be true of this lease. */
bool fits(const Lease &lease, const Sight &sight)
{
    if (sight.told == HowEnded::Expired)
        return lease.expiresAt && lease.deadline <= sight.answered + leaseJitter;
    return !lease.expiresAt || lease.deadline >= sight.begun - leaseJitter;
}

HowEnded endOfVanished(const Lease &lease, const Sight &sight)
{
    if (sight.told != HowEnded::None)
        return fits(lease, sight) ? sight.told : HowEnded::Unknown;
    if (!lease.expiresAt || lease.deadline > sight.answered + leaseJitter)
        return HowEnded::Released;
    const bool whileLooking = lease.deadline > sight.begun + leaseJitter;
    if (whileLooking || !sight.goesWithItsLease)
        return HowEnded::Unknown;
    const SteadyTime::duration hidden = lease.deadline - sight.lastSeen;
    return lease.granted && hidden * 2 > *lease.granted ? HowEnded::Unknown : HowEnded::Expired;
}

} // namespace

HowEnded endOfHold(const LockRecord &before, const LockRecord *after, const Sight &sight)
{
    if (!isHeld(before.state) || (after && after->state == LockState::Unknown))
        return HowEnded::None;
    const bool isThere = after && isOrWasHeld(after->state);
    if (isThere && sameHold(before, *after)) {
        if (after->state != LockState::Expired)
            return HowEnded::None;
        const bool movedBack = expiryMoved(before, *after) && !renewed(before, *after);
        return movedBack ? HowEnded::Released : HowEnded::Expired;
    }
    if (sight.gap)
        return HowEnded::Unknown;
    if (isThere && leavesNobody(before, *after))
        return !before.lease.expiresAt || before.lease.deadline > sight.answered
                   ? HowEnded::Released
                   : HowEnded::Unknown;
    return isThere ? HowEnded::Replaced : endOfVanished(before.lease, sight);
}

std::vector<EventKind> changesOfNew(const LockRecord &after, SteadyTime lookedAt)
{
    std::vector<EventKind> changes;
    if (!isOrWasHeld(after.state))
        return changes;
    changes.push_back(EventKind::Appeared);
    if (ranOutSince(after, lookedAt))
        changes.push_back(EventKind::Expired);
    if (after.state == LockState::Blocked)
        changes.push_back(EventKind::Blocked);
    return changes;
}

} // namespace lockmaster
