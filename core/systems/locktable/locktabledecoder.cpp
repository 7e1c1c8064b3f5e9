// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktabledecoder.h"

#include "core/platform/heap.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Beyond this two clocks differ by zone and not by drift: half of a quarter of an hour. */
constexpr Micros zoneNotDrift = 450s;
/** Leases of such tables are minutes; with another zone in it an hour or more comes on top. */
constexpr Micros usualLease = 10min;
constexpr Micros suspiciousLease = 90min;
constexpr Micros aboveTheHour = 5min;

} // namespace

void LockTableDecoder::decode(const SqlTableReading &reading, Observation &observation)
{
    const ColumnClock clock(m_maker.table().clock, reading);
    m_maker.begin(reading);
    observation.records.reserve(reading.rows.size());
    preferLargePages(observation.records.data(),
                     observation.records.capacity() * sizeof(LockRecord));
    for (const SqlTableRow &row : reading.rows) {
        LockRecord &record = observation.records.emplace_back();
        TableRecordMaker::Made made = m_maker.make(row, record);
        fill(made, reading, clock);
        m_maker.applyLocks(record);
    }
    m_maker.end(observation.records);
}

void LockTableDecoder::fill(TableRecordMaker::Made &made, const SqlTableReading &reading,
                            const ColumnClock &clock) const
{
    LockRecord &record = made.record;
    const std::optional<qint64> written = made.memory.row.time;
    if (made.memory.row.noTime != NoTime::No) {
        const NoTimeVerdict verdict = judgeNoTime(made.memory.row.noTime);
        record.state = verdict.state;
        record.findings.push_front(verdict.finding);
        return;
    }
    if (!written) {
        record.state = LockState::Held;
        return;
    }
    if (isReleasedTime(*written)) {
        record.state = LockState::Free;
        record.holders.clear();
        return;
    }
    const ColumnClock::Moment moment = clock.moment(*written);
    // Of two possible ends the later one: that a lock is free to take is a claim.
    const ServerTime expiresAt = moment.again.value_or(moment.at);
    setExpiry(record, expiresAt, reading.clock);
    const ServerTime now = reading.clock.server;
    record.state = now <= expiresAt ? LockState::Held : LockState::Expired;

    if (moment.unsure)
        record.lease.expiresAt.reset();
    const bool notAskedYet = moment.unsure && !reading.zoneRefused;
    if (made.rewritten && !notAskedYet)
        made.memory.findings = judgeRewrite(*written, expiresAt, now);
    if (!made.memory.findings.empty())
        record.findings = made.memory.findings + record.findings;
    if (notAskedYet || record.hasFinding(FindingId::ClockMismatch))
        return;
    const ClockSpec &spec = m_maker.table().clock;
    if (const auto odd = oddHour(moment, spec, *written)) {
        record.findings.push_back(*odd);
        return;
    }
    if (std::chrono::abs(expiresAt - now) < usualLease)
        return;
    if (const auto finding = clockFinding(reading, spec, clock, *written, expiresAt, usualLease))
        record.findings.push_back(*finding);
}

/** The row was written after the last look: how far ahead of that it ends says what was granted. */
QList<Finding> LockTableDecoder::judgeRewrite(qint64 written, ServerTime expiresAt,
                                              ServerTime seenAt) const
{
    const Micros most = expiresAt - m_maker.lookBefore();
    const Micros least = expiresAt - seenAt;
    const QString between = Words::tr("It was written between %1 and %2")
                                .arg(utcSecondText(m_maker.lookBefore()), utcSecondText(seenAt));
    const QString spec = clockSpecText(m_maker.table().clock);
    if (most < -zoneNotDrift)
        return {
            {FindingId::ClockMismatch,
             Words::tr(
                 "%1, but by the clock %2 its expiry %3 was over before that: its writer's clock "
                 "is about %4 from it.")
                 .arg(between, spec, columnText(written), clockDifferenceText(most))}};
    if (most <= Micros::zero())
        return {
            {FindingId::ZeroLease,
             Words::tr("%1 with the expiry %2, which was over by then: it was granted for no time.")
                 .arg(between, columnText(written))}};
    const Micros beyond = least % Micros(1h);
    if (least > suspiciousLease && beyond > 3s && beyond < aboveTheHour)
        return {
            {FindingId::ClockMismatch,
             Words::tr("%1 with the expiry %2, by the clock %3 just over whole hours ahead: its "
                       "writer's clock seems to be about %4 from it.")
                 .arg(between, columnText(written), spec, clockDifferenceText(least))}};
    return {};
}

} // namespace lockmaster
