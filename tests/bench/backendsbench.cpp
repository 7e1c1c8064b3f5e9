// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/bench/benchmark.h"
#include "tests/bench/lockservers.h"
#include "tests/support/faultproxy.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QTcpServer>
#include <QTimer>

#include <ctime>
#include <memory>
#include <mutex>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;
using Moment = std::chrono::steady_clock::time_point;

constexpr int alive = 45; ///< beside five that are dead
constexpr int rows = 1000;
constexpr auto watched = 15s;
constexpr Millis period = 1s;

/**
 * A fifth of the period: what is shown is called old after two periods, so that this leaves the
 * poll itself most of the second one.
 */
constexpr double latenessBudget = 20;
constexpr double threadsBudget = 3;   ///< one that reads, one that watches it, one that listens
constexpr double memoryBudgetMiB = 2; ///< for each backend, a thousand locks included
constexpr double cpuBudget = 25;      ///< of one core: fifty polls a second
constexpr double exitBudgetMs = 1000;
constexpr double onlineBudgetMs = 2000;

/** When the polls of all backends began and ended. Any thread. */
class PollBook
{
public:
    void add(const QString &backend, Moment begun, Moment ended)
    {
        const std::lock_guard lock(m_mutex);
        Polls &polls = m_polls[backend];
        if (polls.lastEnd)
            m_late.push_back(millis(begun - *polls.lastEnd - period));
        polls.lastEnd = ended;
        ++polls.count;
    }

    /** How many milliseconds after they were due polls began. */
    std::vector<double> late() const
    {
        const std::lock_guard lock(m_mutex);
        return m_late;
    }

    int fewestPolls() const
    {
        const std::lock_guard lock(m_mutex);
        int fewest = m_polls.empty() ? 0 : m_polls.begin()->second.count;
        for (const auto &[name, polls] : m_polls)
            fewest = std::min(fewest, polls.count);
        return fewest;
    }

private:
    struct Polls {
        std::optional<Moment> lastEnd;
        int count = 0;
    };

    static double millis(std::chrono::steady_clock::duration time)
    {
        return std::chrono::duration<double, std::milli>(time).count();
    }

    mutable std::mutex m_mutex;
    std::map<QString, Polls> m_polls;
    std::vector<double> m_late;
};

/** A reader whose polls are noted. */
class NotedReader final : public BackendReader
{
public:
    NotedReader(std::unique_ptr<BackendReader> reader, QString name, std::shared_ptr<PollBook> book)
        : m_reader(std::move(reader)), m_name(std::move(name)), m_book(std::move(book))
    {
    }

    BackendReading read(Depth depth, SteadyTime deadline) override
    {
        const Moment begun = std::chrono::steady_clock::now();
        BackendReading reading = m_reader->read(depth, deadline);
        if (depth == Depth::Full || depth == Depth::Routine)
            m_book->add(m_name, begun, std::chrono::steady_clock::now());
        return reading;
    }
    BackendReading readNamed(const std::vector<QByteArray> &names, SteadyTime deadline) override
    {
        return m_reader->readNamed(names, deadline);
    }
    Examination examine(SteadyTime deadline) override { return m_reader->examine(deadline); }
    void interrupt() noexcept override { m_reader->interrupt(); }

private:
    const std::unique_ptr<BackendReader> m_reader;
    const QString m_name;
    const std::shared_ptr<PollBook> m_book;
};

int threadCount()
{
    return int(QDir(QStringLiteral("/proc/self/task"))
                   .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                   .size());
}

double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toDouble() * 4096 / (1024 * 1024);
}

double cpuSeconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

/** Lets the event loop run until `done`, at most so long. */
void spin(std::chrono::milliseconds most, const std::function<bool()> &done)
{
    QEventLoop loop;
    QTimer check;
    QObject::connect(&check, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    check.start(5ms);
    QTimer::singleShot(most, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

/** The servers, and fifty backends on them. */
struct Stage {
    std::unique_ptr<LockServers> servers;
    std::unique_ptr<PrivateRedis> frozen;
    std::unique_ptr<test::FaultProxy> silent;
    std::unique_ptr<test::FaultProxy> silentToo;
    std::unique_ptr<test::FaultProxy> dripping;
    quint16 refusing = 0;
    std::vector<BackendSpec> backends;

    Result<void> start();

private:
    void addAlive();
    void addDead(const char *name, BackendKind kind, quint16 port);
};

Result<void> Stage::start()
{
    auto startedServers = LockServers::start(2 * rows);
    if (!startedServers)
        return tl::make_unexpected(startedServers.error());
    servers = std::move(*startedServers);
    auto startedFrozen = PrivateRedis::start({});
    if (!startedFrozen)
        return tl::make_unexpected(startedFrozen.error());
    frozen = std::move(*startedFrozen);
    frozen->freeze();
    silent = std::make_unique<test::FaultProxy>(0);
    silentToo = std::make_unique<test::FaultProxy>(0);
    dripping = std::make_unique<test::FaultProxy>(servers->redis().port());
    dripping->setDrip(50ms);
    QTcpServer closed;
    if (closed.listen(QHostAddress::LocalHost))
        refusing = closed.serverPort();
    closed.close();

    // The dead stand first: what they delay is behind them.
    addDead("refused", BackendKind::Redis, refusing);
    addDead("silent", BackendKind::Redis, silent->port());
    addDead("silent too", BackendKind::MySql, silentToo->port());
    addDead("frozen", BackendKind::Redis, frozen->port());
    addDead("dripping", BackendKind::Redis, dripping->port());
    addAlive();
    return {};
}

void Stage::addDead(const char *name, BackendKind kind, quint16 port)
{
    const std::vector<BackendSpec> real = servers->backends();
    BackendSpec spec = kind == BackendKind::Redis ? real.back() : real.front();
    spec.name = QString::fromLatin1(name);
    spec.port = port;
    spec.push = false;
    backends.push_back(std::move(spec));
}

void Stage::addAlive()
{
    const std::vector<BackendSpec> real = servers->backends();
    for (int i = 0; i < alive; ++i) {
        BackendSpec spec = real[size_t(i) % real.size()];
        spec.name = QStringLiteral("alive %1").arg(i);
        spec.poll = period;
        spec.push = false; // polls are what is measured
        backends.push_back(std::move(spec));
    }
}

bool isAlive(const QString &name)
{
    return name.startsWith(QLatin1StringView("alive"));
}

int onlineCount(Monitor &monitor)
{
    int online = 0;
    for (const auto &snapshot : monitor.store().view()->backends)
        online += snapshot->status.state == BackendState::Online && isAlive(snapshot->status.name);
    return online;
}

Result<Figures> watchThem(const Stage &stage)
{
    const auto book = std::make_shared<PollBook>();
    const ReaderFactory factory = [book](const BackendSpec &spec) {
        std::unique_ptr<BackendReader> reader =
            makeReader(spec, [spec](SteadyTime at) { return resolvePassword(spec, at); });
        return isAlive(spec.name)
                   ? std::make_unique<NotedReader>(std::move(reader), spec.name, book)
                   : std::move(reader);
    };
    const int threadsBefore = threadCount();
    const double memoryBefore = residentMiB();
    auto monitor = std::make_unique<Monitor>(factory);
    const Moment begun = std::chrono::steady_clock::now();
    monitor->setBackends(stage.backends);
    spin(30s, [&] { return onlineCount(*monitor) == alive; });
    const Moment allOnline = std::chrono::steady_clock::now();
    if (onlineCount(*monitor) < alive)
        return failure(ErrorKind::Protocol, QStringLiteral("Not all backends came online."));

    const double cpuBefore = cpuSeconds();
    spin(watched, [] { return false; });
    const double cpu = cpuSeconds() - cpuBefore;
    const double count = double(stage.backends.size());
    const double threads = double(threadCount() - threadsBefore) / count;
    const double memory = (residentMiB() - memoryBefore) / count;
    const bool allStayed = onlineCount(*monitor) == alive;

    const Moment ending = std::chrono::steady_clock::now();
    monitor.reset();
    const std::chrono::duration<double, std::milli> exit =
        std::chrono::steady_clock::now() - ending;
    if (!allStayed || book->fewestPolls() < int(watched / period) / 2)
        return failure(ErrorKind::Protocol, QStringLiteral("A backend was not polled any more."));

    const QString percent = QStringLiteral("%");
    const QString ms = QStringLiteral("ms");
    const std::chrono::duration<double, std::milli> untilOnline = allOnline - begun;
    return Figures{
        {QStringLiteral("backends-50-lateness-p99"), percent,
         100 * quantile(book->late(), 0.99) / double(period.count()), std::nullopt, latenessBudget},
        {QStringLiteral("backends-50-all-online"), ms, untilOnline.count(), std::nullopt,
         onlineBudgetMs},
        {QStringLiteral("backends-50-threads-each"), QStringLiteral("threads"), threads,
         std::nullopt, threadsBudget},
        {QStringLiteral("backends-50-memory-each"), QStringLiteral("MiB"), memory, std::nullopt,
         memoryBudgetMiB},
        {QStringLiteral("backends-50-cpu"), percent,
         100 * cpu / std::chrono::duration<double>(watched).count(), std::nullopt, cpuBudget},
        {QStringLiteral("backends-50-exit"), ms, exit.count(), std::nullopt, exitBudgetMs},
    };
}

} // namespace

Result<Figures> manyBackends()
{
    Stage stage;
    if (const auto started = stage.start(); !started)
        return tl::make_unexpected(started.error());
    auto figures = watchThem(stage);
    stage.frozen->thaw();
    return figures;
}

} // namespace lockmaster::bench
