// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonshape.h"
#include "core/systems/redisson/sidekeys.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_redissonshape {

using Kind = RedissonShape::Kind;
using Fields = std::vector<std::pair<QByteArray, QByteArray>>;

namespace {

const QByteArray client = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c";
const QByteArray other = "9f1c0a00-0000-4000-8000-000000000001";
const QByteArray owner = client + ":302";

KeyReading hash(const Fields &fields, qint64 length = -1)
{
    KeyReading key;
    key.key = "order:1";
    key.type = "hash";
    key.fields = fields;
    key.length = length < 0 ? static_cast<qint64>(fields.size()) : length;
    return key;
}

Fields multi(const QByteArray &value, const QByteArray &holder, const QByteArray &count)
{
    return {{value, holder},
            {value + ':' + holder + ":expire_time", "1700000000000"},
            {value + ':' + holder + ":lock_count", count}};
}

Fields readers(int count)
{
    Fields fields;
    for (int i = 0; i < count; ++i)
        fields.emplace_back(client + ':' + QByteArray::number(i), "1");
    return fields;
}

} // namespace

class TestRedissonShape : public QObject
{
    Q_OBJECT

private slots:
    void aPlainLockIsOneOwnerWithItsCount()
    {
        const auto shape = redissonShape(hash({{owner, "2"}}));
        QVERIFY(shape.has_value());
        QCOMPARE(shape->kind, Kind::Single);
        QCOMPARE(shape->entries.size(), size_t(1));
        QCOMPARE(shape->entries[0].client, client);
        QCOMPARE(shape->entries[0].thread, QByteArray("302"));
        QCOMPARE(shape->entries[0].count, qint64(2));
    }

    void theThreadMayBeAny64BitNumber()
    {
        for (const char *thread : {"3020424071110789844", "-9223372036854775808", "0"}) {
            const auto shape = redissonShape(hash({{client + ':' + thread, "1"}}));
            QVERIFY2(shape.has_value(), thread);
            QCOMPARE(shape->entries[0].thread, QByteArray(thread));
        }
    }

    void readersAreSorted()
    {
        const auto shape = redissonShape(
            hash({{other + ":9", "1"}, {"mode", "read"}, {owner, "3"}, {client + ":17", "1"}}));
        QVERIFY(shape.has_value());
        QCOMPARE(shape->kind, Kind::Read);
        QCOMPARE(shape->entries.size(), size_t(3));
        QCOMPARE(shape->entries[0].raw, client + ":17");
        QCOMPARE(shape->entries[1].raw, owner);
        QCOMPARE(shape->entries[2].raw, other + ":9");
    }

    void theWriterComesFirst()
    {
        const auto shape = redissonShape(
            hash({{client + ":1", "1"}, {"mode", "write"}, {client + ":1:write", "2"}}));
        QVERIFY(shape.has_value());
        QCOMPARE(shape->kind, Kind::Write);
        QVERIFY(shape->entries[0].write);
        QCOMPARE(shape->entries[0].count, qint64(2));
        QCOMPARE(shape->entries[0].thread, QByteArray("1"));
        QVERIFY(!shape->entries[1].write);
    }

    void moreReadersThanWereReadAreSaidToBeCut()
    {
        Fields fields = readers(63);
        fields.emplace_back("mode", "read");
        const auto withMode = redissonShape(hash(fields, 5000));
        QVERIFY(withMode.has_value());
        QVERIFY(withMode->cut);
        const auto without = redissonShape(hash(readers(64), 5000));
        QVERIFY(without.has_value());
        QCOMPARE(without->kind, Kind::Read);
        QCOMPARE(without->entries.size(), size_t(64));
    }

    void aMultiLockNamesEachHolderOnce()
    {
        Fields fields = multi("2bGjv1Yd5PvHkXUJ2yTzxw", owner, "1");
        for (const Fields &more : {multi("aaaaaaaaaaaaaaaaaaaaaa", owner, "3"),
                                   multi("bb:with:colons", other + ":-5", "1")})
            fields.insert(fields.end(), more.begin(), more.end());
        const auto shape = redissonShape(hash(fields));
        QVERIFY(shape.has_value());
        QCOMPARE(shape->kind, Kind::Multi);
        QCOMPARE(shape->values.size(), size_t(3));
        QCOMPARE(shape->values[0].expiresMs, std::optional<qint64>(1700000000000));
        QCOMPARE(shape->entries.size(), size_t(2));
        QCOMPARE(shape->entries[0].raw, owner);
        QCOMPARE(shape->entries[0].count, qint64(3));
        QCOMPARE(shape->entries[1].raw, other + ":-5");
    }

    void otherHashesAreNoLocks_data()
    {
        QTest::addColumn<Fields>("fields");
        const QByteArray huge(1'000'000, 'x');
        QTest::newRow("empty") << Fields{};
        QTest::newRow("a user") << Fields{{"name", "x"}, {"mail", "y"}};
        QTest::newRow("zero count") << Fields{{owner, "0"}};
        QTest::newRow("negative count") << Fields{{owner, "-1"}};
        QTest::newRow("count beyond 63 bits") << Fields{{owner, "9223372036854775808"}};
        QTest::newRow("count is no number") << Fields{{owner, "x"}};
        QTest::newRow("count with a space") << Fields{{owner, " 1"}};
        QTest::newRow("count with a leading zero") << Fields{{owner, "01"}};
        QTest::newRow("empty count") << Fields{{owner, ""}};
        QTest::newRow("huge count") << Fields{{owner, huge}};
        QTest::newRow("huge field") << Fields{{huge, "1"}};
        QTest::newRow("empty field") << Fields{{"", "1"}};
        QTest::newRow("uuid alone") << Fields{{client, "1"}};
        QTest::newRow("uuid and colon") << Fields{{client + ':', "1"}};
        QTest::newRow("thread is a word") << Fields{{client + ":main", "1"}};
        QTest::newRow("thread of 40 digits") << Fields{{client + ':' + QByteArray(40, '9'), "1"}};
        QTest::newRow("NUL in the uuid")
            << Fields{{QByteArray(owner).replace(3, 1, QByteArray(1, '\0')), "1"}};
        QTest::newRow("newline behind") << Fields{{owner + '\n', "1"}};
        QTest::newRow("two owners") << Fields{{owner, "1"}, {other + ":1", "1"}};
        QTest::newRow("writer without mode") << Fields{{owner + ":write", "1"}};
        QTest::newRow("mode alone") << Fields{{"mode", "read"}};
        QTest::newRow("mode of another kind") << Fields{{"mode", "x"}, {owner, "1"}};
        QTest::newRow("write mode without writer") << Fields{{"mode", "write"}, {owner, "1"}};
        QTest::newRow("two writers")
            << Fields{{"mode", "write"}, {owner + ":write", "1"}, {other + ":1:write", "1"}};
        QTest::newRow("read mode with a writer")
            << Fields{{"mode", "read"}, {owner + ":write", "1"}};
        QTest::newRow("multi-lock without its count")
            << Fields{{"F", owner}, {"F:" + owner + ":expire_time", "1"}};
        QTest::newRow("multi-lock of another owner")
            << Fields{{"F", owner},
                      {"F:" + other + ":1:expire_time", "1"},
                      {"F:" + other + ":1:lock_count", "1"}};
        QTest::newRow("multi-lock and something else")
            << Fields{{"F", owner},
                      {"F:" + owner + ":expire_time", "1"},
                      {"F:" + owner + ":lock_count", "1"},
                      {"x", "y"}};
        QTest::newRow("a bare side field") << Fields{{":lock_count", "1"}};
    }
    void otherHashesAreNoLocks()
    {
        QFETCH(Fields, fields);
        QVERIFY(!redissonShape(hash(fields)).has_value());
    }

    void thousandsOfForeignFieldsAreNoLock()
    {
        Fields fields;
        for (int i = 0; i < 64; ++i)
            fields.emplace_back("field" + QByteArray::number(i), "1");
        QVERIFY(!redissonShape(hash(fields, 500'000)).has_value());
    }

    void sideKeysFollowTheBraceRule()
    {
        QCOMPARE(redisson::lockChannel("order:1"), QByteArray("redisson_lock__channel:{order:1}"));
        QCOMPARE(redisson::lockChannel("{tag}:order:2"),
                 QByteArray("redisson_lock__channel:{tag}:order:2"));
        QCOMPARE(redisson::lockChannel("a{b"), QByteArray("redisson_lock__channel:a{b"));
        QCOMPARE(redisson::readWriteChannel("a"), QByteArray("redisson_rwlock:{a}"));
        QCOMPARE(redisson::readerTimeout("a", owner, 2), "{a}:" + owner + ":rwlock_timeout:2");
        QCOMPARE(redisson::readerTimeout("{a}", owner, 1), "{a}:" + owner + ":rwlock_timeout:1");
    }

    void sideKeysAreHidden()
    {
        for (const QByteArray &name : {QByteArray("a"), QByteArray("{a}:b")}) {
            QVERIFY(redisson::isSideKey(redisson::fairQueue(name)));
            QVERIFY(redisson::isSideKey(redisson::fairTimeouts(name)));
            QVERIFY(redisson::isSideKey(redisson::fenceToken(name)));
            QVERIFY(redisson::isSideKey(redisson::readerTimeout(name, owner, 1)));
        }
        QVERIFY(redisson::isSideKey("redisson_unlock_latch:{a}:0123456789abcdef0123456789abcdef"));
        const auto locksBeside = [](const QByteArray &key) { return redisson::locksBeside(key); };
        using Names = std::vector<QByteArray>;
        QCOMPARE(locksBeside(redisson::fairQueue("a")), Names({"a", "{a}"}));
        QCOMPARE(locksBeside(redisson::fairTimeouts("a{b}c")), Names({"a{b}c"}));
        QCOMPARE(locksBeside(redisson::fenceToken("{a}")), Names({"a", "{a}"}));
        QCOMPARE(locksBeside("redisson_lock_queue:a"), Names());
        QCOMPARE(locksBeside("order:1"), Names());
        QVERIFY(!redisson::isSideKey("order:1"));
        QVERIFY(!redisson::isSideKey("my:redisson_lock_queue:{a}"));
        QVERIFY(!redisson::isSideKey("{a}:x:rwlock_timeout:y"));
        QVERIFY(!redisson::isSideKey(":rwlock_timeout:1"));
    }
};

LOCKMASTER_TEST(TestRedissonShape, QCoreApplication)

} // namespace tst_redissonshape

#include "tst_redissonshape.moc"
