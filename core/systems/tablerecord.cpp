// SPDX-License-Identifier: Apache-2.0
#include "core/systems/tablerecord.h"

#include "core/domain/durationtext.h"
#include "core/domain/literaltext.h"
#include "core/sources/sqltableshape.h"
#include "core/systems/ownertext.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qint64 releasedUntil = Micros(24h).count(); // 1970-01-02 00:00:00
constexpr qsizetype mostWaitersNamed = 64;
constexpr size_t mostWritersNamed = 3;

QString sessionText(const SqlLockingSession &session)
{
    if (session.connectionId == 0)
        return QCoreApplication::translate("lockmaster", "a session that the server does not name");
    if (session.user.isEmpty())
        return QStringLiteral("#%1").arg(session.connectionId);
    return QStringLiteral("#%1 %2@%3")
        .arg(QString::number(session.connectionId), literalText(session.user),
             literalText(session.host));
}

QList<Finding> suspicionOf(const std::vector<SqlTableWriter> &writers)
{
    if (writers.empty())
        return {};
    QStringList names;
    for (const SqlTableWriter &writer : writers) {
        if (names.size() == qsizetype(mostWritersNamed))
            break;
        names << QCoreApplication::translate("lockmaster", "%1 (since %2)")
                     .arg(sessionText(writer.session), utcSecondText(writer.since));
    }
    if (writers.size() > mostWritersNamed)
        names << QCoreApplication::translate("lockmaster", "%1 more")
                     .arg(writers.size() - mostWritersNamed);
    return {{FindingId::RowLockSuspected,
             QCoreApplication::translate(
                 "lockmaster",
                 "An open transaction writes to this table and may have locked this row: %1.")
                 .arg(names.join(QStringLiteral(", ")))}};
}

} // namespace

TableRecordMaker::TableRecordMaker(const BackendSpec &backend, const TableSpec &table)
    : m_table(table), m_source(std::make_shared<const SourceId>(
                          SourceId{backend.name, table.system, sqlTableName(backend, table)}))
{
}

void TableRecordMaker::begin(const SqlTableReading &reading)
{
    m_reading = &reading;
    m_look += reading.once ? 0 : 1;
    m_locked.clear();
    for (const SqlRowLock &lock : reading.locks.rows)
        m_locked.insert(lock.name, &lock);
    m_suspicion = suspicionOf(reading.locks.writers);
    m_common = commonOf(reading);
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
    Memory &memory = remember(row);
    const bool isNew = memory.look == 0;
    const bool changed = isNew || memory.row != row;
    if (changed) {
        memory.row = row;
        memory.holders.clear();
        if (row.hasOwner)
            memory.holders.push_back(tableHolder(row.owner, row.ownerBytes));
        memory.attributes = attributesOf(row);
        memory.findings.clear();
    }
    memory.look = m_look;
    record.holders = memory.holders;
    record.attributes = memory.attributes;
    fillCommon(row, record);
    return {record, memory, changed && m_look > 1};
}

TableRecordMaker::Made TableRecordMaker::makeOnce(const SqlTableRow &row, LockRecord &record)
{
    m_once.row = row;
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
    record.lease.hasExpiry = row.time.has_value();
    record.lease.stored = row.time.value_or(0);
    record.lease.precision = m_reading->precision;
    record.lease.rounds = m_reading->rounds;
}

void TableRecordMaker::end()
{
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
                + (reading.rounds ? QCoreApplication::translate("lockmaster", "rounded to %1")
                                  : QCoreApplication::translate("lockmaster", "cut to %1"))
                      .arg(durationText(reading.precision));
    return {{Attribute::Group::Raw, QCoreApplication::translate("lockmaster", "Time column"), type},
            {Attribute::Group::Raw, QCoreApplication::translate("lockmaster", "Clock"),
             clockSpecText(m_table.clock)}};
}

std::shared_ptr<const Attributes> TableRecordMaker::attributesOf(const SqlTableRow &row) const
{
    static const QString null = QStringLiteral("NULL");
    Attributes attributes;
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

void TableRecordMaker::applyLocks(LockRecord &record) const
{
    const auto found = m_locked.constFind(record.id.name);
    if (found == m_locked.constEnd())
        return;
    const SqlRowLock &lock = **found;
    record.state = LockState::Blocked;
    if (record.attributes) {
        Attributes attributes = *record.attributes;
        attributes.push_back({Attribute::Group::Session,
                              QCoreApplication::translate("lockmaster", "Row locked by"),
                              sessionText(lock.holder)});
        record.attributes = std::make_shared<const Attributes>(std::move(attributes));
    }
    record.waiters.count = qint64(lock.waiters.size());
    record.waiters.basis =
        QCoreApplication::translate("lockmaster", "sessions waiting for the row");
    for (const SqlLockingSession &waiter : lock.waiters) {
        if (record.waiters.list.size() == mostWaitersNamed)
            break;
        std::optional<qint64> id;
        if (waiter.connectionId != 0)
            id = waiter.connectionId;
        record.waiters.list.push_back({sessionText(waiter), id, {}, id.has_value()});
    }
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

QString clockDifferenceText(Micros difference)
{
    const qint64 quarters =
        std::llround(double(difference.count()) / double(Micros(15min).count()));
    return clockSpecText({ClockSpec::Kind::Offset, {}, int(quarters * 15 * 60)});
}

std::optional<Finding> oddHour(const ColumnClock::Moment &moment, const ClockSpec &spec,
                               qint64 written)
{
    if (moment.again)
        return Finding{FindingId::ClockMismatch,
                       QCoreApplication::translate(
                           "lockmaster",
                           "%1 exists twice by the clock %2, which is set back in that hour: at %3 "
                           "and at %4. Which of them is meant cannot be told.")
                           .arg(columnText(written), clockSpecText(spec), utcSecondText(moment.at),
                                utcSecondText(*moment.again))};
    if (moment.skipped)
        return Finding{FindingId::ClockMismatch,
                       QCoreApplication::translate(
                           "lockmaster",
                           "%1 does not exist by the clock %2, which is set forward in that hour: "
                           "another clock wrote it.")
                           .arg(columnText(written), clockSpecText(spec))};
    return std::nullopt;
}

} // namespace lockmaster
