// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/diff.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** An expiry derived from what is left of it wanders by the round trip. */
constexpr Micros expiryJitter = Millis(20);

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

/** Whether somebody has, or had, it: the opposite of free. */
bool isTaken(const LockRecord &lock)
{
    return lock.state == LockState::Held || lock.state == LockState::Blocked
           || lock.state == LockState::Expired;
}

bool expiryMoved(const LockRecord &a, const LockRecord &b)
{
    if (a.lease.expiresAt.has_value() != b.lease.expiresAt.has_value())
        return true;
    return a.lease.expiresAt
           && std::chrono::abs(*a.lease.expiresAt - *b.lease.expiresAt) > expiryJitter;
}

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

void carryGranted(LockRecord &after, const LockRecord *before, SteadyTime at)
{
    const auto left = after.ttlAt(at);
    if (after.lease.granted || !left)
        return;
    const bool known = before && sameHold(*before, after) && before->lease.granted;
    if (known && !expiryMoved(*before, after))
        after.lease.granted = std::max(*before->lease.granted, *left);
    else if (*left > Micros::zero())
        after.lease.granted = renewedLength(known ? before->lease.granted : std::nullopt, *left);
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
           && *after.lease.expiresAt > *before.lease.expiresAt + expiryJitter;
}

bool leaseMoved(const LockRecord &before, const LockRecord &after)
{
    return expiryMoved(before, after)
           || (!after.lease.expiresAt && before.lease.stored != after.lease.stored);
}

bool visiblyChanged(const LockRecord &before, const LockRecord &after)
{
    const auto sameKind = [](const Finding &a, const Finding &b) { return a.id == b.id; };
    return before.state != after.state || !sameInstance(before, after) || !sameHold(before, after)
           || before.waiters.count != after.waiters.count || expiryMoved(before, after)
           || before.variant != after.variant
           || !std::equal(before.findings.begin(), before.findings.end(), after.findings.begin(),
                          after.findings.end(), sameKind);
}

void carryOver(LockRecord &after, const LockRecord *before, std::optional<SteadyTime> beforeAt,
               SteadyTime at)
{
    carryGranted(after, before, at);
    const bool sameAsBefore = before && isTaken(*before) && sameHold(*before, after);
    if (after.heldBasis == HeldBasis::Server && after.heldSince) {
        // Once contradicted, the server's figure for this hold stays out.
        const bool contradicted = sameAsBefore ? before->heldBasis == HeldBasis::Observed
                                               : beforeAt && *after.heldSince < *beforeAt;
        if (!contradicted)
            return;
        after.heldSince.reset();
        after.heldBasis = HeldBasis::None;
    }
    if (after.heldBasis != HeldBasis::None || !isTaken(after))
        return;
    if (sameAsBefore) {
        after.heldSince = before->heldSince;
        after.heldBasis = before->heldSince ? HeldBasis::Observed : HeldBasis::None;
    } else if (after.state != LockState::Expired) {
        after.heldSince = at;
        after.heldBasis = HeldBasis::Observed;
    }
}

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
    if (before.state == LockState::Free)
        changes.push_back(EventKind::Appeared);
    else if (!sameHold(before, after))
        changes.push_back(EventKind::OwnerChanged);
    else if (renewed(before, after))
        changes.push_back(EventKind::Renewed);

    if (before.state == LockState::Blocked && after.state != LockState::Blocked)
        changes.push_back(EventKind::Unblocked);
    if (expiredBetween(before, beforeAt, after))
        changes.push_back(EventKind::Expired);
    if (before.state != LockState::Blocked && after.state == LockState::Blocked)
        changes.push_back(EventKind::Blocked);
    return changes;
}

std::vector<EventKind> changesOfNew(const LockRecord &after, SteadyTime lookedAt)
{
    std::vector<EventKind> changes;
    if (!isTaken(after))
        return changes;
    changes.push_back(EventKind::Appeared);
    if (ranOutSince(after, lookedAt))
        changes.push_back(EventKind::Expired);
    if (after.state == LockState::Blocked)
        changes.push_back(EventKind::Blocked);
    return changes;
}

} // namespace lockmaster
