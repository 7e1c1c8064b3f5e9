// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/systems/registry/lockreader.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privatesentinels.h"
#include "tests/support/rogueserver.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sentinels {

namespace {

const QByteArray token = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
constexpr int patienceMs = 60'000;

SteadyTime soon()
{
    return systemClock().now() + 10s;
}

bool isComplete(const BackendReading &reading)
{
    return !reading.failure && reading.observations.size() == 1
           && reading.observations.front().complete;
}

QByteArray bulk(const QByteArray &text)
{
    return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n";
}

QByteArray list(const QByteArrayList &replies)
{
    return '*' + QByteArray::number(replies.size()) + "\r\n" + replies.join();
}

QByteArray fields(const QByteArrayList &texts)
{
    QByteArrayList bulks;
    for (const QByteArray &text : texts)
        bulks << bulk(text);
    return list(bulks);
}

/** A sentinel that names another master, and has others that do so too, of which nobody knows. */
RogueServer::Script lyingSentinel(const QByteArray &id, quint16 master,
                                  const std::vector<quint16> &puppets)
{
    return [=](RogueServer::Client &client) {
        const QByteArray login =
            "+OK\r\n+PONG\r\n+PONG\r\n+OK\r\n+OK\r\n:1\r\n"
            + bulk("redis_version:7.0.15\r\nredis_mode:sentinel\r\nrun_id:" + id + "\r\n")
            + bulk({}) + bulk({}) + fields({"sentinel"});
        QByteArrayList others;
        for (const quint16 port : puppets)
            others << fields({"ip", "127.0.0.1", "port", QByteArray::number(port)});
        const QByteArray answer =
            fields({"name", "m", "ip", "127.0.0.1", "port", QByteArray::number(master), "runid", "",
                    "flags", "master", "num-other-sentinels", QByteArray::number(puppets.size()),
                    "quorum", "1"})
            + list({}) + list(others) + bulk("sentinel_tilt:0\r\n");
        QByteArray asked;
        while (!client.isOver()) {
            asked += client.receive();
            const bool isLogin = asked.contains("ROLE");
            if (!isLogin && !asked.contains("$8\r\nsentinel\r\n"))
                continue;
            client.send(isLogin ? login : answer);
            asked.clear();
        }
    };
}

/** Whether the lock is among what was read. */
bool shows(const BackendReading &reading, const QByteArray &name)
{
    const auto &records = reading.observations.front().records;
    return std::any_of(records.begin(), records.end(),
                       [&](const LockRecord &lock) { return lock.id.name == name; });
}

} // namespace

/** Locks of a Redis that sentinels watch: on which server they are looked for, and when. */
class TestSentinels : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateSentinels> m_group;

    static QString action() { return QStringLiteral("delete"); }
    std::unique_ptr<BackendReader> readerOf(const BackendSpec &spec)
    {
        return makeReader(spec, passwordsOf(spec));
    }
    BackendReading look(const BackendSpec &spec)
    {
        return readerOf(spec)->read(BackendReader::Depth::Full, soon());
    }
    void hold(const QByteArray &name)
    {
        PrivateRedis &master = m_group->master();
        master.run(lockKey(name, token, 600000ms));
        QCOMPARE(master.run({"WAIT", "2", "20000"}).integer, qint64(2));
    }
    /** As soon as it is done: not right behind another one, nor before all replicas are seen. */
    bool failOver()
    {
        return QTest::qWaitFor(
            [this] {
                const RedisReply reply = m_group->askSentinel(0, {"SENTINEL", "FAILOVER", "m"});
                return reply.type == RedisReply::Type::Status;
            },
            patienceMs);
    }
    /** The next test finds all of them as the first one did. */
    void restore()
    {
        for (size_t number = 0; number < PrivateSentinels::size; ++number) {
            m_group->reviveSentinel(number);
            m_group->server(number).resume();
        }
        const auto isWhole = [this] {
            return isComplete(look(m_group->spec()))
                   && m_group->master().run({"WAIT", "2", "10"}).integer == 2;
        };
        QVERIFY(QTest::qWaitFor(isWhole, patienceMs));
        m_group->master().run({"FLUSHALL"});
    }

    void loseTheTail()
    {
        hold("lock:kept");
        PrivateRedis &old = m_group->master();
        const auto reader = readerOf(m_group->spec());
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        for (size_t number = 0; number < PrivateSentinels::size; ++number) {
            if (&m_group->server(number) != &old)
                m_group->server(number).stop();
        }
        old.run({"CLIENT", "KILL", "TYPE", "replica"}); // else the kernel would deliver
        old.run(lockKey("lock:gone", token, 600000ms));
        const BackendReading before = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(shows(before, "lock:gone"));
        old.kill();
        // One only: a second failover, of a busy machine, would hide what the first one lost.
        PrivateRedis &next = m_group->server(&m_group->server(0) == &old ? 1 : 0);
        next.resume();
        std::optional<MasterChange> change;
        const auto isOver = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            if (!reading.masterChanges.empty())
                change = reading.masterChanges.back();
            if (isComplete(reading) && !shows(reading, "lock:kept"))
                qFatal("A lock that stands was read as not there.");
            return isComplete(reading) && change;
        };
        QVERIFY(QTest::qWaitFor(isOver, patienceMs));
        QVERIFY(!change->isRestart());
        QVERIFY2(change->lostBytes && *change->lostBytes > 0,
                 qPrintable(masterChangeText(*change)));
        for (size_t number = 0; number < PrivateSentinels::size; ++number)
            m_group->server(number).resume();

        // It comes back empty, and takes itself for the master until it is told.
        QVERIFY(old.restart());
        for (int i = 0; i < 20; ++i) {
            const BackendReading reading = look(m_group->spec());
            QVERIFY(!isComplete(reading) || shows(reading, "lock:kept"));
            QTest::qWait(50);
        }
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_group = PrivateSentinels::start();
        QVERIFY(m_group);
    }

    void theMasterIsFound()
    {
        hold("lock:a");
        for (const size_t named : {PrivateSentinels::size, size_t(1)}) {
            const BackendReading reading = look(m_group->spec(named));
            QVERIFY(isComplete(reading));
            QVERIFY(shows(reading, "lock:a"));
            QVERIFY(reading.server.group);
            const GroupMember &group = *reading.server.group;
            QCOMPARE(group.state, GroupMember::State::Settled);
            QCOMPARE(group.size, qint64(3));
            const auto count = [&group](NodeRole role) {
                return std::count_if(group.nodes.begin(), group.nodes.end(), [&](const auto &node) {
                    return node.role == role && node.trouble.isEmpty();
                });
            };
            QCOMPARE(count(NodeRole::Master), 1);
            QCOMPARE(count(NodeRole::Replica), 2);
            QCOMPARE(count(NodeRole::Sentinel), 3);
        }
        restore();
    }

    /** As the guide has it. */
    void anAccountWithTheLeastRightsWillDo()
    {
        hold("lock:a");
        QFile guide(QStringLiteral(PRIVILEGES_PAGE));
        QVERIFY(guide.open(QIODevice::ReadOnly));
        QByteArray page = guide.readAll();
        page = page.mid(page.indexOf("\n## Sentinels\n"));
        page.truncate(page.indexOf("\n## ", 1));
        int made = 0;
        for (QByteArray line : page.split('\n')) {
            if (!line.startsWith("ACL SETUSER"))
                continue;
            line.replace("<user name>", "watch").replace("<password>", ">of-watch");
            const QByteArrayList words = line.split(' ');
            for (size_t number = 0; number < PrivateSentinels::size; ++number) {
                const RedisReply reply = m_group->askSentinel(number, {words.begin(), words.end()});
                QVERIFY2(!reply.isError(), reply.text.constData());
            }
            ++made;
        }
        QCOMPARE(made, 2);
        BackendSpec spec = m_group->spec();
        spec.sentinel.user = QStringLiteral("watch");
        spec.sentinel.passwordFile.clear();
        spec.sentinel.passwordCommand =
            QStringList({QStringLiteral("echo"), QStringLiteral("of-watch")});
        const BackendReading reading = look(spec);
        QVERIFY2(isComplete(reading), reading.failure ? qPrintable(reading.failure->message) : "");
        QCOMPARE(reading.server.group->state, GroupMember::State::Settled);
        spec.sentinel.master = QStringLiteral("other");
        QVERIFY(look(spec).failure->remedy.contains(u"It knows: m."));
        restore();
    }

    void whatIsWrongIsTold()
    {
        BackendSpec spec = m_group->spec();
        spec.sentinel.master = QStringLiteral("other");
        const BackendReading unknown = look(spec);
        QVERIFY(unknown.failure);
        QCOMPARE(unknown.failure->kind, ErrorKind::NotFound);
        QVERIFY2(unknown.failure->remedy.contains(u"It knows: m."),
                 qPrintable(unknown.failure->remedy));

        // Its own password is none of the sentinels'.
        spec = m_group->spec();
        spec.sentinel.passwordFile.clear();
        const BackendReading refused = look(spec);
        QVERIFY(refused.failure);
        QCOMPARE(refused.failure->kind, ErrorKind::Config);
        QVERIFY(refused.failure->remedy.contains(u"LOCKMASTER_SENTINEL_PASSWORD"));

        // A server is no sentinel, and a sentinel no server.
        spec = m_group->spec();
        spec.sentinel.hosts = {{QStringLiteral("127.0.0.1"), m_group->server(0).port()}};
        spec.sentinel.passwordFile.clear();
        const BackendReading server = readerOf(spec)->read(BackendReader::Depth::Full, soon());
        QVERIFY(server.failure);
        spec = m_group->spec();
        spec.host = QStringLiteral("127.0.0.1");
        spec.port = spec.sentinel.hosts.front().port;
        const PasswordSource passwords = m_group->passwords();
        spec.sentinel = {};
        auto reader = makeReader(
            spec, [passwords](SteadyTime deadline) { return passwords.ofSentinels(deadline); });
        const BackendReading sentinel = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(sentinel.failure);
        QVERIFY2(sentinel.failure->remedy.contains(u"It knows: m."),
                 qPrintable(sentinel.failure->remedy));
    }

    /** Another server behind the master's address gets no further than its login. */
    void anotherServerIsNotTaken()
    {
        const auto stranger = PrivateRedis::start({.password = "of-the-servers"});
        QVERIFY(stranger);
        stranger->run(lockKey("lock:strange", token, 600000ms));
        BackendSpec spec = m_group->spec();
        const QString local = QStringLiteral("127.0.0.1");
        spec.nodes = {{{local, m_group->master().port()}, {local, stranger->port()}}};
        const BackendReading reading = look(spec);
        QVERIFY(reading.failure);
        QVERIFY2(reading.failure->message.contains(u"not the server that the sentinels mean"),
                 qPrintable(reading.failure->message));
        QVERIFY(reading.observations.front().records.empty());
    }

    /** Of three that are named; it makes up as many more as would outvote the two. */
    void whatOneSentinelMakesUpIsNotBelieved()
    {
        hold("lock:a");
        const auto stranger = PrivateRedis::start({.password = "of-the-servers"});
        QVERIFY(stranger);
        stranger->run(lockKey("lock:strange", token, 600000ms));
        RogueServer first(lyingSentinel("first", stranger->port(), {}));
        RogueServer second(lyingSentinel("second", stranger->port(), {}));
        RogueServer liar(lyingSentinel("liar", stranger->port(), {first.port(), second.port()}));
        BackendSpec spec = m_group->spec(2);
        spec.sentinel.hosts.push_back({QStringLiteral("127.0.0.1"), liar.port()});
        const BackendReading reading = look(spec);
        QVERIFY2(isComplete(reading), reading.failure ? qPrintable(reading.failure->message) : "");
        QVERIFY(shows(reading, "lock:a"));
        QVERIFY(!shows(reading, "lock:strange"));
        // Nobody is told a password by its word alone.
        QVERIFY(first.recorder().inTheClear().isEmpty());
        QVERIFY(second.recorder().inTheClear().isEmpty());
        restore();
    }

    void aReleaseIsConfirmed()
    {
        hold("lock:a");
        LockOperator desk(*lockSystem(QStringLiteral("redis_string")), m_group->spec(),
                          m_group->spec().urlPassword.reveal());
        const auto seen = desk.look("lock:a");
        QVERIFY(seen);
        const auto ticket = desk.begin(*seen, action());
        QVERIFY2(ticket, qPrintable(desk.error().message));
        QVERIFY(!ticket->preview().refusal);
        const auto outcome = desk.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("released"));
        QCOMPARE(m_group->master().run({"EXISTS", "lock:a"}).integer, qint64(0));
        restore();
    }

    /** Fewer than most of the sentinels: what is known stays a hint, and nothing is written. */
    void withoutAMajorityNothingIsFree()
    {
        hold("lock:a");
        const auto reader = readerOf(m_group->spec());
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        m_group->killSentinel(1);
        m_group->killSentinel(2);
        const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(!reading.failure);
        QVERIFY(!isComplete(reading));
        QVERIFY(shows(reading, "lock:a"));
        QCOMPARE(reading.server.group->state, GroupMember::State::Partial);
        QVERIFY2(reading.observations.front().problems.front().message.startsWith(u"Only 1 of 3"),
                 qPrintable(reading.observations.front().problems.front().message));

        // Whoever comes now does not learn a password by one sentinel's word.
        const BackendReading fresh = look(m_group->spec());
        QVERIFY(fresh.failure);
        QVERIFY(fresh.failure->message.contains(u"not sent there in plain text"));

        LockOperator desk(*lockSystem(QStringLiteral("redis_string")), m_group->spec(),
                          m_group->spec().urlPassword.reveal());
        QVERIFY(!desk.begin(reading.observations.front().records.front(), action()));
        QCOMPARE(m_group->master().run({"EXISTS", "lock:a"}).integer, qint64(1));
        restore();
    }

    /** From before to after it: whoever is told to be complete has it all, and nothing is let go.
     */
    void aPlannedFailoverIsFollowed()
    {
        const auto feed = makeFeed(m_group->spec(), m_group->passwords());
        const auto opened = feed->open(soon());
        QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message));
        QCOMPARE(*opened, UpdateKind::Tracking);
        hold("lock:a");
        const auto news = feed->next(soon(), soon());
        QVERIFY(news);
        QVERIFY(!news->observations.empty());
        QVERIFY(feed->check(soon()));
        // A lock of our own goes on there.
        LockOperator desk(*lockSystem(QStringLiteral("redis_string")), m_group->spec(),
                          m_group->spec().urlPassword.reveal());
        const auto own = desk.client("lock:own");
        const auto taken = own->acquire(desk.permit(), soon(), {});
        QVERIFY2(taken && taken->acquired, taken ? "" : qPrintable(taken.error().message));
        const quint16 before = m_group->master().port();
        const auto reader = readerOf(m_group->spec());
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        QVERIFY(failOver());
        // On a busy machine no look may fall into the second in which it is in doubt.
        const auto isOver = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
            if (!isComplete(reading))
                return false;
            if (!shows(reading, "lock:a"))
                qFatal("A lock that stands was read as not there.");
            return !reading.masterChanges.empty() && m_group->master().port() != before;
        };
        QVERIFY(QTest::qWaitFor(isOver, patienceMs));
        QVERIFY(!feed->check(soon())); // it ends with its master
        const auto renewed = own->renew(soon());
        QVERIFY2(renewed && *renewed, renewed ? "" : qPrintable(renewed.error().message));
        QVERIFY(m_group->master().run({"PTTL", "lock:own"}).integer > 0);
        const auto released = own->release(soon());
        QVERIFY2(released && *released, released ? "" : qPrintable(released.error().message));
        QCOMPARE(m_group->master().run({"EXISTS", "lock:own"}).integer, qint64(0));
        restore();
    }

    /**
     * Until it is told to follow, an old master gives locks to whoever has not heard of the
     * failover: they are named, and so is who has a lock on either. Of what had come to the new
     * one, and was let go of or handed on there, nothing of the kind is said.
     */
    void whatAnOldMasterGoesOnGivingIsNamed()
    {
        const QByteArray other = QByteArray(token).replace(0, 4, "ffff");
        std::optional<BackendReading> reading;
        for (int attempt = 0; attempt < 3 && !reading; ++attempt) {
            for (const char *name : {"lock:kept", "lock:released", "lock:handed"})
                hold(name);
            const QByteArray reader1 = "9f1c1c4e-0000-4000-8000-000000000001:1";
            const QByteArray reader2 = "9f1c1c4e-0000-4000-8000-000000000002:1";
            m_group->master().run({"HSET", "shared", "mode", "read", reader1, "1", reader2, "1"});
            m_group->master().run({"PEXPIRE", "shared", "600000"});
            QCOMPARE(m_group->master().run({"WAIT", "2", "20000"}).integer, qint64(2));
            PrivateRedis &old = m_group->master();
            const auto reader = readerOf(m_group->spec());
            QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
            QVERIFY(failOver());
            const auto isFollowed = [&] {
                return !reader->read(BackendReader::Depth::Full, soon()).masterChanges.empty();
            };
            QVERIFY(QTest::qWaitFor(isFollowed, patienceMs));
            PrivateRedis &master = m_group->master();
            QVERIFY(old.port() != master.port());
            reader->read(BackendReader::Depth::Full, soon());
            master.run({"DEL", "lock:released"});
            master.run({"SET", "lock:handed", other, "PX", "600000"});
            // Let go of on either, by whom it knows only.
            master.run({"DEL", "shared"});
            old.run({"HDEL", "shared", reader1});
            // Its holder let go of it there, which its master does not hear.
            old.run({"SET", "lock:kept", other, "PX", "600000"});
            old.run(lockKey("lock:stranded", token, 600000ms));
            old.run(lockKey("lock:both", token, 600000ms));
            master.run(lockKey("lock:both", other, 600000ms));
            BackendReading now = reader->read(BackendReader::Depth::Full, soon());
            // Told within seconds: a machine may be so busy that they are over by now.
            const bool isStill = old.run({"ROLE"}).elements.at(0).text == "master";
            if (isStill)
                reading = std::move(now);
            // Once it follows, it has what its master has.
            const auto isOver = [&] {
                const BackendReading later = reader->read(BackendReader::Depth::Full, soon());
                return isComplete(later) && later.stranded.empty()
                       && old.run({"ROLE"}).elements.at(0).text == "slave";
            };
            QVERIFY(QTest::qWaitFor(isOver, patienceMs));
            QVERIFY(shows(reader->read(BackendReader::Depth::Full, soon()), "lock:kept"));
            // What another thread waits for there can still be ended.
            std::thread([&reader] { reader->interrupt(); }).join();
            QVERIFY(reader->read(BackendReader::Depth::Full, soon()).failure);
            restore();
        }
        QVERIFY(reading);
        QCOMPARE(reading->stranded.size(), size_t(1));
        QCOMPARE(reading->stranded.front().id.name, QByteArray("lock:stranded"));
        QCOMPARE(reading->stranded.front().holders.front().raw, QByteArray(token));
        QStringList twice;
        for (const LockRecord &lock : reading->observations.front().records) {
            if (lock.hasFinding(FindingId::TwoHolders))
                twice << QString::fromUtf8(lock.id.name);
        }
        QCOMPARE(twice, QStringList(QStringLiteral("lock:both")));
    }

    /** What was prepared there before is not sent any more once it has woken. */
    void anOldMasterThatWakesIsNotBelieved()
    {
        hold("lock:a");
        PrivateRedis &old = m_group->master();
        const auto reader = readerOf(m_group->spec());
        QVERIFY(isComplete(reader->read(BackendReader::Depth::Full, soon())));
        LockOperator desk(*lockSystem(QStringLiteral("redis_string")), m_group->spec(),
                          m_group->spec().urlPassword.reveal());
        const auto seen = desk.look("lock:a");
        QVERIFY(seen);
        const auto ticket = desk.begin(*seen, action());
        QVERIFY(ticket);
        old.stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_group->master().port() != old.port(), patienceMs);
        old.resume();
        old.run({"DEL", "lock:a"}); // as its holder might
        const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
        QVERIFY(!isComplete(reading));
        const auto outcome = desk.commit(*ticket);
        QVERIFY(!outcome || outcome->result != ReleaseResult::Released);
        QCOMPARE(m_group->master().run({"EXISTS", "lock:a"}).integer, qint64(1));
        const auto settled = [&] {
            const BackendReading later = reader->read(BackendReader::Depth::Full, soon());
            if (isComplete(later) && !shows(later, "lock:a"))
                qFatal("A lock that stands was read as not there.");
            return isComplete(later);
        };
        QVERIFY(QTest::qWaitFor(settled, patienceMs));
        restore();
    }

    /**
     * What never reached those that follow is gone with the master, and told to be. The last one:
     * it takes half a minute until an old master follows the new one. So often by
     * `LOCKMASTER_LOSSES`.
     */
    void aDeadMasterIsFollowedAndALossIsProven()
    {
        bool isGiven = false;
        const int given = qEnvironmentVariableIntValue("LOCKMASTER_LOSSES", &isGiven);
        const int rounds = isGiven ? given : 1;
        for (int round = 1; round <= rounds; ++round) {
            loseTheTail();
            if (QTest::currentTestFailed())
                return;
            if (round < rounds)
                restore();
        }
        qInfo("%d failovers, each of them with a loss that was told", rounds);
    }
};

LOCKMASTER_TEST(TestSentinels, QCoreApplication)

} // namespace tst_sentinels

#include "tst_sentinels.moc"
