// SPDX-License-Identifier: Apache-2.0
#include "core/config/tablereader.h"
#include "core/sql/sqltableshape.h"
#include "core/systems/registry/registry.h"
#include "core/sql/sqlconnection.h"
#include "tests/bench/benchmark.h"
#include "tests/bench/rawsql.h"

#include <optional>
#include <string>

namespace lockmaster::bench {

namespace {

const char *const createTable =
    "CREATE TABLE bench.%1 (name VARCHAR(100) NOT NULL PRIMARY KEY, owner VARCHAR(100) NOT NULL,"
    " expiry DATETIME NOT NULL);"
    "INSERT INTO bench.%1 SELECT CONCAT('nightly-job-number-', seq), UUID(),"
    " NOW() + INTERVAL 1 HOUR FROM bench.seq_1_to_%2;";

/** A table of a library as it makes it, with ten thousand locks that are held. */
struct FormatStage {
    const char *format;
    const char *statements;
};

constexpr int formatRows = 10'000;

const FormatStage formatStages[] = {
    {"shedlock",
     "CREATE TABLE bench.shedlock (name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until TIMESTAMP(3)"
     " NOT NULL, locked_at TIMESTAMP(3) NOT NULL, locked_by VARCHAR(255) NOT NULL);"
     "INSERT INTO bench.shedlock SELECT CONCAT('nightly-job-number-', seq), UTC_TIMESTAMP(3) +"
     " INTERVAL 1 HOUR, UTC_TIMESTAMP(3), CONCAT('web-', seq) FROM bench.seq_1_to_10000;"},
    {"int_lock",
     "CREATE TABLE bench.INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL,"
     " CLIENT_ID CHAR(36), CREATED_DATE DATETIME(6) NOT NULL, EXPIRED_AFTER DATETIME(6) NOT NULL,"
     " PRIMARY KEY (LOCK_KEY, REGION));"
     "INSERT INTO bench.INT_LOCK SELECT UUID(), 'DEFAULT', UUID(), UTC_TIMESTAMP(6),"
     " UTC_TIMESTAMP(6) + INTERVAL 1 HOUR FROM bench.seq_1_to_10000;"},
    {"laravel_cache",
     "CREATE TABLE bench.cache_locks (`key` VARCHAR(255) NOT NULL PRIMARY KEY, owner VARCHAR(255)"
     " NOT NULL, expiration INT NOT NULL);"
     "INSERT INTO bench.cache_locks SELECT CONCAT('app_cache_nightly-', seq), LEFT(MD5(seq), 16),"
     " UNIX_TIMESTAMP() + 3600 FROM bench.seq_1_to_10000;"},
    {"solid_queue",
     "CREATE TABLE bench.solid_queue_semaphores (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
     " `key` VARCHAR(255) NOT NULL, value INT DEFAULT 1 NOT NULL, expires_at DATETIME(6) NOT NULL,"
     " created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL, INDEX (`key`, value),"
     " UNIQUE INDEX (`key`));"
     "CREATE TABLE bench.solid_queue_blocked_executions (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY"
     " KEY, job_id BIGINT NOT NULL, queue_name VARCHAR(255) NOT NULL, priority INT DEFAULT 0 NOT"
     " NULL, concurrency_key VARCHAR(255) NOT NULL, expires_at DATETIME(6) NOT NULL, created_at"
     " DATETIME(6) NOT NULL, INDEX (concurrency_key, priority, job_id), UNIQUE INDEX (job_id));"
     "INSERT INTO bench.solid_queue_semaphores (`key`, value, expires_at, created_at, updated_at)"
     " SELECT CONCAT('ImportJob/', seq), 0, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR, UTC_TIMESTAMP(6),"
     " UTC_TIMESTAMP(6) FROM bench.seq_1_to_10000;"
     "INSERT INTO bench.solid_queue_blocked_executions (job_id, queue_name, concurrency_key,"
     " expires_at, created_at) SELECT seq, 'default', CONCAT('ImportJob/', 1 + seq % 10000),"
     " UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) FROM bench.seq_1_to_20000;"},
};

struct Row {
    std::string name;
    std::string owner;
    std::optional<qint64> expiry;
    std::vector<std::string> more;
};

/** The columns of the clock's row and of the ones behind it; more: of a format. */
constexpr unsigned int plainColumns = 5;

/** The very statement, read as a careful program in C++ would: streamed, one copy of each text. */
bool readRaw(MYSQL *connection, const QByteArray &statement, size_t expected)
{
    if (!ask(connection, statement))
        return false;
    MYSQL_RES *result = mysql_use_result(connection);
    const unsigned int columns = mysql_num_fields(result);
    std::vector<Row> rows;
    bool clockRead = false;
    while (const MYSQL_ROW row = mysql_fetch_row(result)) {
        const unsigned long *lengths = mysql_fetch_lengths(result);
        if (row[3]) {
            clockRead = strtoll(row[3], nullptr, 10) > 0 && strtoll(row[4], nullptr, 10) > 0;
            continue;
        }
        rows.push_back({{row[0], lengths[0]},
                        row[1] ? std::string(row[1], lengths[1]) : std::string(),
                        row[2] ? std::optional<qint64>(strtoll(row[2], nullptr, 10)) : std::nullopt,
                        {}});
        for (unsigned int i = plainColumns; i < columns; ++i)
            rows.back().more.emplace_back(row[i] ? row[i] : "", row[i] ? lengths[i] : 0);
    }
    mysql_free_result(result);
    return clockRead && rows.size() == expected;
}

BackendSpec specFor(const PrivateMariaDb &server, const TableSpec &table)
{
    BackendSpec spec = server.spec();
    spec.database = QStringLiteral("bench");
    spec.timeout = std::chrono::seconds(30);
    spec.tables = {table};
    spec.systems = {table.system};
    return spec;
}

Result<QByteArray> statementFor(const PrivateMariaDb &server, const TableSpec &table)
{
    const SteadyTime deadline = systemClock().now() + std::chrono::seconds(30);
    const BackendSpec spec = specFor(server, table);
    const auto connection = SqlConnection::open(endpointOf(spec, server.adminPassword()), deadline);
    if (!connection)
        return tl::make_unexpected(connection.error());
    const auto shape = learnTableShape(**connection, table, spec.database, deadline);
    if (!shape)
        return tl::make_unexpected(shape.error());
    return shape->statement.toUtf8();
}

/** All locks of a table, by our reader and by the raw client with the same statement. */
Result<Figure> wholeTable(PrivateMariaDb &server, MYSQL *raw, const TableSpec &table,
                          const QString &name, int rows, int rounds)
{
    const auto statement = statementFor(server, table);
    if (!statement)
        return tl::make_unexpected(statement.error());
    const auto reader = readerFor(server, specFor(server, table));
    const auto ours = [&] {
        const BackendReading reading = reader->read(BackendReader::Depth::Full,
                                                    systemClock().now() + std::chrono::seconds(30));
        return !reading.failure && reading.observations.size() == 1
               && reading.observations.front().complete
               && reading.observations.front().records.size() == size_t(rows);
    };
    return inTurn(name, 1.5, rounds, ours, [&] { return readRaw(raw, *statement, size_t(rows)); });
}

Result<Figure> snapshot(PrivateMariaDb &server, MYSQL *raw, int rows, int rounds)
{
    TableSpec table = distLockTable();
    table.table = QStringLiteral("locks_%1").arg(rows);
    table.named = true;
    if (const auto made = server.run(QString::fromLatin1(createTable).arg(table.table).arg(rows));
        !made)
        return tl::make_unexpected(made.error());
    return wholeTable(server, raw, table, QStringLiteral("sql-snapshot-%1").arg(rows), rows,
                      rounds);
}

Result<Figure> formatSnapshot(PrivateMariaDb &server, MYSQL *raw, const FormatStage &stage)
{
    const QString id = QString::fromLatin1(stage.format);
    std::optional<TableSpec> table = formatTable(id);
    if (!table)
        return failure(ErrorKind::Config, id + QStringLiteral(" is no format of Lockmaster."));
    if (const auto made = server.run(QString::fromLatin1(stage.statements)); !made)
        return tl::make_unexpected(made.error());
    table->named = true;
    return wholeTable(server, raw, *table,
                      QStringLiteral("sql-format-%1-%2").arg(id).arg(formatRows), formatRows, 31);
}

} // namespace

Result<Figures> sqlSnapshots()
{
    // As on a desktop: whoever converts by the local zone asks the file system for it each time.
    qunsetenv("TZ");
    // The tables fit into the server's memory: what is compared are the clients.
    auto server =
        PrivateMariaDb::start({.initSql = QStringLiteral("CREATE DATABASE bench"),
                               .arguments = {QStringLiteral("--innodb-buffer-pool-size=512M"),
                                             QStringLiteral("--innodb-log-file-size=256M")}});
    if (!server)
        return tl::make_unexpected(server.error());
    const RawConnection raw = connectRaw(**server, "bench");
    if (!raw)
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot connect."));
    Figures figures;
    for (const FormatStage &stage : formatStages) {
        const auto figure = formatSnapshot(**server, raw.get(), stage);
        if (!figure)
            return tl::make_unexpected(figure.error());
        figures.push_back(*figure);
    }
    for (const auto &[rows, rounds] :
         {std::pair{1'000, 101}, {10'000, 31}, {100'000, 15}, {1'000'000, 3}}) {
        const auto figure = snapshot(**server, raw.get(), rows, rounds);
        if (!figure)
            return tl::make_unexpected(figure.error());
        figures.push_back(*figure);
        if (rows == 100'000)
            figures.push_back({QStringLiteral("sql-snapshot-100000-time"), QStringLiteral("ms"),
                               figure->ours, std::nullopt, 50});
    }
    return figures;
}

} // namespace lockmaster::bench
