// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "tests/support/testprogram.h"

#include <QPointer>
#include <QSemaphore>
#include <QTest>
#include <QThread>

using namespace lockmaster;

class TestThreadsLeftBehind : public QObject
{
    Q_OBJECT

private slots:
    void thereUntilItHasEnded();
    void busyOnesAreCountedApart();
    void thoseOfAllListsKeepTheProgramFromBeingTakenApart();
};

void TestThreadsLeftBehind::thereUntilItHasEnded()
{
    QSemaphore end;
    const QPointer<QThread> thread = QThread::create([&end] { end.acquire(); });
    ThreadsLeftBehind threads;
    threads.add(thread);
    QCOMPARE(threads.count(), 1); // not even begun
    thread->start();
    QCOMPARE(threads.count(), 1);
    QCOMPARE(threads.busyCount(), 0);
    end.release();
    QTRY_COMPARE(threads.count(), 0);
    QVERIFY(thread.isNull());
}

void TestThreadsLeftBehind::busyOnesAreCountedApart()
{
    QSemaphore end;
    bool busy = true;
    ThreadsLeftBehind threads;
    for (const bool asks : {true, false}) {
        QThread *const thread = QThread::create([&end] { end.acquire(); });
        threads.add(thread, asks ? ThreadsLeftBehind::Busy([&busy] { return busy; })
                                 : ThreadsLeftBehind::Busy());
        thread->start();
    }
    QCOMPARE(threads.busyCount(), 1);
    busy = false;
    QCOMPARE(threads.busyCount(), 0);
    QCOMPARE(threads.count(), 2);
    end.release(2);
    QTRY_COMPARE(threads.count(), 0);
}

void TestThreadsLeftBehind::thoseOfAllListsKeepTheProgramFromBeingTakenApart()
{
    QSemaphore end;
    QCOMPARE(ThreadsLeftBehind::countInProgram(), 0);
    for (int i = 0; i < 2; ++i) {
        QThread *const thread = QThread::create([&end] { end.acquire(); });
        ThreadsLeftBehind::ofProgram().add(thread);
        thread->start();
    }
    QCOMPARE(ThreadsLeftBehind::countInProgram(), 2);
    end.release(2);
    QTRY_COMPARE(ThreadsLeftBehind::countInProgram(), 0);
}

LOCKMASTER_TEST(TestThreadsLeftBehind, QCoreApplication)
#include "tst_threadsleftbehind.moc"
