// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "core/lab/privatemariadb.h"
#include "tests/app/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::test;

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(300) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                            expiry DATETIME(3) NOT NULL);
CREATE TABLE app.service_leader_lock (name VARCHAR(45) PRIMARY KEY, container_id VARCHAR(45),
                                      timestamp DATETIME(3) NOT NULL);
)sql";

} // namespace

/** `lockctl release` and `lockctl audit` as scripts see them, on real servers. */
class TestLockctlRelease : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<SqlSession> m_admin;
    std::unique_ptr<QTemporaryDir> m_state;

    QStringList environment() const
    {
        return {QStringLiteral("XDG_STATE_HOME=") + m_state->path()};
    }
    QString auditDirectory() const { return m_state->filePath(QStringLiteral("lockmaster/audit")); }
    QString mysqlUrl(const QString &more = {}) const
    {
        return QStringLiteral("mysql://root@127.0.0.1:%1/app?name=billing&password_file=%2%3")
            .arg(m_mariaDb->port())
            .arg(m_mariaDb->spec().passwordFile, more);
    }
    QString redisUrl(const QString &more = {}) const
    {
        return QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*").arg(m_redis->port())
               + more;
    }
    LockctlOutcome lockctl(const QStringList &arguments) const
    {
        return runLockctl(arguments, environment());
    }
    QJsonObject lockNamed(const QString &url, const QString &name) const
    {
        const LockctlOutcome listed = lockctl(
            {QStringLiteral("list"), QStringLiteral("--json"), QStringLiteral("--url"), url});
        for (const QJsonValue &lock :
             jsonObject(listed.out).value(QStringLiteral("locks")).toArray()) {
            if (lock.toObject().value(QStringLiteral("name")).toString() == name)
                return lock.toObject();
        }
        return {};
    }
    QString witnessOf(const QString &url, const QString &name) const
    {
        return lockNamed(url, name).value(QStringLiteral("witness")).toString();
    }
    QStringList release(const QString &url, const QString &witness,
                        const QStringList &more = {}) const
    {
        return QStringList{QStringLiteral("release"),   QStringLiteral("--json"),
                           QStringLiteral("--url"),     url,
                           QStringLiteral("--witness"), witness}
               + more;
    }
    void setLock(const QString &name, const QString &owner, int seconds = 600) const
    {
        m_admin->run(QStringLiteral("REPLACE INTO app.dist_lock VALUES (?, ?, NOW(3) + INTERVAL ? "
                                    "SECOND)"),
                     {name, owner, seconds});
    }
    QString heldBy(const QString &name) const
    {
        return m_admin
            ->value(QStringLiteral("SELECT IF(expiry > NOW(3), owner, '') FROM app.dist_lock WHERE "
                                   "name = ?"),
                    {name})
            .toString();
    }

private slots:
    void initTestCase();
    void init() { m_state = std::make_unique<QTemporaryDir>(); }

    void theLockThatWasLookedAtIsReleased();
    void anotherHolderIsRefused();
    void aRenewalIsRefusedUnlessAskedOtherwise();
    void aLockThatIsGoneIsTold();
    void aRedisLockIsReleasedFromStandardInput();
    void aLongNameIsFoundByItsDigest();
    void aLeaderStepsDown();
    void aUserLevelLockEndsWithItsSession();
    void oneOfSeveralReadersHasToBeNamed();
    void aSignalWaitsForTheOutcome();
    void readOnlyIsRefusedUnlessAllowed();
    void productionWantsAReasonAndIsReadOnly();
    void withoutAnAuditLogTheLockStays();
    void aServerThatIsDownIsNotReached();
    void whatDoesNotAgreeIsRefused_data();
    void whatDoesNotAgreeIsRefused();
    void twoAtOnceReleaseOnce();
    void theLogIsPrintedAndVerified();
};

namespace {

QString textOf(const LockctlOutcome &outcome, const char *key)
{
    return jsonObject(outcome.out).value(QLatin1StringView(key)).toString();
}

QString holderOf(const LockctlOutcome &outcome)
{
    return jsonObject(outcome.out)
        .value(QStringLiteral("now_held_by"))
        .toObject()
        .value(QStringLiteral("raw"))
        .toString();
}

bool isSent(const LockctlOutcome &outcome)
{
    return jsonObject(outcome.out).value(QStringLiteral("sent")).toBool(true);
}

/** Every key that a script may count on, whatever became of it. */
QStringList missingKeys(const LockctlOutcome &outcome)
{
    const QJsonObject json = jsonObject(outcome.out);
    QStringList missing;
    for (const char *key :
         {"schema", "backend", "lock", "action", "even_if_renewed", "outcome", "detail", "sent",
          "message", "remedy", "command", "audit_id", "now_held_by", "now_known", "error"}) {
        if (!json.contains(QLatin1StringView(key)))
            missing.append(QString::fromLatin1(key));
    }
    return missing;
}

} // namespace

#define COMPARE_CODE(outcome, expected)                                                            \
    QVERIFY2((outcome).code == (expected), qPrintable(QStringLiteral("%1: %2 %3")                  \
                                                          .arg((outcome).code)                     \
                                                          .arg(QString::fromUtf8((outcome).out),   \
                                                               QString::fromUtf8((outcome).err))))

void TestLockctlRelease::initTestCase()
{
    PrivateMariaDb::Options options;
    options.initSql = QString::fromUtf8(schema);
    auto mariaDb = PrivateMariaDb::start(options);
    LOCKMASTER_NEED_SERVER(mariaDb);
    m_mariaDb = std::move(*mariaDb);
    m_admin =
        std::make_unique<SqlSession>(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QVERIFY2(m_admin->isOpen(), qPrintable(m_admin->error()));
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
}

void TestLockctlRelease::theLockThatWasLookedAtIsReleased()
{
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close"));
    const LockctlOutcome outcome = lockctl(
        release(mysqlUrl(), witness, {QStringLiteral("--reason"), QStringLiteral("stuck")}));
    COMPARE_CODE(outcome, 0);
    QCOMPARE(missingKeys(outcome), QStringList());
    QCOMPARE(textOf(outcome, "outcome"), QStringLiteral("released"));
    QCOMPARE(textOf(outcome, "action"), QStringLiteral("expire"));
    QVERIFY(isSent(outcome));
    QVERIFY(textOf(outcome, "command").startsWith(QStringLiteral("UPDATE")));
    QVERIFY(jsonObject(outcome.out).value(QStringLiteral("now_held_by")).isNull());
    QVERIFY(jsonObject(outcome.out).value(QStringLiteral("now_known")).toBool());
    QCOMPARE(heldBy(QStringLiteral("close")), QString());

    const auto lines = readAudit(auditDirectory(), 10);
    QVERIFY(lines);
    QCOMPARE(lines->size(), size_t(2));
    QCOMPARE(lines->front().id, textOf(outcome, "audit_id"));
    QCOMPARE(lines->front().intent.owner, QStringLiteral("web-3"));
    QCOMPARE(lines->front().intent.reason, QStringLiteral("stuck"));
    QCOMPARE(lines->back().outcome.outcome, QStringLiteral("released"));

    // The same witness again: it is not there any more.
    const LockctlOutcome again = lockctl(release(mysqlUrl(), witness));
    COMPARE_CODE(again, 14);
    QCOMPARE(missingKeys(again), QStringList());
    QCOMPARE(textOf(again, "detail"), QStringLiteral("gone"));
    QVERIFY(!isSent(again));
}

void TestLockctlRelease::anotherHolderIsRefused()
{
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close"));
    setLock(QStringLiteral("close"), QStringLiteral("web-4"));
    for (const QStringList &more :
         {QStringList(), QStringList{QStringLiteral("--even-if-renewed")}}) {
        const LockctlOutcome outcome = lockctl(release(mysqlUrl(), witness, more));
        COMPARE_CODE(outcome, 10);
        QCOMPARE(missingKeys(outcome), QStringList());
        QCOMPARE(textOf(outcome, "outcome"), QStringLiteral("changed"));
        QCOMPARE(holderOf(outcome), QStringLiteral("web-4"));
        QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-4"));
        QVERIFY(!textOf(outcome, "audit_id").isEmpty());
    }
}

void TestLockctlRelease::aRenewalIsRefusedUnlessAskedOtherwise()
{
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close"));
    setLock(QStringLiteral("close"), QStringLiteral("web-3"), 900);
    const LockctlOutcome refused = lockctl(release(mysqlUrl(), witness));
    COMPARE_CODE(refused, 10);
    QCOMPARE(textOf(refused, "detail"), QStringLiteral("renewed"));
    QVERIFY(refused.err.contains("--even-if-renewed"));
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));

    const LockctlOutcome released =
        lockctl(release(mysqlUrl(), witness, {QStringLiteral("--even-if-renewed")}));
    COMPARE_CODE(released, 0);
    QVERIFY(jsonObject(released.out).value(QStringLiteral("even_if_renewed")).toBool());
    QCOMPARE(heldBy(QStringLiteral("close")), QString());
}

void TestLockctlRelease::aLockThatIsGoneIsTold()
{
    m_redis->run({"SET", "lock:a", "token-of-web-3-0001", "PX", "600000"});
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:a"));
    m_redis->run({"DEL", "lock:a"});
    const LockctlOutcome outcome = lockctl(release(redisUrl(), witness));
    COMPARE_CODE(outcome, 14);
    QVERIFY(!isSent(outcome));
    QVERIFY(jsonObject(outcome.out).value(QStringLiteral("now_held_by")).isNull());
}

void TestLockctlRelease::aRedisLockIsReleasedFromStandardInput()
{
    m_redis->run({"SET", "lock:a", "token-of-web-3-0001", "PX", "600000"});
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:a"));
    QFile in(m_state->filePath(QStringLiteral("witness")));
    QVERIFY(in.open(QIODevice::WriteOnly));
    in.write(witness.toUtf8() + '\n');
    in.close();
    const auto process =
        startLockctl(release(redisUrl(), QStringLiteral("-")), environment(), in.fileName());
    QVERIFY(process->waitForFinished(60'000));
    QVERIFY2(process->exitCode() == 0, process->readAllStandardError().constData());
    QCOMPARE(m_redis->run({"EXISTS", "lock:a"}).integer, 0);
}

void TestLockctlRelease::aLongNameIsFoundByItsDigest()
{
    const QByteArray key = "lock:" + QByteArray(400, 'x');
    for (const bool named : {false, true}) {
        m_redis->run({"SET", key, "token-of-web-3-0001", "PX", "600000"});
        const QString witness = witnessOf(redisUrl(), QString::fromLatin1(key));
        QVERIFY(witness.size() < 400);
        QStringList more;
        if (named)
            more = {QStringLiteral("--name"), QString::fromLatin1(key)};
        const LockctlOutcome outcome = lockctl(release(redisUrl(), witness, more));
        COMPARE_CODE(outcome, 0);
        QCOMPARE(m_redis->run({"EXISTS", key}).integer, 0);
    }
}

void TestLockctlRelease::aLeaderStepsDown()
{
    const auto lead = [this] {
        return m_admin->run(QStringLiteral("REPLACE INTO app.service_leader_lock VALUES ('pay', "
                                           "'host-1', UTC_TIMESTAMP(3) + INTERVAL 600 SECOND)"));
    };
    QVERIFY2(lead(), qPrintable(m_admin->error()));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("pay"));
    const LockctlOutcome wrong = lockctl(
        release(mysqlUrl(), witness, {QStringLiteral("--action"), QStringLiteral("explode")}));
    COMPARE_CODE(wrong, 2);
    QVERIFY2(wrong.err.contains("expire, step-down"), wrong.err.constData());

    QVERIFY(m_admin->run(QStringLiteral("UPDATE app.service_leader_lock SET timestamp = timestamp "
                                        "+ INTERVAL 1 SECOND")));
    const LockctlOutcome outcome = lockctl(
        release(mysqlUrl(), witness, {QStringLiteral("--action"), QStringLiteral("step-down")}));
    COMPARE_CODE(outcome, 0);
    QVERIFY(jsonObject(outcome.out).value(QStringLiteral("even_if_renewed")).toBool());
    QVERIFY(m_admin->value(QStringLiteral("SELECT container_id FROM app.service_leader_lock"))
                .toString()
                .isEmpty());
}

void TestLockctlRelease::aUserLevelLockEndsWithItsSession()
{
    const QString url = mysqlUrl(QStringLiteral("&user_lock=job"));
    auto holder =
        std::make_unique<SqlSession>(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QCOMPARE(holder->value(QStringLiteral("SELECT GET_LOCK('job', 0)")).toInt(), 1);
    const QString witness = witnessOf(url, QStringLiteral("job"));
    const LockctlOutcome outcome = lockctl(release(url, witness));
    COMPARE_CODE(outcome, 0);
    QCOMPARE(textOf(outcome, "action"), QStringLiteral("kill"));
    QVERIFY(m_admin->value(QStringLiteral("SELECT IS_USED_LOCK('job')")).isNull());
    COMPARE_CODE(lockctl(release(url, witness)), 14);
}

void TestLockctlRelease::oneOfSeveralReadersHasToBeNamed()
{
    const QByteArray one = "6a0b4f3e-8c1d-4e2f-9a7b-0c1d2e3f4a5b:21";
    const QByteArray two = "6a0b4f3e-8c1d-4e2f-9a7b-0c1d2e3f4a5b:22";
    m_redis->run({"HSET", "lock:rw", "mode", "read", one, "1", two, "1"});
    m_redis->run({"PEXPIRE", "lock:rw", "600000"});
    for (const QByteArray &reader : {one, two})
        m_redis->run({"SET", "{lock:rw}:" + reader + ":rwlock_timeout:1", "1", "PX", "600000"});
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:rw"));
    QVERIFY(!witness.isEmpty());
    const QStringList readOne{QStringLiteral("--action"), QStringLiteral("read-one")};
    const LockctlOutcome unnamed = lockctl(release(redisUrl(), witness, readOne));
    COMPARE_CODE(unnamed, 2);
    QVERIFY2(unnamed.err.contains(one) && unnamed.err.contains(two), unnamed.err.constData());

    const LockctlOutcome named = lockctl(
        release(redisUrl(), witness,
                readOne + QStringList{QStringLiteral("--target"), QString::fromLatin1(one)}));
    COMPARE_CODE(named, 0);
    QCOMPARE(m_redis->run({"HEXISTS", "lock:rw", one}).integer, 0);
    QCOMPARE(m_redis->run({"HEXISTS", "lock:rw", two}).integer, 1);
    m_redis->run({"DEL", "lock:rw"});
}

/** A row that somebody has locked keeps the command on its way for a second. */
void TestLockctlRelease::aSignalWaitsForTheOutcome()
{
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close"));
    SqlSession other(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
    QVERIFY(other.run(QStringLiteral("BEGIN")));
    QVERIFY(other.run(QStringLiteral("SELECT * FROM app.dist_lock WHERE name = 'close' FOR "
                                     "UPDATE")));
    const auto process = startLockctl(release(mysqlUrl(), witness), environment());
    // The intent is on the disk: the command goes.
    QTRY_VERIFY_WITH_TIMEOUT(
        readAudit(auditDirectory(), 1).value_or(std::vector<AuditLine>()).size() == 1, 60'000);
    process->terminate();
    QVERIFY(process->waitForFinished(60'000));
    QCOMPARE(process->exitStatus(), QProcess::NormalExit);
    QCOMPARE(process->exitCode(), 11);
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));
    QCOMPARE(readAudit(auditDirectory(), 1)->back().outcome.outcome, QStringLiteral("busy"));
}

void TestLockctlRelease::readOnlyIsRefusedUnlessAllowed()
{
    const QString url = mysqlUrl(QStringLiteral("&read_only=true"));
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(url, QStringLiteral("close"));
    const LockctlOutcome refused = lockctl(release(url, witness));
    COMPARE_CODE(refused, 4);
    QCOMPARE(missingKeys(refused), QStringList());
    QVERIFY(jsonObject(refused.out).value(QStringLiteral("outcome")).isNull());
    QVERIFY(!isSent(refused));
    QVERIFY(jsonObject(refused.out).value(QStringLiteral("error")).isObject());
    QVERIFY(refused.err.contains("--allow-writes"));
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));

    const LockctlOutcome allowed =
        lockctl(release(url, witness, {QStringLiteral("--allow-writes")}));
    COMPARE_CODE(allowed, 0);
    QCOMPARE(heldBy(QStringLiteral("close")), QString());
}

void TestLockctlRelease::productionWantsAReasonAndIsReadOnly()
{
    const QString url = mysqlUrl(QStringLiteral("&environment=production"));
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(url, QStringLiteral("close"));
    const QStringList reason{QStringLiteral("--reason"), QStringLiteral("stuck")};
    const QStringList allow{QStringLiteral("--allow-writes")};
    COMPARE_CODE(lockctl(release(url, witness, reason)), 4);
    const LockctlOutcome without = lockctl(release(url, witness, allow));
    COMPARE_CODE(without, 2);
    QVERIFY2(without.err.contains("--reason"), without.err.constData());
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));
    COMPARE_CODE(lockctl(release(url, witness, allow + reason)), 0);

    // A profile says so as well.
    QFile profile(m_state->filePath(QStringLiteral("lockmaster.toml")));
    QVERIFY(profile.open(QIODevice::WriteOnly));
    profile.write(QStringLiteral("[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:%1/0\"\n"
                                 "environment = \"production\"\n")
                      .arg(m_redis->port())
                      .toUtf8());
    profile.close();
    m_redis->run({"SET", "lock:a", "token-of-web-3-0001", "PX", "600000"});
    const QString other = witnessOf(redisUrl(), QStringLiteral("lock:a"));
    const LockctlOutcome refused =
        lockctl({QStringLiteral("release"), QStringLiteral("--config"), profile.fileName(),
                 QStringLiteral("--witness"), other, reason.first(), reason.last()});
    COMPARE_CODE(refused, 4);
    QCOMPARE(m_redis->run({"EXISTS", "lock:a"}).integer, 1);
}

void TestLockctlRelease::withoutAnAuditLogTheLockStays()
{
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close"));
    const LockctlOutcome outcome =
        runLockctl(release(mysqlUrl(), witness), {QStringLiteral("XDG_STATE_HOME=/dev/null")});
    COMPARE_CODE(outcome, 15);
    QCOMPARE(missingKeys(outcome), QStringList());
    QVERIFY(!isSent(outcome));
    QVERIFY(outcome.err.contains("/dev/null/lockmaster"));
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));
}

void TestLockctlRelease::aServerThatIsDownIsNotReached()
{
    m_redis->run({"SET", "lock:a", "token-of-web-3-0001", "PX", "600000"});
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:a"));
    const LockctlOutcome outcome =
        lockctl(release(QStringLiteral("redis://127.0.0.1:1/0?name=cache"), witness));
    COMPARE_CODE(outcome, 3);
    QCOMPARE(missingKeys(outcome), QStringList());
    QVERIFY(!isSent(outcome));
    QVERIFY(!QDir(auditDirectory()).exists());
}

void TestLockctlRelease::whatDoesNotAgreeIsRefused_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QStringList &more, const char *said) {
        QTest::newRow(name) << more << QString::fromLatin1(said);
    };
    row("system", {QStringLiteral("--system"), QStringLiteral("leader")}, "dist_lock");
    row("name", {QStringLiteral("--name"), QStringLiteral("other")}, "other");
    row("another backend",
        {QStringLiteral("--url"), QStringLiteral("redis://127.0.0.1/0?name=x"),
         QStringLiteral("--backend"), QStringLiteral("x")},
        "billing");
    row("action", {QStringLiteral("--action"), QStringLiteral("kill")}, "expire");
    row("target", {QStringLiteral("--target"), QStringLiteral("reader-1")}, "reader-1");
    row("witness", {QStringLiteral("--witness"), QStringLiteral("lm1.AAAA")}, "witness");
    row("no witness", {}, "--witness");
}

void TestLockctlRelease::whatDoesNotAgreeIsRefused()
{
    QFETCH(QStringList, more);
    QFETCH(QString, said);
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    QStringList arguments{QStringLiteral("release"), QStringLiteral("--json"),
                          QStringLiteral("--url"), mysqlUrl()};
    if (!more.isEmpty() && more.first() != QStringLiteral("--witness"))
        arguments += {QStringLiteral("--witness"), witnessOf(mysqlUrl(), QStringLiteral("close"))};
    const LockctlOutcome outcome = lockctl(arguments + more);
    COMPARE_CODE(outcome, 2);
    QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));
    QVERIFY(!QDir(auditDirectory()).exists());
}

void TestLockctlRelease::twoAtOnceReleaseOnce()
{
    constexpr int rounds = 20;
    for (int round = 0; round < rounds; ++round) {
        setLock(QStringLiteral("close"), QStringLiteral("web-3"));
        const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close"));
        const auto first = startLockctl(release(mysqlUrl(), witness), environment());
        const auto second = startLockctl(release(mysqlUrl(), witness), environment());
        QVERIFY(first->waitForFinished(60'000));
        QVERIFY(second->waitForFinished(60'000));
        QList<int> codes{first->exitCode(), second->exitCode()};
        std::sort(codes.begin(), codes.end());
        QVERIFY2(codes[0] == 0 && (codes[1] == 10 || codes[1] == 14 || codes[1] == 11),
                 qPrintable(QStringLiteral("%1 %2").arg(codes[0]).arg(codes[1])));
    }
    QCOMPARE(verifyAudit(auditDirectory())->faults, QStringList());
}

void TestLockctlRelease::theLogIsPrintedAndVerified()
{
    const LockctlOutcome empty = lockctl({QStringLiteral("audit"), QStringLiteral("--verify")});
    COMPARE_CODE(empty, 0);
    setLock(QStringLiteral("close\n\x1b[2J"), QStringLiteral("web-3"));
    const QString witness = witnessOf(mysqlUrl(), QStringLiteral("close\n\x1b[2J"));
    COMPARE_CODE(lockctl(release(mysqlUrl(), witness,
                                 {QStringLiteral("--reason"), QStringLiteral("stuck")})),
                 0);

    const LockctlOutcome table = lockctl({QStringLiteral("audit")});
    COMPARE_CODE(table, 0);
    QCOMPARE(table.out.count('\n'), 3);
    QVERIFY(table.out.contains("expire: released"));
    QVERIFY(table.out.contains("stuck"));
    QVERIFY(!table.out.contains('\x1b'));
    const LockctlOutcome json = lockctl({QStringLiteral("audit"), QStringLiteral("--json"),
                                         QStringLiteral("--last"), QStringLiteral("1")});
    COMPARE_CODE(json, 0);
    QCOMPARE(textOf(json, "phase"), QStringLiteral("outcome"));
    QCOMPARE(jsonObject(json.out).value(QStringLiteral("n")).toInt(), 2);

    const LockctlOutcome whole = lockctl({QStringLiteral("audit"), QStringLiteral("--verify")});
    COMPARE_CODE(whole, 0);
    QCOMPARE(whole.out, QByteArray("OK: 2 lines in 1 files\n"));

    const QStringList files =
        QDir(auditDirectory()).entryList({QStringLiteral("audit-*.jsonl")}, QDir::Files);
    QFile file(QDir(auditDirectory()).filePath(files.first()));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray text = file.readAll();
    file.resize(0);
    file.seek(0);
    file.write(text.replace("stuck", "funny"));
    file.close();
    const LockctlOutcome broken =
        lockctl({QStringLiteral("audit"), QStringLiteral("--verify"), QStringLiteral("--json")});
    COMPARE_CODE(broken, 16);
    const QJsonObject found = jsonObject(broken.out);
    QVERIFY(!found.value(QStringLiteral("ok")).toBool(true));
    QVERIFY(found.value(QStringLiteral("faults"))
                .toArray()
                .first()
                .toString()
                .startsWith(files.first() + QStringLiteral(":1:")));
}

QTEST_GUILESS_MAIN(TestLockctlRelease)
#include "tst_lockctlrelease.moc"
