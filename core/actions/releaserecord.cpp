// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaserecord.h"

#include <QCoreApplication>

namespace lockmaster {

AuditIntent releaseIntent(const ReleaseOrder &order, const ReleasePreview &preview, Compare compare,
                          const QString &reason, const QString &command, const QString &program)
{
    AuditIntent intent;
    intent.action = order.request.action;
    intent.backend = order.backend.name;
    intent.environment = environmentName(order.backend.environment);
    intent.lock =
        LockId{std::make_shared<const SourceId>(order.request.witness.source), order.request.name};
    // Whoever has it by now is not the one it is taken from.
    if (preview.lock && !preview.refusal && !preview.lock->holders.empty())
        intent.owner = preview.lock->holders.front().label;
    intent.witness = encodeWitness(order.request.witness);
    intent.evenIfRenewed = compare == Compare::InstanceOnly;
    intent.reason = reason.trimmed();
    intent.command = command;
    intent.program = program;
    return intent;
}

AuditOutcome releaseOutcome(const ReleaseReport &report)
{
    const std::optional<Holder> holder = holderNow(report.now);
    AuditOutcome outcome;
    outcome.outcome = releaseResultName(report.outcome.result);
    outcome.detail = changeDetailName(report.outcome.detail);
    outcome.message = report.outcome.message;
    outcome.heldBy = holder ? holder->label : QString();
    outcome.heldByKnown =
        !report.notObserved && !(report.now && report.now->state == LockState::Unknown);
    return outcome;
}

std::optional<Holder> holderNow(const std::optional<LockRecord> &record)
{
    if (!record || record->holders.empty())
        return std::nullopt;
    if (record->state != LockState::Held && record->state != LockState::Blocked)
        return std::nullopt;
    return record->holders.front();
}

QString seenAfterwards(const Witness &witness, const ReleaseReport &report)
{
    if (report.notObserved || (report.now && report.now->state == LockState::Unknown)) {
        return QCoreApplication::translate("lockmaster",
                                           "The lock could not be looked at afterwards.");
    }
    const std::optional<Holder> holder = holderNow(report.now);
    if (!holder)
        return QCoreApplication::translate("lockmaster", "Nobody holds it now.");
    const Witness now = witnessOf(*report.now);
    if (now.instance != witness.instance)
        return QCoreApplication::translate("lockmaster", "%1 holds it now.").arg(holder->label);
    if (now.lease != witness.lease) {
        return QCoreApplication::translate("lockmaster",
                                           "The same holder has it now, with a renewed lease.");
    }
    return QCoreApplication::translate("lockmaster", "It is held now as it was before.");
}

} // namespace lockmaster
