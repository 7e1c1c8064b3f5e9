// SPDX-License-Identifier: Apache-2.0
#include "core/systems/tableformat/formatdecoder.h"

#include "core/systems/rows/formatrow.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Where two clocks could have written a time, the one that makes a lease of minutes has. */
constexpr Micros usualLease = 10min;

/** A column's text is not NULL, nor spaces alone: libraries blank an owner to say that nobody is.
 */
bool isBlank(const std::optional<QByteArray> &value)
{
    return !value || value->trimmed().isEmpty();
}

bool isZero(const std::optional<QByteArray> &value)
{
    if (isBlank(value))
        return true;
    bool isNumber = false;
    const double number = value->toDouble(&isNumber);
    return isNumber && number == 0;
}

bool isHeldBy(const FormatHeld &held, const FormatTable &table, const FormatRow &row)
{
    switch (held.by) {
    case FormatHeld::By::Row: return true;
    case FormatHeld::By::Flag: return !isZero(row.value(held.column));
    case FormatHeld::By::Owner: return !isBlank(row.value(table.owner));
    case FormatHeld::By::HasTime: return row.value(held.column).has_value();
    case FormatHeld::By::Words:
        return held.words.contains(
            QString::fromUtf8(row.value(held.column).value_or(QByteArray())));
    }
    Q_UNREACHABLE();
}

/** Each with its length, so that no two lists of values read the same. */
QByteArray instanceOf(const FormatTable &table, const FormatRow &row)
{
    QByteArray all;
    for (const QString &column : table.instance) {
        const auto value = row.value(column);
        all += value ? QByteArray::number(value->size()) + ':' + *value : QByteArray("-");
    }
    return all;
}

/** How much later than its time the lease is over; none: the row does not say. */
std::optional<Micros> lengthOf(const FormatEnd &end, const FormatRow &row)
{
    if (end.means == FormatEnd::Means::End)
        return Micros::zero();
    if (end.lasts)
        return end.lasts;
    constexpr qint64 most = Micros(24h * 365 * 100).count();
    bool isNumber = false;
    const qint64 length = row.value(end.lastsColumn).value_or(QByteArray()).toLongLong(&isNumber);
    if (!isNumber || length < 0 || length > most / end.lastsUnit.count())
        return std::nullopt;
    return length * end.lastsUnit;
}

ColumnClock::Moment momentOf(qint64 written, TimeUnit unit, const ColumnClock &clock)
{
    if (unit == TimeUnit::DateTime)
        return clock.moment(written);
    ColumnClock::Moment moment;
    moment.at = ServerTime(Micros(written));
    return moment;
}

/** Nobody took a lock later than now: a moment that is ahead was written by another clock. */
void noteSince(LockRecord &record, ServerTime since, const SqlTableReading &reading)
{
    constexpr Micros usualDrift = 5s;
    if (since > reading.clock.server + usualDrift) {
        record.findings.push_back(
            {FindingId::ClockMismatch,
             Words::tr("By the clock of the profile it was taken at %1, which is yet to come: "
                       "another clock seems to have written it.")
                 .arg(utcSecondText(since))});
        return;
    }
    record.heldSince = std::min(reading.clock.localAt(since), std::chrono::steady_clock::now());
    record.heldBasis = HeldBasis::Server;
}

void nobody(LockRecord &record, LockState state)
{
    record.state = state;
    record.holders.clear();
    record.lease.expiresAt.reset();
    record.heldSince.reset();
    record.heldBasis = HeldBasis::None;
}

} // namespace

void FormatDecoder::decode(const SqlTableReading &reading, Observation &observation)
{
    const FormatTable &table =
        m_maker.table().format->tables[size_t(reading.layout ? reading.layout->table : 0)];
    const ColumnClock clock(m_maker.table().clock, reading);
    m_maker.begin(reading);
    observation.records.reserve(reading.rows.size());
    for (const SqlTableRow &row : reading.rows) {
        LockRecord &record = observation.records.emplace_back();
        const TableRecordMaker::Made made = m_maker.make(row, record);
        fill(made, table, reading, clock);
        m_maker.applyLocks(record);
    }
    m_maker.end(observation.records);
}

void FormatDecoder::fill(const TableRecordMaker::Made &made, const FormatTable &table,
                         const SqlTableReading &reading, const ColumnClock &clock) const
{
    LockRecord &record = made.record;
    const FormatRow row(table, made.memory.row, *reading.layout);
    record.variant = table.version;
    record.session = instanceOf(table, row);
    if (isBlank(row.value(table.owner)))
        record.holders.clear();
    if (table.ownerIsToken && !record.holders.empty())
        record.holders.front().detail.reset();
    if (!isHeldBy(table.held, table, row)) {
        nobody(record, LockState::Free);
        return;
    }
    record.state = LockState::Held;
    if (const auto since = row.since()) {
        const ColumnClock::Moment moment = momentOf(*since, table.since->unit, clock);
        noteSince(record, moment.again.value_or(moment.at), reading);
    }
    fillLease(record, made.memory.row, table, reading, clock);
}

void FormatDecoder::fillLease(LockRecord &record, const SqlTableRow &row, const FormatTable &table,
                              const SqlTableReading &reading, const ColumnClock &clock) const
{
    if (!table.end)
        return;
    const FormatEnd &end = *table.end;
    if (row.noTime != NoTime::No) {
        const NoTimeVerdict verdict = judgeNoTime(row.noTime);
        record.state = verdict.state;
        record.findings.push_front(verdict.finding);
        return;
    }
    if (!row.time)
        return; // nothing but its holder ends it
    const ColumnClock::Moment moment = momentOf(*row.time, end.time.unit, clock);
    const auto length = lengthOf(end, FormatRow(table, row, *reading.layout));
    if (!length) {
        record.lease.hasExpiry = false;
        return;
    }
    if (end.means == FormatEnd::Means::Taken && !table.since) {
        noteSince(record, moment.at, reading);
    }
    // Of two possible ends the later one: that a lock is free to take is a claim.
    const ServerTime expiresAt = moment.again.value_or(moment.at) + *length;
    setExpiry(record, expiresAt, reading.clock);
    const ServerTime now = reading.clock.server;
    const bool isOver = end.includesEnd ? now > expiresAt : now >= expiresAt;
    if (isOver && (end.overIsFree || isReleasedTime(*row.time))) {
        nobody(record, LockState::Free);
        return;
    }
    if (isOver)
        record.state = LockState::Expired;
    if (moment.unsure)
        record.lease.expiresAt.reset();
    if (end.time.unit != TimeUnit::DateTime || (moment.unsure && !reading.zoneRefused))
        return;
    const ClockSpec &spec = m_maker.table().clock;
    if (const auto odd = oddHour(moment, spec, *row.time))
        record.findings.push_back(*odd);
    else if (!end.overIsFree && std::chrono::abs(expiresAt - now) >= usualLease)
        if (const auto finding = clockFinding(reading, spec, clock, *row.time + length->count(),
                                              expiresAt, usualLease))
            record.findings.push_back(*finding);
}

} // namespace lockmaster
