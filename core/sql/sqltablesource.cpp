// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltablesource.h"

#include "core/domain/systemtraits.h"
#include "core/text/literaltext.h"
#include "core/sources/backendreader.h"
#include "core/sql/sqlserverzone.h"
#include "core/sql/sqltablelookup.h"
#include "core/sql/sqltableread.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Tables are altered now and then, also under a connection that stays. */
constexpr auto shapeHoldsFor = 60s;

/** Fewer rows are read as quickly as it is asked whether they changed. */
constexpr size_t fewRows = 500;
/** Rows are not taken for unchanged for longer, whatever the server says. */
constexpr auto rowsHoldFor = 10s;

constexpr int unknownDatabase = 1049;
constexpr int unknownTable = 1146;

Error namingTheGrant(Error error, const SqlTableShape &shape, const SqlConnection &connection)
{
    if (error.kind == ErrorKind::Denied)
        error.remedy = grantStatement(QStringLiteral("SELECT"), shape.quotedTable,
                                      connection.server().account);
    return error;
}

QStringList systemsBut(const QString &left, const BackendSpec &backend)
{
    QStringList ids = backend.systems;
    if (ids.isEmpty()) {
        for (const SystemTraits &system : systemTraits()) {
            if (system.kind == backend.kind)
                ids << system.id;
        }
    }
    ids.removeAll(left);
    return ids;
}

bool isLockedByRow(const TableSpec &table)
{
    return table.format
           && std::any_of(
               table.format->tables.begin(), table.format->tables.end(),
               [](const FormatTable &each) { return each.held.by == FormatHeld::By::RowLock; });
}

} // namespace

SqlTableSource::SqlTableSource(const BackendSpec &backend, const TableSpec &table,
                               std::unique_ptr<SqlTableDecoder> decoder)
    : m_table(table), m_electsLeaders(electsLeaders(table.system)), m_database(backend.database),
      m_name(sqlTableName(backend, table)), m_otherSystems(systemsBut(table.system, backend)),
      m_decoder(std::move(decoder)), m_lockFinder(backend.poll, isLockedByRow(table))
{
}

void SqlTableSource::connectionChanged()
{
    m_shape.reset();
    m_fastest.reset();
    m_maySample = false;
    m_unfinished.reset();
    m_last = {};
    m_stamp.reset();
    m_stampsDenied = false;
    m_locks = {};
    m_lockedRows.clear();
    m_lockFinder.connectionChanged();
    m_history.connectionChanged();
    m_decoder->connectionChanged();
}

/** A table that is there, but without the columns or with those hidden, may well hold locks. */
bool SqlTableSource::mayBeAbsent(const Error &error, const SqlConnection &connection) const
{
    if (m_table.named)
        return false;
    if (error.kind == ErrorKind::Denied)
        return !m_wasThere;
    const bool noDatabase =
        m_table.schema.isEmpty() && m_database.isEmpty() && connection.server().database.isEmpty();
    return error.kind == ErrorKind::NotFound
           && (noDatabase || error.nativeCode == unknownTable
               || error.nativeCode == unknownDatabase);
}

Result<void> SqlTableSource::learnShape(SqlConnection &connection, SteadyTime deadline)
{
    const auto now = std::chrono::steady_clock::now();
    if (m_shape && now - m_shapeLearnt < shapeHoldsFor)
        return {};
    auto shape = learnTableShape(connection, m_table, m_database, deadline);
    if (!shape)
        return passOn(shape);
    m_shape = std::move(*shape);
    m_shapeLearnt = now;
    m_wasThere = true;
    m_stamp.reset();
    return {};
}

Result<void> SqlTableSource::takeUp(SqlConnection &connection, SteadyTime deadline)
{
    auto fits = checkFormat(connection, m_table, m_database, deadline);
    m_wasThere = m_wasThere || fits;
    return fits;
}

Observation SqlTableSource::read(SqlConnection &connection, SteadyTime deadline)
{
    return look(connection, Extent::RowsAndLocks, deadline);
}

Observation SqlTableSource::poll(SqlConnection &connection, SteadyTime deadline)
{
    return look(connection, Extent::ChangedRowsAndLocks, deadline);
}

Observation SqlTableSource::list(SqlConnection &connection, SteadyTime deadline)
{
    return look(connection, Extent::RowsAndLocksOnce, deadline);
}

Observation SqlTableSource::sample(SqlConnection &connection, SteadyTime deadline)
{
    return look(connection, Extent::Rows, deadline);
}

Observation SqlTableSource::look(SqlConnection &connection, Extent extent, SteadyTime deadline)
{
    const auto begun = std::chrono::steady_clock::now();
    if (std::exchange(m_unfinished, std::nullopt))
        m_stamp.reset(); // which is of rows that nobody took
    Observation observation;
    observation.source = m_name;
    observation.systems = systems();
    observation.leaders = m_electsLeaders;
    const auto fail = [&](const Error &error) {
        m_shape.reset();
        m_maySample = false;
        if (mayBeAbsent(error, connection)) {
            observation.complete = error.kind == ErrorKind::NotFound; // then it holds nothing
            observation.absent = error;
        } else {
            observation.problems.push_back(error);
        }
        return observation;
    };
    if (const auto learnt = learnShape(connection, deadline); !learnt)
        return fail(learnt.error());
    auto reading = readRows(connection, extent, deadline);
    observation.latency =
        std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - begun);
    if (!reading)
        return fail(namingTheGrant(reading.error(), *m_shape, connection));
    observation.clock = reading->clock;
    observation.serverReadOnly = reading->serverReadOnly;
    observation.complete = true;
    if (!reading->whole) {
        observation.complete = false;
        observation.problems.push_back(
            {ErrorKind::Truncated, 0,
             Words::tr("%1 has more than %2 rows; the rest is not shown.")
                 .arg(literalText(m_name), QString::number(reading->rows.size())),
             Words::tr("Remove rows that no program uses any more.")});
    }
    if (extent == Extent::Rows)
        forgetWrittenSince(*reading);
    else
        lookAround(connection, *reading, deadline);
    reading->locks = m_locks;
    m_maySample = observation.leaders && reading->rows.size() <= BackendReader::mostSampledLeaders;
    reading->once = extent == Extent::RowsAndLocksOnce;
    m_unfinished = std::move(*reading);
    return observation;
}

bool SqlTableSource::lacksZone(const std::shared_ptr<const SqlServerZone> &known) const
{
    return m_unfinished && m_table.clock.kind == ClockSpec::Kind::Server
           && !(known && known->fits(m_unfinished->serverNow, m_unfinished->serverUtc));
}

void SqlTableSource::finish(Observation &seen, const SqlZoneInquiry &zone)
{
    if (!m_unfinished)
        return;
    const bool lacks = lacksZone(zone.zone());
    SqlTableReading reading = *std::exchange(m_unfinished, std::nullopt);
    reading.zone = lacks ? nullptr : zone.zone();
    reading.zoneRefused = lacks && zone.isRefused();
    m_decoder->decode(reading, seen);
    if (!reading.once)
        m_last = std::move(reading);
}

bool SqlTableSource::mayAskWhetherChanged(const SqlConnection &connection, Extent extent) const
{
    const SqlServer &server = connection.server();
    // Behind a proxy another server may tell of the time than of the rows, and a member of a group
    // of a time before the others' last changes. Heartbeats change a leader's table all the time,
    // and rows of other tables are counted beside it.
    return extent == Extent::ChangedRowsAndLocks && !m_stampsDenied && !server.replica
           && !server.proxied && !server.group && !m_electsLeaders && m_shape->counts.isEmpty()
           && m_last.whole && m_last.rows.size() > fewRows;
}

Result<SqlTableReading> SqlTableSource::readRows(SqlConnection &connection, Extent extent,
                                                 SteadyTime deadline)
{
    std::optional<SqlTableStamp> stamp;
    if (mayAskWhetherChanged(connection, extent)) {
        auto asked = readTableStamp(connection, *m_shape, deadline);
        const bool recent = std::chrono::steady_clock::now() - m_rowsReadAt < rowsHoldFor;
        if (asked && m_stamp && recent && standsUnchanged(m_last, *m_stamp, *asked))
            return lastReadingAt(*asked);
        const auto settled = asked.and_then(
            [&](SqlTableStamp &now) { return settleTableStamp(connection, now, deadline); });
        if (!settled && !connection.usable())
            return passOn(settled);
        m_stampsDenied = !settled && settled.error().kind != ErrorKind::Timeout;
        if (settled)
            stamp = *asked;
    }
    auto reading = readTableRows(connection, *m_shape, m_fastest, m_last.rows, deadline);
    m_stamp = reading ? stamp : std::nullopt;
    m_rowsReadAt = std::chrono::steady_clock::now();
    return reading;
}

/** The same rows by the clock of now: leases run out without a change. */
SqlTableReading SqlTableSource::lastReadingAt(const SqlTableStamp &now)
{
    SqlTableReading reading = std::exchange(m_last, {});
    reading.serverNow = now.serverNow;
    reading.serverUtc = now.serverUtc;
    reading.clock = now.clock;
    reading.serverReadOnly = now.serverReadOnly;
    return reading;
}

/** What only other tables tell; each is a help, and nothing is missing where it cannot be had. */
void SqlTableSource::lookAround(SqlConnection &connection, SqlTableReading &reading,
                                SteadyTime deadline)
{
    noteLocks(reading, m_lockFinder.look(connection, *m_shape, reading, deadline));
    if (!m_electsLeaders || reading.rows.size() != 1 || !connection.usable())
        return;
    SqlStatementHistory::Seen seen = m_history.look(connection, *m_shape, deadline);
    reading.updateCount = seen.updateCount;
    if (seen.changes)
        reading.changes = std::move(*seen.changes);
}

void SqlTableSource::noteLocks(const SqlTableReading &reading, SqlRowLocks locks)
{
    m_locks = std::move(locks);
    m_lockedRows.clear();
    if (m_locks.rows.empty() || reading.rows.size() > BackendReader::mostSampledLeaders)
        return;
    for (const SqlTableRow &row : reading.rows) {
        const bool locked =
            std::any_of(m_locks.rows.begin(), m_locks.rows.end(),
                        [&row](const SqlRowLock &lock) { return lock.name == row.name; });
        if (locked)
            m_lockedRows.push_back(row);
    }
}

/** A row that was written meanwhile was let go of, whoever locked it. */
void SqlTableSource::forgetWrittenSince(const SqlTableReading &reading)
{
    const auto written = [this, &reading](const SqlRowLock &lock) {
        const auto named = [&lock](const SqlTableRow &row) { return row.name == lock.name; };
        const auto then = std::find_if(m_lockedRows.begin(), m_lockedRows.end(), named);
        const auto now = std::find_if(reading.rows.begin(), reading.rows.end(), named);
        return then == m_lockedRows.end() || now == reading.rows.end() || *then != *now;
    };
    std::erase_if(m_locks.rows, written);
}

std::vector<Capability> SqlTableSource::examine(SqlConnection &connection, SteadyTime deadline)
{
    Capability reading;
    reading.id = m_table.system + QStringLiteral(".read");
    reading.subject = Words::tr("Rows of %1").arg(literalText(m_name));
    m_shape.reset();
    if (const auto learnt = learnShape(connection, deadline); !learnt) {
        const bool absent = mayBeAbsent(learnt.error(), connection);
        // Of one that is denied nothing is known; it may hold anything.
        reading.available = absent && learnt.error().kind == ErrorKind::NotFound;
        reading.reason = learnt.error().message;
        reading.remedy = learnt.error().remedy;
        if (absent)
            reading.reason += u' ' + Words::tr("Nobody named it, and it is not looked at.");
        // The server takes no grant on a table that is not there.
        if (absent && !reading.available && !m_otherSystems.empty()) {
            reading.reason +=
                u' '
                + Words::tr("Where there is one, this lets it be read: %1").arg(reading.remedy);
            reading.remedy =
                Words::tr("Where there is none, leave it out: %1 in the URL, or "
                          "%2 in the profile.")
                    .arg(QStringLiteral("systems=") + m_otherSystems.join(u','),
                         QStringLiteral("systems = [\"%1\"]").arg(m_otherSystems.join(u"\", \"")));
        }
        if (reading.available)
            reading.remedy.clear();
        return {reading};
    }
    // Columns are shown to whoever has any right on the table.
    const auto allowed =
        connection.select(QStringLiteral("SELECT 1 FROM %1 LIMIT 0").arg(m_shape->quotedTable), {},
                          deadline, [](const SqlRow &) {});
    if (!allowed && allowed.error().kind == ErrorKind::Denied) {
        const Error error = namingTheGrant(allowed.error(), *m_shape, connection);
        reading.reason = error.message;
        reading.remedy = error.remedy;
        return {reading};
    }
    reading.available = true;
    reading.reason = Words::tr("Readable; its time is a %1.").arg(m_shape->timeType);
    if (!m_shape->namesUnique)
        reading.reason += u' '
                          + Words::tr("No unique key on %1 is seen: two rows may have one name.")
                                .arg(literalText(m_shape->name.name));
    std::vector<Capability> capabilities{
        reading, m_lockFinder.examine(connection, m_table.system + QStringLiteral(".row_locks"),
                                      *m_shape, deadline)};
    if (m_electsLeaders)
        capabilities.push_back(SqlStatementHistory::examine(
            connection, m_table.system + QStringLiteral(".hosts"), deadline));
    return capabilities;
}

} // namespace lockmaster
