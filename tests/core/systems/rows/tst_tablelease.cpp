// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablelease.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_tablelease {

class TestTableLease : public QObject
{
    Q_OBJECT

private slots:
    void neverKeepsLessThanItGuarantees_data();
    void neverKeepsLessThanItGuarantees();
    void takesWhatHasPassed();
    void writesTheDigitsThatAColumnHas();
};

void TestTableLease::neverKeepsLessThanItGuarantees_data()
{
    QTest::addColumn<qint64>("length");
    QTest::addColumn<qint64>("heldAfter");
    QTest::addColumn<qint64>("precision");
    QTest::addColumn<qint64>("guaranteed");
    const qint64 second = 1'000'000;
    QTest::newRow("5 s in seconds") << 5 * second << qint64(0) << second << 4 * second;
    QTest::newRow("1 s in seconds") << second << qint64(0) << second << second / 2;
    QTest::newRow("5 s in microseconds") << 5 * second << qint64(0) << qint64(0) << 5 * second;
    QTest::newRow("5 s in milliseconds")
        << 5 * second << qint64(0) << qint64(1000) << 5 * second - 1000;
    QTest::newRow("heartbeat") << qint64(1'200'000) << qint64(1'200'000) << second
                               << qint64(600'000);
    QTest::newRow("exact heartbeat")
        << qint64(1'200'000) << qint64(1'200'000) << qint64(0) << qint64(1'200'000);
}

void TestTableLease::neverKeepsLessThanItGuarantees()
{
    QFETCH(qint64, length);
    QFETCH(qint64, heldAfter);
    QFETCH(qint64, precision);
    QFETCH(qint64, guaranteed);
    TableLease lease;
    lease.length = Micros(length);
    lease.heldAfter = Micros(heldAfter);
    QCOMPARE(lease.guaranteed(Micros(precision)).count(), guaranteed);
    for (qint64 now = 1'795'000'000'000'000; now < 1'795'000'002'000'000; now += 997) {
        const qint64 written = lease.toWrite(now, Micros(precision));
        if (precision > 0)
            QCOMPARE(written % precision, 0);
        const qint64 left = written + heldAfter - now;
        QVERIFY2(left >= guaranteed && left <= length + length / 2,
                 qPrintable(QString::number(left)));
        QVERIFY(!lease.mayTake(written, now + guaranteed));
        QVERIFY(lease.mayTake(written, now + left + 1));
    }
}

void TestTableLease::takesWhatHasPassed()
{
    TableLease lease;
    lease.length = 10s;
    QVERIFY(!lease.mayTake({}, 0));
    QVERIFY(!lease.mayTake(100, 100));
    QVERIFY(lease.mayTake(100, 101));
    lease.nullIsFree = true;
    lease.heldAfter = Micros(50);
    QVERIFY(lease.mayTake({}, 0));
    QVERIFY(!lease.mayTake(100, 150));
    QVERIFY(lease.mayTake(100, 151));
}

void TestTableLease::writesTheDigitsThatAColumnHas()
{
    const qint64 time = 86'400'000'000 + 250'000;
    QCOMPARE(storedTimeText(time, 0), QStringLiteral("1970-01-02 00:00:00"));
    QCOMPARE(storedTimeText(time, 3), QStringLiteral("1970-01-02 00:00:00.250"));
    QCOMPARE(storedTimeText(time, 6), QStringLiteral("1970-01-02 00:00:00.250000"));
    QCOMPARE(storedTimeText(86'400'000'000, 1), QStringLiteral("1970-01-02 00:00:00.0"));
}

LOCKMASTER_TEST(TestTableLease, QCoreApplication)

} // namespace tst_tablelease

#include "tst_tablelease.moc"
