// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/secrets.h"
#include "core/domain/witness.h"
#include "core/systems/redlock/redlocksystem.h"
#include "core/systems/registry/lockreader.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redlock {

namespace {

const QByteArray first = "462d5a55c0ffee11aa22bb33cc44dd55";  ///< as node-redlock has them
const QByteArray second = "9b1f0e6d7a8c4b3da0b1c2d3e4f50617"; ///< of another client
constexpr size_t size = 3;

SteadyTime soon()
{
    return systemClock().now() + 10s;
}

QString action()
{
    return QStringLiteral("delete");
}

QString cleanUp()
{
    return RedlockSystem::cleanUp;
}

} // namespace

/** Locks that three servers have together, which know nothing of each other. */
class TestRedlock : public QObject
{
    Q_OBJECT

    std::vector<std::unique_ptr<PrivateRedis>> m_servers;

    PrivateRedis &server(size_t number) { return *m_servers.at(number); }

    BackendSpec spec() const
    {
        BackendSpec spec;
        spec.name = QStringLiteral("locks");
        spec.kind = BackendKind::Redis;
        for (const auto &server : m_servers)
            spec.redlock.push_back({QStringLiteral("127.0.0.1"), server->port()});
        spec.patterns = {"lock:*"};
        spec.timeout = 1s;
        return spec;
    }
    std::unique_ptr<BackendReader> reader() const
    {
        return makeReader(spec(), passwordsOf(spec()));
    }

    void put(const QByteArray &name, const QByteArray &token, const std::vector<size_t> &where,
             std::chrono::milliseconds lifetime = 600000ms)
    {
        for (const size_t number : where)
            server(number).run(lockKey(name, token, lifetime));
    }
    bool has(size_t number, const QByteArray &name)
    {
        return server(number).run({"EXISTS", name}).integer == 1;
    }
    int count(const QByteArray &name)
    {
        int count = 0;
        for (size_t number = 0; number < size; ++number)
            count += has(number, name) ? 1 : 0;
        return count;
    }

    static const LockRecord *find(const BackendReading &reading, const QByteArray &name)
    {
        for (const LockRecord &lock : reading.observations.front().records) {
            if (lock.id.name == name)
                return &lock;
        }
        return nullptr;
    }
    std::unique_ptr<LockOperator> desk(const BackendSpec &spec) const
    {
        return std::make_unique<LockOperator>(*lockSystem(QStringLiteral("redis_string")), spec);
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        for (size_t number = 0; number < size; ++number) {
            m_servers.push_back(PrivateRedis::start({.lines = {"repl-diskless-sync-delay 0"}}));
            QVERIFY(m_servers.back());
        }
    }

    void init()
    {
        for (const auto &server : m_servers) {
            server->resume();
            server->run({"FLUSHALL"});
        }
    }

    /** One row for each lock, whoever of the three is asked. */
    void mostHaveIt()
    {
        put("lock:all", first, {0, 1, 2});
        put("lock:most", first, {1, 2}, 300000ms);
        put("lock:few", first, {2});
        const auto reading = reader()->read(BackendReader::Depth::Full, soon());
        QVERIFY(!reading.failure);
        QVERIFY(reading.observations.front().complete);
        QCOMPARE(reading.observations.front().records.size(), size_t(3));
        QCOMPARE(reading.server.group->state, GroupMember::State::Settled);
        QCOMPARE(reading.server.group->nodes.size(), size);

        const LockRecord *all = find(reading, "lock:all");
        QCOMPARE(all->state, LockState::Held);
        QCOMPARE(all->shares->count(), 3);
        QVERIFY(all->findings.empty());
        const LockRecord *most = find(reading, "lock:most");
        QCOMPARE(most->state, LockState::Held);
        QCOMPARE(most->holders.front().raw, first);
        QCOMPARE(most->shares->all[0].seen, LockShare::Seen::Absent);
        // Of two that have it both are needed; less a hundredth and 2 ms.
        const auto ttl = *most->ttlAt(systemClock().now());
        QVERIFY2(ttl < 297s && ttl > 280s, qPrintable(QString::number(ttl.count())));
        const LockRecord *few = find(reading, "lock:few");
        QCOMPARE(few->state, LockState::Unknown);
        QVERIFY(few->hasFinding(FindingId::Minority));
    }

    /** Its lease ends with the share by which there are too few. */
    void theLeaseIsThatOfTheLastOneNeeded()
    {
        put("lock:a", first, {0}, 900000ms);
        put("lock:a", first, {1}, 100000ms);
        put("lock:a", first, {2}, 10000ms);
        const auto one = reader();
        const auto reading = one->read(BackendReader::Depth::Full, soon());
        const LockRecord before = *find(reading, "lock:a");
        const auto ttl = *before.ttlAt(systemClock().now());
        QVERIFY2(ttl < 99s && ttl > 90s, qPrintable(QString::number(ttl.count())));
        // It is the same lease a moment later, and where one is silent.
        QTest::qWait(50);
        const auto later = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(sameContent(before, *find(later, "lock:a")));
        server(0).stop();
        const auto without = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(without.observations.front().complete);
        const LockRecord *still = find(without, "lock:a");
        QCOMPARE(still->state, LockState::Held);
        QVERIFY(sameLease(before, *still));
        QCOMPARE(still->shares->all[0].seen, LockShare::Seen::Unknown);
        server(0).resume();
        put("lock:a", first, {0, 1, 2}, 900000ms);
        const auto renewed = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(!sameLease(before, *find(renewed, "lock:a")));
        QVERIFY(sameInstance(before, *find(renewed, "lock:a")));
    }

    void tooFewAnswer()
    {
        put("lock:a", first, {0, 1, 2});
        put("lock:b", first, {0, 1, 2});
        const auto one = reader();
        QVERIFY(one->read(BackendReader::Depth::Full, soon()).observations.front().complete);
        server(1).stop();
        server(2).stop();
        server(0).run({"DEL", "lock:b"});
        const auto reading = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(!reading.failure);
        QVERIFY(!reading.observations.front().complete);
        QCOMPARE(reading.server.group->state, GroupMember::State::Partial);
        QCOMPARE(find(reading, "lock:a")->state, LockState::Unknown);
        QVERIFY(find(reading, "lock:a")->findings.empty());
        QVERIFY(find(reading, "lock:b")); // two may have it
        QCOMPARE(find(reading, "lock:b")->state, LockState::Unknown);
    }

    void whoHeldItBeforeServersRestarted()
    {
        put("lock:a", first, {0, 1, 2}, 60000ms);
        const auto one = reader();
        const auto before = one->read(BackendReader::Depth::Full, soon());
        QCOMPARE(find(before, "lock:a")->state, LockState::Held);
        QVERIFY(server(0).restart());
        QVERIFY(server(1).restart());
        const auto lost = one->read(BackendReader::Depth::Full, soon());
        QCOMPARE(find(lost, "lock:a")->state, LockState::Unknown);
        const Finding few = find(lost, "lock:a")->findings.front();
        QCOMPARE(few.id, FindingId::Minority);
        QVERIFY2(few.evidence.contains(u"may believe"), qPrintable(few.evidence));
        put("lock:a", second, {0, 1}, 60000ms);
        const auto both = one->read(BackendReader::Depth::Full, soon());
        const LockRecord *lock = find(both, "lock:a");
        QCOMPARE(lock->state, LockState::Held);
        QCOMPARE(lock->holders.front().raw, second);
        QVERIFY(lock->hasFinding(FindingId::TwoHolders));
        QCOMPARE(lock->shares->all[2].seen, LockShare::Seen::Other);
        // And it goes with what the first one has left.
        server(2).run({"DEL", "lock:a"});
        put("lock:b", second, {0, 1, 2});
        server(0).run({"DEL", "lock:a"});
        server(1).run({"DEL", "lock:a"});
        const auto gone = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(!find(gone, "lock:a"));
        QCOMPARE(find(gone, "lock:b")->state, LockState::Held);
    }

    void letGoOfOnEach()
    {
        put("lock:a", first, {0, 1, 2});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        QVERIFY(seen);
        const auto ticket = desk->begin(*seen, action());
        QVERIFY2(ticket, qPrintable(desk->error().message));
        QVERIFY(!ticket->preview().refusal);
        QCOMPARE(ticket->command(Compare::InstanceAndLease).count(u"EVAL"), 3);
        const auto outcome = desk->commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(outcome->result, ReleaseResult::Released);
        QCOMPARE(count("lock:a"), 0);
        const auto now = ticket->observe(soon());
        QVERIFY(now);
        QVERIFY(!*now);
        QCOMPARE(desk->commit(*ticket)->result, ReleaseResult::Changed);
    }

    /** What two did is proof, whatever the third one has. */
    void oneIsSilent()
    {
        put("lock:a", first, {0, 1, 2});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        server(2).stop();
        const auto ticket = desk->begin(*seen, action());
        QVERIFY2(ticket, qPrintable(desk->error().message));
        QVERIFY(!ticket->preview().renewed);
        const auto outcome = desk->commit(*ticket);
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
        QVERIFY2(outcome->message.contains(u"not reached"), qPrintable(outcome->message));
    }

    /** Frozen behind the look: it may do it when it wakes. */
    void mostAreSilent()
    {
        put("lock:a", first, {0, 1, 2});
        const auto desk = this->desk(spec());
        const auto ticket = desk->begin(*desk->look("lock:a"), action());
        QVERIFY(ticket);
        server(1).stop();
        server(2).stop();
        const auto outcome = desk->commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(outcome->result, ReleaseResult::Unknown);
        QCOMPARE(changeDetailName(outcome->detail), QStringLiteral("partial"));
        QVERIFY(!has(0, "lock:a"));
    }

    /** Never another's, on any of them. */
    void itChangedHands()
    {
        put("lock:a", first, {0, 1, 2});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        const auto early = desk->begin(*seen, action());
        put("lock:a", second, {0, 1}); // restarted, and taken anew
        const auto outcome = desk->commit(*early);
        // Of the first one, that is: it has it nowhere any more.
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
        QCOMPARE(server(0).run({"GET", "lock:a"}).text, second);
        QCOMPARE(server(1).run({"GET", "lock:a"}).text, second);
        QVERIFY(!has(2, "lock:a"));

        put("lock:a", second, {2});
        const auto late = desk->begin(*seen, action());
        QVERIFY(late);
        QVERIFY(late->preview().refusal);
        QCOMPARE(desk->commit(*late)->result, ReleaseResult::Changed);
        QCOMPARE(count("lock:a"), 3);
    }

    void aHolderThatRenewsIsAlive()
    {
        put("lock:a", first, {0, 1, 2});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        put("lock:a", first, {0, 1, 2}, 700000ms);
        const auto ticket = desk->begin(*seen, action());
        QVERIFY(ticket->preview().renewed);
        const auto refused = desk->commit(*ticket);
        QCOMPARE(changeDetailName(refused->detail), QStringLiteral("renewed"));
        QCOMPARE(count("lock:a"), 3);
        const auto again = desk->begin(*seen, action());
        QCOMPARE(desk->commit(*again, Compare::InstanceOnly)->result, ReleaseResult::Released);
        QCOMPARE(count("lock:a"), 0);
    }

    /** What was left on one is cleaned up by its token alone, and only the one that was seen. */
    void leftovers()
    {
        put("lock:a", first, {1});
        const LockSystem &system = *lockSystem(QStringLiteral("redis_string"));
        const auto desk = this->desk(spec());
        const auto reading = reader()->read(BackendReader::Depth::Full, soon());
        QVERIFY(find(reading, "lock:a"));
        const LockRecord seen = *find(reading, "lock:a");
        const auto actions = system.actions(seen);
        QCOMPARE(actions.size(), size_t(1));
        QCOMPARE(actions.front().target, first);

        put("lock:a", second, {1});
        const auto other = desk->begin(seen, cleanUp(), second);
        QVERIFY2(other, qPrintable(desk->error().message));
        QVERIFY(other->preview().refusal); // it was not looked at
        QVERIFY(desk->commit(*other)->result != ReleaseResult::Released);
        put("lock:a", first, {1});
        const auto ticket = desk->begin(seen, cleanUp(), first);
        QVERIFY2(ticket, qPrintable(desk->error().message));
        QCOMPARE(desk->commit(*ticket, Compare::InstanceOnly)->result, ReleaseResult::Released);
        QCOMPARE(count("lock:a"), 0);
    }

    /** As published, and honoured by whoever takes it so. */
    void takenKeptAndLetGo()
    {
        const auto desk = this->desk(spec());
        const auto mine = desk->client("lock:mine");
        QVERIFY(mine);
        const auto taken = mine->acquire(desk->permit(), systemClock().now(), {});
        QVERIFY2(taken && taken->acquired, taken ? "" : qPrintable(taken.error().message));
        QCOMPARE(count("lock:mine"), 3);
        const QByteArray token = server(0).run({"GET", "lock:mine"}).text;
        QCOMPARE(token, mine->own().owner);
        QCOMPARE(server(2).run({"GET", "lock:mine"}).text, token);

        const auto theirs = desk->client("lock:mine");
        const auto refused = theirs->acquire(desk->permit(), systemClock().now(), {});
        QVERIFY(refused && !refused->acquired);
        QVERIFY(refused->heldBy);
        QCOMPARE(server(1).run({"GET", "lock:mine"}).text, token);

        server(0).run({"DEL", "lock:mine"});
        const auto renewed = mine->renew(soon());
        QVERIFY(renewed && *renewed);
        server(1).run({"DEL", "lock:mine"});
        const auto lost = mine->renew(soon());
        QVERIFY(lost && !*lost);
        const auto released = mine->release(soon());
        QVERIFY(released && !*released);
        QCOMPARE(count("lock:mine"), 0);
    }

    /** Too few: what was taken is given back. */
    void tooFewToTakeItFrom()
    {
        put("lock:a", second, {0, 1});
        const auto desk = this->desk(spec());
        const auto mine = desk->client("lock:a");
        const auto taken = mine->acquire(desk->permit(), systemClock().now(), {});
        QVERIFY(taken && !taken->acquired);
        QVERIFY(!has(2, "lock:a"));
        server(1).stop();
        server(2).stop();
        const auto failed =
            desk->client("lock:b")->acquire(desk->permit(), systemClock().now(), {});
        QVERIFY(!failed);
        QVERIFY(!has(0, "lock:b"));
    }

    void examined()
    {
        server(1).stop();
        const Examination found = reader()->examine(soon());
        const auto redlock =
            std::find_if(found.capabilities.begin(), found.capabilities.end(),
                         [](const Capability &one) { return one.id == u"redis.redlock"; });
        QVERIFY(redlock != found.capabilities.end());
        QVERIFY(redlock->available);
        QVERIFY2(redlock->reason.contains(QString::number(server(1).port())),
                 qPrintable(redlock->reason));
        QCOMPARE(found.problems.size(), size_t(1));
    }

    /** One is down, and what it had is let go of meanwhile: it is not held by that alone. */
    void letGoOfWhileOneIsDown()
    {
        put("lock:a", first, {0, 1, 2});
        const auto one = reader();
        QVERIFY(one->read(BackendReader::Depth::Full, soon()).observations.front().complete);
        server(2).stop();
        server(0).run({"DEL", "lock:a"});
        server(1).run({"DEL", "lock:a"});
        const auto reading = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(reading.observations.front().complete);
        QVERIFY(!find(reading, "lock:a"));
    }

    /** An interrupt ends what is asked, and nothing after that. */
    void interrupted()
    {
        put("lock:a", first, {0, 1, 2});
        const auto one = reader();
        QVERIFY(!one->read(BackendReader::Depth::Full, soon()).failure);
        server(0).stop();
        server(1).stop();
        std::jthread other([&one] {
            std::this_thread::sleep_for(100ms);
            one->interrupt();
        });
        const auto reading = one->read(BackendReader::Depth::Full, soon());
        QVERIFY(!reading.observations.front().complete);
        other.join();
        server(0).resume();
        server(1).resume();
        const auto isWhole = [&] {
            const auto again = one->read(BackendReader::Depth::Full, soon());
            return !again.failure && find(again, "lock:a")
                   && find(again, "lock:a")->shares->count() == 3;
        };
        QVERIFY(QTest::qWaitFor(isWhole, 20'000));
        one->interrupt();
        QVERIFY(one->read(BackendReader::Depth::Full, soon()).failure);
        QVERIFY(!one->read(BackendReader::Depth::Full, soon()).failure);
    }

    /** Whoever takes it writes to one server after the other, also behind the look. */
    void sharesThatCameLate()
    {
        put("lock:a", first, {0, 1});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        put("lock:a", first, {2}); // seen when the ticket is opened
        const auto ticket = desk->begin(*seen, action());
        QCOMPARE(desk->commit(*ticket)->result, ReleaseResult::Released);
        QCOMPARE(count("lock:a"), 0);

        // And behind that: on all but one of five it would be held.
        put("lock:b", first, {0, 1});
        const auto other = desk->begin(*desk->look("lock:b"), action());
        put("lock:b", first, {2});
        server(1).run({"SET", "lock:b", first, "PX", "700000"}); // renewed there
        const auto outcome = desk->commit(*other);
        QVERIFY2(outcome->result == ReleaseResult::Unknown, qPrintable(outcome->message));
        QCOMPARE(changeDetailName(outcome->detail), QStringLiteral("partial"));
        QVERIFY2(outcome->message.contains(u"there still"), qPrintable(outcome->message));
    }

    /** It is cleaned up where too few have it, and nowhere else. */
    void nothingIsCleanedUpThatIsHeld()
    {
        put("lock:a", first, {0});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        put("lock:a", first, {1, 2});
        const auto ticket = desk->begin(*seen, cleanUp(), first);
        QVERIFY(ticket && ticket->preview().refusal);
        QCOMPARE(desk->commit(*ticket)->result, ReleaseResult::Changed);
        QCOMPARE(count("lock:a"), 3);

        // Where some do not answer it may be held, and is let go of as that.
        server(1).stop();
        server(2).stop();
        const auto reading = reader()->read(BackendReader::Depth::Full, soon());
        const LockRecord doubtful = *find(reading, "lock:a");
        const auto offered = lockSystem(QStringLiteral("redis_string"))->actions(doubtful);
        QCOMPARE(offered.size(), size_t(1));
        QCOMPARE(offered.front().id, action());
    }

    /** Two had it, and one of those is silent: what is left of it is too little. */
    void whatIsLeftOfItIsLetGoOf()
    {
        put("lock:a", first, {0, 1});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        server(0).stop();
        const auto reading = reader()->read(BackendReader::Depth::Full, soon());
        QCOMPARE(find(reading, "lock:a")->state, LockState::Unknown);
        const auto ticket = desk->begin(*seen, action());
        QVERIFY(ticket && !ticket->preview().refusal);
        const auto outcome = desk->commit(*ticket);
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
    }

    /** A witness of the one who held it is none of what another one has left. */
    void anothersLeftoverIsNotMeant()
    {
        put("lock:a", first, {0, 1});
        put("lock:a", second, {2});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        server(0).run({"DEL", "lock:a"});
        server(1).run({"DEL", "lock:a"});
        const auto ticket = desk->begin(*seen, action());
        QVERIFY(ticket && ticket->preview().refusal);
        QCOMPARE(desk->commit(*ticket)->result, ReleaseResult::Changed);
        QCOMPARE(server(2).run({"GET", "lock:a"}).text, second);
        // Where it was not seen it is not meant either, also by its name.
        put("lock:a", second, {1});
        server(2).run({"DEL", "lock:a"});
        const auto moved = desk->begin(*seen, cleanUp(), second);
        QVERIFY(moved && moved->preview().refusal);
        QVERIFY(has(1, "lock:a"));
    }

    /** Of a long value only the start is read: none is told to be another's. */
    void longValuesAreNoTokens()
    {
        const QByteArray start(1100, 'a');
        for (size_t number = 0; number < size; ++number)
            put("lock:a", start + QByteArray::number(number), {number});
        const auto desk = this->desk(spec());
        const auto seen = desk->look("lock:a");
        QCOMPARE(seen->state, LockState::Unknown);
        const auto ticket = desk->begin(*seen, action());
        QVERIFY(!ticket || ticket->preview().refusal);
        QCOMPARE(count("lock:a"), 3);
    }

    /** Without a word of which server it is, it may be one that counts already. */
    void anAccountThatIsNotToldWhichServerItIs()
    {
        for (const auto &server : m_servers) {
            server->run({"ACL", "SETUSER", "mon", "on", ">pw", "~*", "&*", "+@all", "-info"});
        }
        put("lock:a", first, {0, 1, 2});
        BackendSpec mon = spec();
        mon.user = QStringLiteral("mon");
        mon.urlPassword = Secret("pw");
        const auto reading =
            makeReader(mon, passwordsOf(mon))->read(BackendReader::Depth::Full, soon());
        QVERIFY(reading.failure || !reading.observations.front().complete);
        const Error why = reading.failure.value_or(Error());
        QVERIFY2(why.remedy.contains(u"+info"), qPrintable(why.message + why.remedy));
    }

    /** Its clients have another uuid for each server, and the same thread. */
    void redisson()
    {
        BackendSpec all = spec();
        all.patterns.clear();
        const auto hold = [&](size_t number, const char *thread) {
            const QByteArray owner =
                "5f0c6d3e-8a7b-4c1d-9e2f-0a1b2c3d4e5" + QByteArray::number(number) + ':' + thread;
            server(number).run({"HSET", "jobs", owner, "1"});
            server(number).run({"PEXPIRE", "jobs", "600000"});
        };
        for (size_t number = 0; number < size; ++number)
            hold(number, "42");
        const auto desk =
            std::make_unique<LockOperator>(*lockSystem(QStringLiteral("redisson")), all);
        const auto seen = desk->look("jobs");
        QVERIFY(seen);
        QCOMPARE(seen->state, LockState::Held);
        QCOMPARE(seen->shares->count(), 3);
        // Another's, of the same thread, on one of them by now.
        server(1).run({"DEL", "jobs"});
        server(1).run({"HSET", "jobs", "00000000-8a7b-4c1d-9e2f-0a1b2c3d4e5f:42", "1"});
        server(1).run({"PEXPIRE", "jobs", "600000"});
        const auto actions = lockSystem(QStringLiteral("redisson"))->actions(*seen);
        QVERIFY(!actions.empty());
        const auto ticket = desk->begin(*seen, actions.front().id);
        QVERIFY2(ticket, qPrintable(desk->error().message));
        const auto outcome = desk->commit(*ticket);
        QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
        QVERIFY(!has(0, "jobs"));
        QVERIFY(has(1, "jobs"));
        QVERIFY(!has(2, "jobs"));
    }

    /** The last one: servers remember for an hour that others may follow them. */
    void oneServerCountsOnce()
    {
        put("lock:a", first, {0});
        BackendSpec twice = spec();
        twice.redlock[1] = {QStringLiteral("localhost"), server(0).port()};
        const auto reading =
            makeReader(twice, passwordsOf(twice))->read(BackendReader::Depth::Full, soon());
        QVERIFY(!reading.observations.front().complete);
        QVERIFY(reading.server.group->trouble.message.contains(u"one and the same server"));
        QCOMPARE(find(reading, "lock:a")->state, LockState::Unknown);

        const auto taken =
            desk(twice)->client("lock:b")->acquire(desk(twice)->permit(), systemClock().now(), {});
        QVERIFY(!taken);
        QCOMPARE(taken.error().kind, ErrorKind::Config);
        QVERIFY(!has(0, "lock:b"));

        const QByteArray port = QByteArray::number(server(0).port());
        server(2).run({"REPLICAOF", "127.0.0.1", port});
        QTRY_COMPARE(server(2).run({"EXISTS", "lock:a"}).integer, qint64(1));
        const auto follows = reader()->read(BackendReader::Depth::Full, soon());
        QVERIFY(!follows.server.group->nodes[2].trouble.isEmpty());
        QCOMPARE(find(follows, "lock:a")->state, LockState::Unknown);
    }
};

LOCKMASTER_TEST(TestRedlock, QCoreApplication)

} // namespace tst_redlock

#include "tst_redlock.moc"
