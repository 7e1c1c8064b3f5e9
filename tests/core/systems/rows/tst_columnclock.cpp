// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/columnclock.h"

#include "core/sql/sqlserverzone.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;
using namespace std::chrono;

namespace tst_columnclock {

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

ColumnClock clockOf(const char *spec)
{
    SqlTableReading reading;
    reading.serverUtc = utcNow();
    reading.serverNow = utcNow() + Micros(9h).count();
    reading.zone = SqlServerZone::fixed(9h);
    return {*clockSpecFromText(QString::fromLatin1(spec)), reading};
}

constexpr sys_days spring = year(2027) / March / 14;   // New York: 02:00 becomes 03:00
constexpr sys_days autumn = year(2026) / November / 1; // and 02:00 becomes 01:00
constexpr ServerTime springChange = sys_time<microseconds>(spring) + 7h;
constexpr ServerTime autumnChange = sys_time<microseconds>(autumn) + 6h;

/** A server in New York at `now`, of which is known what it told. */
ColumnClock newYorkAt(ServerTime now, bool told = true)
{
    auto zone = std::make_shared<SqlServerZone>();
    zone->stretches = {{std::numeric_limits<qint64>::min(), -4h},
                       {autumnChange.time_since_epoch().count(), -5h},
                       {springChange.time_since_epoch().count(), -4h}};
    SqlTableReading reading;
    reading.serverUtc = now.time_since_epoch().count();
    reading.serverNow = reading.serverUtc + zone->offsetAt(reading.serverUtc).count();
    if (told)
        reading.zone = zone;
    return {ClockSpec{}, reading};
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
    void aServersZoneChangesAsItToldSo_data();
    void aServersZoneChangesAsItToldSo();
    void aServerThatDoesNotTellItsZoneLeavesMomentsUnsure();
    void whatIsWrittenIsReadBack();
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
    QCOMPARE(moment.at, ServerTime(sys_time<microseconds>(day) + 1h)); // when it is set
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

void TestColumnClock::aServersZoneChangesAsItToldSo_data()
{
    QTest::addColumn<qint64>("now");
    QTest::addColumn<qint64>("written");
    QTest::addColumn<int>("minutesAhead");
    QTest::addColumn<int>("minutesAgain"); // 0: there is no second time
    QTest::addColumn<bool>("skipped");
    const auto row = [](const char *name, ServerTime now, sys_days day, microseconds time,
                        int ahead, int again = 0, bool skipped = false) {
        QTest::newRow(name) << qint64(now.time_since_epoch().count()) << column(day, time) << ahead
                            << again << skipped;
    };
    row("across the change in spring", springChange - 10min, spring, 3h + 10min, 20);
    row("behind it", springChange + 10min, spring, 1h + 50min, -20);
    row("in the hour that is skipped", springChange - 10min, spring, 2h + 5min, 10, 0, true);
    row("in winter", springChange - days(30), spring - days(30), 3h, 60);
    row("from winter to summer", springChange - days(30), spring + days(60), 3h, 90 * 24 * 60);
    row("across the change in autumn", autumnChange - 20min, autumn, 2h, 80);
    row("in the hour that comes twice", autumnChange - 20min, autumn, 1h + 50min, 10, 70);
    row("the same once it came again", autumnChange + 20min, autumn, 1h + 50min, -30, 30);
    row("behind the change in autumn", autumnChange + 2h, autumn, 30min, -210);
    row("years ahead", springChange + 1h, spring + days(3650), 4h, 3650 * 24 * 60);
}

void TestColumnClock::aServersZoneChangesAsItToldSo()
{
    QFETCH(qint64, now);
    QFETCH(qint64, written);
    QFETCH(int, minutesAhead);
    QFETCH(int, minutesAgain);
    QFETCH(bool, skipped);
    const ServerTime at{Micros(now)};
    const auto moment = newYorkAt(at).moment(written);
    QCOMPARE(moment.at - at, Micros(minutes(minutesAhead)));
    QCOMPARE(moment.again.has_value(), minutesAgain != 0);
    if (moment.again)
        QCOMPARE(*moment.again - at, Micros(minutes(minutesAgain)));
    QCOMPARE(moment.skipped, skipped);
    QVERIFY(!moment.unsure);
}

void TestColumnClock::aServerThatDoesNotTellItsZoneLeavesMomentsUnsure()
{
    QVERIFY(newYorkAt(springChange - 10min, false).moment(column(spring, 3h)).unsure);
    QVERIFY(!clockOf("utc").moment(column(spring, 3h)).unsure);
    QVERIFY(!clockOf("-05:00").moment(column(spring, 3h)).unsure);
}

void TestColumnClock::whatIsWrittenIsReadBack()
{
    for (const ServerTime now :
         {springChange - 10min, springChange + 10min, autumnChange - 20min, autumnChange + 20min}) {
        const ColumnClock clock = newYorkAt(now);
        for (const Micros ahead : {Micros(0), Micros(15min), Micros(12h)}) {
            const auto moment = clock.moment(clock.written(now + ahead));
            QVERIFY(moment.at == now + ahead || moment.again == now + ahead);
            QVERIFY(!moment.skipped);
        }
    }
}

void TestColumnClock::writesColumnsAsTheyStand()
{
    const sys_days day = year(2026) / January / 2;
    QCOMPARE(columnText(column(day, 3h + 4min + 5s)), QStringLiteral("2026-01-02 03:04:05"));
    QCOMPARE(columnText(column(day, 250ms)), QStringLiteral("2026-01-02 00:00:00.25"));
    QCOMPARE(columnText(-1), QStringLiteral("1969-12-31 23:59:59.999999"));
    QCOMPARE(utcSecondText(noon + 999ms), QStringLiteral("2026-11-21 12:00:00 UTC"));
}

LOCKMASTER_TEST(TestColumnClock, QCoreApplication)

} // namespace tst_columnclock

#include "tst_columnclock.moc"
