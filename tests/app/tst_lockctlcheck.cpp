// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlcheck {

/** `lockctl check` against real servers: each code, and the line that goes with it. */
class TestLockctlCheck : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;

    QString db(const QString &rest = {}) const;
    QString cache() const;
    static LockctlOutcome check(const QStringList &urls, const QStringList &more);

private slots:
    void initTestCase();
    void everyCodeIsThere_data();
    void everyCodeIsThere();
    void leaderIsLookedFor();
    void whoRecordsKnowsSinceWhen();
    void deadBackendIsUnknown_data();
    void deadBackendIsUnknown();
    void silentServerIsGivenUpInTime();
    void mistakesAreUnknownToo_data();
    void mistakesAreUnknownToo();
    void hostileNameKeepsTheFiguresApart();
    void aTableThatIsCertainlyNotThereHoldsNothing_data();
    void aTableThatIsCertainlyNotThereHoldsNothing();
};

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                            expiry DATETIME NOT NULL);
INSERT INTO app.dist_lock VALUES ('daily-close', 'web-3', NOW() + INTERVAL 600 SECOND),
                                 ('old', 'web-4', NOW() - INTERVAL 600 SECOND);
CREATE TABLE app.service_leader_lock (name VARCHAR(64) PRIMARY KEY, container_id VARCHAR(64),
                                      timestamp DATETIME(3));
INSERT INTO app.service_leader_lock VALUES ('pay', 'web-1', UTC_TIMESTAMP(3)),
                                           ('mail', 'web-1', '2020-01-01 00:00:00');
CREATE DATABASE bare;
CREATE USER monitor@'%' IDENTIFIED BY 'monitor-secret';
GRANT SELECT ON app.* TO monitor@'%';
GRANT SELECT ON bare.* TO monitor@'%';
GRANT PROCESS ON *.* TO monitor@'%';
)sql";

QByteArray all(const LockctlOutcome &outcome)
{
    return outcome.out + outcome.err;
}

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
}

} // namespace

QString TestLockctlCheck::db(const QString &rest) const
{
    return QStringLiteral(
               "mysql://monitor:monitor-secret@127.0.0.1:%1/app?name=db&lease_ms=600000%2")
        .arg(m_mariaDb->port())
        .arg(rest);
}

QString TestLockctlCheck::cache() const
{
    return QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*").arg(m_redis->port());
}

LockctlOutcome TestLockctlCheck::check(const QStringList &urls, const QStringList &more)
{
    QStringList arguments{QStringLiteral("check")};
    for (const QString &url : urls)
        arguments << QStringLiteral("--url") << url;
    return runLockctl(arguments + more);
}

void TestLockctlCheck::initTestCase()
{
    PrivateMariaDb::Options mariaDb;
    mariaDb.initSql = QString::fromUtf8(schema);
    auto startedMariaDb = PrivateMariaDb::start(mariaDb);
    LOCKMASTER_NEED_SERVER(startedMariaDb);
    m_mariaDb = std::move(*startedMariaDb);
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start({});
    QVERIFY(m_redis);
    m_redis->run({"SET", "lock:endless", "token-1"});
    m_redis->run({"SET", "lock:short", "token-2", "PX", "600000"});
}

void TestLockctlCheck::everyCodeIsThere_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("begins");
    const auto row = [](const char *options, int code, const char *begins) {
        QTest::newRow(options) << QString::fromUtf8(options) << code << QString::fromUtf8(begins);
    };
    row("", 0, "LOCKS OK - 6 locks, 4 held, 2 expired|locks=6;;;0 held=4;;;0 expired=2;");
    row("--max-locks 6 --max-expired 2", 0, "LOCKS OK - ");
    row("--max-locks 5,9", 1, "LOCKS WARNING - 6 locks (over 5)|locks=6;5;9;0 ");
    row("--warn-finding no-expiry", 1, "LOCKS WARNING - 1 of 6 locks: cache: lock:endless has no-");
    row("--no-expired --filter name:old", 2, "LOCKS CRITICAL - 1 of 1 locks: db: old expired 10 m");
    row("--no-expired --filter name:daily", 0, "LOCKS OK - 1 locks, 1 held|");
    row("--no-finding no-expiry", 2, "LOCKS CRITICAL - 1 of 6 locks: cache: lock:endless has no-");
    row("--exists lock:short --exists old", 0, "LOCKS OK - ");
    row("--exists lock:gone", 2, "LOCKS CRITICAL - lock:gone does not exist|");
    row("--max-held 10m", 3, "LOCKS UNKNOWN - since when it is held is not known of ");
}

void TestLockctlCheck::everyCodeIsThere()
{
    QFETCH(QString, options);
    QFETCH(int, code);
    QFETCH(QString, begins);
    const LockctlOutcome outcome = check({db(), cache()}, options.split(u' ', Qt::SkipEmptyParts));
    QVERIFY2(outcome.code == code, all(outcome).constData());
    QVERIFY2(QString::fromUtf8(outcome.out).startsWith(begins), outcome.out.constData());
    QCOMPARE(outcome.out.count('\n'), 1);
    QCOMPARE(outcome.out.count('|'), 1);
}

void TestLockctlCheck::leaderIsLookedFor()
{
    LockctlOutcome outcome = check({db()}, words("--has-leader pay"));
    QVERIFY2(outcome.code == 0, all(outcome).constData());
    outcome = check({db()}, words("--has-leader mail"));
    QVERIFY2(outcome.code == 2, all(outcome).constData());
    QVERIFY2(outcome.out.startsWith("LOCKS CRITICAL - 1 of 4 locks: mail has no leader|"),
             outcome.out.constData());
    outcome = check({db()}, words("--has-leader nobody"));
    QVERIFY2(outcome.code == 2, all(outcome).constData());
}

void TestLockctlCheck::whoRecordsKnowsSinceWhen()
{
    const QTemporaryDir state;
    const QStringList environment{QStringLiteral("XDG_STATE_HOME=") + state.path()};
    const auto heldFor = [&](const char *lock, const char *limit) {
        return runLockctl({QStringLiteral("check"), QStringLiteral("--url"), cache(),
                           QStringLiteral("--filter"),
                           QStringLiteral("name:") + QString::fromLatin1(lock),
                           QStringLiteral("--max-held"), QString::fromLatin1(limit)},
                          environment);
    };
    LockctlOutcome outcome = heldFor("endless", "1h");
    QVERIFY2(outcome.code == 3, all(outcome).constData());
    QVERIFY2(outcome.out.contains("asks its history"), outcome.out.constData());

    const auto recording =
        startLockctl({QStringLiteral("serve"), QStringLiteral("--listen"),
                      QStringLiteral("127.0.0.1:0"), QStringLiteral("--url"), cache()},
                     environment);
    QVERIFY(!nextLine(*recording).isEmpty());
    // Held for so long at least, and who knows for how much longer.
    QTRY_VERIFY2_WITH_TIMEOUT((outcome = heldFor("endless", "1ms")).code == 2,
                              all(outcome).constData(), 60'000);
    QVERIFY2(outcome.out.startsWith("LOCKS CRITICAL - 1 of 1 locks: lock:endless held "),
             outcome.out.constData());
    outcome = heldFor("endless", "1h");
    QVERIFY2(outcome.code == 3, all(outcome).constData());

    m_redis->run({"SET", "lock:taken-now", "token-3"});
    QTRY_VERIFY2_WITH_TIMEOUT((outcome = heldFor("taken-now", "1h")).code == 0,
                              all(outcome).constData(), 60'000);
    outcome = heldFor("taken-now", "1ms");
    QVERIFY2(outcome.code == 2, all(outcome).constData());
    m_redis->run({"DEL", "lock:taken-now"});

    // The history has not the whole of a name like this one.
    const QByteArray longName = "lock:long" + QByteArray(5'000, 'x');
    m_redis->run({"SET", longName, "token-4"});
    QTRY_VERIFY2_WITH_TIMEOUT((outcome = heldFor("long", "1ms")).code == 2,
                              all(outcome).left(1'000).constData(), 60'000);
    m_redis->run({"DEL", longName});
}

void TestLockctlCheck::deadBackendIsUnknown_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("nothing else is wrong") << QString() << 3;
    QTest::newRow("a warning") << QStringLiteral("--max-locks 0,") << 3;
    QTest::newRow("something is critical") << QStringLiteral("--max-locks 0") << 2;
    QTest::newRow("it may be there") << QStringLiteral("--exists lock:gone") << 3;
}

void TestLockctlCheck::deadBackendIsUnknown()
{
    QFETCH(QString, options);
    QFETCH(int, code);
    const QString dead = QStringLiteral("redis+unix:///no/such.sock?name=dead");
    const LockctlOutcome outcome = check({db(), dead}, options.split(u' ', Qt::SkipEmptyParts));
    QVERIFY2(outcome.code == code, all(outcome).constData());
    QVERIFY2(outcome.out.contains("dead: "), outcome.out.constData());
    QVERIFY2(outcome.out.contains("|locks=U;"), outcome.out.constData());
    QVERIFY(!outcome.said(QStringLiteral("dead: ")).isEmpty());

    // A table that was named and is not there is a part that was not read.
    const LockctlOutcome missing =
        check({db(QStringLiteral("&dist_lock=no_such"))}, options.split(u' ', Qt::SkipEmptyParts));
    QVERIFY2(missing.code == code, all(missing).constData());
}

void TestLockctlCheck::silentServerIsGivenUpInTime()
{
    const FaultProxy silent(0);
    QElapsedTimer timer;
    timer.start();
    const LockctlOutcome outcome =
        check({QStringLiteral("redis://127.0.0.1:%1/0?timeout_ms=60000").arg(silent.port())},
              words("--timeout 1s"));
    QVERIFY2(outcome.code == 3, all(outcome).constData());
    QVERIFY2(timer.elapsed() < 50'000, "it waited for the server's own timeout");
    QVERIFY2(outcome.out.startsWith("LOCKS UNKNOWN - "), outcome.out.constData());
}

void TestLockctlCheck::mistakesAreUnknownToo_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *line, const char *said) {
        QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(said);
    };
    row("check --max-hold 10m", "--max-hold");
    row("check --max-held 10", "--max-held");
    row("check --no-expired --max-expired 3", "--no-expired");
    row("check --url redis://c --filter ttl<5x", "--filter");
    row("check --url redis//c", "not a backend's URL");
    row("check --url redis://c --backend d", "There is no backend 'd'");
    row("check --config /no/such.toml", "/no/such.toml");
    row("check --json", "--json");
}

void TestLockctlCheck::mistakesAreUnknownToo()
{
    QFETCH(QString, line);
    QFETCH(QString, said);
    const LockctlOutcome outcome = runLockctl(line.split(u' '));
    QVERIFY2(outcome.code == 3, all(outcome).constData());
    QVERIFY2(outcome.out.startsWith("LOCKS UNKNOWN - "), outcome.out.constData());
    QCOMPARE(outcome.out.count('\n'), 1);
    QVERIFY2(QString::fromUtf8(outcome.out).contains(said), outcome.out.constData());
}

void TestLockctlCheck::hostileNameKeepsTheFiguresApart()
{
    m_redis->run({"SET", "lock:a|b=1\nLOCKS OK", "token"});
    const LockctlOutcome outcome = check({cache()}, words("--no-finding no-expiry"));
    m_redis->run({"DEL", "lock:a|b=1\nLOCKS OK"});
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out.count('\n'), 1);
    QCOMPARE(outcome.out.count('|'), 1);
    QVERIFY2(outcome.out.contains("lock:a\\x7cb=1\\nLOCKS OK has no-expiry"),
             outcome.out.constData());
}

void TestLockctlCheck::aTableThatIsCertainlyNotThereHoldsNothing_data()
{
    QTest::addColumn<QString>("other");   ///< the database and options of a second backend
    QTest::addColumn<QString>("command"); ///< with what it is asked for
    QTest::addColumn<int>("code");
    const auto rows = [](const char *name, const char *other, const char *narrowed, int code) {
        const auto row = [&](const char *command) {
            QTest::addRow("%s, %s", name, command)
                << QString::fromUtf8(other)
                << QString::fromUtf8(command) + u' ' + QString::fromUtf8(narrowed) << code;
        };
        row("check");
        row("list");
        row("list --name daily-close --witness");
    };
    rows("asked for", "bare?name=b", "--system dist_lock", 0);
    rows("in the profile", "bare?name=b&systems=dist_lock", "--backend db --backend b", 0);
    rows("no database", "?name=b", "--system dist_lock", 3);
    QTest::newRow("nothing else") << "bare?name=b"
                                  << "list --system dist_lock --backend b" << 0;
    QTest::newRow("check of nothing else") << "bare?name=b"
                                           << "check --system dist_lock --backend b" << 0;
}

/** Nobody named it there: that another backend has none must not spoil what is asked of all. */
void TestLockctlCheck::aTableThatIsCertainlyNotThereHoldsNothing()
{
    QFETCH(QString, other);
    QFETCH(QString, command);
    QFETCH(int, code);
    const QString second =
        QStringLiteral("mysql://monitor:monitor-secret@127.0.0.1:%1/").arg(m_mariaDb->port())
        + other;
    const LockctlOutcome outcome =
        runLockctl(command.split(u' ')
                   + QStringList{QStringLiteral("--url"), db(), QStringLiteral("--url"), second});
    QVERIFY2(outcome.code == code, all(outcome).constData());
    if (code == 0)
        QVERIFY2(!all(outcome).contains("Check the name of"), all(outcome).constData());
    if (code == 0 && command.contains(QStringLiteral("--witness")))
        QVERIFY(!outcome.out.isEmpty());
}

LOCKMASTER_TEST(TestLockctlCheck, QCoreApplication)

} // namespace tst_lockctlcheck

#include "tst_lockctlcheck.moc"
