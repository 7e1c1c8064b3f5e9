// SPDX-License-Identifier: Apache-2.0
#include "core/chains/chaintext.h"
#include "core/monitor/look.h"
#include "core/systems/registry/registry.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_waitchains {

namespace {

constexpr int patience = 20'000;

/** What one look at some backends shows, as `lockctl chains` takes it. */
class Picture
{
public:
    Picture(std::vector<BackendSpec> backends, std::vector<OwnerRule> rules = {})
        : m_backends(std::move(backends)), m_rules(std::move(rules))
    {
        for (const BackendSpec &backend : m_backends)
            m_readers.push_back(makeReader(backend, passwordOf(backend)));
    }

    const WaitChains &look()
    {
        m_readings.clear();
        m_locks.clear();
        std::vector<BackendWaits> waits;
        for (size_t i = 0; i < m_readers.size(); ++i) {
            m_readings.push_back(m_readers[i]->read(BackendReader::Depth::Full, soon()));
            const BackendReading &reading = m_readings.back();
            if (reading.failure)
                qWarning("%s", qPrintable(reading.failure->message));
            BackendWaits told{m_backends[i].name, reading.waits, {}, reading.server.run};
            for (const Observation &seen : reading.observations)
                told.sources.push_back(seen.source);
            waits.push_back(std::move(told));
        }
        for (const BackendReading &reading : m_readings) {
            for (const Observation &seen : reading.observations) {
                for (const LockRecord &lock : seen.records)
                    m_locks.push_back(&lock);
            }
        }
        m_chains = waitChains(m_locks, waits, m_rules);
        return m_chains;
    }
    /** Looks until the first chain says so; the rest is on one line each. */
    bool shows(const QString &wanted)
    {
        const bool found = QTest::qWaitFor(
            [&] {
                // The server takes no new picture of its locks while it is asked all the time.
                std::this_thread::sleep_for(150ms);
                look();
                return text().contains(wanted);
            },
            patience);
        if (!found)
            qWarning("wanted: %s\nshown:\n%s", qPrintable(wanted), qPrintable(text()));
        return found;
    }
    QString text() const
    {
        QString text;
        for (const WaitChain &chain : m_chains.chains) {
            text += chainSentence(m_chains, chain, soon(0ms)) + u'\n';
            for (const ChainLine &line : chainLines(m_chains, chain, soon(0ms), 100))
                text += QString(line.depth, u' ') + line.text + u'\n';
        }
        return text;
    }
    const WaitChains &chains() const { return m_chains; }
    const BackendReading &reading(size_t backend) const { return m_readings[backend]; }

private:
    std::vector<BackendSpec> m_backends;
    std::vector<OwnerRule> m_rules;
    std::vector<std::unique_ptr<BackendReader>> m_readers;
    std::vector<BackendReading> m_readings;
    std::vector<const LockRecord *> m_locks;
    WaitChains m_chains;
};

/** A lock table, another table beside it, and sessions of an application. */
struct Place {
    SqlScratch scratch;
    SqlSession first;
    SqlSession second;
    SqlSession third;
    BackendSpec backend;

    explicit Place(const LiveSqlServer &server)
        : scratch(server), first(scratch.admin()), second(scratch.admin()), third(scratch.admin())
    {
        scratch.run(QStringLiteral("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, owner "
                                   "VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)"));
        scratch.run(QStringLiteral("CREATE TABLE orders (id INT PRIMARY KEY, sum INT NOT NULL)"));
        scratch.run(QStringLiteral("INSERT INTO orders VALUES (1, 1), (2, 2), (3, 3)"));
        scratch.run(QStringLiteral(
            "INSERT INTO dist_lock VALUES ('daily-close', 'web-3', NOW() + INTERVAL 600 SECOND), "
            "('export', 'web-4', NOW() + INTERVAL 600 SECOND)"));
        scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
        scratch.run(
            QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'").arg(scratch.user()));
        backend = scratch.backend();
        backend.name = QStringLiteral("db");
        backend.urlPassword = Secret(SqlScratch::password());
        TableSpec table = distLockTable();
        table.schema = scratch.schema();
        backend.tables.push_back(table);
    }
    static QString rowOf(const char *name)
    {
        return QStringLiteral("UPDATE dist_lock SET owner = CONCAT(owner, 'x') WHERE name = '%1'")
            .arg(QLatin1StringView(name));
    }
    static QString order(int id)
    {
        return QStringLiteral("SELECT * FROM orders WHERE id = %1 FOR UPDATE").arg(id);
    }
    QString table(const char *name) const
    {
        return scratch.schema() + u'.' + QLatin1StringView(name);
    }
};

QString number(const SqlSession &session)
{
    return QStringLiteral("#%1 ").arg(session.id());
}

} // namespace

/** Who keeps whom waiting, on real servers: rows, tables, user-level locks, and several at once. */
class TestWaitChains : public QObject
{
    Q_OBJECT

    SqlServers m_servers;

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase()
    {
        REQUIRE_SQL_SERVERS(m_servers);
        LOCKMASTER_NEEDS_REDIS();
    }

    void nobodyIsAskedWhereNobodyWaits()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Place place(*server);
        Picture picture({place.backend});
        QVERIFY(picture.look().empty());
        QVERIFY(picture.reading(0).waits);
        QVERIFY(picture.reading(0).waits->list.empty());
    }

    /** A row of the lock table, which a session has that waits for another's row itself. */
    void rowsAreFollowedToTheRoot()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Place place(*server);
        place.first.run(QStringLiteral("BEGIN"));
        place.first.run(QStringLiteral("UPDATE orders SET sum = 7 WHERE id = 1"));
        place.second.run(QStringLiteral("BEGIN"));
        place.second.run(Place::rowOf("daily-close"));
        place.second.begin(Place::order(1));
        place.third.begin(Place::rowOf("daily-close"));
        // Whatever its sessions' zone is.
        SqlSession(place.scratch.admin()).run(QStringLiteral("SET GLOBAL time_zone = '+09:00'"));
        Picture picture({place.backend});
        QVERIFY(picture.shows(number(place.first).trimmed()));
        QVERIFY(picture.shows(QStringLiteral("a row of %1 (db)").arg(place.table("orders"))));
        QVERIFY(picture.shows(QStringLiteral("   the row of daily-close")));
        const WaitChains &found = picture.chains();
        QCOMPARE(found.chains.size(), size_t(1));
        QCOMPARE(found.chains.front().blocked, qint64(2));
        QVERIFY2(found.parties[*found.chains.front().root].name.startsWith(number(place.first)),
                 qPrintable(picture.text()));
        if (const auto longest = found.chains.front().longest)
            QVERIFY2(*longest < 10min, qPrintable(picture.text()));
        place.first.run(QStringLiteral("ROLLBACK"));
        QVERIFY(picture.shows(QStringLiteral("holds the row of daily-close")));
        QVERIFY2(picture.text().startsWith(number(place.second)), qPrintable(picture.text()));
        place.second.run(QStringLiteral("ROLLBACK"));
        SqlSession(place.scratch.admin()).run(QStringLiteral("SET GLOBAL time_zone = 'SYSTEM'"));
        QTRY_VERIFY_WITH_TIMEOUT(picture.look().empty(), patience);
    }

    /** A circle of a user-level lock and a row: the server sees neither as part of the other. */
    void aCircleThroughAUserLockIsSure()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Place place(*server);
        const QString name = place.scratch.schema();
        const QString take = QStringLiteral("SELECT GET_LOCK('%1', 60)").arg(name);
        QCOMPARE(place.first.value(take).toInt(), 1);
        place.second.run(QStringLiteral("BEGIN"));
        place.second.run(Place::order(2));
        place.second.begin(take);
        place.first.run(QStringLiteral("BEGIN"));
        place.first.begin(Place::order(2));
        Picture picture({place.backend});
        QVERIFY(picture.shows(QStringLiteral("They wait for each other")));
        QCOMPARE(picture.chains().cycles.size(), size_t(1));
        QVERIFY(picture.chains().cycles.front().isSure(picture.chains().holds));
    }

    /** Somebody wants to change the table of locks, and all others stand behind that. */
    void aTableThatIsChangedKeepsAllOut()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Place place(*server);
        place.first.run(QStringLiteral("BEGIN"));
        place.first.run(QStringLiteral("SELECT * FROM dist_lock"));
        place.second.begin(QStringLiteral("ALTER TABLE dist_lock ADD note INT"));
        Picture picture({place.backend});
        QVERIFY(picture.shows(
            QStringLiteral("holds the table %1 (db); one waits").arg(place.table("dist_lock"))));
        QVERIFY2(picture.text().startsWith(number(place.first)), qPrintable(picture.text()));
        // What could not be read for it is told as what it is: not read.
        QVERIFY(!picture.reading(0).observations.empty());
        place.first.run(QStringLiteral("ROLLBACK"));
        QTRY_VERIFY_WITH_TIMEOUT(picture.look().empty(), patience);
    }

    /** An account that may see nobody else is told nothing, and nothing is made up. */
    void whatMayNotBeSeenIsNotTold()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        Place place(*server);
        place.scratch.run(
            QStringLiteral("REVOKE PROCESS ON *.* FROM '%1'@'%'").arg(place.scratch.user()));
        place.scratch.run(QStringLiteral("REVOKE SELECT ON performance_schema.* FROM '%1'@'%'")
                              .arg(place.scratch.user()));
        place.first.run(QStringLiteral("BEGIN"));
        place.first.run(Place::rowOf("daily-close"));
        place.second.begin(Place::rowOf("daily-close"));
        // Somebody does wait, as the administrator sees.
        SqlSession admin(place.scratch.admin());
        const auto somebodyWaits = [&] {
            std::this_thread::sleep_for(150ms); // as in `Picture::shows()`
            return admin
                       .value(QStringLiteral("SELECT COUNT(*) FROM information_schema.INNODB_TRX "
                                             "WHERE TRX_STATE = 'LOCK WAIT' AND "
                                             "TRX_MYSQL_THREAD_ID = %1")
                                  .arg(place.second.id()))
                       .toInt()
                   == 1;
        };
        QVERIFY(QTest::qWaitFor(somebodyWaits, patience));
        Picture picture({place.backend});
        for (int i = 0; i < 3; ++i) {
            picture.look();
            QVERIFY(!picture.reading(0).failure);
            QVERIFY2(picture.chains().empty(), qPrintable(picture.text()));
        }
    }

    /** What no server can see: each of two applications waits on another server for the other. */
    void aCircleOnTwoServersIsSeenAtOnce()
    {
        QFETCH_GLOBAL(LiveSqlServer *, server);
        if (!server->isMariaDb() || !server->isOurs())
            QSKIP("once is enough");
        // By their addresses it tells the sessions apart.
        QString why;
        const auto own = LiveSqlServer::startMariaDb(
            &why, LiveSqlServer::rich() + QStringList{QStringLiteral("--skip-name-resolve")});
        QVERIFY2(own, qPrintable(why));
        Place place(*own);
        const auto redis = PrivateRedis::start();
        QVERIFY(redis);
        const QByteArray web3 = "285475da-9152-4c83-822a-67ee2f116a79";
        const QByteArray web4 = "9f1c0a44-0d5e-4b53-8f0b-2f8f3c4b7a10";
        const QByteArray later = "9795000000000";
        redis->runAll({{"HSET", "cart", web3 + ":7", "1"},
                       {"PEXPIRE", "cart", "600000"},
                       {"RPUSH", "redisson_lock_queue:{cart}", web4 + ":9"},
                       {"ZADD", "redisson_lock_timeout:{cart}", later, web4 + ":9"}});
        Endpoint bySocket = place.scratch.admin();
        bySocket.socketPath = own->socketPath();
        bySocket.host = QStringLiteral("localhost");
        SqlSession fourth(bySocket);
        const QString take =
            QStringLiteral("SELECT GET_LOCK('%1', 60)").arg(place.scratch.schema());
        QCOMPARE(fourth.value(take).toInt(), 1);
        place.first.begin(take);
        BackendSpec cache = redis->spec();
        cache.name = QStringLiteral("cache");
        // Who these sessions are the operator alone knows.
        Picture strangers({place.backend, cache});
        QVERIFY(strangers.shows(QStringLiteral("; one waits")));
        QCOMPARE(strangers.look().chains.size(), size_t(2));
        QVERIFY(strangers.chains().cycles.empty());

        Picture known({place.backend, cache},
                      {{QStringLiteral("web-3"), {"127.0.0.1", web3.left(8) + "*"}},
                       {QStringLiteral("web-4"), {"localhost", web4.left(8) + "*"}}});
        known.look();
        QVERIFY2(known.chains().cycles.size() == 1, qPrintable(known.text()));
        QVERIFY(!known.chains().cycles.front().isSure(known.chains().holds));
        QVERIFY2(known.text().startsWith(QStringLiteral("They may wait for each other: ")),
                 qPrintable(known.text()));
        QVERIFY2(known.text().contains(
                     QStringLiteral("web-3 holds cart (redisson, cache) and waits for %1 "
                                    "(user_lock, db)")
                         .arg(place.scratch.schema())),
                 qPrintable(known.text()));
    }
};

LOCKMASTER_TEST(TestWaitChains, QCoreApplication)

} // namespace tst_waitchains

#include "tst_waitchains.moc"
