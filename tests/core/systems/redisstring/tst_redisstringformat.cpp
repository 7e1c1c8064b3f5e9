// SPDX-License-Identifier: Apache-2.0
#include "core/domain/witness.h"
#include "core/systems/redisstring/ownerdecoders.h"
#include "core/systems/redisstring/redisstringformat.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <set>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_redisstringformat {

namespace {

constexpr ServerTime now(std::chrono::sys_days(std::chrono::year(2026) / 11 / 21));
constexpr auto uuid = "6ef928bd-98f3-4af4-bdfa-5dc456b4d68c";
constexpr auto hex32 = "462d5a55c1e84b7f9a0e6d1c2b3a4f50";

RedisReadContext context()
{
    RedisReadContext result;
    result.backend = QStringLiteral("cache");
    result.source = QStringLiteral("db 0");
    result.clock = {now, SteadyTime(1h), Micros(100)};
    result.version = 70015;
    return result;
}

void expireIn(KeyReading &key, Millis ttl)
{
    key.expiresAt = now + ttl;
    key.deadline = context().clock.local + ttl;
    key.storedExpiryMs =
        std::chrono::duration_cast<Millis>(key.expiresAt->time_since_epoch()).count();
    key.expiryExact = true;
}

/** A string key; no time to live means no expiry. */
KeyReading reading(const QByteArray &name, const QByteArray &value, std::optional<Millis> ttl)
{
    KeyReading key;
    key.key = name;
    key.type = "string";
    key.value = value;
    key.length = value.size();
    if (ttl)
        expireIn(key, *ttl);
    return key;
}

KeyReading matched(KeyReading key)
{
    key.pattern = "*";
    return key;
}

QString attribute(const LockRecord &lock, const QString &label)
{
    for (const Attribute &line : *lock.attributes) {
        if (line.label == label)
            return line.value;
    }
    return {};
}

} // namespace

class TestRedisStringFormat : public QObject
{
    Q_OBJECT

    RedisStringFormat m_format;

    std::optional<LockRecord> decode(const KeyReading &key)
    {
        return m_format.decode(key, context());
    }

private slots:
    void whatStandsAsItStoodKeepsItsRecord()
    {
        KeyReading key = matched(reading("lock:kept", "me", 10s));
        const LockRecord first = *decode(key);
        key.known = true;
        const LockRecord before = *decode(key);
        QVERIFY(before.attributes != first.attributes);
        RedisReadContext later = context();
        later.clock.local += 1s;
        later.clock.server += 1s;
        *key.deadline += 3ms; // the clocks' readings jitter
        const LockRecord after = *m_format.decode(key, later);
        QVERIFY(sameContent(before, after));
        QCOMPARE(after.attributes.get(), before.attributes.get());
        QVERIFY(after.lease.deadline == *key.deadline);
    }

    void aListGetsNoLinesForDetails()
    {
        const KeyReading key = matched(reading("lock:listed", "me", 10s));
        RedisReadContext brief = context();
        brief.brief = true;
        const LockRecord listed = *m_format.decode(key, brief);
        QVERIFY(!listed.attributes);
        LockRecord whole = *decode(key);
        QVERIFY(whole.attributes);
        whole.attributes.reset();
        QVERIFY(sameContent(listed, whole));
    }

    void whatChangedIsDecodedAnew()
    {
        KeyReading key = matched(reading("lock:anew", "me", 10s));
        key.known = true;
        const LockRecord before = *decode(key);

        KeyReading other = key;
        other.value = "you";
        QCOMPARE(decode(other)->holders.at(0).raw, QByteArray("you"));
        other = key;
        other.length = 5000;
        QVERIFY(decode(other)->holders.at(0).truncated());
        other = key;
        expireIn(other, 20s);
        QVERIFY(!sameLease(*decode(other), before));
        QVERIFY(decode(other)->lease.expiresAt == other.expiresAt);
        other = key;
        other.pattern.clear();
        QVERIFY(!decode(other)); // nobody's token: only the pattern made it a lock
        QVERIFY(sameContent(*decode(key), before));
        RedisReadContext elsewhere = context();
        elsewhere.backend = QStringLiteral("other");
        QCOMPARE(m_format.decode(key, elsewhere)->id.source->backend, QStringLiteral("other"));
    }

    void namesThatAreNewForEachJobDoNotKeepOthersOut()
    {
        RedisStringFormat format;
        RedisReadContext now = context();
        const auto look = [&](const QByteArray &name) {
            KeyReading key = matched(reading(name, "me", 1h));
            key.known = true;
            return format.decode(key, now)->attributes;
        };
        look("lock:first");
        for (size_t i = 1; i < RedisRecordCache::capacity; ++i)
            look("lock:job:" + QByteArray::number(qsizetype(i)));
        now.clock.local += 1s;
        const auto first = look("lock:first"); // the time between two looks
        const auto early = look("lock:long");
        QVERIFY(early != look("lock:long")); // full of what was just seen
        for (int i = 0; i < 2; ++i) {
            now.clock.local += 1s;
            QCOMPARE(look("lock:first"), first);
        }
        const auto late = look("lock:long");
        QCOMPARE(look("lock:long"), late);
        QCOMPARE(look("lock:first"), first);
    }

    void whereNoKeyIsSeenTwiceAFullCacheBeginsAnew()
    {
        RedisStringFormat format;
        RedisReadContext now = context();
        const auto look = [&](const QByteArray &name) {
            KeyReading key = matched(reading(name, "me", 1h));
            key.known = true;
            return format.decode(key, now)->attributes;
        };
        for (size_t i = 0; i < RedisRecordCache::capacity; ++i)
            look("lock:job:" + QByteArray::number(qsizetype(i)));
        now.clock.local += 11s;
        const auto seen = look("lock:long");
        QCOMPARE(look("lock:long"), seen);
    }

    void recognisesWithoutAPattern_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("ttlMs");
        QTest::addColumn<QString>("library");
        QTest::addColumn<QString>("label");

        const auto row = [](const char *name, const QByteArray &key, const QByteArray &value,
                            int ttlMs, const char *library, const char *label) {
            QTest::newRow(name) << key << value << ttlMs << QString::fromLatin1(library)
                                << QString::fromLatin1(label);
        };
        row("redis-py", "anything", "05aed660e54b11f1855902fc00000001", 30000, "redis-py",
            "redis-py 02:fc:00:00:00:01");
        row("redis-py without expiry", "x", "05aed660e54b11f1855902fc00000001", -1, "redis-py",
            "redis-py 02:fc:00:00:00:01");
        row("RedBeat", "redbeat::lock", "05aed660e54b11f1855902fc00000001", 1500000, "RedBeat",
            "redis-py 02:fc:00:00:00:01");
        row("node-redlock", "res:a", hex32, 10000, "node-redlock", "node-redlock 462d5a55..");
        row("node-redlock, long and named", "locks:a", hex32, 3600000, "node-redlock",
            "node-redlock 462d5a55..");
        row("redis-semaphore", "mutex:orders", uuid, 10000, "redis-semaphore",
            "redis-semaphore 6ef928bd..");
        row("Lockmaster", "anything", "lockmaster:kim@ops-1:4711:00ff00ff00ff00ff", 30000,
            "Lockmaster", "lockmaster kim@ops-1:4711");
        row("Lockmaster, and why", "anything",
            "lockmaster:kim@ops-1:4711:00ff00ff00ff00ff (migration, OPS-311)", 30000, "Lockmaster",
            "lockmaster kim@ops-1:4711 (migration, OPS-311)");
        row("ShedLock", "job-lock:default:close",
            QByteArray("ADDED:2026-11-20T23:59:58.250Z@batch-1.local:") + uuid, 60000, "ShedLock",
            "batch-1.local");
        row("ShedLock 6.0", "job-lock:prod:close", "ADDED:2026-11-20T23:59:58.250Z@batch-1", 60000,
            "ShedLock", "batch-1");
        row("Spring Integration", "my-locks:order-1", uuid, 60000, "Spring Integration",
            "Spring 6ef928bd..");
        row("Spring Integration, registry", "orderRegistry:1", uuid, 60000, "Spring Integration",
            "Spring 6ef928bd..");
        row("BullMQ", "bull:mail:1:lock", QByteArray(uuid) + ":0", 30000, "BullMQ",
            "worker 6ef928bd..");
        row("BullMQ, own prefix, job with colons", "app:mail:repeat:ab:17:lock",
            QByteArray(uuid) + ":112", 30000, "BullMQ", "worker 6ef928bd..");
        row("Bull", "bull:mail:1:lock", uuid, 30000, "Bull", "worker 6ef928bd..");
        row("redsync", "stock", "R7uK0Yx3mZ8Qe5p9Tn2VLg==", 8000, "redsync", "redsync R7uK0Yx3..");
        row("python-redis-lock", "lock:cron", "R7uK0Yx3mZ8Qe5p9Tn2VLgAb", -1, "python-redis-lock",
            "python-redis-lock R7uK0Yx3..");
        row("bsm/redislock", "order-lock:7", "R7uK0Yx3-Z8Qe5p9Tn2_Lg", 5000, "bsm/redislock",
            "bsm/redislock R7uK0Yx3..");
        row("Laravel", "shop_database_shop_cache_import", "aB3dE5fG7hI9jK1l", 60000, "Laravel",
            "Laravel aB3dE5fG..");
        row("Laravel, serialized", "shop-laravel_unique_job:App\\Close:1",
            "s:16:\"aB3dE5fG7hI9jK1l\";", -1, "Laravel", "Laravel aB3dE5fG..");
        row("Laravel, no name", "laravel_cache_import", "aB3dE5fG7hI9jK1l", 60000, "Laravel",
            "Laravel aB3dE5fG..");
        row("Laravel, older", "laravel_database_laravel_cache:import", "aB3dE5fG7hI9jK1l", 60000,
            "Laravel", "Laravel aB3dE5fG..");
        row("Laravel, schedule", "app-framework/schedule-0beec7", "aB3dE5fG7hI9jK1l", 60000,
            "Laravel", "Laravel aB3dE5fG..");
        row("captcha", "captcha:9f3a", hex32, 60000, "node-redlock", "node-redlock 462d5a55..");
        row("idempotency", "idempotency:abc", hex32, 60000, "node-redlock",
            "node-redlock 462d5a55..");
        row("mail to verify", "verify_email:42", hex32, 60000, "node-redlock",
            "node-redlock 462d5a55..");
        row("DistributedLock.NET", "stock", QByteArray("WEB_3_812_") + hex32, 30000,
            "DistributedLock.NET", "WEB_3 pid 812");
        row("Hangfire", "{hangfire}:recurring-jobs:lock", uuid, 30000, "Hangfire",
            "Hangfire 6ef928bd..");
    }
    void recognisesWithoutAPattern()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(int, ttlMs);
        QFETCH(QString, library);
        QFETCH(QString, label);
        const auto ttl = ttlMs < 0 ? std::nullopt : std::optional<Millis>(ttlMs);
        const auto lock = decode(reading(key, value, ttl));
        QVERIFY(lock.has_value());
        QCOMPARE(lock->variant, library);
        QCOMPARE(lock->holders.size(), size_t(1));
        QCOMPARE(lock->holders[0].label, label);
        QCOMPARE(lock->holders[0].raw, value);
        QCOMPARE(lock->state, LockState::Held);
        QCOMPARE(lock->id.name, key);
        QCOMPARE(lock->id.source->system, QStringLiteral("redis_string"));
        QCOMPARE(lock->lease.hasExpiry, ttl.has_value());
        QCOMPARE(lock->ttlAt(context().clock.local).has_value(), ttl.has_value());
        QVERIFY(!lock->waiters.count.has_value());
        QVERIFY(lock->findings.empty());
    }

    /** What a value says of its library, or its key and value together, and nothing less. */
    void recognitionIsAsCertainAsItsEvidence_data() { recognisesWithoutAPattern_data(); }
    void recognitionIsAsCertainAsItsEvidence()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(int, ttlMs);
        const std::set<QByteArray> guesses = {"redis-py",
                                              "redis-py without expiry",
                                              "node-redlock",
                                              "node-redlock, long and named",
                                              "Spring Integration",
                                              "Spring Integration, registry",
                                              "redsync",
                                              "bsm/redislock",
                                              "Laravel",
                                              "DistributedLock.NET",
                                              "python-redis-lock",
                                              "redis-semaphore",
                                              "BullMQ, own prefix, job with colons",
                                              "captcha",
                                              "idempotency",
                                              "mail to verify"};
        const auto ttl = ttlMs < 0 ? std::nullopt : std::optional<Millis>(ttlMs);
        const bool guessed = guesses.contains(QTest::currentDataTag());
        QCOMPARE(decode(reading(key, value, ttl))->certainty,
                 guessed ? Certainty::Likely : Certainty::Certain);
        // A pattern settles that it is a lock, not whose.
        const auto named = decode(matched(reading(key, value, ttl)));
        QCOMPARE(named->certainty, Certainty::Certain);
        QCOMPARE(named->variantCertainty, guessed ? Certainty::Likely : Certainty::Certain);
        QCOMPARE(decode(reading(key, value, ttl))->variantCertainty, named->variantCertainty);
    }

    /** What always expires did not write it: a dump that was restored, or somebody else. */
    void withoutTheExpiryThatALibraryAlwaysSetsItIsAGuess()
    {
        const QByteArray shed = "ADDED:2026-11-20T23:59:58.250Z@app-1";
        QCOMPARE(decode(reading("job", shed, 30s))->certainty, Certainty::Certain);
        QCOMPARE(decode(reading("job", shed, std::nullopt))->certainty, Certainty::Likely);
        const QByteArray job = "bull:mail:1:lock";
        QCOMPARE(decode(reading(job, uuid, 30s))->certainty, Certainty::Certain);
        QCOMPARE(decode(reading(job, uuid, std::nullopt))->certainty, Certainty::Likely);
        QCOMPARE(decode(reading("laravel_cache:a", "aB3dE5fG7hI9jK1l", std::nullopt))->certainty,
                 Certainty::Certain);
    }

    /** `lock:order` may hold the id of a document of MongoDB, which 24 base64 digits can be. */
    void anIdIsNoToken()
    {
        const QByteArray id = "507f1f77bcf86cd799439011";
        QVERIFY(!decode(reading("lock:order", id, 30s)));
        QCOMPARE(decode(matched(reading("lock:order", id, 30s)))->variant, QString());
    }

    void everyDecoderHasARow()
    {
        std::set<QString> seen;
        recognisedLibraries(seen);
        for (const OwnerDecoder &decoder : ownerDecoders())
            QVERIFY2(seen.contains(QString::fromLatin1(decoder.library)), decoder.library);
    }

    void whatMayBeSomethingElseIsNoLock_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("ttlMs");
        const auto row = [](const char *name, const QByteArray &key, const QByteArray &value,
                            int ttlMs) { QTest::newRow(name) << key << value << ttlMs; };
        row("empty value", "product:1", "", 5000);
        row("one", "locks:1", "1", 5000);
        row("counter", "visits", "4711", -1);
        row("uuid", "user:1:device", uuid, 60000);
        row("uuid without a colon", "lock", uuid, 60000);
        row("uuid in a registry, no expiry", "my-locks:1", uuid, -1);
        row("uuid under a job-like key", "app:mail:1:lock", uuid, 30000);
        row("checksum that stays", "etag:/index", hex32, -1);
        row("checksum with a long lease", "page:1", hex32, 3600000);
        row("short checksum in a cache", "cache:page:1", hex32, 30000);
        row("short session", "session:77", hex32, 30000);
        row("blocks are no locks", "blocklist:1", hex32, 3600000);
        row("upper-case hex", "res:a", QByteArray(hex32).toUpper(), 10000);
        row("31 digits", "res:a", QByteArray(hex32).chopped(1), 10000);
        row("uuid1 from 1999", "res:a", "05aed660e54b11d2855902fc00000001", -1);
        row("uuid1 from the future", "res:a", "05aed660e54b11ff855902fc00000001", -1);
        row("base64 of 17 bytes", "stock", "R7uK0Yx3mZ8Qe5p9Tn2VLgA=", 8000);
        row("base64 with bits left over", "stock", "R7uK0Yx3mZ8Qe5p9Tn2VLh==", 8000);
        row("22 letters", "order:7", "R7uK0Yx3-Z8Qe5p9Tn2_Lg", 5000);
        row("16 letters in no cache", "order:7", "aB3dE5fG7hI9jK1l", 5000);
        row("cached number", "laravel_cache:visits", "1234567890123456", 5000);
        row("cached PHP string", "shop_cache_name", "s:16:\"aB3dE5fG7hI9jK1l\";", 5000);
        row("Lockmaster without a token", "job", "lockmaster:kim@ops-1:4711", 5000);
        row("ShedLock without a host", "job", "ADDED:2026-11-20T23:59:58.250Z@", 5000);
        row("ShedLock with a broken time", "job", "ADDED:2026-13-20T23:59:58.250Z@h", 5000);
        row("no pid", "stock", QByteArray("WEB__") + hex32, 5000);
        row("no machine", "stock", QByteArray("_812_") + hex32, 5000);
        row("pid beyond 63 bits", "stock", QByteArray("W_99999999999999999999_") + hex32, 5000);
        row("job lock with another tail", "bull:mail:1:lock", QByteArray(uuid) + ":x", 30000);
        row("token with a NUL", "res:a", QByteArray(hex32).replace(4, 1, QByteArray(1, '\0')),
            9000);
        row("JSON", "lock:1", "{\"owner\":\"x\"}", 5000);
    }
    void whatMayBeSomethingElseIsNoLock()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(int, ttlMs);
        const auto ttl = ttlMs < 0 ? std::nullopt : std::optional<Millis>(ttlMs);
        const auto lock = decode(reading(key, value, ttl));
        QVERIFY2(!lock.has_value(), lock ? qPrintable(lock->variant) : "");
        QVERIFY(decode(matched(reading(key, value, ttl))).has_value());
    }

    void underAPatternEveryValueIsALock_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("library");
        QTest::addColumn<QString>("label");
        const auto text = [](const char *latin) { return QString::fromLatin1(latin); };
        QTest::newRow("text") << QByteArray("web-3") << QString() << text("web-3");
        QTest::newRow("uuid") << QByteArray(uuid) << QString() << text(uuid);
        QTest::newRow("hex") << QByteArray(hex32) << text("node-redlock")
                             << text("node-redlock 462d5a55..");
        QTest::newRow("empty") << QByteArray() << text("hand-made") << text("(unsigned)");
        QTest::newRow("markup") << QByteArray("<b>x</b>") << QString() << text("<b>x</b>");
        QTest::newRow("newline and NUL")
            << QByteArray("a\nb\0c", 5) << QString() << text("a\\nb\\x00c");
        QTest::newRow("not UTF-8") << QByteArray("\xff\xfe") << QString() << text("\\xff\\xfe");
        QTest::newRow("right-to-left mark") << QByteArray("a\xe2\x80\xae"
                                                          "b")
                                            << QString() << text("a\\u202eb");
    }
    void underAPatternEveryValueIsALock()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, library);
        QFETCH(QString, label);
        const auto lock = decode(matched(reading("order:1", value, 3600000ms)));
        QVERIFY(lock.has_value());
        QCOMPARE(lock->pattern, QByteArray("*"));
        QCOMPARE(lock->variant, library);
        QCOMPARE(lock->holders.at(0).label, label);
        QCOMPARE(lock->holders.at(0).raw, value);
    }

    void aConstantOwnerNamesNobody()
    {
        const auto lock = decode(matched(reading("order:1", "locked", 5000ms)));
        QVERIFY(lock.has_value());
        QVERIFY(lock->hasFinding(FindingId::UnsignedOwner));
        QCOMPARE(lock->holders.at(0).label, QStringLiteral("locked"));
    }

    void withoutAnOwnerTheLeaseTellsInstancesApart()
    {
        const auto first = decode(matched(reading("order:1", "", 5000ms)));
        const auto next = decode(matched(reading("order:1", "", 5001ms)));
        QVERIFY(!sameInstance(*first, *next));
        QVERIFY(witnessOf(*first).instance != witnessOf(*next).instance);

        KeyReading old = matched(reading("order:1", "", 5000ms));
        old.expiryExact = false; // a server that tells PTTL only: the figure trembles
        KeyReading later = matched(reading("order:1", "", 5001ms));
        later.expiryExact = false;
        QVERIFY(sameInstance(*decode(old), *decode(later)));
    }

    void aCutValueIsShownAndNeverDecoded()
    {
        KeyReading huge = reading("order:1", QByteArray(1024, 'x'), 5000ms);
        huge.length = 1'000'000;
        QVERIFY(!decode(huge).has_value());
        const auto lock = decode(matched(huge));
        QVERIFY(lock.has_value());
        QVERIFY(lock->holders.at(0).truncated());
        QCOMPARE(lock->holders.at(0).rawBytes, qint64(1'000'000));
        QCOMPARE(lock->holders.at(0).label.size(), 66);
        QVERIFY(attribute(*lock, QStringLiteral("Length")).contains(QStringLiteral("1000000")));

        KeyReading token = reading("res:a", hex32, 5000ms);
        token.length = 2000;
        QVERIFY(!decode(token).has_value());
    }

    void theTokenOfRedisPyTellsTimeAndMac()
    {
        const auto lock = decode(reading("x", "05aed660e54b11f1855902fc00000001", 5000ms));
        QCOMPARE(attribute(*lock, QStringLiteral("MAC address")),
                 QStringLiteral("02:fc:00:00:00:01"));
        QCOMPARE(attribute(*lock, QStringLiteral("Acquired (holder's clock)")),
                 QStringLiteral("2026-11-21 01:29:40.584 UTC"));
        QVERIFY(!lock->heldSince.has_value());

        const auto random = decode(reading("x", "05aed660e54b11f1855903fc00000001", 5000ms));
        QVERIFY(attribute(*random, QStringLiteral("MAC address")).isEmpty());
        QVERIFY(!attribute(*random, QStringLiteral("Node (random, no MAC)")).isEmpty());
    }

    void hostAndProcessAreResolved()
    {
        const auto dotNet = decode(reading("stock", QByteArray("web-3_812_") + hex32, 30000ms));
        QCOMPARE(dotNet->holders.at(0).detail->host, QStringLiteral("web-3"));
        QCOMPARE(dotNet->holders.at(0).detail->pid, std::optional<qint64>(812));
        const auto shed = decode(reading("job", "ADDED:2026-11-20T23:59:58.250Z@h\n1", 30000ms));
        QCOMPARE(shed->holders.at(0).detail->host, QStringLiteral("h\\n1"));
        QCOMPARE(attribute(*shed, QStringLiteral("Acquired (holder's clock)")),
                 QStringLiteral("2026-11-20 23:59:58.250 UTC"));
    }

    void aWaitingWriterIsNoHolder()
    {
        const auto lock = decode(
            reading("stock.writer", QByteArray("web-3_812_") + hex32 + "_WRITERWAITING", 30000ms));
        QVERIFY(lock.has_value());
        QVERIFY(lock->holders.empty());
        QCOMPARE(lock->state, LockState::Unknown);
        QCOMPARE(lock->waiters.count, std::optional<qint64>(1));
        QCOMPARE(lock->waiters.list.at(0).label, QStringLiteral("web-3 pid 812"));
    }

    void aJobLockNamesItsJob()
    {
        const auto lock =
            decode(reading("bull:mail:repeat:ab:17:lock", QByteArray(uuid) + ":0", 9000ms));
        QCOMPARE(attribute(*lock, QStringLiteral("Queue")), QStringLiteral("mail"));
        QCOMPARE(attribute(*lock, QStringLiteral("Job")), QStringLiteral("repeat:ab:17"));
    }

    void withoutExpiryTheRecordSaysSo()
    {
        const auto lock = decode(reading("x", "05aed660e54b11f1855902fc00000001", std::nullopt));
        QVERIFY(!lock->lease.hasExpiry);
        QVERIFY(!lock->lease.expiresAt.has_value());
        QCOMPARE(attribute(*lock, QStringLiteral("Expiry as stored")),
                 QStringLiteral("none (PTTL -1)"));
    }

    void otherTypesAreNotAskedFor()
    {
        QVERIFY(m_format.wantsType("string"));
        QVERIFY(!m_format.wantsType("hash"));
        QVERIFY(m_format.hides("lock-signal:cron"));
        QVERIFY(!m_format.hides("lock:cron"));
        KeyReading hash = reading("x", hex32, 5000ms);
        hash.type = "hash";
        QVERIFY(!decode(matched(hash)).has_value());
    }

private:
    void recognisedLibraries(std::set<QString> &seen)
    {
        const QByteArray token(uuid);
        for (const auto &[key, value] : std::initializer_list<std::pair<QByteArray, QByteArray>>{
                 {"a", "05aed660e54b11f1855902fc00000001"},
                 {"redbeat::lock", "05aed660e54b11f1855902fc00000001"},
                 {"a", hex32},
                 {"mutex:a", token},
                 {"a", "lockmaster:kim@ops-1:4711:00ff00ff00ff00ff"},
                 {"a", "ADDED:2026-11-20T23:59:58.250Z@h"},
                 {"my-locks:a", token},
                 {"bull:q:1:lock", token},
                 {"bull:q:1:lock", token + ":0"},
                 {"a", "R7uK0Yx3mZ8Qe5p9Tn2VLg=="},
                 {"lock:a", "R7uK0Yx3mZ8Qe5p9Tn2VLgAb"},
                 {"a", "R7uK0Yx3-Z8Qe5p9Tn2_Lg"},
                 {"x_cache_y", "aB3dE5fG7hI9jK1l"},
                 {"a", QByteArray("w_1_") + hex32},
                 {"{hangfire}:a", token},
                 {"a", ""}}) {
            if (const auto lock = decode(matched(reading(key, value, 5000ms))))
                seen.insert(lock->variant);
        }
    }
};

LOCKMASTER_TEST(TestRedisStringFormat, QCoreApplication)

} // namespace tst_redisstringformat

#include "tst_redisstringformat.moc"
