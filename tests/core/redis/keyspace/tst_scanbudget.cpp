// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/scanbudget.h"

#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_scanbudget {

class TestScanBudget : public QObject
{
    Q_OBJECT

private slots:
    void theFirstPassHasABurst()
    {
        ManualClock clock;
        ScanBudget budget(clock, true);
        QVERIFY(budget.mayStartPass());
        budget.passStarted();
        budget.spend(499ms);
        QVERIFY(budget.maySpend());
        budget.spend(2ms);
        QVERIFY(!budget.maySpend());
    }

    void afterThatItIsAFiftieth()
    {
        ManualClock clock;
        ScanBudget budget(clock, false);
        budget.passStarted();
        budget.spend(500ms);
        Micros spent{0};
        for (int tick = 0; tick < 1000; ++tick) { // ten minutes of work that never ends
            clock.advance(600ms);
            while (budget.maySpend()) {
                budget.spend(2ms);
                spent += 2ms;
            }
        }
        QVERIFY2(spent >= 11'900ms && spent <= 12'100ms,
                 qPrintable(QString::number(spent.count())));
    }

    void timeNotUsedIsNotSavedForLong()
    {
        ManualClock clock;
        ScanBudget budget(clock, false);
        budget.passStarted();
        budget.spend(600ms);
        clock.advance(std::chrono::hours(24));
        budget.passStarted();
        budget.spend(99ms);
        QVERIFY(budget.maySpend());
        budget.spend(2ms);
        QVERIFY(!budget.maySpend());
    }

    void shortPassesGoOnAndOn()
    {
        ManualClock clock;
        ScanBudget budget(clock, true);
        for (int pass = 0; pass < 100; ++pass) {
            QVERIFY(budget.mayStartPass());
            budget.passStarted();
            budget.spend(3ms);
            clock.advance(200ms);
        }
    }

    void aLongPassStartsOnceAMinute()
    {
        ManualClock clock;
        ScanBudget budget(clock, true);
        budget.passStarted();
        budget.spend(150ms);
        clock.advance(59s);
        QVERIFY(budget.maySpend());
        QVERIFY(!budget.mayStartPass());
        clock.advance(1s);
        QVERIFY(budget.mayStartPass());
    }

    void withPatternsItDoesNotWaitForTheMinute()
    {
        ManualClock clock;
        ScanBudget budget(clock, false);
        budget.passStarted();
        budget.spend(600ms);
        QVERIFY(!budget.mayStartPass());
        clock.advance(6s);
        QVERIFY(budget.mayStartPass());
    }

    void restartAllowsTheBurstAgain()
    {
        ManualClock clock;
        ScanBudget budget(clock, true);
        budget.passStarted();
        budget.spend(10s);
        QVERIFY(!budget.maySpend());
        budget.restart();
        QVERIFY(budget.mayStartPass());
    }
};

LOCKMASTER_TEST(TestScanBudget, QCoreApplication)

} // namespace tst_scanbudget

#include "tst_scanbudget.moc"
