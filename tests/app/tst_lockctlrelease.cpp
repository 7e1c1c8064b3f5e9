// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "core/domain/witness.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/redis/keyspace/redisonekey.h"
#include "tests/app/docexamples.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockctlrelease {

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
    void onSeveralServersItIsReleasedOnEach();
    void aHeldRowWithoutAnOwnerIsNotGone();
    void aRowWithoutAnEndWantsItsOwnWord();
    void aRedisLockIsReleasedFromStandardInput();
    void anUnsignedKeyWithoutExpiryWantsItsOwnWord();
    void aWitnessAges();
    void anotherServerIsRefused();
    void aLongNameIsFoundByItsDigest();
    void aLeaderStepsDown();
    void aUserLevelLockEndsWithItsSession();
    void theLogTellsTheOneFromTheNext();
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
    void aPastedRecipeReleasesThatLockOrNone_data();
    void aPastedRecipeReleasesThatLockOrNone();
    void oneLockIsChosen();
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

QString warningsOf(const LockctlOutcome &outcome)
{
    QStringList texts;
    for (const QJsonValue &text :
         jsonObject(outcome.out).value(QStringLiteral("warnings")).toArray())
        texts.append(text.toString());
    return texts.join(u'\n');
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
    for (const char *key : {"schema",
                            "backend",
                            "lock",
                            "action",
                            "even_if_renewed",
                            "even_if_indistinguishable",
                            "max_age_ms",
                            "outcome",
                            "detail",
                            "sent",
                            "losses",
                            "warnings",
                            "message",
                            "remedy",
                            "command",
                            "audit_id",
                            "now_held_by",
                            "now_known",
                            "now_same_owner",
                            "error"}) {
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
    QVERIFY(jsonObject(outcome.out).value(QStringLiteral("now_same_owner")).isNull());
    // Neither JSON nor people are left to suppose that the holder stops.
    QVERIFY2(warningsOf(outcome).contains(QStringLiteral("its work is not stopped")),
             outcome.out.constData());
    QVERIFY(warningsOf(outcome).contains(QStringLiteral("may take the lock again")));
    QVERIFY2(outcome.err.contains("may take the lock again"), outcome.err.constData());
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
        QCOMPARE(warningsOf(outcome), QString());
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
    QVERIFY(jsonObject(refused.out).value(QStringLiteral("now_same_owner")).toBool());
    QVERIFY2(warningsOf(refused).contains(QStringLiteral("is alive")), refused.out.constData());
    QCOMPARE(heldBy(QStringLiteral("close")), QStringLiteral("web-3"));

    const LockctlOutcome released =
        lockctl(release(mysqlUrl(), witness, {QStringLiteral("--even-if-renewed")}));
    COMPARE_CODE(released, 0);
    QVERIFY(jsonObject(released.out).value(QStringLiteral("even_if_renewed")).toBool());
    QCOMPARE(heldBy(QStringLiteral("close")), QString());
}

void TestLockctlRelease::onSeveralServersItIsReleasedOnEach()
{
    const std::array<std::unique_ptr<PrivateRedis>, 3> servers{
        PrivateRedis::start(), PrivateRedis::start(), PrivateRedis::start()};
    QStringList hosts;
    for (const auto &server : servers) {
        QVERIFY(server);
        hosts << QStringLiteral("127.0.0.1:%1").arg(server->port());
        server->run({"SET", "lock:a", "462d5a55c0ffee11aa22bb33cc44dd55", "PX", "600123"});
    }
    servers[1]->run({"SET", "lock:few", "9b1f0e6d7a8c4b3da0b1c2d3e4f50617", "PX", "600123"});
    const QString url =
        QStringLiteral("redis+redlock://%1/0?name=jobs&match=lock:*").arg(hosts.join(u','));
    const QJsonObject held = lockNamed(url, QStringLiteral("lock:a"));
    QCOMPARE(held.value(QStringLiteral("state")).toString(), QStringLiteral("held"));
    QCOMPARE(held.value(QStringLiteral("servers")).toArray().size(), 3);
    const QString witness = held.value(QStringLiteral("witness")).toString();
    const QString few = witnessOf(url, QStringLiteral("lock:few"));

    const LockctlOutcome released = lockctl(release(url, witness));
    COMPARE_CODE(released, 0);
    QCOMPARE(missingKeys(released), QStringList());
    QCOMPARE(textOf(released, "command").count(QStringLiteral("EVAL")), 3);
    for (const auto &server : servers)
        QCOMPARE(server->run({"EXISTS", "lock:a"}).integer, qint64(0));
    const LockctlOutcome again = lockctl(release(url, witness));
    COMPARE_CODE(again, 14);
    QCOMPARE(textOf(again, "detail"), QStringLiteral("gone"));

    // What is on too few of them, by its own witness.
    const LockctlOutcome unnamed = lockctl(release(url, few));
    COMPARE_CODE(unnamed, 2);
    QVERIFY2(unnamed.err.contains("--action clean-up"), unnamed.err.constData());
    QCOMPARE(servers[1]->run({"EXISTS", "lock:few"}).integer, qint64(1));
    const LockctlOutcome cleaned =
        lockctl(release(url, few, {QStringLiteral("--action"), QStringLiteral("clean-up")}));
    COMPARE_CODE(cleaned, 0);
    QVERIFY2(warningsOf(cleaned).contains(QStringLiteral("too few servers")),
             cleaned.out.constData());
    QCOMPARE(servers[1]->run({"EXISTS", "lock:few"}).integer, qint64(0));

    const LockctlOutcome doctor = lockctl({QStringLiteral("doctor"), QStringLiteral("--url"), url});
    COMPARE_CODE(doctor, 0);
    QVERIFY2(doctor.out.contains("Redlock of 3 servers"), doctor.out.constData());
}

void TestLockctlRelease::aLockThatIsGoneIsTold()
{
    m_redis->run(lockKey("lock:a", "token-of-web-3-0001", 600000ms));
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:a"));
    m_redis->run({"DEL", "lock:a"});
    const LockctlOutcome outcome = lockctl(release(redisUrl(), witness));
    COMPARE_CODE(outcome, 14);
    QVERIFY(!isSent(outcome));
    QVERIFY(jsonObject(outcome.out).value(QStringLiteral("now_held_by")).isNull());
}

void TestLockctlRelease::aRedisLockIsReleasedFromStandardInput()
{
    m_redis->run(lockKey("lock:a", "token-of-web-3-0001", 600000ms));
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:a"));
    QFile in(m_state->filePath(QStringLiteral("witness")));
    QVERIFY(in.open(QIODevice::WriteOnly));
    in.write(witness.toUtf8() + '\n');
    in.close();
    const auto process =
        startLockctl(release(redisUrl(), QStringLiteral("-")), environment(), in.fileName());
    QVERIFY(process->waitForFinished(60'000));
    const QByteArray said = process->readAllStandardError();
    QVERIFY2(process->exitCode() == 0, said.constData());
    QVERIFY2(said.contains("may take the lock again"), said.constData());
    QCOMPARE(m_redis->run({"EXISTS", "lock:a"}).integer, 0);
}

/** That it names nobody does not say that nobody holds it. */
void TestLockctlRelease::aHeldRowWithoutAnOwnerIsNotGone()
{
    QVERIFY(m_admin->run(QStringLiteral("CREATE DATABASE bare")));
    QVERIFY(m_admin->run(QStringLiteral("CREATE TABLE bare.dist_lock (name VARCHAR(99) PRIMARY "
                                        "KEY, owner VARCHAR(99), expiry DATETIME(3))")));
    const auto away = qScopeGuard([this] { m_admin->run(QStringLiteral("DROP DATABASE bare")); });
    QVERIFY(m_admin->run(QStringLiteral("INSERT INTO bare.dist_lock VALUES ('job', NULL, "
                                        "NOW() + INTERVAL 3600123000 MICROSECOND)")));
    const QString url = mysqlUrl().replace(QStringLiteral("/app?"), QStringLiteral("/bare?"));
    QCOMPARE(lockNamed(url, QStringLiteral("job")).value(QStringLiteral("state")).toString(),
             QStringLiteral("held"));
    const LockctlOutcome released = lockctl(release(url, witnessOf(url, QStringLiteral("job"))));
    COMPARE_CODE(released, 0);
    QVERIFY(!textOf(released, "audit_id").isEmpty());
    QCOMPARE(m_admin
                 ->value(QStringLiteral("SELECT COUNT(*) FROM bare.dist_lock WHERE "
                                        "expiry > NOW(3)"))
                 .toInt(),
             0);
}

/** Deleted and taken anew by the same owner it is the same row. */
void TestLockctlRelease::aRowWithoutAnEndWantsItsOwnWord()
{
    QVERIFY(m_admin->run(QStringLiteral("CREATE DATABASE endless")));
    QVERIFY(m_admin->run(QStringLiteral("CREATE TABLE endless.dist_lock (name VARCHAR(99) PRIMARY "
                                        "KEY, owner VARCHAR(99), expiry DATETIME(3))")));
    const auto away =
        qScopeGuard([this] { m_admin->run(QStringLiteral("DROP DATABASE endless")); });
    const QString taken =
        QStringLiteral("INSERT INTO endless.dist_lock VALUES ('job', 'web-1', NULL)");
    QVERIFY(m_admin->run(taken));
    const QString url = mysqlUrl().replace(QStringLiteral("/app?"), QStringLiteral("/endless?"));
    const QString witness = witnessOf(url, QStringLiteral("job"));
    QVERIFY(m_admin->run(QStringLiteral("DELETE FROM endless.dist_lock")));
    QVERIFY(m_admin->run(taken));
    const LockctlOutcome refused = lockctl(release(url, witness));
    COMPARE_CODE(refused, 10);
    QVERIFY(!isSent(refused));
    QCOMPARE(textOf(refused, "detail"), QStringLiteral("indistinguishable"));
    const LockctlOutcome released =
        lockctl(release(url, witness, {QStringLiteral("--even-if-indistinguishable")}));
    COMPARE_CODE(released, 0);
}

/** Whoever took it after the look wrote the same. */
void TestLockctlRelease::anUnsignedKeyWithoutExpiryWantsItsOwnWord()
{
    m_redis->run({"SET", "lock:unsigned", ""});
    const QString witness = witnessOf(redisUrl(), QStringLiteral("lock:unsigned"));
    m_redis->run({"DEL", "lock:unsigned"});
    m_redis->run({"SET", "lock:unsigned", ""});
    const LockctlOutcome refused = lockctl(release(redisUrl(), witness));
    COMPARE_CODE(refused, 10);
    QVERIFY(!isSent(refused));
    QCOMPARE(jsonObject(refused.out).value(QStringLiteral("detail")).toString(),
             QStringLiteral("indistinguishable"));
    QVERIFY(refused.err.contains("--even-if-indistinguishable"));
    QCOMPARE(m_redis->run({"EXISTS", "lock:unsigned"}).integer, 1);

    const LockctlOutcome released =
        lockctl(release(redisUrl(), witness, {QStringLiteral("--even-if-indistinguishable")}));
    COMPARE_CODE(released, 0);
    QVERIFY(jsonObject(released.out).value(QStringLiteral("even_if_indistinguishable")).toBool());
    QCOMPARE(m_redis->run({"EXISTS", "lock:unsigned"}).integer, 0);
}

void TestLockctlRelease::aWitnessAges()
{
    m_redis->run(lockKey("lock:a", "token-of-web-3-0001", 600000ms));
    const auto seen = decodeWitness(witnessOf(redisUrl(), QStringLiteral("lock:a")));
    QVERIFY(seen && seen->looked && seen->looked->at);
    const auto aged = [&](std::optional<std::chrono::minutes> age) {
        Witness witness = *seen;
        if (age)
            *witness.looked->at -= *age;
        else
            witness.looked.reset(); // as older versions wrote it
        return encodeWitness(witness);
    };
    for (const auto &[witness, option] :
         {std::pair(aged(11min), QString()), std::pair(aged(11min), QStringLiteral("5m")),
          std::pair(aged(std::nullopt), QString()),
          std::pair(aged(std::nullopt), QStringLiteral("1d"))}) {
        const LockctlOutcome old = lockctl(release(
            redisUrl(), witness,
            option.isEmpty() ? QStringList() : QStringList{QStringLiteral("--max-age"), option}));
        COMPARE_CODE(old, 10);
        QVERIFY(!isSent(old));
        QCOMPARE(jsonObject(old.out).value(QStringLiteral("detail")).toString(),
                 QStringLiteral("too-old"));
        QCOMPARE(m_redis->run({"EXISTS", "lock:a"}).integer, 1);
    }
    const LockctlOutcome wrong = lockctl(
        release(redisUrl(), aged(11min), {QStringLiteral("--max-age"), QStringLiteral("soon")}));
    COMPARE_CODE(wrong, 2);
    for (const auto &[witness, option, milliseconds] :
         {std::tuple(aged(11min), QStringLiteral("20m"), QJsonValue(1'200'000)),
          std::tuple(aged(std::chrono::days(7)), QStringLiteral("none"), QJsonValue()),
          std::tuple(aged(std::nullopt), QStringLiteral("none"), QJsonValue())}) {
        m_redis->run({"SET", "lock:a", "token-of-web-3-0001", "PXAT",
                      QByteArray::number(storedExpiryOf(*seen))});
        const LockctlOutcome released =
            lockctl(release(redisUrl(), witness, {QStringLiteral("--max-age"), option}));
        COMPARE_CODE(released, 0);
        QCOMPARE(jsonObject(released.out).value(QStringLiteral("max_age_ms")), milliseconds);
        const auto lines =
            readAudit(m_state->filePath(QStringLiteral("lockmaster/audit")), 2).value();
        QCOMPARE(lines.front().intent.witness, witness);
        QCOMPARE(lines.front().intent.maxAge.has_value(), option != u"none");
    }
}

/** Another behind the same address: the look says nothing about what it holds. */
void TestLockctlRelease::anotherServerIsRefused()
{
    const auto server = PrivateRedis::start();
    QVERIFY(server);
    const QString url =
        QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*").arg(server->port());
    server->run({"SET", "lock:a", "token-of-web-3-0001"});
    const QString witness = witnessOf(url, QStringLiteral("lock:a"));
    QVERIFY(server->restart());
    server->run({"SET", "lock:a", "token-of-web-3-0001"});
    const LockctlOutcome refused = lockctl(release(url, witness));
    COMPARE_CODE(refused, 10);
    QVERIFY(!isSent(refused));
    QCOMPARE(jsonObject(refused.out).value(QStringLiteral("detail")).toString(),
             QStringLiteral("other-server"));
    QCOMPARE(server->run({"EXISTS", "lock:a"}).integer, 1);

    // Nor does it say that nobody holds the lock where it was looked at.
    server->run({"DEL", "lock:a"});
    const LockctlOutcome empty = lockctl(release(url, witness));
    COMPARE_CODE(empty, 10);
    QCOMPARE(jsonObject(empty.out).value(QStringLiteral("detail")).toString(),
             QStringLiteral("other-server"));
    const QString name = QString(400, u'x');
    server->run({"SET", "lock:" + name.toUtf8(), "token-of-web-3-0001"});
    const QString hashed = witnessOf(url, QStringLiteral("lock:") + name);
    QVERIFY(server->restart());
    COMPARE_CODE(lockctl(release(url, hashed)), 10);
}

void TestLockctlRelease::aLongNameIsFoundByItsDigest()
{
    const QByteArray key = "lock:" + QByteArray(400, 'x');
    for (const bool named : {false, true}) {
        m_redis->run(lockKey(key, "token-of-web-3-0001", 600000ms));
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
    QVERIFY2(warningsOf(outcome).contains(QStringLiteral("may take the lock again")),
             outcome.out.constData());
    COMPARE_CODE(lockctl(release(url, witness)), 14);
}

/** Who waits has it at once: the log says whom it was taken from, and beside that who has it. */
void TestLockctlRelease::theLogTellsTheOneFromTheNext()
{
    const QString url = mysqlUrl(QStringLiteral("&user_lock=job"));
    const auto endpoint = endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword());
    SqlSession holder(endpoint);
    QCOMPARE(holder.value(QStringLiteral("SELECT GET_LOCK('job', 0)")).toInt(), 1);
    SqlSession next(endpoint);
    next.begin(QStringLiteral("SELECT GET_LOCK('job', 60)"));
    const auto waiting = [this] {
        return m_admin
                   ->value(QStringLiteral("SELECT COUNT(*) FROM information_schema.PROCESSLIST "
                                          "WHERE STATE = 'User lock'"))
                   .toInt()
               == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(waiting(), 30'000);
    const LockctlOutcome outcome = lockctl(release(url, witnessOf(url, QStringLiteral("job"))));
    COMPARE_CODE(outcome, 0);
    const QString taken = m_admin->value(QStringLiteral("SELECT IS_USED_LOCK('job')")).toString();
    QVERIFY(!taken.isEmpty());
    const auto lines = readAudit(auditDirectory(), 2).value();
    const QString from = lines.front().intent.owner;
    QVERIFY2(!from.contains(taken) && lines.back().outcome.heldBy.contains(taken),
             qPrintable(from + QStringLiteral(" -> ") + lines.back().outcome.heldBy));
    const LockctlOutcome table = lockctl({QStringLiteral("audit")});
    QCOMPARE(table.out.count(from.toUtf8()), 2);
    QCOMPARE(table.out.count(lines.back().outcome.heldBy.toUtf8()), 1);
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
    m_redis->run(lockKey("lock:a", "token-of-web-3-0001", 600000ms));
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
    m_redis->run(lockKey("lock:a", "token-of-web-3-0001", 600000ms));
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

/** As the README and the guide have it, in a shell, where lockctl is the real one. */
void TestLockctlRelease::aPastedRecipeReleasesThatLockOrNone_data()
{
    QTest::addColumn<QString>("recipe");
    for (const DocExample &recipe : releaseRecipes())
        QTest::newRow(qPrintable(recipe.where)) << recipe.line;
}

void TestLockctlRelease::aPastedRecipeReleasesThatLockOrNone()
{
    QFETCH(QString, recipe);
    const auto write = [this](const QString &name, const QString &text) {
        QDir(m_state->path()).mkpath(QFileInfo(name).path());
        QFile file(m_state->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    const auto writeProfile = [&](quint16 redisPort) {
        write(QStringLiteral("lockmaster/lockmaster.toml"),
              QStringLiteral("[[backend]]\nname = \"billing\"\nurl = "
                             "\"mysql://root@127.0.0.1:%1/app\"\npassword_file = \"%2\"\n"
                             "[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:%3/0\"\n"
                             "match = [\"*\"]\n")
                  .arg(m_mariaDb->port())
                  .arg(m_mariaDb->spec().passwordFile)
                  .arg(redisPort));
    };
    write(QStringLiteral("bin/lockctl"),
          QStringLiteral("#!/bin/sh\nexec '%1' \"$@\"\n").arg(lockctlProgram()));
    const auto paste = [&] {
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), m_state->filePath(QStringLiteral("bin"))
                                                       + QStringLiteral(":/usr/bin:/bin"));
        for (const char *name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"})
            environment.insert(QString::fromLatin1(name), m_state->path());
        shell.setProcessEnvironment(environment);
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), recipe});
        shell.waitForFinished(120'000);
        return LockctlOutcome{shell.exitCode(), shell.readAllStandardOutput(),
                              shell.readAllStandardError()};
    };
    const QString lock = QStringLiteral("daily-close");
    QVERIFY(m_admin->run(QStringLiteral("DELETE FROM app.dist_lock")));
    m_redis->run({"FLUSHALL"});
    setLock(QStringLiteral("a-daily-close-eu"), QStringLiteral("web-9"));
    setLock(QStringLiteral("daily-close-2"), QStringLiteral("web-9"));
    const auto othersStand = [this] {
        return heldBy(QStringLiteral("a-daily-close-eu")) == u"web-9"
               && heldBy(QStringLiteral("daily-close-2")) == u"web-9";
    };
    writeProfile(m_redis->port());

    // There is none of that name.
    const LockctlOutcome none = paste();
    QVERIFY2(none.code != 0 && none.out.isEmpty(), none.err.constData());
    QVERIFY(othersStand());

    // A second server has one as well: only a recipe that names the server goes on.
    setLock(lock, QStringLiteral("web-3"));
    m_redis->run(lockKey("daily-close", "token-of-web-3-0001", 600000ms));
    const bool namesTheServer = recipe.contains(QStringLiteral("--backend billing"));
    const LockctlOutcome both = paste();
    QCOMPARE(both.code == 0, namesTheServer);
    QCOMPARE(heldBy(lock), namesTheServer ? QString() : QStringLiteral("web-3"));
    QCOMPARE(m_redis->run({"EXISTS", "daily-close"}).integer, 1);
    QVERIFY(othersStand());

    // What a server that does not answer holds is not known.
    m_redis->run({"FLUSHALL"});
    setLock(lock, QStringLiteral("web-3"));
    writeProfile(1);
    const LockctlOutcome unread = paste();
    QCOMPARE(unread.code == 0, namesTheServer);
    QCOMPARE(heldBy(lock), namesTheServer ? QString() : QStringLiteral("web-3"));
    QVERIFY(othersStand());

    // The usual case.
    setLock(lock, QStringLiteral("web-3"));
    writeProfile(m_redis->port());
    const LockctlOutcome released = paste();
    COMPARE_CODE(released, 0);
    QCOMPARE(heldBy(lock), QString());
    QVERIFY(othersStand());
}

void TestLockctlRelease::oneLockIsChosen()
{
    QVERIFY(m_admin->run(QStringLiteral("DELETE FROM app.dist_lock")));
    m_redis->run({"FLUSHALL"});
    setLock(QStringLiteral("close"), QStringLiteral("web-3"));
    setLock(QStringLiteral("closed"), QStringLiteral("web-3"));
    m_redis->run(lockKey("lock:close", "token-of-web-3-0001", 600000ms));
    const QStringList both{QStringLiteral("--url"), mysqlUrl(), QStringLiteral("--url"),
                           redisUrl()};
    const auto list = [&](const QStringList &more) {
        return lockctl(QStringList(QStringLiteral("list")) + both + more);
    };
    const QString name = QStringLiteral("--name");
    const QString close = QStringLiteral("close");
    const QString one = QStringLiteral("--one");

    const LockctlOutcome witness = list({name, close, QStringLiteral("--witness")});
    COMPARE_CODE(witness, 0);
    // The same but for when it was looked at.
    auto printed = decodeWitness(QString::fromLatin1(witness.out).trimmed());
    auto listed = decodeWitness(witnessOf(mysqlUrl(), close));
    QVERIFY(printed && listed && printed->looked && listed->looked);
    printed->looked.reset();
    listed->looked.reset();
    QVERIFY(*printed == *listed);
    QCOMPARE(witness.out.count('\n'), 1);
    const LockctlOutcome json = list({name, close, one, QStringLiteral("--json")});
    COMPARE_CODE(json, 0);
    QCOMPARE(jsonObject(json.out).value(QStringLiteral("locks")).toArray().size(), 1);
    COMPARE_CODE(list({name, QStringLiteral("lock:close"), one}), 0);

    const LockctlOutcome none = list({name, QStringLiteral("clos"), one});
    COMPARE_CODE(none, 17);
    QVERIFY(none.out.isEmpty() && none.err.contains("None of the "));
    for (const QStringList &several :
         {QStringList(one), QStringList{one, name, close, name, QStringLiteral("closed")},
          QStringList{QStringLiteral("--witness"), QStringLiteral("--filter"),
                      QStringLiteral("name:close")}}) {
        const LockctlOutcome outcome = list(several);
        COMPARE_CODE(outcome, 18);
        QVERIFY2(outcome.out.isEmpty(), outcome.out.constData());
        QVERIFY2(outcome.err.contains("billing: dist_lock, app.dist_lock: close"),
                 outcome.err.constData());
    }
    // The last server is not there: what it holds does not matter for locks that it cannot have.
    const QStringList dead{QStringLiteral("--url"), QStringLiteral("redis://127.0.0.1:1")};
    const LockctlOutcome unread =
        list(dead + QStringList{name, close, QStringLiteral("--witness")});
    COMPARE_CODE(unread, 3);
    QVERIFY(unread.out.isEmpty());
    COMPARE_CODE(list(dead
                      + QStringList{name, close, QStringLiteral("--system"),
                                    QStringLiteral("dist_lock"), QStringLiteral("--witness")}),
                 0);
    const LockctlOutcome wrong = list({QStringLiteral("--system"), QStringLiteral("redis")});
    COMPARE_CODE(wrong, 2);
    QVERIFY2(wrong.err.contains("--system: There is no lock system 'redis'"),
             wrong.err.constData());
    COMPARE_CODE(lockctl({QStringLiteral("list"), QStringLiteral("--url"), redisUrl(),
                          QStringLiteral("--system"), QStringLiteral("leader")}),
                 2);
}

LOCKMASTER_TEST(TestLockctlRelease, QCoreApplication)

} // namespace tst_lockctlrelease

#undef COMPARE_CODE

#include "tst_lockctlrelease.moc"
