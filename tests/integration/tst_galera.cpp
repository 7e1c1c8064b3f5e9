// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/lockreader.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privategalera.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <array>
#include <barrier>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

constexpr int patienceMs = 30'000;

} // namespace

/** Locks in a Galera cluster: what of them is known, and when. */
class TestGalera : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateGalera> m_cluster;
    std::unique_ptr<SqlScratch> m_scratch;

    BackendSpec specOn(size_t number)
    {
        BackendSpec spec = m_scratch->backend();
        spec.host = QStringLiteral("127.0.0.1");
        spec.port = m_cluster->node(number).endpoint().port;
        spec.systems = {QStringLiteral("dist_lock"), QStringLiteral("user_lock")};
        spec.tables = {distLockTable()};
        spec.timeout = 4s;
        return spec;
    }
    BackendReading look(size_t number)
    {
        auto reader =
            makeReader(specOn(number), [](SteadyTime) { return Secret(SqlScratch::password()); });
        return reader->read(BackendReader::Depth::Full, soon());
    }
    GroupMember::State stateOf(size_t number)
    {
        const auto group = look(number).server.group;
        return group ? group->state : GroupMember::State::Partial;
    }
    LockOperator operatorOn(size_t number)
    {
        return {*lockSystem(QStringLiteral("dist_lock")), specOn(number), SqlScratch::password()};
    }

private slots:
    void initTestCase()
    {
        QString why;
        m_cluster = PrivateGalera::start(&why);
        if (!m_cluster && !qEnvironmentVariableIsSet("CI"))
            QSKIP(qPrintable(why));
        QVERIFY2(m_cluster, qPrintable(why));
        m_scratch = std::make_unique<SqlScratch>(m_cluster->node(0));
        m_scratch->run(QStringLiteral("CREATE TABLE dist_lock (name VARCHAR(50) PRIMARY KEY, "
                                      "owner VARCHAR(50), expiry DATETIME(6))"));
        m_scratch->run(QStringLiteral("INSERT INTO dist_lock VALUES ('job', 'web-1', "
                                      "UTC_TIMESTAMP(6) + INTERVAL 1 HOUR), ('idle', NULL, NULL)"));
        m_scratch->run(QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'")
                           .arg(m_scratch->schema(), m_scratch->user()));
        m_scratch->run(QStringLiteral("GRANT INSERT ON %1.* TO '%2'@'%'")
                           .arg(m_scratch->schema(), m_scratch->user()));
    }
    void cleanupTestCase()
    {
        if (m_cluster)
            m_cluster->heal();
        m_scratch.reset();
    }

    void eachMemberIsTold()
    {
        for (const size_t number : {0, 1, 2}) {
            const BackendReading reading = look(number);
            QVERIFY2(!reading.failure, qPrintable(reading.failure.value_or(Error()).message));
            QVERIFY(reading.server.group);
            QCOMPARE(reading.server.group->state, GroupMember::State::Settled);
            QCOMPARE(reading.server.group->size, 3);
            QCOMPARE(reading.server.group->nodes.size(), 3);
            QVERIFY(reading.observations.front().complete);
            QVERIFY(!reading.server.replica);
        }
    }

    /** Without asking for it about every second such read is of the past. */
    void whatAnotherMemberWroteIsSeen()
    {
        Endpoint there = m_scratch->admin();
        there.host = QStringLiteral("127.0.0.1");
        there.port = m_cluster->node(1).endpoint().port;
        there.socketPath.clear();
        SqlSession other(there);
        QVERIFY2(other.isOpen(), qPrintable(other.error()));
        LockOperator person = operatorOn(0);
        const auto seen = person.look("job");
        QVERIFY(seen);
        const auto ticket = person.begin(*seen, QStringLiteral("expire"));
        QVERIFY2(ticket, qPrintable(person.error().message));
        for (int i = 0; i < 100; ++i) {
            const QString owner = QStringLiteral("web-%1").arg(i + 2);
            QVERIFY(other.run(
                QStringLiteral("UPDATE dist_lock SET owner = '%1' WHERE name = 'job'").arg(owner)));
            const auto now = ticket->observe(soon());
            QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
            QVERIFY(*now);
            QCOMPARE((*now)->holders.front().label, owner);
        }
        // What was looked at is another's by now.
        const auto outcome = person.commit(*ticket);
        QVERIFY2(outcome, qPrintable(person.error().message));
        QCOMPARE(outcome->result, ReleaseResult::Changed);
    }

    void aReleaseIsSeenByAll()
    {
        LockOperator person = operatorOn(0);
        const auto seen = person.look("job");
        QVERIFY(seen);
        // The rows are those of the cluster: through another member it is the same lock.
        LockOperator another = operatorOn(2);
        const auto ticket = another.begin(*seen, QStringLiteral("expire"));
        QVERIFY2(ticket, qPrintable(another.error().message));
        QVERIFY(!ticket->preview().refusal);
        const auto outcome = another.commit(*ticket);
        QVERIFY2(outcome, qPrintable(another.error().message));
        QCOMPARE(outcome->result, ReleaseResult::Released);
        QVERIFY(!person.look("job"));
    }

    /** Both members let it begin, and the cluster decides: never two have it. */
    void oneOfTwoMembersTakesIt()
    {
        int taken = 0;
        for (int round = 0; round < 20; ++round) {
            std::array<bool, 2> has{};
            std::array<QString, 2> trouble;
            std::barrier together(2);
            const auto take = [&](size_t number) {
                LockOperator person = operatorOn(number);
                AcquireRequest request;
                request.name = "raced";
                request.owner = "web-" + QByteArray::number(qint64(number));
                request.ttl = 60s;
                auto client = lockSystem(QStringLiteral("dist_lock"))
                                  ->client(request, person.context())
                                  .value();
                // On each member once before, so that both are as fast.
                person.look("raced");
                together.arrive_and_wait();
                const auto result =
                    client->acquire(person.permit(), std::chrono::steady_clock::now(), {});
                has.at(number) = result && result->acquired;
                trouble.at(number) = result ? QString() : result.error().message;
                together.arrive_and_wait();
                if (has.at(number) && !client->release(soon()).value_or(false))
                    trouble.at(number) = QStringLiteral("it was not there any more");
            };
            std::thread other(take, 1);
            take(0);
            other.join();
            for (const QString &each : trouble)
                QVERIFY2(each.isEmpty(), qPrintable(each));
            QVERIFY(!(has[0] && has[1]));
            taken += has[0] || has[1] ? 1 : 0;
        }
        QVERIFY(taken > 0);
    }

    /** Each member has its own, and lets several have the same name at once. */
    void aUserLevelLockIsOneMembersAlone()
    {
        SqlSession first(m_cluster->node(0).endpoint());
        SqlSession second(m_cluster->node(1).endpoint());
        const QString take = QStringLiteral("SELECT GET_LOCK('billing', 0)");
        QCOMPARE(first.value(take).toInt(), 1);
        QCOMPARE(second.value(take).toInt(), 1);
        const auto instanceOn = [this](size_t number) {
            for (const Observation &seen : look(number).observations) {
                for (const LockRecord &record : seen.records) {
                    if (record.id.name == "billing")
                        return witnessOf(record).instance;
                }
            }
            return QByteArray();
        };
        QVERIFY(!instanceOn(0).isEmpty());
        QVERIFY(instanceOn(0) != instanceOn(1));
        QVERIFY(instanceOn(2).isEmpty());
    }

    /** Nothing is claimed by one that is cut off; and what it was asked may be done later. */
    void whoIsCutOffClaimsNothing()
    {
        m_scratch->run(QStringLiteral("UPDATE dist_lock SET owner = 'web-1', expiry = "
                                      "UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE name = 'job'"));
        LockOperator person = operatorOn(0);
        const auto seen = person.look("job");
        QVERIFY(seen);
        const auto ticket = person.begin(*seen, QStringLiteral("expire"));
        QVERIFY2(ticket, qPrintable(person.error().message));

        m_cluster->cutOffFirst();
        const auto outcome = person.commit(*ticket);
        // On a slow machine it may be known to be cut off before anything was sent.
        QVERIFY2(outcome || person.error().message.contains(u"cut off"),
                 qPrintable(person.error().message));
        if (outcome)
            QCOMPARE(outcome->result, ReleaseResult::Unknown);
        QVERIFY(!ticket->observe(soon(4s)));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(0), GroupMember::State::Partial, patienceMs);
        const BackendReading reading = look(0);
        QVERIFY2(!reading.failure, qPrintable(reading.failure.value_or(Error()).message));
        for (const Observation &each : reading.observations) {
            QVERIFY(!each.complete);
            for (const LockRecord &record : each.records)
                QVERIFY(record.state != LockState::Free);
        }
        // That one lock is not among what it shows does not say that it is gone.
        for (const Observation &each : reading.observations) {
            const auto source = std::make_shared<const SourceId>(
                SourceId{specOn(0).name, each.systems.front(), each.source, {}});
            ActionContext context = person.context();
            context.backend = specOn(0);
            const auto found = readLock({source, "nobody's"}, context, soon());
            QVERIFY2(!found, qPrintable(each.source));
        }
        // Nobody is asked to decide on what cannot be done.
        QVERIFY(!person.begin(*seen, QStringLiteral("expire")));
        QVERIFY2(person.error().message.contains(u"cut off from most of its cluster"),
                 qPrintable(person.error().message));

        m_cluster->heal();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(0), GroupMember::State::Settled, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(1), GroupMember::State::Settled, patienceMs);
        const auto now = ticket->observe(soon());
        QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
        // Either became of it, and the same on each.
        const auto elsewhere = operatorOn(1).look("job");
        QCOMPARE(elsewhere.has_value(), (*now) && (*now)->state == LockState::Held);
    }
};

LOCKMASTER_TEST(TestGalera, QCoreApplication)
#include "tst_galera.moc"
