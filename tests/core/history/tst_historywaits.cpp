// SPDX-License-Identifier: Apache-2.0
#include "core/history/historydb.h"
#include "core/history/historyexport.h"
#include "core/history/historyschema.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historywaits {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

Waiter session(qint64 connection, std::optional<Micros> waiting = {})
{
    return {QStringLiteral("#%1").arg(connection), connection, waiting};
}

Waiter queued(const char *name)
{
    return {QString::fromLatin1(name), std::nullopt, std::nullopt};
}

LockRecord waitedFor(LockRecord lock, QList<Waiter> waiters)
{
    lock.waiters.count = qint64(waiters.size());
    lock.waiters.list = std::move(waiters);
    return lock;
}

/** Held by a session, as the server tells since when. */
LockRecord heldBy(LockRecord lock, qint64 connection, std::optional<SteadyTime> since = {})
{
    lock.holders.front().label = QStringLiteral("#%1").arg(connection);
    lock.holders.front().raw = QByteArray::number(connection);
    lock.holders.front().rawBytes = lock.holders.front().raw.size();
    HolderDetail detail;
    detail.connectionId = connection;
    lock.holders.front().detail = std::make_shared<const HolderDetail>(detail);
    if (since) {
        lock.heldSince = since;
        lock.heldBasis = HeldBasis::Server;
    }
    return lock;
}

/** `#7 watched..took 3000; ...`, oldest first, in milliseconds. */
QString story(const std::vector<HistoryWait> &waits)
{
    QStringList lines;
    for (const HistoryWait &wait : waits) {
        lines << QStringLiteral("%1 %2..%3 %4")
                     .arg(wait.waiter, holdBeginName(wait.begin), waitEndName(wait.end))
                     .arg(std::chrono::floor<Millis>(wait.length()).count());
    }
    return lines.join(words("; "));
}

} // namespace

/** Who waited for a lock, and for how long. */
class TestHistoryWaits : public QObject
{
    Q_OBJECT

    static QString storyOf(HistoryStage &stage, const QByteArray &lock = "a")
    {
        return story(stage.pageOf(lock).waits);
    }

private slots:
    void aWaitIsAsLongAsItWasSeen()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a", "o"), {})});
        const ServerTime begun = stage.now();
        stage.read({waitedFor(stage.lock("a", "o"), {queued("t1"), queued("t2")})});
        stage.read({waitedFor(stage.lock("a", "o"), {queued("t1"), queued("t2")})});
        stage.read({waitedFor(stage.lock("a", "o"), {queued("t1")})});
        const ServerTime taken = stage.now();
        stage.read({waitedFor(stage.lock("a", "t1"), {})});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(story(page.waits), words("t1 watched..took 3000; t2 watched..left 2000"));
        const HistoryWait &took = page.waits[0];
        QCOMPARE(took.since, begun);
        QCOMPARE(took.sinceAfter, std::optional(begun - 1s));
        QCOMPARE(took.until, std::optional(taken));
        QCOMPARE(took.lastSeen, taken - 1s);
        QCOMPARE(took.lock, page.holds.front().lock);
        QVERIFY(took.isWhole());
        QCOMPARE(page.waitFigures.count, 2);
        QCOMPARE(page.waitFigures.median, Micros(2s));
        QCOMPARE(page.waitFigures.longest, Micros(3s));
        QVERIFY(!page.waitedAtLeast);
    }

    void whoTakesAFreedLockWaitedUntilTheServerSaysItWasTaken()
    {
        HistoryStage stage;
        stage.record();
        const auto held = [&](qint64 by, Micros age) {
            return heldBy(stage.lock("a", "o", std::nullopt), by, stage.clock.now() - age);
        };
        stage.read({waitedFor(held(1, 9s), {})});
        stage.read({waitedFor(held(1, 10s), {session(7, 400ms)})});
        stage.read({waitedFor(held(1, 11s), {session(7, 1400ms)})});
        stage.read({waitedFor(held(7, 300ms), {})});
        QCOMPARE(storyOf(stage), words("#7 told..took 2100"));
    }

    void whoIsThereAtTheFirstLookWaitedBefore()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a"), {queued("t1"), session(7, 5s)})});
        stage.read({waitedFor(stage.lock("a"), {})});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(story(page.waits), words("#7 told..left 6000; t1 first_seen..left 1000"));
        QCOMPARE(page.waitFigures.count, 1);
        QCOMPARE(page.waitedAtLeast, std::optional(Micros(1s)));
    }

    void aWaitThatGoesOnIsOpen()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a"), {})});
        const LockRecord waited = waitedFor(stage.lock("a"), {queued("t1")});
        stage.read({waited});
        stage.read({waited});
        stage.read({waited});
        QCOMPARE(storyOf(stage), words("t1 watched..open 2000"));
        stage.stop();
        QCOMPARE(storyOf(stage), words("t1 watched..unseen 2000"));
        // What an earlier run left open is ended where it was last seen.
        stage.record();
        stage.watchAnew();
        stage.read({waited});
        stage.read({waited});
        QCOMPARE(storyOf(stage), words("t1 watched..unseen 2000; t1 first_seen..open 1000"));
    }

    void aGapIsNeverBridged_data()
    {
        QTest::addColumn<bool>("paused");
        QTest::newRow("lost") << false;
        QTest::newRow("paused") << true;
    }

    void aGapIsNeverBridged()
    {
        QFETCH(bool, paused);
        HistoryStage stage;
        stage.record();
        const LockRecord waited = waitedFor(stage.lock("a"), {session(7)});
        stage.read({waitedFor(stage.lock("a"), {})});
        stage.read({waited});
        stage.read({waited});
        if (paused)
            stage.setPaused(true);
        else
            stage.lose();
        stage.clock.advance(60s);
        if (paused)
            stage.setPaused(false);
        stage.read({waited});
        stage.read({waited});
        stage.read({waitedFor(stage.lock("a"), {})});
        QCOMPARE(storyOf(stage), words("#7 watched..unseen 1000; #7 first_seen..left 2000"));
    }

    void whatCannotBeReadAsAWholeEndsNoWait()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a"), {}), stage.lock("b")});
        stage.read({waitedFor(stage.lock("a"), {queued("t1")}), stage.lock("b")});
        stage.read({stage.lock("b")}, false);
        stage.read({waitedFor(stage.lock("a"), {queued("t1")}), stage.lock("b")});
        QCOMPARE(storyOf(stage), words("t1 watched..unseen 0; t1 first_seen..open 0"));
    }

    void whoAsksAgainAndAgainWaitsOn()
    {
        HistoryStage stage;
        stage.record();
        const auto held = [&](qint64 by, QList<Waiter> waiters) {
            return waitedFor(heldBy(stage.lock("a", "o", std::nullopt), by), std::move(waiters));
        };
        stage.read({held(1, {session(7, 200ms)})});
        for (int i = 0; i < 5; ++i)
            stage.read({held(1, {session(7, 300ms), session(8, 100ms)})});
        // 7 may have waited before it was seen, 8 did not.
        QCOMPARE(storyOf(stage), words("#7 told..open 5200; #8 told..open 4100"));
        // Behind another hold it may have had the lock in between.
        stage.read({held(2, {session(7, 300ms)})});
        stage.read({held(2, {session(7, 300ms)})});
        stage.read({held(2, {session(7, 300ms)})});
        stage.read({held(2, {session(7, 200ms)})});
        stage.read({held(2, {})});
        QCOMPARE(storyOf(stage), words("#7 first_seen..unseen 8200; #8 told..left 5100; "
                                       "#7 first_seen..left 1200"));
        QCOMPARE(stage.pageOf("a").waitFigures.count, 1);
    }

    void ofANumberAloneNoWaitIsKnown()
    {
        HistoryStage stage;
        stage.record();
        LockRecord counted = stage.lock("a");
        counted.waiters.count = 5;
        stage.read({counted});
        stage.read({counted});
        LockRecord nameless = waitedFor(stage.lock("b"), {queued("nobody knows")});
        nameless.waiters.list[0].identified = false;
        stage.read({counted, nameless});
        const HistoryPage page = stage.page();
        QVERIFY(page.waits.empty());
        QVERIFY(page.waitLengths.empty());
        QCOMPARE(page.holds.front().waiters, std::optional<qint64>(5));
    }

    void whoIsNotNamedAmongManyMayWaitStill()
    {
        HistoryStage stage;
        stage.record();
        const auto many = [&](QList<Waiter> named) {
            LockRecord lock = waitedFor(stage.lock("a"), std::move(named));
            lock.waiters.count = 100;
            return lock;
        };
        stage.read({many({queued("t1")})});
        stage.read({many({queued("t2")})});
        stage.read({many({queued("t2")})});
        QCOMPARE(storyOf(stage), words("t1 first_seen..unseen 0; t2 first_seen..open 1000"));
    }

    void whoWaitsForARowIsKnownWhileItIsLocked()
    {
        HistoryStage stage;
        stage.record();
        LockRecord blocked = waitedFor(stage.lock("a"), {session(7)});
        blocked.state = LockState::Blocked;
        stage.read({stage.lock("a")});
        stage.read({blocked});
        stage.read({blocked});
        stage.read({stage.lock("a")});
        QCOMPARE(storyOf(stage), words("#7 watched..left 2000"));
    }

    void aQueueOutlivesALockThatIsLetGoOf()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a", "t1"), {})});
        stage.read({waitedFor(stage.lock("a", "t1"), {queued("t2"), queued("t3"), queued("t4")})});
        stage.read({});
        stage.read({waitedFor(stage.lock("a", "t2"), {queued("t3"), queued("t2")})});
        stage.read({waitedFor(stage.lock("a", "t2"), {queued("t3")})});
        QCOMPARE(storyOf(stage), words("t2 watched..took 2000; t3 watched..open 3000; "
                                       "t4 watched..left 2000"));
    }

    void whoWaitsForWhatGoesAwayWaitsNoMore()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        stage.read({waitedFor(stage.lock("a"), {queued("t1")})});
        for (int i = 0; i < 3; ++i)
            stage.read({});
        QCOMPARE(storyOf(stage), words("t1 watched..left 1000"));
    }

    void waitsAreFoundByLockByWaiterAndByTime()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a"), {}), waitedFor(stage.lock("b"), {})});
        stage.read({waitedFor(stage.lock("a"), {queued("t1")}),
                    waitedFor(stage.lock("b"), {queued("t2")})});
        stage.read({waitedFor(stage.lock("a"), {}), waitedFor(stage.lock("b"), {})});
        const ServerTime later = stage.now() + 1s;
        stage.clock.advance(5s);
        stage.read({waitedFor(stage.lock("a"), {queued("t3")}), waitedFor(stage.lock("b"), {})});
        HistoryQuery query;
        QCOMPARE(stage.page(query).waits.size(), size_t(3));
        query.lockText = words("b");
        QCOMPARE(story(stage.page(query).waits), words("t2 watched..left 1000"));
        query.lockText.clear();
        query.owner = words("t1");
        QCOMPARE(story(stage.page(query).waits), words("t1 watched..left 1000"));
        query.owner.clear();
        query.from = later;
        QCOMPARE(story(stage.page(query).waits), words("t3 watched..open 0"));
        query = {};
        query.until = later;
        QCOMPARE(stage.page(query).waits.size(), size_t(2));
        query.most = 1;
        QCOMPARE(stage.page(query).waits.size(), size_t(1));
        QVERIFY(stage.page(query).olderWaits);
        query.backends = {words("other")};
        QVERIFY(stage.page(query).waits.empty());
    }

    /** The list of holds is cut off by their number, that of waits by its own. */
    void waitsOlderThanTheHoldsThatAreListedAreTold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a", "o"), {})});
        stage.read({waitedFor(stage.lock("a", "o"), {queued("t1")})});
        stage.read({waitedFor(stage.lock("a", "t1"), {})});
        for (int i = 0; i < 12; ++i)
            stage.read({stage.lock("b", "o" + QByteArray::number(i))});
        HistoryQuery query;
        query.most = 10;
        const HistoryPage page = stage.page(query);
        QVERIFY(page.older);
        QCOMPARE(story(page.waits), words("t1 watched..took 1000"));
        QVERIFY(!page.olderWaits);
    }

    void aStormOfWaitersIsBounded()
    {
        HistoryStage stage;
        stage.record();
        const auto storm = [&](int locks, qint64 first) {
            std::vector<LockRecord> records;
            for (int i = 0; i < locks; ++i) {
                QList<Waiter> waiters;
                for (int j = 0; j < 50; ++j)
                    waiters.push_back(session(first + i * 50 + j));
                records.push_back(waitedFor(stage.lock("l" + QByteArray::number(i)), waiters));
            }
            return records;
        };
        stage.read(storm(200, 1));
        HistoryQuery all;
        all.most = 100'000;
        QCOMPARE(stage.page(all).waits.size(), size_t(10'000));
        // Others, and more than are followed: that is said, once.
        stage.read(storm(260, 100'000));
        stage.read(storm(260, 100'000));
        const HistoryPage page = stage.page(all);
        QCOMPARE(page.waits.size(), size_t(20'000));
        QCOMPARE(page.events.size(), size_t(1));
        QCOMPARE(page.events[0].kind, words("waits_not_recorded"));
        QCOMPARE(stage.recorder().status().droppedEvents, 0);
    }

    void aFileOfTheFirstVersionKeepsWhatItHas()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        stage.read({stage.lock("a", "old")});
        stage.read({});
        stage.stop();
        {
            auto db = HistoryDb::openForWriting(stage.settings.path);
            QVERIFY(db);
            (*db)->run("DROP TABLE wait");
            (*db)->number("PRAGMA user_version = 1");
            QVERIFY((*db)->works());
        }
        // Read as it is by whoever does not write.
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds), words("a: old watched..released"));
        QVERIFY(stage.pageOf("a").waits.empty());
        stage.record();
        stage.watchAnew();
        stage.read({waitedFor(stage.lock("a", "new"), {})});
        stage.read({waitedFor(stage.lock("a", "new"), {queued("t1")})});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: old watched..released; a: new first_seen..open"));
        QCOMPARE(storyOf(stage), words("t1 watched..open 0"));
        auto db = HistoryDb::openForReading(stage.settings.path);
        QVERIFY(db);
        QCOMPARE((*db)->number("PRAGMA user_version"), std::optional<qint64>(historyVersion));
    }

    void oldWaitsAreClearedAway()
    {
        HistoryStage stage;
        stage.settings.keep = 24h;
        stage.record();
        stage.read({waitedFor(stage.lock("a"), {})});
        stage.read({waitedFor(stage.lock("a"), {queued("t1")})});
        stage.read({waitedFor(stage.lock("a"), {})});
        QCOMPARE(storyOf(stage), words("t1 watched..left 1000"));
        stage.lose();
        stage.clock.advance(48h);
        stage.record();
        QTRY_VERIFY(stage.page().waits.empty());
    }

    void exportsNameThem()
    {
        HistoryStage stage;
        stage.record();
        stage.read({waitedFor(stage.lock("a"), {})});
        stage.read({waitedFor(stage.lock("a"), {queued("t,1")})});
        stage.read({waitedFor(stage.lock("a"), {})});
        const HistoryPage page = stage.pageOf("a");
        const QList<QByteArray> lines = waitsCsv(page.waits).split('\n');
        QCOMPARE(lines[0], QByteArray("backend,system,source,name,waiter,since,since_after,begin,"
                                      "until,last_seen,end,length_ms,known_as\r"));
        QVERIFY(lines[1].startsWith("b,dist_lock,db.locks,a,\"t,1\","));
        QVERIFY(lines[1].endsWith(",left,1000,\r"));
    }
};

LOCKMASTER_TEST(TestHistoryWaits, QCoreApplication)

} // namespace tst_historywaits

#include "tst_historywaits.moc"
