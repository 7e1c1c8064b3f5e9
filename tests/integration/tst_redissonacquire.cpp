// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/redissonreplay.h"
#include "tests/support/redissonstage.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <future>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redissonacquire {

namespace {

using Type = RedissonReplay::Type;

const QByteArray one = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302";
const QByteArray two = "9f1c0a00-0000-4000-8000-000000000001:5";

QString wordOf(Type type)
{
    constexpr const char *words[] = {"plain", "fair", "read", "write"};
    return QString::fromLatin1(words[int(type)]);
}

SteadyTime in(Millis time)
{
    return std::chrono::steady_clock::now() + time;
}

void addTypes()
{
    QTest::addColumn<int>("type");
    for (const Type type : {Type::Plain, Type::Fair, Type::Read, Type::Write})
        QTest::addRow("%s", qPrintable(wordOf(type))) << int(type);
}

/** Prints median and maximum. @return whether they woke at once: the machine may hiccup once. */
bool atOnce(const char *what, std::vector<double> millis)
{
    std::sort(millis.begin(), millis.end());
    qInfo("wake-up redisson, %s: %zu times, median %.2f ms, maximum %.2f ms", what, millis.size(),
          millis[millis.size() / 2], millis.back());
    return millis[millis.size() - 2] <= 200 && millis.back() <= 10'000;
}

double millisSince(SteadyTime before, SteadyTime after)
{
    return std::chrono::duration<double, std::milli>(after - before).count();
}

} // namespace

class TestRedissonAcquire : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;

    RedissonReplay library(Type type, const QByteArray &name, const QByteArray &owner)
    {
        return RedissonReplay(m_server->port(), type, name, owner);
    }

    Result<std::unique_ptr<LockClient>> make(const RedissonStage &stage, Type type,
                                             const QByteArray &name, Millis lease = 30s,
                                             const QByteArray &owner = {})
    {
        AcquireRequest request;
        request.name = name;
        request.owner = owner;
        request.ttl = lease;
        request.variant = wordOf(type);
        return stage.system().client(request, stage.context());
    }

    Result<AcquireResult> take(RedissonStage &stage, LockClient &client, Millis wait = 0ms,
                               std::stop_token stop = {})
    {
        return client.acquire(stage.permit(), in(wait), std::move(stop));
    }

    /** Until so many are subscribed to a channel. */
    void awaitListeners(const QByteArray &channel, qint64 count)
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_server->run({"PUBSUB", "NUMSUB", channel}).elements[1].integer,
                                  count, 20'000);
    }

    qint64 keyCount() { return m_server->run({"DBSIZE"}).integer; }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void whatCanBeChosen()
    {
        RedissonStage stage(m_server->spec());
        const auto form = stage.system().acquireForm(stage.spec());
        QVERIFY(form);
        QCOMPARE(form->sources, QStringList{QStringLiteral("db 0")});
        QCOMPARE(form->variants.front().id, QStringLiteral("plain"));
        QCOMPARE(form->variants.size(), size_t(4));
        QVERIFY(form->hasOwner && form->hasTtl);
        QCOMPARE(*form->defaultTtl, Millis(30s));
    }

    void whatCannotBeStoredIsRefused_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("owner");
        QTest::addColumn<qint64>("ttl");
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QString>("source");
        const QByteArray name = "coupon:7";
        QTest::newRow("no name") << QByteArray() << one << qint64(1000) << QString() << QString();
        QTest::newRow("helper key") << QByteArray("redisson_lock_queue:{x}") << one << qint64(1000)
                                    << QString() << QString();
        QTest::newRow("free text")
            << name << QByteArray("kim@ops-1") << qint64(1000) << QString() << QString();
        QTest::newRow("no thread")
            << name << one.left(37) << qint64(1000) << QString() << QString();
        QTest::newRow("no lease") << name << one << qint64(0) << QString() << QString();
        QTest::newRow("variant") << name << one << qint64(1000) << QStringLiteral("spin")
                                 << QString();
        QTest::newRow("database") << name << one << qint64(1000) << QString()
                                  << QStringLiteral("db 3");
    }
    void whatCannotBeStoredIsRefused()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, owner);
        QFETCH(qint64, ttl);
        QFETCH(QString, variant);
        QFETCH(QString, source);
        RedissonStage stage(m_server->spec());
        const auto client =
            stage.system().client({source, name, owner, Millis(ttl), variant}, stage.context());
        QVERIFY(!client);
        QCOMPARE(client.error().kind, ErrorKind::Config);
    }

    void theOwnerNamesThisProgram()
    {
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type::Plain, "coupon:7");
        const auto other = make(stage, Type::Plain, "coupon:8");
        QVERIFY(client && other);
        QVERIFY(take(stage, **client)->acquired);
        const QByteArray owner = (*client)->own().owner;
        const QByteArray process = QByteArray::number(QCoreApplication::applicationPid());
        QVERIFY(owner.startsWith("10c4a57e-4c4d-4"));
        QVERIFY(owner.left(36).endsWith(process.rightJustified(7, '0')));
        QCOMPARE((*other)->own().owner.left(36), owner.left(36));
        QVERIFY((*other)->own().owner != owner);
        QCOMPARE(m_server->run({"HGET", "coupon:7", owner}).text, QByteArray("1"));
        const auto seen = stage.look("coupon:7");
        QVERIFY(seen);
        QCOMPARE(seen->holders.front().raw, owner);
        QVERIFY((*client)->own().id == seen->id);
    }

    /** While we hold, the library does not get it; when we let go, it does. */
    void theLibraryHonoursUs_data() { addTypes(); }
    void theLibraryHonoursUs()
    {
        QFETCH(int, type);
        for (const QByteArray name : {"coupon:7", "{tag}:7", "two words"}) {
            RedissonStage stage(m_server->spec());
            const auto client = make(stage, Type(type), name, 20s);
            QVERIFY(client);
            const auto taken = take(stage, **client);
            QVERIFY2(taken, qPrintable(taken ? QString() : taken.error().message));
            QVERIFY(taken->acquired);
            const Type rival = Type(type) == Type::Read ? Type::Write : Type(type);
            RedissonReplay other = library(rival, name, one);
            const auto left = other.tryLock(30s);
            QVERIFY(left && *left > 10'000 && *left <= 20'000);
            QVERIFY(!other.unlock(30s));
            QVERIFY((*client)->renew(inTime()).value());
            QVERIFY((*client)->release(inTime()).value());
            QCOMPARE(keyCount(), qint64(0));
            QVERIFY(!(*client)->release(inTime()).value());
            QVERIFY(!(*client)->renew(inTime()).value());
            QVERIFY(!other.tryLock(30s));
            QVERIFY(other.unlock(30s));
        }
    }

    void whoHasItInsteadIsTold_data() { addTypes(); }
    void whoHasItInsteadIsTold()
    {
        QFETCH(int, type);
        const Type held = Type(type) == Type::Read ? Type::Write : Type(type);
        RedissonReplay holder = library(held, "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type(type), "coupon:7");
        for (const Millis wait : {0ms, 150ms}) {
            const auto refused = take(stage, **client, wait);
            QVERIFY(refused);
            QVERIFY(!refused->acquired);
            QVERIFY(refused->heldBy && refused->heldBy->raw.startsWith(one));
            QVERIFY(refused->theirTtl && *refused->theirTtl > 10s);
        }
        QVERIFY(holder.unlock(30s));
        QCOMPARE(keyCount(), qint64(0)); // a fair one left the queue
        QVERIFY(take(stage, **client)->acquired);
    }

    void theLibrarysWaiterWakesWhenWeLetGo()
    {
        std::vector<double> millis;
        RedissonStage stage(m_server->spec());
        for (const Type type : {Type::Plain, Type::Fair, Type::Read, Type::Write}) {
            for (int round = 0; round < 26; ++round) {
                const auto client = make(stage, type, "wake", 60s);
                QVERIFY(take(stage, **client)->acquired);
                const Type rival = type == Type::Read ? Type::Write : type;
                const QByteArray owner = redissonOwner(round);
                auto woken = std::async(std::launch::async, [this, rival, owner] {
                    RedissonReplay waiter = library(rival, "wake", owner);
                    const bool got = waiter.lock(60s, 50s);
                    const SteadyTime at = std::chrono::steady_clock::now();
                    waiter.unlock(60s);
                    return got ? at : SteadyTime();
                });
                awaitListeners(library(rival, "wake", owner).channel(), 1);
                const SteadyTime before = std::chrono::steady_clock::now();
                QVERIFY((*client)->release(inTime()).value());
                const SteadyTime at = woken.get();
                QVERIFY(at != SteadyTime());
                millis.push_back(millisSince(before, at));
            }
        }
        QVERIFY2(atOnce("the library's waiters", millis), "a waiter slept on");
    }

    void ourWaiterWakesWhenTheLibraryLetsGo()
    {
        std::vector<double> millis;
        for (const Type type : {Type::Plain, Type::Fair, Type::Read, Type::Write}) {
            const Type rival = type == Type::Read ? Type::Write : type;
            RedissonReplay holder = library(rival, "wake", one);
            for (int round = 0; round < 26; ++round) {
                QVERIFY(!holder.tryLock(60s));
                std::promise<QByteArray> channel;
                auto woken = std::async(std::launch::async, [&, type] {
                    RedissonStage stage(m_server->spec());
                    const auto client = make(stage, type, "wake", 60s);
                    const QByteArray base = library(type, "wake", {}).channel();
                    channel.set_value(type == Type::Fair ? base + (*client)->own().owner : base);
                    const auto taken = take(stage, **client, 50s);
                    const SteadyTime at = std::chrono::steady_clock::now();
                    const bool got = taken && taken->acquired && *(*client)->release(inTime());
                    return got ? at : SteadyTime();
                });
                awaitListeners(channel.get_future().get(), 1);
                const SteadyTime before = std::chrono::steady_clock::now();
                QVERIFY(holder.unlock(60s));
                const SteadyTime at = woken.get();
                QVERIFY(at != SteadyTime());
                millis.push_back(millisSince(before, at));
            }
        }
        QVERIFY2(atOnce("ours", millis), "a waiter slept on");
        QCOMPARE(keyCount(), qint64(0));
    }

    /** Nothing tells that a lease ran out: whoever waits sleeps as long as it was told. */
    void aLeaseThatRunsOutIsTakenOver_data() { addTypes(); }
    void aLeaseThatRunsOutIsTakenOver()
    {
        QFETCH(int, type);
        const Type held = Type(type) == Type::Read ? Type::Write : Type(type);
        QVERIFY(!library(held, "coupon:7", one).tryLock(300ms));
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type(type), "coupon:7");
        const auto taken = take(stage, **client, 30s);
        QVERIFY(taken && taken->acquired);
    }

    void aStopEndsTheWaitAndLeavesNothing_data() { addTypes(); }
    void aStopEndsTheWaitAndLeavesNothing()
    {
        QFETCH(int, type);
        const Type held = Type(type) == Type::Read ? Type::Write : Type(type);
        RedissonReplay holder = library(held, "coupon:7", one);
        QVERIFY(!holder.tryLock(60s));
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type(type), "coupon:7");
        std::stop_source stopping;
        std::thread stopper([&] {
            std::this_thread::sleep_for(200ms);
            stopping.request_stop();
        });
        const SteadyTime before = std::chrono::steady_clock::now();
        const auto stopped = take(stage, **client, 60s, stopping.get_token());
        const double took = millisSince(before, std::chrono::steady_clock::now());
        stopper.join();
        QVERIFY(stopped);
        QVERIFY(!stopped->acquired);
        QVERIFY2(took < 10'000, "it waited on");
        QVERIFY(holder.unlock(30s));
        QCOMPARE(keyCount(), qint64(0));
        QVERIFY(!take(stage, **client, 60s, stopping.get_token())->acquired);
        QCOMPARE(keyCount(), qint64(0));
    }

    /** First come, first served, with the library's waiters before and behind us. */
    void theQueueOfAFairLockIsKept()
    {
        RedissonReplay holder = library(Type::Fair, "sale", one);
        QVERIFY(!holder.tryLock(60s));
        std::mutex mutex;
        QByteArrayList order;
        const auto note = [&](const QByteArray &who) {
            const std::lock_guard lock(mutex);
            order.append(who);
        };
        const auto queued = [this](qint64 count) {
            return m_server->run({"LLEN", "redisson_lock_queue:{sale}"}).integer == count;
        };
        std::vector<std::thread> waiters;
        const auto addLibrary = [&](const QByteArray &who) {
            waiters.emplace_back([&, who] {
                RedissonReplay waiter = library(Type::Fair, "sale", redissonOwner(4));
                if (waiter.lock(60s, 50s)) {
                    note(who);
                    waiter.unlock(60s);
                }
            });
        };
        const auto addOurs = [&](const QByteArray &who) {
            waiters.emplace_back([&, who] {
                RedissonStage stage(m_server->spec());
                const auto client = make(stage, Type::Fair, "sale", 60s);
                const auto taken = take(stage, **client, 50s);
                if (taken && taken->acquired) {
                    note(who);
                    (void)(*client)->release(inTime());
                }
            });
        };
        addLibrary("library 1");
        QTRY_VERIFY_WITH_TIMEOUT(queued(1), 20'000);
        addOurs("ours 1");
        QTRY_VERIFY_WITH_TIMEOUT(queued(2), 20'000);
        addLibrary("library 2");
        QTRY_VERIFY_WITH_TIMEOUT(queued(3), 20'000);
        addOurs("ours 2");
        QTRY_VERIFY_WITH_TIMEOUT(queued(4), 20'000);
        // Whoever comes now and does not wait does not get ahead either.
        {
            RedissonStage stage(m_server->spec());
            const auto late = make(stage, Type::Fair, "sale");
            QVERIFY(!take(stage, **late)->acquired);
        }
        QVERIFY(holder.unlock(60s));
        for (std::thread &waiter : waiters)
            waiter.join();
        QCOMPARE(order, (QByteArrayList{"library 1", "ours 1", "library 2", "ours 2"}));
        QCOMPARE(keyCount(), qint64(0));
    }

    void nobodyGetsAheadOfAQueueInAFreeLock()
    {
        const QByteArray now = m_server->run({"TIME"}).elements[0].text;
        m_server->runAll({{"RPUSH", "redisson_lock_queue:{sale}", two},
                          {"ZADD", "redisson_lock_timeout:{sale}",
                           QByteArray::number((now.toLongLong() + 60) * 1000), two}});
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type::Fair, "sale");
        QVERIFY(!take(stage, **client)->acquired);
        QVERIFY(!take(stage, **client, 100ms)->acquired);
        QCOMPARE(m_server->run({"LLEN", "redisson_lock_queue:{sale}"}).integer, qint64(1));
        // Its time is over, and a while more: its clock may be behind.
        m_server->run({"ZADD", "redisson_lock_timeout:{sale}",
                       QByteArray::number((now.toLongLong() - 60) * 1000), two});
        QVERIFY(take(stage, **client)->acquired);
    }

    void readersShareAndKeepTheirOwnLeases()
    {
        RedissonReplay reader = library(Type::Read, "doc", one);
        QVERIFY(!reader.tryLock(60s));
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type::Read, "doc", 20s);
        QVERIFY(take(stage, **client)->acquired);
        QVERIFY(m_server->run({"PTTL", "doc"}).integer > 20'000); // not shortened
        const QByteArray own = "{doc}:" + (*client)->own().owner + ":rwlock_timeout:1";
        QVERIFY(m_server->run({"PTTL", own}).integer > 10'000);
        m_server->run({"PEXPIRE", own, "5000"});
        QVERIFY((*client)->renew(inTime()).value());
        QVERIFY(m_server->run({"PTTL", own}).integer > 10'000);
        QVERIFY(reader.unlock(60s));
        const qint64 left = m_server->run({"PTTL", "doc"}).integer;
        QVERIFY(left > 10'000 && left <= 20'000); // ours is the longest now
        QVERIFY((*client)->release(inTime()).value());
        QCOMPARE(keyCount(), qint64(0));
        // And the other way round.
        QVERIFY(!reader.tryLock(60s));
        QVERIFY(take(stage, **client)->acquired);
        QVERIFY((*client)->release(inTime()).value());
        QCOMPARE(m_server->run({"HLEN", "doc"}).integer, qint64(2));
        QVERIFY(reader.unlock(60s));
        QCOMPARE(keyCount(), qint64(0));
    }

    /** The same owner enters again, as the library lets it; each release is one level. */
    void anOwnerMayEnterAgain_data() { addTypes(); }
    void anOwnerMayEnterAgain()
    {
        QFETCH(int, type);
        RedissonStage stage(m_server->spec());
        const auto client = make(stage, Type(type), "coupon:7", 20s, two);
        QVERIFY(take(stage, **client)->acquired);
        QVERIFY(take(stage, **client)->acquired);
        QCOMPARE(m_server->run({"HGET", "coupon:7", (*client)->own().owner}).text, QByteArray("2"));
        QVERIFY(library(Type(type), "coupon:7", two).unlock(20s));
        QVERIFY((*client)->release(inTime()).value());
        QCOMPARE(keyCount(), qint64(0));
    }

    void anotherKindOfKeyIsLeftAlone()
    {
        m_server->run({"SET", "coupon:7", "data"});
        RedissonStage stage(m_server->spec());
        for (const Type type : {Type::Plain, Type::Fair, Type::Read, Type::Write}) {
            const auto client = make(stage, type, "coupon:7");
            const auto refused = take(stage, **client);
            QVERIFY(!refused);
            QCOMPARE(refused.error().kind, ErrorKind::Config);
            QVERIFY(!(*client)->release(inTime()).value());
        }
        QCOMPARE(m_server->run({"GET", "coupon:7"}).text, QByteArray("data"));
    }

    /** Whatever right is missing: no lock is left behind that never expires. */
    void missingRightsLeaveNothing_data()
    {
        QTest::addColumn<QByteArray>("right");
        for (const char *right :
             {"-pexpire", "-hincrby", "-hset", "-set", "-eval", "resetchannels"})
            QTest::newRow(right) << QByteArray(right);
    }
    void missingRightsLeaveNothing()
    {
        QFETCH(QByteArray, right);
        m_server->run(
            {"ACL", "SETUSER", "limited", "reset", "on", "nopass", "~*", "&*", "+@all", right});
        BackendSpec spec = m_server->spec();
        spec.user = QStringLiteral("limited");
        spec.urlPassword = Secret("x");
        int denied = 0;
        for (const Type type : {Type::Plain, Type::Fair, Type::Read, Type::Write}) {
            m_server->run({"FLUSHALL"});
            RedissonStage stage(spec);
            const auto client = make(stage, type, "coupon:7");
            const auto taken = take(stage, **client);
            if (taken) {
                QVERIFY(taken->acquired);
                continue;
            }
            ++denied;
            QVERIFY2(taken.error().kind == ErrorKind::Denied, qPrintable(taken.error().message));
            QVERIFY(!m_server->run({"EXISTS", "coupon:7"}).integer);
        }
        QVERIFY(denied > 0);
    }

    /** Three at once, again and again: one has it, the others hear of it, nobody sees an error. */
    void threeTakeTurns_data()
    {
        QTest::addColumn<int>("type");
        for (const Type type : {Type::Plain, Type::Fair, Type::Write}) // readers share
            QTest::addRow("%s", qPrintable(wordOf(type))) << int(type);
    }
    void threeTakeTurns()
    {
        QFETCH(int, type);
        std::atomic<int> inside = 0;
        std::atomic<int> turns = 0;
        std::atomic<int> broken = 0;
        std::vector<std::thread> takers;
        for (int taker = 0; taker < 3; ++taker) {
            takers.emplace_back([&] {
                RedissonStage stage(m_server->spec());
                const auto client = make(stage, Type(type), "turns", 20s);
                for (int round = 0; round < 30; ++round) {
                    const auto taken = take(stage, **client, 60s);
                    if (!taken || !taken->acquired || ++inside != 1)
                        ++broken;
                    --inside;
                    ++turns;
                    if (!(*client)->release(inTime()).value_or(false))
                        ++broken;
                }
            });
        }
        for (std::thread &taker : takers)
            taker.join();
        QCOMPARE(broken.load(), 0);
        QCOMPARE(turns.load(), 90);
        QCOMPARE(keyCount(), qint64(0));
    }

    /** Whatever may not be looked at: who lets go is out, and nothing of it is left. */
    void aReaderLetsGoAsAWhole()
    {
        m_server->run({"ACL", "SETUSER", "limited", "reset", "on", "nopass", "~*", "&*", "+@all"});
        BackendSpec spec = m_server->spec();
        spec.user = QStringLiteral("limited");
        spec.urlPassword = Secret("x");
        RedissonReplay reader = library(Type::Read, "doc", one);
        QVERIFY(!reader.tryLock(60s));
        RedissonStage stage(spec);
        const auto client = make(stage, Type::Read, "doc", 20s);
        QVERIFY(take(stage, **client)->acquired);
        m_server->run({"ACL", "SETUSER", "limited", "-hgetall", "-hdel"});
        QVERIFY(!(*client)->release(inTime()));
        QCOMPARE(m_server->run({"HLEN", "doc"}).integer, qint64(3));
        QCOMPARE(m_server->run({"KEYS", "*rwlock_timeout*"}).elements.size(), size_t(2));
        m_server->run({"ACL", "SETUSER", "limited", "+hdel"});
        const auto released = (*client)->release(inTime());
        QVERIFY2(released, qPrintable(released ? QString() : released.error().message));
        QVERIFY(*released);
        QCOMPARE(m_server->run({"HLEN", "doc"}).integer, qint64(2));
        QCOMPARE(m_server->run({"KEYS", "*rwlock_timeout*"}).elements.size(), size_t(1));
        QVERIFY(m_server->run({"PTTL", "doc"}).integer > 20'000);
        QVERIFY(reader.unlock(60s));
        QCOMPARE(keyCount(), qint64(0));
    }

    void aPermitForAnotherBackendIsRefused()
    {
        RedissonStage stage(m_server->spec());
        BackendSpec elsewhere = m_server->spec();
        elsewhere.name += QStringLiteral("-2");
        const RedissonStage other(elsewhere);
        const auto client = make(stage, Type::Plain, "coupon:7");
        const auto refused = (*client)->acquire(other.permit(), in(0ms), {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Config);
        QCOMPARE(keyCount(), qint64(0));
    }

    /** The attempt arrived and its answer is lost: who comes next does not wait for us. */
    void anAttemptWithoutAnswerLeavesTheQueue()
    {
        RedissonReplay holder = library(Type::Fair, "sale", one);
        QVERIFY(!holder.tryLock(Millis(1'234'567'890)));
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        RedissonStage stage(spec);
        const auto client = make(stage, Type::Fair, "sale");
        proxy.cutAfter(QByteArray(":123456")); // what is left of it
        QVERIFY(!take(stage, **client, 60s));
        QVERIFY(proxy.sentByClients().contains("rpush"));
        QCOMPARE(m_server->run({"EXISTS", "redisson_lock_queue:{sale}"}).integer, qint64(0));
        QCOMPARE(m_server->run({"EXISTS", "redisson_lock_timeout:{sale}"}).integer, qint64(0));
        QVERIFY(holder.unlock(60s));
    }

    void aLostConnectionIsMadeAnew()
    {
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        RedissonStage stage(spec);
        const auto client = make(stage, Type::Plain, "coupon:7");
        QVERIFY(take(stage, **client)->acquired);
        proxy.dropConnections();
        QVERIFY(!(*client)->renew(inTime())); // notices
        QVERIFY((*client)->renew(inTime()).value());
        proxy.dropConnections();
        QVERIFY(!(*client)->release(inTime()));
        QVERIFY((*client)->release(inTime()).value());
        QCOMPARE(keyCount(), qint64(0));
    }

    /** The subscription alone is lost: what is published meanwhile is not missed for long. */
    void aLostSubscriptionIsMadeAnew()
    {
        RedissonReplay holder = library(Type::Plain, "coupon:7", one);
        QVERIFY(!holder.tryLock(60s));
        auto taken = std::async(std::launch::async, [this] {
            RedissonStage stage(m_server->spec());
            const auto client = make(stage, Type::Plain, "coupon:7");
            const auto result = take(stage, **client, 30s);
            return result && result->acquired;
        });
        const QByteArray channel = holder.channel();
        awaitListeners(channel, 1);
        m_server->run({"CLIENT", "KILL", "TYPE", "pubsub"});
        awaitListeners(channel, 1);
        QVERIFY(holder.unlock(60s));
        QCOMPARE(taken.wait_for(20s), std::future_status::ready);
        QVERIFY(taken.get());
    }

    /** Where each one ends at once, there is a pause before the next. */
    void subscriptionsThatDoNotLastAreNoSpin()
    {
        RedissonReplay holder = library(Type::Plain, "coupon:7", one);
        QVERIFY(!holder.tryLock(60s));
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        const SteadyTime before = std::chrono::steady_clock::now();
        auto taken = std::async(std::launch::async, [this, spec] {
            RedissonStage stage(spec);
            const auto client = make(stage, Type::Plain, "coupon:7");
            const auto result = take(stage, **client, 2s);
            return result && !result->acquired;
        });
        const RedisCommand listeners = {"PUBSUB", "NUMSUB", holder.channel()};
        while (taken.wait_for(1ms) != std::future_status::ready) {
            // Once it is there it has been told so: none fails before it stands.
            if (m_server->run(listeners).elements[1].integer == 1)
                m_server->run({"CLIENT", "KILL", "TYPE", "pubsub"});
        }
        const double took = millisSince(before, std::chrono::steady_clock::now());
        QVERIFY(taken.get());
        QVERIFY(proxy.connectionCount() > 2); // it did try anew
        QVERIFY2(proxy.connectionCount() <= 3 + took / 200,
                 qPrintable(QString::number(proxy.connectionCount())));
        QVERIFY(holder.unlock(60s));
    }
};

LOCKMASTER_TEST(TestRedissonAcquire, QCoreApplication)

} // namespace tst_redissonacquire

#include "tst_redissonacquire.moc"
