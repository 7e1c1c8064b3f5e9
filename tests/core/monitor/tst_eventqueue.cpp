// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/eventmonitor.h"
#include "core/monitor/eventqueue.h"

#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_eventqueue {

namespace {

const QString alpha = QStringLiteral("alpha");
const QString beta = QStringLiteral("beta");

/** Events of a backend that tell their place: 0, 1, 2, ... */
std::vector<Event> events(const QString &backend, int count, int first = 0)
{
    std::vector<Event> made(static_cast<size_t>(count));
    for (Event &event : made) {
        event.backend = backend;
        event.detail = QString::number(first++);
    }
    return made;
}

bool all(const Event &)
{
    return true;
}

} // namespace

/** Events wait for a slow reader, and what does not fit is told. */
class TestEventQueue : public QObject
{
    Q_OBJECT

private slots:
    void comeInOrderAndInParts()
    {
        int told = 0;
        EventQueue queue(100, all, [&told] { ++told; });
        queue.push(events(alpha, 3));
        queue.push(events(alpha, 2, 3));
        QCOMPARE(told, 1); // the reader knows
        EventQueue::News news = queue.take(4);
        QCOMPARE(news.events.size(), size_t(4));
        QCOMPARE(news.events.back().detail, QStringLiteral("3"));
        queue.push(events(alpha, 1, 5));
        QCOMPARE(told, 1); // some were left
        news = queue.take(100);
        QCOMPARE(news.events.size(), size_t(2));
        QCOMPARE(news.events.front().detail, QStringLiteral("4"));
        QVERIFY(news.dropped.empty());
        queue.push(events(alpha, 1));
        QCOMPARE(told, 2);
    }

    void theOldestAreDroppedAndCounted()
    {
        EventQueue queue(4, all, [] {});
        queue.push(events(alpha, 3));
        queue.push(events(beta, 4));
        queue.push(events(beta, 2, 4));
        const EventQueue::News news = queue.take(100);
        QCOMPARE(news.dropped, (std::map<QString, qint64>{{alpha, 3}, {beta, 2}}));
        QCOMPARE(news.events.size(), size_t(4));
        QCOMPARE(news.events.front().detail, QStringLiteral("2"));
        QCOMPARE(news.events.back().detail, QStringLiteral("5"));
        QVERIFY(queue.take(100).dropped.empty()); // told once
    }

    void whatBackendsDoIsNotPushedOutByLocks()
    {
        EventQueue queue(4, all, [] {});
        const auto backend = [](EventKind kind) {
            std::vector<Event> made = events(alpha, 1);
            made.front().kind = kind;
            return made;
        };
        queue.push(events(beta, 1));
        queue.push(backend(EventKind::BackendLost));
        queue.push(events(beta, 2, 1));
        queue.push(backend(EventKind::BackendBack));
        queue.push(events(beta, 3, 3));
        EventQueue::News news = queue.take(3);
        QCOMPARE(news.dropped, (std::map<QString, qint64>{{beta, 2}}));
        QCOMPARE(news.events.size(), size_t(3));
        QCOMPARE(news.events[0].kind, EventKind::BackendLost);
        QCOMPARE(news.events[1].detail, QStringLiteral("2"));
        QCOMPARE(news.events[2].kind, EventKind::BackendBack);
        news = queue.take(100);
        QCOMPARE(news.events.size(), size_t(3));
        QCOMPARE(news.events.back().detail, QStringLiteral("5"));

        for (int i = 0; i < 100; ++i)
            queue.push(backend(EventKind::BackendLost));
        news = queue.take(1000);
        QCOMPARE(news.events.size(), size_t(4));
        QCOMPARE(news.dropped, (std::map<QString, qint64>{{alpha, 96}}));
    }

    void whatNobodyWantsTakesNoPlace()
    {
        int told = 0;
        EventQueue queue(
            2, [](const Event &event) { return event.backend == beta; }, [&told] { ++told; });
        queue.push(events(alpha, 50));
        QCOMPARE(told, 0);
        queue.push(events(beta, 2));
        queue.push(events(alpha, 50));
        QCOMPARE(told, 1);
        const EventQueue::News news = queue.take(100);
        QCOMPARE(news.events.size(), size_t(2));
        QVERIFY(news.dropped.empty());
    }

    void aMonitorTellsWhatHappensOnEachBackend()
    {
        const auto fakes = FakeBackends::create();
        const auto source = fakeSource(alpha);
        fakes->setReading(alpha, fakeReading({fakeObservation(source, {})}));
        fakes->setReading(beta, fakeFailure());
        BackendSpec first;
        first.name = alpha;
        first.poll = 200ms;
        BackendSpec second = first;
        second.name = beta;
        EventMonitor monitor({first, second}, fakes->factory(), {}, all);
        QSignalSpy happened(&monitor, &EventMonitor::happened);
        QTRY_VERIFY(fakes->answerCount(alpha) > 0 && fakes->answerCount(beta) > 0);
        fakes->setReading(alpha,
                          fakeReading({fakeObservation(source, {fakeLock(source, "one", "o")})}));

        std::vector<Event> seen;
        const auto appeared = [&] {
            EventQueue::News news = monitor.take(10);
            std::move(news.events.begin(), news.events.end(), std::back_inserter(seen));
            return std::any_of(seen.begin(), seen.end(), [](const Event &event) {
                return event.kind == EventKind::Appeared && event.lock()->id.name == "one";
            });
        };
        QTRY_VERIFY(appeared());
        QTRY_VERIFY(happened.count() > 0);
    }

    /** Of what is not read no event tells: without a word it would look quiet. */
    void aMonitorTellsWhenAProblemBeginsAndEnds()
    {
        const auto fakes = FakeBackends::create();
        const auto source = fakeSource(alpha);
        const auto seenWith = [&](const QString &message) {
            Observation seen = fakeObservation(source, {});
            seen.complete = false;
            seen.problems = {{ErrorKind::Denied, 1142, message, {}}};
            return fakeReading({seen});
        };
        fakes->setReading(alpha, seenWith(QStringLiteral("7 rows are denied")));
        BackendSpec backend;
        backend.name = alpha;
        backend.poll = 200ms;
        EventMonitor monitor({backend}, fakes->factory(), {}, all);
        std::vector<EventMonitor::ProblemNews> told;
        const auto take = [&] {
            for (EventMonitor::ProblemNews &news : monitor.takeProblems())
                told.push_back(std::move(news));
            return told.size();
        };
        const auto looksAgain = [&] {
            const int before = fakes->answerCount(alpha);
            return QTest::qWaitFor([&] { return fakes->answerCount(alpha) > before + 1; });
        };
        QTRY_COMPARE(take(), size_t(1));
        QVERIFY(!told.back().over && told.back().problem.source == source->name);
        // The same in other words is no news, and no answer ends nothing.
        fakes->setReading(alpha, seenWith(QStringLiteral("8 rows are denied")));
        QVERIFY(looksAgain());
        fakes->setReading(alpha, fakeFailure());
        QVERIFY(looksAgain());
        QCOMPARE(take(), size_t(1));
        fakes->setReading(alpha, fakeReading({fakeObservation(source, {})}));
        QTRY_COMPARE(take(), size_t(2));
        QVERIFY(told.back().over && !told.back().isAbsence);
        Observation absent = fakeObservation(source, {});
        absent.complete = false;
        absent.absent = Error{ErrorKind::Denied, 1142, QStringLiteral("denied"), {}};
        fakes->setReading(alpha, fakeReading({absent}));
        QTRY_COMPARE(take(), size_t(3));
        QVERIFY(!told.back().over && told.back().isAbsence);
    }

    void aMonitorThatNobodyReadsKeepsTheNewest()
    {
        const auto fakes = FakeBackends::create();
        const auto source = fakeSource(alpha);
        fakes->setReading(alpha, fakeReading({fakeObservation(source, {})}));
        BackendSpec backend;
        backend.name = alpha;
        backend.poll = 200ms;
        EventMonitor monitor({backend}, fakes->factory(), {}, all, 2);
        QTRY_VERIFY(fakes->answerCount(alpha) > 0);
        std::vector<LockRecord> records;
        for (const char *name : {"a", "b", "c", "d", "e"})
            records.push_back(fakeLock(source, name, "o"));
        fakes->setReading(alpha, fakeReading({fakeObservation(source, records)}));
        QSignalSpy happened(&monitor, &EventMonitor::happened);
        QTRY_COMPARE(happened.count(), 1);
        const EventQueue::News news = monitor.take(10);
        QCOMPARE(news.dropped, (std::map<QString, qint64>{{alpha, 3}}));
        QCOMPARE(news.events.size(), size_t(2));
        QCOMPARE(news.events.back().lock()->id.name, QByteArray("e"));
    }
};

LOCKMASTER_TEST(TestEventQueue, QCoreApplication)

} // namespace tst_eventqueue

#include "tst_eventqueue.moc"
