// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertcondition.h"

#include <algorithm>

namespace lockmaster {

bool looksAt(AlertKind kind, bool electsLeader)
{
    if (kind == AlertKind::HolderGone)
        return true; // who is gone leads nobody
    switch (traitsOf(kind).subject) {
    case AlertKindTraits::Subject::Hold:
    case AlertKindTraits::Subject::Absence: return !electsLeader;
    case AlertKindTraits::Subject::Leader: return electsLeader;
    case AlertKindTraits::Subject::Lock:
    case AlertKindTraits::Subject::Backend:
    case AlertKindTraits::Subject::Chain:
    case AlertKindTraits::Subject::Place: break;
    }
    return true;
}

std::optional<Micros> longestFine(const AlertRule &rule, const HoldNorms::Norm &norm)
{
    if (rule.kind != AlertKind::HeldUnusual)
        return rule.over;
    if (norm.holds < rule.leastHolds)
        return std::nullopt;
    return std::max(rule.over, norm.p99);
}

std::optional<Micros> longestSilence(const AlertRule &rule, const HoldFigures &gaps)
{
    constexpr Micros shortest = std::chrono::minutes(1);
    if (rule.over > Micros(0))
        return rule.over;
    if (gaps.count + 1 < rule.leastHolds)
        return std::nullopt;
    return std::max(shortest, 2 * gaps.longest);
}

ServerTime silentSince(ServerTime began, ServerTime until, Micros fine)
{
    return until - began > fine ? until : began;
}

bool isTooLittle(const AlertRule &rule, Micros left)
{
    return left <= rule.over;
}

bool areTooMany(const AlertRule &rule, qint64 waiters)
{
    return waiters > rule.above;
}

} // namespace lockmaster
