// SPDX-License-Identifier: Apache-2.0
#include "core/sources/sqlrowlocks.h"

#include "core/domain/literaltext.h"
#include "core/sources/sqllockdata.h"
#include "core/transport/sqlconnection.h"

#include <QCoreApplication>

#include <algorithm>
#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qint64 mostEntries = 5000;
constexpr size_t mostSessionsNamed = 64;
/** MariaDB takes a new picture of its locks only when nobody has looked at the old for 100 ms. */
constexpr Millis secondLookAfter = 120ms;

/** `X,REC_NOT_GAP`, `S`, ...: locks the row itself, and not only the gap before it. */
bool locksTheRow(const QString &mode)
{
    const QStringList parts = mode.split(u',');
    return !parts.contains(u"GAP") && !parts.contains(u"INSERT_INTENTION");
}

/** How INNODB_LOCKS writes a table. */
QString innodbTableName(const SqlTableShape &shape)
{
    return quotedSqlIdentifier(shape.schema).value_or(QString()) + u'.'
           + quotedSqlIdentifier(shape.table).value_or(QString());
}

void sortOut(std::vector<quint64> &sessions)
{
    std::sort(sessions.begin(), sessions.end());
    sessions.erase(std::unique(sessions.begin(), sessions.end()), sessions.end());
}

} // namespace

void SqlRowLockFinder::connectionChanged()
{
    m_entriesDenied = false;
    m_writersDenied = false;
    m_lasting.clear();
    m_writingSince.clear();
}

SqlRowLocks SqlRowLockFinder::look(SqlConnection &connection, const SqlTableShape &shape,
                                   ServerTime serverNow, SteadyTime deadline)
{
    SqlRowLocks locks;
    Users users = seeUsers(connection, shape, deadline);
    if (users.told && !users.any) {
        m_lasting.clear();
        m_writingSince.clear();
        return locks;
    }
    const Seen seen = seeLasting(connection, shape, deadline);
    addRows(connection, seen, locks, deadline);
    addWriters(connection, std::move(users.writers), seen, locks, serverNow, deadline);
    return locks;
}

Result<SqlRowLockFinder::Seen> SqlRowLockFinder::seeEntries(SqlConnection &connection,
                                                            const SqlTableShape &shape,
                                                            SteadyTime deadline)
{
    if (m_entriesDenied)
        return Seen{};
    auto seen = connection.server().mariaDb ? seeInnodbLocks(connection, shape, deadline)
                                            : seeDataLocks(connection, shape, deadline);
    if (!seen && connection.usable())
        m_entriesDenied = seen.error().kind != ErrorKind::Timeout;
    if (!seen)
        return seen;
    std::sort(seen->rows.begin(), seen->rows.end());
    seen->rows.erase(std::unique(seen->rows.begin(), seen->rows.end()), seen->rows.end());
    sortOut(seen->elsewhere);
    return seen;
}

Result<SqlRowLockFinder::Seen> SqlRowLockFinder::seeDataLocks(SqlConnection &connection,
                                                              const SqlTableShape &shape,
                                                              SteadyTime deadline)
{
    Seen seen;
    const auto take = [&](const SqlRow &row) {
        if (!locksTheRow(row.text(2)))
            return;
        const quint64 session = quint64(row.integer(0));
        const bool waits = row.text(3) != u"GRANTED";
        if (const auto name = firstOfLockData(row.bytes(4));
            name && shape.nameIndexes.contains(row.text(1)))
            seen.rows.push_back({session, *name, waits});
        else if (!waits && !isSupremum(row.bytes(4)))
            seen.elsewhere.push_back(session);
    };
    const auto asked = connection.select(
        QStringLiteral("SELECT THREAD_ID, INDEX_NAME, LOCK_MODE, LOCK_STATUS, "
                       "CAST(LEFT(LOCK_DATA, 512) AS BINARY) FROM performance_schema.data_locks "
                       "WHERE OBJECT_SCHEMA = ? AND OBJECT_NAME = ? AND LOCK_TYPE = 'RECORD' "
                       "LIMIT %1")
            .arg(mostEntries),
        {shape.schema, shape.table}, deadline, take);
    if (!asked)
        return tl::make_unexpected(asked.error());
    // The same transaction locks the name's entry and the row behind it: one lock, told by name.
    std::erase_if(seen.elsewhere, [&seen](quint64 session) {
        return std::any_of(seen.rows.begin(), seen.rows.end(),
                           [session](const Entry &entry) { return entry.session == session; });
    });
    return seen;
}

Result<SqlRowLockFinder::Seen> SqlRowLockFinder::seeInnodbLocks(SqlConnection &connection,
                                                                const SqlTableShape &shape,
                                                                SteadyTime deadline)
{
    struct Lock {
        quint64 transaction;
        QByteArray name;
    };
    QHash<QString, Lock> byId;
    const auto asked = connection.select(
        QStringLiteral("SELECT LOCK_ID, LOCK_TRX_ID, LOCK_INDEX, CAST(LEFT(LOCK_DATA, 512) AS "
                       "BINARY) FROM information_schema.INNODB_LOCKS "
                       "WHERE LOCK_TABLE = ? AND LOCK_TYPE = 'RECORD' LIMIT %1")
            .arg(mostEntries),
        {innodbTableName(shape)}, deadline, [&](const SqlRow &row) {
            const auto name = firstOfLockData(row.bytes(3));
            if (name && shape.nameIndexes.contains(row.text(2)))
                byId.insert(row.text(0), {quint64(row.integer(1)), *name});
        });
    if (!asked)
        return tl::make_unexpected(asked.error());
    Seen seen;
    if (byId.isEmpty())
        return seen;
    const auto waits =
        connection.select(QStringLiteral("SELECT REQUESTED_LOCK_ID, BLOCKING_LOCK_ID "
                                         "FROM information_schema.INNODB_LOCK_WAITS LIMIT %1")
                              .arg(mostEntries),
                          {}, deadline, [&](const SqlRow &row) {
                              const auto wanted = byId.constFind(row.text(0));
                              const auto holding = byId.constFind(row.text(1));
                              if (wanted == byId.constEnd() || holding == byId.constEnd())
                                  return;
                              seen.rows.push_back({wanted->transaction, wanted->name, true});
                              seen.rows.push_back({holding->transaction, holding->name, false});
                          });
    if (!waits)
        return tl::make_unexpected(waits.error());
    // One who waits in a queue blocks those behind it, but holds nothing yet.
    const std::vector<Entry> all = seen.rows;
    std::erase_if(seen.rows, [&all](const Entry &entry) {
        const Entry waiting{entry.session, entry.name, true};
        return !entry.waits && std::find(all.begin(), all.end(), waiting) != all.end();
    });
    return seen;
}

/** Every take-over locks its row for a moment; told is what was there a while ago, too. */
SqlRowLockFinder::Seen SqlRowLockFinder::seeLasting(SqlConnection &connection,
                                                    const SqlTableShape &shape, SteadyTime deadline)
{
    auto seen = seeEntries(connection, shape, deadline);
    if (!seen || (seen->rows.empty() && seen->elsewhere.empty())) {
        m_lasting.clear();
        return {};
    }
    const bool allKnown =
        std::includes(m_lasting.begin(), m_lasting.end(), seen->rows.begin(), seen->rows.end());
    const bool timeLeft = std::chrono::steady_clock::now() + 3 * secondLookAfter < deadline;
    if ((!allKnown || !seen->elsewhere.empty()) && timeLeft) {
        std::this_thread::sleep_for(secondLookAfter);
        const auto again = seeEntries(connection, shape, deadline);
        Seen both;
        if (again) {
            std::set_intersection(seen->rows.begin(), seen->rows.end(), again->rows.begin(),
                                  again->rows.end(), std::back_inserter(both.rows));
            std::set_intersection(seen->elsewhere.begin(), seen->elsewhere.end(),
                                  again->elsewhere.begin(), again->elsewhere.end(),
                                  std::back_inserter(both.elsewhere));
        }
        *seen = both;
    }
    m_lasting = seen->rows;
    return *seen;
}

SqlLockingSession SqlRowLockFinder::session(SqlConnection &connection, quint64 id,
                                            SteadyTime deadline)
{
    SqlLockingSession session;
    const auto take = [&session](const SqlRow &row) {
        session = {row.integer(0), row.text(1), row.text(2)};
    };
    if (!connection.server().mariaDb) {
        connection.select(QStringLiteral("SELECT PROCESSLIST_ID, IFNULL(PROCESSLIST_USER, ''), "
                                         "IFNULL(PROCESSLIST_HOST, '') "
                                         "FROM performance_schema.threads WHERE THREAD_ID = ?"),
                          {id}, deadline, take);
        return session;
    }
    connection.select(QStringLiteral("SELECT ID, USER, HOST FROM information_schema.PROCESSLIST "
                                     "WHERE ID = ?"),
                      {id}, deadline, take);
    session.connectionId = qint64(id);
    // The client's port says nothing, and a bare IPv6 address has one behind its last colon, too.
    if (const qsizetype colon = session.host.lastIndexOf(u':'); colon >= 0)
        session.host.truncate(colon);
    return session;
}

qint64 SqlRowLockFinder::connectionOf(SqlConnection &connection, quint64 transaction,
                                      SteadyTime deadline)
{
    qint64 id = 0;
    connection.select(QStringLiteral("SELECT TRX_MYSQL_THREAD_ID FROM "
                                     "information_schema.INNODB_TRX WHERE TRX_ID = ?"),
                      {transaction}, deadline, [&id](const SqlRow &row) { id = row.integer(0); });
    return id;
}

void SqlRowLockFinder::addRows(SqlConnection &connection, const Seen &seen, SqlRowLocks &locks,
                               SteadyTime deadline)
{
    QHash<quint64, SqlLockingSession> sessions;
    const auto named = [&](quint64 id) {
        if (const auto known = sessions.constFind(id); known != sessions.constEnd())
            return *known;
        SqlLockingSession found;
        if (size_t(sessions.size()) < mostSessionsNamed) {
            const bool byTransaction = connection.server().mariaDb;
            const quint64 thread =
                byTransaction ? quint64(connectionOf(connection, id, deadline)) : id;
            if (thread != 0)
                found = session(connection, thread, deadline);
        }
        sessions.insert(id, found);
        return found;
    };
    QHash<QByteArray, size_t> places;
    for (const Entry &entry : seen.rows) {
        if (entry.waits || places.contains(entry.name))
            continue;
        places.insert(entry.name, locks.rows.size());
        locks.rows.push_back({entry.name, named(entry.session), {}});
    }
    for (const Entry &entry : seen.rows) {
        const auto place = places.constFind(entry.name);
        if (entry.waits && place != places.constEnd())
            locks.rows[*place].waiters.push_back(named(entry.session));
    }
}

SqlRowLockFinder::Users SqlRowLockFinder::seeUsers(SqlConnection &connection,
                                                   const SqlTableShape &shape, SteadyTime deadline)
{
    Users users;
    if (m_writersDenied || !connection.server().mariaDb)
        return users;
    const auto take = [&](const SqlRow &row) {
        if (row.integer(0) == connection.server().connectionId)
            return;
        users.any = true;
        if (row.integer(2) != 0)
            users.writers[row.integer(0)] = Millis(row.integer(1));
    };
    const auto asked = connection.select(
        QStringLiteral("SELECT THREAD_ID, LOCK_TIME_MS, LOCK_MODE = 'MDL_SHARED_WRITE' FROM "
                       "information_schema.METADATA_LOCK_INFO WHERE TABLE_SCHEMA = ? AND "
                       "TABLE_NAME = ? LIMIT %1")
            .arg(mostEntries),
        {shape.schema, shape.table}, deadline, take);
    users.told = asked.has_value();
    if (!asked && connection.usable())
        m_writersDenied = asked.error().kind != ErrorKind::Timeout;
    return users;
}

void SqlRowLockFinder::addWriters(SqlConnection &connection, std::map<qint64, Micros> writers,
                                  const Seen &seen, SqlRowLocks &locks, ServerTime serverNow,
                                  SteadyTime deadline)
{
    for (const SqlRowLock &lock : locks.rows)
        writers.erase(lock.holder.connectionId);
    QHash<qint64, ServerTime> since;
    const auto add = [&](const SqlLockingSession &writer, Micros age) {
        since.insert(writer.connectionId,
                     m_writingSince.value(writer.connectionId, serverNow - age));
        locks.writers.push_back({writer, since.value(writer.connectionId)});
    };
    for (const auto &[id, age] : writers) {
        if (age > m_poll && locks.writers.size() < mostSessionsNamed)
            add(session(connection, quint64(id), deadline), age);
    }
    // MySQL does not tell how long they have been at it: since they were first seen, at least.
    for (const quint64 thread : seen.elsewhere) {
        if (locks.writers.size() < mostSessionsNamed)
            add(session(connection, thread, deadline), Micros::zero());
    }
    m_writingSince = since;
}

Capability SqlRowLockFinder::examine(SqlConnection &connection, const QString &id,
                                     const SqlTableShape &shape, SteadyTime deadline)
{
    Capability capability;
    capability.id = id;
    capability.subject =
        QCoreApplication::translate("lockmaster", "Rows locked by open transactions");
    m_entriesDenied = false;
    m_writersDenied = false;
    const auto entries = seeEntries(connection, shape, deadline);
    const QString account = literalText(connection.server().account);
    if (!connection.server().mariaDb) {
        capability.available = entries.has_value();
        capability.reason = entries ? QCoreApplication::translate(
                                "lockmaster", "performance_schema.data_locks tells each row.")
                                    : entries.error().message;
        if (!entries)
            capability.remedy = QCoreApplication::translate(
                                    "lockmaster", "GRANT SELECT ON performance_schema.* TO %1")
                                    .arg(account);
        return capability;
    }
    seeUsers(connection, shape, deadline);
    capability.available = entries.has_value() && !m_writersDenied;
    if (!entries) {
        capability.reason = entries.error().message;
        capability.remedy =
            QCoreApplication::translate("lockmaster", "GRANT PROCESS ON *.* TO %1").arg(account);
    } else if (m_writersDenied) {
        capability.reason = QCoreApplication::translate(
            "lockmaster", "Only rows that somebody waits for are told.");
        capability.remedy = QCoreApplication::translate(
            "lockmaster", "INSTALL SONAME 'metadata_lock_info' (package mariadb-server has it).");
    } else {
        capability.reason = QCoreApplication::translate(
            "lockmaster", "INNODB_LOCKS tells rows that somebody waits for, "
                          "METADATA_LOCK_INFO who writes to the table.");
    }
    return capability;
}

} // namespace lockmaster
