// SPDX-License-Identifier: Apache-2.0
#include "core/sources/backendreader.h"
#include "core/sql/sqlchangeprobe.h"
#include "core/systems/registry/registry.h"
#include "tests/support/faultproxy.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sqlunchanged {

namespace {

constexpr qint64 rowCount = 600; // enough for it to be asked whether they changed

QString columns()
{
    return QStringLiteral("(name VARCHAR(100) NOT NULL PRIMARY KEY, owner VARCHAR(100) NOT NULL, "
                          "expiry DATETIME NOT NULL)");
}

void fill(SqlScratch &scratch, const QString &table)
{
    scratch.run(QStringLiteral("INSERT INTO %1 WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                               "SELECT i + 1 FROM n WHERE i < %2) SELECT CONCAT('job-', i), "
                               "'web-1', NOW() + INTERVAL 1 HOUR FROM n")
                    .arg(table)
                    .arg(rowCount));
}

void createFilled(SqlScratch &scratch, const QString &table)
{
    scratch.run(QStringLiteral("CREATE TABLE %1 %2").arg(table, columns()));
    fill(scratch, table);
}

TableSpec tableNamed(const QString &table)
{
    TableSpec spec = distLockTable();
    spec.table = table;
    spec.named = true;
    return spec;
}

/** Polls tables of a server as the monitor does, and knows what that made the server read. */
class Poller
{
public:
    /** Through another port where one is given. */
    Poller(SqlScratch &scratch, const LiveSqlServer &server, const QStringList &tables,
           quint16 port = 0)
        : m_status(server.endpoint()), m_mariaDb(server.isMariaDb())
    {
        scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
        BackendSpec spec = scratch.backend();
        if (port != 0)
            spec.port = port;
        spec.systems = QStringList{QStringLiteral("dist_lock")};
        for (const QString &table : tables)
            spec.tables.push_back(tableNamed(table));
        m_reader = makeReader(spec, [](SteadyTime) { return Secret(SqlScratch::password()); });
    }

    /** @return whether every table could be read or was known to be unchanged. */
    bool poll()
    {
        const qint64 before = rowsRead();
        m_reading = m_reader->read(BackendReader::Depth::Routine, soon());
        m_fetched = rowsRead() - before;
        return !m_reading.failure
               && std::all_of(m_reading.observations.begin(), m_reading.observations.end(),
                              [](const Observation &seen) { return seen.complete; });
    }

    /** Until a poll does not fetch the rows; the first one does. */
    bool pollUntilUnchanged()
    {
        if (!poll() || !fetched())
            return false;
        for (int i = 0; i < 40; ++i) {
            if (!poll())
                return false;
            if (!fetched())
                return true;
            std::this_thread::sleep_for(250ms);
        }
        return false;
    }

    bool fetched() const { return m_fetched >= rowCount; }
    const Observation &seen(size_t table = 0) const { return m_reading.observations.at(table); }

    const LockRecord *lock(const QByteArray &name, size_t table = 0) const
    {
        const auto &records = seen(table).records;
        const auto found =
            std::find_if(records.begin(), records.end(),
                         [&name](const LockRecord &record) { return record.id.name == name; });
        return found == records.end() ? nullptr : &*found;
    }

    QByteArray owner(const QByteArray &name, size_t table = 0) const
    {
        const LockRecord *const found = lock(name, table);
        return found && !found->holders.empty() ? found->holders.front().raw : QByteArray();
    }

private:
    qint64 rowsRead()
    {
        return m_status
            .value(m_mariaDb
                       ? QStringLiteral("SELECT VARIABLE_VALUE FROM information_schema."
                                        "GLOBAL_STATUS WHERE VARIABLE_NAME = "
                                        "'Handler_read_rnd_next'")
                       : QStringLiteral("SELECT VARIABLE_VALUE FROM performance_schema."
                                        "global_status WHERE VARIABLE_NAME = 'Innodb_rows_read'"))
            .toLongLong();
    }

    SqlSession m_status;
    const bool m_mariaDb;
    std::unique_ptr<BackendReader> m_reader;
    BackendReading m_reading;
    qint64 m_fetched = 0;
};

} // namespace

/** Rows are fetched again only where they may have changed, on every server found. */
class TestSqlUnchanged : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void doesNotFetchWhatDidNotChange();
    void seesEachKindOfChange();
    void seesChangesWithinOneSecond();
    void seesWhatAForeignKeyDoes();
    void seesATransactionThatCommitsLate();
    void seesATransactionThatWasPrepared();
    void doesNotTrustASecondWhoseTransactionsAreOpen();
    void doesNotTrustAProxy();
    void knowsNothingOfTablesWithoutACertainTime();

private:
    SqlServers m_servers;
};

void TestSqlUnchanged::doesNotFetchWhatDidNotChange()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("locks"));
    scratch.run(QStringLiteral("UPDATE locks SET expiry = NOW() + INTERVAL 6 SECOND "
                               "WHERE name = 'job-7'"));
    Poller poller(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(poller.pollUntilUnchanged());
    QCOMPARE(qint64(poller.seen().records.size()), rowCount);

    // By the server's clock all the same: leases run out, and the data do not grow old.
    bool ranOutUnfetched = false;
    ServerTime last{};
    for (int i = 0; i < 60 && !ranOutUnfetched; ++i) {
        QVERIFY(poller.poll());
        QVERIFY(poller.seen().clock.server > last);
        last = poller.seen().clock.server;
        const LockRecord *const lock = poller.lock("job-7");
        QVERIFY(lock);
        const bool over = last > lock->lease.expiresAt;
        QCOMPARE(lock->state, over ? LockState::Expired : LockState::Held);
        ranOutUnfetched = over && !poller.fetched();
        std::this_thread::sleep_for(150ms);
    }
    QVERIFY(ranOutUnfetched);
}

void TestSqlUnchanged::seesEachKindOfChange()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const QStringList tables =
        QStringLiteral("updated inserted deleted emptied altered swapped").split(u' ');
    for (const QString &table : tables)
        createFilled(scratch, table);
    createFilled(scratch, QStringLiteral("other"));
    scratch.run(QStringLiteral("DELETE FROM other WHERE name = 'job-600'"));
    Poller poller(scratch, *server, tables);
    QVERIFY(poller.pollUntilUnchanged());

    scratch.run(QStringLiteral("UPDATE updated SET owner = 'web-2' WHERE name = 'job-5'"));
    scratch.run(QStringLiteral("INSERT INTO inserted VALUES ('new', 'web-3', NOW())"));
    scratch.run(QStringLiteral("DELETE FROM deleted WHERE name = 'job-9'"));
    scratch.run(QStringLiteral("TRUNCATE TABLE emptied"));
    scratch.run(QStringLiteral("ALTER TABLE altered MODIFY owner VARCHAR(100) NULL"));
    scratch.run(QStringLiteral("RENAME TABLE swapped TO gone, other TO swapped"));
    QVERIFY(poller.poll());
    QCOMPARE(poller.owner("job-5", 0), "web-2");
    QCOMPARE(poller.owner("new", 1), "web-3");
    QVERIFY(!poller.lock("job-9", 2));
    QCOMPARE(qint64(poller.seen(2).records.size()), rowCount - 1);
    QVERIFY(poller.seen(3).records.empty());
    QCOMPARE(qint64(poller.seen(4).records.size()), rowCount);
    QVERIFY(!poller.lock("job-600", 5));
}

void TestSqlUnchanged::seesChangesWithinOneSecond()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("locks"));
    Poller poller(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(poller.pollUntilUnchanged());
    for (int i = 0; i < 60; ++i) {
        const QByteArray owner = "web-" + QByteArray::number(i);
        scratch.run(QStringLiteral("UPDATE locks SET owner = '%1' WHERE name = 'job-1'")
                        .arg(QString::fromLatin1(owner)));
        QVERIFY(poller.poll());
        QCOMPARE(poller.owner("job-1"), owner);
    }
}

void TestSqlUnchanged::seesWhatAForeignKeyDoes()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("jobs"));
    scratch.run(QStringLiteral("CREATE TABLE locks LIKE jobs"));
    scratch.run(QStringLiteral("ALTER TABLE locks ADD FOREIGN KEY (name) REFERENCES jobs (name) "
                               "ON DELETE CASCADE ON UPDATE CASCADE"));
    fill(scratch, QStringLiteral("locks"));
    Poller poller(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(poller.pollUntilUnchanged());
    scratch.run(QStringLiteral("DELETE FROM jobs WHERE name = 'job-3'"));
    QVERIFY(poller.poll());
    QVERIFY(!poller.lock("job-3"));

    QVERIFY(poller.pollUntilUnchanged());
    scratch.run(QStringLiteral("UPDATE jobs SET name = 'renamed' WHERE name = 'job-4'"));
    QVERIFY(poller.poll());
    QVERIFY(poller.lock("renamed"));
}

void TestSqlUnchanged::seesATransactionThatCommitsLate()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("locks"));
    Poller poller(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(poller.pollUntilUnchanged());

    SqlSession other(scratch.admin());
    QVERIFY(other.run(QStringLiteral("BEGIN")));
    QVERIFY(other.run(QStringLiteral("UPDATE locks SET owner = 'web-2' WHERE name = 'job-1'")));
    for (int i = 0; i < 10; ++i) {
        QVERIFY(poller.poll());
        QCOMPARE(poller.owner("job-1"), "web-1");
        std::this_thread::sleep_for(250ms);
    }
    QVERIFY(other.run(QStringLiteral("COMMIT")));
    QVERIFY(poller.poll());
    QCOMPARE(poller.owner("job-1"), "web-2");
}

void TestSqlUnchanged::seesATransactionThatWasPrepared()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("locks"));
    Poller poller(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(poller.pollUntilUnchanged());

    SqlSession other(scratch.admin());
    const QString id = QStringLiteral("'%1'").arg(scratch.schema());
    bool done = other.run(QStringLiteral("XA START ") + id)
                && other.run(QStringLiteral("UPDATE locks SET owner = 'web-2' "
                                            "WHERE name = 'job-1'"))
                && other.run(QStringLiteral("XA END ") + id)
                && other.run(QStringLiteral("XA PREPARE ") + id);
    QByteArrayList owners;
    for (int i = 0; i < 10 && done; ++i) {
        done = poller.poll();
        owners << poller.owner("job-1");
        std::this_thread::sleep_for(250ms);
    }
    // In any case: a prepared transaction outlives its session.
    done = other.run(QStringLiteral("XA COMMIT ") + id) && done;
    QVERIFY2(done, qPrintable(other.error()));
    QCOMPARE(owners, QByteArrayList(10, "web-1"));
    QVERIFY(poller.poll());
    QCOMPARE(poller.owner("job-1"), "web-2");
}

/** MariaDB notes when a transaction began: of two of one second the later one leaves no trace. */
void TestSqlUnchanged::doesNotTrustASecondWhoseTransactionsAreOpen()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("locks"));
    Poller poller(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(poller.pollUntilUnchanged());

    SqlSession late(scratch.admin());
    SqlSession early(scratch.admin());
    for (SqlSession *session : {&late, &early}) {
        QVERIFY(session->run(QStringLiteral("BEGIN")));
        QVERIFY(session->run(QStringLiteral("UPDATE locks SET owner = 'web-2' WHERE name = '%1'")
                                 .arg(session == &late ? u"job-1" : u"job-2")));
    }
    QVERIFY(early.run(QStringLiteral("COMMIT")));
    for (int i = 0; i < 14; ++i) {
        QVERIFY(poller.poll());
        QVERIFY(poller.fetched());
        QCOMPARE(poller.owner("job-1"), "web-1");
        QCOMPARE(poller.owner("job-2"), "web-2");
        std::this_thread::sleep_for(250ms);
    }
    QVERIFY(late.run(QStringLiteral("COMMIT")));
    QVERIFY(poller.poll());
    QCOMPARE(poller.owner("job-1"), "web-2");
}

/** The servers behind it may differ in what they say: one of the time, another of the rows. */
void TestSqlUnchanged::doesNotTrustAProxy()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("locks"));
    Poller direct(scratch, *server, {QStringLiteral("locks")});
    QVERIFY(direct.pollUntilUnchanged());

    FaultProxy proxy(server->endpoint().port);
    proxy.setDisguise(FaultProxy::Disguise::OtherId);
    Poller behind(scratch, *server, {QStringLiteral("locks")}, proxy.port());
    for (int i = 0; i < 5; ++i) {
        QVERIFY(behind.poll());
        QVERIFY(behind.fetched());
    }
}

void TestSqlUnchanged::knowsNothingOfTablesWithoutACertainTime()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    createFilled(scratch, QStringLiteral("plain"));
    scratch.run(QStringLiteral("CREATE VIEW seen AS SELECT * FROM plain"));
    scratch.run(QStringLiteral("CREATE TABLE myisam %1 ENGINE=MyISAM").arg(columns()));
    scratch.run(QStringLiteral("CREATE TABLE parts %1 PARTITION BY KEY (name) PARTITIONS 2")
                    .arg(columns()));
    fill(scratch, QStringLiteral("myisam"));
    fill(scratch, QStringLiteral("parts"));
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    for (const char *table : {"plain", "seen", "myisam", "parts"}) {
        const auto shape = learnTableShape(*connection, tableNamed(QLatin1String(table)),
                                           scratch.schema(), soon());
        QVERIFY2(shape, table);
        const auto stamp = readTableStamp(*connection, *shape, soon());
        QVERIFY2(stamp, table);
        QVERIFY(stamp->serverNow > 0);
        QCOMPARE(stamp->changed.has_value(), QByteArrayView(table) == "plain");
    }
}

LOCKMASTER_TEST(TestSqlUnchanged, QCoreApplication)

} // namespace tst_sqlunchanged

#include "tst_sqlunchanged.moc"
