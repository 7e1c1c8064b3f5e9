// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QDateTime>
#include <QSet>
#include <QTest>

#include <atomic>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_promisednumbers {

namespace {

constexpr int patience = 30'000;

/** A reader, and what a monitor makes of what it reads. */
class Poller
{
public:
    explicit Poller(const BackendSpec &spec)
        : m_reader(makeReader(spec, passwordOf(spec))), m_tracker(spec, systemClock())
    {
    }
    /** @return whether it was answered. */
    bool poll()
    {
        const SteadyTime begun = systemClock().now();
        last = m_reader->read(BackendReader::Depth::Routine, soon());
        const bool answered = !last.failure;
        const auto outcome = answered ? m_tracker.read(last, begun) : m_tracker.lose(*last.failure);
        for (const Event &event : outcome.events) {
            const bool isOfBackend =
                event.kind == EventKind::BackendLost || event.kind == EventKind::BackendBack;
            if (!isOfBackend)
                told << eventKindName(event.kind);
        }
        return answered;
    }
    size_t lockCount() const
    {
        return last.observations.empty() ? 0 : last.observations.front().records.size();
    }

    BackendReading last;
    QStringList told; ///< of locks

private:
    std::unique_ptr<BackendReader> m_reader;
    BackendTracker m_tracker;
};

} // namespace

/** What is promised in numbers, on real servers. */
class TestPromisedNumbers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aRedisConnectionThatIsKilledIsBackInTwoPolls();
    void anSqlConnectionThatIsKilledIsBackInTwoPolls_data();
    void anSqlConnectionThatIsKilledIsBackInTwoPolls();
    void timeLeftIsExactToFiftyMillisecondsAndARoundTrip_data();
    void timeLeftIsExactToFiftyMillisecondsAndARoundTrip();
    void lastingKeysAreFoundOnceWhileOthersComeAndGo();
    void aPollOfATableIsAFewStatements_data()
    {
        anSqlConnectionThatIsKilledIsBackInTwoPolls_data();
    }
    void aPollOfATableIsAFewStatements();
    void aPollOfAKeyspaceIsTwoCommandsALock();

private:
    static BackendSpec watched(SqlScratch &scratch, int locks);
    BackendSpec keyspace() const
    {
        BackendSpec spec = m_redis->spec();
        spec.patterns = {"lock:*"};
        return spec;
    }
    void setLocks(const QByteArray &prefix, int count);

    SqlServers m_servers;
    std::unique_ptr<PrivateRedis> m_redis;
};

void TestPromisedNumbers::initTestCase()
{
    REQUIRE_SQL_SERVERS(m_servers);
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
}

void TestPromisedNumbers::init()
{
    if (m_redis)
        m_redis->run({"FLUSHALL"});
}

void TestPromisedNumbers::setLocks(const QByteArray &prefix, int count)
{
    std::vector<RedisCommand> commands;
    for (int i = 0; i < count; ++i)
        commands.push_back({"SET", prefix + QByteArray::number(i), "web-1", "PX", "3600000"});
    m_redis->runAll(commands);
}

BackendSpec TestPromisedNumbers::watched(SqlScratch &scratch, int locks)
{
    scratch.run(QStringLiteral("CREATE TABLE IF NOT EXISTS dist_lock (name VARCHAR(100) NOT NULL "
                               "PRIMARY KEY, owner VARCHAR(100) NOT NULL, expiry DATETIME NOT "
                               "NULL)"));
    QStringList rows;
    for (int i = 0; i < locks; ++i)
        rows << QStringLiteral("('job-%1', 'web-1', NOW() + INTERVAL 1 HOUR)").arg(i);
    scratch.run(QStringLiteral("REPLACE INTO dist_lock VALUES ") + rows.join(u','));
    BackendSpec spec = scratch.backend();
    spec.tables = {distLockTable()};
    spec.systems = {QStringLiteral("dist_lock")};
    spec.urlPassword = Secret(SqlScratch::password());
    return spec;
}

constexpr int killings = 100;
constexpr int pollsToRecover = 2;
constexpr int fewLocks = 10;

void TestPromisedNumbers::aRedisConnectionThatIsKilledIsBackInTwoPolls()
{
    setLocks("lock:", fewLocks);
    Poller poller(keyspace());
    QVERIFY(poller.poll());
    for (int i = 0; i < killings; ++i) {
        QVERIFY(m_redis->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}).integer > 0);
        int polls = 1;
        while (!poller.poll() && polls < pollsToRecover)
            ++polls;
        QVERIFY(!poller.last.failure);
        QCOMPARE(poller.lockCount(), size_t(fewLocks));
    }
    QCOMPARE(poller.told, QStringList());
}

void TestPromisedNumbers::anSqlConnectionThatIsKilledIsBackInTwoPolls_data()
{
    QTest::addColumn<LiveSqlServer *>("server");
    for (const auto &server : m_servers.all())
        QTest::newRow(qPrintable(server->name())) << server.get();
}

void TestPromisedNumbers::anSqlConnectionThatIsKilledIsBackInTwoPolls()
{
    QFETCH(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    Poller poller(watched(scratch, fewLocks));
    SqlSession admin(scratch.admin());
    const QString ours =
        QStringLiteral("information_schema.PROCESSLIST WHERE USER = '%1'").arg(scratch.user());
    QVERIFY(poller.poll());
    for (int i = 0; i < killings; ++i) {
        const qint64 id = admin.value(QStringLiteral("SELECT MAX(ID) FROM ") + ours).toLongLong();
        QVERIFY(id > 0);
        QVERIFY(admin.run(QStringLiteral("KILL CONNECTION %1").arg(id)));
        QTRY_COMPARE_WITH_TIMEOUT(
            admin.value(QStringLiteral("SELECT COUNT(*) FROM ") + ours).toInt(), 0, patience);
        int polls = 1;
        while (!poller.poll() && polls < pollsToRecover)
            ++polls;
        QVERIFY(!poller.last.failure);
        QCOMPARE(poller.lockCount(), size_t(fewLocks));
    }
    QCOMPARE(poller.told, QStringList());
}

void TestPromisedNumbers::timeLeftIsExactToFiftyMillisecondsAndARoundTrip_data()
{
    QTest::addColumn<int>("delayMs");
    QTest::newRow("near") << 0;
    QTest::newRow("far") << 60;
}

/** Redis runs by this machine's clock: what is true is known here. */
void TestPromisedNumbers::timeLeftIsExactToFiftyMillisecondsAndARoundTrip()
{
    QFETCH(int, delayMs);
    constexpr Micros promised = 50ms;
    constexpr int locks = 200;
    const qint64 firstEnd = QDateTime::currentMSecsSinceEpoch() + 100'000;
    std::vector<RedisCommand> commands;
    for (int i = 0; i < locks; ++i)
        commands.push_back({"SET", "lock:" + QByteArray::number(i), "web-1", "PXAT",
                            QByteArray::number(firstEnd + 1'777 * i)});
    m_redis->runAll(commands);
    FaultProxy proxy(m_redis->port());
    proxy.setDelay(Millis(delayMs));
    BackendSpec spec = keyspace();
    spec.socketPath.clear();
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = proxy.port();
    Poller poller(spec);
    Micros worst{0};
    for (int round = 0; round < 3; ++round) {
        QVERIFY(poller.poll());
        QCOMPARE(poller.lockCount(), size_t(locks));
        const Observation &seen = poller.last.observations.front();
        const SteadyTime now = systemClock().now();
        const ServerTime wall = systemClock().wallNow();
        for (const LockRecord &lock : seen.records) {
            const ServerTime end(Millis(firstEnd + 1'777 * lock.id.name.mid(5).toInt()));
            const auto truth = now + (end - wall);
            const auto off =
                std::chrono::duration_cast<Micros>(std::chrono::abs(lock.lease.deadline - truth));
            worst = std::max(worst, off);
            QVERIFY2(off <= promised + seen.latency, QByteArray::number(off.count()).constData());
        }
    }
    qInfo("off by %lld us at most", qint64(worst.count()));
}

void TestPromisedNumbers::lastingKeysAreFoundOnceWhileOthersComeAndGo()
{
    constexpr int lasting = 100'000;
    constexpr int rounds = 3;
    setLocks("lock:lasting:", lasting);
    std::atomic<bool> over = false;
    std::atomic<qint64> changes = 0;
    // As many again come and go: the server's table grows and shrinks meanwhile.
    std::thread churner([&] {
        constexpr int lot = 5'000;
        constexpr int lots = 20;
        auto line = RedisConnection::open(endpointOf(m_redis->spec(), {}), soon());
        for (int turn = 0; line && !over; ++turn) {
            std::vector<RedisCommand> commands;
            for (int i = 0; i < lot; ++i) {
                const QByteArray name =
                    "lock:passing:" + QByteArray::number(turn % lots) + ':' + QByteArray::number(i);
                if (turn / lots % 2 == 0)
                    commands.push_back({"SET", name, "web-2", "PX", "3600000"});
                else
                    commands.push_back({"DEL", name});
            }
            if (!(*line)->pipeline(commands, soon()))
                qFatal("the churner failed");
            changes += lot;
        }
    });
    const auto reader = makeReader(keyspace(), passwordOf(keyspace()));
    bool failed = false;
    for (int round = 0; round < rounds && !failed; ++round) {
        const qint64 before = changes;
        const BackendReading reading = reader->read(BackendReader::Depth::Full, soon(120s));
        const qint64 meanwhile = changes - before;
        failed = reading.failure || reading.observations.size() != 1 || meanwhile == 0;
        if (failed)
            continue;
        const Observation &seen = reading.observations.front();
        QSet<QByteArray> names;
        int found = 0;
        for (const LockRecord &lock : seen.records) {
            names.insert(lock.id.name);
            found += lock.id.name.startsWith("lock:lasting:");
        }
        qInfo("%d lasting and %zu other locks while %lld keys came or went", found,
              seen.records.size() - size_t(found), meanwhile);
        failed = !seen.complete || found != lasting || size_t(names.size()) != seen.records.size();
    }
    over = true;
    churner.join();
    QVERIFY(!failed);
}

void TestPromisedNumbers::aPollOfATableIsAFewStatements()
{
    QFETCH(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Others use it as well.");
    SqlScratch scratch(*server);
    SqlSession admin(scratch.admin());
    const auto asked = [&admin] {
        return admin
            .value(QStringLiteral("SELECT VARIABLE_VALUE FROM %1.GLOBAL_STATUS WHERE VARIABLE_NAME "
                                  "= 'Questions'")
                       .arg(admin.value(QStringLiteral("SELECT VERSION()"))
                                    .toString()
                                    .contains(QStringLiteral("MariaDB"))
                                ? QStringLiteral("information_schema")
                                : QStringLiteral("performance_schema")))
            .toLongLong();
    };
    constexpr qint64 mostStatements = 4; // clock, table, whether it changed, and what is due
    QList<qint64> counts;
    for (const int locks : {fewLocks, 1000}) {
        Poller poller(watched(scratch, locks));
        for (int i = 0; i < 3; ++i)
            QVERIFY(poller.poll());
        const qint64 first = asked();
        const qint64 before = asked();
        const qint64 ownShare = before - first;
        constexpr int polls = 10;
        for (int i = 0; i < polls; ++i)
            QVERIFY(poller.poll());
        counts << asked() - before - ownShare;
        QCOMPARE(poller.lockCount(), size_t(locks));
    }
    qInfo("10 polls of %d and of 1000 locks: %lld and %lld statements", fewLocks, counts[0],
          counts[1]);
    for (const qint64 count : counts)
        QVERIFY(count <= mostStatements * 10);
}

void TestPromisedNumbers::aPollOfAKeyspaceIsTwoCommandsALock()
{
    constexpr int locks = 1000;
    constexpr int mostOthers = 10; // pages of keys, the server's clock and role
    setLocks("lock:", locks);
    Poller poller(keyspace());
    for (int i = 0; i < 3; ++i)
        QVERIFY(poller.poll());
    m_redis->run({"CONFIG", "RESETSTAT"});
    constexpr int polls = 10;
    for (int i = 0; i < polls; ++i)
        QVERIFY(poller.poll());
    const QByteArray stats = m_redis->run({"INFO", "commandstats"}).text;
    qint64 commands = 0;
    for (const QByteArray &line : stats.split('\n')) {
        const qsizetype at = line.indexOf("calls=");
        if (at >= 0)
            commands += line.mid(at + 6).split(',').front().toLongLong();
    }
    qInfo("10 polls of 1000 locks: %lld commands", commands);
    QVERIFY2(commands <= polls * (2 * locks + mostOthers), stats.constData());
}

LOCKMASTER_TEST(TestPromisedNumbers, QCoreApplication)

} // namespace tst_promisednumbers

#include "tst_promisednumbers.moc"
