// SPDX-License-Identifier: Apache-2.0
#include "core/platform/threadsleftbehind.h"
#include "core/monitor/monitor.h"
#include "core/monitor/observer.h"

#include "tests/support/fakefeed.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_pushedmonitor {

using Blocking = FakeBackends::Blocking;
using Silence = FakeFeeds::Silence;

namespace {

const QString alpha = QStringLiteral("alpha");

/** So rare that no test sees a second poll that nothing asked for. */
constexpr Millis rarely = 60s;

BackendSpec backend(Millis poll = rarely, Millis timeout = 500ms)
{
    BackendSpec spec;
    spec.name = alpha;
    spec.kind = BackendKind::Redis;
    spec.poll = poll;
    spec.timeout = timeout;
    return spec;
}

/** A monitor on a fake backend with a feed, and everything it told. */
struct Bench {
    std::shared_ptr<FakeBackends> fakes = FakeBackends::create();
    std::shared_ptr<FakeFeeds> feeds = FakeFeeds::create();
    std::shared_ptr<const SourceId> source = fakeSource(alpha);
    std::unique_ptr<Monitor> monitor =
        std::make_unique<Monitor>(fakes->factory(), feeds->factory());
    QStringList events;
    QStringList ends; ///< of holds
    int updates = 0;

    Bench()
    {
        QObject::connect(&monitor->store(), &LockStore::updated, &monitor->store(),
                         [this](const ViewUpdate &update) {
                             ++updates;
                             for (const Event &event : update.events) {
                                 events << eventKindName(event.kind);
                                 if (event.end != HowEnded::None)
                                     ends << endName(event.end);
                             }
                         });
    }

    /** What the backend has, for whoever reads it. */
    void set(const std::vector<QByteArray> &names, const QByteArray &owner = "owner")
    {
        fakes->setReading(alpha, fakeReading({fakeObservation(source, records(names, owner))}));
    }
    std::vector<LockRecord> records(const std::vector<QByteArray> &names,
                                    const QByteArray &owner = "owner") const
    {
        std::vector<LockRecord> list;
        for (const QByteArray &name : names)
            list.push_back(fakeLock(source, name, owner));
        return list;
    }
    /** The feed names these as changed, and read them with this outcome. */
    void tell(const std::vector<QByteArray> &names, const std::vector<QByteArray> &there,
              const QByteArray &owner = "owner")
    {
        feeds->tell(alpha, fakeNews(source->name, names, records(there, owner)));
    }
    const BackendStatus *status() const
    {
        const auto &backends = monitor->store().view()->backends;
        return backends.empty() ? nullptr : &backends.front()->status;
    }
    bool isPushed() const { return status() && status()->updates == UpdateKind::Tracking; }
    bool is(BackendState state) const { return status() && status()->state == state; }
    int reads() const { return fakes->readCount(alpha); }
    QStringList locks() const
    {
        QStringList list;
        for (const ViewRow &row : monitor->store().view()->rows) {
            if (row.mark == RowMark::Gone)
                continue;
            const LockRecord lock = row.lock.unpack();
            list << QString::fromUtf8(lock.id.name) + QLatin1Char('=')
                        + (lock.state == LockState::Unknown
                               ? QStringLiteral("?")
                               : QString::fromUtf8(lock.holders.front().raw));
        }
        return list;
    }
    static QStringList words(const char *list)
    {
        return QString::fromLatin1(list).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    }
};

/** While a check is answered a change comes in, which the next `next()` reads. */
class BackloggedFeed final : public ChangeFeed
{
public:
    Result<UpdateKind> open(SteadyTime) override { return UpdateKind::Tracking; }
    Result<FeedNews> next(SteadyTime until, SteadyTime) override
    {
        FeedNews news;
        news.everything = std::exchange(m_waiting, false);
        if (!news.everything)
            std::this_thread::sleep_until(until);
        return news;
    }
    Result<void> check(SteadyTime) override
    {
        m_waiting = true;
        return {};
    }
    void interrupt() noexcept override {}

private:
    bool m_waiting = false;
};

Error lost()
{
    return {ErrorKind::Network, 0, QStringLiteral("The feed's connection is lost."), {}};
}

} // namespace

class TestPushedMonitor : public QObject
{
    Q_OBJECT

private slots:
    void changesAreShownWithoutPolls()
    {
        Bench bench;
        bench.set({"a", "b"});
        bench.monitor->setBackends({backend()});
        QTRY_VERIFY(bench.isPushed());
        QCOMPARE(bench.status()->polledBecause, QString());
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner b=owner"));
        const int reads = bench.reads();
        bench.tell({"b", "c"}, {"c"});
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner c=owner"));
        bench.tell({"a"}, {"a"}, "other");
        QTRY_COMPARE(bench.locks(), Bench::words("a=other c=owner"));
        QCOMPARE(bench.reads(), reads);
        auto events = bench.events;
        events.sort();
        QCOMPARE(events, Bench::words("appeared gone owner_changed"));
    }

    void whatHappenedBeforeTheFeedOpenedIsPolled()
    {
        Bench bench;
        bench.set({"a"});
        bench.feeds->setSilence(alpha, Silence::ForEver);
        bench.monitor->setBackends({backend()});
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner"));
        QCOMPARE(bench.reads(), 1);
        QVERIFY(!bench.isPushed());
        bench.set({"b"});
        bench.feeds->setSilence(alpha, Silence::No);
        QTRY_COMPARE(bench.locks(), Bench::words("b=owner"));
        QTRY_VERIFY(bench.isPushed());
        QCOMPARE(bench.reads(), 2);
    }

    /** Before it opened, the feed would have told of nothing. */
    void whatRanOutBeforeTheFeedOpenedIsNotJudged()
    {
        Bench bench;
        const LockRecord lock = fakeLock(bench.source, "a", "o", 500ms, systemClock().now());
        bench.fakes->setReading(alpha, fakeReading({fakeObservation(bench.source, {lock})}));
        bench.feeds->setSilence(alpha, Silence::ForEver);
        bench.monitor->setBackends({backend()});
        QTRY_COMPARE(bench.locks(), Bench::words("a=o"));
        bench.set({});
        QTRY_VERIFY(systemClock().now() > lock.lease.deadline + 100ms);
        bench.feeds->setSilence(alpha, Silence::No);
        QTRY_COMPARE(bench.locks(), QStringList());
        QTRY_VERIFY(bench.isPushed());
        QCOMPARE(bench.ends, Bench::words("unknown"));
    }

    void theServersWordOfAnEndIsPassedOn()
    {
        Bench bench;
        bench.set({"a", "b"});
        bench.monitor->setBackends({backend()});
        QTRY_VERIFY(bench.isPushed());
        const auto tellEnd = [&bench](const QByteArray &name) {
            FeedNews news = fakeNews(bench.source->name, {name}, {});
            // Their leases are endless, so that it cannot be true: it was taken in, and doubted.
            news.ends.insert(name, HowEnded::Expired);
            return news;
        };
        bench.feeds->tell(alpha, tellEnd("a"));
        QTRY_COMPARE(bench.locks(), Bench::words("b=owner"));
        QCOMPARE(bench.ends, Bench::words("unknown"));
        // Where too much had happened to name it, whose end it was cannot be known.
        FeedNews everything;
        everything.everything = true;
        bench.feeds->tell(alpha, everything);
        bench.feeds->tell(alpha, tellEnd("b"));
        QTRY_COMPARE(bench.locks(), QStringList());
        QCOMPARE(bench.ends, Bench::words("unknown released"));
    }

    void newsDuringAPollAreNewerThanIt()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(rarely, 10s)});
        QTRY_VERIFY(bench.isPushed());
        bench.fakes->setBlocking(alpha, Blocking::UntilInterrupted);
        const int reads = bench.reads();
        bench.monitor->refresh();
        QTRY_COMPARE(bench.reads(), reads + 1);
        bench.tell({"a", "b"}, {"b"});
        QTRY_COMPARE(bench.locks(), Bench::words("b=owner")); // before the poll is done
        QCOMPARE(bench.fakes->answerCount(alpha), reads);
        bench.fakes->setBlocking(alpha, Blocking::No); // the poll still saw "a", and no "b"
        QTRY_COMPARE(bench.fakes->answerCount(alpha), reads + 1);
        // Whether "b" is there is doubtful to that poll, and asked for.
        bench.set({"b"});
        bench.tell({"c"}, {"c"});
        QTRY_COMPARE(bench.locks(), Bench::words("b=owner c=owner"));
        QCOMPARE(bench.events.count(QStringLiteral("gone")), 1);
        QCOMPARE(bench.events.count(QStringLiteral("appeared")), 2);
    }

    void whatIsPushedWhileABackendComesBackIsToldAfterThat()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(rarely, 3s)});
        QTRY_VERIFY(bench.isPushed());
        bench.fakes->setReading(alpha,
                                fakeFailure(ErrorKind::Network, QStringLiteral("no answer")));
        bench.monitor->refresh();
        QTRY_VERIFY(bench.is(BackendState::Offline));
        bench.set({"a"});
        bench.fakes->setBlocking(alpha, Blocking::Stuck);
        const int reads = bench.reads();
        QTRY_VERIFY(bench.reads() > reads);
        bench.tell({"b"}, {"b"});
        QTest::qWait(100); // taken in by now, or told later, as it should be
        bench.fakes->setBlocking(alpha, Blocking::No);
        QTRY_COMPARE(bench.events, Bench::words("backend_lost backend_back appeared"));
    }

    void aLostFeedIsFollowedByPolls()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(rarely)});
        QTRY_VERIFY(bench.isPushed());
        const int reads = bench.reads();
        bench.set({"a", "b"}); // nobody tells of it
        bench.feeds->setOpening(alpha, tl::make_unexpected(lost()));
        bench.feeds->fail(alpha, lost());
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner b=owner"));
        QCOMPARE(bench.reads(), reads + 1);
        QVERIFY(!bench.isPushed());
        QCOMPARE(bench.status()->polledBecause, lost().message);
        QVERIFY(bench.is(BackendState::Online));
        QCOMPARE(bench.events, Bench::words("appeared"));
        // It is tried again by itself.
        bench.feeds->setOpening(alpha, UpdateKind::Tracking);
        QTRY_VERIFY(bench.isPushed());
        QCOMPARE(bench.events, Bench::words("appeared"));
    }

    void whatWillNotOpenIsNotTriedAgainSoon()
    {
        Bench bench;
        bench.set({"a"});
        const Error unsupported{ErrorKind::Unsupported, 0, QStringLiteral("too old"), {}};
        bench.feeds->setOpening(alpha, tl::make_unexpected(unsupported));
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.reads() > 7);
        QCOMPARE(bench.feeds->openCount(alpha), 1);
        QCOMPARE(bench.status()->polledBecause, unsupported.message);
    }

    void aBackendWithoutAFeedIsPolled()
    {
        Bench bench;
        bench.set({"a"});
        bench.feeds->setNone(alpha);
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.reads() > 3);
        QCOMPARE(bench.status()->updates, UpdateKind::Polled);
        QCOMPARE(bench.status()->polledBecause, QString());
    }

    void pushMayBeSwitchedOff()
    {
        Bench bench;
        BackendSpec spec = backend(200ms);
        spec.push = false;
        bench.monitor->setBackends({spec});
        QTRY_VERIFY(bench.reads() > 3);
        QCOMPARE(bench.feeds->openCount(alpha), 0);
        QVERIFY(!bench.status()->polledBecause.isEmpty());
    }

    void aFeedThatNeverOpensDisturbsNothing()
    {
        Bench bench;
        bench.set({"a"});
        bench.feeds->setSilence(alpha, Silence::ForEver);
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.reads() > 5);
        QVERIFY(bench.is(BackendState::Online));
        bench.monitor.reset();
        QCOMPARE(bench.feeds->feedCount(), 0);
    }

    void aFeedThatHangsIsFollowedByPolls()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms, 300ms)});
        QTRY_VERIFY(bench.isPushed());
        bench.feeds->setSilence(alpha, Silence::ForEver);
        const int reads = bench.reads();
        QTRY_VERIFY(bench.reads() > reads + 2);
        QTRY_VERIFY(!bench.isPushed());
        QVERIFY(bench.is(BackendState::Online));
        bench.feeds->setSilence(alpha, Silence::No);
        QTRY_VERIFY(bench.isPushed());
        QCOMPARE(bench.events, QStringList());
    }

    void aFrozenServerIsUnknownInTime()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(500ms, 500ms)});
        QTRY_VERIFY(bench.isPushed());
        QElapsedTimer timer;
        timer.start();
        bench.fakes->setBlocking(alpha, Blocking::Stuck);
        bench.feeds->setSilence(alpha, Silence::UntilDeadline);
        QTRY_COMPARE(bench.locks(), Bench::words("a=?"));
        // A period, the deadline and half a second make 1.5 s; a loaded machine gets more.
        QVERIFY2(timer.elapsed() < 4'000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(bench.is(BackendState::Offline));
        QVERIFY(!bench.isPushed());

        bench.fakes->setBlocking(alpha, Blocking::No);
        bench.feeds->setSilence(alpha, Silence::No);
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner"));
        QTRY_VERIFY(bench.isPushed());
        QCOMPARE(bench.events, Bench::words("backend_lost backend_back"));
    }

    void aLeaseThatRanOutIsConfirmedByOneRead()
    {
        Bench bench;
        const auto until = systemClock().now();
        bench.fakes->setReading(
            alpha, fakeReading({fakeObservation(bench.source,
                                                {fakeLock(bench.source, "a", "o", 1s, until),
                                                 fakeLock(bench.source, "b", "o", 1h, until)})}));
        bench.monitor->setBackends({backend()});
        QTRY_VERIFY(bench.isPushed());
        const int reads = bench.reads();
        QCOMPARE(bench.locks(), Bench::words("a=o b=o"));
        bench.fakes->setReading(
            alpha, fakeReading({fakeObservation(bench.source,
                                                {fakeLock(bench.source, "b", "o", 1h, until)})}));
        QTRY_COMPARE(bench.locks(), Bench::words("b=o"));
        QCOMPARE(bench.reads(), reads);
        QCOMPARE(bench.fakes->namedCount(alpha), 1);
        QCOMPARE(bench.fakes->lastNames(alpha), std::vector<QByteArray>{"a"});
        QCOMPARE(bench.events, Bench::words("expired gone"));
    }

    void aPollThatDoesNotShowWhatWasPushedAsks()
    {
        Bench bench;
        bench.set({});
        bench.monitor->setBackends({backend()});
        QTRY_VERIFY(bench.isPushed());
        bench.tell({"a"}, {"a"});
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner"));
        bench.monitor->refresh();
        // It is not there by name either.
        QTRY_COMPARE(bench.locks(), QStringList());
        QCOMPARE(bench.fakes->lastNames(alpha), std::vector<QByteArray>{"a"});
    }

    void whatNoFeedTellsIsAskedForOnceAPeriod()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        QTRY_VERIFY(bench.fakes->unfedCount(alpha) > 3);
        QTRY_VERIFY(bench.feeds->checkCount(alpha) > 3);
        // Polls became rare: 200, 400, 800 ms, ...
        QVERIFY(bench.fakes->unfedCount(alpha) >= bench.reads() - 2);
        QVERIFY(bench.is(BackendState::Online));
    }

    /** The reader has not seen what the feed read: it must not take it for what is shown. */
    void theReaderIsToldWhatTheFeedToldOnce()
    {
        Bench bench;
        bench.set({"a", "b"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        QTRY_VERIFY(bench.fakes->unfedCount(alpha) > 0);
        QVERIFY(bench.fakes->toldNames(alpha).empty());
        const auto told = [&] { return bench.fakes->toldNames(alpha); };
        const auto isTold = [&] {
            if (told().empty()) // a poll would have read it anyway
                bench.tell({"b"}, {"b"});
            return !told().empty();
        };
        QTRY_VERIFY(isTold());
        const auto glances = [&](int more) {
            const int before = bench.fakes->unfedCount(alpha);
            return QTest::qWaitFor([&] { return bench.fakes->unfedCount(alpha) >= before + more; });
        };
        QVERIFY(glances(2)); // what was on its way
        const auto names = told();
        QCOMPARE(std::set<QByteArray>(names.begin(), names.end()), std::set<QByteArray>{"b"});
        QVERIFY(glances(2));
        QCOMPARE(told(), names);
    }

    void checksKeepTheDataYoung()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        const auto from = bench.status()->dataFrom;
        const int checks = bench.feeds->checkCount(alpha);
        QTRY_VERIFY(bench.feeds->checkCount(alpha) > checks + 2);
        QTRY_VERIFY(bench.status()->dataFrom > from);
    }

    /** What came before the answer to a check may wait behind it: the data are no younger. */
    void aCheckTellsWhatWaitedBeforeItIsAnswered()
    {
        Bench bench;
        std::mutex mutex;
        QStringList told;
        ListeningThread thread(
            backend(), [](const BackendSpec &) { return std::make_unique<BackloggedFeed>(); },
            [&](quint64, const FeedWord &word) {
                const std::lock_guard lock(mutex);
                if (std::holds_alternative<FeedNews>(word))
                    told << QStringLiteral("news");
                else if (std::holds_alternative<FeedAnswered>(word))
                    told << QStringLiteral("answered");
            });
        thread.listen(1, 20ms);
        const auto count = [&] {
            const std::lock_guard lock(mutex);
            return told.size();
        };
        QTRY_VERIFY(count() >= 4);
        thread.requestStop();
        const std::lock_guard lock(mutex);
        QCOMPARE(told.mid(0, 4), Bench::words("news answered news answered"));
    }

    void anythingMayHaveChangedMeansAPoll()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        bench.set({"z"});
        FeedNews news;
        news.everything = true;
        bench.feeds->tell(alpha, news);
        QTRY_COMPARE(bench.locks(), Bench::words("z=owner"));
        // What is new is for a search to find: polls that became rarer would take half a minute.
        const int reads = bench.reads();
        QTRY_VERIFY(bench.reads() > reads + 7);
    }

    void aStreamOfNewsKeepsNothingWaiting()
    {
        Bench bench;
        bench.set({"a"});
        std::atomic<bool> pushed = false;
        std::atomic<bool> done = false;
        // A snapshot of a million locks takes longer than the gap between two.
        const auto publish = [&](const std::shared_ptr<const BackendSnapshot> &snapshot,
                                 const std::vector<Event> &) {
            pushed = snapshot->status.updates == UpdateKind::Tracking;
            std::this_thread::sleep_for(60ms);
        };
        Observer observer(backend(), {bench.fakes->factory(), bench.feeds->factory()},
                          systemClock(), {}, publish);
        QTRY_VERIFY(pushed);
        std::thread stream([&] {
            for (int i = 0; !done && i < 1'000; ++i) {
                bench.tell({"a"}, {"a"}, QByteArray::number(i));
                std::this_thread::sleep_for(5ms);
            }
        });
        const int answers = bench.fakes->answerCount(alpha);
        bool answered = true;
        for (int i = 1; i <= 3 && answered; ++i) {
            observer.pollNow();
            answered = QTest::qWaitFor(
                [&] { return bench.fakes->answerCount(alpha) >= answers + i; }, 1'500);
        }
        done = true;
        stream.join();
        QVERIFY(answered);
    }

    void whatARefreshLeavesInDoubtIsAskedForWhilePaused()
    {
        Bench bench;
        bench.set({});
        bench.monitor->setBackends({backend()});
        QTRY_VERIFY(bench.isPushed());
        bench.tell({"a"}, {"a"});
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner"));
        bench.monitor->setPaused(true);
        QTRY_COMPARE(bench.feeds->feedCount(), 0);
        QCOMPARE(bench.fakes->namedCount(alpha), 0);
        bench.monitor->refresh();
        QTRY_COMPARE(bench.locks(), QStringList());
        QCOMPARE(bench.fakes->namedCount(alpha), 1);
    }

    void whatFoundNoConnectionIsAskedForAgain()
    {
        Bench bench;
        bench.set({});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        bench.fakes->setReading(alpha, fakeReading({})); // as without a connection
        bench.feeds->tell(alpha,
                          fakeNews(bench.source->name, {"a"},
                                   {fakeLock(bench.source, "a", "o", 50ms, systemClock().now())}));
        QTRY_VERIFY(bench.fakes->namedCount(alpha) > 3);
        QCOMPARE(bench.fakes->lastNames(alpha), std::vector<QByteArray>{"a"});
        bench.set({});
        QTRY_COMPARE(bench.locks(), QStringList());
    }

    void pausedNothingIsHeard()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        bench.monitor->setPaused(true);
        QTRY_COMPARE(bench.feeds->feedCount(), 0);
        QTRY_VERIFY(bench.is(BackendState::Stale));
        QVERIFY(!bench.isPushed());
        const int reads = bench.reads();
        bench.tell({"b"}, {"b"});
        bench.set({"c"});
        bench.monitor->setPaused(false);
        QTRY_VERIFY(bench.isPushed());
        QTRY_VERIFY(bench.locks().contains(QStringLiteral("c=owner")));
        QVERIFY(bench.reads() > reads);
    }

    void aBurstIsShownInAFewSteps()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend()});
        QTRY_VERIFY(bench.isPushed());
        const int updates = bench.updates;
        for (int i = 0; i < 2'000; ++i)
            bench.tell({"a"}, {"a"}, QByteArray::number(i));
        QTRY_COMPARE(bench.locks(), Bench::words("a=1999"));
        QVERIFY2(bench.updates < updates + 1'000, qPrintable(QString::number(bench.updates)));
    }

    void whatNobodyLooksAtIsPolledLess()
    {
        Bench bench;
        bench.set({"a"});
        bench.feeds->setNone(alpha);
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.reads() > 2);
        bench.monitor->setAttention(false);
        QTRY_COMPARE(bench.status()->period, Millis(5s));
        QVERIFY(bench.is(BackendState::Online));
        bench.monitor->setAttention(true);
        QTRY_COMPARE(bench.status()->period, Millis(200));
        const int reads = bench.reads();
        QTRY_VERIFY(bench.reads() > reads);
    }

    void whatIsPushedNeedsNoAttention()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        bench.monitor->setAttention(false);
        bench.tell({"b"}, {"b"});
        QTRY_COMPARE(bench.locks(), Bench::words("a=owner b=owner"));
        QCOMPARE(bench.status()->period, Millis(200));
    }

    void aMarkedLockIsLookedAtThoughNothingChanges()
    {
        Bench bench;
        bench.set({"a", "b"});
        bench.monitor->setLeaderMarks({LockId{bench.source, "a"}});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        QTRY_VERIFY(bench.fakes->namedCount(alpha) > 2);
        QCOMPARE(bench.fakes->lastNames(alpha), std::vector<QByteArray>{"a"});
    }

    void aRemovedBackendIsNotListenedTo()
    {
        Bench bench;
        bench.set({"a"});
        bench.monitor->setBackends({backend(200ms)});
        QTRY_VERIFY(bench.isPushed());
        bench.monitor->setBackends({});
        QTRY_COMPARE(bench.feeds->feedCount(), 0);
        QCOMPARE(ThreadsLeftBehind::count(LeftBehind::Watching), 0);
    }
};

LOCKMASTER_TEST(TestPushedMonitor, QCoreApplication)

} // namespace tst_pushedmonitor

#include "tst_pushedmonitor.moc"
