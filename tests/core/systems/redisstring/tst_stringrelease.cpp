// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/stringrelease.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::stringrelease;

namespace tst_stringrelease {

namespace {

LockRecord heldBy(const QByteArray &value, const QString &variant, const QByteArray &name = "job")
{
    LockRecord record;
    record.id = {std::make_shared<const SourceId>(SourceId{QStringLiteral("cache"),
                                                           QStringLiteral("redis_string"),
                                                           QStringLiteral("db 0")}),
                 name};
    record.state = LockState::Held;
    record.variant = variant;
    record.holders = {{value, value.size(), {}, 1, nullptr}};
    return record;
}

} // namespace

class TestStringRelease : public QObject
{
    Q_OBJECT

private slots:
    void offersOneActionInTheLibrarysWords()
    {
        const auto plain = actions(heldBy("x-1", {}));
        QCOMPARE(plain.size(), size_t(1));
        QCOMPARE(plain[0].id, QStringLiteral("delete"));
        QCOMPARE(plain[0].label, QStringLiteral("Release"));
        QVERIFY(!plain[0].evenIfRenewed);
        for (const char *job : {"BullMQ", "Bull"}) {
            const auto stalled = actions(heldBy("x", QString::fromLatin1(job)));
            QCOMPARE(stalled[0].label, QStringLiteral("Mark job stalled"));
            QVERIFY(stalled[0].consequence.contains(QStringLiteral("runs twice")));
        }
        QStringList consequences{plain[0].consequence};
        for (const char *library : {"redis-py", "RedBeat", "ShedLock", "python-redis-lock",
                                    "Spring Integration", "hand-made"}) {
            const QString words = actions(heldBy("x", QString::fromLatin1(library)))[0].consequence;
            QVERIFY2(!words.isEmpty() && !consequences.contains(words), library);
            consequences.append(words);
        }
        LockRecord guess = heldBy("x", QStringLiteral("redis-py"));
        guess.variantCertainty = Certainty::Likely;
        QVERIFY(actions(guess)[0].consequence.startsWith(QStringLiteral("If it is redis-py's: ")));
    }

    void offersNothingWhereNobodyHoldsIt()
    {
        LockRecord waitingWriter = heldBy("x", QStringLiteral("DistributedLock.NET"));
        waitingWriter.holders.clear();
        waitingWriter.state = LockState::Unknown;
        QVERIFY(actions(waitingWriter).empty());
    }

    void whatTellsHolders_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("variant");
        QTest::addColumn<bool>("tells");
        const QString none;
        const QString handMade = QStringLiteral("hand-made");
        QTest::newRow("empty") << QByteArray("") << handMade << false;
        QTest::newRow("locked") << QByteArray("locked") << handMade << false;
        QTest::newRow("a library's") << QByteArray("x") << QStringLiteral("redis-py") << true;
        QTest::newRow("zero") << QByteArray("0") << none << false;
        QTest::newRow("a short number") << QByteArray("812") << none << false;
        QTest::newRow("a word") << QByteArray("Processing") << none << false;
        for (const char *constant :
             {"IN_PROGRESS", "is_locked", "1000", "lock-1", "web-3", "4711", "abcdefghijklmnop",
              "payment-worker-1234567890", "2026-11-21T14:05:00.123Z", "1763733900123456789",
              "00000000-0000-0000-0000-000000000000", "0000000000000000000000000000000f",
              "deadbeefdeadbeefdeadbeef", "0123456789abcdef", "5f0c6d3e8a7b4c1"})
            QTest::newRow(constant) << QByteArray(constant) << none << false;
        QTest::newRow("bytes") << QByteArray("\0\1\2\3", 4) << none << false;
        for (const char *unique :
             {"9f1c0a27-5b3d-4e86-8c14-d27be0a96f31", "9F1C0A27-5B3D-4E86-8C14-D27BE0A96F31",
              "web-3:9f1c0a27-5b3d-4e86-8c14-d27be0a96f31:17", "5f0c6d3e8a7b4c1d",
              "worker-5f0c6d3e8a7b4c1d", "zz5F0C6D3E8A7B4C1Dzz"})
            QTest::newRow(unique) << QByteArray(unique) << none << true;
    }

    void whatTellsHolders()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, variant);
        QFETCH(bool, tells);
        QCOMPARE(valueTellsHolders(heldBy(value, variant)), tells);
    }

    void wakesWhoNeedsIt()
    {
        QVERIFY(wakeCommands(heldBy("x", QStringLiteral("redis-py"))).empty());
        QVERIFY(wakeCommands(heldBy("x", {}, "lock:a")).empty());
        const std::vector<RedisCommand> list = {{"DEL", "lock-signal:a:b"},
                                                {"LPUSH", "lock-signal:a:b", "1"},
                                                {"PEXPIRE", "lock-signal:a:b", "1000"}};
        QCOMPARE(wakeCommands(heldBy("x", QStringLiteral("python-redis-lock"), "lock:a:b")), list);
        const std::vector<RedisCommand> channels = {
            {"PUBLISH", "locks-channel:locks:o:7", "locks:o:7"},
            {"PUBLISH", "locks:o-channel:locks:o:7", "locks:o:7"}};
        QCOMPARE(wakeCommands(heldBy("x", QStringLiteral("Spring Integration"), "locks:o:7")),
                 channels);
        const QByteArray colons = "locks" + QByteArray(":a").repeated(100);
        QCOMPARE(wakeCommands(heldBy("x", QStringLiteral("Spring Integration"), colons)).size(),
                 size_t(16));
    }

    void aScriptComparesAndWakesBeforeItDeletes()
    {
        const auto wake = wakeCommands(heldBy("x", QStringLiteral("python-redis-lock"), "lock:a"));
        const RedisCommand command = script("lock:a", "value", 77, ExpiryCheck::Exact, wake);
        const RedisCommand arguments(command.begin() + 2, command.end());
        QCOMPARE(arguments,
                 (RedisCommand{"2", "lock:a", "lock-signal:a", "value", "77", "1", "1000"}));
        const QByteArray &text = command[1];
        const auto at = [&text](const char *part) { return text.indexOf(part); };
        QVERIFY(at("GETRANGE") > 0);
        QVERIFY(at("GETRANGE") < at("PEXPIRETIME"));
        QVERIFY(at("PEXPIRETIME") < at("LPUSH"));
        QVERIFY(at("LPUSH") < at("redis.call('DEL',KEYS[1])"));
        QVERIFY(!text.contains("value"));

        const RedisCommand instance = script("a", "v", 77, ExpiryCheck::None, {});
        QVERIFY(!instance[1].contains("PEXPIRETIME"));
        QCOMPARE(instance.size(), size_t(5));
        QVERIFY(script("a", "v", 77, ExpiryCheck::Derived, {})[1].contains("PTTL"));
    }
};

LOCKMASTER_TEST(TestStringRelease, QCoreApplication)

} // namespace tst_stringrelease

#include "tst_stringrelease.moc"
