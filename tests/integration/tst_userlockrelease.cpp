// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlocksystem.h"
#include "tests/support/faultproxy.h"
#include "tests/support/lockoperator.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqlsession.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <barrier>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_userlockrelease {

namespace {

constexpr int patienceMs = 30'000;
const UserLockSystem system_;

bool take(SqlSession &session, const QByteArray &name)
{
    return session.value(QStringLiteral("SELECT GET_LOCK(?, 0)"), {name}).toInt() == 1;
}

bool isAlive(SqlSession &session)
{
    return session.value(QStringLiteral("SELECT 1")).toInt() == 1;
}

qint64 holderOf(SqlSession &session, const QByteArray &name)
{
    return session.value(QStringLiteral("SELECT IS_USED_LOCK(?)"), {name}).toLongLong();
}

/** What the ticket says of everything that goes with the lock. */
QString textOf(const QStringList &lines)
{
    return lines.join(QLatin1String(" | "));
}

QString refusalOf(const ReleaseTicket &ticket)
{
    return ticket.preview().refusal ? ticket.preview().refusal->message : QString();
}

#define COMPARE_OUTCOME(outcome, wantedResult, wantedDetail, wantedSent)                           \
    QVERIFY2(outcome.has_value(), qPrintable(someone.error().message));                            \
    QVERIFY2(outcome->result == wantedResult, qPrintable(outcome->message));                       \
    QVERIFY2(outcome->detail == wantedDetail, qPrintable(outcome->message));                       \
    QCOMPARE(outcome->sent, wantedSent);                                                           \
    QVERIFY(!outcome->message.isEmpty())

} // namespace

class TestUserLockRelease : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void endsTheHolderAndTheWaiterHasItAtOnce();
    void offersNothingForALockThatNobodyHolds();
    void refusesWhatChangedHandsBeforeTheTicket();
    void refusesWhatChangedHandsBetweenLookAndCommit();
    void refusesWhatIsGone();
    void refusesWhatTheSameSessionTookAnew();
    void saysWhatElseEnds();
    void namesOfAnyKindAreCompared_data();
    void namesOfAnyKindAreCompared();
    void modesOfQuotingDoNotMatter();
    void isDeniedWithoutThePrivilege();
    void anAccountMayEndItsOwnSessions();
    void isDeniedWhereTheHolderIsOfTheSystem();
    void aRestartBetweenLookAndTicketKillsNobody();
    void aRestartBetweenTicketAndCommitKillsNobody();
    void aCutNetworkIsUnknownAndThenTheTruth();
    void aHungServerIsUnknown();
    void aProxyIsRefused_data();
    void aProxyIsRefused();
    void lookalikesAreKilledOnlyWhereProved();
    void twoOperatorsOneRelease();
    void aSecondCommitSendsNothing();
    void anOperatorMayTakeTime();
    void managedServersEndItByProcedure();
    void aWaitIsCancelledAndTheHolderStays();
    void aWaitThatIsOverIsNotCancelled();
    void aNewWaitIsNotTheOneThatWasLookedAt();
    void onlyWaitersAreCancelled();
    void managedServersCancelByProcedure();

private:
    SqlServers m_servers;
};

void TestUserLockRelease::endsTheHolderAndTheWaiterHasItAtOnce()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    QVERIFY(take(holder, "release:1"));
    waiter.begin(QStringLiteral("SELECT GET_LOCK('release:1', 60)"));
    QTRY_VERIFY_WITH_TIMEOUT(someone.look("release:1")->waiters.list.size() == 1, patienceMs);

    const auto seen = someone.look("release:1");
    const auto actions = system_.actions(*seen);
    QVERIFY(!actions.empty());
    QCOMPARE(actions.front().id, QStringLiteral("kill"));
    QVERIFY(actions.front().target.isEmpty());
    QVERIFY(!actions.front().label.isEmpty() && !actions.front().consequence.isEmpty());
    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    QVERIFY(!ticket->preview().refusal);
    QVERIFY(sameInstance(*ticket->preview().lock, *seen));
    QCOMPARE(ticket->command(Compare::InstanceAndLease),
             QStringLiteral("KILL CONNECTION IF(IS_USED_LOCK(_utf8mb4 X'%1')=%2,%2,0)")
                 .arg(QLatin1StringView(QByteArray("release:1").toHex()))
                 .arg(holder.id()));

    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QTRY_COMPARE_WITH_TIMEOUT(holderOf(onlooker, "release:1"), waiter.id(), patienceMs);
    const auto now = ticket->observe(soon());
    QVERIFY(now && *now);
    QCOMPARE((*now)->holders.front().detail->connectionId, std::optional(waiter.id()));
    QVERIFY(!isAlive(holder));
}

void TestUserLockRelease::offersNothingForALockThatNobodyHolds()
{
    QVERIFY(system_.actions(LockRecord()).empty());
}

void TestUserLockRelease::refusesWhatChangedHandsBeforeTheTicket()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession first(server->endpoint());
    SqlSession second(server->endpoint());
    QVERIFY(take(first, "hands:1"));
    const auto seen = someone.look("hands:1");
    QVERIFY(first.run(QStringLiteral("DO RELEASE_LOCK('hands:1')")));
    QVERIFY(take(second, "hands:1"));

    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    QVERIFY(ticket->preview().refusal);
    QCOMPARE(ticket->preview().refusal->result, ReleaseResult::Changed);
    const auto outcome = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::None, false);
    QVERIFY2(outcome->message.contains(u'#' + QString::number(second.id())),
             qPrintable(outcome->message));
    QVERIFY(isAlive(first) && isAlive(second));
}

void TestUserLockRelease::refusesWhatChangedHandsBetweenLookAndCommit()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession first(server->endpoint());
    SqlSession second(server->endpoint());
    QVERIFY(take(first, "hands:2"));
    const auto ticket = someone.begin(*someone.look("hands:2"), QStringLiteral("kill"));
    QVERIFY(ticket && !ticket->preview().refusal);
    QVERIFY(first.run(QStringLiteral("DO RELEASE_LOCK('hands:2')")));
    QVERIFY(take(second, "hands:2"));

    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::None, true);
    QVERIFY2(outcome->message.contains(u'#' + QString::number(second.id())),
             qPrintable(outcome->message));
    QVERIFY(isAlive(first) && isAlive(second));
}

void TestUserLockRelease::refusesWhatIsGone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "gone:1"));
    const auto seen = someone.look("gone:1");
    const auto before = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY(before && !before->preview().refusal);
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_LOCK('gone:1')")));

    const auto late = someone.commit(*before);
    COMPARE_OUTCOME(late, ReleaseResult::Changed, ChangeDetail::Gone, true);
    const auto now = before->observe(soon());
    QVERIFY(now && !*now);
    const auto after = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY(after && !after->preview().lock);
    const auto never = someone.commit(*after);
    COMPARE_OUTCOME(never, ReleaseResult::Changed, ChangeDetail::Gone, false);
    QVERIFY(isAlive(holder));
}

void TestUserLockRelease::refusesWhatTheSameSessionTookAnew()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "anew:1"));
    const auto ticket = someone.begin(*someone.look("anew:1"), QStringLiteral("kill"));
    const auto stronger = someone.begin(*someone.look("anew:1"), QStringLiteral("kill"));
    QVERIFY(ticket && stronger);
    std::this_thread::sleep_for(300ms); // MariaDB's plugin tells it by how long the lock is held
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_LOCK('anew:1')")));
    QVERIFY(take(holder, "anew:1"));

    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::Renewed, false);
    QVERIFY(isAlive(holder));
    const auto ended = someone.commit(*stronger, Compare::InstanceOnly);
    COMPARE_OUTCOME(ended, ReleaseResult::Released, ChangeDetail::None, true);
    QVERIFY(!isAlive(holder));
}

void TestUserLockRelease::saysWhatElseEnds()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(QStringLiteral("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB"));
    LockOperator someone(system_, specOf(*server));
    SqlSession onlooker(server->endpoint());
    SqlSession holder(scratch.admin());
    QVERIFY(take(holder, "losses:1"));
    QVERIFY(take(holder, "losses:other"));
    QVERIFY(holder.run(QStringLiteral("START TRANSACTION")));
    QVERIFY(holder.run(QStringLiteral("INSERT INTO t VALUES (1), (2), (3)")));
    holder.begin(QStringLiteral("SELECT SLEEP(60) /* <b>busy\n */"));
    QTRY_VERIFY_WITH_TIMEOUT(!someone.look("losses:1")->holderIdle, patienceMs);

    const auto ticket = someone.begin(*someone.look("losses:1"), QStringLiteral("kill"));
    QVERIFY(ticket && !ticket->preview().refusal);
    const QString losses = textOf(ticket->preview().losses);
    QVERIFY2(losses.contains(QLatin1String("losses:other")), qPrintable(losses));
    QVERIFY2(losses.contains(QLatin1String("3 rows modified")), qPrintable(losses));
    QVERIFY2(losses.contains(QLatin1String("<b>busy\\n")), qPrintable(losses));
    QVERIFY2(!losses.contains(QLatin1String("'losses:1'")), qPrintable(losses));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QTRY_COMPARE_WITH_TIMEOUT(holderOf(onlooker, "losses:other"), qint64(0), patienceMs);
    const QString count = QStringLiteral("SELECT COUNT(*) FROM %1.t").arg(scratch.schema());
    QCOMPARE(onlooker.value(count).toInt(), 0);
    QVERIFY(!isAlive(holder));
}

void TestUserLockRelease::namesOfAnyKindAreCompared_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("mariaDbOnly");
    QTest::newRow("quotes") << QByteArray("o'brien\"`\\'") << false;
    QTest::newRow("hangul") << QByteArray("잠금 1") << false;
    QTest::newRow("control") << QByteArray("a\nb\tc") << false;
    QTest::newRow("injection") << QByteArray("x')=1,1,1) -- ") << false;
    QTest::newRow("emoji") << QByteArray("\xf0\x9f\x94\x92 lock") << true;
    QTest::newRow("not UTF-8") << QByteArray("caf\xe9") << true;
    QTest::newRow("long") << QByteArray(150, 'n') << true;
}

void TestUserLockRelease::namesOfAnyKindAreCompared()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QByteArray, name);
    QFETCH(bool, mariaDbOnly);
    if (mariaDbOnly && !server->isMariaDb())
        QSKIP("MySQL takes no such name.");
    BackendSpec spec = specOf(*server);
    spec.userLocks = {name}; // the lists may show it in another form
    LockOperator someone(system_, spec);
    SqlSession holder(server->endpoint());
    SqlSession innocent(server->endpoint());
    // The session of the row before may not be over for the server yet.
    QTRY_VERIFY_WITH_TIMEOUT(take(innocent, "names:innocent"), 20'000);
    QVERIFY(take(holder, name));
    const auto seen = someone.look(name);
    QVERIFY(seen);
    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    QVERIFY2(!ticket->preview().refusal, qPrintable(refusalOf(*ticket)));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QVERIFY(isAlive(innocent));
    QVERIFY(!isAlive(holder));
}

void TestUserLockRelease::modesOfQuotingDoNotMatter()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession admin(server->endpoint());
    const QString before = admin.value(QStringLiteral("SELECT @@global.sql_mode")).toString();
    for (const char *mode : {"NO_BACKSLASH_ESCAPES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES"}) {
        QVERIFY(admin.run(QStringLiteral("SET GLOBAL sql_mode='%1'").arg(QLatin1String(mode))));
        LockOperator someone(system_, specOf(*server));
        SqlSession holder(server->endpoint());
        const QByteArray name = "back\\slash'\"";
        const bool taken = take(holder, name);
        const auto seen = someone.look(name);
        const auto ticket = seen ? someone.begin(*seen, QStringLiteral("kill")) : nullptr;
        const auto outcome = ticket ? someone.commit(*ticket) : std::nullopt;
        QVERIFY(admin.run(QStringLiteral("SET GLOBAL sql_mode='%1'").arg(before)));
        QVERIFY(taken && ticket);
        COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
        QVERIFY(!isAlive(holder));
    }
}

void TestUserLockRelease::isDeniedWithoutThePrivilege()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
    scratch.run(
        QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'").arg(scratch.user()));
    LockOperator someone(system_, specOf(*server, scratch.user()), SqlScratch::password());
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "denied:1"));
    const auto ticket = someone.begin(*someone.look("denied:1"), QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    const QString privilege = server->isMariaDb() ? QStringLiteral("CONNECTION ADMIN")
                                                  : QStringLiteral("CONNECTION_ADMIN");
    const QString warnings = textOf(ticket->preview().warnings);
    QVERIFY2(warnings.contains(privilege), qPrintable(warnings));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Denied, ChangeDetail::None, true);
    QCOMPARE(outcome->remedy,
             QStringLiteral("GRANT %1 ON *.* TO `%2`@`%`;").arg(privilege, scratch.user()));
    QVERIFY(isAlive(holder));
    scratch.run(outcome->remedy);
    const auto again = someone.begin(*someone.look("denied:1"), QStringLiteral("kill"));
    QVERIFY2(again, qPrintable(someone.error().message));
    const auto released = someone.commit(*again);
    COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
}

void TestUserLockRelease::anAccountMayEndItsOwnSessions()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    BackendSpec spec = specOf(*server, scratch.user());
    spec.userLocks = {"own:1"}; // without a privilege, MySQL lists nothing
    LockOperator someone(system_, spec, SqlScratch::password());
    SqlSession holder(scratch.reader());
    QVERIFY(take(holder, "own:1"));
    const auto ticket = someone.begin(*someone.look("own:1"), QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    const QString warnings = textOf(ticket->preview().warnings);
    QVERIFY2(warnings.contains(QLatin1String("PROCESS")), qPrintable(warnings)); // the transaction
    QVERIFY2(!warnings.contains(QLatin1String("CONNECTION")), qPrintable(warnings));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QVERIFY(!isAlive(holder));
}

void TestUserLockRelease::isDeniedWhereTheHolderIsOfTheSystem()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (server->isMariaDb())
        QSKIP("MariaDB has no SYSTEM_USER.");
    SqlScratch scratch(*server);
    scratch.run(
        QStringLiteral("GRANT PROCESS, CONNECTION_ADMIN ON *.* TO '%1'@'%'").arg(scratch.user()));
    scratch.run(
        QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'").arg(scratch.user()));
    LockOperator someone(system_, specOf(*server, scratch.user()), SqlScratch::password());
    SqlSession holder(server->endpoint()); // root
    QVERIFY(take(holder, "denied:2"));
    const auto ticket = someone.begin(*someone.look("denied:2"), QStringLiteral("kill"));
    QVERIFY(ticket);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Denied, ChangeDetail::None, true);
    QVERIFY2(outcome->remedy.contains(QLatin1String("GRANT SYSTEM_USER ON")),
             qPrintable(outcome->remedy));
    QVERIFY(isAlive(holder));
}

void TestUserLockRelease::aRestartBetweenLookAndTicketKillsNobody()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to restart.");
    // It is looked at, and started anew, in its first second where it can be.
    QString why;
    QVERIFY2(server->restart(&why), qPrintable(why));
    LockOperator someone(system_, specOf(*server));
    auto holder = std::make_unique<SqlSession>(server->endpoint());
    QVERIFY(take(*holder, "restart:1"));
    const auto seen = someone.look("restart:1");
    const qint64 id = holder->id();
    holder.reset();
    QVERIFY2(server->restart(&why), qPrintable(why));
    // Ids start over: on to the very same one, with a lock of the very same name.
    std::unique_ptr<SqlSession> successor;
    do
        successor = std::make_unique<SqlSession>(server->endpoint());
    while (successor->isOpen() && successor->id() < id);
    if (successor->id() != id)
        QSKIP("The server did not come by that id again.");
    QVERIFY(take(*successor, "restart:1"));

    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    const auto outcome = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::None, false);
    QVERIFY(isAlive(*successor));
}

void TestUserLockRelease::aRestartBetweenTicketAndCommitKillsNobody()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to restart.");
    LockOperator someone(system_, specOf(*server));
    auto holder = std::make_unique<SqlSession>(server->endpoint());
    QVERIFY(take(*holder, "restart:2"));
    const qint64 id = holder->id();
    const auto ticket = someone.begin(*someone.look("restart:2"), QStringLiteral("kill"));
    QVERIFY(ticket && !ticket->preview().refusal);
    holder.reset();
    QString why;
    QVERIFY2(server->restart(&why), qPrintable(why));
    std::unique_ptr<SqlSession> successor;
    do
        successor = std::make_unique<SqlSession>(server->endpoint());
    while (successor->isOpen() && successor->id() < id);
    QVERIFY(take(*successor, "restart:2"));

    // The comparison was never made: an error, and nothing was sent to the new server.
    QVERIFY(!someone.commit(*ticket));
    QCOMPARE(someone.error().kind, ErrorKind::Network);
    QVERIFY(isAlive(*successor));
    const auto now = ticket->observe(soon());
    QVERIFY(now && *now);
    QCOMPARE((*now)->holders.front().detail->connectionId, std::optional(successor->id()));
}

void TestUserLockRelease::aCutNetworkIsUnknownAndThenTheTruth()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    BackendSpec near = specOf(*server);
    near.host = QStringLiteral("127.0.0.1");
    near.port = proxy.port();
    LockOperator someone(system_, near);
    SqlSession onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "cut:1"));
    const auto ticket = someone.begin(*someone.look("cut:1"), QStringLiteral("kill"));
    QVERIFY(ticket && !ticket->preview().refusal);

    // Everything comes through until the statement itself is on its way.
    std::jthread cutter([&](std::stop_token stop) {
        while (!stop.stop_requested() && !proxy.sentByClients().contains("KILL CONNECTION"))
            std::this_thread::yield();
        proxy.dropConnections();
    });
    proxy.setDelay(20ms); // so that the cut comes before the reply
    const auto outcome = someone.commit(*ticket);
    cutter.request_stop();
    proxy.setDelay(0ms);
    COMPARE_OUTCOME(outcome, ReleaseResult::Unknown, ChangeDetail::None, true);

    const auto now = ticket->observe(soon());
    QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
    QCOMPARE(now->has_value(), holderOf(onlooker, "cut:1") != 0);
    QCOMPARE(now->has_value(), isAlive(holder));
}

void TestUserLockRelease::aHungServerIsUnknown()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    LockOperator someone(system_, specOf(*server, {}, proxy.port()));
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "hung:1"));
    const auto ticket = someone.begin(*someone.look("hung:1"), QStringLiteral("kill"));
    QVERIFY(ticket && !ticket->preview().refusal);
    std::jthread hole([&](std::stop_token stop) {
        while (!stop.stop_requested() && !proxy.sentByClients().contains("KILL CONNECTION"))
            std::this_thread::yield();
        proxy.setBlackHole(true);
    });
    proxy.setDelay(20ms);
    const auto outcome = ticket->commit(someone.permit(), Compare::InstanceAndLease, soon(1s));
    hole.request_stop();
    QVERIFY(outcome);
    QVERIFY2(outcome->result == ReleaseResult::Unknown, qPrintable(outcome->message));
    QVERIFY(outcome->sent);
    proxy.setDelay(0ms);
    proxy.setBlackHole(false);
    proxy.dropConnections();
    const auto now = ticket->observe(soon());
    QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
    QCOMPARE(now->has_value(), isAlive(holder));
}

void TestUserLockRelease::aProxyIsRefused_data()
{
    QTest::addColumn<FaultProxy::Disguise>("disguise");
    QTest::newRow("ids of its own") << FaultProxy::Disguise::OtherId;
    QTest::newRow("no ids") << FaultProxy::Disguise::NoId;
    QTest::newRow("by its own word") << FaultProxy::Disguise::Router;
}

void TestUserLockRelease::aProxyIsRefused()
{
    QFETCH(FaultProxy::Disguise, disguise);
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    LockOperator someone(system_, specOf(*server, {}, proxy.port()));
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "proxy:1"));
    const auto seen = someone.look("proxy:1");
    proxy.setDisguise(disguise);
    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    QVERIFY(ticket->preview().refusal);
    QVERIFY2(refusalOf(*ticket).contains(QLatin1String("proxy")), qPrintable(refusalOf(*ticket)));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::None, false);
    QVERIFY(isAlive(holder));
}

void TestUserLockRelease::lookalikesAreKilledOnlyWhereProved()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL shows every name whole.");
    LockOperator someone(system_, specOf(*server));
    const QByteArray shown(64, 'k');
    SqlSession longer(server->endpoint());
    QVERIFY(take(longer, shown + "-1"));
    const auto cut = someone.look(shown);
    QVERIFY(cut && cut->hasFinding(FindingId::NameCut));
    const auto unproved = someone.begin(*cut, QStringLiteral("kill"));
    QVERIFY(unproved && unproved->preview().refusal);
    const auto refused = someone.commit(*unproved);
    COMPARE_OUTCOME(refused, ReleaseResult::Changed, ChangeDetail::None, false);
    QVERIFY2(refused->remedy.contains(QLatin1String("user_locks")), qPrintable(refused->remedy));

    SqlSession exact(server->endpoint());
    QVERIFY(take(exact, shown));
    const auto both = someone.look(shown);
    QCOMPARE(both->holders.size(), size_t(2));
    const auto proved = someone.begin(*both, QStringLiteral("kill"));
    QVERIFY(proved && !proved->preview().refusal);
    const QString warnings = textOf(proved->preview().warnings);
    QVERIFY2(warnings.contains(u'#' + QString::number(exact.id())), qPrintable(warnings));
    const auto outcome = someone.commit(*proved);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QVERIFY(isAlive(longer));
    QVERIFY(!isAlive(exact));
}

void TestUserLockRelease::twoOperatorsOneRelease()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    constexpr int rounds = 200;
    LockOperator one(system_, specOf(*server));
    LockOperator two(system_, specOf(*server));
    int released = 0;
    int refused = 0;
    for (int round = 0; round < rounds; ++round) {
        SqlSession holder(server->endpoint());
        QVERIFY(take(holder, "two:1"));
        const auto seen = one.look("two:1");
        QVERIFY(seen);
        const auto first = one.begin(*seen, QStringLiteral("kill"));
        QVERIFY(first);
        std::optional<ReleaseOutcome> other;
        std::barrier both(2);
        std::thread aside([&] { // a ticket lives on one thread
            const auto second = two.begin(*seen, QStringLiteral("kill"));
            both.arrive_and_wait();
            if (second)
                other = two.commit(*second);
        });
        both.arrive_and_wait();
        const auto mine = one.commit(*first);
        aside.join();
        QVERIFY2(mine, qPrintable(one.error().message));
        QVERIFY2(other, qPrintable(two.error().message));
        for (const auto &outcome : {*mine, *other}) {
            released += outcome.result == ReleaseResult::Released ? 1 : 0;
            refused += outcome.result == ReleaseResult::Changed ? 1 : 0;
        }
    }
    QCOMPARE(released, rounds);
    QCOMPARE(refused, rounds);
}

void TestUserLockRelease::aSecondCommitSendsNothing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "twice:1"));
    const auto ticket = someone.begin(*someone.look("twice:1"), QStringLiteral("kill"));
    QVERIFY(ticket);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    SqlSession next(server->endpoint());
    QVERIFY(take(next, "twice:1"));
    const auto again = someone.commit(*ticket);
    COMPARE_OUTCOME(again, ReleaseResult::Changed, ChangeDetail::None, false);
    QVERIFY(isAlive(next));
}

void TestUserLockRelease::anOperatorMayTakeTime()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession admin(server->endpoint());
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "idle:1"));
    LockOperator someone(system_, specOf(*server));
    const int before = admin.value(QStringLiteral("SELECT @@global.wait_timeout")).toInt();
    QVERIFY(admin.run(QStringLiteral("SET GLOBAL wait_timeout=1")));
    const auto seen = someone.look("idle:1");
    const auto ticket = seen ? someone.begin(*seen, QStringLiteral("kill")) : nullptr;
    QVERIFY(admin.run(QStringLiteral("SET GLOBAL wait_timeout=%1").arg(before)));
    QVERIFY(ticket);
    std::this_thread::sleep_for(2s); // the server ends sessions that idle for longer than one
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
}

/** Two accounts and the procedures of a managed server. */
class ManagedServer
{
public:
    explicit ManagedServer(const LiveSqlServer &server)
        : m_scratch(server), m_program(server), m_admin(server.endpoint())
    {
        const QString user = m_scratch.user();
        m_scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(user));
        m_scratch.run(QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'").arg(user));
        for (const auto &[name, command] :
             {std::pair{"rds_kill", "KILL"}, std::pair{"rds_kill_query", "KILL QUERY"}}) {
            const QString procedure = QStringLiteral("mysql.") + QLatin1StringView(name);
            m_scratch.run(QStringLiteral("CREATE PROCEDURE %1(IN t BIGINT) %2 t")
                              .arg(procedure, QLatin1StringView(command)));
            m_scratch.run(
                QStringLiteral("GRANT EXECUTE ON PROCEDURE %1 TO '%2'@'%'").arg(procedure, user));
        }
    }
    ~ManagedServer()
    {
        m_admin.run(QStringLiteral("DROP PROCEDURE mysql.rds_kill"));
        m_admin.run(QStringLiteral("DROP PROCEDURE mysql.rds_kill_query"));
    }
    QString user() const { return m_scratch.user(); }
    /** A program's account: MySQL lets nobody end an administrator's session by procedure. */
    Endpoint program() const { return m_program.reader(); }

private:
    SqlScratch m_scratch;
    SqlScratch m_program;
    SqlSession m_admin;
};

void TestUserLockRelease::managedServersEndItByProcedure()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const ManagedServer managed(*server);
    LockOperator someone(system_, specOf(*server, managed.user()), SqlScratch::password());
    SqlSession holder(managed.program());
    SqlSession next(server->endpoint());
    QVERIFY(take(holder, "rds:1"));
    const auto seen = someone.look("rds:1");
    const auto late = someone.begin(*seen, QStringLiteral("kill"));
    const auto ticket = someone.begin(*seen, QStringLiteral("kill"));
    QVERIFY(late && ticket && !ticket->preview().refusal);
    const QString warnings = textOf(ticket->preview().warnings);
    QVERIFY2(warnings.contains(QLatin1String("two steps")), qPrintable(warnings));
    const QString command = ticket->command(Compare::InstanceAndLease);
    QVERIFY2(command.contains(QStringLiteral("CALL mysql.rds_kill(%1)").arg(holder.id())),
             qPrintable(command));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QVERIFY(!isAlive(holder));
    QVERIFY(take(next, "rds:1"));
    const auto refused = someone.commit(*late);
    QVERIFY(refused);
    QCOMPARE(refused->result, ReleaseResult::Changed);
    QVERIFY(isAlive(next));
}

void TestUserLockRelease::aWaitIsCancelledAndTheHolderStays()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    SqlSession other(server->endpoint());
    QVERIFY(take(holder, "waiter:1"));
    waiter.begin(QStringLiteral("SELECT GET_LOCK('waiter:1', 60)"));
    other.begin(QStringLiteral("SELECT GET_LOCK(?, ?)"), {QStringLiteral("waiter:1"), 60});
    QTRY_VERIFY_WITH_TIMEOUT(someone.look("waiter:1")->waiters.list.size() == 2, patienceMs);
    const auto seen = someone.look("waiter:1");
    QByteArrayList targets;
    for (const LockAction &action : system_.actions(*seen)) {
        if (action.id == u"kill-waiter")
            targets.append(action.target);
    }
    std::sort(targets.begin(), targets.end());
    QByteArrayList wanted{QByteArray::number(waiter.id()), QByteArray::number(other.id())};
    std::sort(wanted.begin(), wanted.end());
    QCOMPARE(targets, wanted);

    const auto ticket =
        someone.begin(*seen, QStringLiteral("kill-waiter"), QByteArray::number(waiter.id()));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    QVERIFY2(!ticket->preview().refusal, qPrintable(refusalOf(*ticket)));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    const auto now = ticket->observe(soon());
    QVERIFY(now && *now);
    QVERIFY(sameInstance(**now, *seen));
    QCOMPARE((*now)->waiters.list.size(), size_t(1));
    QCOMPARE((*now)->waiters.list.front().connectionId, std::optional(other.id()));
    QVERIFY(isAlive(holder) && isAlive(waiter));
    QCOMPARE(holderOf(onlooker, "waiter:1"), holder.id());
}

void TestUserLockRelease::aWaitThatIsOverIsNotCancelled()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    QVERIFY(take(holder, "waiter:2"));
    waiter.begin(QStringLiteral("SELECT GET_LOCK('waiter:2', 60)"));
    QTRY_VERIFY_WITH_TIMEOUT(someone.look("waiter:2")->waiters.list.size() == 1, patienceMs);
    const auto ticket = someone.begin(*someone.look("waiter:2"), QStringLiteral("kill-waiter"),
                                      QByteArray::number(waiter.id()));
    QVERIFY(ticket && !ticket->preview().refusal);
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_LOCK('waiter:2')")));
    waiter.begin(QStringLiteral("SELECT SLEEP(3)")); // what a stray KILL QUERY would hit
    QTRY_COMPARE_WITH_TIMEOUT(holderOf(onlooker, "waiter:2"), waiter.id(), patienceMs);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::Gone, false);
    QVERIFY(isAlive(waiter));
    QCOMPARE(holderOf(onlooker, "waiter:2"), waiter.id());
}

void TestUserLockRelease::aNewWaitIsNotTheOneThatWasLookedAt()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    QVERIFY(take(holder, "waiter:3"));
    const QString wait = QStringLiteral("SELECT GET_LOCK('waiter:3', 60)");
    waiter.begin(wait);
    QTRY_VERIFY_WITH_TIMEOUT(someone.look("waiter:3")->waiters.list.size() == 1, patienceMs);
    const auto ticket = someone.begin(*someone.look("waiter:3"), QStringLiteral("kill-waiter"),
                                      QByteArray::number(waiter.id()));
    QVERIFY(ticket && !ticket->preview().refusal);
    QVERIFY(onlooker.run(QStringLiteral("KILL QUERY %1").arg(waiter.id())));
    waiter.value(QStringLiteral("SELECT 1")); // the first wait is over
    waiter.begin(wait);
    QTRY_VERIFY_WITH_TIMEOUT(someone.look("waiter:3")->waiters.list.size() == 1, patienceMs);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::Gone, false);
    QCOMPARE(someone.look("waiter:3")->waiters.list.size(), size_t(1));
}

void TestUserLockRelease::onlyWaitersAreCancelled()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    LockOperator someone(system_, specOf(*server));
    SqlSession holder(server->endpoint());
    SqlSession bystander(server->endpoint());
    QVERIFY(take(holder, "waiter:4"));
    const auto seen = someone.look("waiter:4");
    QVERIFY(!someone.begin(*seen, QStringLiteral("kill-waiter"), "1 OR 1"));
    QCOMPARE(someone.error().kind, ErrorKind::Config);
    for (const qint64 id : {holder.id(), bystander.id()}) {
        const auto ticket =
            someone.begin(*seen, QStringLiteral("kill-waiter"), QByteArray::number(id));
        QVERIFY(ticket && ticket->preview().refusal);
        const auto outcome = someone.commit(*ticket);
        COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::Gone, false);
    }
}

void TestUserLockRelease::managedServersCancelByProcedure()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const ManagedServer managed(*server);
    LockOperator someone(system_, specOf(*server, managed.user()), SqlScratch::password());
    SqlSession holder(managed.program());
    SqlSession waiter(managed.program());
    QVERIFY(take(holder, "rds:2"));
    waiter.begin(QStringLiteral("SELECT GET_LOCK('rds:2', 60)"));
    QTRY_VERIFY_WITH_TIMEOUT(someone.look("rds:2")->waiters.list.size() == 1, patienceMs);
    const auto ticket = someone.begin(*someone.look("rds:2"), QStringLiteral("kill-waiter"),
                                      QByteArray::number(waiter.id()));
    QVERIFY2(ticket, qPrintable(someone.error().message));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QVERIFY(isAlive(holder) && isAlive(waiter));
    QVERIFY(someone.look("rds:2")->waiters.list.empty());
}

LOCKMASTER_TEST(TestUserLockRelease, QCoreApplication)

} // namespace tst_userlockrelease

#undef COMPARE_OUTCOME

#include "tst_userlockrelease.moc"
