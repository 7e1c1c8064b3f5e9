// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"
#include "core/systems/registry/registry.h"
#include "tests/bench/benchmark.h"
#include "tests/bench/rawkeyspace.h"

#include <algorithm>
#include <memory>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 60s;
constexpr auto lockPattern = "lock:*";
constexpr int manyOthers = 1'000'000;

/** A private server with other keys and locks in it, seen by the raw client and by ours. */
struct Stage {
    std::unique_ptr<PrivateRedis> server;
    std::unique_ptr<RawKeyspace> raw;
    size_t locks = 0;

    std::unique_ptr<BackendReader> reader(std::vector<QByteArray> patterns) const
    {
        BackendSpec spec = server->spec();
        spec.patterns = std::move(patterns);
        spec.systems = {QStringLiteral("redis_string"), QStringLiteral("redisson")};
        spec.timeout = patience;
        return makeReader(spec, [secret = server->adminPassword()](SteadyTime) -> Result<Secret> {
            return secret;
        });
    }
};

Result<Stage> stageOf(int others, int locks)
{
    auto server = PrivateRedis::start(
        {.password = false,
         .configLines = {"enable-debug-command local", "slowlog-log-slower-than 50",
                         "slowlog-max-len 100000"}});
    if (!server)
        return tl::make_unexpected(server.error());
    Stage stage{std::move(*server), nullptr, size_t(locks)};
    stage.raw = std::make_unique<RawKeyspace>(stage.server->port());
    if (!stage.raw->usable() || !stage.raw->fill(others, locks))
        return failure(ErrorKind::Network,
                       QStringLiteral("The raw client cannot fill the server."));
    return stage;
}

bool readsAll(BackendReader &reader, BackendReader::Depth depth, size_t locks)
{
    const BackendReading reading = reader.read(depth, systemClock().now() + patience);
    return !reading.failure && reading.observations.size() == 1
           && reading.observations.front().records.size() == locks;
}

bool isAll(const std::optional<RawKeyspace::Locks> &read, size_t locks)
{
    // SCAN may tell of a key twice.
    return read && read->size() >= locks;
}

QString sizes(int others, int locks)
{
    const QString many = others < 1'000'000 ? QStringLiteral("%1k").arg(others / 1000)
                                            : QStringLiteral("%1M").arg(others / 1'000'000);
    return QStringLiteral("%1k-locks-%2-keys").arg(locks / 1000).arg(many);
}

Result<Figure> snapshot(const Stage &stage, const QString &name, int rounds)
{
    const auto reader = stage.reader({lockPattern});
    return inTurn(
        QStringLiteral("redis-snapshot-") + name, 1.3, rounds,
        [&] { return readsAll(*reader, BackendReader::Depth::Full, stage.locks); },
        [&] { return isAll(stage.raw->snapshot(lockPattern), stage.locks); });
}

/** Against what a round trip for each command takes, which is seconds: once is enough. */
Result<Figure> againstOneByOne(const Stage &stage, const QString &name, double ours)
{
    const auto start = std::chrono::steady_clock::now();
    if (!isAll(stage.raw->oneByOne(lockPattern), stage.locks))
        return failure(ErrorKind::Protocol, QStringLiteral("The raw client's look failed."));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    return Figure{QStringLiteral("redis-vs-one-by-one-") + name, QStringLiteral("ms"), ours,
                  took.count(), 1.0 / 15};
}

/** What a poll between two searches does: every known lock and nothing else. */
Result<Figures> refresh(const Stage &stage)
{
    const auto reader = stage.reader({lockPattern});
    if (!readsAll(*reader, BackendReader::Depth::Full, stage.locks))
        return failure(ErrorKind::Protocol, QStringLiteral("The first look failed."));
    // A share of a pass belongs to some polls: until the pass is over and its time used up.
    for (int poll = 0; poll < 20; ++poll)
        readsAll(*reader, BackendReader::Depth::Routine, stage.locks);
    const auto known = stage.raw->snapshot(lockPattern);
    if (!known)
        return failure(ErrorKind::Protocol, QStringLiteral("The raw client's look failed."));
    const QString name = QStringLiteral("redis-refresh-%1").arg(stage.locks);
    const auto ratio = inTurn(
        name + QStringLiteral("-ratio"), 1.3, 9,
        [&] { return readsAll(*reader, BackendReader::Depth::Routine, stage.locks); },
        [&] { return isAll(stage.raw->refresh(*known), stage.locks); });
    if (!ratio)
        return tl::make_unexpected(ratio.error());
    return Figures{{name, ratio->unit, ratio->ours, std::nullopt, 15}, *ratio};
}

/** Five patterns that have no first byte in common, against the one that finds the same. */
Result<Figure> fivePatterns(const Stage &stage)
{
    const auto five =
        stage.reader({lockPattern, "mutex:*", "job-lock:*", "redbeat::*", "{hangfire}:*"});
    const auto one = stage.reader({lockPattern});
    return inTurn(
        QStringLiteral("redis-patterns-5"), 1.2, 5,
        [&] { return readsAll(*five, BackendReader::Depth::Full, stage.locks); },
        [&] { return readsAll(*one, BackendReader::Depth::Full, stage.locks); });
}

/** By the server's own account, in its microseconds: the dearest kind of command, and one. */
Result<Figures> commandTimes(const Stage &stage, const QString &name, int rounds)
{
    const auto reader = stage.reader({lockPattern});
    std::vector<double> means;
    std::vector<double> worst;
    for (int round = 0; round < rounds; ++round) {
        if (!stage.raw->resetStatistics()
            || !readsAll(*reader, BackendReader::Depth::Full, stage.locks))
            return failure(ErrorKind::Protocol, QStringLiteral("A look failed."));
        const auto times = stage.raw->commandTimes();
        if (!times)
            return failure(ErrorKind::Protocol, QStringLiteral("The server does not tell times."));
        means.push_back(times->meanMicros);
        worst.push_back(times->worstMicros);
    }
    return Figures{{QStringLiteral("redis-slowest-command-mean-") + name, QStringLiteral("us"),
                    median(means), std::nullopt, 1000},
                   {QStringLiteral("redis-slowest-command-") + name, QStringLiteral("us"),
                    median(worst), std::nullopt, 1000}};
}

/** Adds what was measured; false with the error where it could not be. */
Result<void> add(Figures &all, const Result<Figure> &figure)
{
    if (!figure)
        return tl::make_unexpected(figure.error());
    all.push_back(*figure);
    return {};
}

Result<void> add(Figures &all, const Result<Figures> &figures)
{
    if (!figures)
        return tl::make_unexpected(figures.error());
    all.insert(all.end(), figures->begin(), figures->end());
    return {};
}

Result<void> smallKeyspace(Figures &all)
{
    const auto stage = stageOf(100'000, 10'000);
    if (!stage)
        return tl::make_unexpected(stage.error());
    const QString name = sizes(100'000, 10'000);
    const auto whole = snapshot(*stage, name, 9);
    const double ours = whole ? whole->ours : 0;
    return add(all, whole)
        .and_then([&] { return add(all, refresh(*stage)); })
        .and_then([&] { return add(all, fivePatterns(*stage)); })
        .and_then([&] { return add(all, againstOneByOne(*stage, name, ours)); });
}

Result<void> largeKeyspace(Figures &all, Stage &stage, int locks, int rounds)
{
    if (stage.locks < size_t(locks) && !stage.raw->fill(0, locks))
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot add locks."));
    stage.locks = size_t(locks);
    const QString name = sizes(manyOthers, locks);
    const auto whole = snapshot(stage, name, rounds);
    const double ours = whole ? whole->ours : 0;
    return add(all, whole)
        .and_then([&] { return add(all, commandTimes(stage, name, rounds)); })
        .and_then([&] { return add(all, againstOneByOne(stage, name, ours)); });
}

/** The second size is the first one with more locks: filling takes as long as reading. */
Result<void> largeKeyspaces(Figures &all)
{
    auto stage = stageOf(manyOthers, 10'000);
    if (!stage)
        return tl::make_unexpected(stage.error());
    return largeKeyspace(all, *stage, 10'000, 3).and_then([&] {
        return largeKeyspace(all, *stage, 100'000, 2);
    });
}

} // namespace

Result<Figures> redisSnapshots()
{
    Figures all;
    const auto done = smallKeyspace(all).and_then([&] { return largeKeyspaces(all); });
    if (!done)
        return tl::make_unexpected(done.error());
    return all;
}

} // namespace lockmaster::bench
