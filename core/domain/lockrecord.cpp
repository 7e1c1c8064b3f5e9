// SPDX-License-Identifier: Apache-2.0
#include "core/domain/lockrecord.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr std::array allStates = {LockState::Held, LockState::Expired, LockState::Free,
                                  LockState::Blocked, LockState::Unknown};

constexpr std::array allCertainties = {Certainty::Certain, Certainty::Likely};

template<class T>
bool samePointee(const std::shared_ptr<const T> &a, const std::shared_ptr<const T> &b)
{
    return a == b || (a && b && *a == *b);
}

} // namespace

QString lockStateName(LockState state)
{
    switch (state) {
    case LockState::Held: return QStringLiteral("held");
    case LockState::Expired: return QStringLiteral("expired");
    case LockState::Free: return QStringLiteral("free");
    case LockState::Blocked: return QStringLiteral("blocked");
    case LockState::Unknown: return QStringLiteral("unknown");
    }
    Q_UNREACHABLE();
}

QString heldBasisName(HeldBasis basis)
{
    switch (basis) {
    case HeldBasis::None: return {};
    case HeldBasis::Server: return QStringLiteral("server");
    case HeldBasis::Observed: return QStringLiteral("observed");
    }
    Q_UNREACHABLE();
}

std::optional<LockState> lockStateFromName(QStringView name)
{
    const auto found = std::find_if(allStates.begin(), allStates.end(), [name](LockState state) {
        return lockStateName(state) == name;
    });
    return found == allStates.end() ? std::nullopt : std::optional(*found);
}

QString certaintyName(Certainty certainty)
{
    switch (certainty) {
    case Certainty::Certain: return QStringLiteral("certain");
    case Certainty::Likely: return QStringLiteral("likely");
    }
    Q_UNREACHABLE();
}

std::optional<Certainty> certaintyFromName(QStringView name)
{
    const auto found = std::find_if(allCertainties.begin(), allCertainties.end(),
                                    [name](Certainty each) { return certaintyName(each) == name; });
    return found == allCertainties.end() ? std::nullopt : std::optional(*found);
}

bool HolderDetail::tellsHost() const
{
    constexpr std::array everyones = {"localhost", "127.0.0.1", "::1", "localhost.localdomain"};
    return !host.isEmpty()
           && std::none_of(everyones.begin(), everyones.end(),
                           [this](const char *name) { return host == QLatin1StringView(name); });
}

std::optional<Micros> Renewals::usual() const
{
    if (count < 3)
        return std::nullopt;
    return std::chrono::duration_cast<Micros>(last - first) / (count - 1);
}

bool operator==(const Holder &a, const Holder &b)
{
    return a.raw == b.raw && a.rawBytes == b.rawBytes && a.holdCount == b.holdCount
           && a.label == b.label && samePointee(a.detail, b.detail);
}

bool operator==(const Waiter &a, const Waiter &b)
{
    return a.label == b.label && a.connectionId == b.connectionId && a.waiting == b.waiting
           && a.identified == b.identified && samePointee(a.detail, b.detail);
}

QString shareName(LockShare::Seen seen)
{
    switch (seen) {
    case LockShare::Seen::Unknown: return QStringLiteral("unknown");
    case LockShare::Seen::Absent: return QStringLiteral("absent");
    case LockShare::Seen::Holder: return QStringLiteral("holder");
    case LockShare::Seen::Other: return QStringLiteral("other");
    }
    Q_UNREACHABLE();
}

int LockShares::count() const
{
    return int(std::count_if(all.begin(), all.end(), [](const LockShare &share) {
        return share.seen == LockShare::Seen::Holder;
    }));
}

std::optional<Micros> LockRecord::ttlAt(SteadyTime at) const
{
    if (!lease.expiresAt)
        return std::nullopt;
    return std::chrono::duration_cast<Micros>(lease.deadline - at);
}

bool LockRecord::hasFinding(FindingId wanted) const
{
    return std::any_of(findings.begin(), findings.end(),
                       [wanted](const Finding &finding) { return finding.id == wanted; });
}

LockRecord asUnknown(LockRecord lock)
{
    lock.state = LockState::Unknown;
    lock.findings.clear();
    if (lock.shares) {
        LockShares shares = *lock.shares;
        for (LockShare &share : shares.all)
            share.seen = LockShare::Seen::Unknown;
        lock.shares = std::make_shared<const LockShares>(std::move(shares));
    }
    return lock;
}

bool sameInstance(const LockRecord &a, const LockRecord &b)
{
    return a.node == b.node && a.session == b.session
           && std::equal(a.holders.begin(), a.holders.end(), b.holders.begin(), b.holders.end(),
                         [](const Holder &x, const Holder &y) {
                             return x.raw == y.raw && x.rawBytes == y.rawBytes
                                    && x.holdCount == y.holdCount;
                         });
}

bool sameLease(const LockRecord &a, const LockRecord &b)
{
    return sameInstance(a, b) && a.lease.hasExpiry == b.lease.hasExpiry
           && a.lease.stored == b.lease.stored;
}

bool sameContent(const LockRecord &a, const LockRecord &b)
{
    return a.state == b.state && a.variant == b.variant && a.certainty == b.certainty
           && a.variantCertainty == b.variantCertainty && a.holdCountExact == b.holdCountExact
           && sameLease(a, b) && a.lease.expiresAt == b.lease.expiresAt
           && a.lease.granted == b.lease.granted && a.lease.isBeat == b.lease.isBeat
           && a.renewals == b.renewals && a.holders == b.holders && a.heldBasis == b.heldBasis
           && a.waiters == b.waiters && a.pattern == b.pattern && a.holderIdle == b.holderIdle
           && samePointee(a.attributes, b.attributes) && samePointee(a.shares, b.shares)
           && a.findings == b.findings;
}

} // namespace lockmaster
