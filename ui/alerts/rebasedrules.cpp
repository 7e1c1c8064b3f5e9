// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/rebasedrules.h"

#include <algorithm>
#include <optional>

namespace lockmaster {

namespace {

/** `now`, with what was made of `base` here; none: both changed the same. */
std::optional<AlertRule> mergedRule(const AlertRule &base, const AlertRule &here,
                                    const AlertRule &now)
{
    AlertRule merged = now;
    const auto take = [&](auto AlertRule::*member) {
        if (here.*member == base.*member || here.*member == now.*member)
            return true;
        merged.*member = here.*member;
        return now.*member == base.*member;
    };
    const bool apart = take(&AlertRule::enabled) && take(&AlertRule::over)
                       && take(&AlertRule::above) && take(&AlertRule::leastHolds)
                       && take(&AlertRule::lasting);
    return apart && now.kind == base.kind ? std::optional(merged) : std::nullopt;
}

} // namespace

const AlertRule *namedRule(const std::vector<AlertRule> &rules, const QString &name)
{
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [&name](const AlertRule &rule) { return rule.name == name; });
    return found == rules.end() ? nullptr : &*found;
}

RebasedRules rebasedRules(const std::vector<AlertRule> &before, const std::vector<AlertRule> &saved,
                          const std::vector<AlertRule> &here, QMap<QString, AlertRule> &bases)
{
    RebasedRules now;
    for (const AlertRule &rule : saved) {
        const AlertRule *was = namedRule(before, rule.name);
        const AlertRule *mine = namedRule(here, rule.name);
        const bool isSame = was && *was == rule;
        if (was && !mine) { // taken out here
            if (isSame)
                continue;
            now.lost << rule.name;
        }
        if (!was || !mine || *was == *mine || *mine == rule) {
            bases.remove(rule.name);
            now.rules.push_back(rule);
            continue;
        }
        const AlertRule base = bases.value(rule.name, *was);
        const std::optional<AlertRule> merged = mergedRule(base, *mine, rule);
        if (merged)
            bases.remove(rule.name);
        else
            bases.insert(rule.name, base);
        if (merged && !isSame)
            now.beside << rule.name;
        now.rules.push_back(merged.value_or(*mine));
    }
    for (const AlertRule &rule : here) {
        const AlertRule *was = namedRule(before, rule.name);
        if (namedRule(saved, rule.name))
            continue;
        bases.remove(rule.name);
        if (was && *was != rule)
            now.lost << rule.name;
    }
    return now;
}

} // namespace lockmaster
