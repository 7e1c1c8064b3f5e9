// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/registry.h"

#include "core/config/typedpasswords.h"
#include "core/domain/redisglob.h"
#include "core/redis/redisconnection.h"
#include "tests/support/privateredis.h"
#include "tests/support/rogueserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redisreader {

using Depth = BackendReader::Depth;

namespace {

const QByteArray redisPyToken = "0d5e8bd2a7e311ee8c900242ac120002";
const QByteArray redissonOwner = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302";

SteadyTime in(Millis time)
{
    return std::chrono::steady_clock::now() + time;
}

std::unique_ptr<BackendReader> reader(const BackendSpec &spec)
{
    return makeReader(spec, passwordOf(spec));
}

const LockRecord *find(const BackendReading &reading, const QByteArray &name)
{
    for (const Observation &observation : reading.observations) {
        for (const LockRecord &record : observation.records) {
            if (record.id.name == name)
                return &record;
        }
    }
    return nullptr;
}

QByteArray why(const BackendReading &reading)
{
    QStringList words;
    if (reading.failure)
        words += reading.failure->message;
    for (const Observation &observation : reading.observations) {
        for (const Error &problem : observation.problems)
            words += problem.message + u' ' + problem.remedy;
    }
    return words.join(u'\n').toUtf8();
}

bool isWhole(const BackendReading &reading)
{
    return !reading.failure && reading.observations.size() == 1 && reading.observations[0].complete
           && reading.observations[0].problems.empty();
}

const Capability *capability(const Examination &examination, const char *id)
{
    for (const Capability &one : examination.capabilities) {
        if (one.id == QLatin1StringView(id))
            return &one;
    }
    return nullptr;
}

} // namespace

class TestRedisReader : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start({.password = "s3cret"});
        QVERIFY(m_redis);
    }

    void init()
    {
        if (m_redis)
            m_redis->run({"FLUSHALL"});
    }

    /** As of tokens that are good for minutes. */
    void aPasswordThatHasChangedIsAskedForAnew()
    {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("token"));
        const auto write = [&file](const QByteArray &token) {
            QFile out(file);
            return out.open(QIODevice::WriteOnly) && out.write(token) == token.size();
        };
        QVERIFY(write("first"));
        m_redis->runAll({{"ACL", "SETUSER", "short", "on", ">first", "~*", "&*", "+@all"}});
        BackendSpec spec = m_redis->spec();
        spec.user = QStringLiteral("short");
        spec.passwordFile.clear();
        spec.urlPassword = {};
        spec.passwordCommand = {QStringLiteral("/bin/cat"), file};
        const auto look = makeReader(spec, TypedPasswords().source(spec));
        QVERIFY2(isWhole(look->read(Depth::Full, in(60s))), "with the first");
        m_redis->runAll({{"ACL", "SETUSER", "short", "resetpass", ">second"},
                         {"CLIENT", "KILL", "USER", "short"}});
        const BackendReading refused = look->read(Depth::Full, in(60s));
        QCOMPARE(refused.failure.value_or(Error{}).kind, ErrorKind::Auth);
        QVERIFY(write("second"));
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        m_redis->run({"ACL", "DELUSER", "short"});
    }

    void locksOfBothShapesAreSeen()
    {
        m_redis->runAll({{"SET", "order:1", redisPyToken, "NX", "PX", "60000"},
                         {"HSET", "product:1002", redissonOwner, "2"},
                         {"PEXPIRE", "product:1002", "30000"},
                         {"SET", "greeting", "hello"},
                         {"LPUSH", "list", "x"}});
        const auto look = reader(m_redis->spec());
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QCOMPARE(reading.observations[0].records.size(), size_t(2));
        QCOMPARE(reading.observations[0].notDecoded, 2);
        const LockRecord *order = find(reading, "order:1");
        QVERIFY(order);
        QCOMPARE(order->state, LockState::Held);
        QCOMPARE(order->holders.front().raw, redisPyToken);
        const auto ttl = order->ttlAt(std::chrono::steady_clock::now());
        QVERIFY(ttl && *ttl > 30s && *ttl <= 60s);
        const LockRecord *product = find(reading, "product:1002");
        QVERIFY(product);
        QCOMPARE(product->id.source->system, QStringLiteral("redisson"));
        QCOMPARE(product->holdCount(), 2);
    }

    void theServerIsNamed()
    {
        const auto look = reader(m_redis->spec());
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY(!reading.server.product.isEmpty());
        QVERIFY(!reading.server.version.isEmpty());
        QVERIFY(reading.server.clientLibrary.startsWith(QLatin1StringView("hiredis")));
        QCOMPARE(reading.server.transport, QStringLiteral("plaintext"));
        QVERIFY(reading.server.clockOffset && std::chrono::abs(*reading.server.clockOffset) < 10s);
        QVERIFY(!reading.server.replica);
    }

    void timeLeftIsExact()
    {
        const auto look = reader(m_redis->spec());
        m_redis->run({"SET", "order:1", redisPyToken, "PX", "100000"});
        const BackendReading reading = look->read(Depth::Full, in(60s));
        const auto before = std::chrono::steady_clock::now();
        const qint64 pttl = m_redis->run({"PTTL", "order:1"}).integer;
        const auto after = std::chrono::steady_clock::now();
        const LockRecord *order = find(reading, "order:1");
        QVERIFY(order);
        // The server's PTTL was true at some moment between the two.
        QVERIFY(*order->ttlAt(before) >= Millis(pttl) - 100ms);
        QVERIFY(*order->ttlAt(after) <= Millis(pttl) + 100ms);
        QCOMPARE(order->lease.stored, m_redis->run({"PEXPIRETIME", "order:1"}).integer);
    }

    void aRoutineLookSeesChangesAtOnce()
    {
        m_redis->runAll({{"SET", "order:1", redisPyToken, "PX", "60000"},
                         {"SET", "order:2", redisPyToken, "PX", "60000"}});
        const auto look = reader(m_redis->spec());
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        m_redis->run({"DEL", "order:1"});
        const BackendReading reading = look->read(Depth::Routine, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QVERIFY(!find(reading, "order:1"));
        QVERIFY(find(reading, "order:2"));
    }

    void patternsSayWhatIsALock()
    {
        m_redis->runAll({{"SET", "product:1", "", "PX", "5000000"},
                         {"SET", "coupon:1", "held"},
                         {"SET", "other", redisPyToken},
                         {"ZADD", "product:zset", "1", "x"}});
        BackendSpec spec = m_redis->spec();
        spec.patterns = {"product:*", "coupon:*"};
        const BackendReading reading = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QCOMPARE(reading.observations[0].records.size(), size_t(2));
        QCOMPARE(reading.observations[0].notDecoded, 1);
        QCOMPARE(find(reading, "product:1")->holders.front().rawBytes, 0);
        QCOMPARE(find(reading, "coupon:1")->pattern, QByteArray("coupon:*"));
    }

    void bytesAndSizesOfAllKinds()
    {
        const QByteArray binary("lock\0\r\n<b>\xff\xe2\x80\xae", 14);
        QByteArray megabyte(1 << 20, '\0');
        std::generate(megabyte.begin(), megabyte.end(),
                      [i = 0]() mutable { return static_cast<char>(i++ * 31); });
        std::vector<RedisCommand> fields{{"HSET", "lock:bighash"}};
        for (int i = 0; i < 5'000; ++i) {
            fields[0].push_back(QByteArray::number(i));
            fields[0].push_back(QByteArray(1000, 'x'));
        }
        m_redis->runAll({{"SET", binary, QByteArray("a\0b\xff", 4)},
                         {"SET", "lock:megabyte", megabyte},
                         {"SET", "lock:" + QByteArray(10'000, 'k'), "x"},
                         {"SET", "lock:", "x"},
                         fields[0]});
        BackendSpec spec = m_redis->spec();
        spec.patterns = {"lock*"};
        const BackendReading reading = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QCOMPARE(reading.observations[0].records.size(), size_t(4));
        QCOMPARE(reading.observations[0].notDecoded, 1);
        QCOMPARE(find(reading, binary)->holders.front().raw, QByteArray("a\0b\xff", 4));
        const Holder &big = find(reading, "lock:megabyte")->holders.front();
        QCOMPARE(big.raw, megabyte.left(1024));
        QCOMPARE(big.rawBytes, megabyte.size());
    }

    void theGlobMatcherIsTheServers()
    {
        QRandomGenerator random(20260102);
        const QByteArray alphabet = "ab*?[]^-\\c";
        const auto word = [&](int longest, qsizetype letters) {
            QByteArray text;
            for (int left = random.bounded(1, longest); left > 0; --left)
                text += alphabet[random.bounded(letters)];
            return text;
        };
        std::vector<RedisCommand> commands;
        QByteArrayList keys;
        for (int i = 0; i < 400; ++i) {
            keys += word(6, alphabet.size());
            commands.push_back({"SET", keys.back(), "x"});
        }
        m_redis->runAll(commands);
        for (int i = 0; i < 1'000; ++i) {
            const QByteArray pattern = word(8, alphabet.size());
            QByteArrayList theirs;
            const RedisReply page =
                m_redis->run({"SCAN", "0", "COUNT", "100000", "MATCH", pattern});
            for (const RedisReply &key : page.elements[1].elements)
                theirs += key.text;
            for (const QByteArray &key : keys)
                QVERIFY2(theirs.contains(key) == redisGlobMatches(pattern, key),
                         ("pattern " + pattern + " key " + key).constData());
        }
    }

    void tenThousandLocksAmongAHundredThousandKeys()
    {
        fill(100'000, 10'000);
        const auto look = reader(m_redis->spec());
        QElapsedTimer timer;
        timer.start();
        const BackendReading full = look->read(Depth::Full, in(60s));
        const qint64 fullMs = timer.elapsed();
        QVERIFY2(isWhole(full), why(full).constData());
        QCOMPARE(full.observations[0].records.size(), size_t(10'000));
        QCOMPARE(full.observations[0].notDecoded, 90'000);
        look->read(Depth::Routine, in(60s));
        timer.start();
        const BackendReading routine = look->read(Depth::Routine, in(60s));
        const qint64 routineMs = timer.elapsed();
        QCOMPARE(routine.observations[0].records.size(), size_t(10'000));
        qInfo("full read %lld ms (wire %lld us), routine %lld ms (wire %lld us)", fullMs,
              qint64(full.latency.count()), routineMs, qint64(routine.latency.count()));
    }

    void anotherDatabase()
    {
        m_redis->run({"SET", "order:1", redisPyToken});
        BackendSpec spec = m_redis->spec();
        spec.redisDatabase = 5;
        const BackendReading reading = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY(isWhole(reading));
        QCOMPARE(reading.observations[0].source, QStringLiteral("db 5"));
        QVERIFY(reading.observations[0].records.empty());
    }

    void aUnixSocket()
    {
        m_redis->run({"SET", "order:1", redisPyToken});
        BackendSpec spec = m_redis->spec();
        spec.socketPath = m_redis->socketPath();
        const BackendReading reading = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QCOMPARE(reading.server.transport, QStringLiteral("unix socket"));
        QVERIFY(find(reading, "order:1"));
    }

    void deniedCommandsAreNamedWithTheRule_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QString>("missing");
        QTest::addColumn<QByteArray>("capability");
        QTest::newRow("scan") << QByteArray("+@all -scan") << QStringLiteral("+scan")
                              << QByteArray("redis.scan");
        QTest::newRow("type") << QByteArray("+@all -type") << QStringLiteral("+type")
                              << QByteArray("redis.scan");
        QTest::newRow("getrange") << QByteArray("+@all -getrange") << QStringLiteral("+getrange")
                                  << QByteArray("redis.strings");
        QTest::newRow("hscan") << QByteArray("+@all -hscan") << QStringLiteral("+hscan")
                               << QByteArray("redis.hashes");
        QTest::newRow("expiry") << QByteArray("+@all -pttl -pexpiretime") << QStringLiteral("+pttl")
                                << QByteArray("redis.expiry");
    }
    void deniedCommandsAreNamedWithTheRule()
    {
        QFETCH(QByteArray, rules);
        QFETCH(QString, missing);
        QFETCH(QByteArray, capability);
        m_redis->runAll(
            {{"SET", "order:1", redisPyToken}, {"HSET", "product:1002", redissonOwner, "2"}});
        const auto look = reader(account("reset on >s3cret ~* &* " + rules));
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY(!reading.failure);
        QVERIFY(!reading.observations[0].complete);
        QVERIFY2(why(reading).contains(missing.toUtf8()), why(reading).constData());
        const Examination examination = look->examine(in(60s));
        QVERIFY(!examination.allThere());
        const Capability *denied = tst_redisreader::capability(examination, capability.constData());
        QVERIFY(denied);
        QVERIFY(!denied->available);
        QVERIFY2(denied->remedy.contains(missing), qPrintable(denied->remedy));
        QVERIFY(denied->remedy.contains(QLatin1StringView("monitor")));
    }

    /** The command is allowed still: it is the key that is closed. */
    void keysThatAreClosedMeanwhileAreNamedWithTheirRule()
    {
        m_redis->run({"SET", "lock:1", redisPyToken});
        BackendSpec spec = account("reset on >s3cret ~lock:* &* +@all");
        spec.patterns = {"lock:*"};
        const auto look = reader(spec);
        QVERIFY(look->read(Depth::Full, in(60s)).observations[0].complete);
        m_redis->run({"ACL", "SETUSER", "monitor", "resetkeys", "~x:*"});
        const BackendReading closed = look->read(Depth::Full, in(60s));
        QVERIFY(!closed.failure && !closed.observations[0].complete);
        const auto problem = closed.observations[0].problems.front();
        QVERIFY2(problem.remedy.contains(QStringLiteral("~lock:*")), qPrintable(problem.remedy));
        QVERIFY2(!problem.message.contains(QStringLiteral("arguments Locks")),
                 qPrintable(problem.message));
    }

    void aReadOnlyAccountIsAlmostEnough()
    {
        m_redis->runAll({{"SET", "order:1", redisPyToken, "PX", "60000"},
                         {"HSET", "product:1002", redissonOwner, "2"}});
        const auto look = reader(account("reset on >s3cret ~* &* +@read"));
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY2(!reading.failure, why(reading).constData());
        QVERIFY2(reading.observations[0].complete, why(reading).constData());
        QVERIFY(find(reading, "order:1"));
        QVERIFY(find(reading, "product:1002"));
        QVERIFY(why(reading).contains("+time"));
        const auto ttl = find(reading, "order:1")->ttlAt(std::chrono::steady_clock::now());
        QVERIFY(ttl && *ttl > 30s && *ttl <= 60s + 100ms);
        const Examination examination = look->examine(in(60s));
        QVERIFY(capability(examination, "redis.scan")->available);
        QVERIFY(!capability(examination, "redis.clock")->available);
        QVERIFY(
            capability(examination, "redis.clock")->remedy.contains(QLatin1StringView("+time")));
        QVERIFY(
            capability(examination, "redis.server")->remedy.contains(QLatin1StringView("+info")));
    }

    void anAccountForSomeKeysOnly()
    {
        m_redis->runAll({{"SET", "lock:1", redisPyToken},
                         {"SET", "secret:1", redisPyToken},
                         {"SET", "secret:2", redisPyToken}});
        BackendSpec spec = account("reset on >s3cret ~lock:* &* +@all");
        const BackendReading wide = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY(find(wide, "lock:1"));
        QVERIFY2(why(wide).contains("2 keys may not be read"), why(wide).constData());
        spec.patterns = {"lock:*"};
        const BackendReading narrow = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY2(isWhole(narrow), why(narrow).constData());
        spec.patterns = {"secret:*"};
        const Examination examination = reader(spec)->examine(in(60s));
        QVERIFY2(capability(examination, "redis.strings")
                     ->remedy.contains(QLatin1StringView("~secret:*")),
                 qPrintable(capability(examination, "redis.strings")->remedy));
        // Each pattern is tried: of two of them one may be denied.
        spec.patterns = {"lock:*", "secret:*"};
        QVERIFY(!capability(reader(spec)->examine(in(60s)), "redis.strings")->available);
    }

    /** Not even where none of its keys is there to be tried. */
    void anAccountForOnePatternIsEnoughForIt()
    {
        BackendSpec spec = account("reset on >s3cret ~order:*:lock &* +@all");
        spec.patterns = {"order:*:lock"};
        const Examination examination = reader(spec)->examine(in(60s));
        for (const char *id : {"redis.scan", "redis.strings", "redis.hashes", "redis.expiry"}) {
            const Capability *one = capability(examination, id);
            QVERIFY2(one->available, qPrintable(one->id + u' ' + one->reason));
        }
    }

    void everythingIsThereForTheDefaultUser()
    {
        const Examination examination = reader(m_redis->spec())->examine(in(60s));
        for (const Capability &one : examination.capabilities)
            QVERIFY2(one.available, qPrintable(one.id + u' ' + one.reason));
        QVERIFY(examination.allThere());
        QVERIFY(examination.capabilities.size() >= 6);
        QVERIFY(examination.latency > 0us);
        QVERIFY(!examination.server.version.isEmpty());
    }

    void pushIsExaminedAndMissingItIsNoLoss()
    {
        const Examination told = reader(m_redis->spec())->examine(in(60s));
        QVERIFY(capability(told, "redis.push")->available);
        QVERIFY(capability(told, "redis.push")->reason.contains(QLatin1StringView("caching")));
        BackendSpec spec = account("reset on >s3cret ~* &* +@all -client|tracking");
        const Examination polled = reader(spec)->examine(in(60s));
        const Capability *push = capability(polled, "redis.push");
        QVERIFY(!push->available);
        QVERIFY(push->remedy.contains(QLatin1StringView("+client|tracking")));
        QVERIFY(push->remedy.contains(spec.user));
        QVERIFY(polled.allThere());
        spec.push = false;
        QVERIFY(!capability(reader(spec)->examine(in(60s)), "redis.push"));
    }

    void namedLocksAreReadAlone()
    {
        m_redis->runAll({{"SET", "order:1", redisPyToken}, {"SET", "order:2", redisPyToken}});
        const auto look = reader(m_redis->spec());
        QVERIFY(look->readNamed({"order:1"}, in(60s)).observations.empty());
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        m_redis->runAll({{"DEL", "order:2"}, {"SET", "order:3", redisPyToken}});
        const BackendReading reading = look->readNamed({"order:2", "order:3"}, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QVERIFY(reading.observations[0].asked && reading.observations[0].asked->size() == 2);
        QCOMPARE(reading.observations[0].records.size(), size_t(1));
        QVERIFY(find(reading, "order:3"));
        // Nobody is asked anything between two polls: none of these has waiters.
        QVERIFY(look->read(Depth::Unfed, in(60s)).observations.empty());
        m_redis->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        const BackendReading closed = look->readNamed({"order:3"}, in(60s));
        QVERIFY(!closed.failure && closed.observations.empty());
    }

    void betweenPollsThoseAreReadWhoseWaitersAreAskedFor()
    {
        m_redis->runAll({{"SET", "order:1", redisPyToken},
                         {"HSET", "product:1002", redissonOwner, "2"},
                         {"RPUSH", "redisson_lock_queue:{product:1002}", "someone:1"}});
        const auto look = reader(m_redis->spec());
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        m_redis->run({"RPUSH", "redisson_lock_queue:{product:1002}", "another:1"});
        const BackendReading reading = look->read(Depth::Unfed, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QCOMPARE(*reading.observations[0].asked, std::vector<QByteArray>({"product:1002"}));
        QCOMPARE(find(reading, "product:1002")->waiters.count, 2);
    }

    void betweenPollsOnlyWhatTellsSomethingElseIsRead()
    {
        for (int i = 0; i < 200; ++i)
            m_redis->run({"HSET", "product:" + QByteArray::number(i), redissonOwner, "1"});
        const auto look = reader(m_redis->spec());
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        const auto hashesRead = [this] {
            const QByteArray all = m_redis->run({"INFO", "commandstats"}).text;
            const qsizetype at = all.indexOf("cmdstat_hscan:calls=");
            return all.mid(at + 20, 20).split(',').front().toLongLong();
        };
        const auto namesRead = [&] {
            const BackendReading reading = look->read(Depth::Unfed, in(60s));
            if (reading.failure || reading.observations.empty())
                return std::vector<QByteArray>{};
            return *reading.observations[0].asked;
        };
        const qint64 before = hashesRead();
        QVERIFY(namesRead().empty());
        QCOMPARE(hashesRead(), before);

        auto waiter = RedisConnection::open(
            endpointOf(m_redis->spec(), m_redis->spec().urlPassword), in(60s));
        QVERIFY(waiter);
        QVERIFY((*waiter)->subscribe({"redisson_lock__channel:{product:7}"}, in(60s)));
        QCOMPARE(namesRead(), std::vector<QByteArray>({"product:7"}));
        QVERIFY(namesRead().empty());
        waiter->reset();
        std::vector<QByteArray> left; // the server may take a moment to notice
        QVERIFY(QTest::qWaitFor([&] { return !(left = namesRead()).empty(); }));
        QCOMPARE(left, std::vector<QByteArray>({"product:7"}));

        // What a feed told of may be shown as the feed read it.
        look->told({"product:3", "foreign"});
        QCOMPARE(namesRead(), std::vector<QByteArray>({"product:3"}));
        QVERIFY(namesRead().empty());

        // One of those that are asked about together may have a queue by now.
        m_redis->run({"RPUSH", "redisson_lock_queue:{product:9}", "someone:1"});
        const auto doubtful = namesRead();
        QVERIFY(std::find(doubtful.begin(), doubtful.end(), "product:9") != doubtful.end());
        QVERIFY(namesRead().empty());
        QVERIFY(hashesRead() > before);
    }

    void aFailureIsToldOnceAndOthersGoOn()
    {
        BackendSpec spec = m_redis->spec();
        spec.urlPassword = Secret("wrong");
        const BackendReading reading = reader(spec)->read(Depth::Full, in(60s));
        QVERIFY(reading.failure);
        QCOMPARE(reading.failure->kind, ErrorKind::Auth);
        QCOMPARE(reading.observations.size(), size_t(1));
        QVERIFY(!reading.observations[0].complete);
        QVERIFY(reading.observations[0].problems.empty());
        QVERIFY(!why(reading).contains("wrong"));
        const Examination examination = reader(spec)->examine(in(60s));
        QCOMPARE(examination.problems.size(), size_t(1));
        QCOMPARE(examination.problems[0].error.kind, ErrorKind::Auth);
    }

    void aClosedIdleConnectionIsOpenedAgain()
    {
        m_redis->run({"SET", "order:1", redisPyToken});
        const auto look = reader(m_redis->spec());
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        m_redis->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        const BackendReading reading = look->read(Depth::Routine, in(60s));
        QVERIFY2(isWhole(reading), why(reading).constData());
        QVERIFY(find(reading, "order:1"));
        m_redis->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QVERIFY(look->examine(in(60s)).allThere());
    }

    void aFrozenServerIsATimeoutAndComesBack()
    {
        m_redis->run({"SET", "order:1", redisPyToken});
        BackendSpec spec = m_redis->spec();
        spec.timeout = 300ms;
        const auto look = reader(spec);
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        m_redis->stop();
        const SteadyTime start = std::chrono::steady_clock::now();
        const BackendReading known = look->read(Depth::Routine, in(300ms));
        const BackendReading anew = look->read(Depth::Routine, in(300ms));
        const auto took = std::chrono::steady_clock::now() - start;
        m_redis->resume();
        QVERIFY(known.failure && known.failure->kind == ErrorKind::Timeout);
        QVERIFY(!known.observations[0].complete);
        QVERIFY(anew.failure && anew.failure->kind == ErrorKind::Timeout);
        QVERIFY(took < 20s);
        spec.timeout = 20s;
        const BackendReading back = look->read(Depth::Routine, in(60s));
        QVERIFY2(isWhole(back), why(back).constData());
    }

    void interruptEndsAReadAndOnlyThat()
    {
        const auto look = reader(m_redis->spec());
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        m_redis->stop();
        std::thread other([&] {
            std::this_thread::sleep_for(100ms);
            look->interrupt();
        });
        const SteadyTime start = std::chrono::steady_clock::now();
        const BackendReading reading = look->read(Depth::Routine, in(60s));
        other.join();
        m_redis->resume();
        QVERIFY(reading.failure);
        QVERIFY(std::chrono::steady_clock::now() - start < 30s);
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
    }

    void aReplicaIsLabelledAndNeverWhole()
    {
        // Whoever was followed is told apart for an hour: not what the other tests look at.
        const auto master = PrivateRedis::start();
        QVERIFY(master);
        const auto replica = PrivateRedis::start(
            {.lines = {"replicaof 127.0.0.1 " + QByteArray::number(master->port())}});
        QVERIFY(replica);
        master->run({"SET", "order:1", redisPyToken});
        const auto look = reader(replica->spec());
        QTRY_VERIFY_WITH_TIMEOUT(find(look->read(Depth::Full, in(60s)), "order:1"), 60'000);
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY(reading.server.replica);
        QVERIFY(!reading.observations[0].complete);
        QCOMPARE(reading.observations[0].problems.size(), size_t(1));
        QCOMPARE(reading.observations[0].problems[0].kind, ErrorKind::Unsupported);
        QCOMPARE(look->examine(in(60s)).problems.size(), size_t(1));
    }

    /** An old master loses them and keeps on running, or crashed and was started again. */
    void whoFollowedIsRemembered()
    {
        const auto server = PrivateRedis::start({.lines = {"repl-diskless-sync-delay 0"}});
        QVERIFY(server);
        const auto look = reader(server->spec());
        QCOMPARE(look->read(Depth::Full, in(60s)).server.followers.most, qint64(0));
        const auto followers = [&server] {
            return server->run({"ROLE"}).elements[2].elements.size();
        };
        const auto replica = PrivateRedis::start(
            {.lines = {"replicaof 127.0.0.1 " + QByteArray::number(server->port())}});
        QVERIFY(replica);
        QTRY_COMPARE_WITH_TIMEOUT(followers(), size_t(1), 60'000);
        QVERIFY(look->read(Depth::Full, in(60s)).server.followers.most > 0);
        replica->run({"REPLICAOF", "NO", "ONE"});
        QTRY_COMPARE_WITH_TIMEOUT(followers(), size_t(0), 60'000);
        QVERIFY(look->read(Depth::Full, in(60s)).server.followers.most > 0);
        // Who never saw them is told by the backlog that is kept for them.
        QVERIFY(reader(server->spec())->read(Depth::Full, in(60s)).server.followers.most > 0);
        // It is no less a look: a master that lost its replica for good stays watchable.
        const BackendReading lonely = look->read(Depth::Full, in(60s));
        QVERIFY(lonely.observations.front().complete);
        QVERIFY(lonely.observations.front().fewerFollow);
        QVERIFY2(lonely.observations.front().problems.back().message.contains(u"old master"),
                 qPrintable(lonely.observations.front().problems.back().message));
        const Examination examination = look->examine(in(60s));
        const auto confirm =
            std::find_if(examination.capabilities.begin(), examination.capabilities.end(),
                         [](const auto &one) { return one.id == u"redis.confirm"; });
        QVERIFY(confirm != examination.capabilities.end());
        QVERIFY(!confirm->available);
        QVERIFY2(confirm->reason.contains(u"old master"), qPrintable(confirm->reason));
        // What crashed and is started again with its data is the same old master.
        QVERIFY(server->restart());
        QCOMPARE(look->read(Depth::Full, in(60s)).server.followers, (Followers{0, 1}));
        QCOMPARE(reader(server->spec())->read(Depth::Full, in(60s)).server.followers, Followers());
    }

    void aClusterNodeIsAPartialLook()
    {
        const auto node = PrivateRedis::start({.lines = {"cluster-enabled yes"}});
        QVERIFY(node);
        const auto look = reader(node->spec());
        const BackendReading reading = look->read(Depth::Full, in(60s));
        QVERIFY(!reading.failure);
        QVERIFY(!reading.observations[0].complete);
        QCOMPARE(reading.observations[0].problems.front().kind, ErrorKind::Unsupported);
        QVERIFY(!look->examine(in(60s)).allThere());
    }

    void neitherKeysNorMonitorAreEverSent()
    {
        m_redis->run({"SET", "order:1", redisPyToken});
        const auto look = reader(account("reset on >s3cret ~* &* +@all -keys -monitor -@dangerous "
                                         "-@write +info +role"));
        QVERIFY(isWhole(look->read(Depth::Full, in(60s))));
        QVERIFY(isWhole(look->read(Depth::Routine, in(60s))));
        QVERIFY(look->examine(in(60s)).allThere());
    }

private:
    BackendSpec account(const QByteArray &rules) const
    {
        RedisCommand command{"ACL", "SETUSER", "monitor"};
        for (const QByteArray &rule : rules.split(' '))
            command.push_back(rule);
        m_redis->run(command);
        BackendSpec spec = m_redis->spec();
        spec.user = QStringLiteral("monitor");
        return spec;
    }

    void fill(int keys, int locks) const
    {
        std::vector<RedisCommand> commands;
        for (int i = 0; i < keys; ++i) {
            const QByteArray number = QByteArray::number(i);
            if (i >= locks)
                commands.push_back({"SET", "data:" + number, "some value " + number});
            else if (i % 2 == 0)
                commands.push_back({"SET", "order:" + number, redisPyToken, "PX", "3600000"});
            else
                commands.push_back({"HSET", "product:" + number, redissonOwner, "1"});
        }
        m_redis->runAll(commands);
    }

    std::unique_ptr<PrivateRedis> m_redis;
};

LOCKMASTER_TEST(TestRedisReader, QCoreApplication)

} // namespace tst_redisreader

#include "tst_redisreader.moc"
