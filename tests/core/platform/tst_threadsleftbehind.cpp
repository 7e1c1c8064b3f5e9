// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "tests/support/testprogram.h"

#include <QPointer>
#include <QSemaphore>
#include <QTest>
#include <QThread>

using namespace lockmaster;

namespace tst_threadsleftbehind {

class TestThreadsLeftBehind : public QObject
{
    Q_OBJECT

private slots:
    void thereUntilItHasEnded();
    void busyOnesAreCountedApart();
    void thoseOfAllKindsKeepTheProgramFromBeingTakenApart();
};

void TestThreadsLeftBehind::thereUntilItHasEnded()
{
    QSemaphore end;
    const QPointer<QThread> thread = QThread::create([&end] { end.acquire(); });
    ThreadsLeftBehind::add(thread, LeftBehind::Releasing);
    QCOMPARE(ThreadsLeftBehind::count(), 1); // not even begun
    thread->start();
    QCOMPARE(ThreadsLeftBehind::count(), 1);
    QCOMPARE(ThreadsLeftBehind::busyCount(LeftBehind::Releasing), 0);
    end.release();
    QTRY_COMPARE(ThreadsLeftBehind::count(), 0);
    QVERIFY(thread.isNull());
}

void TestThreadsLeftBehind::busyOnesAreCountedApart()
{
    QSemaphore end;
    bool busy = true;
    for (const bool asks : {true, false}) {
        QThread *const thread = QThread::create([&end] { end.acquire(); });
        ThreadsLeftBehind::add(thread, LeftBehind::Releasing,
                               asks ? ThreadsLeftBehind::Busy([&busy] { return busy; })
                                    : ThreadsLeftBehind::Busy());
        thread->start();
    }
    QCOMPARE(ThreadsLeftBehind::busyCount(LeftBehind::Releasing), 1);
    QCOMPARE(ThreadsLeftBehind::busyCount(LeftBehind::Holding), 0);
    busy = false;
    QCOMPARE(ThreadsLeftBehind::busyCount(LeftBehind::Releasing), 0);
    QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Releasing), 2);
    end.release(2);
    QTRY_COMPARE(ThreadsLeftBehind::count(), 0);
}

void TestThreadsLeftBehind::thoseOfAllKindsKeepTheProgramFromBeingTakenApart()
{
    QSemaphore end;
    QCOMPARE(ThreadsLeftBehind::count(), 0);
    for (const LeftBehind kind : {LeftBehind::Watching, LeftBehind::Alerting}) {
        QThread *const thread = QThread::create([&end] { end.acquire(); });
        ThreadsLeftBehind::add(thread, kind);
        thread->start();
        QCOMPARE(ThreadsLeftBehind::count(kind), 1);
    }
    QCOMPARE(ThreadsLeftBehind::count(), 2);
    end.release(2);
    QTRY_COMPARE(ThreadsLeftBehind::count(), 0);
}

LOCKMASTER_TEST(TestThreadsLeftBehind, QCoreApplication)

} // namespace tst_threadsleftbehind

#include "tst_threadsleftbehind.moc"
