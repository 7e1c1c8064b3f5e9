// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisonekey.h"

#include "core/redis/keyspace/rediskeyspace.h"
#include "core/redis/redisconnection.h"
#include "tests/support/fakeredis.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redisonekey {

namespace {

/** Takes every string and hash for a lock, and keeps what it was given. */
class AnyFormat : public RedisFormat
{
public:
    explicit AnyFormat(std::optional<KeyReading> &reading) : m_reading(reading) {}

    QString system() const override { return QStringLiteral("any"); }
    bool wantsType(const QByteArray &) const override { return true; }
    bool hides(const QByteArray &) const override { return false; }
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override
    {
        m_reading = key;
        LockRecord lock;
        lock.id = {
            std::make_shared<const SourceId>(SourceId{context.backend, system(), context.source}),
            key.key};
        lock.holders.push_back({key.value, key.length, {}, 1, nullptr});
        for (const auto &[field, count] : key.fields)
            lock.holders.push_back({field, field.size(), {}, count.toLongLong(), nullptr});
        lock.lease.hasExpiry = key.expiresAt.has_value();
        lock.lease.stored = key.storedExpiryMs;
        return lock;
    }

private:
    std::optional<KeyReading> &m_reading;
};

} // namespace

class RedisOneKeyTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_clock.emplace();
        m_redis.emplace(*m_clock);
        m_backend.name = QStringLiteral("cache");
        m_backend.redisDatabase = 3;
        m_backend.patterns = {"other:*", "k*"};
    }

    /** What the keyspace source hands to the formats, and what the one key's reader does. */
    void readsLikeTheKeyspaceSource_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("ttlMs");
        for (const int version : {7, 6}) {
            const auto row = [version](const char *what) -> QTestData & {
                return QTest::addRow("%s, Redis %d", what, version) << version;
            };
            row("value") << QByteArray("owner") << 5000;
            row("empty value") << QByteArray("") << 5000;
            row("no expiry") << QByteArray("owner") << -1;
            row("long value") << QByteArray(5000, 'v') << 5000;
            row("hash") << QByteArray() << 5000;
            row("hash without expiry") << QByteArray() << -1;
        }
    }

    void readsLikeTheKeyspaceSource()
    {
        QFETCH(int, version);
        QFETCH(QByteArray, value);
        QFETCH(int, ttlMs);
        m_redis->version = version;
        const auto ttl = ttlMs < 0 ? std::optional<Millis>() : Millis(ttlMs);
        if (value.isNull())
            m_redis->setHash("key", {{"uuid:1", "2"}}, ttl);
        else
            m_redis->setString("key", value, ttl);

        const auto [seen, record] = readByKeyspace();
        RedisOneKey one(m_backend, *m_redis, version * 10'000, *m_clock);
        m_clock->advance(700ms);
        const auto look = one.read("key", seen->storedExpiryMs, later());
        QVERIFY(look);
        QVERIFY(look->there());
        QVERIFY(look->reading.has_value());
        QCOMPARE(one.tellsExactExpiry(), version == 7);
        QCOMPARE(look->context.backend, QStringLiteral("cache"));
        QCOMPARE(look->context.source, QStringLiteral("db 3"));
        QCOMPARE(look->context.version, version * 10'000);
        QCOMPARE(look->context.clock.server, m_redis->now());
        QCOMPARE(look->reading->pattern, QByteArray("k*"));
        QCOMPARE(look->reading->type, seen->type);
        QCOMPARE(look->reading->value, seen->value);
        QCOMPARE(look->reading->length, seen->length);
        QCOMPARE(look->reading->fields, seen->fields);
        QCOMPARE(look->reading->expiryExact, seen->expiryExact);
        QCOMPARE(look->reading->storedExpiryMs, seen->storedExpiryMs);
        QCOMPARE(look->reading->deadline, seen->deadline);

        std::optional<KeyReading> ignored;
        const auto now = AnyFormat(ignored).decode(*look->reading, look->context);
        QCOMPARE(witnessOf(*now), witnessOf(record));
        QCOMPARE(storedExpiryOf(witnessOf(record)), seen->storedExpiryMs);
    }

    void aDerivedExpiryIsTheOneSeenUnlessItMoved()
    {
        m_redis->version = 6;
        m_redis->setString("key", "owner", 5s);
        const qint64 expiry = readByKeyspace().first->storedExpiryMs;
        RedisOneKey one(m_backend, *m_redis, 60'000, *m_clock);
        QCOMPARE(one.read("key", expiry + 15, later())->reading->storedExpiryMs, expiry + 15);
        QCOMPARE(one.read("key", expiry + 30, later())->reading->storedExpiryMs, expiry);
    }

    void aKeyThatIsNoLock()
    {
        m_redis->keys["key"] = {.type = "stream"};
        RedisOneKey one(m_backend, *m_redis, 70'000, *m_clock);
        const auto other = one.read("key", -1, later());
        QVERIFY(other);
        QCOMPARE(other->type, QByteArray("stream"));
        QVERIFY(!other->reading);

        m_redis->keys.clear();
        const auto gone = one.read("key", -1, later());
        QVERIFY(gone);
        QVERIFY(!gone->there());
        QVERIFY(!gone->reading);
    }

    void aKeyThatGoesWhileItIsRead()
    {
        m_redis->setString("key", "owner", 5s);
        RedisOneKey one(m_backend, *m_redis, 70'000, *m_clock);
        m_redis->beforeCommand = [this](const RedisCommand &command) {
            if (command.front() == "GETRANGE")
                m_redis->keys.clear();
        };
        const auto gone = one.read("key", -1, later());
        QVERIFY(gone);
        QVERIFY(!gone->there());
    }

    void whatIsDeniedIsAnError()
    {
        m_redis->setString("key", "owner", 5s);
        m_redis->deniedKeys = "k";
        RedisOneKey key(m_backend, *m_redis, 70'000, *m_clock);
        QCOMPARE(key.read("key", -1, later()).error().kind, ErrorKind::Denied);

        m_redis->deniedKeys.clear();
        m_redis->deniedCommands = {"PTTL", "PEXPIRETIME"};
        RedisOneKey expiry(m_backend, *m_redis, 70'000, *m_clock);
        const auto denied = expiry.read("key", -1, later());
        QVERIFY(!denied);
        QVERIFY(denied.error().remedy.contains(QStringLiteral("+pexpiretime")));
    }

private:
    SteadyTime later() const { return m_clock->now() + 1s; }

    std::pair<std::optional<KeyReading>, LockRecord> readByKeyspace()
    {
        std::optional<KeyReading> reading;
        std::vector<std::unique_ptr<RedisFormat>> formats;
        formats.push_back(std::make_unique<AnyFormat>(reading));
        RedisKeyspace keyspace({m_backend.name, m_backend.redisDatabase, m_backend.patterns},
                               std::move(formats), *m_clock);
        Observation observation =
            keyspace.read(*m_redis, RedisServer{}, BackendReader::Depth::Full, later());
        if (observation.records.size() != 1)
            qFatal("the keyspace source did not find the key");
        return {reading, observation.records.front()};
    }

    std::optional<ManualClock> m_clock;
    std::optional<FakeRedis> m_redis;
    BackendSpec m_backend;
};

LOCKMASTER_TEST(RedisOneKeyTest, QCoreApplication)

} // namespace tst_redisonekey

#include "tst_redisonekey.moc"
