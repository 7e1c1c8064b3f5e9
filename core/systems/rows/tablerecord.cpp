// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablerecord.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/sql/sqltableshape.h"
#include "core/systems/contract/ownertext.h"
#include "core/systems/rows/formatrow.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qint64 releasedUntil = Micros(24h).count(); // 1970-01-02 00:00:00
constexpr qsizetype mostWaitersNamed = 64;
constexpr size_t mostWritersNamed = 10;
constexpr size_t mostRowsNamed = 4;
constexpr size_t mostHolders = 64;

QString sessionText(const SqlLockingSession &session)
{
    if (session.connectionId == 0)
        return Words::tr("a session that the server does not name");
    if (session.user.isEmpty())
        return QStringLiteral("#%1").arg(session.connectionId);
    return QStringLiteral("#%1 %2@%3")
        .arg(QString::number(session.connectionId), literalText(session.user),
             literalText(session.host));
}

QString holderText(const SqlRowHolder &holder)
{
    QString text = sessionText(holder.session);
    if (!holder.certain)
        text = Words::tr("%1 (maybe)").arg(text);
    return holder.waits ? Words::tr("%1 (waits for a lock itself)").arg(text) : text;
}

QString writerText(const SqlTableWriter &writer)
{
    const QString text = writer.waits ? Words::tr("%1 (since %2, and waits for a lock itself)")
                                      : Words::tr("%1 (since %2)");
    return text.arg(sessionText(writer.session), utcSecondText(writer.since));
}

QList<Finding> suspicionOf(const SqlRowLocks &locks)
{
    if (locks.writers.empty() && locks.prepared)
        return {
            {FindingId::RowLockSuspected,
             Words::tr("A transaction that was prepared by XA and is of no session any more may "
                       "have locked this row: XA RECOVER lists it.")}};
    if (locks.writers.empty())
        return {};
    QStringList names;
    for (const SqlTableWriter &writer : locks.writers) {
        if (names.size() == qsizetype(mostWritersNamed))
            break;
        names << writerText(writer);
    }
    if (locks.writers.size() > mostWritersNamed)
        names << Words::tr("%1 more").arg(locks.writers.size() - mostWritersNamed);
    const QString text =
        locks.waitsTold
            ? Words::tr(
                "An open transaction writes to this table and may have locked this row: %1.")
            : Words::tr(
                "Any of these may have locked this row, or only wait for it: %1. Which of them "
                "waits is told where the account has the right PROCESS.");
    return {{FindingId::RowLockSuspected, text.arg(names.join(QStringLiteral(", ")))}};
}

/** The row that is shown of several: who keeps others out for the longest comes first. */
bool outlasts(const LockRecord *a, const LockRecord *b)
{
    const auto rank = [](LockState state) {
        switch (state) {
        case LockState::Blocked: return 0;
        case LockState::Held: return 1;
        case LockState::Unknown: return 2;
        case LockState::Expired: return 3;
        case LockState::Free: return 4;
        }
        Q_UNREACHABLE();
    };
    const auto endOf = [](const LockRecord &lock) {
        return lock.lease.hasExpiry ? lock.lease.expiresAt.value_or(ServerTime::min())
                                    : ServerTime::max();
    };
    if (rank(a->state) != rank(b->state))
        return rank(a->state) < rank(b->state);
    return endOf(*a) > endOf(*b);
}

QString rowText(const LockRecord &lock)
{
    const QString owner =
        lock.holders.empty() ? Words::tr("nobody") : literalText(lock.holders.front().label);
    return lock.lease.expiresAt
               ? Words::tr("%1 until %2").arg(owner, utcSecondText(*lock.lease.expiresAt))
               : owner;
}

Finding repeatedName(const std::vector<const LockRecord *> &rows)
{
    QStringList texts;
    for (size_t i = 0; i < std::min(rows.size(), mostRowsNamed); ++i)
        texts << rowText(*rows[i]);
    if (rows.size() > mostRowsNamed)
        texts << Words::tr("%1 more").arg(rows.size() - mostRowsNamed);
    return {FindingId::RepeatedName,
            Words::tr("%1 rows have this name, and which of them its programs go "
                      "by cannot be told: %2. A unique key on the name keeps "
                      "this from happening.")
                .arg(QString::number(rows.size()), texts.join(QStringLiteral("; ")))};
}

std::shared_ptr<const HolderDetail> detailOf(const SqlLockingSession &session)
{
    auto detail = std::make_shared<HolderDetail>();
    detail->host = session.host;
    detail->user = session.user;
    if (session.connectionId != 0)
        detail->connectionId = session.connectionId;
    return detail;
}

/**
 * What the time is compared by: one that is none lies before any that a column holds. In whole
 * seconds, as it has no more: two who name no owner may come to the same.
 */
qint64 storedTime(const SqlTableRow &row)
{
    if (row.time)
        return *row.time;
    switch (row.noTime) {
    case NoTime::No: return 0;
    case NoTime::ZeroDate: return columnTime(zeroDateSent);
    case NoTime::Invalid:
        return columnTime(zeroDateSent) - (qint64(row.invalidText) + 1) * Micros(1s).count();
    }
    Q_UNREACHABLE();
}

} // namespace

TableRecordMaker::TableRecordMaker(const BackendSpec &backend, const TableSpec &table)
    : m_table(table), m_source(std::make_shared<const SourceId>(
                          SourceId{backend.name, table.system, sqlTableName(backend, table),
                                   table.format ? table.format->mark() : QByteArray()}))
{
}

void TableRecordMaker::begin(const SqlTableReading &reading)
{
    m_reading = &reading;
    m_look += reading.once ? 0 : 1;
    m_locked.clear();
    for (const SqlRowLock &lock : reading.locks.rows)
        m_locked.insert(lock.name, &lock);
    m_suspicion = suspicionOf(reading.locks);
    const Common common = commonOf(reading);
    m_isCommonNew = common.timeColumn != m_common.timeColumn || common.clock != m_common.clock;
    m_common = common;
    noteRepeated(reading);
    m_next = 0;
    m_isReordered = false;
}

TableRecordMaker::Memory &TableRecordMaker::remember(const SqlTableRow &row)
{
    if (!m_isReordered) {
        if (m_next < m_memory.size() && m_memory[m_next].row.name == row.name)
            return m_memory[m_next++];
        reorder();
    }
    const auto place = m_places.constFind(row.name);
    if (place == m_places.constEnd())
        return m_reordered.emplace_back();
    Memory &memory = m_reordered.emplace_back(std::move(m_memory[*place]));
    m_places.erase(place);
    return memory;
}

void TableRecordMaker::reorder()
{
    m_isReordered = true;
    m_reordered.reserve(m_reading->rows.size());
    m_reordered.assign(std::move_iterator(m_memory.begin()),
                       std::move_iterator(m_memory.begin() + std::ptrdiff_t(m_next)));
    for (size_t i = m_next; i < m_memory.size(); ++i)
        m_places.insert(m_memory[i].row.name, i);
}

TableRecordMaker::Made TableRecordMaker::make(const SqlTableRow &row, LockRecord &record)
{
    if (m_reading->once)
        return makeOnce(row, record);
    if (!m_repeated.isEmpty() && m_repeated.contains(row.name)) {
        // Which of them was which at the look before cannot be told either.
        const Made made = makeOnce(row, record);
        record.attributes = attributesOf(row);
        return made;
    }
    Memory &memory = remember(row);
    const bool isNew = memory.look == 0;
    const bool changed = isNew || memory.row != row;
    if (changed) {
        memory.row = row;
        memory.holders.clear();
        if (row.hasOwner)
            memory.holders.push_back(tableHolder(row.owner, row.ownerBytes));
        memory.instance = {};
        memory.findings.clear();
    }
    if (changed || m_isCommonNew)
        memory.attributes = attributesOf(row);
    memory.look = m_look;
    record.holders = memory.holders;
    record.attributes = memory.attributes;
    fillCommon(row, record);
    return {record, memory, changed && m_look > 1};
}

TableRecordMaker::Made TableRecordMaker::makeOnce(const SqlTableRow &row, LockRecord &record)
{
    m_once.row = row;
    m_once.instance = {};
    m_once.findings.clear();
    if (row.hasOwner)
        record.holders.push_back(tableHolder(row.owner, row.ownerBytes));
    fillCommon(row, record);
    return {record, m_once, false};
}

void TableRecordMaker::fillCommon(const SqlTableRow &row, LockRecord &record) const
{
    record.id = {m_source, row.name};
    record.findings = m_suspicion;
    record.lease.hasExpiry = row.hasTime();
    record.lease.stored = storedTime(row);
    record.lease.precision = m_reading->precision;
    record.lease.rounds = m_reading->rounds;
}

void TableRecordMaker::noteRepeated(const SqlTableReading &reading)
{
    m_repeated.clear();
    if (!reading.namesMayRepeat)
        return;
    QSet<QByteArray> names;
    names.reserve(qsizetype(reading.rows.size()));
    for (const SqlTableRow &row : reading.rows) {
        const qsizetype before = names.size();
        names.insert(row.name);
        if (names.size() == before)
            m_repeated.insert(row.name);
    }
}

void TableRecordMaker::foldRepeated(std::vector<LockRecord> &records) const
{
    if (m_repeated.isEmpty())
        return;
    QHash<QByteArray, std::vector<const LockRecord *>> rows;
    std::vector<LockRecord> folded;
    for (const LockRecord &record : records) {
        if (m_repeated.contains(record.id.name))
            rows[record.id.name].push_back(&record);
        else
            folded.push_back(record);
    }
    for (auto &same : rows) {
        std::stable_sort(same.begin(), same.end(), outlasts);
        LockRecord lock = *same.front();
        lock.findings.push_front(repeatedName(same));
        for (size_t i = 1; i < std::min(same.size(), mostHolders); ++i) {
            // Whose lease is over holds nothing beside one who does.
            if (!isHeld(lock.state) || isHeld(same[i]->state))
                lock.holders += same[i]->holders;
        }
        folded.push_back(std::move(lock));
    }
    records = std::move(folded);
}

void TableRecordMaker::end(std::vector<LockRecord> &records)
{
    foldRepeated(records);
    const SqlTableReading &reading = *std::exchange(m_reading, nullptr);
    if (reading.once)
        return;
    if (m_isReordered)
        m_memory = std::exchange(m_reordered, {});
    else
        m_memory.resize(m_next);
    m_places = {};
    m_lookBefore = reading.clock.server;
}

void TableRecordMaker::forget()
{
    m_memory.clear();
    m_look = 0;
}

TableRecordMaker::Common TableRecordMaker::commonOf(const SqlTableReading &reading) const
{
    QString type = reading.timeType;
    if (reading.precision > Micros::zero())
        type += QStringLiteral(", ")
                + (reading.rounds ? Words::tr("rounded to %1") : Words::tr("cut to %1"))
                      .arg(durationText(reading.precision));
    const bool notAskedYet =
        m_table.clock.kind == ClockSpec::Kind::Server && !reading.zone && !reading.zoneRefused;
    const QString clock = clockSpecText(m_table.clock);
    return {{Attribute::Group::Raw, Words::tr("Time column"), type},
            {Attribute::Group::Raw, Words::tr("Clock"),
             notAskedYet ? Words::tr("%1: when it is set forward or back the server has not "
                                     "told yet, so the TTL is unknown")
                               .arg(clock)
                         : clock}};
}

std::shared_ptr<const Attributes> TableRecordMaker::attributesOf(const SqlTableRow &row) const
{
    static const QString null = QStringLiteral("NULL");
    Attributes attributes;
    if (m_table.format) {
        attributes = FormatRow(m_table.format->tables[size_t(m_reading->layout->table)], row,
                               *m_reading->layout)
                         .attributes();
        if (!m_reading->timeType.isEmpty()) {
            attributes.push_back(m_common.timeColumn);
            attributes.push_back(m_common.clock);
        }
        return std::make_shared<const Attributes>(std::move(attributes));
    }
    attributes.reserve(5);
    const auto raw = [&attributes](const QString &label, const QString &value) {
        attributes.push_back({Attribute::Group::Raw, label, value});
    };
    raw(m_table.nameColumn, literalText(row.name));
    raw(m_table.ownerColumn, row.hasOwner ? literalText(row.owner) : null);
    raw(m_table.timeColumn, row.time ? columnText(*row.time) : null);
    attributes.push_back(m_common.timeColumn);
    attributes.push_back(m_common.clock);
    return std::make_shared<const Attributes>(std::move(attributes));
}

/** Who has locked it is told in place of who may have. */
void TableRecordMaker::noteHolders(LockRecord &record, const QStringList &holders)
{
    const auto suspected = [](const Finding &each) {
        return each.id == FindingId::RowLockSuspected;
    };
    record.findings.erase(std::remove_if(record.findings.begin(), record.findings.end(), suspected),
                          record.findings.end());
    const auto behind =
        std::find_if(record.findings.begin(), record.findings.end(),
                     [](const Finding &each) { return each.id > FindingId::RowLockSuspected; });
    record.findings.insert(behind, {FindingId::RowLockSuspected,
                                    Words::tr("An open transaction has locked this row: %1.")
                                        .arg(holders.join(QStringLiteral(", ")))});
}

void TableRecordMaker::applyLocks(LockRecord &record) const
{
    const auto found = m_locked.constFind(record.id.name);
    if (found == m_locked.constEnd())
        return;
    const SqlRowLock &lock = **found;
    record.state = LockState::Blocked;
    QStringList holders;
    for (const SqlRowHolder &holder : lock.holders)
        holders << holderText(holder);
    noteHolders(record, holders);
    if (record.attributes) {
        Attributes attributes = *record.attributes;
        for (const QString &holder : holders)
            attributes.push_back({Attribute::Group::Session, Words::tr("Row locked by"), holder});
        record.attributes = std::make_shared<const Attributes>(std::move(attributes));
    }
    record.waiters.count = qint64(lock.waiters.size());
    record.waiters.basis = Words::tr("sessions waiting for the row");
    for (const SqlLockingSession &waiter : lock.waiters) {
        if (record.waiters.list.size() == mostWaitersNamed)
            break;
        std::optional<qint64> id;
        if (waiter.connectionId != 0)
            id = waiter.connectionId;
        record.waiters.list.push_back(
            {sessionText(waiter), id, {}, id.has_value(), detailOf(waiter)});
    }
}

void TableRecordMaker::holdByLocks(LockRecord &record) const
{
    record.holders.clear();
    const auto found = m_locked.constFind(record.id.name);
    if (found == m_locked.constEnd()) {
        if (!m_reading->locks.told || record.hasFinding(FindingId::RowLockSuspected))
            record.state = LockState::Unknown;
        return;
    }
    for (const SqlRowHolder &locking : (*found)->holders) {
        Holder holder;
        holder.label = holderText(locking);
        holder.raw = holder.label.toUtf8();
        holder.rawBytes = holder.raw.size();
        holder.detail = detailOf(locking.session);
        record.holders.push_back(std::move(holder));
    }
    // Of several it is not known who has it, and who is seen first may change.
    const SqlRowHolder &only = (*found)->holders.front();
    if (isKnownHolder(**found))
        record.session += " #" + QByteArray::number(only.session.connectionId) + '/'
                          + QByteArray::number(only.transaction);
}

bool isReleasedTime(qint64 written)
{
    return written <= releasedUntil;
}

void setExpiry(LockRecord &record, ServerTime expiresAt, const ClockReading &clock)
{
    record.lease.expiresAt = expiresAt;
    record.lease.deadline = clock.localAt(expiresAt);
}

std::optional<OtherClock> otherClockFits(const SqlTableReading &reading, const ClockSpec &spec,
                                         const ColumnClock &clock, qint64 written, Micros near)
{
    constexpr Micros smallestOffset = 14min; // zones differ by quarters of an hour
    const Micros serverOffset(reading.serverNow - reading.serverUtc);
    const std::array others = {std::pair{ClockSpec::Kind::Server, serverOffset},
                               std::pair{ClockSpec::Kind::Utc, Micros::zero()}};
    for (const auto &[kind, offset] : others) {
        const Micros difference = clock.offsetNow() - offset;
        if (kind == spec.kind || std::chrono::abs(difference) < smallestOffset)
            continue;
        const ServerTime at(Micros(written) - offset);
        const Micros ahead = at - reading.clock.server;
        const bool fits = ahead > Micros::zero() && ahead <= near;
        if (fits)
            return OtherClock{clockSpecText({kind, {}, 0}), at};
    }
    return std::nullopt;
}

std::optional<Finding> clockFinding(const SqlTableReading &reading, const ClockSpec &spec,
                                    const ColumnClock &clock, qint64 written, ServerTime expiresAt,
                                    Micros near)
{
    const auto other = otherClockFits(reading, spec, clock, written, near);
    if (!other)
        return std::nullopt;
    return Finding{FindingId::ClockMismatch,
                   Words::tr("By the clock %1 of the profile the lease ends at %2, by "
                             "the clock %3 at %4, which "
                             "is minutes from now: that one seems to have written it.")
                       .arg(clockSpecText(spec), utcSecondText(expiresAt), other->name,
                            utcSecondText(other->at))};
}

QString clockDifferenceText(Micros difference)
{
    const qint64 quarters =
        std::llround(double(difference.count()) / double(Micros(15min).count()));
    return clockSpecText({ClockSpec::Kind::Offset, {}, int(quarters * 15 * 60)});
}

NoTimeVerdict judgeNoTime(NoTime noTime)
{
    // A program that asks whether it is over by now is told yes of a zero date, and takes the lock.
    if (noTime == NoTime::ZeroDate)
        return {LockState::Expired,
                {FindingId::InvalidTime,
                 Words::tr(
                     "Its time is the zero date 0000-00-00, which lies before any other: the lock "
                     "is free to take for whoever compares it with now.")}};
    return {LockState::Unknown,
            {FindingId::InvalidTime,
             Words::tr("Its time is no date that exists: whether it is over cannot be told.")}};
}

std::optional<Finding> oddHour(const ColumnClock::Moment &moment, const ClockSpec &spec,
                               qint64 written)
{
    if (moment.again)
        return Finding{
            FindingId::ClockMismatch,
            Words::tr("%1 exists twice by the clock %2, which is set back in that hour: at %3 "
                      "and at %4. Which of them is meant cannot be told.")
                .arg(columnText(written), clockSpecText(spec), utcSecondText(moment.at),
                     utcSecondText(*moment.again))};
    if (moment.skipped)
        return Finding{
            FindingId::ClockMismatch,
            Words::tr("%1 does not exist by the clock %2, which is set forward in that hour: "
                      "another clock wrote it, or it was reckoned without regard to that.")
                .arg(columnText(written), clockSpecText(spec))};
    if (moment.unsure)
        return Finding{
            FindingId::ClockMismatch,
            Words::tr("When %1 is by the clock %2 cannot be told: the server does not say "
                      "whether its clock is set forward or back before that. Name its zone as "
                      "the clock of the table in the profile.")
                .arg(columnText(written), clockSpecText(spec))};
    return std::nullopt;
}

} // namespace lockmaster
