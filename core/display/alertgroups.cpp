// SPDX-License-Identifier: Apache-2.0
#include "core/display/alertgroups.h"

#include "core/display/locktext.h"
#include "core/display/shownwords.h"
#include "core/formats/knownnames.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <map>

namespace lockmaster {

bool isOpen(const Alert &alert, ServerTime now)
{
    return !alert.acknowledged && !(alert.snoozedUntil && now < *alert.snoozedUntil);
}

namespace {

/** Those that wait before the others, each the newest first; and how the group stands by them. */
void settle(AlertGroup &group, ServerTime now)
{
    auto &alerts = group.alerts;
    std::stable_sort(
        alerts.begin(), alerts.end(),
        [](const AlertPointer &a, const AlertPointer &b) { return a->began > b->began; });
    const auto known =
        std::stable_partition(alerts.begin(), alerts.end(),
                              [now](const AlertPointer &alert) { return isOpen(*alert, now); });
    group.open = int(known - alerts.begin());
    group.severity = alerts.front()->severity;
    group.newest = alerts.front()->began;
}

/** Below zero where the first one is to be looked at before the second. */
auto rankOf(const AlertGroup &group)
{
    return std::make_tuple(group.open == 0, group.severity,
                           group.kind.environment != Environment::Production,
                           -group.newest.time_since_epoch());
}

} // namespace

std::vector<AlertGroup> groupAlerts(const std::shared_ptr<const AlertBoard> &board,
                                    const QHash<QString, Environment> &environments, ServerTime now)
{
    std::map<AlertKindOf, AlertGroup> byKind;
    for (const Alert &alert : board->alerts) {
        const AlertKindOf kind{alert.rule, environments.value(alert.subject.backend)};
        AlertGroup &group = byKind[kind];
        group.kind = kind;
        group.alerts.emplace_back(board, &alert);
    }
    std::vector<AlertGroup> groups;
    for (auto &[kind, group] : byKind) {
        settle(group, now);
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const AlertGroup &a, const AlertGroup &b) {
        return rankOf(a) < rankOf(b);
    });
    return groups;
}

namespace AlertGroupText {

QString title(const AlertGroup &group)
{
    const QString rule = alertRuleTitle(group.kind.rule);
    return group.kind.environment == Environment::Unset
               ? rule
               : rule + QStringLiteral(" · ") + LockText::environment(group.kind.environment);
}

QString count(const AlertGroup &group)
{
    const QString all = countText(qint64(group.alerts.size()));
    if (group.open == 0)
        return all;
    return group.open == int(group.alerts.size())
               ? Words::tr("%1 new").arg(all)
               : Words::tr("%1, %2 new").arg(all, countText(group.open));
}

QString names(const AlertGroup &group)
{
    constexpr size_t most = 5;
    QStringList names;
    for (size_t at = 0; at < std::min(most, group.alerts.size()); ++at) {
        const AlertSubject &subject = group.alerts[at]->subject;
        names << (subject.isLock() ? nameText(subject.name) : literalText(subject.backend));
    }
    if (group.alerts.size() > most)
        names << QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

QString line(const AlertGroup &group)
{
    return QStringLiteral("▲ %1 · %2 · %3").arg(title(group), count(group), names(group));
}

Tone tone(const AlertGroup &group)
{
    if (group.open == 0)
        return Tone::Muted;
    switch (group.severity) {
    case AlertSeverity::Serious: return Tone::Danger;
    case AlertSeverity::Warning: return Tone::Expiring;
    case AlertSeverity::Notice: return Tone::Plain;
    }
    Q_UNREACHABLE();
}

QString severity(AlertSeverity severity)
{
    switch (severity) {
    case AlertSeverity::Serious: return Words::tr("serious");
    case AlertSeverity::Warning: return Words::tr("warning");
    case AlertSeverity::Notice: return Words::tr("notice");
    }
    Q_UNREACHABLE();
}

} // namespace AlertGroupText

} // namespace lockmaster
