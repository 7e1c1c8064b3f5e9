// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlchangeprobe.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <functional>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_sqlchangeprobe {

namespace {

constexpr qint64 readAt = 1'000'000'000'000'000;

/** A read, the stamp just before it and a later one. */
struct Times {
    SqlTableReading read;
    SqlTableStamp before;
    SqlTableStamp now;
};

void setClock(ClockReading &clock, qint64 &serverNow, qint64 &serverUtc, Micros at)
{
    serverUtc = readAt + at.count();
    serverNow = serverUtc + Micros(9h).count();
    clock = {ServerTime(Micros(serverUtc)), SteadyTime(at + 1h), 0us};
}

/** Changed five seconds before the read, and asked again three seconds after it. */
Times unchanged()
{
    Times times;
    setClock(times.read.clock, times.read.serverNow, times.read.serverUtc, 0s);
    setClock(times.before.clock, times.before.serverNow, times.before.serverUtc, -1ms);
    times.before.changed = times.read.serverNow - Micros(5s).count();
    times.before.created = 1;
    times.before.rows = 600;
    times.before.bytes = 65536;
    times.before.settled = true;
    times.now = times.before;
    times.now.settled = false; // nobody asked
    setClock(times.now.clock, times.now.serverNow, times.now.serverUtc, 3s);
    return times;
}

} // namespace

class TestSqlChangeProbe : public QObject
{
    Q_OBJECT

private slots:
    void standsWhereNothingPoints();
    void isReadAgainInDoubt_data();
    void isReadAgainInDoubt();
};

void TestSqlChangeProbe::standsWhereNothingPoints()
{
    const Times times = unchanged();
    QVERIFY(standsUnchanged(times.read, times.before, times.now));
}

void TestSqlChangeProbe::isReadAgainInDoubt_data()
{
    using Doubt = std::function<void(Times &)>;
    QTest::addColumn<Doubt>("doubt");
    QTest::newRow("changed") << Doubt([](Times &t) { *t.now.changed += 1'000'000; });
    QTest::newRow("changed, by a transaction that began earlier")
        << Doubt([](Times &t) { *t.now.changed -= 1'000'000; });
    QTest::newRow("not known any more") << Doubt([](Times &t) { t.now.changed.reset(); });
    QTest::newRow("never known") << Doubt([](Times &t) {
        t.before.changed.reset();
        t.now.changed.reset();
    });
    QTest::newRow("changed just before the read") << Doubt([](Times &t) {
        t.before.changed = t.read.serverNow - Micros(1999ms).count();
        t.now.changed = t.before.changed;
    });
    QTest::newRow("a transaction of then is open")
        << Doubt([](Times &t) { t.before.settled = false; });
    QTest::newRow("another table") << Doubt([](Times &t) { t.now.created = 2; });
    QTest::newRow("emptied") << Doubt([](Times &t) { t.now.rows = 0; });
    QTest::newRow("other pages") << Doubt([](Times &t) { t.now.bytes = 16384; });
    QTest::newRow("summer time ended")
        << Doubt([](Times &t) { t.now.serverNow -= Micros(1h).count(); });
    QTest::newRow("the server's clock was set back") << Doubt([](Times &t) {
        t.now.serverNow -= Micros(4s).count();
        t.now.serverUtc -= Micros(4s).count();
    });
}

void TestSqlChangeProbe::isReadAgainInDoubt()
{
    QFETCH(std::function<void(Times &)>, doubt);
    Times times = unchanged();
    doubt(times);
    QVERIFY(!standsUnchanged(times.read, times.before, times.now));
}

LOCKMASTER_TEST(TestSqlChangeProbe, NoApplication)

} // namespace tst_sqlchangeprobe

#include "tst_sqlchangeprobe.moc"
