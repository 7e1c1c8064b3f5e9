// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/rediskeyspace.h"

#include "core/redis/keyspace/redisothers.h"
#include "core/redis/redisconnection.h"
#include "tests/support/fakeredis.h"
#include "tests/support/manualclock.h"
#include "tests/support/peakmemory.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <utility>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_rediskeyspace {

using Depth = BackendReader::Depth;

namespace {

/** Strings that start with `owner-`, or any under a pattern; `latch:` keys are hidden. */
class StringFormat : public RedisFormat
{
public:
    QString system() const override { return QStringLiteral("strings"); }
    bool wantsType(const QByteArray &type) const override { return type == "string"; }
    bool hides(const QByteArray &key) const override { return key.startsWith("latch:"); }
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override
    {
        if (key.pattern.isEmpty() && !key.value.startsWith("owner-"))
            return std::nullopt;
        readings[key.key] = key;
        LockRecord lock;
        lock.id = {
            std::make_shared<const SourceId>(SourceId{context.backend, system(), context.source}),
            key.key};
        lock.state = LockState::Held;
        lock.holders = {{key.value, key.length, {}, 1, nullptr}};
        lock.pattern = key.pattern;
        lock.lease.hasExpiry = key.expiresAt.has_value();
        lock.lease.expiresAt = key.expiresAt;
        lock.lease.stored = key.storedExpiryMs;
        if (key.deadline)
            lock.lease.deadline = *key.deadline;
        return lock;
    }
    std::vector<RedisCommand> questions(const std::vector<LockRecord *> &locks) override
    {
        std::vector<RedisCommand> commands;
        for (const LockRecord *lock : locks) {
            if (asksFollowUp)
                commands.push_back({"STRLEN", lock->id.name});
        }
        return commands;
    }
    void answer(const std::vector<LockRecord *> &locks, const std::vector<RedisReply> &replies,
                const RedisReadContext &, Observation &) override
    {
        if (!asksFollowUp)
            return;
        QCOMPARE(replies.size(), locks.size());
        for (size_t i = 0; i < locks.size(); ++i)
            locks[i]->waiters.count = replies[i].integer;
    }

    bool asksFollowUp = false;
    std::map<QByteArray, KeyReading> readings;
};

/** Hashes whose first field is `holder`. */
class HashFormat : public RedisFormat
{
public:
    QString system() const override { return QStringLiteral("hashes"); }
    bool wantsType(const QByteArray &type) const override { return type == "hash"; }
    bool hides(const QByteArray &) const override { return false; }
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override
    {
        readings[key.key] = key;
        if (key.fields.empty() || key.fields.front().first != "holder")
            return std::nullopt;
        LockRecord lock;
        lock.id = {
            std::make_shared<const SourceId>(SourceId{context.backend, system(), context.source}),
            key.key};
        lock.holders = {{key.fields.front().second, 1, {}, 1, nullptr}};
        return lock;
    }
    std::map<QByteArray, KeyReading> readings;
};

struct Stage {
    explicit Stage(std::vector<QByteArray> patterns = {}, qsizetype mostLocks = 500'000)
    {
        auto first = std::make_unique<StringFormat>();
        auto second = std::make_unique<HashFormat>();
        strings = first.get();
        hashes = second.get();
        std::vector<std::unique_ptr<RedisFormat>> formats;
        formats.push_back(std::move(first));
        formats.push_back(std::move(second));
        keyspace = std::make_unique<RedisKeyspace>(
            RedisKeyspace::Settings{QStringLiteral("cache"), 0, std::move(patterns), mostLocks},
            std::move(formats), clock);
        server.version = 70015;
    }

    Observation read(Depth depth = Depth::Full)
    {
        redis.asked.clear();
        redis.touched.clear();
        redis.pipelines.clear();
        return keyspace->read(redis, server, depth, clock.now() + 10s);
    }

    ManualClock clock;
    FakeRedis redis{clock};
    RedisServer server;
    std::unique_ptr<RedisKeyspace> keyspace;
    StringFormat *strings = nullptr;
    HashFormat *hashes = nullptr;
};

QByteArrayList names(const Observation &observation)
{
    QByteArrayList list;
    for (const LockRecord &record : observation.records)
        list += record.id.name;
    std::sort(list.begin(), list.end());
    return list;
}

void addData(FakeRedis &redis, int count)
{
    for (int i = 0; i < count; ++i)
        redis.setString("data:" + QByteArray::number(i), "x");
}

/** A server, and how many readings are understood while it has something to work on. */
class BusyServer final : public RedisClient
{
public:
    BusyServer(FakeRedis &server, std::function<qint64()> readings)
        : m_server(server), m_readings(std::move(readings))
    {
    }

    Result<void> send(const RedisRequest &request) override
    {
        if (m_underWay++ == 0)
            m_readBefore = m_readings();
        mostUnderWay = std::max(mostUnderWay, m_underWay);
        const auto commands = request.commands();
        const bool searches =
            std::any_of(commands.begin(), commands.end(),
                        [](const auto &command) { return command.front() == "SCAN"; });
        searchesWithKeys += searches && commands.size() > 3; // and the clock before and after it
        return m_server.send(request);
    }
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override
    {
        const qint64 read = m_readings();
        readMeanwhile += read - std::exchange(m_readBefore, read);
        --m_underWay;
        return m_server.replies(deadline);
    }

    qint64 readMeanwhile = 0;
    int mostUnderWay = 0;
    int searchesWithKeys = 0;

private:
    FakeRedis &m_server;
    const std::function<qint64()> m_readings;
    qint64 m_readBefore = 0;
    int m_underWay = 0;
};

} // namespace

class TestRedisKeyspace : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNotServedForAMomentIsNotGone()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1");
        stage.redis.setString("b", "owner-2");
        QVERIFY(stage.read().complete);
        stage.redis.twist = [](const std::vector<RedisCommand> &commands,
                               std::vector<RedisReply> &replies) {
            for (size_t at = 0; at < commands.size(); ++at) {
                if (commands[at].size() > 1 && commands[at][1] == "a")
                    replies[at] = {RedisReply::Type::Error, 0, "BUSY Redis is busy", {}};
            }
        };
        const Observation busy = stage.read();
        QVERIFY(!busy.complete);
        QVERIFY(busy.onlyAway);
        QCOMPARE(busy.records.size(), size_t(1));
        QCOMPARE(stage.keyspace->away(), std::vector<QByteArray>{"a"});
        stage.redis.twist = {};
        const Observation later = stage.read();
        QVERIFY(later.complete && !later.onlyAway);
        QCOMPARE(later.records.size(), size_t(2));
        QVERIFY(stage.keyspace->away().empty());
    }

    void keysWithoutEndAreRememberedWithinBounds()
    {
        const PeakMemory memory;
        RedisOthers others;
        const auto key = [](int i) { return "some:longer:key:" + QByteArray::number(i); };
        constexpr int many = 1'200'000;
        using Reason = RedisOthers::Reason;
        others.beginPass();
        for (int i = 0; i < many; ++i)
            others.add(key(i), i % 2 == 0 ? Reason::Refused : Reason::NoLock);
        QCOMPARE(others.refused(), many / 2);
        QCOMPARE(others.noLocks(), many / 2);
        QVERIFY(others.isSettled(key(0)));
        QVERIFY(others.isSettled(key(999'999)));
        QVERIFY(!others.isSettled(key(1'000'000))); // beyond the bound they are asked for again
        others.endPass();
        // What is not met any more is forgotten, what is met is known for what it was.
        others.beginPass();
        int settled = 0;
        for (int i = 0; i < 1000; ++i)
            settled += others.isSettled(key(i)) ? 1 : 0;
        QVERIFY2(settled > 800 && settled < 1000, qPrintable(QString::number(settled)));
        QCOMPARE(others.noLocks() + others.refused(), settled);
        others.endPass();
        others.beginPass();
        QVERIFY(!others.isSettled(key(5000)));
        for (int i = 1'000'000; i < 1'900'000; ++i)
            others.add(key(i), Reason::NoLock);
        QVERIFY(others.isSettled(key(1'899'999)));
        if (PeakMemory::isMeaningful())
            QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
    }
    /** Whoever may write keys may write long ones, and must not hide the others by them. */
    void longNamesShareOneBoundAndHideNothingElse()
    {
        Stage stage;
        constexpr int many = 20'000;
        const auto longKey = [](int i) {
            return "a:" + QByteArray::number(i) + ':' + QByteArray(1990, 'x');
        };
        for (int i = 0; i < many; ++i)
            stage.redis.setString(longKey(i), "owner-1");
        for (int i = 0; i < 100; ++i)
            stage.redis.setString("b:" + QByteArray::number(i), "owner-1");
        const auto judge = [](const Observation &seen) {
            qint64 bytes = 0;
            qsizetype others = 0;
            for (const LockRecord &record : seen.records) {
                bytes += record.id.name.size();
                others += record.id.name.startsWith("b:") ? 1 : 0;
            }
            QCOMPARE(others, 100);
            QVERIFY2(bytes > 16 << 20 && bytes < 36 << 20, qPrintable(QString::number(bytes)));
            QVERIFY(!seen.complete);
            QCOMPARE(seen.problems.size(), size_t(1));
            QCOMPARE(seen.problems[0].kind, ErrorKind::Truncated);
            QVERIFY(seen.problems[0].message.contains(QStringLiteral("very long")));
        };
        judge(stage.read());
        judge(stage.read());
        for (int i = 0; i < many; ++i)
            stage.redis.keys.erase(longKey(i));
        const Observation seen = stage.read();
        QCOMPARE(seen.records.size(), size_t(100));
        QVERIFY(seen.complete && seen.problems.empty());
        // Those that are gone left room for as many.
        for (int i = 0; i < 500; ++i)
            stage.redis.setString(longKey(i), "owner-1");
        QVERIFY(stage.read().complete);
    }
    void placeBeyondAllMeasureEndsThePass()
    {
        Stage stage;
        stage.redis.twist = [](const auto &commands, auto &replies) {
            for (size_t i = 0; i < commands.size(); ++i) {
                if (commands[i].front() == "SCAN")
                    replies[i].elements[0].text = QByteArray(1 << 20, '1');
            }
        };
        QVERIFY(!stage.read().complete);
        QCOMPARE(stage.redis.asked["SCAN"], 1);
    }
    void everyFormatGetsItsKeysInOnePass()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1", 5s);
        stage.redis.setHash("b", {{"holder", "2"}});
        addData(stage.redis, 5000);
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QVERIFY(seen.problems.empty());
        QCOMPARE(names(seen), (QByteArrayList{"a", "b"}));
        QCOMPARE(seen.notDecoded, 5000);
        QCOMPARE(stage.redis.asked["SCAN"], 6);
        QVERIFY(!stage.redis.asked.contains("KEYS"));
        QVERIFY(stage.redis.pipelines.size() < 20);
    }

    void keysLikeAllOthersAreNotAskedForTheirType_data()
    {
        QTest::addColumn<bool>("strings");
        QTest::newRow("strings") << true;
        QTest::newRow("hashes") << false;
    }
    void keysLikeAllOthersAreNotAskedForTheirType()
    {
        QFETCH(bool, strings);
        constexpr int count = 20'000;
        constexpr int odd = 5;
        Stage stage({"lock:*"});
        const auto add = [&](const QByteArray &key, bool isString) {
            if (isString)
                stage.redis.setString(key, "owner-1");
            else
                stage.redis.setHash(key, {{"holder", "2"}});
        };
        for (int i = 0; i < count; ++i)
            add("lock:" + QByteArray::number(i), strings);
        for (int i = 0; i < odd; ++i)
            add("lock:other:" + QByteArray::number(i), !strings);
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QVERIFY(seen.problems.empty());
        QCOMPARE(seen.records.size(), size_t(count + odd));
        QVERIFY(stage.redis.asked["TYPE"] < count / 4);
    }

    void keysOfTwoTypesAreAskedForThemAndForNothingInVain()
    {
        constexpr int count = 5'000;
        Stage stage({"lock:*"});
        for (int i = 0; i < count; ++i) {
            const QByteArray key = "lock:" + QByteArray::number(i);
            if (i % 2 == 0)
                stage.redis.setString(key, "owner-1");
            else
                stage.redis.setHash(key, {{"holder", "2"}});
        }
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(seen.records.size(), size_t(count));
        QCOMPARE(stage.redis.asked["TYPE"], count);
        QCOMPARE(stage.redis.asked["GETRANGE"], count / 2);
        QCOMPARE(stage.redis.asked["HSCAN"], count / 2);
    }

    void expiriesAreByTheServersClock()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1", 5s);
        stage.redis.setString("b", "owner-1");
        stage.read();
        const KeyReading &a = stage.strings->readings["a"];
        QVERIFY(a.expiryExact);
        QCOMPARE(a.expiresAt, std::optional(stage.redis.now() + 5s));
        QCOMPARE(a.deadline, std::optional(stage.clock.now() + 5s));
        QCOMPARE(a.storedExpiryMs,
                 std::chrono::floor<Millis>(a.expiresAt->time_since_epoch()).count());
        const KeyReading &b = stage.strings->readings["b"];
        QVERIFY(!b.expiresAt && !b.deadline);
        QCOMPARE(b.storedExpiryMs, -1);
    }

    void beforeRedis7TheExpiryIsDerivedAndDoesNotJitter()
    {
        Stage stage;
        stage.redis.version = 6;
        stage.redis.setString("a", "owner-1", 60s);
        stage.read();
        const qint64 first = stage.strings->readings["a"].storedExpiryMs;
        QVERIFY(!stage.strings->readings["a"].expiryExact);
        QCOMPARE(first,
                 std::chrono::floor<Millis>((stage.redis.now() + 60s).time_since_epoch()).count());
        stage.clock.advance(700us);
        stage.redis.keys["a"].expiresAt = *stage.redis.keys["a"].expiresAt + 3ms;
        stage.read();
        QCOMPARE(stage.strings->readings["a"].storedExpiryMs, first);
        stage.redis.keys["a"].expiresAt = *stage.redis.keys["a"].expiresAt + 5s;
        stage.read();
        const qint64 renewed = stage.strings->readings["a"].storedExpiryMs;
        QVERIFY(qAbs(renewed - (first + 5003)) <= 1);
    }

    void theFurthestExpiryOverflowsNothing()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1");
        qint64 told = 0;
        stage.redis.twist = [&](const auto &commands, std::vector<RedisReply> &replies) {
            for (size_t i = 0; i < commands.size(); ++i) {
                if (commands[i].front() == "PEXPIRETIME")
                    replies[i].integer = told;
            }
        };
        for (const qint64 far : {std::numeric_limits<qint64>::max(), qint64(1) << 53}) {
            told = far;
            const auto observation = stage.read();
            QCOMPARE(observation.records.size(), size_t(1));
            QCOMPARE(stage.strings->readings["a"].storedExpiryMs, far);
            QVERIFY(*stage.strings->readings["a"].deadline
                    > stage.clock.now() + std::chrono::hours(24 * 365));
        }
    }

    void withoutTimeTheClockComesFromInfo()
    {
        Stage stage;
        stage.redis.deniedCommands = {"TIME"};
        stage.redis.setString("a", "owner-1", 5s);
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(seen.problems.size(), size_t(1));
        QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);
        QVERIFY(seen.problems[0].remedy.contains(QLatin1StringView("+time")));
        QCOMPARE(stage.strings->readings["a"].expiresAt, std::optional(stage.redis.now() + 5s));
    }

    void aRightThatWasGivenSinceIsUsed()
    {
        Stage stage;
        stage.redis.deniedCommands = {"TIME"};
        QCOMPARE(stage.read(Depth::Routine).problems.size(), size_t(1));
        stage.redis.deniedCommands.clear();
        stage.clock.advance(11s);
        QVERIFY(stage.read(Depth::Routine).problems.empty());
    }

    void aRightThatWasTakenSinceIsTold()
    {
        Stage stage;
        QVERIFY(stage.read(Depth::Routine).problems.empty());
        stage.redis.deniedCommands = {"TIME"};
        stage.read(Depth::Routine);
        QCOMPARE(stage.read(Depth::Routine).problems.size(), size_t(1));
    }

    void withoutAnyClockTheTimeLeftIsStillRight()
    {
        Stage stage;
        stage.redis.deniedCommands = {"TIME", "INFO"};
        stage.redis.setString("a", "owner-1", 5s);
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(stage.strings->readings["a"].deadline, std::optional(stage.clock.now() + 5s));
    }

    void bigValuesAreReadInPart()
    {
        Stage stage;
        stage.redis.setString("big", "owner-" + QByteArray(1 << 20, 'x'));
        stage.redis.setString("edge", "owner-" + QByteArray(1018, 'x'));
        const Observation seen = stage.read();
        QCOMPARE(names(seen), (QByteArrayList{"big", "edge"}));
        QCOMPARE(stage.strings->readings["big"].value.size(), 1024);
        QCOMPARE(stage.strings->readings["big"].length, (1 << 20) + 6);
        QCOMPARE(stage.strings->readings["edge"].length, 1024);
        QVERIFY(!stage.redis.asked.contains("GET"));
    }

    void bigHashesAreNotFetched()
    {
        Stage stage;
        std::vector<std::pair<QByteArray, QByteArray>> many{{"holder", "1"}};
        for (int i = 0; i < 64; ++i)
            many.emplace_back(QByteArray::number(i), "x");
        stage.redis.setHash("many fields", many);
        stage.redis.setHash("long fields", {{"holder", "1"}});
        stage.redis.keys["long fields"].encoding = "hashtable";
        stage.redis.keys["long fields"].memory = 64 << 20;
        stage.redis.setHash("few long fields", {{"holder", "1"}});
        stage.redis.keys["few long fields"].encoding = "hashtable";
        const Observation seen = stage.read();
        QCOMPARE(names(seen), (QByteArrayList{"few long fields"}));
        QCOMPARE(stage.redis.touched, (std::set<QByteArray>{"few long fields"}));
        QCOMPARE(seen.notDecoded, 2);
        QVERIFY(!stage.redis.asked.contains("HGETALL"));
    }

    void aLockThatGrowsStaysALock()
    {
        Stage stage;
        stage.redis.setHash("a", {{"holder", "1"}});
        QCOMPARE(names(stage.read()), (QByteArrayList{"a"}));
        std::vector<std::pair<QByteArray, QByteArray>> many{{"holder", "1"}};
        for (int i = 0; i < 100; ++i)
            many.emplace_back(QByteArray::number(i), "1");
        stage.redis.setHash("a", many);
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(names(seen), (QByteArrayList{"a"}));

        Stage named({"a*"});
        named.redis.setHash("a", many);
        QCOMPARE(names(named.read()), (QByteArrayList{"a"}));
    }

    void aKnownHashCostsTwoCommands()
    {
        Stage stage;
        stage.redis.setHash("a", {{"holder", "1"}}, 10s);
        QCOMPARE(names(stage.read()), (QByteArrayList{"a"}));
        stage.redis.asked.clear();
        QCOMPARE(names(stage.read(Depth::Routine)), (QByteArrayList{"a"}));
        QCOMPARE(stage.redis.asked["HSCAN"], 1);
        QCOMPARE(stage.redis.asked["PEXPIRETIME"], 1);
        QVERIFY(!stage.redis.asked.contains("HLEN"));
        QVERIFY(!stage.redis.asked.contains("TYPE"));
    }

    void aHashThatComesInPagesIsCounted()
    {
        Stage stage({"a*"});
        std::vector<std::pair<QByteArray, QByteArray>> many{{"holder", "1"}};
        for (int i = 0; i < 99; ++i)
            many.emplace_back(QByteArray::number(i), "1");
        stage.redis.setHash("a", many, 10s);
        stage.redis.keys["a"].encoding = "hashtable";
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(names(seen), (QByteArrayList{"a"}));
        QCOMPARE(stage.hashes->readings["a"].length, 100);
        QCOMPARE(stage.hashes->readings["a"].fields.size(), size_t(64));
    }

    void aLockThatNeverStandsStillIsNotGone()
    {
        Stage stage({"lock:*"});
        stage.redis.setString("lock:a", "", 5s);
        QVERIFY(stage.read().complete);
        int change = 0;
        stage.redis.beforeCommand = [&](const RedisCommand &command) {
            if (command.front() == "GETRANGE")
                stage.redis.setString("lock:a", "", Millis(5000 + ++change));
        };
        const Observation seen = stage.read();
        QVERIFY(!seen.complete);
        QCOMPARE(seen.problems.size(), size_t(1));
        stage.redis.beforeCommand = {};
        QVERIFY(stage.read().complete);
    }

    void anEmptyValueIsNoKeyThatWent()
    {
        Stage stage({"lock:*"});
        stage.redis.setString("lock:a", "", 5s);
        // Right before its value is read it goes, and right after it another takes it.
        int reads = 0;
        stage.redis.beforeCommand = [&](const RedisCommand &command) {
            if (command.front() == "GETRANGE" && ++reads == 1)
                stage.redis.keys.erase("lock:a");
            else if (command.front() == "PEXPIRETIME" && reads == 1)
                stage.redis.setString("lock:a", "owner-2", 9s);
        };
        const Observation seen = stage.read();
        QCOMPARE(seen.records.size(), size_t(1));
        QCOMPARE(seen.records[0].holders[0].raw, QByteArray("owner-2"));
    }

    void anEmptyValueIsALockUnderAPattern()
    {
        Stage stage({"lock:*"});
        stage.redis.setString("lock:a", "", 5s);
        for (int i = 0; i < 2; ++i) {
            const Observation seen = stage.read(Depth::Routine);
            QCOMPARE(seen.records.size(), size_t(1));
            QCOMPARE(seen.records[0].holders[0].rawBytes, 0);
        }
    }

    void onlyWhatMatchesAPatternIsLookedAt()
    {
        Stage stage({"lock:*", "job:[0-9]"});
        stage.redis.setString("lock:a", "anything");
        stage.redis.setString("job:7", "anything");
        stage.redis.setString("job:x", "owner-1");
        stage.redis.setString("other", "owner-1");
        stage.redis.keys["lock:list"] = {.type = "list"};
        stage.redis.keys["lock:zset"] = {.type = "zset"};
        stage.redis.setString("latch:1", "1");
        const Observation seen = stage.read();
        QCOMPARE(names(seen), (QByteArrayList{"job:7", "lock:a"}));
        for (const LockRecord &record : seen.records)
            QCOMPARE(record.pattern, record.id.name.startsWith("job") ? QByteArray("job:[0-9]")
                                                                      : QByteArray("lock:*"));
        QCOMPARE(seen.notDecoded, 2);
        QCOMPARE(stage.redis.asked["SCAN"], 1);
        QVERIFY(seen.complete);
    }

    void whatIsLeftOutIsToldByTypeAndName()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1");
        for (int i = 0; i < 12; ++i)
            stage.redis.setString("session:" + QByteArray::number(i), "data");
        for (const char *name : {"queue:a", "queue:b", "tail"})
            stage.redis.keys[name] = {.type = "list"};
        stage.redis.setString("one:of:its:kind", "data");
        stage.redis.setString("rank-1", "data");
        stage.redis.setString("rank-2", "data");
        for (int look = 0; look < 12; ++look) { // also of those that are not asked for again
            const Observation seen = stage.read();
            const std::vector<NotDecoded> expected = {
                {QStringLiteral("string"), QStringLiteral("session:"), 12},
                {QStringLiteral("list"), QStringLiteral("queue:"), 2},
                {QStringLiteral("string"), QStringLiteral("rank-"), 2},
                {QStringLiteral("list"), QString(), 1},
                {QStringLiteral("string"), QString(), 1}};
            QCOMPARE(seen.notDecoded, 18);
            QVERIFY2(seen.notDecodedKinds == expected,
                     qPrintable(notDecodedText(seen.notDecodedKinds)));
            stage.clock.advance(70s);
        }
        QVERIFY(notDecodedRemedy(stage.read().notDecodedKinds)
                    .contains(QLatin1StringView("match = [\"session:*\"]")));
    }

    void kindsOfWhatIsLeftOutAreBounded()
    {
        Stage stage;
        for (int i = 0; i < 2000; ++i) {
            stage.redis.setString("s" + QByteArray::number(i) + ":1", "data");
            stage.redis.setString("s" + QByteArray::number(i) + ":2", "data");
        }
        const Observation seen = stage.read();
        QCOMPARE(seen.notDecoded, 4000);
        QVERIFY(seen.notDecodedKinds.size() <= 9);
        qint64 sum = 0;
        for (const NotDecoded &kind : seen.notDecodedKinds)
            sum += kind.count;
        QCOMPARE(sum, 4000);
    }

    void nothingIsAdvisedThatCannotBePasted()
    {
        for (const char *start : {"a[b]:", "x?:", "\"q\":", "a&b:"})
            QCOMPARE(notDecodedRemedy({{QStringLiteral("string"), QString::fromLatin1(start), 3}}),
                     QString());
        QCOMPARE(notDecodedRemedy({{QStringLiteral("list"), QStringLiteral("queue:"), 3}}),
                 QString());
        // Names that have no beginning in common: what to write is for whoever knows them.
        QVERIFY(notDecodedRemedy({{QStringLiteral("string"), QString(), 1}})
                    .startsWith(QStringLiteral("If some of them are locks, name a pattern")));
    }

    void hiddenKeysAreNeitherLocksNorCounted()
    {
        Stage stage;
        stage.redis.setString("latch:1", "owner-1");
        const Observation seen = stage.read();
        QVERIFY(seen.records.empty());
        QCOMPARE(seen.notDecoded, 0);
        QVERIFY(stage.redis.touched.empty());
    }

    void aKeyToldTwiceIsOneLock()
    {
        Stage stage;
        stage.redis.repeatsKeys = true;
        stage.redis.setString("a", "owner-1");
        stage.redis.setString("b", "data");
        const Observation seen = stage.read();
        QCOMPARE(names(seen), (QByteArrayList{"a"}));
        QCOMPARE(seen.notDecoded, 1);
    }

    void keyNamesAreBytesAndBounded()
    {
        Stage stage;
        const QByteArray odd("\0\r\n\xff", 4);
        stage.redis.setString("", "owner-1");
        stage.redis.setString(odd, "owner-2");
        stage.redis.setString(QByteArray(16 << 10, 'k'), "owner-3");
        stage.redis.setString(QByteArray(1 << 20, 'k'), "owner-4");
        const Observation seen = stage.read();
        QCOMPARE(names(seen), (QByteArrayList{"", odd, QByteArray(16 << 10, 'k')}));
        QCOMPARE(seen.notDecoded, 1);
    }

    void aRoutineLookAsksForKnownLocksOnly()
    {
        Stage stage;
        addData(stage.redis, 20'000);
        stage.redis.setString("a", "owner-1", 5s);
        QVERIFY(stage.read(Depth::Routine).complete);
        // Two passes make sure of what is no lock.
        for (int i = 0; i < 10 && stage.redis.asked["TYPE"] > 2'500; ++i) {
            stage.clock.advance(1s);
            stage.read(Depth::Routine);
        }
        stage.clock.advance(1s);
        stage.redis.setString("a", "owner-2", 5s);
        const Observation again = stage.read(Depth::Routine);
        QVERIFY(again.complete);
        QCOMPARE(again.records.size(), size_t(1));
        QCOMPARE(again.records[0].holders[0].raw, QByteArray("owner-2"));
        QCOMPARE(again.notDecoded, 20'000);
        // The pass that goes on in the background skips what it knows, but for a tenth.
        QVERIFY2(stage.redis.asked["TYPE"] < 2'500,
                 qPrintable(QString::number(stage.redis.asked["TYPE"])));
    }

    void aLockThatWentIsMissingFromACompleteLook()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1", 5s);
        stage.redis.setString("b", "owner-1", 50s);
        QCOMPARE(names(stage.read(Depth::Routine)).size(), 2);
        stage.clock.advance(6s);
        const Observation seen = stage.read(Depth::Routine);
        QVERIFY(seen.complete);
        QCOMPARE(names(seen), (QByteArrayList{"b"}));
    }

    void aLockThatBecameSomethingElseIsNoLock()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1");
        stage.redis.setString("b", "owner-1");
        stage.read(Depth::Routine);
        stage.redis.setString("a", "data");
        stage.redis.setHash("b", {{"holder", "9"}});
        const Observation seen = stage.read(Depth::Routine);
        QVERIFY(seen.complete);
        QCOMPARE(names(seen), (QByteArrayList{"b"}));
        QCOMPARE(seen.records[0].id.source->system, QStringLiteral("hashes"));
    }

    void newLocksAreFoundByTheNextPass()
    {
        Stage stage;
        addData(stage.redis, 3'000);
        stage.read(Depth::Routine);
        stage.redis.setString("new", "owner-1");
        stage.clock.advance(1s);
        QCOMPARE(names(stage.read(Depth::Routine)), (QByteArrayList{"new"}));
    }

    void aLockSeenHalfMadeIsFoundByTheNextPass()
    {
        Stage stage;
        QByteArrayList all;
        for (int i = 0; i < 20; ++i) {
            all += "a" + QByteArray::number(i);
            stage.redis.setString(all.back(), "");
        }
        QVERIFY(stage.read(Depth::Routine).records.empty());
        for (const QByteArray &key : all)
            stage.redis.setString(key, "owner-1", 5s);
        stage.clock.advance(1s);
        std::sort(all.begin(), all.end());
        QCOMPARE(names(stage.read(Depth::Routine)), all);
    }

    void aNewConnectionLooksAtEveryKeyAgain()
    {
        Stage stage;
        QByteArrayList all;
        for (int i = 0; i < 20; ++i) {
            all += "a" + QByteArray::number(i);
            stage.redis.setString(all.back(), "data");
        }
        for (int i = 0; i < 3; ++i) {
            stage.read(Depth::Routine);
            stage.clock.advance(1s);
        }
        for (const QByteArray &key : all)
            stage.redis.setString(key, "owner-1");
        stage.keyspace->connectionChanged();
        std::sort(all.begin(), all.end());
        QCOMPARE(names(stage.read(Depth::Routine)), all);
    }

    void aKeyThatBecomesALockIsFoundWithinTenPasses()
    {
        Stage stage;
        stage.redis.setString("a", "data");
        for (int i = 0; i < 2; ++i) {
            stage.read(Depth::Routine);
            stage.clock.advance(1s);
        }
        stage.redis.setString("a", "owner-1");
        int passes = 0;
        while (stage.read(Depth::Routine).records.empty() && passes < 20) {
            stage.clock.advance(1s);
            ++passes;
        }
        QVERIFY(passes <= 10);
    }

    void aHugeKeyspaceIsSearchedBitByBit()
    {
        Stage stage;
        addData(stage.redis, 120'000);
        stage.redis.setString("zz", "owner-1");
        // Each round trip takes its time: the first poll cannot see it all.
        stage.redis.trouble = [&](const auto &) {
            stage.clock.advance(100ms);
            return std::optional<Error>();
        };
        Observation seen = stage.read(Depth::Routine);
        QVERIFY(!seen.complete);
        QVERIFY(seen.records.empty());
        QCOMPARE(seen.problems.size(), size_t(1));
        int polls = 1;
        while (!seen.complete && polls < 100) {
            stage.clock.advance(1s);
            seen = stage.read(Depth::Routine);
            ++polls;
        }
        QVERIFY(seen.complete);
        QCOMPARE(names(seen), (QByteArrayList{"zz"}));
        QVERIFY(polls > 2);
    }

    void aFullLookThatRanOutOfTimeIsNotComplete()
    {
        Stage stage;
        addData(stage.redis, 100'000);
        stage.redis.trouble = [&](const auto &) {
            stage.clock.advance(100ms);
            return std::optional<Error>();
        };
        const Observation seen = stage.read(Depth::Full);
        QVERIFY(!seen.complete);
        QCOMPARE(seen.problems.front().kind, ErrorKind::Timeout);
    }

    void deniedCommandsMakeNothingLookFree_data()
    {
        QTest::addColumn<QByteArray>("command");
        for (const char *command : {"SCAN", "TYPE", "GETRANGE", "HLEN", "HSCAN"})
            QTest::newRow(command) << QByteArray(command);
    }
    void deniedCommandsMakeNothingLookFree()
    {
        QFETCH(QByteArray, command);
        Stage stage;
        stage.redis.setString("a", "owner-1");
        stage.redis.setHash("b", {{"holder", "1"}});
        stage.redis.deniedCommands = {command};
        const Observation seen = stage.read();
        QVERIFY(!seen.complete);
        QCOMPARE(seen.problems.size(), size_t(1));
        QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);
        QVERIFY2(seen.problems[0].remedy.contains(u'+' + QString::fromLatin1(command.toLower())),
                 qPrintable(seen.problems[0].remedy));
    }

    void whatWasDeniedIsRememberedUntilAPassWithoutIt_data()
    {
        deniedCommandsMakeNothingLookFree_data();
    }
    void whatWasDeniedIsRememberedUntilAPassWithoutIt()
    {
        QFETCH(QByteArray, command);
        Stage stage;
        stage.redis.setString("a", "owner-1");
        stage.redis.setHash("b", {{"holder", "1"}});
        stage.redis.deniedCommands = {command};
        for (int i = 0; i < 5; ++i) {
            // With and without time for a SCAN in between.
            const Observation seen = stage.read(Depth::Routine);
            QVERIFY(!seen.complete);
            QCOMPARE(seen.problems.size(), size_t(1));
            QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);
            if (i % 2 == 1)
                stage.clock.advance(1s);
        }
        stage.redis.deniedCommands.clear();
        Observation seen;
        for (int i = 0; i < 5 && !seen.complete; ++i) {
            stage.clock.advance(1s);
            seen = stage.read(Depth::Routine);
        }
        QVERIFY(seen.complete);
        QVERIFY(seen.problems.empty());
        QCOMPARE(names(seen), (QByteArrayList{"a", "b"}));
    }

    void oneWayToAskForTheEndIsEnough_data()
    {
        QTest::addColumn<QByteArray>("denied");
        QTest::addColumn<bool>("exact");
        QTest::newRow("no PTTL") << QByteArray("PTTL") << true;
        QTest::newRow("no PEXPIRETIME") << QByteArray("PEXPIRETIME") << false;
    }
    void oneWayToAskForTheEndIsEnough()
    {
        QFETCH(QByteArray, denied);
        QFETCH(bool, exact);
        Stage stage;
        stage.redis.setString("a", "owner-1", 5s);
        stage.redis.deniedCommands = {denied};
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(stage.strings->readings["a"].expiryExact, exact);
        QCOMPARE(stage.strings->readings["a"].deadline, std::optional(stage.clock.now() + 5s));
    }

    void withoutAnyWayNothingIsSaid()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1", 5s);
        stage.redis.deniedCommands = {"PTTL", "PEXPIRETIME"};
        const Observation seen = stage.read();
        QVERIFY(!seen.complete);
        QVERIFY(seen.records.empty());
        QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);
    }

    void withoutObjectOrMemoryHashesAreStillRead()
    {
        Stage stage;
        stage.redis.setHash("b", {{"holder", "1"}});
        stage.redis.deniedCommands = {"OBJECT", "MEMORY"};
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QCOMPARE(names(seen), (QByteArrayList{"b"}));
    }

    void keysThatMayNotBeReadAreCountedAndTold()
    {
        Stage stage;
        stage.redis.deniedKeys = "secret:";
        stage.redis.setString("secret:1", "owner-1");
        stage.redis.setString("secret:2", "owner-1");
        stage.redis.setString("a", "owner-1");
        for (int i = 0; i < 3; ++i) {
            const Observation seen = stage.read(Depth::Routine);
            QCOMPARE(names(seen), (QByteArrayList{"a"}));
            QCOMPARE(seen.notDecoded, 0);
            QCOMPARE(seen.problems.size(), size_t(1));
            QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);
            QVERIFY(seen.problems[0].message.contains(u'2'));
            QVERIFY(!seen.complete);
            stage.clock.advance(1s);
        }
    }

    void keysThatAreNotAskedForMayBeDenied()
    {
        Stage stage({"lock:*"});
        stage.redis.deniedKeys = "secret:";
        stage.redis.setString("secret:1", "owner-1");
        stage.redis.setString("lock:1", "owner-1");
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QVERIFY(seen.problems.empty());
    }

    void aKnownLockThatMayNoLongerBeReadIsNotGone()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1");
        QVERIFY(stage.read(Depth::Routine).complete);
        stage.redis.deniedKeys = "a";
        QVERIFY(!stage.read(Depth::Routine).complete);
        stage.redis.deniedKeys.clear();
        QCOMPARE(names(stage.read(Depth::Routine)), (QByteArrayList{"a"}));
    }

    void aLostConnectionIsNotACompleteLook()
    {
        Stage stage;
        stage.redis.setString("a", "owner-1");
        QVERIFY(stage.read(Depth::Routine).complete);
        const Error gone{ErrorKind::Network, 0, QStringLiteral("gone"), {}};
        stage.redis.trouble = [&](const auto &) { return std::optional(gone); };
        const Observation seen = stage.read(Depth::Routine);
        QVERIFY(!seen.complete);
        QCOMPARE(seen.problems, std::vector<Error>{gone});
        stage.redis.trouble = {};
        stage.keyspace->connectionChanged();
        QVERIFY(stage.read(Depth::Routine).complete);
    }

    void pagesBeyondTheBoundBecomeSmaller_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<bool>("clockMoves");
        QTest::newRow("one lock") << 1 << true;
        QTest::newRow("locks are asked for ahead of the page") << 2'500 << true;
        QTest::newRow("nothing goes ahead") << 2'500 << false;
    }
    void pagesBeyondTheBoundBecomeSmaller()
    {
        QFETCH(int, known);
        QFETCH(bool, clockMoves);
        Stage stage;
        if (clockMoves)
            stage.redis.beforeCommand = [&](const RedisCommand &) { stage.clock.advance(1us); };
        for (int i = 0; i < known; ++i)
            stage.redis.setString("lock:" + QByteArray::number(i), "owner-1", 1h);
        QVERIFY(stage.read().complete);
        addData(stage.redis, 2'000);
        stage.redis.trouble = [](const std::vector<RedisCommand> &commands) {
            for (const RedisCommand &command : commands) {
                if (command.front() == "SCAN" && command.back().toInt() > 50)
                    return std::optional(Error{ErrorKind::Truncated, 0, {}, {}});
            }
            return std::optional<Error>();
        };
        int reads = 1;
        Observation seen = stage.read();
        while (!seen.complete && reads < 10) {
            stage.keyspace->connectionChanged();
            seen = stage.read();
            ++reads;
        }
        QVERIFY(seen.complete);
        QCOMPARE(seen.records.size(), size_t(known));
        // A page that is too large takes no keys with it: they are asked for as many at a time.
        stage.read();
        QVERIFY(*std::max_element(stage.redis.pipelines.begin(), stage.redis.pipelines.end())
                >= std::min<size_t>(1'000, size_t(known)));
    }

    void keysBeyondTheBoundLeaveThePagesAsTheyAre()
    {
        Stage stage;
        stage.redis.beforeCommand = [&](const RedisCommand &) { stage.clock.advance(1us); };
        for (int i = 0; i < 2'500; ++i)
            stage.redis.setString("lock:" + QByteArray::number(i), "owner-1", 1h);
        QVERIFY(stage.read().complete);
        // Trips of known keys alone, while a page is asked for behind them.
        int failures = 0;
        stage.redis.trouble = [&](const std::vector<RedisCommand> &commands) {
            const bool scans =
                std::any_of(commands.begin(), commands.end(),
                            [](const RedisCommand &each) { return each.front() == "SCAN"; });
            return !scans && commands.size() > 100 && failures++ < 3
                       ? std::optional(Error{ErrorKind::Truncated, 0, {}, {}})
                       : std::nullopt;
        };
        for (int i = 0; i < 3; ++i) {
            stage.keyspace->connectionChanged();
            stage.read();
        }
        stage.redis.trouble = {};
        qint64 smallest = 1'000;
        stage.redis.beforeCommand = [&](const RedisCommand &command) {
            stage.clock.advance(1us);
            if (command.front() == "SCAN")
                smallest = std::min(smallest, command.back().toLongLong());
        };
        stage.keyspace->connectionChanged();
        QVERIFY(failures > 0);
        QVERIFY(stage.read().complete);
        QCOMPARE(smallest, 1'000);
    }

    void aReplyBeyondTheBoundHidesNoOtherLock_data()
    {
        QTest::addColumn<bool>("known");
        QTest::newRow("known") << true;
        QTest::newRow("new") << false;
    }
    void aReplyBeyondTheBoundHidesNoOtherLock()
    {
        QFETCH(bool, known);
        Stage stage;
        for (int i = 0; i < 3'000; ++i)
            stage.redis.setHash("lock" + QByteArray::number(i), {{"holder", "1"}});
        if (known)
            QVERIFY(stage.read(Depth::Routine).complete);
        stage.redis.trouble = [](const std::vector<RedisCommand> &commands) {
            for (const RedisCommand &command : commands) {
                if (command.front() == "HSCAN" && command[1] == "lock7")
                    return std::optional(Error{ErrorKind::Truncated, 0, {}, {}});
            }
            return std::optional<Error>();
        };
        stage.redis.keys["lock7"].encoding = "hashtable";
        stage.redis.keys["lock7"].memory = known ? 64 << 20 : 100;
        Observation seen;
        int reads = 0;
        do {
            stage.clock.advance(1s);
            stage.keyspace->connectionChanged();
            seen = stage.read(Depth::Routine);
            ++reads;
        } while (seen.records.size() < 2'999 && reads < 20);
        QVERIFY2(reads < 15, qPrintable(QString::number(reads)));
        for (int i = 0; i < 3; ++i) {
            stage.clock.advance(1s);
            seen = stage.read(Depth::Routine);
            QCOMPARE(seen.records.size(), size_t(2'999));
            QCOMPARE(seen.complete, known);
        }
    }

    void repliesBeyondTheBoundTogetherAreReadInParts()
    {
        Stage stage;
        for (int i = 0; i < 3'000; ++i)
            stage.redis.setHash("lock" + QByteArray::number(i), {{"holder", "1"}});
        stage.redis.trouble = [](const std::vector<RedisCommand> &commands) {
            const auto values =
                std::count_if(commands.begin(), commands.end(), [](const RedisCommand &command) {
                    return command.front() == "HSCAN";
                });
            return values > 600 ? std::optional(Error{ErrorKind::Truncated, 0, {}, {}})
                                : std::optional<Error>();
        };
        Observation seen;
        for (int i = 0; i < 12; ++i) {
            stage.clock.advance(1s);
            stage.keyspace->connectionChanged();
            seen = stage.read(Depth::Routine);
        }
        for (int i = 0; i < 3; ++i) {
            stage.clock.advance(1s);
            seen = stage.read(Depth::Routine);
            QVERIFY(seen.complete);
            QCOMPARE(seen.records.size(), size_t(3'000));
        }
    }

    void answersAreUnderstoodWhileTheServerWorksOnTheNext()
    {
        Stage stage;
        for (int i = 0; i < 3'000; ++i)
            stage.redis.setString("lock:" + QByteArray::number(i), "owner-1", 1h);
        stage.redis.beforeCommand = [&](const RedisCommand &) { stage.clock.advance(1us); };
        QByteArrayList cursors;
        stage.redis.beforeCommand = [&](const RedisCommand &command) {
            stage.clock.advance(1us);
            if (command.front() == "SCAN")
                cursors << command[1];
        };
        BusyServer busy(stage.redis, [&] { return qint64(stage.strings->readings.size()); });
        const auto look = [&] {
            stage.strings->readings.clear();
            busy.readMeanwhile = 0;
            busy.mostUnderWay = 0;
            busy.searchesWithKeys = 0;
            cursors.clear();
            return stage.keyspace->read(busy, stage.server, Depth::Full, stage.clock.now() + 10s);
        };
        for (int i = 0; i < 2; ++i) { // once to find them, once for what is known
            const Observation seen = look();
            QVERIFY(seen.complete);
            QCOMPARE(seen.records.size(), size_t(3'000));
            QVERIFY2(busy.readMeanwhile >= 2'000, qPrintable(QString::number(busy.readMeanwhile)));
            QCOMPARE(busy.mostUnderWay, 2);
            QVERIFY(busy.searchesWithKeys <= 1); // with the first, as nothing was known
            QCOMPARE(QSet<QByteArray>(cursors.begin(), cursors.end()).size(), cursors.size());
        }
        // A server that tells no absolute ends is timed by its round trips: nothing delays them.
        stage.redis.version = 6;
        stage.keyspace->connectionChanged();
        QCOMPARE(look().records.size(), size_t(3'000));
        QCOMPARE(busy.readMeanwhile, 0);
        QCOMPARE(busy.mostUnderWay, 1);
    }

    void fewKnownKeysAreAskedForAtFirstAndAtLast()
    {
        Stage stage;
        for (int i = 0; i < 5'000; ++i)
            stage.redis.setString("lock:" + QByteArray::number(i), "owner-1", 1h);
        stage.redis.beforeCommand = [&](const RedisCommand &) { stage.clock.advance(1us); };
        QCOMPARE(stage.read().records.size(), size_t(5'000));
        const Observation seen = stage.read(Depth::Routine);
        QVERIFY(seen.complete);
        QCOMPARE(seen.records.size(), size_t(5'000));
        const std::vector<size_t> &trips = stage.redis.pipelines; // two commands a key
        QCOMPARE(trips.front(), size_t(201));                     // and the clock
        QCOMPARE(trips[1], size_t(2'000));
        QVERIFY(trips.back() <= 200);
        QVERIFY(trips.size() <= 12);
    }

    void whatCameBeforeTheConnectionBrokeIsKept()
    {
        Stage stage;
        for (int i = 0; i < 2'000; ++i)
            stage.redis.setString("lock:" + QByteArray::number(i), "owner-1", 1h);
        stage.redis.beforeCommand = [&](const RedisCommand &) { stage.clock.advance(1us); };
        QCOMPARE(stage.read().records.size(), size_t(2'000));
        int pipelines = 0;
        stage.redis.trouble = [&](const std::vector<RedisCommand> &) {
            return ++pipelines == 2
                       ? std::optional(Error{ErrorKind::Network, 0, QStringLiteral("gone"), {}})
                       : std::nullopt;
        };
        Observation seen = stage.read(Depth::Routine);
        QVERIFY(!seen.complete);
        QCOMPARE(seen.records.size(), size_t(100)); // the first trip's
        // Also where it is found over when the next is to be sent.
        stage.redis.trouble = {};
        int sendings = 0;
        stage.redis.sendTrouble = [&] {
            return ++sendings == 4 // after the rights, and two that are under way
                       ? std::optional(Error{ErrorKind::Network, 0, QStringLiteral("gone"), {}})
                       : std::nullopt;
        };
        stage.keyspace->connectionChanged();
        seen = stage.read(Depth::Routine);
        QVERIFY(!seen.complete);
        QCOMPARE(seen.records.size(), size_t(100)); // the first trip's
    }

    void slowPagesBecomeSmallerAndGrowAgain()
    {
        Stage stage;
        addData(stage.redis, 10'000);
        stage.read();
        Millis perPage{5};
        qint64 smallest = 1000;
        qint64 largest = 0;
        stage.redis.trouble = [&](const std::vector<RedisCommand> &commands) {
            for (const RedisCommand &command : commands) {
                if (command.front() != "SCAN")
                    continue;
                stage.clock.advance(perPage);
                smallest = std::min(smallest, command.back().toLongLong());
                largest = std::max(largest, command.back().toLongLong());
            }
            return std::optional<Error>();
        };
        for (int i = 0; i < 10; ++i) {
            stage.clock.advance(1s);
            stage.read(Depth::Routine);
        }
        QVERIFY2(smallest <= 300, qPrintable(QString::number(smallest)));
        perPage = Millis(0);
        largest = 0;
        for (int i = 0; i < 60; ++i) {
            stage.clock.advance(1s);
            stage.read(Depth::Routine);
        }
        QCOMPARE(largest, 1000);
    }

    void theServersClockSaysHowLongAPageTook()
    {
        Stage stage;
        addData(stage.redis, 10'000);
        stage.read();
        qint64 smallest = 1000;
        Millis inTheServer{0};
        Millis onTheWay{40};
        stage.redis.beforeCommand = [&](const RedisCommand &command) {
            if (command.front() != "SCAN")
                return;
            stage.clock.advance(inTheServer + 100us);
            smallest = std::min(smallest, command.back().toLongLong());
        };
        stage.redis.trouble = [&](const std::vector<RedisCommand> &) {
            stage.clock.advance(onTheWay = 50ms - onTheWay); // now late, now early
            return std::optional<Error>();
        };
        stage.read();
        QCOMPARE(smallest, 1000);
        inTheServer = 3ms;
        stage.read();
        QVERIFY2(smallest <= 300, qPrintable(QString::number(smallest)));
    }

    void aSingleSlowPageChangesNothing()
    {
        Stage stage;
        addData(stage.redis, 10'000);
        int pages = 0;
        qint64 smallest = 1000;
        stage.redis.beforeCommand = [&](const RedisCommand &command) {
            if (command.front() != "SCAN")
                return;
            stage.clock.advance(++pages % 2 == 0 ? 20ms : 400us);
            smallest = std::min(smallest, command.back().toLongLong());
        };
        stage.read();
        QVERIFY(pages > 4);
        QCOMPARE(smallest, 1000);
    }

    void questionsOfAllLocksGoTogether()
    {
        Stage stage;
        stage.strings->asksFollowUp = true;
        for (int i = 0; i < 50; ++i)
            stage.redis.setString("lock" + QByteArray::number(i), "owner-" + QByteArray(i, 'x'));
        const Observation seen = stage.read();
        QCOMPARE(stage.redis.pipelines.back(), size_t(50));
        for (const LockRecord &record : seen.records)
            QCOMPARE(record.waiters.count, std::optional<qint64>(record.holders[0].rawBytes));
    }

    void moreLocksThanAreShownAreToldUntilTheyAreGone()
    {
        Stage stage({}, 10);
        for (int i = 0; i < 11; ++i)
            stage.redis.setString("lock" + QByteArray::number(i), "owner-1");
        for (int i = 0; i < 6; ++i) {
            const Observation seen = stage.read(Depth::Routine);
            QVERIFY(!seen.complete);
            QCOMPARE(seen.records.size(), size_t(10));
            QCOMPARE(seen.problems.size(), size_t(1));
            QCOMPARE(seen.problems[0].kind, ErrorKind::Truncated);
            if (i % 2 == 1)
                stage.clock.advance(1s);
        }
        stage.redis.keys.erase("lock3");
        Observation seen;
        for (int i = 0; i < 5 && !seen.complete; ++i) {
            stage.clock.advance(1s);
            seen = stage.read(Depth::Routine);
        }
        QVERIFY(seen.complete);
        QVERIFY(seen.problems.empty());
        QCOMPARE(seen.records.size(), size_t(10));
    }

    void anEmptyKeyspaceIsAnAnswer()
    {
        Stage stage;
        const Observation seen = stage.read();
        QVERIFY(seen.complete);
        QVERIFY(seen.records.empty());
        QVERIFY(seen.problems.empty());
        QCOMPARE(seen.source, QStringLiteral("db 0"));
        QCOMPARE(seen.systems,
                 (std::vector<QString>{QStringLiteral("strings"), QStringLiteral("hashes")}));
    }
};

LOCKMASTER_TEST(TestRedisKeyspace, QCoreApplication)

} // namespace tst_rediskeyspace

#include "tst_rediskeyspace.moc"
