// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"
#include "core/systems/contract/ownsignature.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlhold {

namespace {

constexpr int patienceMs = 60'000;

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                            expiry DATETIME(3) NOT NULL);
CREATE TABLE app.service_leader_lock (name VARCHAR(45) PRIMARY KEY, container_id VARCHAR(45),
                                      timestamp DATETIME(3) NOT NULL);
)sql";

/** One lock of one system on a real server, by the server's own word. */
struct Scene {
    QString system;
    QStringList options; ///< where it is and for how long it is taken
    bool hasOwner = true;
    bool hasLease = true;
    std::function<QString()> holder; ///< empty: nobody holds it
    std::function<void()> takeAway;  ///< as an accident or an operator would
};

QString eventOf(const QByteArray &line)
{
    return jsonObject(line).value(QStringLiteral("event")).toString();
}

/** The next line of one that must come. */
QByteArray expectEvent(QProcess &lockctl, const QString &event)
{
    QByteArray line = nextLine(lockctl);
    while (eventOf(line) == u"renewed" && event != u"renewed")
        line = nextLine(lockctl);
    if (eventOf(line) != event || !holdViolations(line).isEmpty()) {
        qWarning("%s instead of %s: %s %s", line.constData(), qPrintable(event),
                 qPrintable(holdViolations(line).join(u' ')),
                 lockctl.readAllStandardError().constData());
        return {};
    }
    return line;
}

bool isRunning(qint64 pid)
{
    QFile status(QStringLiteral("/proc/%1/stat").arg(pid));
    // A zombie that nobody reaps is not running.
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

} // namespace

/** The real program holds real locks: as their servers see it, and as scripts see it. */
class TestLockctlHold : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<SqlSession> m_admin;
    std::vector<Scene> m_scenes;
    QTemporaryDir m_dir;

    QStringList mysql(const QString &more = {}) const;
    QStringList redis(const QString &more = {}) const;
    void addScenes();
    void addRows(bool withLeaseOnly = false) const;
    const Scene &scene(const QString &system) const;
    /** `acquire --json` of that scene's lock. */
    QStringList acquire(const Scene &scene, const QStringList &more = {}) const;
    QStringList run(const Scene &scene, const QStringList &command) const;
    const Scene &simple() const { return m_scenes.front(); }

private slots:
    void initTestCase();
    void init();

    void isHeldUntilASignal_data() { addRows(); }
    void isHeldUntilASignal();
    void isHeldForATime_data() { addRows(); }
    void isHeldForATime();
    void isRenewedBeyondItsTtl_data() { addRows(true); }
    void isRenewedBeyondItsTtl();
    void anothersLockIsNamed_data() { addRows(); }
    void anothersLockIsNamed();
    void waitEndsWithTheLock_data() { addRows(); }
    void waitEndsWithTheLock();
    void lossIsToldWithinOneRenewal_data() { addRows(); }
    void lossIsToldWithinOneRenewal();
    void commandEndsWithTheLock_data() { addRows(); }
    void commandEndsWithTheLock();

    void silentServerIsALoss();
    void everySignalLetsGo_data();
    void everySignalLetsGo();
    void aLineThatDropsIsHeardOnce();
    void whatIsToOutliveItsLineDoes();
    void waitIsGivenUpOnASignal();
    void letsGoWhenNobodyReads();
    void wordsAreForPeople();
    void othersSeeWhy_data() { addRows(); }
    void othersSeeWhy();
    void commandRunsUnderTheLock();
    void commandGetsSignals();
    void commandThatIsNotThereLetsGo();
    void commandIsNotRunWithoutTheLock();
    void commandDiesWithTheProgram();
    void nothingIsSentWhereItMustNot_data();
    void nothingIsSentWhereItMustNot();
    void whatDoesNotFitIsOneLine_data();
    void whatDoesNotFitIsOneLine();
    void redisPyFailsWhileHeldAndSucceedsAfter();
    void everythingCanBeTriedInTheSandbox();
};

QStringList TestLockctlHold::mysql(const QString &more) const
{
    return {QStringLiteral("--url"),
            QStringLiteral("mysql://root@127.0.0.1:%1/app?name=db&password_file=%2%3")
                .arg(m_mariaDb->port())
                .arg(m_mariaDb->spec().passwordFile, more)};
}

QStringList TestLockctlHold::redis(const QString &more) const
{
    return {QStringLiteral("--url"),
            QStringLiteral("redis://127.0.0.1:%1/0?name=cache%2").arg(m_redis->port()).arg(more)};
}

void TestLockctlHold::addScenes()
{
    const auto sql = [this](const char *question) {
        return
            [this, question] { return m_admin->value(QString::fromLatin1(question)).toString(); };
    };
    const auto change = [this](const char *statement) {
        return [this, statement] { QVERIFY(m_admin->run(QString::fromLatin1(statement))); };
    };
    const auto delKey = [this] { QCOMPARE(m_redis->run({"DEL", "lock:job"}).integer, 1); };
    const auto add = [this](const char *system, const QStringList &where, const char *options,
                            bool hasBoth, std::function<QString()> holder,
                            std::function<void()> takeAway) {
        m_scenes.push_back({QString::fromLatin1(system),
                            where + QString::fromLatin1(options).split(u' '), hasBoth, hasBoth,
                            std::move(holder), std::move(takeAway)});
    };
    add("user_lock", mysql(), "--name job", false, sql("SELECT COALESCE(IS_USED_LOCK('job'), '')"),
        [this] { QVERIFY(m_admin->run(QStringLiteral("KILL ") + m_scenes.front().holder())); });
    add("dist_lock", mysql(), "--name job --ttl 2s", true,
        sql("SELECT owner FROM app.dist_lock WHERE name = 'job' AND expiry > NOW(3)"),
        change("UPDATE app.dist_lock SET owner = 'thief', expiry = NOW() + INTERVAL 3 SECOND "
               "WHERE name = 'job'"));
    add("leader", mysql(), "--name job", true,
        sql("SELECT container_id FROM app.service_leader_lock WHERE name = 'job' "
            "AND timestamp > UTC_TIMESTAMP(3) - INTERVAL 1200000 MICROSECOND"),
        change("UPDATE app.service_leader_lock SET container_id = 'thief', "
               "timestamp = UTC_TIMESTAMP(3) WHERE name = 'job'"));
    add(
        "redis_string", redis(), "--name lock:job --ttl 2s", true,
        [this] {
            return QString::fromUtf8(m_redis->run({"GET", "lock:job"}).text);
        },
        delKey);
    add(
        "redisson", redis(), "--name lock:job --ttl 2s", true,
        [this] {
            const RedisReply fields = m_redis->run({"HKEYS", "lock:job"});
            return fields.elements.empty() ? QString()
                                           : QString::fromUtf8(fields.elements.front().text);
        },
        delKey);
}

void TestLockctlHold::addRows(bool withLeaseOnly) const
{
    QTest::addColumn<QString>("system");
    for (const Scene &scene : m_scenes) {
        if (scene.hasLease || !withLeaseOnly)
            QTest::newRow(qPrintable(scene.system)) << scene.system;
    }
}

const Scene &TestLockctlHold::scene(const QString &system) const
{
    return *std::find_if(m_scenes.begin(), m_scenes.end(),
                         [&system](const Scene &candidate) { return candidate.system == system; });
}

QStringList TestLockctlHold::acquire(const Scene &scene, const QStringList &more) const
{
    return QStringList{QStringLiteral("acquire"), QStringLiteral("--json"),
                       QStringLiteral("--system"), scene.system}
           + scene.options + more;
}

QStringList TestLockctlHold::run(const Scene &scene, const QStringList &command) const
{
    return QStringList{QStringLiteral("run"), QStringLiteral("--system"), scene.system}
           + scene.options + QStringList{QStringLiteral("--")} + command;
}

void TestLockctlHold::initTestCase()
{
    PrivateMariaDb::Options mariaDb;
    mariaDb.initSql = QString::fromUtf8(schema);
    auto started = PrivateMariaDb::start(mariaDb);
    LOCKMASTER_NEED_SERVER(started);
    m_mariaDb = std::move(*started);
    m_admin =
        std::make_unique<SqlSession>(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QVERIFY2(m_admin->isOpen(), qPrintable(m_admin->error()));
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
    addScenes();
}

void TestLockctlHold::init()
{
    for (const Scene &scene : m_scenes)
        QTRY_COMPARE_WITH_TIMEOUT(scene.holder(), QString(), patienceMs);
}

void TestLockctlHold::isHeldUntilASignal()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const auto lockctl = startLockctl(acquire(lock));
    const QByteArray acquired = expectEvent(*lockctl, QStringLiteral("acquired"));
    QVERIFY(!acquired.isEmpty());
    const QString owner = jsonObject(acquired).value(QStringLiteral("owner")).toString();
    QCOMPARE(owner.isEmpty(), !lock.hasOwner);
    const QString holder = lock.holder();
    QVERIFY(!holder.isEmpty());
    if (lock.hasOwner)
        QCOMPARE(holder, owner);

    lockctl->terminate();
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("released")).isEmpty());
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 0);
    QCOMPARE(lock.holder(), QString());
}

void TestLockctlHold::isHeldForATime()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const LockctlOutcome outcome =
        runLockctl(acquire(lock, {QStringLiteral("--hold"), QStringLiteral("300ms")}));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    QCOMPARE(eventOf(lines.first()), QStringLiteral("acquired"));
    QCOMPARE(eventOf(lines.last()), QStringLiteral("released"));
    QCOMPARE(lock.holder(), QString());
}

void TestLockctlHold::isRenewedBeyondItsTtl()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const auto lockctl = startLockctl(acquire(lock));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    const QString holder = lock.holder();
    // Three renewals are a whole TTL.
    for (int i = 0; i < 7; ++i)
        QVERIFY(!expectEvent(*lockctl, QStringLiteral("renewed")).isEmpty());
    QCOMPARE(lock.holder(), holder);
    lockctl->terminate();
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 0);
    QCOMPARE(lock.holder(), QString());
}

void TestLockctlHold::anothersLockIsNamed()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    // Redisson's owners are a client and a thread.
    const QString name = system == u"redisson"
                             ? QStringLiteral("8d1f6a2c-5d1e-4f0a-9f7e-0c2b7a4d9e11:7")
                             : QStringLiteral("web-3");
    const QStringList owner =
        lock.hasOwner ? QStringList{QStringLiteral("--owner"), name} : QStringList();
    const auto lockctl = startLockctl(acquire(lock, owner));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    const QString holder = lock.holder();
    if (lock.hasOwner)
        QCOMPARE(holder, name);

    const LockctlOutcome outcome = runLockctl(acquire(lock));
    QVERIFY2(outcome.code == 20, outcome.err.constData());
    QCOMPARE(holdViolations(outcome.out), QStringList());
    QCOMPARE(eventOf(outcome.out), QStringLiteral("not_acquired"));
    const QJsonObject heldBy = jsonObject(outcome.out).value(QStringLiteral("held_by")).toObject();
    QCOMPARE(heldBy.value(QStringLiteral("raw")).toString(), holder);
    const QString label = heldBy.value(QStringLiteral("label")).toString();
    QVERIFY2(outcome.err.contains("held by") && outcome.err.contains(label.toUtf8()),
             outcome.err.constData());
    QCOMPARE(lock.holder(), holder);
    lockctl->terminate();
    QVERIFY(lockctl->waitForFinished(patienceMs));
}

void TestLockctlHold::waitEndsWithTheLock()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const auto first = startLockctl(acquire(lock));
    QVERIFY(!expectEvent(*first, QStringLiteral("acquired")).isEmpty());
    const auto second =
        startLockctl(acquire(lock, {QStringLiteral("--wait"), QStringLiteral("60s")}));
    first->terminate();
    QVERIFY(!expectEvent(*second, QStringLiteral("acquired")).isEmpty());
    QVERIFY(first->waitForFinished(patienceMs));
    QCOMPARE(first->exitCode(), 0);
    second->terminate();
    QVERIFY(second->waitForFinished(patienceMs));
    QCOMPARE(second->exitCode(), 0);
}

void TestLockctlHold::lossIsToldWithinOneRenewal()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const auto lockctl = startLockctl(acquire(lock));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    lock.takeAway();
    // One more renewal may be on its way; two would not have seen the loss.
    QByteArray line = nextLine(*lockctl);
    if (eventOf(line) == u"renewed")
        line = nextLine(*lockctl);
    QCOMPARE(eventOf(line), QStringLiteral("lost"));
    QCOMPARE(holdViolations(line), QStringList());
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 21);
    QVERIFY(lockctl->readAllStandardError().contains("LOST"));
}

void TestLockctlHold::commandEndsWithTheLock()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const auto lockctl = startLockctl(run(lock, {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                                                 QStringLiteral("sleep 1000 & echo $$ $!; wait")}));
    const QList<QByteArray> pids = nextLine(*lockctl).simplified().split(' ');
    QCOMPARE(pids.size(), 2);
    QVERIFY(isRunning(pids[0].toLongLong()) && isRunning(pids[1].toLongLong()));
    lock.takeAway();
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 21);
    // Its children too: they are of its group.
    QTRY_VERIFY(!isRunning(pids[0].toLongLong()) && !isRunning(pids[1].toLongLong()));
}

void TestLockctlHold::silentServerIsALoss()
{
    const Scene &lock = scene(QStringLiteral("redis_string"));
    const auto lockctl = startLockctl(acquire(lock));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    m_redis->stop();
    QByteArray line = expectEvent(*lockctl, QStringLiteral("renewal_failed"));
    while (eventOf(line) == u"renewal_failed")
        line = nextLine(*lockctl);
    QVERIFY(lockctl->waitForFinished(patienceMs));
    m_redis->resume();
    QCOMPARE(eventOf(line), QStringLiteral("lost"));
    QCOMPARE(lockctl->exitCode(), 21);
}

void TestLockctlHold::everySignalLetsGo_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void TestLockctlHold::everySignalLetsGo()
{
    QFETCH(int, signal);
    const auto lockctl = startLockctl(acquire(simple()));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    ::kill(pid_t(lockctl->processId()), signal);
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitStatus(), QProcess::NormalExit);
    QCOMPARE(lockctl->exitCode(), 0);
    QCOMPARE(simple().holder(), QString());
}

/** The shell tells of a line that drops, and the kernel once that ends: it is one wish. */
void TestLockctlHold::aLineThatDropsIsHeardOnce()
{
    const auto lockctl = startLockctl(acquire(simple()));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    while (lockctl->state() == QProcess::Running) {
        ::kill(pid_t(lockctl->processId()), SIGHUP);
        lockctl->waitForFinished(1);
    }
    QCOMPARE(lockctl->exitStatus(), QProcess::NormalExit);
    QCOMPARE(lockctl->exitCode(), 0);
    QCOMPARE(simple().holder(), QString());
}

/** What `nohup` has ignored ends nothing. */
void TestLockctlHold::whatIsToOutliveItsLineDoes()
{
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        environment.insert(QString::fromLatin1(name), home.path());
    QProcess lockctl;
    lockctl.setProcessEnvironment(environment);
    lockctl.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
    lockctl.start(lockctlProgram(), acquire(simple()));
    QVERIFY(lockctl.waitForStarted());
    QVERIFY(!expectEvent(lockctl, QStringLiteral("acquired")).isEmpty());
    QFile status(QStringLiteral("/proc/%1/status").arg(lockctl.processId()));
    QVERIFY(status.open(QIODevice::ReadOnly));
    const QByteArray all = status.readAll();
    const QByteArray ignored = all.sliced(all.indexOf("SigIgn:") + 7).split('\n').front();
    QVERIFY((ignored.trimmed().toULongLong(nullptr, 16) & (1U << (SIGHUP - 1))) != 0);
    lockctl.terminate();
    QVERIFY(lockctl.waitForFinished(patienceMs));
    QCOMPARE(lockctl.exitStatus(), QProcess::NormalExit);
    QCOMPARE(simple().holder(), QString());
}

void TestLockctlHold::waitIsGivenUpOnASignal()
{
    const auto first = startLockctl(acquire(simple()));
    QVERIFY(!expectEvent(*first, QStringLiteral("acquired")).isEmpty());
    const auto second =
        startLockctl(acquire(simple(), {QStringLiteral("--wait"), QStringLiteral("1h")}));
    // It waits once the server says so.
    QTRY_VERIFY_WITH_TIMEOUT(
        m_admin->value(QStringLiteral("SELECT COUNT(*) FROM information_schema.PROCESSLIST "
                                      "WHERE STATE = 'User lock'"))
                .toInt()
            == 1,
        patienceMs);
    second->terminate();
    QVERIFY(!expectEvent(*second, QStringLiteral("not_acquired")).isEmpty());
    QVERIFY(second->waitForFinished(patienceMs));
    QCOMPARE(second->exitCode(), 20);
    first->terminate();
    QVERIFY(first->waitForFinished(patienceMs));
}

void TestLockctlHold::letsGoWhenNobodyReads()
{
    QStringList words;
    for (const QString &word : acquire(simple()))
        words.append(u'\'' + word + u'\'');
    QProcess shell;
    shell.start(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"), QStringLiteral("{ '%1' %2; echo \"ended with $?\" >&2; } | head -1")
                                   .arg(lockctlProgram(), words.join(u' '))});
    QVERIFY(shell.waitForFinished(patienceMs));
    QVERIFY2(shell.readAllStandardError().contains("ended with 0"), "it did not end by itself");
    QCOMPARE(eventOf(shell.readAllStandardOutput()), QStringLiteral("acquired"));
    QCOMPARE(simple().holder(), QString());
}

void TestLockctlHold::wordsAreForPeople()
{
    QStringList arguments = acquire(simple(), {QStringLiteral("--hold"), QStringLiteral("0s")});
    arguments.removeAll(QStringLiteral("--json"));
    const LockctlOutcome outcome = runLockctl(arguments);
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QByteArray("acquired job on db\nreleased job on db\n"));
}

/** Where the format has a place for it. */
void TestLockctlHold::othersSeeWhy()
{
    QFETCH(QString, system);
    const Scene &lock = scene(system);
    const QString why = QStringLiteral("migration, OPS-311, until 04:00");
    const auto lockctl = startLockctl(acquire(lock, {QStringLiteral("--reason"), why}));
    const QByteArray acquired = expectEvent(*lockctl, QStringLiteral("acquired"));
    QVERIFY(!acquired.isEmpty());
    const LockctlOutcome listed =
        runLockctl(QStringList{QStringLiteral("list"), QStringLiteral("--json"),
                               QStringLiteral("--system"), system}
                   + lock.options.first(4));
    QCOMPARE(listed.code, 0);
    QCOMPARE(listViolations(listed.out), QStringList());
    const QJsonObject owner = jsonObject(listed.out)
                                  .value(u"locks")
                                  .toArray()
                                  .at(0)
                                  .toObject()
                                  .value(u"owner")
                                  .toObject();
    const bool hasPlace = lock.hasOwner && system != u"redisson";
    const QByteArray raw = owner.value(u"raw").toString().toUtf8();
    // A leader's column has room for 45 characters.
    const auto room = system == u"leader" ? std::optional<qint64>(45) : std::nullopt;
    const qsizetype behind = raw.indexOf(" (");
    QCOMPARE(raw,
             hasPlace ? withReason(raw.first(behind < 0 ? raw.size() : behind), why, room) : raw);
    const QString told = owner.value(u"reason").toString();
    QVERIFY2(room || told == (hasPlace ? why : QString()), qPrintable(told));
    QCOMPARE(owner.value(u"label").toString().endsWith(u'(' + told + u')'), !told.isEmpty());
    // Its holder knows it again.
    lockctl->terminate();
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("released")).isEmpty());
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lock.holder(), QString());
}

void TestLockctlHold::commandRunsUnderTheLock()
{
    const QString countSockets = QStringLiteral("ls -l /proc/self/fd | grep -c socket:");
    const QString script =
        QStringLiteral("cat; echo $LOCKMASTER_LOCK; env | grep -c LOCKMASTER_PASSWORD; %1; exit 7")
            .arg(countSockets);
    QFile input(m_dir.filePath(QStringLiteral("input")));
    QVERIFY(input.open(QIODevice::WriteOnly) && input.write("from stdin\n") > 0);
    input.close();
    QProcess lockctl;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), m_dir.path());
    environment.insert(QStringLiteral("LOCKMASTER_PASSWORD_OTHER"), QStringLiteral("secret"));
    lockctl.setProcessEnvironment(environment);
    lockctl.setStandardInputFile(input.fileName());
    lockctl.start(lockctlProgram(), run(simple(), {QStringLiteral("sh"), QStringLiteral("-c"),
                                                   script, QStringLiteral("--json")}));
    QVERIFY(lockctl.waitForFinished(patienceMs));
    QCOMPARE(lockctl.exitCode(), 7);
    // Standard output is the command's alone, and it has none of our connections.
    QProcess bare;
    bare.start(QStringLiteral("sh"), {QStringLiteral("-c"), countSockets});
    QVERIFY(bare.waitForFinished(patienceMs));
    QCOMPARE(lockctl.readAllStandardOutput(),
             "from stdin\njob\n0\n" + bare.readAllStandardOutput());
    QCOMPARE(simple().holder(), QString());
}

void TestLockctlHold::commandGetsSignals()
{
    const auto lockctl = startLockctl(
        run(simple(), {QStringLiteral("sh"), QStringLiteral("-c"),
                       QStringLiteral("trap 'echo heard; exit 5' USR1; trap '' TERM; echo up; "
                                      "while :; do sleep 0.05; done")}));
    QCOMPARE(nextLine(*lockctl), QByteArray("up\n"));
    QVERIFY(!simple().holder().isEmpty());
    // One that the command ignores ends nothing, and loses no lock.
    ::kill(pid_t(lockctl->processId()), SIGTERM);
    ::kill(pid_t(lockctl->processId()), SIGUSR1);
    QCOMPARE(nextLine(*lockctl), QByteArray("heard\n"));
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 5);

    const auto killed = startLockctl(run(simple(), {QStringLiteral("sh"), QStringLiteral("-c"),
                                                    QStringLiteral("echo up; exec sleep 1000")}));
    QCOMPARE(nextLine(*killed), QByteArray("up\n"));
    ::kill(pid_t(killed->processId()), SIGTERM);
    QVERIFY(killed->waitForFinished(patienceMs));
    QCOMPARE(killed->exitStatus(), QProcess::NormalExit);
    QCOMPARE(killed->exitCode(), 128 + SIGTERM);
    QCOMPARE(simple().holder(), QString());
}

void TestLockctlHold::commandThatIsNotThereLetsGo()
{
    LockctlOutcome outcome = runLockctl(run(simple(), {QStringLiteral("no-such-command-here")}));
    QCOMPARE(outcome.code, 127);
    QVERIFY2(outcome.err.contains("no-such-command-here"), outcome.err.constData());
    QCOMPARE(simple().holder(), QString());
    outcome = runLockctl(run(simple(), {QStringLiteral("/etc")}));
    QCOMPARE(outcome.code, 126);
    QCOMPARE(simple().holder(), QString());
}

void TestLockctlHold::commandIsNotRunWithoutTheLock()
{
    const auto lockctl = startLockctl(acquire(simple()));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());
    const LockctlOutcome outcome =
        runLockctl(run(simple(), {QStringLiteral("echo"), QStringLiteral("ran")}));
    QCOMPARE(outcome.code, 20);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains("held by"), outcome.err.constData());
    lockctl->terminate();
    QVERIFY(lockctl->waitForFinished(patienceMs));
}

void TestLockctlHold::commandDiesWithTheProgram()
{
    const auto lockctl = startLockctl(run(simple(), {QStringLiteral("sh"), QStringLiteral("-c"),
                                                     QStringLiteral("echo $$; exec sleep 1000")}));
    const qint64 pid = nextLine(*lockctl).trimmed().toLongLong();
    QVERIFY(pid > 0 && isRunning(pid));
    lockctl->kill();
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid), patienceMs);
    // Nobody else has the connection open, so the server lets go of it.
    QTRY_COMPARE_WITH_TIMEOUT(simple().holder(), QString(), patienceMs);
}

void TestLockctlHold::nothingIsSentWhereItMustNot_data()
{
    QTest::addColumn<QString>("more");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("environment");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("said");
    const QStringList none;
    QTest::newRow("read-only") << QStringLiteral("&read_only=true") << none << none << 4
                               << QStringLiteral("--allow-writes");
    QTest::newRow("no reason") << QStringLiteral("&environment=production&read_only=false") << none
                               << none << 2 << QStringLiteral("--reason");
    QTest::newRow("spaces are no reason")
        << QStringLiteral("&environment=production&read_only=false")
        << QStringList{QStringLiteral("--reason"), QStringLiteral("  ")} << none << 2
        << QStringLiteral("--reason");
    QTest::newRow("no audit") << QString() << none
                              << QStringList{QStringLiteral("XDG_STATE_HOME=/dev/null")} << 15
                              << QStringLiteral("/dev/null");
}

void TestLockctlHold::nothingIsSentWhereItMustNot()
{
    QFETCH(QString, more);
    QFETCH(QStringList, options);
    QFETCH(QStringList, environment);
    QFETCH(int, code);
    QFETCH(QString, said);
    const QStringList lock{QStringLiteral("--system"), QStringLiteral("user_lock"),
                           QStringLiteral("--name"),   QStringLiteral("job"),
                           QStringLiteral("--hold"),   QStringLiteral("0s")};
    const QStringList arguments =
        QStringList{QStringLiteral("acquire")} + lock + mysql(more) + options;
    const LockctlOutcome outcome = runLockctl(arguments, environment);
    QVERIFY2(outcome.code == code, outcome.err.constData());
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
}

void TestLockctlHold::whatDoesNotFitIsOneLine_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("said");
    QTest::addColumn<int>("code");
    const auto row = [](const char *options, const char *said, int code = 2) {
        QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(said) << code;
    };
    row("--name n", "--system is missing");
    row("--system rlock --name n", "user_lock");
    row("--system user_lock", "--name");
    row("--system user_lock --name n --owner o", "--owner");
    row("--system user_lock --name n --source t", "user-level locks");
    row("--system user_lock --name n --variant fair", "--variant");
    row("--system user_lock --name n --wait soon", "--wait");
    row("--system user_lock --name n --hold -1s", "--hold");
    row("--system user_lock --name n --backend cache", "No backend");
    row("--system user_lock --name n --url mysql://root@127.0.0.1:1/app?name=second", "db, second");
    row("--system user_lock --name n --url mysql://root@127.0.0.1:1/app?name=second "
        "--backend second",
        "127.0.0.1:1", 3);
}

void TestLockctlHold::whatDoesNotFitIsOneLine()
{
    QFETCH(QString, options);
    QFETCH(QString, said);
    QFETCH(int, code);
    const LockctlOutcome outcome = runLockctl(QStringList{QStringLiteral("acquire")} + mysql()
                                              + redis() + options.split(u' '));
    QVERIFY2(outcome.code == code, outcome.err.constData());
    QCOMPARE(outcome.out, QByteArray());
    const QList<QByteArray> lines = outcome.err.trimmed().split('\n');
    QVERIFY2(lines.size() == 1 && lines.last().contains(said.toUtf8()), outcome.err.constData());
}

void TestLockctlHold::redisPyFailsWhileHeldAndSucceedsAfter()
{
    const QString python = QStringLiteral("/usr/bin/python3");
    QProcess probe;
    probe.start(python, {QStringLiteral("-c"), QStringLiteral("import redis.lock")});
    if (!probe.waitForFinished(patienceMs) || probe.exitCode() != 0) {
        QVERIFY2(!qEnvironmentVariableIsSet("CI"), "python3-redis is not installed");
        QSKIP("python3-redis is not installed");
    }
    const auto lockctl = startLockctl(acquire(scene(QStringLiteral("redis_string"))));
    QVERIFY(!expectEvent(*lockctl, QStringLiteral("acquired")).isEmpty());

    const QString program =
        QStringLiteral("import redis\n"
                       "lock = redis.Redis(port=%1).lock('lock:job', timeout=5, sleep=0.01)\n"
                       "print(lock.acquire(blocking=False), flush=True)\n"
                       "print(lock.acquire(blocking_timeout=60), flush=True)\n"
                       "lock.release()\n")
            .arg(m_redis->port());
    QProcess client;
    client.start(python, {QStringLiteral("-c"), program});
    QVERIFY(client.waitForStarted());
    QCOMPARE(nextLine(client), QByteArray("False\n"));
    lockctl->terminate();
    QCOMPARE(nextLine(client), QByteArray("True\n"));
    QVERIFY(client.waitForFinished(patienceMs));
    QCOMPARE(client.exitCode(), 0);
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 0);
}

void TestLockctlHold::everythingCanBeTriedInTheSandbox()
{
    const auto sandbox = startLockctl({QStringLiteral("sandbox")});
    const QString path = jsonObject(nextLine(*sandbox)).value(QStringLiteral("config")).toString();
    QVERIFY(!path.isEmpty());
    const QStringList config{QStringLiteral("--config"), path};
    for (const char *options :
         {"user_lock --name try", "dist_lock --source sandbox.dist_lock --name try --ttl 3s",
          "leader --name try", "redis_string --name lock:try --ttl 3s",
          "redisson --name lock:try2 --ttl 3s"}) {
        const auto holding =
            startLockctl(QStringList{QStringLiteral("acquire"), QStringLiteral("--json"),
                                     QStringLiteral("--system")}
                         + QString::fromLatin1(options).split(u' ') + config);
        const QJsonObject acquired = jsonObject(expectEvent(*holding, QStringLiteral("acquired")));
        QVERIFY2(!acquired.isEmpty(), options);

        // Another operator looks, and lets go of what was seen.
        const LockctlOutcome looked =
            runLockctl(QStringList{QStringLiteral("list"), QStringLiteral("--json")} + config);
        QString witness;
        for (const QJsonValue &value :
             jsonObject(looked.out).value(QStringLiteral("locks")).toArray()) {
            const QJsonObject lock = value.toObject();
            if (lock.value(QStringLiteral("name")) == acquired.value(QStringLiteral("name"))
                && lock.value(QStringLiteral("system")) == acquired.value(QStringLiteral("system")))
                witness = lock.value(QStringLiteral("witness")).toString();
        }
        QVERIFY2(!witness.isEmpty(), looked.out.constData());
        const LockctlOutcome released =
            runLockctl(QStringList{QStringLiteral("release"), QStringLiteral("--even-if-renewed"),
                                   QStringLiteral("--witness"), witness}
                       + config);
        QVERIFY2(released.code == 0, (options + released.err + released.out).constData());
        QVERIFY(holding->waitForFinished(patienceMs));
        QCOMPARE(holding->exitCode(), 21);
    }
    sandbox->terminate();
    QVERIFY(sandbox->waitForFinished(patienceMs));
}

LOCKMASTER_TEST(TestLockctlHold, QCoreApplication)

} // namespace tst_lockctlhold

#include "tst_lockctlhold.moc"
