// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"
#include "tests/support/privateredis.h"
#include "tests/support/redissonreplay.h"
#include "tests/support/redissonstage.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <atomic>
#include <map>
#include <random>
#include <set>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redissonrace {

namespace {

// What is sanitized is slower than those who take and leave the lock: they wait for it, and fewer
// releases have to hit.
#ifdef LOCKMASTER_SANITIZED
constexpr int slowness = 5;
#else
constexpr int slowness = 1;
#endif

const QByteArray lockName = "coupon:race";
const QByteArray journal = "journal";

/** Writes down who took it, and under which expiry: together that is one instance. */
constexpr char take[] = R"(
if redis.call('exists', KEYS[1]) == 1 then return nil end
redis.call('hincrby', KEYS[1], ARGV[1], 1)
redis.call('pexpire', KEYS[1], 30000)
local at = string.format('%.0f', redis.call('pexpiretime', KEYS[1]))
redis.call('xadd', KEYS[2], '*', 'taken', ARGV[1] .. ' ' .. at)
return at)";

/** Its end, by the holder that unlocks it or finds it taken away. */
constexpr char leave[] = R"(
local mine = redis.call('hexists', KEYS[1], ARGV[1]) == 1
    and string.format('%.0f', redis.call('pexpiretime', KEYS[1])) == ARGV[2]
if mine then
    redis.call('del', KEYS[1])
    redis.call('publish', 'redisson_lock__channel:{' .. KEYS[1] .. '}', 0)
end
redis.call('xadd', KEYS[2], '*', mine and 'unlocked' or 'lost', ARGV[1] .. ' ' .. ARGV[2])
return 1)";

/** Takes and leaves the lock, as one of two owners of its own in turn, until told to stop. */
void churn(quint16 port, unsigned seed, const std::atomic<bool> &over)
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.port = port;
    spec.timeout = 20s;
    const auto connection = RedisConnection::open(endpointOf(spec, Secret()), inTime());
    if (!connection)
        qFatal("%s", qPrintable(connection.error().message));
    const auto run = [&connection](const RedisCommand &command) {
        const auto reply = (*connection)->command(command, inTime());
        if (!reply || reply->isError())
            qFatal("the churner failed");
        return *reply;
    };
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> hold(1'000, slowness * 25'000);
    const QByteArray owners[] = {redissonOwner(1), redissonOwner(2)};
    for (int turn = 0; !over; ++turn) {
        const QByteArray &owner = owners[turn % 2];
        const RedisReply taken = run({"EVAL", take, "2", lockName, journal, owner});
        if (taken.isNil()) {
            std::this_thread::sleep_for(300us);
            continue;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(hold(random)));
        run({"EVAL", leave, "2", lockName, journal, owner, taken.text});
    }
}

} // namespace

class TestRedissonRace : public QObject
{
    Q_OBJECT

private slots:
    void everyReleaseHitsWhatWasLookedAt_data()
    {
        QTest::addColumn<bool>("scripts");
        QTest::addColumn<int>("wanted");
        QTest::newRow("script") << true << 500 / slowness;
        QTest::newRow("WATCH") << false << 100 / slowness;
    }
    void everyReleaseHitsWhatWasLookedAt()
    {
        LOCKMASTER_NEEDS_REDIS();
        QFETCH(bool, scripts);
        QFETCH(int, wanted);
        const auto server = PrivateRedis::start();
        QVERIFY(server);
        BackendSpec spec = server->spec();
        if (!scripts) {
            server->run(
                {"ACL", "SETUSER", "limited", "on", "nopass", "~*", "&*", "+@all", "-@scripting"});
            spec.user = QStringLiteral("limited");
            spec.urlPassword = Secret("x");
        }
        std::atomic<bool> over = false;
        std::vector<std::thread> churners;
        for (unsigned seed = 1; seed <= 3; ++seed)
            churners.emplace_back([&, seed] { churn(server->port(), seed, over); });

        std::multiset<QByteArray> released;
        int tries = 0;
        int refused = 0;
        {
            RedissonStage stage(spec);
            std::mt19937 random(20'260'817);
            std::uniform_int_distribution<int> pause(0, 6'000);
            const auto rest = [&] {
                std::this_thread::sleep_for(std::chrono::microseconds(pause(random)));
            };
            // Few releases may race with none of the others.
            while ((int(released.size()) < wanted || refused <= wanted / 20)
                   && tries < 40 * wanted) {
                const auto seen = stage.look(lockName);
                if (!seen)
                    continue;
                ++tries;
                rest();
                const auto ticket = stage.begin(*seen);
                if (!ticket)
                    break;
                rest();
                const auto outcome = stage.commit(**ticket);
                if (outcome && outcome->result == ReleaseResult::Released)
                    released.insert(seen->holders.front().raw + ' '
                                    + QByteArray::number(seen->lease.stored));
                else if (outcome && outcome->result == ReleaseResult::Changed)
                    ++refused;
                else
                    break;
            }
        }
        over = true;
        for (std::thread &churner : churners)
            churner.join();

        int taken = 0;
        int wrong = 0;
        std::multiset<QByteArray> lost;
        for (const RedisReply &entry : server->run({"XRANGE", journal, "-", "+"}).elements) {
            const auto &pair = entry.elements[1].elements;
            taken += pair[0].text == "taken" ? 1 : 0;
            if (pair[0].text == "lost")
                lost.insert(pair[1].text);
            else if (pair[0].text == "unlocked")
                wrong += int(released.count(pair[1].text)); // it was not taken away
        }
        std::vector<QByteArray> unexplained;
        std::set_symmetric_difference(released.begin(), released.end(), lost.begin(), lost.end(),
                                      std::back_inserter(unexplained));
        wrong += int(unexplained.size());
        qInfo("race redisson (%s): tries %d, released %zu, refused %d, wrong %d; %d instances",
              scripts ? "script" : "WATCH", tries, released.size(), refused, wrong, taken);
        QCOMPARE(wrong, 0);
        QVERIFY(int(released.size()) >= wanted);
        QCOMPARE(tries, int(released.size()) + refused);
        QVERIFY(refused > wanted / 20); // or nothing was raced
    }
};

LOCKMASTER_TEST(TestRedissonRace, QCoreApplication)

} // namespace tst_redissonrace

#include "tst_redissonrace.moc"
