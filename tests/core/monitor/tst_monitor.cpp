// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "core/monitor/monitor.h"

#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_monitor {

using Blocking = FakeBackends::Blocking;

namespace {

const QString alpha = QStringLiteral("alpha");
const QString beta = QStringLiteral("beta");

BackendSpec backend(const QString &name, Millis poll = 200ms, Millis timeout = 100ms)
{
    BackendSpec spec;
    spec.name = name;
    spec.poll = poll;
    spec.timeout = timeout;
    return spec;
}

BackendReading locksOf(const QString &name, const std::vector<QByteArray> &locks)
{
    const auto source = fakeSource(name);
    std::vector<LockRecord> records;
    for (const QByteArray &lock : locks)
        records.push_back(fakeLock(source, lock, "owner"));
    return fakeReading({fakeObservation(source, std::move(records))});
}

/** A monitor on fake backends, and everything it told. */
struct Bench {
    std::shared_ptr<FakeBackends> fakes = FakeBackends::create();
    std::unique_ptr<Monitor> monitor = std::make_unique<Monitor>(fakes->factory());
    std::vector<Event> events;

    Bench()
    {
        QObject::connect(&monitor->store(), &LockStore::updated, &monitor->store(),
                         [this](const ViewUpdate &update) {
                             events.insert(events.end(), update.events.begin(),
                                           update.events.end());
                         });
    }

    const ViewSnapshot &view() const { return *monitor->store().view(); }

    const BackendStatus *status(const QString &name) const
    {
        for (const auto &snapshot : view().backends) {
            if (snapshot->status.name == name)
                return &snapshot->status;
        }
        return nullptr;
    }
    bool is(const QString &name, BackendState state) const
    {
        return status(name) && status(name)->state == state;
    }
    QByteArrayList names() const
    {
        QByteArrayList list;
        for (const ViewRow &row : view().rows) {
            if (row.mark != RowMark::Gone)
                list << row.lock.id().name;
        }
        return list;
    }
    qsizetype count(EventKind kind) const
    {
        return std::count_if(events.begin(), events.end(),
                             [kind](const Event &event) { return event.kind == kind; });
    }
    LockState stateOf(const QByteArray &name) const
    {
        for (const ViewRow &row : view().rows) {
            if (row.lock.id().name == name)
                return row.lock.state();
        }
        return LockState::Free;
    }
};

} // namespace

class TestMonitor : public QObject
{
    Q_OBJECT

private slots:
    void showsTheLocksOfAllBackends()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"b", "a"}));
        bench.fakes->setReading(beta, locksOf(beta, {"c"}));
        bench.monitor->setBackends({backend(alpha), backend(beta)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a", "b", "c"}));
        QCOMPARE(bench.view().backends[0]->status.name, alpha);
        QCOMPARE(bench.fakes->lastDepth(alpha), BackendReader::Depth::Routine);
        QCOMPARE(bench.count(EventKind::Appeared), 0);
        QCOMPARE(bench.view().rows[2].backend, 1);
    }

    void backendsAreListedBeforeTheyAnswer()
    {
        Bench bench;
        bench.fakes->setBlocking(alpha, Blocking::UntilInterrupted);
        bench.monitor->setBackends({backend(alpha, 1s, 60s)});
        QTRY_VERIFY(bench.is(alpha, BackendState::Connecting));
    }

    void tellsWhatHappens()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        bench.fakes->setReading(alpha, locksOf(alpha, {"b"}));
        QTRY_COMPARE(bench.names(), QByteArrayList({"b"}));
        QCOMPARE(bench.count(EventKind::Appeared), 1);
        QCOMPARE(bench.count(EventKind::Gone), 1);
    }

    void aHungBackendTurnsUnknownAndComesBackByItself()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.fakes->setReading(beta, locksOf(beta, {"b"}));
        bench.monitor->setBackends({backend(alpha), backend(beta)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a", "b"}));

        bench.fakes->setBlocking(alpha, Blocking::Stuck);
        QTRY_VERIFY(bench.is(alpha, BackendState::Offline));
        QCOMPARE(bench.stateOf("a"), LockState::Unknown);
        QCOMPARE(bench.stateOf("b"), LockState::Held);
        QCOMPARE(bench.status(alpha)->problems.front().error.kind, ErrorKind::Timeout);
        QVERIFY(bench.fakes->interruptCount(alpha) > 0);
        QCOMPARE(bench.count(EventKind::BackendLost), 1);

        const int readsOfBeta = bench.fakes->readCount(beta);
        QTRY_VERIFY(bench.fakes->readCount(beta) > readsOfBeta + 3);
        QVERIFY(bench.is(alpha, BackendState::Offline));
        QTRY_VERIFY(bench.is(beta, BackendState::Online));

        bench.fakes->setBlocking(alpha, Blocking::No);
        QTRY_VERIFY(bench.is(alpha, BackendState::Online));
        QTRY_COMPARE(bench.stateOf("a"), LockState::Held);
        QCOMPARE(bench.count(EventKind::BackendBack), 1);
        QCOMPARE(bench.count(EventKind::Gone), 0);
        QCOMPARE(bench.count(EventKind::Appeared), 0);
    }

    void unknownComesSoonAfterTheDeadline()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha, 200ms, 500ms)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        QElapsedTimer timer;
        timer.start();
        bench.fakes->setBlocking(alpha, Blocking::Stuck);
        QTRY_COMPARE(bench.stateOf("a"), LockState::Unknown);
        // A period, the deadline and half a second make 1.2 s; a loaded machine gets more.
        QVERIFY2(timer.elapsed() < 4'000, qPrintable(QString::number(timer.elapsed())));
        bench.fakes->setBlocking(alpha, Blocking::No);
    }

    void aLateAnswerIsDropped()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha, 60s)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        bench.fakes->setBlocking(alpha, Blocking::Stuck);
        bench.monitor->refresh();
        QTRY_VERIFY(bench.is(alpha, BackendState::Offline));

        // The reader comes back with an answer to the poll that was given up.
        bench.monitor->setPaused(true);
        QTRY_VERIFY(bench.status(alpha)->paused);
        bench.fakes->setReading(alpha, locksOf(alpha, {"late"}));
        const int answers = bench.fakes->answerCount(alpha);
        bench.fakes->setBlocking(alpha, Blocking::No);
        QTRY_COMPARE(bench.fakes->answerCount(alpha), answers + 1);

        bench.fakes->setReading(alpha, fakeFailure(ErrorKind::Denied));
        bench.monitor->refresh();
        QTRY_COMPARE(bench.status(alpha)->problems.front().error.kind, ErrorKind::Denied);
        QCOMPARE(bench.names(), QByteArrayList({"a"}));
        QCOMPARE(bench.count(EventKind::BackendBack), 0);
    }

    void pausedDataAge()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha)});
        QTRY_VERIFY(bench.is(alpha, BackendState::Online));
        bench.monitor->setPaused(true);
        QTRY_VERIFY(bench.is(alpha, BackendState::Stale));
        QVERIFY(bench.status(alpha)->paused);
        const int reads = bench.fakes->readCount(alpha);
        const auto dataFrom = bench.status(alpha)->dataFrom;
        bench.monitor->refresh();
        QTRY_VERIFY(bench.status(alpha)->dataFrom > dataFrom);
        QTRY_VERIFY(bench.is(alpha, BackendState::Stale));
        QCOMPARE(bench.fakes->readCount(alpha), reads + 1);
        bench.monitor->setPaused(false);
        QTRY_VERIFY(bench.is(alpha, BackendState::Online));
        QTRY_VERIFY(bench.fakes->readCount(alpha) > reads + 1);
    }

    void thePeriodCanBeOverridden()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha, 60s)});
        QTRY_VERIFY(bench.is(alpha, BackendState::Online));
        const int reads = bench.fakes->readCount(alpha);
        bench.monitor->setPeriod(1ms);
        QTRY_VERIFY(bench.fakes->readCount(alpha) > reads + 3);
        QCOMPARE(bench.status(alpha)->period, Millis(200));
        bench.monitor->setPeriod(std::nullopt);
        QTRY_COMPARE(bench.status(alpha)->period, Millis(60s));
    }

    void otherBackendsAreNotDisturbedByAChange()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.fakes->setReading(beta, locksOf(beta, {"b"}));
        bench.monitor->setBackends({backend(alpha)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        const auto row = bench.view().rows.front().lock;

        bench.monitor->setBackends({backend(beta), backend(alpha)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a", "b"}));
        QVERIFY(bench.view().rows.front().lock == row);
        QCOMPARE(bench.view().backends[0]->status.name, beta);
        QCOMPARE(bench.view().rows.front().backend, 1);

        bench.monitor->setBackends({backend(alpha)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        QVERIFY(bench.view().rows.front().lock == row);
        QTRY_COMPARE(bench.fakes->readerCount(), 1);
        QCOMPARE(bench.count(EventKind::Gone), 0);
        QCOMPARE(bench.count(EventKind::BackendLost), 0);
    }

    void aChangedBackendStartsAnew()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        BackendSpec changed = backend(alpha);
        changed.host = QStringLiteral("elsewhere");
        bench.fakes->setReading(alpha, locksOf(alpha, {"z"}));
        bench.monitor->setBackends({changed});
        QTRY_COMPARE(bench.names(), QByteArrayList({"z"}));
        QCOMPARE(bench.count(EventKind::Appeared), 0);
    }

    void removingAStuckBackendDoesNotWait()
    {
        Bench bench;
        bench.fakes->setBlocking(alpha, Blocking::Stuck);
        bench.monitor->setBackends({backend(alpha), backend(beta)});
        QTRY_COMPARE(bench.fakes->readCount(alpha), 1);
        QElapsedTimer timer;
        timer.start();
        bench.monitor->setBackends({backend(beta)});
        QVERIFY2(timer.elapsed() < 400, qPrintable(QString::number(timer.elapsed())));
        bench.fakes->setBlocking(alpha, Blocking::No);
        QTRY_COMPARE(bench.fakes->readerCount(), 1);
    }

    void endsWithinASecondAndLeavesStuckThreadsBehind()
    {
        Bench bench;
        QStringList names;
        std::vector<BackendSpec> specs;
        for (int i = 0; i < 8; ++i) {
            names << QStringLiteral("stuck %1").arg(i);
            bench.fakes->setBlocking(names.back(), Blocking::Stuck);
            specs.push_back(backend(names.back(), 200ms, 60s));
        }
        bench.monitor->setBackends(specs);
        for (const QString &name : names)
            QTRY_COMPARE(bench.fakes->readCount(name), 1);
        QElapsedTimer timer;
        timer.start();
        bench.monitor.reset();
        QVERIFY2(timer.elapsed() < 2'000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Watching), 8);
        for (const QString &name : names)
            bench.fakes->setBlocking(name, Blocking::No);
        QTRY_COMPARE(ThreadsLeftBehind::count(LeftBehind::Watching), 0);
        QCOMPARE(bench.fakes->readerCount(), 0);
    }

    void interruptedReadersEndWithTheMonitor()
    {
        Bench bench;
        bench.fakes->setBlocking(alpha, Blocking::UntilInterrupted);
        bench.monitor->setBackends({backend(alpha, 200ms, 60s)});
        QTRY_COMPARE(bench.fakes->readCount(alpha), 1);
        bench.monitor.reset();
        QCOMPARE(bench.fakes->readerCount(), 0);
        QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Watching), 0);
    }

    void aQueryIsAnsweredWithoutAPoll()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a", "b"}));
        bench.monitor->setBackends({backend(alpha, 60s)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a", "b"}));
        ViewQuery query;
        query.filter = *Filter::parse(QStringLiteral("name:b"));
        bench.monitor->setQuery(query);
        QTRY_COMPARE(bench.names(), QByteArrayList({"b"}));
        QCOMPARE(bench.view().totalLocks, 2);
        query.filter = {};
        query.descending = true;
        bench.monitor->setQuery(query);
        QTRY_COMPARE(bench.names(), QByteArrayList({"b", "a"}));
        QCOMPARE(bench.fakes->readCount(alpha), 1);
    }

    void ghostsGoWithoutAPoll()
    {
        Bench bench;
        bench.fakes->setReading(alpha, locksOf(alpha, {"a"}));
        bench.monitor->setBackends({backend(alpha, 60s)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        bench.fakes->setReading(alpha, locksOf(alpha, {}));
        bench.monitor->refresh();
        QTRY_COMPARE(bench.names(), QByteArrayList());
        QTRY_COMPARE(bench.view().rows.size(), size_t(0));
        QCOMPARE(bench.fakes->readCount(alpha), 2);
    }

    void aLeaseThatRunsOutIsLookedAtBeforeTheNextPoll()
    {
        Bench bench;
        const auto source = fakeSource(alpha);
        const SteadyTime now = systemClock().now();
        bench.fakes->setReading(
            alpha, fakeReading({fakeObservation(source, {fakeLock(source, "a", "o", 1s, now)})}));
        bench.monitor->setBackends({backend(alpha, 4s)});
        QTRY_COMPARE(bench.names(), QByteArrayList({"a"}));
        bench.fakes->setReading(alpha, locksOf(alpha, {}));
        QTRY_COMPARE(bench.names(), QByteArrayList());
        const auto polledAfter = systemClock().now() - now;
        QVERIFY2(polledAfter < 3500ms, qPrintable(QString::number(polledAfter / 1ms)));
    }
};

LOCKMASTER_TEST(TestMonitor, QCoreApplication)

} // namespace tst_monitor

#include "tst_monitor.moc"
