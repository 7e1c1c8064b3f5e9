// SPDX-License-Identifier: Apache-2.0
#include "core/domain/alertrule.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

AlertRule plainRule(const char *name, AlertKind kind)
{
    AlertRule rule;
    rule.name = QString::fromLatin1(name);
    rule.kind = kind;
    return rule;
}

AlertRule findingRule(const char *name, FindingId finding, Micros lasting = 0s)
{
    AlertRule rule = plainRule(name, AlertKind::Finding);
    rule.finding = finding;
    rule.lasting = lasting;
    return rule;
}

AlertRule overRule(const char *name, AlertKind kind, Micros over)
{
    AlertRule rule = plainRule(name, kind);
    rule.over = over;
    return rule;
}

QString conditionText(const AlertRule &rule)
{
    switch (rule.kind) {
    case AlertKind::Held: return Words::tr("held for more than %1").arg(durationText(rule.over));
    case AlertKind::HeldUnusual:
        return Words::tr("held for more than %1, and longer than 99 of 100 holds before")
            .arg(durationText(rule.over));
    case AlertKind::Expired:
        return Words::tr("expired for more than %1, and not taken").arg(durationText(rule.over));
    case AlertKind::Waiters: return Words::tr("more than %1 wait").arg(rule.above);
    case AlertKind::LeaderVacant:
        return Words::tr("nobody has led for more than %1").arg(durationText(rule.over));
    case AlertKind::Finding: return Words::tr("the finding %1").arg(findingName(rule.finding));
    case AlertKind::BackendLost: return Words::tr("the server does not answer");
    }
    Q_UNREACHABLE();
}

} // namespace

QString alertKindName(AlertKind kind)
{
    switch (kind) {
    case AlertKind::Held: return QStringLiteral("held");
    case AlertKind::HeldUnusual: return QStringLiteral("held-unusual");
    case AlertKind::Expired: return QStringLiteral("expired");
    case AlertKind::Waiters: return QStringLiteral("waiters");
    case AlertKind::LeaderVacant: return QStringLiteral("leader-vacant");
    case AlertKind::Finding: return QStringLiteral("finding");
    case AlertKind::BackendLost: return QStringLiteral("backend-lost");
    }
    Q_UNREACHABLE();
}

std::optional<AlertKind> alertKindFromName(QStringView name)
{
    for (const AlertKind kind : allAlertKinds) {
        if (alertKindName(kind) == name)
            return kind;
    }
    return std::nullopt;
}

std::vector<AlertRule> builtInAlertRules()
{
    std::vector<AlertRule> rules;
    rules.push_back(plainRule("backend-lost", AlertKind::BackendLost));
    rules.back().lasting = 30s;
    rules.push_back(overRule("leader-vacant", AlertKind::LeaderVacant, 10s));
    rules.push_back(findingRule("leader-flapping", FindingId::Flapping));
    rules.push_back(findingRule("two-leaders", FindingId::TwoLeaders));
    rules.push_back(overRule("held-long", AlertKind::Held, 1h));
    rules.push_back(overRule("held-unusual", AlertKind::HeldUnusual, 1min));
    rules.push_back(plainRule("many-waiters", AlertKind::Waiters));
    rules.back().above = 20;
    rules.back().lasting = 30s;
    // A session's own locks have no expiry by their nature.
    rules.push_back(findingRule("no-expiry", FindingId::NoExpiry, 1min));
    rules.back().scope = QStringLiteral("-system:user_lock");
    rules.push_back(findingRule("sleeping-holder", FindingId::SleepingHolder, 30s));
    // Rows of jobs that run once a day stand expired all day.
    rules.push_back(overRule("expired-not-taken", AlertKind::Expired, 10min));
    rules.back().enabled = false;
    return rules;
}

QString alertRuleText(const AlertRule &rule)
{
    QString condition = conditionText(rule);
    if (rule.lasting == Micros(0))
        return condition;
    return Words::tr("%1, for %2").arg(condition, durationText(rule.lasting));
}

} // namespace lockmaster
