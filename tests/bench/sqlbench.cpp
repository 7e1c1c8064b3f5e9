// SPDX-License-Identifier: Apache-2.0
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

struct Row {
    std::string name;
    std::string owner;
    std::optional<qint64> expiry;
};

/** The very statement, read as a careful program in C++ would: streamed, one copy of each text. */
bool readRaw(MYSQL *connection, const QByteArray &statement, size_t expected)
{
    if (!ask(connection, statement))
        return false;
    MYSQL_RES *result = mysql_use_result(connection);
    std::vector<Row> rows;
    bool clockRead = false;
    while (const MYSQL_ROW row = mysql_fetch_row(result)) {
        const unsigned long *lengths = mysql_fetch_lengths(result);
        if (row[3]) {
            clockRead = strtoll(row[3], nullptr, 10) > 0 && strtoll(row[4], nullptr, 10) > 0;
            continue;
        }
        rows.push_back(
            {{row[0], lengths[0]},
             {row[1], lengths[1]},
             row[2] ? std::optional<qint64>(strtoll(row[2], nullptr, 10)) : std::nullopt});
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

Result<Figure> snapshot(PrivateMariaDb &server, MYSQL *raw, int rows, int rounds)
{
    TableSpec table = distLockTable();
    table.table = QStringLiteral("locks_%1").arg(rows);
    table.named = true;
    if (const auto made = server.run(QString::fromLatin1(createTable).arg(table.table).arg(rows));
        !made)
        return tl::make_unexpected(made.error());
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
    return inTurn(QStringLiteral("sql-snapshot-%1").arg(rows), 1.5, rounds, ours,
                  [&] { return readRaw(raw, *statement, size_t(rows)); });
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
