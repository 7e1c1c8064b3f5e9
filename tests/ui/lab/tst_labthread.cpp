// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/lab/labthread.h"

#include <QTest>

#include <atomic>
#include <semaphore>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_labthread {

/** What a program that leaves at once waits for. */
class TestLabThread : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsDoneAtOnce() { QVERIFY(awaitAside(0ms)); }

    void workIsWaitedForButNotForEver()
    {
        std::binary_semaphore mayEnd(0);
        std::atomic<bool> ended = false;
        runAside([&] {
            mayEnd.acquire();
            ended = true;
        });
        QVERIFY(!awaitAside(20ms));
        QVERIFY(!ended);
        mayEnd.release();
        QVERIFY(awaitAside(60s));
        QVERIFY(ended);
    }

    void whatWorkBeginsIsWaitedForToo()
    {
        std::atomic<bool> ended = false;
        runAside([&] { runAside([&] { ended = true; }); });
        QVERIFY(awaitAside(60s));
        QVERIFY(ended);
    }
};

LOCKMASTER_TEST(TestLabThread, QCoreApplication)

} // namespace tst_labthread

#include "tst_labthread.moc"
