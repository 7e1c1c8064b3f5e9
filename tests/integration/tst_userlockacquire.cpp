// SPDX-License-Identifier: Apache-2.0
#include "core/actions/writegate.h"
#include "core/systems/userlock/userlocksystem.h"
#include "tests/support/faultproxy.h"
#include "tests/support/lockoperator.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqlsession.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <barrier>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_userlockacquire {

namespace {

constexpr int patienceMs = 30'000;
const UserLockSystem system_;

bool take(SqlSession &session, const QByteArray &name)
{
    return session.value(QStringLiteral("SELECT GET_LOCK(?, 0)"), {name}).toInt() == 1;
}

qint64 holderOf(SqlSession &session, const QByteArray &name)
{
    return session.value(QStringLiteral("SELECT IS_USED_LOCK(?)"), {name}).toLongLong();
}

/** The sessions that wait for a user-level lock of this name. */
int waitersOf(SqlSession &session, const QByteArray &name)
{
    return session
        .value(QStringLiteral("SELECT COUNT(*) FROM information_schema.PROCESSLIST"
                              " WHERE STATE = 'User lock' AND INFO LIKE ?"),
               {u'%' + QString::fromLatin1(name.toHex()) + u'%'})
        .toInt();
}

/** One client of one lock, used to its end on the thread that made it. */
struct Taker {
    explicit Taker(const LiveSqlServer &server, const QByteArray &name)
        : someone(system_, specOf(server)), client(someone.client(name))
    {
    }
    Result<AcquireResult> acquire(Millis wait, std::stop_token stop = {})
    {
        return client->acquire(someone.permit(), soon(wait), stop);
    }

    LockOperator someone;
    std::unique_ptr<LockClient> client;
};

double millisSince(SteadyTime begun)
{
    return std::chrono::duration<double, std::milli>(systemClock().now() - begun).count();
}

#define COMPARE_ACQUIRED(result, wanted)                                                           \
    QVERIFY2(result, qPrintable(result ? QString() : result.error().message));                     \
    QCOMPARE(result->acquired, wanted)

} // namespace

class TestUserLockAcquire : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void saysWhatCanBeChosen();
    void programsHonourItAndWakeWhenItGoes();
    void tellsWhoHoldsItInstead();
    void waitsUntilAnotherLetsGo();
    void aLongWaitIsNotCutShort();
    void aStopEndsTheWaitAndLeavesNothing();
    void aStopThatMeetsTheGrantLeavesNothing();
    void aCutWaitLeavesNothing();
    void aCancelledWaitIsNotAcquired();
    void theEndOfTheSessionIsNoticed();
    void letsGoWhenTheNetworkIsCut();
    void endsASessionThatMayBeGivenTheLock();
    void endsTheSessionOfALostConnection();
    void wantsAPermitForItsBackend();
    void namesOfAnyKindCanBeTaken_data();
    void namesOfAnyKindCanBeTaken();
    void refusesNamesWithTheRule_data();
    void refusesNamesWithTheRule();
    void modesOfQuotingDoNotMatter();

private:
    SqlServers m_servers;
};

void TestUserLockAcquire::saysWhatCanBeChosen()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const auto form = system_.acquireForm(server->spec());
    QVERIFY(form);
    QVERIFY(!form->hasTtl && !form->hasOwner && form->variants.empty());
    QCOMPARE(form->mostNameBytes, 192);
    AcquireRequest request;
    request.name = "form:1";
    request.source = form->sources.front();
    LockOperator someone(system_, specOf(*server));
    QVERIFY(system_.client(request, someone.context()));
    request.ttl = 30s;
    const auto withTtl = system_.client(request, someone.context());
    QVERIFY(!withTtl && withTtl.error().kind == ErrorKind::Config);
}

void TestUserLockAcquire::programsHonourItAndWakeWhenItGoes()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession program(server->endpoint());
    SqlSession onlooker(server->endpoint());
    std::vector<double> latencies;
    for (int round = 0; round < 20; ++round) {
        Taker taker(*server, "Honour:1");
        const auto taken = taker.acquire(0ms);
        COMPARE_ACQUIRED(taken, true);
        QCOMPARE(taker.client->own().id.name,
                 server->isMariaDb() ? QByteArray("Honour:1") : QByteArray("honour:1"));
        QVERIFY(taker.client->own().owner.isEmpty() && !taker.client->own().ttl);
        QVERIFY(!take(program, "Honour:1"));
        const auto alive = taker.client->renew(soon());
        QVERIFY(alive && *alive);
        const auto shown = taker.someone.look(taker.client->own().id.name);
        QVERIFY(shown && shown->holders.size() == 1);

        std::atomic<double> wokenAt = 0;
        const SteadyTime start = systemClock().now();
        std::thread waiter([&] {
            if (program.value(QStringLiteral("SELECT GET_LOCK('Honour:1', 10)")).toInt() == 1)
                wokenAt = millisSince(start);
        });
        QTRY_COMPARE_WITH_TIMEOUT(
            onlooker
                .value(QStringLiteral("SELECT COUNT(*) FROM information_schema.PROCESSLIST"
                                      " WHERE STATE = 'User lock'"))
                .toInt(),
            1, patienceMs);
        const double releasedAt = millisSince(start);
        const auto released = taker.client->release(soon());
        waiter.join();
        QVERIFY(released && *released);
        QVERIFY(wokenAt > 0);
        latencies.push_back(wokenAt - releasedAt);
        const auto again = taker.client->release(soon());
        QVERIFY(again && !*again);
        QVERIFY(program.run(QStringLiteral("DO RELEASE_LOCK('Honour:1')")));
    }
    std::sort(latencies.begin(), latencies.end());
    qInfo("wake-up user_lock on %s: median %.1f ms, maximum %.1f ms", qPrintable(server->name()),
          latencies[latencies.size() / 2], latencies.back());
    QVERIFY2(latencies.back() < 200, "a waiter of the server's is woken at once");
}

void TestUserLockAcquire::tellsWhoHoldsItInstead()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "instead:1"));
    Taker taker(*server, "instead:1");
    const auto now = taker.acquire(0ms);
    COMPARE_ACQUIRED(now, false);
    QVERIFY(now->heldBy && now->heldBy->detail);
    QCOMPARE(now->heldBy->detail->connectionId, std::optional(holder.id()));
    QVERIFY(!now->theirTtl);
    const auto before = taker.acquire(-5s); // never sent as a negative wait, which has no end
    COMPARE_ACQUIRED(before, false);
    const SteadyTime begun = systemClock().now();
    const auto fraction = taker.acquire(1300ms);
    COMPARE_ACQUIRED(fraction, false);
    QVERIFY(millisSince(begun) >= 1300); // rounded up where the server counts whole seconds
    const auto renewed = taker.client->renew(soon());
    QVERIFY(renewed && !*renewed);
}

void TestUserLockAcquire::waitsUntilAnotherLetsGo()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    SqlSession onlooker(server->endpoint());
    QVERIFY(take(holder, "wait:1"));
    std::thread lettingGo([&] {
        while (waitersOf(onlooker, "wait:1") == 0)
            std::this_thread::sleep_for(5ms);
        holder.run(QStringLiteral("DO RELEASE_LOCK('wait:1')"));
    });
    Taker taker(*server, "wait:1");
    const auto taken = taker.acquire(20s);
    lettingGo.join();
    COMPARE_ACQUIRED(taken, true);
    QVERIFY(holderOf(onlooker, "wait:1") != 0);
}

void TestUserLockAcquire::aLongWaitIsNotCutShort()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "wait:2"));
    // Past what reads and statements of a writing session are otherwise allowed.
    std::thread lettingGo([&] {
        std::this_thread::sleep_for(5500ms);
        holder.run(QStringLiteral("DO RELEASE_LOCK('wait:2')"));
    });
    BackendSpec spec = specOf(*server);
    spec.timeout = 1s;
    LockOperator someone(system_, spec);
    const auto client = someone.client("wait:2");
    const auto taken = client->acquire(someone.permit(), soon(20s), {});
    lettingGo.join();
    COMPARE_ACQUIRED(taken, true);
}

void TestUserLockAcquire::aStopEndsTheWaitAndLeavesNothing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    SqlSession onlooker(server->endpoint());
    QVERIFY(take(holder, "stop:1"));
    SteadyTime stoppedAt;
    std::stop_source stop;
    std::thread stopping([&] {
        while (waitersOf(onlooker, "stop:1") == 0)
            std::this_thread::sleep_for(5ms);
        stoppedAt = systemClock().now();
        stop.request_stop();
    });
    Taker taker(*server, "stop:1");
    const auto taken = taker.acquire(60s, stop.get_token());
    const double took = millisSince(stoppedAt);
    stopping.join();
    COMPARE_ACQUIRED(taken, false);
    QVERIFY2(took < 1000, qPrintable(QString::number(took)));
    QCOMPARE(waitersOf(onlooker, "stop:1"), 0);
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_LOCK('stop:1')")));
    QCOMPARE(holderOf(onlooker, "stop:1"), qint64(0));
    // And the client can be asked again.
    const auto again = taker.acquire(0ms);
    COMPARE_ACQUIRED(again, true);
}

void TestUserLockAcquire::aStopThatMeetsTheGrantLeavesNothing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession onlooker(server->endpoint());
    for (int round = 0; round < 40; ++round) {
        SqlSession holder(server->endpoint());
        QVERIFY(take(holder, "stop:2"));
        std::stop_source stop;
        std::thread stopping([&] {
            while (waitersOf(onlooker, "stop:2") == 0)
                std::this_thread::yield();
            std::barrier both(2);
            std::thread lettingGo([&] {
                both.arrive_and_wait();
                holder.run(QStringLiteral("DO RELEASE_LOCK('stop:2')"));
            });
            both.arrive_and_wait();
            std::this_thread::sleep_for(std::chrono::microseconds(20 * round));
            stop.request_stop();
            lettingGo.join();
        });
        Taker taker(*server, "stop:2");
        const auto taken = taker.acquire(60s, stop.get_token());
        stopping.join();
        QVERIFY2(taken, qPrintable(taken ? QString() : taken.error().message));
        if (taken->acquired) { // the grant was first: it is ours to let go of
            const auto released = taker.client->release(soon());
            QVERIFY(released && *released);
        }
        QCOMPARE(holderOf(onlooker, "stop:2"), qint64(0));
        QCOMPARE(waitersOf(onlooker, "stop:2"), 0);
    }
}

void TestUserLockAcquire::aCutWaitLeavesNothing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    SqlSession holder(server->endpoint());
    SqlSession onlooker(server->endpoint());
    QVERIFY(take(holder, "cut:2"));
    LockOperator someone(system_, specOf(*server, {}, proxy.port()));
    std::thread cutting([&] {
        while (waitersOf(onlooker, "cut:2") == 0)
            std::this_thread::sleep_for(5ms);
        proxy.dropConnections();
    });
    const auto client = someone.client("cut:2");
    const auto taken = client->acquire(someone.permit(), soon(60s), {});
    cutting.join();
    QVERIFY(!taken);
    QCOMPARE(taken.error().kind, ErrorKind::Network);
    QCOMPARE(waitersOf(onlooker, "cut:2"), 0);
}

void TestUserLockAcquire::aCancelledWaitIsNotAcquired()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    SqlSession onlooker(server->endpoint());
    QVERIFY(take(holder, "cancel:1"));
    std::thread cancelling([&] {
        while (waitersOf(onlooker, "cancel:1") == 0)
            std::this_thread::sleep_for(5ms);
        const qint64 waiter = onlooker
                                  .value(QStringLiteral("SELECT MAX(ID) FROM"
                                                        " information_schema.PROCESSLIST"
                                                        " WHERE STATE = 'User lock'"))
                                  .toLongLong();
        onlooker.run(QStringLiteral("KILL QUERY %1").arg(waiter));
    });
    Taker taker(*server, "cancel:1");
    const auto taken = taker.acquire(60s);
    cancelling.join();
    COMPARE_ACQUIRED(taken, false);
}

void TestUserLockAcquire::theEndOfTheSessionIsNoticed()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession onlooker(server->endpoint());
    Taker taker(*server, "lost:1");
    const auto taken = taker.acquire(0ms);
    COMPARE_ACQUIRED(taken, true);
    QVERIFY(onlooker.run(QStringLiteral("KILL %1").arg(holderOf(onlooker, "lost:1"))));
    QTRY_COMPARE_WITH_TIMEOUT(holderOf(onlooker, "lost:1"), qint64(0), patienceMs);
    const auto alive = taker.client->renew(soon());
    QVERIFY(alive && !*alive);
    const auto released = taker.client->release(soon());
    QVERIFY(released && !*released);
}

void TestUserLockAcquire::letsGoWhenTheNetworkIsCut()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    SqlSession onlooker(server->endpoint());
    LockOperator someone(system_, specOf(*server, {}, proxy.port()));
    const auto client = someone.client("cut:3");
    const auto taken = client->acquire(someone.permit(), soon(0ms), {});
    COMPARE_ACQUIRED(taken, true);
    proxy.dropConnections();
    const auto released = client->release(soon());
    QVERIFY2(released, qPrintable(released ? QString() : released.error().message));
    QCOMPARE(holderOf(onlooker, "cut:3"), qint64(0));
}

void TestUserLockAcquire::endsASessionThatMayBeGivenTheLock()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    SqlSession holder(server->endpoint());
    SqlSession onlooker(server->endpoint());
    QVERIFY(take(holder, "cut:4"));
    LockOperator someone(system_, specOf(*server, {}, proxy.port()));
    std::thread cutting([&] {
        while (waitersOf(onlooker, "cut:4") == 0)
            std::this_thread::sleep_for(5ms);
        proxy.setRefusing(true);
        proxy.dropConnections();
    });
    const auto client = someone.client("cut:4");
    const auto taken = client->acquire(someone.permit(), soon(60s), {});
    cutting.join();
    QVERIFY(!taken);
    // Nobody knows what became of it until the server can be asked.
    QVERIFY(!client->release(soon()));
    proxy.setRefusing(false);
    const auto released = client->release(soon());
    QVERIFY(released && !*released);
    QCOMPARE(waitersOf(onlooker, "cut:4"), 0);
}

void TestUserLockAcquire::endsTheSessionOfALostConnection()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    SqlSession onlooker(server->endpoint());
    LockOperator someone(system_, specOf(*server, {}, proxy.port()));
    auto client = someone.client("cut:5");
    const auto taken = client->acquire(someone.permit(), soon(0ms), {});
    COMPARE_ACQUIRED(taken, true);
    proxy.setBlackHole(true);
    const auto alive = client->renew(soon(300ms));
    QVERIFY(alive && !*alive);
    proxy.setBlackHole(false);
    const int before = proxy.connectionCount();
    client.reset();
    QCOMPARE(holderOf(onlooker, "cut:5"), qint64(0));
    QCOMPARE(proxy.connectionCount(), before + 1);
}

void TestUserLockAcquire::wantsAPermitForItsBackend()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    BackendSpec other = specOf(*server);
    other.name = QStringLiteral("elsewhere");
    WriteGate gate;
    const auto client = someone.client("permit:1");
    const auto taken = client->acquire(*gate.permit(other), soon(0ms), {});
    QVERIFY(!taken);
    QCOMPARE(taken.error().kind, ErrorKind::Config);
}

void TestUserLockAcquire::namesOfAnyKindCanBeTaken_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("mariaDbOnly");
    QTest::newRow("quotes") << QByteArray("o'brien\"`\\'") << false;
    QTest::newRow("hangul") << QByteArray("잠금 1") << false;
    QTest::newRow("space at the end") << QByteArray("job ") << false;
    QTest::newRow("emoji") << QByteArray("\xf0\x9f\x94\x92 lock") << true;
    QTest::newRow("not UTF-8") << QByteArray("caf\xe9") << true;
    QTest::newRow("as long as can be") << QByteArray(192, 'n') << true;
}

void TestUserLockAcquire::namesOfAnyKindCanBeTaken()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QByteArray, name);
    QFETCH(bool, mariaDbOnly);
    SqlSession program(server->endpoint());
    Taker taker(*server, name);
    const auto taken = taker.acquire(0ms);
    if (mariaDbOnly && !server->isMariaDb()) {
        QVERIFY(!taken && taken.error().kind == ErrorKind::Config);
        QVERIFY2(taken.error().remedy.contains(QLatin1String("64")),
                 qPrintable(taken.error().remedy));
        return;
    }
    COMPARE_ACQUIRED(taken, true);
    QCOMPARE(taker.client->own().id.name, name);
    QVERIFY(holderOf(program, name) != 0);
    QVERIFY(!take(program, name));
    const auto released = taker.client->release(soon());
    QVERIFY(released && *released);
    QVERIFY(take(program, name));
}

void TestUserLockAcquire::refusesNamesWithTheRule_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("NUL") << QByteArray("a\0b", 3);
    QTest::newRow("too long") << QByteArray(193, 'n');
}

void TestUserLockAcquire::refusesNamesWithTheRule()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QByteArray, name);
    LockOperator someone(system_, specOf(*server));
    QVERIFY(!someone.client(name));
    QCOMPARE(someone.error().kind, ErrorKind::Config);
    QVERIFY2(someone.error().remedy.contains(QLatin1String("192")),
             qPrintable(someone.error().remedy));
}

void TestUserLockAcquire::modesOfQuotingDoNotMatter()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession admin(server->endpoint());
    const QString before = admin.value(QStringLiteral("SELECT @@global.sql_mode")).toString();
    QVERIFY(admin.run(QStringLiteral("SET GLOBAL sql_mode='ANSI_QUOTES,NO_BACKSLASH_ESCAPES'")));
    const QByteArray name = "back\\slash'\"";
    Taker taker(*server, name);
    const auto taken = taker.acquire(0ms);
    QVERIFY(admin.run(QStringLiteral("SET GLOBAL sql_mode='%1'").arg(before)));
    COMPARE_ACQUIRED(taken, true);
    QVERIFY(holderOf(admin, name) != 0);
}

LOCKMASTER_TEST(TestUserLockAcquire, QCoreApplication)

} // namespace tst_userlockacquire

#undef COMPARE_ACQUIRED

#include "tst_userlockacquire.moc"
