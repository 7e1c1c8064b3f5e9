// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockobserver.h"
#include "core/sql/sqlconnection.h"
#include "tests/support/sqlsession.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <map>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_userlocks {

namespace {

constexpr int patienceMs = 30'000;

/** What Lockmaster sees of one server, over one connection of its own. */
class Onlooker
{
public:
    explicit Onlooker(const Endpoint &endpoint, std::vector<QByteArray> names = {})
        : m_observer(specWith(std::move(names)))
    {
        auto opened = SqlConnection::open(endpoint, systemClock().now() + 30s);
        if (opened)
            m_connection = *std::move(opened);
        else
            qWarning("%s", qPrintable(opened.error().message));
        m_observer.connectionChanged();
    }

    const Observation &look()
    {
        m_seen = m_observer.read(*m_connection, systemClock().now() + 30s);
        return m_seen;
    }
    const LockRecord *find(const QByteArray &name)
    {
        look();
        const auto found = std::find_if(m_seen.records.begin(), m_seen.records.end(),
                                        [&](const LockRecord &r) { return r.id.name == name; });
        return found == m_seen.records.end() ? nullptr : &*found;
    }
    qint64 waiters(const QByteArray &name)
    {
        const LockRecord *lock = find(name);
        return lock ? lock->waiters.count.value_or(-1) : -2;
    }
    std::vector<Capability> examine()
    {
        return m_observer.examine(*m_connection, systemClock().now() + 30s);
    }
    Capability capability(const QString &id)
    {
        const auto all = examine();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Capability &c) { return c.id == id; });
        return found == all.end() ? Capability() : *found;
    }
    bool isOpen() const { return m_connection != nullptr; }
    const Observation &seen() const { return m_seen; }
    bool hasProblem(ErrorKind kind) const
    {
        return std::any_of(m_seen.problems.begin(), m_seen.problems.end(),
                           [kind](const Error &error) { return error.kind == kind; });
    }
    QString problems() const
    {
        QString text;
        for (const Error &error : m_seen.problems)
            text += error.message + QLatin1String(" | ") + error.remedy + QLatin1Char('\n');
        return text;
    }

private:
    static BackendSpec specWith(std::vector<QByteArray> names)
    {
        BackendSpec spec;
        spec.name = QStringLiteral("db");
        spec.userLocks = std::move(names);
        return spec;
    }

    UserLockObserver m_observer;
    std::unique_ptr<SqlConnection> m_connection;
    Observation m_seen;
};

QString attribute(const LockRecord &record, const QString &label)
{
    for (const Attribute &line : *record.attributes) {
        if (line.label == label)
            return line.value;
    }
    return {};
}

bool take(SqlSession &session, const QByteArray &name)
{
    // As bytes: what a program sends whose character set is that of the name.
    return session.value(QStringLiteral("SELECT GET_LOCK(?, 0)"), {name}).toInt() == 1;
}

/** An account for one test, gone with it. */
class Account
{
public:
    Account(LiveSqlServer *server, const QString &name, const QStringList &grants)
        : m_admin(server->endpoint()), m_name(name)
    {
        m_admin.run(QStringLiteral("DROP USER IF EXISTS '%1'@'%'").arg(name));
        m_ok = m_admin.run(QStringLiteral("CREATE USER '%1'@'%' IDENTIFIED BY 'pw'").arg(name));
        for (const QString &grant : grants)
            m_ok = m_ok && m_admin.run(QStringLiteral("GRANT %1 TO '%2'@'%'").arg(grant, name));
        m_endpoint = server->endpoint(name, "pw");
    }
    ~Account() { m_admin.run(QStringLiteral("DROP USER '%1'@'%'").arg(m_name)); }

    bool isOk() const { return m_ok; }
    QString error() const { return m_admin.error(); }
    const Endpoint &endpoint() const { return m_endpoint; }

private:
    SqlSession m_admin;
    QString m_name;
    Endpoint m_endpoint;
    bool m_ok = false;
};

} // namespace

class TestUserLocks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void seesAHolderAndItsWaitersWithoutKnowingTheName();
    void seesALockOfAProgramThatNobodyHereWrote();
    void showsWhatALeakedLockIsHeldBy();
    void countsHowLongALockIsHeld();
    void aReleasedLockDisappears();
    void aKilledSessionsLockDisappears();
    void aLockIsAnotherAfterARestart();
    void showsNamesOfAnyBytes_data();
    void showsNamesOfAnyBytes();
    void aNameEndsAtANul();
    void tellsNamesApartAsTheServerDoes();
    void aNameIsOneLockHoweverItIsWritten();
    void saysThatALongNameIsCut();
    void showsLookalikesAsOne();
    void knowsALongNameInFullFromTheOperatorOrAWaiter();
    void aNamedLockIsFreeWhenTheServerSaysSo();
    void aNameNoServerTakesIsAProblemAndNoMore();
    void anAccountWithoutPrivilegesNeverSeesAnEmptyList();
    void anAccountThatMayReadPerformanceSchemaSeesAllSessions();
    void aMariaDbWithoutAnythingStillAnswersForNames();
    void aWaiterIsFoundHoweverItsStatementIsWritten();
    void aMariaDbWithPerformanceSchemaAloneIsComplete();
    void saysWhenTheInstrumentIsOff();
    void anEmptyListThatMayBeOffIsNotWhole();
    void aLockOlderThanTheInstrumentIsNotTakenForFree();
    void aLockThatChangesHandsAllTheTimeIsNeverMisread();
    void countsManyLocksAndWaiters();

private:
    SqlServers m_servers;
};

void TestUserLocks::seesAHolderAndItsWaitersWithoutKnowingTheName()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Onlooker onlooker(server->endpoint());
    QVERIFY(onlooker.isOpen());
    SqlSession holder(server->endpoint());
    SqlSession prepared(server->endpoint());
    SqlSession literal(server->endpoint());
    QVERIFY(take(holder, "user:42:card"));

    prepared.begin(QStringLiteral("SELECT GET_LOCK(?, ?)"), {QStringLiteral("user:42:card"), 60});
    literal.begin(QStringLiteral("SELECT GET_LOCK('user:42:card', 60)"));

    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("user:42:card"), 2, patienceMs);
    const LockRecord lock = *onlooker.find("user:42:card");
    QVERIFY2(onlooker.seen().complete, qPrintable(onlooker.problems()));
    QVERIFY2(onlooker.seen().problems.empty(), qPrintable(onlooker.problems()));
    QVERIFY(onlooker.seen().clock.server > ServerTime());
    QCOMPARE(lock.state, LockState::Held);
    QVERIFY(!lock.lease.hasExpiry);
    QVERIFY(lock.findings.empty());
    QCOMPARE(lock.holders.size(), size_t(1));
    QCOMPARE(lock.holders[0].raw, QByteArray::number(holder.id()));
    QVERIFY2(lock.holders[0].label.startsWith(
                 QStringLiteral("#%1 %2@").arg(holder.id()).arg(server->endpoint().user)),
             qPrintable(lock.holders[0].label));
    QCOMPARE(lock.holders[0].detail->connectionId, std::optional(holder.id()));
    std::vector<qint64> waiting;
    for (const Waiter &waiter : lock.waiters.list) {
        waiting.push_back(waiter.connectionId.value_or(0));
        QVERIFY(waiter.waiting.has_value());
    }
    std::sort(waiting.begin(), waiting.end());
    QCOMPARE(waiting, (std::vector<qint64>{prepared.id(), literal.id()}));
}

void TestUserLocks::seesALockOfAProgramThatNobodyHereWrote()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("The shell would need the password.");
    const Endpoint endpoint = server->endpoint();
    QProcess shell;
    shell.start(QStringLiteral("mariadb"),
                {QStringLiteral("--no-defaults"), QStringLiteral("-n"), QStringLiteral("-h"),
                 endpoint.host, QStringLiteral("-P"), QString::number(endpoint.port),
                 QStringLiteral("-u"), endpoint.user});
    if (!shell.waitForStarted())
        QSKIP("The mariadb shell is missing.");
    shell.write("SELECT GET_LOCK('held by a shell', 0);\n");

    Onlooker onlooker(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(onlooker.find("held by a shell"), patienceMs);
    const LockRecord lock = *onlooker.find("held by a shell");

    QCOMPARE(lock.holders[0].detail->program, QStringLiteral("mysql"));
    QCOMPARE(lock.holders[0].detail->pid, std::optional<qint64>(shell.processId()));
    shell.closeWriteChannel();
    QVERIFY(shell.waitForFinished(patienceMs));
    QTRY_VERIFY_WITH_TIMEOUT(!onlooker.find("held by a shell"), patienceMs);
}

void TestUserLocks::showsWhatALeakedLockIsHeldBy()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession leaking(server->endpoint());
    QVERIFY(leaking.run(QStringLiteral("CREATE DATABASE lockmaster_leak")));
    const auto clean =
        qScopeGuard([&] { leaking.run(QStringLiteral("DROP DATABASE lockmaster_leak")); });
    QVERIFY(leaking.run(QStringLiteral("CREATE TABLE lockmaster_leak.t (a INT) ENGINE=InnoDB")));
    QVERIFY(leaking.run(QStringLiteral("USE lockmaster_leak")));
    QVERIFY(leaking.run(QStringLiteral("START TRANSACTION")));
    QVERIFY(leaking.run(QStringLiteral("INSERT INTO t VALUES (1), (2), (3)")));
    QVERIFY(take(leaking, "leaked"));
    QVERIFY(take(leaking, "leaked too"));

    Onlooker onlooker(server->endpoint());
    const auto idle = [&] {
        const LockRecord *lock = onlooker.find("leaked");
        return lock ? lock->holderIdle.value_or(0s) : Micros(0);
    };
    QTRY_VERIFY_WITH_TIMEOUT(idle() >= 1s, patienceMs);

    // A server refreshes its list of transactions only for one who has not looked for 0.1 s.
    const auto openTransaction = [&] {
        QThread::msleep(150);
        return attribute(*onlooker.find("leaked"), QStringLiteral("Open transaction"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(openTransaction().endsWith(QStringLiteral("3 rows modified")),
                             patienceMs);
    const LockRecord lock = *onlooker.find("leaked");
    QCOMPARE(attribute(lock, QStringLiteral("Other locks of this session")),
             QStringLiteral("leaked too"));
    QCOMPARE(attribute(lock, QStringLiteral("Database")), QStringLiteral("lockmaster_leak"));
    QCOMPARE(attribute(lock, QStringLiteral("Command")), QStringLiteral("Sleep"));
    QVERIFY(leaking.run(QStringLiteral("ROLLBACK")));
    QTRY_COMPARE_WITH_TIMEOUT(openTransaction(), QStringLiteral("none"), patienceMs);
}

void TestUserLocks::countsHowLongALockIsHeld()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    const SteadyTime before = systemClock().now();
    QVERIFY(take(holder, "since"));
    const SteadyTime after = systemClock().now();

    Onlooker onlooker(server->endpoint());
    const LockRecord *lock = onlooker.find("since");
    QVERIFY(lock);

    if (!server->isMariaDb()) {
        QCOMPARE(lock->heldBasis, HeldBasis::None);
        return;
    }
    QCOMPARE(lock->heldBasis, HeldBasis::Server);
    QVERIFY(*lock->heldSince >= before - 50ms);
    QVERIFY(*lock->heldSince <= after + 50ms);
}

void TestUserLocks::aReleasedLockDisappears()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Onlooker onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "for a while"));
    QVERIFY(onlooker.find("for a while"));

    QCOMPARE(holder.value(QStringLiteral("SELECT RELEASE_LOCK('for a while')")).toInt(), 1);

    QVERIFY(!onlooker.find("for a while"));
    QVERIFY(onlooker.seen().complete);
}

void TestUserLocks::aKilledSessionsLockDisappears()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Onlooker onlooker(server->endpoint());
    SqlSession holder(server->endpoint());
    SqlSession next(server->endpoint());
    QVERIFY(take(holder, "fought for"));
    next.begin(QStringLiteral("SELECT GET_LOCK('fought for', 60)"));
    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("fought for"), 1, patienceMs);
    const LockRecord before = *onlooker.find("fought for");

    QVERIFY(SqlSession(server->endpoint()).run(QStringLiteral("KILL %1").arg(holder.id())));

    const auto holderNow = [&] {
        const LockRecord *lock = onlooker.find("fought for");
        return lock && !lock->holders.empty() ? lock->holders[0].raw : QByteArray();
    };
    QTRY_COMPARE_WITH_TIMEOUT(holderNow(), QByteArray::number(next.id()), patienceMs);
    const LockRecord after = *onlooker.find("fought for");
    QVERIFY(!sameInstance(before, after));
    QCOMPARE(after.waiters.count, std::optional<qint64>(0));
}

void TestUserLocks::aLockIsAnotherAfterARestart()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to stop.");
    const auto lockByConnection = [&](qint64 wanted) -> std::optional<LockRecord> {
        Onlooker onlooker(server->endpoint());
        for (int i = 0; i < 500; ++i) {
            SqlSession session(server->endpoint());
            if (session.id() < wanted)
                continue;
            if (session.id() > wanted || !take(session, "again"))
                return std::nullopt;
            return *onlooker.find("again");
        }
        return std::nullopt;
    };
    QString why;
    QVERIFY2(server->restart(&why), qPrintable(why));
    const auto before = lockByConnection(40);
    QVERIFY(before);
    QThread::msleep(1100); // a server knows its own start to the second
    QVERIFY2(server->restart(&why), qPrintable(why));
    const auto after = lockByConnection(40);
    QVERIFY(after);

    QCOMPARE(after->holders[0].raw, before->holders[0].raw);
    QVERIFY(!sameInstance(*before, *after));
}

void TestUserLocks::showsNamesOfAnyBytes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("shown");
    QTest::addColumn<bool>("mariaDbOnly");

    const auto row = [](const char *tag, const QByteArray &name, const QByteArray &shown,
                        bool mariaDbOnly = false) {
        QTest::newRow(tag) << name << shown << mariaDbOnly;
    };
    row("newline", "a\nb", "a\nb");
    row("markup", "<b>x</b>&amp;", "<b>x</b>&amp;");
    row("quotes", "it's \"quoted\" \\ `so`", "it's \"quoted\" \\ `so`");
    row("Korean", "\xeb\x91\x98\xec\xa7\xb8 \xeb\x9d\xbd", "\xeb\x91\x98\xec\xa7\xb8 \xeb\x9d\xbd");
    row("right-to-left mark",
        "a\xe2\x80\xae"
        "b",
        "a\xe2\x80\xae"
        "b");
    row("spaces around", " a ", " a ");
    row("64 characters", QByteArray(64, 'x'), QByteArray(64, 'x'));
    row("64 syllables", QByteArray("\xea\xb0\x80").repeated(64),
        QByteArray("\xea\xb0\x80").repeated(64));
    row("up to a NUL", "nul", "nul");
    row("not UTF-8", "caf\xe9", "caf?", true);
    row("emoji", "\xf0\x9f\x98\x80", "????", true);
}

void TestUserLocks::showsNamesOfAnyBytes()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, shown);
    QFETCH(bool, mariaDbOnly);
    SqlSession holder(server->endpoint());
    if (mariaDbOnly && !server->isMariaDb()) {
        QVERIFY(!take(holder, name));
        return;
    }
    QVERIFY2(take(holder, name), qPrintable(holder.error()));

    Onlooker onlooker(server->endpoint());
    const LockRecord *lock = onlooker.find(shown);

    QVERIFY(lock);
    QVERIFY(onlooker.seen().complete);
    QCOMPARE(lock->hasFinding(FindingId::NameCut), name != shown);
    if (name == shown)
        return;
    // Named in full, it is the lock itself and not what the list makes of it.
    Onlooker knowing(server->endpoint(), {name});
    const LockRecord *whole = knowing.find(name);
    QVERIFY(whole);
    QVERIFY(!whole->hasFinding(FindingId::NameCut));
    QCOMPARE(whole->holders[0].raw, QByteArray::number(holder.id()));
    QVERIFY(!knowing.find(shown));
}

void TestUserLocks::aNameEndsAtANul()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, QByteArray("before\0after", 12)));

    Onlooker onlooker(server->endpoint(), {QByteArray("before\0something else", 21)});
    const LockRecord *lock = onlooker.find("before");

    QVERIFY(lock);
    QCOMPARE(lock->state, LockState::Held);
    QVERIFY(!lock->hasFinding(FindingId::NameCut));
    QCOMPARE(std::count_if(onlooker.seen().records.begin(), onlooker.seen().records.end(),
                           [](const LockRecord &r) { return r.id.name.startsWith("before"); }),
             1);
}

void TestUserLocks::tellsNamesApartAsTheServerDoes()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlSession first(server->endpoint());
    SqlSession second(server->endpoint());
    QVERIFY(take(first, "Mixed"));
    const bool apart = take(second, "MIXED");
    QCOMPARE(apart, server->isMariaDb());

    Onlooker onlooker(server->endpoint(), {"MIXED", "Nobody's"});

    const LockRecord *lock = onlooker.find(apart ? "MIXED" : "mixed");
    QVERIFY(lock);
    QCOMPARE(lock->holders[0].raw, QByteArray::number(apart ? second.id() : first.id()));
    QCOMPARE(onlooker.find("Mixed") != nullptr, apart);
    const LockRecord *free = onlooker.find(apart ? "Nobody's" : "nobody's");
    QVERIFY(free);
    QCOMPARE(free->state, LockState::Free);
}

void TestUserLocks::aNameIsOneLockHoweverItIsWritten()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const QByteArray name = "\xc3\x80\xc3\x89 \xc4\xb0X Stra\xc3\x9f"
                            "e \xce\xa3\xce\x91\xce\xa3"
                            " \xc7\x85 \xe1\xba\x9e \xef\xbc\xa1"; // many kinds of capitals
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, name));
    Onlooker onlooker(server->endpoint(), {name});

    onlooker.look();

    QCOMPARE(onlooker.seen().records.size(), size_t(1));
    QCOMPARE(onlooker.seen().records[0].state, LockState::Held);
    QVERIFY(onlooker.seen().records[0].findings.empty());
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_ALL_LOCKS()")));
    QCOMPARE(onlooker.look().records.size(), size_t(1));
    QCOMPARE(onlooker.seen().records[0].state, LockState::Free);
}

void TestUserLocks::saysThatALongNameIsCut()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL takes no name that is longer than what it shows.");
    Onlooker onlooker(server->endpoint());
    for (const int length : {65, 100, 192}) {
        SqlSession holder(server->endpoint());
        const QByteArray name(length, 'n');
        QVERIFY(take(holder, name));

        const LockRecord *lock = onlooker.find(name.left(64));

        QVERIFY(lock);
        QVERIFY(lock->hasFinding(FindingId::NameCut));
        QCOMPARE(lock->holders[0].raw, QByteArray::number(holder.id()));
        QVERIFY(onlooker.find(name.left(64))->hasFinding(FindingId::NameCut)); // and stays so
    }
}

void TestUserLocks::showsLookalikesAsOne()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL takes no name that is longer than what it shows.");
    Onlooker onlooker(server->endpoint());
    SqlSession first(server->endpoint());
    SqlSession second(server->endpoint());
    const QByteArray start(64, 'l');
    QVERIFY(take(first, start + "1"));
    QVERIFY(take(second, start + "2"));

    const LockRecord lock = *onlooker.find(start);

    QCOMPARE(lock.holders.size(), size_t(2));
    QVERIFY(lock.hasFinding(FindingId::NameCut));
    QVERIFY(take(second, start)); // the one of exactly this name: it is shown first
    QCOMPARE(onlooker.find(start)->holders[0].raw, QByteArray::number(second.id()));
}

void TestUserLocks::knowsALongNameInFullFromTheOperatorOrAWaiter()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL takes no name that is longer than what it shows.");
    const QByteArray named = QByteArray(64, 'f') + " named";
    const QByteArray waited = QByteArray(64, 'f') + " waited for";
    Onlooker onlooker(server->endpoint(), {named});
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    QVERIFY(take(holder, named));
    QVERIFY(take(holder, waited));

    waiter.begin(QStringLiteral("SELECT GET_LOCK('%1', 60)").arg(QString::fromLatin1(waited)));

    QTRY_VERIFY_WITH_TIMEOUT(onlooker.find(waited), patienceMs);
    QVERIFY(onlooker.find(named));
    QVERIFY(!onlooker.find(named.left(64)));
}

void TestUserLocks::aNamedLockIsFreeWhenTheServerSaysSo()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Onlooker onlooker(server->endpoint(), {"named"});
    SqlSession holder(server->endpoint());

    QCOMPARE(onlooker.find("named")->state, LockState::Free);
    QVERIFY(take(holder, "named"));
    QCOMPARE(onlooker.find("named")->state, LockState::Held);
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_ALL_LOCKS()")));
    QCOMPARE(onlooker.find("named")->state, LockState::Free);
}

void TestUserLocks::aNameNoServerTakesIsAProblemAndNoMore()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Onlooker onlooker(server->endpoint(), {QByteArray(200, 'n'), "fine"});
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "fine"));

    QVERIFY(onlooker.find("fine"));

    QVERIFY(onlooker.seen().complete);
    QVERIFY(onlooker.hasProblem(ErrorKind::Config));
}

void TestUserLocks::anAccountWithoutPrivilegesNeverSeesAnEmptyList()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Account poor(server, QStringLiteral("lm_poor"), {});
    QVERIFY2(poor.isOk(), qPrintable(poor.error()));
    Onlooker onlooker(poor.endpoint(), {"named by hand"});
    QVERIFY(onlooker.isOpen());
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "named by hand"));
    QVERIFY(take(holder, "not named"));

    const LockRecord *lock = onlooker.find("named by hand");

    QVERIFY(lock);
    QCOMPARE(lock->state, LockState::Held);
    QCOMPARE(lock->holders[0].raw, QByteArray::number(holder.id()));
    QCOMPARE(lock->holders[0].label, QStringLiteral("#%1").arg(holder.id()));
    QCOMPARE(lock->waiters.count, std::optional<qint64>());
    QVERIFY(onlooker.hasProblem(ErrorKind::Denied));
    QVERIFY2(onlooker.problems().contains(QStringLiteral("`lm_poor`@`%`")),
             qPrintable(onlooker.problems()));
    QVERIFY(!onlooker.capability(QStringLiteral("user_lock.sessions")).available);
    QVERIFY(!onlooker.capability(QStringLiteral("user_lock.waiters")).available);
    // MariaDB's plugin tells the holders to everyone.
    QCOMPARE(onlooker.look().complete, server->isMariaDb());
    QCOMPARE(onlooker.find("not named") != nullptr, server->isMariaDb());
    const Capability holders = onlooker.capability(QStringLiteral("user_lock.holders"));
    QCOMPARE(holders.available, server->isMariaDb());
    if (!server->isMariaDb())
        QCOMPARE(holders.remedy,
                 QStringLiteral("GRANT SELECT ON performance_schema.* TO `lm_poor`@`%`;"));
}

void TestUserLocks::anAccountThatMayReadPerformanceSchemaSeesAllSessions()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Account reader(server, QStringLiteral("lm_reader"),
                   {QStringLiteral("SELECT ON performance_schema.*")});
    QVERIFY2(reader.isOk(), qPrintable(reader.error()));
    Onlooker onlooker(reader.endpoint());
    SqlSession holder(server->endpoint());
    SqlSession waiter(server->endpoint());
    QVERIFY(take(holder, "seen by a reader"));
    waiter.begin(QStringLiteral("SELECT GET_LOCK(?, 60)"), {QStringLiteral("seen by a reader")});

    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("seen by a reader"), 1, patienceMs);
    const LockRecord lock = *onlooker.find("seen by a reader");

    QVERIFY2(onlooker.seen().complete && onlooker.seen().problems.empty(),
             qPrintable(onlooker.problems()));
    QCOMPARE(lock.holders[0].detail->user, server->endpoint().user);
    QCOMPARE(attribute(lock, QStringLiteral("Open transaction")),
             QStringLiteral("not visible to this account"));
    QVERIFY(onlooker.capability(QStringLiteral("user_lock.sessions")).available);
    QVERIFY(!onlooker.capability(QStringLiteral("user_lock.transactions")).available);
}

void TestUserLocks::aMariaDbWithoutAnythingStillAnswersForNames()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb() || !server->isOurs())
        QSKIP("MariaDB only.");
    QString why;
    const auto bare = LiveSqlServer::startMariaDb(&why, {});
    QVERIFY2(bare, qPrintable(why));
    Onlooker onlooker(bare->endpoint(), {"named"});
    SqlSession holder(bare->endpoint());
    SqlSession waiter(bare->endpoint());
    QVERIFY(take(holder, "named"));
    QVERIFY(take(holder, "waited for"));
    QVERIFY(take(holder, "hidden"));

    QVERIFY(!onlooker.look().complete);
    QVERIFY(onlooker.hasProblem(ErrorKind::Unsupported));
    QVERIFY(onlooker.problems().contains(QStringLiteral("INSTALL SONAME 'metadata_lock_info'")));
    QVERIFY(!onlooker.capability(QStringLiteral("user_lock.holders")).available);
    QVERIFY(!onlooker.capability(QStringLiteral("user_lock.held_time")).available);
    QCOMPARE(onlooker.find("named")->holders[0].label.section(u'@', 0, 0),
             QStringLiteral("#%1 root").arg(holder.id()));
    QVERIFY(!onlooker.find("hidden"));
    QVERIFY(!onlooker.find("waited for"));

    waiter.begin(QStringLiteral("SELECT GET_LOCK('waited for', 60)"));

    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("waited for"), 1, patienceMs);
    QCOMPARE(onlooker.find("waited for")->holders[0].raw, QByteArray::number(holder.id()));
    QVERIFY(holder.run(QStringLiteral("DO RELEASE_ALL_LOCKS()")));
    const auto holderNow = [&] {
        const LockRecord *lock = onlooker.find("waited for");
        return lock && !lock->holders.empty() ? lock->holders[0].raw : QByteArray();
    };
    QTRY_COMPARE_WITH_TIMEOUT(holderNow(), QByteArray::number(waiter.id()), patienceMs);
    QVERIFY(waiter.run(QStringLiteral("DO RELEASE_ALL_LOCKS()")));
    QCOMPARE(onlooker.find("waited for")->state, LockState::Free); // not just missing

    // A plugin may be loaded while the server runs: no restart of ours either.
    QVERIFY(
        SqlSession(bare->endpoint()).run(QStringLiteral("INSTALL SONAME 'metadata_lock_info'")));
    QTRY_VERIFY_WITH_TIMEOUT(onlooker.look().complete, patienceMs);
}

/** The server's short list cuts statements, and shows `?` for what it cannot convert. */
void TestUserLocks::aWaiterIsFoundHoweverItsStatementIsWritten()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb() || !server->isOurs())
        QSKIP("MariaDB only.");
    QString why;
    const auto bare = LiveSqlServer::startMariaDb(&why, LiveSqlServer::rich().first(1));
    QVERIFY2(bare, qPrintable(why));
    Onlooker onlooker(bare->endpoint());
    SqlSession admin(bare->endpoint());
    const auto shortLists = [&] {
        return admin
            .value(QStringLiteral("SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS"
                                  " WHERE VARIABLE_NAME = 'COM_SHOW_PROCESSLIST'"))
            .toInt();
    };
    std::map<QByteArray, QString> statements;
    statements["plain"] = QStringLiteral("SELECT GET_LOCK('plain', 60)");
    statements["mark?"] = QStringLiteral("SELECT GET_LOCK('mark?', 60)");
    statements["bytes \xff"] = QStringLiteral("SELECT GET_LOCK(X'627974657320ff', 60)");
    statements["caf\xc3\xa9"] = QString::fromUtf8("SELECT GET_LOCK('caf\xc3\xa9', 60)");
    statements["late"] =
        QStringLiteral("SELECT /* %1 */ GET_LOCK('late', 60)").arg(QString(200, QLatin1Char('x')));
    SqlSession holder(bare->endpoint());
    for (const auto &[name, statement] : statements)
        QVERIFY(take(holder, name));
    std::vector<std::unique_ptr<SqlSession>> waiters;
    const auto wait = [&](const QString &statement) {
        waiters.push_back(std::make_unique<SqlSession>(bare->endpoint()));
        waiters.back()->begin(statement);
    };

    wait(statements["plain"]);
    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("plain"), 1, patienceMs);
    const int before = shortLists();
    QCOMPARE(onlooker.waiters("plain"), 1);
    QVERIFY(shortLists() > before);
    QVERIFY(onlooker.find("plain")->waiters.list.front().waiting);

    for (const auto &[name, statement] : statements) {
        if (name != "plain")
            wait(statement);
        QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters(name), 1, patienceMs);
        QCOMPARE(onlooker.find(name)->waiters.list.size(), 1);
        QVERIFY2(onlooker.seen().complete, qPrintable(onlooker.problems()));
    }
}

void TestUserLocks::aMariaDbWithPerformanceSchemaAloneIsComplete()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb() || !server->isOurs())
        QSKIP("MariaDB only.");
    QString why;
    const auto schemaOnly = LiveSqlServer::startMariaDb(&why, LiveSqlServer::rich().mid(1));
    QVERIFY2(schemaOnly, qPrintable(why));
    Onlooker onlooker(schemaOnly->endpoint());
    SqlSession holder(schemaOnly->endpoint());
    SqlSession waiter(schemaOnly->endpoint());
    QVERIFY(take(holder, "Listed"));
    waiter.begin(QStringLiteral("SELECT GET_LOCK(?, 60)"), {QStringLiteral("Listed")});

    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("Listed"), 1, patienceMs);
    QVERIFY2(onlooker.seen().complete, qPrintable(onlooker.problems()));
    QCOMPARE(onlooker.find("Listed")->heldBasis, HeldBasis::None);
}

void TestUserLocks::saysWhenTheInstrumentIsOff()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to change.");
    SqlSession admin(server->endpoint());
    const QString instrument =
        QStringLiteral("UPDATE performance_schema.setup_instruments SET ENABLED = '%1'"
                       " WHERE NAME = 'wait/lock/metadata/sql/mdl'");
    QVERIFY2(admin.run(instrument.arg(QStringLiteral("NO"))), qPrintable(admin.error()));
    const auto switchOn = qScopeGuard([&] { admin.run(instrument.arg(QStringLiteral("YES"))); });
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "uncounted"));
    Onlooker onlooker(server->endpoint());

    onlooker.look();

    QCOMPARE(onlooker.seen().complete, server->isMariaDb()); // by its plugin
    QCOMPARE(onlooker.hasProblem(ErrorKind::Unsupported), !server->isMariaDb());
    QCOMPARE(onlooker.find("uncounted") != nullptr, server->isMariaDb());
    const Capability waiters = onlooker.capability(QStringLiteral("user_lock.waiters"));
    QVERIFY(!waiters.available);
    QVERIFY(waiters.remedy.contains(QStringLiteral("setup_instruments")));
}

void TestUserLocks::anEmptyListThatMayBeOffIsNotWhole()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const Account account(server, QStringLiteral("lists_only"),
                          {QStringLiteral("SELECT ON performance_schema.metadata_locks")});
    QVERIFY2(account.isOk(), qPrintable(account.error()));
    Onlooker onlooker(account.endpoint());

    onlooker.look();

    QCOMPARE(onlooker.seen().complete, server->isMariaDb()); // by its plugin
    QVERIFY2(onlooker.problems().contains(QStringLiteral("setup_instruments")),
             qPrintable(onlooker.problems()));
    QVERIFY(onlooker.hasProblem(ErrorKind::Denied));
    QVERIFY(!onlooker.capability(QStringLiteral("user_lock.waiters")).available);
}

void TestUserLocks::aLockOlderThanTheInstrumentIsNotTakenForFree()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs() || server->isMariaDb())
        QSKIP("MySQL only: MariaDB's plugin lists what is older than itself.");
    SqlSession admin(server->endpoint());
    const QString instrument =
        QStringLiteral("UPDATE performance_schema.setup_instruments SET ENABLED = '%1'"
                       " WHERE NAME = 'wait/lock/metadata/sql/mdl'");
    QVERIFY(admin.run(instrument.arg(QStringLiteral("NO"))));
    SqlSession holder(server->endpoint());
    QVERIFY(take(holder, "older"));
    QVERIFY(admin.run(instrument.arg(QStringLiteral("YES"))));
    Onlooker onlooker(server->endpoint(), {"older"});

    const LockRecord *lock = onlooker.find("older");

    QCOMPARE(lock->state, LockState::Held);
    QCOMPARE(lock->holders[0].raw, QByteArray::number(holder.id()));
    QVERIFY(!onlooker.seen().complete);
    QVERIFY2(onlooker.problems().contains(QStringLiteral("missing from the server's list")),
             qPrintable(onlooker.problems()));
}

/** Lists and answers of one look never agree here; what is said of the lock has to be true still.
 */
void TestUserLocks::aLockThatChangesHandsAllTheTimeIsNeverMisread()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    std::vector<std::unique_ptr<SqlSession>> fighters;
    for (int i = 0; i < 4; ++i) {
        fighters.push_back(std::make_unique<SqlSession>(server->endpoint()));
        fighters.back()->begin(
            QStringLiteral("DO BENCHMARK(100000000, GET_LOCK('hot', 60) + RELEASE_LOCK('hot'))"));
    }
    Onlooker onlooker(server->endpoint(), {"quiet"});
    SqlSession quiet(server->endpoint());
    QVERIFY(take(quiet, "quiet"));
    // It is seen only by a look at a moment at which it is held: look as often as can be.
    const QDeadlineTimer patience(2 * patienceMs);
    bool seen = false;
    while (!seen && !patience.hasExpired())
        seen = onlooker.find("hot") != nullptr;
    QVERIFY(seen);

    for (int i = 0; i < 200; ++i) {
        const LockRecord *hot = onlooker.find("hot");
        QVERIFY2(onlooker.seen().complete, qPrintable(onlooker.problems()));
        QVERIFY(!hot || !hot->hasFinding(FindingId::NameCut));
        QVERIFY(!hot || hot->state != LockState::Free);
        QVERIFY(!hot || hot->holders.size() <= 1);
        const LockRecord *still = onlooker.find("quiet");
        QVERIFY(still);
        QCOMPARE(still->holders.front().raw, QByteArray::number(quiet.id()));
    }
}

void TestUserLocks::countsManyLocksAndWaiters()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    constexpr int lockCount = 300;
    SqlSession holder(server->endpoint());
    for (int i = 0; i < lockCount; ++i)
        QVERIFY(take(holder, "many " + QByteArray::number(i)));
    std::vector<std::unique_ptr<SqlSession>> waiters;
    for (int i = 0; i < 20; ++i) {
        waiters.push_back(std::make_unique<SqlSession>(server->endpoint()));
        waiters.back()->begin(QStringLiteral("SELECT GET_LOCK(?, 60)"),
                              {QStringLiteral("many %1").arg(i % 2)});
    }
    Onlooker onlooker(server->endpoint());

    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("many 0"), 10, patienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(onlooker.waiters("many 1"), 10, patienceMs);
    QCOMPARE(onlooker.waiters("many 2"), 0);
    qint64 mine = 0;
    for (const LockRecord &lock : onlooker.seen().records)
        mine += lock.id.name.startsWith("many ");
    QCOMPARE(mine, lockCount);
    QVERIFY(onlooker.seen().complete);
}

LOCKMASTER_TEST(TestUserLocks, QCoreApplication)

} // namespace tst_userlocks

#include "tst_userlocks.moc"
