// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leadertracker.h"

#include "core/leaders/leaderfindings.h"
#include "core/leaders/leaderlog.h"
#include "core/text/words.h"

#include <algorithm>
#include <deque>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** By so much clocks that are kept in step may differ without anybody being to blame. */
constexpr Micros clockTolerance = 100ms;
/** An expiry that is told only as what is left of it wanders by the round trip. */
constexpr Micros expiryJitter = 20ms;
/** Who lost the lead so long ago and takes it early has started anew: it does not wake up. */
constexpr Micros sleepsAtMost = 1min;
/** So many that were overruled came back as if nothing had been: nobody lets go unseen so often. */
constexpr size_t returnsOfTwoLeaders = 2;
/** Where the looks miss most heartbeats of the one, they show its return only now and then. */
constexpr Micros returnsCountFor = 1min;

SteadyTime middle(SteadyTime a, SteadyTime b)
{
    return a + (b - a) / 2;
}

/** A moment that is known to lie between two. */
struct Range {
    SteadyTime low{};
    SteadyTime high{};

    SteadyTime mid() const { return middle(low, high); }
    Micros half() const { return between(low, high) / 2; }
};

/** What stands in the row, or in the value. */
struct Written {
    QByteArray identity;
    QString label;
    qint64 stored = 0;
    std::optional<ServerTime> expiresAt;
};

/** Who led until its lease ran out, or was overruled. */
struct Loser {
    QByteArray identity;
    SteadyTime leaseEnd{};
};

/** Who led and was overruled while its lease ran, unless it had just let go. */
struct Overruled {
    QByteArray identity;
    SteadyTime lastBeat{};
    SteadyTime leaseEnd{};
};

std::optional<Written> writtenOf(const LockRecord &lock)
{
    const bool nobody =
        lock.state == LockState::Free || (lock.holders.empty() && lock.state != LockState::Held);
    if (nobody)
        return std::nullopt;
    Written written;
    if (!lock.holders.empty()) {
        written.identity = lock.holders.front().raw;
        written.label = lock.holders.front().label;
    }
    written.stored = lock.lease.stored;
    written.expiresAt = lock.lease.expiresAt;
    return written;
}

} // namespace

struct LeaderTracker::Private {
    Private(bool isMarked, SteadyTime begun, ServerTime wallNow)
        : marked(isMarked), log(begun, wallNow)
    {
    }

    void look(LockRecord &lock, SteadyTime begun, SteadyTime answered);
    void nobody(SteadyTime begun, SteadyTime answered);
    void takeIn(const LockRecord &lock, const Written &now, SteadyTime begun, SteadyTime answered);
    bool moved(const Written &now) const;
    void firstLook(const Written &now, const Heartbeat &beat, SteadyTime begun);
    void renewed(const Written &now, const Heartbeat &beat, SteadyTime begun);
    void takenOver(const Written &now, const Heartbeat &beat);
    void comeBack(const Written &now, const Heartbeat &beat);
    void endOldReign(const Written &now, const Heartbeat &beat, SteadyTime leaseEnd);
    bool takesTooEarly(const Heartbeat &seen) const;
    bool wasLetGo(const Written &now, const Heartbeat &seen) const;
    std::optional<Micros> awayFor(const Written &now, const Heartbeat &seen) const;
    bool writeInTurn(const Written &now, const Heartbeat &seen);
    Micros returnsWithin() const;
    void forgetReturns();
    void forgetReturnsBefore(SteadyTime now);
    Range lossBefore(const Heartbeat &taken, SteadyTime *leaseEnd) const;
    void lead(const Written &now, const Heartbeat &beat);
    void letGo(SteadyTime at);
    void freeAfterBlind(SteadyTime begun, SteadyTime answered);
    void expire(SteadyTime begun);
    void closeLook(LockRecord *lock, SteadyTime begun, SteadyTime answered);
    QString labelOf(const Written &one) const;

    bool marked = false;
    LeaderLog log;
    HeartbeatTrain train;
    LeaderFindings findings;

    std::optional<Written> row;          ///< what the last look showed; none: nobody
    std::optional<Written> last;         ///< who led last, or leads
    std::optional<Loser> before;         ///< who led before that one and did not let go
    std::vector<Overruled> overruled;    ///< not long ago, each once
    std::deque<SteadyTime> returns;      ///< when one of those was back, not long ago
    std::optional<Heartbeat> beat;       ///< the last one of who leads or led last
    std::optional<Range> loss;           ///< seen: the lead was let go in this time
    Lease lease;                         ///< as last seen
    std::optional<SteadyTime> blindFrom; ///< the server has not answered since
    std::optional<SteadyTime> lookBegun; ///< the last look that was answered
    SteadyTime lookAnswered{};
    Micros lookGap{0};
    Micros widestGap{0}; ///< of the recent ones; older ones count less and less
    LeaderFigures figures;
    std::shared_ptr<const LeaderWatch> shown;
};

QString LeaderTracker::Private::labelOf(const Written &one) const
{
    return one.label.isEmpty() ? Words::tr("(unsigned)") : one.label;
}

void LeaderTracker::Private::look(LockRecord &lock, SteadyTime begun, SteadyTime answered)
{
    lookGap = lookBegun ? between(*lookBegun, begun) : Micros::zero();
    widestGap = std::max(lookGap, widestGap * 7 / 8);
    lease = lock.lease;
    if (const auto now = writtenOf(lock))
        takeIn(lock, *now, begun, answered);
    else
        nobody(begun, answered);
    closeLook(&lock, begun, answered);
}

void LeaderTracker::Private::takeIn(const LockRecord &lock, const Written &now, SteadyTime begun,
                                    SteadyTime answered)
{
    if (lookBegun && !moved(now)) {
        train.stillShown(begun);
        return;
    }
    Heartbeat seen = heartbeatSeen(lock.lease, lookBegun, begun, answered);
    if (marked)
        seen.stored.reset(); // an expiry, which a shorter lease moves back
    const bool setBack = row && row->identity == now.identity && now.stored < row->stored
                         && lock.lease.expiresAt && lock.lease.deadline <= answered;
    if (!lookBegun) {
        firstLook(now, seen, begun);
    } else if (setBack) {
        // An operator's release leaves the name and writes a time of long ago.
        forgetReturns();
        if (blindFrom) {
            freeAfterBlind(begun, answered);
        } else {
            if (log.reigning())
                letGo(middle(lookAnswered, begun));
            loss = Range{*lookBegun, answered};
        }
    } else if (last && last->identity == now.identity) {
        renewed(now, seen, begun);
    } else {
        takenOver(now, seen);
    }
    row = now;
}

bool LeaderTracker::Private::moved(const Written &now) const
{
    if (!row || row->identity != now.identity || row->stored != now.stored)
        return true;
    return marked && now.expiresAt && row->expiresAt
           && std::chrono::abs(*now.expiresAt - *row->expiresAt) > expiryJitter;
}

void LeaderTracker::Private::firstLook(const Written &now, const Heartbeat &seen, SteadyTime begun)
{
    last = now;
    beat = seen;
    if (seen.leaseEnd <= begun) {
        log.beginVacancy(log.since());
        return;
    }
    log.beginReign(log.candidate(now.identity, labelOf(now)), log.since());
    train.start(seen);
}

/** The one that led last wrote again. */
void LeaderTracker::Private::renewed(const Written &now, const Heartbeat &seen, SteadyTime begun)
{
    const bool broken = blindFrom || loss;
    if (!log.reigning()) {
        comeBack(now, seen);
    } else if (blindFrom && beat->leaseEnd < seen.low) {
        log.endReign(beat->leaseEnd);
        log.beginReign(log.candidate(now.identity, labelOf(now)), seen.moment());
        log.addHeartbeat(seen.moment());
    } else {
        log.addHeartbeat(std::max(seen.moment(), beat->moment()));
    }
    if (broken || !beat)
        train.start(seen);
    else
        train.follow(seen, lookGap);
    last = now;
    beat = seen;
    loss.reset();
    train.stillShown(begun);
}

/** After its lease had run out, or it had let go. */
void LeaderTracker::Private::comeBack(const Written &now, const Heartbeat &seen)
{
    const SteadyTime from = log.vacantSince().value_or(seen.moment());
    const SteadyTime low = blindFrom ? std::max(from, *blindFrom) : std::max(from, seen.low);
    const Range taken{low, std::max(low, seen.high)};
    log.endVacancy(blindFrom ? *blindFrom : std::max(from, seen.moment()));
    const int candidate = log.candidate(now.identity, labelOf(now));
    const SteadyTime lost = loss ? std::min(from, loss->mid()) : from;
    const Micros unknown = loss ? loss->half() : Micros::zero();
    log.add(Failover{seen.moment(), candidate, candidate, between(lost, taken.mid()),
                     taken.half() + unknown});
    log.beginReign(candidate, std::max(from, seen.moment()));
    log.addHeartbeat(std::max(from, seen.moment()));
}

void LeaderTracker::Private::takenOver(const Written &now, const Heartbeat &seen)
{
    if (!last) {
        // Nobody was seen before: there is no one to fail over from.
        log.endVacancy(blindFrom ? *blindFrom : seen.moment());
        lead(now, seen);
        return;
    }
    const int to = log.candidate(now.identity, labelOf(now));
    const int from = log.candidate(last->identity, labelOf(*last));
    const bool early = takesTooEarly(seen);
    if (!early)
        forgetReturns();
    const bool inTurn = early && writeInTurn(now, seen);
    if (early && !inTurn && wasLetGo(now, seen)) {
        letGo(seen.low);
        loss = Range{seen.low, seen.high};
    }
    SteadyTime leaseEnd = beat->leaseEnd;
    const Range lost = lossBefore(seen, &leaseEnd);
    Range taken{blindFrom && log.vacantSince() ? *blindFrom : seen.low, seen.high};
    if (leaseEnd < taken.high) { // nobody takes over before
        // The heartbeat that was seen may not be the first: looks and renewals keep step.
        const SteadyTime open = std::max(leaseEnd, lookBegun.value_or(leaseEnd));
        const Micros period = train.period() ? train.period()->period : Micros::zero();
        if (period > Micros::zero() && seen.high + readingError - period > open)
            taken.low = open;
        taken.low = std::max(taken.low, leaseEnd);
    }
    Failover failover{seen.moment(), from, to, Micros::zero(), Micros::zero()};
    if (blindFrom && log.reigning()) {
        failover.uncertainty = between(*blindFrom, seen.high);
    } else {
        failover.vacancy = std::max(Micros::zero(), between(lost.mid(), taken.mid()));
        failover.uncertainty = lost.half() + taken.half();
    }
    endOldReign(now, seen, leaseEnd);
    log.add(failover);
    log.add(LeaderMark::Kind::TookOver, seen.moment(), to, Words::tr("took over"));
    if (inTurn)
        findings.wroteInTurn(labelOf(*last), labelOf(now), seen.high);
    else
        findings.changedHands(labelOf(*last), labelOf(now), log.changesSince(seen.high - 60s),
                              !returns.empty());
    before = loss ? std::nullopt : std::optional(Loser{last->identity, leaseEnd});
    lead(now, seen);
}

void LeaderTracker::Private::endOldReign(const Written &now, const Heartbeat &seen,
                                         SteadyTime leaseEnd)
{
    const int from = log.candidate(last->identity, labelOf(*last));
    const QString ranOut = Words::tr("lease ran out");
    if (!log.reigning()) {
        // Said only now: a lone leader that renews late would fill the lanes with signs.
        if (const auto since = log.vacantSince(); since && !loss)
            log.add(LeaderMark::Kind::Expired, *since, from, ranOut);
        log.endVacancy(blindFrom ? *blindFrom : seen.moment());
        return;
    }
    if (blindFrom) {
        log.endReign(std::min(leaseEnd, seen.moment()));
        return;
    }
    if (takesTooEarly(seen)) { // and did not let go
        const int to = log.candidate(now.identity, labelOf(now));
        log.endReign(leaseEnd);
        log.add(LeaderOverlap{{seen.moment(), leaseEnd}, from, to});
        if (returns.size() < returnsOfTwoLeaders)
            findings.overlapped(labelOf(*last), labelOf(now), between(seen.high, leaseEnd),
                                awayFor(now, seen), seen.high);
        return;
    }
    const SteadyTime end = std::min(leaseEnd, seen.moment());
    log.endReign(end);
    if (end == seen.moment())
        return;
    log.add(LeaderMark::Kind::Expired, end, from, ranOut);
    log.beginVacancy(end);
    log.endVacancy(seen.moment());
}

/** While the lease of the one that leads runs, beyond what clocks may differ by. */
bool LeaderTracker::Private::takesTooEarly(const Heartbeat &seen) const
{
    const bool mayLead = log.reigning() && !blindFrom && beat->leaseEnd != SteadyTime::max();
    return mayLead && between(seen.high, beat->leaseEnd) > clockTolerance + beat->uncertainty();
}

/**
 * Another took over while the lease still ran. By its own clock the lease was over: two led. By its
 * own clock it was not: then the leader has let go between two looks, unless the other is the one
 * that led just before and may have woken up again. Of a marked lock only the expiry is known:
 * nothing tells a clock that is ahead, and who holds it keeps others out.
 *
 * One that woke up and one that was started anew, and was let in between two looks, leave the same
 * rows at the same moments. No rule can part them, so that it is told, and what it may have been.
 */
bool LeaderTracker::Private::wasLetGo(const Written &now, const Heartbeat &seen) const
{
    if (marked)
        return true;
    // Half a unit of the column either way is no clock's fault.
    const bool overByItsClock =
        seen.writtenUntil - seen.precision / 2 + readingError >= beat->leaseEnd;
    return !overByItsClock && !awayFor(now, seen);
}

/** How long ago it lost the lead, by its lease, to the one that leads; none: it did not, or too
 * long ago to wake up. */
std::optional<Micros> LeaderTracker::Private::awayFor(const Written &now,
                                                      const Heartbeat &seen) const
{
    if (!before || before->identity != now.identity)
        return std::nullopt;
    const Micros away = between(before->leaseEnd, seen.high);
    const Micros lasts = std::max(sleepsAtMost, lease.granted.value_or(Micros::zero()) * 2);
    return away < lasts ? std::optional(away) : std::nullopt;
}

/**
 * One that was overruled while its lease ran writes again while that of the other runs, and no
 * later than it would have anyway. Once may be two that let go between looks, one right after the
 * other. Who does it again never knew of the other: both write, and each looks like the leader in
 * turn.
 */
bool LeaderTracker::Private::writeInTurn(const Written &now, const Heartbeat &seen)
{
    if (marked) // who holds one keeps others out, and may well let go again at once
        return false;
    const Micros within = returnsWithin();
    forgetReturnsBefore(seen.high);
    const bool isBack = std::any_of(overruled.begin(), overruled.end(), [&](const Overruled &one) {
        return one.identity == now.identity && seen.low < one.leaseEnd
               && between(one.lastBeat, seen.moment()) <= within;
    });
    if (isBack)
        returns.push_back(seen.high);
    std::erase_if(overruled, [&](const Overruled &one) {
        return one.identity == now.identity || one.identity == last->identity
               || between(one.lastBeat, seen.moment()) > within;
    });
    overruled.push_back({last->identity, beat->moment(), beat->leaseEnd});
    return returns.size() >= returnsOfTwoLeaders;
}

/**
 * From one heartbeat to the next, as far as the looks of late could show it: somebody that lost the
 * lead takes longer to come back.
 */
Micros LeaderTracker::Private::returnsWithin() const
{
    const Micros usual = train.period() ? train.period()->period * 3 / 2
                                        : lease.granted.value_or(Micros::zero()) / 2;
    return usual + lease.precision + widestGap * 2;
}

/** What comes now has nothing to do with who was overruled before. */
void LeaderTracker::Private::forgetReturns()
{
    overruled.clear();
    returns.clear();
}

void LeaderTracker::Private::forgetReturnsBefore(SteadyTime now)
{
    const Micros lasts = std::max(returnsCountFor, returnsWithin() * 3);
    std::erase_if(returns, [&](SteadyTime at) { return between(at, now) > lasts; });
}

/**
 * When the one that led last was lost: after its last heartbeat and before the next one that did
 * not come. Heartbeats that no look showed may have come after the last look; as many as fit before
 * the next one could take over, and no fewer than explain why it had to wait.
 */
Range LeaderTracker::Private::lossBefore(const Heartbeat &taken, SteadyTime *leaseEnd) const
{
    if (loss)
        return *loss;
    const SteadyTime from = beat->moment();
    const Micros known = train.period() ? train.period()->period : Micros::zero();
    const bool endless = beat->leaseEnd == SteadyTime::max();
    const Micros lasts = endless ? lookGap : between(from, beat->leaseEnd);
    const Micros period = std::max<Micros>(known > Micros::zero() ? known : lasts, 1ms);
    const SteadyTime at = taken.moment();
    qint64 most = 0;
    qint64 least = 0;
    if (known > Micros::zero() && !endless && lookBegun && at > beat->leaseEnd) {
        const Micros over = between(beat->leaseEnd, at) + taken.uncertainty();
        const qint64 unseen = std::max<qint64>(1, (between(from, *lookBegun) / period) + 1);
        most = over / period;
        if (most < unseen)
            most = 0;
        else
            least = std::max<qint64>(0, (over - taken.uncertainty() * 2) / period - 1);
        if (least > 0)
            least = std::max(least, unseen);
    }
    *leaseEnd = endless ? beat->leaseEnd : beat->leaseEnd + Micros(most * period);
    const SteadyTime low = from + least * period - beat->uncertainty();
    const SteadyTime high = from + (most + 1) * period + beat->uncertainty();
    return {low, std::max(low, std::min(high, at))};
}

void LeaderTracker::Private::lead(const Written &now, const Heartbeat &seen)
{
    log.beginReign(log.candidate(now.identity, labelOf(now)), seen.moment());
    log.addHeartbeat(seen.moment());
    train.startAnother(seen);
    last = now;
    beat = seen;
    loss.reset();
}

void LeaderTracker::Private::letGo(SteadyTime at)
{
    log.endReign(at);
    log.beginVacancy(at);
    log.add(LeaderMark::Kind::SteppedDown, at, log.candidate(last->identity, labelOf(*last)),
            Words::tr("let go"));
}

/** A look shows that nobody is written down. */
void LeaderTracker::Private::nobody(SteadyTime begun, SteadyTime answered)
{
    forgetReturns();
    if (!lookBegun) {
        log.beginVacancy(log.since());
    } else if (blindFrom) {
        freeAfterBlind(begun, answered);
    } else {
        expire(begun);
        if (log.reigning()) {
            letGo(middle(lookAnswered, begun));
            loss = Range{*lookBegun, answered};
        }
    }
    row.reset();
}

/** Others may have led and let go while the server did not answer: vacant is what was seen. */
void LeaderTracker::Private::freeAfterBlind(SteadyTime begun, SteadyTime answered)
{
    if (beat) {
        loss = Range{loss ? loss->low : beat->moment(), answered};
        log.endReign(std::min(beat->leaseEnd, begun));
    }
    log.endVacancy(*blindFrom);
    log.beginVacancy(begun);
}

/** The lease is over, and the look of then still shows it. */
void LeaderTracker::Private::expire(SteadyTime begun)
{
    if (!log.reigning() || !beat || beat->leaseEnd > begun)
        return;
    log.endReign(beat->leaseEnd);
    log.beginVacancy(beat->leaseEnd);
}

void LeaderTracker::Private::closeLook(LockRecord *lock, SteadyTime begun, SteadyTime answered)
{
    expire(begun);
    log.endUnseen(begun);
    blindFrom.reset();
    lookBegun = begun;
    lookAnswered = answered;

    LeaderFacts facts;
    facts.now = begun;
    facts.lease = lease;
    facts.period = train.period();
    facts.shortestPeriod = train.shortestPeriod(lease.granted.value_or(Micros::zero()));
    facts.doubt = train.doubt(begun);
    facts.trustedPeriod = train.trustedPeriod();
    facts.changesLastMinute = log.changesSince(begun - 60s);
    facts.vacantSince = log.vacantSince();
    forgetReturnsBefore(begun);
    facts.handsInDoubt = !returns.empty();
    facts.leader = last ? labelOf(*last) : QString();
    for (const FindingId id : findings.update(facts))
        log.add(LeaderMark::Kind::Finding, begun, {}, findingName(id));
    if (lock)
        findings.addTo(*lock);

    figures.lease = lease.granted;
    figures.period = train.period();
    figures.lastHeartbeat = beat ? std::optional(beat->moment()) : std::nullopt;
    figures.heartbeatPrecision = lease.precision;
    figures.changesLastHour = log.changesSince(begun - 1h);
    figures.lastFailover =
        log.failovers().empty() ? std::nullopt : std::optional(log.failovers().back());
    figures.vacantSince = log.vacantSince();
    figures.vacantLastHour = log.vacantBetween(begun - 1h, begun);
    figures.watchedSince = log.begun();
}

LeaderTracker::LeaderTracker(bool marked, SteadyTime begun, ServerTime wallNow)
    : d(std::make_unique<Private>(marked, begun, wallNow))
{
}

LeaderTracker::~LeaderTracker() = default;

void LeaderTracker::keepHeartbeats(size_t most)
{
    d->log.keepHeartbeats(most);
}

void LeaderTracker::look(LockRecord &lock, SteadyTime begun, SteadyTime answered)
{
    if (lock.state == LockState::Unknown) {
        unseen(begun);
        return;
    }
    d->look(lock, begun, answered);
}

void LeaderTracker::gone(SteadyTime begun)
{
    d->lookGap = d->lookBegun ? between(*d->lookBegun, begun) : Micros::zero();
    d->nobody(begun, begun);
    d->closeLook(nullptr, begun, begun);
}

void LeaderTracker::unseen(SteadyTime since)
{
    if (d->blindFrom)
        return;
    d->blindFrom = d->lookBegun ? d->lookAnswered : since;
    d->forgetReturns();
    d->log.beginUnseen(*d->blindFrom);
    d->figures.vacantSince.reset(); // somebody may lead by now; the next look tells
}

std::shared_ptr<const LeaderWatch> LeaderTracker::watch(std::shared_ptr<const LockRecord> lock)
{
    if (!d->lookBegun)
        return nullptr;
    auto history = d->log.history();
    if (d->shown && d->shown->lock == lock && d->shown->history == history
        && d->shown->figures == d->figures)
        return d->shown;
    d->shown = std::make_shared<const LeaderWatch>(
        LeaderWatch{std::move(lock), d->marked, d->figures, std::move(history)});
    return d->shown;
}

} // namespace lockmaster
