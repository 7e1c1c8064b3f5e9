// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/formats/formatcatalogue.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctl {

/** The real program against real servers: what it prints, and how it ends. */
class TestLockctl : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_dir;

    QString mysqlUrl(const char *account, const QString &rest) const;
    QString redisUrl(const char *account, const QString &rest) const;
    QString filledIn(QString url) const;
    QString written(const char *name, const QByteArray &text);
    /** A healthy backend called `good`, with the lock `lock:good` on it. */
    QStringList good() const;

private slots:
    void initTestCase();
    void everyLockIsListed();
    void filterNarrowsTheList();
    void aViewIsAFilterOnItsServers();
    void badInputIsOneClearLine_data();
    void badInputIsOneClearLine();
    void wrongCommandLineEndsWithTwo_data();
    void wrongCommandLineEndsWithTwo();
    void withoutServersItSaysWhatToDo();
    void brokenBackendOfAProfileCostsOnlyItself();
    void nothingReadIsNotNoLocks();
    void completionRunsNoName();
    void defaultTableThatIsMissingIsNoFailure();
    void whatCanBeDoneWithoutIsMentioned();
    void serverWithoutThePluginSaysWhatItCannotTell();
    void hostileNamesAreShownLiterally();
    void passwordsComeFromEverywhere();
    void passwordInAUrlIsHidden();
    void doctorTellsWhatIsMissing();
    void formatsAreListedAndFound();
    void serversOfOtherProgramsAreImported();
    void aFormatOfOnesOwnIsExplainedAndTrusted();
    void watchPrintsAnEventOnEachLine();
    void watchEndsOnSignals_data();
    void watchEndsOnSignals();
    void watchEndsWhenNobodyReads();
    void fullDiskIsToldApart();
    void sandboxIsThereUntilASignal();
    void aSignalEndsASandboxThatIsStarting_data();
    void aSignalEndsASandboxThatIsStarting();
    void tenThousandLocksAreListedAtOnce();
};

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                            expiry DATETIME NOT NULL);
INSERT INTO app.dist_lock VALUES ('daily-close', 'web-3', NOW() + INTERVAL 600 SECOND),
                                 ('old', 'web-4', NOW() - INTERVAL 600 SECOND);
CREATE TABLE app.shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP(3) NULL,
                           locked_at TIMESTAMP(3) NULL, locked_by VARCHAR(255));
INSERT INTO app.shedlock VALUES
    ('report', UTC_TIMESTAMP(3) + INTERVAL 600 SECOND, UTC_TIMESTAMP(3), 'web-3'),
    ('idle', UTC_TIMESTAMP(3) - INTERVAL 600 SECOND, UTC_TIMESTAMP(3) - INTERVAL 700 SECOND, 'web-3');
CREATE TABLE app.columns_missing (id INT PRIMARY KEY, label VARCHAR(10));
CREATE DATABASE empty;
CREATE USER monitor@'%' IDENTIFIED BY 'monitor-secret';
GRANT SELECT ON app.* TO monitor@'%';
GRANT SELECT ON empty.* TO monitor@'%';
GRANT PROCESS ON *.* TO monitor@'%';
GRANT SELECT ON performance_schema.* TO monitor@'%';
CREATE USER blind@'%' IDENTIFIED BY 'blind-secret';
GRANT SELECT ON app.columns_missing TO blind@'%';
)sql";

QJsonArray locksOf(const LockctlOutcome &outcome)
{
    return jsonObject(outcome.out).value(QStringLiteral("locks")).toArray();
}

QJsonObject lockNamed(const LockctlOutcome &outcome, const QString &name)
{
    for (const QJsonValue &lock : locksOf(outcome)) {
        if (lock.toObject().value(QStringLiteral("name")).toString() == name)
            return lock.toObject();
    }
    return {};
}

QJsonObject backendNamed(const LockctlOutcome &outcome, const QString &name)
{
    for (const QJsonValue &backend :
         jsonObject(outcome.out).value(QStringLiteral("backends")).toArray()) {
        if (backend.toObject().value(QStringLiteral("name")).toString() == name)
            return backend.toObject();
    }
    return {};
}

QStringList list(const QStringList &more)
{
    return QStringList{QStringLiteral("list"), QStringLiteral("--json")} + more;
}

} // namespace

QString TestLockctl::mysqlUrl(const char *account, const QString &rest) const
{
    return QStringLiteral("mysql://%1@127.0.0.1:%2/%3")
        .arg(QString::fromLatin1(account))
        .arg(m_mariaDb->port())
        .arg(rest);
}

QString TestLockctl::redisUrl(const char *account, const QString &rest) const
{
    return QStringLiteral("redis://%1@127.0.0.1:%2/%3")
        .arg(QString::fromLatin1(account))
        .arg(m_redis->port())
        .arg(rest);
}

QString TestLockctl::written(const char *name, const QByteArray &text)
{
    QFile file(m_dir.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", name);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return file.fileName();
}

QStringList TestLockctl::good() const
{
    return {QStringLiteral("--url"),
            redisUrl("monitor:monitor-secret", QStringLiteral("0?name=good&match=lock:*"))};
}

void TestLockctl::initTestCase()
{
    PrivateMariaDb::Options mariaDb;
    mariaDb.initSql = QString::fromUtf8(schema);
    auto startedMariaDb = PrivateMariaDb::start(mariaDb);
    LOCKMASTER_NEED_SERVER(startedMariaDb);
    m_mariaDb = std::move(*startedMariaDb);

    LOCKMASTER_NEEDS_REDIS();
    PrivateRedis::Options redis;
    redis.password = "default-secret";
    redis.lines = {"user monitor on >monitor-secret ~* &* +@all",
                   "user noscan on >noscan-secret ~* &* +@all -scan",
                   "user notime on >notime-secret ~* &* +@all -time"};
    m_redis = PrivateRedis::start(redis);
    QVERIFY(m_redis);
    m_redis->run({"SET", "lock:good", "token-1", "PX", "600000"});
}

void TestLockctl::everyLockIsListed()
{
    const LockctlOutcome outcome = runLockctl(
        list(good()
             + QStringList{QStringLiteral("--url"),
                           mysqlUrl("monitor:monitor-secret", QStringLiteral("app?name=db"))}));
    QCOMPARE(listViolations(outcome.out), QStringList());
    QCOMPARE(outcome.code, 0);

    const QJsonObject row = lockNamed(outcome, QStringLiteral("daily-close"));
    QCOMPARE(row.value(QStringLiteral("system")), QJsonValue(QStringLiteral("dist_lock")));
    QCOMPARE(row.value(QStringLiteral("source")), QJsonValue(QStringLiteral("app.dist_lock")));
    QCOMPARE(row.value(QStringLiteral("state")), QJsonValue(QStringLiteral("held")));
    const int ttl = row.value(QStringLiteral("ttl_ms")).toInt();
    QVERIFY2(ttl > 300'000 && ttl <= 600'000, qPrintable(QString::number(ttl)));
    QCOMPARE(lockNamed(outcome, QStringLiteral("old")).value(QStringLiteral("state")),
             QJsonValue(QStringLiteral("expired")));

    const QJsonObject key = lockNamed(outcome, QStringLiteral("lock:good"));
    QCOMPARE(key.value(QStringLiteral("backend")), QJsonValue(QStringLiteral("good")));
    QCOMPARE(key.value(QStringLiteral("owner")).toObject().value(QStringLiteral("raw")),
             QJsonValue(QStringLiteral("token-1")));

    const QJsonObject backend = backendNamed(outcome, QStringLiteral("db"));
    QCOMPARE(backend.value(QStringLiteral("state")), QJsonValue(QStringLiteral("online")));
    QCOMPARE(backend.value(QStringLiteral("server")).toObject().value(QStringLiteral("product")),
             QJsonValue(QStringLiteral("MariaDB")));
}

void TestLockctl::filterNarrowsTheList()
{
    const QStringList db{QStringLiteral("--url"),
                         mysqlUrl("monitor:monitor-secret", QStringLiteral("app?name=db"))};
    const LockctlOutcome outcome = runLockctl(
        list(db) + QStringList{QStringLiteral("--filter"), QStringLiteral("state:expired")});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(locksOf(outcome).size(), 1);
    QVERIFY(!lockNamed(outcome, QStringLiteral("old")).isEmpty());
}

void TestLockctl::aViewIsAFilterOnItsServers()
{
    const QString secret = written("view-pw", "monitor-secret\n");
    const auto backend = [&secret](const char *name, const QString &url, const char *more) {
        return QStringLiteral("[[backend]]\nname = \"%1\"\nurl = \"%2\"\n"
                              "password_file = \"%3\"\n%4\n")
            .arg(QLatin1StringView(name), url, secret, QLatin1StringView(more))
            .toUtf8();
    };
    const QByteArray servers =
        backend("db", mysqlUrl("monitor", QStringLiteral("app")), "environment = \"staging\"")
        + backend("cache", redisUrl("monitor", QStringLiteral("0")), "match = [\"lock:*\"]");
    const QString profile = written(
        "views.toml",
        servers
            + "[[view]]\nname = \"over\"\nfilter = \"state:expired\"\n"
              "[[view]]\nname = \"the table\"\nbackend = \"db\"\nsource = \"app.dist_lock\"\n"
              "[[view]]\nname = \"staged\"\nenvironment = \"staging\"\n"
              "[[view]]\nname = \"live\"\nenvironment = \"production\"\n"
              "[[view]]\nname = \"moved\"\nbackend = \"attic\"\n"
              "[[view]]\nname = \"wrong\"\nfilter = \"ttl<\"\n");
    const auto names = [&profile](const char *view, const QStringList &more = {}) {
        const LockctlOutcome outcome =
            runLockctl(list({QStringLiteral("--config"), profile, QStringLiteral("--view"),
                             QString::fromLatin1(view)})
                       + more);
        QStringList found;
        for (const QJsonValue &lock : locksOf(outcome))
            found << lock.toObject().value(QStringLiteral("name")).toString();
        found.sort();
        return outcome.code == 0
                   ? found.join(u' ')
                   : QStringLiteral("%1 ").arg(outcome.code) + QString::fromUtf8(outcome.err);
    };
    QCOMPARE(names("over"), QStringLiteral("old"));
    QCOMPARE(names("the table"), QStringLiteral("daily-close old"));
    QCOMPARE(names("the table", {QStringLiteral("--filter"), QStringLiteral("-state:expired")}),
             QStringLiteral("daily-close"));
    QVERIFY(names("staged").contains(QStringLiteral("daily-close")));
    QVERIFY(!names("staged").contains(QStringLiteral("lock:good")));
    const auto refuses = [](const QString &said, const char *why) {
        return said.startsWith(u'2') && said.contains(QLatin1StringView(why));
    };
    QVERIFY2(refuses(names("live"), "servers of production, and there is none"),
             qPrintable(names("live")));
    QVERIFY2(refuses(names("moved"), "There is no backend 'attic'"), qPrintable(names("moved")));
    QVERIFY2(refuses(names("none"), "There is no view 'none'"), qPrintable(names("none")));
    QVERIFY2(refuses(names("wrong"), "The view 'wrong': 'filter' takes"),
             qPrintable(names("wrong")));
    QVERIFY(refuses(names("the table", {QStringLiteral("--backend"), QStringLiteral("cache")}),
                    "--backend leaves that out"));
    const LockctlOutcome byUrl =
        runLockctl(list(good() + QStringList{QStringLiteral("--view"), QStringLiteral("over")}));
    QCOMPARE(byUrl.code, 2);
    QVERIFY2(byUrl.err.contains("--view is of a profile"), byUrl.err.constData());
    QCOMPARE(runLockctl({QStringLiteral("views"), QStringLiteral("--config"), profile}).out,
             QByteArray("over\nthe table\nstaged\nlive\nmoved\n"));
}

void TestLockctl::badInputIsOneClearLine_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char *name, const char *url, const char *kind) {
        QTest::newRow(name) << QString::fromUtf8(url) << QString::fromUtf8(kind);
    };
    // {m} and {r} are the servers' addresses, {0} a port that nobody listens on, {s} one where
    // somebody accepts and says nothing.
    row("MySQL: wrong password", "mysql://monitor:hunter2@{m}/app", "auth");
    row("MySQL: no such account", "mysql://nobody:hunter2@{m}/app", "auth");
    row("MySQL: unknown host", "mysql://u:hunter2@no-such-host.invalid/app", "network");
    row("MySQL: refused port", "mysql://u:hunter2@{0}/app", "network");
    row("MySQL: silent server", "mysql://u:hunter2@{s}/app?timeout_ms=300", "timeout");
    row("MySQL: no such socket", "mysql+unix:///no/such.sock?database=app", "network");
    row("MySQL: missing database", "mysql://monitor:monitor-secret@{m}/app2?dist_lock=t",
        "not_found|denied");
    row("MySQL: missing table", "mysql://monitor:monitor-secret@{m}/app?dist_lock=no_such_table",
        "not_found");
    row("MySQL: table without the columns",
        "mysql://monitor:monitor-secret@{m}/app?dist_lock=columns_missing", "not_found");
    row("MySQL: leader table without the columns",
        "mysql://monitor:monitor-secret@{m}/app?leader=columns_missing", "not_found");
    row("MySQL: missing privilege", "mysql://blind:blind-secret@{m}/app?dist_lock=dist_lock",
        "denied");
    row("MySQL: no TLS there", "mysql://monitor:monitor-secret@{m}/app?tls=verify", "tls");
    row("MySQL: authorities that cannot be read",
        "mysql://monitor:monitor-secret@{m}/app?tls=verify&ca=/no/such.pem", "tls|config");
    row("MySQL: a Redis there", "mysql://u:hunter2@{r}/app?timeout_ms=300",
        "protocol|timeout|network");
    row("Redis: wrong password", "redis://monitor:hunter2@{r}/0", "auth");
    row("Redis: no password", "redis://{r}/0", "auth");
    row("Redis: unknown host", "redis://no-such-host.invalid", "network");
    row("Redis: refused port", "redis://{0}", "network");
    row("Redis: silent server", "redis://{s}/0?timeout_ms=300", "timeout");
    row("Redis: no such socket", "redis+unix:///no/such.sock", "network");
    row("Redis: no such database", "redis://monitor:monitor-secret@{r}/999", "not_found|config");
    row("Redis: SCAN denied", "redis://noscan:noscan-secret@{r}/0", "denied");
    row("Redis: no TLS there", "rediss://monitor:monitor-secret@{r}/0?timeout_ms=500",
        "tls|timeout");
    row("Redis: a MySQL there", "redis://{m}/0?timeout_ms=500", "protocol|timeout|network");
}

QString TestLockctl::filledIn(QString url) const
{
    return url.replace(QStringLiteral("{m}"), QStringLiteral("127.0.0.1:%1").arg(m_mariaDb->port()))
        .replace(QStringLiteral("{r}"), QStringLiteral("127.0.0.1:%1").arg(m_redis->port()));
}

void TestLockctl::badInputIsOneClearLine()
{
    QFETCH(QString, url);
    QFETCH(QString, kind);

    const FaultProxy silent(0);
    QTcpServer refusing;
    QVERIFY(refusing.listen(QHostAddress::LocalHost));
    const quint16 refused = refusing.serverPort();
    refusing.close();
    url = filledIn(url);
    url.replace(QStringLiteral("{s}"), QStringLiteral("127.0.0.1:%1").arg(silent.port()));
    url.replace(QStringLiteral("{0}"), QStringLiteral("127.0.0.1:%1").arg(refused));
    url += (url.contains(u'?') ? u'&' : u'?') + QStringLiteral("name=bad");

    const LockctlOutcome outcome = runLockctl(list({QStringLiteral("--url"), url}) + good());
    const QByteArray all = outcome.out + outcome.err;
    QVERIFY2(outcome.code == 3, all.constData());
    QCOMPARE(listViolations(outcome.out), QStringList());

    // The line names the backend, says what to do, and stands in the data as well.
    const QStringList said = outcome.said(QStringLiteral("bad: "));
    QVERIFY2(!said.isEmpty(), all.constData());
    const QJsonArray problems =
        backendNamed(outcome, QStringLiteral("bad")).value(QStringLiteral("problems")).toArray();
    const auto expected =
        std::find_if(problems.begin(), problems.end(), [&kind](const QJsonValue &problem) {
            return kind.split(u'|').contains(
                problem.toObject().value(QStringLiteral("kind")).toString());
        });
    QVERIFY2(expected != problems.end(), all.constData());
    const QString remedy = (*expected).toObject().value(QStringLiteral("remedy")).toString();
    QVERIFY2(!remedy.isEmpty(), all.constData());
    QVERIFY2(said.join(u'\n').contains(remedy), all.constData());

    // Everything else goes on, and no password is anywhere.
    QVERIFY2(!lockNamed(outcome, QStringLiteral("lock:good")).isEmpty(), all.constData());
    for (const char *secret : {"hunter2", "monitor-secret", "blind-secret", "noscan-secret"})
        QVERIFY2(!all.contains(secret), all.constData());
}

void TestLockctl::wrongCommandLineEndsWithTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QStringList &arguments, const char *said) {
        QTest::newRow(name) << arguments << QString::fromUtf8(said);
    };
    const QString url = QStringLiteral("--url");
    row("no command", {}, "command");
    row("unknown option", {QStringLiteral("list"), QStringLiteral("--colour")}, "--colour");
    row("unknown option of a URL",
        {QStringLiteral("list"), url, QStringLiteral("redis://c?colour=red")}, "'colour'");
    row("malformed URL", {QStringLiteral("list"), url, QStringLiteral("redis//c")},
        "not a backend's URL");
    row("one bad URL among good ones",
        {QStringLiteral("list"), url, QStringLiteral("redis://127.0.0.1:1"), url,
         QStringLiteral("redis://c:x")},
        "redis://c");
    row("same name twice",
        {QStringLiteral("list"), url, QStringLiteral("redis://c"), url,
         QStringLiteral("redis://c")},
        "'c:6379/0'");
    row("unknown lock system",
        {QStringLiteral("list"), url, QStringLiteral("redis://c?systems=dist_lock")}, "redisson");
    row("unknown backend",
        {QStringLiteral("list"), url, QStringLiteral("redis://c"), QStringLiteral("--backend"),
         QStringLiteral("d")},
        "There is no backend 'd'. There are: c:6379/0.");
    row("missing profile",
        {QStringLiteral("list"), QStringLiteral("--config"), QStringLiteral("/no/such.toml")},
        "/no/such.toml");
    row("missing password file",
        {QStringLiteral("list"), url, QStringLiteral("redis://c"),
         QStringLiteral("--password-file"), QStringLiteral("/no/such")},
        "/no/such");
    row("filter",
        {QStringLiteral("list"), url, QStringLiteral("redis://c"), QStringLiteral("--filter"),
         QStringLiteral("owner:a ttl<5x")},
        "        ^");
    row("filter of watch",
        {QStringLiteral("watch"), url, QStringLiteral("redis://c"), QStringLiteral("--filter"),
         QStringLiteral("state:odd")},
        "^^^");
}

void TestLockctl::wrongCommandLineEndsWithTwo()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, said);
    const LockctlOutcome outcome = runLockctl(arguments);
    QVERIFY2(outcome.code == 2, outcome.err.constData());
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(QString::fromUtf8(outcome.err).contains(said), outcome.err.constData());
}

void TestLockctl::withoutServersItSaysWhatToDo()
{
    for (const char *command : {"list", "watch", "doctor"}) {
        const LockctlOutcome outcome = runLockctl({QString::fromLatin1(command)});
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.err.contains("--url"));
        QVERIFY(outcome.err.contains("lockmaster.toml"));
        QVERIFY(outcome.err.contains("lockctl sandbox"));
    }
    const QString empty = written("empty.toml", "# nothing\n");
    QCOMPARE(runLockctl({QStringLiteral("list"), QStringLiteral("--config"), empty}).code, 2);
}

void TestLockctl::brokenBackendOfAProfileCostsOnlyItself()
{
    const QByteArray goodBackend = "[[backend]]\nname = \"good\"\nurl = \""
                                   + redisUrl("monitor", QStringLiteral("0")).toUtf8()
                                   + "\"\nmatch = [\"lock:*\"]\n" + "password_file = \""
                                   + written("pw", "monitor-secret\n").toUtf8() + "\"\n";
    const QStringList use{QStringLiteral("--config"), m_dir.filePath(QStringLiteral("p.toml"))};

    written("p.toml", goodBackend + "[[backend]]\nname = \"bad\"\nurl = \"redis://c\"\npoll = 5\n");
    LockctlOutcome outcome = runLockctl(list(use));
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("p.toml: line 9, column 8: bad: 'poll' takes"),
             outcome.err.constData());
    QVERIFY(!lockNamed(outcome, QStringLiteral("lock:good")).isEmpty());
    QCOMPARE(
        runLockctl(list(use) + QStringList{QStringLiteral("--backend"), QStringLiteral("good")})
            .code,
        0);

    written("p.toml", goodBackend
                          + "[[backend]]\nname = \"bad\"\nurl = \"redis://c\"\n"
                            "systems = [\"redison\"]\n");
    outcome = runLockctl(list(use));
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("p.toml: line 9, column 11: bad: 'systems' takes"),
             outcome.err.constData());
    QVERIFY(!lockNamed(outcome, QStringLiteral("lock:good")).isEmpty());

    // Text that is not TOML in one backend, too.
    written("p.toml", goodBackend + "[[backend]]\nname = \"bad\"\nurl = \"redis://c\n");
    outcome = runLockctl(list(use));
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("line 8, column"), outcome.err.constData());
    QVERIFY(!lockNamed(outcome, QStringLiteral("lock:good")).isEmpty());

    // A remark is no failure.
    written("p.toml", goodBackend + "colour = 1\n");
    outcome = runLockctl(list(use));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("line 6, column 1: good: 'colour' is not known"),
             outcome.err.constData());

    // Nothing left to look at is a mistake of the profile.
    written("p.toml", "[[backend]]\nname = \"bad\"\n");
    outcome = runLockctl(list(use));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("line 1, column 1: bad: "), outcome.err.constData());
}

void TestLockctl::nothingReadIsNotNoLocks()
{
    const QString url = QStringLiteral("--url");
    const QStringList wrong{QStringLiteral("list"), url,
                            redisUrl("monitor:wrong", QStringLiteral("0?name=wrong&match=none:*"))};
    const QStringList right{
        url, redisUrl("monitor:monitor-secret", QStringLiteral("0?name=right&match=none:*"))};

    LockctlOutcome outcome = runLockctl(wrong);
    QCOMPARE(outcome.code, 3);
    QVERIFY2(!outcome.err.contains("No locks."), outcome.err.constData());
    QVERIFY2(outcome.err.contains("Nothing could be read."), outcome.err.constData());

    outcome = runLockctl(wrong + right);
    QCOMPARE(outcome.code, 3);
    QVERIFY2(!outcome.err.contains("No locks."), outcome.err.constData());
    QVERIFY2(!outcome.err.contains("Nothing could be read."), outcome.err.constData());

    outcome = runLockctl(QStringList{QStringLiteral("list")} + right);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY2(outcome.err.contains("No locks."), outcome.err.constData());
}

void TestLockctl::completionRunsNoName()
{
    const QString bash = QStandardPaths::findExecutable(QStringLiteral("bash"));
    const QString script = QStringLiteral(COMPLETION_SCRIPT);
    QVERIFY2(!bash.isEmpty() && QFile::exists(script),
             "bash and the completion are part of the tree");
    const QString trap = m_dir.filePath(QStringLiteral("trap"));
    // What bash-completion would provide, and a profile with a hostile name.
    const QString program =
        QStringLiteral("source \"$1\"\n"
                       "_init_completion() { cur=$CUR prev=--backend; }\n"
                       "__ltrim_colon_completions() { :; }\n"
                       "lockctl() { printf '%s\\n' 'x$(touch '\"$TRAP\"')' 'x y' other; }\n"
                       "COMP_WORDS=(lockctl --backend x) COMP_CWORD=2 CUR=x TRAP=$2 COMPREPLY=()\n"
                       "_lockctl\n"
                       "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    QProcess process;
    process.start(bash, {QStringLiteral("--norc"), QStringLiteral("-c"), program,
                         QStringLiteral("bash"), script, trap});
    QVERIFY(process.waitForFinished(30'000));
    const QByteArrayList words = process.readAllStandardOutput().trimmed().split('\n');
    const QByteArray said = process.readAllStandardError();
    QCOMPARE(words.size(), 2);
    QVERIFY2(words.at(0).startsWith("x\\$\\(touch"), words.at(0).constData());
    QCOMPARE(words.at(1), QByteArray("x\\ y"));
    QVERIFY2(said.isEmpty(), said.constData());
    QVERIFY(!QFile::exists(trap));
}

void TestLockctl::defaultTableThatIsMissingIsNoFailure()
{
    const LockctlOutcome outcome =
        runLockctl(list({QStringLiteral("--url"),
                         mysqlUrl("monitor:monitor-secret", QStringLiteral("empty?name=db"))}));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(locksOf(outcome).size(), 0);
}

void TestLockctl::whatCanBeDoneWithoutIsMentioned()
{
    const LockctlOutcome outcome = runLockctl(
        list({QStringLiteral("--url"),
              redisUrl("notime:notime-secret", QStringLiteral("0?name=notime&match=lock:*"))}));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(!lockNamed(outcome, QStringLiteral("lock:good")).isEmpty());
    QVERIFY2(outcome.said(QStringLiteral("notime: ")).join(u'\n').contains(QStringLiteral("+time")),
             outcome.err.constData());
}

void TestLockctl::serverWithoutThePluginSaysWhatItCannotTell()
{
    PrivateMariaDb::Options plain;
    plain.metadataLockInfo = false;
    plain.performanceSchema = false;
    plain.initSql = QStringLiteral(
        "CREATE USER monitor@'%' IDENTIFIED BY 'monitor-secret'; GRANT "
        "PROCESS ON *.* TO monitor@'%'; CREATE USER least@'%' IDENTIFIED BY 'monitor-secret';");
    const auto server = PrivateMariaDb::start(plain);
    LOCKMASTER_NEED_SERVER(server);
    const auto url = [&server](const char *options, const char *account = "monitor") {
        return QStringLiteral("mysql://%3:monitor-secret@127.0.0.1:%1/?name=plain%2")
            .arg((*server)->port())
            .arg(QString::fromLatin1(options), QString::fromLatin1(account));
    };
    // An empty list is not all there is to say, and a limit of the server is no failure.
    const LockctlOutcome unnamed = runLockctl(list({QStringLiteral("--url"), url("")}));
    QVERIFY2(unnamed.code == 0, unnamed.err.constData());
    QCOMPARE(listViolations(unnamed.out), QStringList());
    QVERIFY2(unnamed.said(QStringLiteral("plain: "))
                 .join(u'\n')
                 .contains(QStringLiteral("metadata_lock_info"), Qt::CaseInsensitive),
             unnamed.err.constData());
    const QJsonArray sources =
        backendNamed(unnamed, QStringLiteral("plain")).value(QStringLiteral("sources")).toArray();
    QCOMPARE(sources.at(0).toObject().value(QStringLiteral("complete")), QJsonValue(false));

    // Whose sessions the account may see makes no difference where no lock is listed.
    for (const char *account : {"monitor", "least"}) {
        const LockctlOutcome check =
            runLockctl({QStringLiteral("check"), QStringLiteral("--url"), url("", account)});
        QVERIFY2(check.code == 0, (check.out + check.err).constData());
        QVERIFY2(check.out.contains("(not listed: user-level locks)"), check.out.constData());
    }
    const LockctlOutcome named = runLockctl(
        {QStringLiteral("check"), QStringLiteral("--url"), url("&user_lock=nightly", "least")});
    QVERIFY2(named.code == 3, (named.out + named.err).constData());

    const LockctlOutcome doctor =
        runLockctl({QStringLiteral("doctor"), QStringLiteral("--url"), url("")});
    QVERIFY2(doctor.code == 3, doctor.out.constData());
    QVERIFY2(doctor.out.toLower().contains("metadata_lock_info"), doctor.out.constData());
}

void TestLockctl::hostileNamesAreShownLiterally()
{
    const QList<QByteArray> names{"lock:\x1b[2J\n",    QByteArray("lock:\0nul", 9),
                                  "lock:\xff\xfe",     "lock:<b>\u202eevil</b>",
                                  "lock:\uD68C\uC6D0", "lock:" + QByteArray(2000, 'x')};
    for (const QByteArray &name : names)
        m_redis->run({"SET", name, name, "PX", "600000"});
    const LockctlOutcome asJson = runLockctl(list(good()));
    const LockctlOutcome asText = runLockctl(QStringList{QStringLiteral("list")} + good());
    for (const QByteArray &name : names)
        m_redis->run({"DEL", name});

    QCOMPARE(listViolations(asJson.out), QStringList());
    QCOMPARE(locksOf(asJson).size(), names.size() + 1);
    QStringList seen;
    for (const QJsonValue &lock : locksOf(asJson)) {
        const QJsonObject object = lock.toObject();
        const QString base64 = object.value(QStringLiteral("name_base64")).toString();
        const QByteArray name = base64.isEmpty()
                                    ? object.value(QStringLiteral("name")).toString().toUtf8()
                                    : QByteArray::fromBase64(base64.toLatin1());
        QVERIFY2(names.contains(name) || name == "lock:good", name.constData());
    }

    QCOMPARE(asText.code, 0);
    QCOMPARE(asText.out.count('\n'), names.size() + 2);
    for (const char *bad : {"\x1b", "\u202e", "\xff"})
        QVERIFY(!asText.out.contains(bad));
    QVERIFY(asText.out.contains("lock:\\x1b[2J\\n"));
    QVERIFY(asText.out.contains("lock:<b>\\u202eevil</b>"));
}

void TestLockctl::passwordsComeFromEverywhere()
{
    const QString url = redisUrl("monitor", QStringLiteral("0?match=lock:*&name=the-cache"));
    const QStringList asked{QStringLiteral("list"), QStringLiteral("--url"), url};
    QCOMPARE(runLockctl(asked).code, 3);
    QCOMPARE(runLockctl(asked, {QStringLiteral("LOCKMASTER_PASSWORD=monitor-secret")}).code, 0);
    QCOMPARE(runLockctl(asked, {QStringLiteral("LOCKMASTER_PASSWORD_THE_CACHE=monitor-secret"),
                                QStringLiteral("LOCKMASTER_PASSWORD=wrong")})
                 .code,
             0);
    const QString file = written("secret", "monitor-secret\n");
    QCOMPARE(runLockctl(asked + QStringList{QStringLiteral("--password-file"), file},
                        {QStringLiteral("LOCKMASTER_PASSWORD=wrong")})
                 .code,
             0);

    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
    const LockctlOutcome outcome =
        runLockctl(asked + QStringList{QStringLiteral("--password-file"), file});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("chmod 600"), outcome.err.constData());
}

void TestLockctl::passwordInAUrlIsHidden()
{
    const FaultProxy silent(0);
    const auto process = startLockctl(
        {QStringLiteral("watch"), QStringLiteral("--url"),
         QStringLiteral("redis://u:hunter2@127.0.0.1:%1/0?timeout_ms=60000").arg(silent.port())});
    QTRY_VERIFY_WITH_TIMEOUT(silent.connectionCount() > 0, 60'000);

    QFile arguments(QStringLiteral("/proc/%1/cmdline").arg(process->processId()));
    QVERIFY(arguments.open(QIODevice::ReadOnly));
    const QByteArray seen = arguments.readAll();
    QVERIFY2(seen.contains("redis://u:***@127.0.0.1"), seen.constData());
    QVERIFY(!seen.contains("hunter2"));

    process->terminate();
    QVERIFY(process->waitForFinished(60'000));
    QCOMPARE(process->exitCode(), 0);
    const QByteArray err = process->readAllStandardError();
    QVERIFY2(err.contains("password in a URL"), err.constData());
    QVERIFY(!err.contains("hunter2"));
}

void TestLockctl::doctorTellsWhatIsMissing()
{
    const auto doctor = [](const QString &url, bool json) {
        QStringList arguments{QStringLiteral("doctor"), QStringLiteral("--url"), url};
        if (json)
            arguments.append(QStringLiteral("--json"));
        return runLockctl(arguments);
    };
    const QString whole = redisUrl("monitor:monitor-secret", QStringLiteral("0?name=good"));
    LockctlOutcome outcome = doctor(whole, true);
    QCOMPARE(doctorViolations(outcome.out), QStringList());
    QVERIFY2(outcome.code == 0, outcome.out.constData());
    QVERIFY(outcome.out.contains("\"product\":\"Redis\""));
    QVERIFY(doctor(whole, false).out.contains("server: Redis 7"));

    const QString cut = redisUrl("noscan:noscan-secret", QStringLiteral("0?name=cut"));
    outcome = doctor(cut, true);
    QCOMPARE(doctorViolations(outcome.out), QStringList());
    QVERIFY2(outcome.code == 3, outcome.out.constData());
    QVERIFY2(doctor(cut, false).out.contains("SCAN") || outcome.out.contains("scan"),
             outcome.out.constData());

    outcome = doctor(mysqlUrl("monitor:wrong", QStringLiteral("app?name=db")), true);
    QCOMPARE(doctorViolations(outcome.out), QStringList());
    QCOMPARE(outcome.code, 3);
    QVERIFY2(!outcome.said(QStringLiteral("db: ")).isEmpty(), outcome.err.constData());
}

void TestLockctl::serversOfOtherProgramsAreImported()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("servers"));
    QFile exported(file);
    QVERIFY(exported.open(QIODevice::WriteOnly));
    exported.write(R"([{"host": "c1", "port": 6379, "name": "one", "auth": "hush-hush",
"sshOptions": {"host": "gate"}}, {"host": "c2", "port": 6379, "name": "two"},
{"host": "c2", "port": 6379, "name": "two again"}, {"name": "none"}])");
    exported.close();
    const QString profile = folder.filePath(QStringLiteral("lockmaster.toml"));
    const QStringList base{QStringLiteral("import"), file, QStringLiteral("--config"), profile};
    const QString json = QStringLiteral("--json");
    const QString write = QStringLiteral("--write");
    const LockctlOutcome shown = runLockctl(base + QStringList{json});
    QCOMPARE(shown.code, 0);
    QCOMPARE(importViolations(shown.out), QStringList());
    QVERIFY(!QFile::exists(profile));
    const LockctlOutcome one =
        runLockctl(base + QStringList{write, QStringLiteral("--only"), QStringLiteral("two")});
    QVERIFY2(one.code == 0 && one.err.contains(": 1."), one.err.constData());
    const LockctlOutcome rest = runLockctl(base + QStringList{write, json});
    QCOMPARE(importViolations(rest.out), QStringList());
    QCOMPARE(jsonObject(rest.out).value(QStringLiteral("written")).toInt(), 1);
    QVERIFY2(rest.err.contains("lockctl trust"), rest.err.constData());
    QCOMPARE(runLockctl({QStringLiteral("backends"), QStringLiteral("--config"), profile}).out,
             QByteArray("two\none\n"));
    QVERIFY(!(shown.out + shown.err + rest.out + rest.err).contains("hush"));
    const LockctlOutcome again = runLockctl(base + QStringList{write});
    QVERIFY2(again.code == 0 && again.err.contains("Nothing is new"), again.err.constData());
    for (const QStringList &wrong : {QStringList{QStringLiteral("--keychain")},
                                     QStringList{QStringLiteral("--only"), QStringLiteral("three")},
                                     QStringList{folder.filePath(QStringLiteral("none"))}})
        QCOMPARE(runLockctl(base + wrong).code, 2);
}

void TestLockctl::formatsAreListedAndFound()
{
    const QString formats = QStringLiteral("formats");
    const QString asJson = QStringLiteral("--json");
    const LockctlOutcome all = runLockctl({formats, asJson});
    QCOMPARE(all.code, 0);
    QCOMPARE(formatsViolations(all.out), QStringList());
    QCOMPARE(size_t(jsonObject(all.out).value(formats).toArray().size()), shippedFormats().size());
    QVERIFY(runLockctl({formats}).out.contains("DATABASECHANGELOGLOCK"));

    const LockctlOutcome found =
        runLockctl({formats, QStringLiteral("detect"), asJson, QStringLiteral("--url"),
                    mysqlUrl("monitor:monitor-secret", QStringLiteral("?name=db"))});
    QVERIFY2(found.code == 0, found.err.constData());
    QCOMPARE(foundTablesViolations(found.out), QStringList());
    const QJsonArray tables = jsonObject(found.out).value(QStringLiteral("found")).toArray();
    QCOMPARE(tables.size(), 1);
    const QJsonObject table = tables.first().toObject();
    QCOMPARE(table.value(QStringLiteral("source")).toString(), QStringLiteral("app.shedlock"));
    QCOMPARE(table.value(QStringLiteral("locks")).toInt(), 2);
    QCOMPARE(table.value(QStringLiteral("held")).toInt(), 1);

    const LockctlOutcome listed = runLockctl(
        list({QStringLiteral("--url"),
              mysqlUrl("monitor:monitor-secret", QStringLiteral("app?name=db&formats=shedlock"))}));
    QVERIFY2(listed.code == 0, listed.err.constData());
    QCOMPARE(listViolations(listed.out), QStringList());
    QCOMPARE(lockNamed(listed, QStringLiteral("report")).value(QStringLiteral("system")).toString(),
             QStringLiteral("shedlock"));

    QCOMPARE(runLockctl({formats, QStringLiteral("detcet")}).code, 2);
    QCOMPARE(runLockctl({formats, QStringLiteral("explain")}).code, 2);
}

void TestLockctl::aFormatOfOnesOwnIsExplainedAndTrusted()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("jobs.toml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "id = \"own_jobs\"\ntitle = \"Jobs\"\ndescription = { en = \"Jobs\" }\n"
        "source = \"here\"\nnames = [\"shedlock\"]\nclock = \"utc\"\n[[table]]\n"
        "key = [\"name\"]\nowner = \"locked_by\"\ninstance = [\"locked_at\"]\n"
        "end = { column = \"lock_until\", over = \"free\" }\n[table.release]\n"
        "how = \"set\"\nset = { lock_until = \"past\" }\nmeans = { en = \"It is free.\" }\n");
    file.close();
    const QString formats = QStringLiteral("formats");
    const QString explain = QStringLiteral("explain");
    const QString url = QStringLiteral("--url");
    const QString server = mysqlUrl("monitor:monitor-secret", QStringLiteral("app?name=db"));
    const LockctlOutcome told =
        runLockctl({formats, explain, path, QStringLiteral("--json"), url, server});
    QVERIFY2(told.code == 0, told.err.constData());
    const QJsonArray locks = jsonObject(told.out).value(QStringLiteral("explained")).toArray();
    QCOMPARE(locks.size(), 2);
    for (const QJsonValue &each : locks) {
        const QJsonObject lock = each[QStringLiteral("lock")].toObject();
        const bool isHeld = lock.value(QStringLiteral("name")).toString() == u"report";
        QCOMPARE(
            each[QStringLiteral("statement")].toString().startsWith(u"UPDATE `app`.`shedlock`"),
            isHeld);
        QVERIFY(!each[QStringLiteral("refused")].toString().isEmpty());
    }
    const LockctlOutcome text = runLockctl({formats, explain, path, url, server});
    QVERIFY2(text.out.contains("a release would send: UPDATE `app`.`shedlock` SET"),
             text.out.constData());
    // A library's by its id.
    const LockctlOutcome library = runLockctl(
        {formats, explain, QStringLiteral("shedlock"), QStringLiteral("--json"), url, server});
    QCOMPARE(library.code, 0);
    QCOMPARE(explanationsViolations(library.out), QStringList());

    const RedisReply taken = m_redis->run(
        {"ZADD", "invoice-7", "4102444800123",
         "9yWu/yjiQ1m0xXJm2mO6Jc3q0cK4n8pT7uVwXyZaBcE=", "4102444800123", "__write__"});
    QVERIFY(!taken.isError());
    const LockctlOutcome inRedis =
        runLockctl({formats, explain, QStringLiteral("symfony_redis"), QStringLiteral("--json"),
                    url, redisUrl("monitor:monitor-secret", QStringLiteral("0?name=cache"))});
    m_redis->run({"DEL", "invoice-7"});
    QVERIFY2(inRedis.code == 0, inRedis.err.constData());
    QCOMPARE(explanationsViolations(inRedis.out), QStringList());
    const QJsonArray keys = jsonObject(inRedis.out).value(QStringLiteral("explained")).toArray();
    QCOMPARE(keys.size(), 1);
    QVERIFY(keys.first()[QStringLiteral("statement")].toString().contains(QStringLiteral("ZREM")));
    // Of keys, on a server that has tables.
    const LockctlOutcome elsewhere =
        runLockctl({formats, explain, QStringLiteral("symfony_redis"), url, server});
    QCOMPARE(elsewhere.code, 2);
    QVERIFY(elsewhere.err.contains("can have such locks"));

    const QString trust = QStringLiteral("trust");
    const LockctlOutcome unasked = runLockctl({trust, path});
    QCOMPARE(unasked.code, 2);
    QVERIFY(unasked.out.contains("UPDATE `shedlock` SET `lock_until` ="));
    QVERIFY(unasked.err.contains("Nothing is trusted"));
    QCOMPARE(runLockctl({trust, path, QStringLiteral("--yes")}).code, 0);
    const LockctlOutcome after = runLockctl({formats, explain, path, url, server});
    QVERIFY2(!after.out.contains("not trusted"), after.out.constData());
    const LockctlOutcome forgotten = runLockctl({trust, path, QStringLiteral("--forget")});
    QCOMPARE(forgotten.code, 0);
    QVERIFY(forgotten.err.contains("not trusted any more"));

    // A command of a profile is one more thing to be trusted: not run before, and its names told.
    const QString profile = folder.filePath(QStringLiteral("lockmaster.toml"));
    QFile written(profile);
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write("[[names]]\ncommand = [\"echo\", \"nightly\"]\n");
    written.close();
    const QString config = QStringLiteral("--config");
    const LockctlOutcome doubted =
        runLockctl({QStringLiteral("list"), config, profile, url, server});
    QCOMPARE(doubted.code, 0);
    QVERIFY2(doubted.err.contains("lockctl trust"), doubted.err.constData());
    const LockctlOutcome trusted = runLockctl({trust, profile, QStringLiteral("--yes")});
    QCOMPARE(trusted.code, 0);
    QVERIFY2(trusted.out.contains("'echo' 'nightly'"), trusted.out.constData());
    const LockctlOutcome listed =
        runLockctl({QStringLiteral("list"), config, profile, url, server});
    QCOMPARE(listed.code, 0);
    QVERIFY2(!listed.err.contains("trust"), listed.err.constData());
    QCOMPARE(runLockctl({trust, profile, QStringLiteral("--forget")}).code, 0);

    // One that never ends leaves a check the time for its verdict.
    QVERIFY(written.open(QIODevice::WriteOnly | QIODevice::Truncate));
    written.write("[[names]]\ncommand = [\"sleep\", \"600\"]\n");
    written.close();
    QCOMPARE(runLockctl({trust, profile, QStringLiteral("--yes")}).code, 0);
    const LockctlOutcome judged = runLockctl({QStringLiteral("check"), QStringLiteral("--timeout"),
                                              QStringLiteral("4s"), config, profile, url, server});
    QVERIFY2(judged.err.contains("in time"), judged.err.constData());
    QVERIFY2(judged.out.startsWith("LOCKS OK"), judged.out.constData());

    QCOMPARE(runLockctl({trust}).code, 2);
    QCOMPARE(runLockctl({trust, folder.filePath(QStringLiteral("none"))}).code, 2);
}

void TestLockctl::watchPrintsAnEventOnEachLine()
{
    const auto watch =
        startLockctl(QStringList{QStringLiteral("watch"), QStringLiteral("--json")} + good());
    // Until it has looked once, what appears is no event: so make one after the other.
    QByteArray line;
    for (int i = 0; i < 100 && line.isEmpty(); ++i) {
        m_redis->run({"SET", "lock:watched", QByteArray::number(i), "PX", "600000"});
        watch->waitForReadyRead(500);
        if (watch->canReadLine())
            line = watch->readLine();
    }
    QCOMPARE(eventViolations(line), QStringList());

    m_redis->run({"DEL", "lock:watched"});
    QByteArray last = line;
    while (!last.isEmpty() && !last.contains("\"event\":\"gone\"")) {
        QCOMPARE(eventViolations(last), QStringList());
        last = nextLine(*watch);
    }
    QCOMPARE(eventViolations(last), QStringList());
    QCOMPARE(
        jsonObject(last).value(QStringLiteral("lock")).toObject().value(QStringLiteral("name")),
        QJsonValue(QStringLiteral("lock:watched")));
    watch->terminate();
    QVERIFY(watch->waitForFinished(60'000));
    QCOMPARE(watch->exitCode(), 0);
}

void TestLockctl::watchEndsOnSignals_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void TestLockctl::watchEndsOnSignals()
{
    QFETCH(int, signal);
    // Also while a backend hangs.
    const FaultProxy silent(0);
    const auto watch = startLockctl(
        QStringList{QStringLiteral("watch"), QStringLiteral("--url"),
                    QStringLiteral("redis://127.0.0.1:%1/0?timeout_ms=60000").arg(silent.port())}
        + good());
    QTRY_VERIFY_WITH_TIMEOUT(silent.connectionCount() > 0, 60'000);
    ::kill(pid_t(watch->processId()), signal);
    QVERIFY(watch->waitForFinished(60'000));
    QCOMPARE(watch->exitStatus(), QProcess::NormalExit);
    QCOMPARE(watch->exitCode(), 0);
}

void TestLockctl::watchEndsWhenNobodyReads()
{
    const QString script =
        QStringLiteral("{ '%1' watch --url '%2'; echo \"ended with $?\" >&2; } | true")
            .arg(lockctlProgram(), good().last());
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script});
    QVERIFY(shell.waitForStarted());
    for (int i = 0; i < 200 && shell.state() == QProcess::Running; ++i) {
        m_redis->run({"SET", "lock:watched", QByteArray::number(i), "PX", "600000"});
        shell.waitForFinished(300);
    }
    m_redis->run({"DEL", "lock:watched"});
    const QByteArray err = shell.readAllStandardError();
    QVERIFY2(err.contains("ended with 0"), err.constData());
}

void TestLockctl::fullDiskIsToldApart()
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(lockctlProgram(), list(good()));
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(process.readAllStandardError().contains("cannot be written"));
}

void TestLockctl::sandboxIsThereUntilASignal()
{
    const auto sandbox = startLockctl({QStringLiteral("sandbox"), QStringLiteral("--json")});
    const QByteArray line = nextLine(*sandbox);
    QCOMPARE(sandboxViolations(line), QStringList());
    const QJsonObject description = jsonObject(line);
    const QString config = description.value(QStringLiteral("config")).toString();
    for (const QJsonValue &backend : description.value(QStringLiteral("backends")).toArray()) {
        QFile file(backend.toObject().value(QStringLiteral("password_file")).toString());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!line.contains(file.readAll().trimmed()));
        QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }
    const LockctlOutcome outcome = runLockctl(list({QStringLiteral("--config"), config}));
    QCOMPARE(listViolations(outcome.out), QStringList());
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(jsonObject(outcome.out).value(QStringLiteral("backends")).toArray().size(), 2);

    sandbox->terminate();
    QVERIFY(sandbox->waitForFinished(60'000));
    QCOMPARE(sandbox->exitCode(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(config), 60'000);
}

void TestLockctl::aSignalEndsASandboxThatIsStarting_data()
{
    QTest::addColumn<QByteArray>("step");
    QTest::newRow("Redis") << QByteArray("Starting a private Redis");
    QTest::newRow("MariaDB") << QByteArray("Starting a private MariaDB");
    QTest::newRow("tables") << QByteArray("Creating tables");
    QTest::newRow("traffic") << QByteArray("Starting programs");
}

void TestLockctl::aSignalEndsASandboxThatIsStarting()
{
    QFETCH(const QByteArray, step);
    const QTemporaryDir place;
    const auto sandbox = startLockctl({QStringLiteral("sandbox"), QStringLiteral("--traffic")},
                                      {QStringLiteral("TMPDIR=") + place.path()});
    QByteArray said;
    const auto there = [&] {
        said += sandbox->readAllStandardError();
        return said.contains(step);
    };
    QTRY_VERIFY_WITH_TIMEOUT(there(), 60'000);
    sandbox->terminate();
    QVERIFY(sandbox->waitForFinished(60'000));
    QCOMPARE(sandbox->exitStatus(), QProcess::NormalExit);
    QCOMPARE(sandbox->exitCode(), 0);
    // It never was up, and nothing is left of it.
    QVERIFY(sandbox->readAllStandardOutput().isEmpty());
    QVERIFY(QDir(place.path()).isEmpty());
}

void TestLockctl::tenThousandLocksAreListedAtOnce()
{
    constexpr int count = 10'000;
    std::vector<RedisCommand> commands;
    for (int i = 0; i < count; ++i)
        commands.push_back({"SET", "many:" + QByteArray::number(i), "token", "PX", "600000"});
    m_redis->runAll(commands);
    QElapsedTimer timer;
    timer.start();
    const LockctlOutcome outcome =
        runLockctl(list({QStringLiteral("--url"),
                         redisUrl("monitor:monitor-secret", QStringLiteral("0?match=many:*"))}));
    qInfo("lockctl list --json, %d locks: %lld ms", count, timer.elapsed());
    m_redis->run({"FLUSHDB"});
    m_redis->run({"SET", "lock:good", "token-1", "PX", "600000"});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(locksOf(outcome).size(), count);
    QCOMPARE(listViolations(outcome.out), QStringList());
}

LOCKMASTER_TEST(TestLockctl, QCoreApplication)

} // namespace tst_lockctl

#include "tst_lockctl.moc"
