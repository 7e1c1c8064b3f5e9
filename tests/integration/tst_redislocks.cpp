// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redislocks {

namespace {

const QByteArray client = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c";
const QByteArray other = "9f1c0a00-0000-4000-8000-000000000001";

// What Redisson's documents and traffic show its scripts to do, in our own words.
const QByteArray tryLock =
    "if redis.call('exists',KEYS[1])==0 or redis.call('hexists',KEYS[1],ARGV[2])==1 then "
    "redis.call('hincrby',KEYS[1],ARGV[2],1) redis.call('pexpire',KEYS[1],ARGV[1]) return nil end "
    "return redis.call('pttl',KEYS[1])";
const QByteArray unlock = "if redis.call('hexists',KEYS[1],ARGV[2])==0 then return nil end "
                          "if redis.call('hincrby',KEYS[1],ARGV[2],-1)>0 then "
                          "redis.call('pexpire',KEYS[1],ARGV[1]) return 0 end "
                          "redis.call('del',KEYS[1]) redis.call('publish',KEYS[2],'0') return 1";
const QByteArray tryReadLock =
    "local mode=redis.call('hget',KEYS[1],'mode') "
    "if mode==false then redis.call('hset',KEYS[1],'mode','read') end "
    "if mode==false or mode=='read' then "
    "local n=redis.call('hincrby',KEYS[1],ARGV[2],1) "
    "redis.call('set','{'..KEYS[1]..'}:'..ARGV[2]..':rwlock_timeout:'..n,1,'PX',ARGV[1]) "
    "redis.call('pexpire',KEYS[1],ARGV[1]) return nil end return redis.call('pttl',KEYS[1])";

RedisCommand script(const QByteArray &text, const QByteArray &name, Millis lease,
                    const QByteArray &owner)
{
    return {"EVAL",
            text,
            "2",
            name,
            "redisson_lock__channel:{" + name + '}',
            QByteArray::number(qint64(lease.count())),
            owner};
}

/** A reader as the program makes it. */
class Look
{
public:
    explicit Look(const BackendSpec &spec)
    {
        const Secret password = spec.urlPassword;
        m_reader = makeReader(spec, [password](SteadyTime) { return Result<Secret>(password); });
    }

    const Observation &read()
    {
        BackendReading reading =
            m_reader->read(BackendReader::Depth::Full, systemClock().now() + 60s);
        if (reading.observations.empty())
            qFatal("nothing was read: %s",
                   reading.failure ? qPrintable(reading.failure->message) : "no failure");
        m_last = std::move(reading.observations.front());
        return m_last;
    }

    /** None where the last read did not find it. */
    const LockRecord *lock(const QByteArray &name) const
    {
        for (const LockRecord &record : m_last.records) {
            if (record.id.name == name)
                return &record;
        }
        return nullptr;
    }

    const LockRecord *readLock(const QByteArray &name)
    {
        read();
        return lock(name);
    }

    Micros uncertainty() const { return m_last.clock.uncertainty; }
    BackendReader &reader() { return *m_reader; }

private:
    std::unique_ptr<BackendReader> m_reader;
    Observation m_last;
};

QString attribute(const LockRecord &lock, const QString &label)
{
    for (const Attribute &line : *lock.attributes) {
        if (line.label == label)
            return line.value;
    }
    return {};
}

/** A Python program that holds something until its standard input closes. */
class PythonHolder
{
public:
    /** The first interpreter that has redis-py; the system's before one that only shadows it. */
    static QString interpreter()
    {
        for (const char *name : {"/usr/bin/python3", "python3"}) {
            QProcess probe;
            probe.start(QString::fromLatin1(name),
                        {QStringLiteral("-c"), QStringLiteral("import redis.lock")});
            if (probe.waitForFinished(30'000) && probe.exitStatus() == QProcess::NormalExit
                && probe.exitCode() == 0)
                return QString::fromLatin1(name);
        }
        return {};
    }

    bool start(quint16 port, const QByteArray &acquire)
    {
        const QByteArray program =
            "import redis, sys\nr = redis.Redis(port=" + QByteArray::number(port) + ")\n" + acquire
            + "\nprint('held', flush=True)\nsys.stdin.read()\n";
        m_process.start(interpreter(), {QStringLiteral("-c"), QString::fromUtf8(program)});
        while (m_process.waitForReadyRead(30'000)) {
            if (m_process.readAllStandardOutput().contains("held"))
                return true;
        }
        qWarning("%s", m_process.readAllStandardError().constData());
        return false;
    }

    ~PythonHolder()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(10'000))
            m_process.kill();
    }

private:
    QProcess m_process;
};

#define NEEDS_REDIS_PY()                                                                           \
    do {                                                                                           \
        if (PythonHolder::interpreter().isEmpty()) {                                               \
            if (qEnvironmentVariableIsSet("CI"))                                                   \
                QFAIL("python3-redis is not installed");                                           \
            QSKIP("python3-redis is not installed");                                               \
        }                                                                                          \
    } while (false)

} // namespace

class TestRedisLocks : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void aLockOfRedisPyIsSeenWhileItIsHeld()
    {
        NEEDS_REDIS_PY();
        Look look(m_server->spec());
        {
            PythonHolder holder;
            QVERIFY(holder.start(m_server->port(), "lock = r.lock('daily:close', timeout=45)\n"
                                                   "assert lock.acquire()\n"
                                                   "import atexit; atexit.register(lock.release)"));
            const LockRecord *lock = look.readLock("daily:close");
            QVERIFY(lock);
            QCOMPARE(lock->id.source->system, QStringLiteral("redis_string"));
            QCOMPARE(lock->variant, QStringLiteral("redis-py"));
            QCOMPARE(lock->state, LockState::Held);
            QVERIFY(lock->holders.at(0).label.startsWith(QStringLiteral("redis-py ")));
            const SteadyTime before = systemClock().now();
            const Millis pttl(m_server->run({"PTTL", "daily:close"}).integer);
            const SteadyTime after = systemClock().now();
            const Micros tolerance = 100ms + look.uncertainty();
            QVERIFY(lock->lease.deadline >= before + pttl - tolerance);
            QVERIFY(lock->lease.deadline <= after + pttl + tolerance);
            const QString when = attribute(*lock, QStringLiteral("Acquired (holder's clock)"));
            const QString today =
                QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd"));
            QVERIFY2(when.startsWith(today), qPrintable(when));
        }
        QVERIFY(!look.readLock("daily:close"));
    }

    void aLockOfRedisPyWithoutTimeoutHasNoExpiry()
    {
        NEEDS_REDIS_PY();
        PythonHolder holder;
        QVERIFY(holder.start(m_server->port(), "assert r.lock('forever').acquire()"));
        Look look(m_server->spec());
        const LockRecord *lock = look.readLock("forever");
        QVERIFY(lock);
        QVERIFY(!lock->lease.hasExpiry);
        QVERIFY(!lock->lease.expiresAt.has_value());
    }

    void onlyAPatternMakesAnyValueALock()
    {
        m_server->run({"SET", "product:1002", "", "NX", "PX", "5000"});
        m_server->run({"SET", "product:count", "17"});
        Look open(m_server->spec());
        QVERIFY(!open.readLock("product:1002"));
        QCOMPARE(open.read().notDecoded, qint64(2));

        BackendSpec spec = m_server->spec();
        spec.patterns = {"product:1*"};
        Look named(spec);
        const LockRecord *lock = named.readLock("product:1002");
        QVERIFY(lock);
        QCOMPARE(lock->pattern, QByteArray("product:1*"));
        QCOMPARE(lock->holders.at(0).label, QStringLiteral("(unsigned)"));
        QVERIFY(lock->holders.at(0).raw.isEmpty());
        const QByteArray firstInstance = lock->session;
        m_server->run({"DEL", "product:1002"});
        QVERIFY(!named.readLock("product:1002"));
        m_server->run({"SET", "product:1002", "", "NX", "PX", "7000"});
        lock = named.readLock("product:1002");
        QVERIFY(lock);
        QVERIFY(lock->session != firstInstance);
    }

    void aMegabyteValueIsCutAndNotDecoded()
    {
        m_server->run({"SET", "big", QByteArray(1 << 20, 'a'), "PX", "60000"});
        BackendSpec spec = m_server->spec();
        spec.patterns = {"*"};
        Look look(spec);
        const LockRecord *lock = look.readLock("big");
        QVERIFY(lock);
        QCOMPARE(lock->holders.at(0).raw.size(), 1024);
        QCOMPARE(lock->holders.at(0).rawBytes, qint64(1 << 20));
        QVERIFY(lock->holders.at(0).truncated());
    }

    void redissonEntersAgainAndLeaves()
    {
        Look look(m_server->spec());
        const QByteArray owner = client + ":3020424071110789844";
        m_server->run(script(tryLock, "coupon:7", 30s, owner));
        const LockRecord *lock = look.readLock("coupon:7");
        QVERIFY(lock);
        QCOMPARE(lock->id.source->system, QStringLiteral("redisson"));
        QCOMPARE(lock->holders.at(0).detail->thread, QStringLiteral("3020424071110789844"));
        QCOMPARE(lock->holdCount(), qint64(1));
        m_server->run(script(tryLock, "coupon:7", 30s, owner));
        QCOMPARE(look.readLock("coupon:7")->holdCount(), qint64(2));
        QVERIFY(m_server->run(script(tryLock, "coupon:7", 30s, other + ":1")).integer > 0);
        m_server->run(script(unlock, "coupon:7", 30s, owner));
        QCOMPARE(look.readLock("coupon:7")->holdCount(), qint64(1));
        m_server->run(script(unlock, "coupon:7", 30s, owner));
        QVERIFY(!look.readLock("coupon:7"));
        QVERIFY(look.read().complete);
    }

    void whoSubscribesToTheChannelWaits()
    {
        m_server->run(script(tryLock, "coupon:7", 30s, client + ":1"));
        Look look(m_server->spec());
        QCOMPARE(look.readLock("coupon:7")->waiters.count, std::optional<qint64>(0));
        const auto deadline = systemClock().now() + 60s;
        {
            const auto waiter =
                RedisConnection::open(endpointOf(m_server->spec(), Secret()), deadline);
            QVERIFY(waiter.has_value());
            QVERIFY((*waiter)
                        ->command({"SUBSCRIBE", "redisson_lock__channel:{coupon:7}"}, deadline)
                        .has_value());
            QCOMPARE(look.readLock("coupon:7")->waiters.count, std::optional<qint64>(1));
        }
        QTRY_COMPARE_WITH_TIMEOUT(look.readLock("coupon:7")->waiters.count,
                                  std::optional<qint64>(0), 20'000);
    }

    void aWatchdogIsToldFromALeaseThatSinks()
    {
        Look look(m_server->spec());
        const auto renewal = [&look](const QByteArray &name) {
            return attribute(*look.readLock(name), QStringLiteral("Renewal"));
        };
        m_server->run(script(tryLock, "kept", 30s, client + ":1"));
        m_server->run(script(tryLock, "fixed", 30s, client + ":2"));
        m_server->runAll({{"PEXPIRE", "kept", "20500"}, {"PEXPIRE", "fixed", "29000"}});
        QVERIFY(renewal("kept").startsWith(QStringLiteral("not known")));
        m_server->runAll({{"PEXPIRE", "kept", "30000"}, {"PEXPIRE", "fixed", "11000"}});
        QVERIFY2(renewal("kept").startsWith(QStringLiteral("by a watchdog")),
                 qPrintable(renewal("kept")));
        QVERIFY2(renewal("fixed").startsWith(QStringLiteral("none seen")),
                 qPrintable(renewal("fixed")));
    }

    void fairFencedAndReadWriteLocksAreToldApart()
    {
        m_server->run(script(tryLock, "fair", 30s, client + ":1"));
        m_server->runAll({{"RPUSH", "redisson_lock_queue:{fair}", other + ":5", client + ":9"},
                          {"ZADD", "redisson_lock_timeout:{fair}", "1795000000000", other + ":5",
                           "1795000000500", client + ":9"}});
        m_server->runAll(
            {script(tryLock, "fenced", 30s, client + ":1"),
             {"INCR", "redisson_lock_token:{fenced}"},
             script(tryReadLock, "doc", 30s, client + ":1"),
             script(tryReadLock, "doc", 30s, other + ":2"),
             {"SET", "redisson_unlock_latch:{doc}:0123456789abcdef0123456789abcdef", "1"},
             {"HSET", "written", "mode", "write", client + ":1:write", "1"},
             {"PEXPIRE", "written", "30000"}});
        Look look(m_server->spec());
        const Observation &seen = look.read();
        QVERIFY(seen.complete);
        QVERIFY2(seen.problems.empty(),
                 seen.problems.empty() ? "" : qPrintable(seen.problems[0].message));
        QCOMPARE(seen.records.size(), size_t(4));
        QCOMPARE(seen.notDecoded, qint64(0));
        QCOMPARE(look.lock("fair")->variant, QStringLiteral("fair"));
        QCOMPARE(look.lock("fair")->waiters.count, std::optional<qint64>(2));
        QCOMPARE(look.lock("fair")->waiters.list.at(0).label, QStringLiteral("9f1c0a00..:5"));
        QCOMPARE(look.lock("fenced")->variant, QStringLiteral("fenced"));
        QCOMPARE(look.lock("doc")->variant, QStringLiteral("read"));
        QCOMPARE(look.lock("doc")->holders.size(), size_t(2));
        QVERIFY(attribute(*look.lock("doc"), QStringLiteral("Reader without a lease")).isEmpty());
        QCOMPARE(look.lock("written")->variant, QStringLiteral("write"));

        m_server->run({"DEL", "{doc}:" + other + ":2:rwlock_timeout:1"});
        QCOMPARE(attribute(*look.readLock("doc"), QStringLiteral("Reader without a lease")),
                 QStringLiteral("9f1c0a00..:2"));
    }

    void aReadLockMayGetManyReaders()
    {
        Look look(m_server->spec());
        m_server->run(script(tryReadLock, "doc", 30s, client + ":1"));
        QCOMPARE(look.readLock("doc")->holders.size(), size_t(1));
        std::vector<RedisCommand> commands;
        for (int i = 2; i <= 300; ++i)
            commands.push_back(
                script(tryReadLock, "doc", 30s, client + ':' + QByteArray::number(i)));
        m_server->runAll(commands);
        const LockRecord *lock = look.readLock("doc");
        QVERIFY(lock);
        QCOMPARE(lock->variant, QStringLiteral("read"));
        QVERIFY(lock->holders.size() >= 63);
        QVERIFY(attribute(*lock, QStringLiteral("Fields")).startsWith(QStringLiteral("301,")));
    }

    void withoutPubSubTheWaitersAreUnknown()
    {
        m_server->run(script(tryLock, "coupon:7", 30s, client + ":1"));
        m_server->run({"ACL", "SETUSER", "monitor", "on", "nopass", "~*", "+@all", "-pubsub"});
        BackendSpec spec = m_server->spec();
        spec.user = QStringLiteral("monitor");
        spec.urlPassword = Secret("x");
        Look look(spec);
        const LockRecord *lock = look.readLock("coupon:7");
        QVERIFY(lock);
        QVERIFY(!lock->waiters.count.has_value());
        const Observation &seen = look.read();
        QVERIFY(seen.complete);
        QCOMPARE(seen.problems.size(), size_t(1));
        QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);

        const Examination examination = look.reader().examine(systemClock().now() + 60s);
        const auto waiters = std::find_if(
            examination.capabilities.begin(), examination.capabilities.end(),
            [](const Capability &one) { return one.id == QStringLiteral("redisson.waiters"); });
        QVERIFY(waiters != examination.capabilities.end());
        QVERIFY(!waiters->available);
        QVERIFY(waiters->remedy.contains(QStringLiteral("pubsub")));
    }

    void foreignHashesUnderAPatternAreCounted()
    {
        m_server->runAll({{"HSET", "order:1", "name", "x"},
                          {"HSET", "order:2", client + ":1", "-3"},
                          {"RPUSH", "order:3", "a"}});
        BackendSpec spec = m_server->spec();
        spec.patterns = {"order:*"};
        Look look(spec);
        const Observation &seen = look.read();
        QVERIFY(seen.records.empty());
        QCOMPARE(seen.notDecoded, qint64(3));
    }
};

LOCKMASTER_TEST(TestRedisLocks, QCoreApplication)

} // namespace tst_redislocks

#undef NEEDS_REDIS_PY

#include "tst_redislocks.moc"
