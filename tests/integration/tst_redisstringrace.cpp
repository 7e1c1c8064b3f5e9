// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/redisstringrun.h"
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

namespace tst_redisstringrace {

namespace {

// What is sanitized is slower than those who take and leave the lock: they wait for it, and fewer
// releases have to hit.
#ifdef LOCKMASTER_SANITIZED
constexpr int slowness = 5;
#else
constexpr int slowness = 1;
#endif

constexpr int mostLooks = 20'000;
constexpr unsigned seed = 20'261'121;

// The server's own record. Each instance gets a number; `job:now` is that of the one whose holder
// has not let go. Whoever finds the key without it, or takes it while there is one, writes down
// that this instance was removed by somebody else.
const QByteArray take =
    "if not redis.call('SET',KEYS[1],ARGV[1],'NX','PX',ARGV[2]) then return 0 end "
    "local before=redis.call('GET',KEYS[3]) "
    "if before then redis.call('RPUSH',KEYS[2],'removed '..before) end "
    "local number=redis.call('INCR',KEYS[4]) "
    "redis.call('SET',KEYS[3],number) "
    "redis.call('RPUSH',KEYS[2],'taken '..number..' '..redis.call('PEXPIRETIME',KEYS[1])"
    "..' '..ARGV[1]) return number";
const QByteArray letGo =
    "if redis.call('GET',KEYS[3])~=ARGV[1] then return 0 end "
    "redis.call('DEL',KEYS[3]) "
    "if redis.call('DEL',KEYS[1])==0 then redis.call('RPUSH',KEYS[2],'removed '..ARGV[1]) end "
    "return 1";
const QByteArray renew = "if redis.call('GET',KEYS[3])~=ARGV[1] then return 0 end "
                         "return redis.call('PEXPIRE',KEYS[1],ARGV[2])";

RedisCommand script(const QByteArray &text, const RedisCommand &values)
{
    RedisCommand command{"EVAL", text, "4", "job", "journal", "job:now", "job:count"};
    command.insert(command.end(), values.begin(), values.end());
    return command;
}

/** Takes the lock and lets it go again, every few milliseconds. */
class Churner
{
public:
    Churner(const BackendSpec &spec, bool signs, unsigned number)
        : m_signs(signs), m_random(seed + number), m_thread([this, spec] { run(spec); })
    {
    }

    ~Churner()
    {
        m_stop = true;
        m_thread.join();
    }

private:
    void run(const BackendSpec &spec)
    {
        const auto connection = RedisConnection::open(endpointOf(spec, Secret()), inSeconds(60));
        if (!connection)
            qFatal("%s", qPrintable(connection.error().message));
        while (!m_stop) {
            const QByteArray value = m_signs ? token() : QByteArray();
            const QByteArray taken = ask(**connection, script(take, {value, "30000"}));
            if (taken != "0")
                hold(**connection, taken);
            std::this_thread::sleep_for(std::chrono::microseconds(between(100, 1500)));
        }
    }

    void hold(RedisConnection &connection, const QByteArray &number)
    {
        std::this_thread::sleep_for(std::chrono::microseconds(between(1000, slowness * 8000)));
        if (m_signs && between(0, 3) == 0) {
            ask(connection, script(renew, {number, "40000"}));
            std::this_thread::sleep_for(std::chrono::microseconds(between(500, 4000)));
        }
        ask(connection, script(letGo, {number}));
    }

    QByteArray ask(RedisConnection &connection, const RedisCommand &command)
    {
        const auto reply = connection.command(command, inSeconds(60));
        if (!reply || reply->isError())
            qFatal("%s", reply ? reply->text.constData() : qPrintable(reply.error().message));
        return QByteArray::number(reply->integer);
    }

    QByteArray token()
    {
        QByteArray token;
        for (int i = 0; i < 4; ++i)
            token += QByteArray::number(quint32(m_random()), 16).rightJustified(8, '0');
        return token;
    }

    int between(int least, int most)
    {
        return std::uniform_int_distribution<int>(least, most)(m_random);
    }

    const bool m_signs;
    std::mt19937 m_random;
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

/** What tells an instance in the journal and in a witness alike. */
using Instance = QByteArray;

} // namespace

class TestRedisStringRace : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;

    /** Every instance that was removed by somebody else than its holder. */
    std::multiset<Instance> removedInstances(bool signs)
    {
        std::map<QByteArray, Instance> taken;
        std::multiset<Instance> removed;
        for (const RedisReply &line : m_server->run({"LRANGE", "journal", "0", "-1"}).elements) {
            const auto words = line.text.split(' ');
            if (words[0] == "taken")
                taken[words[1]] = words[signs ? 3 : 2];
            else
                removed.insert(taken.at(words[1]));
        }
        return removed;
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void everyReleaseHitsWhatWasLookedAt_data()
    {
        QTest::addColumn<bool>("signs");
        QTest::addColumn<bool>("scripts");
        QTest::addColumn<int>("releases");
        QTest::newRow("redis_string, token") << true << true << 500;
        QTest::newRow("redis_string, token, without scripts") << true << false << 200;
        QTest::newRow("redis_string, empty value") << false << true << 500;
    }

    void everyReleaseHitsWhatWasLookedAt()
    {
        QFETCH(bool, signs);
        QFETCH(bool, scripts);
        QFETCH(int, releases);
        const auto wanted = static_cast<size_t>(releases / slowness);
        BackendSpec spec = m_server->spec();
        spec.patterns = {"job"};
        if (!scripts) {
            m_server->run({"ACL", "SETUSER", "operator", "reset", "on", ">secret", "~*", "&*",
                           "+@all", "-@scripting"});
            spec.user = QStringLiteral("operator");
            spec.urlPassword = Secret("secret");
        }
        StringLockDesk desk(spec);
        std::mt19937 random(seed);
        std::multiset<Instance> released;
        size_t refused = 0;
        {
            const Churner first(m_server->spec(), signs, 1);
            const Churner second(m_server->spec(), signs, 2);
            const Churner third(m_server->spec(), signs, 3);
            for (int looks = 0; looks < mostLooks && released.size() < wanted; ++looks) {
                const auto seen = desk.glance("job");
                if (!seen)
                    continue;
                const auto ticket = desk.begin(*seen);
                if (!ticket)
                    continue; // it changes faster than it can be read
                std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
                const auto outcome =
                    desk.commit(**ticket, signs && random() % 2 ? Compare::InstanceOnly
                                                                : Compare::InstanceAndLease);
                QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
                if (outcome->result == ReleaseResult::Released)
                    released.insert(signs ? seen->holders[0].raw
                                          : QByteArray::number(seen->lease.stored));
                else
                    ++refused;
            }
        }
        std::multiset<Instance> wrong = removedInstances(signs);
        const size_t removed = wrong.size();
        for (const Instance &instance : released) {
            if (const auto at = wrong.find(instance); at != wrong.end())
                wrong.erase(at);
        }
        qInfo("race %s: tries %zu, released %zu, refused %zu, wrong %zu", QTest::currentDataTag(),
              released.size() + refused, released.size(), refused, wrong.size());
        QVERIFY(refused > 0);
        QCOMPARE(wrong.size(), size_t(0));
        QCOMPARE(removed, released.size());
        QCOMPARE(released.size(), wanted);
    }
};

LOCKMASTER_TEST(TestRedisStringRace, QCoreApplication)

} // namespace tst_redisstringrace

#include "tst_redisstringrace.moc"
