// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonformat.h"
#include "tests/support/redisreplies.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <map>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redissonformat {

namespace {

constexpr ServerTime start(std::chrono::sys_days(std::chrono::year(2026) / 11 / 21));
const QByteArray client = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c";
const QByteArray owner = client + ":302";
const QByteArray waiter = "9f1c0a00-0000-4000-8000-000000000001:7";

RedisReply integer(qint64 value)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Integer;
    reply.integer = value;
    return reply;
}

/** The answers of a server with these side keys. */
struct FakeServer {
    std::map<QByteArray, qint64> subscribers;
    std::map<QByteArray, QList<QByteArray>> queues;
    std::map<QByteArray, QList<QByteArray>> times; ///< member, score, ...
    QList<QByteArray> keys;
    std::map<QByteArray, QByteArray> refusals; ///< by command
    bool oneSlot = false;                      ///< keys of several slots are refused
    std::vector<RedisCommand> asked;

    RedisReply operator()(const RedisCommand &command)
    {
        asked.push_back(command);
        if (const auto at = refusals.find(command[0]); at != refusals.end())
            return errorReply(at->second);
        if (command[0] == "EXISTS" && command.size() > 2 && oneSlot)
            return errorReply("CROSSSLOT Keys in request don't hash to the same slot");
        if (command[0] == "PUBSUB")
            return numsub(command);
        if (command[0] == "LLEN")
            return integer(queues[command[1]].size());
        if (command[0] == "LRANGE")
            return list(queues[command[1]]);
        if (command[0] == "ZRANGE")
            return list(times[command[1]]);
        return integer(std::count_if(command.begin() + 1, command.end(), [this](const auto &key) {
            const auto queue = queues.find(key);
            return keys.contains(key) || (queue != queues.end() && !queue->second.isEmpty());
        }));
    }

    RedisReply numsub(const RedisCommand &command)
    {
        std::vector<RedisReply> elements;
        for (size_t i = 2; i < command.size(); ++i) {
            elements.push_back(bulk(command[i]));
            elements.push_back(integer(subscribers[command[i]]));
        }
        return array(std::move(elements));
    }

    static RedisReply list(const QList<QByteArray> &texts)
    {
        std::vector<RedisReply> elements;
        for (const QByteArray &text : texts)
            elements.push_back(bulk(text));
        return array(std::move(elements));
    }

    qsizetype count(const QByteArray &command) const
    {
        return std::count_if(asked.begin(), asked.end(),
                             [&command](const RedisCommand &sent) { return sent[0] == command; });
    }
};

QString attribute(const LockRecord &lock, const QString &label)
{
    for (const Attribute &line : *lock.attributes) {
        if (line.label == label)
            return line.value;
    }
    return {};
}

using Fields = std::vector<std::pair<QByteArray, QByteArray>>;

} // namespace

class TestRedissonFormat : public QObject
{
    Q_OBJECT

    RedissonFormat m_format;
    FakeServer m_server;
    Observation m_observation;
    Micros m_elapsed{0};
    bool m_brief = false;

    RedisReadContext context() const
    {
        RedisReadContext result;
        result.brief = m_brief;
        result.backend = QStringLiteral("cache");
        result.source = QStringLiteral("db 0");
        result.clock = {start + m_elapsed, SteadyTime(1h) + m_elapsed, 100us};
        result.version = 70015;
        return result;
    }

    KeyReading hash(const QByteArray &name, const Fields &fields, Millis ttl) const
    {
        KeyReading key;
        key.key = name;
        key.type = "hash";
        key.fields = fields;
        key.length = static_cast<qint64>(fields.size());
        key.expiresAt = context().clock.server + ttl;
        key.deadline = context().clock.local + ttl;
        key.storedExpiryMs =
            std::chrono::duration_cast<Millis>(key.expiresAt->time_since_epoch()).count();
        key.expiryExact = true;
        key.known = true;
        return key;
    }

    /** One read: decode, ask, answer. */
    std::vector<LockRecord> read(const std::vector<KeyReading> &keys)
    {
        m_server.asked.clear();
        m_observation = {};
        std::vector<LockRecord> locks;
        for (const KeyReading &key : keys) {
            if (auto lock = m_format.decode(key, context()))
                locks.push_back(std::move(*lock));
        }
        std::vector<LockRecord *> pointers;
        for (LockRecord &lock : locks)
            pointers.push_back(&lock);
        auto questions = m_format.questions(pointers);
        do {
            std::vector<RedisReply> replies;
            for (const RedisCommand &command : questions)
                replies.push_back(m_server(command));
            m_format.answer(pointers, replies, context(), m_observation);
            questions = m_format.moreQuestions();
        } while (!questions.empty());
        return locks;
    }

    LockRecord readOne(const QByteArray &name, const Fields &fields, Millis ttl = 10s)
    {
        const auto locks = read({hash(name, fields, ttl)});
        return locks.empty() ? LockRecord{} : locks.front();
    }

private slots:
    void init()
    {
        m_format = RedissonFormat();
        m_server = {};
        m_elapsed = 0us;
        m_brief = false;
    }

    void aListGetsNoLinesForDetails()
    {
        m_brief = true;
        m_server.queues["redisson_lock_queue:{coupon}"] = {waiter};
        const LockRecord lock = readOne("coupon", {{owner, "2"}});
        QVERIFY(!lock.attributes);
        QCOMPARE(lock.variant, QStringLiteral("fair"));
        QCOMPARE(lock.waiters.count, std::optional<qint64>(1));
    }

    void aPlainLockShowsOwnerCountAndWaiters()
    {
        m_server.subscribers["redisson_lock__channel:{coupon}"] = 3;
        const LockRecord lock = readOne("coupon", {{owner, "2"}});
        QCOMPARE(lock.id.source->system, QStringLiteral("redisson"));
        QCOMPARE(lock.state, LockState::Held);
        QCOMPARE(lock.variant, QString());
        QCOMPARE(lock.holdCount(), qint64(2));
        QCOMPARE(lock.holders[0].raw, owner);
        QCOMPARE(lock.holders[0].label, QStringLiteral("1c4eddfe..:302"));
        QCOMPARE(lock.holders[0].detail->thread, QStringLiteral("302"));
        QCOMPARE(lock.waiters.count, std::optional<qint64>(3));
        QCOMPARE(lock.waiters.basis, QStringLiteral("subscribed clients"));
        QCOMPARE(attribute(lock, QStringLiteral("Redisson client")), QString::fromLatin1(client));
        QVERIFY(m_observation.problems.empty());
    }

    void manyPlainLocksShareACommand()
    {
        std::vector<KeyReading> keys;
        for (int i = 0; i < 100; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        for (int look = 0; look < 2; ++look) {
            read(keys);
            QCOMPARE(m_server.asked.size(), size_t(2));
            QCOMPARE(m_server.count("EXISTS"), 1);
            // A token is made when a lock is taken: its absence is known until the holder changes.
            QCOMPARE(m_server.asked.back().size(), look == 0 ? size_t(201) : size_t(101));
        }
    }

    void aFairAndAFencedLockAreFoundAmongMany()
    {
        std::vector<KeyReading> keys;
        for (int i = 0; i < 300; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        m_server.queues["redisson_lock_queue:{lock:7}"] = {waiter};
        m_server.keys = {"redisson_lock_token:{lock:9}"};
        for (int look = 0; look < 3; ++look) {
            const auto locks = read(keys);
            QCOMPARE(locks[7].variant, QStringLiteral("fair"));
            QCOMPARE(locks[7].waiters.count, std::optional<qint64>(1));
            QCOMPARE(locks[9].variant, QStringLiteral("fenced"));
            QCOMPARE(std::count_if(locks.begin(), locks.end(),
                                   [](const LockRecord &lock) { return lock.variant.isEmpty(); }),
                     298);
            // Who is known not to be plain is asked for alone, and the others together.
            QVERIFY(look == 0 || m_server.asked.size() <= 8);
        }
    }

    void aQueueThatStartsLaterIsFoundAmongMany()
    {
        std::vector<KeyReading> keys;
        for (int i = 0; i < 300; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        QCOMPARE(read(keys)[200].variant, QString());
        m_server.queues["redisson_lock_queue:{lock:200}"] = {waiter, client + ":9"};
        const auto locks = read(keys);
        QCOMPARE(locks[200].variant, QStringLiteral("fair"));
        QCOMPARE(locks[200].waiters.count, std::optional<qint64>(2));
        QCOMPARE(locks[200].waiters.list.size(), size_t(2));
    }

    void aTokenOfTheNextHolderIsSeen()
    {
        QCOMPARE(readOne("pay", {{owner, "1"}}).variant, QString());
        m_server.keys = {"redisson_lock_token:{pay}"};
        QCOMPARE(readOne("pay", {{waiter, "1"}}).variant, QStringLiteral("fenced"));
    }

    void whereKeysOfSeveralSlotsAreRefusedEachIsAskedFor()
    {
        m_server.oneSlot = true;
        m_server.queues["redisson_lock_queue:{lock:7}"] = {waiter};
        std::vector<KeyReading> keys;
        for (int i = 0; i < 100; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        for (int look = 0; look < 2; ++look) {
            QCOMPARE(read(keys)[7].variant, QStringLiteral("fair"));
            QCOMPARE(m_server.count("LLEN"), 100);
        }
    }

    void aFairLockIsKnownByItsQueue()
    {
        const QByteArray until = QByteArray::number(1'795'000'000'000);
        m_server.queues["redisson_lock_queue:{job}"] = {waiter, client + ":9"};
        m_server.times["redisson_lock_timeout:{job}"] = {waiter, until, client + ":9", "oops"};
        LockRecord lock = readOne("job", {{owner, "1"}});
        QCOMPARE(lock.variant, QStringLiteral("fair"));
        QCOMPARE(lock.waiters.count, std::optional<qint64>(2));
        QCOMPARE(lock.waiters.basis, QStringLiteral("queued threads"));
        QCOMPARE(lock.waiters.list.at(0).label, QStringLiteral("9f1c0a00..:7"));
        QCOMPARE(attribute(lock, QStringLiteral("Queue, place 1")),
                 QString::fromLatin1(waiter)
                     + QStringLiteral(", until 2026-11-18 11:06:40.000 UTC (its clock)"));
        QCOMPARE(attribute(lock, QStringLiteral("Queue, place 2")),
                 QString::fromLatin1(client) + QStringLiteral(":9"));

        m_server.queues.clear();
        const LockRecord quiet = readOne("job", {{owner, "1"}});
        QCOMPARE(quiet.variant, QStringLiteral("fair"));
        QCOMPARE(quiet.waiters.count, std::optional<qint64>(0));
        QVERIFY(sameInstance(lock, quiet));
    }

    void aLateQueueTurnsAPlainLockFair()
    {
        m_server.subscribers["redisson_lock__channel:{job}"] = 1;
        const LockRecord before = readOne("job", {{owner, "1"}});
        QCOMPARE(before.waiters.basis, QStringLiteral("subscribed clients"));
        m_server.queues["redisson_lock_queue:{job}"] = {waiter};
        const LockRecord after = readOne("job", {{owner, "1"}});
        QCOMPARE(after.variant, QStringLiteral("fair"));
        QCOMPARE(after.waiters.count, std::optional<qint64>(1));
        QVERIFY(sameInstance(before, after));
    }

    void aHostileQueueIsShownLiterally()
    {
        QList<QByteArray> queue = {QByteArray("a\n\0<b>", 6)};
        for (int i = 0; i < 500; ++i)
            queue.append(QByteArray(2000, 'x'));
        m_server.queues["redisson_lock_queue:{job}"] = queue;
        const LockRecord lock = readOne("job", {{owner, "1"}});
        QCOMPARE(lock.waiters.count, std::optional<qint64>(501));
        QCOMPARE(lock.waiters.list.size(), size_t(64));
        QCOMPARE(lock.waiters.list.at(0).label, QStringLiteral("a\\n\\x00<b>"));
        QCOMPARE(lock.waiters.list.at(1).label.size(), 64);
    }

    void aFencedLockIsKnownByItsToken()
    {
        m_server.keys = {"redisson_lock_token:{pay}"};
        QCOMPARE(readOne("pay", {{owner, "1"}}).variant, QStringLiteral("fenced"));
        QCOMPARE(readOne("pay", {{owner, "1"}}).variant, QStringLiteral("fenced"));
    }

    void readersAreAllHolders()
    {
        m_server.subscribers["redisson_rwlock:{doc}"] = 2;
        m_server.keys = {"{doc}:" + owner + ":rwlock_timeout:2"};
        const LockRecord lock = readOne("doc", {{"mode", "read"}, {owner, "2"}, {waiter, "1"}});
        QCOMPARE(lock.variant, QStringLiteral("read"));
        QCOMPARE(lock.holders.size(), size_t(2));
        QCOMPARE(lock.waiters.count, std::optional<qint64>(2));
        QCOMPARE(attribute(lock, QStringLiteral("Reader without a lease")),
                 QStringLiteral("9f1c0a00..:7"));
        QCOMPARE(m_server.count("LLEN"), 0);
    }

    void theWriterIsOneHolder()
    {
        const LockRecord lock = readOne("doc", {{"mode", "write"}, {owner + ":write", "1"}});
        QCOMPARE(lock.variant, QStringLiteral("write"));
        QCOMPARE(lock.holders.at(0).raw, owner + ":write");
        QCOMPARE(lock.holders.at(0).label, QStringLiteral("1c4eddfe..:302"));
        QCOMPARE(m_server.count("EXISTS"), 0);
    }

    void otherValuesOfAMultiLockAreAnotherInstance()
    {
        const auto fields = [](const QByteArray &value) {
            return Fields{{value, owner},
                          {value + ':' + owner + ":expire_time", "1700000000000"},
                          {value + ':' + owner + ":lock_count", "1"}};
        };
        const LockRecord a = readOne("group", fields("AAAA"));
        const LockRecord b = readOne("group", fields("BBBB"));
        QCOMPARE(a.variant, QStringLiteral("multi"));
        QVERIFY(!sameInstance(a, b));
        QVERIFY(attribute(a, QStringLiteral("Value AAAA")).contains(QStringLiteral("2023-11-14")));
    }

    void deniedPubSubIsUnknownAndNeverZero()
    {
        m_server.refusals["PUBSUB"] = "NOPERM this user has no permissions to run 'pubsub|numsub'";
        for (int poll = 0; poll < 5; ++poll) {
            const LockRecord lock = readOne("coupon", {{owner, "1"}});
            QVERIFY(!lock.waiters.count.has_value());
            QCOMPARE(m_observation.problems.size(), size_t(1));
            QCOMPARE(m_observation.problems[0].kind, ErrorKind::Denied);
            QVERIFY(!m_observation.problems[0].remedy.isEmpty());
            QCOMPARE(m_server.count("PUBSUB"), poll == 0 ? 1 : 0);
        }
        m_server.refusals.clear();
        LockRecord lock;
        for (int poll = 0; poll < 40 && !lock.waiters.count; ++poll)
            lock = readOne("coupon", {{owner, "1"}});
        QCOMPARE(lock.waiters.count, std::optional<qint64>(0));
        QVERIFY(m_observation.problems.empty());
    }

    void deniedSideKeysAreSaid()
    {
        m_server.refusals["EXISTS"] = "NOPERM no";
        const LockRecord lock = readOne("coupon", {{owner, "1"}});
        QCOMPARE(lock.waiters.count, std::optional<qint64>(0));
        QCOMPARE(m_observation.problems.size(), size_t(1));
    }

    void whatWasRefusedIsAskedAboutOneLockOnly()
    {
        m_server.refusals["EXISTS"] = "NOPERM no";
        std::vector<KeyReading> keys;
        for (int i = 0; i < 100; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        read(keys);
        QCOMPARE(m_server.asked.back().size(), size_t(201));
        qsizetype asked = 0;
        for (int poll = 0; poll < 35; ++poll) {
            read(keys);
            asked += m_server.count("EXISTS");
            QVERIFY(m_server.count("EXISTS") == 0 || m_server.asked.back().size() <= 3);
            QCOMPARE(m_observation.problems.size(), size_t(1));
        }
        QCOMPARE(asked, 1);
        m_server.refusals.clear();
        for (int poll = 0; poll < 35; ++poll)
            read(keys);
        QCOMPARE(m_server.asked.back().size(), size_t(101));
        QVERIFY(m_observation.problems.empty());
    }

    void aSideKeyOfAnotherTypeIsIgnored()
    {
        m_server.refusals["LLEN"] = "WRONGTYPE Operation against a key";
        m_server.keys = {"redisson_lock_queue:{lock:7}"};
        std::vector<KeyReading> keys;
        for (int i = 0; i < 100; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        for (int look = 0; look < 3; ++look) {
            QCOMPARE(read(keys)[7].variant, QString());
            QVERIFY(m_observation.problems.empty());
        }
    }

    void missingAndForeignAnswersLeaveThingsUnknown()
    {
        auto lock = m_format.decode(hash("a", {{owner, "1"}}, 5s), context());
        std::vector<LockRecord *> locks = {&*lock};
        const auto asked = m_format.questions(locks);
        std::vector<RedisReply> replies(asked.size(), array({bulk("x"), bulk("y"), bulk("z")}));
        m_format.answer(locks, replies, context(), m_observation);
        QVERIFY(!lock->waiters.count.has_value());
        m_format.questions(locks);
        m_format.answer(locks, {}, context(), m_observation);
        QVERIFY(!lock->waiters.count.has_value());
    }

    void questionsStayBoundedAndComeRound()
    {
        std::vector<KeyReading> keys;
        for (int i = 0; i < 20'000; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        auto locks = read(keys);
        const auto known = [&locks] {
            return std::count_if(locks.begin(), locks.end(),
                                 [](const LockRecord &lock) { return lock.waiters.count; });
        };
        QCOMPARE(known(), RedissonInquiry::channelsInOnePoll);
        QVERIFY(m_server.asked.size() < 5'000);
        m_elapsed += 1s;
        locks = read(keys);
        QCOMPARE(known(), 20'000);
        m_elapsed += 1min;
        locks = read(keys);
        QCOMPARE(known(), RedissonInquiry::channelsInOnePoll);
    }

    void whatWasAnsweredIsAskedAgainInTurns()
    {
        std::vector<KeyReading> keys;
        for (int i = 0; i < 10'000; ++i)
            keys.push_back(hash("lock:" + QByteArray::number(i), {{owner, "1"}}, 1h));
        auto locks = read(keys);
        m_server.subscribers["redisson_lock__channel:{lock:42}"] = 3;
        size_t channels = 0;
        size_t queues = 0;
        for (int poll = 0; poll < 4; ++poll) {
            m_server.asked.clear();
            m_elapsed += 1s;
            locks = read(keys);
            size_t now = 0;
            for (const RedisCommand &command : m_server.asked) {
                now += command[0] == "PUBSUB" ? command.size() - 2 : 0;
                queues += command[0] == "EXISTS" ? command.size() - 1 : 0;
            }
            QCOMPARE(now, size_t(2'500));
            channels += now;
        }
        QCOMPARE(channels, keys.size());
        QCOMPARE(queues, keys.size());
        QCOMPARE(locks[42].waiters.count, std::optional<qint64>(3));
        QVERIFY(std::all_of(locks.begin(), locks.end(),
                            [](const LockRecord &lock) { return lock.waiters.count.has_value(); }));
        // Polls that are far apart ask about all of them.
        m_server.asked.clear();
        m_elapsed += 5s;
        read(keys);
        QCOMPARE(m_server.count("PUBSUB"), qsizetype(40));
    }

    void aLockThatStandsAsItStoodKeepsItsRecord()
    {
        const KeyReading key = hash("coupon", {{owner, "1"}}, 1h);
        const LockRecord before = read({key}).front();
        m_elapsed += 2s;
        m_server.subscribers["redisson_lock__channel:{coupon}"] = 2;
        const LockRecord after = read({key}).front();
        QCOMPARE(after.attributes.get(), before.attributes.get());
        QVERIFY(sameLease(before, after));
        QCOMPARE(after.waiters.count, std::optional<qint64>(2));
        KeyReading entered = key;
        entered.fields = {{owner, "2"}};
        QCOMPARE(read({entered}).front().holdCount(), 2);
    }

    void aWatchdogThatStoppedIsToldOfAnUnchangedKey()
    {
        readOne("coupon", {{owner, "1"}}, 21s);
        m_elapsed += 1s;
        const KeyReading renewed = hash("coupon", {{owner, "1"}}, 30s);
        read({renewed});
        KeyReading late = renewed;
        m_elapsed += 22s;
        late.deadline = *renewed.deadline;
        const auto locks = read({late});
        QVERIFY(attribute(locks.front(), QStringLiteral("Renewal"))
                    .startsWith(QStringLiteral("stopped")));
    }

    void renewalIsSaidOnceItWasSeen()
    {
        const auto renewal = [this](Millis ttl) {
            const LockRecord lock = readOne("coupon", {{owner, "1"}}, ttl);
            m_elapsed += 1s;
            return attribute(lock, QStringLiteral("Renewal"));
        };
        QVERIFY(renewal(21s).startsWith(QStringLiteral("not known yet")));
        QVERIFY(renewal(20s).startsWith(QStringLiteral("not known yet")));
        QVERIFY(renewal(30s).startsWith(QStringLiteral("by a watchdog")));
        QCOMPARE(readOne("coupon", {{owner, "1"}}, 29s).lease.granted, std::optional<Micros>(30s));
        m_elapsed += 20s;
        QVERIFY(renewal(9s).startsWith(QStringLiteral("stopped")));
    }

    void anotherHolderStartsTheHistoryAnew()
    {
        readOne("coupon", {{owner, "1"}}, 21s);
        m_elapsed += 2s;
        const LockRecord lock = readOne("coupon", {{waiter, "1"}}, 30s);
        QVERIFY(attribute(lock, QStringLiteral("Renewal")).startsWith(QStringLiteral("not known")));
    }

    void withoutExpiryThereIsNoRenewal()
    {
        KeyReading key = hash("coupon", {{owner, "1"}}, 5s);
        key.expiresAt.reset();
        key.deadline.reset();
        key.storedExpiryMs = -1;
        const auto lock = m_format.decode(key, context());
        QVERIFY(lock.has_value());
        QVERIFY(!lock->lease.hasExpiry);
        // Redisson always sets one: a cart of a user looks like this as well.
        QCOMPARE(lock->certainty, Certainty::Likely);
        key.pattern = "coupon";
        QCOMPARE(m_format.decode(key, context())->certainty, Certainty::Certain);
        key.pattern.clear();
        key.fields.emplace_back("mode", "read");
        key.length = 2;
        QCOMPARE(m_format.decode(key, context())->certainty, Certainty::Certain);
        QVERIFY(attribute(*lock, QStringLiteral("Renewal")).contains(QStringLiteral("no expiry")));
    }

    void aPatternAddsNothingToAForeignHash()
    {
        KeyReading key = hash("user:1", {{"name", "x"}}, 5s);
        key.pattern = "user:*";
        QVERIFY(!m_format.decode(key, context()).has_value());
        key.fields = {{owner, "1"}};
        const auto lock = m_format.decode(key, context());
        QVERIFY(lock.has_value());
        QCOMPARE(lock->pattern, QByteArray("user:*"));
    }

    void memoryStaysBounded()
    {
        RedissonMemory known;
        SteadyTime now(1h);
        for (size_t i = 0; i <= RedissonMemory::capacity; ++i)
            known.note("lock:" + QByteArray::number(qsizetype(i)), owner,
                       RedissonShape::Kind::Single, now);
        QCOMPARE(known.size(), RedissonMemory::capacity);
        QVERIFY(!known.note("one more", owner, RedissonShape::Kind::Single, now));
        now += 10min;
        QVERIFY(known.note("one more", owner, RedissonShape::Kind::Single, now));
        QCOMPARE(known.size(), size_t(1));
    }
};

LOCKMASTER_TEST(TestRedissonFormat, QCoreApplication)

} // namespace tst_redissonformat

#include "tst_redissonformat.moc"
