// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlrowlocks.h"

#include "core/text/literaltext.h"
#include "core/sql/sqllockdata.h"
#include "core/sql/sqllockpicture.h"
#include "core/text/words.h"
#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"

#include <QRegularExpression>

#include <algorithm>
#include <thread>
#include <tuple>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qint64 mostEntries = 5000;
constexpr size_t mostSessionsNamed = 64;
constexpr Millis secondLookAfter = newPictureAfter;
/** Rows that are asked for their names by their primary keys, in one look. */
constexpr qsizetype mostKeysNamed = 64;

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

/** A field of a primary key, to compare with; none for what InnoDB writes in a form of its own. */
QVariantList fieldValues(const QByteArray &data)
{
    static const QRegularExpression number(QStringLiteral("^-?[0-9]{1,20}$"));
    if (number.match(QString::fromLatin1(data)).hasMatch())
        return {QString::fromLatin1(data)};
    const auto field = firstOfLockData(data);
    if (!field)
        return {};
    if (data.startsWith('\''))
        return {QString::fromUtf8(*field)};
    return {*field, *field}; // its bytes as well, for a type that is none of bytes
}

/** Those of the fields of an entry; empty where one of them cannot be told. */
std::vector<QVariantList> keyValues(const QByteArray &data)
{
    std::vector<QVariantList> all;
    for (QByteArray left = data; !left.isEmpty();) {
        const QByteArray rest = restOfLockData(left);
        const QByteArray field = rest.isEmpty() ? left : left.first(left.size() - rest.size() - 2);
        all.push_back(fieldValues(field));
        if (all.back().isEmpty())
            return {};
        left = rest;
    }
    return all;
}

/** Those of the names that stand in the table. */
QSet<QByteArray> namesThere(const SqlLockedRows &seen, const SqlTableReading &reading)
{
    QSet<QByteArray> seenNames;
    for (const SqlLockedRow &row : seen.rows)
        seenNames.insert(row.name);
    if (!reading.whole)
        return seenNames;
    QSet<QByteArray> there;
    for (const SqlTableRow &row : reading.rows) {
        if (seenNames.contains(row.name))
            there.insert(row.name);
    }
    return there;
}

/** Whom to look at first: who goes on by itself, then who has been at it for longest. */
bool standsBefore(const SqlTableWriter &a, const SqlTableWriter &b)
{
    return std::tie(a.waits, a.since, a.session.connectionId)
           < std::tie(b.waits, b.since, b.session.connectionId);
}

} // namespace

void SqlRowLockFinder::connectionChanged()
{
    m_entriesDenied = false;
    m_writersDenied = false;
    m_prepared.reset();
    m_lasting.clear();
    m_writingSince.clear();
    m_waited.clear();
    m_nameOfLock.clear();
    m_keyColumns.reset();
}

SqlRowLocks SqlRowLockFinder::look(SqlConnection &connection, const SqlTableShape &shape,
                                   const SqlTableReading &reading, SteadyTime deadline)
{
    const ServerTime serverNow = reading.clock.server;
    SqlRowLocks locks;
    const Users users = seeUsers(connection, shape, deadline);
    const std::optional<bool> prepared = seePrepared(connection, deadline);
    locks.prepared = prepared.value_or(false);
    locks.told = prepared == false;
    locks.unused = m_isTheLock && users.told && users.all.empty() && prepared == false;
    if (users.told && users.all.empty()) {
        m_lasting.clear();
        m_writingSince.clear();
        m_waited.clear();
        return locks;
    }
    const auto lasting = seeLasting(connection, shape, deadline);
    const SqlLockedRows seen = lasting.value_or(SqlLockedRows());
    locks.told = connection.server().mariaDb ? locks.told && users.told && !users.lasting
                                             : lasting && !m_entriesDenied;
    if (!connection.server().mariaDb) {
        locks.unused = locks.told && seen.empty();
        addRows(connection, partsOf(seen), locks, deadline);
        std::vector<SqlTableWriter> writers;
        // It does not tell how long they have been at it: since they were first seen, at least.
        for (const quint64 thread : seen.elsewhere)
            writers.push_back({{qint64(thread), {}, {}}, serverNow, seen.isWaiting(thread)});
        addWriters(connection, std::move(writers), locks, deadline);
        return locks;
    }
    std::optional<Transactions> transactions;
    if (lasting && !m_entriesDenied && !(seen.empty() && users.writers.empty())) {
        if (auto asked = seeTransactions(connection, shape, deadline))
            transactions = std::move(*asked);
    }
    locks.waitsTold = transactions.has_value();
    if (transactions) {
        const RowsKnown known{namesThere(seen, reading),
                              shape.nameIndexes.contains(u"PRIMARY") ? 1 : 2};
        addRows(connection, partsOf(seen, users, *transactions, known), locks, deadline);
    }
    addWriters(connection,
               suspects(users.writers, serverNow, transactions ? &*transactions : nullptr), locks,
               deadline);
    return locks;
}

Result<SqlLockedRows> SqlRowLockFinder::seeEntries(SqlConnection &connection,
                                                   const SqlTableShape &shape, SteadyTime deadline)
{
    if (m_entriesDenied)
        return SqlLockedRows{};
    auto seen = connection.server().mariaDb ? seeInnodbLocks(connection, shape, deadline)
                                            : seeDataLocks(connection, shape, deadline);
    if (!seen && connection.usable())
        m_entriesDenied = seen.error().kind != ErrorKind::Timeout;
    return seen;
}

Result<SqlLockedRows> SqlRowLockFinder::seeDataLocks(SqlConnection &connection,
                                                     const SqlTableShape &shape,
                                                     SteadyTime deadline)
{
    std::vector<SqlDataLock> all;
    std::map<quint64, quint64> transactions;
    const auto asked = connection.select(
        QStringLiteral("SELECT THREAD_ID, INDEX_NAME, LOCK_MODE, LOCK_STATUS, "
                       "CAST(LEFT(LOCK_DATA, 512) AS BINARY), ENGINE_TRANSACTION_ID "
                       "FROM performance_schema.data_locks "
                       "WHERE OBJECT_SCHEMA = ? AND OBJECT_NAME = ? AND LOCK_TYPE = 'RECORD' "
                       "LIMIT %1")
            .arg(mostEntries),
        {shape.schema, shape.table}, deadline, [&](const SqlRow &row) {
            transactions[quint64(row.integer(0))] = quint64(row.integer(5));
            if (locksTheRow(row.text(2)))
                all.push_back({quint64(row.integer(0)), row.text(1), row.text(3) != u"GRANTED",
                               row.bytes(4)});
        });
    if (!asked)
        return passOn(asked);
    SqlLockedRows seen = lockedRowsOf(all, shape.nameIndexes);
    seen.transactions = std::move(transactions);
    return seen;
}

Result<SqlLockedRows> SqlRowLockFinder::seeInnodbLocks(SqlConnection &connection,
                                                       const SqlTableShape &shape,
                                                       SteadyTime deadline)
{
    struct Lock {
        quint64 transaction;
        std::optional<QByteArray> name;
        QByteArray key; ///< which tells the name, where the entry does not
    };
    QHash<QString, Lock> byId;
    const auto asked = connection.select(
        QStringLiteral("SELECT LOCK_ID, LOCK_TRX_ID, LOCK_INDEX, CAST(LEFT(LOCK_DATA, 512) AS "
                       "BINARY), LOCK_MODE FROM information_schema.INNODB_LOCKS "
                       "WHERE LOCK_TABLE = ? AND LOCK_TYPE = 'RECORD' LIMIT %1")
            .arg(mostEntries),
        {innodbTableName(shape)}, deadline, [&](const SqlRow &row) {
            if (!locksTheRow(row.text(4)))
                return; // of the gap before this row: one who adds another waits for it
            Lock lock{quint64(row.integer(1)), {}, {}};
            if (shape.nameIndexes.contains(row.text(2)))
                lock.name = firstOfLockData(row.bytes(3));
            else if (row.text(2) == u"PRIMARY")
                lock.key = row.bytes(3);
            if (lock.name || !lock.key.isEmpty())
                byId.insert(row.text(0), lock);
        });
    if (!asked)
        return passOn(asked);
    SqlLockedRows seen;
    m_nameOfLock.clear();
    QHash<QByteArray, std::optional<QByteArray>> byKey;
    for (auto lock = byId.begin(); lock != byId.end(); ++lock) {
        if (!lock->name && !byKey.contains(lock->key) && byKey.size() < mostKeysNamed)
            byKey.insert(lock->key, nameOfKey(connection, shape, lock->key, deadline));
        if (!lock->name)
            lock->name = byKey.value(lock->key);
        if (lock->name)
            m_nameOfLock.insert(lock.key(), *lock->name);
    }
    if (m_nameOfLock.isEmpty())
        return seen;
    std::vector<SqlLockedRow> unnumbered;
    const auto waits =
        connection.select(QStringLiteral("SELECT REQUESTED_LOCK_ID, BLOCKING_LOCK_ID "
                                         "FROM information_schema.INNODB_LOCK_WAITS LIMIT %1")
                              .arg(mostEntries),
                          {}, deadline, [&](const SqlRow &row) {
                              const auto wanted = byId.constFind(row.text(0));
                              const auto holding = byId.constFind(row.text(1));
                              if (wanted == byId.constEnd() || holding == byId.constEnd()
                                  || !wanted->name || !holding->name)
                                  return;
                              const SqlLockedRow held{holding->transaction, *holding->name, false};
                              seen.rows.push_back({wanted->transaction, *wanted->name, true});
                              seen.rows.push_back(held);
                              seen.waiting.push_back(wanted->transaction);
                              if (held.session == 0)
                                  unnumbered.push_back(held);
                          });
    if (!waits)
        return passOn(waits);
    // One who waits in a queue blocks those behind it, but holds nothing yet.
    sortOut(seen);
    // Of those without a number one may hold what another waits for, as long as nobody else does.
    for (const SqlLockedRow &held : unnumbered) {
        const auto sameRow = [&held](const SqlLockedRow &row) {
            return !row.waits && row.name == held.name;
        };
        if (std::none_of(seen.rows.begin(), seen.rows.end(), sameRow))
            seen.rows.push_back(held);
    }
    std::sort(seen.rows.begin(), seen.rows.end());
    return seen;
}

/**
 * Who asks for a row by its name gets the entry of that, and waits in the primary key for whoever
 * came by that: both have the same row. Its name is read where the primary key does not begin with
 * it, as the last that was committed. None where it cannot be told.
 */
std::optional<QByteArray> SqlRowLockFinder::nameOfKey(SqlConnection &connection,
                                                      const SqlTableShape &shape,
                                                      const QByteArray &key, SteadyTime deadline)
{
    const std::vector<QVariantList> fields = keyValues(key);
    if (fields.empty() || !connection.usable())
        return std::nullopt;
    if (!m_keyColumns) {
        QStringList columns;
        const auto asked = connection.select(
            QStringLiteral("SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE "
                           "TABLE_SCHEMA = ? AND TABLE_NAME = ? AND INDEX_NAME = 'PRIMARY' "
                           "ORDER BY SEQ_IN_INDEX"),
            {shape.schema, shape.table}, deadline,
            [&columns](const SqlRow &row) { columns << row.text(0); });
        if (!asked)
            return std::nullopt;
        m_keyColumns = columns;
    }
    if (size_t(m_keyColumns->size()) != fields.size())
        return std::nullopt;
    QStringList conditions;
    QVariantList values;
    for (size_t i = 0; i < fields.size(); ++i) {
        const auto column = quotedSqlIdentifier(m_keyColumns->at(qsizetype(i)));
        if (!column)
            return std::nullopt;
        conditions << *column + QStringLiteral(" = ?");
        if (fields[i].size() > 1)
            conditions << QStringLiteral("CAST(%1 AS BINARY) = ?").arg(*column);
        values << fields[i];
    }
    QList<QByteArray> names;
    const auto asked = connection.select(
        QStringLiteral("SELECT %1 FROM %2 WHERE %3 LIMIT 2")
            .arg(shape.name.bytes, shape.quotedTable, conditions.join(QStringLiteral(" AND "))),
        values, deadline, [&names](const SqlRow &row) { names << row.bytes(0); });
    if (!asked)
        m_keyColumns.reset();
    return names.size() == 1 ? std::optional(names.first()) : std::nullopt;
}

/** Every take-over locks its row for a moment; told is what was there a while ago, too. */
Result<SqlLockedRows> SqlRowLockFinder::seeLasting(SqlConnection &connection,
                                                   const SqlTableShape &shape, SteadyTime deadline)
{
    auto seen = seeEntries(connection, shape, deadline);
    if (!seen || seen->empty()) {
        m_lasting.clear();
        return seen;
    }
    const bool allKnown =
        std::includes(m_lasting.begin(), m_lasting.end(), seen->rows.begin(), seen->rows.end());
    const bool timeLeft = std::chrono::steady_clock::now() + 3 * secondLookAfter < deadline;
    if ((!allKnown || !seen->elsewhere.empty()) && timeLeft) {
        std::this_thread::sleep_for(secondLookAfter);
        const auto again = seeEntries(connection, shape, deadline);
        SqlLockedRows both;
        if (again) {
            std::set_intersection(seen->rows.begin(), seen->rows.end(), again->rows.begin(),
                                  again->rows.end(), std::back_inserter(both.rows));
            std::set_intersection(seen->elsewhere.begin(), seen->elsewhere.end(),
                                  again->elsewhere.begin(), again->elsewhere.end(),
                                  std::back_inserter(both.elsewhere));
            both.waiting = again->waiting;
            both.transactions = again->transactions;
        }
        *seen = both;
    }
    m_lasting = seen->rows;
    return seen;
}

/** All that are open: who waits for a row of another table may hold one of this. */
Result<SqlRowLockFinder::Transactions> SqlRowLockFinder::seeTransactions(SqlConnection &connection,
                                                                         const SqlTableShape &shape,
                                                                         SteadyTime deadline)
{
    Transactions transactions;
    const auto take = [&](const SqlRow &row) {
        Transaction transaction;
        transaction.number = quint64(row.integer(0));
        transaction.connection = row.integer(1);
        transaction.waits = row.integer(2) != 0;
        // Of the row that it waits for it may have got the entry in the index that led it there.
        const bool cameByAnother =
            row.text(6) == u"PRIMARY"
            && !(row.text(5) == innodbTableName(shape) && shape.nameIndexes.contains(u"PRIMARY"));
        const qint64 wanted = !transaction.waits ? 0 : cameByAnother ? 2 : 1;
        // One is of the table itself. Whoever added a row or wants one has no more than that.
        const bool onRows = row.integer(7) - (transaction.waits ? 1 : 0) > 1;
        transaction.held = onRows ? std::max(row.integer(3) - wanted, row.integer(4)) : 0;
        if (const auto name = m_nameOfLock.constFind(row.text(8)); name != m_nameOfLock.constEnd())
            transaction.wanted = *name;
        transactions.push_back(transaction);
    };
    const auto asked = connection.select(
        QStringLiteral("SELECT T.TRX_ID, T.TRX_MYSQL_THREAD_ID, T.TRX_STATE = 'LOCK WAIT', "
                       "T.TRX_ROWS_LOCKED, T.TRX_ROWS_MODIFIED, IFNULL(L.LOCK_TABLE, ''), "
                       "IFNULL(L.LOCK_INDEX, ''), T.TRX_LOCK_STRUCTS, "
                       "IFNULL(T.TRX_REQUESTED_LOCK_ID, '') "
                       "FROM information_schema.INNODB_TRX T LEFT JOIN "
                       "information_schema.INNODB_LOCKS L ON L.LOCK_ID = T.TRX_REQUESTED_LOCK_ID "
                       "LIMIT %1")
            .arg(mostEntries),
        {}, deadline, take);
    if (!asked)
        return passOn(asked);
    return transactions;
}

/**
 * Whether a transaction that was prepared may be left, of no session: it uses no table. None: it is
 * not told. MySQL lists its locks as those of others. Needs no right, and is of this moment, unlike
 * INNODB_TRX; those that a session is about to commit are listed as well, and not at the next look.
 */
std::optional<bool> SqlRowLockFinder::seePrepared(SqlConnection &connection, SteadyTime deadline)
{
    if (!m_isTheLock || !connection.server().mariaDb)
        return false;
    QSet<QByteArray> listed;
    const auto asked =
        connection.select(QStringLiteral("XA RECOVER"), {}, deadline, [&listed](const SqlRow &row) {
            listed.insert(row.bytes(0) + ' ' + row.bytes(3));
        });
    if (!asked)
        return std::nullopt;
    const auto before = std::exchange(m_prepared, listed);
    return !listed.isEmpty() && (!before || listed.intersects(*before));
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

std::vector<SqlRowLockFinder::Part> SqlRowLockFinder::partsOf(const SqlLockedRows &seen)
{
    std::vector<Part> parts;
    for (const SqlLockedRow &row : seen.rows) {
        const auto own = seen.transactions.find(row.session);
        parts.push_back({row, seen.isWaiting(row.session), true,
                         own == seen.transactions.end() ? 0 : own->second});
    }
    return parts;
}

/**
 * By connection instead of by transaction. One that has changed nothing yet has the number 0, as
 * all have that do nothing but read: who waits is told by the lock that it requests, a holder is
 * one of those that use the table and have something locked. What the rows here account for is
 * taken from what each holds, so that it is no reason to suspect others; a row that is not in the
 * table is told nowhere else.
 */
std::vector<SqlRowLockFinder::Part> SqlRowLockFinder::partsOf(const SqlLockedRows &seen,
                                                              const Users &users,
                                                              Transactions &transactions,
                                                              const RowsKnown &known)
{
    const auto fits = [&users](const Transaction &each, const SqlLockedRow &row) {
        if (each.number != row.session || row.session != 0)
            return each.number == row.session;
        const bool wantsIt = each.waits && each.wanted == row.name;
        const bool mayHold = each.held > 0 && (!users.told || users.all.count(each.connection) > 0);
        return row.waits ? wantsIt : mayHold && !wantsIt;
    };
    std::vector<Part> parts;
    for (const SqlLockedRow &row : seen.rows) {
        std::vector<Transaction *> fitting;
        for (Transaction &each : transactions) {
            if (fits(each, row))
                fitting.push_back(&each);
        }
        const bool certain = row.waits || fitting.size() == 1;
        if (fitting.empty())
            parts.push_back({{0, row.name, row.waits}, row.waits});
        for (Transaction *each : fitting) {
            parts.push_back({{quint64(each->connection), row.name, row.waits},
                             each->waits,
                             certain,
                             each->number});
            if (!row.waits && certain && known.names.contains(row.name))
                each->held -= known.locksOfARow;
        }
    }
    return parts;
}

void SqlRowLockFinder::addRows(SqlConnection &connection, const std::vector<Part> &parts,
                               SqlRowLocks &locks, SteadyTime deadline)
{
    QHash<quint64, SqlLockingSession> sessions;
    const auto named = [&](quint64 id) {
        if (const auto known = sessions.constFind(id); known != sessions.constEnd())
            return *known;
        SqlLockingSession found;
        if (id != 0 && size_t(sessions.size()) < mostSessionsNamed)
            found = session(connection, id, deadline);
        sessions.insert(id, found);
        return found;
    };
    QHash<QByteArray, size_t> places;
    for (const Part &part : parts) {
        if (part.row.waits)
            continue;
        if (!places.contains(part.row.name)) {
            places.insert(part.row.name, locks.rows.size());
            locks.rows.push_back({part.row.name, {}, {}});
        }
        locks.rows[places.value(part.row.name)].holders.push_back(
            {named(part.row.session), part.waits, part.certain, part.transaction});
    }
    for (const Part &part : parts) {
        const auto place = places.constFind(part.row.name);
        if (part.row.waits && place != places.constEnd())
            locks.rows[*place].waiters.push_back(named(part.row.session));
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
        users.all.insert(row.integer(0));
        users.lasting = users.lasting || Millis(row.integer(1)) > m_poll;
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

std::vector<SqlTableWriter> SqlRowLockFinder::suspects(const std::map<qint64, Micros> &writers,
                                                       ServerTime serverNow,
                                                       const Transactions *transactions)
{
    const bool anyLasts = std::any_of(writers.begin(), writers.end(),
                                      [this](const auto &each) { return each.second > m_poll; });
    const auto waited = std::exchange(m_waited, {});
    QHash<qint64, Transaction> byConnection;
    for (const Transaction &transaction : transactions ? *transactions : Transactions()) {
        byConnection.insert(transaction.connection, transaction);
        if (transaction.waits)
            m_waited.insert(transaction.connection);
    }
    std::vector<SqlTableWriter> found;
    for (const auto &[id, age] : writers) {
        const Transaction transaction = byConnection.value(id);
        // Who waited a moment ago has what it holds since then: that is not long.
        const bool holds = transaction.held > 0 && (transaction.waits || !waited.contains(id));
        // Where it is not told who waits, one that is new may be whom all others wait for.
        if (transactions ? holds && age > m_poll : anyLasts)
            found.push_back({{id, {}, {}}, serverNow - age, transaction.waits});
    }
    return found;
}

void SqlRowLockFinder::addWriters(SqlConnection &connection, std::vector<SqlTableWriter> writers,
                                  SqlRowLocks &locks, SteadyTime deadline)
{
    QHash<qint64, ServerTime> since;
    for (SqlTableWriter &writer : writers) {
        const qint64 id = writer.session.connectionId;
        writer.since = m_writingSince.value(id, writer.since);
        since.insert(id, writer.since);
    }
    m_writingSince = since;
    std::sort(writers.begin(), writers.end(), standsBefore);
    for (SqlTableWriter &writer : writers) {
        if (locks.writers.size() == mostSessionsNamed)
            break;
        writer.session = session(connection, quint64(writer.session.connectionId), deadline);
        locks.writers.push_back(writer);
    }
}

Capability SqlRowLockFinder::examine(SqlConnection &connection, const QString &id,
                                     const SqlTableShape &shape, SteadyTime deadline)
{
    Capability capability;
    capability.id = id;
    capability.subject = Words::tr("Rows locked by open transactions");
    m_entriesDenied = false;
    m_writersDenied = false;
    const auto entries = seeEntries(connection, shape, deadline);
    const QString &account = connection.server().account;
    if (!connection.server().mariaDb) {
        capability.available = entries.has_value();
        capability.reason = entries ? Words::tr("performance_schema.data_locks tells each row.")
                                    : entries.error().message;
        if (!entries)
            capability.remedy = grantStatement(QStringLiteral("SELECT"),
                                               QStringLiteral("performance_schema.*"), account);
        return capability;
    }
    seeUsers(connection, shape, deadline);
    capability.available = entries.has_value() && !m_writersDenied;
    if (!entries) {
        capability.reason = entries.error().message;
        capability.remedy =
            grantStatement(QStringLiteral("PROCESS"), QStringLiteral("*.*"), account);
    } else if (m_writersDenied) {
        capability.reason = Words::tr("Only rows that somebody waits for are told.");
        capability.remedy = QStringLiteral("INSTALL SONAME 'metadata_lock_info';");
    } else {
        capability.reason = Words::tr("INNODB_LOCKS tells rows that somebody waits for, "
                                      "METADATA_LOCK_INFO who writes to the table.");
    }
    return capability;
}

} // namespace lockmaster
