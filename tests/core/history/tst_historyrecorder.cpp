// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_historyrecorder {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

LockRecord renewedBy(LockRecord lock, Micros by)
{
    *lock.lease.expiresAt += by;
    lock.lease.deadline += by;
    lock.lease.stored += by.count();
    return lock;
}

Holder holder(const char *name)
{
    return {QByteArray(name), qint64(qstrlen(name)), QString::fromLatin1(name), 1, nullptr};
}

} // namespace

/** What is written down of what a backend's tracker tells. */
class TestHistoryRecorder : public QObject
{
    Q_OBJECT

private slots:
    void aHoldIsAsLongAsItWasSeen()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const ServerTime begun = stage.now();
        const LockRecord taken = stage.lock("a", "web-3");
        stage.read({taken});
        stage.read({renewedBy(taken, 10s)});
        stage.read({renewedBy(taken, 20s)});
        const ServerTime gone = stage.now();
        stage.read({});
        const HistoryPage page = stage.page();
        QCOMPARE(HistoryStage::story(page.holds), words("a: web-3 watched..released"));
        const HistoryHold &hold = page.holds.front();
        QCOMPARE(hold.since, begun);
        QCOMPARE(hold.sinceAfter, std::optional(begun - 1s));
        QCOMPARE(hold.until, std::optional(gone));
        QCOMPARE(hold.lastSeen, gone - 1s);
        QCOMPARE(hold.renewals, 2);
        QCOMPARE(hold.length(), Micros(3s));
        QVERIFY(hold.isWhole());
        QCOMPARE(hold.lock, (HistoryLock{words("b"), words("dist_lock"), words("db.locks"), "a"}));
        QCOMPARE(hold.ownerRaw, QByteArray("web-3"));
    }

    void whatIsThereAtTheFirstLookWasThereBefore()
    {
        HistoryStage stage;
        stage.record();
        const ServerTime first = stage.now();
        LockRecord told = stage.lock("told");
        told.heldBasis = HeldBasis::Server;
        told.heldSince = stage.clock.now() - 10min;
        stage.read({stage.lock("seen"), told});
        const HistoryPage page = stage.page();
        QCOMPARE(HistoryStage::story(page.holds),
                 words("told: o told..open; seen: o first_seen..open"));
        QCOMPARE(page.holds[0].since, first - 10min);
        QCOMPARE(page.holds[1].since, first);
        QVERIFY(!page.holds[1].sinceAfter);
    }

    void anotherOwnerIsAnotherHold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a", "first")});
        stage.read({stage.lock("a", "second")});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds),
                 words("a: first first_seen..owner_changed; a: second watched..open"));
        QCOMPARE(page.holds[0].until, std::optional(page.holds[1].since));
    }

    void aLeaseEndsWhenItRunsOut()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const LockRecord lease = stage.lock("a", "o", 2500ms);
        const ServerTime taken = stage.now();
        stage.read({lease});
        stage.read({lease});
        stage.read({lease});
        LockRecord over = lease;
        over.state = LockState::Expired;
        stage.read({over});
        stage.read({over});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds), words("a: o watched..expired"));
        QCOMPARE(page.holds[0].until, std::optional(taken + 2500ms));
        // Taken again by whoever lost it.
        stage.read({renewedBy(lease, 30s)});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: o watched..expired; a: o watched..open"));
    }

    void aKeyThatGoesWithItsLeaseExpired()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const ServerTime taken = stage.now();
        const LockRecord lease = stage.lock("a", "o", 1500ms);
        stage.read({lease, stage.lock("let go", "o", 10s)});
        stage.read({lease, stage.lock("let go", "o", 10s)});
        stage.read({});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds), words("a: o watched..expired"));
        QCOMPARE(stage.pageOf("a").holds[0].until, std::optional(taken + 1500ms));
        QCOMPARE(HistoryStage::story(stage.pageOf("let go").holds),
                 words("let go: o watched..released"));
    }

    void aKeyOfWhichTooLittleWasSeenEndedSomehow()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        stage.read({stage.lock("a", "o", 1500ms)});
        stage.clock.advance(1s);
        stage.read({});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds), words("a: o watched..unknown"));
        QVERIFY(stage.pageOf("a").holds[0].isWhole());
    }

    void aGapIsNeverBridged()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord kept = stage.lock("kept");
        const LockRecord passed = stage.lock("passed", "first");
        const ServerTime first = stage.now();
        stage.read({kept, passed, stage.lock("went")});
        stage.lose();
        stage.clock.advance(60s);
        stage.lose();
        const ServerTime back = stage.now();
        stage.read({kept, stage.lock("passed", "second")});
        stage.read({kept, stage.lock("passed", "second")});
        const HistoryPage page = stage.page();
        QCOMPARE(HistoryStage::story(stage.pageOf("kept").holds),
                 words("kept: o first_seen..unseen; kept: o first_seen..open"));
        QCOMPARE(HistoryStage::story(stage.pageOf("passed").holds),
                 words("passed: first first_seen..unseen; passed: second watched..open"));
        QCOMPARE(HistoryStage::story(stage.pageOf("went").holds),
                 words("went: o first_seen..unseen"));
        const HistoryHold part = stage.pageOf("kept").holds.back();
        QCOMPARE(part.since, back);
        QCOMPARE(stage.pageOf("passed").holds.back().sinceAfter, std::optional(first));
        QCOMPARE(page.unseen.size(), 1);
        QCOMPARE(page.unseen[0].from, std::optional(first));
        QCOMPARE(page.unseen[0].until, std::optional(back));
        QCOMPARE(page.events.size(), 2);
        QCOMPARE(page.events[0].kind, words("backend_lost"));
        QCOMPARE(page.events[0].detail, words("silent"));
        QCOMPARE(page.events[1].kind, words("backend_back"));

        const HistoryMoment gap = stage.moment(first + 30s);
        QCOMPARE(gap.places.size(), 1);
        QCOMPARE(gap.places[0].sight, PlaceThen::Sight::None);
        QCOMPARE(gap.places[0].lastLook, std::optional(first));
        QCOMPARE(gap.places[0].firstLook, std::optional(back));
        QCOMPARE(gap.held.size(), 0);
        QCOMPARE(HistoryStage::story(gap.perhaps),
                 words("kept: o first_seen..unseen; passed: first first_seen..unseen; "
                       "went: o first_seen..unseen"));
        const HistoryMoment then = stage.moment(first);
        QCOMPARE(then.places[0].sight, PlaceThen::Sight::Whole);
        QCOMPARE(then.held.size(), 3);
        QCOMPARE(stage.moment(back).held.size(), 2);
    }

    void whatTheServerTellsIsKnownInAGap()
    {
        HistoryStage stage;
        stage.record();
        const SteadyTime since = stage.clock.now() - 5s;
        const auto told = [&] {
            LockRecord lock = stage.lock("a", "o", std::nullopt);
            lock.heldBasis = HeldBasis::Server;
            lock.heldSince = since;
            return lock;
        };
        stage.read({told()});
        stage.lose();
        stage.clock.advance(60s);
        const ServerTime gap = stage.now() - 20s;
        stage.read({told()});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds), words("a: o told..open"));
        const HistoryMoment then = stage.moment(gap);
        QCOMPARE(then.places[0].sight, PlaceThen::Sight::None);
        QCOMPARE(HistoryStage::story(then.held), words("a: o told..open"));
        QCOMPARE(then.perhaps.size(), 0);
    }

    void whatTheServerTellsGoesThroughARestart_data()
    {
        QTest::addColumn<bool>("looksFirst"); // before what it told is shown again
        QTest::newRow("at once") << false;
        QTest::newRow("once the earlier run's holds are ended") << true;
    }
    void whatTheServerTellsGoesThroughARestart()
    {
        QFETCH(const bool, looksFirst);
        HistoryStage stage;
        stage.record();
        const ServerTime first = stage.now();
        const SteadyTime since = stage.clock.now() - 5s;
        const auto told = [&](qint64 waiters, FindingId finding) {
            LockRecord lock = stage.lock("a", "o", std::nullopt);
            lock.heldBasis = HeldBasis::Server;
            lock.heldSince = since + 300us; // as exact as it gets
            lock.waiters.count = waiters;
            lock.findings = {{finding, {}}};
            return lock;
        };
        stage.read({told(4, FindingId::NoExpiry)});
        stage.read({told(1, FindingId::NoExpiry)});
        stage.stop();
        stage.clock.advance(60s);
        stage.record();
        if (looksFirst) {
            stage.read({}, false); // not all of it could be read
            stage.recorder().flush();
        }
        stage.read({told(2, FindingId::SleepingHolder)});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds), words("a: o told..open"));
        QCOMPARE(page.holds[0].since, first - 5s + 300us);
        QCOMPARE(page.holds[0].waiters, std::optional<qint64>(4));
        QCOMPARE(page.holds[0].findings.size(), 2);
        for (const Micros after : {Micros(1s), Micros(30s)}) // seen, and in the gap
            QCOMPARE(HistoryStage::story(stage.moment(first + after).held),
                     words("a: o told..open"));
        stage.read({});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds), words("a: o told..released"));
    }

    void whatTheServerDatesOtherwiseIsAnotherHoldAfterARestart()
    {
        HistoryStage stage;
        stage.record();
        const auto told = [&](const QByteArray &owner, SteadyTime since) {
            LockRecord lock = stage.lock("a", owner, std::nullopt);
            lock.heldBasis = HeldBasis::Server;
            lock.heldSince = since;
            return lock;
        };
        const SteadyTime since = stage.clock.now();
        stage.read({told("o", since)});
        stage.stop();
        stage.record();
        stage.read({told("o", since + 500ms)}); // after it was last seen
        stage.stop();
        stage.clock.advance(60s);
        stage.record();
        stage.read({told("o", since + 30s)});
        stage.stop();
        stage.record();
        stage.read({told("p", stage.clock.now())});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: o told..unseen; a: o told..unseen; a: o told..unseen; a: p told..open"));
    }

    void aHoldThatTheServerDatesBehindTheGapIsAnotherOne()
    {
        HistoryStage stage;
        stage.record();
        const auto told = [&](Micros age) {
            LockRecord lock = stage.lock("a", "o", std::nullopt);
            lock.heldBasis = HeldBasis::Server;
            lock.heldSince = stage.clock.now() - age;
            return lock;
        };
        stage.read({told(5s)});
        stage.lose();
        stage.clock.advance(60s);
        stage.read({told(3s)});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: o told..unseen; a: o told..open"));
    }

    void aPauseIsAGap()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord lock = stage.lock("a");
        stage.read({lock});
        const ServerTime last = stage.now();
        stage.read({lock});
        stage.setPaused(true);
        stage.clock.advance(60s);
        stage.setPaused(false);
        const ServerTime next = stage.now();
        stage.read({lock});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds),
                 words("a: o first_seen..unseen; a: o first_seen..open"));
        QCOMPARE(page.holds[0].until, std::optional(last));
        QCOMPARE(page.holds[1].since, next);
    }

    void aLookThatShowedNothingIsAGap()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        stage.read({}, false);
        stage.clock.advance(1h);
        stage.read({});
        stage.read({});
        const auto sight = [&stage](Micros ago) {
            const HistoryMoment moment = stage.moment(stage.now() - ago);
            return moment.places.size() == 1 ? moment.places.front().sight
                                             : PlaceThen::Sight::Partly;
        };
        QCOMPARE(sight(30min), PlaceThen::Sight::None);
        QCOMPARE(sight(1500ms), PlaceThen::Sight::Whole);
    }

    void aLockThatCannotBeSeenIsNotHeldOn()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord lock = stage.lock("a");
        stage.read({lock, stage.lock("other")});
        stage.read({stage.lock("other")}, false);
        stage.read({lock, stage.lock("other")});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: o first_seen..unseen; a: o first_seen..open"));
        const HistoryMoment partly = stage.moment(stage.now() - 2s);
        QCOMPARE(partly.places[0].sight, PlaceThen::Sight::Partly);
    }

    void whoSharesALockHasAHoldOfHisOwn()
    {
        HistoryStage stage;
        stage.record();
        const auto held = [&](QList<Holder> by) {
            LockRecord lock = stage.lock("a");
            lock.holders = std::move(by);
            return lock;
        };
        stage.read({});
        stage.read({held({holder("one")})});
        stage.read({held({holder("two"), holder("one")})});
        stage.read({held({holder("two")})});
        stage.read({});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds),
                 words("a: one watched..released; a: two watched..released"));
        QCOMPARE(page.holds[0].length(), Micros(2s));
        QCOMPARE(page.holds[1].length(), Micros(2s));
    }

    void waitersAndFindingsStandBesideTheHold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        LockRecord lock = stage.lock("a", "o", std::nullopt); // no-expiry
        lock.waiters.count = 1;
        stage.read({lock});
        lock.waiters.count = 7;
        stage.read({lock});
        lock.waiters.count = 2;
        lock.findings.push_back({FindingId::SleepingHolder, {}});
        stage.read({lock});
        lock.findings.clear();
        stage.read({lock});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(page.holds[0].waiters, std::optional<qint64>(7));
        QVERIFY(page.holds[0].findings.contains(words("sleeping-holder")));
        QCOMPARE(page.events.size(), 2);
        QCOMPARE(page.events[0].kind, words("finding_appeared"));
        QCOMPARE(page.events[0].detail, words("sleeping-holder"));
        QCOMPARE(page.events[1].kind, words("finding_cleared"));
        QCOMPARE(page.events[1].lock->name, QByteArray("a"));
    }

    void whatHappensWithinOneLookIsTold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        const LockRecord blocked = [&] {
            LockRecord lock = stage.lock("a");
            lock.state = LockState::Blocked;
            return lock;
        }();
        stage.read({blocked});
        LockRecord free = blocked;
        free.state = LockState::Held;
        stage.read({free});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds), words("a: o watched..open"));
        QCOMPARE(page.events.size(), 2);
        QCOMPARE(page.events[0].kind, words("blocked"));
        QCOMPARE(page.events[1].kind, words("unblocked"));
    }

    void whatIsNotWatchedAnyMoreIsLostFromSight()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a")});
        stage.watchAnew();
        stage.read({stage.lock("a")});
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: o first_seen..unseen; a: o first_seen..open"));
    }

    void anotherRunBeginsAnew()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord lock = stage.lock("a");
        const ServerTime first = stage.now();
        stage.read({lock});
        stage.read({lock});
        stage.stop();
        // Nobody has ended them yet; they read as if somebody had.
        QCOMPARE(HistoryStage::story(stage.page().holds), words("a: o first_seen..unseen"));
        QCOMPARE(stage.page().holds[0].until, std::optional(first + 1s));
        stage.clock.advance(60s);
        stage.record();
        stage.read({lock});
        const HistoryPage page = stage.page();
        QCOMPARE(HistoryStage::story(page.holds),
                 words("a: o first_seen..unseen; a: o first_seen..open"));
        QCOMPARE(page.holds[0].until, std::optional(first + 1s));
        QCOMPARE(stage.moment(first + 30s).places[0].sight, PlaceThen::Sight::None);
    }

    void aClockThatWasSetIsAGap()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord lock = stage.lock("a");
        stage.read({lock});
        stage.clock.setWallClock(2h);
        stage.read({lock});
        const HistoryPage page = stage.pageOf("a");
        QCOMPARE(HistoryStage::story(page.holds),
                 words("a: o first_seen..unseen; a: o first_seen..open"));
        QVERIFY(page.holds[1].since - page.holds[0].since > 2h);
    }

    /** Nothing ends before it began, and what was seen before is not thought to go on. */
    void aClockThatWasSetBackIsAGapToo()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord lock = stage.lock("a");
        stage.read({lock});
        stage.read({lock});
        stage.clock.setWallClock(-2h);
        stage.read({lock});
        stage.read({});
        const HistoryPage page = stage.pageOf("a");
        for (const HistoryHold &hold : page.holds)
            QVERIFY(!hold.until || *hold.until >= hold.since);
        QCOMPARE(HistoryStage::story(page.holds),
                 words("a: o first_seen..released; a: o first_seen..unseen"));
    }

    /** The first that is published behind it shows nothing new, as where a server pushes. */
    void lookingGoesOnBehindAClockThatWasSetBack()
    {
        HistoryStage stage;
        stage.record();
        const LockRecord lock = stage.lock("a");
        stage.read({lock});
        stage.clock.setWallClock(-2h);
        stage.setPaused(false);
        const ServerTime behind = stage.now();
        stage.read({lock});
        stage.read({lock});
        QCOMPARE(stage.pageOf("a").holds.front().since, behind);
    }

    void whatDoesNotFitInIsCountedAndNothingFollowsFromIt()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a", "first"), stage.lock("kept")});
        stage.recorder().flush();
        // More than fit, while the recorder has not taken any.
        BackendTracker::Outcome flood;
        const auto last = std::make_shared<LockRecord>(stage.lock("x"));
        Event event;
        event.backend = words("b");
        event.after = last;
        event.seenAt = stage.clock.now();
        event.wallTime = stage.now();
        const auto snapshot = std::make_shared<BackendSnapshot>();
        snapshot->status.name = words("b");
        snapshot->status.state = BackendState::Online;
        snapshot->status.dataFrom = stage.clock.now();
        snapshot->status.sources = {
            {words("db.locks"), {words("dist_lock")}, true, false, 2, 0, {}, Micros(0)}};
        snapshot->locks =
            std::vector{PackedLock(stage.lock("a", "second")), PackedLock(stage.lock("kept"))};
        flood.snapshot = snapshot;
        flood.events.assign(30'000, event);
        stage.publish(flood);
        const HistoryPage page = stage.page();
        QCOMPARE(stage.recorder().status().droppedEvents, 30'000);
        QCOMPARE(page.events.size(), 1);
        QCOMPARE(page.events[0].kind, words("events_dropped"));
        QCOMPARE(page.events[0].detail, words("30000"));
        QCOMPARE(HistoryStage::story(stage.pageOf("a").holds),
                 words("a: first first_seen..unseen; a: second watched..open"));
        QCOMPARE(HistoryStage::story(stage.pageOf("kept").holds),
                 words("kept: o first_seen..unseen; kept: o first_seen..open"));
        QCOMPARE(page.unseen.size(), 1);
    }

    void hostileTextIsDataAlone()
    {
        HistoryStage stage;
        stage.record();
        const QByteArray name("'); DROP TABLE hold;--\0\xff\n", 25);
        const QByteArray longName(100'000, 'x');
        stage.read({});
        LockRecord lock = stage.lock(name, QByteArray("\xff\0'\"", 4));
        lock.holders[0].label = QString(5000, QChar(0x202e));
        stage.read({lock, stage.lock(longName)});
        const HistoryPage page = stage.pageOf(name);
        QCOMPARE(page.holds.size(), 1);
        QCOMPARE(page.holds[0].lock.name, name);
        QCOMPARE(page.holds[0].ownerRaw, QByteArray("\xff\0'\"", 4));
        QVERIFY(page.holds[0].owner.size() < 600);
        const HistoryPage all = stage.page();
        QCOMPARE(all.holds.size(), 2);
        QVERIFY(all.holds[0].lock.name.size() < 5000 && all.holds[1].lock.name.size() < 5000);
    }

    void ownersAreFoundByAnyPartOfTheirNames()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a", "web-3"), stage.lock("b", "web-30"), stage.lock("c", "db")});
        HistoryQuery query;
        query.owner = words("web-3");
        QCOMPARE(stage.page(query).holds.size(), 2);
        query.owner = words("b-30");
        QCOMPARE(HistoryStage::story(stage.page(query).holds), words("b: web-30 first_seen..open"));
        query.backends = QStringList{words("other")};
        QCOMPARE(stage.page(query).holds.size(), 0);
    }

    void figuresCountWholeHoldsAlone()
    {
        HistoryStage stage;
        stage.record();
        stage.read({stage.lock("a", "first-seen")});
        stage.read({});
        for (const int seconds : {1, 2, 10}) {
            const LockRecord lock = stage.lock("a", "o");
            for (int i = 0; i < seconds; ++i)
                stage.read({lock});
            stage.read({});
        }
        stage.read({stage.lock("a", "open")});
        const HoldFigures figures = stage.pageOf("a").figures;
        QCOMPARE(figures.count, 3);
        QCOMPARE(figures.median, Micros(2s));
        QCOMPARE(figures.p95, Micros(10s));
        QCOMPARE(figures.longest, Micros(10s));
    }

    void theNewestAreListedAndOlderOnesAreTold()
    {
        HistoryStage stage;
        stage.record();
        stage.read({});
        for (int i = 0; i < 10; ++i)
            stage.read({stage.lock(QByteArray::number(i))});
        HistoryQuery query;
        query.most = 3;
        const HistoryPage page = stage.page(query);
        QVERIFY(page.older);
        QCOMPARE(HistoryStage::story(page.holds),
                 words("7: o watched..released; 8: o watched..released; 9: o watched..open"));
        query.most = 50;
        query.until = stage.now() - 9s;
        QCOMPARE(stage.page(query).holds.size(), 2);
        query.until.reset();
        query.from = stage.now() - 1500ms;
        QCOMPARE(HistoryStage::story(stage.page(query).holds),
                 words("8: o watched..released; 9: o watched..open"));
    }
};

LOCKMASTER_TEST(TestHistoryRecorder, QCoreApplication)

} // namespace tst_historyrecorder

#include "tst_historyrecorder.moc"
