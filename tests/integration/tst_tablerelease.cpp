// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltableshape.h"
#include "core/systems/leadertable/leadertablesystem.h"
#include "core/systems/locktable/locktablesystem.h"
#include "tests/support/faultproxy.h"
#include "tests/support/hostilenames.h"
#include "tests/support/lockoperator.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTest>

#include <barrier>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_tablerelease {

namespace {

const LockTableSystem lockTables;
const LeaderTableSystem leaderTables;

constexpr int patienceMs = 30'000;
constexpr auto lockTable = "CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                           "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)";
constexpr auto leaders = "CREATE TABLE service_leader_lock (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
                         "name VARCHAR(100) NOT NULL UNIQUE, container_id VARCHAR(100) NULL, "
                         "timestamp DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP)";

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

QString expire()
{
    return QStringLiteral("expire");
}

/** A table and an operator whose account may do just what a release takes. */
struct Place {
    SqlScratch scratch;
    LockOperator operator_;

    Place(const LiveSqlServer &server, const LockSystem &system, TableSpec table, quint16 port = 0)
        : scratch(server),
          operator_(system, backend(scratch, std::move(table), port), SqlScratch::password())
    {
        scratch.run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
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
    QString cell(const QString &statement)
    {
        SqlSession session(scratch.admin());
        return session.value(statement).toString();
    }
    QString row(const QString &table = QStringLiteral("dist_lock"))
    {
        return cell(table == u"dist_lock"
                        ? sql("SELECT CONCAT(owner, '|', expiry) FROM dist_lock LIMIT 1")
                        : sql("SELECT CONCAT(IFNULL(container_id, 'NULL'), '|', timestamp) "
                              "FROM service_leader_lock LIMIT 1"));
    }
};

/** One lock `a` of `o`, held for a minute. */
struct OneLock : Place {
    explicit OneLock(const LiveSqlServer &server, quint16 port = 0)
        : Place(server, lockTables, distLockTable(), port)
    {
        scratch.run(sql(lockTable));
        scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    }
};

struct OneLeader : Place {
    explicit OneLeader(const LiveSqlServer &server) : Place(server, leaderTables, spec())
    {
        scratch.run(sql(leaders));
        scratch.run(sql("INSERT INTO service_leader_lock (name, container_id, timestamp) VALUES "
                        "('s', 'web-1', UTC_TIMESTAMP())"));
    }
    static TableSpec spec()
    {
        TableSpec table = leaderTable();
        table.lease = Micros(20s);
        return table;
    }
};

#define COMPARE_OUTCOME(outcome, wantedResult, wantedDetail, wantedSent)                           \
    QVERIFY(outcome.has_value());                                                                  \
    QVERIFY2(outcome->result == wantedResult, qPrintable(outcome->message));                       \
    QVERIFY2(outcome->detail == wantedDetail, qPrintable(outcome->message));                       \
    QCOMPARE(outcome->sent, wantedSent);                                                           \
    QVERIFY(!outcome->message.isEmpty())

#define NEED(pointer, someone) QVERIFY2(pointer, qPrintable((someone).error().message))

} // namespace

/** Letting go of rows of lock tables and leader tables, on every server found. */
class TestTableRelease : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void releasesWhatWasSeenAndKeepsTheRow();
    void offersNothingWhereNobodyHolds();
    void theCopiedLookShowsTheVeryRow();
    void aSchemaThatIsAWordOfTheServerIsQuoted();
    void cleansUpAnExpiredRow();
    void refusesAnotherOwner();
    void refusesWhatWasTakenWhileTheDialogIsOpen();
    void refusesARenewalUnlessToldOtherwise();
    void refusesWhatIsGone();
    void releasesALockWithoutAnEnd();
    void aLockedRowIsBusy();
    void aLockedTableIsBusy();
    void anInterruptedStatementIsUndone();
    void anotherErrorIsToldInTheServersWords();
    void isDeniedWithoutThePrivilege();
    void comparesBytesInAnyCharacterSet_data();
    void comparesBytesInAnyCharacterSet();
    void comparesWhateverTheColumnsAre_data();
    void comparesWhateverTheColumnsAre();
    void tellsOwnersApartThatDifferFarBehind();
    void anUnnamedOwnerIsToldByItsLease();
    void aRowWithoutAnEndTellsNoHolds();
    void twoOperatorsOneRelease();
    void survivesARestartOfTheServer();
    void anotherServerAtTheSameAddressIsRefused();
    void aCutNetworkIsUnknownAndThenTheTruth_data();
    void aCutNetworkIsUnknownAndThenTheTruth();
    void aReplicaIsNotWrittenTo();
    void asksForATableAndAnActionThatAreThere();
    void expiresALeader();
    void stepsALeaderDownThoughItRenews();
    void stepsDownWhereTheContainerMayNotBeNull();

private:
    SqlServers m_servers;
};

void TestTableRelease::releasesWhatWasSeenAndKeepsTheRow()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    QVERIFY(seen);
    const auto actions = lockTables.actions(*seen);
    QCOMPARE(actions.size(), size_t(1));
    QCOMPARE(actions[0].id, expire());
    QVERIFY(!actions[0].evenIfRenewed && !actions[0].consequence.isEmpty());
    const auto ticket = someone.begin(*seen, expire());
    NEED(ticket, someone);
    QVERIFY(!ticket->preview().refusal && !ticket->preview().renewed);
    QVERIFY(ticket->preview().canCompareInstanceOnly);
    QVERIFY(sameLease(*ticket->preview().lock, *seen));
    QCOMPARE(witnessOf(*ticket->preview().lock), witnessOf(*seen));
    QCOMPARE(ticket->preview().warnings.size(), 1); // whole seconds
    const QString command = ticket->command(Compare::InstanceAndLease);
    QVERIFY2(command.startsWith(QStringLiteral("UPDATE `%1`.`dist_lock` SET `expiry` = "
                                               "'1970-01-02 00:00:00' WHERE `name` = 'a' AND ")
                                    .arg(place.scratch.schema()))
                 && command.contains(QLatin1String("<=> 'o'")),
             qPrintable(command));
    QVERIFY(!ticket->command(Compare::InstanceOnly).contains(QLatin1String("AS CHAR")));

    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE(place.row(), QStringLiteral("o|1970-01-02 00:00:00"));
    const auto now = ticket->observe(soon());
    QVERIFY(now && *now);
    QCOMPARE((*now)->state, LockState::Free);
    QVERIFY(lockTables.actions(**now).empty());

    place.scratch.run(sql("UPDATE dist_lock SET expiry = NOW() + INTERVAL 60 SECOND"));
    const QString before = place.row();
    const auto again = someone.commit(*ticket);
    COMPARE_OUTCOME(again, ReleaseResult::Changed, ChangeDetail::None, false);
    QCOMPARE(place.row(), before);
}

/** Whatever its name is, in any mode of quoting. */
void TestTableRelease::theCopiedLookShowsTheVeryRow()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const OneLock place(*server);
    const BackendSpec backend = place.backend(place.scratch, distLockTable(), 0);
    LockRecord record;
    SqlSession session(place.scratch.admin());
    for (const Hostile &each : hostiles()) {
        record.id.source =
            std::make_shared<const SourceId>(SourceId{backend.name,
                                                      QStringLiteral("dist_lock"),
                                                      sqlTableName(backend, backend.tables.front()),
                                                      {}});
        record.id.name = each.bytes;
        QVERIFY(session.run(QStringLiteral("INSERT INTO dist_lock VALUES (?, 'o', NOW())"),
                            {QString::fromUtf8(each.bytes)}));
        const QStringList lines = lockTables.lookCommands(record, backend);
        QCOMPARE(lines.size(), 1);
        QVERIFY(!lines.front().contains(u'\n'));
        for (const char *mode : {"", "NO_BACKSLASH_ESCAPES,ANSI_QUOTES"}) {
            QVERIFY(session.run(
                QStringLiteral("SET SESSION sql_mode = '%1'").arg(QLatin1StringView(mode))));
            QCOMPARE(session.value(lines.front()).toString().toUtf8(), each.bytes);
        }
    }
    // What a collation takes for the same is another lock.
    QVERIFY(session.run(QStringLiteral("DELETE FROM dist_lock")));
    QVERIFY(session.run(QStringLiteral("ALTER TABLE dist_lock DROP PRIMARY KEY")));
    for (const char *name : {"Job", "job", "J\u00f6b", "job "})
        QVERIFY(session.run(QStringLiteral("INSERT INTO dist_lock VALUES (?, 'o', NOW())"),
                            {QString::fromUtf8(name)}));
    record.id.name = "job";
    const QString exact = lockTables.lookCommands(record, backend).front();
    QCOMPARE(session.value(exact).toString(), QStringLiteral("job"));
    QVERIFY(session.run(QStringLiteral("DELETE FROM dist_lock WHERE BINARY name = 'job'")));
    QVERIFY2(!session.value(exact).isValid(), qPrintable(exact));
    record.id.source = std::make_shared<const SourceId>(
        SourceId{backend.name, QStringLiteral("dist_lock"), QStringLiteral("elsewhere.locks"), {}});
    QVERIFY(lockTables.lookCommands(record, backend).isEmpty());
}

/** Wherever the server would take it for something else. */
void TestTableRelease::aSchemaThatIsAWordOfTheServerIsQuoted()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const OneLock place(*server);
    SqlSession session(place.scratch.admin());
    QStringList words = {QStringLiteral("group"), QStringLiteral("lock"), QStringLiteral("orders")};
    // Where the server lists its own: all of them.
    session.run(QStringLiteral("SET SESSION group_concat_max_len = 100000"));
    const QString own = session
                            .value(QStringLiteral("SELECT GROUP_CONCAT(word SEPARATOR ' ') FROM "
                                                  "information_schema.keywords WHERE reserved = 1"))
                            .toString();
    words << own.toLower().split(u' ', Qt::SkipEmptyParts);
    for (const QString &name : std::as_const(words)) {
        BackendSpec backend = place.backend(place.scratch, distLockTable(), 0);
        backend.tables.front().schema = name;
        LockRecord record;
        record.id.source =
            std::make_shared<const SourceId>(SourceId{backend.name,
                                                      QStringLiteral("dist_lock"),
                                                      sqlTableName(backend, backend.tables.front()),
                                                      {}});
        record.id.name = "a";
        // There is no such table, which the server understands.
        const QString line = lockTables.lookCommands(record, backend).value(0);
        QVERIFY(!session.run(line));
        QVERIFY2(!session.error().contains(QStringLiteral("syntax")), qPrintable(session.error()));
    }
}

void TestTableRelease::offersNothingWhereNobodyHolds()
{
    LockRecord record;
    record.state = LockState::Free;
    QVERIFY(lockTables.actions(record).empty());
    QVERIFY(leaderTables.actions(record).empty());
    record.state = LockState::Unknown;
    QVERIFY(lockTables.actions(record).empty());
    record.holders.resize(1);
    for (const LockState state : {LockState::Unknown, LockState::Blocked, LockState::Expired}) {
        record.state = state;
        QCOMPARE(lockTables.actions(record).size(), size_t(1));
        QCOMPARE(leaderTables.actions(record).size(), size_t(2));
    }
    QVERIFY(leaderTables.actions(record).back().evenIfRenewed);
}

void TestTableRelease::cleansUpAnExpiredRow()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    place.scratch.run(sql("UPDATE dist_lock SET expiry = NOW() - INTERVAL 1 HOUR"));
    const auto seen = someone.look("a");
    QVERIFY(seen && seen->state == LockState::Expired);
    const auto ticket = someone.begin(*seen, lockTables.actions(*seen).at(0).id);
    NEED(ticket, someone);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE((*ticket->observe(soon()))->state, LockState::Free);
}

void TestTableRelease::refusesAnotherOwner()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    QVERIFY(seen);
    // Expired, and taken by another with the very same expiry.
    place.scratch.run(sql("UPDATE dist_lock SET owner = 'next'"));
    const QString before = place.row();
    for (const Compare compare : {Compare::InstanceAndLease, Compare::InstanceOnly}) {
        const auto ticket = someone.begin(*seen, expire());
        NEED(ticket, someone);
        QVERIFY(ticket->preview().refusal);
        QVERIFY2(ticket->preview().refusal->message.contains(QLatin1String("next")),
                 qPrintable(ticket->preview().refusal->message));
        QVERIFY(ticket->command(compare).isEmpty());
        const auto outcome = someone.commit(*ticket, compare);
        COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::None, false);
        QCOMPARE(place.row(), before);
    }
}

void TestTableRelease::refusesWhatWasTakenWhileTheDialogIsOpen()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    for (const Compare compare : {Compare::InstanceAndLease, Compare::InstanceOnly}) {
        OneLock place(*server);
        LockOperator &someone = place.operator_;
        const auto ticket = someone.begin(*someone.look("a"), expire());
        NEED(ticket, someone);
        QVERIFY(!ticket->preview().refusal);
        place.scratch.run(sql("UPDATE dist_lock SET owner = 'O'")); // collations see no difference
        const QString before = place.row();
        const auto outcome = someone.commit(*ticket, compare);
        COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::None, true);
        QCOMPARE(place.row(), before);
    }
}

void TestTableRelease::refusesARenewalUnlessToldOtherwise()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    for (const bool whileOpen : {false, true}) {
        OneLock place(*server);
        LockOperator &someone = place.operator_;
        const auto seen = someone.look("a");
        const auto renew = [&place] {
            place.scratch.run(sql("UPDATE dist_lock SET expiry = expiry + INTERVAL 10 SECOND"));
        };
        if (!whileOpen)
            renew();
        auto ticket = someone.begin(*seen, expire());
        NEED(ticket, someone);
        if (whileOpen)
            renew();
        QVERIFY(!ticket->preview().refusal);
        QCOMPARE(ticket->preview().renewed, !whileOpen);
        const QString before = place.row();
        const auto refused = someone.commit(*ticket);
        COMPARE_OUTCOME(refused, ReleaseResult::Changed, ChangeDetail::Renewed, whileOpen);
        QCOMPARE(place.row(), before);

        ticket = someone.begin(*seen, expire());
        NEED(ticket, someone);
        QVERIFY(ticket->preview().renewed);
        renew();
        const auto released = someone.commit(*ticket, Compare::InstanceOnly);
        COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
        QCOMPARE(place.row(), QStringLiteral("o|1970-01-02 00:00:00"));
    }
}

void TestTableRelease::refusesWhatIsGone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    for (const char *statement : {"DELETE FROM dist_lock", "UPDATE dist_lock SET expiry = "
                                                           "'1970-01-02 00:00:00'"}) {
        for (const Compare compare : {Compare::InstanceAndLease, Compare::InstanceOnly}) {
            for (const bool whileOpen : {false, true}) {
                OneLock place(*server);
                LockOperator &someone = place.operator_;
                const auto seen = someone.look("a");
                if (!whileOpen)
                    place.scratch.run(sql(statement));
                const auto ticket = someone.begin(*seen, expire());
                NEED(ticket, someone);
                QCOMPARE(ticket->preview().refusal.has_value(), !whileOpen);
                if (whileOpen)
                    place.scratch.run(sql(statement));
                const auto outcome = someone.commit(*ticket, compare);
                COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::Gone, whileOpen);
                const auto now = ticket->observe(soon());
                QVERIFY(now);
                QVERIFY(!*now || (*now)->state == LockState::Free);
            }
        }
    }
    // A leader that has no heartbeat any more leads no more.
    OneLeader place(*server);
    place.scratch.run(sql("ALTER TABLE service_leader_lock MODIFY timestamp DATETIME NULL"));
    LockOperator &someone = place.operator_;
    const auto ticket = someone.begin(*someone.look("s"), expire());
    NEED(ticket, someone);
    place.scratch.run(sql("UPDATE service_leader_lock SET timestamp = NULL"));
    const auto outcome = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::Gone, true);
}

void TestTableRelease::releasesALockWithoutAnEnd()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    place.scratch.run(sql("ALTER TABLE dist_lock MODIFY expiry DATETIME NULL"));
    place.scratch.run(sql("UPDATE dist_lock SET expiry = NULL"));
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);
    const auto outcome = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE(place.row(), QStringLiteral("o|1970-01-02 00:00:00"));
}

void TestTableRelease::aLockedRowIsBusy()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    SqlSession holder(place.scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
    const QString before = place.row();
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);
    QElapsedTimer timer;
    timer.start();
    const auto outcome = someone.commit(*ticket);
    const qint64 took = timer.elapsed();
    COMPARE_OUTCOME(outcome, ReleaseResult::Busy, ChangeDetail::None, true);
    QVERIFY2(took <= 2200, qPrintable(QString::number(took)));
    QVERIFY(holder.run(sql("ROLLBACK")));
    QCOMPARE(place.row(), before);
    qInfo("busy after %lld ms", took);
}

void TestTableRelease::aLockedTableIsBusy()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    const QString before = place.row();
    const auto isBusy = [&](const std::unique_ptr<ReleaseTicket> &ticket, bool sent) {
        NEED(ticket, someone);
        QElapsedTimer timer;
        timer.start();
        const auto outcome = someone.commit(*ticket);
        const qint64 took = timer.elapsed();
        QVERIFY(outcome.has_value());
        QVERIFY2(outcome->result == ReleaseResult::Busy, qPrintable(outcome->message));
        if (!sent)
            QVERIFY(!outcome->sent);
        QVERIFY2(took <= 2200, qPrintable(QString::number(took)));
    };
    {
        const auto early = someone.begin(*seen, expire());
        SqlSession locker(place.scratch.admin());
        QVERIFY(locker.run(sql("LOCK TABLES dist_lock WRITE")));
        const auto late = someone.begin(*seen, expire());
        isBusy(early, true);
        isBusy(late, false);
        QVERIFY(late->preview().refusal);
    }
    {
        const auto ticket = someone.begin(*seen, expire());
        SqlSession idle(place.scratch.admin());
        QVERIFY(idle.run(sql("BEGIN")));
        QVERIFY(idle.run(sql("SELECT * FROM dist_lock")));
        SqlSession alter(place.scratch.admin());
        QVERIFY(alter.run(sql("SET SESSION lock_wait_timeout = 100")));
        alter.begin(sql("ALTER TABLE dist_lock ADD COLUMN more INT"));
        QTRY_VERIFY_WITH_TIMEOUT(place
                                     .cell(sql("SELECT STATE FROM information_schema.PROCESSLIST "
                                               "WHERE INFO LIKE 'ALTER TABLE dist%'"))
                                     .contains(QLatin1String("metadata lock")),
                                 patienceMs);
        isBusy(ticket, true);
    }
    QCOMPARE(place.row(), before);
}

void TestTableRelease::anInterruptedStatementIsUndone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const QString before = place.row();
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);
    SqlSession holder(place.scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock FOR UPDATE")));
    SqlSession killer(place.scratch.admin());
    std::optional<ReleaseOutcome> outcome;
    std::thread committing([&] { outcome = someone.commit(*ticket); });
    const auto waiting = sql("SELECT ID FROM information_schema.PROCESSLIST "
                             "WHERE COMMAND = 'Execute' AND INFO LIKE 'UPDATE%'");
    QVariant session;
    for (int i = 0; i < 900 && !session.isValid(); ++i) {
        session = killer.value(waiting);
        std::this_thread::sleep_for(1ms);
    }
    if (session.isValid())
        killer.run(QStringLiteral("KILL QUERY %1").arg(session.toLongLong()));
    committing.join();
    QVERIFY(session.isValid());
    QVERIFY2(!outcome, qPrintable(outcome ? outcome->message : QString()));
    QCOMPARE(someone.error().nativeCode, 1317);
    QVERIFY(holder.run(sql("ROLLBACK")));
    QCOMPARE(place.row(), before);
    // It lives: nothing has to be waited for, so a moment is enough.
    const auto now = ticket->observe(soon(5s));
    QVERIFY2(now && *now, qPrintable(now ? QString() : now.error().message));
    QCOMPARE((*now)->state, LockState::Held);
}

void TestTableRelease::anotherErrorIsToldInTheServersWords()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const auto refusing = sql("CREATE TRIGGER refusing %1 UPDATE ON dist_lock FOR EACH ROW "
                              "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not today'");
    {
        OneLock place(*server);
        LockOperator &someone = place.operator_;
        place.scratch.run(refusing.arg(QLatin1String("BEFORE")));
        const QString before = place.row();
        const auto ticket = someone.begin(*someone.look("a"), expire());
        NEED(ticket, someone);
        const auto outcome = someone.commit(*ticket);
        QVERIFY2(!outcome, qPrintable(outcome ? outcome->message : QString()));
        QVERIFY2(someone.error().message.contains(QLatin1String("not today")),
                 qPrintable(someone.error().message));
        QCOMPARE(place.row(), before);
    }
    // Without transactions an error undoes nothing.
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    place.scratch.run(sql("ALTER TABLE dist_lock ENGINE = MyISAM"));
    place.scratch.run(refusing.arg(QLatin1String("AFTER")));
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Unknown, ChangeDetail::None, true);
    const auto now = ticket->observe(soon(5s));
    QVERIFY2(now && *now, qPrintable(now ? QString() : now.error().message));
    QCOMPARE((*now)->state, LockState::Free);
}

void TestTableRelease::isDeniedWithoutThePrivilege()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto change = [&place](const char *statement) {
        place.scratch.run(sql(statement).arg(place.scratch.schema(), place.scratch.user()));
    };
    // What is granted on a table is lost at once, on a schema only by the next sessions.
    change("REVOKE UPDATE ON %1.* FROM '%2'@'%'");
    change("GRANT UPDATE (expiry) ON %1.dist_lock TO '%2'@'%'");
    const auto seen = someone.look("a");
    const auto open = someone.begin(*seen, expire());
    NEED(open, someone);
    QVERIFY(!open->preview().refusal);
    change("REVOKE UPDATE (expiry) ON %1.dist_lock FROM '%2'@'%'");
    const QString before = place.row();
    const auto ticket = someone.begin(*seen, expire());
    NEED(ticket, someone);
    QVERIFY(ticket->preview().refusal);
    const auto early = someone.commit(*ticket);
    COMPARE_OUTCOME(early, ReleaseResult::Denied, ChangeDetail::None, false);
    QVERIFY2(early->remedy.contains(QLatin1String("UPDATE"))
                 && early->remedy.contains(place.scratch.schema()),
             qPrintable(early->remedy));
    const auto late = someone.commit(*open);
    QVERIFY2(late, qPrintable(someone.error().message));
    QVERIFY2(late->result == ReleaseResult::Denied, qPrintable(late->message));
    QCOMPARE(place.row(), before);
    const auto now = open->observe(soon());
    QVERIFY(now && *now);
}

void TestTableRelease::comparesBytesInAnyCharacterSet_data()
{
    QTest::addColumn<QString>("columns");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("owner");
    const auto text = QStringLiteral("CHARACTER SET %1 COLLATE %2");
    const QString euckr = text.arg(QLatin1String("euckr"), QLatin1String("euckr_bin"));
    const QString latin = text.arg(QLatin1String("latin1"), QLatin1String("latin1_bin"));
    const QString utf8 = text.arg(QLatin1String("utf8mb4"), QLatin1String("utf8mb4_bin"));
    QTest::newRow("euckr") << euckr << QByteArray("정산-일마감") << QByteArray("웹서버-3");
    QTest::newRow("latin1") << latin << QByteArray("café") << QByteArray("münchen-1");
    QTest::newRow("utf8mb4") << utf8 << QByteArray("결제 🔒") << QByteArray("웹-🐳");
    QTest::newRow("ucs2") << text.arg(QLatin1String("ucs2"), QLatin1String("ucs2_bin"))
                          << QByteArray("결제") << QByteArray("웹");
    QTest::newRow("case twin") << utf8 << QByteArray("Job") << QByteArray("Web");
    QTest::newRow("space") << utf8 << QByteArray("job ") << QByteArray("web ");
    QTest::newRow("hostile") << utf8 << QByteArray("it's \\ \"`?:x\n") << QByteArray("';--\\'?");
    QTest::newRow("byte order mark")
        << utf8 << QByteArray("\xef\xbb\xbfjob") << QByteArray("\xef\xbb\xbfweb");
    QTest::newRow("binary") << QString() << QByteArray("\xff\x00\x01'", 4)
                            << QByteArray("\x00\xfe\\", 3);
}

void TestTableRelease::comparesBytesInAnyCharacterSet()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, columns);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, owner);
    const QString type = columns.isEmpty() ? sql("VARBINARY(100)") : sql("VARCHAR(100) ") + columns;
    Place place(*server, lockTables, distLockTable());
    place.scratch.run(QStringLiteral("CREATE TABLE dist_lock (id INT AUTO_INCREMENT PRIMARY KEY, "
                                     "name %1, owner %1, expiry DATETIME(6), KEY(name))")
                          .arg(type));
    const auto value = [&](const QByteArray &bytes) {
        return columns.isEmpty() ? QVariant(bytes) : columnValue({}, bytes);
    };
    // Twins that some collation takes for the same, each with another owner.
    QList<QByteArray> names{name, name.toLower() + ' ', name.toUpper(), name.trimmed() + "  "};
    names.removeAll(name);
    names.prepend(name);
    for (int i = 0; i < names.size(); ++i)
        place.scratch.run(sql("INSERT INTO dist_lock (name, owner, expiry) VALUES "
                              "(?, ?, TIMESTAMPADD(SECOND, 60, '2099-01-01 00:00:00.25'))"),
                          {value(names[i]), value(i == 0 ? owner : owner + 'x')});
    LockOperator &someone = place.operator_;
    const auto seen = someone.look(name);
    QVERIFY(seen);
    QCOMPARE(seen->holders.at(0).raw, owner);
    auto ticket = someone.begin(*seen, expire());
    if (names.count(name) == 1)
        NEED(ticket, someone);
    QVERIFY2(!ticket->preview().refusal,
             qPrintable(ticket->preview().refusal.value_or(ReleaseOutcome()).message));

    // While the dialog is open another takes it whom collations take for the same.
    place.scratch.run(sql("UPDATE dist_lock SET owner = ? WHERE id = 1"), {value(owner + ' ')});
    const auto refused = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(refused, ReleaseResult::Changed, ChangeDetail::None, true);
    place.scratch.run(sql("UPDATE dist_lock SET owner = ? WHERE id = 1"), {value(owner)});

    ticket = someone.begin(*seen, expire());
    NEED(ticket, someone);
    const auto released = someone.commit(*ticket);
    COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE(place.cell(sql("SELECT GROUP_CONCAT(id) FROM dist_lock WHERE expiry < '1971-01-01'")),
             QStringLiteral("1"));
}

void TestTableRelease::comparesWhateverTheColumnsAre_data()
{
    QTest::addColumn<QString>("owner");
    QTest::addColumn<QString>("time");
    QTest::addColumn<QString>("value");
    const QString text = sql("VARCHAR(100)");
    const QString hour = sql("NOW() + INTERVAL 1 HOUR");
    QTest::newRow("TIMESTAMP") << text << sql("TIMESTAMP NULL") << hour;
    QTest::newRow("TIMESTAMP(6)") << text << sql("TIMESTAMP(6) NULL")
                                  << sql("NOW(6) + INTERVAL 1 HOUR");
    QTest::newRow("DATETIME(6)") << text << sql("DATETIME(6)")
                                 << sql("NOW(6) + INTERVAL 1234567890 MICROSECOND");
    QTest::newRow("DATETIME(3)") << text << sql("DATETIME(3)") << sql("NOW(6) + INTERVAL 1 HOUR");
    QTest::newRow("never") << text << sql("DATETIME(6)") << sql("'9999-12-31 23:59:59.999999'");
    QTest::newRow("NULL time") << text << sql("DATETIME NULL") << sql("NULL");
    QTest::newRow("CHAR") << sql("CHAR(30)") << sql("DATETIME") << hour;
    QTest::newRow("TEXT") << sql("TEXT") << sql("DATETIME") << hour;
}

void TestTableRelease::comparesWhateverTheColumnsAre()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, owner);
    QFETCH(QString, time);
    QFETCH(QString, value);
    TableSpec table = distLockTable();
    table.table = sql("odd`table?");
    table.nameColumn = sql("job name");
    table.ownerColumn = sql("by`whom");
    table.timeColumn = sql("until?");
    Place place(*server, lockTables, table);
    place.scratch.run(QStringLiteral("CREATE TABLE `odd``table?` (`job name` VARCHAR(50) PRIMARY "
                                     "KEY, `by``whom` %1, `until?` %2)")
                          .arg(owner, time));
    place.scratch.run(QStringLiteral("INSERT INTO `odd``table?` VALUES ('a', 'o', %1)").arg(value));
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    QVERIFY(seen);
    const auto ticket = someone.begin(*seen, expire());
    NEED(ticket, someone);
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE((*ticket->observe(soon()))->state, LockState::Free);
}

void TestTableRelease::tellsOwnersApartThatDifferFarBehind()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Place place(*server, lockTables, distLockTable());
    place.scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, "
                          "owner TEXT, expiry DATETIME)"));
    place.scratch.run(sql("INSERT INTO dist_lock VALUES "
                          "('a', REPEAT('가나다', 1000), NOW() + INTERVAL 60 SECOND)"));
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    QVERIFY(seen && seen->holders.at(0).truncated());
    auto ticket = someone.begin(*seen, expire());
    NEED(ticket, someone);
    QVERIFY(!ticket->preview().refusal);
    // Same length, same first 1,024 bytes, same expiry.
    place.scratch.run(sql("UPDATE dist_lock SET owner = CONCAT(REPEAT('가나다', 999), '가나라')"));
    const auto refused = someone.commit(*ticket);
    QVERIFY(refused && refused->result == ReleaseResult::Changed);
    QVERIFY(someone.look("a")->state == LockState::Held);
    place.scratch.run(sql("UPDATE dist_lock SET owner = REPEAT('가나다', 1000)"));
    ticket = someone.begin(*seen, expire());
    const auto released = someone.commit(*ticket);
    COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
}

void TestTableRelease::anUnnamedOwnerIsToldByItsLease()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    for (const char *owner : {"NULL", "''"}) {
        Place place(*server, lockTables, distLockTable());
        place.scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, "
                              "owner VARCHAR(100) NULL, expiry DATETIME)"));
        place.scratch.run(
            QStringLiteral("INSERT INTO dist_lock VALUES ('a', %1, NOW() + INTERVAL 60 SECOND)")
                .arg(sql(owner)));
        LockOperator &someone = place.operator_;
        const auto seen = someone.look("a");
        QVERIFY(seen);
        auto ticket = someone.begin(*seen, expire());
        NEED(ticket, someone);
        QVERIFY(!ticket->preview().canCompareInstanceOnly);
        place.scratch.run(sql("UPDATE dist_lock SET expiry = expiry + INTERVAL 1 SECOND"));
        // Whoever did that: nobody is said to have renewed it, and to be released all the same.
        const auto refused = someone.commit(*ticket, Compare::InstanceOnly);
        COMPARE_OUTCOME(refused, ReleaseResult::Changed, ChangeDetail::None, true);
        ticket = someone.begin(*seen, expire());
        NEED(ticket, someone);
        QVERIFY(ticket->preview().refusal);
        QCOMPARE(ticket->preview().refusal->detail, ChangeDetail::None);
        ticket = someone.begin(*someone.look("a"), expire());
        const auto released = someone.commit(*ticket);
        COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
    }
}

/** A row without an end is the same after it was deleted and taken anew by the same owner. */
void TestTableRelease::aRowWithoutAnEndTellsNoHolds()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    QVERIFY(!someone.begin(*someone.look("a"), expire())->preview().indistinguishable);
    place.scratch.run(sql("ALTER TABLE dist_lock MODIFY expiry DATETIME(6) NULL"));
    place.scratch.run(sql("UPDATE dist_lock SET expiry = NULL"));
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);
    QVERIFY(ticket->preview().indistinguishable);
    QVERIFY(!ticket->preview().warnings.isEmpty());
}

void TestTableRelease::twoOperatorsOneRelease()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    constexpr int rounds = 200;
    OneLock place(*server);
    int released = 0;
    int refused = 0;
    LockOperator other(lockTables, place.operator_.backend(), SqlScratch::password());
    for (int round = 0; round < rounds; ++round) {
        place.scratch.run(QStringLiteral("UPDATE dist_lock SET owner = 'o%1', "
                                         "expiry = NOW() + INTERVAL 60 SECOND")
                              .arg(round));
        const auto seen = place.operator_.look("a");
        const auto mine = place.operator_.begin(*seen, expire());
        NEED(mine, place.operator_);
        std::barrier start(2);
        std::optional<ReleaseOutcome> theirOutcome;
        std::thread them([&] {
            const auto theirs = other.begin(*seen, expire());
            start.arrive_and_wait();
            if (theirs)
                theirOutcome = other.commit(*theirs);
        });
        start.arrive_and_wait();
        const auto myOutcome = place.operator_.commit(*mine);
        them.join();
        for (const auto &outcome : {myOutcome, theirOutcome}) {
            QVERIFY(outcome);
            released += outcome->result == ReleaseResult::Released ? 1 : 0;
            refused +=
                outcome->result == ReleaseResult::Changed && outcome->detail == ChangeDetail::Gone
                    ? 1
                    : 0;
        }
    }
    QCOMPARE(released, rounds);
    QCOMPARE(refused, rounds);
}

void TestTableRelease::survivesARestartOfTheServer()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to stop.");
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    const auto ticket = someone.begin(*seen, expire());
    const auto late = someone.begin(*seen, expire());
    NEED(ticket, someone);
    NEED(late, someone);
    QString why;
    QVERIFY2(server->restart(&why), qPrintable(why));
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Released, ChangeDetail::None, true);
    // The next holder is safe from the other ticket, which is just as old.
    SqlSession next(place.scratch.admin());
    QVERIFY(next.run(sql("UPDATE dist_lock SET owner = 'next', "
                         "expiry = NOW() + INTERVAL 60 SECOND")));
    const auto refused = someone.commit(*late);
    COMPARE_OUTCOME(refused, ReleaseResult::Changed, ChangeDetail::None, true);
    const auto now = late->observe(soon());
    QVERIFY(now && *now);
    QCOMPARE((*now)->holders.at(0).raw, QByteArray("next"));
}

/** Its copy of the row may be an old one: nobody looked at it there. */
void TestTableRelease::anotherServerAtTheSameAddressIsRefused()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    OneLock place(*server, proxy.port());
    LockOperator &someone = place.operator_;
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);

    QString why;
    const auto other = LiveSqlServer::startMariaDb(&why);
    QVERIFY2(other, qPrintable(why));
    const QString held = place.row();
    SqlSession copy(other->endpoint());
    const QString schema = place.scratch.schema();
    for (const QString &statement :
         {QStringLiteral("CREATE DATABASE %1").arg(schema),
          QStringLiteral("CREATE TABLE %1.%2").arg(schema, sql(lockTable).mid(13)),
          QStringLiteral("INSERT INTO %1.dist_lock VALUES ('a', 'o', '%2')")
              .arg(schema, held.section(u'|', 1)),
          QStringLiteral("CREATE USER '%1'@'%' IDENTIFIED BY '%2'")
              .arg(place.scratch.user(), QString::fromLatin1(SqlScratch::password())),
          QStringLiteral("GRANT SELECT, UPDATE ON %1.* TO '%2'@'%'")
              .arg(schema, place.scratch.user())})
        QVERIFY2(copy.run(statement), qPrintable(statement));
    proxy.setTarget(other->endpoint().port);
    proxy.dropConnections();
    const auto outcome = someone.commit(*ticket);
    COMPARE_OUTCOME(outcome, ReleaseResult::Changed, ChangeDetail::OtherServer, false);
    QCOMPARE(
        copy.value(
                QStringLiteral("SELECT CONCAT(owner, '|', expiry) FROM %1.dist_lock").arg(schema))
            .toString(),
        held);
    QCOMPARE(place.row(), held);
}

void TestTableRelease::aCutNetworkIsUnknownAndThenTheTruth_data()
{
    QTest::addColumn<bool>("happens");
    QTest::newRow("it happens all the same") << true;
    QTest::newRow("it never happens") << false;
}

void TestTableRelease::aCutNetworkIsUnknownAndThenTheTruth()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(bool, happens);
    FaultProxy proxy(server->endpoint().port);
    OneLock place(*server, proxy.port());
    LockOperator &someone = place.operator_;
    const auto ticket = someone.begin(*someone.look("a"), expire());
    NEED(ticket, someone);
    SqlSession holder(place.scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock FOR UPDATE")));
    SqlSession watcher(place.scratch.admin());
    std::optional<ReleaseOutcome> outcome;
    std::thread committing([&] { outcome = someone.commit(*ticket); });
    const auto waiting = sql("SELECT COUNT(*) FROM information_schema.PROCESSLIST "
                             "WHERE COMMAND = 'Execute' AND INFO LIKE 'UPDATE%'");
    bool seen = false;
    for (int i = 0; i < 900 && !seen; ++i) {
        seen = watcher.value(waiting).toInt() > 0;
        std::this_thread::sleep_for(1ms);
    }
    proxy.dropConnections();
    if (happens)
        holder.run(sql("ROLLBACK"));
    committing.join();
    QVERIFY(seen);
    COMPARE_OUTCOME(outcome, ReleaseResult::Unknown, ChangeDetail::None, true);
    const auto now = ticket->observe(soon());
    QVERIFY2(now && *now, qPrintable(now ? QString() : now.error().message));
    QCOMPARE(watcher.value(waiting).toInt(), 0);
    QCOMPARE((*now)->state == LockState::Free,
             place.row() == QLatin1String("o|1970-01-02 00:00:00"));
    QCOMPARE((*now)->state, happens ? LockState::Free : LockState::Held);
}

void TestTableRelease::aReplicaIsNotWrittenTo()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to change.");
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    const bool mariaDb = server->isMariaDb();
    place.scratch.run(
        QStringLiteral("GRANT %1 TO '%2'@'%'")
            .arg(sql(mariaDb ? "REPLICA MONITOR ON *.*" : "SELECT ON performance_schema.*"),
                 place.scratch.user()));
    place.scratch.run(sql(mariaDb ? "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_USER='no'"
                                  : "CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.1', "
                                    "SOURCE_USER='no'"));
    const auto undo = qScopeGuard(
        [&] { place.scratch.run(sql(mariaDb ? "RESET SLAVE ALL" : "RESET REPLICA ALL")); });
    QVERIFY(!someone.begin(*seen, expire()));
    QCOMPARE(someone.error().kind, ErrorKind::Unsupported);
}

void TestTableRelease::asksForATableAndAnActionThatAreThere()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLock place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("a");
    const ReleaseRequest right{witnessOf(*seen), "a", expire(), {}};
    ReleaseRequest wrong = right;
    wrong.action = sql("kill");
    const auto kindOf = [&](const ReleaseRequest &request) {
        const auto ticket = lockTables.beginRelease(request, someone.context(), soon());
        return ticket ? ErrorKind::Cancelled : ticket.error().kind;
    };
    QCOMPARE(kindOf(right), ErrorKind::Cancelled);
    QCOMPARE(kindOf(wrong), ErrorKind::Config);
    wrong = right;
    wrong.name = "b";
    QCOMPARE(kindOf(wrong), ErrorKind::Config);
    wrong = right;
    wrong.witness.source.name = sql("elsewhere.dist_lock");
    QCOMPARE(kindOf(wrong), ErrorKind::Config);
}

void TestTableRelease::expiresALeader()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLeader place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("s");
    QVERIFY(seen);
    const auto actions = leaderTables.actions(*seen);
    QCOMPARE(actions.size(), size_t(2));
    QCOMPARE(actions[0].id, expire());
    QCOMPARE(actions[1].id, QStringLiteral("step-down"));
    auto ticket = someone.begin(*seen, expire());
    NEED(ticket, someone);
    place.scratch.run(
        sql("UPDATE service_leader_lock SET timestamp = timestamp + INTERVAL 1 SECOND"));
    const auto renewed = someone.commit(*ticket);
    COMPARE_OUTCOME(renewed, ReleaseResult::Changed, ChangeDetail::Renewed, true);
    ticket = someone.begin(*someone.look("s"), expire());
    const auto released = someone.commit(*ticket);
    COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE(place.row(sql("leader")), QStringLiteral("web-1|1970-01-02 00:00:00"));
    QCOMPARE((*ticket->observe(soon()))->state, LockState::Free);
}

void TestTableRelease::stepsALeaderDownThoughItRenews()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    OneLeader place(*server);
    LockOperator &someone = place.operator_;
    const auto seen = someone.look("s");
    place.scratch.run(
        sql("UPDATE service_leader_lock SET timestamp = timestamp + INTERVAL 1 SECOND"));
    auto ticket = someone.begin(*seen, QStringLiteral("step-down"));
    NEED(ticket, someone);
    QVERIFY(ticket->preview().renewed && !ticket->preview().refusal);
    place.scratch.run(
        sql("UPDATE service_leader_lock SET timestamp = timestamp + INTERVAL 1 SECOND"));
    const auto released = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE(place.row(sql("leader")), QStringLiteral("NULL|1970-01-02 00:00:00"));
    const auto now = ticket->observe(soon());
    QVERIFY(now && *now && (*now)->state == LockState::Free);
    // Another leads: it is not stepped down by what was seen of the first.
    place.scratch.run(sql("UPDATE service_leader_lock SET container_id = 'web-2', "
                          "timestamp = UTC_TIMESTAMP()"));
    ticket = someone.begin(*seen, QStringLiteral("step-down"));
    const auto refused = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(refused, ReleaseResult::Changed, ChangeDetail::None, false);
}

void TestTableRelease::stepsDownWhereTheContainerMayNotBeNull()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Place place(*server, leaderTables, OneLeader::spec());
    place.scratch.run(sql("CREATE TABLE service_leader_lock (name VARCHAR(100) PRIMARY KEY, "
                          "container_id VARCHAR(100) NOT NULL, timestamp DATETIME(6) NOT NULL)"));
    place.scratch.run(
        sql("INSERT INTO service_leader_lock VALUES ('s', 'web-1', UTC_TIMESTAMP(6))"));
    LockOperator &someone = place.operator_;
    const auto ticket = someone.begin(*someone.look("s"), QStringLiteral("step-down"));
    NEED(ticket, someone);
    const auto released = someone.commit(*ticket, Compare::InstanceOnly);
    COMPARE_OUTCOME(released, ReleaseResult::Released, ChangeDetail::None, true);
    QCOMPARE(place.row(sql("leader")), QStringLiteral("|1970-01-02 00:00:00.000000"));
    QCOMPARE((*ticket->observe(soon()))->state, LockState::Free);
}

LOCKMASTER_TEST(TestTableRelease, QCoreApplication)

} // namespace tst_tablerelease

#undef COMPARE_OUTCOME
#undef NEED

#include "tst_tablerelease.moc"
