// SPDX-License-Identifier: Apache-2.0
#include "core/actions/gonerule.h"

#include "core/actions/releaserecord.h"
#include "core/text/words.h"

namespace lockmaster {

bool GoneRule::asksFor(Environment environment) const
{
    return goneOnly || (environment == Environment::Production && !evenIfNotGone);
}

QString GoneRule::beyond() const
{
    return evenIfNotGone && !goneOnly ? QStringLiteral("even if not gone") : QString();
}

QString whyNotGone(const PlannedRelease &planned, const LockRecord *now,
                   const std::optional<Verdict> &verdict)
{
    if (!now || now->id.name != planned.name || *now->id.source != planned.seen.source)
        return Words::tr("It is not there as it was planned, or could not be read.");
    const Witness seen = witnessOf(*now);
    if (seen.instance != planned.seen.instance)
        return Words::tr("It is not there as it was planned, or could not be read.");
    if (seen.lease != planned.seen.lease || !verdict)
        return Words::tr("It was renewed since, or nobody holds it.");
    return verdict->life == Life::Gone ? QString() : verdict->sentence;
}

NotGone NotGone::vanished()
{
    return {Words::tr("It is not there any more: nothing was sent."), std::nullopt, true};
}

ReleaseReport refuseNotGone(const AuditLog &audit, ReleaseOrder order, const NotGone &found,
                            const QString &reason, const QString &program)
{
    ReleaseReport report;
    report.now = found.now;
    if (!found.now && !found.isVanished)
        report.notObserved = Error{ErrorKind::NotFound, 0, found.why, {}};
    else if (const auto holder =
                 found.now ? takenFrom(*found.now, order.request.target) : std::nullopt)
        order.owner = holder->label;
    report.outcome = {
        ReleaseResult::Changed,
        found.isVanished ? ChangeDetail::Gone : ChangeDetail::NotGone,
        false,
        found.isVanished
            ? found.why
            : Words::tr("Its holder is not known to be gone: nothing was sent. %1").arg(found.why),
        {}};
    const auto id =
        audit.begin(releaseIntent(order, {}, Compare::InstanceAndLease, reason, {}, program));
    if (!id) {
        report.notAudited = id.error();
        return report;
    }
    report.auditId = *id;
    if (const auto written = audit.finish(*id, releaseOutcome(report)); !written)
        report.notAudited = written.error();
    return report;
}

} // namespace lockmaster
