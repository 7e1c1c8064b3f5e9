// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"
#include "core/systems/registry/registry.h"
#include "core/systems/userlock/userlocksystem.h"
#include "tests/support/eventwatch.h"
#include "tests/support/faultproxy.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_backendfailover {

namespace {

constexpr int patience = 30'000;
constexpr auto accountPassword = "failover password";

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

/** What both servers of a pair hold: one is the other's copy. */
void fill(SqlSession &admin)
{
    const auto run = [&admin](const char *text) {
        if (!admin.run(sql(text)))
            qFatal("%s: %s", text, qPrintable(admin.error()));
    };
    run("CREATE DATABASE app");
    run("CREATE TABLE app.dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
        "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)");
    run("INSERT INTO app.dist_lock VALUES ('job-1', 'web-1', '2037-01-01 00:00:00'), "
        "('job-2', 'web-2', '2037-01-01 00:00:00')");
    run("CREATE USER operator@'%' IDENTIFIED BY 'failover password'");
    run("GRANT SELECT, UPDATE ON app.* TO operator@'%'");
    run("GRANT PROCESS, CONNECTION ADMIN ON *.* TO operator@'%'");
    run("GRANT SELECT ON performance_schema.* TO operator@'%'");
}

bool take(SqlSession &session, const char *name)
{
    return session.value(sql("SELECT GET_LOCK(?, 0)"), {QByteArray(name)}).toInt() == 1;
}

void pushedAndPolled()
{
    QTest::addColumn<bool>("push");
    QTest::newRow("pushed") << true;
    QTest::newRow("polled") << false;
}

} // namespace

/**
 * The server behind an address becomes another one, or another's copy: what is shown is what that
 * one says, holders that did not change have not changed, and what was looked at on the old one is
 * not done to the new one.
 */
class TestBackendFailover : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void anotherMariaDbAnswersAtTheAddress();
    void aTicketOfTheOldServerEndsNobodyOnTheNewOne();
    void aReadOnlyServerSaysSoAndIsWatchedOn();
    void aDemotedServerIsLabelledOnTheOpenConnection();
    void aRedisThatFollowsAnotherIsBelievedInNothingThatIsMissing_data();
    void aRedisThatFollowsAnotherIsBelievedInNothingThatIsMissing();
    void aReplicaAtTheAddressIsLabelledUntilItIsPromoted_data();
    void aReplicaAtTheAddressIsLabelledUntilItIsPromoted();

private:
    BackendSpec spec(const FaultProxy &proxy) const;
    /** Sessions of the two servers with the same id. */
    struct Twins {
        std::unique_ptr<SqlSession> first;
        std::unique_ptr<SqlSession> second;
    };
    Twins twins() const;

    std::unique_ptr<LiveSqlServer> m_first;
    std::unique_ptr<LiveSqlServer> m_second;
};

void TestBackendFailover::initTestCase()
{
    QString why;
    m_first = LiveSqlServer::startMariaDb(&why);
    m_second = m_first ? LiveSqlServer::startMariaDb(&why) : nullptr;
    if (!m_second && !qEnvironmentVariableIsSet("CI"))
        QSKIP(qPrintable(why));
    QVERIFY2(m_second, qPrintable(why));
    LOCKMASTER_NEEDS_REDIS();
    for (const auto *server : {m_first.get(), m_second.get()}) {
        SqlSession admin(server->endpoint());
        fill(admin);
    }
}

BackendSpec TestBackendFailover::spec(const FaultProxy &proxy) const
{
    BackendSpec spec = specOf(*m_first, QStringLiteral("operator"), proxy.port());
    spec.database = QStringLiteral("app");
    spec.tables = {distLockTable()};
    spec.systems = {QStringLiteral("dist_lock"), QStringLiteral("user_lock")};
    spec.urlPassword = Secret(accountPassword);
    spec.poll = 200ms;
    return spec;
}

TestBackendFailover::Twins TestBackendFailover::twins() const
{
    Twins twins;
    do {
        auto &behind = !twins.second || (twins.first && twins.second->id() < twins.first->id())
                           ? twins.second
                           : twins.first;
        const auto &server = &behind == &twins.first ? m_first : m_second;
        behind = std::make_unique<SqlSession>(server->endpoint());
        if (!behind->isOpen())
            qFatal("%s", qPrintable(behind->error()));
    } while (!twins.first || twins.first->id() != twins.second->id());
    return twins;
}

void TestBackendFailover::anotherMariaDbAnswersAtTheAddress()
{
    FaultProxy proxy(m_first->endpoint().port);
    const auto [holder, twin] = twins();
    SqlSession lost(m_first->endpoint());
    QVERIFY(take(*holder, "nightly") && take(lost, "lost"));
    QVERIFY(take(*twin, "nightly"));
    EventWatch watch(spec(proxy));
    QTRY_VERIFY_WITH_TIMEOUT(watch.isOnline() && watch.count("job-", LockState::Held) == 2,
                             patience);
    QTRY_VERIFY_WITH_TIMEOUT(watch.count("nightly", LockState::Held) == 1, patience);

    proxy.setTarget(m_second->endpoint().port);
    proxy.dropConnections();
    QTRY_COMPARE_WITH_TIMEOUT(watch.events("lost"), QStringList{QStringLiteral("gone:lost")},
                              patience);
    // The same name and connection id, and yet another session.
    QCOMPARE(watch.events("nightly"), QStringList{QStringLiteral("owner_changed:nightly")});
    QCOMPARE(watch.count("nightly", LockState::Held), 1);
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("job-", LockState::Held), 2, patience);
    QCOMPARE(watch.events("job-"), QStringList());
}

void TestBackendFailover::aTicketOfTheOldServerEndsNobodyOnTheNewOne()
{
    const UserLockSystem system;
    FaultProxy proxy(m_first->endpoint().port);
    const auto [holder, twin] = twins();
    QVERIFY(take(*holder, "kill-me") && take(*twin, "kill-me"));
    LockOperator someone(system, spec(proxy), accountPassword);
    const auto seen = someone.look("kill-me");
    QVERIFY2(seen, qPrintable(someone.error().message));
    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY2(ticket && !ticket->preview().refusal, qPrintable(someone.error().message));

    proxy.setTarget(m_second->endpoint().port);
    proxy.dropConnections();
    for (const Compare compare : {Compare::InstanceAndLease, Compare::InstanceOnly}) {
        const auto outcome = someone.commit(*ticket, compare);
        QVERIFY(!outcome || (outcome->result == ReleaseResult::Changed && !outcome->sent));
    }
    const auto late = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY(!late || late->preview().refusal);
    QCOMPARE(twin->value(sql("SELECT CONNECTION_ID()")).toLongLong(), holder->id());
}

void TestBackendFailover::aReadOnlyServerSaysSoAndIsWatchedOn()
{
    const LockTableSystem system;
    FaultProxy proxy(m_first->endpoint().port);
    LockOperator someone(system, spec(proxy), accountPassword);
    const auto seen = someone.look("job-1");
    QVERIFY(seen);
    const auto actions = system.actions(*seen);
    QVERIFY(!actions.empty());
    const auto ticket = someone.begin(*seen, actions.front().id);
    QVERIFY2(ticket, qPrintable(someone.error().message));
    EventWatch watch(spec(proxy));
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("job-", LockState::Held), 2, patience);

    SqlSession admin(m_second->endpoint());
    QVERIFY(admin.run(sql("SET GLOBAL read_only = 1")));
    proxy.setTarget(m_second->endpoint().port);
    proxy.dropConnections();
    const auto elsewhere = someone.commit(*ticket);
    QVERIFY2(elsewhere, qPrintable(someone.error().message));
    QVERIFY2(elsewhere->detail == ChangeDetail::OtherServer && !elsewhere->sent,
             qPrintable(elsewhere->message));
    const auto anew = someone.look("job-1");
    QVERIFY(anew);
    const auto there = someone.begin(*anew, actions.front().id);
    QVERIFY2(there, qPrintable(someone.error().message));
    const auto outcome = someone.commit(*there);
    QVERIFY2(outcome, qPrintable(someone.error().message));
    QVERIFY2(outcome->result == ReleaseResult::Denied, qPrintable(outcome->message));
    QVERIFY2(outcome->message.contains(QStringLiteral("read-only")), qPrintable(outcome->message));
    QCOMPARE(admin.value(sql("SELECT COUNT(*) FROM app.dist_lock WHERE expiry > NOW()")).toInt(),
             2);
    QTest::qWait(1000);
    QTRY_VERIFY_WITH_TIMEOUT(watch.isOnline() && watch.count("job-", LockState::Held) == 2,
                             patience);
    QCOMPARE(watch.events("job-"), QStringList());
    QVERIFY(admin.run(sql("SET GLOBAL read_only = 0")));
}

/** A failover by hand keeps the clients' connections. The account may not ask whom it follows. */
void TestBackendFailover::aDemotedServerIsLabelledOnTheOpenConnection()
{
    SqlSession admin(m_first->endpoint());
    const auto run = [&admin](const char *text) {
        if (!admin.run(sql(text)))
            qFatal("%s: %s", text, qPrintable(admin.error()));
    };
    const auto undo = qScopeGuard([&run] {
        for (const char *text : {"STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0",
                                 "SET GLOBAL general_log = 0"})
            run(text);
    });
    FaultProxy proxy(m_first->endpoint().port);
    EventWatch watch(spec(proxy));
    QTRY_VERIFY_WITH_TIMEOUT(watch.isOnline() && watch.count("job-", LockState::Held) == 2,
                             patience);
    const int connections = proxy.connectionCount();
    QVERIFY(!watch.status()->server.readOnly && !watch.status()->server.replica);

    // What a server is costs no statement while it stays what it is.
    run("SET GLOBAL log_output = 'TABLE'");
    run("TRUNCATE mysql.general_log");
    run("SET GLOBAL general_log = 1");
    const auto logged = [&admin](const char *pattern) {
        return admin
            .value(sql("SELECT COUNT(*) FROM mysql.general_log WHERE argument LIKE ? AND "
                       "user_host LIKE 'operator%'"),
                   {sql(pattern)})
            .toInt();
    };
    QTRY_VERIFY_WITH_TIMEOUT(logged("%`dist_lock`%") >= 10, patience);
    QCOMPARE(logged("%SLAVES%"), 0);
    run("SET GLOBAL general_log = 0");

    run("SET GLOBAL read_only = 1");
    QTRY_VERIFY_WITH_TIMEOUT(watch.status()->server.readOnly, patience);
    QVERIFY(!watch.status()->server.replica);
    QCOMPARE(watch.count("job-", LockState::Held), 2);
    QVERIFY(watch.status()->problems.empty());

    run("CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = 1, MASTER_USER = 'nobody'");
    run("START SLAVE");
    QTRY_VERIFY_WITH_TIMEOUT(watch.status()->server.replica, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!watch.status()->problems.empty(), patience);
    QVERIFY(watch.isOnline());

    run("STOP SLAVE");
    run("RESET SLAVE ALL");
    run("SET GLOBAL read_only = 0");
    QTRY_VERIFY_WITH_TIMEOUT(!watch.status()->server.readOnly && !watch.status()->server.replica,
                             patience);
    QTRY_VERIFY_WITH_TIMEOUT(watch.status()->problems.empty(), patience);
    QCOMPARE(proxy.connectionCount(), connections);
    QCOMPARE(watch.events("job-"), QStringList());
}

void TestBackendFailover::aRedisThatFollowsAnotherIsBelievedInNothingThatIsMissing_data()
{
    pushedAndPolled();
}

/** A failover by REPLICAOF keeps the clients' connections: nobody has to come back to notice. */
void TestBackendFailover::aRedisThatFollowsAnotherIsBelievedInNothingThatIsMissing()
{
    QFETCH(bool, push);
    auto old = PrivateRedis::start();
    auto next = PrivateRedis::start({.lines = {"repl-diskless-sync-delay 0"}});
    QVERIFY(old && next);
    const auto expiry = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 3'600'000);
    for (const auto *server : {&old, &next}) {
        (*server)->run({"SET", "lock:a", "web-1", "PXAT", expiry});
        (*server)->run({"SET", "lock:b", "web-1", "PXAT", expiry});
    }
    BackendSpec spec = old->spec();
    spec.patterns = {"lock:*"};
    spec.poll = 200ms;
    spec.push = push;
    EventWatch watch(spec);
    QTRY_VERIFY_WITH_TIMEOUT(watch.isOnline() && watch.count("lock:", LockState::Held) == 2,
                             patience);
    QTRY_VERIFY_WITH_TIMEOUT((watch.status()->updates != UpdateKind::Polled) == push, patience);

    // The new one has lost a lock on the way: nobody let go of it.
    next->run({"DEL", "lock:b"});
    old->run({"REPLICAOF", "127.0.0.1", QByteArray::number(next->port())});
    QTRY_VERIFY_WITH_TIMEOUT(old->run({"EXISTS", "lock:b"}).integer == 0, patience);
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("lock:b", LockState::Unknown), 1, patience);
    QVERIFY(watch.status()->server.replica);
    QVERIFY(!watch.status()->problems.empty());
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("lock:a", LockState::Held), 1, patience);
    QCOMPARE(watch.events("lock:"), QStringList());

    old->run({"REPLICAOF", "NO", "ONE"});
    QTRY_COMPARE_WITH_TIMEOUT(watch.events("lock:"), QStringList{QStringLiteral("gone:lock:b")},
                              patience);
    QVERIFY(!watch.status()->server.replica);
}

void TestBackendFailover::aReplicaAtTheAddressIsLabelledUntilItIsPromoted_data()
{
    pushedAndPolled();
}

/** The primary dies; the address moves to its copy, which is promoted a while later. */
void TestBackendFailover::aReplicaAtTheAddressIsLabelledUntilItIsPromoted()
{
    QFETCH(bool, push);
    auto primary = PrivateRedis::start({.lines = {"repl-diskless-sync-delay 0"}});
    auto replica = PrivateRedis::start();
    QVERIFY(primary && replica);
    for (const char *key : {"lock:a", "lock:b"})
        primary->run({"SET", key, "web-1", "PX", "3600000"});
    replica->run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary->port())});
    QTRY_COMPARE_WITH_TIMEOUT(replica->run({"EXISTS", "lock:a", "lock:b"}).integer, 2, patience);
    FaultProxy proxy(primary->port());
    BackendSpec spec = primary->spec();
    spec.socketPath.clear();
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = proxy.port();
    spec.patterns = {"lock:*"};
    spec.poll = 200ms;
    spec.push = push;
    EventWatch watch(spec);
    QTRY_VERIFY_WITH_TIMEOUT(watch.isOnline() && watch.count("lock:", LockState::Held) == 2,
                             patience);

    primary->kill();
    proxy.setTarget(replica->port());
    QTRY_VERIFY_WITH_TIMEOUT(watch.isOnline() && watch.status()->server.replica, patience);
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("lock:", LockState::Held), 2, patience);
    QVERIFY(!watch.status()->problems.empty());
    replica->run({"REPLICAOF", "NO", "ONE"});
    // That it is a replica is over; nobody follows it yet who could confirm anything, and that is
    // said.
    const auto doubtedAtMost = [&watch] {
        const auto &problems = watch.status()->problems;
        return problems.empty()
               || (problems.size() == 1
                   && problems.front().error.message.contains(u"may be an old master"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(!watch.status()->server.replica && doubtedAtMost(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("lock:", LockState::Held), 2, patience);
    QCOMPARE(watch.events("lock:"), QStringList());
}

LOCKMASTER_TEST(TestBackendFailover, QCoreApplication)

} // namespace tst_backendfailover

#include "tst_backendfailover.moc"
