// SPDX-License-Identifier: Apache-2.0
#include "core/actions/writegate.h"
#include "core/systems/registry/lockreader.h"
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTcpServer>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <latch>
#include <thread>

#include <sys/prctl.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redisfailover {

namespace {

const QByteArray token = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
/** A replica need not wait for others that might come. */
const QByteArray promptly = "repl-diskless-sync-delay 0";
const QByteArray holder = "9f1c0a27-5b3d-4e86-8c14-d27be0a96f31:47";

SteadyTime soon()
{
    return systemClock().now() + 30s;
}

/** One sentinel, which is its own majority, and gives a master up after 300 ms. */
class Sentinel
{
public:
    explicit Sentinel(quint16 master)
    {
        QTcpServer probe;
        probe.listen(QHostAddress::LocalHost);
        m_spec.port = probe.serverPort();
        probe.close();
        m_spec.kind = BackendKind::Redis;
        m_spec.timeout = 20s;
        QFile file(m_directory.filePath(QStringLiteral("sentinel.conf")));
        if (!file.open(QIODevice::WriteOnly))
            return;
        file.write("bind 127.0.0.1\nport " + QByteArray::number(m_spec.port) + "\ndir "
                   + QFile::encodeName(m_directory.path()) + "\nsentinel monitor m 127.0.0.1 "
                   + QByteArray::number(master)
                   + " 1\nsentinel down-after-milliseconds m 300\n"
                     "sentinel failover-timeout m 3000\n");
        file.close();
        m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        m_process.start(PrivateRedis::program(), {file.fileName(), QStringLiteral("--sentinel")});
    }

    ~Sentinel()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /** It has met the server that it would promote. */
    bool isReady() const
    {
        const auto connection = RedisConnection::open(endpointOf(m_spec, {}), soon());
        const auto replicas = connection
                                  ? (*connection)->command({"SENTINEL", "REPLICAS", "m"}, soon())
                                  : tl::make_unexpected(connection.error());
        if (!replicas || replicas->elements.empty())
            return false;
        const std::vector<RedisReply> &fields = replicas->elements.front().elements;
        return std::any_of(fields.begin(), fields.end(),
                           [](const RedisReply &field) { return field.text == "ok"; });
    }

private:
    QTemporaryDir m_directory;
    QProcess m_process;
    BackendSpec m_spec;
};

/** Sentinel ends the connections of a server that it promotes: no answer is a "not yet". */
bool isMaster(const PrivateRedis &server)
{
    const auto connection = RedisConnection::open(endpointOf(server.spec(), {}), soon());
    const auto replica =
        connection ? (*connection)->isReplica(soon()) : tl::make_unexpected(connection.error());
    return replica && !*replica;
}

/** An operator who looks at one key and lets go of it. */
class Desk
{
public:
    Desk(const QString &system, BackendSpec backend, QByteArray name)
        : m_operator(*lockSystem(system), backend), m_system(system), m_name(std::move(name))
    {
        m_source = QStringLiteral("db 0");
    }

    bool open()
    {
        const LockId id{std::make_shared<const SourceId>(
                            SourceId{m_operator.backend().name, m_system, m_source}),
                        m_name};
        const auto seen = readLock(id, m_operator.context(), soon());
        if (!seen || !seen->lock)
            return false;
        const auto actions = lockSystem(m_system)->actions(*seen->lock);
        m_ticket = actions.empty() ? nullptr : m_operator.begin(*seen->lock, actions.front().id);
        return m_ticket && !m_ticket->preview().refusal;
    }

    const ReleasePreview &preview() const { return m_ticket->preview(); }
    QString command() const { return m_ticket->command(Compare::InstanceAndLease); }
    /** Once; on the thread that opened it. */
    void commit()
    {
        m_outcome = m_operator.commit(*m_ticket);
        m_ticket.reset();
    }
    const std::optional<ReleaseOutcome> &outcome() const { return m_outcome; }
    const QByteArray &name() const { return m_name; }

private:
    LockOperator m_operator;
    QString m_system;
    QString m_source;
    QByteArray m_name;
    std::unique_ptr<ReleaseTicket> m_ticket;
    std::optional<ReleaseOutcome> m_outcome;
};

} // namespace

/** What a Redis that others follow says of a release, and what of that is so. */
class TestRedisFailover : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_master;
    std::unique_ptr<PrivateRedis> m_replica;

    void follow()
    {
        m_replica = PrivateRedis::start(
            {.lines = {"replicaof 127.0.0.1 " + QByteArray::number(m_master->port())}});
        QVERIFY(m_replica);
        QTRY_COMPARE_WITH_TIMEOUT(m_master->run({"ROLE"}).elements[2].elements.size(), size_t(1),
                                  20'000);
        // It is listed before it is sent anything.
        m_master->run({"SET", "any", "thing"});
        QTRY_COMPARE_WITH_TIMEOUT(m_replica->run({"EXISTS", "any"}).integer, qint64(1), 20'000);
    }

    BackendSpec specOf(const QByteArray &rules)
    {
        RedisCommand command{"ACL",     "SETUSER", "operator", "reset", "on",
                             ">secret", "~*",      "&*",       "+@all"};
        for (const QByteArray &rule : rules.split(' '))
            command.push_back(rule);
        m_master->run(command);
        BackendSpec spec = m_master->spec();
        spec.user = QStringLiteral("operator");
        return spec;
    }

    void holdAll()
    {
        m_master->run(lockKey("lock:token", token, 600000ms));
        m_master->run(lockKey("lock:empty", "", 600000ms));
        m_master->run({"HSET", "lock:redisson", holder, "1"});
        m_master->run({"PEXPIRE", "lock:redisson", "600000"});
        QCOMPARE(m_master->run({"WAIT", "1", "20000"}).integer, qint64(1));
    }

    /** One lock that a script releases, one that a transaction does, and one of Redisson. */
    std::vector<std::unique_ptr<Desk>> desks()
    {
        BackendSpec spec = m_master->spec();
        spec.patterns = {"lock:*"};
        std::vector<std::unique_ptr<Desk>> made;
        for (const auto &[system, name] :
             {std::pair("redis_string", "lock:token"), std::pair("redis_string", "lock:empty"),
              std::pair("redisson", "lock:redisson")})
            made.push_back(
                std::make_unique<Desk>(QString::fromLatin1(system), spec, QByteArray(name)));
        return made;
    }

    /** The master has noticed that its replica left. */
    void nobodyIsLeft()
    {
        QTRY_COMPARE_WITH_TIMEOUT(m_master->run({"ROLE"}).elements[2].elements.size(), size_t(0),
                                  20'000);
    }

    /** What `system` names the lock that `holdAll` takes. */
    static QByteArray nameFor(const QString &system)
    {
        return system == u"redisson" ? "lock:redisson" : "lock:token";
    }

    static void bothSystems()
    {
        QTest::addColumn<QString>("system");
        for (const char *system : {"redis_string", "redisson"})
            QTest::newRow(system) << QString::fromLatin1(system);
    }

    std::unique_ptr<ReleaseTicket> ticketOf(LockOperator &desk, const QString &system)
    {
        const LockId id{std::make_shared<const SourceId>(
                            SourceId{desk.backend().name, system, QStringLiteral("db 0")}),
                        nameFor(system)};
        const auto seen = readLock(id, desk.context(), soon());
        if (!seen || !seen->lock)
            return nullptr;
        return desk.begin(*seen->lock, lockSystem(system)->actions(*seen->lock).front().id);
    }

private slots:
    void init()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_master = PrivateRedis::start({.lines = {promptly}});
        QVERIFY(m_master);
    }

    void aReplicaConfirms()
    {
        follow();
        holdAll();
        for (const auto &desk : desks()) {
            QVERIFY(desk->open());
            QVERIFY(desk->preview().server.followers > 0);
            QVERIFY(desk->command().endsWith(u"WAIT 1 500"));
            desk->commit();
            QVERIFY(desk->outcome());
            QCOMPARE(releaseResultName(desk->outcome()->result), QStringLiteral("released"));
            QCOMPARE(m_replica->run({"EXISTS", desk->name()}).integer, qint64(0));
        }
    }

    /** The old master does as it is told when it wakes, and everything of that is undone. */
    void anOldMasterIsNotBelieved()
    {
        follow();
        const Sentinel sentinel(m_master->port());
        QTRY_VERIFY_WITH_TIMEOUT(sentinel.isReady(), 20'000);
        holdAll();
        const auto all = desks();
        std::latch looked(std::ssize(all));
        std::latch frozen(1);
        std::vector<std::thread> threads;
        for (const auto &desk : all) {
            threads.emplace_back([&] {
                const bool opened = desk->open(); // on the thread that goes on with it
                looked.count_down();
                frozen.wait();
                if (opened)
                    desk->commit();
            });
        }
        looked.wait();
        m_master->stop();
        frozen.count_down();
        const bool over = QTest::qWaitFor([this] { return isMaster(*m_replica); }, 20'000);
        m_master->resume();
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(over);
        for (const auto &desk : all) {
            QCOMPARE(m_replica->run({"EXISTS", desk->name()}).integer, qint64(1));
            QVERIFY(desk->outcome());
            QCOMPARE(releaseResultName(desk->outcome()->result), QStringLiteral("unknown"));
        }
    }

    /** Looked at and opened after it woke, when its replicas have long left. */
    void anOldMasterThatWokeBeforeTheLookIsNotBelieved()
    {
        follow();
        holdAll();
        m_master->stop();
        m_replica->run({"REPLICAOF", "NO", "ONE"});
        m_master->resume();
        nobodyIsLeft();
        for (const auto &desk : desks()) {
            QVERIFY(desk->open());
            QVERIFY(desk->preview().server.followers > 0);
            QVERIFY(desk->command().endsWith(u"WAIT 1 500"));
            const QString warnings = desk->preview().warnings.join(u'\n');
            QVERIFY2(warnings.contains(u"replicated until a while ago"), qPrintable(warnings));
            desk->commit();
            QVERIFY(desk->outcome());
            QCOMPARE(releaseResultName(desk->outcome()->result), QStringLiteral("unknown"));
            QVERIFY(desk->outcome()->message.contains(u"old master"));
            QVERIFY(desk->outcome()->remedy.contains(u"repl-backlog-ttl"));
            QCOMPARE(m_replica->run({"EXISTS", desk->name()}).integer, qint64(1));
        }
    }

    /** One was promoted, and the other one is not told of it yet: it follows, and confirms. */
    void oneOfTwoReplicasIsNotEnough()
    {
        follow();
        const auto other = PrivateRedis::start(
            {.lines = {"replicaof 127.0.0.1 " + QByteArray::number(m_master->port())}});
        QVERIFY(other);
        QTRY_COMPARE_WITH_TIMEOUT(m_master->run({"ROLE"}).elements[2].elements.size(), size_t(2),
                                  20'000);
        const auto open = [this](std::vector<std::unique_ptr<Desk>> &all) {
            m_master->run({"FLUSHALL"});
            m_master->run(lockKey("lock:token", token, 600000ms));
            m_master->run(lockKey("lock:empty", "", 600000ms));
            m_master->run({"HSET", "lock:redisson", holder, "1"});
            m_master->run({"PEXPIRE", "lock:redisson", "600000"});
            QCOMPARE(m_master->run({"WAIT", "2", "20000"}).integer, qint64(2));
            all = desks();
            for (const auto &desk : all) {
                QVERIFY(desk->open());
                QCOMPARE(desk->preview().server.followers, qint64(2));
                QVERIFY(desk->command().endsWith(u"WAIT 2 500"));
            }
        };
        std::vector<std::unique_ptr<Desk>> all;
        open(all);
        for (const auto &desk : all) {
            desk->commit();
            QVERIFY(desk->outcome());
            QCOMPARE(releaseResultName(desk->outcome()->result), QStringLiteral("released"));
        }
        open(all);
        m_replica->run({"REPLICAOF", "NO", "ONE"});
        QTRY_COMPARE_WITH_TIMEOUT(m_master->run({"ROLE"}).elements[2].elements.size(), size_t(1),
                                  20'000);
        for (const auto &desk : all) {
            desk->commit();
            QVERIFY(desk->outcome());
            QCOMPARE(releaseResultName(desk->outcome()->result), QStringLiteral("unknown"));
            QCOMPARE(changeDetailName(desk->outcome()->detail), QStringLiteral("not-confirmed"));
            QVERIFY2(desk->outcome()->message.contains(u"only 1 of the 2 servers"),
                     qPrintable(desk->outcome()->message));
            QCOMPARE(m_replica->run({"EXISTS", desk->name()}).integer, qint64(1));
        }
    }

    /** Tried again, where the first try removed it: it stands on the new master. */
    void whatIsNotThereOnAnOldMasterIsNotGone_data() { bothSystems(); }
    void whatIsNotThereOnAnOldMasterIsNotGone()
    {
        QFETCH(QString, system);
        follow();
        holdAll();
        LockOperator desk(*lockSystem(system), m_master->spec());
        const LockId id{std::make_shared<const SourceId>(
                            SourceId{desk.backend().name, system, QStringLiteral("db 0")}),
                        nameFor(system)};
        const auto seen = readLock(id, desk.context(), soon());
        QVERIFY(seen && seen->lock);
        QCOMPARE(seen->followers, (Followers{1, 1}));
        const QString action = lockSystem(system)->actions(*seen->lock).front().id;
        m_replica->run({"REPLICAOF", "NO", "ONE"});
        nobodyIsLeft();
        m_master->run({"DEL", id.name});
        const ReleaseRequest request{
            witnessOf(*seen->lock, ServerMoment{{}, {}, 1}), id.name, action, {}};
        const auto ticket = lockSystem(system)->beginRelease(request, desk.context(), soon());
        QVERIFY(ticket);
        QVERIFY((*ticket)->preview().refusal);
        const auto doubt = (*ticket)->doubt();
        QVERIFY(doubt);
        QVERIFY2(doubt->message.contains(u"old master"), qPrintable(doubt->message));
        QCOMPARE(readLock(id, desk.context(), soon())->followers, (Followers{0, 1}));
    }

    /** Its replicas come and go between the look and the commit. */
    void anOldMasterWhoseReplicaWasNeverSeenIsNotBelieved()
    {
        m_master->run(lockKey("lock:token", token, 600000ms));
        m_master->run(lockKey("lock:empty", "", 600000ms));
        m_master->run({"HSET", "lock:redisson", holder, "1"});
        m_master->run({"PEXPIRE", "lock:redisson", "600000"});
        const auto all = desks();
        for (const auto &desk : all)
            QVERIFY(desk->open());
        follow();
        m_replica->run({"REPLICAOF", "NO", "ONE"});
        nobodyIsLeft();
        for (const auto &desk : all) {
            desk->commit();
            QVERIFY(desk->outcome());
            QCOMPARE(releaseResultName(desk->outcome()->result), QStringLiteral("unknown"));
        }
    }

    /** Nobody follows it any more when the release is opened; the look before says who did. */
    void whatTheLookSawCounts()
    {
        m_master->run(lockKey("lock:token", token, 600000ms));
        const LockId id{std::make_shared<const SourceId>(SourceId{m_master->spec().name,
                                                                  QStringLiteral("redis_string"),
                                                                  QStringLiteral("db 0")}),
                        "lock:token"};
        LockOperator desk(*lockSystem(id.source->system), m_master->spec());
        const auto seen = readLock(id, desk.context(), soon());
        QVERIFY(seen && seen->lock);
        const auto commit = [&](bool replicated) {
            const ReleaseRequest request{witnessOf(*seen->lock, ServerMoment{{}, {}, replicated}),
                                         id.name,
                                         QStringLiteral("delete"),
                                         {}};
            const auto ticket =
                lockSystem(id.source->system)->beginRelease(request, desk.context(), soon());
            return ticket ? desk.commit(**ticket) : std::nullopt;
        };
        const auto unconfirmed = commit(true);
        QVERIFY(unconfirmed);
        QCOMPARE(releaseResultName(unconfirmed->result), QStringLiteral("unknown"));
        QCOMPARE(changeDetailName(unconfirmed->detail), QStringLiteral("not-confirmed"));
        m_master->run(
            {"SET", "lock:token", token, "PXAT", QByteArray::number(seen->lock->lease.stored)});
        const auto alone = commit(false);
        QVERIFY(alone);
        QCOMPARE(releaseResultName(alone->result), QStringLiteral("released"));
    }

    void aMissingRightToWaitIsToldBefore_data() { bothSystems(); }
    void aMissingRightToWaitIsToldBefore()
    {
        QFETCH(QString, system);
        follow();
        holdAll();
        LockOperator desk(*lockSystem(system), specOf("-wait"), "secret");
        const auto ticket = ticketOf(desk, system);
        QVERIFY(ticket);
        QVERIFY2(ticket->preview().warnings.join(u'\n').contains(
                     QStringLiteral("ACL SETUSER operator +wait")),
                 qPrintable(ticket->preview().warnings.join(u'\n')));
        const auto outcome = desk.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("unknown"));
        QVERIFY(outcome->remedy.contains(QStringLiteral("+wait")));
    }

    /** The first replica comes while the dialog is open: WAIT was of no use before. */
    void aMissingRightToWaitIsToldAfterwardsToo_data()
    {
        QTest::addColumn<QString>("system");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("then");
        QTest::addColumn<QString>("result");
        for (const char *system : {"redis_string", "redisson"}) {
            const auto row = [&](const char *what, const char *before, const char *then,
                                 const char *result) {
                QTest::addRow("%s, %s", system, what)
                    << QString::fromLatin1(system) << QByteArray(before) << QByteArray(then)
                    << QString::fromLatin1(result);
            };
            row("never", "-wait", "-wait", "unknown");
            row("not any more", "+wait", "-wait", "unknown");
            row("by now", "-wait", "+wait", "released");
        }
    }

    void aMissingRightToWaitIsToldAfterwardsToo()
    {
        QFETCH(QString, system);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, then);
        QFETCH(QString, result);
        m_master->run(lockKey("lock:token", token, 600000ms));
        m_master->run({"HSET", "lock:redisson", holder, "1"});
        m_master->run({"PEXPIRE", "lock:redisson", "600000"});
        LockOperator desk(*lockSystem(system), specOf(before), "secret");
        const auto ticket = ticketOf(desk, system);
        QVERIFY(ticket);
        QCOMPARE(ticket->preview().warnings, QStringList());
        follow();
        m_master->run({"ACL", "SETUSER", "operator", then});
        const auto outcome = desk.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), result);
        QCOMPARE(outcome->remedy,
                 result == u"unknown" ? QStringLiteral("ACL SETUSER operator +wait") : QString());
    }

    /** Without a proof it is neither ours nor let go of. */
    void locksOfOurOwnNeedTheRightToWait_data() { bothSystems(); }
    void locksOfOurOwnNeedTheRightToWait()
    {
        QFETCH(QString, system);
        LockOperator desk(*lockSystem(system), specOf("-wait"), "secret");
        const auto alone = desk.client("lock:mine");
        QVERIFY(alone);
        const auto taken = alone->acquire(desk.permit(), soon(), {});
        QVERIFY(taken && taken->acquired);
        follow();
        const auto released = alone->release(soon());
        QVERIFY(!released);
        QCOMPARE(released.error().kind, ErrorKind::Denied);
        QCOMPARE(released.error().remedy, QStringLiteral("ACL SETUSER operator +wait"));

        const auto followed = desk.client("lock:other");
        const auto refused = followed->acquire(desk.permit(), soon(), {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Denied);
        QCOMPARE(refused.error().remedy, QStringLiteral("ACL SETUSER operator +wait"));
        QCOMPARE(m_master->run({"EXISTS", "lock:other"}).integer, qint64(0));
        m_master->run({"ACL", "SETUSER", "operator", "+wait"});
        const auto allowed = desk.client("lock:other");
        const auto ours = allowed->acquire(desk.permit(), soon(), {});
        QVERIFY(ours && ours->acquired);
        const auto gone = allowed->release(soon());
        QVERIFY(gone && *gone);
    }

    /** What is left after a failover may be the only server: deploys go on there. */
    void locksOfOurOwnAreTakenWhereNobodyIsLeft_data() { bothSystems(); }
    void locksOfOurOwnAreTakenWhereNobodyIsLeft()
    {
        QFETCH(QString, system);
        follow();
        m_replica->run({"REPLICAOF", "NO", "ONE"});
        nobodyIsLeft();
        LockOperator desk(*lockSystem(system), specOf("+@all"), "secret");
        const auto client = desk.client("lock:mine");
        const auto taken = client->acquire(desk.permit(), soon(), {});
        QVERIFY(taken && taken->acquired);
        QVERIFY2(client->own().doubt.contains(u"old master"), qPrintable(client->own().doubt));
        const auto released = client->release(soon());
        QVERIFY(released && *released);
        QCOMPARE(m_master->run({"EXISTS", "lock:mine"}).integer, qint64(0));
    }

    /** Renamed, as some providers do it: no right would help. */
    void aServerWithoutWaitIsToldBefore_data() { bothSystems(); }
    void aServerWithoutWaitIsToldBefore()
    {
        QFETCH(QString, system);
        m_master = PrivateRedis::start({.lines = {promptly, "rename-command WAIT \"\""}});
        QVERIFY(m_master);
        m_master->run(lockKey("lock:token", token, 600000ms));
        m_master->run({"HSET", "lock:redisson", holder, "1"});
        m_master->run({"PEXPIRE", "lock:redisson", "600000"});
        follow();
        LockOperator desk(*lockSystem(system), m_master->spec());
        const auto ticket = ticketOf(desk, system);
        QVERIFY(ticket);
        const QString warnings = ticket->preview().warnings.join(u'\n');
        QVERIFY2(warnings.contains(u"does not know WAIT"), qPrintable(warnings));
        QVERIFY2(!warnings.contains(u"ACL"), qPrintable(warnings));
        const auto outcome = desk.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("unknown"));
        QVERIFY2(outcome->message.contains(u"does not know WAIT"), qPrintable(outcome->message));
        const auto taken = desk.client("lock:mine")->acquire(desk.permit(), soon(), {});
        QVERIFY(!taken);
        QCOMPARE(taken.error().kind, ErrorKind::Unsupported);

        const auto reader =
            makeReader(m_master->spec(), [](SteadyTime) { return Result<Secret>(Secret()); });
        const Examination examination = reader->examine(soon());
        const auto confirm =
            std::find_if(examination.capabilities.begin(), examination.capabilities.end(),
                         [](const Capability &one) { return one.id == u"redis.confirm"; });
        QVERIFY(confirm != examination.capabilities.end());
        QVERIFY(!confirm->available);
        QVERIFY2(confirm->reason.contains(u"does not know WAIT"), qPrintable(confirm->reason));
        QCOMPARE(confirm->remedy, QString());
    }

    /** An account that may ask neither ROLE nor INFO cannot know whether others follow. */
    void whetherOthersFollowMayNotBeTold_data() { bothSystems(); }
    void whetherOthersFollowMayNotBeTold()
    {
        QFETCH(QString, system);
        m_master->run(lockKey("lock:token", token, 600000ms));
        m_master->run({"HSET", "lock:redisson", holder, "1"});
        m_master->run({"PEXPIRE", "lock:redisson", "600000"});
        LockOperator desk(*lockSystem(system), specOf("-role -info"), "secret");
        const auto mute = ticketOf(desk, system);
        QVERIFY(mute);
        QVERIFY2(mute->preview().warnings.join(u'\n').contains(
                     QStringLiteral("ACL SETUSER operator +role +info")),
                 qPrintable(mute->preview().warnings.join(u'\n')));
        const auto unheard = desk.commit(*mute);
        QVERIFY(unheard);
        QCOMPARE(changeDetailName(unheard->detail), QStringLiteral("followers-unknown"));
        m_master->run(lockKey("lock:token", token, 600000ms));
        m_master->run({"HSET", "lock:redisson", holder, "1"});
        m_master->run({"PEXPIRE", "lock:redisson", "600000"});
        m_master->run({"ACL", "SETUSER", "operator", "+role", "+info"});
        const auto told = ticketOf(desk, system);
        QVERIFY(told);
        QCOMPARE(told->preview().warnings, QStringList());

        // What can be counted without either is confirmed.
        m_master->run({"ACL", "SETUSER", "operator", "-role", "-info"});
        follow();
        const auto counted = ticketOf(desk, system);
        QVERIFY(counted);
        QCOMPARE(counted->preview().warnings, QStringList());
        QVERIFY(counted->command(Compare::InstanceAndLease).endsWith(u"WAIT 1 500"));
        const auto outcome = desk.commit(*counted);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("released"));
        QCOMPARE(outcome->detail, ChangeDetail::None);
    }
};

LOCKMASTER_TEST(TestRedisFailover, QCoreApplication)

} // namespace tst_redisfailover

#include "tst_redisfailover.moc"
