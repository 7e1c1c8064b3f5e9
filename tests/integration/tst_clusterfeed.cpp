// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/systems/registry/registry.h"
#include "tests/support/eventwatch.h"
#include "tests/support/feedlistening.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privatecluster.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_clusterfeed {

namespace {

const QByteArray token = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
const QByteArray otherToken = "a01c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
constexpr int patienceMs = 60'000;

SteadyTime soon()
{
    return systemClock().now() + 10s;
}

QByteArray textOf(const Listening &listening)
{
    return (listening.error    ? listening.error->message
            : listening.opened ? QString()
                               : listening.opened.error().message)
        .toUtf8();
}

} // namespace

/** Changes in a Redis Cluster, told by its masters. */
class TestClusterFeed : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateCluster> m_cluster;

    /** A lock that node has. */
    QByteArray nameAt(size_t node, int number = 0) const
    {
        for (; number < 100'000; ++number) {
            const QByteArray name = "lock:" + QByteArray::number(number);
            if (m_cluster->ownerOf(redisSlot(name), node) == node)
                return name;
        }
        qFatal("The node has no slots.");
    }
    void hold(const QByteArray &name, const QByteArray &owner = token)
    {
        m_cluster->ownerOf(name).run(lockKey(name, owner, 600000ms));
    }
    void onAll(const RedisCommand &command)
    {
        for (size_t number = 0; number < m_cluster->size(); ++number)
            m_cluster->node(number).run(command);
    }
    void tellEvents(const QByteArray &which)
    {
        onAll({"CONFIG", "SET", "notify-keyspace-events", which});
    }
    void addWatcher()
    {
        onAll({"ACL", "SETUSER", "watcher", "on", ">of-the-cluster", "allkeys", "allchannels",
               "+@all", "-client|tracking"});
    }
    /** As an account that may not use client-side caching. */
    BackendSpec byEvents() const
    {
        BackendSpec spec = m_cluster->spec();
        spec.user = QStringLiteral("watcher");
        return spec;
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_cluster = PrivateCluster::start();
        QVERIFY(m_cluster);
        addWatcher();
    }

    void changesAreToldByEachMaster()
    {
        Listening listening(m_cluster->spec({4}));
        QVERIFY2(listening.opened, textOf(listening).constData());
        QCOMPARE(*listening.opened, UpdateKind::Tracking);
        for (size_t master = 0; master < PrivateCluster::shards; ++master) {
            const QByteArray name = nameAt(master);
            hold(name);
            QVERIFY2(listening.holds(name, token), textOf(listening).constData());
            const auto end = listening.locks[name].lease.expiresAt;
            m_cluster->ownerOf(name).run({"PEXPIRE", name, "900000"});
            QVERIFY(listening.hear([&] { return listening.locks[name].lease.expiresAt > end; }));
            hold(name, otherToken);
            QVERIFY(listening.holds(name, otherToken));
            m_cluster->ownerOf(name).run({"DEL", name});
            QVERIFY(listening.isGone(name));
            QVERIFY(listening.feed->check(soon()));
        }
        // All of them together are one news, or few.
        std::vector<QByteArray> names;
        for (size_t master = 0; master < PrivateCluster::shards; ++master)
            names.push_back(nameAt(master));
        for (const QByteArray &name : names)
            hold(name);
        for (const QByteArray &name : names)
            QVERIFY(listening.holds(name, token));
        // One that was emptied may have lost anything.
        m_cluster->node(1).run({"FLUSHALL"});
        QVERIFY(listening.hear([&] { return listening.everything; }));
        m_cluster->node(0).run({"FLUSHALL"});
        m_cluster->node(2).run({"FLUSHALL"});
        QVERIFY(!listening.error);
    }

    /** Where an account may not use client-side caching: how a hold ended is told as well. */
    void eventsWillDo()
    {
        const Listening refused(byEvents());
        QVERIFY(!refused.opened);
        QCOMPARE(refused.opened.error().kind, ErrorKind::Denied);
        QVERIFY(refused.opened.error().remedy.contains(u"+client|tracking"));
        tellEvents("Kg$hxe");
        Listening listening(byEvents());
        QVERIFY2(listening.opened, textOf(listening).constData());
        QCOMPARE(*listening.opened, UpdateKind::Notifications);
        const QByteArray released = nameAt(0);
        const QByteArray expired = nameAt(1);
        hold(released);
        hold(expired);
        QVERIFY(listening.holds(released, token));
        QVERIFY(listening.holds(expired, token));
        m_cluster->ownerOf(released).run({"DEL", released});
        m_cluster->ownerOf(expired).run({"PEXPIRE", expired, "50"});
        QVERIFY(listening.isGone(released));
        QVERIFY(listening.isGone(expired));
        QCOMPARE(listening.ends[released], HowEnded::Released);
        QCOMPARE(listening.ends[expired], HowEnded::Expired);
        // One that falls silent does not tell that it does.
        QVERIFY(listening.feed->check(soon()));
        m_cluster->node(2).run({"CONFIG", "SET", "notify-keyspace-events", ""});
        const auto checked = listening.feed->check(soon());
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Unsupported);
        tellEvents("");
    }

    void itEndsWithAnyOfItsConnections()
    {
        Listening listening(m_cluster->spec());
        QVERIFY2(listening.opened, textOf(listening).constData());
        m_cluster->node(1).run({"CLIENT", "KILL", "TYPE", "pubsub"});
        QVERIFY(listening.hearError());
        QCOMPARE(listening.error->kind, ErrorKind::Network);

        Listening other(m_cluster->spec());
        QVERIFY2(other.opened, textOf(other).constData());
        std::thread later([&other] {
            std::this_thread::sleep_for(50ms); // by then it most likely waits
            other.feed->interrupt();
        });
        const auto news = other.feed->next(soon() + 60s, soon() + 60s);
        later.join();
        QVERIFY(!news);
    }

    /** Nothing is told to be gone by a node that may have lost its part meanwhile. */
    void aNodeThatIsStartedAnewEndsIt()
    {
        const QByteArray name = nameAt(2);
        hold(name);
        Listening listening(m_cluster->spec());
        QVERIFY2(listening.opened, textOf(listening).constData());
        m_cluster->node(2).kill();
        QVERIFY(m_cluster->node(2).restart());
        addWatcher();
        QVERIFY(listening.hear([&] {
            if (!listening.error && !listening.feed->check(soon()))
                listening.error = Error{};
            return listening.error.has_value();
        }));
        QVERIFY(!listening.gone.contains(name));
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
        if (m_cluster->ownerOf(redisSlot(name), 2) != 2) {
            const auto isBack = [&] {
                m_cluster->ask(2, {"CLUSTER", "FAILOVER"});
                return QTest::qWaitFor([&] { return m_cluster->ownerOf(redisSlot(name), 2) == 2; },
                                       5'000);
            };
            QVERIFY(isBack() || isBack());
            QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
        }
    }

    void itEndsWhereSlotsMove_data()
    {
        QTest::addColumn<bool>("events");
        QTest::newRow("by tracking") << false;
        QTest::newRow("by events") << true;
    }
    /** A key that moves is there all the time, and where it goes to nobody listens for it yet. */
    void itEndsWhereSlotsMove()
    {
        QFETCH(const bool, events);
        tellEvents(events ? "Kg$hxe" : "");
        const BackendSpec spec = events ? byEvents() : m_cluster->spec();
        const QByteArray name = nameAt(0);
        const int slot = redisSlot(name);
        hold(name);
        Listening listening(spec);
        QVERIFY2(listening.opened, textOf(listening).constData());
        m_cluster->ownerOf(name).run({"PEXPIRE", name, "900000"});
        QVERIFY(listening.holds(name, token));
        const size_t asked = listening.asked;
        m_cluster->open(slot, 0, 1);
        m_cluster->moveKeys(slot, 0, 1, 1);
        QVERIFY(listening.hear([&] { return listening.asked > asked || listening.error; }));
        QVERIFY(!listening.gone.contains(name));
        QVERIFY(!listening.feed->check(soon()));
        // While it is on its way there is no feed: a poll has to look.
        const Listening early(spec);
        QVERIFY(!early.opened);
        QCOMPARE(early.opened.error().kind, ErrorKind::Network);
        m_cluster->close(slot, 0, 1);
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
        Listening later(spec);
        QVERIFY2(later.opened, textOf(later).constData());
        m_cluster->node(1).run({"PEXPIRE", name, "600000"});
        QVERIFY(later.holds(name, token));

        // Taken away: the node that had it drops its keys.
        const QByteArray number = QByteArray::number(slot);
        m_cluster->node(0).run({"CLUSTER", "SETSLOT", number, "IMPORTING", m_cluster->id(1)});
        m_cluster->node(0).run({"CLUSTER", "SETSLOT", number, "NODE", m_cluster->id(0)});
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->ownerOf(slot, 1) == 0, patienceMs);
        const auto checked = later.feed->check(soon());
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::Network);
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
        tellEvents("");
    }

    /** What a feed leaves to the reader beside it. */
    void namesAreReadBetweenPolls()
    {
        const QByteArray name = nameAt(0);
        const int slot = redisSlot(name);
        hold(name);
        const BackendSpec spec = m_cluster->spec();
        const auto reader = makeReader(spec, passwordsOf(spec));
        QVERIFY(reader->readNamed({name}, soon()).observations.empty()); // it does not connect
        QVERIFY(!reader->read(BackendReader::Depth::Full, soon()).failure);
        const BackendReading named = reader->readNamed({name, "lock:absent"}, soon());
        QVERIFY(!named.failure);
        QCOMPARE(named.observations.size(), size_t(1));
        const Observation &seen = named.observations.front();
        QVERIFY(seen.complete && seen.asked);
        QCOMPARE(seen.asked->size(), size_t(2));
        QCOMPARE(seen.records.size(), size_t(1));
        reader->told({name});
        const BackendReading unfed = reader->read(BackendReader::Depth::Unfed, soon());
        QVERIFY(!unfed.failure && unfed.observations.empty()); // nobody waits for such a lock

        // One that was closed while it was idle is opened again, by a whole read.
        m_cluster->node(0).run({"CLIENT", "KILL", "TYPE", "normal"});
        const BackendReading whole = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(!whole.failure && whole.observations.front().complete);

        m_cluster->open(slot, 0, 1);
        const BackendReading moving = reader->readNamed({name, "lock:absent"}, soon());
        QVERIFY(!moving.failure);
        QVERIFY(!moving.observations.front().complete);
        const BackendReading news = reader->read(BackendReader::Depth::Unfed, soon());
        QVERIFY(news.failure);
        QCOMPARE(news.failure->kind, ErrorKind::Network);
        m_cluster->node(0).run({"CLUSTER", "SETSLOT", QByteArray::number(slot), "STABLE"});
        m_cluster->node(1).run({"CLUSTER", "SETSLOT", QByteArray::number(slot), "STABLE"});
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
    }

    /** From before a failover to after it nothing is told to be let go of that was not. */
    void aWatchOutlivesItsMasters()
    {
        std::vector<QByteArray> names;
        for (size_t master = 0; master < PrivateCluster::shards; ++master) {
            names.push_back(nameAt(master));
            hold(names.back());
            QCOMPARE(m_cluster->ownerOf(names.back()).run({"WAIT", "1", "20000"}).integer,
                     qint64(1));
        }
        EventWatch watch(m_cluster->spec({0, 1, 2}));
        const auto isPushed = [&] {
            return watch.isOnline() && watch.status()->updates == UpdateKind::Tracking
                   && watch.count("lock:", LockState::Held) == 3;
        };
        QVERIFY(QTest::qWaitFor(isPushed, patienceMs));

        const int slot = redisSlot(names[0]);
        const auto isPromoted = [&] {
            m_cluster->ask(3, {"CLUSTER", "FAILOVER"});
            return QTest::qWaitFor([&] { return m_cluster->ownerOf(slot, 3) == 3; }, 5'000);
        };
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->ownerOf(slot, 3) == 3 || isPromoted(), patienceMs);
        m_cluster->node(1).stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->ownerOf(redisSlot(names[1]), 4) == 4, patienceMs);
        m_cluster->node(1).resume();
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
        QVERIFY(QTest::qWaitFor(isPushed, patienceMs));
        for (const char *kind : {"gone:", "expired:", "owner_changed:"})
            QVERIFY2(watch.events("lock:").filter(QLatin1String(kind)).isEmpty(), kind);

        // Who is master now tells, before anybody looks again.
        BackendSpec rarely = m_cluster->spec();
        rarely.poll = 10min;
        EventWatch later(rarely);
        const auto isLaterPushed = [&] {
            return later.isOnline() && later.status()->updates == UpdateKind::Tracking
                   && later.count("lock:", LockState::Held) == 3;
        };
        QVERIFY(QTest::qWaitFor(isLaterPushed, patienceMs));
        for (const QByteArray &name : names)
            QCOMPARE(m_cluster->ownerOf(name).run({"DEL", name}).integer, qint64(1));
        const auto areGone = [&] {
            return later.events("lock:").filter(QStringLiteral("gone:")).size() == 3;
        };
        QTRY_VERIFY_WITH_TIMEOUT(areGone(), patienceMs);
    }

    /** Others of this program have met the rest of the nodes. */
    void whoIsNamedMayBeGone()
    {
        const size_t named = m_cluster->ownerOf(100, 1);
        const size_t other = named < PrivateCluster::shards ? named + 3 : named - 3;
        const BackendSpec spec = m_cluster->spec({named});
        const auto reader = makeReader(spec, passwordsOf(spec));
        QVERIFY(!reader->read(BackendReader::Depth::Full, soon()).failure);
        m_cluster->node(named).kill();
        QTRY_COMPARE_WITH_TIMEOUT(m_cluster->ownerOf(100, other), other, patienceMs);
        const auto isOpened = [&] {
            const Listening listening(spec);
            return listening.opened.has_value();
        };
        QVERIFY(QTest::qWaitFor(isOpened, patienceMs));
        QVERIFY(m_cluster->node(named).restart());
        addWatcher();
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
    }

    /**
     * Nobody listens to a node that had no slots, nor knows it: the key is no other than a lock.
     * The last one: the cluster has an empty node from here on.
     */
    void aKeyThatWentToANewNodeIsNotGone()
    {
        const size_t from = m_cluster->ownerOf(8000);
        const QByteArray name = nameAt(from);
        const int slot = redisSlot(name);
        const size_t fresh = m_cluster->addEmptyNode();
        const auto serves = [&] {
            return m_cluster->ask(fresh, {"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
        };
        QTRY_VERIFY_WITH_TIMEOUT(serves(), patienceMs);
        Listening listening(m_cluster->spec({from}));
        QVERIFY2(listening.opened, textOf(listening).constData());
        hold(name);
        QVERIFY(listening.holds(name, token));
        m_cluster->open(slot, from, fresh);
        m_cluster->moveKeys(slot, from, fresh, 1);
        QVERIFY(listening.hearError());
        QVERIFY(!listening.gone.contains(name));
    }
};

LOCKMASTER_TEST(TestClusterFeed, QCoreApplication)

} // namespace tst_clusterfeed

#include "tst_clusterfeed.moc"
