// SPDX-License-Identifier: Apache-2.0
#include "core/systems/columnclock.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;
using namespace std::chrono;

namespace {

constexpr ServerTime noon = sys_days(year(2026) / November / 21) + 12h;

/** A column that shows this date and time. */
qint64 column(sys_days day, microseconds time)
{
    return (sys_time<microseconds>(day) + time).time_since_epoch().count();
}

qint64 utcNow()
{
    return noon.time_since_epoch().count();
}

ColumnClock clockOf(const char *spec, Micros serverOffset = 9h)
{
    return ColumnClock(*clockSpecFromText(QString::fromLatin1(spec)),
                       utcNow() + serverOffset.count(), utcNow());
}

} // namespace

class TestColumnClock : public QObject
{
    Q_OBJECT

private slots:
    void readsEachKindOfClock_data();
    void readsEachKindOfClock();
    void anHourThatExistsTwiceHasTwoMoments();
    void anHourThatIsSkippedIsSaidToBe();
    void hoursAroundAChangeAreOrdinary();
    void writesColumnsAsTheyStand();
};

void TestColumnClock::readsEachKindOfClock_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<int>("hoursAhead");
    QTest::newRow("server") << QByteArray("server") << 9;
    QTest::newRow("utc") << QByteArray("utc") << 0;
    QTest::newRow("offset") << QByteArray("-03:00") << -3;
    QTest::newRow("zone in winter") << QByteArray("Europe/Berlin") << 1;
}

void TestColumnClock::readsEachKindOfClock()
{
    QFETCH(QByteArray, spec);
    QFETCH(int, hoursAhead);
    const ColumnClock clock = clockOf(spec.constData());
    const auto moment = clock.moment(utcNow() + Micros(hours(hoursAhead)).count() + 123'456);
    QCOMPARE(moment.at, noon + 123'456us);
    QVERIFY(!moment.again);
    QVERIFY(!moment.skipped);
    QCOMPARE(clock.offsetNow(), Micros(hours(hoursAhead)));
}

void TestColumnClock::anHourThatExistsTwiceHasTwoMoments()
{
    const sys_days day = year(2026) / October / 25; // Berlin: 03:00 becomes 02:00
    const auto moment = clockOf("Europe/Berlin").moment(column(day, 2h + 30min));
    QCOMPARE(moment.at, ServerTime(sys_time<microseconds>(day) + 30min));
    QVERIFY(moment.again);
    QCOMPARE(*moment.again, moment.at + 1h);
}

void TestColumnClock::anHourThatIsSkippedIsSaidToBe()
{
    const sys_days day = year(2026) / March / 29; // Berlin: 02:00 becomes 03:00
    const auto moment = clockOf("Europe/Berlin").moment(column(day, 2h + 30min));
    QVERIFY(moment.skipped);
    QVERIFY(!moment.again);
}

void TestColumnClock::hoursAroundAChangeAreOrdinary()
{
    const ColumnClock clock = clockOf("Europe/Berlin");
    const sys_days autumn = year(2026) / October / 25;
    const auto before = clock.moment(column(autumn, 1h + 59min));
    QCOMPARE(before.at, ServerTime(sys_time<microseconds>(autumn) - 1min));
    QVERIFY(!before.again);
    const auto after = clock.moment(column(autumn, 3h));
    QCOMPARE(after.at, ServerTime(sys_time<microseconds>(autumn) + 2h));
    QVERIFY(!after.again);
    const sys_days spring = year(2026) / March / 29;
    QVERIFY(!clock.moment(column(spring, 1h + 59min)).skipped);
    QVERIFY(!clock.moment(column(spring, 3h)).skipped);
}

void TestColumnClock::writesColumnsAsTheyStand()
{
    const sys_days day = year(2026) / January / 2;
    QCOMPARE(columnText(column(day, 3h + 4min + 5s)), QStringLiteral("2026-01-02 03:04:05"));
    QCOMPARE(columnText(column(day, 250ms)), QStringLiteral("2026-01-02 00:00:00.25"));
    QCOMPARE(columnText(-1), QStringLiteral("1969-12-31 23:59:59.999999"));
    QCOMPARE(utcSecondText(noon + 999ms), QStringLiteral("2026-11-21 12:00:00 UTC"));
}

QTEST_GUILESS_MAIN(TestColumnClock)
#include "tst_columnclock.moc"
