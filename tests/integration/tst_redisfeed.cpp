// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/registry.h"

#include "tests/support/feedlistening.h"
#include "tests/support/manualclock.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QTest>

#include <map>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redisfeed {

namespace {

const QByteArray token = "0d5e8bd2a7e311ee8c900242ac120002";
const QByteArray otherToken = "f2b1c7a0a7e311ee8c900242ac120002";
const QByteArray redissonOwner = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302";

SteadyTime in(Millis time)
{
    return std::chrono::steady_clock::now() + time;
}

BackendSpec accountOf(PrivateRedis &redis, const QString &user)
{
    BackendSpec spec = redis.spec();
    spec.user = user;
    spec.urlPassword = Secret("p");
    return spec;
}

} // namespace

class TestRedisFeed : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
        m_events = PrivateRedis::start({.lines = {"notify-keyspace-events Kg$hxe"}});
        QVERIFY(m_events);
        for (PrivateRedis *redis : {m_redis.get(), m_events.get()})
            redis->run({"ACL", "SETUSER", "watcher", "on", ">p", "allkeys", "allchannels", "+@all",
                        "-client|tracking"});
    }

    void init()
    {
        if (m_redis)
            m_redis->run({"FLUSHALL"});
        if (m_events)
            m_events->run({"FLUSHALL"});
    }

    void aKindWithoutFeedsHasNone()
    {
        BackendSpec spec = m_redis->spec();
        spec.push = false;
        QVERIFY(!feedOf(spec));
        spec = {};
        QVERIFY(!feedOf(spec));
    }

    void locksAreToldFromTakingToLettingGo_data()
    {
        QTest::addColumn<bool>("byEvents");
        QTest::newRow("tracking") << false;
        QTest::newRow("notifications") << true;
    }
    void locksAreToldFromTakingToLettingGo()
    {
        QFETCH(bool, byEvents);
        PrivateRedis &redis = byEvents ? *m_events : *m_redis;
        Listening listening(byEvents ? accountOf(redis, QStringLiteral("watcher")) : redis.spec());
        QVERIFY2(listening.opened,
                 qPrintable(listening.opened ? QString() : listening.opened.error().message));
        QCOMPARE(*listening.opened, byEvents ? UpdateKind::Notifications : UpdateKind::Tracking);

        redis.run({"SET", "order:1", token, "NX", "PX", "60000"});
        QVERIFY(listening.holds("order:1", token));
        redis.run({"HSET", "product:1", redissonOwner, "1"});
        QVERIFY(listening.holds("product:1", redissonOwner));

        const qint64 before = listening.locks["order:1"].lease.stored;
        redis.run({"PEXPIRE", "order:1", "90000"});
        QVERIFY(listening.hear([&] { return listening.locks["order:1"].lease.stored > before; }));
        redis.run({"SET", "order:1", otherToken, "PX", "60000"});
        QVERIFY(listening.holds("order:1", otherToken));

        redis.run({"DEL", "order:1"});
        QVERIFY(listening.isGone("order:1"));
        redis.run({"DEL", "product:1"});
        QVERIFY(listening.isGone("product:1"));
        redis.run({"SET", "order:2", token, "PX", "50"});
        QVERIFY(listening.holds("order:2", token) || listening.gone.contains("order:2"));
        QVERIFY(listening.isGone("order:2"));
        QVERIFY(!listening.everything);
    }

    void eventsTellHowAKeyEnded_data()
    {
        QTest::addColumn<bool>("byEvents");
        QTest::newRow("tracking, which does not tell") << false;
        QTest::newRow("notifications") << true;
    }
    void eventsTellHowAKeyEnded()
    {
        QFETCH(bool, byEvents);
        PrivateRedis &redis = *m_events;
        Listening listening(byEvents ? accountOf(redis, QStringLiteral("watcher")) : redis.spec());
        QVERIFY(listening.opened);
        for (const char *name : {"let-go", "unlinked", "passed-on"})
            redis.run({"SET", name, token, "PX", "60000"});
        redis.run({"SET", "ran-out", token, "PX", "300"});
        redis.run({"HSET", "emptied", redissonOwner, "1"});
        for (const char *name : {"let-go", "unlinked", "passed-on"})
            QVERIFY(listening.holds(name, token));
        QVERIFY(listening.holds("emptied", redissonOwner));
        redis.run({"DEL", "let-go"});
        redis.run({"UNLINK", "unlinked"});
        redis.run({"HDEL", "emptied", redissonOwner});
        // In one go: whose end the last one is, the name does not tell.
        redis.runAll(
            {{"DEL", "passed-on"}, {"SET", "passed-on", otherToken}, {"DEL", "passed-on"}});
        for (const char *name : {"let-go", "unlinked", "passed-on", "emptied", "ran-out"})
            QVERIFY2(listening.isGone(name), name);
        QHash<QByteArray, HowEnded> expected;
        if (byEvents)
            expected = {{"let-go", HowEnded::Released},
                        {"unlinked", HowEnded::Released},
                        {"ran-out", HowEnded::Expired}};
        QVERIFY(listening.ends == expected);
    }

    void anEmptiedServerMayHaveChangedAnything()
    {
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        m_redis->run({"FLUSHALL"});
        QVERIFY(listening.hear([&] { return listening.everything; }));
    }

    void aBurstIsTakenTogether()
    {
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        std::vector<RedisCommand> commands;
        for (int i = 0; i < 10'000; ++i)
            commands.push_back({"SET", "order:" + QByteArray::number(i % 1000), token});
        m_redis->runAll(commands);
        QVERIFY(listening.hear([&] { return listening.locks.size() == 1000; }));
        QVERIFY(!listening.everything);
        QVERIFY2(listening.asked < 5000, QByteArray::number(qint64(listening.asked)).constData());
    }

    void moreThanCanBeNamedMayBeAnything()
    {
        // Its clock stands still: all that is there is taken at once, however slow this machine is.
        const ManualClock still;
        Listening listening(m_redis->spec(), still);
        QVERIFY(listening.opened);
        std::vector<RedisCommand> commands;
        for (int i = 0; i < 25'000; ++i)
            commands.push_back({"SET", "order:" + QByteArray::number(i), token});
        m_redis->runAll(commands);
        QVERIFY(listening.hear([&] { return listening.everything; }));
    }

    void patternsBoundWhatIsTold()
    {
        BackendSpec spec = m_redis->spec();
        spec.patterns = {"lock:*", "lock:a*", "job[0-9]:*"};
        Listening listening(spec);
        QVERIFY(listening.opened);
        m_redis->runAll({{"SET", "other:1", token},
                         {"SET", "jobs:1", "x"},
                         {"SET", "lock:1", "me"},
                         {"SET", "job7:1", "you"}});
        QVERIFY(listening.holds("lock:1", "me"));
        QVERIFY(listening.holds("job7:1", "you"));
        QVERIFY(!listening.locks.contains("jobs:1"));
        QVERIFY(!listening.gone.contains("other:1"));
        QCOMPARE(listening.asked, size_t(3));
    }

    void anotherDatabaseIsNotThisOne()
    {
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        m_redis->runAll({{"SELECT", "1"},
                         {"SET", "order:1", token},
                         {"SELECT", "0"},
                         {"SET", "order:2", token}});
        QVERIFY(listening.holds("order:2", token));
        QVERIFY(listening.isGone("order:1"));
    }

    void whatStandsBesideALockIsNewsOfIt()
    {
        m_redis->runAll({{"HSET", "fair", redissonOwner, "1"}});
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        m_redis->runAll({{"RPUSH", "redisson_lock_queue:{fair}", "someone:1"},
                         {"ZADD", "redisson_lock_timeout:{fair}", "9999999999999", "someone:1"}});
        QVERIFY(listening.hear([&] { return listening.locks["fair"].waiters.count > 0; }));
    }

    void aKilledConnectionEndsTheFeed_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("listening") << 0;
        QTest::newRow("reading") << 1;
    }
    void aKilledConnectionEndsTheFeed()
    {
        QFETCH(int, which);
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        const QByteArray type = which == 0 ? "pubsub" : "normal";
        m_redis->run({"CLIENT", "KILL", "TYPE", type});
        m_redis->run({"SET", "order:1", token});
        QVERIFY(listening.hearError());
        QCOMPARE(listening.error->kind, ErrorKind::Network);
        QVERIFY(!listening.feed->check(in(20s)));
    }

    void aStoppedServerIsFoundByTheCheck()
    {
        auto redis = PrivateRedis::start();
        QVERIFY(redis);
        Listening listening(redis->spec());
        QVERIFY(listening.opened);
        QVERIFY(listening.feed->check(in(60s)));
        redis->stop();
        const auto checked = listening.feed->check(in(300ms));
        redis->resume();
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Timeout);
    }

    void aCheckLosesNoNews()
    {
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        m_redis->run({"SET", "order:1", token});
        QVERIFY(listening.feed->check(in(60s)));
        QVERIFY(listening.holds("order:1", token));
    }

    void anInterruptEndsTheWaiting()
    {
        Listening listening(m_redis->spec());
        QVERIFY(listening.opened);
        std::thread other([&] { listening.feed->interrupt(); });
        const auto news = listening.feed->next(in(600s), in(600s));
        other.join();
        QVERIFY(!news);
    }

    void anAccountWithNeitherIsToldTheWayOut()
    {
        m_redis->run({"ACL", "SETUSER", "limited", "reset", "on", ">p", "allkeys", "+@all",
                      "-client", "-subscribe"});
        const BackendSpec spec = accountOf(*m_redis, QStringLiteral("limited"));
        Listening denied(spec);
        QVERIFY(!denied.opened);
        QCOMPARE(denied.opened.error().kind, ErrorKind::Denied);
        const QStringList remedy = denied.opened.error().remedy.remove(u'"').split(u' ');
        RedisCommand rule;
        for (const QString &word : remedy.sliced(remedy.indexOf(QStringLiteral("ACL"))))
            rule.push_back(word.toUtf8());
        m_redis->run(rule);
        Listening allowed(spec);
        QVERIFY2(allowed.opened,
                 qPrintable(allowed.opened ? QString() : allowed.opened.error().message));
        QCOMPARE(*allowed.opened, UpdateKind::Tracking);
    }

    void aClosedChannelLeavesTheNotifications()
    {
        for (PrivateRedis *redis : {m_redis.get(), m_events.get()})
            redis->run({"ACL", "SETUSER", "deaf", "on", ">p", "allkeys", "resetchannels", "+@all",
                        "&__keyspace@0__:*"});
        Listening none(accountOf(*m_redis, QStringLiteral("deaf")));
        QVERIFY(!none.opened);
        QCOMPARE(none.opened.error().kind, ErrorKind::Denied);
        QVERIFY(none.opened.error().remedy.contains(u"&__redis__:invalidate"));
        Listening events(accountOf(*m_events, QStringLiteral("deaf")));
        QVERIFY(events.opened);
        QCOMPARE(*events.opened, UpdateKind::Notifications);
    }

    void notificationsSwitchedOffAreNoticed()
    {
        Listening listening(accountOf(*m_events, QStringLiteral("watcher")));
        QVERIFY(listening.opened);
        QVERIFY(listening.feed->check(in(60s)));
        m_events->run({"CONFIG", "SET", "notify-keyspace-events", "Kx"});
        const auto checked = listening.feed->check(in(60s));
        m_events->run({"CONFIG", "SET", "notify-keyspace-events", "Kg$hxe"});
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Unsupported);
    }

    void anOldServerTellsByNotificationsOrNotAtAll()
    {
        const QByteArray noClient = "rename-command CLIENT \"\"";
        auto silent = PrivateRedis::start({.lines = {noClient}});
        QVERIFY(silent);
        Listening none(silent->spec());
        QVERIFY(!none.opened);
        QCOMPARE(none.opened.error().kind, ErrorKind::Unsupported);
        QVERIFY(none.opened.error().remedy.contains(u"notify-keyspace-events"));
        auto telling = PrivateRedis::start({.lines = {noClient, "notify-keyspace-events KEA"}});
        QVERIFY(telling);
        Listening events(telling->spec());
        QVERIFY(events.opened);
        QCOMPARE(*events.opened, UpdateKind::Notifications);
        telling->run({"SET", "order:1", token});
        QVERIFY(events.holds("order:1", token));
        auto mute = PrivateRedis::start({.lines = {noClient, "rename-command CONFIG \"\""}});
        QVERIFY(mute);
        Listening unknown(mute->spec());
        QVERIFY(!unknown.opened);
        QCOMPARE(unknown.opened.error().kind, ErrorKind::Unsupported);
    }

    void aWrongPasswordMayPass()
    {
        BackendSpec spec = accountOf(*m_redis, QStringLiteral("watcher"));
        spec.urlPassword = Secret("wrong");
        Listening listening(spec);
        QVERIFY(!listening.opened);
        QCOMPARE(listening.opened.error().kind, ErrorKind::Auth);
    }

    void aReplicaHasNoFeed()
    {
        const QByteArray master = "replicaof 127.0.0.1 " + QByteArray::number(m_redis->port());
        auto replica = PrivateRedis::start({.lines = {master}});
        QVERIFY(replica);
        Listening listening(replica->spec());
        QVERIFY(!listening.opened);
        QCOMPARE(listening.opened.error().kind, ErrorKind::Unsupported);
    }

private:
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<PrivateRedis> m_events;
};

LOCKMASTER_TEST(TestRedisFeed, QCoreApplication)

} // namespace tst_redisfeed

#include "tst_redisfeed.moc"
