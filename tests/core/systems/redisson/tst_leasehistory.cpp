// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/leasehistory.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <limits>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_leasehistory {

using Kind = LeaseHistory::Kind;

namespace {

/** A lock that is set to `timeout` every `renewEvery` (never: 0), looked at every `poll`. */
LeaseHistory watched(Millis timeout, Millis renewEvery, Millis poll, Millis duration,
                     Millis firstLook = Millis(0))
{
    LeaseHistory history;
    for (Millis now = firstLook; now <= duration; now += poll) {
        const Millis setAt = renewEvery > 0ms ? now / renewEvery * renewEvery : 0ms;
        const Millis expiry = setAt + timeout;
        if (expiry > now)
            history.look(1'000'000 + expiry.count(), expiry - now, 1);
    }
    return history;
}

} // namespace

class TestLeaseHistory : public QObject
{
    Q_OBJECT

private slots:
    void oneLookTellsNothing()
    {
        LeaseHistory history;
        history.look(1'030'000, 30s, 1);
        QCOMPARE(history.kind(), Kind::Unknown);
        QVERIFY(!history.granted());
    }

    void whatStandsIsLookedAtAgainWithoutBeingRead()
    {
        LeaseHistory history;
        history.look(1'030'000, 30s, 1);
        QVERIFY(history.lookAgain(25s));
        QVERIFY(!history.lookAgain(15s)); // a watchdog would have renewed it: that is for a read
        QCOMPARE(history.kind(), Kind::Unknown);
        QVERIFY(history.lookAgain(19s));
        // The lowest counts, whoever saw it: 19 s are too few for a renewal by the default
        // watchdog.
        history.look(1'041'000, 30s, 1);
        QCOMPARE(history.kind(), Kind::Unknown);
        QVERIFY(LeaseHistory().lookAgain(5s));
    }

    void aWatchdogIsRecognised_data()
    {
        QTest::addColumn<int>("timeoutMs");
        QTest::addColumn<int>("pollMs");
        QTest::addColumn<int>("watchedMs");
        QTest::newRow("default, every second, one renewal") << 30000 << 1000 << 11000;
        QTest::newRow("default, five a second") << 30000 << 200 << 10200;
        QTest::newRow("default, every 7 s") << 30000 << 7000 << 28000;
        QTest::newRow("default, every minute") << 30000 << 60000 << 121000;
        QTest::newRow("custom 6 s") << 6000 << 1000 << 6000;
        QTest::newRow("custom 5 min") << 300000 << 1000 << 202000;
    }
    void aWatchdogIsRecognised()
    {
        QFETCH(int, timeoutMs);
        QFETCH(int, pollMs);
        QFETCH(int, watchedMs);
        const Millis timeout(timeoutMs);
        const auto history =
            watched(timeout, timeout / 3, Millis(pollMs), Millis(watchedMs), 300ms);
        QCOMPARE(history.kind(), Kind::Renewed);
        QVERIFY(history.renewals() >= 1);
        QVERIFY(history.granted().has_value());
        QVERIFY(*history.granted() <= timeout);
        QVERIFY(*history.granted() >= timeout * 2 / 3);
    }

    void theDefaultWatchdogGrantsThirtySeconds()
    {
        QCOMPARE(watched(30s, 10s, 7s, 28s).granted(), std::optional<Micros>(30s));
    }

    void aFixedLeaseOnlySinks_data()
    {
        QTest::addColumn<int>("leaseMs");
        QTest::newRow("1 s") << 1000;
        QTest::newRow("30 s") << 30000;
        QTest::newRow("an hour") << 3600000;
    }
    void aFixedLeaseOnlySinks()
    {
        QFETCH(int, leaseMs);
        const Millis lease(leaseMs);
        QCOMPARE(watched(lease, 0ms, lease / 20, lease / 4).kind(), Kind::Unknown);
        QCOMPARE(watched(lease, 0ms, lease / 20, lease / 2).kind(), Kind::NotRenewed);
    }

    void aWatchdogThatStoppedIsToldFromAFixedLease()
    {
        LeaseHistory history = watched(30s, 10s, 1s, 21s);
        QCOMPARE(history.kind(), Kind::Renewed);
        history.look(1'050'000, 17s, 1);
        QCOMPARE(history.kind(), Kind::Stopped);
        history.look(1'080'000, 30s, 1);
        QCOMPARE(history.kind(), Kind::Renewed);
    }

    void enteringAgainIsNoRenewal()
    {
        LeaseHistory history;
        history.look(1'030'000, 25s, 1);
        history.look(1'040'000, 30s, 2);
        history.look(1'050'000, 30s, 1);
        QCOMPARE(history.renewals(), 0);
        QCOMPARE(history.kind(), Kind::Unknown);
    }

    void tremblingFiguresAreNoRenewal()
    {
        LeaseHistory history;
        for (int i = 0; i < 50; ++i)
            history.look(1'030'000 + i % 3, 25s, 1);
        QCOMPARE(history.renewals(), 0);
        QCOMPARE(history.kind(), Kind::Unknown);
    }

    void aLeaseSetAnewLateIsNoWatchdog()
    {
        LeaseHistory history;
        history.look(1'010'000, 10s, 1);
        history.look(1'010'000, 1s, 1);
        history.look(1'019'000, 10s, 1);
        QCOMPARE(history.kind(), Kind::Extended);
    }

    void extremeFiguresAreHarmless()
    {
        LeaseHistory history;
        history.look(0, 0us, 1);
        history.look(std::numeric_limits<qint64>::max(), Micros::max(), 1);
        history.look(0, Micros::min(), std::numeric_limits<qint64>::max());
        QVERIFY(history.renewals() <= 1);
    }
};

LOCKMASTER_TEST(TestLeaseHistory, QCoreApplication)

} // namespace tst_leasehistory

#include "tst_leasehistory.moc"
