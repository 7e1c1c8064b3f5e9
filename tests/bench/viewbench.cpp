// SPDX-License-Identifier: Apache-2.0
#include "core/platform/heap.h"
#include "core/monitor/backendtracker.h"
#include "core/monitor/lockstore.h"
#include "core/monitor/placesearch.h"
#include "core/monitor/viewbuilder.h"
#include "tests/bench/benchmark.h"
#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/viewfixtures.h"
#include "ui/locks/locktable.h"

#include <QFile>

#include <ctime>
#include <future>
#include <unistd.h>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;
using namespace lockmaster::test;

constexpr double bytesPerRow = 300;
constexpr double msToAnswer = 100; ///< sorting and filtering 100,000 locks

/** Milliseconds of this process's time: what else the machine does is not ours. */
double cpuMs(const std::function<void()> &work)
{
    const std::clock_t start = std::clock();
    work();
    return 1000.0 * double(std::clock() - start) / CLOCKS_PER_SEC;
}

/** Names of 28 bytes and owners of 36, as of UUIDs; an hour's leases. */
class World
{
public:
    explicit World(int count)
        : m_count(count), m_renewals(static_cast<size_t>(count)), m_tracker(spec(), m_clock),
          m_builder(m_clock), m_model(m_store, {}, m_clock)
    {
    }

    /**
     * What the next poll finds: since the one before, one lock in `share` was renewed. Made on
     * another thread, as readings are.
     */
    BackendReading reading(int share)
    {
        return std::async(std::launch::async, [this, share] { return makeReading(share); }).get();
    }
    void read(BackendReading reading)
    {
        m_snapshot = m_tracker.read(std::move(reading), m_clock.now()).snapshot;
    }
    void restate() { m_snapshot = m_tracker.restate(); }
    bool build() { return build(m_query); }
    bool build(const ViewQuery &query)
    {
        m_query = query;
        m_update = m_builder.build({{1, m_snapshot}}, query);
        return m_update.view->query.sortColumn == query.sortColumn;
    }
    /** The view before stays: it is freed where the views are built. */
    void apply()
    {
        const auto before = m_store.view();
        m_applyMs = cpuMs([this] { m_store.apply(m_update); });
    }
    double applyMs() const { return m_applyMs; }
    size_t rows() const { return m_update.view->rows.size(); }

private:
    BackendReading makeReading(int share)
    {
        m_clock.advance(1s);
        ++m_polls;
        std::vector<LockRecord> records;
        records.reserve(static_cast<size_t>(m_count));
        for (int i = 0; i < m_count; ++i) {
            int &renewals = m_renewals[static_cast<size_t>(i)];
            if (share > 0 && (scattered(i) + quint64(m_polls)) % quint64(share) == 0)
                renewals = m_polls;
            records.push_back(fakeLock(m_source, nameOf(i), ownerOf(i), Micros(1h) + Millis(i),
                                       m_begun + renewals * 1s));
        }
        return fakeReading({fakeObservation(m_source, std::move(records))});
    }
    static BackendSpec spec()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("db");
        return spec;
    }
    static quint64 scattered(int i) { return (quint64(i) + 1) * 0x9e3779b97f4a7c15u >> 16; }
    static QByteArray nameOf(int i)
    {
        return "billing:order:lock:" + QByteArray::number(i).rightJustified(9, '0');
    }
    static QByteArray ownerOf(int i)
    {
        const QByteArray hex = QByteArray::number(scattered(i), 16).rightJustified(12, '0');
        return hex.left(8) + '-' + hex.right(4) + "-11ee-8c90-" + hex;
    }

    const int m_count;
    const std::shared_ptr<const SourceId> m_source = fakeSource(QStringLiteral("db"));
    ManualClock m_clock;
    const SteadyTime m_begun = m_clock.now();
    int m_polls = 0;
    std::vector<int> m_renewals; ///< for each lock: in which poll it was renewed last
    BackendTracker m_tracker;
    std::shared_ptr<const BackendSnapshot> m_snapshot;
    ViewBuilder m_builder;
    ViewQuery m_query;
    ViewUpdate m_update;
    LockStore m_store;
    LockTableModel m_model;
    double m_applyMs = 0;
};

/** The median of `rounds`, each after `prepare`. */
double medianMs(int rounds, const std::function<void()> &prepare, const std::function<void()> &work)
{
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        prepare();
        times.push_back(cpuMs(work));
    }
    return median(std::move(times));
}

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

QString sizeName(int count)
{
    return count >= 1'000'000 ? QStringLiteral("1m") : QStringLiteral("100k");
}

/** What a row takes in all: records, entries, snapshot, view and maps. */
Figure residentPerRow(const QString &size, int count)
{
    World world(count);
    const qint64 before = residentBytes();
    for (int poll = 0; poll < 3; ++poll) {
        world.read(world.reading(100));
        world.build();
        world.apply();
    }
    giveFreedMemoryBack(); // the last reading's, which is given back once a minute
    const double bytes = double(residentBytes() - before) / count;
    return {QStringLiteral("view-row-%1").arg(size), QStringLiteral("bytes"), bytes, std::nullopt,
            bytesPerRow};
}

Figures polls(const QString &size, int count, int rounds)
{
    World world(count);
    world.read(world.reading(0));
    world.build();
    world.apply();
    std::vector<double> reads, builds, applies, restated;
    for (int round = 0; round < rounds; ++round) {
        BackendReading reading = world.reading(100);
        reads.push_back(cpuMs([&] { world.read(std::move(reading)); }));
        builds.push_back(cpuMs([&] { world.build(); }));
        world.apply();
        applies.push_back(world.applyMs());
        world.build(); // the marks go
        world.apply();
        world.restate();
        restated.push_back(cpuMs([&] { world.build(); }));
        world.apply();
    }
    const auto figure = [&](const char *name, std::vector<double> times, double budget) {
        return Figure{QStringLiteral("view-%1-%2").arg(QLatin1StringView(name), size),
                      QStringLiteral("ms"), median(std::move(times)), std::nullopt, budget};
    };
    const double tenths = count / 100'000.0;
    return {figure("read-1%", std::move(reads), msToAnswer * tenths),
            figure("build-1%", std::move(builds), msToAnswer * tenths),
            figure("build-status-only", std::move(restated), tenths),
            figure("apply-1%", std::move(applies), count > 100'000 ? 15 : 2)};
}

/** Another order, and the same rows filtered: answered from scratch. */
Figures answers(const QString &size, int count, int rounds)
{
    World world(count);
    world.read(world.reading(0));
    world.build();
    Figures figures;
    const auto measure = [&](const QString &name, const ViewQuery &query) {
        const double budget = msToAnswer * count / 100'000.0;
        figures.push_back({QStringLiteral("view-%1-%2").arg(name, size), QStringLiteral("ms"),
                           medianMs(
                               rounds, [&] { world.build({}); }, [&] { world.build(query); }),
                           std::nullopt, budget});
    };
    for (int column = 0; column < lockColumnCount; ++column) {
        ViewQuery query;
        query.sortColumn = static_cast<LockColumn>(column);
        query.descending = query.sortColumn == LockColumn::Name;
        measure(QStringLiteral("sort-") + lockColumnName(static_cast<LockColumn>(column)), query);
    }
    for (const char *text : {"7", "owner:ab1", "ttl<1h30m"}) {
        ViewQuery query;
        query.filter = *Filter::parse(QLatin1StringView(text));
        measure(QStringLiteral("filter-%1").arg(QLatin1StringView(text)), query);
    }
    return figures;
}

/** As a profile with five hundred servers has them: what a few letters are looked for in. */
ViewSnapshot manyServers(int servers, int locksOfEach)
{
    const ManualClock clock;
    ViewSnapshot view;
    auto owners = std::make_shared<OwnerList>();
    for (int i = 0; i < servers; ++i) {
        auto backend = std::make_shared<BackendSnapshot>();
        const QString name = QStringLiteral("orders-db-%1").arg(i, 3, 10, QLatin1Char('0'));
        backend->status = makeStatus(name, BackendKind::MySql, clock);
        std::vector<PackedLock> locks;
        for (int j = 0; j < locksOfEach; ++j) {
            const QByteArray number = QByteArray::number(i * locksOfEach + j);
            locks.emplace_back(
                *makeLock({.name = "billing:order:lock:" + number.rightJustified(9, '0'),
                           .backend = name,
                           .owner = "web-" + number},
                          clock));
            if (owners->owners.size() == OwnerList::most)
                continue;
            OwnerEntry owner;
            owner.id = {OwnerBasis::Text, "web-" + number};
            owner.holds = 1;
            owners->owners.push_back(std::move(owner));
        }
        view.totalLocks += qint64(locks.size());
        backend->locks = std::move(locks);
        view.backends.push_back(std::move(backend));
    }
    view.owners = std::move(owners);
    return view;
}

/** Everything that fits, of a hundred thousand locks: between two keys that somebody presses. */
Figures searches()
{
    constexpr double msBetweenKeys = 50;
    const ViewSnapshot view = manyServers(500, 200);
    Figures figures;
    const auto measure = [&](const char *name, const QString &typed) {
        const PlaceLetters letters(typed);
        const double ms = medianMs(
            9, [] {}, [&] { findPlaces(view, letters, [] { return true; }); });
        figures.push_back({QStringLiteral("view-find-%1-100k-500").arg(QLatin1StringView(name)),
                           QStringLiteral("ms"), ms, std::nullopt, msBetweenKeys});
    };
    measure("letter", QStringLiteral("o")); // all of them fit
    measure("name", QStringLiteral("order000042000"));
    measure("server", QStringLiteral("db 042"));
    measure("nothing", QStringLiteral("coupon"));
    measure("korean", QStringLiteral("\uc8fc\ubb38"));
    // For the overview, on the worker's thread: all of them anew, and none that changed.
    ServerLister lister;
    const auto list = [&] { lister.list(view.backends); };
    const auto listed = [&](const char *name, double ms, double budget) {
        figures.push_back({QStringLiteral("view-servers-%1-100k-500").arg(QLatin1StringView(name)),
                           QStringLiteral("ms"), ms, std::nullopt, budget});
    };
    listed("anew",
           medianMs(
               9, [&] { lister.forget(); }, list),
           msToAnswer);
    listed("unchanged", medianMs(9, list, list), 10);
    return figures;
}

} // namespace

Result<Figures> largeViews()
{
    keepHeapJoined(); // as the program does
    Figures figures;
    for (const int count : {100'000, 1'000'000}) {
        const QString size = sizeName(count);
        const int rounds = count > 100'000 ? 3 : 9;
        figures.push_back(residentPerRow(size, count));
        const auto add = [&figures](const Figures &more) {
            figures.insert(figures.end(), more.begin(), more.end());
        };
        add(polls(size, count, rounds));
        add(answers(size, count, rounds));
    }
    const Figures found = searches();
    figures.insert(figures.end(), found.begin(), found.end());
    return figures;
}

} // namespace lockmaster::bench
