// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leaderfindings.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto overlapIsToldFor = 60s;
constexpr int changesThatFlap = 3;

Micros rounded(Micros duration, Micros step)
{
    return (duration + step / 2) / step * step;
}

/** What storing a heartbeat may take from the lease. */
Micros loss(const Lease &lease)
{
    return lease.rounds ? lease.precision / 2 : lease.precision;
}

Micros shortestLease(const Lease &lease)
{
    return std::max(Micros::zero(), *lease.granted - loss(lease));
}

/** As exact as it is known. */
Micros told(const RenewalPeriod &period)
{
    return rounded(period.period, period.atMost && period.period > 500ms ? 100ms : 10ms);
}

QString everyText(const RenewalPeriod &period)
{
    const QString text = exactDurationText(told(period));
    return period.atMost ? Words::tr("%1 or less").arg(text) : text;
}

/** The figures: how often, how long, and what the column makes of it. */
QString leaseSentence(const Lease &lease, const RenewalPeriod &period)
{
    const QString every = everyText(period);
    const QString granted = exactDurationText(*lease.granted);
    if (lease.precision < 1ms)
        return Words::tr("A heartbeat comes every %1 and holds for %2.").arg(every, granted);
    const QString precision = exactDurationText(lease.precision);
    const QString least = exactDurationText(shortestLease(lease));
    if (lease.rounds)
        return Words::tr("A heartbeat comes every %1 and holds for %2; a column that "
                         "rounds to %3 makes that %4 to %5.")
            .arg(every, granted, precision, least, exactDurationText(*lease.granted + loss(lease)));
    return Words::tr("A heartbeat comes every %1 and holds for %2; a column that "
                     "cuts to %3 leaves %4 to %2 of that.")
        .arg(every, granted, precision, least);
}

QString marginSentence(const Lease &lease, const RenewalPeriod &period)
{
    const Micros margin = shortestLease(lease) - told(period);
    const Micros enough =
        rounded(std::max(told(period) * 3, told(period) * 3 / 2 + loss(lease)), 100ms);
    const QString late = exactDurationText(std::chrono::abs(margin));
    const bool coarse = lease.precision * 2 > period.period;
    if (margin < Micros::zero())
        return (coarse ? Words::tr("The lease may end %1 before the next one comes: let it "
                                   "hold for at least %2, or store fractions of a second.")
                       : Words::tr("The lease may end %1 before the next one comes: let it "
                                   "hold for at least %2."))
            .arg(late, exactDurationText(enough));
    return (coarse ? Words::tr("A heartbeat that is %1 late may lose the lead: let it hold "
                               "for at least %2, or store fractions of a second.")
                   : Words::tr("A heartbeat that is %1 late may lose the lead: "
                               "let it hold for at least %2."))
        .arg(late, exactDurationText(enough));
}

QString doubtText(const LeaderFacts &facts)
{
    switch (facts.doubt) {
    case HeartbeatTrain::Doubt::None: return {};
    case HeartbeatTrain::Doubt::TooFast:
        return Words::tr("Heartbeats of %1 came every %2 and now come faster: two "
                         "processes seem to share this identity.")
            .arg(facts.leader, exactDurationText(rounded(facts.trustedPeriod, 10ms)));
    case HeartbeatTrain::Doubt::Interleaved:
        return Words::tr("Heartbeats of %1 come short and long after each other, like two "
                         "trains in one: two processes seem to share this identity.")
            .arg(facts.leader);
    case HeartbeatTrain::Doubt::Backwards:
        return Words::tr("Heartbeats of %1 go back in time again and again: two processes "
                         "with different clocks seem to share this identity.")
            .arg(facts.leader);
    }
    Q_UNREACHABLE();
}

} // namespace

bool LeaderFindings::has(FindingId id) const
{
    return std::any_of(m_findings.begin(), m_findings.end(),
                       [id](const Finding &each) { return each.id == id; });
}

void LeaderFindings::set(FindingId id, const QString &evidence)
{
    const auto at = std::lower_bound(m_findings.begin(), m_findings.end(), id,
                                     [](const Finding &a, FindingId b) { return a.id < b; });
    if (at != m_findings.end() && at->id == id) {
        at->evidence = evidence;
        return;
    }
    m_findings.insert(at, {id, evidence});
    m_appeared.push_back(id);
}

void LeaderFindings::clear(FindingId id)
{
    m_findings.erase(std::remove_if(m_findings.begin(), m_findings.end(),
                                    [id](const Finding &each) { return each.id == id; }),
                     m_findings.end());
}

void LeaderFindings::changedHands(const QString &from, const QString &to, int changesLastMinute,
                                  bool inDoubt)
{
    m_hands = Words::tr("The lead changed hands %1 times within a minute, last from %2 to "
                        "%3.")
                  .arg(QString::number(changesLastMinute), from, to);
    const bool flaps = changesLastMinute >= changesThatFlap || has(FindingId::Flapping);
    m_handsWait = flaps && inDoubt;
    if (flaps && !inDoubt && !m_areInTurn)
        set(FindingId::Flapping, m_hands);
}

void LeaderFindings::wroteInTurn(const QString &from, const QString &to, SteadyTime at)
{
    m_overlappedAt = at;
    m_handsWait = false;
    clear(FindingId::Flapping);
    if (std::exchange(m_areInTurn, true))
        return;
    set(FindingId::TwoLeaders,
        Words::tr("%1 and %2 write heartbeats in turn, each while the lease of the other "
                  "runs: both lead, or each lets the other in again within a heartbeat.")
            .arg(from, to));
}

void LeaderFindings::overlapped(const QString &leader, const QString &intruder, Micros left,
                                std::optional<Micros> away, SteadyTime at)
{
    m_overlappedAt = at;
    const QString runs = exactDurationText(left);
    if (!away || *away < Micros::zero()) { // overruled itself, a moment ago
        set(FindingId::TwoLeaders,
            Words::tr("%1 wrote a heartbeat while the lease of %2 had %3 to run: both may "
                      "have led, unless %2 let go just before.")
                .arg(intruder, leader, runs));
        return;
    }
    set(FindingId::TwoLeaders,
        Words::tr("%1 lost the lead %4 ago and wrote a heartbeat while the lease of %2 had "
                  "%3 to run: either both led, or %2 let go between two looks, which "
                  "leaves the same rows.")
            .arg(intruder, leader, runs, exactDurationText(rounded(*away, 100ms))));
}

void LeaderFindings::judgeMargin(const LeaderFacts &facts)
{
    if (!facts.period || !facts.lease.granted)
        return;
    const Micros least = shortestLease(facts.lease);
    const bool had = has(FindingId::LeaseMargin);
    if (least * 100 >= facts.shortestPeriod * (had ? 165 : 150)) {
        clear(FindingId::LeaseMargin);
        return;
    }
    const Micros period = facts.period->period;
    const bool sameLease = facts.lease.granted == m_leaseSaid.granted
                           && facts.lease.precision == m_leaseSaid.precision
                           && facts.lease.rounds == m_leaseSaid.rounds;
    if (had && sameLease && std::chrono::abs(period - m_periodSaid) * 10 <= m_periodSaid)
        return;
    m_periodSaid = period;
    m_leaseSaid = facts.lease;
    set(FindingId::LeaseMargin, leaseSentence(facts.lease, *facts.period) + QLatin1Char(' ')
                                    + marginSentence(facts.lease, *facts.period));
}

void LeaderFindings::judgeVacancy(const LeaderFacts &facts)
{
    const bool tooLong = facts.vacantSince && facts.lease.granted
                         && facts.now - *facts.vacantSince > *facts.lease.granted;
    if (!tooLong) {
        clear(FindingId::VacantTooLong);
        return;
    }
    if (has(FindingId::VacantTooLong))
        return;
    const QString lease = exactDurationText(*facts.lease.granted);
    set(FindingId::VacantTooLong,
        facts.leader.isEmpty()
            ? Words::tr("Nobody has led for longer than a lease (%1).").arg(lease)
            : Words::tr("Nobody has led for longer than a lease (%1) since that "
                        "of %2 was over.")
                  .arg(lease, facts.leader));
}

void LeaderFindings::judgeDoubt(const LeaderFacts &facts)
{
    if (facts.doubt == HeartbeatTrain::Doubt::None)
        clear(FindingId::RenewedTooFast);
    else if (!has(FindingId::RenewedTooFast))
        set(FindingId::RenewedTooFast, doubtText(facts));
}

std::vector<FindingId> LeaderFindings::update(const LeaderFacts &facts)
{
    judgeMargin(facts);
    judgeVacancy(facts);
    judgeDoubt(facts);
    if (facts.changesLastMinute == 0)
        clear(FindingId::Flapping);
    if (m_overlappedAt && facts.now - *m_overlappedAt > overlapIsToldFor) {
        m_overlappedAt.reset();
        m_areInTurn = false;
        clear(FindingId::TwoLeaders);
    }
    if (m_handsWait && !facts.handsInDoubt) {
        m_handsWait = false;
        if (facts.changesLastMinute >= changesThatFlap && !m_areInTurn)
            set(FindingId::Flapping, m_hands);
    }
    return std::exchange(m_appeared, {});
}

void LeaderFindings::addTo(LockRecord &lock) const
{
    for (const Finding &finding : m_findings) {
        if (lock.hasFinding(finding.id))
            continue;
        const auto at = std::find_if(lock.findings.begin(), lock.findings.end(),
                                     [&](const Finding &each) { return each.id > finding.id; });
        lock.findings.insert(at, finding);
    }
}

} // namespace lockmaster
