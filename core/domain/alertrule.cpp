// SPDX-License-Identifier: Apache-2.0
#include "core/domain/alertrule.h"

#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

AlertRule plainRule(const char *name, AlertKind kind)
{
    return newAlertRule(QString::fromLatin1(name), kind);
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

// Functions, and not written where they are used: what gathers texts for the translators knows of a
// namespace only within a function.

QString heldText(const AlertRule &rule)
{
    return Words::tr("held for more than %1").arg(durationText(rule.over));
}

QString heldUnusualText(const AlertRule &rule)
{
    return Words::tr("held for more than %1, and longer than 99 of 100 holds before")
        .arg(durationText(rule.over));
}

QString endsSoonText(const AlertRule &rule)
{
    return Words::tr("held, and its lease ends within %1").arg(durationText(rule.over));
}

QString expiredText(const AlertRule &rule)
{
    return Words::tr("expired for more than %1, and not taken").arg(durationText(rule.over));
}

QString waitersText(const AlertRule &rule)
{
    return Words::tr("more than %1 wait").arg(rule.above);
}

QString leaderVacantText(const AlertRule &rule)
{
    return Words::tr("nobody has led for more than %1").arg(durationText(rule.over));
}

QString findingText(const AlertRule &rule)
{
    return Words::tr("the finding %1").arg(findingName(rule.finding));
}

QString backendLostText(const AlertRule &)
{
    return Words::tr("the server does not answer");
}

QString blocksText(const AlertRule &rule)
{
    return Words::tr("more than %1 wait behind one holder, directly or not").arg(rule.above);
}

QString blocksLongText(const AlertRule &rule)
{
    return Words::tr("somebody has waited behind one holder for more than %1")
        .arg(durationText(rule.over));
}

QString waitCycleText(const AlertRule &)
{
    return Words::tr("they wait for each other");
}

QString notTakenText(const AlertRule &rule)
{
    return rule.over > Micros(0)
               ? Words::tr("not taken for more than %1").arg(durationText(rule.over))
               : Words::tr("not taken for more than twice as long as 99 of 100 times "
                           "before");
}

QString stuckText(const AlertRule &rule)
{
    return Words::tr("nothing is taken, let go of or renewed for more than %1, though "
                     "something is held")
        .arg(durationText(rule.over));
}

QString holderGoneText(const AlertRule &rule)
{
    return Words::tr("held for more than %1, and the check of your own says its holder "
                     "is gone")
        .arg(durationText(rule.over));
}

using Traits = AlertKindTraits;

/** In the order of `AlertKind`. */
constexpr std::array kinds = {
    Traits{AlertKind::Held, QLatin1StringView("held"), Traits::Subject::Hold, Traits::Limit::Over,
           heldText},
    Traits{AlertKind::HeldUnusual, QLatin1StringView("held-unusual"), Traits::Subject::Hold,
           Traits::Limit::OverOrUsual, heldUnusualText},
    Traits{AlertKind::EndsSoon, QLatin1StringView("ends-soon"), Traits::Subject::Hold,
           Traits::Limit::Over, endsSoonText},
    Traits{AlertKind::Expired, QLatin1StringView("expired"), Traits::Subject::Lock,
           Traits::Limit::Over, expiredText},
    Traits{AlertKind::Waiters, QLatin1StringView("waiters"), Traits::Subject::Lock,
           Traits::Limit::Above, waitersText},
    Traits{AlertKind::LeaderVacant, QLatin1StringView("leader-vacant"), Traits::Subject::Leader,
           Traits::Limit::Over, leaderVacantText},
    Traits{AlertKind::Finding, QLatin1StringView("finding"), Traits::Subject::Lock,
           Traits::Limit::Finding, findingText},
    Traits{AlertKind::BackendLost, QLatin1StringView("backend-lost"), Traits::Subject::Backend,
           Traits::Limit::None, backendLostText},
    Traits{AlertKind::Blocks, QLatin1StringView("blocks"), Traits::Subject::Chain,
           Traits::Limit::Above, blocksText},
    Traits{AlertKind::BlocksLong, QLatin1StringView("blocks-long"), Traits::Subject::Chain,
           Traits::Limit::Over, blocksLongText},
    Traits{AlertKind::WaitCycle, QLatin1StringView("wait-cycle"), Traits::Subject::Chain,
           Traits::Limit::None, waitCycleText},
    Traits{AlertKind::NotTaken, QLatin1StringView("not-taken"), Traits::Subject::Absence,
           Traits::Limit::OverOrRhythm, notTakenText},
    Traits{AlertKind::Stuck, QLatin1StringView("stuck"), Traits::Subject::Place,
           Traits::Limit::Over, stuckText},
    Traits{AlertKind::HolderGone, QLatin1StringView("holder-gone"), Traits::Subject::Hold,
           Traits::Limit::Over, holderGoneText},
};

constexpr bool areInOrder()
{
    for (size_t i = 0; i < kinds.size(); ++i) {
        if (size_t(kinds[i].kind) != i)
            return false;
    }
    return true;
}
static_assert(areInOrder());

/** What ends with a session has no expiry by its nature. */
QString whatExpires()
{
    QStringList others;
    for (const SystemTraits &system : systemTraits()) {
        if (!system.expires)
            others.append(system.id);
    }
    return QStringLiteral("-system:") + others.join(u',');
}

/** Rows of job systems, but for those that go on while nothing else does. */
QString whatIsLockedForMoments()
{
    QStringList systems;
    QString others;
    for (const LockFormatPointer &format : knownTableFormats()) {
        const FormatHeld &held = format->tables.front().held;
        if (!format->isShipped || held.by != FormatHeld::By::RowLock)
            continue;
        systems << format->id;
        for (const QString &name : held.upkeep)
            others += QStringLiteral(" -name:/") + name;
    }
    return QStringLiteral("system:") + systems.join(u',') + others;
}

} // namespace

std::span<const AlertKindTraits> alertKinds()
{
    return kinds;
}

const AlertKindTraits &traitsOf(AlertKind kind)
{
    return kinds.at(size_t(kind));
}

QString alertKindName(AlertKind kind)
{
    return traitsOf(kind).name;
}

std::optional<AlertKind> alertKindFromName(QStringView name)
{
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [name](const Traits &kind) { return kind.name == name; });
    return found == kinds.end() ? std::nullopt : std::optional(found->kind);
}

AlertRule newAlertRule(const QString &name, AlertKind kind)
{
    AlertRule rule;
    rule.name = name;
    rule.kind = kind;
    if (kind == AlertKind::HeldUnusual)
        rule.over = 1min;
    // What is taken once a night has to have a rhythm within the days that a history is kept.
    if (kind == AlertKind::NotTaken)
        rule.leastHolds = 10;
    return rule;
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
    rules.push_back(plainRule("held-unusual", AlertKind::HeldUnusual));
    rules.push_back(plainRule("many-waiters", AlertKind::Waiters));
    rules.back().above = 20;
    rules.back().lasting = 30s;
    rules.push_back(findingRule("no-expiry", FindingId::NoExpiry, 1min));
    rules.back().scope = whatExpires();
    rules.push_back(findingRule("sleeping-holder", FindingId::SleepingHolder, 30s));
    // Servers are looked at one after another: what lasts was not made up of two moments.
    rules.push_back(plainRule("wait-cycle", AlertKind::WaitCycle));
    rules.back().lasting = 15s;
    // Who elects a leader by waiting for a lock waits all day.
    rules.push_back(overRule("blocks-long", AlertKind::BlocksLong, 10min));
    rules.back().enabled = false;
    // Rows of jobs that run once a day stand expired all day.
    rules.push_back(overRule("expired-not-taken", AlertKind::Expired, 10min));
    rules.back().enabled = false;
    // A row is locked for moments there.
    rules.push_back(overRule("jobs-stuck", AlertKind::Stuck, 5min));
    rules.back().scope = whatIsLockedForMoments();
    // A guess: a job that was taken out of service is silent as well, and so is a quiet weekend.
    rules.push_back(plainRule("not-taken", AlertKind::NotTaken));
    rules.back().enabled = false;
    return rules;
}

QString alertRuleText(const AlertRule &rule)
{
    QString condition = traitsOf(rule.kind).text(rule);
    if (rule.lasting == Micros(0))
        return condition;
    return Words::tr("%1, for %2").arg(condition, durationText(rule.lasting));
}

} // namespace lockmaster
