// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alert.h"

#include "core/findings/trouble.h"
#include "core/formats/knownnames.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

namespace lockmaster {

AlertSubject alertSubject(const LockId &id)
{
    return {id.source->backend, id.source->system, id.source->name, id.name};
}

LockId alarmedLock(const AlertSubject &subject)
{
    return {
        std::make_shared<const SourceId>(SourceId{subject.backend, subject.system, subject.source}),
        subject.name};
}

AlertSeverity severityOf(const AlertRule &rule)
{
    switch (rule.kind) {
    case AlertKind::BackendLost:
    case AlertKind::LeaderVacant:
    case AlertKind::WaitCycle:
    case AlertKind::Stuck: return AlertSeverity::Serious;
    case AlertKind::Held:
    case AlertKind::HeldUnusual:
    case AlertKind::EndsSoon:
    case AlertKind::Expired:
    case AlertKind::Waiters:
    case AlertKind::Blocks:
    case AlertKind::BlocksLong:
    case AlertKind::NotTaken:
    case AlertKind::HolderGone: return AlertSeverity::Warning;
    case AlertKind::Finding: break;
    }
    switch (troubleOf(rule.finding)) {
    case Trouble::Conflict:
    case Trouble::Blocked: return AlertSeverity::Serious;
    case Trouble::None: return AlertSeverity::Notice;
    default: return AlertSeverity::Warning;
    }
}

QString alertEndName(AlertEnd end)
{
    switch (end) {
    case AlertEnd::Cleared: return QStringLiteral("cleared");
    case AlertEnd::Gone: return QStringLiteral("gone");
    case AlertEnd::NotWatched: return QStringLiteral("not_watched");
    case AlertEnd::RuleOff: return QStringLiteral("rule_off");
    }
    Q_UNREACHABLE();
}

QString alertSubjectText(const AlertSubject &subject)
{
    QString backend = literalText(subject.backend);
    if (!subject.isLock())
        return backend;
    return QStringLiteral("%1 (%2)").arg(nameText(subject.name), backend);
}

QString alertLine(const AlertNews &news)
{
    const auto end = [](AlertEnd how) {
        switch (how) {
        case AlertEnd::Cleared: return Words::tr("over");
        case AlertEnd::Gone: return Words::tr("over: the lock is not there any more");
        case AlertEnd::NotWatched: return Words::tr("not watched any more");
        case AlertEnd::RuleOff: return Words::tr("the rule was changed");
        }
        Q_UNREACHABLE();
    };
    const auto &lock = news.alert.lock;
    const bool isLikely = lock && lock->certainty == Certainty::Likely;
    const QString subject = alertSubjectText(news.alert.subject);
    const auto &verdict = news.alert.verdict;
    const bool tellsOfLife =
        !news.end && !news.alert.holder.isEmpty() && verdict && verdict->life != Life::Unknown;
    const QString line =
        QStringLiteral("%1: %2: %3")
            .arg(news.alert.rule, isLikely ? Words::tr("%1, likely a lock").arg(subject) : subject,
                 news.end ? end(*news.end) : news.alert.reason);
    return tellsOfLife ? line + QStringLiteral(". ") + verdict->sentence : line;
}

} // namespace lockmaster
