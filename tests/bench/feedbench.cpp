// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "tests/bench/benchmark.h"

#include <atomic>
#include <memory>
#include <set>
#include <thread>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 60s;
constexpr auto writing = 2s;
constexpr int rounds = 5;
constexpr int names = 400;
constexpr int otherKeys = 100'000;

SteadyTime soon()
{
    return systemClock().now() + patience;
}

QByteArray lockName(int change)
{
    return "lock:" + QByteArray::number(change % names);
}

struct Stage {
    std::unique_ptr<PrivateRedis> server;
    BackendSpec spec;
    std::unique_ptr<RedisConnection> probe;

    Result<std::unique_ptr<RedisConnection>> connect() const
    {
        return RedisConnection::open(endpointOf(spec, server->adminPassword()), soon());
    }

    /** What the server has used so far, in microseconds. */
    std::optional<double> serverTime() const
    {
        const auto info = probe->command({"INFO", "cpu"}, soon());
        if (!info)
            return std::nullopt;
        double seconds = 0;
        for (const QByteArray &line : info->text.split('\n')) {
            if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
                seconds += line.trimmed().split(':').last().toDouble();
        }
        return seconds * 1e6;
    }
};

/** Takes all locks, lets go of all, and so on, at a steady pace; remembers when it did. */
class Writer
{
public:
    Writer(const Stage &stage, int perSecond)
        : m_stage(stage), m_perSecond(perSecond), m_begun(size_t(perSecond) * size_t(writing / 1s))
    {
    }

    /** On a thread of its own. @return false: the server did not take a change. */
    bool run()
    {
        const auto connection = m_stage.connect();
        if (!connection)
            return false;
        const auto pause = std::chrono::nanoseconds(1s) / m_perSecond;
        SteadyTime due = systemClock().now();
        for (size_t i = 0; i < m_begun.size(); ++i, due += pause) {
            std::this_thread::sleep_until(due);
            m_begun[i] = systemClock().now();
            const auto reply = (*connection)->command(commandOf(int(i)), soon());
            if (!reply || reply->isError())
                return false;
        }
        return true;
    }

    SteadyTime begunAt(size_t change) const { return m_begun[change]; }
    size_t changes() const { return m_begun.size(); }

private:
    static RedisCommand commandOf(int change)
    {
        if (change / names % 2 == 1)
            return {"DEL", lockName(change)};
        return {"SET", lockName(change), QByteArray::number(change), "PX", "30000"};
    }

    const Stage &m_stage;
    int m_perSecond;
    std::vector<SteadyTime> m_begun;
};

Result<Stage> stage()
{
    auto server =
        PrivateRedis::start({.password = false, .configLines = {"enable-debug-command local"}});
    if (!server)
        return tl::make_unexpected(server.error());
    Stage stage{std::move(*server), {}, nullptr};
    stage.spec = stage.server->spec();
    stage.spec.patterns = {"lock:*"};
    stage.spec.timeout = patience;
    auto probe = stage.connect();
    if (!probe)
        return tl::make_unexpected(probe.error());
    stage.probe = std::move(*probe);
    const auto filled = stage.probe->command(
        {"DEBUG", "POPULATE", QByteArray::number(otherKeys), "data", "20"}, soon());
    if (!filled || filled->isError())
        return failure(ErrorKind::Protocol, QStringLiteral("The server cannot be filled."));
    return stage;
}

/** How long each taking of a lock took from before the write until the feed brought it. */
class Latencies
{
public:
    explicit Latencies(const Writer &writer) : m_writer(writer) {}

    void take(const FeedNews &news)
    {
        const SteadyTime now = systemClock().now();
        for (const Observation &observation : news.observations) {
            for (const LockRecord &record : observation.records) {
                const size_t change = record.holders.front().raw.toULongLong();
                // A lock that is still held is told again with what changed beside it.
                if (m_seen.insert(change).second)
                    m_millis.push_back(
                        std::chrono::duration<double, std::milli>(now - m_writer.begunAt(change))
                            .count());
            }
        }
    }
    const std::vector<double> &millis() const { return m_millis; }

private:
    const Writer &m_writer;
    std::set<size_t> m_seen;
    std::vector<double> m_millis;
};

/** The server's time for one change, in microseconds, while `feed` listens, or nobody. */
Result<double> timePerChange(const Stage &stage, int perSecond, ChangeFeed *feed,
                             std::vector<double> &millis)
{
    Writer writer(stage, perSecond);
    Latencies latencies(writer);
    const auto before = stage.serverTime();
    std::atomic<bool> written = false;
    bool fine = false;
    std::thread thread([&] {
        fine = writer.run();
        written = true;
    });
    std::optional<Error> error;
    while (feed != nullptr && !written && !error) {
        const auto news = feed->next(systemClock().now() + 50ms, soon());
        if (news)
            latencies.take(*news);
        else
            error = news.error();
    }
    thread.join();
    const auto after = stage.serverTime();
    if (error)
        return tl::make_unexpected(*error);
    if (!fine || !before || !after)
        return failure(ErrorKind::Protocol, QStringLiteral("The server refused a change."));
    millis.insert(millis.end(), latencies.millis().begin(), latencies.millis().end());
    return (*after - *before) / double(writer.changes());
}

/** What it costs the server to tell of a change and to be asked for it, in microseconds. */
Result<double> priceOfPush(const Stage &stage, int perSecond, std::vector<double> &millis)
{
    const auto alone = timePerChange(stage, perSecond, nullptr, millis);
    if (!alone)
        return alone;
    const auto feed = makeFeed(
        stage.spec,
        [secret = stage.server->adminPassword()](SteadyTime) -> Result<Secret> { return secret; });
    if (const auto opened = feed->open(soon()); !opened)
        return tl::make_unexpected(opened.error());
    const auto told = timePerChange(stage, perSecond, feed.get(), millis);
    if (!told)
        return told;
    return *told - *alone;
}

/** In turn with nobody listening, so that a slow moment of the machine hits both. */
Result<Figures> pushedAt(const Stage &stage, int perSecond)
{
    std::vector<double> millis;
    std::vector<double> prices;
    for (int round = 0; round < rounds; ++round) {
        const auto price = priceOfPush(stage, perSecond, millis);
        if (!price)
            return tl::make_unexpected(price.error());
        prices.push_back(*price);
    }
    const QString rate = QString::number(perSecond);
    return Figures{{QStringLiteral("feed-latency-median-%1").arg(rate), QStringLiteral("ms"),
                    quantile(millis, 0.5), std::nullopt, 50},
                   {QStringLiteral("feed-latency-p99-%1").arg(rate), QStringLiteral("ms"),
                    quantile(millis, 0.99), std::nullopt, 50},
                   {QStringLiteral("feed-server-time-per-change-%1").arg(rate),
                    QStringLiteral("us"), median(prices), std::nullopt, 15}};
}

} // namespace

Result<Figures> feedPrices()
{
    const auto ready = stage();
    if (!ready)
        return tl::make_unexpected(ready.error());
    Figures all;
    for (const int perSecond : {1000, 10'000}) {
        auto figures = pushedAt(*ready, perSecond);
        if (!figures)
            return figures;
        all.insert(all.end(), figures->begin(), figures->end());
    }
    return all;
}

} // namespace lockmaster::bench
