// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/redis/redisconnection.h"
#include "core/systems/registry/lockreader.h"
#include "core/systems/registry/registry.h"
#include "tests/support/eventwatch.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privatecluster.h"
#include "tests/support/testprogram.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QTcpSocket>
#include <QTest>

#include <atomic>
#include <map>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_cluster {

namespace {

const QByteArray token = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
constexpr int patienceMs = 60'000;

int numberOf(const char *variable, int usual)
{
    bool isGiven = false;
    const int number = qEnvironmentVariableIntValue(variable, &isGiven);
    return isGiven ? number : usual;
}

SteadyTime soon()
{
    return systemClock().now() + 10s;
}

bool isComplete(const BackendReading &reading)
{
    return !reading.failure && reading.observations.size() == 1
           && reading.observations.front().complete;
}

GroupMember::State stateOf(const BackendReading &reading)
{
    return reading.server.group ? reading.server.group->state : GroupMember::State::Partial;
}

bool shows(const BackendReading &reading, const QByteArray &name)
{
    const auto &records = reading.observations.front().records;
    return std::any_of(records.begin(), records.end(),
                       [&](const LockRecord &lock) { return lock.id.name == name; });
}

/** Why it is not what it should be. */
QByteArray textOf(const BackendReading &reading)
{
    QStringList lines;
    if (reading.failure)
        lines << reading.failure->message;
    for (const Observation &seen : reading.observations) {
        for (const Error &problem : seen.problems)
            lines << problem.message;
    }
    return lines.join(u'\n').toUtf8();
}

} // namespace

/** Locks of a Redis Cluster: all of them, wherever they are, and where they are going. */
class TestCluster : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateCluster> m_cluster;
    const int locksInAll = numberOf("LOCKMASTER_CLUSTER_LOCKS", 300);

    static QString action() { return QStringLiteral("delete"); }
    std::unique_ptr<BackendReader> readerOf(const BackendSpec &spec)
    {
        return makeReader(spec, passwordsOf(spec));
    }
    BackendReading look(const BackendSpec &spec)
    {
        return readerOf(spec)->read(BackendReader::Depth::Full, soon());
    }
    LockOperator desk()
    {
        const BackendSpec spec = m_cluster->spec({0, 1, 2});
        return {*lockSystem(QStringLiteral("redis_string")), spec, spec.urlPassword.reveal()};
    }
    void hold(const QByteArray &name)
    {
        PrivateRedis &owner = m_cluster->ownerOf(name);
        owner.run(lockKey(name, token, 600000ms));
        QCOMPARE(owner.run({"WAIT", "1", "20000"}).integer, qint64(1));
    }
    /** So that every node has some of them. */
    void holdMany()
    {
        for (int number = 0; number < locksInAll; ++number) {
            const QByteArray name = "lock:" + QByteArray::number(number);
            m_cluster->ownerOf(name).run(lockKey(name, token, 600000ms));
        }
    }
    /** A lock that node has. */
    QByteArray nameAt(size_t node) const
    {
        for (int number = 0;; ++number) {
            const QByteArray name = "lock:" + QByteArray::number(number);
            if (m_cluster->ownerOf(redisSlot(name), node) == node)
                return name;
        }
    }
    /** As planned; the others may be too busy with each other to vote for it at once. */
    bool failOver(size_t to, int slot)
    {
        constexpr int patienceOfRedisMs = 5'000;
        for (int i = 0; i < 10; ++i) {
            m_cluster->ask(to, {"CLUSTER", "FAILOVER"});
            const auto isDone = [&] { return m_cluster->ownerOf(slot, to) == to; };
            if (QTest::qWaitFor(isDone, patienceOfRedisMs))
                return true;
        }
        return false;
    }
    void restore()
    {
        for (size_t number = 0; number < m_cluster->size(); ++number)
            m_cluster->node(number).resume();
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->isSettled(), patienceMs);
        for (size_t number = 0; number < m_cluster->size(); ++number) {
            if (!m_cluster->node(number).run({"ROLE"}).elements.front().text.startsWith("slave"))
                m_cluster->node(number).run({"FLUSHALL"});
        }
    }

    /** By the word of most of those that answer. */
    size_t ownerNow(int slot) const
    {
        std::map<size_t, int> votes;
        for (size_t asked = 0; asked < m_cluster->size(); ++asked) {
            if (const size_t owner = m_cluster->ownerOf(slot, asked); owner < m_cluster->size())
                ++votes[owner];
        }
        const auto most =
            std::max_element(votes.begin(), votes.end(),
                             [](const auto &a, const auto &b) { return a.second < b.second; });
        return most == votes.end() ? 0 : most->first;
    }
    /** So that it survives: who follows has it as well. */
    bool set(const QByteArray &name, const QByteArray &owner, const QByteArray &when)
    {
        const RedisReply waited =
            m_cluster->askAll(ownerNow(redisSlot(name)),
                              {{"SET", name, owner, "PX", "600000", when}, {"WAIT", "1", "500"}});
        return waited.integer == 1
               && m_cluster->ask(ownerNow(redisSlot(name)), {"GET", name}).text == owner;
    }
    bool take(const QByteArray &name, const QByteArray &owner) { return set(name, owner, "NX"); }
    bool replace(const QByteArray &name, const QByteArray &owner) { return set(name, owner, "XX"); }
    /** Those that move. */
    static std::vector<int> upsetSlots()
    {
        return {redisSlot("lock:round:1"), redisSlot("lock:round:5"), redisSlot("lock:round:9")};
    }
    /** A slot that has the same owner as that one in the beginning, and never moves. */
    static int homeOf(int slot)
    {
        constexpr int part = redisSlotCount / int(PrivateCluster::shards);
        return std::min(slot / part, int(PrivateCluster::shards) - 1) * part + part / 2;
    }
    size_t masterOf(int shard) const { return ownerNow(homeOf(shard * (redisSlotCount / 3))); }
    static void pauseUnless(const std::atomic<bool> &isOver, std::chrono::milliseconds time)
    {
        for (; time > 0ms && !isOver; time -= 50ms)
            std::this_thread::sleep_for(50ms);
    }
    /** True: another node leads that shard now; as planned, or because the one before froze. */
    bool takeOver(int shard, bool freeze)
    {
        constexpr int looks = 100;
        const size_t owner = masterOf(shard);
        const size_t other = owner < 3 ? owner + 3 : owner - 3;
        if (freeze)
            m_cluster->node(owner).stop();
        else
            m_cluster->ask(other, {"CLUSTER", "FAILOVER"});
        // To its end, also where nobody looks any more: what comes of it late would meet the next.
        for (int look = 0; look < looks && masterOf(shard) == owner; ++look)
            std::this_thread::sleep_for(50ms);
        if (freeze)
            m_cluster->node(owner).resume();
        return masterOf(shard) != owner;
    }
    /** 200 slots that the first shard had in the beginning, with what is in them. */
    void moveSlots(int fromShard, int toShard, const std::atomic<bool> &isOver)
    {
        const size_t from = masterOf(fromShard);
        const size_t to = masterOf(toShard);
        std::map<size_t, std::unique_ptr<RedisConnection>> nodes;
        for (const size_t at : {from, to}) {
            BackendSpec spec = m_cluster->node(at).spec();
            auto opened = RedisConnection::open(endpointOf(spec, spec.urlPassword), soon() + 60s);
            if (!opened)
                return; // at the next turn
            nodes[at] = std::move(*opened);
        }
        const auto run = [&](size_t at, const RedisCommand &command) {
            return nodes.at(at)->command(command, soon()).value_or(RedisReply{});
        };
        for (int slot = 0; slot < 200; ++slot) {
            // Some looks lie between two moves, and some meet one.
            if (slot % 10 == 0)
                pauseUnless(isOver, 100ms);
            const QByteArray number = QByteArray::number(slot);
            run(to, {"CLUSTER", "SETSLOT", number, "IMPORTING", m_cluster->id(from)});
            run(from, {"CLUSTER", "SETSLOT", number, "MIGRATING", m_cluster->id(to)});
            // Nobody moves a key while a part of the cluster has no master.
            // With keys left behind it is not handed over: they would be nobody's.
            bool isEmpty = false;
            for (int tries = 0; tries < 600 && !isEmpty; ++tries) {
                const RedisReply keys = run(from, {"CLUSTER", "GETKEYSINSLOT", number, "100"});
                isEmpty = keys.isArray() && keys.elements.empty();
                if (tries > 0 && !isEmpty)
                    std::this_thread::sleep_for(50ms);
                for (const RedisReply &key : keys.elements)
                    run(from,
                        {"MIGRATE", "127.0.0.1", QByteArray::number(m_cluster->node(to).port()),
                         key.text, "0", "5000", "AUTH", "of-the-cluster"});
            }
            if (!isEmpty)
                return;
            run(to, {"CLUSTER", "SETSLOT", number, "NODE", m_cluster->id(to)});
            run(from, {"CLUSTER", "SETSLOT", number, "NODE", m_cluster->id(to)});
        }
    }
    /** One thing after another that deposes a master, or moves slots. */
    void upset(const std::atomic<bool> &isOver, std::atomic<int> &count)
    {
        for (int turn = 0; !isOver; ++turn) {
            const int slot = homeOf((turn % 3) * (redisSlotCount / 3));
            const size_t owner = ownerNow(slot);
            const size_t other = owner < 3 ? owner + 3 : owner - 3;
            if (turn % 2 == 0) {
                m_cluster->ask(other, {"CLUSTER", "FAILOVER"});
                pauseUnless(isOver, 1500ms);
            } else {
                m_cluster->node(owner).stop();
                pauseUnless(isOver, 2600ms);
                m_cluster->node(owner).resume();
                pauseUnless(isOver, 800ms);
            }
            for (const int moved : upsetSlots()) {
                const size_t from = ownerNow(moved);
                const size_t to = ownerNow((moved + redisSlotCount / 3) % redisSlotCount);
                if (from == to)
                    continue;
                const QByteArray number = QByteArray::number(moved);
                m_cluster->ask(to,
                               {"CLUSTER", "SETSLOT", number, "IMPORTING", m_cluster->id(from)});
                m_cluster->ask(from,
                               {"CLUSTER", "SETSLOT", number, "MIGRATING", m_cluster->id(to)});
                const auto keys = m_cluster->ask(from, {"CLUSTER", "GETKEYSINSLOT", number, "100"});
                for (const RedisReply &key : keys.elements)
                    m_cluster->ask(from, {"MIGRATE", "127.0.0.1",
                                          QByteArray::number(m_cluster->node(to).port()), key.text,
                                          "0", "900", "AUTH", "of-the-cluster"});
                // Who is about to be deposed does not take it, and then nobody would have it.
                const auto taken =
                    m_cluster->ask(to, {"CLUSTER", "SETSLOT", number, "NODE", m_cluster->id(to)});
                if (taken.text == "OK")
                    m_cluster->ask(from, {"CLUSTER", "SETSLOT", number, "NODE", m_cluster->id(to)});
            }
            ++count;
        }
    }
    /** As they were in the beginning: a master that slept may have woken as another one's. */
    void restoreMasters()
    {
        // One that keeps a slot by itself follows nobody, and nobody takes its place.
        for (const int moved : upsetSlots()) {
            const size_t owner = ownerNow(moved);
            const size_t home = ownerNow(homeOf(moved));
            if (owner != home) {
                m_cluster->open(moved, owner, home);
                m_cluster->close(moved, owner, home);
            }
            QTRY_VERIFY_WITH_TIMEOUT(ownerNow(moved) == home, patienceMs);
        }
        for (size_t number = 0; number < PrivateCluster::shards; ++number) {
            const int slot = homeOf(int(number) * (redisSlotCount / 3));
            const size_t owner = ownerNow(slot);
            if (owner == number)
                continue;
            follow(number, owner);
            QVERIFY(failOver(number, slot));
        }
        for (size_t number = 0; number < PrivateCluster::shards; ++number)
            follow(number + PrivateCluster::shards, number);
        restore();
    }
    void follow(size_t number, size_t master)
    {
        const QByteArray port = QByteArray::number(m_cluster->node(master).port());
        const auto follows = [&] {
            const auto role = m_cluster->node(number).run({"ROLE"}).elements;
            return role.size() > 2 && role[0].text == "slave"
                   && QByteArray::number(role[2].integer) == port;
        };
        // Refused for as long as it has not heard that the other one leads.
        bool isTold = false;
        const auto isDone = [&] {
            if (follows())
                return m_cluster->isSettled();
            isTold = isTold
                     || m_cluster->ask(number, {"CLUSTER", "REPLICATE", m_cluster->id(master)}).text
                            == "OK";
            return false;
        };
        QVERIFY(QTest::qWaitFor(isDone, patienceMs));
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_cluster = PrivateCluster::start();
        QVERIFY(m_cluster);
    }

    /** From whichever nodes, also one that follows, and past one that is down. */
    void allMastersAreOne()
    {
        holdMany();
        for (const std::vector<size_t> &named : {std::vector<size_t>{0}, {5}, {2, 4}}) {
            const BackendReading reading = look(m_cluster->spec(named));
            QVERIFY2(isComplete(reading), textOf(reading).constData());
            QCOMPARE(int(reading.observations.front().records.size()), locksInAll);
            QCOMPARE(stateOf(reading), GroupMember::State::Settled);
        }
        BackendSpec spec = m_cluster->spec({0});
        spec.cluster.insert(spec.cluster.begin(), {QStringLiteral("127.0.0.1"), 1});
        const BackendReading reading = look(spec);
        QVERIFY2(isComplete(reading), textOf(reading).constData());
        const std::vector<GroupNode> &nodes = reading.server.group->nodes;
        QCOMPARE(nodes.size(), 2 * PrivateCluster::shards);
        qint64 inAll = 0;
        for (size_t at = 0; at < nodes.size(); ++at) {
            QCOMPARE(nodes[at].role, at % 2 == 0 ? NodeRole::Master : NodeRole::Replica);
            QVERIFY(nodes[at].trouble.isEmpty());
            if (at % 2 != 0)
                QCOMPARE(nodes[at].follows, nodes[at - 1].address);
            for (const SlotRange &range : nodes[at].ranges)
                inAll += range.last - range.first + 1;
        }
        QCOMPARE(inAll, qint64(redisSlotCount));

        // A poll, whose pass over the keys goes on where the last one ended.
        const auto reader = readerOf(m_cluster->spec());
        const auto polled = [&] {
            const BackendReading poll = reader->read(BackendReader::Depth::Routine, soon());
            return isComplete(poll) && int(poll.observations.front().records.size()) == locksInAll;
        };
        QTRY_VERIFY_WITH_TIMEOUT(polled(), patienceMs);
        restore();
    }

    /** One that was named as a server by itself tells that it is a part, and of what. */
    void aNodeByItselfIsAPart()
    {
        BackendSpec spec = m_cluster->spec();
        spec.host = spec.cluster.front().host;
        spec.port = spec.cluster.front().port;
        spec.cluster.clear();
        const BackendReading reading = look(spec);
        QVERIFY(!isComplete(reading));
        QVERIFY2(reading.observations.front().problems.front().remedy.contains(u"redis+cluster://"),
                 textOf(reading).constData());
        const auto alone = PrivateRedis::start({.password = "of-the-cluster"});
        QVERIFY(alone);
        spec = m_cluster->spec();
        spec.cluster.front().port = alone->port();
        const BackendReading other = look(spec);
        QVERIFY(other.failure);
        QCOMPARE(other.failure->kind, ErrorKind::Config);
    }

    /** As the guide has it. */
    void anAccountWithTheLeastRightsWillDo()
    {
        hold("lock:a");
        QFile guide(QStringLiteral(PRIVILEGES_PAGE));
        QVERIFY(guide.open(QIODevice::ReadOnly));
        const QByteArray page = guide.readAll();
        int made = 0;
        const auto allow = [&](const QByteArray &heading, int most) {
            QByteArray part = page.mid(page.indexOf("\n## " + heading));
            part.truncate(part.indexOf("\n## ", 1));
            int taken = 0;
            for (QByteArray line : part.split('\n')) {
                if (!line.startsWith("ACL SETUSER") || ++taken > most)
                    continue;
                line.replace("<user name>", "watch").replace("<password>", ">of-watch");
                const QByteArrayList words = line.split(' ');
                for (size_t number = 0; number < m_cluster->size(); ++number)
                    m_cluster->node(number).run({words.begin(), words.end()});
                ++made;
            }
        };
        allow("Redis 6 and later", 3);
        BackendSpec spec = m_cluster->spec();
        spec.user = QStringLiteral("watch");
        spec.urlPassword = Secret(QByteArray("of-watch"));
        const BackendReading before = look(spec);
        QVERIFY(before.failure);
        QVERIFY2(before.failure->remedy.contains(u"+cluster|nodes"),
                 qPrintable(before.failure->remedy));
        allow("Redis Cluster", 1);
        QCOMPARE(made, 4);
        const BackendReading reading = look(spec);
        QVERIFY2(isComplete(reading), textOf(reading).constData());
        QVERIFY(reading.observations.front().problems.empty());
        const Examination examined = readerOf(spec)->examine(soon());
        QVERIFY(examined.allThere());
        QVERIFY(std::any_of(
            examined.capabilities.begin(), examined.capabilities.end(),
            [](const Capability &one) { return one.id == u"redis.push" && one.available; }));
        // What one of them refuses is refused, and it is told which.
        m_cluster->node(1).run({"ACL", "SETUSER", "watch", "-time"});
        const Examination lacking = readerOf(spec)->examine(soon());
        const QString address = QStringLiteral("127.0.0.1:%1").arg(m_cluster->node(1).port());
        QVERIFY(std::any_of(lacking.capabilities.begin(), lacking.capabilities.end(),
                            [&](const Capability &one) {
                                return !one.available && one.reason.contains(address)
                                       && one.remedy.contains(u"+time");
                            }));
        m_cluster->node(1).run({"ACL", "SETUSER", "watch", "+time"});
        restore();
    }

    /** Half of its keys are here, half there, and each is asked for where it is. */
    void aSlotOnItsWayIsNoGap()
    {
        const size_t from = 0;
        const QByteArray tagged = "lock:{" + nameAt(from) + '}';
        const int slot = redisSlot(tagged);
        for (int number = 0; number < 20; ++number)
            hold(tagged + QByteArray::number(number));
        const auto reader = readerOf(m_cluster->spec());
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        LockOperator operating = desk();
        const auto seen = operating.look(tagged + '0');
        QVERIFY(seen);
        const auto open = operating.begin(*seen, action());
        QVERIFY(open);

        m_cluster->open(slot, from, 1);
        m_cluster->moveKeys(slot, from, 1, 10);
        const BackendReading moving = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(!isComplete(moving));
        QCOMPARE(stateOf(moving), GroupMember::State::Switching);
        QCOMPARE(moving.observations.front().records.size(), size_t(20));
        const BackendReading fresh = look(m_cluster->spec());
        QCOMPARE(fresh.observations.front().records.size(), size_t(20));
        QVERIFY2(textOf(fresh).contains("Slot " + QByteArray::number(slot)),
                 textOf(fresh).constData());
        // Nothing is let go of there; elsewhere it is.
        QVERIFY(!operating.begin(*seen, action()));
        const auto late = operating.commit(*open);
        QVERIFY(!late || late->result != ReleaseResult::Released);
        const QByteArray elsewhere = nameAt(2);
        hold(elsewhere);
        const auto other = operating.look(elsewhere);
        QVERIFY(other);
        const auto ticket = operating.begin(*other, action());
        QVERIFY2(ticket, qPrintable(operating.error().message));
        const auto outcome = operating.commit(*ticket);
        QVERIFY2(outcome, qPrintable(operating.error().message));
        QCOMPARE(outcome->result, ReleaseResult::Released);

        m_cluster->moveKeys(slot, from, 1, 10);
        m_cluster->close(slot, from, 1);
        const auto settled = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            if (isComplete(reading) && reading.observations.front().records.size() != 20)
                qFatal("A slot that moved took locks along.");
            return isComplete(reading);
        };
        QVERIFY(QTest::qWaitFor(settled, patienceMs));
        m_cluster->open(slot, 1, from);
        m_cluster->moveKeys(slot, 1, from, 100);
        m_cluster->close(slot, 1, from);
        restore();
    }

    /**
     * Slots of two shards move as fast as they can: whatever is told to be complete has all. With
     * `LOCKMASTER_CLUSTER_LOCKS` and `LOCKMASTER_CLUSTER_PASSES` of them for as long as it takes,
     * and then all three shards have others take over as well, by plan and because they froze.
     */
    void noLockIsMissedWhileSlotsMoveAndMastersChange()
    {
        const bool isLong = qEnvironmentVariableIsSet("LOCKMASTER_CLUSTER_PASSES");
        holdMany();
        const auto reader = readerOf(m_cluster->spec({0, 1, 2}));
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        std::atomic<bool> isOver = false;
        std::atomic<int> failovers = 0;
        std::thread mover([&] {
            for (bool isThere = false; !isOver; isThere = !isThere) {
                moveSlots(isThere ? 1 : 0, isThere ? 0 : 1, isOver);
                // Whoever has not heard of a move takes over with what it knows, and the keys are
                // lost.
                while (!isOver && !m_cluster->isSettled())
                    std::this_thread::sleep_for(50ms);
                if (isLong && !isOver)
                    failovers += takeOver(isThere ? 1 : 0, false) ? 1 : 0;
            }
        });
        std::thread deposer([&] {
            for (int turn = 0; isLong && !isOver; ++turn) {
                failovers += takeOver(2, turn % 2 != 0) ? 1 : 0;
                pauseUnless(isOver, 1500ms);
            }
        });
        const int passes = numberOf("LOCKMASTER_CLUSTER_PASSES", 60);
        int doubted = 0;
        int wrong = 0;
        for (int pass = 0; pass < passes; ++pass) {
            const BackendReading reading = reader->read(
                pass % 2 == 0 ? BackendReader::Depth::Full : BackendReader::Depth::Routine, soon());
            const int found =
                reading.failure ? 0 : int(reading.observations.front().records.size());
            wrong += isComplete(reading) && found != locksInAll ? 1 : 0;
            wrong += found > locksInAll ? 1 : 0;
            doubted += isComplete(reading) ? 0 : 1;
        }
        isOver = true;
        mover.join();
        deposer.join();
        qInfo("%d passes, %d of them not complete, %d failovers", passes, doubted,
              failovers.load());
        QCOMPARE(wrong, 0);
        QVERIFY(!isLong || failovers > 0);
        QVERIFY(doubted > 0);
        QVERIFY(doubted < passes);
        const auto settled = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            return isComplete(reading)
                   && int(reading.observations.front().records.size()) == locksInAll;
        };
        QVERIFY(QTest::qWaitFor(settled, patienceMs));
        restoreMasters();
    }

    /** Who waits may be connected to any node. */
    void waitersAreCountedAtAllMasters()
    {
        BackendSpec spec = m_cluster->spec();
        spec.patterns.clear();
        const QByteArray name = "jobs";
        m_cluster->ownerOf(name).run({"HSET", name, "b983c153-7421-469a-addb-44fb92259a1b:1", "1"});
        m_cluster->ownerOf(name).run({"PEXPIRE", name, "600000"});
        std::vector<std::unique_ptr<RedisConnection>> waiting;
        for (size_t at = 0; at < PrivateCluster::shards; ++at) {
            const BackendSpec node = m_cluster->node(at).spec();
            auto opened = RedisConnection::open(endpointOf(node, node.urlPassword), soon());
            QVERIFY(opened);
            QVERIFY((*opened)->subscribe({"redisson_lock__channel:{jobs}"}, soon()));
            waiting.push_back(std::move(*opened));
        }
        const BackendReading reading = look(spec);
        QVERIFY2(isComplete(reading), textOf(reading).constData());
        QCOMPARE(reading.observations.front().records.size(), size_t(1));
        QCOMPARE(reading.observations.front().records.front().waiters.count, qint64(3));

        // As Redisson waits by itself on Redis 7: in the shard alone. A release wakes both.
        QTcpSocket sharded;
        sharded.connectToHost(QStringLiteral("127.0.0.1"), m_cluster->ownerOf(name).port());
        sharded.write("AUTH of-the-cluster\r\nSSUBSCRIBE redisson_lock__channel:{jobs}\r\n");
        QByteArray heard;
        const auto hears = [&](const QByteArray &what) {
            return QTest::qWaitFor(
                [&] {
                    heard += sharded.readAll();
                    return heard.contains(what);
                },
                patienceMs);
        };
        QVERIFY(hears("ssubscribe"));
        const BackendReading more = look(spec);
        QCOMPARE(more.observations.front().records.front().waiters.count, qint64(4));
        LockOperator operating(*lockSystem(QStringLiteral("redisson")), spec,
                               spec.urlPassword.reveal());
        const auto seen = operating.look(name);
        QVERIFY(seen);
        const auto ticket = operating.begin(*seen, QStringLiteral("release"));
        QVERIFY2(ticket, qPrintable(operating.error().message));
        const auto outcome = operating.commit(*ticket);
        QVERIFY2(outcome, qPrintable(operating.error().message));
        QCOMPARE(outcome->result, ReleaseResult::Released);
        QVERIFY(hears("smessage"));
        const auto usual = waiting.front()->receive(soon());
        QVERIFY(usual && *usual);
        restore();
    }

    /** The lock is let go of where it is by then. A lock of our own goes on there. */
    void aPlannedFailoverIsFollowed()
    {
        const QByteArray name = nameAt(0);
        hold(name);
        const auto reader = readerOf(m_cluster->spec({0, 1, 2}));
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        LockOperator operating = desk();
        const auto seen = operating.look(name);
        QVERIFY(seen);
        const QByteArray ownName = "lock:{" + name + "}:own";
        const auto own = operating.client(ownName);
        const auto taken = own->acquire(operating.permit(), soon(), {});
        QVERIFY2(taken && taken->acquired, taken ? "" : qPrintable(taken.error().message));

        QVERIFY(failOver(3, redisSlot(name)));
        std::vector<MasterChange> changes;
        const auto isOver = [&] {
            // Asked before: what is read may be from before it as well.
            const bool isMoved = m_cluster->ownerOf(redisSlot(name), 1) == 3;
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            changes = reading.masterChanges;
            if (isComplete(reading) && !shows(reading, name))
                qFatal("A lock that stands was read as not there.");
            return isMoved && isComplete(reading) && !changes.empty();
        };
        QVERIFY(QTest::qWaitFor(isOver, patienceMs));
        QCOMPARE(changes.size(), size_t(1));
        QVERIFY(!changes.front().isRestart());
        QVERIFY(changes.front().isAbout(name));
        QVERIFY(!changes.front().isAbout(nameAt(1)));
        QCOMPARE(changes.front().lostBytes, qint64(0));

        const auto renewed = own->renew(soon());
        QVERIFY2(renewed && *renewed, renewed ? "" : qPrintable(renewed.error().message));
        const auto released = own->release(soon());
        QVERIFY2(released && *released, released ? "" : qPrintable(released.error().message));
        QCOMPARE(m_cluster->node(3).run({"EXISTS", ownName}).integer, qint64(0));
        const auto ticket = operating.begin(*seen, action());
        QVERIFY2(ticket, qPrintable(operating.error().message));
        const auto outcome = operating.commit(*ticket);
        QVERIFY2(outcome, qPrintable(operating.error().message));
        QCOMPARE(outcome->result, ReleaseResult::Released);
        QCOMPARE(m_cluster->node(3).run({"EXISTS", name}).integer, qint64(0));
        restore();
        QVERIFY(failOver(0, redisSlot(name)));
        restore();
    }

    /** A move that was given up: what it leaves in doubt is that slot alone. */
    void aSlotThatStaysOpenHidesNoOther()
    {
        const QByteArray moving = nameAt(0);
        const QByteArray gone = nameAt(1);
        const QByteArray alsoGone = nameAt(2);
        const int slot = redisSlot(moving);
        hold(moving);
        hold(gone);
        hold(alsoGone);
        EventWatch watch(m_cluster->spec());
        const auto holds = [&] { return watch.count("lock:", LockState::Held) == 3; };
        QTRY_VERIFY_WITH_TIMEOUT(holds(), patienceMs);
        m_cluster->open(slot, 0, 1);
        const auto isSeen = [&] {
            return watch.status()->server.group
                   && watch.status()->server.group->state == GroupMember::State::Switching;
        };
        QVERIFY(QTest::qWaitFor(isSeen, patienceMs));
        m_cluster->node(0).run({"DEL", moving});
        m_cluster->node(1).run({"DEL", gone});
        m_cluster->node(2).run({"DEL", alsoGone});
        const auto isToldGone = [&watch](const QByteArray &name) {
            return watch.events(name.constData())
                .contains(QStringLiteral("gone:") + QString::fromLatin1(name));
        };
        QTRY_VERIFY_WITH_TIMEOUT(isToldGone(gone) && isToldGone(alsoGone), patienceMs);
        QVERIFY(isSeen());
        QVERIFY(!isToldGone(moving));
        m_cluster->node(0).run({"CLUSTER", "SETSLOT", QByteArray::number(slot), "STABLE"});
        m_cluster->node(1).run({"CLUSTER", "SETSLOT", QByteArray::number(slot), "STABLE"});
        QTRY_VERIFY_WITH_TIMEOUT(isToldGone(moving), patienceMs);
        restore();
    }

    /** What was prepared at a master that fell silent is not believed once it has woken. */
    void anOldMasterThatWakesIsNotBelieved()
    {
        const QByteArray name = nameAt(1);
        hold(name);
        const auto reader = readerOf(m_cluster->spec({0, 1, 2}));
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        LockOperator operating = desk();
        const auto seen = operating.look(name);
        QVERIFY(seen);
        const auto ticket = operating.begin(*seen, action());
        QVERIFY(ticket);
        m_cluster->node(1).stop();
        const auto hasMoved = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            if (isComplete(reading) && !shows(reading, name))
                qFatal("A lock that stands was read as not there.");
            return m_cluster->ownerOf(redisSlot(name), 0) == 4;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasMoved(), patienceMs);
        std::thread waker([&] {
            std::this_thread::sleep_for(300ms);
            m_cluster->node(1).resume();
        });
        const auto outcome = operating.commit(*ticket);
        waker.join();
        QVERIFY(!outcome || outcome->result != ReleaseResult::Released);
        QTRY_COMPARE_WITH_TIMEOUT(m_cluster->ask(4, {"EXISTS", name}).integer, qint64(1),
                                  patienceMs); // it may be down
        const auto settled = [&] {
            const BackendReading later = reader->read(BackendReader::Depth::Full, soon());
            if (isComplete(later) && !shows(later, name))
                qFatal("A lock that stands was read as not there.");
            return isComplete(later);
        };
        QVERIFY(QTest::qWaitFor(settled, patienceMs));
        restore();
        QVERIFY(failOver(1, redisSlot(name)));
        restore();
    }

    /**
     * `LOCKMASTER_CLUSTER_RELEASES` of them; without it, some. Masters are deposed, as planned and
     * frozen, and slots moved: what is told to be released is, and nobody else's lock is.
     */
    void whatIsReleasedWhileMastersChangeIsReleased()
    {
        const int rounds = numberOf("LOCKMASTER_CLUSTER_RELEASES", 24);
        std::atomic<bool> isOver = false;
        std::atomic<int> upsets = 0;
        std::thread chaos([&] { upset(isOver, upsets); });
        std::map<QString, int> outcomes;
        QByteArrayList released;
        QByteArrayList takenOver;
        // While a master is deposed nothing is taken, for as long as a busy machine has it so.
        const QDeadlineTimer patience(patienceMs + rounds * 2'000);
        for (int attempt = 0, round = 0; round < rounds && !patience.hasExpired(); ++attempt) {
            const QByteArray name = "lock:round:" + QByteArray::number(attempt);
            if (!take(name, token)) {
                ++outcomes[QStringLiteral("not taken")];
                std::this_thread::sleep_for(100ms);
                continue;
            }
            ++round;
            LockOperator operating = desk();
            const auto seen = operating.look(name);
            const auto ticket = seen ? operating.begin(*seen, action()) : nullptr;
            if (!ticket) {
                ++outcomes[seen ? QStringLiteral("refused") : QStringLiteral("not seen")];
                continue;
            }
            // What was prepared may be sent long after.
            for (const int before = upsets; round % 16 == 1 && upsets == before;)
                std::this_thread::sleep_for(20ms);
            // Another one has it by then.
            const bool isAnother = round % 4 == 0 && replace(name, "of another");
            const auto outcome = operating.commit(*ticket);
            const bool isReleased = outcome && outcome->result == ReleaseResult::Released;
            ++outcomes[outcome ? releaseResultName(outcome->result) : QStringLiteral("failed")];
            if (isReleased)
                released << name;
            if (isAnother)
                takenOver << name;
        }
        isOver = true;
        chaos.join();
        for (size_t number = 0; number < m_cluster->size(); ++number)
            m_cluster->node(number).resume();
        // What was given away while masters changed, its owner may not know of: as an operator
        // would mend it.
        const auto settled = [&] {
            for (const int moved : upsetSlots()) {
                const size_t owner = ownerNow(moved);
                if (m_cluster->ownerOf(moved, owner) != owner)
                    m_cluster->ask(owner, {"CLUSTER", "SETSLOT", QByteArray::number(moved), "NODE",
                                           m_cluster->id(owner)});
            }
            return m_cluster->isSettled();
        };
        QVERIFY(QTest::qWaitFor(settled, patienceMs));
        QStringList counts;
        for (const auto &[what, count] : outcomes)
            counts << QStringLiteral("%1 %2").arg(count).arg(what);
        qInfo("%d upsets; %s", upsets.load(), qPrintable(counts.join(QStringLiteral(", "))));
        for (const QByteArray &name : released) {
            QVERIFY2(m_cluster->ownerOf(name).run({"EXISTS", name}).integer == 0, name.constData());
            QVERIFY2(!takenOver.contains(name), name.constData());
        }
        for (const QByteArray &name : takenOver)
            QCOMPARE(m_cluster->ownerOf(name).run({"GET", name}).text, QByteArray("of another"));
        QVERIFY(!released.isEmpty());
        restore();
        restoreMasters();
    }

    /** While it is dead its locks are in doubt, and what never reached who follows is lost. */
    void aDeadMasterIsFollowedAndALossIsProven()
    {
        const QByteArray name = nameAt(2);
        const QByteArray gone = "lock:{" + name + "}:gone";
        const QByteArray elsewhere = nameAt(0);
        hold(name);
        hold(elsewhere);
        const auto reader = readerOf(m_cluster->spec({0, 1}));
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        PrivateRedis &old = m_cluster->node(2);
        m_cluster->node(5).stop();
        old.run({"CLIENT", "KILL", "TYPE", "replica"}); // else the kernel would deliver
        old.run(lockKey(gone, token, 600000ms));
        const BackendReading before = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(shows(before, gone));
        old.kill();
        m_cluster->node(5).resume();
        const BackendReading during = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(!isComplete(during));
        QVERIFY2(!during.failure, textOf(during).constData());
        QVERIFY(stateOf(during) == GroupMember::State::Partial
                || stateOf(during) == GroupMember::State::Switching);
        std::vector<MasterChange> changes;
        QByteArray why;
        const auto isOver = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            changes = reading.masterChanges;
            if (isComplete(reading) && (!shows(reading, name) || !shows(reading, elsewhere)))
                qFatal("A lock that stands was read as not there.");
            why = textOf(reading);
            return isComplete(reading);
        };
        QVERIFY2(QTest::qWaitFor(isOver, patienceMs), why.constData());
        QCOMPARE(changes.size(), size_t(1));
        QVERIFY2(changes.front().lostBytes && *changes.front().lostBytes > 0,
                 qPrintable(masterChangeText(changes.front())));
        QVERIFY(changes.front().isAbout(gone));
        QVERIFY(!changes.front().isAbout(elsewhere));
        QVERIFY(old.restart());
    }
};

LOCKMASTER_TEST(TestCluster, QCoreApplication)

} // namespace tst_cluster

#include "tst_cluster.moc"
