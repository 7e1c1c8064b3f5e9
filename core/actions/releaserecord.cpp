// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaserecord.h"
#include "core/text/words.h"

#include <algorithm>

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
    intent.owner = order.owner;
    // Whoever has it by now is not the one it is taken from.
    if (preview.lock && !preview.refusal) {
        if (const auto holder = takenFrom(*preview.lock, order.request.target))
            intent.owner = holder->label;
    }
    intent.witness = encodeWitness(order.request.witness);
    intent.evenIfRenewed = compare == Compare::InstanceOnly;
    intent.maxAge = order.maxAge;
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
    const AfterRelease after = afterRelease(report);
    outcome.heldByKnown = after == AfterRelease::Nobody || after == AfterRelease::Held
                          || after == AfterRelease::SameAgain;
    return outcome;
}

bool isNamed(const Witness &witness, const QByteArray &name)
{
    LockRecord other;
    other.id = {std::make_shared<const SourceId>(witness.source), name};
    const Witness expected = witnessOf(other);
    return expected.nameHashed == witness.nameHashed && expected.name == witness.name;
}

std::optional<Holder> takenFrom(const LockRecord &lock, const QByteArray &target)
{
    if (target.isEmpty())
        return lock.holders.empty() ? std::nullopt : std::optional(lock.holders.front());
    const auto aimedAt =
        std::find_if(lock.holders.begin(), lock.holders.end(),
                     [&target](const Holder &holder) { return holder.raw == target; });
    return aimedAt == lock.holders.end() ? std::nullopt : std::optional(*aimedAt);
}

std::optional<bool> isSameOwner(const LockRecord &before, const QByteArray &target,
                                const LockRecord &now)
{
    const std::optional<Holder> taken = takenFrom(before, target);
    if (!taken || taken->raw.isEmpty() || !holderNow(now))
        return std::nullopt;
    return std::any_of(now.holders.begin(), now.holders.end(), [&taken](const Holder &holder) {
        return holder.raw == taken->raw && holder.rawBytes == taken->rawBytes;
    });
}

QString holderGoesOn(const LockAction &action, bool renewed)
{
    if (action.onWaiter)
        return {};
    if (renewed)
        return Words::tr("Its holder is alive: it renewed the lock since you looked. A release "
                         "does not stop it, and it may take the lock again at once.");
    return Words::tr("A release stops no program: a holder that is alive goes on with its work, "
                     "and may take the lock again.");
}

QStringList toldBeforehand(const LockAction &action, const ReleasePreview &preview)
{
    QStringList told;
    if (!preview.refusal)
        told << action.consequence << holderGoesOn(action, preview.renewed);
    told << preview.warnings;
    told.removeAll(QString());
    return told;
}

std::optional<Holder> holderNow(const std::optional<LockRecord> &record)
{
    if (!record || record->holders.empty() || !isHeld(record->state))
        return std::nullopt;
    return record->holders.front();
}

AfterRelease afterRelease(const ReleaseReport &report)
{
    if (report.outcome.detail == ChangeDetail::NotConfirmed)
        return AfterRelease::NotConfirmed;
    if (report.notObserved)
        return AfterRelease::NotRead;
    if (report.now && report.now->state == LockState::Unknown)
        return AfterRelease::NotKnown;
    if (!holderNow(report.now))
        return report.now && isHeld(report.now->state) ? AfterRelease::Nameless
                                                       : AfterRelease::Nobody;
    const bool again = report.outcome.result == ReleaseResult::Released && report.sameOwner == true;
    return again ? AfterRelease::SameAgain : AfterRelease::Held;
}

QString afterReleaseText(const ReleaseReport &report, const QString &owner)
{
    switch (afterRelease(report)) {
    case AfterRelease::NotConfirmed: return {};
    case AfterRelease::NotRead:
        return Words::tr("Who holds it now could not be read: %1")
            .arg(errorText(*report.notObserved));
    case AfterRelease::NotKnown: return Words::tr("Who holds it now is not known.");
    case AfterRelease::Nameless:
        return Words::tr("It is held now, and nothing stored says by whom.");
    case AfterRelease::Nobody: return Words::tr("Nobody held it right after that.");
    case AfterRelease::SameAgain:
        return Words::tr("Held again by the same owner, %1: it goes on.").arg(owner);
    case AfterRelease::Held: return Words::tr("Now held by %1.").arg(owner);
    }
    Q_UNREACHABLE();
}

QString notAuditedText(const Error &why)
{
    return Words::tr("Not in the audit log: %1").arg(errorText(why));
}

QString seenAfterwards(const Witness &witness, const ReleaseReport &report)
{
    switch (afterRelease(report)) {
    case AfterRelease::NotConfirmed: return report.notObserved->message;
    case AfterRelease::NotRead:
    case AfterRelease::NotKnown: return Words::tr("The lock could not be looked at afterwards.");
    case AfterRelease::Nameless:
        return Words::tr("It is held now, and nothing stored says by whom.");
    case AfterRelease::Nobody: return Words::tr("Nobody holds it now.");
    case AfterRelease::SameAgain:
    case AfterRelease::Held: break;
    }
    const Witness now = witnessOf(*report.now);
    if (now.instance != witness.instance)
        return Words::tr("%1 holds it now.").arg(holderNow(report.now)->label);
    if (now.lease != witness.lease) {
        return Words::tr("The same holder has it now, with a renewed lease.");
    }
    return Words::tr("It is held now as it was before.");
}

} // namespace lockmaster
