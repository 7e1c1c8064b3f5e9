// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/lockreader.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privatesqlgroup.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QDeadlineTimer>
#include <QRandomGenerator>
#include <QTest>

#include <array>
#include <atomic>
#include <barrier>
#include <map>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sqlgroups {

namespace {

constexpr int patienceMs = 30'000;

} // namespace

/**
 * Locks in a Galera cluster, and in a Group Replication where there is a MySQL: what of them is
 * known, and when.
 */
class TestSqlGroups : public QObject
{
    Q_OBJECT

    struct Stage {
        std::unique_ptr<PrivateSqlGroup> group;
        std::unique_ptr<SqlScratch> scratch;
    };
    std::vector<Stage> m_stages;
    PrivateSqlGroup *m_cluster = nullptr; ///< of the test that runs
    SqlScratch *m_scratch = nullptr;

    void add(std::unique_ptr<PrivateSqlGroup> group)
    {
        auto scratch = std::make_unique<SqlScratch>(group->node(0));
        scratch->run(QStringLiteral("CREATE TABLE dist_lock (name VARCHAR(50) PRIMARY KEY, "
                                    "owner VARCHAR(50), expiry DATETIME(6))"));
        scratch->run(QStringLiteral("INSERT INTO dist_lock VALUES ('job', 'web-1', "
                                    "UTC_TIMESTAMP(6) + INTERVAL 1 HOUR), ('idle', NULL, NULL)"));
        for (const char *right : {"UPDATE", "INSERT"}) {
            scratch->run(QStringLiteral("GRANT %1 ON %2.* TO '%3'@'%'")
                             .arg(QLatin1StringView(right), scratch->schema(), scratch->user()));
        }
        if (group->name() == u"mysql")
            scratch->run(QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'")
                             .arg(scratch->user()));
        m_stages.push_back({std::move(group), std::move(scratch)});
    }
    bool isMySql() const { return m_cluster->name() == u"mysql"; }
    /** A session with a member as the administrator. */
    SqlSession sessionOn(size_t number)
    {
        Endpoint there = m_scratch->admin();
        there.host = QStringLiteral("127.0.0.1");
        there.port = m_cluster->node(number).endpoint().port;
        there.socketPath.clear();
        there.publicKeyFile = m_cluster->node(number).endpoint().publicKeyFile;
        return SqlSession(there);
    }

    BackendSpec specOn(size_t number)
    {
        BackendSpec spec = m_scratch->backend();
        spec.host = QStringLiteral("127.0.0.1");
        spec.port = m_cluster->node(number).endpoint().port;
        spec.publicKeyFile = m_cluster->node(number).endpoint().publicKeyFile;
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
    void initTestCase_data()
    {
        QString why;
        auto galera = PrivateSqlGroup::startGalera(&why);
        if (!galera && !qEnvironmentVariableIsSet("CI"))
            QSKIP(qPrintable(why));
        QVERIFY2(galera, qPrintable(why));
        add(std::move(galera));
        // As in `SqlServers`: Debian has no MySQL.
        if (const QString root = qEnvironmentVariable("LOCKMASTER_TEST_MYSQL_ROOT");
            !root.isEmpty()) {
            auto mySql = PrivateSqlGroup::startMySql(root, &why);
            QVERIFY2(mySql, qPrintable(why));
            add(std::move(mySql));
        }
        QTest::addColumn<int>("stage");
        for (size_t i = 0; i < m_stages.size(); ++i)
            QTest::newRow(qPrintable(m_stages.at(i).group->name())) << int(i);
    }
    void init()
    {
        QFETCH_GLOBAL(int, stage);
        m_cluster = m_stages.at(size_t(stage)).group.get();
        m_scratch = m_stages.at(size_t(stage)).scratch.get();
    }
    void cleanup() { m_cluster->heal(); }
    void cleanupTestCase()
    {
        for (Stage &stage : m_stages)
            stage.scratch.reset();
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
        SqlSession other = sessionOn(1);
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
            // A MySQL is asked for a user-level lock by its name, and that may be answered.
            const bool claims = found && (!found->lock || found->lock->state != LockState::Unknown);
            QVERIFY2(!claims, qPrintable(each.source));
        }
        // Nobody is asked to decide on what cannot be done.
        QVERIFY(!person.begin(*seen, QStringLiteral("expire")));
        QVERIFY2(person.error().message.contains(u"Nothing is let go of or taken on"),
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

    /**
     * Releases on a member that is cut off from most, or sleeps while the others go on without it,
     * and what its list says meanwhile: held against what all agree on afterwards. So many rounds
     * by `LOCKMASTER_GROUP_ROUNDS`.
     */
    void noVerdictTurnsOutWrong()
    {
        bool isGiven = false;
        const int given = qEnvironmentVariableIntValue("LOCKMASTER_GROUP_ROUNDS", &isGiven);
        const int rounds = isGiven ? given : 2;
        std::map<QString, int> told;
        QStringList wrong;
        int whole = 0;
        int partial = 0;
        int replaced = 0;
        for (int round = 0; round < rounds; ++round) {
            const QString mine = QStringLiteral("web-%1").arg(1000 + round);
            const QString next = QStringLiteral("next-%1").arg(round);
            QTRY_VERIFY_WITH_TIMEOUT(
                sessionOn(1).run(QStringLiteral("UPDATE dist_lock SET owner = ?, expiry = "
                                                "UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE "
                                                "name = 'job'"),
                                 {mine}),
                patienceMs);
            LockOperator person = operatorOn(0);
            std::optional<LockRecord> seen;
            const auto isMine = [&] {
                seen = person.look("job");
                return seen && seen->holders.front().label == mine;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isMine(), patienceMs);
            const auto ticket = person.begin(*seen, QStringLiteral("expire"));
            QVERIFY2(ticket, qPrintable(person.error().message));

            // Before, in the middle of it, or behind it.
            const bool sleeps = round % 2 != 0;
            const std::chrono::milliseconds upsetAfter(QRandomGenerator::global()->bounded(12));
            const std::chrono::milliseconds askedAfter(QRandomGenerator::global()->bounded(12));
            std::atomic<bool> isReplaced = false;
            std::atomic<bool> hasWritten = false;
            std::thread nature([&] {
                std::this_thread::sleep_for(upsetAfter);
                if (!sleeps)
                    return m_cluster->cutOffFirst();
                m_cluster->node(0).freeze();
                // The others miss it first; meanwhile a statement waits, on a MySQL now and then
                // for as long as it stands still.
                std::thread majority([&] {
                    SqlSession there = sessionOn(1);
                    isReplaced = there.run(QStringLiteral("UPDATE dist_lock SET owner = ? WHERE "
                                                          "name = 'job' AND owner = ? AND "
                                                          "expiry > UTC_TIMESTAMP(6)"),
                                           {next, mine})
                                 && there.value(QStringLiteral("SELECT owner FROM dist_lock WHERE "
                                                               "name = 'job'"))
                                            .toString()
                                        == next;
                    hasWritten = true;
                });
                for (int waited = 0; waited < 400 && !hasWritten; ++waited)
                    std::this_thread::sleep_for(50ms);
                m_cluster->node(0).thaw();
                majority.join();
            });
            std::this_thread::sleep_for(askedAfter);
            const auto outcome = person.commit(*ticket);
            const QString word =
                outcome ? releaseResultName(outcome->result) : QStringLiteral("not sent");
            ++told[word];
            nature.join();
            replaced += isReplaced ? 1 : 0;
            // What it lists, for as long as it is not one of them again.
            const QDeadlineTimer listed(3s);
            while (!listed.hasExpired()) {
                const BackendReading reading = look(0);
                if (reading.failure || !reading.observations.front().complete) {
                    ++partial;
                    continue;
                }
                ++whole;
                for (const LockRecord &record : reading.observations.front().records) {
                    if (record.id.name == "job" && isReplaced && !record.holders.isEmpty()
                        && record.holders.front().label != next)
                        wrong << QStringLiteral("round %1: a whole list of the past").arg(round);
                }
            }
            m_cluster->heal();
            QTRY_COMPARE_WITH_TIMEOUT(stateOf(0), GroupMember::State::Settled, patienceMs);
            QTRY_COMPARE_WITH_TIMEOUT(stateOf(1), GroupMember::State::Settled, patienceMs);
            QStringList owners;
            const auto agree = [&] {
                owners.clear();
                for (const size_t number : {0, 1, 2})
                    owners << sessionOn(number)
                                  .value(QStringLiteral(
                                      "SELECT IF(expiry > UTC_TIMESTAMP(6), owner, '') FROM "
                                      "dist_lock WHERE name = 'job'"))
                                  .toString();
                return owners.count(owners.front()) == owners.size();
            };
            QTRY_VERIFY_WITH_TIMEOUT(agree(), patienceMs);
            const QString now = owners.front();
            const bool isLetGoOf = now.isEmpty();
            const bool isHonest = word == u"released"  ? isLetGoOf
                                  : word == u"unknown" ? true
                                  : word == u"changed" ? isReplaced && now == next
                                                       : !isLetGoOf;
            if (!isHonest || (isReplaced && now != next))
                wrong << QStringLiteral("round %1: told %2, and it is %3's; replaced: %4")
                             .arg(round)
                             .arg(word, isLetGoOf ? QStringLiteral("nobody") : now)
                             .arg(isReplaced);
        }
        for (const auto &[word, count] : told)
            qInfo("%s: %d", qPrintable(word), count);
        qInfo("replaced meanwhile: %d; whole lists: %d, others: %d", replaced, whole, partial);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void whoMayNotSeeTheMembersIsToldSo()
    {
        if (!isMySql())
            QSKIP("every account may see how a MariaDB stands in its cluster");
        const QString right = QStringLiteral("%1 SELECT ON performance_schema.* %2 '%3'@'%'");
        m_scratch->run(
            right.arg(QStringLiteral("REVOKE"), QStringLiteral("FROM"), m_scratch->user()));
        const BackendReading reading = look(0);
        QVERIFY2(!reading.failure, qPrintable(reading.failure.value_or(Error()).message));
        QVERIFY(reading.server.group);
        QCOMPARE(reading.server.group->state, GroupMember::State::Partial);
        QVERIFY(!reading.observations.front().complete);
        const QString grant = reading.server.group->trouble.remedy;
        m_scratch->run(grant);
        QCOMPARE(stateOf(0), GroupMember::State::Settled);
        m_scratch->run(right.arg(QStringLiteral("GRANT"), QStringLiteral("TO"), m_scratch->user()));
    }

    /** A read that is given up here goes on waiting there: there is to be one, and not more. */
    void aGroupThatDoesNotAnswerIsNotAskedAgain()
    {
        if (!isMySql())
            QSKIP("a MariaDB that is cut off answers, and says that it is");
        m_cluster->cutOffFirst();
        SqlSession root = sessionOn(0);
        const auto waiting = [&root] {
            return root
                .value(QStringLiteral("SELECT COUNT(*) FROM information_schema.PROCESSLIST "
                                      "WHERE STATE LIKE 'Executing hook on transaction begin%'"))
                .toInt();
        };
        // Until the others are missed nothing says that a read would wait.
        BackendReading last;
        for (int i = 0; i < 8; ++i)
            last = look(0);
        QVERIFY(last.server.group);
        QCOMPARE(last.server.group->state, GroupMember::State::Partial);
        QVERIFY(!last.failure);
        QVERIFY2(waiting() <= 2, qPrintable(QString::number(waiting())));
        m_cluster->heal();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(0), GroupMember::State::Settled, patienceMs);
        QCOMPARE(waiting(), 0);
    }

    /** One that slept over a failover takes itself for the primary, and shows what was. */
    void aPrimaryThatWakesClaimsNothingOfThePast()
    {
        if (!isMySql())
            QSKIP("in a Galera cluster all members are alike");
        m_cluster->leaveOnePrimary();
        QTRY_VERIFY_WITH_TIMEOUT(look(1).server.replica && look(2).server.replica, patienceMs);
        QCOMPARE(stateOf(0), GroupMember::State::Settled);
        QVERIFY(!look(0).server.replica);
        m_scratch->run(QStringLiteral("UPDATE dist_lock SET owner = 'web-1', expiry = "
                                      "UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE name = 'job'"));
        LockOperator person = operatorOn(0);
        const auto seen = person.look("job");
        QVERIFY(seen);
        const auto ticket = person.begin(*seen, QStringLiteral("expire"));
        QVERIFY2(ticket, qPrintable(person.error().message));
        // Open from before: nobody asks it again who it is.
        auto reader =
            makeReader(specOn(0), [](SteadyTime) { return Secret(SqlScratch::password()); });
        QVERIFY(!reader->read(BackendReader::Depth::Full, soon()).failure);

        m_cluster->node(0).freeze();
        const auto writable = [this](size_t number) {
            const auto reading = look(number);
            return !reading.server.replica && reading.server.group
                   && reading.server.group->state == GroupMember::State::Settled;
        };
        QTRY_VERIFY_WITH_TIMEOUT(writable(1) || writable(2), 2 * patienceMs);
        const size_t now = writable(1) ? 1 : 2;
        QVERIFY(sessionOn(now).run(
            QStringLiteral("UPDATE dist_lock SET owner = 'web-2' WHERE name = 'job'")));
        m_cluster->node(0).thaw();

        int looks = 0;
        int ofThePast = 0;
        const auto isBack = [&] {
            const BackendReading reading = reader->read(BackendReader::Depth::Full, soon(4s));
            ++looks;
            for (const Observation &each : reading.observations) {
                for (const LockRecord &record : each.records) {
                    // What is of the past is never said of a look that is whole.
                    if (each.complete && record.id.name == "job"
                        && record.holders.front().label != u"web-2")
                        ++ofThePast;
                }
            }
            return !reading.failure && reading.server.replica;
        };
        isBack(); // at once, while it still takes itself for the primary
        const auto outcome = person.commit(*ticket);
        QVERIFY(!outcome || outcome->result != ReleaseResult::Released);
        QVERIFY(QTest::qWaitFor(isBack, 2 * patienceMs));
        qInfo("%d looks until it was a member again", looks);
        QCOMPARE(ofThePast, 0);
        QCOMPARE(operatorOn(now).look("job")->holders.front().label, QStringLiteral("web-2"));

        // The schema is dropped there; only who has caught up can be made the primary.
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(0), GroupMember::State::Settled, patienceMs);
        const QString first = sessionOn(0).value(QStringLiteral("SELECT @@server_uuid")).toString();
        sessionOn(now).value(
            QStringLiteral("SELECT group_replication_set_as_primary('%1')").arg(first));
        QTRY_VERIFY_WITH_TIMEOUT(writable(0), patienceMs);
    }
};

LOCKMASTER_TEST(TestSqlGroups, QCoreApplication)

} // namespace tst_sqlgroups

#include "tst_sqlgroups.moc"
