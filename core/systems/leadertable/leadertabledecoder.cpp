// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/leadertabledecoder.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** What clocks of one network are apart at most, the second that a column cuts off included. */
constexpr Micros tolerated = 2s;
/** Beyond this two clocks differ by zone and not by drift: half of a quarter of an hour. */
constexpr Micros zoneNotDrift = 450s;

/** Of an hour that exists twice, the one that a heartbeat of now would be of. */
ServerTime likelier(const ColumnClock::Moment &moment, ServerTime now)
{
    const bool secondIsPast = moment.again && *moment.again <= now + tolerated;
    return secondIsPast ? *moment.again : moment.at;
}

/** Of a drift, whole seconds: that is how exactly a column of seconds tells it. */
QString apartText(Micros difference)
{
    if (std::chrono::abs(difference) > zoneNotDrift)
        return clockDifferenceText(difference);
    return durationText(std::chrono::round<std::chrono::seconds>(std::chrono::abs(difference)));
}

} // namespace

LeaderTableDecoder::LeaderTableDecoder(const BackendSpec &backend, const TableSpec &table)
    : m_maker(backend, table), m_lease(table.lease.value_or(*leaderTable().lease))
{
}

void LeaderTableDecoder::decode(const SqlTableReading &reading, Observation &observation)
{
    const ColumnClock clock(m_maker.table().clock, reading);
    m_maker.begin(reading);
    m_hosts.look(reading);
    m_count.look(reading);
    observation.records.reserve(reading.rows.size());
    for (const SqlTableRow &row : reading.rows) {
        LockRecord &record = observation.records.emplace_back();
        TableRecordMaker::Made made = m_maker.make(row, record);
        fill(made, reading, clock);
        m_maker.applyLocks(record);
    }
    // Both speak of a table of one row.
    for (const auto &finding : {m_count.finding(), m_hosts.finding()}) {
        if (finding && !observation.records.empty())
            observation.records.front().findings.push_back(*finding);
    }
    m_maker.end(observation.records);
}

void LeaderTableDecoder::connectionChanged()
{
    m_maker.forget();
    m_hosts.forget();
    m_count.forget();
}

void LeaderTableDecoder::fill(TableRecordMaker::Made &made, const SqlTableReading &reading,
                              const ColumnClock &clock) const
{
    LockRecord &record = made.record;
    const std::optional<qint64> written = made.memory.row.time;
    record.lease.granted = m_lease;
    record.lease.isBeat = true;
    if (made.memory.row.noTime != NoTime::No && !record.holders.empty()) {
        const NoTimeVerdict verdict = judgeNoTime(made.memory.row.noTime);
        record.state = verdict.state;
        record.findings.push_front(verdict.finding);
        return;
    }
    if (record.holders.empty() || !written || isReleasedTime(*written)) {
        record.state = LockState::Free;
        record.holders.clear();
        return;
    }
    const ServerTime now = reading.clock.server;
    const ColumnClock::Moment moment = clock.moment(*written);
    const ServerTime heartbeat = likelier(moment, now);
    setExpiry(record, heartbeat + m_lease, reading.clock);
    record.state = now <= heartbeat + m_lease ? LockState::Held : LockState::Expired;
    if (!reading.once)
        describe(record, heartbeat);
    if (m_lease <= Micros::zero())
        record.findings.insert(record.findings.begin(),
                               {FindingId::ZeroLease,
                                Words::tr("The profile says that a heartbeat holds for no time.")});
    const bool notAskedYet = moment.unsure && !reading.zoneRefused;
    if (const auto finding =
            notAskedYet ? std::nullopt : judge(made, reading, clock, moment, heartbeat))
        record.findings.insert(record.findings.begin(), *finding);
    if (moment.unsure)
        record.lease.expiresAt.reset();
}

void LeaderTableDecoder::describe(LockRecord &record, ServerTime heartbeat) const
{
    Attributes attributes{
        {Attribute::Group::Owner, Words::tr("Last heartbeat"), utcSecondText(heartbeat)},
        {Attribute::Group::Owner, Words::tr("A heartbeat holds for"), durationText(m_lease)},
        {Attribute::Group::Owner, Words::tr("Others may take over from"),
         utcSecondText(heartbeat + m_lease)},
    };
    attributes.insert(attributes.end(), record.attributes->begin(), record.attributes->end());
    record.attributes = std::make_shared<const Attributes>(std::move(attributes));
}

std::optional<Finding> LeaderTableDecoder::judge(const TableRecordMaker::Made &made,
                                                 const SqlTableReading &reading,
                                                 const ColumnClock &clock,
                                                 const ColumnClock::Moment &moment,
                                                 ServerTime heartbeat) const
{
    const ClockSpec &spec = m_maker.table().clock;
    const qint64 written = *made.memory.row.time;
    const ServerTime now = reading.clock.server;
    const Micros ahead = heartbeat - now;
    // In an hour that comes twice a heartbeat of now is of the time that is now.
    const bool isOfNow = moment.again && std::chrono::abs(ahead) <= m_lease + tolerated;
    if (auto odd = oddHour(moment, spec, written); odd && !isOfNow)
        return odd;
    const auto mismatch = [](const QString &evidence) {
        return Finding{FindingId::ClockMismatch, evidence};
    };
    if (ahead > tolerated)
        return mismatch(
            Words::tr("The heartbeat %1 is in the future by the clock %2: its writer's clock "
                      "is about %3 from it.")
                .arg(columnText(written), clockSpecText(spec), apartText(ahead)));
    const Micros behind = made.rewritten ? m_maker.lookBefore() - heartbeat : Micros::zero();
    if (behind > tolerated)
        return mismatch(
            Words::tr("The leader is alive, but its heartbeats are old by the clock %1: its "
                      "writer's clock is about %2 from it.")
                .arg(clockSpecText(spec), apartText(-behind)));
    const bool overdue = -ahead > m_lease + tolerated;
    const auto other =
        overdue ? otherClockFits(reading, spec, clock, written, m_lease + tolerated) : std::nullopt;
    if (other)
        return mismatch(
            Words::tr("By the clock %1 of the profile the last heartbeat was at %2, by the "
                      "clock %3 at %4, which is now: that one seems to have written it.")
                .arg(clockSpecText(spec), utcSecondText(heartbeat), other->name,
                     utcSecondText(other->at)));
    return std::nullopt;
}

} // namespace lockmaster
