// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdoperation.h"
#include "tests/support/fakelockclient.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_holdoperation {

namespace {

using Why = NotDone::Why;
using Kind = HoldEnd::Kind;

const Error refused{ErrorKind::Network, 111, QStringLiteral("cache refused."), {}};

/** A hold on a fake lock, with a gate and an audit log of its own. */
struct World {
    World() { order = lock.order(); }

    ActionTools tools() const
    {
        ActionTools tools;
        tools.gate = &gate;
        tools.audit = &audit;
        tools.passwords = [](const BackendSpec &) -> PasswordSource {
            return [](SteadyTime) -> Result<Secret> { return Secret(); };
        };
        tools.program = QStringLiteral("test");
        tools.clock = &lock.clock;
        return tools;
    }

    /** Ends by itself or at `stopAt`. */
    tl::expected<HoldEnd, NotDone> run(std::optional<Millis> stopAt = {})
    {
        HoldOperation operation(order, tools(), lock.seams());
        if (stopAt)
            lock.at(*stopAt, [&operation] { operation.stop(); });
        HoldWatcher watcher;
        watcher.acquired = [this](const OwnLock &own, std::optional<SteadyTime>) {
            told.append(QStringLiteral("acquired ") + QString::fromUtf8(own.owner.trimmed()));
        };
        watcher.renewed = [this](const OwnLock &, std::optional<SteadyTime> ends) {
            told.append(QStringLiteral("renewed"));
            leaseEnds = ends;
        };
        watcher.renewalFailed = [this](const Error &error) {
            told.append(QStringLiteral("failed: ") + error.message);
        };
        watcher.lost = [this](const Error &) {
            told.append(QStringLiteral("lost"));
            logWhenLost = log();
        };
        watcher.lettingGo = [this] { told.append(QStringLiteral("letting go")); };
        running = &operation;
        return operation.run(watcher);
    }

    /** `acquire`, `acquired`, `let-go`, `released`: what the log says, in its order. */
    QStringList log() const
    {
        QStringList words;
        const auto lines = readAudit(audit.directory(), 100);
        for (const AuditLine &line : lines.value_or(std::vector<AuditLine>()))
            words.append(line.isIntent ? line.intent.action : line.outcome.outcome);
        return words;
    }

    QTemporaryDir directory;
    FakeLock lock;
    WriteGate gate{lock.clock};
    AuditLog audit{directory.filePath(QStringLiteral("audit")), lock.clock};
    HoldOrder order;
    HoldOperation *running = nullptr; ///< valid while it runs
    QStringList told;
    QStringList logWhenLost;
    std::optional<SteadyTime> leaseEnds;
};

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
}

} // namespace

/** Taking, renewing, losing and letting go, on a clock that is turned by hand. */
class TestHoldOperation : public QObject
{
    Q_OBJECT

private slots:
    void renewsAtAThirdOfTheLeaseAndLetsGo();
    void holdsForAsLongAsAsked();
    void everyStepIsAuditedBeforeAndAfter();
    void lossIsNoticedAtTheNextRenewal();
    void leaseCountsFromBeforeItsRenewalWasSent();
    void failingRenewalIsTriedAgainWithinTheLease();
    void renewalThatComesTooLateIsALoss();
    void longSleepOfOursIsALoss();
    void sessionIsProvedAliveAndLostWithItsConnection();
    void longWaitIsRenewedAtOnce();
    void leaseCountsFromTheAttemptThatTookIt();
    void leaseThatIsOverBeforeItIsToldIsNone();
    void renewsWhenAsked();
    void callsHaveDeadlines();
    void nothingIsSentWhereItMustNot_data();
    void nothingIsSentWhereItMustNot();
    void notAcquiredSaysWhoHasIt();
    void failureIsNoHold();
    void attemptWithoutAnAnswerIsLetGoOf();
    void attemptAndReleaseWithoutAnAnswerAreUnsure();
    void waitEndsWithTheTimeToWrite();
    void nothingIsKeptThatWasTakenAfterTheTimeToWrite();
    void letsGoThoughNothingCanBeWrittenDown();
    void releaseThatFindsAnotherIsALoss();
    void releaseWithoutAnAnswerIsUnsure();
    void stopEndsTheWaitForTheLockAtOnce();
    void stopEndsTheRestBetweenRenewalsAtOnce();
};

void TestHoldOperation::renewsAtAThirdOfTheLeaseAndLetsGo()
{
    World world;
    const auto end = world.run(3500ms);
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::LetGo));
    QVERIFY(!end->error && !end->notAudited);
    QCOMPARE(world.lock.calls,
             QStringList({QStringLiteral("acquire on cache@0"), QStringLiteral("renew@1000"),
                          QStringLiteral("renew@2000"), QStringLiteral("renew@3000"),
                          QStringLiteral("release@3500")}));
    QCOMPARE(world.told, QStringList({QStringLiteral("acquired me"), QStringLiteral("renewed"),
                                      QStringLiteral("renewed"), QStringLiteral("renewed"),
                                      QStringLiteral("letting go")}));
}

void TestHoldOperation::holdsForAsLongAsAsked()
{
    World world;
    world.order.hold = 100min;
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::LetGo));
    QCOMPARE(world.lock.calls.last(), QStringLiteral("release@6000000"));
    QCOMPARE(world.lock.calls.count(), 1 + 5999 + 1);
}

void TestHoldOperation::everyStepIsAuditedBeforeAndAfter()
{
    World world;
    QStringList before;
    QStringList atRelease;
    world.lock.inAcquire = [&] { before = world.log(); };
    world.lock.inRelease = [&] { atRelease = world.log(); };
    QVERIFY(world.run(500ms));
    QCOMPARE(before, words("acquire"));
    QCOMPARE(atRelease, words("acquire acquired let-go"));
    QCOMPARE(world.log(), words("acquire acquired let-go released"));

    const auto lines = readAudit(world.audit.directory(), 10);
    QVERIFY(lines && lines->size() == 4);
    const AuditIntent &intent = lines->at(0).intent;
    QCOMPARE(intent.backend, QStringLiteral("cache"));
    QVERIFY(intent.lock);
    QCOMPARE(intent.lock->name, QByteArray("job"));
    QCOMPARE(intent.lock->source->name, QStringLiteral("db 0"));
    QCOMPARE(intent.owner, QStringLiteral("me"));
    QCOMPARE(intent.reason, QStringLiteral("a test"));
    QCOMPARE(intent.program, QStringLiteral("test"));
    QCOMPARE(lines->at(1).outcome.heldBy, QStringLiteral("me\\n"));
    QCOMPARE(lines->at(1).id, lines->at(0).id);
    QCOMPARE(lines->at(3).id, lines->at(2).id);
    const auto verified = verifyAudit(world.audit.directory());
    QVERIFY(verified && verified->faults.isEmpty() && verified->open.empty());
}

void TestHoldOperation::lossIsNoticedAtTheNextRenewal()
{
    World world;
    world.lock.at(1500ms, [&] { world.lock.renewAnswer = false; });
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    QVERIFY(end->error && end->error->message.contains(QStringLiteral("cache")));
    QCOMPARE(world.lock.calls.last(), QStringLiteral("renew@2000"));
    QCOMPARE(world.log(), words("acquire acquired lost"));
    // Whoever works under the lock hears of it before anything is written.
    QCOMPARE(world.told.last(), QStringLiteral("lost"));
    QCOMPARE(world.logWhenLost, words("acquire acquired"));
    const auto verified = verifyAudit(world.audit.directory());
    QVERIFY(verified && verified->faults.isEmpty() && verified->open.empty());
}

void TestHoldOperation::leaseCountsFromBeforeItsRenewalWasSent()
{
    World world;
    // Sent at 1000, answered at 1400; from then on nobody answers: over at 4000.
    world.lock.inRenew = [&] {
        if (world.lock.elapsed() == 1000ms)
            world.lock.clock.advance(400ms);
        else
            world.lock.renewError = refused;
    };
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    QCOMPARE(world.lock.elapsed().count(), 4000);
    QVERIFY(end->error->message.contains(refused.message));
    QCOMPARE(world.told.count(QStringLiteral("renewed")), 1);
    QVERIFY(world.told.contains(QStringLiteral("failed: cache refused.")));
}

void TestHoldOperation::failingRenewalIsTriedAgainWithinTheLease()
{
    World world;
    world.lock.renewError = refused;
    world.lock.at(2500ms, [&] { world.lock.renewError.reset(); });
    const auto end = world.run(6000ms);
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::LetGo));
    // At 1000, and then every third of a beat.
    QCOMPARE(world.told.count(QStringLiteral("failed: cache refused.")), 5);
    QCOMPARE(world.lock.calls.last(), QStringLiteral("release@6000"));
}

void TestHoldOperation::renewalThatComesTooLateIsALoss()
{
    World world;
    world.lock.inRenew = [&] { world.lock.clock.advance(5s); };
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    // What was renewed all the same is not left lying about.
    QCOMPARE(world.lock.calls.last(), QStringLiteral("release@6000"));
    QCOMPARE(world.told.last(), QStringLiteral("lost"));
    QCOMPARE(world.log(), words("acquire acquired lost let-go released"));

    World silent;
    silent.lock.inRenew = [&] { silent.lock.clock.advance(5s); };
    silent.lock.releaseAnswer = tl::make_unexpected(refused);
    QVERIFY(silent.run());
    QCOMPARE(silent.log(), words("acquire acquired lost let-go unknown"));
}

void TestHoldOperation::longSleepOfOursIsALoss()
{
    World world;
    world.lock.at(500ms, [&] { world.lock.clock.advance(1h); });
    const auto end = world.run(600ms);
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    QCOMPARE(world.lock.calls.count(), 1);
}

void TestHoldOperation::sessionIsProvedAliveAndLostWithItsConnection()
{
    World world;
    world.lock.ttl.reset();
    world.lock.at(35s, [&] { world.lock.renewError = refused; });
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    QCOMPARE(world.lock.calls.mid(1),
             QStringList({QStringLiteral("renew@10000"), QStringLiteral("renew@20000"),
                          QStringLiteral("renew@30000"), QStringLiteral("renew@40000")}));
    QVERIFY(!world.leaseEnds);
}

void TestHoldOperation::longWaitIsRenewedAtOnce()
{
    // Nobody knows when within the wait it was taken, hence how much of the lease is left.
    World world;
    world.lock.inAcquire = [&] { world.lock.clock.advance(20s); };
    world.order.wait = 60s;
    const auto end = world.run(20500ms);
    QVERIFY(end);
    QCOMPARE(world.lock.calls,
             QStringList({QStringLiteral("acquire on cache@0"), QStringLiteral("renew@20000"),
                          QStringLiteral("release@20500")}));
}

void TestHoldOperation::leaseCountsFromTheAttemptThatTookIt()
{
    // Sent at 19500 and answered at 20000: over at 22500 unless renewed.
    World world;
    world.order.wait = 60s;
    world.lock.inAcquire = [&] {
        world.lock.clock.advance(19500ms);
        world.lock.acquireResult.sentAt = world.lock.clock.now();
        world.lock.clock.advance(500ms);
    };
    world.lock.renewError = refused;
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    QCOMPARE(world.lock.calls.at(1), QStringLiteral("renew@20500"));
    QCOMPARE(world.lock.elapsed().count(), 22500);
}

void TestHoldOperation::leaseThatIsOverBeforeItIsToldIsNone()
{
    World world;
    world.lock.inAcquire = [&] {
        world.lock.acquireResult.sentAt = world.lock.clock.now();
        world.lock.clock.advance(4s);
    };
    world.lock.renewAnswer = false;
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Failed));
    QCOMPARE(world.told, QStringList());
    QCOMPARE(world.lock.calls.mid(1),
             QStringList({QStringLiteral("renew@4000"), QStringLiteral("release@4000")}));
    QCOMPARE(world.log(), words("acquire failed"));

    // Where it still is ours, it counts from being asked.
    World late;
    late.lock.inAcquire = [&] {
        late.lock.acquireResult.sentAt = late.lock.clock.now();
        late.lock.clock.advance(4s);
    };
    const auto kept = late.run(4500ms);
    QVERIFY(kept);
    QCOMPARE(int(kept->kind), int(Kind::LetGo));
    QCOMPARE(late.told.first(), QStringLiteral("acquired me"));
    QCOMPARE(late.lock.calls.mid(1),
             QStringList({QStringLiteral("renew@4000"), QStringLiteral("release@4500")}));

    // And a renewal that takes as long as the lease proves nothing.
    World slow;
    slow.lock.inAcquire = [&] { slow.lock.clock.advance(4s); };
    slow.lock.inRenew = [&] { slow.lock.clock.advance(4s); };
    const auto over = slow.run();
    QVERIFY(over);
    QCOMPARE(int(over->kind), int(Kind::Failed));
    QCOMPARE(slow.told, QStringList());
}

void TestHoldOperation::renewsWhenAsked()
{
    World world;
    world.lock.at(300ms, [&] { world.running->renewNow(); });
    QVERIFY(world.run(1200ms));
    QCOMPARE(world.lock.calls.mid(1),
             QStringList({QStringLiteral("renew@300"), QStringLiteral("release@1200")}));
}

void TestHoldOperation::callsHaveDeadlines()
{
    World world;
    QVERIFY(world.run(1500ms));
    // A third of the lease for a renewal; to let go, longer than a writer lets the server wait.
    QCOMPARE(world.lock.allowed, std::vector<Millis>({1000ms, 5000ms}));

    World slow;
    slow.lock.renewError = refused;
    slow.lock.inRenew = [&] { slow.lock.clock.advance(700ms); };
    QVERIFY(slow.run());
    // The second is sent at 2033: it gets what is left of the lease, no more.
    QCOMPARE(slow.lock.allowed, std::vector<Millis>({1000ms, 966ms}));
}

void TestHoldOperation::nothingIsSentWhereItMustNot_data()
{
    QTest::addColumn<int>("why");
    QTest::newRow("read-only") << int(Why::ReadOnly);
    QTest::newRow("no reason") << int(Why::ReasonMissing);
    QTest::newRow("no audit") << int(Why::NotAudited);
    QTest::newRow("not possible") << int(Why::NotPossible);
}

void TestHoldOperation::nothingIsSentWhereItMustNot()
{
    QFETCH(int, why);
    World world;
    world.order.backend.readOnly = Why(why) == Why::ReadOnly;
    if (Why(why) == Why::ReasonMissing) {
        world.order.backend.environment = Environment::Production;
        world.order.reason = QStringLiteral(" \u200b");
    } else if (Why(why) == Why::NotAudited) {
        QFile inTheWay(world.audit.directory());
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    } else if (Why(why) == Why::NotPossible) {
        world.lock.makeError = Error{ErrorKind::Config, 0, QStringLiteral("too long"), {}};
    }
    const auto end = world.run();
    QVERIFY(!end);
    QCOMPARE(int(end.error().why), why);
    QVERIFY(!end.error().error.message.isEmpty());
    QCOMPARE(world.lock.calls, QStringList());
    QCOMPARE(world.log(), QStringList());
}

void TestHoldOperation::notAcquiredSaysWhoHasIt()
{
    World world;
    Holder holder;
    holder.label = QStringLiteral("web-3");
    world.lock.acquireResult = {false, holder, Micros(41s)};
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::NotAcquired));
    QCOMPARE(end->heldBy->label, holder.label);
    QCOMPARE(*end->theirTtl, Micros(41s));
    QCOMPARE(world.log(), words("acquire not_acquired"));
    QCOMPARE(world.told, QStringList());
}

void TestHoldOperation::failureIsNoHold()
{
    World world;
    world.lock.acquireError = refused;
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Failed));
    QCOMPARE(end->error->message, refused.message);
    QCOMPARE(world.log(), words("acquire failed"));
    QCOMPARE(world.told, QStringList());
}

void TestHoldOperation::attemptWithoutAnAnswerIsLetGoOf()
{
    World world;
    world.lock.acquireError = refused;
    world.lock.inAcquire = [&] { world.lock.clock.advance(2s); };
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Failed));
    QCOMPARE(world.lock.calls,
             QStringList({QStringLiteral("acquire on cache@0"), QStringLiteral("release@2000")}));
    QCOMPARE(world.lock.allowed, std::vector<Millis>({5000ms}));
}

void TestHoldOperation::attemptAndReleaseWithoutAnAnswerAreUnsure()
{
    World world;
    world.lock.acquireError = refused;
    world.lock.releaseAnswer = failure(ErrorKind::Timeout, QStringLiteral("no answer"));
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Unsure));
    QCOMPARE(end->error->message, refused.message);
    QCOMPARE(world.log(), words("acquire unknown"));
    QCOMPARE(world.told, QStringList());
}

void TestHoldOperation::waitEndsWithTheTimeToWrite()
{
    World world;
    world.order.wait = 60s;
    const SteadyTime start = world.lock.clock.now();
    world.gate.lift(QStringLiteral("cache"), 20s);
    QVERIFY(world.run(500ms));
    QVERIFY(world.lock.acquireUntil == start + 60s); // not read-only

    World lifted;
    lifted.order.backend.readOnly = true;
    lifted.order.wait = 60s;
    lifted.gate.lift(QStringLiteral("cache"), 20s);
    const SteadyTime begin = lifted.lock.clock.now();
    QVERIFY(lifted.run(500ms));
    QVERIFY(lifted.lock.acquireUntil == begin + 20s);
}

void TestHoldOperation::nothingIsKeptThatWasTakenAfterTheTimeToWrite()
{
    World world;
    world.order.backend.readOnly = true;
    world.order.wait = 60s;
    world.gate.lift(QStringLiteral("cache"), 20s);
    world.lock.inAcquire = [&] { world.gate.restore(QStringLiteral("cache")); };
    const auto end = world.run();
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Failed));
    QCOMPARE(int(end->error->kind), int(ErrorKind::Denied));
    QCOMPARE(world.lock.calls.last(), QStringLiteral("release@0"));
    QCOMPARE(world.told, QStringList());
    QCOMPARE(world.log(), words("acquire failed"));
}

void TestHoldOperation::letsGoThoughNothingCanBeWrittenDown()
{
    World world;
    world.lock.at(500ms, [&] {
        QVERIFY(QDir(world.audit.directory()).removeRecursively());
        QFile inTheWay(world.audit.directory());
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    });
    const auto end = world.run(800ms);
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::LetGo));
    QCOMPARE(world.lock.calls.last(), QStringLiteral("release@800"));
    QVERIFY(end->notAudited && !end->notAudited->message.isEmpty());
}

void TestHoldOperation::releaseThatFindsAnotherIsALoss()
{
    World world;
    world.lock.releaseAnswer = false;
    const auto end = world.run(500ms);
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Lost));
    QVERIFY(end->error);
    QCOMPARE(world.log(), words("acquire acquired let-go lost"));
    QCOMPARE(world.told.last(), QStringLiteral("lost"));
}

void TestHoldOperation::releaseWithoutAnAnswerIsUnsure()
{
    World world;
    world.lock.releaseAnswer = tl::make_unexpected(refused);
    const auto end = world.run(500ms);
    QVERIFY(end);
    QCOMPARE(int(end->kind), int(Kind::Unsure));
    QCOMPARE(end->error->message, refused.message);
    QCOMPARE(world.log(), words("acquire acquired let-go unknown"));
    QCOMPARE(world.lock.calls.filter(QStringLiteral("release")).count(), 1);
}

void TestHoldOperation::stopEndsTheWaitForTheLockAtOnce()
{
    /** Waits as a client waits, until it is told to stop. */
    class Waiting final : public LockClient
    {
    public:
        explicit Waiting(QSemaphore &waits) : m_waits(waits) {}
        Result<AcquireResult> acquire(const WritePermit &, SteadyTime,
                                      std::stop_token stop) override
        {
            QSemaphore stopped;
            const std::stop_callback callback(stop, [&stopped] { stopped.release(); });
            m_waits.release();
            stopped.acquire();
            return failure(ErrorKind::Cancelled, QStringLiteral("stopped"));
        }
        OwnLock own() const override { return {}; }
        Result<bool> renew(SteadyTime) override { return false; }
        Result<bool> release(SteadyTime) override { return false; }

    private:
        QSemaphore &m_waits;
    };

    World world;
    QSemaphore waits;
    HoldSeams seams;
    seams.client = [&](const HoldOrder &,
                       const ActionContext &) -> Result<std::unique_ptr<LockClient>> {
        return std::make_unique<Waiting>(waits);
    };
    HoldOperation operation(world.order, world.tools(), seams);
    auto end = std::async(std::launch::async, [&] { return operation.run({}); });
    waits.acquire();
    operation.stop();
    QVERIFY(end.wait_for(30s) == std::future_status::ready);
    const auto how = end.get();
    QVERIFY(how);
    QCOMPARE(int(how->kind), int(Kind::NotAcquired));
    QVERIFY(!how->heldBy);
}

void TestHoldOperation::stopEndsTheRestBetweenRenewalsAtOnce()
{
    World world;
    world.lock.ttl = 10h;
    ActionTools tools = world.tools();
    tools.clock = &systemClock();
    HoldSeams seams = world.lock.seams();
    seams.wait = nullptr;
    HoldOperation operation(world.order, tools, seams);
    QSemaphore held;
    HoldWatcher watcher;
    watcher.acquired = [&](const OwnLock &, std::optional<SteadyTime>) { held.release(); };
    auto end = std::async(std::launch::async, [&] { return operation.run(watcher); });
    held.acquire();
    operation.stop();
    QVERIFY(end.wait_for(30s) == std::future_status::ready);
    QCOMPARE(int(end.get()->kind), int(Kind::LetGo));
    QVERIFY(world.lock.calls.last().startsWith(QStringLiteral("release")));
}

LOCKMASTER_TEST(TestHoldOperation, QCoreApplication)

} // namespace tst_holdoperation

#include "tst_holdoperation.moc"
