// SPDX-License-Identifier: Apache-2.0
#include "core/platform/clock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_clock {

class TestClock : public QObject
{
    Q_OBJECT

private slots:
    void leadsFromOneClockToTheOtherAndBack()
    {
        const ClockReading reading{ServerTime(std::chrono::sys_days(2026y / 11 / 21)),
                                   SteadyTime(1h), 0us};
        QVERIFY(reading.localAt(reading.server + 90s) == SteadyTime(1h + 90s));
        QVERIFY(reading.localAt(reading.server - 90us) == SteadyTime(1h - 90us));
        QVERIFY(reading.serverAt(SteadyTime(2h)) == reading.server + 1h);
    }

    void datesFarOffStayOnTheirSide()
    {
        const ClockReading reading{ServerTime(std::chrono::sys_days(2026y / 11 / 21)),
                                   SteadyTime(1h), 0us};
        const SteadyTime never =
            reading.localAt(ServerTime(std::chrono::sys_days(9999y / 12 / 31)));
        const SteadyTime ancient =
            reading.localAt(ServerTime(std::chrono::sys_days(1000y / 1 / 1)));
        QVERIFY(never > SteadyTime(24h * 365 * 99));
        QVERIFY(ancient < SteadyTime(-24h * 365 * 99));
        QVERIFY(never - SteadyTime(1h) < 24h * 366 * 100);
    }
};

LOCKMASTER_TEST(TestClock, QCoreApplication)

} // namespace tst_clock

#include "tst_clock.moc"
