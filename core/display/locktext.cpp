// SPDX-License-Identifier: Apache-2.0
#include "core/display/locktext.h"

#include "core/formats/knownnames.h"
#include "core/domain/systemtraits.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <QLocale>

#include <algorithm>

namespace lockmaster {

namespace {

bool isVacantLeader(const LockRecord &lock)
{
    return lock.state == LockState::Free && electsLeaders(lock.id.source->system);
}

QString holderText(const Holder &holder)
{
    QString label = holder.label.isEmpty() ? literalText(holder.raw) : literalText(holder.label);
    if (holder.holdCount > 1)
        return QStringLiteral("%1 ×%2").arg(label).arg(holder.holdCount);
    return label;
}

QString notKnown()
{
    return LockText::tr("The last look failed or was incomplete: nothing is known.");
}

QString nobody()
{
    return LockText::tr("Held by nobody.");
}

/** No finer than the server keeps it. */
TimeDetail detailOf(const Lease &lease)
{
    return lease.precision >= std::chrono::seconds(1) ? TimeDetail::ToSecond : TimeDetail::ToMilli;
}

} // namespace

QString LockText::none()
{
    return QStringLiteral("–");
}

QString LockText::unknown()
{
    return QStringLiteral("?");
}

QString LockText::name(const LockRecord &lock)
{
    return lock.id.name.isEmpty() ? tr("(empty name)") : nameText(lock.id.name);
}

QString LockText::owner(const LockRecord &lock)
{
    if (isVacantLeader(lock))
        return tr("(vacant)");
    if (lock.holders.empty())
        return lock.state == LockState::Unknown ? unknown() : none();
    const QString first = holderText(lock.holders.front());
    const auto others = static_cast<int>(lock.holders.size()) - 1;
    return others == 0 ? first : tr("%1 and %n more", nullptr, others).arg(first);
}

QString LockText::ttl(const LockRecord &lock, SteadyTime now)
{
    if (lock.state == LockState::Unknown)
        return unknown();
    if (lock.state == LockState::Free)
        return none();
    if (!lock.lease.hasExpiry)
        return tr("∞ none");
    const auto left = lock.ttlAt(now);
    if (!left)
        return unknown();
    if (*left > Micros(0) && *left < Millis(100))
        return tr("< 0.1 s");
    if (*left >= Micros(0))
        return durationText(*left);
    // Only the server says that a lease is over: until the next look it is at its end.
    if (lock.state == LockState::Held)
        return durationText(Micros(0));
    return QStringLiteral("−") + durationText(-*left);
}

Tone LockText::ttlTone(const LockRecord &lock, SteadyTime now)
{
    switch (lock.state) {
    case LockState::Unknown: return Tone::Unknown;
    case LockState::Free:
    case LockState::Expired: return Tone::Muted;
    case LockState::Blocked: return Tone::Danger;
    case LockState::Held: break;
    }
    if (!lock.lease.hasExpiry)
        return Tone::NoExpiry;
    const auto left = lock.ttlAt(now);
    if (!left)
        return Tone::Unknown;
    if (*left <= Micros(0))
        return Tone::Expiring;
    return shareTone(ttlShare(lock, now));
}

std::optional<double> LockText::ttlShare(const LockRecord &lock, SteadyTime now)
{
    const auto left = lock.ttlAt(now);
    if (!left || !lock.lease.granted || *lock.lease.granted <= Micros(0))
        return std::nullopt;
    const double share =
        static_cast<double>(left->count()) / static_cast<double>(lock.lease.granted->count());
    return std::clamp(share, 0.0, 1.0);
}

QString LockText::held(const LockRecord &lock, SteadyTime now)
{
    if (lock.state == LockState::Unknown)
        return unknown();
    if (lock.state == LockState::Free || lock.state == LockState::Expired)
        return none();
    if (!lock.heldSince)
        return unknown();
    const auto since = std::chrono::duration_cast<Micros>(now - *lock.heldSince);
    const QString text = ageText(since);
    return lock.heldBasis == HeldBasis::Observed ? atLeast(text) : text;
}

QString LockText::heldInWords(const LockRecord &lock, SteadyTime now)
{
    return inWords(held(lock, now), heldToolTip(lock));
}

QString LockText::inWords(const QString &shown, const QString &more)
{
    const QString said = more.endsWith(u'.') ? more.chopped(1) : more;
    return said.isEmpty() ? shown : QStringLiteral("%1 (%2)").arg(shown, said);
}

QString LockText::waiters(const LockRecord &lock)
{
    if (lock.state == LockState::Unknown)
        return unknown();
    return lock.waiters.count ? QString::number(*lock.waiters.count) : none();
}

QString LockText::environment(Environment environment)
{
    switch (environment) {
    case Environment::Production: return tr("production");
    case Environment::Staging: return tr("staging");
    case Environment::Development: return tr("development");
    case Environment::Unset: break;
    }
    return {};
}

QString LockText::environmentGroup(Environment group)
{
    const QString word = environment(group);
    return word.isEmpty() ? tr("no environment") : word;
}

QString LockText::state(const LockRecord &lock)
{
    switch (lock.state) {
    case LockState::Held: return tr("held");
    case LockState::Expired: return tr("expired");
    case LockState::Free: return isVacantLeader(lock) ? tr("vacant") : tr("free");
    case LockState::Blocked: return tr("blocked");
    case LockState::Unknown: return tr("unknown");
    }
    Q_UNREACHABLE();
}

Tone LockText::stateTone(const LockRecord &lock, SteadyTime now)
{
    const Tone tone = ttlTone(lock, now);
    return tone == Tone::Held ? Tone::Plain : tone;
}

QString LockText::expiryLocal(const LockRecord &lock)
{
    if (!lock.lease.expiresAt)
        return {};
    return tr("%1 local").arg(momentText(localTimeOf(*lock.lease.expiresAt), detailOf(lock.lease)));
}

QString LockText::expiry(const LockRecord &lock)
{
    if (!lock.lease.expiresAt)
        return {};
    const ServerTime at = *lock.lease.expiresAt;
    const QString utc = utcMomentText(at, detailOf(lock.lease));
    return localTimeOf(at).offsetFromUtc() == 0 ? utc : expiryLocal(lock) + u'\n' + utc;
}

QString LockText::ttlToolTip(const LockRecord &lock, SteadyTime now)
{
    if (lock.state == LockState::Unknown)
        return notKnown();
    if (!lock.lease.hasExpiry)
        return lock.state == LockState::Free ? nobody()
                                             : tr("No expiry: only its holder ends this lock.");
    if (!lock.lease.expiresAt)
        return tr("It has an expiry, but the time is not known.");
    QStringList lines;
    const auto left = *lock.ttlAt(now);
    lines << (left >= Micros(0) ? tr("Expires in %1").arg(durationText(left))
                                : tr("Its lease ended %1 ago").arg(durationText(-left)));
    lines << expiry(lock);
    if (lock.lease.granted)
        lines << tr("Lease: %1").arg(durationText(*lock.lease.granted));
    if (lock.lease.precision > Micros(0))
        lines << tr("The server keeps it to %1.").arg(durationText(lock.lease.precision));
    return lines.join(u'\n');
}

QString LockText::heldBasis(const LockRecord &lock)
{
    switch (lock.heldBasis) {
    case HeldBasis::Server: return tr("the server says so");
    case HeldBasis::Observed: return tr("at least: since it was first seen here");
    case HeldBasis::None: break;
    }
    return {};
}

QString LockText::ownerToolTip(const LockRecord &lock)
{
    if (!lock.holders.empty())
        return owner(lock);
    return lock.state == LockState::Unknown ? notKnown() : nobody();
}

QString LockText::heldToolTip(const LockRecord &lock)
{
    if (lock.state == LockState::Unknown)
        return notKnown();
    if (lock.state == LockState::Free)
        return nobody();
    if (lock.state == LockState::Expired)
        return tr("Its lease is over: nobody holds it any more.");
    return lock.heldSince ? heldBasis(lock)
                          : tr("Since when it is held does not stand in it, and its begin was not "
                               "seen.");
}

QString LockText::waitersToolTip(const LockRecord &lock)
{
    if (lock.state == LockState::Unknown)
        return notKnown();
    return lock.waiters.count ? literalText(lock.waiters.basis)
                              : tr("Who waits cannot be seen for this lock.");
}

QString LockText::changes(const std::optional<SeenChanges> &changes)
{
    if (!changes)
        return none();
    const QString count = countText(changes->count);
    return changes->isLeast ? atLeast(count) : count;
}

QString LockText::spokenChanges(const std::optional<SeenChanges> &changes)
{
    if (!changes)
        return tr("Nobody saw its changes within the last minute.");
    const QString said =
        tr("%Ln changes within the last minute that is over", nullptr, int(changes->count));
    return changes->isLeast ? tr("%1, or more: not all of it was seen").arg(said) : said;
}

QString LockText::changesToolTip(const std::optional<SeenChanges> &changes,
                                 const BackendStatus *backend)
{
    QString said = spokenChanges(changes);
    if (backend && backend->updates == UpdateKind::Polled)
        said +=
            u'\n'
            + tr("Its server is looked at every %1: what happens between two looks is not seen.")
                  .arg(periodText(backend->period));
    return said;
}

QString LockText::likely()
{
    return tr(
        "Likely a lock: its value is shaped like one, and so may be other things. If it is one, a "
        "pattern of the server that matches its name settles it.");
}

QString LockText::verdict(const Verdict &verdict)
{
    return verdict.contradicting ? tr("Cannot be known: what was seen contradicts itself")
                                 : lifeText(verdict.life);
}

Tone LockText::lifeTone(Life life)
{
    switch (life) {
    case Life::Alive: return Tone::Held;
    case Life::NoSign: return Tone::Expiring;
    case Life::Gone: return Tone::Danger;
    case Life::Unknown: return Tone::Muted;
    }
    Q_UNREACHABLE();
}

QString LockText::findingTitle(FindingId id)
{
    switch (id) {
    case FindingId::NoExpiry: return tr("No expiry");
    case FindingId::UnsignedOwner: return tr("Unsigned owner");
    case FindingId::ExpiredNotTaken: return tr("Expired, not taken");
    case FindingId::SleepingHolder: return tr("Sleeping holder");
    case FindingId::ZeroLease: return tr("Zero lease");
    case FindingId::ClockMismatch: return tr("Clock mismatch");
    case FindingId::NameCut: return tr("Name cut");
    case FindingId::RowLockSuspected: return tr("Row lock suspected");
    case FindingId::LeaseMargin: return tr("Lease too close to the renewal");
    case FindingId::Flapping: return tr("Leader flapping");
    case FindingId::VacantTooLong: return tr("Vacant too long");
    case FindingId::RenewedTooFast: return tr("Renewed too fast");
    case FindingId::ManyHosts: return tr("Heartbeats from several hosts");
    case FindingId::TwoLeaders: return tr("Two leaders");
    case FindingId::InvalidTime: return tr("No valid time");
    case FindingId::OddCount: return tr("Odd count");
    case FindingId::LeftBehind: return tr("Rows left behind");
    case FindingId::RepeatedName: return tr("Name in several rows");
    case FindingId::LostInFailover: return tr("Lost in a failover");
    case FindingId::Minority: return tr("On too few servers");
    case FindingId::TwoHolders: return tr("Two holders");
    }
    Q_UNREACHABLE();
}

QString LockText::findingSentence(FindingId id)
{
    switch (id) {
    case FindingId::NoExpiry: return tr("It is held and has no expiry: only its holder ends it.");
    case FindingId::UnsignedOwner:
        return tr("Its value does not tell one holder from the next: it is empty, or a word that "
                  "all of them write.");
    case FindingId::ExpiredNotTaken:
        return tr("Its lease ended a while ago, and nobody took it over.");
    case FindingId::SleepingHolder:
        return tr("The session that holds it has run nothing for a while.");
    case FindingId::ZeroLease: return tr("Its lease was granted for no time at all.");
    case FindingId::ClockMismatch:
        return tr("Its times contradict the clock that the profile names, or no clock is known.");
    case FindingId::NameCut: return tr("The server shows only the beginning of its name.");
    case FindingId::RowLockSuspected:
        return tr("An open transaction has its table locked, perhaps its row.");
    case FindingId::LeaseMargin:
        return tr("Its shortest lease is hardly longer than the time between two heartbeats.");
    case FindingId::Flapping: return tr("The lead changed hands several times within a minute.");
    case FindingId::VacantTooLong:
        return tr("Nobody leads, for longer than another lease would have lasted.");
    case FindingId::RenewedTooFast:
        return tr("Heartbeats of one name come as if two processes had it.");
    case FindingId::ManyHosts: return tr("Heartbeats of one name come from several hosts in turn.");
    case FindingId::TwoLeaders: return tr("Two wrote heartbeats while the lease of one still ran.");
    case FindingId::InvalidTime: return tr("The time in its row is none that exists.");
    case FindingId::OddCount:
        return tr("A number in its row is one that its library never writes.");
    case FindingId::LeftBehind:
        return tr("Its node or holder has gone, and rows of it stand in another table.");
    case FindingId::RepeatedName: return tr("Several rows of its table have this name.");
    case FindingId::LostInFailover:
        return tr("It was held on the master before, and the one that took over does not have it.");
    case FindingId::Minority: return tr("Fewer servers have it than it takes to hold it.");
    case FindingId::TwoHolders:
        return tr("Another one holds it than before, whose lease is not over yet.");
    }
    Q_UNREACHABLE();
}

Tone shareTone(std::optional<double> share)
{
    constexpr double expiring = 0.2;
    return share && *share < expiring ? Tone::Expiring : Tone::Held;
}

std::optional<Micros> overdueAge(const BackendStatus &status, SteadyTime now)
{
    if (!status.dataFrom)
        return std::nullopt;
    const auto age = std::chrono::duration_cast<Micros>(now - *status.dataFrom);
    const Micros slack = status.latency + Millis(500);
    return age > 2 * status.period + slack ? std::optional(age) : std::nullopt;
}

QString countText(qint64 count)
{
    return QLocale().toString(count);
}

QString briefText(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    const QString head = beginningOf(text, most * 2 / 3);
    qsizetype tail = most - head.size() - 1;
    if (text[text.size() - tail].isLowSurrogate())
        --tail;
    return head + QChar(0x2026) + text.right(tail);
}

QString briefLines(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = briefText(line, most);
    return lines.join(u'\n');
}

QString plainToolTip(const QString &text)
{
    constexpr qsizetype longestLine = 1000;
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p>%1</p>")
        .arg(briefLines(text, longestLine)
                 .toHtmlEscaped()
                 .replace(u'\n', QLatin1StringView("<br>")));
}

QString spokenCell(const QString &title, const QString &shown)
{
    QString said = shown;
    if (shown.isEmpty() || shown == LockText::none())
        said = LockText::tr("none");
    else if (shown == LockText::unknown())
        said = LockText::tr("not known");
    return QStringLiteral("%1: %2").arg(title, said);
}

} // namespace lockmaster
