// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisformat.h"
#include "core/sql/sqlserverzone.h"
#include "core/sql/sqlsource.h"
#include "core/systems/leadertable/leadertablesystem.h"
#include "core/systems/locktable/locktablesystem.h"
#include "tests/support/lockoperator.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <random>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_tablerace {

namespace {

constexpr unsigned seed = 20'261'121;
constexpr int wanted = 252; ///< releases of each of two operators
constexpr int mostTries = 20'000;

const LockTableSystem lockTables;
const LeaderTableSystem leaderTables;

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

/** The words in which the two tables differ. */
struct Kind {
    const LockSystem &system;
    TableSpec table;
    QString now; ///< what a holder writes
    QStringList actions;
};

Kind kindOf(bool leader)
{
    TableSpec table = leader ? leaderTable() : distLockTable();
    if (leader)
        table.lease = Micros(60s);
    if (leader)
        return {leaderTables,
                table,
                sql("UTC_TIMESTAMP(6)"),
                {QStringLiteral("expire"), QStringLiteral("step-down")}};
    return {lockTables, table, sql("NOW(6) + INTERVAL 60 SECOND"), {QStringLiteral("expire")}};
}

/** The table, with a journal that the server itself keeps. */
void makeTable(SqlScratch &scratch, const TableSpec &table)
{
    const auto words = [&table](const char *text) {
        return QString::fromUtf8(text).arg(table.table, table.ownerColumn, table.timeColumn);
    };
    scratch.run(words("CREATE TABLE %1 (name VARCHAR(100) PRIMARY KEY, %2 VARCHAR(100) NULL, "
                      "%3 DATETIME(6) NOT NULL)"));
    scratch.run(sql("CREATE TABLE journal (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
                    "name VARCHAR(100), before_it TEXT, released BOOL)"));
    scratch.run(words("CREATE TRIGGER keep_journal AFTER UPDATE ON %1 FOR EACH ROW "
                      "INSERT INTO journal (name, before_it, released) VALUES (OLD.name, "
                      "CONCAT(OLD.%2, ':', TIMESTAMPDIFF(MICROSECOND, '1970-01-01', OLD.%3)), "
                      "NEW.%3 < '1971-01-01')"));
    scratch.run(
        QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'").arg(scratch.schema(), scratch.user()));
}

/** Programs that take one lock from each other: a few owners, again and again, some renew. */
class Churner
{
public:
    Churner(const SqlScratch &scratch, const Kind &kind, QString name, unsigned number)
        : m_session(scratch.admin()), m_name(std::move(name)), m_random(seed + number),
          m_statement(
              QStringLiteral("UPDATE %1 SET %2 = ?, %3 = %4 WHERE name = ?")
                  .arg(kind.table.table, kind.table.ownerColumn, kind.table.timeColumn, kind.now)),
          m_thread([this] { run(); })
    {
    }
    ~Churner()
    {
        m_stop = true;
        m_thread.join();
    }
    Churner(const Churner &) = delete;
    Churner &operator=(const Churner &) = delete;

private:
    void run()
    {
        unsigned owner = 0;
        while (!m_stop) {
            if (m_random() % 4 != 0)
                owner = m_random() % 5;
            m_session.run(m_statement, {QStringLiteral("owner-%1").arg(owner), m_name});
            std::this_thread::sleep_for(Micros(1000 + m_random() % 50'000));
        }
    }

    SqlSession m_session;
    const QString m_name;
    std::mt19937 m_random;
    const QString m_statement;
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
};

/** What one operator did to one lock. */
struct Tally {
    int tries = 0;
    int refused = 0;
    int other = 0;        ///< anything but these two
    QStringList released; ///< owner and time of what was looked at, in order
    QString trouble;
};

std::optional<LockRecord> lookAt(SqlSource &source, SqlConnection &connection,
                                 const QByteArray &name)
{
    Observation seen = source.read(connection, soon());
    source.finish(seen, SqlZoneInquiry()); // what is released does not depend on it
    for (LockRecord &record : seen.records) {
        if (record.id.name == name && !record.holders.empty())
            return std::move(record);
    }
    return std::nullopt;
}

Tally releaseManyTimes(const Kind &kind, const SqlScratch &scratch, const BackendSpec &backend,
                       const QByteArray &name, unsigned number)
{
    Tally tally;
    LockOperator someone(kind.system, backend, SqlScratch::password());
    SourceSet sources;
    kind.system.contribute(backend, sources);
    const auto connection = connectTo(scratch.reader());
    std::mt19937 random(seed + 100 + number);
    while (connection && tally.released.size() < wanted && tally.tries < mostTries) {
        const auto seen = lookAt(*sources.sqlSources.at(0), *connection, name);
        if (!seen) {
            std::this_thread::sleep_for(1ms);
            continue;
        }
        ++tally.tries;
        const QString action = kind.actions.at(tally.tries % kind.actions.size());
        const auto ticket = someone.begin(*seen, action);
        if (random() % 2 == 0)
            std::this_thread::sleep_for(Micros(random() % 20'000));
        const auto outcome = ticket ? someone.commit(*ticket) : std::nullopt;
        if (outcome && outcome->result == ReleaseResult::Released) {
            tally.released << QStringLiteral("%1:%2").arg(
                QString::fromUtf8(seen->holders.at(0).raw), QString::number(seen->lease.stored));
        } else if (outcome && outcome->result == ReleaseResult::Changed) {
            ++tally.refused;
        } else {
            ++tally.other;
            tally.trouble = outcome ? outcome->message : someone.error().message;
        }
    }
    return tally;
}

} // namespace

/** Releases while owners change every few milliseconds, checked by a journal of the server's own.
 */
class TestTableRace : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void releasesNothingButWhatWasSeen_data();
    void releasesNothingButWhatWasSeen();

private:
    SqlServers m_servers;
};

void TestTableRace::releasesNothingButWhatWasSeen_data()
{
    QTest::addColumn<bool>("leader");
    QTest::newRow("dist_lock") << false;
    QTest::newRow("leader") << true;
}

void TestTableRace::releasesNothingButWhatWasSeen()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(bool, leader);
    const Kind kind = kindOf(leader);
    SqlScratch scratch(*server);
    makeTable(scratch, kind.table);
    BackendSpec backend = scratch.backend();
    backend.tables = {kind.table};
    const QStringList names{QStringLiteral("one"), QStringLiteral("two")};
    for (const QString &name : names)
        scratch.run(QStringLiteral("INSERT INTO %1 (name, %2, %3) VALUES ('%4', 'first', %5)")
                        .arg(kind.table.table, kind.table.ownerColumn, kind.table.timeColumn, name,
                             kind.now));
    std::vector<Tally> tallies(size_t(names.size()));
    {
        std::vector<std::unique_ptr<Churner>> churners;
        for (int i = 0; i < names.size(); ++i)
            churners.push_back(std::make_unique<Churner>(scratch, kind, names.at(i), unsigned(i)));
        std::vector<std::thread> operators;
        for (int i = 0; i < names.size(); ++i)
            operators.emplace_back([&, i] {
                tallies.at(size_t(i)) =
                    releaseManyTimes(kind, scratch, backend, names.at(i).toUtf8(), unsigned(i));
            });
        for (std::thread &someone : operators)
            someone.join();
    }
    SqlSession session(scratch.admin());
    QVERIFY(session.run(sql("SET SESSION group_concat_max_len = 1000000")));
    int tries = 0;
    int refused = 0;
    int wrong = 0;
    qsizetype released = 0;
    for (int i = 0; i < names.size(); ++i) {
        const Tally &tally = tallies.at(size_t(i));
        const QStringList journal =
            session
                .value(sql("SELECT GROUP_CONCAT(before_it ORDER BY id SEPARATOR ' ') FROM journal "
                           "WHERE name = ? AND released"),
                       {names.at(i)})
                .toString()
                .split(u' ', Qt::SkipEmptyParts);
        QCOMPARE(journal.size(), tally.released.size());
        for (qsizetype n = 0; n < journal.size(); ++n)
            wrong += journal.at(n) == tally.released.at(n) ? 0 : 1;
        QVERIFY2(tally.other == 0, qPrintable(tally.trouble));
        tries += tally.tries;
        refused += tally.refused;
        released += tally.released.size();
    }
    qInfo("race %s: tries %d, released %lld, refused %d, wrong %d", leader ? "leader" : "dist_lock",
          tries, qlonglong(released), refused, wrong);
    QCOMPARE(wrong, 0);
    QVERIFY(released >= 500);
    QVERIFY(refused > 0);
}

LOCKMASTER_TEST(TestTableRace, QCoreApplication)

} // namespace tst_tablerace

#include "tst_tablerace.moc"
