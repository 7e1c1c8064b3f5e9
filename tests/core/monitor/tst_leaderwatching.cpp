// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"
#include "core/monitor/monitor.h"

#include "tests/support/fakereader.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_leaderwatching {

using Blocking = FakeBackends::Blocking;

namespace {

/** A sample that took long on a busy machine makes the next wait for nineteen times as long. */
constexpr int longestRest = 60'000;
const QString db = QStringLiteral("db");
const QString locksTable = QStringLiteral("db.locks");
const QString leadersTable = QStringLiteral("db.leaders");

BackendSpec spec(Millis poll = 1s)
{
    BackendSpec backend;
    backend.name = db;
    backend.poll = poll;
    backend.timeout = 500ms;
    return backend;
}

std::shared_ptr<const SourceId> locks()
{
    return fakeSource(db, QStringLiteral("dist_lock"), locksTable);
}

std::shared_ptr<const SourceId> leaders()
{
    return fakeSource(db, QStringLiteral("leader"), leadersTable);
}

/** Drives a tracker by hand: a table of locks and one of leaders. */
struct Bench {
    ManualClock clock;
    BackendTracker tracker{spec(), clock};
    std::shared_ptr<const BackendSnapshot> last;
    std::vector<Event> events;

    LockRecord lock(const QByteArray &name, const QByteArray &owner = "o", Micros ttl = 30s) const
    {
        return fakeLock(locks(), name, owner, ttl, clock.now());
    }
    LockRecord leader(const QByteArray &name, const QByteArray &owner = "web-1") const
    {
        return fakeLock(leaders(), name, owner, 1200ms, clock.now());
    }
    void take(std::optional<BackendTracker::Outcome> outcome)
    {
        events.clear();
        if (!outcome)
            return;
        last = outcome->snapshot;
        events = outcome->events;
    }
    void read(std::vector<LockRecord> lockRows, std::vector<LockRecord> leaderRows,
              bool leadersComplete = true)
    {
        Observation led = fakeElection(leaders(), std::move(leaderRows));
        led.complete = leadersComplete;
        take(tracker.read(
            fakeReading({fakeObservation(locks(), std::move(lockRows)), std::move(led)}),
            clock.now()));
        clock.advance(200ms);
    }
    /** @return whether it was worth a snapshot. */
    bool sample(std::vector<LockRecord> leaderRows)
    {
        auto outcome = tracker.sample(fakeReading({fakeElection(leaders(), std::move(leaderRows))}),
                                      clock.now());
        clock.advance(200ms);
        const bool published = outcome.has_value();
        take(std::move(outcome));
        return published;
    }
    QByteArrayList led() const
    {
        QByteArrayList names;
        for (const auto &watch : last->leaders)
            names << watch->lock->id.name;
        return names;
    }
    QByteArrayList names() const
    {
        QByteArrayList list;
        for (const auto &shown : last->locks)
            list << shown.id().name;
        return list;
    }
};

/** A monitor on one fake backend with a table of locks and one of leaders. */
struct Watching {
    std::shared_ptr<FakeBackends> fakes = FakeBackends::create();
    Monitor monitor{fakes->factory()};

    static BackendReading reading(const QByteArray &leader, Micros ttl = 10s)
    {
        const SteadyTime now = systemClock().now();
        return fakeReading(
            {fakeObservation(locks(), {fakeLock(locks(), "job", "o", 60s, now)}),
             fakeElection(leaders(), {fakeLock(leaders(), "service", leader, ttl, now)})});
    }
    std::shared_ptr<const BackendSnapshot> snapshot()
    {
        const auto &backends = monitor.store().view()->backends;
        return backends.empty() ? std::make_shared<const BackendSnapshot>() : backends.front();
    }
    QByteArrayList led()
    {
        QByteArrayList names;
        const auto seen = snapshot();
        for (const auto &watch : seen->leaders)
            names << watch->lock->id.name;
        return names;
    }
    QByteArray leaderSeen()
    {
        const auto seen = snapshot();
        return seen->leaders.empty() || seen->leaders.front()->lock->holders.empty()
                   ? QByteArray()
                   : seen->leaders.front()->lock->holders.front().raw;
    }
};

} // namespace

/** Which locks are followed as leaders, and how they are looked at between the polls. */
class TestLeaderWatching : public QObject
{
    Q_OBJECT

private slots:
    void leaderTablesAreFollowedByThemselves()
    {
        Bench bench;
        bench.read({bench.lock("job")}, {bench.leader("b"), bench.leader("a")});
        QCOMPARE(bench.led(), QByteArrayList({"a", "b"}));
        QVERIFY(!bench.last->leaders[0]->marked);
        QVERIFY(bench.last->locks[1].hasId(bench.last->leaders[0]->lock->id));
        QVERIFY(sameContent(*bench.last->leaders[0]->lock, bench.last->locks[1].unpack()));
        QVERIFY(bench.last->leaders[0]->history);
    }

    void markedLocksAreFollowedFromWhenTheyAreMarked()
    {
        Bench bench;
        const LockRecord job = bench.lock("job");
        bench.read({job, bench.lock("other")}, {});
        const SteadyTime seen = bench.clock.now() - 200ms;
        QVERIFY(bench.led().isEmpty());
        QVERIFY(bench.tracker.setLeaderMarks({job.id}));
        bench.last = bench.tracker.restate();
        QCOMPARE(bench.led(), QByteArrayList({"job"}));
        QVERIFY(bench.last->leaders[0]->marked);
        QCOMPARE(bench.last->leaders[0]->history->since, seen);
        QVERIFY(!bench.tracker.setLeaderMarks({job.id}));
        QVERIFY(bench.tracker.setLeaderMarks({}));
        bench.last = bench.tracker.restate();
        QVERIFY(bench.led().isEmpty());
    }

    void whoTakesAMarkedLockIsNoSecondLeader()
    {
        Bench bench;
        const LockRecord job = bench.lock("job");
        QVERIFY(!bench.tracker.setLeaderMarks({job.id}));
        for (const char *owner : {"a", "b", "c", "a", "b", "a"}) {
            bench.read({bench.lock("job", owner)}, {});
            bench.read({bench.lock("job", owner)}, {});
            const auto &watch = bench.last->leaders.at(0);
            QVERIFY(!watch->lock->hasFinding(FindingId::TwoLeaders));
            QVERIFY(watch->history->overlaps.empty());
        }
        QCOMPARE(bench.last->leaders[0]->history->reigns.size(), size_t(6));
    }

    void aMarkedLockMayBeRenewedForLess()
    {
        Bench bench;
        const LockRecord job = bench.lock("job");
        QVERIFY(!bench.tracker.setLeaderMarks({job.id}));
        // At the end of each job its lease is cut short.
        for (const Micros ttl : {30s, 5s, 30s, 5s, 30s, 5s, 30s}) {
            bench.read({bench.lock("job", "o", ttl)}, {});
            bench.clock.advance(2s);
            QVERIFY(!bench.last->leaders.at(0)->lock->hasFinding(FindingId::RenewedTooFast));
        }
    }

    void aMarkMayComeBeforeItsLock()
    {
        Bench bench;
        const LockRecord job = bench.lock("job");
        const LockId elsewhere{fakeSource(QStringLiteral("another backend")), "job"};
        QVERIFY(!bench.tracker.setLeaderMarks({job.id, elsewhere}));
        bench.read({}, {});
        QVERIFY(bench.led().isEmpty());
        bench.read({job}, {});
        QCOMPARE(bench.led(), QByteArrayList({"job"}));
    }

    void aMarkOnALeaderTableChangesNothing()
    {
        Bench bench;
        const LockRecord row = bench.leader("a");
        bench.read({}, {row});
        QVERIFY(!bench.tracker.setLeaderMarks({row.id}));
        QVERIFY(!bench.tracker.setLeaderMarks({}));
        bench.read({}, {row});
        QCOMPARE(bench.led(), QByteArrayList({"a"}));
        QVERIFY(!bench.last->leaders[0]->marked);
    }

    void aLockThatWentIsLedByNobody()
    {
        Bench bench;
        bench.read({}, {bench.leader("a")});
        bench.read({}, {});
        QCOMPARE(bench.led(), QByteArrayList({"a"}));
        QCOMPARE(bench.last->leaders[0]->lock->state, LockState::Free);
        QVERIFY(bench.last->leaders[0]->lock->holders.empty());
        QVERIFY(!bench.last->leaders[0]->history->vacancies.empty());
        bench.read({}, {bench.leader("a", "web-2")});
        QCOMPARE(bench.last->leaders[0]->lock->holders[0].raw, QByteArray("web-2"));
        bench.read({}, {});
        bench.clock.advance(LeaderTrackers::forgetAfter);
        bench.read({}, {});
        QVERIFY(bench.led().isEmpty());
    }

    void whatIsNotSeenIsNotCalledVacant()
    {
        Bench bench;
        bench.read({}, {bench.leader("a")});
        bench.read({}, {}, false);
        QCOMPARE(bench.last->leaders[0]->lock->state, LockState::Unknown);
        QVERIFY(bench.last->leaders[0]->history->vacancies.empty());
        QVERIFY(!bench.last->leaders[0]->history->unseen.empty());

        Bench lost;
        lost.read({}, {lost.leader("a")});
        lost.take(lost.tracker.lose({ErrorKind::Timeout, 0, QStringLiteral("silent"), {}}));
        QCOMPARE(lost.last->leaders[0]->lock->state, LockState::Unknown);
        QVERIFY(!lost.last->leaders[0]->history->unseen.empty());
    }

    void aVacancyIsNotKnownWhileTheSourceCannotBeRead_data()
    {
        QTest::addColumn<bool>("rowStays");
        QTest::newRow("an expired row") << true;
        QTest::newRow("no row") << false;
    }
    void aVacancyIsNotKnownWhileTheSourceCannotBeRead()
    {
        QFETCH(bool, rowStays);
        Bench bench;
        std::vector<LockRecord> rows{bench.leader("a")};
        bench.read({}, rows);
        bench.clock.advance(1200ms);
        rows.front().state = LockState::Expired;
        if (!rowStays)
            rows.clear();
        const auto stands = [&bench] { return bench.last->leaders[0]->lock->state; };
        const auto vacantSince = [&bench] { return bench.last->leaders[0]->figures.vacantSince; };
        for (int i = 0; i < 2; ++i) {
            bench.read({}, rows);
            QCOMPARE(stands(), rowStays ? LockState::Expired : LockState::Free);
            QVERIFY(vacantSince());
            bench.read({}, {}, false);
            QCOMPARE(stands(), LockState::Unknown);
            QVERIFY(!vacantSince());
        }
    }

    void followsAThousandAndSaysThatThereAreMore()
    {
        Bench bench;
        std::vector<LockRecord> rows;
        for (size_t i = 0; i < LeaderTrackers::mostFollowed; ++i)
            rows.push_back(bench.leader(QByteArray::number(qint64(i))));
        bench.read({}, rows);
        QCOMPARE(bench.last->leaders.size(), LeaderTrackers::mostFollowed);
        QVERIFY(bench.last->status.problems.empty());
        rows.push_back(bench.leader("one more"));
        bench.read({}, rows);
        QCOMPARE(bench.last->leaders.size(), LeaderTrackers::mostFollowed);
        QCOMPARE(bench.last->status.problems.size(), size_t(1));
        QCOMPARE(bench.last->status.problems[0].error.kind, ErrorKind::Truncated);
        const LockRecord job = bench.lock("job");
        bench.tracker.setLeaderMarks({job.id}); // what the operator asked for is not left out
        bench.read({job}, rows);
        QCOMPARE(bench.last->leaders.size(), LeaderTrackers::mostFollowed + 1);
        QVERIFY(bench.led().contains("job"));
        bench.tracker.setLeaderMarks({});
        rows.pop_back();
        bench.read({}, rows);
        QVERIFY(bench.last->status.problems.empty());
    }

    void aSampleTellsOfItsSourcesAlone()
    {
        Bench bench;
        bench.read({bench.lock("job")}, {bench.leader("b")});
        const auto before = bench.last;
        QVERIFY(bench.sample({bench.leader("a"), bench.leader("b", "web-2")}));
        QCOMPARE(bench.names(), QByteArrayList({"job", "a", "b"}));
        QVERIFY(bench.last->locks[0] == before->locks[0]);
        QCOMPARE(bench.last->locks[2].unpack().holders[0].raw, QByteArray("web-2"));
        QCOMPARE(bench.led(), QByteArrayList({"a", "b"}));
        QCOMPARE(bench.events.size(), size_t(2)); // appeared, owner_changed
        QCOMPARE(bench.last->status.dataFrom, before->status.dataFrom);
        QCOMPARE(bench.last->status.latency, before->status.latency);
        QCOMPARE(bench.last->status.sources, before->status.sources);

        QVERIFY(bench.sample({bench.leader("a")}));
        QCOMPARE(bench.names(), QByteArrayList({"job", "a"}));
        QVERIFY(bench.sample({}));
        QCOMPARE(bench.names(), QByteArrayList({"job"}));
        QCOMPARE(bench.led(), QByteArrayList({"a", "b"}));
        QVERIFY(bench.sample({bench.leader("z")}));
        QCOMPARE(bench.names(), QByteArrayList({"job", "z"}));
        QVERIFY(bench.sample({bench.leader("0"), bench.leader("z")}));
        QCOMPARE(bench.names(), QByteArrayList({"job", "0", "z"}));
    }

    void aSampleWithoutNewsIsNone()
    {
        Bench bench;
        const LockRecord row = bench.leader("a");
        bench.read({bench.lock("job")}, {row});
        QVERIFY(!bench.sample({row}));
        LockRecord renewed = row;
        renewed.lease.stored += 1'000'000;
        *renewed.lease.expiresAt += 1s;
        renewed.lease.deadline += 1s;
        QVERIFY(bench.sample({renewed}));
        QVERIFY(!bench.sample({renewed}));
    }

    void aSampleThatFailedMeansNothing()
    {
        Bench bench;
        bench.read({bench.lock("job")}, {bench.leader("a")});
        QVERIFY(!bench.tracker.sample(fakeFailure(), bench.clock.now()));
        Observation cut = fakeElection(leaders(), {});
        cut.complete = false;
        QVERIFY(!bench.tracker.sample(fakeReading({cut}), bench.clock.now()));
        bench.last = bench.tracker.restate();
        QCOMPARE(bench.last->locks[1].state(), LockState::Held);
        QCOMPARE(bench.last->status.state, BackendState::Online);

        bench.take(bench.tracker.lose({ErrorKind::Timeout, 0, QStringLiteral("silent"), {}}));
        QVERIFY(!bench.sample({bench.leader("a")}));
        QCOMPARE(bench.tracker.status().state, BackendState::Offline);
    }

    void leadersAreSeenBetweenThePolls()
    {
        Watching watching;
        watching.fakes->setReading(db, Watching::reading("web-1"));
        watching.monitor.setBackends({spec(60s)});
        QTRY_COMPARE(watching.leaderSeen(), QByteArray("web-1"));
        watching.fakes->setReading(db, Watching::reading("web-2"));
        QTRY_COMPARE(watching.leaderSeen(), QByteArray("web-2"));
        QCOMPARE(watching.fakes->readCount(db), 1);
        QCOMPARE(watching.fakes->lastDepth(db), BackendReader::Depth::Routine);
    }

    void thereAreNoSamplesWhereNobodyLooks_data()
    {
        QTest::addColumn<QString>("why");
        for (const char *why : {"off", "paused", "short period", "offline", "no leaders", "many"})
            QTest::newRow(why) << QString::fromLatin1(why);
    }
    void thereAreNoSamplesWhereNobodyLooks()
    {
        QFETCH(QString, why);
        Watching watching;
        BackendReading reading = Watching::reading("web-1");
        if (why == u"no leaders")
            reading.observations.pop_back();
        if (why == u"many") {
            auto &rows = reading.observations.back().records;
            while (rows.size() <= BackendReader::mostSampledLeaders)
                rows.push_back(fakeLock(leaders(), QByteArray::number(qint64(rows.size())), "o"));
        }
        watching.fakes->setReading(db, reading);
        watching.monitor.setLeaderSampling(why != u"off");
        watching.monitor.setBackends({spec(why == u"short period" ? 200ms : 60s)});
        QTRY_COMPARE(watching.snapshot()->status.state, BackendState::Online);
        if (why == u"paused")
            watching.monitor.setPaused(true);
        if (why == u"offline") {
            watching.fakes->setReading(db, fakeFailure());
            watching.monitor.refresh();
            QTRY_COMPARE(watching.snapshot()->status.state, BackendState::Offline);
        }
        // A sample that was under way may still come; then a few of its periods must pass without.
        QTest::qWait(50);
        const int samples = watching.fakes->sampleCount(db);
        QTest::qWait(700);
        QCOMPARE(watching.fakes->sampleCount(db), samples);
        if (why == u"paused") {
            watching.monitor.setPaused(false);
            QTRY_VERIFY(watching.fakes->sampleCount(db) > samples);
        }
    }

    void aStuckSampleDelaysNeitherPollNorVerdict()
    {
        Watching watching;
        watching.fakes->setReading(db, Watching::reading("web-1"));
        watching.monitor.setBackends({spec(60s)});
        QTRY_VERIFY(watching.fakes->sampleAnswerCount(db) > 0);
        watching.fakes->setBlocking(db, Blocking::Stuck);
        const int samples = watching.fakes->sampleCount(db);
        QTRY_COMPARE(watching.fakes->sampleCount(db), samples + 1);
        QCOMPARE(watching.snapshot()->status.state, BackendState::Online);
        watching.monitor.refresh();
        QTRY_COMPARE(watching.snapshot()->status.state, BackendState::Offline);
        QCOMPARE(watching.fakes->readCount(db), 1);
        watching.fakes->setReading(db, Watching::reading("web-2"));
        watching.fakes->setBlocking(db, Blocking::No);
        QTRY_COMPARE(watching.leaderSeen(), QByteArray("web-2"));
        QCOMPARE(watching.snapshot()->status.state, BackendState::Online);
        const int after = watching.fakes->sampleAnswerCount(db);
        QTRY_VERIFY_WITH_TIMEOUT(watching.fakes->sampleAnswerCount(db) > after + 1, longestRest);
    }

    void aRefreshIsAnsweredBetweenSamples()
    {
        Watching watching;
        watching.fakes->setReading(db, Watching::reading("web-1"));
        watching.monitor.setBackends({spec(60s)});
        for (int i = 2; i < 12; ++i) {
            QTRY_VERIFY(watching.fakes->sampleCount(db) > 0);
            watching.monitor.refresh();
            QTRY_COMPARE(watching.fakes->readCount(db), i);
        }
        const int samples = watching.fakes->sampleAnswerCount(db);
        QTRY_VERIFY_WITH_TIMEOUT(watching.fakes->sampleAnswerCount(db) > samples, longestRest);
    }

    void samplesDoNotKeepDataFresh()
    {
        Watching watching;
        watching.fakes->setReading(db, Watching::reading("web-1"));
        watching.monitor.setBackends({spec(60s)});
        QTRY_VERIFY_WITH_TIMEOUT(watching.fakes->sampleAnswerCount(db) > 1, longestRest);
        const auto from = watching.snapshot()->status.dataFrom;
        watching.fakes->setReading(db, Watching::reading("web-2"));
        QTRY_COMPARE(watching.leaderSeen(), QByteArray("web-2"));
        QCOMPARE(watching.snapshot()->status.dataFrom, from);
    }

    void marksReachTheObservers()
    {
        Watching watching;
        watching.fakes->setReading(db, Watching::reading("web-1"));
        watching.monitor.setBackends({spec(60s)});
        QTRY_COMPARE(watching.led(), QByteArrayList({"service"}));
        watching.monitor.setLeaderMarks({{locks(), "job"}});
        QTRY_COMPARE(watching.led(), QByteArrayList({"job", "service"}));
        QCOMPARE(watching.fakes->readCount(db), 1);
        watching.monitor.setLeaderMarks({});
        QTRY_COMPARE(watching.led(), QByteArrayList({"service"}));
    }
};

LOCKMASTER_TEST(TestLeaderWatching, QCoreApplication)

} // namespace tst_leaderwatching

#include "tst_leaderwatching.moc"
