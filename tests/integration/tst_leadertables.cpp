// SPDX-License-Identifier: Apache-2.0
#include "core/sources/backendreader.h"
#include "core/sources/sqlstatementhistory.h"
#include "core/systems/registry.h"
#include "tests/support/faultproxy.h"
#include "tests/support/sqlscratch.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;
using Depth = BackendReader::Depth;

namespace {

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

/** A schema with a leader table and a lock table, and a reader of both. */
struct Election {
    explicit Election(const LiveSqlServer &theServer, Millis poll = 200ms)
        : server(theServer), scratch(theServer)
    {
        scratch.run(sql("CREATE TABLE service_leader_lock (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
                        "name VARCHAR(100) NOT NULL UNIQUE, container_id VARCHAR(100) NULL, "
                        "timestamp DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3))"));
        scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                        "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)"));
        scratch.run(sql("INSERT INTO dist_lock VALUES ('job', 'o', NOW() + INTERVAL 60 SECOND)"));
        heartbeat("web-1");
        // What a monitoring account gets.
        scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
        scratch.run(
            QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'").arg(scratch.user()));
        spec = scratch.backend();
        spec.poll = poll;
        spec.tables = {distLockTable(), leaderTable()};
        spec.tables.back().lease = Micros(60s);
        spec.systems = QStringList{QStringLiteral("dist_lock"), QStringLiteral("leader")};
        reader = makeReader(spec, [](SteadyTime) { return Secret(SqlScratch::password()); });
    }

    void heartbeat(const char *who)
    {
        scratch.run(sql("INSERT INTO service_leader_lock (name, container_id, timestamp) "
                        "VALUES ('service', ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE "
                        "container_id = VALUES(container_id), timestamp = VALUES(timestamp)"),
                    {sql(who)});
    }
    /** Another reader, which reaches the server through a proxy. */
    std::unique_ptr<BackendReader> readerThrough(const FaultProxy &proxy) const
    {
        BackendSpec there = spec;
        there.port = proxy.port();
        return makeReader(there, [](SteadyTime) { return Secret(SqlScratch::password()); });
    }
    void recordStatements(bool on)
    {
        scratch.run(sql("UPDATE performance_schema.setup_consumers SET ENABLED = ? WHERE NAME IN "
                        "('events_statements_current', 'events_statements_history')"),
                    {sql(on ? "YES" : "NO")});
    }
    BackendReading read(Depth depth) { return reader->read(depth, soon()); }

    static const LockRecord *service(const BackendReading &reading)
    {
        for (const Observation &seen : reading.observations) {
            for (const LockRecord &record : seen.records) {
                if (record.id.name == "service")
                    return &record;
            }
        }
        return nullptr;
    }
    static bool isBlocked(const BackendReading &reading)
    {
        const LockRecord *row = service(reading);
        return row && row->state == LockState::Blocked;
    }

    const LiveSqlServer &server;
    SqlScratch scratch;
    BackendSpec spec;
    std::unique_ptr<BackendReader> reader;
};

/** A candidate in the middle of its round: it waits for the row, or has it and its transaction. */
struct Round {
    explicit Round(const Election &election) : session(election.scratch.admin())
    {
        session.run(sql("SET SESSION innodb_lock_wait_timeout = 100"));
        session.run(sql("BEGIN"));
    }
    static QString statement()
    {
        return sql("SELECT * FROM service_leader_lock WHERE name = 'service' FOR UPDATE");
    }
    SqlSession session;
};

} // namespace

/** How leader tables are read on every server found: between the polls, and while rows are locked.
 */
class TestLeaderTables : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void tellsWhatTheColumnDoesToTimes();
    void aGlanceReadsLeaderTablesAlone();
    void aGlanceDoesNotConnect();
    void aGlanceLeavesLongTablesAlone();
    void aFrozenCandidateIsToldWithinTwoPolls();
    void aGlanceKeepsWhatThePollToldOfLockedRows();
    void tellsOneLeaderOfTwoHosts();
    void tellsASecondProcessAndNoProgramThatWritesMore();
    void aHelpThatBreaksOffCostsNothingAndRests();
    void aHelpIsLeftOutWhereTimeIsShort();
    void theServerEndsWhatTakesTooLong();
    void saysWhetherHostsCanBeSeen();

private:
    SqlServers m_servers;
};

void TestLeaderTables::tellsWhatTheColumnDoesToTimes()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    const BackendReading reading = election.read(Depth::Full);
    const LockRecord *row = Election::service(reading);
    QVERIFY(row);
    QCOMPARE(row->lease.rounds, !server->isMariaDb());
    QCOMPARE(row->lease.precision, Micros(1ms));
    QCOMPARE(row->lease.granted, Micros(60s));
    QCOMPARE(reading.observations.size(), size_t(2));
    QVERIFY(!reading.observations[0].leaders);
    QVERIFY(reading.observations[1].leaders);
}

void TestLeaderTables::aGlanceReadsLeaderTablesAlone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    QVERIFY(!election.read(Depth::Routine).failure);
    election.heartbeat("web-2");
    const BackendReading glance = election.read(Depth::Leaders);
    QVERIFY(!glance.failure);
    QCOMPARE(glance.observations.size(), size_t(1));
    QVERIFY(glance.observations[0].leaders && glance.observations[0].complete);
    QCOMPARE(Election::service(glance)->holders.at(0).raw, QByteArray("web-2"));
    QCOMPARE(election.read(Depth::Routine).observations.size(), size_t(2));
}

void TestLeaderTables::aGlanceDoesNotConnect()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    QVERIFY(election.read(Depth::Leaders).failure);
    QVERIFY(!election.read(Depth::Routine).failure);
    SqlSession admin(election.scratch.admin());
    QVERIFY(admin.run(QStringLiteral("KILL %1").arg(
        admin
            .value(sql("SELECT ID FROM information_schema.PROCESSLIST WHERE USER = ?"),
                   {election.scratch.user()})
            .toLongLong())));
    // The session ends a moment after it was killed.
    bool failed = false;
    for (int i = 0; i < 100 && !failed; ++i) {
        failed = election.read(Depth::Leaders).failure.has_value();
        std::this_thread::sleep_for(10ms);
    }
    QVERIFY(failed);
    QVERIFY(!election.read(Depth::Routine).failure);
    QVERIFY(Election::service(election.read(Depth::Leaders)));
}

void TestLeaderTables::aGlanceLeavesLongTablesAlone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    QStringList rows;
    for (size_t i = 0; i < BackendReader::mostSampledLeaders; ++i)
        rows << QStringLiteral("('s%1', 'web-1')").arg(i);
    election.scratch.run(QStringLiteral("INSERT INTO service_leader_lock (name, container_id) "
                                        "VALUES ")
                         + rows.join(u','));
    QCOMPARE(election.read(Depth::Routine).observations[1].records.size(),
             BackendReader::mostSampledLeaders + 1);
    QVERIFY(election.read(Depth::Leaders).observations.empty());
    election.scratch.run(sql("DELETE FROM service_leader_lock WHERE name = 's0'"));
    QVERIFY(!election.read(Depth::Routine).failure);
    QCOMPARE(election.read(Depth::Leaders).observations.size(), size_t(1));
}

void TestLeaderTables::aFrozenCandidateIsToldWithinTwoPolls()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    QVERIFY(!election.read(Depth::Routine).failure);
    Round frozen(election);
    QVERIFY(frozen.session.run(Round::statement()));
    Round first(election);
    Round second(election);
    first.session.begin(Round::statement());
    second.session.begin(Round::statement());
    int polls = 0;
    BackendReading reading;
    while (polls < 10 && !Election::isBlocked(reading)) {
        std::this_thread::sleep_for(election.spec.poll);
        reading = election.read(Depth::Routine);
        ++polls;
    }
    QVERIFY2(polls <= 2, qPrintable(QString::number(polls)));
    const LockRecord *row = Election::service(reading);
    QCOMPARE(row->state, LockState::Blocked);
    QCOMPARE(row->waiters.count, 2);
    const QString thread = QStringLiteral("#%1 ").arg(frozen.session.id());
    QVERIFY(
        std::any_of(row->attributes->begin(), row->attributes->end(),
                    [&thread](const Attribute &line) { return line.value.startsWith(thread); }));
}

void TestLeaderTables::aGlanceKeepsWhatThePollToldOfLockedRows()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    Round frozen(election);
    QVERIFY(frozen.session.run(Round::statement()));
    Round waiting(election);
    waiting.session.begin(Round::statement());
    BackendReading reading;
    for (int i = 0; i < 100 && !Election::isBlocked(reading); ++i) {
        std::this_thread::sleep_for(election.spec.poll);
        reading = election.read(Depth::Routine);
    }
    QVERIFY(Election::isBlocked(reading));
    QVERIFY(Election::isBlocked(election.read(Depth::Leaders)));
    QVERIFY(frozen.session.run(sql("UPDATE service_leader_lock SET timestamp = UTC_TIMESTAMP(3)")));
    QVERIFY(frozen.session.run(sql("COMMIT")));
    // It was written: whoever had it locked let go, and nobody says that the next one hangs.
    QVERIFY(!Election::isBlocked(election.read(Depth::Leaders)));
    QVERIFY(!Election::isBlocked(election.read(Depth::Leaders)));
}

void TestLeaderTables::tellsOneLeaderOfTwoHosts()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    election.recordStatements(true);
    election.scratch.run(
        QStringLiteral("GRANT ALL ON %1.* TO '%1'@'%'").arg(election.scratch.schema()));
    FaultProxy here(server->endpoint().port);
    FaultProxy there(server->endpoint().port);
    here.setSource("127.0.0.2");
    there.setSource("127.0.0.3");
    const auto through = [&election](const FaultProxy &proxy) {
        Endpoint endpoint = election.scratch.reader();
        endpoint.port = proxy.port();
        return endpoint;
    };
    SqlSession first(through(here));
    SqlSession second(through(there));
    QVERIFY2(first.isOpen() && second.isOpen(), qPrintable(second.error()));
    const QString heartbeat =
        sql("UPDATE service_leader_lock SET timestamp = UTC_TIMESTAMP(3) WHERE name = 'service' "
            "AND container_id = 'web-1'");
    const auto beat = [&heartbeat](SqlSession &session, bool prepared) {
        return prepared ? session.run(heartbeat + sql(" AND 1 = ?"), {1}) : session.run(heartbeat);
    };
    // MariaDB keeps no text of what was prepared on the server.
    const bool prepared = !server->isMariaDb();
    QVERIFY(!election.read(Depth::Routine).failure);
    for (int poll = 0; poll < 4; ++poll) {
        QVERIFY(beat(first, prepared) && beat(first, false));
        const BackendReading alone = election.read(Depth::Routine);
        QVERIFY(!Election::service(alone)->hasFinding(FindingId::ManyHosts));
        std::this_thread::sleep_for(election.spec.poll);
    }
    BackendReading reading;
    const LockRecord *row = nullptr;
    // Two polls do where the history is read in each; on a slow machine it spares the server some.
    for (int poll = 0; poll < 2 || (poll < 50 && !row->hasFinding(FindingId::ManyHosts)); ++poll) {
        QVERIFY(beat(second, prepared));
        std::this_thread::sleep_for(election.spec.poll / 2);
        QVERIFY(beat(first, false));
        std::this_thread::sleep_for(election.spec.poll / 2);
        reading = election.read(Depth::Routine);
        row = Election::service(reading);
        QVERIFY(row);
    }
    QVERIFY(row->hasFinding(FindingId::ManyHosts));
    const QString evidence = row->findings.front().evidence;
    QVERIFY2(evidence.contains(u"127.0.0.2, 127.0.0.3"), qPrintable(evidence));
    QVERIFY(Election::service(election.read(Depth::Leaders))->hasFinding(FindingId::ManyHosts));
}

void TestLeaderTables::tellsASecondProcessAndNoProgramThatWritesMore()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    election.scratch.run(sql("ALTER TABLE service_leader_lock ADD COLUMN version INT DEFAULT 0"));
    SqlSession first(election.scratch.admin());
    SqlSession second(election.scratch.admin());
    SqlSession candidate(election.scratch.admin());
    const auto beat = [](SqlSession &session) {
        return session.run(sql("UPDATE service_leader_lock SET timestamp = UTC_TIMESTAMP(3) "
                               "WHERE name = 'service' AND container_id = 'web-1'"))
               && session.run(sql("UPDATE service_leader_lock SET version = version + 1 "
                                  "WHERE name = 'service' AND container_id = 'web-1'"));
    };
    const auto stand = [&candidate] {
        return candidate.run(sql("INSERT IGNORE INTO service_leader_lock (name, container_id, "
                                 "timestamp) VALUES ('service', 'web-2', UTC_TIMESTAMP(3))"));
    };
    const auto round = [&](bool both) {
        bool done = beat(first) && (!both || beat(second));
        for (int look = 0; look < 5; ++look) {
            done = stand() && done;
            std::this_thread::sleep_for(25ms);
            election.read(Depth::Leaders);
        }
        const BackendReading poll = election.read(Depth::Routine);
        QTest::qVerify(done && Election::service(poll), "round", "", __FILE__, __LINE__);
        return Election::service(poll)->hasFinding(FindingId::RenewedTooFast);
    };
    for (int i = 0; i < 26; ++i)
        QVERIFY(!round(false));
    bool found = false;
    for (int i = 0; i < 200 && !found; ++i)
        found = round(true);
    QVERIFY(found);
}

namespace {

const QByteArray helpText("COUNT_UPDATE FROM performance_schema");

bool isWhole(const BackendReading &reading)
{
    return !reading.failure && reading.observations.size() == 2 && reading.observations[0].complete
           && reading.observations[1].complete;
}

} // namespace

void TestLeaderTables::aHelpThatBreaksOffCostsNothingAndRests()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    FaultProxy proxy(server->endpoint().port);
    const auto reader = election.readerThrough(proxy);
    proxy.cutAfter("COUNT_UPDATE"); // the column's name: in the middle of the help's answer
    for (int poll = 0; poll < 3; ++poll) {
        const BackendReading reading = reader->read(Depth::Routine, soon());
        QVERIFY2(isWhole(reading),
                 qPrintable(reading.failure ? reading.failure->message : QString()));
        proxy.dropConnections();
    }
    QCOMPARE(proxy.sentByClients().count(helpText), 1);
}

void TestLeaderTables::aHelpIsLeftOutWhereTimeIsShort()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    FaultProxy proxy(server->endpoint().port);
    const auto reader = election.readerThrough(proxy);
    QVERIFY(isWhole(reader->read(Depth::Routine, soon(700ms))));
    QVERIFY(!proxy.sentByClients().contains(helpText));
    QVERIFY(isWhole(reader->read(Depth::Routine, soon())));
    QVERIFY(proxy.sentByClients().contains(helpText));
}

void TestLeaderTables::theServerEndsWhatTakesTooLong()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.admin());
    QVERIFY(connection);
    const auto asked = connection->select(
        timeLimitedSelect(sql("COUNT(*) FROM performance_schema.setup_instruments a, "
                              "performance_schema.setup_instruments b, "
                              "performance_schema.setup_instruments c WHERE a.NAME > ?"),
                          50ms, server->isMariaDb()),
        {sql("")}, soon(), [](const SqlRow &) {});
    QVERIFY(!asked);
    QCOMPARE(asked.error().kind, ErrorKind::Timeout);
    QVERIFY(connection->usable());
}

void TestLeaderTables::saysWhetherHostsCanBeSeen()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Election election(*server);
    const auto hosts = [&election] {
        for (const Capability &capability : election.reader->examine(soon()).capabilities) {
            if (capability.id == u"leader.hosts")
                return capability;
        }
        return Capability{};
    };
    election.recordStatements(true);
    QVERIFY2(hosts().available, qPrintable(hosts().reason));
    election.recordStatements(false);
    const Capability off = hosts();
    election.recordStatements(true);
    QVERIFY(!off.available);
    QVERIFY2(off.remedy.startsWith(u"UPDATE performance_schema.setup_consumers"),
             qPrintable(off.remedy));
    election.scratch.run(QStringLiteral("REVOKE SELECT ON performance_schema.* FROM '%1'@'%'")
                             .arg(election.scratch.user()));
    const Capability denied = hosts();
    QVERIFY(!denied.available);
    QVERIFY2(denied.remedy.startsWith(u"GRANT SELECT"), qPrintable(denied.remedy));
}

QTEST_GUILESS_MAIN(TestLeaderTables)
#include "tst_leadertables.moc"
