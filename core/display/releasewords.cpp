// SPDX-License-Identifier: Apache-2.0
#include "core/display/releasewords.h"

#include "core/text/durationtext.h"
#include "core/actions/releaserecord.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"

namespace lockmaster {

namespace {

constexpr qsizetype shortName = 120;
constexpr qsizetype longValue = 400;
constexpr qsizetype mostHolders = 8;

QString joined(const QStringList &lines)
{
    QStringList said = lines;
    said.removeAll(QString());
    return said.join(u'\n');
}

QString errorLines(const Error &error)
{
    return joined({literalText(error.message), literalText(error.remedy)});
}

} // namespace

QString ReleaseWords::owner(const LockRecord &lock)
{
    return briefText(LockText::owner(lock), shortName);
}

QString ReleaseWords::name(const LockRecord &lock)
{
    return briefText(LockText::name(lock), shortName);
}

QString ReleaseWords::lift(const QStringList &backends)
{
    constexpr qsizetype mostBackends = 3;
    const QString names =
        briefText(literalText(backends.mid(0, mostBackends).join(QStringLiteral(", "))), shortName);
    return backends.size() > mostBackends
               ? tr("%1 and %n more are read-only: this allows writes to them for 10 minutes, for "
                    "the same reason.",
                    nullptr, int(backends.size() - mostBackends))
                     .arg(names)
           : backends.size() > 1
               ? tr("%1 are read-only: this allows writes to them for 10 minutes, for the same "
                    "reason.")
                     .arg(names)
               : tr("%1 is read-only: this allows writes to it for 10 minutes, for the same "
                    "reason.")
                     .arg(names);
}

QString ReleaseWords::andAllowWrites(const QString &label)
{
    return tr("%1 (allows writes)").arg(label);
}

QString ReleaseWords::outcome(const ReleaseOutcome &outcome)
{
    switch (outcome.result) {
    case ReleaseResult::Released: return tr("Released");
    case ReleaseResult::Busy: return tr("Busy: nothing was changed");
    case ReleaseResult::Denied:
        return outcome.detail == ChangeDetail::NotTrusted
                   ? tr("Refused: its format is not trusted here")
               : outcome.detail == ChangeDetail::NotNamed
                   ? tr("Refused: nobody named its table, in production")
                   : tr("Denied: nothing was changed");
    case ReleaseResult::Unknown: return tr("Unknown: it may or may not have happened");
    case ReleaseResult::Changed: break;
    }
    switch (outcome.detail) {
    case ChangeDetail::Renewed: return tr("Refused: renewed, its holder is alive");
    case ChangeDetail::Gone: return tr("Refused: nobody holds it any more");
    case ChangeDetail::Indistinguishable:
        return tr("Refused: nothing tells its holder from the next");
    case ChangeDetail::TooFresh: return tr("Refused: it has to be seen for longer");
    case ChangeDetail::TooOld: return tr("Refused: the look is too old");
    case ChangeDetail::OtherServer: return tr("Refused: it is another server");
    case ChangeDetail::NotGone: return tr("Refused: its holder is not known to be gone");
    case ChangeDetail::NotConfirmed:
    case ChangeDetail::Partial:
    case ChangeDetail::NotNamed:
    case ChangeDetail::NotTrusted:
    case ChangeDetail::FollowersUnknown:
    case ChangeDetail::None: break;
    }
    return tr("Refused: it is not what you looked at");
}

Tone ReleaseWords::outcomeTone(const ReleaseOutcome &outcome)
{
    switch (outcome.result) {
    case ReleaseResult::Released: return Tone::Good;
    case ReleaseResult::Changed:
        return outcome.detail == ChangeDetail::Gone ? Tone::Muted : Tone::Expiring;
    case ReleaseResult::Busy: return Tone::Expiring;
    case ReleaseResult::Denied:
    case ReleaseResult::Unknown: break;
    }
    return Tone::Danger;
}

namespace {

QString seenLater(const LaterHolder &later)
{
    return (later.same == true
                ? ReleaseWords::tr("%1 later it was held again by the same owner, %2: it goes on.")
                : ReleaseWords::tr("%1 later it was held by %2."))
        .arg(ageText(later.after), later.owner);
}

} // namespace

ReleaseMessage ReleaseWords::report(const ReleaseReport &report,
                                    const std::optional<LaterHolder> &later)
{
    QStringList lines{
        literalText(report.outcome.message), literalText(report.outcome.remedy),
        literalText(afterReleaseText(report, report.now ? owner(*report.now) : QString()))};
    if (later)
        lines << seenLater(*later);
    if (!report.auditId.isEmpty())
        lines << tr("Audit log: %1").arg(report.auditId);
    if (report.notAudited)
        lines << literalText(notAuditedText(*report.notAudited));
    const bool again = report.outcome.result == ReleaseResult::Released
                       && (report.sameOwner == true || (later && later->same == true));
    if (again)
        return {Tone::Expiring, tr("Released, and held again by the same owner"), joined(lines)};
    return {outcomeTone(report.outcome), outcome(report.outcome), joined(lines)};
}

ReleaseMessage ReleaseWords::notDone(const NotDone &why)
{
    const QString text = errorLines(why.error);
    switch (why.why) {
    case NotDone::Why::ReadOnly:
        return {Tone::Expiring, tr("Nothing was sent: the server is read-only now"), text};
    case NotDone::Why::ReasonMissing:
        return {Tone::Expiring, tr("Nothing was sent: a reason is missing"), text};
    case NotDone::Why::NotAudited:
        return {Tone::Danger, tr("Nothing was sent: the audit log cannot be written"), text};
    case NotDone::Why::NotReached:
        return {Tone::Danger, tr("Nothing was changed: the server did not do it"), text};
    case NotDone::Why::NotPossible:
        return {Tone::Expiring, tr("This cannot be done to the lock"), text};
    case NotDone::Why::Expired: return {Tone::Expiring, tr("The look is too old to act on"), text};
    }
    Q_UNREACHABLE();
}

ReleaseMessage ReleaseWords::refusal(const ReleaseOutcome &refusal)
{
    return {outcomeTone(refusal), outcome(refusal),
            joined({literalText(refusal.message), literalText(refusal.remedy)})};
}

ReleaseMessage ReleaseWords::change(const LookComparison &comparison, Micros seenAgo,
                                    bool instanceOnly)
{
    const QString ago =
        seenAgo < std::chrono::seconds(1) ? tr("just now") : tr("%1 ago").arg(ageText(seenAgo));
    switch (comparison.change) {
    case LookChange::Same: return {};
    case LookChange::Renewed:
        return {Tone::Expiring, tr("Renewed %1 by the same owner").arg(ago),
                instanceOnly ? tr("Its holder is alive and loses the lock all the same.")
                             : tr("Its holder is alive: a release would be refused. Look again, or "
                                  "release it even though it is renewed.")};
    case LookChange::ChangedHands:
        return {Tone::Danger, tr("It changed hands %1").arg(ago),
                tr("Now held by %1. What you looked at is over; nothing is released.")
                    .arg(comparison.now ? owner(*comparison.now) : LockText::unknown())};
    case LookChange::Gone:
        return {Tone::Muted, tr("Gone %1").arg(ago), tr("Nobody holds it any more.")};
    case LookChange::NotKnown:
        return {Tone::Expiring, tr("The server does not answer"),
                tr("How the lock stands now is not known. A release still compares first.")};
    }
    Q_UNREACHABLE();
}

namespace {

DetailRow row(const QString &label, const QString &value, Tone tone = Tone::Plain)
{
    return {label, briefText(value, longValue), tone, false, {}};
}

/** Each holder by name, and as it is stored where that says more. */
QStringList holderLines(const LockRecord &lock)
{
    QStringList lines;
    for (const Holder &holder : lock.holders) {
        if (lines.size() == mostHolders) {
            lines << ReleaseWords::tr("and %n more", nullptr,
                                      int(lock.holders.size()) - int(mostHolders));
            break;
        }
        const QString raw = literalText(holder.raw);
        QString line = holder.label.isEmpty() ? raw : literalText(holder.label);
        if (holder.holdCount > 1)
            line += QStringLiteral(" ×%1").arg(holder.holdCount);
        lines << briefText(line, longValue);
    }
    return lines;
}

QString ttlText(const LockRecord &lock, SteadyTime now)
{
    QString text = LockText::ttl(lock, now);
    if (const QString local = LockText::expiryLocal(lock); !local.isEmpty())
        text += QStringLiteral(" · ") + local;
    return text;
}

/** What comes of it. */
DetailSection consequences(const LockAction &action, const std::optional<ReleasePreview> &preview)
{
    DetailSection section;
    auto &rows = section.rows;
    if (preview) {
        for (const QString &loss : preview->losses)
            rows.push_back(row(ReleaseWords::tr("Also lost"), literalText(loss), Tone::Expiring));
    }
    rows.push_back(row(ReleaseWords::tr("Then"), literalText(action.consequence)));
    if (!preview)
        return section;
    const QString goesOn = preview->refusal ? QString() : holderGoesOn(action, preview->renewed);
    if (!goesOn.isEmpty())
        rows.push_back(row(ReleaseWords::tr("Beware"), goesOn, Tone::Expiring));
    for (const QString &warning : preview->warnings)
        rows.push_back(row(ReleaseWords::tr("Beware"), literalText(warning), Tone::Expiring));
    return section;
}

} // namespace

QString ReleaseWords::question(const LockRecord &lock, const LockAction &action)
{
    if (action.id == u"step-down")
        return QStringLiteral("%1: %2?").arg(literalText(action.label), name(lock));
    return tr("Release %1?").arg(name(lock));
}

Details ReleaseWords::facts(const LockRecord &lock, const LockAction &action,
                            const std::optional<ReleasePreview> &preview, const QString &seen,
                            SteadyTime now, const std::optional<Verdict> &verdict)
{
    Details details;
    DetailSection held;
    const QStringList holders = holderLines(lock);
    // Of what is on too few servers nobody is its holder.
    held.rows.push_back(row(lock.state == LockState::Unknown ? tr("Owner") : tr("Held by"),
                            holders.isEmpty() ? LockText::owner(lock) : holders.join(u'\n')));
    held.rows.back().verbatim = DetailRows::isToken(held.rows.back().value);
    held.rows.push_back(row(tr("Held for"), LockText::heldInWords(lock, now)));
    held.rows.push_back(row(tr("TTL"), ttlText(lock, now), LockText::ttlTone(lock, now)));
    DetailSection more;
    if (lock.holders.size() == 1 && !lock.holders.front().label.isEmpty()) {
        const QString raw = literalText(lock.holders.front().raw);
        if (!raw.isEmpty() && raw != literalText(lock.holders.front().label)) {
            more.rows.push_back(row(tr("As stored"), raw));
            more.rows.back().verbatim = true;
        }
    }
    if (lock.waiters.count)
        more.rows.push_back(row(tr("Waiting"), LockText::waiters(lock)));
    more.rows.push_back(row(tr("Seen"), seen));
    // From whom, and what comes of it, are in sight where there is room for little.
    details.sections = {std::move(held), consequences(action, preview), std::move(more)};
    if (verdict)
        details.findings.push_back(DetailRows::card(*verdict));
    for (const Finding &finding : lock.findings)
        details.findings.push_back(
            {LockText::findingTitle(finding.id), literalText(finding.evidence),
             finding.id == FindingId::NoExpiry ? Tone::NoExpiry : Tone::Expiring});
    return details;
}

} // namespace lockmaster
