// SPDX-License-Identifier: Apache-2.0
#include "core/history/historydb.h"
#include "core/history/historyreader.h"
#include "core/history/historyrecorder.h"
#include "core/history/historywriter.h"
#include "core/monitor/backendtracker.h"
#include "tests/bench/benchmark.h"
#include "tests/support/fakereader.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <ctime>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

/** What a month of ten events a second comes to, where every hold takes two and some renewals. */
constexpr qint64 monthOfHolds = 5'000'000;
constexpr int lockNames = 5000;
constexpr int ownerNames = 500;
constexpr int rounds = 9;

double millisSince(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/** Processor time of the whole process: what happens on the recorder's thread is in it. */
double processorMillis()
{
    return 1000.0 * double(std::clock()) / CLOCKS_PER_SEC;
}

/** A tracker and what it publishes, as an observer would. */
struct Source {
    BackendSpec spec;
    std::shared_ptr<const SourceId> id;
    std::unique_ptr<BackendTracker> tracker;

    Source()
    {
        spec.name = QStringLiteral("b");
        id = test::fakeSource(spec.name);
        tracker = std::make_unique<BackendTracker>(spec, systemClock());
    }
    BackendTracker::Outcome read(int locks, int generation)
    {
        std::vector<LockRecord> records;
        records.reserve(size_t(locks));
        const SteadyTime now = systemClock().now();
        for (int i = 0; i < locks; ++i) {
            const QByteArray owner = "owner-" + QByteArray::number((i + generation) % ownerNames);
            records.push_back(test::fakeLock(id, "lock:" + QByteArray::number(i), owner, 30s, now));
        }
        return tracker->read(test::fakeReading({test::fakeObservation(id, std::move(records))}),
                             now);
    }
};

/** A thousand locks change hands a second: what writing that down takes of a second. */
Figures events(const QString &path)
{
    HistorySettings settings;
    settings.path = path;
    settings.program = QStringLiteral("bench");
    HistoryRecorder recorder(settings);
    Source source;
    constexpr int locks = 1000;
    auto outcome = source.read(locks, 0);
    recorder.take(1, outcome.snapshot, outcome.events);
    recorder.flush();
    std::vector<double> busy;
    std::vector<double> handing;
    for (int round = 1; round <= rounds; ++round) {
        outcome = source.read(locks, round);
        const double before = processorMillis();
        QElapsedTimer timer;
        timer.start();
        recorder.take(1, outcome.snapshot, outcome.events);
        handing.push_back(millisSince(timer) * 1000);
        recorder.flush();
        busy.push_back(processorMillis() - before);
    }
    const bool dropped = recorder.status().droppedEvents > 0;
    return {{QStringLiteral("history-1000-events"), QStringLiteral("ms"),
             dropped ? 1e9 : median(std::move(busy)), std::nullopt, 200},
            {QStringLiteral("history-hand-over-1000-events"), QStringLiteral("us"),
             median(std::move(handing)), std::nullopt, 1000}};
}

/** Ten thousand wait for two hundred locks, and at each look ten thousand others. */
Figures waiterStorm(const QString &path)
{
    HistorySettings settings;
    settings.path = path;
    settings.program = QStringLiteral("bench");
    HistoryRecorder recorder(settings);
    Source source;
    constexpr int locks = 200;
    constexpr int each = 50;
    qint64 connection = 0;
    const auto look = [&] {
        std::vector<LockRecord> records;
        const SteadyTime now = systemClock().now();
        for (int i = 0; i < locks; ++i) {
            LockRecord lock =
                test::fakeLock(source.id, "lock:" + QByteArray::number(i), "owner", 30s, now);
            lock.waiters.count = each;
            for (int j = 0; j < each; ++j) {
                ++connection;
                lock.waiters.list.push_back(
                    {QStringLiteral("#%1 app@web").arg(connection), connection, Micros(200ms)});
            }
            records.push_back(std::move(lock));
        }
        return source.tracker->read(
            test::fakeReading({test::fakeObservation(source.id, std::move(records))}), now);
    };
    std::vector<double> busy;
    for (int round = 0; round <= rounds; ++round) {
        const auto outcome = look();
        const double before = processorMillis();
        recorder.take(1, outcome.snapshot, outcome.events);
        recorder.flush();
        if (round > 0)
            busy.push_back(processorMillis() - before);
    }
    const bool dropped = recorder.status().droppedEvents > 0;
    return {{QStringLiteral("history-10000-waiters-change"), QStringLiteral("ms"),
             dropped ? 1e9 : median(std::move(busy)), std::nullopt, 1000}};
}

/** A hundred thousand locks at the first look, and looks at which nothing happens. */
Figures manyLocks(const QString &path)
{
    HistorySettings settings;
    settings.path = path;
    settings.program = QStringLiteral("bench");
    HistoryRecorder recorder(settings);
    recorder.flush();
    Source source;
    auto outcome = source.read(100'000, 0);
    double before = processorMillis();
    recorder.take(1, outcome.snapshot, outcome.events);
    recorder.flush();
    const double first = processorMillis() - before;
    std::vector<double> quiet;
    for (int round = 0; round < rounds; ++round) {
        BackendTracker::Outcome same{source.tracker->restate(), {}};
        before = processorMillis();
        recorder.take(1, same.snapshot, same.events);
        recorder.flush();
        quiet.push_back(processorMillis() - before);
    }
    return {{QStringLiteral("history-first-look-100000"), QStringLiteral("ms"), first, std::nullopt,
             10'000},
            {QStringLiteral("history-quiet-look-100000"), QStringLiteral("ms"),
             median(std::move(quiet)), std::nullopt, 5}};
}

/** Mostly seconds, some minutes, a few hours; about as many open as in a busy system. */
Micros lengthOf(quint32 random)
{
    const quint32 kind = random % 100;
    const quint32 part = random / 100 % 1000;
    if (kind < 90)
        return Millis(100 + 10 * part);
    return kind < 99 ? Micros(Millis(60'000 + 600 * part))
                     : Micros(Millis(3'600'000 + 3600 * part));
}

Result<void> fillMonth(const QString &path, ServerTime end)
{
    auto opened = HistoryDb::openForWriting(path);
    if (!opened)
        return tl::make_unexpected(opened.error().error);
    HistoryDb &db = **opened;
    HistoryWriter writer(db);
    const ServerTime begin = end - std::chrono::days(30);
    writer.beginRun(QStringLiteral("bench"), begin);
    const qint64 backend = writer.takeBackend(QStringLiteral("b"));
    const qint64 place = writer.place(backend, QStringLiteral("db 0"));
    std::vector<qint64> locks;
    for (int i = 0; i < lockNames; ++i)
        locks.push_back(
            writer.lock(place, QStringLiteral("redis_string"), "lock:" + QByteArray::number(i)));
    QList<Holder> owners;
    for (int i = 0; i < ownerNames; ++i) {
        const QByteArray name = "owner-" + QByteArray::number(i);
        owners.push_back({name, name.size(), QString::fromLatin1(name), 1, nullptr});
    }
    quint32 random = 1;
    const Micros step = std::chrono::duration_cast<Micros>(end - begin) / monthOfHolds;
    for (qint64 i = 0; i < monthOfHolds; ++i) {
        random = random * 1664525U + 1013904223U;
        HistoryWriter::NewHold hold;
        hold.lock = locks[(random >> 8) % lockNames];
        hold.holder = &owners[(random >> 16) % ownerNames];
        hold.how = HistoryBegin::Watched;
        hold.began = begin + i * step;
        hold.after = hold.began - 1s;
        const qint64 id = writer.openHold(hold);
        const ServerTime until = hold.began + lengthOf(random >> 4);
        if (until < end)
            writer.closeHold(id, hold.began, HistoryEnd::Released, until, until - 1s, {3, {}, 0});
        writer.breathe();
    }
    // A gap every hour.
    for (int hour = 0; hour < 24 * 30; ++hour) {
        const ServerTime from = begin + std::chrono::hours(hour);
        writer.beginStretch(place, from, from + 59min, true);
    }
    writer.endRun(end);
    if (!writer.commit())
        return tl::make_unexpected(db.failure().error);
    return {};
}

/** The median of opening the store and asking that. */
template<class Ask>
Result<Figure> asked(const char *name, double budget, const QString &path, Ask ask)
{
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        auto reader = HistoryReader::open(path);
        if (!reader)
            return tl::make_unexpected(reader.error());
        if (const auto answer = ask(**reader, round); !answer)
            return tl::make_unexpected(answer.error());
        times.push_back(millisSince(timer));
    }
    return Figure{QString::fromLatin1(name), QStringLiteral("ms"), median(std::move(times)),
                  std::nullopt, budget};
}

Result<Figures> month(const QString &path)
{
    const ServerTime end = systemClock().wallNow();
    if (const auto filled = fillMonth(path, end); !filled)
        return tl::make_unexpected(filled.error());
    Figures figures;
    const auto add = [&figures](Result<Figure> figure) -> Result<void> {
        if (!figure)
            return tl::make_unexpected(figure.error());
        figures.push_back(std::move(*figure));
        return {};
    };
    const auto atRound = [end](int round) { return end - std::chrono::hours(10 + 70 * round); };
    Result<void> done = add(asked("history-month-at", 500, path, [&](HistoryReader &reader, int r) {
        return reader.moment(atRound(r), {});
    }));
    if (done) {
        done = add(asked("history-month-newest", 500, path,
                         [](HistoryReader &reader, int) { return reader.page({}); }));
    }
    if (done) {
        done = add(asked("history-month-lock", 500, path, [](HistoryReader &reader, int r) {
            HistoryQuery query;
            query.lock = "lock:" + QByteArray::number(100 * r);
            return reader.page(query);
        }));
    }
    if (done) {
        done = add(asked("history-month-owner", 500, path, [end](HistoryReader &reader, int r) {
            HistoryQuery query;
            query.owner = QStringLiteral("owner-4%1").arg(r);
            query.from = end - 2h;
            return reader.page(query);
        }));
    }
    // As the window's page asks.
    HistoryQuery shown;
    shown.most = 1000;
    shown.withHeldBefore = true;
    const auto page = [&](const char *name, const HistoryQuery &query) {
        if (done) {
            done = add(asked(name, 500, path,
                             [&query](HistoryReader &reader, int) { return reader.page(query); }));
        }
    };
    page("history-month-page-all", shown);
    shown.from = end - std::chrono::days(1);
    page("history-month-page-day", shown);
    shown.lockText = QStringLiteral("lock:4");
    page("history-month-page-lock-text", shown);
    shown.lockText.clear();
    shown.owner = QStringLiteral("owner");
    page("history-month-page-owner-text", shown);
    if (!done)
        return tl::make_unexpected(done.error());
    HistorySettings settings;
    settings.path = path;
    settings.program = QStringLiteral("bench");
    QElapsedTimer timer;
    timer.start();
    {
        HistoryRecorder recorder(settings);
        recorder.flush();
        const double opened = millisSince(timer);
        if (!recorder.status().recording)
            return tl::make_unexpected(recorder.status().problem.value_or(Error()));
        figures.push_back({QStringLiteral("history-month-record"), QStringLiteral("ms"), opened,
                           std::nullopt, 500});
    }
    figures.push_back({QStringLiteral("history-month-file"), QStringLiteral("bytes"),
                       double(QFile(path).size()), std::nullopt, 1e9});
    return figures;
}

} // namespace

Result<Figures> historyStore()
{
    const QTemporaryDir directory;
    Figures figures = events(directory.filePath(QStringLiteral("events.sqlite")));
    const Figures storm = waiterStorm(directory.filePath(QStringLiteral("waits.sqlite")));
    figures.insert(figures.end(), storm.begin(), storm.end());
    const Figures many = manyLocks(directory.filePath(QStringLiteral("locks.sqlite")));
    figures.insert(figures.end(), many.begin(), many.end());
    const Result<Figures> asking = month(directory.filePath(QStringLiteral("month.sqlite")));
    if (!asking)
        return asking;
    figures.insert(figures.end(), asking->begin(), asking->end());
    return figures;
}

} // namespace lockmaster::bench
