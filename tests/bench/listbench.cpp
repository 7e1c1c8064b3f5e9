// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"
#include "tests/bench/childrun.h"
#include "tests/bench/lockservers.h"
#include "tests/support/faultproxy.h"

#include <algorithm>

namespace lockmaster::bench {

namespace {

constexpr int locks = 100'000;
constexpr int many = 1'000'000;
constexpr int rounds = 5;

/** From exec to exit, whatever is printed. */
constexpr double budgetMs = 500;
/** Ten times the locks in ten times the time: usable. */
constexpr double budgetOfManyMs = 10 * budgetMs;
/** A program that says nothing but "no locks". */
constexpr double startBudgetMs = 100;
/** All locks as records, and the table before its widths are known: 1.5 KiB for each. */
constexpr double peakBudgetMiB = 150;

QString sqlUrl(LockServers &servers, const char *table)
{
    return QStringLiteral("mysql://%1@127.0.0.1:%2/bench?name=sql&systems=dist_lock&dist_lock=%3"
                          "&timeout_ms=60000&password_file=%4")
        .arg(PrivateMariaDb::adminUser())
        .arg(servers.mariaDb().port())
        .arg(QLatin1StringView(table), servers.mariaDb().spec().passwordFile);
}

QString redisUrl(LockServers &servers, int database)
{
    return QStringLiteral("redis://127.0.0.1:%1/%2?name=redis&systems=redis_string&match=lock:*"
                          "&timeout_ms=60000&password_file=%3")
        .arg(servers.redis().port())
        .arg(database)
        .arg(servers.redis().spec().passwordFile);
}

/** A million more, in a table of their own. */
Result<void> addMany(LockServers &servers)
{
    return servers.mariaDb().run(
        QStringLiteral("USE bench; CREATE TABLE many LIKE dist_lock; INSERT INTO many SELECT"
                       " CONCAT('nightly-job-number-', seq), UUID(), NOW() + INTERVAL 10 HOUR"
                       " FROM seq_1_to_%1")
            .arg(many));
}

/** `lockctl list` so and so often, each run from exec to exit. */
Result<Figures> listed(const QString &name, const QStringList &arguments, double budget,
                       int howOften, qint64 fewestLines)
{
    std::vector<double> wall;
    std::vector<double> cpu;
    std::vector<double> peak;
    for (int round = 0; round < howOften; ++round) {
        qint64 lines = 0;
        const auto run = runChild(lockctlProgram(), QStringList{QStringLiteral("list")} + arguments,
                                  [&lines](QByteArrayView bytes) {
                                      lines += std::count(bytes.begin(), bytes.end(), '\n');
                                  });
        if (!run)
            return tl::make_unexpected(run.error());
        if (run->code != 0 || lines < fewestLines)
            return failure(
                ErrorKind::Protocol,
                QStringLiteral("%1: code %2, %3 lines.").arg(name).arg(run->code).arg(lines));
        wall.push_back(run->wallMs);
        cpu.push_back(run->cpuMs);
        peak.push_back(run->peakMiB);
    }
    // What else this machine does makes a run longer; its own work is told apart.
    return Figures{
        {name, QStringLiteral("ms"), median(wall), std::nullopt, budget},
        {name + QStringLiteral("-cpu"), QStringLiteral("ms"), median(cpu), std::nullopt, budget},
        {name + QStringLiteral("-peak"), QStringLiteral("MiB"), median(peak), std::nullopt,
         peakBudgetMiB * std::max(1.0, double(fewestLines) / locks)}};
}

/** When the lines of a server come while another never answers. */
Result<Figure> besideTheDead(LockServers &servers)
{
    const test::FaultProxy dead(0);
    const QString deadUrl =
        QStringLiteral("redis://127.0.0.1:%1/0?name=dead&timeout_ms=1000").arg(dead.port());
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const auto begun = std::chrono::steady_clock::now();
        qint64 lines = 0;
        double allThere = -1;
        const auto count = [&](QByteArrayView bytes) {
            lines += std::count(bytes.begin(), bytes.end(), '\n');
            if (allThere < 0 && lines >= locks + 2) {
                allThere = std::chrono::duration<double, std::milli>(
                               std::chrono::steady_clock::now() - begun)
                               .count();
            }
        };
        const auto run = runChild(lockctlProgram(),
                                  {QStringLiteral("list"), QStringLiteral("--json-lines"),
                                   QStringLiteral("--url"), deadUrl, QStringLiteral("--url"),
                                   sqlUrl(servers, "dist_lock")},
                                  count);
        if (!run)
            return tl::make_unexpected(run.error());
        if (allThere < 0)
            return failure(ErrorKind::Protocol, QStringLiteral("Lines are missing."));
        times.push_back(allThere);
    }
    return Figure{QStringLiteral("list-lines-100000-beside-a-dead-one"), QStringLiteral("ms"),
                  median(times), std::nullopt, budgetMs};
}

} // namespace

Result<Figures> listCommand()
{
    const auto servers = LockServers::start(2 * locks);
    if (!servers)
        return tl::make_unexpected(servers.error());
    if (const auto added = addMany(**servers); !added)
        return tl::make_unexpected(added.error());
    const QString url = QStringLiteral("--url");
    const QString sql = sqlUrl(**servers, "dist_lock");
    const QString redis = redisUrl(**servers, 0);
    struct Case {
        const char *name;
        QStringList arguments;
        double budget = budgetMs;
        int howOften = rounds;
        qint64 fewestLines = locks;
    };
    const std::vector<Case> cases = {
        {"list-nothing", {url, redisUrl(**servers, 1)}, startBudgetMs, 3 * rounds, 0},
        {"list-sql-table-100000", {url, sql}},
        {"list-sql-json-100000", {url, sql, QStringLiteral("--json")}},
        {"list-sql-lines-100000", {url, sql, QStringLiteral("--json-lines")}},
        {"list-redis-table-100000", {url, redis}},
        {"list-redis-json-100000", {url, redis, QStringLiteral("--json")}},
        {"list-redis-lines-100000", {url, redis, QStringLiteral("--json-lines")}},
        {"list-sql-table-1000000", {url, sqlUrl(**servers, "many")}, budgetOfManyMs, 1, many},
    };
    Figures all;
    for (const Case &each : cases) {
        const auto figures = listed(QString::fromLatin1(each.name), each.arguments, each.budget,
                                    each.howOften, each.fewestLines);
        if (!figures)
            return tl::make_unexpected(figures.error());
        all.insert(all.end(), figures->begin(), figures->end());
    }
    const auto beside = besideTheDead(**servers);
    if (!beside)
        return tl::make_unexpected(beside.error());
    all.push_back(*beside);
    return all;
}

} // namespace lockmaster::bench
