// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tableclient.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/sql/sqlgroup.h"
#include "core/sql/sqltablelookup.h"
#include "core/sql/sqltableread.h"
#include "core/systems/rows/columnclock.h"
#include "core/systems/rows/formattaking.h"
#include "core/systems/rows/tablefit.h"
#include "core/systems/rows/tablewrite.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlconnection.h"

#include <QRandomGenerator>

#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

constexpr Millis shortestPatience = 5s;
constexpr Millis askAgainAfter = 200ms;
constexpr auto letGoAgainAfter = 50ms;
constexpr int duplicateKey = 1062;

/** Between three quarters and five quarters, so that those who wait do not ask in step. */
Millis untilNextTry()
{
    return askAgainAfter * QRandomGenerator::global()->bounded(75, 125) / 100;
}

class TableClient final : public LockClient
{
public:
    TableClient(const AcquireRequest &request, ActionContext context, TableTaking taking)
        : m_name(request.name), m_owner(request.owner.isEmpty() ? defaultOwner() : request.owner),
          m_isOwnerChosen(!request.owner.isEmpty()), m_signs(m_owner == defaultOwner()),
          m_reason(request.reason), m_context(std::move(context)), m_taking(std::move(taking))
    {
    }

    Result<AcquireResult> acquire(const WritePermit &permit, SteadyTime until,
                                  std::stop_token stop) override;
    OwnLock own() const override;
    Result<bool> renew(SteadyTime deadline) override;
    Result<bool> release(SteadyTime deadline) override;

private:
    SteadyTime patience() const;
    Result<void> connect(SteadyTime deadline);
    Result<void> prepare(SteadyTime deadline);
    Result<void> checkLease() const;
    Result<void> tellReason(SteadyTime deadline);
    Result<AcquireResult> tryOnce(const std::stop_token &stop);
    Result<qint64> setCommits(bool byItself, SteadyTime deadline);
    Result<AcquireResult> takeInTransaction(SteadyTime deadline);
    Result<void> lockRow(SteadyTime deadline);
    Result<bool> write(const SqlRowReading &row, SteadyTime deadline);
    Result<AcquireResult> notTaken(SteadyTime deadline);
    AcquireResult heldAs(const SqlTableReading &reading);
    bool mayTake(const SqlTableReading &reading) const;
    qint64 toWriteNow(const SqlTableReading &reading) const;
    Result<SqlRowReading> readOwn(SteadyTime deadline);
    SqlExactRow ours() const { return m_ours.value_or(SqlExactRow{m_owner, true, {}}); }
    const FormatTable *format() const;
    Result<void> takeFormat();
    bool hasOwner() const { return !format() || !format()->owner.isEmpty(); }
    bool hasTime() const { return !format() || format()->end; }
    TimeUnit timeUnit() const
    {
        return hasTime() && format() ? format()->end->time.unit : TimeUnit::DateTime;
    }
    QString toWriteText(const SqlTableReading &reading) const;
    SqlText takeStatement(const SqlRowReading &row) const;
    SqlText renewStatement(const QString &time) const;
    SqlText releaseText() const;
    FormatTaken toTake(const FormatTable &table, const SqlTableReading &reading) const;
    Error withGrant(const Error &error) const;

    QByteArray m_name;
    QByteArray m_owner;
    const bool m_isOwnerChosen;
    bool m_signs = false;   ///< as this program does, unless the format wants another owner
    const QString m_reason; ///< for others to read
    const ActionContext m_context;
    TableTaking m_taking;
    std::unique_ptr<SqlConnection> m_connection;
    std::optional<SqlTableShape> m_shape;
    bool m_mine = false;
    bool m_mayBeMine = false; ///< its COMMIT was sent and not answered
    /** What the time may read as while it is ours: several after a renewal without an answer. */
    StoredTimes m_times;
    std::optional<SqlExactRow> m_ours; ///< of a format's row: as it stood when it was taken
};

/** Of a format file's table, once its columns are known; null: of a reference design's. */
const FormatTable *TableClient::format() const
{
    return m_shape && m_taking.table.format
               ? &m_taking.table.format->tables[size_t(m_shape->layout->table)]
               : nullptr;
}

/** A library's table has had several shapes; not each of them is taken from here. */
Result<void> TableClient::takeFormat()
{
    const FormatTable *table = format();
    if (!table)
        return {};
    if (!table->taking)
        return failure(
            ErrorKind::Unsupported,
            Words::tr("Locks of %1 are not taken from here.").arg(m_taking.table.format->title));
    if (!m_shape->keysUnique)
        return tl::make_unexpected(noUniqueKey(m_shape->schema + u'.' + m_shape->table));
    m_name = storedName(*table->taking, m_name);
    if (!m_isOwnerChosen) {
        if (const QByteArray made = madeOwner(*table->taking); !made.isEmpty()) {
            m_owner = made;
            m_signs = false;
        }
    }
    // What is written is the moment itself, where how long it lasts is the library's own.
    if (table->end && table->end->means != FormatEnd::Means::End)
        m_taking.lease.heldAfter = m_taking.lease.length;
    return {};
}

SteadyTime TableClient::patience() const
{
    return SteadyClock::now() + std::max(m_context.backend.timeout, shortestPatience);
}

Result<void> TableClient::connect(SteadyTime deadline)
{
    if (m_connection && m_connection->usable())
        return {};
    m_connection.reset(); // before the next one: they share the interrupt
    auto opened = openSqlWriter(m_context, deadline);
    if (!opened)
        return passOn(opened);
    m_connection = std::move(*opened);
    m_taking.decoder->connectionChanged();
    return {};
}

/** Connects, and finds out once whether what is to be written can be. */
Result<void> TableClient::prepare(SteadyTime deadline)
{
    if (auto connected = connect(deadline); !connected || m_shape)
        return connected;
    auto shape =
        learnTableShapeAndZone(*m_connection, m_taking.table, m_context.backend.database, deadline);
    if (!shape)
        return passOn(shape);
    m_shape = std::move(*shape);
    if (auto taken = takeFormat(); !taken)
        return taken;
    if (m_shape->nameIsKey) {
        if (auto fits = checkFits(*m_connection, m_shape->name, m_name, deadline); !fits)
            return fits;
    }
    if (hasOwner()) {
        if (auto told = tellReason(deadline); !told)
            return told;
        if (auto fits = checkFits(*m_connection, m_shape->owner, m_owner, deadline); !fits)
            return fits;
    }
    return checkLease();
}

/** Where it is signed as we sign, and as far as the column has room for it. */
Result<void> TableClient::tellReason(SteadyTime deadline)
{
    if (!m_signs)
        return {};
    const QByteArray signature = defaultOwner();
    m_owner = signature;
    const SqlTableColumn &column = m_shape->owner;
    const qint64 characters = column.characters > 0 ? column.characters : column.octets;
    // Where bytes are counted, a character may be four of them.
    const qint64 inAnyCase = signature.size() + (column.octets - signature.size()) / 4;
    for (const qint64 room : {characters, inAnyCase}) {
        const QByteArray told = withReason(signature, m_reason, room);
        auto fits = checkFits(*m_connection, column, told, deadline);
        if (fits)
            m_owner = told;
        if (fits || fits.error().kind != ErrorKind::Config)
            return fits;
    }
    return {};
}

Result<void> TableClient::checkLease() const
{
    const Micros length = m_taking.lease.length;
    if (!hasTime())
        return {};
    // A heartbeat in whole seconds holds, cut or not; an expiry cut to now holds for no time.
    const bool cutToNothing =
        m_taking.lease.heldAfter == Micros::zero() && length < m_shape->precision;
    if (length >= Millis(1) && !cutToNothing)
        return {};
    return failure(
        ErrorKind::Config,
        Words::tr("A lease of %1 is none in the column %2, which keeps %3.")
            .arg(durationText(length), literalText(m_shape->time.name), m_shape->timeType),
        Words::tr("Give a TTL of a second or more."));
}

Error TableClient::withGrant(const Error &error) const
{
    if (!m_shape || !m_connection)
        return error;
    return namingTheGrant(error, *m_shape, m_connection->server().account,
                          format() ? takingPrivileges(*format())
                                   : QStringLiteral("SELECT, INSERT, UPDATE"));
}

Result<AcquireResult> TableClient::acquire(const WritePermit &permit, SteadyTime until,
                                           std::stop_token stop)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    AcquireResult result;
    result.acquired = m_mine;
    while (!result.acquired && !stop.stop_requested()) {
        auto tried = tryOnce(stop);
        if (!tried)
            return passOn(tried);
        result = std::move(*tried);
        const SteadyTime now = SteadyClock::now();
        if (result.acquired || now >= until)
            break;
        restFor(std::min(until - now, SteadyTime::duration(untilNextTry())), stop);
    }
    if (result.acquired && stop.stop_requested()) {
        // Nobody waits for it any more.
        if (const auto released = release(patience()); !released)
            return passOn(released);
        result = {};
    }
    return result;
}

/** Tries wait for nothing, as far as the server allows that: who stops one is not to wait either.
 */
Result<qint64> TableClient::setCommits(bool byItself, SteadyTime deadline)
{
    QString settings = QStringLiteral("SET SESSION autocommit = %1").arg(byItself ? 1 : 0);
    if (m_connection->server().mariaDb)
        settings += QStringLiteral(", lock_wait_timeout = %1").arg(byItself ? 1 : 0);
    return m_connection->execute(settings, {}, deadline);
}

Result<AcquireResult> TableClient::tryOnce(const std::stop_token &stop)
{
    const SteadyTime deadline = patience();
    if (const auto prepared = prepare(deadline); !prepared) {
        m_shape.reset();
        return passOn(prepared);
    }
    auto result =
        setCommits(false, deadline).and_then([&](qint64) { return takeInTransaction(deadline); });
    if (!result && isLockedOut(result.error()))
        result = stop.stop_requested() ? AcquireResult() : notTaken(deadline);
    if (!result) {
        const Error error = withGrant(result.error());
        m_connection.reset(); // and what it wrote is rolled back
        return tl::make_unexpected(error);
    }
    // Whatever was written is committed by now; the row is not to stay locked either.
    if (!setCommits(true, deadline))
        m_connection.reset();
    return result;
}

Result<AcquireResult> TableClient::takeInTransaction(SteadyTime deadline)
{
    const SteadyTime sentAt = SteadyClock::now();
    if (const auto locked = lockRow(deadline); !locked)
        return passOn(locked);
    const auto row = readTableRow(*m_connection, *m_shape, m_name, deadline);
    if (!row)
        return passOn(row);
    const SqlTableReading &reading = row->reading;
    if (!reading.rows.empty() && !mayTake(reading))
        return heldAs(reading);
    if (!row->exact && format() && !format()->taking->inserts)
        return failure(ErrorKind::NotFound,
                       Words::tr("There is no row '%1' in %2: %3 makes it before it is taken.")
                           .arg(literalText(m_name), literalText(m_shape->table),
                                m_taking.table.format->title),
                       Words::tr("Let the program make it once; 'lockctl list' shows its name."));
    const auto written = write(*row, deadline);
    if (!written && written.error().nativeCode == duplicateKey)
        return notTaken(deadline);
    if (!written)
        return passOn(written);
    if (!*written)
        return notTaken(deadline);

    // What stands there now is what is renewed and let go of, however the server has stored it.
    const auto stored = readTableRow(*m_connection, *m_shape, m_name, deadline);
    if (!stored)
        return passOn(stored);
    if (!stored->exact || (hasOwner() && stored->exact->owner != m_owner))
        return failure(
            ErrorKind::Config,
            Words::tr("The table %1 does not keep the name '%2' or "
                      "the owner '%3' as it is.")
                .arg(literalText(m_shape->table), literalText(m_name), literalText(m_owner)),
            Words::tr("Choose another text."));
    m_times = {stored->exact->time};
    if (format())
        m_ours = stored->exact;
    m_mayBeMine = true;
    const auto committed = m_connection->execute(QStringLiteral("COMMIT"), {}, deadline);
    if (!committed)
        return passOn(committed);
    m_mine = true;
    m_mayBeMine = false;
    AcquireResult result;
    result.acquired = true;
    result.sentAt = sentAt;
    return result;
}

/** As the programs look for it: what their collation takes for the name is the lock. */
Result<void> TableClient::lockRow(SteadyTime deadline)
{
    std::optional<QByteArray> other;
    bool found = false;
    const bool isKey = m_shape->nameIsKey;
    const auto locked = m_connection->select(
        QStringLiteral("SELECT %1 FROM %2 WHERE %3 FOR UPDATE NOWAIT")
            .arg(m_shape->name.bytes, m_shape->quotedTable,
                 isKey ? m_shape->name.quoted + QStringLiteral(" = ?") : rowCondition(*m_shape)),
        isKey ? QVariantList{columnValue(m_shape->name, m_name)} : rowValues(*m_shape, m_name),
        deadline, [&](const SqlRow &row) {
            found = found || row.bytes(0) == m_name;
            other = row.bytes(0);
        });
    if (!locked)
        return passOn(locked);
    if (!found && other)
        return failure(
            ErrorKind::Config,
            Words::tr("To the table %1 the names '%2' and '%3' are the same.")
                .arg(literalText(m_shape->table), literalText(m_name), literalText(*other)),
            Words::tr("Write the name as it stands there."));
    return {};
}

/** Over for those who compare what is written, and over in truth: clocks may be set in between. */
bool TableClient::mayTake(const SqlTableReading &reading) const
{
    if (format()) {
        Observation observation;
        m_taking.decoder->decode(reading, observation);
        const auto isOver = [](const LockRecord &record) {
            return record.state == LockState::Free || record.state == LockState::Expired;
        };
        return observation.records.size() == 1 && isOver(observation.records.front());
    }
    const SqlTableRow &row = reading.rows.front();
    if (row.noTime != NoTime::No)
        return row.noTime == NoTime::ZeroDate;
    const ColumnClock clock(m_taking.table.clock, reading);
    if (!m_taking.lease.mayTake(row.time, reading.serverUtc + clock.offsetNow().count()))
        return false;
    if (!row.time)
        return true;
    const ColumnClock::Moment moment = clock.moment(*row.time);
    const ServerTime end = moment.again.value_or(moment.at) + m_taking.lease.heldAfter;
    return end < ServerTime(Micros(reading.serverUtc));
}

/**
 * The end is what the clock will show then; where it is set back before that, what it would show:
 * those who compare what is written must not find it over any sooner.
 */
qint64 TableClient::toWriteNow(const SqlTableReading &reading) const
{
    if (timeUnit() != TimeUnit::DateTime)
        return m_taking.lease.toWrite(reading.serverUtc, m_shape->precision);
    const ColumnClock clock(m_taking.table.clock, reading);
    const Micros ahead = m_taking.lease.length - m_taking.lease.heldAfter;
    const qint64 now = reading.serverUtc + clock.offsetNow().count();
    const qint64 then = clock.written(ServerTime(Micros(reading.serverUtc)) + ahead);
    return m_taking.lease.toWrite(std::max(now, then - ahead.count()), m_shape->precision);
}

QString TableClient::toWriteText(const SqlTableReading &reading) const
{
    return momentText(timeUnit(), m_shape->time.timeDigits, toWriteNow(reading));
}

FormatTaken TableClient::toTake(const FormatTable &table, const SqlTableReading &reading) const
{
    FormatTaken taken;
    taken.owner = m_owner;
    if (table.end)
        taken.end = toWriteText(reading);
    if (!table.since)
        return taken;
    const bool isEpoch = table.since->unit != TimeUnit::DateTime;
    const Micros offset =
        isEpoch ? Micros::zero() : ColumnClock(m_taking.table.clock, reading).offsetNow();
    taken.since = momentText(table.since->unit, sinceDigits(*m_shape, table),
                             reading.serverUtc + offset.count());
    return taken;
}

SqlText TableClient::takeStatement(const SqlRowReading &row) const
{
    if (const FormatTable *table = format())
        return formatTakeStatement(*m_shape, *table, m_name, row.exact,
                                   toTake(*table, row.reading));
    const QVariant name = columnValue(m_shape->name, m_name);
    const QVariant owner = columnValue(m_shape->owner, m_owner);
    const QVariant time = toWriteText(row.reading);
    SqlText text;
    if (!row.exact) {
        text.add(QStringLiteral("INSERT INTO %1 (%2, %3, %4) VALUES (")
                     .arg(m_shape->quotedTable, m_shape->name.quoted, m_shape->owner.quoted,
                          m_shape->time.quoted));
        text.value(name).add(QStringLiteral(", ")).value(owner).add(QStringLiteral(", "));
        text.value(time).add(QStringLiteral(")"));
    } else {
        text.add(
            QStringLiteral("UPDATE %1 SET %2 = ").arg(m_shape->quotedTable, m_shape->owner.quoted));
        text.value(owner).add(QStringLiteral(", %1 = ").arg(m_shape->time.quoted)).value(time);
        text.add(QStringLiteral(" WHERE "));
        addRowComparison(text, *m_shape, m_name, *row.exact, {row.exact->time});
    }
    return text;
}

SqlText TableClient::renewStatement(const QString &time) const
{
    if (const FormatTable *table = format())
        return formatRenewStatement(*m_shape, *table, m_name, ours(), m_times, time);
    SqlText text;
    text.add(QStringLiteral("UPDATE %1 SET %2 = ").arg(m_shape->quotedTable, m_shape->time.quoted));
    text.value(time).add(QStringLiteral(" WHERE "));
    addRowComparison(text, *m_shape, m_name, ours(), m_times);
    return text;
}

SqlText TableClient::releaseText() const
{
    if (const FormatTable *table = format())
        return formatReleaseStatement(*m_shape, *table, m_name, ours(), m_times);
    return releaseStatement(*m_shape, m_name, ours(), m_times,
                            {m_taking.lease.releaseClearsOwner, m_taking.lease.nullIsFree});
}

/** False: another was at the row since it was read, as engines without row locks let them. */
Result<bool> TableClient::write(const SqlRowReading &row, SteadyTime deadline)
{
    const SqlText text = takeStatement(row);
    return m_connection->execute(text.sql(), text.values(), deadline).map([](qint64 rows) {
        return rows == 1;
    });
}

/** Another was faster, or is at it. */
Result<AcquireResult> TableClient::notTaken(SteadyTime deadline)
{
    const auto row = readTableRow(*m_connection, *m_shape, m_name, deadline);
    if (row)
        return heldAs(row->reading);
    if (isLockedOut(row.error()))
        return AcquireResult();
    return passOn(row);
}

AcquireResult TableClient::heldAs(const SqlTableReading &reading)
{
    Observation observation;
    m_taking.decoder->decode(reading, observation);
    AcquireResult result;
    if (observation.records.empty() || observation.records.front().state != LockState::Held)
        return result;
    const LockRecord &record = observation.records.front();
    if (!record.holders.empty())
        result.heldBy = record.holders.front();
    result.theirTtl = record.ttlAt(SteadyClock::now());
    return result;
}

OwnLock TableClient::own() const
{
    OwnLock lock;
    lock.id.source =
        std::make_shared<const SourceId>(SourceId{m_context.backend.name, m_taking.table.system,
                                                  sqlTableName(m_context.backend, m_taking.table)});
    lock.id.name = m_name;
    if (hasOwner())
        lock.owner = m_owner;
    if (hasTime())
        lock.ttl = std::chrono::floor<Millis>(
            m_taking.lease.guaranteed(m_shape ? m_shape->precision : Micros::zero()));
    return lock;
}

/** A row outlives the connection that wrote it: a lost one is opened again. */
Result<SqlRowReading> TableClient::readOwn(SteadyTime deadline)
{
    for (bool again : {true, false}) {
        if (const auto connected = connect(deadline); !connected)
            return passOn(connected);
        auto row = checkSqlWriter(*m_connection, m_context.backend, deadline).and_then([&] {
            return readTableRow(*m_connection, *m_shape, m_name, deadline);
        });
        if (row || !again || m_connection->usable() || m_context.interrupt->interrupted())
            return row;
    }
    Q_UNREACHABLE();
}

Result<bool> TableClient::renew(SteadyTime deadline)
{
    if (!m_mine)
        return false;
    const auto row = readOwn(deadline);
    if (!row)
        return passOn(row);
    if (!hasTime()) {
        m_mine = row->exact && row->exact->owner == ours().owner && row->exact->more == ours().more;
        return m_mine;
    }
    const QString time = toWriteText(row->reading);
    const SqlText text = renewStatement(time);
    const auto done = m_connection->execute(text.sql(), text.values(), deadline);
    if (!done) {
        if (!isLockedOut(done.error()) || isUndoneByGroup(done.error().nativeCode))
            m_times.push_back(time); // it may stand there by now, or soon
        return tl::make_unexpected(withGrant(done.error()));
    }
    m_mine = *done > 0;
    m_times = {time};
    if (m_mine && timeUnit() != TimeUnit::DateTime) {
        // A number may be given back in other digits than it was written in.
        const auto stored = readTableRow(*m_connection, *m_shape, m_name, deadline);
        if (stored && stored->exact && stored->exact->owner == ours().owner)
            m_times.push_back(stored->exact->time);
    }
    return m_mine;
}

Result<bool> TableClient::release(SteadyTime deadline)
{
    if (!m_mine && !m_mayBeMine)
        return false;
    const bool tellsNothing = format() && format()->instance.isEmpty() && !hasOwner();
    if (!m_mine && tellsNothing)
        return failure(ErrorKind::Network,
                       Words::tr("Whether %1 was taken is not known, and nothing in its row says "
                                 "whose it is: it was left as it is.")
                           .arg(literalText(m_name)),
                       Words::tr("Look at it, and let go of it where nobody works under it."));
    for (;;) {
        // Nobody else may do it for us: a row that is locked at the moment is asked for again.
        const auto row = readOwn(deadline);
        if (!row && !isLockedOut(row.error()))
            return passOn(row);
        const SqlText text = releaseText();
        const auto done = m_connection->execute(text.sql(), text.values(), deadline);
        if (done) {
            m_mine = false;
            m_mayBeMine = false;
            return *done > 0;
        }
        if (!isLockedOut(done.error()) || SteadyClock::now() + letGoAgainAfter >= deadline)
            return tl::make_unexpected(withGrant(done.error()));
        std::this_thread::sleep_for(letGoAgainAfter);
    }
}

} // namespace

std::optional<AcquireForm> tableForm(const BackendSpec &backend, const QString &system)
{
    AcquireForm form;
    for (const TableSpec &table : backend.tables) {
        // A library's table that nobody named may not be there, nor meant.
        const bool isMeant = table.named || !table.format;
        if (table.system == system && isMeant && backend.watches(system))
            form.sources << sqlTableName(backend, table);
    }
    if (form.sources.isEmpty())
        return std::nullopt;
    form.owner = defaultOwner();
    return form;
}

Result<TableSpec> tableOfRequest(const BackendSpec &backend, const QString &system,
                                 const AcquireRequest &request)
{
    if (request.name.isEmpty())
        return failure(ErrorKind::Config, Words::tr("A lock needs a name."));
    for (const TableSpec &table : backend.tables) {
        const bool meant =
            request.source.isEmpty() || request.source == sqlTableName(backend, table);
        if (table.system == system && meant && (table.named || !table.format))
            return table;
    }
    return failure(
        ErrorKind::Config,
        Words::tr("%1 watches no table %2.").arg(backend.name, literalText(request.source)),
        Words::tr("Name the table in the profile or URL."));
}

Result<std::unique_ptr<LockClient>>
makeTableClient(const AcquireRequest &request, const ActionContext &context, TableTaking taking)
{
    if (!request.variant.isEmpty())
        return failure(ErrorKind::Config, Words::tr("There is only one way to take such a lock."));
    return std::make_unique<TableClient>(request, context, std::move(taking));
}

} // namespace lockmaster
