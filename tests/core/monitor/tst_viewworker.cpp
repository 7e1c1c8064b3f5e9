// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/viewworker.h"

#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <atomic>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_viewworker {

namespace {

std::shared_ptr<const BackendSnapshot> snapshot(quint64 sequence)
{
    const auto made = std::make_shared<BackendSnapshot>();
    made->sequence = sequence;
    made->status.name = QStringLiteral("b");
    made->locks = std::vector{
        PackedLock(fakeLock(fakeSource(QStringLiteral("b")), QByteArray::number(sequence), "o"))};
    return made;
}

std::vector<Event> events(int count)
{
    return std::vector<Event>(static_cast<size_t>(count));
}

} // namespace

class TestViewWorker : public QObject
{
    Q_OBJECT

private slots:
    void buildsOneViewAtATime()
    {
        std::atomic<int> ready = 0;
        ViewWorker worker(systemClock(), [&] { ++ready; });
        worker.setBackends({{1, snapshot(1)}});
        QTRY_COMPARE(ready.load(), 1);
        for (quint64 i = 2; i < 50; ++i)
            worker.publish(1, snapshot(i), events(1));
        QCOMPARE(ready.load(), 1);

        const auto first = worker.take();
        QCOMPARE(first->view->sequence, quint64(1));
        QVERIFY(!worker.take());
        worker.acknowledge();
        QTRY_COMPARE(ready.load(), 2);
        const auto second = worker.take();
        QCOMPARE(second->view->sequence, quint64(2));
        QCOMPARE(second->view->backends[0]->sequence, quint64(49));
        QCOMPARE(second->events.size(), size_t(48));
        QCOMPARE(second->newRowOfOld.size(), first->view->rows.size());
    }

    void eventsAreBounded()
    {
        std::atomic<int> ready = 0;
        ViewWorker worker(systemClock(), [&] { ++ready; });
        worker.setBackends({{1, snapshot(1)}});
        QTRY_COMPARE(ready.load(), 1);
        worker.publish(1, snapshot(2), events(1500));
        worker.take();
        worker.acknowledge();
        QTRY_COMPARE(ready.load(), 2);
        const auto update = worker.take();
        QCOMPARE(update->events.size(), size_t(1000));
        QCOMPARE(update->droppedEvents, 500);
    }

    void whatABusyExperimentTellsPushesNothingElseOut()
    {
        std::atomic<int> ready = 0;
        ViewWorker worker(systemClock(), [&] { ++ready; });
        worker.setBackends({{1, snapshot(1)}, {2, snapshot(1), true}});
        QTRY_COMPARE(ready.load(), 1);
        worker.publish(1, snapshot(2), events(3));
        worker.publish(2, snapshot(2), events(1500));
        worker.take();
        worker.acknowledge();
        QTRY_COMPARE(ready.load(), 2);
        const auto update = worker.take();
        QCOMPARE(update->events.size(), size_t(3));
        QCOMPARE(update->droppedEvents, 0);
        QCOMPARE(update->apart.events.size(), size_t(1000));
        QCOMPARE(update->apart.droppedEvents, 500);
    }

    void whatARemovedBackendSaysIsIgnored()
    {
        std::atomic<int> ready = 0;
        ViewWorker worker(systemClock(), [&] { ++ready; });
        worker.setBackends({{2, snapshot(1)}});
        QTRY_COMPARE(ready.load(), 1);
        worker.take();
        worker.acknowledge();
        worker.publish(1, snapshot(9), events(1));
        worker.publish(2, snapshot(2), {});
        QTRY_COMPARE(ready.load(), 2);
        const auto update = worker.take();
        QVERIFY(update->events.empty());
        QCOMPARE(update->view->backends.size(), size_t(1));
        QCOMPARE(update->view->backends[0]->sequence, quint64(2));
    }

    void oldViewsAreFreedOnTheWorkerOnceNobodyLooks()
    {
        std::atomic<int> ready = 0;
        ViewWorker worker(systemClock(), [&] { ++ready; });
        worker.setBackends({{1, snapshot(1)}});
        QTRY_COMPARE(ready.load(), 1);
        auto update = worker.take();
        std::weak_ptr<const ViewSnapshot> first = update->view;
        update.reset();
        QVERIFY(!first.expired()); // not freed by letting go of it here
        worker.acknowledge();
        worker.publish(1, snapshot(2), {});
        QTRY_COMPARE(ready.load(), 2);
        worker.take();
        worker.acknowledge();
        QTRY_VERIFY(first.expired());
    }
};

LOCKMASTER_TEST(TestViewWorker, QCoreApplication)

} // namespace tst_viewworker

#include "tst_viewworker.moc"
