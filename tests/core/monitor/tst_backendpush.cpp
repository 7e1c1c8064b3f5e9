// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"

#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_backendpush {

namespace {

const QString database = QStringLiteral("db 0");

/** Drives a tracker by hand with polls and news that overlap. */
struct Bench {
    ManualClock clock;
    BackendTracker tracker{spec(), clock};
    std::shared_ptr<const SourceId> source =
        fakeSource(QStringLiteral("b"), QStringLiteral("redis_string"), database);
    std::shared_ptr<const SourceId> other =
        fakeSource(QStringLiteral("b"), QStringLiteral("redisson"), database);
    QStringList told;
    BackendTracker::Change last;
    SteadyTime pollBegun;

    static BackendSpec spec()
    {
        BackendSpec backend;
        backend.name = QStringLiteral("b");
        backend.kind = BackendKind::Redis;
        return backend;
    }

    LockRecord lock(const QByteArray &name, const QByteArray &owner = "o", Micros ttl = 30s) const
    {
        return fakeLock(source, name, owner, ttl, clock.now());
    }
    void beginPoll()
    {
        pollBegun = clock.now();
        tracker.beginRead();
        clock.advance(100ms);
    }
    void endPoll(std::vector<LockRecord> records, bool complete = true)
    {
        Observation seen = fakeObservation(source, std::move(records));
        seen.complete = complete;
        note(tracker.read(fakeReading({std::move(seen)}), pollBegun).events);
    }
    void poll(std::vector<LockRecord> records, bool complete = true)
    {
        beginPoll();
        endPoll(std::move(records), complete);
        clock.advance(1s);
    }
    static Observation named(const std::shared_ptr<const SourceId> &source,
                             std::vector<QByteArray> names, std::vector<LockRecord> records)
    {
        Observation seen = fakeObservation(source, std::move(records));
        seen.asked = std::move(names);
        return seen;
    }
    void push(std::vector<QByteArray> names, std::vector<LockRecord> records)
    {
        pushFrom(clock.now(), std::move(names), std::move(records));
    }
    void pushFrom(SteadyTime begun, std::vector<QByteArray> names, std::vector<LockRecord> records,
                  QHash<QByteArray, HowEnded> ends = {})
    {
        last = tracker.push({named(source, std::move(names), std::move(records))}, begun,
                            std::move(ends));
        note(last.events);
        clock.advance(10ms);
    }
    void answer(std::vector<QByteArray> names, std::vector<LockRecord> records)
    {
        last = tracker.answer({named(source, std::move(names), std::move(records))}, pollBegun);
        note(last.events);
    }
    void note(const std::vector<Event> &events)
    {
        for (const Event &event : events)
            told << eventKindName(event.kind)
                        + (event.lock()
                               ? QLatin1Char(' ') + QString::fromUtf8(event.lock()->id.name)
                               : QString());
    }
    QStringList takeTold() { return std::exchange(told, {}); }
    /** `name=owner` of every lock shown. */
    QStringList shown()
    {
        QStringList list;
        const auto snapshot = tracker.restate();
        for (const auto &lock : snapshot->locks)
            list << QString::fromUtf8(lock.name()) + QLatin1Char('=')
                        + (lock.state() == LockState::Unknown
                               ? QStringLiteral("?")
                               : QString::fromUtf8(lock.firstHolder()->raw));
        return list;
    }
    static QStringList words(const char *list)
    {
        return QString::fromLatin1(list).split(QLatin1String(", "), Qt::SkipEmptyParts);
    }
};

} // namespace

class TestBackendPush : public QObject
{
    Q_OBJECT

private slots:
    /** Pushed, and never shown by a poll: what the new run does not know went with the old one. */
    void whatWasPushedGoesWithTheServerToo()
    {
        for (const bool restarted : {true, false}) {
            Bench bench;
            const auto pollFrom = [&bench](const QByteArray &run) {
                bench.beginPoll();
                BackendReading reading = fakeReading({fakeObservation(bench.source, {})});
                reading.server.run = run;
                bench.note(bench.tracker.read(std::move(reading), bench.pollBegun).events);
                bench.clock.advance(1s);
            };
            pollFrom("run 1");
            bench.push({"a"}, {bench.lock("a", "o", 1h)});
            pollFrom(restarted ? "run 2" : "run 1");
            bench.answer({"a"}, {});
            QCOMPARE(bench.last.events.size(), size_t(1));
            QCOMPARE(bench.last.events.front().kind, EventKind::Gone);
            QCOMPARE(bench.last.events.front().end,
                     restarted ? HowEnded::Unknown : HowEnded::Released);
        }
    }

    void newsChangeWhatTheyTellOf()
    {
        Bench bench;
        const LockRecord a = bench.lock("a");
        bench.poll({a, bench.lock("c"), bench.lock("d")});
        bench.push({"a", "b", "c", "d"}, {a, bench.lock("b"), bench.lock("d", "p")});
        QVERIFY(bench.last.visible);
        QVERIFY(!bench.last.unclear);
        QCOMPARE(bench.shown(), Bench::words("a=o, b=o, d=p"));
        auto told = bench.takeTold();
        told.sort();
        QCOMPARE(told, Bench::words("appeared b, gone c, owner_changed d"));
        QCOMPARE(bench.tracker.status().sources.front().lockCount, 3);
    }

    void whatWasNotAskedForIsLeftAsItIs()
    {
        Bench bench;
        bench.poll({bench.lock("a"), bench.lock("b")});
        const auto before = bench.tracker.restate();
        bench.push({"x"}, {});
        QVERIFY(!bench.last.visible);
        const auto after = bench.tracker.restate();
        QVERIFY(after->locks.at(0) == before->locks.at(0));
        QVERIFY(after->locks.isSharedWith(before->locks));
        QCOMPARE(bench.takeTold(), QStringList());
    }

    void aNameIsGoneInEverySystemOfItsSource()
    {
        Bench bench;
        const LockRecord a = bench.lock("a");
        LockRecord sameName = a;
        sameName.id.source = bench.other;
        bench.poll({a, sameName});
        bench.push({"a"}, {a});
        QCOMPARE(bench.takeTold(), Bench::words("gone a"));
        QCOMPARE(bench.tracker.restate()->locks.size(), size_t(1));
        QCOMPARE(bench.tracker.restate()->locks.front().source()->system, bench.source->system);
    }

    void anIncompleteReadTellsOfNothingGone()
    {
        Bench bench;
        bench.poll({bench.lock("a")});
        Observation seen = Bench::named(bench.source, {"a", "b"}, {bench.lock("b")});
        seen.complete = false;
        const auto change = bench.tracker.push({seen}, bench.clock.now());
        QVERIFY(change.unclear);
        QCOMPARE(bench.shown(), Bench::words("a=o, b=o"));
    }

    void whatWasPushedDuringAPollIsNewerThanIt()
    {
        Bench bench;
        const LockRecord old = bench.lock("a", "old");
        const LockRecord gone = bench.lock("g");
        bench.poll({old, gone});
        bench.beginPoll();
        bench.push({"a", "g", "n"}, {bench.lock("a", "new"), bench.lock("n")});
        QCOMPARE(bench.shown(), Bench::words("a=new, n=o"));
        bench.takeTold();
        // The poll saw them before: neither comes the old owner back, nor what is gone.
        bench.endPoll({old, gone});
        QCOMPARE(bench.shown(), Bench::words("a=new, n=o"));
        QCOMPARE(bench.takeTold(), QStringList());
        // The next one is newer than the push.
        bench.clock.advance(1s);
        bench.poll({old, gone});
        QVERIFY(bench.shown().contains(QStringLiteral("a=old")));
        QVERIFY(bench.shown().contains(QStringLiteral("g=o")));
    }

    void newsThatAreOlderThanAMergedPollAreADoubt()
    {
        Bench bench;
        bench.poll({bench.lock("a", "old")});
        const SteadyTime begun = bench.clock.now();
        bench.clock.advance(10ms);
        bench.poll({bench.lock("a", "new")});
        bench.takeTold();
        bench.pushFrom(begun, {"a", "b"}, {bench.lock("a", "old")});
        QCOMPARE(bench.shown(), Bench::words("a=new"));
        QCOMPARE(bench.takeTold(), QStringList());
        const std::vector<QByteArray> doubts{"a", "b"};
        QCOMPARE(bench.tracker.takeDoubts(), doubts);
        QVERIFY(bench.tracker.takeDoubts().empty());
    }

    void aPollThatDoesNotKnowALockYetDoesNotEndIt()
    {
        Bench bench;
        bench.poll({});
        bench.push({"a"}, {bench.lock("a")});
        bench.takeTold();
        bench.poll({});
        QCOMPARE(bench.shown(), Bench::words("a=o"));
        QCOMPARE(bench.takeTold(), QStringList());
        QCOMPARE(bench.tracker.takeDoubts(), std::vector<QByteArray>{"a"});
        bench.beginPoll();
        bench.answer({"a"}, {});
        QCOMPARE(bench.shown(), QStringList());
        QCOMPARE(bench.takeTold(), Bench::words("gone a"));
    }

    void onceAPollShowedItItsAbsenceCounts()
    {
        Bench bench;
        bench.poll({});
        bench.push({"a"}, {bench.lock("a")});
        bench.poll({bench.lock("a")});
        bench.takeTold();
        bench.poll({});
        QCOMPARE(bench.takeTold(), Bench::words("gone a"));
        QVERIFY(bench.tracker.takeDoubts().empty());
    }

    void aLockRetakenWhileThePollMissedItStays()
    {
        Bench bench;
        bench.poll({bench.lock("a")});
        bench.beginPoll();
        bench.push({"a"}, {bench.lock("a", "p")});
        bench.endPoll({}); // it was free at that moment: the reader has forgotten it
        bench.clock.advance(1s);
        QCOMPARE(bench.takeTold(), Bench::words("owner_changed a"));
        bench.poll({});
        QCOMPARE(bench.shown(), Bench::words("a=p"));
        QCOMPARE(bench.takeTold(), QStringList());
        QCOMPARE(bench.tracker.takeDoubts(), std::vector<QByteArray>{"a"});
    }

    void whatIsPushedDuringANamedReadIsNewerThanIt()
    {
        Bench bench;
        bench.poll({bench.lock("a", "old"), bench.lock("b")});
        bench.beginPoll();
        bench.push({"a"}, {bench.lock("a", "new")});
        bench.takeTold();
        bench.answer({"a", "b"}, {bench.lock("a", "old")});
        QCOMPARE(bench.shown(), Bench::words("a=new"));
        QCOMPARE(bench.takeTold(), Bench::words("gone b"));
    }

    void aFailedPollForgetsWhatWasPushedDuringIt()
    {
        Bench bench;
        const LockRecord taken = bench.lock("a", "new");
        bench.poll({bench.lock("a", "old")});
        bench.beginPoll();
        bench.push({"a"}, {taken});
        bench.tracker.lose({ErrorKind::Timeout, 0, QStringLiteral("silent"), {}});
        QCOMPARE(bench.shown(), Bench::words("a=?"));
        bench.takeTold();
        bench.clock.advance(1s);
        bench.poll({taken});
        QCOMPARE(bench.shown(), Bench::words("a=new"));
        QCOMPARE(bench.takeTold(), Bench::words("backend_back"));
    }

    void leasesThatRanOutAreNamedOnce()
    {
        Bench bench;
        bench.poll({bench.lock("a", "o", 2s), bench.lock("b", "o", 20s)});
        const SteadyTime begun = bench.clock.now();
        bench.push({"c"}, {bench.lock("c", "o", 3s)});
        QVERIFY(*bench.tracker.nextExpiry() <= begun + 1s);
        bench.clock.advance(2s);
        QCOMPARE(bench.tracker.overdue(bench.clock.now(), 10), std::vector<QByteArray>{"a"});
        QCOMPARE(*bench.tracker.nextExpiry(), begun + 3s);
        bench.clock.advance(2s);
        QCOMPARE(bench.tracker.overdue(bench.clock.now(), 1).size(), size_t(1));
    }

    /** The feed would have told of anything before. */
    void newsSayHowAHoldEnded()
    {
        Bench bench;
        bench.tracker.status().updates = UpdateKind::Tracking;
        bench.poll({});
        const SteadyTime begun = bench.clock.now();
        bench.push({"early", "late"}, {bench.lock("early", "o", 3s), bench.lock("late", "o", 3s)});
        bench.clock.advance(std::chrono::duration_cast<Micros>(begun + 2s - bench.clock.now()));
        bench.push({"early"}, {});
        QCOMPARE(int(bench.last.events.at(0).end), int(HowEnded::Released));
        bench.clock.advance(std::chrono::duration_cast<Micros>(begun + 3s - bench.clock.now()));
        bench.push({"late"}, {});
        QCOMPARE(bench.last.events.size(), size_t(2));
        QCOMPARE(bench.last.events[0].kind, EventKind::Expired);
        QCOMPARE(int(bench.last.events[0].end), int(HowEnded::Expired));
        QCOMPARE(bench.last.events[1].kind, EventKind::Gone);
        QCOMPARE(int(bench.last.events[1].end), int(HowEnded::None));
    }

    void theServersWordOfAnEndCounts_data()
    {
        QTest::addColumn<int>("readAtMs"); // from when the lock of 300 ms was shown
        QTest::addColumn<int>("mergedAtMs");
        QTest::addColumn<int>("word");
        QTest::addColumn<int>("gap"); // 1: before the lock was shown, 2: after, 3: another's name
        QTest::addColumn<int>("end");
        const auto row = [](const char *name, int readAt, int mergedAt, HowEnded word, int gap,
                            HowEnded end) {
            QTest::newRow(name) << readAt << mergedAt << int(word) << gap << int(end);
        };
        constexpr auto none = HowEnded::None;
        constexpr auto expired = HowEnded::Expired;
        constexpr auto released = HowEnded::Released;
        constexpr auto unknown = HowEnded::Unknown;
        // Much else was told: these news begin with the first of it.
        row("over while it was read, no word", 200, 400, none, 0, unknown);
        row("over while it was read, ran out", 100, 400, expired, 0, expired);
        row("over while it was read, deleted", 100, 400, released, 0, released);
        row("over just now, no word", 280, 290, none, 0, expired);
        row("over just now, deleted", 280, 290, released, 0, released);
        row("read late, no word", 500, 510, none, 0, expired);
        row("read late, ran out", 500, 510, expired, 0, expired);
        // That is not the end of the lock that was known.
        row("read late, deleted", 500, 510, released, 0, unknown);
        row("it still ran, ran out", 100, 110, expired, 0, unknown);
        row("it still ran, deleted", 100, 110, released, 0, released);
        // Where something may not have been told the word may be about another hold.
        row("a gap before", 100, 400, expired, 1, expired);
        row("a gap after", 100, 400, expired, 2, unknown);
        row("a gap after, read late", 500, 510, none, 2, unknown);
        row("a word of another", 100, 400, expired, 3, unknown);
    }
    void theServersWordOfAnEndCounts()
    {
        QFETCH(int, readAtMs);
        QFETCH(int, mergedAtMs);
        QFETCH(int, word);
        QFETCH(int, gap);
        QFETCH(int, end);
        Bench bench;
        bench.tracker.status().updates = UpdateKind::Notifications;
        bench.poll({});
        if (gap == 1)
            bench.tracker.noteFeedGap();
        const SteadyTime shown = bench.clock.now();
        bench.push({"a"}, {bench.lock("a", "o", 300ms)});
        if (gap == 2)
            bench.tracker.noteFeedGap();
        bench.clock.advance(
            std::chrono::duration_cast<Micros>(shown + Millis(mergedAtMs) - bench.clock.now()));
        QHash<QByteArray, HowEnded> ends;
        if (word != int(HowEnded::None))
            ends.insert(gap == 3 ? "b" : "a", HowEnded(word));
        bench.pushFrom(shown + Millis(readAtMs), {"a", "b"}, {}, ends);
        QVERIFY(!bench.last.events.empty());
        QCOMPARE(int(bench.last.events[0].end), end);
        QCOMPARE(bench.last.events.size(), size_t(end == int(HowEnded::Expired) ? 2 : 1));
    }

    /** Neither what replaced a lock nor a poll is judged by it. */
    void aWordOfAnEndIsOfWhatIsGone()
    {
        Bench bench;
        bench.tracker.status().updates = UpdateKind::Notifications;
        bench.poll({});
        bench.push({"a", "b"}, {bench.lock("a"), bench.lock("b")});
        bench.pushFrom(bench.clock.now(), {"a", "b"}, {bench.lock("a", "p"), bench.lock("b")},
                       {{"a", HowEnded::Released}, {"b", HowEnded::Released}});
        QCOMPARE(bench.last.events.size(), size_t(1));
        QCOMPARE(int(bench.last.events[0].end), int(HowEnded::Replaced));
    }

    void newsThatWereNotTakenInAreAGap()
    {
        const auto endAfter = [](const std::function<void(Bench &, const LockRecord &)> &miss) {
            Bench bench;
            bench.tracker.status().updates = UpdateKind::Notifications;
            bench.poll({});
            const SteadyTime shown = bench.clock.now();
            const LockRecord lock = bench.lock("a", "o", 3s);
            bench.push({"a"}, {lock});
            miss(bench, lock);
            bench.clock.advance(std::chrono::duration_cast<Micros>(shown + 4s - bench.clock.now()));
            bench.pushFrom(shown + 2500ms, {"a"}, {}, {{"a", HowEnded::Expired}});
            QTest::qVerify(!bench.last.events.empty(), "told", "", __FILE__, __LINE__);
            return int(bench.last.events.at(0).end);
        };
        QCOMPARE(endAfter([](Bench &, const LockRecord &) {}), int(HowEnded::Expired));
        // News that could not be read: what they were about is not known.
        const auto incomplete = [](Bench &bench, const LockRecord &) {
            Observation seen = Bench::named(bench.source, {"a"}, {});
            seen.complete = false;
            bench.tracker.push({seen}, bench.clock.now());
        };
        QCOMPARE(endAfter(incomplete), int(HowEnded::Unknown));
        // News that are older than what was read by name since.
        const auto overtaken = [](Bench &bench, const LockRecord &) {
            const SteadyTime before = bench.clock.now();
            bench.clock.advance(10ms);
            bench.beginPoll();
            bench.answer({"x"}, {});
            bench.pushFrom(before, {"x"}, {});
        };
        QCOMPARE(endAfter(overtaken), int(HowEnded::Unknown));
        // News that are older than a poll.
        const auto polled = [](Bench &bench, const LockRecord &lock) {
            const SteadyTime before = bench.clock.now();
            bench.clock.advance(10ms);
            bench.poll({lock});
            bench.pushFrom(before, {"a"}, {lock});
        };
        QCOMPARE(endAfter(polled), int(HowEnded::Unknown));
    }

    /** Before Redis 7 each reader derives the expiry, and they never agree. */
    void twoReadersOfOneLeaseAreNoRenewal()
    {
        Bench bench;
        bench.tracker.status().updates = UpdateKind::Tracking;
        const auto end = [](LockRecord lock, Micros later) {
            *lock.lease.expiresAt += later;
            lock.lease.stored += later.count();
            return lock;
        };
        LockRecord byPoll = bench.lock("a", {});
        byPoll.lease.precision = 10ms;
        const LockRecord byFeed = end(byPoll, 45ms);
        bench.poll({byPoll});
        for (int i = 0; i < 3; ++i) {
            bench.push({"a"}, {byFeed});
            bench.poll({byPoll});
        }
        QCOMPARE(bench.takeTold(), QStringList());
        bench.push({"a"}, {end(byFeed, 1s)});
        QCOMPARE(bench.takeTold(), Bench::words("owner_changed a"));
        // What the server itself told is never off.
        const LockRecord exact = bench.lock("b", {});
        bench.push({"b"}, {exact});
        bench.push({"b"}, {end(exact, 45ms)});
        QCOMPARE(bench.takeTold(), Bench::words("appeared b, owner_changed b"));
    }

    void aLeaseThatRunsOutWhileItIsReadIsConfirmedToo()
    {
        Bench bench;
        bench.tracker.status().updates = UpdateKind::Tracking;
        bench.poll({bench.lock("b", "o", 20s)});
        const SteadyTime begun = bench.clock.now();
        const LockRecord a = bench.lock("a", "o", 30ms);
        bench.clock.advance(40ms); // gathered meanwhile
        bench.pushFrom(begun, {"a"}, {a});
        QVERIFY(*bench.tracker.nextExpiry() <= bench.clock.now());
        QCOMPARE(bench.tracker.overdue(bench.clock.now(), 10), std::vector<QByteArray>{"a"});
        // Once it was asked for it is not due again at once: it runs a bit longer than we thought.
        bench.beginPoll();
        bench.answer({"a"}, {a});
        QVERIFY(*bench.tracker.nextExpiry() > bench.clock.now());
        bench.poll({bench.lock("b", "o", 50ms)}); // takes 100 ms
        QVERIFY(*bench.tracker.nextExpiry() <= bench.clock.now());
    }

    void anAnswerMakesDoubtfulOnlyWhatItIsAbout()
    {
        Bench bench;
        bench.poll({bench.lock("a"), bench.lock("b")});
        const SteadyTime begun = bench.clock.now();
        bench.clock.advance(10ms);
        bench.beginPoll();
        bench.answer({"a"}, {bench.lock("a", "new")});
        bench.takeTold();
        bench.pushFrom(begun, {"a", "b"}, {bench.lock("a", "old"), bench.lock("b", "p")});
        QCOMPARE(bench.shown(), Bench::words("a=new, b=p"));
        QCOMPARE(bench.takeTold(), Bench::words("owner_changed b"));
        QCOMPARE(bench.tracker.takeDoubts(), std::vector<QByteArray>{"a"});
        // Of an answer before the last nobody knows any more what it was about.
        bench.beginPoll();
        bench.answer({"c"}, {});
        bench.pushFrom(begun, {"b"}, {bench.lock("b")});
        QCOMPARE(bench.shown(), Bench::words("a=new, b=p"));
        QCOMPARE(bench.tracker.takeDoubts(), std::vector<QByteArray>{"b"});
    }

    void marksAreFollowedThroughNews()
    {
        Bench bench;
        bench.poll({bench.lock("a", "first"), bench.lock("b")});
        bench.tracker.setLeaderMarks({LockId{bench.source, "a"}});
        bench.push({"a"}, {bench.lock("a", "second")});
        auto leaders = bench.tracker.restate()->leaders;
        QCOMPARE(leaders.size(), size_t(1));
        QCOMPARE(leaders.front()->lock->holders.front().raw, QByteArray("second"));
        bench.push({"b"}, {});
        QCOMPARE(bench.tracker.restate()->leaders.front()->lock->state, LockState::Held);
        bench.push({"a"}, {});
        QCOMPARE(bench.tracker.restate()->leaders.front()->lock->state, LockState::Free);
    }

    /** However polls and news overlap, the end is what the server has, and no event is invented. */
    void anyMixOfPollsAndNewsEndsLikeTheServer()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 30; ++round) {
            Bench bench;
            std::map<QByteArray, QByteArray> server;
            const auto records = [&](const std::map<QByteArray, QByteArray> &state) {
                std::vector<LockRecord> list;
                for (const auto &[name, owner] : state)
                    list.push_back(bench.lock(name, owner));
                return list;
            };
            bench.poll({});
            std::map<QByteArray, qint64> changes;
            std::map<QByteArray, qint64> events;
            for (int step = 0; step < 40; ++step) {
                const auto seenByPoll = server;
                const bool polls = random.bounded(3) == 0;
                if (polls)
                    bench.beginPoll();
                const QByteArray name(1, char('a' + random.bounded(8)));
                if (random.bounded(2) == 0)
                    server.erase(name);
                else
                    server[name] = QByteArray::number(random.bounded(1000));
                ++changes[name];
                std::vector<LockRecord> shown;
                if (server.count(name) > 0)
                    shown.push_back(bench.lock(name, server[name]));
                bench.push({name}, std::move(shown));
                for (const QString &event : bench.takeTold()) {
                    if (!event.startsWith(QLatin1String("renewed")))
                        ++events[event.section(QLatin1Char(' '), 1).toUtf8()];
                }
                if (!polls)
                    continue;
                bench.endPoll(records(seenByPoll));
                for (const QString &event : bench.takeTold())
                    QVERIFY2(event.startsWith(QLatin1String("renewed")), qPrintable(event));
                bench.clock.advance(100ms);
            }
            QStringList expected;
            for (const auto &[name, owner] : server)
                expected << QString::fromUtf8(name + '=' + owner);
            QCOMPARE(bench.shown(), expected);
            for (const auto &[name, count] : events)
                QVERIFY2(count <= changes[name], name.constData());
        }
    }
};

LOCKMASTER_TEST(TestBackendPush, QCoreApplication)

} // namespace tst_backendpush

#include "tst_backendpush.moc"
