// SPDX-License-Identifier: Apache-2.0
#include "core/actions/planrecord.h"

#include <set>

namespace lockmaster {

void PlanTally::add(const ReleaseOutcome *outcome)
{
    const bool isReleased = outcome && outcome->result == ReleaseResult::Released;
    const bool isUnknown = outcome && outcome->result == ReleaseResult::Unknown;
    const bool isGone = outcome && outcome->result == ReleaseResult::Changed
                        && outcome->detail == ChangeDetail::Gone;
    ++(isReleased ? released : isUnknown ? unknown : isGone ? gone : refused);
}

QString PlanTally::text() const
{
    return QStringLiteral("released: %1, gone before: %2, refused: %3, unknown: %4, not tried: %5")
        .arg(released)
        .arg(gone)
        .arg(refused)
        .arg(unknown)
        .arg(notTried);
}

AuditIntent planIntent(const PlanFile &file, const QString &reason, const QString &beyond,
                       const QString &program)
{
    std::set<QString> backends;
    for (const PlannedRelease &lock : file.plan.locks)
        backends.insert(lock.seen.source.backend);
    AuditIntent intent;
    intent.action = QStringLiteral("apply-plan");
    intent.backend = QStringList(backends.begin(), backends.end()).join(QStringLiteral(", "));
    intent.reason = reason.trimmed();
    intent.command = QStringLiteral("%1 locks, sha256 %2%3%4")
                         .arg(file.plan.locks.size())
                         .arg(QString::fromLatin1(file.digest),
                              beyond.isEmpty() ? QString() : QStringLiteral(", ") + beyond,
                              file.plan.chosenBy.isEmpty()
                                  ? QString()
                                  : QStringLiteral(", chosen by ") + file.plan.chosenBy);
    intent.program = program;
    return intent;
}

AuditOutcome planOutcome(const PlanTally &tally)
{
    AuditOutcome outcome;
    outcome.outcome = tally.unknown > 0                    ? QStringLiteral("unknown")
                      : tally.refused + tally.notTried > 0 ? QStringLiteral("changed")
                                                           : QStringLiteral("released");
    outcome.message = tally.text();
    return outcome;
}

QString planReason(const QString &given, const QString &planId)
{
    const QString plan = QStringLiteral("[plan %1]").arg(planId);
    const QString reason = given.trimmed();
    return reason.isEmpty() ? plan : reason + u' ' + plan;
}

} // namespace lockmaster
