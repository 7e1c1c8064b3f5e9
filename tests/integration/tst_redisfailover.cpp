// SPDX-License-Identifier: Apache-2.0
#include "core/actions/writegate.h"
#include "core/systems/lockreader.h"
#include "core/systems/registry.h"
#include "core/transport/redisconnection.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"

#include <QFile>
#include <QTcpServer>
#include <QTest>

#include <csignal>
#include <latch>
#include <thread>

#include <sys/prctl.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

const QByteArray token = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
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
        m_master->run({"SET", "lock:token", token, "PX", "600000"});
        m_master->run({"SET", "lock:empty", "", "PX", "600000"});
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

private slots:
    void init()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_master = PrivateRedis::start();
        QVERIFY(m_master);
    }

    void aReplicaConfirms()
    {
        follow();
        holdAll();
        for (const auto &desk : desks()) {
            QVERIFY(desk->open());
            QVERIFY(desk->preview().server.replicated);
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
        const bool over = QTest::qWaitFor(
            [this] { return m_replica->run({"ROLE"}).elements.front().text == "master"; }, 20'000);
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

    /** Nobody follows it any more when the release is opened; the look before says who did. */
    void whatTheLookSawCounts()
    {
        m_master->run({"SET", "lock:token", token, "PX", "600000"});
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

    void aMissingRightToWaitIsToldBefore()
    {
        follow();
        holdAll();
        BackendSpec spec = specOf("-wait");
        spec.urlPassword = Secret("secret");
        for (const char *system : {"redis_string", "redisson"}) {
            const QByteArray name =
                QByteArrayView(system) == "redisson" ? "lock:redisson" : "lock:token";
            LockOperator desk(*lockSystem(QLatin1StringView(system)), spec, "secret");
            const LockId id{std::make_shared<const SourceId>(SourceId{
                                spec.name, QLatin1StringView(system), QStringLiteral("db 0")}),
                            name};
            const auto seen = readLock(id, desk.context(), soon());
            QVERIFY(seen && seen->lock);
            const auto actions = lockSystem(id.source->system)->actions(*seen->lock);
            const auto ticket = desk.begin(*seen->lock, actions.front().id);
            QVERIFY(ticket);
            QVERIFY2(ticket->preview().warnings.join(u'\n').contains(
                         QStringLiteral("ACL SETUSER operator +wait")),
                     qPrintable(ticket->preview().warnings.join(u'\n')));
            const auto outcome = desk.commit(*ticket);
            QVERIFY(outcome);
            QCOMPARE(releaseResultName(outcome->result), QStringLiteral("unknown"));
            QVERIFY(outcome->remedy.contains(QStringLiteral("+wait")));
        }
    }
};

QTEST_GUILESS_MAIN(TestRedisFailover)
#include "tst_redisfailover.moc"
