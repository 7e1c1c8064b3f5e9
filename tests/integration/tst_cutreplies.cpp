// SPDX-License-Identifier: Apache-2.0
#include "core/actions/writegate.h"
#include "core/systems/registry/registry.h"
#include "core/transport/socketinterrupt.h"
#include "tests/support/cutplaces.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_cutreplies {

namespace {

constexpr int usualCuts = 40;
const QByteArray lockName = "cut:1";

/** One lock, which somebody holds, and an operator on a line that can be cut. */
class Scene
{
public:
    virtual ~Scene() = default;

    virtual void hold() = 0;
    /** On another line. */
    virtual bool isHeld() = 0;
    /** Nothing is asked any more once the answer to the release itself is there. */
    virtual bool answersLast() const { return true; }

    BackendReading read() const
    {
        return makeReader(m_spec, passwordOf(m_spec))->read(BackendReader::Depth::Full, soon());
    }
    /** A ticket for the lock as it is seen; null and a message where there is none. */
    std::unique_ptr<ReleaseTicket> begin() const
    {
        const LockSystem *system = lockSystem(m_system);
        for (const Observation &seen : read().observations) {
            for (const LockRecord &lock : seen.records) {
                if (lock.id.name != lockName || lock.id.source->system != m_system)
                    continue;
                const auto actions = system->actions(lock);
                auto ticket = system->beginRelease(
                    {witnessOf(lock), lockName, actions.front().id, actions.front().target},
                    context(), soon());
                if (ticket && !(*ticket)->preview().refusal)
                    return *std::move(ticket);
            }
        }
        return nullptr;
    }
    Result<ReleaseOutcome> commit(ReleaseTicket &ticket) const
    {
        return ticket.commit(*m_gate.permit(m_spec), Compare::InstanceAndLease, soon());
    }

    FaultProxy proxy;

protected:
    Scene(quint16 port, BackendSpec spec, const char *system)
        : proxy(port), m_spec(std::move(spec)), m_system(QString::fromLatin1(system))
    {
        m_spec.name = QStringLiteral("cut");
        m_spec.socketPath.clear();
        m_spec.host = QStringLiteral("127.0.0.1");
        m_spec.port = proxy.port();
        m_spec.readOnly = false;
        m_gate.allowAll();
    }
    BackendSpec m_spec;

private:
    ActionContext context() const
    {
        ActionContext context;
        context.backend = m_spec;
        context.password = passwordOf(m_spec);
        context.interrupt = std::make_shared<SocketInterrupt>();
        return context;
    }

    const QString m_system;
    WriteGate m_gate;
};

class RedisScene final : public Scene
{
public:
    /** `commands` take the lock. */
    RedisScene(PrivateRedis &redis, const char *system, std::vector<RedisCommand> commands,
               const QString &user = {})
        : Scene(redis.port(), redis.spec(), system), m_redis(redis), m_commands(std::move(commands))
    {
        m_spec.patterns = {"*"};
        m_spec.user = user;
        if (!user.isEmpty())
            m_spec.urlPassword = Secret("p");
    }
    void hold() override
    {
        m_redis.run({"FLUSHALL"});
        m_redis.runAll(m_commands);
    }
    bool isHeld() override { return m_redis.run({"EXISTS", lockName}).integer == 1; }

private:
    PrivateRedis &m_redis;
    const std::vector<RedisCommand> m_commands;
};

class RowScene final : public Scene
{
public:
    RowScene(LiveSqlServer &server, std::unique_ptr<SqlScratch> scratch)
        : Scene(server.endpoint().port, scratch->backend(), "dist_lock"),
          m_scratch(std::move(scratch)), m_onlooker(m_scratch->admin())
    {
        m_spec.tables = {distLockTable()};
        m_spec.systems = {QStringLiteral("dist_lock")};
        m_spec.urlPassword = Secret(SqlScratch::password());
        m_scratch->run(
            QStringLiteral("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                           "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)"));
        m_scratch->run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                           .arg(m_scratch->schema(), m_scratch->user()));
    }
    void hold() override
    {
        m_scratch->run(
            QStringLiteral("REPLACE INTO dist_lock VALUES (?, 'web-1', NOW() + INTERVAL 1 HOUR)"),
            {QString::fromLatin1(lockName)});
    }
    bool isHeld() override
    {
        return m_onlooker.value(QStringLiteral("SELECT expiry > NOW() FROM dist_lock")).toInt()
               == 1;
    }

private:
    std::unique_ptr<SqlScratch> m_scratch;
    SqlSession m_onlooker;
};

class UserLockScene final : public Scene
{
public:
    explicit UserLockScene(LiveSqlServer &server)
        : Scene(server.endpoint().port, server.spec(), "user_lock"), m_server(server),
          m_onlooker(server.endpoint())
    {
        m_spec.systems = {QStringLiteral("user_lock")};
    }
    void hold() override
    {
        if (isHeld())
            return;
        m_holder = std::make_unique<SqlSession>(m_server.endpoint());
        if (m_holder->value(QStringLiteral("SELECT GET_LOCK(?, 10)"), {lockName}).toInt() != 1)
            qFatal("the lock was not to be had");
    }
    bool isHeld() override
    {
        return m_onlooker.value(QStringLiteral("SELECT IS_USED_LOCK(?)"), {lockName}).toLongLong()
               != 0;
    }
    bool answersLast() const override { return false; } // what was ended holds on for a moment

private:
    LiveSqlServer &m_server;
    SqlSession m_onlooker;
    std::unique_ptr<SqlSession> m_holder;
};

/** What a release was told to be. */
enum class Told : quint8 {
    NotSent,
    Unknown,
    UnknownAndDone, ///< as was seen by looking
    Released,
};

bool isUnknown(Told told)
{
    return told == Told::Unknown || told == Told::UnknownAndDone;
}

} // namespace

/** Connections that are cut at any byte of what servers answer to something that matters. */
class TestCutReplies : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aReleaseIsProvedOrUnknown_data();
    void aReleaseIsProvedOrUnknown();

private:
    void addScene(const QByteArray &name, std::unique_ptr<Scene> scene)
    {
        m_scenes.emplace_back(std::move(scene));
        QTest::newRow(name.constData()) << m_scenes.back().get();
    }
    /** What comes of it goes into `m_told`. */
    void releaseCutAt(Scene &scene, qint64 place);
    static QString tally(const std::vector<Told> &told);

    SqlServers m_servers;
    std::unique_ptr<PrivateRedis> m_redis;
    std::vector<std::unique_ptr<Scene>> m_scenes;
    std::vector<Told> m_told;
};

void TestCutReplies::initTestCase()
{
    REQUIRE_SQL_SERVERS(m_servers);
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
    m_redis->run({"ACL", "SETUSER", "unscripted", "on", ">p", "~*", "&*", "+@all", "-@scripting"});
}

void TestCutReplies::aReleaseIsProvedOrUnknown_data()
{
    QTest::addColumn<Scene *>("scene");
    const auto text = [](const QByteArray &value) {
        return std::vector<RedisCommand>{lockKey(lockName, value, 3600000ms)};
    };
    const std::vector<RedisCommand> redisson{
        {"HSET", lockName, "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302", "1"},
        {"PEXPIRE", lockName, "3600000"}};
    const QString unscripted = QStringLiteral("unscripted");
    addScene("string, script",
             std::make_unique<RedisScene>(*m_redis, "redis_string",
                                          text("0d5e8bd2a7e311ee8c900242ac120002")));
    addScene("string, transaction",
             std::make_unique<RedisScene>(*m_redis, "redis_string", text("")));
    addScene("redisson, script", std::make_unique<RedisScene>(*m_redis, "redisson", redisson));
    addScene("redisson, transaction",
             std::make_unique<RedisScene>(*m_redis, "redisson", redisson, unscripted));
    for (const auto &server : m_servers.all()) {
        addScene("row, " + server->name().toUtf8(),
                 std::make_unique<RowScene>(*server, std::make_unique<SqlScratch>(*server)));
        addScene("user-level lock, " + server->name().toUtf8(),
                 std::make_unique<UserLockScene>(*server));
    }
}

void TestCutReplies::releaseCutAt(Scene &scene, qint64 place)
{
    scene.hold();
    const auto ticket = scene.begin();
    QVERIFY(ticket);
    scene.proxy.cutAfter(place);
    const auto outcome = scene.commit(*ticket);
    scene.proxy.cutAfter(qint64(-1));
    if (outcome && outcome->result == ReleaseResult::Released) {
        m_told.push_back(Told::Released);
        QVERIFY(!scene.isHeld());
        return;
    }
    if (!outcome || !outcome->sent) {
        m_told.push_back(Told::NotSent);
        QVERIFY(!outcome || outcome->result == ReleaseResult::Changed); // what was watched is void
        QVERIFY(scene.isHeld());
        return;
    }
    QVERIFY2(outcome->result == ReleaseResult::Unknown, qPrintable(outcome->message));
    const auto now = ticket->observe(soon());
    QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
    const bool isFree = !now->has_value() || (*now)->state == LockState::Free;
    QCOMPARE(isFree, !scene.isHeld());
    m_told.push_back(isFree ? Told::UnknownAndDone : Told::Unknown);
    const auto again = scene.commit(*ticket); // nothing is sent twice
    QVERIFY(again);
    QCOMPARE(again->result, ReleaseResult::Changed);
    QVERIFY(!again->sent);
}

QString TestCutReplies::tally(const std::vector<Told> &told)
{
    const auto count = [&](Told what) { return std::count(told.begin(), told.end(), what); };
    return QStringLiteral("%1 not sent, %2 unknown, %3 unknown and done, %4 released on a new line "
                          "or before the cut")
        .arg(count(Told::NotSent))
        .arg(count(Told::Unknown))
        .arg(count(Told::UnknownAndDone))
        .arg(count(Told::Released));
}

void TestCutReplies::aReleaseIsProvedOrUnknown()
{
    QFETCH(Scene *, scene);
    scene->hold();
    const auto ticket = scene->begin();
    QVERIFY(ticket);
    const qint64 before = scene->proxy.bytesToClient();
    const auto outcome = scene->commit(*ticket);
    QVERIFY2(outcome && outcome->result == ReleaseResult::Released,
             qPrintable(outcome ? outcome->message : outcome.error().message));
    const qint64 whole = scene->proxy.bytesToClient() - before;
    m_told.clear();
    const std::vector<qint64> places = cutPlaces(whole, usualCuts);
    for (const qint64 place : places) {
        QCoreApplication::processEvents(); // what a server logs of it must not fill its pipe
        releaseCutAt(*scene, place);
        if (QTest::currentTestFailed())
            qWarning("It was cut before byte %lld of %lld.", place, whole);
        QVERIFY(!QTest::currentTestFailed());
    }
    qInfo("%lld bytes, %zu cuts: %s", whole, places.size(), qPrintable(tally(m_told)));
    QVERIFY(std::find(m_told.begin(), m_told.end(), Told::UnknownAndDone) != m_told.end());
    if (!scene->answersLast())
        return;
    // From where the command is on its way until its answer is whole nothing else is told.
    const auto first = std::find_if(m_told.begin(), m_told.end(), isUnknown);
    QVERIFY(std::all_of(first, m_told.end(), isUnknown));
}

LOCKMASTER_TEST(TestCutReplies, QCoreApplication)

} // namespace tst_cutreplies

#include "tst_cutreplies.moc"
