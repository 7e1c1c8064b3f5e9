// SPDX-License-Identifier: Apache-2.0
#include "core/domain/toldlock.h"
#include "core/monitor/backendtracker.h"
#include "core/monitor/diff.h"

#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_backendtracker {

namespace {

BackendSpec spec(BackendKind kind)
{
    BackendSpec backend;
    backend.kind = kind;
    backend.name = QStringLiteral("b");
    return backend;
}

/** Drives a tracker by hand. */
struct Bench {
    explicit Bench(BackendKind kind = BackendKind::MySql) : tracker(spec(kind), clock) {}

    ManualClock clock;
    BackendTracker tracker;
    std::shared_ptr<const SourceId> source = fakeSource(QStringLiteral("b"));
    BackendTracker::Outcome last;

    LockRecord lock(const QByteArray &name, const QByteArray &owner = "o",
                    std::optional<Micros> ttl = 30s) const
    {
        LockRecord record = fakeLock(source, name, owner, ttl, clock.now());
        return record;
    }
    /** The same lease as `record`, as it looks to a server that tells only what is left. */
    static LockRecord wandering(LockRecord record, Micros by)
    {
        *record.lease.expiresAt += by;
        record.lease.deadline += by;
        record.lease.stored += by.count();
        return record;
    }
    void read(std::vector<LockRecord> records, bool complete = true)
    {
        Observation seen = fakeObservation(source, std::move(records));
        seen.complete = complete;
        last = tracker.read(fakeReading({std::move(seen)}), clock.now());
        clock.advance(1s);
    }
    /** By a master that lacks 390 bytes of what the one before had. */
    void readAfterFailover(std::vector<LockRecord> records, bool complete = true,
                           std::optional<qint64> lost = 390)
    {
        Observation seen = fakeObservation(source, std::move(records));
        seen.complete = complete;
        BackendReading reading = fakeReading({std::move(seen)});
        reading.masterChanges = {MasterChange{QStringLiteral("a:1"), QStringLiteral("b:1"), lost,
                                              clock.now() - 800ms, Millis(800)}};
        last = tracker.read(std::move(reading), clock.now());
        clock.advance(1s);
    }
    void lose()
    {
        last = tracker.lose({ErrorKind::Timeout, 0, QStringLiteral("silent"), {}});
        clock.advance(1s);
    }
    QStringList events() const
    {
        QStringList words;
        for (const Event &event : last.events)
            words << eventKindName(event.kind);
        return words;
    }
    /** With how a hold ended: `gone=released`. */
    QStringList ends() const
    {
        QStringList words;
        for (const Event &event : last.events) {
            const QString end = endName(event.end);
            words << eventKindName(event.kind)
                         + (end.isEmpty() ? QString() : QLatin1Char('=') + end);
        }
        return words;
    }
    LockRecord only() const { return last.snapshot->locks.at(0).unpack(); }
    static QStringList words(const char *list)
    {
        return QString::fromLatin1(list).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }
};

LockRecord withState(LockRecord record, LockState state)
{
    record.state = state;
    return record;
}

} // namespace

class TestBackendTracker : public QObject
{
    Q_OBJECT

private slots:
    void whatWasThereAtTheFirstLookDidNotAppear()
    {
        Bench bench;
        bench.read({bench.lock("a")});
        QCOMPARE(bench.events(), QStringList());
        bench.read({bench.lock("a"), bench.lock("b")});
        QVERIFY(bench.events().contains(QStringLiteral("appeared")));
        QCOMPARE(bench.last.events.back().after->id.name, QByteArray("b"));
        QVERIFY(!bench.last.events.back().before);
    }

    void nothingAppearsBeforeACompleteLook()
    {
        Bench bench;
        bench.read({}, false);
        bench.read({bench.lock("a")}, false);
        QCOMPARE(bench.events(), QStringList());
        bench.read({bench.lock("a"), bench.lock("b")});
        QVERIFY(!bench.events().contains(QStringLiteral("appeared")));
    }

    void aHoldIsNoOlderThanTheLookThatDidNotShowIt()
    {
        Bench bench;
        const auto held = [&bench](const char *owner, Micros age) {
            LockRecord record = bench.lock("a", owner, std::nullopt);
            record.heldSince = bench.clock.now() - age;
            record.heldBasis = HeldBasis::Server;
            return record;
        };
        bench.read({held("first", 60s)});
        QCOMPARE(bench.only().heldBasis, HeldBasis::Server);
        bench.read({held("second", 60s)}); // it counts its wait as well
        QCOMPARE(bench.only().heldBasis, HeldBasis::Observed);
        const auto since = bench.only().heldSince;
        bench.read({held("second", 61s)});
        QCOMPARE(bench.only().heldBasis, HeldBasis::Observed);
        QCOMPARE(bench.only().heldSince, since);
        bench.read({held("third", 500ms)}); // this may be true
        QCOMPARE(bench.only().heldBasis, HeldBasis::Server);
    }

    void unchangedRecordsAreShared()
    {
        Bench bench;
        const LockRecord a = bench.lock("a");
        bench.read({a});
        const auto before = bench.last.snapshot;
        bench.read({a});
        QVERIFY(bench.last.snapshot->locks.at(0) == before->locks.at(0));
        QCOMPARE(bench.events(), QStringList());
        QVERIFY(bench.last.snapshot->sequence > before->sequence);
        QVERIFY(bench.last.snapshot->status.dataFrom > before->status.dataFrom);
    }

    void tellsWhatHappensToOneLock_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<int>("longerSeconds");
        QTest::addColumn<QString>("events");
        const auto row = [](const char *what, LockState from, LockState to, const char *owner,
                            int longer, const char *events) {
            QTest::newRow(what) << static_cast<int>(from) << static_cast<int>(to)
                                << QByteArray(owner) << longer << QString::fromLatin1(events);
        };
        using enum LockState;
        row("nothing", Held, Held, "o", 0, "");
        row("renewed", Held, Held, "o", 10, "renewed");
        row("shortened", Held, Held, "o", -5, "");
        row("taken over", Held, Held, "p", 10, "owner_changed");
        row("ran out", Held, Expired, "o", 0, "expired");
        row("still run out", Expired, Expired, "o", 0, "");
        row("run out, renewed after all", Expired, Held, "o", 10, "renewed");
        row("run out, taken by another", Expired, Held, "p", 10, "owner_changed");
        row("blocked", Held, Blocked, "o", 0, "blocked");
        row("unblocked", Blocked, Held, "o", 0, "unblocked");
        row("unblocked and renewed", Blocked, Held, "o", 10, "renewed unblocked");
        row("unblocked and run out", Blocked, Expired, "o", 0, "unblocked expired");
        row("blocked and run out before", Expired, Blocked, "o", 0, "blocked");
        row("taken over and blocked", Held, Blocked, "p", 10, "owner_changed blocked");
        row("let go of", Held, Free, "o", 0, "gone");
        row("still free", Free, Free, "o", 0, "");
        row("taken when free", Free, Held, "o", 10, "appeared");
        row("taken when free by another", Free, Held, "p", 10, "appeared");
        row("cannot be told", Held, Unknown, "o", 0, "");
    }
    void tellsWhatHappensToOneLock()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(QByteArray, owner);
        QFETCH(int, longerSeconds);
        QFETCH(QString, events);
        Bench bench;
        const LockRecord before = bench.lock("a");
        bench.read({withState(before, static_cast<LockState>(from))});
        LockRecord after = Bench::wandering(before, std::chrono::seconds(longerSeconds));
        after.holders.front().raw = owner;
        bench.read({withState(after, static_cast<LockState>(to))});
        QCOMPARE(bench.events().join(QLatin1Char(' ')), events);
    }

    void reentryIsNoChangeOfHands()
    {
        Bench bench;
        LockRecord a = bench.lock("a");
        bench.read({a});
        const auto since = bench.only().heldSince;
        a.holders.front().holdCount = 2;
        bench.read({a});
        QCOMPARE(bench.events(), QStringList());
        QCOMPARE(bench.only().holdCount(), 2);
        QCOMPARE(bench.only().heldSince, since);
    }

    void anotherSessionIsAnotherHold()
    {
        Bench bench;
        LockRecord a = bench.lock("a");
        a.session = "connection 1";
        bench.read({a});
        a.session = "connection 2";
        bench.read({a});
        QCOMPARE(bench.events(), Bench::words("owner_changed"));
    }

    void withoutAnOwnerTheExpiryTellsHoldsApart()
    {
        Bench bench;
        LockRecord a = bench.lock("a", "");
        bench.read({a});
        bench.read({Bench::wandering(a, 2ms)});
        QCOMPARE(bench.events(), QStringList());
        bench.read({Bench::wandering(a, 3s)});
        QCOMPARE(bench.events(), Bench::words("owner_changed"));
        QCOMPARE(*bench.only().heldSince, bench.clock.now() - 1s);
    }

    void readersMayBeListedInAnyOrder()
    {
        Bench bench;
        LockRecord a = bench.lock("a");
        a.holders.push_back({"p", 1, QStringLiteral("p"), 1, nullptr});
        bench.read({a});
        std::swap(a.holders[0], a.holders[1]);
        bench.read({a});
        QCOMPARE(bench.events(), QStringList());
    }

    void aWanderingExpiryIsNoRenewal()
    {
        Bench bench;
        const LockRecord a = bench.lock("a");
        bench.read({a});
        for (const Millis by : {3ms, -4ms, 5ms}) {
            bench.read({Bench::wandering(a, by)});
            QCOMPARE(bench.events(), QStringList());
        }
    }

    void aClockThatWasSetMovesTheDeadlineAndIsNoEvent()
    {
        Bench bench;
        LockRecord a = bench.lock("a");
        bench.read({a});
        const auto first = bench.last.snapshot->locks[0];
        a.lease.deadline += 20ms;
        bench.read({a});
        QVERIFY(bench.last.snapshot->locks[0] == first);
        for (const Micros by : {Micros(30min), Micros(-1h)}) {
            a.lease.deadline += by;
            bench.read({a});
            QCOMPARE(bench.events(), QStringList());
            QVERIFY(bench.last.snapshot->locks[0].deadline() == a.lease.deadline);
        }
    }

    void aKeyThatRanOutIsToldSo()
    {
        Bench bench(BackendKind::Redis);
        const LockRecord lock = bench.lock("a", "o", 2500ms);
        for (int i = 0; i < 3; ++i)
            bench.read({lock});
        bench.read({});
        QCOMPARE(bench.ends(), Bench::words("expired=expired gone"));
        const Event &expired = bench.last.events[0];
        QCOMPARE(expired.before->state, LockState::Held);
        QCOMPARE(expired.after->state, LockState::Expired);
        QCOMPARE(expired.after->holders, lock.holders);
        QCOMPARE(bench.last.events[1].before->state, LockState::Expired);
        QVERIFY(!bench.last.events[1].after);
    }

    void aKeyThatGoesEarlyWasLetGoOf()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a", "o", 3s), bench.lock("b", "o", std::nullopt)});
        bench.read({});
        QCOMPARE(bench.ends(), Bench::words("gone=released gone=released"));
    }

    /** Let go of on an old master, and held on the new one. */
    void whatGoesWhereFewerFollowIsNotJudged()
    {
        const auto fewer = [](Bench &bench, bool reading) {
            Observation seen = fakeObservation(bench.source, {});
            seen.fewerFollow = !reading;
            BackendReading all = fakeReading({std::move(seen)});
            if (reading)
                all.server.followers = {0, 1};
            bench.last = bench.tracker.read(std::move(all), bench.clock.now());
        };
        for (const bool reading : {true, false}) {
            Bench bench(BackendKind::Redis);
            bench.read({bench.lock("a", "o", 3s), bench.lock("b", "o", 1s)});
            fewer(bench, reading);
            QCOMPARE(bench.ends(), Bench::words("gone=unknown gone=unknown"));
            const BackendStatus &status = bench.last.snapshot->status;
            QCOMPARE(status.sources.front().fewerFollow, !reading);
            QCOMPARE(status.server.followers.areMissing(), reading);
        }
    }

    /** Whoever says that a key is not there has to know whether it was looked for. */
    void theStatusHasThePatterns()
    {
        BackendSpec spec;
        spec.patterns = {"lock:*"};
        QVERIFY(initialStatus(spec).patterns == spec.patterns);
    }

    void aKeyThatMayHaveBeenRenewedMeanwhileIsNotJudged()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a", "o", 1500ms)});
        bench.clock.advance(1s);
        bench.read({}); // nearly all of its lease was not looked at
        QCOMPARE(bench.ends(), Bench::words("gone=unknown"));
    }

    void aKeyThatGoesWhileItIsLookedForIsNotJudged()
    {
        Bench bench(BackendKind::Redis);
        const LockRecord lock = bench.lock("a", "o", 3500ms);
        for (int i = 0; i < 3; ++i) // less than half of its lease is not looked at
            bench.read({lock});
        const SteadyTime begun = bench.clock.now(); // a long look: it was asked for at any time
        bench.clock.advance(2s);
        bench.last = bench.tracker.read(fakeReading({fakeObservation(bench.source, {})}), begun);
        QCOMPARE(bench.ends(), Bench::words("gone=unknown"));
    }

    void whatGoesOutOfSightIsNotJudged()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a"), bench.lock("b")});
        bench.lose();
        bench.read({bench.lock("b", "another")});
        QCOMPARE(bench.ends(), Bench::words("backend_back gone=unknown owner_changed=unknown"));
    }

    void anotherOwnerReplacesTheFirst()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a", "one")});
        bench.read({bench.lock("a", "two")});
        QCOMPARE(bench.ends(), Bench::words("owner_changed=owner_changed"));
    }

    /** Nothing takes a row away but a program: whether its lease ran out first is not seen. */
    void aRowThatGoesAfterItsLeaseIsNotJudged()
    {
        Bench bench;
        const LockRecord lock = bench.lock("a", "o", 2500ms);
        const LockRecord early = bench.lock("b", "o", 20s);
        for (int i = 0; i < 3; ++i)
            bench.read({lock, early});
        bench.read({});
        QCOMPARE(bench.ends(), Bench::words("gone=unknown gone=released"));
    }

    void aRowThatStaysRanOutOrWasLetGoOf()
    {
        Bench bench;
        const LockRecord lock = bench.lock("a", "o", 1500ms);
        const LockRecord other = bench.lock("b", "o", 20s);
        bench.read({lock, other});
        bench.read({lock, other});
        // As programs release by writing the time at which they do.
        const LockRecord back = Bench::wandering(other, -18500ms);
        const std::vector<LockRecord> over{withState(lock, LockState::Expired),
                                           withState(back, LockState::Expired)};
        bench.read(over);
        QCOMPARE(bench.ends(), Bench::words("expired=expired expired=released"));
        bench.read({});
        QCOMPARE(bench.ends(), Bench::words("gone gone"));
    }

    /** Without a column for owners, or with the owner taken out: nobody has taken it over. */
    void aRowThatNamesNobodyWasLetGoOf()
    {
        Bench bench;
        const LockRecord nameless = bench.lock("a", "", 20s);
        const LockRecord cleared = bench.lock("b", "o", 20s);
        const LockRecord late = bench.lock("c", "o", 2500ms);
        const LockRecord again = bench.lock("d", "", 1500ms);
        for (int i = 0; i < 2; ++i)
            bench.read({nameless, cleared, late, again});
        const auto over = [](LockRecord record, Micros by) {
            record.holders = {};
            return withState(Bench::wandering(std::move(record), by), LockState::Expired);
        };
        // It was over already when the last one was; and somebody had the first of them again.
        bench.clock.advance(1s);
        bench.read({over(nameless, -18s), over(cleared, -18s), over(late, 100ms), over(again, 1s)});
        QCOMPARE(bench.ends(), Bench::words("expired=released expired=released expired=unknown "
                                            "owner_changed=owner_changed expired=expired"));
        bench.read({over(nameless, -18s), over(cleared, -18s), over(late, 100ms), over(again, 1s)});
        QCOMPARE(bench.ends(), QStringList());
    }

    void goneNeedsACompleteLook()
    {
        Bench bench;
        bench.read({bench.lock("a")});
        bench.read({}, false);
        QCOMPARE(bench.events(), QStringList());
        QCOMPARE(bench.only().state, LockState::Unknown);
        QVERIFY(bench.only().findings.empty());
        bench.read({});
        QCOMPARE(bench.events(), Bench::words("gone"));
        QCOMPARE(bench.last.events[0].before->id.name, QByteArray("a"));
        QCOMPARE(bench.last.events[0].before->state, LockState::Held);
        QVERIFY(!bench.last.events[0].after);
        QVERIFY(bench.last.snapshot->locks.empty());
    }

    /** Behind an outage it was looked at long ago, however lately the rest was read. */
    void whatWentIsAsOldAsTheLastLookAtIt()
    {
        Bench bench;
        const SteadyTime begun = bench.clock.now();
        const ServerTime serverBegun(1000h);
        const auto read = [&](std::vector<LockRecord> records, bool complete) {
            Observation seen = fakeObservation(bench.source, std::move(records));
            seen.complete = complete;
            const SteadyTime now = bench.clock.now();
            seen.clock = {serverBegun + std::chrono::duration_cast<Micros>(now - begun), now,
                          Micros(0)};
            bench.last = bench.tracker.read(fakeReading({std::move(seen)}), now);
        };
        const LockRecord other = bench.lock("b");
        read({bench.lock("a"), other}, true);
        bench.clock.advance(5min);
        read({other}, false);
        bench.clock.advance(5min);
        read({other, bench.lock("c")}, true);
        QCOMPARE(bench.events().last(), QStringLiteral("appeared"));
        QCOMPARE(bench.last.events.back().looked.at, serverBegun + 10min);
        const Event &gone = bench.last.events.front();
        QCOMPARE(gone.kind, EventKind::Gone);
        QCOMPARE(gone.before->id.name, QByteArray("a"));
        QCOMPARE(gone.looked.at, std::optional(serverBegun));
    }

    void anIncompleteSourceKeepsTheOthers()
    {
        Bench bench;
        const auto other = fakeSource(QStringLiteral("b"), QStringLiteral("user_lock"),
                                      QStringLiteral("user-level locks"));
        const auto readBoth = [&](bool complete, std::vector<LockRecord> mine) {
            Observation seen = fakeObservation(bench.source, std::move(mine));
            seen.complete = complete;
            seen.problems = {{ErrorKind::Denied, 1142, QStringLiteral("denied"), {}}};
            bench.last = bench.tracker.read(
                fakeReading({seen, fakeObservation(other, {fakeLock(other, "u", "7")})}),
                bench.clock.now());
        };
        const LockRecord a = bench.lock("a");
        readBoth(true, {a, bench.lock("b")});
        readBoth(false, {a});
        QCOMPARE(bench.last.snapshot->locks.size(), size_t(3));
        QCOMPARE(bench.last.snapshot->locks[0].state(), LockState::Held);
        QCOMPARE(bench.last.snapshot->locks[1].state(), LockState::Unknown);
        QCOMPARE(bench.last.snapshot->locks[2].state(), LockState::Held);
        QCOMPARE(bench.last.snapshot->status.state, BackendState::Online);
        QCOMPARE(bench.last.snapshot->status.problems.front().source, bench.source->name);
        QVERIFY(!bench.last.snapshot->status.sources[0].complete);
        QVERIFY(bench.last.snapshot->status.sources[1].complete);
    }

    void aSourceWithoutAnObservationWasNotRead()
    {
        Bench bench;
        bench.read({bench.lock("a")});
        bench.last = bench.tracker.read(fakeReading({}), bench.clock.now());
        QCOMPARE(bench.only().state, LockState::Unknown);
        QCOMPARE(bench.events(), QStringList());
    }

    void dataThatWereNotReadDoNotGetYounger()
    {
        Bench bench;
        bench.read({}, false);
        QVERIFY(!bench.last.snapshot->status.dataFrom);
        bench.read({bench.lock("a")});
        const auto dataFrom = bench.last.snapshot->status.dataFrom;
        QCOMPARE(*dataFrom, bench.clock.now() - 1s);
        bench.read({}, false);
        QVERIFY(bench.last.snapshot->status.dataFrom == dataFrom);
        bench.read({bench.lock("a")}, false);
        QVERIFY(bench.last.snapshot->status.dataFrom > dataFrom);
    }

    void aGapIsNoEvent()
    {
        Bench bench;
        const LockRecord a = bench.lock("a");
        bench.read({a});
        const auto seen = bench.last.snapshot->locks[0];
        bench.lose();
        QCOMPARE(bench.events(), Bench::words("backend_lost"));
        QCOMPARE(bench.last.events[0].detail, QStringLiteral("silent"));
        QCOMPARE(bench.only().state, LockState::Unknown);
        QCOMPARE(bench.only().holders.size(), size_t(1));
        const auto unknown = bench.last.snapshot->locks;
        bench.lose();
        QCOMPARE(bench.events(), QStringList());
        QVERIFY(bench.last.snapshot->locks.isSharedWith(unknown));
        bench.read({a});
        QCOMPARE(bench.events(), Bench::words("backend_back"));
        // The same but for how long it is known to be held.
        LockRecord again = bench.only();
        again.heldSince = seen.heldSince();
        QVERIFY(sameContent(again, seen.unpack()));
    }

    /** Nobody let go of what the new master does not have; it stays in sight with its holder. */
    void whatTheNewMasterDoesNotHaveIsLost()
    {
        for (const bool answeredAllTheTime : {true, false}) {
            Bench bench(BackendKind::Redis);
            const LockRecord kept = bench.lock("kept");
            const LockRecord lost = bench.lock("lost", "o", 8s);
            bench.read({bench.lock("ended", "o", 2s), kept, lost});
            if (!answeredAllTheTime)
                bench.lose();
            bench.clock.advance(1s);
            bench.readAfterFailover({}, false); // not settled yet: nothing is known
            QCOMPARE(bench.events().last(), QStringLiteral("master_changed"));
            QCOMPARE(bench.last.events.back().master->lostBytes, std::optional<qint64>(390));
            QVERIFY(bench.last.events.back().detail.contains(u"390 bytes"));
            bench.read({kept});
            QStringList ends = bench.ends();
            QCOMPARE(ends.removeAll(QStringLiteral("gone=lost_in_failover")), 1);
            QVERIFY(ends.contains(QStringLiteral("gone=unknown")));
            const auto shown = [&bench](const char *name) -> std::optional<LockRecord> {
                for (const PackedLock &lock : bench.last.snapshot->locks) {
                    if (lock.name() == name)
                        return lock.unpack();
                }
                return std::nullopt;
            };
            QVERIFY(!shown("ended"));
            QCOMPARE(shown("lost")->state, LockState::Unknown);
            QVERIFY(shown("lost")->hasFinding(FindingId::LostInFailover));
            QCOMPARE(shown("lost")->holders.front().raw, QByteArray("o"));
            bench.read({kept});
            QCOMPARE(bench.ends(), QStringList());
            QVERIFY(shown("lost"));
            bench.lose();
            QVERIFY(shown("lost")->hasFinding(FindingId::LostInFailover));
            bench.read({kept});
            // Until nobody can believe any more to have it.
            bench.clock.advance(5s);
            bench.read({kept});
            QCOMPARE(bench.ends(), QStringList());
            QVERIFY(!shown("lost"));
        }
    }

    /** All that was seen on the old master has survived: what is not there was let go of. */
    void whatSurvivedAndIsGoneWasLetGoOf()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a")});
        bench.readAfterFailover({}, true, 0);
        QCOMPARE(bench.ends(), Bench::words("master_changed gone=released"));

        // Not what only a push told of since the last look: nothing vouches for that.
        Bench pushed(BackendKind::Redis);
        pushed.read({});
        pushed.tracker.status().updates = UpdateKind::Tracking;
        Observation news = fakeObservation(pushed.source, {pushed.lock("late")});
        news.asked = std::vector<QByteArray>{"late"};
        (void)pushed.tracker.push({news}, pushed.clock.now());
        pushed.clock.advance(500ms);
        pushed.readAfterFailover({}, true, 0);
        QVERIFY(pushed.ends().contains(QStringLiteral("gone=lost_in_failover")));
    }

    /** What several servers have of a lock changes, also while nobody can be said to hold it. */
    void whatServersHaveIsShownAsItIs()
    {
        Bench bench(BackendKind::Redis);
        const auto few = [&bench](std::vector<LockShare::Seen> seen) {
            LockRecord lock = asUnknown(bench.lock("a", "o", 600s));
            LockShares shares;
            shares.needed = 2;
            for (const LockShare::Seen one : seen) {
                LockShare share{QStringLiteral("r%1").arg(shares.all.size()), one, {}, -1, {}};
                if (one == LockShare::Seen::Holder)
                    share.holder = lock.holders.front();
                shares.all.push_back(share);
            }
            lock.shares = std::make_shared<const LockShares>(shares);
            return lock;
        };
        using Seen = LockShare::Seen;
        bench.read({bench.lock("a", "o", 600s)});
        bench.read({few({Seen::Holder, Seen::Unknown, Seen::Unknown})});
        QVERIFY(bench.only().findings.empty());
        LockRecord minority = few({Seen::Holder, Seen::Absent, Seen::Absent});
        minority.findings = {{FindingId::Minority, QStringLiteral("one has it")}};
        bench.read({minority});
        QVERIFY(bench.only().hasFinding(FindingId::Minority));
        QVERIFY(isTold(bench.only()));
        // What nobody reads any more is no look.
        bench.lose();
        QVERIFY(!isTold(bench.only()));
        QVERIFY(bench.only().findings.empty());
        bench.read({few({Seen::Holder, Seen::Absent, Seen::Absent})});
        bench.read({}, false);
        QVERIFY(!isTold(bench.only()));
    }

    /** The master of a group is a leader, and no lock. */
    void theMasterOfAGroupLeads()
    {
        ManualClock clock;
        BackendSpec spec;
        spec.name = QStringLiteral("b");
        spec.kind = BackendKind::Redis;
        spec.sentinel.hosts = {{QStringLiteral("s"), 26379}};
        spec.sentinel.master = QStringLiteral("m");
        BackendTracker tracker(spec, clock);
        const auto read = [&](const char *master, GroupMember::State state) {
            BackendReading reading = fakeReading({fakeObservation(fakeSource(spec.name), {})});
            reading.server.group.emplace();
            reading.server.group->state = state;
            reading.server.group->nodes = {{QString::fromLatin1(master), NodeRole::Master}};
            auto outcome = tracker.read(std::move(reading), clock.now());
            clock.advance(1s);
            return outcome.snapshot;
        };
        using State = GroupMember::State;
        const auto leads = read("a", State::Settled);
        QCOMPARE(leads->locks.size(), size_t(0));
        QCOMPARE(leads->leaders.size(), size_t(1));
        QCOMPARE(leads->leaders.front()->lock->holders.front().label, QStringLiteral("a"));
        QVERIFY(tracker.leaderNames().empty()); // no key is called so
        const auto doubtful = read("a", State::Switching);
        QCOMPARE(doubtful->leaders.front()->lock->state, LockState::Unknown);
        const auto other = read("b", State::Settled);
        QCOMPARE(other->leaders.front()->lock->holders.front().label, QStringLiteral("b"));
        QCOMPARE(other->leaders.front()->figures.changesLastHour, 1);
        const auto lost = tracker.lose({ErrorKind::Network, 0, QStringLiteral("gone"), {}});
        QCOMPARE(lost.snapshot->leaders.front()->lock->state, LockState::Unknown);
    }

    void nobodyLookedForAWhile()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a", "o", 600s)});
        bench.tracker.status().paused = true;
        bench.tracker.notePause();
        bench.clock.advance(60s);
        bench.readAfterFailover({});
        QVERIFY(!bench.ends().contains(QStringLiteral("gone=lost_in_failover")));
    }

    /** What began on the old master once it did not count any more was never anybody's. */
    void whatBeginsOnTheOldMasterIsLost()
    {
        for (const bool complete : {true, false}) {
            Bench bench(BackendKind::Redis);
            const LockRecord kept = bench.lock("kept");
            const LockRecord seen = bench.lock("seen");
            bench.read({kept, seen});
            const auto readBoth = [&](std::vector<LockRecord> stranded) {
                Observation shown = fakeObservation(bench.source, {kept});
                shown.complete = complete; // not where two say that they are the master
                BackendReading reading = fakeReading({std::move(shown)});
                reading.stranded = std::move(stranded);
                bench.last = bench.tracker.read(std::move(reading), bench.clock.now());
                bench.clock.advance(1s);
            };
            const auto shown = [&bench](const char *name) {
                for (const PackedLock &lock : bench.last.snapshot->locks) {
                    if (lock.name() == QByteArrayView(name))
                        return std::optional(lock.unpack());
                }
                return std::optional<LockRecord>();
            };
            readBoth({bench.lock("z-new", "web-9"), bench.lock("kept", "web-9"),
                      bench.lock("a-new", "web-9", 5s), bench.lock("seen", "web-9")});
            QStringList ends = bench.ends();
            QCOMPARE(ends.removeAll(QStringLiteral("gone=lost_in_failover")), complete ? 3 : 2);
            QCOMPARE(ends.removeAll(QStringLiteral("gone=released")), complete ? 1 : 0);
            for (const char *name : {"a-new", "z-new"}) {
                QVERIFY(shown(name)->hasFinding(FindingId::LostInFailover));
                QCOMPARE(shown(name)->state, LockState::Unknown);
                QCOMPARE(shown(name)->holders.front().raw, QByteArray("web-9"));
            }
            QCOMPARE(bench.last.snapshot->locks.size(), size_t(4));
            // What this master shows is its own word of it.
            QCOMPARE(shown("kept")->state, LockState::Held);
            QVERIFY(!shown("kept")->hasFinding(FindingId::LostInFailover));
            // Told once, renewed or not, as long as its holder may believe to have it.
            bench.clock.advance(8s);
            readBoth({bench.lock("a-new", "web-9", 5s)});
            QVERIFY(bench.ends().isEmpty());
            QVERIFY(shown("a-new") && shown("z-new"));
            bench.clock.advance(5s);
            readBoth({});
            QVERIFY(!shown("a-new"));
            QVERIFY(shown("z-new"));
            // Taken again, by somebody to whom it counts.
            bench.read({kept, bench.lock("z-new", "web-1")});
            QCOMPARE(shown("z-new")->state, LockState::Held);
        }
    }

    void whatWasLostAndIsTakenAgainAppears()
    {
        Bench bench(BackendKind::Redis);
        bench.read({bench.lock("a")});
        bench.readAfterFailover({});
        QCOMPARE(bench.ends(), Bench::words("master_changed gone=lost_in_failover"));
        bench.read({bench.lock("a", "another")});
        QCOMPARE(bench.ends(), Bench::words("appeared"));
        QCOMPARE(bench.only().state, LockState::Held);
        QVERIFY(!bench.only().hasFinding(FindingId::LostInFailover));
        bench.read({});
        QCOMPARE(bench.ends(), Bench::words("gone=released"));
    }

    void nodesComeAndGo()
    {
        using State = GroupMember::State;
        Bench bench(BackendKind::Redis);
        const auto read = [&bench](const std::vector<GroupNode> &nodes) {
            BackendReading reading = fakeReading({fakeObservation(bench.source, {})});
            reading.server.group = GroupMember{State::Settled, {}, {}, 3, nodes};
            bench.last = bench.tracker.read(std::move(reading), bench.clock.now());
            QStringList told;
            for (const Event &event : bench.last.events)
                told << eventKindName(event.kind) + QStringLiteral(": ") + event.detail;
            return told;
        };
        const GroupNode a{QStringLiteral("a:1"), NodeRole::Master, {}};
        const GroupNode b{QStringLiteral("b:1"), NodeRole::Replica, {}};
        GroupNode down = b;
        down.trouble = QStringLiteral("It is down.");
        QCOMPARE(read({a, b}), QStringList());
        QCOMPARE(read({a, down}),
                 QStringList(QStringLiteral("node_lost: replica b:1 does not take part: It is "
                                            "down.")));
        QCOMPARE(read({a, down}), QStringList());
        QCOMPARE(read({a, b}), QStringList(QStringLiteral("node_back: replica b:1 takes part.")));
        QCOMPARE(read({a}), QStringList(QStringLiteral("node_lost: replica b:1 does not take part: "
                                                       "it left the group.")));
        QCOMPARE(read({a, b}), QStringList(QStringLiteral("node_back: replica b:1 takes part.")));

        // A failure that says nothing of the group leaves what is known of it.
        BackendReading silent;
        silent.failure = Error{ErrorKind::Timeout, 0, QStringLiteral("silent"), {}};
        const auto lost = bench.tracker.read(std::move(silent), bench.clock.now());
        QVERIFY(lost.snapshot->status.server.group);
        QCOMPARE(lost.events.size(), size_t(1));
    }

    void afterAGapAnotherOwnerIsAChangeAndNotAnAppearance()
    {
        Bench bench;
        bench.read({bench.lock("a"), bench.lock("b")});
        bench.lose();
        bench.read({bench.lock("a", "p"), bench.lock("c")});
        QCOMPARE(bench.events(), Bench::words("backend_back owner_changed gone appeared"));
    }

    /** Between two looks it was killed and started again: its locks were not let go of. */
    void whatGoesWithTheServerIsNotLetGoOf()
    {
        for (const bool restarted : {true, false}) {
            Bench bench(BackendKind::Redis);
            const auto readFrom = [&bench](const QByteArray &run, std::vector<LockRecord> records) {
                BackendReading reading =
                    fakeReading({fakeObservation(bench.source, std::move(records))});
                reading.server.run = run;
                bench.last = bench.tracker.read(std::move(reading), bench.clock.now());
                bench.clock.advance(1s);
            };
            readFrom("run 1", {bench.lock("a")});
            readFrom(restarted ? "run 2" : "run 1", {});
            QCOMPARE(bench.events(), Bench::words("gone"));
            QCOMPARE(bench.last.events.front().end,
                     restarted ? HowEnded::Unknown : HowEnded::Released);
        }
    }

    void whatGoesWithItsTableIsNotLetGoOf()
    {
        Bench bench;
        bench.read({bench.lock("a")});
        Observation gone = fakeObservation(bench.source, {});
        gone.absent = Error{ErrorKind::NotFound, 1146, QStringLiteral("There is no table."), {}};
        bench.last = bench.tracker.read(fakeReading({std::move(gone)}), bench.clock.now());
        QCOMPARE(bench.events(), Bench::words("gone"));
        QCOMPARE(bench.last.events.front().end, HowEnded::Unknown);
    }

    void heldTimeIsNotCarriedOverAGap()
    {
        Bench bench;
        const LockRecord a = bench.lock("a");
        bench.read({a});
        const auto first = bench.only().heldSince;
        bench.lose();
        const SteadyTime again = bench.clock.now();
        bench.read({a}); // as it was: held at both ends of the gap, and nobody knows whether within
        QVERIFY(again > first);
        QCOMPARE(bench.only().heldBasis, HeldBasis::Observed);
        QCOMPARE(*bench.only().heldSince, again);
        bench.read({bench.lock("a")}); // renewed before our eyes
        QCOMPARE(*bench.only().heldSince, again);
        bench.lose();
        const SteadyTime back = bench.clock.now();
        bench.read({bench.lock("a")});
        QCOMPARE(bench.only().heldBasis, HeldBasis::Observed);
        QCOMPARE(*bench.only().heldSince, back);
    }

    void heldTimeIsNotCarriedOverAPause()
    {
        Bench bench;
        const LockRecord a = bench.lock("a", "o", 1h);
        const auto pause = [&bench](bool paused) {
            bench.tracker.status().paused = paused;
            if (paused)
                bench.tracker.notePause();
        };
        bench.read({a});
        const auto first = bench.only().heldSince;
        pause(true); // and on again before a poll was missed
        pause(false);
        bench.read({a});
        QCOMPARE(bench.only().heldSince, first);
        pause(true);
        bench.clock.advance(5s);
        const SteadyTime refreshed = bench.clock.now();
        bench.read({a}); // by hand
        QCOMPARE(*bench.only().heldSince, refreshed);
        QCOMPARE(bench.only().heldBasis, HeldBasis::Observed);
        bench.clock.advance(5s);
        pause(false);
        const SteadyTime resumed = bench.clock.now();
        bench.read({a});
        QCOMPARE(*bench.only().heldSince, resumed);
        bench.read({a});
        QCOMPARE(*bench.only().heldSince, resumed);
    }

    void expiryIsToldOnceWhateverTheGap()
    {
        Bench bench;
        const LockRecord a = bench.lock("a", "o", 2s);
        bench.read({a});
        bench.lose();
        bench.lose();
        bench.read({withState(a, LockState::Expired)});
        QCOMPARE(bench.events(), Bench::words("backend_back expired"));
        bench.lose();
        bench.read({withState(a, LockState::Expired)});
        QCOMPARE(bench.events(), Bench::words("backend_back"));
    }

    void aLockThatCameAndRanOutBetweenLooksIsTold()
    {
        Bench bench;
        bench.read({});
        const LockRecord a = bench.lock("a", "o", 500ms);
        bench.clock.advance(1s);
        bench.read({withState(a, LockState::Expired)});
        QCOMPARE(bench.events(), Bench::words("appeared expired"));
    }

    /** As for the summer: the same row means another moment. */
    void clocksThatAreSetRenewNothing()
    {
        Bench bench;
        const std::vector<LockRecord> locks = {bench.lock("a"), bench.lock("unnamed", "")};
        bench.read(locks);
        for (const Micros by : {Micros(1h), Micros(-1h)}) {
            std::vector<LockRecord> set = locks;
            for (LockRecord &lock : set) {
                *lock.lease.expiresAt += by;
                lock.lease.deadline += by;
            }
            bench.read(set);
            QCOMPARE(bench.events(), QStringList());
            QCOMPARE(bench.last.snapshot->locks.front().deadline(), set.front().lease.deadline);
        }
    }

    void anOldStaleRowDidNotExpireJustNow()
    {
        Bench bench;
        bench.clock.advance(60s);
        LockRecord a = bench.lock("a", "o", -50s);
        bench.read({});
        bench.read({withState(a, LockState::Expired)});
        QCOMPARE(bench.events(), Bench::words("appeared"));
    }

    void heldSinceIsWhenItWasFirstSeen()
    {
        Bench bench;
        const SteadyTime first = bench.clock.now();
        bench.read({bench.lock("a")});
        QCOMPARE(*bench.only().heldSince, first);
        QCOMPARE(bench.only().heldBasis, HeldBasis::Observed);
        bench.read({bench.lock("a")}); // renewed by a second
        QCOMPARE(*bench.only().heldSince, first);
        const SteadyTime second = bench.clock.now();
        bench.read({bench.lock("a", "p")});
        QCOMPARE(*bench.only().heldSince, second);
    }

    void theServersWordOnHeldTimeWins()
    {
        Bench bench;
        LockRecord a = bench.lock("a");
        a.heldSince = bench.clock.now() - 1h;
        a.heldBasis = HeldBasis::Server;
        bench.read({a});
        QCOMPARE(bench.only().heldBasis, HeldBasis::Server);
        QCOMPARE(*bench.only().heldSince, *a.heldSince);
    }

    void theLeaseIsAsLongAsTheLongestTtlSeen()
    {
        Bench bench;
        const LockRecord a = bench.lock("a", "o", 20s);
        bench.read({a});
        bench.read({a});
        QCOMPARE(*bench.only().lease.granted, Micros(20s));
        bench.read({bench.lock("a", "o", 30s)}); // renewed for longer
        QCOMPARE(*bench.only().lease.granted, Micros(30s));
        bench.read({bench.lock("a", "o", 29s)}); // renewed, and seen a second later
        QCOMPARE(*bench.only().lease.granted, Micros(30s));
        LockRecord told = bench.lock("a", "o", 29s);
        told.lease.granted = 60s;
        bench.read({told});
        QCOMPARE(*bench.only().lease.granted, Micros(60s));
        bench.read({bench.lock("a", "p", 5s)}); // another holder, another lease
        QCOMPARE(*bench.only().lease.granted, Micros(5s));
    }

    void tellsWhenTheNextLeaseRunsOut()
    {
        Bench bench;
        bench.read({bench.lock("a", "o", 9s), bench.lock("b", "o", 4s), bench.lock("c", "o", {})});
        QCOMPARE(*bench.tracker.nextExpiry(), bench.clock.now() + 3s);
        bench.lose();
        QVERIFY(!bench.tracker.nextExpiry());
    }

    void whatAnIncompleteSourceNeverShowsAgainIsForgotten()
    {
        Bench bench;
        bench.read({bench.lock("a"), bench.lock("b")});
        bench.clock.advance(9min);
        bench.read({bench.lock("b")}, false);
        QCOMPARE(bench.last.snapshot->locks.size(), size_t(2));
        bench.clock.advance(2min);
        bench.read({}, false); // nothing read at all: that says nothing of anything
        QCOMPARE(bench.last.snapshot->locks.size(), size_t(2));
        bench.read({bench.lock("b")}, false);
        QCOMPARE(bench.last.snapshot->locks.size(), size_t(1));
        QVERIFY(!bench.events().contains(QStringLiteral("gone")));
    }

    void theSameIdTwiceIsOneLock()
    {
        Bench bench;
        bench.read({bench.lock("a"), bench.lock("b"), bench.lock("a", "p")});
        QCOMPARE(bench.last.snapshot->locks.size(), size_t(2));
        QCOMPARE(bench.last.snapshot->locks[0].unpack().holders[0].raw, QByteArray("o"));
    }

    /** 10,000 random polls: what is known is what a tracker that starts now would know. */
    void anySequenceEndsLikeAFreshLook()
    {
        QRandomGenerator random(20261121);
        Bench bench;
        std::vector<LockRecord> world;
        int checked = 0;
        for (int step = 0; step < 10'000; ++step) {
            changeWorld(random, bench, world);
            const int kind = static_cast<int>(random.bounded(10));
            if (kind == 0) {
                bench.lose();
                for (const auto &lock : bench.last.snapshot->locks)
                    QCOMPARE(lock.state(), LockState::Unknown);
            } else if (kind == 1) {
                std::vector<LockRecord> part = world;
                part.resize(part.empty() ? 0 : random.bounded(static_cast<int>(part.size())));
                bench.read(part, false);
                for (const Event &event : bench.last.events)
                    QVERIFY(event.kind != EventKind::Gone || isFreeIn(part, event.before->id));
            } else {
                bench.read(world);
                compareWithWorld(*bench.last.snapshot, world);
                ++checked;
            }
            QVERIFY(
                std::is_sorted(bench.last.snapshot->locks.begin(), bench.last.snapshot->locks.end(),
                               [](const auto &a, const auto &b) { return a.compareId(b) < 0; }));
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(checked > 5'000);
    }

private:
    static void changeWorld(QRandomGenerator &random, const Bench &bench,
                            std::vector<LockRecord> &world)
    {
        for (int i = 0; i < 3; ++i) {
            const QByteArray name = QByteArray::number(random.bounded(30));
            const auto at = std::find_if(world.begin(), world.end(), [&](const LockRecord &lock) {
                return lock.id.name == name;
            });
            const QByteArray owner(1, static_cast<char>('a' + random.bounded(3)));
            if (at == world.end())
                world.push_back(bench.lock(name, owner));
            else if (random.bounded(3) == 0)
                world.erase(at);
            else if (random.bounded(2) == 0)
                *at = bench.lock(name, owner);
            else
                at->state = static_cast<LockState>(random.bounded(4));
        }
    }

    static bool isFreeIn(const std::vector<LockRecord> &records, const LockId &id)
    {
        return std::any_of(records.begin(), records.end(), [&](const LockRecord &lock) {
            return lock.id == id && lock.state == LockState::Free;
        });
    }

    static void compareWithWorld(const BackendSnapshot &known, std::vector<LockRecord> world)
    {
        std::sort(world.begin(), world.end(),
                  [](const LockRecord &a, const LockRecord &b) { return a.id < b.id; });
        QCOMPARE(known.locks.size(), world.size());
        for (size_t i = 0; i < world.size(); ++i) {
            QVERIFY(known.locks[i].hasId(world[i].id));
            QCOMPARE(known.locks[i].state(), world[i].state);
            QVERIFY(sameLease(known.locks[i].unpack(), world[i]));
        }
    }
};

LOCKMASTER_TEST(TestBackendTracker, QCoreApplication)

} // namespace tst_backendtracker

#include "tst_backendtracker.moc"
