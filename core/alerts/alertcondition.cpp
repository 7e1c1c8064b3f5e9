// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertcondition.h"

#include <algorithm>

namespace lockmaster {

bool looksAt(AlertKind kind, bool electsLeader)
{
    switch (traitsOf(kind).subject) {
    case AlertKindTraits::Subject::Hold: return !electsLeader;
    case AlertKindTraits::Subject::Leader: return electsLeader;
    case AlertKindTraits::Subject::Lock:
    case AlertKindTraits::Subject::Backend:
    case AlertKindTraits::Subject::Chain: break;
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

bool isTooLittle(const AlertRule &rule, Micros left)
{
    return left <= rule.over;
}

bool areTooMany(const AlertRule &rule, qint64 waiters)
{
    return waiters > rule.above;
}

} // namespace lockmaster
