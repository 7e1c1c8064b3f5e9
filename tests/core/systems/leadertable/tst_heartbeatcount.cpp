// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/heartbeatcount.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_heartbeatcount {

namespace {

SqlTableReading readingAt(const ManualClock &clock, const char *leader, qint64 time)
{
    SqlTableReading reading;
    SqlTableRow row;
    row.name = "a";
    row.hasOwner = true;
    row.owner = leader;
    row.time = time;
    reading.rows.push_back(row);
    reading.clock = {clock.wallNow(), clock.now(), 0us};
    return reading;
}

/** One leader that beats once a second, and what the server counts of its row. */
struct CountedLeader {
    /** A second with so many updates of the row, all at once, and looks in equal distances. */
    bool beat(quint64 updates, int looks = 5)
    {
        const qint64 written = clock.wallNow().time_since_epoch().count();
        updateCount += updates;
        for (int look = 1; look <= looks; ++look) {
            clock.advance(Micros(1s) / looks);
            SqlTableReading reading = readingAt(clock, "web-3", written);
            if (counted && look == looks)
                reading.updateCount = updateCount;
            count.look(reading);
        }
        return count.finding().has_value();
    }

    ManualClock clock;
    HeartbeatCount count;
    quint64 updateCount = 7;
    bool counted = true;
};

} // namespace

class TestHeartbeatCount : public QObject
{
    Q_OBJECT

private slots:
    void aSecondProcessThatWritesTooIsAFinding_data();
    void aSecondProcessThatWritesTooIsAFinding();
    void aSecondProcessIsToldInTimeAndForATime();
    void whatIsNotCountedIsNotJudged();
};

void TestHeartbeatCount::aSecondProcessThatWritesTooIsAFinding_data()
{
    QTest::addColumn<QList<int>>("before"); ///< updates in each second, over and over
    QTest::addColumn<QList<int>>("then");
    QTest::addColumn<int>("looks");
    QTest::addColumn<bool>("flagged");
    using List = QList<int>;
    QTest::newRow("one process") << List{1} << List{1} << 5 << false;
    QTest::newRow("a second one") << List{1} << List{2} << 5 << true;
    QTest::newRow("two more") << List{1} << List{3} << 5 << true;
    QTest::newRow("a second one that writes twice") << List{2} << List{4} << 5 << true;
    QTest::newRow("a program that writes twice") << List{2} << List{2} << 5 << false;
    QTest::newRow("and sometimes more") << List{2} << List{2, 2, 2, 2, 2, 3} << 5 << false;
    QTest::newRow("a job begins") << List{1} << List{1, 7, 2, 1, 5, 9, 1, 1, 3} << 5 << false;
    QTest::newRow("a job goes on") << List{3, 1, 8, 1, 1, 5} << List{2} << 5 << false;
    QTest::newRow("half a process more") << List{2} << List{3} << 5 << false;
    QTest::newRow("less than before") << List{2} << List{1} << 5 << false;
    QTest::newRow("as far as polls tell") << List{1} << List{2} << 1 << false;
}

void TestHeartbeatCount::aSecondProcessThatWritesTooIsAFinding()
{
    QFETCH(QList<int>, before);
    QFETCH(QList<int>, then);
    QFETCH(int, looks);
    QFETCH(bool, flagged);
    CountedLeader leader;
    for (int second = 0; second < 40; ++second)
        QVERIFY(!leader.beat(quint64(before.at(second % before.size())), looks));
    bool found = false;
    for (int second = 0; second < 60; ++second)
        found = leader.beat(quint64(then.at(second % then.size())), looks) || found;
    QCOMPARE(found, flagged);
    // Another leader is not blamed.
    leader.count.look(readingAt(leader.clock, "web-4", 0));
    QVERIFY(!leader.count.finding());
}

void TestHeartbeatCount::aSecondProcessIsToldInTimeAndForATime()
{
    CountedLeader leader;
    const auto beats = [&leader](int seconds, quint64 updates) {
        bool found = false;
        for (int second = 0; second < seconds; ++second)
            found = leader.beat(updates);
        return found;
    };
    QVERIFY(!beats(19, 1));
    QVERIFY(beats(20, 2));
    const QString evidence = leader.count.finding()->evidence;
    QVERIFY2(evidence.contains(u"counts 18 changes") && evidence.contains(u"make 9"),
             qPrintable(evidence));
    QVERIFY(beats(5, 1)); // it stays for a while after the second one is gone
    QVERIFY(!beats(20, 1));
    QVERIFY(beats(20, 2));
    QVERIFY(beats(270, 2));
    QVERIFY(!beats(60, 2)); // by now that is how this leader writes
    QVERIFY(!beats(60, 2));
    QVERIFY(beats(20, 4));
}

void TestHeartbeatCount::whatIsNotCountedIsNotJudged()
{
    CountedLeader leader;
    for (int second = 0; second < 20; ++second)
        leader.beat(1);
    leader.updateCount = 0; // the server's statistics were emptied
    for (int second = 0; second < 20; ++second)
        QVERIFY(!leader.beat(1));
    leader.counted = false;
    for (int second = 0; second < 40; ++second)
        QVERIFY(!leader.beat(2));
}

LOCKMASTER_TEST(TestHeartbeatCount, QCoreApplication)

} // namespace tst_heartbeatcount

#include "tst_heartbeatcount.moc"
