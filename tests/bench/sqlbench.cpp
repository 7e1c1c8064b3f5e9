// SPDX-License-Identifier: Apache-2.0
#include "core/lab/privatemariadb.h"
#include "core/systems/registry.h"
#include "tests/bench/benchmark.h"

#include <mysql.h>

#include <memory>

namespace lockmaster::bench {

namespace {

const char *const createTable =
    "CREATE TABLE bench.%1 (name VARCHAR(100) NOT NULL PRIMARY KEY, owner VARCHAR(100) NOT NULL,"
    " expiry DATETIME NOT NULL);"
    "INSERT INTO bench.%1 SELECT CONCAT('nightly-job-number-', seq), UUID(),"
    " NOW() + INTERVAL 1 HOUR FROM bench_seq;";

struct Row {
    QByteArray name;
    QByteArray owner;
    qint64 expiry = 0;
};

using RawConnection = std::unique_ptr<MYSQL, decltype(&mysql_close)>;

RawConnection connectRaw(const PrivateMariaDb &server)
{
    RawConnection connection(mysql_init(nullptr), &mysql_close);
    const QByteArray user = PrivateMariaDb::adminUser().toUtf8();
    if (!mysql_real_connect(connection.get(), "127.0.0.1", user.constData(),
                            server.adminPassword().reveal().constData(), "bench", server.port(),
                            nullptr, 0))
        connection.reset();
    return connection;
}

/** The same columns in the same form, as a program in C would read them. */
bool readRaw(MYSQL *connection, const QByteArray &table, size_t expected)
{
    const QByteArray sql = "SELECT CAST(CONVERT(name USING utf8mb4) AS BINARY),"
                           " CAST(CONVERT(owner USING utf8mb4) AS BINARY),"
                           " TIMESTAMPDIFF(MICROSECOND, '1970-01-01', expiry) FROM "
                           + table;
    if (mysql_real_query(connection, sql.constData(), static_cast<unsigned long>(sql.size())) != 0)
        return false;
    MYSQL_RES *result = mysql_use_result(connection);
    std::vector<Row> rows;
    while (const MYSQL_ROW row = mysql_fetch_row(result)) {
        const unsigned long *lengths = mysql_fetch_lengths(result);
        rows.push_back({QByteArray(row[0], qsizetype(lengths[0])),
                        QByteArray(row[1], qsizetype(lengths[1])), atoll(row[2])});
    }
    mysql_free_result(result);
    return rows.size() == expected;
}

Result<Figure> snapshot(PrivateMariaDb &server, MYSQL *raw, int rows, int rounds)
{
    const QString table = QStringLiteral("locks_%1").arg(rows);
    QString sql = QString::fromLatin1(createTable).arg(table);
    sql.replace(QStringLiteral("bench_seq"), QStringLiteral("bench.seq_1_to_%1").arg(rows));
    if (const auto made = server.run(sql); !made)
        return tl::make_unexpected(made.error());

    BackendSpec spec = server.spec();
    spec.database = QStringLiteral("bench");
    spec.timeout = std::chrono::seconds(30);
    TableSpec watched = distLockTable();
    watched.table = table;
    watched.named = true;
    spec.tables = {watched};
    spec.systems = {watched.system};
    const auto reader = makeReader(
        spec, [&server](SteadyTime) -> Result<Secret> { return server.adminPassword(); });
    const auto ours = [&] {
        const BackendReading reading = reader->read(BackendReader::Depth::Full,
                                                    systemClock().now() + std::chrono::seconds(30));
        return !reading.failure && reading.observations.size() == 1
               && reading.observations.front().records.size() == size_t(rows);
    };
    return inTurn(QStringLiteral("sql-snapshot-%1").arg(rows), 1.5, rounds, ours,
                  [&] { return readRaw(raw, table.toLatin1(), size_t(rows)); });
}

} // namespace

Result<std::vector<Figure>> sqlSnapshots()
{
    auto server = PrivateMariaDb::start({.initSql = QStringLiteral("CREATE DATABASE bench")});
    if (!server)
        return tl::make_unexpected(server.error());
    const RawConnection raw = connectRaw(**server);
    if (!raw)
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot connect."));
    std::vector<Figure> figures;
    for (const auto &[rows, rounds] : {std::pair{1'000, 51}, {10'000, 21}, {100'000, 7}}) {
        auto figure = snapshot(**server, raw.get(), rows, rounds);
        if (!figure)
            return tl::make_unexpected(figure.error());
        figures.push_back(*figure);
    }
    return figures;
}

} // namespace lockmaster::bench
