// SPDX-License-Identifier: Apache-2.0
#include "core/systems/tableformat/formatdecoder.h"

#include "core/formats/formatwords.h"
#include "core/systems/contract/textshapes.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Where two clocks could have written a time, the one that makes a lease of minutes has. */
constexpr Micros usualLease = 10min;
constexpr qsizetype longestProcess = 253; // a host's name may be as long

/** A column's text is not NULL, nor spaces alone: libraries blank an owner to say that nobody is.
 */
bool isBlank(const std::optional<QByteArray> &value)
{
    return !value || value->trimmed().isEmpty();
}

std::optional<double> numberOf(const std::optional<QByteArray> &value)
{
    bool isNumber = false;
    const double number = value ? value->toDouble(&isNumber) : 0;
    return isNumber ? std::optional(number) : std::nullopt;
}

bool isZero(const std::optional<QByteArray> &value)
{
    return isBlank(value) || numberOf(value) == 0.0;
}

bool isHeldBy(const FormatHeld &held, const FormatTable &table, const FormatRow &row)
{
    switch (held.by) {
    case FormatHeld::By::Row: return true;
    case FormatHeld::By::RowLock: return false; // who has locked it is told of every row alike
    case FormatHeld::By::Flag: return !isZero(row.value(held.column));
    case FormatHeld::By::Owner: return !isBlank(row.value(table.owner));
    case FormatHeld::By::HasTime: return row.value(held.column).has_value();
    case FormatHeld::By::Permits: {
        const auto left = numberOf(row.value(held.column));
        return left && *left < double(held.of);
    }
    case FormatHeld::By::Words:
        return held.words.contains(
            QString::fromUtf8(row.value(held.column).value_or(QByteArray())));
    }
    Q_UNREACHABLE();
}

/**
 * Each with its length, so that no two lists of values read the same. The columns of the key as
 * well: two keys may make one name.
 */
QByteArray instanceOf(const FormatTable &table, const FormatRow &row)
{
    QByteArray all;
    for (const QString &column : table.instance + table.key) {
        const auto value = row.value(column);
        all += value ? QByteArray::number(value->size()) + ':' + *value : QByteArray("-");
    }
    return all;
}

/** The number that says how long a lease lasts; none: there is none. */
std::optional<double> lastsOf(const FormatEnd &end, const FormatRow &row)
{
    const auto value = row.value(end.lastsColumn);
    if (end.lastsField.isEmpty() || !value)
        return numberOf(value);
    const QJsonValue field = QJsonDocument::fromJson(*value).object().value(end.lastsField);
    return field.isDouble() ? std::optional(field.toDouble()) : std::nullopt;
}

/** How much later than its time the lease is over; none: the row does not say. */
std::optional<Micros> lengthOf(const FormatEnd &end, const FormatRow &row)
{
    if (end.means == FormatEnd::Means::End)
        return Micros::zero();
    const Micros constant = end.lasts.value_or(Micros::zero());
    if (end.lastsColumn.isEmpty())
        return constant;
    constexpr double most = double(Micros(24h * 365 * 100).count());
    const auto lasts = lastsOf(end, row);
    const double length = lasts.value_or(-1) * double(end.lastsUnit.count());
    if (!(length >= 0 && length <= most))
        return std::nullopt;
    return constant + Micros(qint64(length));
}

bool isSignedByToken(const Holder &holder)
{
    return holder.detail && !holder.detail->process.isEmpty();
}

/**
 * Nobody but the process that made up a uuid writes it. Anything else may be what a program calls
 * itself, and so the next one.
 */
std::shared_ptr<const HolderDetail> ofToken(const Holder &holder)
{
    if (holder.truncated() || !isUuid(holder.raw))
        return nullptr;
    HolderDetail detail;
    detail.process = literalText(holder.raw);
    return std::make_shared<const HolderDetail>(std::move(detail));
}

/** Whether a node came before another; times of one column compare as they are written. */
bool cameBefore(const QByteArray &a, const QByteArray &b, TimeUnit unit)
{
    if (unit != TimeUnit::DateTime && a.size() != b.size())
        return a.toDouble() < b.toDouble();
    return a < b;
}

ColumnClock::Moment momentOf(qint64 written, TimeUnit unit, const ColumnClock &clock)
{
    if (unit == TimeUnit::DateTime)
        return clock.moment(written);
    ColumnClock::Moment moment;
    moment.at = ServerTime(Micros(written));
    return moment;
}

void addWaiter(LockRecord &lock, const LockRecord &node)
{
    constexpr qsizetype mostNamed = 64;
    lock.waiters.count = lock.waiters.count.value_or(0) + 1;
    if (lock.waiters.list.size() < mostNamed && !node.holders.empty())
        lock.waiters.list.push_back(
            {node.holders.front().label, {}, {}, true, node.holders.front().detail});
}

/** Nobody took or renewed a lock later than now: another clock wrote it. */
bool isAhead(ServerTime moment, const SqlTableReading &reading)
{
    constexpr Micros usualDrift = 5s;
    return moment > reading.clock.server + usualDrift;
}

Finding aheadOfNow(ServerTime moment)
{
    return {FindingId::ClockMismatch,
            Words::tr("By the clock of the profile it was taken or renewed at %1, which is yet to "
                      "come: another clock seems to have written it.")
                .arg(utcSecondText(moment))};
}

/** A row that is over by the clock of the profile, and not by the server's or by UTC. */
bool mayRunByAnother(const SqlTableRow &row, const FormatTable &table,
                     const SqlTableReading &reading, const ColumnClock &clock)
{
    constexpr Micros smallestOffset = 14min; // zones differ by quarters of an hour
    const auto since = FormatRow(table, row, *reading.layout).since();
    if (!since || table.end->time.unit != TimeUnit::DateTime)
        return false;
    for (const Micros offset : {Micros(reading.serverNow - reading.serverUtc), Micros::zero()}) {
        const auto at = [offset](qint64 written) { return ServerTime(Micros(written) - offset); };
        if (std::chrono::abs(clock.offsetNow() - offset) >= smallestOffset
            && !isAhead(at(*since), reading) && at(*row.time) > reading.clock.server)
            return true;
    }
    return false;
}

void noteSince(LockRecord &record, ServerTime since, const SqlTableReading &reading)
{
    if (isAhead(since, reading)) {
        record.findings.push_back(aheadOfNow(since));
        return;
    }
    record.heldSince = std::min(reading.clock.localAt(since), std::chrono::steady_clock::now());
    record.heldBasis = HeldBasis::Server;
}

/** What the library never writes: a program counted twice, or another one wrote it. */
void noteCount(LockRecord &record, const FormatHeld &held, const FormatRow &row)
{
    const auto number = numberOf(row.value(held.column));
    if (held.least && number && *number < double(*held.least))
        record.findings.push_back(
            {FindingId::OddCount,
             Words::tr("Its count is %1, and the library never goes below %2.")
                 .arg(QString::number(*number), QString::number(*held.least))});
}

/** What of other tables belongs to it. */
void noteOthers(LockRecord &record, const FormatTable &table, const FormatRow &row)
{
    for (size_t i = 0; i < table.counts.size(); ++i) {
        const auto count = row.count(i);
        if (!count)
            continue;
        const FormatCount &counted = table.counts[i];
        if (counted.as == FormatCount::As::Waiters) {
            record.waiters.count = record.waiters.count.value_or(0) + *count;
            record.waiters.basis = inOurLanguage(counted.label);
        } else if (*count > 0 && record.state == LockState::Expired) {
            record.findings.push_back(
                {FindingId::LeftBehind, Words::tr("It is over, and left behind: %1 (%2 in %3).")
                                            .arg(inOurLanguage(counted.label),
                                                 QString::number(*count), counted.other.table)});
        }
    }
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
        if (table.held.by == FormatHeld::By::RowLock)
            m_maker.holdByLocks(record);
    }
    // One for each row: what is made of repeated names is not.
    const std::vector<LockRecord> nodes =
        table.nodes ? observation.records : std::vector<LockRecord>();
    m_maker.end(observation.records);
    if (table.nodes)
        electAmong(nodes, reading, table, observation);
}

/**
 * One lock of all the nodes: held by the first to come of those that live, and waited for by the
 * others. Several that came at one moment are all told; where it is not known of the first whether
 * it lives, nor is who leads.
 */
void FormatDecoder::electAmong(const std::vector<LockRecord> &nodes, const SqlTableReading &reading,
                               const FormatTable &table, Observation &observation) const
{
    observation.records.clear();
    LockRecord lock;
    lock.id = {m_maker.source(), table.nodes->leads.toUtf8()};
    lock.variant = table.version;
    lock.state = LockState::Free;
    lock.waiters.count = 0;
    lock.waiters.basis = Words::tr("nodes that live and do not lead");
    std::optional<QByteArray> first;
    std::vector<const LockRecord *> living;
    for (size_t i = 0; i < nodes.size() && i < reading.rows.size(); ++i) {
        // Over, or by its status or flag none that would lead.
        if (nodes[i].state == LockState::Expired || nodes[i].state == LockState::Free)
            continue;
        const QByteArray came = FormatRow(table, reading.rows[i], *reading.layout)
                                    .value(table.nodes->since.column)
                                    .value_or(QByteArray());
        const bool isFirst = !first || cameBefore(came, *first, table.nodes->since.unit);
        if (isFirst && first) {
            for (const LockRecord *before : living)
                addWaiter(lock, *before);
            living.clear();
        }
        if (isFirst || came == *first) {
            first = came;
            living.push_back(&nodes[i]);
        } else {
            addWaiter(lock, nodes[i]);
        }
    }
    if (!living.empty()) {
        const bool isKnown = std::all_of(living.begin(), living.end(), [](const LockRecord *node) {
            return node->state == LockState::Held;
        });
        lock.state = isKnown ? LockState::Held : LockState::Unknown;
        lock.lease = living.front()->lease;
        lock.attributes = living.front()->attributes;
        lock.findings = living.front()->findings;
        for (const LockRecord *leader : living)
            lock.holders += leader->holders;
    }
    observation.records.push_back(std::move(lock));
}

void FormatDecoder::fill(const TableRecordMaker::Made &made, const FormatTable &table,
                         const SqlTableReading &reading, const ColumnClock &clock) const
{
    LockRecord &record = made.record;
    const FormatRow row(table, made.memory.row, *reading.layout);
    record.variant = table.version;
    // Most rows are as they were at the look before: what is made of them is kept with them.
    if (made.memory.instance.isNull()) {
        made.memory.instance = instanceOf(table, row);
        if (table.process && !record.holders.empty())
            noteProcess(made, table, row);
    }
    record.session = made.memory.instance;
    if (isBlank(row.value(table.owner)))
        record.holders.clear();
    if (table.ownerIsToken && !record.holders.empty() && !isSignedByToken(record.holders.front())) {
        const auto detail = ofToken(record.holders.front());
        if (record.holders.front().detail || detail) {
            record.holders.front().detail = detail;
            made.memory.holders = record.holders;
        }
    }
    noteCount(record, table.held, row);
    if (!isHeldBy(table.held, table, row)) {
        nobody(record, LockState::Free);
        noteOthers(record, table, row);
        return;
    }
    record.state = LockState::Held;
    if (const auto since = row.since()) {
        const ColumnClock::Moment moment = momentOf(*since, table.since->unit, clock);
        noteSince(record, moment.again.value_or(moment.at), reading);
    }
    fillLease(record, made.memory.row, table, reading, clock);
    noteOthers(record, table, row);
}

/** Numbers are given out anew in each database: whose it is belongs to the name of a process. */
void FormatDecoder::noteProcess(const TableRecordMaker::Made &made, const FormatTable &table,
                                const FormatRow &row) const
{
    const FormatProcess &process = *table.process;
    const auto value = row.value(process.column);
    if (isBlank(value) || value->size() > longestProcess)
        return;
    Holder &holder = made.record.holders.front();
    HolderDetail detail = holder.detail ? *holder.detail : HolderDetail();
    const TableSpec &spec = m_maker.table();
    const QString schema = spec.schema.isEmpty() ? m_database : spec.schema;
    detail.process = QStringLiteral("%1 %2 (%3)")
                         .arg(process.of, literalText(*value),
                              schema.isEmpty() ? m_maker.source()->backend
                                               : m_maker.source()->backend + u'/' + schema);
    // What the owner looks like says nothing where a column is there to say it.
    if (!process.host.isEmpty()) {
        const auto host = row.value(process.host);
        const bool isTold = !isBlank(host) && host->size() <= longestProcess;
        detail.host = isTold ? literalText(*host) : QString();
        detail.pid =
            isTold ? plainInteger(row.value(process.pid).value_or(QByteArray())) : std::nullopt;
    }
    holder.detail = std::make_shared<const HolderDetail>(std::move(detail));
    made.memory.holders = made.record.holders;
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
        record.state = LockState::Unknown;
        record.findings.push_front(
            {FindingId::InvalidTime,
             Words::tr("How long it lasts is no number: whether it is over cannot be told.")});
        return;
    }
    // Of two possible ends the later one: that a lock is free to take is a claim.
    const ServerTime from = moment.again.value_or(moment.at);
    const ServerTime expiresAt = from + *length;
    setExpiry(record, expiresAt, reading.clock);
    if (end.means == FormatEnd::Means::Beat) {
        record.lease.granted = length;
        record.lease.isBeat = true;
    }
    if (end.means == FormatEnd::Means::Taken && !table.since)
        noteSince(record, from, reading);
    else if (end.means == FormatEnd::Means::Beat && isAhead(from, reading))
        record.findings.push_back(aheadOfNow(from));
    if (record.hasFinding(FindingId::ClockMismatch)) {
        record.lease.expiresAt.reset();
        return;
    }
    const ServerTime now = reading.clock.server;
    const bool isOver = end.includesEnd ? now > expiresAt : now >= expiresAt;
    const bool isLetGo = end.means == FormatEnd::Means::End && isReleasedTime(*row.time);
    if (isOver && end.overIsFree && !isLetGo && mayRunByAnother(row, table, reading, clock)) {
        record.state = LockState::Unknown;
        record.lease.expiresAt.reset();
        record.findings.push_back(
            {FindingId::ClockMismatch,
             Words::tr("By the clock %1 of the profile it is over since %2; by the server's, or by "
                       "UTC, it is held: which of them wrote it cannot be told.")
                 .arg(clockSpecText(m_maker.table().clock), utcSecondText(expiresAt))});
        return;
    }
    if (isOver && (end.overIsFree || isLetGo)) {
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
