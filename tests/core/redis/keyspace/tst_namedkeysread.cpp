// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/rediskeyspace.h"

#include "core/redis/redisconnection.h"
#include "tests/support/fakeredis.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_namedkeysread {

using Depth = BackendReader::Depth;

namespace {

/** Strings that start with `owner-`; `queue:X` belongs to the lock X, which is asked about. */
class OwnerFormat : public RedisFormat
{
public:
    QString system() const override { return QStringLiteral("owners"); }
    bool wantsType(const QByteArray &type) const override { return type == "string"; }
    bool hides(const QByteArray &key) const override { return key.startsWith("queue:"); }
    std::vector<QByteArray> locksBeside(const QByteArray &key) const override
    {
        return {key.sliced(6)};
    }
    bool asks() const override { return true; }
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override
    {
        if (!key.value.startsWith("owner-"))
            return std::nullopt;
        LockRecord lock;
        lock.id = {
            std::make_shared<const SourceId>(SourceId{context.backend, system(), context.source}),
            key.key};
        lock.state = LockState::Held;
        lock.holders = {{key.value, key.length, {}, 1, nullptr}};
        return lock;
    }
    std::vector<RedisCommand> questions(const std::vector<LockRecord *> &locks) override
    {
        std::vector<RedisCommand> commands;
        for (const LockRecord *lock : locks)
            commands.push_back({"STRLEN", "queue:" + lock->id.name});
        return commands;
    }
    void answer(const std::vector<LockRecord *> &locks, const std::vector<RedisReply> &replies,
                const RedisReadContext &, Observation &) override
    {
        QCOMPARE(replies.size(), locks.size());
        for (size_t i = 0; i < locks.size(); ++i)
            locks[i]->waiters.count = replies[i].integer;
    }
};

/** Hashes whose first field is `holder`; nothing is asked about them. */
class HolderFormat : public RedisFormat
{
public:
    QString system() const override { return QStringLiteral("holders"); }
    bool wantsType(const QByteArray &type) const override { return type == "hash"; }
    bool hides(const QByteArray &) const override { return false; }
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override
    {
        if (key.fields.empty() || key.fields.front().first != "holder")
            return std::nullopt;
        LockRecord lock;
        lock.id = {
            std::make_shared<const SourceId>(SourceId{context.backend, system(), context.source}),
            key.key};
        lock.holders = {{key.fields.front().second, 1, {}, 1, nullptr}};
        return lock;
    }
};

using Names = std::vector<QByteArray>;

struct Stage {
    explicit Stage(Names patterns = {}, qsizetype mostLocks = 500'000)
    {
        std::vector<std::unique_ptr<RedisFormat>> formats;
        formats.push_back(std::make_unique<OwnerFormat>());
        formats.push_back(std::make_unique<HolderFormat>());
        keyspace = std::make_unique<RedisKeyspace>(
            RedisKeyspace::Settings{QStringLiteral("cache"), 0, std::move(patterns), mostLocks},
            std::move(formats), clock);
        server.version = 70015;
    }

    Observation readNamed(const Names &names)
    {
        redis.asked.clear();
        redis.touched.clear();
        return keyspace->readNamed(redis, server, names, clock.now() + 10s);
    }
    Observation readAll() { return keyspace->read(redis, server, Depth::Full, clock.now() + 10s); }

    ManualClock clock;
    FakeRedis redis{clock};
    RedisServer server;
    std::unique_ptr<RedisKeyspace> keyspace;
};

Names sorted(Names names)
{
    std::sort(names.begin(), names.end());
    return names;
}

Names locksOf(const Observation &observation)
{
    Names names;
    for (const LockRecord &record : observation.records)
        names.push_back(record.id.name);
    return sorted(std::move(names));
}

Names askedOf(const Observation &observation)
{
    return observation.asked ? sorted(*observation.asked) : Names{"nothing"};
}

} // namespace

class TestNamedKeysRead : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheNamedAreRead();
    void aKnownLockIsReadAsItIsKnown();
    void aLockThatComesAgainIsReadAsItWas();
    void aLockThatBecameAnotherTypeIsNoLock();
    void aNameTwiceIsReadOnce();
    void whatIsBesideALockStandsForIt();
    void namesUnderNoPatternAreNotRead();
    void keysThatMayNotBeReadAreNotSpokenOf();
    void aDeniedCommandIsAProblem();
    void aRestlessKeyIsNotSpokenOf();
    void whatIsTooLargeToLookIntoIsNotSpokenOf();
    void tooManyLocksAreSaid();
    void tooManyLongNamesAreSaid();
    void locksThatVanishedUntoldDoNotFillIt();
    void aLostConnectionIsAFailure();
    void namedReadsCountNothing();
    void locksAreKnownAfterwards();
    void onlyWhatIsThereIsAnother();
};

void TestNamedKeysRead::onlyTheNamedAreRead()
{
    Stage stage;
    stage.redis.setString("a", "owner-1", 10s);
    stage.redis.setString("b", "owner-2");
    stage.redis.setHash("h", {{"holder", "me"}});
    stage.redis.setString("data", "x");
    const Observation seen = stage.readNamed({"a", "h", "data", "none"});
    QVERIFY(seen.complete);
    QVERIFY(seen.problems.empty());
    QCOMPARE(locksOf(seen), Names({"a", "h"}));
    QCOMPARE(askedOf(seen), Names({"a", "data", "h", "none"}));
    QCOMPARE(seen.source, QStringLiteral("db 0"));
    QCOMPARE(seen.systems.size(), size_t(2));
    QVERIFY(seen.clock.local != SteadyTime{});
    QVERIFY(!stage.redis.touched.contains("b"));
    QVERIFY(!stage.redis.asked.contains("SCAN"));
}

void TestNamedKeysRead::aKnownLockIsReadAsItIsKnown()
{
    Stage stage;
    stage.redis.setString("a", "owner-1", 10s);
    QVERIFY(stage.readAll().complete);
    stage.redis.setString("a", "owner-2", 10s);
    const Observation changed = stage.readNamed({"a"});
    QCOMPARE(changed.records.at(0).holders.at(0).raw, QByteArray("owner-2"));
    QVERIFY(!stage.redis.asked.contains("TYPE"));
    stage.redis.keys.erase("a");
    const Observation gone = stage.readNamed({"a"});
    QVERIFY(gone.complete);
    QVERIFY(gone.records.empty());
    QCOMPARE(askedOf(gone), Names({"a"}));
    QVERIFY(!stage.keyspace->isLock("a"));
}

void TestNamedKeysRead::aLockThatComesAgainIsReadAsItWas()
{
    Stage stage;
    stage.redis.setHash("h", {{"holder", "me"}});
    stage.readNamed({"h"});
    QVERIFY(stage.redis.asked.contains("TYPE"));
    stage.redis.keys.erase("h");
    QVERIFY(stage.readNamed({"h"}).records.empty());
    stage.redis.setHash("h", {{"holder", "you"}});
    const Observation again = stage.readNamed({"h"});
    QCOMPARE(locksOf(again), Names({"h"}));
    QVERIFY(!stage.redis.asked.contains("TYPE"));
    stage.redis.keys.erase("h");
    stage.readNamed({"h"});
    stage.redis.setString("h", "owner-1");
    const Observation other = stage.readNamed({"h"});
    QVERIFY(other.complete);
    QCOMPARE(other.records.at(0).id.source->system, QStringLiteral("owners"));
}

void TestNamedKeysRead::aLockThatBecameAnotherTypeIsNoLock()
{
    Stage stage;
    stage.redis.setString("a", "owner-1");
    stage.readNamed({"a"});
    stage.redis.keys["a"] = {.type = "list"};
    const Observation seen = stage.readNamed({"a"});
    QVERIFY(seen.complete);
    QVERIFY(seen.records.empty());
    QVERIFY(!stage.keyspace->isLock("a"));
}

void TestNamedKeysRead::aNameTwiceIsReadOnce()
{
    Stage stage;
    stage.redis.setString("a", "owner-1");
    const Observation seen = stage.readNamed({"a", "a", "queue:a"});
    QCOMPARE(locksOf(seen), Names({"a"}));
    QCOMPARE(stage.redis.asked["GETRANGE"], 1);
}

void TestNamedKeysRead::whatIsBesideALockStandsForIt()
{
    Stage stage;
    stage.redis.setString("a", "owner-1");
    stage.redis.setString("queue:a", "xyz");
    const Observation seen = stage.readNamed({"queue:a"});
    QVERIFY(seen.complete);
    QCOMPARE(locksOf(seen), Names({"a"}));
    QCOMPARE(seen.records.at(0).waiters.count, 3);
    QCOMPARE(askedOf(seen), Names({"a", "queue:a"}));
    QVERIFY(!stage.redis.touched.contains("queue:a"));
}

void TestNamedKeysRead::namesUnderNoPatternAreNotRead()
{
    Stage stage({"lock:*"});
    stage.redis.setString("lock:1", "owner-1");
    stage.redis.setString("other", "owner-2");
    const Observation seen = stage.readNamed({"lock:1", "other"});
    QVERIFY(seen.complete);
    QCOMPARE(locksOf(seen), Names({"lock:1"}));
    QCOMPARE(stage.redis.asked["TYPE"], 1);
}

void TestNamedKeysRead::keysThatMayNotBeReadAreNotSpokenOf()
{
    Stage stage;
    stage.redis.deniedKeys = "secret:";
    stage.redis.setString("secret:1", "owner-1");
    stage.redis.setString("a", "owner-1");
    const Observation seen = stage.readNamed({"a", "secret:1"});
    QVERIFY(seen.complete);
    QVERIFY(seen.problems.empty());
    QCOMPARE(askedOf(seen), Names({"a"}));
    QCOMPARE(locksOf(seen), Names({"a"}));
}

void TestNamedKeysRead::aDeniedCommandIsAProblem()
{
    Stage stage;
    stage.redis.deniedCommands = {"GETRANGE"};
    stage.redis.setString("a", "owner-1");
    const Observation seen = stage.readNamed({"a"});
    QVERIFY(!seen.complete);
    QCOMPARE(seen.problems.size(), size_t(1));
    QCOMPARE(seen.problems[0].kind, ErrorKind::Denied);
    QVERIFY(seen.problems[0].remedy.contains(QLatin1StringView("getrange")));
}

/** It has another type each time it is asked for. */
void TestNamedKeysRead::aRestlessKeyIsNotSpokenOf()
{
    Stage stage;
    stage.redis.setString("a", "owner-1");
    stage.redis.setString("b", "owner-1");
    stage.redis.beforeCommand = [&](const RedisCommand &command) {
        if (command.size() < 2 || command[1] != "a")
            return;
        if (command[0] == "TYPE")
            stage.redis.setString("a", "owner-1");
        else
            stage.redis.setHash("a", {{"x", "y"}});
    };
    const Observation seen = stage.readNamed({"a", "b"});
    QVERIFY(seen.complete);
    QCOMPARE(askedOf(seen), Names({"b"}));
}

/** Another reader knows it, from when it was small, and reads it in part. */
void TestNamedKeysRead::whatIsTooLargeToLookIntoIsNotSpokenOf()
{
    std::vector<std::pair<QByteArray, QByteArray>> fields = {{"holder", "me"}};
    while (fields.size() < 65)
        fields.emplace_back("reader:" + QByteArray::number(qint64(fields.size())), "1");
    Stage stage;
    stage.redis.setHash("h", fields);
    stage.redis.setString("a", "owner-1");
    stage.redis.keys["list"] = {.type = "list"};
    const Observation seen = stage.readNamed({"a", "h", "list"});
    QVERIFY(seen.complete);
    QCOMPARE(askedOf(seen), Names({"a", "list"}));
    // It may have become so large while nobody listened, or between being gone and coming again.
    stage.redis.setHash("h", {{"holder", "me"}});
    QCOMPARE(locksOf(stage.readNamed({"h"})), Names({"h"}));
    stage.redis.keys.erase("h");
    QCOMPARE(askedOf(stage.readNamed({"h"})), Names({"h"}));
    stage.redis.setHash("h", fields);
    QCOMPARE(askedOf(stage.readNamed({"h"})), Names());
}

void TestNamedKeysRead::tooManyLocksAreSaid()
{
    Stage stage({}, 2);
    for (const char *name : {"a", "b", "c"})
        stage.redis.setString(name, "owner-1");
    const Observation seen = stage.readNamed({"a", "b", "c"});
    QVERIFY(!seen.complete);
    QCOMPARE(seen.records.size(), size_t(2));
    QCOMPARE(seen.problems.size(), size_t(1));
    QCOMPARE(seen.problems[0].kind, ErrorKind::Truncated);
}

void TestNamedKeysRead::tooManyLongNamesAreSaid()
{
    Stage stage;
    Names names;
    for (int i = 0; i < 2000; ++i) {
        names.push_back(QByteArray::number(i) + QByteArray(16'000, 'x'));
        stage.redis.setString(names.back(), "owner-1");
    }
    const Observation seen = stage.readNamed(names);
    QVERIFY(!seen.complete);
    QVERIFY(seen.records.size() > 500 && seen.records.size() < 1200);
    QCOMPARE(seen.problems.size(), size_t(1));
    QCOMPARE(seen.problems[0].kind, ErrorKind::Truncated);
    // Of the others nothing is said, and not that they are gone.
    QCOMPARE(askedOf(seen).size(), seen.records.size());
    // The same again take no more room.
    QCOMPARE(stage.readNamed(names).records.size(), seen.records.size());
}

void TestNamedKeysRead::locksThatVanishedUntoldDoNotFillIt()
{
    Stage stage({}, 4);
    for (const char *name : {"a", "b"})
        stage.redis.setString(name, "owner-1");
    QVERIFY(stage.readNamed({"a", "b"}).complete);
    stage.keyspace->anythingChanged();
    QVERIFY(stage.keyspace->isLock("a"));
    for (const char *name : {"c", "d"})
        stage.redis.setString(name, "owner-1");
    QVERIFY(stage.readNamed({"c", "d"}).complete);
    stage.redis.keys.clear();
    stage.keyspace->anythingChanged();
    for (const char *name : {"e", "f", "g"})
        stage.redis.setString(name, "owner-1");
    const Observation seen = stage.readNamed({"e", "f", "g"});
    QVERIFY(seen.complete);
    QCOMPARE(locksOf(seen), Names({"e", "f", "g"}));
}

void TestNamedKeysRead::aLostConnectionIsAFailure()
{
    Stage stage;
    stage.redis.setString("a", "owner-1");
    QVERIFY(stage.readNamed({"a"}).complete);
    const Error lost{ErrorKind::Network, 0, QStringLiteral("gone"), {}};
    stage.redis.trouble = [&](const std::vector<RedisCommand> &) { return std::optional(lost); };
    const Observation seen = stage.readNamed({"a"});
    QVERIFY(!seen.complete);
    QCOMPARE(seen.problems, std::vector<Error>({lost}));
    QVERIFY(stage.keyspace->isLock("a"));
    stage.keyspace->connectionChanged();
    QVERIFY(!stage.readNamed({"b"}).complete);
}

void TestNamedKeysRead::namedReadsCountNothing()
{
    Stage stage;
    stage.redis.setString("data", "x");
    QCOMPARE(stage.readAll().notDecoded, 1);
    stage.redis.setString("more", "y");
    QCOMPARE(stage.readNamed({"data", "more"}).notDecoded, 0);
    QCOMPARE(stage.readAll().notDecoded, 2);
    // What a named read found to be no lock is still looked at by the next pass.
    stage.redis.setString("late", "y");
    stage.readNamed({"late"});
    stage.redis.setString("late", "owner-1");
    QCOMPARE(locksOf(stage.readAll()), Names({"late"}));
}

void TestNamedKeysRead::locksAreKnownAfterwards()
{
    Stage stage;
    stage.redis.setString("a", "owner-1");
    stage.redis.setHash("h", {{"holder", "me"}});
    QVERIFY(!stage.keyspace->isAskedAbout("a"));
    stage.readNamed({"a", "h"});
    QVERIFY(stage.keyspace->isLock("a"));
    QVERIFY(stage.keyspace->isLock("h"));
    QVERIFY(!stage.keyspace->isLock("data"));
    QVERIFY(stage.keyspace->isAskedAbout("a"));
    QVERIFY(!stage.keyspace->isAskedAbout("h"));
}

void TestNamedKeysRead::onlyWhatIsThereIsAnother()
{
    Stage stage({"lock:*", "queue:*"});
    stage.redis.setString("lock:a", "owner-1");
    stage.redis.setString("lock:data", "x");
    stage.redis.keys["lock:list"] = {.type = "list"};
    stage.redis.setString("queue:lock:a", "xyz");
    stage.readNamed({"lock:a", "lock:data", "lock:list", "lock:none", "queue:lock:a", "foreign"});
    QVERIFY(!stage.keyspace->isOther("lock:a"));
    QVERIFY(stage.keyspace->isOther("lock:data"));
    QVERIFY(stage.keyspace->isOther("lock:list"));
    QVERIFY(!stage.keyspace->isOther("lock:none"));
    QVERIFY(!stage.keyspace->isOther("queue:lock:a"));
    QVERIFY(stage.keyspace->isOther("foreign"));
    stage.redis.keys.erase("lock:a");
    stage.redis.setString("lock:none", "x");
    stage.readNamed({"lock:a", "lock:none"});
    QVERIFY(!stage.keyspace->isOther("lock:a"));
    QVERIFY(stage.keyspace->isOther("lock:none"));
}

LOCKMASTER_TEST(TestNamedKeysRead, NoApplication)

} // namespace tst_namedkeysread

#include "tst_namedkeysread.moc"
