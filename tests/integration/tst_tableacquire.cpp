// SPDX-License-Identifier: Apache-2.0
#include "core/systems/leadertable/leadertablesystem.h"
#include "core/systems/locktable/locktablesystem.h"
#include "tests/support/faultproxy.h"
#include "tests/support/lockoperator.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <barrier>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_tableacquire {

namespace {

const LockTableSystem lockTables;
const LeaderTableSystem leaderTables;

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

/** One table of either system, and an account that may take its locks. */
struct Place {
    SqlScratch scratch;
    const LockSystem &system;
    LockOperator operator_;

    Place(const LiveSqlServer &server, const LockSystem &kind, TableSpec table, quint16 port = 0)
        : scratch(server), system(kind),
          operator_(kind, backend(scratch, std::move(table), port), SqlScratch::password())
    {
        scratch.run(QStringLiteral("GRANT INSERT, UPDATE ON %1.* TO '%2'@'%'")
                        .arg(scratch.schema(), scratch.user()));
    }
    static BackendSpec backend(const SqlScratch &scratch, TableSpec table, quint16 port)
    {
        BackendSpec spec = scratch.backend();
        if (port != 0)
            spec.port = port;
        spec.tables = {std::move(table)};
        return spec;
    }
    Result<std::unique_ptr<LockClient>> make(const QByteArray &owner, const QByteArray &name = "a",
                                             std::optional<Millis> ttl = 30s) const
    {
        AcquireRequest request;
        request.name = name;
        request.owner = owner;
        request.ttl = ttl;
        return system.client(request, operator_.context());
    }
    std::unique_ptr<LockClient> client(const QByteArray &owner, const QByteArray &name = "a",
                                       std::optional<Millis> ttl = 30s) const
    {
        return std::move(make(owner, name, ttl).value());
    }
    Result<AcquireResult> acquire(LockClient &client, Millis wait = 0ms,
                                  const std::stop_token &stop = {}) const
    {
        return client.acquire(operator_.permit(), std::chrono::steady_clock::now() + wait, stop);
    }
    bool takes(LockClient &client, Millis wait = 0ms) const
    {
        const auto result = acquire(client, wait);
        if (!result)
            qWarning("%s", qPrintable(result.error().message));
        return result && result->acquired;
    }
    QString cell(const char *statement) const
    {
        SqlSession session(scratch.admin());
        return session.value(sql(statement)).toString();
    }
};

constexpr auto lockTable = "CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                           "owner VARCHAR(100) NOT NULL, expiry %1 NOT NULL)";
constexpr auto leaders = "CREATE TABLE service_leader_lock (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
                         "name VARCHAR(100) NOT NULL UNIQUE, container_id VARCHAR(100) NULL, "
                         "timestamp DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP)";

struct LockPlace : Place {
    explicit LockPlace(const LiveSqlServer &server, const char *type = "DATETIME",
                       TableSpec table = distLockTable(), quint16 port = 0)
        : Place(server, lockTables, std::move(table), port)
    {
        scratch.run(sql(lockTable).arg(sql(type)));
    }
};

struct LeaderPlace : Place {
    explicit LeaderPlace(const LiveSqlServer &server, Micros lease = 20s)
        : Place(server, leaderTables, spec(lease))
    {
        scratch.run(sql(leaders));
    }
    static TableSpec spec(Micros lease)
    {
        TableSpec table = leaderTable();
        table.lease = lease;
        return table;
    }
};

/** A program of the design: one attempt in a transaction; 1: taken, 0: not, -1: deadlock. */
int attempt(SqlSession &session, const QString &owner)
{
    const auto lost = [&session] {
        const bool deadlock = session.error().contains(QLatin1String("eadlock"));
        session.run(QStringLiteral("ROLLBACK"));
        return deadlock ? -1 : 0;
    };
    if (!session.run(QStringLiteral("BEGIN")))
        return lost();
    const QVariant over = session.value(
        sql("SELECT expiry < NOW(6) OR owner = ? FROM dist_lock WHERE name = 'a' FOR UPDATE"),
        {owner});
    if (!session.error().isEmpty())
        return lost();
    bool done = true;
    if (!over.isValid())
        done = session.run(sql("INSERT INTO dist_lock VALUES ('a', ?, NOW() + INTERVAL 60 SECOND)"),
                           {owner});
    else if (over.toInt() == 1)
        done = session.run(sql("UPDATE dist_lock SET owner = ?, expiry = NOW() + INTERVAL 60 "
                               "SECOND WHERE name = 'a'"),
                           {owner});
    else
        return lost();
    if (!done || !session.run(QStringLiteral("COMMIT")))
        return lost();
    return 1;
}

} // namespace

/** Taking rows of lock tables and leader tables as their programs do, on every server found. */
class TestTableAcquire : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void takesRenewsAndLetsGo();
    void programsOfTheDesignHonourIt();
    void saysWhoHoldsItAndWaits();
    void aStopEndsTheWaitAtOnce();
    void aStopEndsTheWaitForALockedTable();
    void noticesThatItIsNotOursAnyMore();
    void doesNotTakeTheLockOfItsNamesake();
    void keepsToTheClockOfTheProfile_data();
    void keepsToTheClockOfTheProfile();
    void refusesWhatTheTableCannotKeep_data();
    void refusesWhatTheTableCannotKeep();
    void refusesAnotherSpellingOfTheName();
    void aLockedRowIsNotTaken();
    void isDeniedWithoutThePrivilege();
    void goesOnAfterALostConnection();
    void aRenewalWithoutAnAnswerIsStillOurs();
    void firstInsertsRunIntoEachOtherUnnoticed();
    void threeProgramsAfterAReleaseSeeNoDeadlock();
    void standsForElection();
    void asksForATableThatIsThere();

private:
    SqlServers m_servers;
};

void TestTableAcquire::takesRenewsAndLetsGo()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    for (const char *type : {"DATETIME", "DATETIME(6)", "DATETIME(2)", "TIMESTAMP(3)"}) {
        LockPlace place(*server, type);
        const auto client = place.client("web-1", "정산", 10s);
        QVERIFY(!*client->renew(soon()) && !*client->release(soon()));
        QVERIFY(place.takes(*client));
        QVERIFY(place.takes(*client)); // it is ours already
        QCOMPARE(client->own().owner, QByteArray("web-1"));
        QCOMPARE(client->own().id.name, QByteArray("정산"));
        QVERIFY(*client->own().ttl >= 9s && *client->own().ttl <= 10s);
        const auto seen = place.operator_.look("정산");
        QVERIFY(seen && seen->state == LockState::Held);
        QCOMPARE(seen->id, client->own().id);
        QCOMPARE(seen->holders.at(0).raw, QByteArray("web-1"));
        const auto left = seen->ttlAt(std::chrono::steady_clock::now());
        QVERIFY2(*left > 7s && *left <= 10s, qPrintable(QString::number(left->count())));

        QTRY_VERIFY_WITH_TIMEOUT(*client->renew(soon())
                                     && place.operator_.look("정산")->lease.stored
                                            > seen->lease.stored,
                                 20'000);
        QVERIFY(*client->release(soon()));
        QVERIFY(place.cell("SELECT CONCAT(owner, '|', expiry) FROM dist_lock")
                    .startsWith(QLatin1String("web-1|1970-01-02 00:00:00")));
        QVERIFY(!*client->release(soon()));
        QVERIFY(place.takes(*client));
    }
}

void TestTableAcquire::programsOfTheDesignHonourIt()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    SqlSession program(place.scratch.admin());
    const auto client = place.client("us");
    QVERIFY(place.takes(*client));
    for (int i = 0; i < 20; ++i)
        QCOMPARE(attempt(program, sql("program")), 0);
    QVERIFY(*client->renew(soon()));
    QCOMPARE(attempt(program, sql("program")), 0);
    QVERIFY(*client->release(soon()));
    QCOMPARE(attempt(program, sql("program")), 1);
    const auto other = place.acquire(*client);
    QVERIFY(other && !other->acquired);
    QCOMPARE(other->heldBy->raw, QByteArray("program"));
}

void TestTableAcquire::saysWhoHoldsItAndWaits()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    const auto first = place.client("first");
    const auto second = place.client("second");
    QVERIFY(place.takes(*first));
    const auto refused = place.acquire(*second, 300ms);
    QVERIFY(refused && !refused->acquired);
    QCOMPARE(refused->heldBy->raw, QByteArray("first"));
    QVERIFY(*refused->theirTtl > 20s && *refused->theirTtl <= 30s);
    std::optional<bool> taken;
    QElapsedTimer sinceRelease;
    qint64 took = 0;
    std::thread waiter([&] {
        taken = place.takes(*second, 20s);
        took = sinceRelease.elapsed();
    });
    std::this_thread::sleep_for(500ms);
    sinceRelease.start();
    const auto released = first->release(soon());
    waiter.join();
    QVERIFY(released && *released);
    QVERIFY(taken && *taken);
    qInfo("the next had it after %lld ms", took);
    QCOMPARE(place.operator_.look("a")->holders.at(0).raw, QByteArray("second"));
}

void TestTableAcquire::aStopEndsTheWaitAtOnce()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    const auto first = place.client("first");
    const auto second = place.client("second");
    QVERIFY(place.takes(*first));
    std::stop_source stop;
    std::optional<AcquireResult> result;
    std::thread waiter([&] { result = place.acquire(*second, 60s, stop.get_token()).value(); });
    std::this_thread::sleep_for(300ms);
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    waiter.join();
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(result && !result->acquired);
    QVERIFY(*first->release(soon()));
    QVERIFY(!place.acquire(*second, 60s, stop.get_token())->acquired);
    QVERIFY(!place.operator_.look("a")); // nobody's
}

void TestTableAcquire::aStopEndsTheWaitForALockedTable()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    const auto client = place.client("us");
    QVERIFY(place.takes(*client) && *client->release(soon())); // it is connected
    SqlSession locker(place.scratch.admin());
    QVERIFY(locker.run(sql("LOCK TABLES dist_lock WRITE")));
    std::stop_source stop;
    std::optional<AcquireResult> result;
    std::thread waiter([&] { result = place.acquire(*client, 60s, stop.get_token()).value(); });
    std::this_thread::sleep_for(300ms);
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    waiter.join();
    // MySQL waits for a second, at the least, for a table that is locked.
    QVERIFY2(timer.elapsed() < (server->isMariaDb() ? 1000 : 2500),
             qPrintable(QString::number(timer.elapsed())));
    QVERIFY(result && !result->acquired);
    QVERIFY(locker.run(sql("UNLOCK TABLES")));
    QVERIFY(place.takes(*client));
    QVERIFY(*client->renew(soon()));
}

void TestTableAcquire::noticesThatItIsNotOursAnyMore()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    for (const char *theft : {"UPDATE dist_lock SET owner = 'thief'", "DELETE FROM dist_lock",
                              "UPDATE dist_lock SET expiry = '1970-01-02 00:00:00'"}) {
        LockPlace place(*server);
        const auto client = place.client("us");
        QVERIFY(place.takes(*client));
        place.scratch.run(sql(theft));
        const QString after = place.cell("SELECT CONCAT(owner, expiry) FROM dist_lock");
        const auto renewed = client->renew(soon());
        QVERIFY2(renewed && !*renewed, theft);
        const auto released = client->release(soon());
        QVERIFY2(released && !*released, theft);
        QCOMPARE(place.cell("SELECT CONCAT(owner, expiry) FROM dist_lock"), after);
    }
    // And by the operator's own release.
    LockPlace place(*server);
    const auto client = place.client("us");
    QVERIFY(place.takes(*client));
    const auto ticket = place.operator_.begin(*place.operator_.look("a"), QStringLiteral("expire"));
    QVERIFY2(ticket, qPrintable(place.operator_.error().message));
    QCOMPARE(place.operator_.commit(*ticket)->result, ReleaseResult::Released);
    QVERIFY(!*client->renew(soon()));
}

void TestTableAcquire::doesNotTakeTheLockOfItsNamesake()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    const auto first = place.client("same");
    const auto second = place.client("same");
    QVERIFY(place.takes(*first));
    QVERIFY(!place.takes(*second));
    QVERIFY(!*second->release(soon()));
    QVERIFY(*first->renew(soon()));
    QVERIFY(*first->release(soon()));
    QVERIFY(place.takes(*second));
    QVERIFY(!*first->renew(soon()));
    const auto unnamed = place.client({}, "b");
    QVERIFY(place.takes(*unnamed));
    QCOMPARE(place.operator_.look("b")->holders.at(0).raw, defaultOwner());
}

void TestTableAcquire::keepsToTheClockOfTheProfile_data()
{
    QTest::addColumn<QString>("clock");
    QTest::addColumn<QString>("now");
    QTest::newRow("server") << "server"
                            << "NOW(6)";
    QTest::newRow("utc") << "utc"
                         << "UTC_TIMESTAMP(6)";
    QTest::newRow("offset") << "-03:30"
                            << "UTC_TIMESTAMP(6) - INTERVAL 210 MINUTE";
    QTest::newRow("zone") << "Asia/Seoul"
                          << "UTC_TIMESTAMP(6) + INTERVAL 9 HOUR";
}

void TestTableAcquire::keepsToTheClockOfTheProfile()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, clock);
    QFETCH(QString, now);
    TableSpec table = distLockTable();
    table.clock = *clockSpecFromText(clock);
    LockPlace place(*server, "DATETIME(6)", table);
    const auto client = place.client("us", "a", 30s);
    QVERIFY(place.takes(*client));
    const double left = place
                            .cell(qPrintable(QStringLiteral("SELECT TIMESTAMPDIFF(MICROSECOND, "
                                                            "%1, expiry) / 1e6 FROM dist_lock")
                                                 .arg(now)))
                            .toDouble();
    QVERIFY2(left > 20 && left <= 30, qPrintable(QString::number(left)));
    QVERIFY(place.operator_.look("a")->state == LockState::Held);
    // What is over by that clock is taken, what is not is left.
    place.scratch.run(
        QStringLiteral("UPDATE dist_lock SET owner = 'x', expiry = %1 + INTERVAL 5 MINUTE")
            .arg(now));
    const auto other = place.client("other");
    QVERIFY(!place.takes(*other));
    place.scratch.run(
        QStringLiteral("UPDATE dist_lock SET expiry = %1 - INTERVAL 1 SECOND").arg(now));
    QVERIFY(place.takes(*other));
}

void TestTableAcquire::refusesWhatTheTableCannotKeep_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<qint64>("ttl");
    const QString usual = sql("VARCHAR(20)");
    QTest::newRow("long owner") << usual << QByteArray("a") << QByteArray(21, 'x') << 5000LL;
    QTest::newRow("long name") << usual << QByteArray(21, 'x') << QByteArray("o") << 5000LL;
    QTest::newRow("latin1") << sql("VARCHAR(20) CHARACTER SET latin1") << QByteArray("a")
                            << QByteArray("웹") << 5000LL;
    QTest::newRow("euckr") << sql("VARCHAR(20) CHARACTER SET euckr") << QByteArray("결제🔒")
                           << QByteArray("웹") << 5000LL;
    QTest::newRow("not text") << usual << QByteArray("a") << QByteArray("\xff") << 5000LL;
    QTest::newRow("CHAR and a space")
        << sql("CHAR(20)") << QByteArray("a") << QByteArray("o ") << 5000LL;
    QTest::newRow("binary") << sql("VARBINARY(20)") << QByteArray("a") << QByteArray(21, 'x')
                            << 5000LL;
    QTest::newRow("no lease") << usual << QByteArray("a") << QByteArray("o") << 900LL;
    QTest::newRow("zero lease") << usual << QByteArray("a") << QByteArray("o") << 0LL;
}

void TestTableAcquire::refusesWhatTheTableCannotKeep()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, type);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, owner);
    QFETCH(qint64, ttl);
    Place place(*server, lockTables, distLockTable());
    place.scratch.run(QStringLiteral("CREATE TABLE dist_lock (name %1 NOT NULL PRIMARY KEY, "
                                     "owner %1 NOT NULL, expiry DATETIME NOT NULL)")
                          .arg(type));
    const auto client = place.client(owner, name, Millis(ttl));
    const auto refused = place.acquire(*client);
    QVERIFY(!refused);
    QVERIFY2(refused.error().kind == ErrorKind::Config, qPrintable(refused.error().message));
    QCOMPARE(place.cell("SELECT COUNT(*) FROM dist_lock"), QStringLiteral("0"));
}

void TestTableAcquire::refusesAnotherSpellingOfTheName()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    QVERIFY(place.takes(*place.client("us", "Daily")));
    const auto refused = place.acquire(*place.client("us", "daily"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Config);
    QVERIFY2(refused.error().message.contains(QLatin1String("Daily")),
             qPrintable(refused.error().message));
}

void TestTableAcquire::aLockedRowIsNotTaken()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    place.scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'x', NOW() - INTERVAL 1 HOUR)"));
    SqlSession holder(place.scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock FOR UPDATE")));
    const auto client = place.client("us");
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!place.takes(*client));
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(holder.run(sql("ROLLBACK")));
    QVERIFY(place.takes(*client));
}

void TestTableAcquire::isDeniedWithoutThePrivilege()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    place.scratch.run(QStringLiteral("REVOKE INSERT ON %1.* FROM '%2'@'%'")
                          .arg(place.scratch.schema(), place.scratch.user()));
    const auto refused = place.acquire(*place.client("us"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Denied);
    QVERIFY2(refused.error().remedy.contains(QLatin1String("INSERT")),
             qPrintable(refused.error().remedy));
}

void TestTableAcquire::goesOnAfterALostConnection()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    LockPlace place(*server, "DATETIME(6)", distLockTable(), proxy.port());
    const auto client = place.client("us");
    QVERIFY(place.takes(*client));
    proxy.dropConnections();
    const auto renewed = client->renew(soon());
    QVERIFY2(renewed && *renewed, qPrintable(renewed ? QString() : renewed.error().message));
    proxy.dropConnections();
    const auto released = client->release(soon());
    QVERIFY2(released && *released, qPrintable(released ? QString() : released.error().message));
}

void TestTableAcquire::aRenewalWithoutAnAnswerIsStillOurs()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    LockPlace place(*server, "DATETIME(6)", distLockTable(), proxy.port());
    const auto client = place.client("us");
    QVERIFY(place.takes(*client));
    const QString before = place.cell("SELECT expiry FROM dist_lock");
    SqlSession holder(place.scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock FOR UPDATE")));
    SqlSession watcher(place.scratch.admin());
    const auto waiting = sql("SELECT COUNT(*) FROM information_schema.PROCESSLIST "
                             "WHERE COMMAND = 'Execute' AND INFO LIKE 'UPDATE%'");
    std::optional<Error> error;
    std::thread renewing([&] {
        if (const auto renewed = client->renew(soon()); !renewed)
            error = renewed.error();
    });
    bool seen = false;
    for (int i = 0; i < 900 && !seen; ++i) {
        seen = watcher.value(waiting).toInt() > 0;
        std::this_thread::sleep_for(1ms);
    }
    proxy.dropConnections();
    holder.run(sql("ROLLBACK"));
    renewing.join();
    QVERIFY(seen);
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::Network);
    QTRY_VERIFY_WITH_TIMEOUT(place.cell("SELECT expiry FROM dist_lock") != before, 20'000);
    const auto again = client->renew(soon());
    QVERIFY2(again && *again, qPrintable(again ? QString() : again.error().message));
    QVERIFY(*client->release(soon()));
}

void TestTableAcquire::firstInsertsRunIntoEachOtherUnnoticed()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    constexpr int rounds = 20;
    LockPlace place(*server, "DATETIME(6)");
    std::array<std::unique_ptr<LockClient>, 3> clients{place.client("c0"), place.client("c1"),
                                                       place.client("c2")};
    for (auto &client : clients)
        QVERIFY(place.acquire(*client, 0ms)); // connected
    for (int round = 0; round < rounds; ++round) {
        for (auto &client : clients)
            QVERIFY(client->release(soon()));
        place.scratch.run(sql("DELETE FROM dist_lock"));
        std::barrier start(3);
        std::atomic<int> taken = 0;
        std::atomic<int> failed = 0;
        std::vector<std::thread> threads;
        for (auto &client : clients)
            threads.emplace_back([&] {
                start.arrive_and_wait();
                const auto result = place.acquire(*client, 200ms);
                taken += result && result->acquired ? 1 : 0;
                failed += result ? 0 : 1;
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(failed.load(), 0);
        QCOMPARE(taken.load(), 1);
    }
}

void TestTableAcquire::threeProgramsAfterAReleaseSeeNoDeadlock()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    constexpr int rounds = 100;
    LockPlace place(*server);
    place.scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    std::array<std::unique_ptr<SqlSession>, 3> programs;
    for (auto &program : programs)
        program = std::make_unique<SqlSession>(place.scratch.admin());
    int taken = 0;
    int deadlocks = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto ticket =
            place.operator_.begin(*place.operator_.look("a"), QStringLiteral("expire"));
        QVERIFY(ticket);
        QCOMPARE(place.operator_.commit(*ticket)->result, ReleaseResult::Released);
        std::barrier start(3);
        std::array<int, 3> results{};
        std::vector<std::thread> threads;
        for (size_t i = 0; i < programs.size(); ++i)
            threads.emplace_back([&, i] {
                start.arrive_and_wait();
                results.at(i) =
                    attempt(*programs.at(i), QStringLiteral("p%1-%2").arg(i).arg(round));
            });
        for (std::thread &thread : threads)
            thread.join();
        for (const int result : results) {
            taken += result == 1 ? 1 : 0;
            deadlocks += result == -1 ? 1 : 0;
        }
    }
    QCOMPARE(deadlocks, 0);
    QCOMPARE(taken, rounds);
}

void TestTableAcquire::standsForElection()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LeaderPlace place(*server);
    const auto form = leaderTables.acquireForm(place.operator_.backend());
    QVERIFY(form && !form->hasTtl && form->hasOwner);
    const auto first = place.client("web-1", "s", 5min); // what the table says counts
    const auto second = place.client("web-2", "s", {});
    QVERIFY(place.takes(*first));
    QVERIFY(*first->own().ttl >= 19s && *first->own().ttl <= 20s);
    const auto refused = place.acquire(*second);
    QVERIFY(refused && !refused->acquired);
    QCOMPARE(refused->heldBy->raw, QByteArray("web-1"));
    QVERIFY(*refused->theirTtl > 10s && *refused->theirTtl < 22s);
    QVERIFY(*first->renew(soon()));
    QCOMPARE(place.operator_.look("s")->state, LockState::Held);
    // A leader that has not been heard of for longer than the lease gives way.
    place.scratch.run(
        sql("UPDATE service_leader_lock SET timestamp = UTC_TIMESTAMP() - INTERVAL 21 SECOND"));
    QVERIFY(place.takes(*second));
    QVERIFY(!*first->renew(soon()));
    QVERIFY(!*first->release(soon()));
    QVERIFY(*second->release(soon()));
    QCOMPARE(place.cell("SELECT CONCAT(IFNULL(container_id, 'NULL'), '|', timestamp) "
                        "FROM service_leader_lock"),
             QStringLiteral("NULL|1970-01-02 00:00:00"));
    QVERIFY(place.takes(*first));
    // A candidate of the design waits out a fresh heartbeat that names nobody.
    place.scratch.run(
        sql("UPDATE service_leader_lock SET container_id = NULL, timestamp = UTC_TIMESTAMP()"));
    QVERIFY(!place.takes(*second));
}

void TestTableAcquire::asksForATableThatIsThere()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockPlace place(*server);
    const auto form = lockTables.acquireForm(place.operator_.backend());
    QVERIFY(form && form->hasTtl && form->hasOwner && form->variants.empty());
    QCOMPARE(form->sources, QStringList{place.scratch.schema() + QStringLiteral(".dist_lock")});
    QVERIFY(!leaderTables.acquireForm(place.operator_.backend()));
    AcquireRequest request;
    request.name = "a";
    request.source = form->sources.at(0);
    QVERIFY(lockTables.client(request, place.operator_.context()));
    request.source = QStringLiteral("elsewhere");
    QCOMPARE(lockTables.client(request, place.operator_.context()).error().kind, ErrorKind::Config);
    request.source.clear();
    request.name.clear();
    QCOMPARE(lockTables.client(request, place.operator_.context()).error().kind, ErrorKind::Config);
}

LOCKMASTER_TEST(TestTableAcquire, QCoreApplication)

} // namespace tst_tableacquire

#include "tst_tableacquire.moc"
