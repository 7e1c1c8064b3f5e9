// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/heapcare.h"

#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_heapcare {

/** Giving memory back costs the whole process something: not after each reading. */
class TestHeapCare : public QObject
{
    Q_OBJECT

private slots:
    void largeReadingsGiveBackOnceAMinute()
    {
        ManualClock clock;
        HeapCare care;
        int given = 0;
        for (int second = 0; second < 150; ++second) {
            given += care.isDue(100'000, 100'000, clock.now()) ? 1 : 0;
            clock.advance(1s);
        }
        QCOMPARE(given, 3); // the first at once
    }

    void smallOnesLeaveNothingBehind()
    {
        ManualClock clock;
        HeapCare care;
        QVERIFY(!care.isDue(1'000, 900, clock.now()));
        QVERIFY(care.isDue(100'000, 1'000, clock.now()));
    }

    void locksThatAreGoneAreGivenBackAtOnce()
    {
        ManualClock clock;
        HeapCare care;
        QVERIFY(care.isDue(100'000, 0, clock.now()));
        clock.advance(1s);
        QVERIFY(!care.isDue(90'000, 100'000, clock.now()));
        QVERIFY(care.isDue(100, 90'000, clock.now()));
        QVERIFY(!care.isDue(100, 100, clock.now()));
    }
};

LOCKMASTER_TEST(TestHeapCare, NoApplication)

} // namespace tst_heapcare

#include "tst_heapcare.moc"
