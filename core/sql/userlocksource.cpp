// SPDX-License-Identifier: Apache-2.0
#include "core/sql/userlocksource.h"

#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto offerHoldsFor = 3s;
/** Whoever runs a long statement runs others like it. */
constexpr auto longStatementsFor = 10s;
/** As much of a statement shows `SHOW PROCESSLIST`. */
constexpr qsizetype shortStatement = 100;
/** What a server that is none may tell beyond it would overflow. */
constexpr Micros longestTime = std::chrono::hours(24 * 365 * 1000);
constexpr qint64 mostLocks = 200'000;
constexpr int mostAttributesRemembered = 20'000;
/** Few texts, so that few statements stay prepared; the rest of a batch repeats its last name. */
constexpr std::array batchSizes = {4, 32, 256};

constexpr int unknownTableInSchema = 1109;
constexpr int firstMySqlWithValues = 80019;

bool endsTheRead(const Error &error)
{
    return error.kind == ErrorKind::Network || error.kind == ErrorKind::Timeout;
}

Error notOffered()
{
    return {ErrorKind::Unsupported, 0, {}, {}};
}

QByteArrayView withoutPort(QByteArrayView host)
{
    const qsizetype colon = host.lastIndexOf(':');
    // A bare IPv6 address has many colons and, in a process list, always a port behind the last.
    return colon < 0 ? host : host.first(colon);
}

std::optional<Micros> duration(const SqlRow &row, int column, Micros unit)
{
    if (row.isNull(column))
        return std::nullopt;
    const qint64 count = row.integer(column);
    return count < 0 || count > longestTime / unit ? std::nullopt : std::optional(count * unit);
}

/** Few texts stand in thousands of rows: each is made once, and shared. */
class SharedTexts
{
public:
    QString of(QByteArrayView bytes)
    {
        if (bytes.isEmpty())
            return {};
        const auto known = m_texts.constFind(QByteArray::fromRawData(bytes.data(), bytes.size()));
        return known != m_texts.cend()
                   ? *known
                   : *m_texts.insert(bytes.toByteArray(), QString::fromUtf8(bytes));
    }

private:
    QHash<QByteArray, QString> m_texts;
};

/** Reads rows of `id, user, host, database, command, time, state, statement` into sessions. */
class SessionRows
{
public:
    enum class Hosts : quint8 { Bare, WithPorts };
    /** The column of the id, and what one of the server's times is. */
    SessionRows(int first, Micros timeUnit, Hosts hosts)
        : m_first(first), m_timeUnit(timeUnit), m_hosts(hosts)
    {
    }

    qint64 connection(const SqlRow &row) const { return row.integer(m_first); }
    /** It waits for a user-level lock, or may do so and show another state for a moment. */
    bool mayWait(const SqlRow &row) const
    {
        const QByteArrayView bytes = row.view(m_first + 6);
        const QUtf8StringView state(bytes.data(), bytes.size());
        return SessionRow::isUserLockWait(state) || SessionRow::isBetweenWaits(state);
    }
    SessionRow session(const SqlRow &row)
    {
        SessionRow session;
        session.connection = connection(row);
        session.user = m_texts.of(row.view(m_first + 1));
        const QByteArrayView host = row.view(m_first + 2);
        session.host = m_texts.of(m_hosts == Hosts::WithPorts ? withoutPort(host) : host);
        session.database = m_texts.of(row.view(m_first + 3));
        session.command = m_texts.of(row.view(m_first + 4));
        session.time = duration(row, m_first + 5, m_timeUnit);
        if (session.asleep())
            return session; // and does nothing that could be told
        session.state = m_texts.of(row.view(m_first + 6));
        session.statement = row.bytes(m_first + 7);
        return session;
    }

private:
    const int m_first;
    const Micros m_timeUnit;
    const Hosts m_hosts;
    SharedTexts m_texts;
};

/** Not cut by a list that shows so many bytes, nor changed on the way out of another charset. */
bool isWhole(const QByteArray &statement)
{
    return statement.size() < shortStatement
           && std::all_of(statement.begin(), statement.end(),
                          [](char c) { return static_cast<signed char>(c) > 0 && c != '?'; });
}

/** The columns of `SessionRows`, behind the thread's own number. */
QString threadsStatement()
{
    return QStringLiteral(
        "SELECT THREAD_ID, PROCESSLIST_ID, PROCESSLIST_USER, PROCESSLIST_HOST, PROCESSLIST_DB,"
        " PROCESSLIST_COMMAND, PROCESSLIST_TIME, PROCESSLIST_STATE,"
        " CAST(LEFT(PROCESSLIST_INFO, 1024) AS BINARY)"
        " FROM performance_schema.threads WHERE PROCESSLIST_ID IS NOT NULL");
}

QString processListStatement(bool mariaDb)
{
    return QStringLiteral("SELECT ID, USER, HOST, DB, COMMAND, %1, STATE, %2"
                          " FROM information_schema.PROCESSLIST")
        .arg(mariaDb ? QStringLiteral("CAST(TIME_MS AS SIGNED)") : QStringLiteral("TIME"),
             mariaDb ? QStringLiteral("LEFT(INFO_BINARY, 1024)")
                     : QStringLiteral("CAST(LEFT(INFO, 1024) AS BINARY)"));
}

/** Age by the server: `trx_started` is in its system zone, whatever zone the session has. */
QString transactionsStatement()
{
    return QStringLiteral("SELECT trx_mysql_thread_id,"
                          " TIMESTAMPDIFF(MICROSECOND, trx_started,"
                          " CONVERT_TZ(NOW(6), @@session.time_zone, 'SYSTEM')), trx_rows_modified"
                          " FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id <> 0");
}

/**
 * Names as rows of a table, so that one statement asks for many. MariaDB takes the column's type
 * from the first row when it prepares, and a bare parameter there turns every name into an empty
 * one: hence the first row, as long as a name can be, which is not asked for.
 */
QString namesAsRows(const SqlServer &server, int count)
{
    // First row, and what stands before and behind each further pair of number and name.
    QStringList words{QStringLiteral("VALUES ROW(-1, REPEAT('x', 64))"), QStringLiteral(", ROW("),
                      QStringLiteral(")")};
    if (server.mariaDb)
        words = {QStringLiteral("VALUES (-1, CAST(REPEAT('x', 192) AS BINARY))"),
                 QStringLiteral(", ("), QStringLiteral(")")};
    else if (server.version < firstMySqlWithValues)
        words = {QStringLiteral("SELECT -1, REPEAT('x', 64)"), QStringLiteral(" UNION ALL SELECT "),
                 QString()};
    QString sql = words[0];
    for (int i = 0; i < count; ++i)
        sql += words[1] + QString::number(i) + QStringLiteral(", ?") + words[2];
    return sql;
}

QString askStatement(const SqlServer &server, int count)
{
    const QString spelling =
        server.mariaDb
            ? QStringLiteral("n")
            : QStringLiteral(
                "CAST(LOWER(CONVERT(n USING utf8mb4) COLLATE utf8mb4_general_ci) AS BINARY)");
    return QStringLiteral("WITH v(i, n) AS (%1) SELECT i, %2, IS_USED_LOCK(n) FROM v WHERE i >= 0")
        .arg(namesAsRows(server, count), spelling);
}

QSet<qint64> holdersOf(const Result<std::vector<UserLockRow>> &rows)
{
    QSet<qint64> connections;
    if (rows) {
        connections.reserve(qsizetype(rows->size()));
        for (const UserLockRow &row : *rows)
            connections.insert(row.connection);
    }
    return connections;
}

/** To the server, a name ends there. */
QByteArray upToNul(const QByteArray &name)
{
    const qsizetype end = name.indexOf('\0');
    return end < 0 ? name : name.left(end);
}

std::optional<qint64> pidOf(const QString &text)
{
    bool isNumber = false;
    const qint64 pid = text.toLongLong(&isNumber);
    return isNumber ? std::optional(pid) : std::nullopt;
}

template<class Row>
Result<std::vector<Row>> readRows(SqlConnection &connection, const QString &sql,
                                  SteadyTime deadline, const std::function<Row(const SqlRow &)> &of)
{
    std::vector<Row> rows;
    const auto read = connection.stream(
        sql, deadline, [&](const SqlRow &row) { rows.push_back(of(row)); }, mostLocks);
    if (!read)
        return passOn(read);
    return rows;
}

} // namespace

Result<UserLockRows> UserLockSource::read(SqlConnection &connection, bool everySession,
                                          SteadyTime deadline)
{
    UserLockRows rows;
    if (const auto clock = readClock(connection, rows, deadline); !clock)
        return passOn(clock);
    if (const auto offer = readOffer(connection, deadline); !offer)
        return passOn(offer);
    rows.offer = m_offer;

    rows.readAt = systemClock().now();
    rows.plugin = readPlugin(connection, deadline);
    if (!connection.usable())
        return passOn(rows.plugin);
    rows.metadata = readMetadata(connection, !rows.plugin, deadline);
    if (!connection.usable())
        return passOn(rows.metadata);
    readSessions(connection, rows, everySession, deadline);
    if (!connection.usable())
        return passOn(rows.sessions);
    readTransactions(connection, rows, deadline);
    if (!connection.usable())
        return passOn(rows.transactions);
    return rows;
}

Result<std::vector<UserLockRow>> UserLockSource::readHolders(SqlConnection &connection,
                                                             SteadyTime deadline)
{
    auto holders = readPlugin(connection, deadline);
    if (holders || endsTheRead(holders.error()))
        return holders;
    UserLockRows rows;
    rows.plugin = holders;
    rows.metadata = readMetadata(connection, true, deadline);
    if (rows.metadata)
        readThreads(connection, rows, false, deadline);
    return rows.metadata;
}

Result<QHash<QByteArray, UserLockAnswer>> UserLockSource::ask(SqlConnection &connection,
                                                              const std::vector<QByteArray> &names,
                                                              SteadyTime deadline)
{
    QHash<QByteArray, UserLockAnswer> answers;
    answers.reserve(qsizetype(names.size()));
    for (size_t from = 0; from < names.size();) {
        const int left = int(std::min<size_t>(names.size() - from, batchSizes.back()));
        const int size = *std::lower_bound(batchSizes.begin(), batchSizes.end(), left);
        QVariantList values;
        values.reserve(size);
        for (int i = 0; i < size; ++i)
            values.append(names[from + size_t(std::min(i, left - 1))]);
        const auto read = connection.select(
            askStatement(connection.server(), size), values, deadline, [&](const SqlRow &row) {
                const int index = int(row.integer(0));
                if (index < left) {
                    answers.insert(values[index].toByteArray(),
                                   {upToNul(row.bytes(1)), row.isNull(2) ? 0 : row.integer(2)});
                }
            });
        if (!read)
            return passOn(read);
        from += size_t(left);
    }
    return answers;
}

void UserLockSource::forget()
{
    m_offer = {};
    m_offerAskedAt.reset();
    m_longStatementsUntil = {};
    m_attributes.clear();
}

Result<void> UserLockSource::readClock(SqlConnection &connection, UserLockRows &rows,
                                       SteadyTime deadline)
{
    const SteadyTime before = systemClock().now();
    const auto read = connection.select(
        QStringLiteral("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), %1")
            .arg(sqlReadOnly()),
        {}, deadline, [&](const SqlRow &row) {
            rows.clock.server = ServerTime(Micros(row.integer(0)));
            rows.serverReadOnly = row.integer(1) != 0;
        });
    if (!read)
        return passOn(read);
    const SteadyTime after = systemClock().now();
    rows.clock.local = before + (after - before) / 2;
    rows.clock.uncertainty = std::chrono::duration_cast<Micros>((after - before) / 2);
    return {};
}

/** An instrument can be switched at any time and a plugin loaded, so the answer does not last. */
Result<void> UserLockSource::readOffer(SqlConnection &connection, SteadyTime deadline)
{
    const SteadyTime now = systemClock().now();
    if (m_offerAskedAt && now - *m_offerAskedAt < offerHoldsFor)
        return {};
    UserLockOffer offer;
    auto read = connection.select(
        QStringLiteral("SELECT @@performance_schema"), {}, deadline,
        [&](const SqlRow &row) { offer.performanceSchema = row.integer(0) != 0; });
    if (!read)
        return passOn(read);
    if (offer.performanceSchema) {
        read = connection.select(
            QStringLiteral(
                "SELECT (SELECT ENABLED = 'YES' FROM performance_schema.setup_instruments"
                " WHERE NAME = 'wait/lock/metadata/sql/mdl')"
                " AND (SELECT ENABLED = 'YES' FROM performance_schema.setup_consumers"
                " WHERE NAME = 'global_instrumentation'),"
                " (SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM performance_schema.global_status"
                " WHERE VARIABLE_NAME = 'Performance_schema_metadata_lock_lost')"),
            {}, deadline, [&](const SqlRow &row) {
                offer.instrument = !row.isNull(0) && row.integer(0) != 0;
                offer.lostRows = row.isNull(1) ? 0 : row.integer(1);
            });
        if (!read && endsTheRead(read.error()))
            return passOn(read);
    }
    m_offer = offer;
    m_offerAskedAt = now;
    return {};
}

Result<std::vector<UserLockRow>> UserLockSource::readPlugin(SqlConnection &connection,
                                                            SteadyTime deadline)
{
    if (!connection.server().mariaDb)
        return tl::make_unexpected(notOffered());
    auto rows = readRows<UserLockRow>(
        connection,
        QStringLiteral("SELECT THREAD_ID, CAST(TABLE_SCHEMA AS BINARY), LOCK_TIME_MS"
                       " FROM information_schema.METADATA_LOCK_INFO WHERE LOCK_TYPE = 'User lock'"),
        deadline, [](const SqlRow &row) {
            return UserLockRow{row.bytes(1), row.integer(0), false, duration(row, 2, 1ms)};
        });
    if (!rows && rows.error().nativeCode == unknownTableInSchema)
        return tl::make_unexpected(notOffered());
    return rows;
}

/** `connection` holds the thread's own number until `readThreads` has translated it. */
Result<std::vector<UserLockRow>> UserLockSource::readMetadata(SqlConnection &connection,
                                                              bool withHolders, SteadyTime deadline)
{
    // Off, it shows an empty list instead of an error.
    if (!m_offer.performanceSchema || m_offer.instrument == false)
        return tl::make_unexpected(notOffered());
    return readRows<UserLockRow>(
        connection,
        QStringLiteral(
            "SELECT OWNER_THREAD_ID, CAST(OBJECT_NAME AS BINARY),"
            " LOCK_STATUS = 'PENDING' FROM performance_schema.metadata_locks"
            " WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND LOCK_STATUS IN ('PENDING', '%1')")
            .arg(withHolders ? u"GRANTED" : u"PENDING"),
        deadline, [](const SqlRow &row) {
            return UserLockRow{row.bytes(1), row.integer(0), row.integer(2) != 0, {}};
        });
}

/**
 * `threads` is the better list (every account's sessions for one SELECT privilege, and the only way
 * from a thread's number to a connection's); the process list is what is left without it.
 */
void UserLockSource::readSessions(SqlConnection &connection, UserLockRows &rows, bool everySession,
                                  SteadyTime deadline)
{
    rows.sessions = tl::make_unexpected(notOffered());
    if (rows.metadata)
        readThreads(connection, rows, everySession, deadline);
    if (!rows.sessions && connection.usable())
        readProcessList(connection, rows, everySession, deadline);
}

void UserLockSource::readThreads(SqlConnection &connection, UserLockRows &rows, bool everySession,
                                 SteadyTime deadline)
{
    QSet<qint64> threads;
    threads.reserve(qsizetype(rows.metadata->size()));
    for (const UserLockRow &row : *rows.metadata)
        threads.insert(row.connection);
    const QSet<qint64> wanted = holdersOf(rows.plugin);
    SessionRows decoder(1, 1s, SessionRows::Hosts::Bare);
    QHash<qint64, SessionRow> sessions;
    sessions.reserve(m_sessionCount);
    QHash<qint64, qint64> connectionOf;
    connectionOf.reserve(threads.size());
    const auto read = connection.stream(threadsStatement(), deadline, [&](const SqlRow &row) {
        const qint64 thread = row.integer(0);
        const qint64 id = decoder.connection(row);
        const bool hasThread = threads.contains(thread);
        if (hasThread)
            connectionOf.insert(thread, id);
        if (everySession || hasThread || wanted.contains(id))
            sessions.emplace(id, decoder.session(row));
    });
    m_sessionCount = sessions.size();
    for (UserLockRow &row : *rows.metadata)
        row.connection = connectionOf.value(row.connection);
    if (!read) {
        rows.sessions = passOn(read);
        return;
    }
    rows.sessions = std::move(sessions);
    rows.allSessions = true;
}

void UserLockSource::readProcessList(SqlConnection &connection, UserLockRows &rows,
                                     bool everySession, SteadyTime deadline)
{
    if (!everySession && rows.plugin && systemClock().now() >= m_longStatementsUntil) {
        if (readShortProcessList(connection, rows, deadline) || !connection.usable())
            return;
        m_longStatementsUntil = systemClock().now() + longStatementsFor;
    }
    const bool mariaDb = connection.server().mariaDb;
    const QSet<qint64> wanted = holdersOf(rows.plugin);
    const bool all = everySession || !rows.plugin;
    SessionRows decoder(0, mariaDb ? Micros(1ms) : Micros(1s), SessionRows::Hosts::WithPorts);
    QHash<qint64, SessionRow> sessions;
    sessions.reserve(m_sessionCount);
    const auto read =
        connection.stream(processListStatement(mariaDb), deadline, [&](const SqlRow &row) {
            const qint64 id = decoder.connection(row);
            if (all || wanted.contains(id) || decoder.mayWait(row))
                sessions.emplace(id, decoder.session(row));
        });
    m_sessionCount = sessions.size();
    if (!read)
        rows.sessions = passOn(read);
    else
        rows.sessions = std::move(sessions);
}

/**
 * The list as people ask for it takes the server a tenth of what the table of the same name does,
 * which it writes to a file first. It counts seconds, and shows the beginning of a statement.
 * @return whether it told everything of those that hold or wait.
 */
bool UserLockSource::readShortProcessList(SqlConnection &connection, UserLockRows &rows,
                                          SteadyTime deadline)
{
    const QSet<qint64> wanted = holdersOf(rows.plugin);
    SessionRows decoder(0, 1s, SessionRows::Hosts::WithPorts);
    QHash<qint64, SessionRow> sessions;
    sessions.reserve(m_sessionCount);
    bool whole = true;
    const auto read =
        connection.stream(QStringLiteral("SHOW PROCESSLIST"), deadline, [&](const SqlRow &row) {
            const qint64 id = decoder.connection(row);
            if (!wanted.contains(id) && !decoder.mayWait(row))
                return;
            const auto session = sessions.emplace(id, decoder.session(row));
            whole = whole && isWhole(session->statement);
        });
    m_sessionCount = sessions.size();
    if (!read)
        rows.sessions = passOn(read);
    else if (whole)
        rows.sessions = std::move(sessions);
    return read && whole;
}

/** Needs PROCESS, as does the whole of the process list: an answer here vouches for that one. */
void UserLockSource::readTransactions(SqlConnection &connection, UserLockRows &rows,
                                      SteadyTime deadline)
{
    QHash<qint64, TransactionRow> open;
    const auto read = connection.stream(transactionsStatement(), deadline, [&](const SqlRow &row) {
        open.insert(row.integer(0), {row.integer(0), duration(row, 1, 1us), row.integer(2)});
    });
    if (!read)
        rows.transactions = passOn(read);
    else
        rows.transactions = std::move(open);
    rows.allSessions = rows.allSessions || (rows.sessions && read);
}

Result<QHash<qint64, ConnectAttributes>> UserLockSource::attributes(SqlConnection &connection,
                                                                    const QSet<qint64> &connections,
                                                                    SteadyTime deadline)
{
    if (!m_offer.performanceSchema)
        return tl::make_unexpected(notOffered());
    const bool allKnown = std::all_of(connections.begin(), connections.end(),
                                      [this](qint64 id) { return m_attributes.contains(id); });
    if (allKnown)
        return m_attributes;
    if (m_attributes.size() > mostAttributesRemembered)
        m_attributes.clear();
    for (const qint64 id : connections)
        m_attributes.insert(id, {}); // one that said nothing is not asked for again
    const auto read =
        connection.select(QStringLiteral("SELECT PROCESSLIST_ID, ATTR_NAME, ATTR_VALUE"
                                         " FROM performance_schema.session_connect_attrs"
                                         " WHERE ATTR_NAME IN ('program_name', '_pid')"),
                          {}, deadline, [&](const SqlRow &row) {
                              if (!connections.contains(row.integer(0)))
                                  return;
                              ConnectAttributes &said = m_attributes[row.integer(0)];
                              if (row.text(1) == u"program_name")
                                  said.program = row.text(2);
                              else
                                  said.pid = pidOf(row.text(2));
                          });
    if (!read) {
        m_attributes.clear();
        return passOn(read);
    }
    return m_attributes;
}

} // namespace lockmaster
