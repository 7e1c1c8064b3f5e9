// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "tests/bench/benchmark.h"
#include "tests/support/fakereader.h"
#include "ui/locks/filteredit.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <cmath>
#include <thread>
#include <utility>

#include <malloc.h>
#include <unistd.h>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;
using namespace lockmaster::test;

constexpr int locks = 100'000;
constexpr int changesEachRead = locks / 100;
constexpr int leaders = 20;
constexpr int keysEachSecond = 200;
constexpr auto warmUp = 20s;
constexpr auto busyTime = 20s; ///< from one sample to the next
constexpr auto settling = 2s;  ///< at least; on a busy machine what was under way takes longer
constexpr int mostSettlings = 15;
constexpr double settledMiB = 0.5;
constexpr double growthBudget = 5; // per cent an hour

/** How long to run: `LOCKMASTER_SOAK_MINUTES`, or one minute. */
std::chrono::seconds soakTime()
{
    bool given = false;
    const double minutes = qEnvironmentVariable("LOCKMASTER_SOAK_MINUTES").toDouble(&given);
    return std::chrono::seconds(given ? std::llround(60 * minutes) : 60);
}

/**
 * A backend of many locks. At each read one in a hundred is another one: renewed, in other hands,
 * or gone for a lock whose name was never seen before; so that whatever remembers names or owners
 * for ever is found out. Its leaders renew at each read, and one in fifty fails.
 */
class RestlessReader final : public BackendReader
{
public:
    RestlessReader() : m_source(fakeSource(backendName())), m_election(electionSource())
    {
        for (int i = 0; i < locks; ++i)
            m_records.push_back(newLock());
    }
    static QString backendName() { return QStringLiteral("billing-db"); }

    BackendReading read(Depth depth, SteadyTime) override
    {
        if (depth != Depth::Leaders)
            change();
        ++m_reads;
        std::vector<LockRecord> leading;
        for (int i = 0; i < leaders; ++i) {
            const int candidate = int((m_reads + i) / 50 % 5);
            leading.push_back(fakeLock(m_election, "service-" + QByteArray::number(i),
                                       "pod-" + QByteArray::number(candidate), Micros(5s), now()));
        }
        Observation election = fakeElection(m_election, std::move(leading));
        if (depth == Depth::Leaders)
            return fakeReading({std::move(election)});
        return fakeReading({fakeObservation(m_source, m_records), std::move(election)});
    }
    Examination examine(SteadyTime) override { return {}; }
    void interrupt() noexcept override {}

private:
    static std::shared_ptr<const SourceId> electionSource()
    {
        return fakeSource(backendName(), QStringLiteral("leader"),
                          QStringLiteral("billing.service_leader_lock"));
    }
    static SteadyTime now() { return systemClock().now(); }
    LockRecord newLock()
    {
        const QByteArray number = QByteArray::number(++m_names);
        return fakeLock(m_source, "nightly-job-" + number, "web-" + number, Micros(1h), now());
    }
    void change()
    {
        for (int i = 0; i < changesEachRead; ++i) {
            LockRecord &lock = m_records[m_next];
            m_next = (m_next + 97) % m_records.size();
            const QByteArray owner = "web-" + QByteArray::number(++m_owners);
            if (i % 3 == 0)
                lock = newLock();
            else
                lock = fakeLock(m_source, lock.id.name,
                                i % 3 == 1 ? lock.holders.front().raw : owner, Micros(1h), now());
        }
    }

    const std::shared_ptr<const SourceId> m_source;
    const std::shared_ptr<const SourceId> m_election;
    std::vector<LockRecord> m_records;
    qint64 m_reads = 0;
    // Names and owners are as long at the end as at the beginning.
    qint64 m_names = 1'000'000'000;
    qint64 m_owners = 1'000'000'000;
    size_t m_next = 0;
};

/** A real Redis whose locks and other keys never have the same name again, and soon expire. */
class RestlessRedis
{
public:
    explicit RestlessRedis(PrivateRedis &server)
        : m_connection(
            RedisConnection::open(endpointOf(server.spec(), server.adminPassword()), soon()))
    {
    }
    void write()
    {
        std::vector<RedisCommand> commands;
        for (int i = 0; i < keysEachSecond; ++i) {
            const QByteArray number = QByteArray::number(++m_written);
            const QByteArray kind = i % 2 == 0 ? "lock:" : "cache:";
            commands.push_back({"SET", kind + number, "holder-" + number, "PX", "5000"});
        }
        if (m_connection)
            (void)(*m_connection)->pipeline(commands, soon());
    }

private:
    static SteadyTime soon() { return systemClock().now() + 5s; }

    Result<std::unique_ptr<RedisConnection>> m_connection;
    qint64 m_written = 0;
};

/** How much this process holds. */
struct Held {
    SteadyTime at{};
    double residentMiB = 0;
    double heapMiB = 0; ///< in use, as the allocator counts
    qint64 files = 0;
};

Held heldNow()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    qint64 pages = 0;
    if (statm.open(QIODevice::ReadOnly))
        pages = statm.readAll().split(' ').value(1).toLongLong();
    constexpr double mebi = 1024.0 * 1024.0;
    const struct mallinfo2 heap = mallinfo2();
    return {systemClock().now(), double(pages) * double(sysconf(_SC_PAGESIZE)) / mebi,
            double(heap.uordblks + heap.hblkhd) / mebi,
            QDir(QStringLiteral("/proc/self/fd"))
                .entryList(QDir::NoDotAndDotDot | QDir::AllEntries)
                .size()};
}

/** Per cent an hour: the median of what any two samples tell. */
double growth(const std::vector<Held> &samples, double Held::*what)
{
    std::vector<double> slopes;
    for (size_t i = 0; i < samples.size(); ++i) {
        for (size_t j = i + 1; j < samples.size(); ++j) {
            const std::chrono::duration<double, std::ratio<3600>> hours =
                samples[j].at - samples[i].at;
            slopes.push_back((samples[j].*what - samples[i].*what) / hours.count());
        }
    }
    return 100 * median(slopes) / samples.front().*what;
}

void print(const Held &held, SteadyTime begun)
{
    QTextStream(stderr) << QStringLiteral("soak: %1 s, %2 MiB resident, %3 MiB in use, %4 files\n")
                               .arg((held.at - begun) / 1s)
                               .arg(held.residentMiB, 0, 'f', 1)
                               .arg(held.heapMiB, 0, 'f', 1)
                               .arg(held.files);
}

void turnEvents(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

/** The monitor, a window on it, two restless backends, and somebody at work. */
class Scene
{
public:
    explicit Scene(PrivateRedis &server)
        : m_redis(server),
          m_settings(m_directory.filePath(QStringLiteral("window.ini")), QSettings::IniFormat),
          m_monitor(readers(server)),
          m_window(m_monitor.store(), SystemNames(), systemClock(), m_settings, {})
    {
        QObject::connect(&m_window, &MainWindow::queryChanged, &m_monitor, &Monitor::setQuery);
        m_window.show();
        BackendSpec restless;
        restless.name = RestlessReader::backendName();
        BackendSpec cache = server.spec(QStringLiteral("cache"));
        cache.patterns = {"lock:*"};
        m_monitor.setBackends({restless, cache});
    }

    void work(std::chrono::seconds time)
    {
        for (int second = 0; second < time / 1s; ++second) {
            m_redis.write();
            use(second);
            turnEvents(1s);
        }
    }

    /**
     * What is in use while a view is built says little: this looks at rest, with the same number of
     * locks and the same query.
     */
    Held heldAtRest()
    {
        m_monitor.setQuery({});
        m_monitor.setPaused(true);
        turnEvents(settling);
        Held held = heldNow();
        for (int i = 0; i < mostSettlings; ++i) {
            turnEvents(settling);
            malloc_trim(0);
            const Held before = std::exchange(held, heldNow());
            if (std::abs(held.heapMiB - before.heapMiB) < settledMiB)
                break;
        }
        m_monitor.setPaused(false);
        return held;
    }

    bool isComplete() { return m_monitor.store().view()->totalLocks >= locks; }

private:
    static ReaderFactory readers(const PrivateRedis &server)
    {
        return [password = server.adminPassword()](
                   const BackendSpec &spec) -> std::unique_ptr<BackendReader> {
            if (spec.name == RestlessReader::backendName())
                return std::make_unique<RestlessReader>();
            return makeReader(spec, [password](SteadyTime) { return Result<Secret>(password); });
        };
    }
    /** Sorts by another column, or filters, as a person at work would. */
    void use(int second)
    {
        if (second % 5 == 0) {
            ViewQuery query = m_window.query();
            query.sortColumn = static_cast<LockColumn>(second / 5 % lockColumnCount);
            m_monitor.setQuery(query);
        }
        const QString filter = second % 2 == 0 ? QString() : QStringLiteral("job -web-1");
        if (second % 7 == 0)
            m_window.filterEdit().setText(filter);
    }

    RestlessRedis m_redis;
    QTemporaryDir m_directory;
    QSettings m_settings;
    Monitor m_monitor;
    MainWindow m_window;
};

} // namespace

Result<Figures> soakedMonitor()
{
    const auto server = PrivateRedis::start({});
    if (!server)
        return tl::make_unexpected(server.error());
    Scene scene(**server);
    scene.work(warmUp);
    const SteadyTime begun = systemClock().now();
    const SteadyTime end = begun + soakTime();
    std::vector<Held> samples = {scene.heldAtRest()};
    print(samples.back(), begun);
    while (systemClock().now() < end) {
        scene.work(busyTime);
        samples.push_back(scene.heldAtRest());
        print(samples.back(), begun);
    }
    if (!scene.isComplete())
        return failure(ErrorKind::Protocol, QStringLiteral("The monitor lost its locks."));
    return Figures{
        {QStringLiteral("soak-memory-growth"), QStringLiteral("%/h"),
         growth(samples, &Held::residentMiB), std::nullopt, growthBudget},
        {QStringLiteral("soak-heap-growth"), QStringLiteral("%/h"), growth(samples, &Held::heapMiB),
         std::nullopt, growthBudget},
        {QStringLiteral("soak-open-files-more"), QStringLiteral("files"),
         double(samples.back().files - samples.front().files), std::nullopt, 0},
    };
}

} // namespace lockmaster::bench
