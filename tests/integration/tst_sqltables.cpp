// SPDX-License-Identifier: Apache-2.0
#include "core/sources/backendreader.h"
#include "core/systems/registry/registry.h"
#include "tests/support/faultproxy.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <functional>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sqltables {

namespace {

constexpr auto lockTable = "CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                           "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)";
constexpr auto leaders = "CREATE TABLE service_leader_lock (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
                         "name VARCHAR(100) NOT NULL UNIQUE, container_id VARCHAR(100) NULL, "
                         "timestamp DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP)";

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

BackendSpec watching(const SqlScratch &scratch, std::vector<TableSpec> tables)
{
    BackendSpec spec = scratch.backend();
    spec.tables = std::move(tables);
    spec.systems = QStringList{QStringLiteral("dist_lock"), QStringLiteral("leader")};
    return spec;
}

/** Polls as the monitor does, until `done` or for a long time. */
bool pollUntil(BackendReader &reader, BackendReading &reading, const std::function<bool()> &done)
{
    // MariaDB takes a new picture of its locks only when nobody has looked for 100 ms.
    constexpr auto period = 200ms;
    for (int poll = 0; poll < 150; ++poll) {
        reading = reader.read(BackendReader::Depth::Routine, soon());
        if (done())
            return true;
        std::this_thread::sleep_for(period);
    }
    return false;
}

/** The sessions that the evidence of locked rows names. */
QSet<qint64> accused(const BackendReading &reading, const QByteArray &name = {})
{
    static const QRegularExpression number(QStringLiteral("#(\\d+) "));
    QSet<qint64> ids;
    for (const Observation &seen : reading.observations) {
        for (const LockRecord &record : seen.records) {
            for (const Finding &finding : record.findings) {
                if (finding.id != FindingId::RowLockSuspected
                    || (!name.isEmpty() && record.id.name != name))
                    continue;
                for (auto all = number.globalMatch(finding.evidence); all.hasNext();)
                    ids << all.next().captured(1).toLongLong();
            }
        }
    }
    return ids;
}

QString evidenceOf(const LockRecord *record)
{
    for (const Finding &finding : record ? record->findings : QList<Finding>()) {
        if (finding.id == FindingId::RowLockSuspected)
            return finding.evidence;
    }
    return {};
}

/** Waits for a row until its session ends. */
std::unique_ptr<SqlSession> waiterFor(const SqlScratch &scratch, const char *statement)
{
    auto waiter = std::make_unique<SqlSession>(scratch.admin());
    waiter->run(sql("SET SESSION innodb_lock_wait_timeout = 100"));
    waiter->begin(sql(statement));
    return waiter;
}

std::unique_ptr<BackendReader> readerFor(const BackendSpec &spec)
{
    return makeReader(spec, [](SteadyTime) { return Secret(SqlScratch::password()); });
}

BackendReading readOnce(const BackendSpec &spec)
{
    return readerFor(spec)->read(BackendReader::Depth::Full, soon());
}

const LockRecord *lockNamed(const BackendReading &reading, const QByteArray &name)
{
    for (const Observation &seen : reading.observations) {
        for (const LockRecord &record : seen.records) {
            if (record.id.name == name)
                return &record;
        }
    }
    return nullptr;
}

double secondsLeft(const LockRecord &record)
{
    const auto ttl = record.ttlAt(std::chrono::steady_clock::now());
    return ttl ? double(ttl->count()) / 1e6 : 0.0;
}

/** The kind of the only problem. */
std::optional<ErrorKind> problemKind(const BackendReading &reading)
{
    if (reading.failure || reading.observations.size() != 1
        || reading.observations[0].problems.size() != 1)
        return std::nullopt;
    return reading.observations[0].problems[0].kind;
}

/** Grants the scratch account what a monitoring account gets. */
void letItSeeLocks(SqlScratch &scratch, const LiveSqlServer &server)
{
    scratch.run(QStringLiteral("GRANT PROCESS ON *.* TO '%1'@'%'").arg(scratch.user()));
    if (!server.isMariaDb())
        scratch.run(
            QStringLiteral("GRANT SELECT ON performance_schema.* TO '%1'@'%'").arg(scratch.user()));
}

QString problemsText(const BackendReading &reading)
{
    QStringList texts;
    if (reading.failure)
        texts << reading.failure->message;
    for (const Observation &seen : reading.observations) {
        for (const Error &error : seen.problems)
            texts << errorKindName(error.kind) + u' ' + error.message + u' ' + error.remedy;
    }
    return texts.join(u'\n');
}

} // namespace

/** Lock tables and leader tables on every server found. */
class TestSqlTables : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void tellsHeldExpiredAndReleasedLocks();
    void anEmptyTableIsCompleteAndHasAClock();
    void readsTenThousandRowsFast();
    void tellsWhoLeads();
    void appliesTheClockOfTheProfile_data();
    void appliesTheClockOfTheProfile();
    void findsThatAnotherClockWroteIt();
    void keepsFractionsOfASecond();
    void readsTimestampColumns();
    void readsNamesOfAnyCharacterSet_data();
    void readsNamesOfAnyCharacterSet();
    void keepsNamesApartThatACollationTakesForOne();
    void showsHostileBytesAsTheyAre();
    void cutsLongOwners();
    void mapsColumnsOfOtherTables();
    void flagsALeaseOfNoTime();
    void aZeroDateIsNoLeaseForEver();
    void twoRowsOfOneNameAreBothTold();
    void saysWhatStandsInTheWay_data();
    void saysWhatStandsInTheWay();
    void aDefaultTableMayBeMissing();
    void aDefaultTableThatIsDeniedIsAbsentUnlessItWasRead();
    void aDefaultTableWithAHiddenColumnIsNotEmpty();
    void aReplicaIsBelievedInNothingThatIsMissing();
    void tellsRowsLockedByAnOpenTransaction();
    void namesTheWaitersOfALockedRow();
    void suspectsWhoHoldsARowAndNobodyWhoWaits();
    void tellsWhoHoldsInAChainOfWaits();
    void tellsWhoHoldsByAnotherIndex();
    void countsEachOfThoseThatWaitToShareARow();
    void whoGaveUpWaitingIsNotSuspected();
    void whoAddsARowIsNamedAndNotWhoWaitsToAddIt();
    void saysWhereItIsNotToldWhoWaits();
    void namesWhoGoesOnByItselfFirst();
    void whoGotARowJustNowIsNotSuspectedYet();
    void suspectsAnOpenTransactionThatNobodyWaitsFor();
    void aLockedTableIsNotAnEmptyOne();
    void examinesWhatTheAccountMaySee();
    void comesBackAfterTheServerWasGone();
    void aKilledIdleConnectionIsNoFailure();

private:
    SqlServers m_servers;
};

void TestSqlTables::tellsHeldExpiredAndReleasedLocks()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES "
                    "('held', '9f1c2a77-1111-4222-8333-444455556666', NOW() + INTERVAL 60 SECOND), "
                    "('over', 'web-3', NOW() - INTERVAL 5 SECOND), "
                    "('released', 'web-3', '1970-01-02 00:00:00')"));
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    QVERIFY2(!reading.failure, qPrintable(problemsText(reading)));
    QCOMPARE(reading.observations.size(), size_t(1));
    QVERIFY2(reading.observations[0].complete, qPrintable(problemsText(reading)));
    QCOMPARE(reading.observations[0].source, scratch.schema() + QStringLiteral(".dist_lock"));

    const LockRecord *held = lockNamed(reading, "held");
    QVERIFY(held);
    QCOMPARE(held->state, LockState::Held);
    QCOMPARE(held->holders.at(0).raw, QByteArray("9f1c2a77-1111-4222-8333-444455556666"));
    QCOMPARE(held->holders.at(0).label, QStringLiteral("9f1c2a77.."));
    QVERIFY2(secondsLeft(*held) > 57 && secondsLeft(*held) <= 60,
             qPrintable(QString::number(secondsLeft(*held))));
    QCOMPARE(held->lease.precision, Micros(1s));
    QVERIFY(held->findings.empty());

    const LockRecord *over = lockNamed(reading, "over");
    QVERIFY(over);
    QCOMPARE(over->state, LockState::Expired);
    QCOMPARE(over->holders.at(0).detail->host, QStringLiteral("web-3"));

    const LockRecord *released = lockNamed(reading, "released");
    QVERIFY(released);
    QCOMPARE(released->state, LockState::Free);
    QVERIFY(released->holders.empty());
    QVERIFY(!released->lease.expiresAt);

    QVERIFY(std::chrono::abs(*reading.server.clockOffset) < 1s);
    QCOMPARE(reading.server.transport, QStringLiteral("plaintext"));
}

void TestSqlTables::anEmptyTableIsCompleteAndHasAClock()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    QVERIFY2(!reading.failure, qPrintable(problemsText(reading)));
    QVERIFY(reading.observations.at(0).complete);
    QVERIFY(reading.observations[0].records.empty());
    QVERIFY(reading.observations[0].clock.server > ServerTime{});
}

void TestSqlTables::readsTenThousandRowsFast()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock SELECT CONCAT('job-', a.n*1000+b.n*100+c.n*10+d.n), "
                    "UUID(), NOW() + INTERVAL 60 SECOND FROM "
                    "(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION "
                    "SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) a, "
                    "(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION "
                    "SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) b, "
                    "(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION "
                    "SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) c, "
                    "(SELECT 0 n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION "
                    "SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) d"));
    const auto reader = readerFor(watching(scratch, {distLockTable()}));
    for (int i = 0; i < 4; ++i) {
        QElapsedTimer timer;
        timer.start();
        const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
        const double took = double(timer.nsecsElapsed()) / 1e6;
        QVERIFY2(!reading.failure, qPrintable(problemsText(reading)));
        QCOMPARE(reading.observations.at(0).records.size(), size_t(10'000));
        qInfo("10,000 rows: %.1f ms, of which on the wire %.1f ms", took,
              double(reading.observations[0].latency.count()) / 1e3);
        // Far from the usual few milliseconds: only what is quadratic or asks row by row fails.
        QVERIFY(took < 3000);
    }
}

void TestSqlTables::tellsWhoLeads()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(leaders));
    scratch.run(sql("INSERT INTO service_leader_lock (name, container_id, timestamp) VALUES "
                    "('billing', 'web-3', UTC_TIMESTAMP()), "
                    "('mailing', NULL, UTC_TIMESTAMP()), "
                    "('stopped', 'web-4', UTC_TIMESTAMP() - INTERVAL 30 SECOND), "
                    "('released', 'web-5', '1970-01-02 00:00:00')"));
    TableSpec table = leaderTable();
    table.lease = Micros(20s);
    const BackendReading reading = readOnce(watching(scratch, {table}));
    QVERIFY2(!reading.failure, qPrintable(problemsText(reading)));
    const LockRecord *billing = lockNamed(reading, "billing");
    QVERIFY(billing);
    QCOMPARE(billing->state, LockState::Held);
    QCOMPARE(billing->holders.at(0).label, QStringLiteral("web-3"));
    QCOMPARE(*billing->lease.granted, Micros(20s));
    QVERIFY(secondsLeft(*billing) > 15 && secondsLeft(*billing) < 21);
    QCOMPARE(lockNamed(reading, "mailing")->state, LockState::Free);
    QVERIFY(lockNamed(reading, "mailing")->holders.empty());
    QCOMPARE(lockNamed(reading, "stopped")->state, LockState::Expired);
    QCOMPARE(lockNamed(reading, "released")->state, LockState::Free);
    QVERIFY(billing->findings.empty());
}

void TestSqlTables::appliesTheClockOfTheProfile_data()
{
    QTest::addColumn<QString>("clock");
    QTest::addColumn<QString>("now"); ///< what its writer took for now
    QTest::newRow("server") << "server"
                            << "NOW(6)";
    QTest::newRow("utc") << "utc"
                         << "UTC_TIMESTAMP(6)";
    QTest::newRow("offset") << "+05:45"
                            << "UTC_TIMESTAMP(6) + INTERVAL 345 MINUTE";
    QTest::newRow("zone") << "Asia/Seoul"
                          << "UTC_TIMESTAMP(6) + INTERVAL 9 HOUR";
}

void TestSqlTables::appliesTheClockOfTheProfile()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, clock);
    QFETCH(QString, now);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, "
                    "owner VARCHAR(100), expiry DATETIME(6))"));
    scratch.run(QStringLiteral("INSERT INTO dist_lock VALUES ('a', 'o', %1 + INTERVAL 60 SECOND)")
                    .arg(now));
    TableSpec table = distLockTable();
    table.clock = *clockSpecFromText(clock);
    const BackendReading reading = readOnce(watching(scratch, {table}));
    const LockRecord *record = lockNamed(reading, "a");
    QVERIFY2(record, qPrintable(problemsText(reading)));
    QCOMPARE(record->state, LockState::Held);
    QVERIFY2(secondsLeft(*record) > 50 && secondsLeft(*record) <= 60,
             qPrintable(QString::number(secondsLeft(*record))));
    QVERIFY(record->findings.empty());
}

void TestSqlTables::findsThatAnotherClockWroteIt()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    scratch.run(sql(leaders));
    BackendSpec spec = watching(scratch, {distLockTable(), leaderTable()});
    const auto reader = readerFor(spec);
    QVERIFY(!reader->read(BackendReader::Depth::Routine, soon()).failure);
    // Written nine hours from the clock of the profile, while we look on.
    scratch.run(sql("INSERT INTO dist_lock VALUES "
                    "('behind', 'o', NOW() - INTERVAL 9 HOUR + INTERVAL 30 SECOND), "
                    "('ahead', 'o', NOW() + INTERVAL 9 HOUR + INTERVAL 30 SECOND), "
                    "('right', 'o', NOW() + INTERVAL 30 SECOND)"));
    scratch.run(sql("INSERT INTO service_leader_lock (name, container_id, timestamp) VALUES "
                    "('lead ahead', 'c', UTC_TIMESTAMP() + INTERVAL 9 HOUR), "
                    "('lead behind', 'c', UTC_TIMESTAMP() - INTERVAL 9 HOUR), "
                    "('lead right', 'c', UTC_TIMESTAMP())"));
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
    for (const char *name : {"behind", "ahead", "lead ahead", "lead behind"}) {
        const LockRecord *record = lockNamed(reading, name);
        QVERIFY2(record, name);
        QVERIFY2(record->hasFinding(FindingId::ClockMismatch), name);
        QVERIFY2(record->findings[0].evidence.contains(QStringLiteral("09:00")),
                 qPrintable(record->findings[0].evidence));
    }
    QVERIFY(lockNamed(reading, "right")->findings.empty());
    QVERIFY(lockNamed(reading, "lead right")->findings.empty());
}

void TestSqlTables::keepsFractionsOfASecond()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, "
                    "owner VARCHAR(100), expiry DATETIME(3))"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', '2026-01-02 03:04:05.678')"));
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    const LockRecord *record = lockNamed(reading, "a");
    QVERIFY2(record, qPrintable(problemsText(reading)));
    QCOMPARE(record->lease.stored % 1'000'000, 678'000);
    QCOMPARE(record->lease.precision, Micros(1ms));
    const auto &lines = *record->attributes;
    QVERIFY(std::any_of(lines.begin(), lines.end(), [](const Attribute &line) {
        return line.value == u"2026-01-02 03:04:05.678";
    }));
}

void TestSqlTables::readsTimestampColumns()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100), "
                    "expiry TIMESTAMP(6) NULL)"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW(6) + INTERVAL 60 SECOND), "
                    "('endless', 'o', NULL)"));
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    const LockRecord *record = lockNamed(reading, "a");
    QVERIFY2(record, qPrintable(problemsText(reading)));
    QVERIFY(secondsLeft(*record) > 50 && secondsLeft(*record) <= 60);
    const LockRecord *endless = lockNamed(reading, "endless");
    QCOMPARE(endless->state, LockState::Held);
    QVERIFY(!endless->lease.hasExpiry);
}

void TestSqlTables::readsNamesOfAnyCharacterSet_data()
{
    QTest::addColumn<QString>("characterSet");
    QTest::addColumn<QString>("text");
    QTest::newRow("utf8mb4") << "utf8mb4" << QStringLiteral("결제-🔒");
    QTest::newRow("euckr") << "euckr" << QStringLiteral("결제-서버");
    QTest::newRow("latin1") << "latin1" << QStringLiteral("café");
    QTest::newRow("ucs2") << "ucs2" << QStringLiteral("결제");
}

void TestSqlTables::readsNamesOfAnyCharacterSet()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, characterSet);
    QFETCH(QString, text);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable) + QStringLiteral(" CHARACTER SET ") + characterSet);
    scratch.run(sql("INSERT INTO dist_lock VALUES (?, ?, NOW() + INTERVAL 60 SECOND)"),
                {text, text});
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    const LockRecord *record = lockNamed(reading, text.toUtf8());
    QVERIFY2(record, qPrintable(problemsText(reading)));
    QCOMPARE(record->holders.at(0).raw, text.toUtf8());
    QCOMPARE(record->holders[0].label, text);
}

void TestSqlTables::keepsNamesApartThatACollationTakesForOne()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    // No key on the name: a case-insensitive one would not take both.
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) COLLATE utf8mb4_general_ci, "
                    "owner VARCHAR(100), expiry DATETIME)"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('Daily', 'a', NOW()), ('daily', 'b', NOW()), "
                    "('daily ', 'c', NOW())"));
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    QCOMPARE(reading.observations.at(0).records.size(), size_t(3));
    QCOMPARE(lockNamed(reading, "Daily")->holders.at(0).raw, QByteArray("a"));
    QCOMPARE(lockNamed(reading, "daily")->holders.at(0).raw, QByteArray("b"));
    QCOMPARE(lockNamed(reading, "daily ")->holders.at(0).raw, QByteArray("c"));
}

void TestSqlTables::showsHostileBytesAsTheyAre()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE dist_lock (name VARBINARY(400) PRIMARY KEY, "
                    "owner VARBINARY(400), expiry DATETIME)"));
    const QList<QByteArray> names{QByteArray(""),
                                  QByteArray(100, 'n'),
                                  QByteArray("nul\0end", 7),
                                  QByteArray("new\nline"),
                                  QByteArray("<b>bold</b>"),
                                  QByteArray("\xff\xfe invalid"),
                                  QByteArray("\xe2\x80\xae right to left")};
    for (const QByteArray &name : names)
        scratch.run(sql("INSERT INTO dist_lock VALUES (?, ?, NOW() + INTERVAL 60 SECOND)"),
                    {name, name});
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    QCOMPARE(reading.observations.at(0).records.size(), size_t(names.size()));
    for (const QByteArray &name : names) {
        const LockRecord *record = lockNamed(reading, name);
        QVERIFY2(record, name.constData());
        QCOMPARE(record->holders.at(0).raw, name);
        QVERIFY(!record->holders[0].label.contains(u'\n'));
        QVERIFY(!record->holders[0].label.contains(QChar(0)));
        QVERIFY(!record->holders[0].label.contains(QChar(0x202e)));
    }
    QCOMPARE(lockNamed(reading, "")->holders.at(0).rawBytes, 0);
}

void TestSqlTables::cutsLongOwners()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, owner LONGTEXT, "
                    "expiry DATETIME)"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', REPEAT('x', 1000000), NOW())"));
    const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
    const LockRecord *record = lockNamed(reading, "a");
    QVERIFY2(record, qPrintable(problemsText(reading)));
    QCOMPARE(record->holders.at(0).raw.size(), 1024);
    QCOMPARE(record->holders[0].rawBytes, 1'000'000);
    QVERIFY(record->holders[0].label.size() < 100);

    // Fits as it is stored, and not as it is read.
    scratch.run(sql("DROP TABLE dist_lock"));
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(1000), "
                    "expiry DATETIME) CHARACTER SET latin1"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('b', ?, NOW())"), {QString(600, QChar(0xe4))});
    const BackendReading other = readOnce(watching(scratch, {distLockTable()}));
    record = lockNamed(other, "b");
    QVERIFY2(record, qPrintable(problemsText(other)));
    QCOMPARE(record->holders.at(0).raw.size(), 1024);
    QCOMPARE(record->holders[0].rawBytes, 1200);
}

void TestSqlTables::mapsColumnsOfOtherTables()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE `job``s %1` (`the key` BIGINT PRIMARY KEY, `by` VARCHAR(100), "
                    "`until %2` DATETIME)"));
    scratch.run(sql("INSERT INTO `job``s %1` VALUES (7, 'web-3:4711', NOW() + INTERVAL 9 SECOND)"));
    TableSpec table = distLockTable();
    table.table = sql("job`s %1");
    table.nameColumn = sql("THE key");
    table.ownerColumn = sql("by");
    table.timeColumn = sql("until %2");
    table.named = true;
    const BackendReading reading = readOnce(watching(scratch, {table}));
    const LockRecord *record = lockNamed(reading, "7");
    QVERIFY2(record, qPrintable(problemsText(reading)));
    QCOMPARE(record->state, LockState::Held);
    QCOMPARE(record->holders.at(0).detail->host, QStringLiteral("web-3"));
    QCOMPARE(*record->holders[0].detail->pid, 4711);
}

void TestSqlTables::aZeroDateIsNoLeaseForEver()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'"));
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                    "owner VARCHAR(100) NOT NULL, expiry DATETIME NULL)"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('zero', 'web-1', '0000-00-00 00:00:00'), "
                    "('odd', 'web-2', '2027-00-14 00:00:00'), ('none', 'web-3', NULL), "
                    "('held', 'web-4', NOW() + INTERVAL 60 SECOND)"));
    const BackendSpec spec = watching(scratch, {distLockTable()});
    const auto reader = readerFor(spec);
    for (int look = 0; look < 3; ++look) {
        const BackendReading reading = reader->read(
            look == 0 ? BackendReader::Depth::Full : BackendReader::Depth::Routine, soon());
        const LockRecord *zero = lockNamed(reading, "zero");
        QVERIFY2(zero, qPrintable(problemsText(reading)));
        QCOMPARE(zero->state, LockState::Expired);
        QVERIFY(zero->hasFinding(FindingId::InvalidTime) && !zero->hasFinding(FindingId::NoExpiry));
        QCOMPARE(zero->holders.at(0).raw, QByteArray("web-1"));
        QCOMPARE(lockNamed(reading, "odd")->state, LockState::Unknown);
        QVERIFY(lockNamed(reading, "odd")->hasFinding(FindingId::InvalidTime));
        QCOMPARE(lockNamed(reading, "none")->state, LockState::Held);
        QVERIFY(!lockNamed(reading, "none")->lease.hasExpiry);
        QVERIFY(lockNamed(reading, "held")->findings.empty());
    }
    // The same owner writes another that is none.
    const qint64 before = lockNamed(readOnce(spec), "odd")->lease.stored;
    QCOMPARE(lockNamed(readOnce(spec), "odd")->lease.stored, before);
    scratch.run(sql("UPDATE dist_lock SET expiry = '2027-00-31 00:00:00' WHERE name = 'odd'"));
    const BackendReading after = readOnce(spec);
    QVERIFY(lockNamed(after, "odd")->hasFinding(FindingId::InvalidTime));
    QVERIFY(lockNamed(after, "odd")->lease.stored != before);
}

void TestSqlTables::twoRowsOfOneNameAreBothTold()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL, "
                    "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL, KEY (name))"));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'web-1', NOW() + INTERVAL 60 SECOND), "
                    "('a', 'web-2', NOW() + INTERVAL 90 SECOND), "
                    "('b', 'web-3', NOW() + INTERVAL 60 SECOND)"));
    const BackendSpec spec = watching(scratch, {distLockTable()});
    BackendReading reading = readOnce(spec);
    QVERIFY2(reading.observations.at(0).complete, qPrintable(problemsText(reading)));
    QCOMPARE(reading.observations[0].records.size(), size_t(2));
    const LockRecord *both = lockNamed(reading, "a");
    QVERIFY(both->hasFinding(FindingId::RepeatedName));
    QCOMPARE(both->holders.size(), qsizetype(2));
    QCOMPARE(both->holders.at(0).raw, QByteArray("web-2"));
    QCOMPARE(both->holders.at(1).raw, QByteArray("web-1"));
    QVERIFY(lockNamed(reading, "b")->findings.empty());
    const Examination examined = readerFor(spec)->examine(soon());
    const auto saysSo = [](const Capability &capability) {
        return capability.reason.contains(QLatin1StringView("No unique key on name"));
    };
    QVERIFY(std::any_of(examined.capabilities.begin(), examined.capabilities.end(), saysSo));

    scratch.run(sql("DELETE FROM dist_lock WHERE owner = 'web-1'"));
    scratch.run(sql("ALTER TABLE dist_lock ADD UNIQUE KEY (name)"));
    reading = readOnce(spec);
    QVERIFY(lockNamed(reading, "a")->findings.empty());
    const Examination after = readerFor(spec)->examine(soon());
    QVERIFY(std::none_of(after.capabilities.begin(), after.capabilities.end(), saysSo));
}

void TestSqlTables::flagsALeaseOfNoTime()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    const auto reader = readerFor(watching(scratch, {distLockTable()}));
    QVERIFY(!reader->read(BackendReader::Depth::Routine, soon()).failure);
    scratch.run(sql("INSERT INTO dist_lock VALUES ('hasty', 'o', NOW() - INTERVAL 2 SECOND), "
                    "('right', 'o', NOW() + INTERVAL 60 SECOND)"));
    for (int look = 0; look < 2; ++look) { // it stays until the row is written again
        const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
        QVERIFY(lockNamed(reading, "hasty")->hasFinding(FindingId::ZeroLease));
        QVERIFY(lockNamed(reading, "right")->findings.empty());
    }
    scratch.run(sql("UPDATE dist_lock SET expiry = NOW() + INTERVAL 60 SECOND"));
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
    QVERIFY(lockNamed(reading, "hasty")->findings.empty());
}

void TestSqlTables::saysWhatStandsInTheWay_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("table") << "table" << ErrorKind::NotFound;
    QTest::newRow("column") << "column" << ErrorKind::NotFound;
    QTest::newRow("privilege") << "privilege" << ErrorKind::Denied;
    QTest::newRow("type") << "type" << ErrorKind::Config;
    QTest::newRow("name") << "name" << ErrorKind::Config;
    QTest::newRow("no database") << "no database" << ErrorKind::NotFound;
}

void TestSqlTables::saysWhatStandsInTheWay()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, what);
    QFETCH(ErrorKind, kind);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (name VARCHAR(10), owner VARCHAR(10), expiry BIGINT)"));
    TableSpec table = distLockTable();
    table.named = true;
    table.table = sql("t");
    BackendSpec spec = watching(scratch, {});
    if (what == u"table")
        table.table = sql("nowhere");
    else if (what == u"column")
        table.ownerColumn = sql("holder");
    else if (what == u"privilege") {
        table.schema = sql("mysql");
        table.table = sql("user");
    } else if (what == u"name")
        table.table = QString(65, u'x');
    else if (what == u"no database")
        spec.database.clear();
    spec.tables = {table};
    const BackendReading reading = readOnce(spec);
    QVERIFY2(problemKind(reading) == kind, qPrintable(problemsText(reading)));
    QVERIFY(!reading.observations[0].complete);
    QVERIFY(reading.observations[0].records.empty());
    const Error &error = reading.observations[0].problems[0];
    QVERIFY(!error.remedy.isEmpty());
    QVERIFY(!error.message.contains(u'\n'));
}

void TestSqlTables::aDefaultTableMayBeMissing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(leaders));
    const auto reader = readerFor(watching(scratch, {distLockTable(), leaderTable()}));
    const BackendReading reading = reader->read(BackendReader::Depth::Full, soon());
    QVERIFY(!reading.failure);
    for (const Observation &seen : reading.observations) {
        QVERIFY2(seen.problems.empty(), qPrintable(problemsText(reading)));
        QVERIFY(seen.complete);
    }
    QVERIFY(reading.observations.at(0).absent
            && reading.observations.at(0).absent->kind == ErrorKind::NotFound);
    QVERIFY(!reading.observations.at(1).absent);
    const Examination examination = reader->examine(soon());
    const auto found = std::find_if(
        examination.capabilities.begin(), examination.capabilities.end(),
        [](const Capability &capability) { return capability.id == u"dist_lock.read"; });
    QVERIFY(found != examination.capabilities.end());
    QVERIFY(found->available);
    QVERIFY2(found->reason.contains(QStringLiteral("no table")), qPrintable(found->reason));
}

/** A server denies a table that is not there as it denies one that is. */
void TestSqlTables::aDefaultTableThatIsDeniedIsAbsentUnlessItWasRead()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    const auto reader = readerFor(watching(scratch, {distLockTable()}));
    QVERIFY(lockNamed(reader->read(BackendReader::Depth::Full, soon()), "a"));
    scratch.run(QStringLiteral("REVOKE SELECT ON `%1`.* FROM '%2'@'%'")
                    .arg(scratch.schema(), scratch.user()));
    scratch.run(sql("CREATE TABLE other (id INT)"));
    scratch.run(QStringLiteral("GRANT SELECT ON `%1`.other TO '%2'@'%'")
                    .arg(scratch.schema(), scratch.user()));
    const Examination examination =
        readerFor(watching(scratch, {distLockTable()}))->examine(soon());
    const BackendReading unread = readOnce(watching(scratch, {distLockTable()}));
    QVERIFY(!unread.failure);
    const Observation &seen = unread.observations.at(0);
    QVERIFY2(seen.problems.empty(), qPrintable(problemsText(unread)));
    QVERIFY(seen.absent && seen.absent->kind == ErrorKind::Denied);
    QVERIFY(!seen.complete); // it is not known to hold nothing
    QVERIFY(examination.problems.empty());
    const auto reads = std::find_if(
        examination.capabilities.begin(), examination.capabilities.end(),
        [](const Capability &capability) { return capability.id == u"dist_lock.read"; });
    QVERIFY(reads != examination.capabilities.end() && !reads->available);
    // The server takes the GRANT only where there is such a table, and does not tell.
    QVERIFY2(reads->reason.contains(QStringLiteral("GRANT SELECT")), qPrintable(reads->reason));
    QVERIFY2(reads->remedy.contains(QStringLiteral("systems=")), qPrintable(reads->remedy));
    QVERIFY2(reads->reason.contains(QStringLiteral("not looked at")), qPrintable(reads->reason));

    TableSpec named = distLockTable();
    named.named = true;
    const BackendReading asked = readOnce(watching(scratch, {named}));
    QVERIFY(problemKind(asked) == ErrorKind::Denied);
    QVERIFY(!asked.observations.at(0).absent);
    const QString remedy = asked.observations.at(0).problems.at(0).remedy;
    // Whoever has read it knows that it is there.
    const auto again = readerFor(watching(scratch, {distLockTable()}));
    QVERIFY(again->read(BackendReader::Depth::Full, soon()).observations.at(0).absent);
    scratch.run(remedy);
    QVERIFY(lockNamed(again->read(BackendReader::Depth::Full, soon()), "a"));
    scratch.run(QStringLiteral("REVOKE SELECT ON `%1`.dist_lock FROM '%2'@'%'")
                    .arg(scratch.schema(), scratch.user()));
    const BackendReading lost = again->read(BackendReader::Depth::Full, soon());
    QVERIFY(!lost.failure);
    QVERIFY2(problemKind(lost) == ErrorKind::Denied, qPrintable(problemsText(lost)));
    QVERIFY(!lost.observations.at(0).absent);

    // To whom another right on it shows its columns, it is there as well.
    scratch.run(QStringLiteral("GRANT INSERT ON `%1`.dist_lock TO '%2'@'%'")
                    .arg(scratch.schema(), scratch.user()));
    const auto writer = readerFor(watching(scratch, {distLockTable()}));
    const BackendReading hidden = writer->read(BackendReader::Depth::Full, soon());
    QVERIFY(!hidden.failure && !hidden.observations.at(0).absent);
    QVERIFY2(problemKind(hidden) == ErrorKind::Denied, qPrintable(problemsText(hidden)));
    for (const Capability &capability : writer->examine(soon()).capabilities) {
        if (capability.id == u"dist_lock.read") {
            QVERIFY(!capability.available);
            QCOMPARE(capability.remedy, hidden.observations.at(0).problems.at(0).remedy);
        }
    }
    scratch.run(hidden.observations.at(0).problems.at(0).remedy);
    QVERIFY(lockNamed(writer->read(BackendReader::Depth::Full, soon()), "a"));
}

void TestSqlTables::aDefaultTableWithAHiddenColumnIsNotEmpty()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    const auto reader = readerFor(watching(scratch, {distLockTable()}));
    QVERIFY(lockNamed(reader->read(BackendReader::Depth::Full, soon()), "a"));
    const QString account = QStringLiteral("'%1'@'%'").arg(scratch.user());
    scratch.run(QStringLiteral("REVOKE SELECT ON `%1`.* FROM %2").arg(scratch.schema(), account));
    const auto saysSo = [&] {
        const BackendReading reading = readOnce(watching(scratch, {distLockTable()}));
        QVERIFY(!reading.failure);
        QVERIFY2(problemKind(reading) == ErrorKind::NotFound, qPrintable(problemsText(reading)));
        QVERIFY(!reading.observations[0].complete);
    };
    const QString onTable =
        QStringLiteral("ON `%1`.dist_lock TO %2").arg(scratch.schema(), account);
    scratch.run(sql("GRANT SELECT (name, expiry) ") + onTable);
    saysSo();
    scratch.run(sql("GRANT SELECT ") + onTable);
    scratch.run(sql("ALTER TABLE dist_lock CHANGE owner holder VARCHAR(100) NOT NULL"));
    saysSo();
}

void TestSqlTables::aReplicaIsBelievedInNothingThatIsMissing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("Not ours to change.");
    SqlScratch scratch(*server);
    scratch.run(sql(leaders));
    scratch.run(sql("INSERT INTO service_leader_lock (name, container_id) VALUES ('free', NULL)"));
    const bool mariaDb = server->isMariaDb();
    scratch.run(QStringLiteral("GRANT %1 TO '%2'@'%'")
                    .arg(sql(mariaDb ? "REPLICA MONITOR ON *.*" : "SELECT ON performance_schema.*"),
                         scratch.user()));
    QCOMPARE(lockNamed(readOnce(watching(scratch, {leaderTable()})), "free")->state,
             LockState::Free);
    scratch.run(sql(mariaDb ? "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_USER='nobody'"
                            : "CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.1', "
                              "SOURCE_USER='nobody'"));
    const auto undo =
        qScopeGuard([&] { scratch.run(sql(mariaDb ? "RESET SLAVE ALL" : "RESET REPLICA ALL")); });

    const BackendReading reading = readOnce(watching(scratch, {distLockTable(), leaderTable()}));

    QVERIFY(!reading.failure && reading.server.replica);
    QCOMPARE(reading.observations.size(), size_t(2));
    QCOMPARE(reading.observations[0].problems.size(), size_t(1));
    QCOMPARE(reading.observations[0].problems[0].kind, ErrorKind::Unsupported);
    QVERIFY(reading.observations[1].problems.empty());
    for (const Observation &seen : reading.observations)
        QVERIFY(!seen.complete);
    QCOMPARE(lockNamed(reading, "free")->state, LockState::Unknown);
}

void TestSqlTables::tellsRowsLockedByAnOpenTransaction()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql(leaders));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('it''s mine', 'o', NOW() + INTERVAL 60 SECOND), "
                    "('결제', 'o', NOW() - INTERVAL 60 SECOND), ('other', 'o', NOW())"));
    scratch.run(sql("INSERT INTO service_leader_lock (name, container_id, timestamp) VALUES "
                    "('billing', 'c', UTC_TIMESTAMP()), ('mailing', 'c', UTC_TIMESTAMP())"));
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    for (const char *name : {"it's mine", "결제"})
        QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = ? FOR UPDATE"), {sql(name)}));
    QVERIFY(holder.run(sql("SELECT * FROM service_leader_lock WHERE name = 'billing' FOR UPDATE")));
    std::vector<std::unique_ptr<SqlSession>> waiters;
    if (server->isMariaDb()) { // tells a row only while somebody waits for it
        for (const char *statement :
             {"UPDATE dist_lock SET owner = 'me' WHERE name = 'it''s mine'",
              "UPDATE dist_lock SET owner = 'me' WHERE name = '결제'",
              "UPDATE service_leader_lock SET container_id = 'me' WHERE name = 'billing'"}) {
            waiters.push_back(std::make_unique<SqlSession>(scratch.admin()));
            QVERIFY(waiters.back()->run(sql("SET SESSION innodb_lock_wait_timeout = 100")));
            waiters.back()->begin(sql(statement));
        }
    }
    const auto reader = readerFor(watching(scratch, {distLockTable(), leaderTable()}));
    BackendReading reading;
    const auto blocked = [&](const QByteArray &name) {
        const LockRecord *record = lockNamed(reading, name);
        return record && record->state == LockState::Blocked;
    };
    QVERIFY(pollUntil(*reader, reading, [&] {
        return blocked("it's mine") && blocked("결제") && blocked("billing");
    }));
    QVERIFY2(!blocked("other") && !blocked("mailing"), qPrintable(problemsText(reading)));
    const auto &lines = *lockNamed(reading, "it's mine")->attributes;
    QVERIFY(std::any_of(lines.begin(), lines.end(), [&holder](const Attribute &line) {
        return line.group == Attribute::Group::Session
               && line.value.startsWith(QStringLiteral("#%1 root@").arg(holder.id()));
    }));
    QCOMPARE(lockNamed(reading, "it's mine")->holders.at(0).raw, QByteArray("o"));

    waiters.clear();
    QVERIFY(holder.run(sql("ROLLBACK")));
    QVERIFY(
        pollUntil(*reader, reading, [&] { return !blocked("it's mine") && !blocked("billing"); }));
}

void TestSqlTables::namesTheWaitersOfALockedRow()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
    SqlSession first(scratch.admin());
    SqlSession second(scratch.admin());
    for (SqlSession *waiter : {&first, &second}) {
        QVERIFY(waiter->run(sql("SET SESSION innodb_lock_wait_timeout = 100")));
        waiter->begin(sql("UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
    }
    const auto reader = readerFor(watching(scratch, {distLockTable()}));
    BackendReading reading;
    QVERIFY(pollUntil(*reader, reading, [&] {
        const LockRecord *record = lockNamed(reading, "a");
        return record && record->waiters.count == 2;
    }));
    QList<qint64> ids;
    for (const Waiter &waiter : lockNamed(reading, "a")->waiters.list)
        ids << waiter.connectionId.value_or(0);
    std::sort(ids.begin(), ids.end());
    QList<qint64> expected{first.id(), second.id()};
    std::sort(expected.begin(), expected.end());
    QCOMPARE(ids, expected);
    const auto &lines = *lockNamed(reading, "a")->attributes;
    QVERIFY(std::any_of(lines.begin(), lines.end(), [&holder](const Attribute &line) {
        return line.value.startsWith(QStringLiteral("#%1 ").arg(holder.id()));
    }));
}

/** LOCKMASTER_TRIES: so many, with one to five waiters in turn. */
void TestSqlTables::suspectsWhoHoldsARowAndNobodyWhoWaits()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const int tries = std::max(5, qEnvironmentVariableIntValue("LOCKMASTER_TRIES"));
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY), "
                    "('b', 'o', NOW() + INTERVAL 1 DAY), ('c', 'o', NOW() + INTERVAL 1 DAY)"));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    int right = 0;
    int looks = 0;
    for (int i = 0; i < tries; ++i) {
        SqlSession holder(scratch.admin());
        QVERIFY(holder.run(sql("BEGIN")));
        QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
        std::vector<std::unique_ptr<SqlSession>> waiters;
        for (int waiter = 0; waiter <= i % 5; ++waiter)
            waiters.push_back(
                waiterFor(scratch, "UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
        BackendReading reading;
        QSet<qint64> ever;
        QVERIFY(pollUntil(*reader, reading, [&] {
            ever += accused(reading);
            ++looks;
            return lockNamed(reading, "a")->waiters.count == i % 5 + 1;
        }));
        // Now that they all have waited for longer than a poll, too.
        for (int poll = 0; poll < 3; ++poll) {
            std::this_thread::sleep_for(spec.poll);
            reading = reader->read(BackendReader::Depth::Routine, soon());
            ever += accused(reading);
            ++looks;
        }
        QCOMPARE(lockNamed(reading, "a")->state, LockState::Blocked);
        right += ever == QSet{holder.id()} && accused(reading, "a") == ever ? 1 : 0;
        // Whatever it has locked is told, so that nothing else is suspected.
        QVERIFY2(accused(reading, "b").isEmpty(), qPrintable(evidenceOf(lockNamed(reading, "b"))));
        waiters.clear();
        QVERIFY(holder.run(sql("ROLLBACK")));
    }
    qInfo("%d of %d suspects right, in %d looks", right, tries, looks);
    QCOMPARE(right, tries);
}

void TestSqlTables::tellsWhoHoldsInAChainOfWaits()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY), "
                    "('b', 'o', NOW() + INTERVAL 1 DAY), ('c', 'o', NOW() + INTERVAL 1 DAY), "
                    "('d', 'o', NOW() + INTERVAL 1 DAY)"));
    const auto lock = [](SqlSession &session, const char *name) {
        return session.run(sql("SELECT * FROM dist_lock WHERE name = ? FOR UPDATE"), {sql(name)});
    };
    SqlSession first(scratch.admin());
    QVERIFY(first.run(sql("BEGIN")) && lock(first, "a"));
    SqlSession between(scratch.admin());
    QVERIFY(between.run(sql("SET SESSION innodb_lock_wait_timeout = 100")));
    QVERIFY(between.run(sql("BEGIN")) && lock(between, "b"));
    between.begin(sql("UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
    const auto last = waiterFor(scratch, "UPDATE dist_lock SET owner = 'me' WHERE name = 'b'");
    SqlSession aside(scratch.admin()); // nobody waits for what it holds
    QVERIFY(aside.run(sql("BEGIN")) && lock(aside, "c"));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    BackendReading reading;
    QVERIFY(pollUntil(*reader, reading, [&] {
        return lockNamed(reading, "a")->state == LockState::Blocked
               && lockNamed(reading, "b")->state == LockState::Blocked
               && accused(reading, "c").contains(aside.id());
    }));
    QCOMPARE(accused(reading, "a"), QSet{first.id()});
    QCOMPARE(accused(reading, "b"), QSet{between.id()});
    const QString chained = evidenceOf(lockNamed(reading, "b"));
    QVERIFY2(chained.contains(QStringLiteral("waits for a lock itself")), qPrintable(chained));
    QCOMPARE(accused(reading, "c"), QSet{aside.id()});
    if (server->isMariaDb()) // which row it holds is not told
        QCOMPARE(accused(reading, "d"), QSet{aside.id()});
    QVERIFY(!accused(reading).contains(last->id()));

    // Several share a row.
    SqlSession sharing(scratch.admin());
    SqlSession another(scratch.admin());
    for (SqlSession *session : {&sharing, &another}) {
        QVERIFY(session->run(sql("BEGIN")));
        QVERIFY(session->run(sql("SELECT * FROM dist_lock WHERE name = 'd' LOCK IN SHARE MODE")));
    }
    const auto waiter = waiterFor(scratch, "UPDATE dist_lock SET owner = 'me' WHERE name = 'd'");
    const QSet<qint64> both{sharing.id(), another.id()};
    QVERIFY(pollUntil(*reader, reading, [&] { return accused(reading, "d") == both; }));
    QCOMPARE(lockNamed(reading, "d")->waiters.count, 1);
}

/** The one by the primary key, the others by the name: one gets the entry of that, and waits. */
void TestSqlTables::tellsWhoHoldsByAnotherIndex()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(leaders));
    scratch.run(sql("INSERT INTO service_leader_lock (id, name, container_id, timestamp) VALUES "
                    "(7, 'billing', 'c', UTC_TIMESTAMP()), (8, 'mailing', 'c', UTC_TIMESTAMP())"));
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM service_leader_lock WHERE id = 7 FOR UPDATE")));
    BackendSpec spec = watching(scratch, {leaderTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    std::vector<std::unique_ptr<SqlSession>> waiters;
    for (const char *statement :
         {"UPDATE service_leader_lock SET container_id = 'me' WHERE name = 'billing'",
          "SELECT * FROM service_leader_lock WHERE name = 'billing' FOR UPDATE",
          "SELECT * FROM service_leader_lock WHERE id = 7 FOR UPDATE"}) {
        waiters.push_back(waiterFor(scratch, statement));
        BackendReading reading;
        QVERIFY(pollUntil(*reader, reading, [&] {
            const LockRecord *record = lockNamed(reading, "billing");
            return record->state == LockState::Blocked
                   && record->waiters.count == int(waiters.size());
        }));
        for (int poll = 0; poll < 3; ++poll) {
            QCOMPARE(accused(reading), QSet{holder.id()});
            std::this_thread::sleep_for(spec.poll);
            reading = reader->read(BackendReader::Depth::Routine, soon());
        }
    }
}

/** They have no number, and MariaDB tells the lock that they all want under one id. */
void TestSqlTables::countsEachOfThoseThatWaitToShareARow()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY)"));
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
    std::vector<std::unique_ptr<SqlSession>> waiters;
    QList<qint64> expected;
    for (int i = 0; i < 3; ++i) {
        waiters.push_back(
            waiterFor(scratch, "SELECT * FROM dist_lock WHERE name = 'a' LOCK IN SHARE MODE"));
        expected << waiters.back()->id();
    }
    const auto reader = readerFor(watching(scratch, {distLockTable()}));
    BackendReading reading;
    QList<qint64> ids;
    QVERIFY(pollUntil(*reader, reading, [&] {
        ids.clear();
        for (const Waiter &waiter : lockNamed(reading, "a")->waiters.list)
            ids << waiter.connectionId.value_or(0);
        std::sort(ids.begin(), ids.end());
        return ids == expected;
    }));
    QCOMPARE(lockNamed(reading, "a")->waiters.count, 3);
    QCOMPARE(accused(reading), QSet{holder.id()});
}

/** Its transaction stays open, and InnoDB counts the row that it never got. */
void TestSqlTables::whoGaveUpWaitingIsNotSuspected()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY), "
                    "('b', 'o', NOW() + INTERVAL 1 DAY)"));
    const char *const lockIt = "SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE";
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")) && holder.run(sql(lockIt)));
    SqlSession victim(scratch.admin());
    QVERIFY(victim.run(sql("SET SESSION innodb_lock_wait_timeout = 1")));
    QVERIFY(victim.run(sql("BEGIN")));
    QVERIFY(!victim.run(sql(lockIt)));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    BackendReading reading;
    QVERIFY(
        pollUntil(*reader, reading, [&] { return accused(reading, "a").contains(holder.id()); }));
    for (int poll = 0; poll < 3; ++poll) {
        std::this_thread::sleep_for(spec.poll);
        reading = reader->read(BackendReader::Depth::Routine, soon());
        QCOMPARE(accused(reading), QSet{holder.id()});
    }
}

/** With a key beside the primary one, who waits has added its row to that already. */
void TestSqlTables::whoAddsARowIsNamedAndNotWhoWaitsToAddIt()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL tells the row itself");
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(leaders));
    scratch.run(sql("INSERT INTO service_leader_lock (id, name, container_id, timestamp) VALUES "
                    "(7, 'billing', 'c', UTC_TIMESTAMP())"));
    const char *const add = "INSERT INTO service_leader_lock (name, container_id, timestamp) "
                            "VALUES ('new', 'c', UTC_TIMESTAMP())";
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")) && holder.run(sql(add)));
    const auto first = waiterFor(scratch, add);
    const auto second = waiterFor(scratch, add);
    SqlSession admin(scratch.admin());
    // InnoDB shows the same again to whoever asks more than ten times a second.
    const auto waiting = [&admin] {
        return admin
            .value(sql("SELECT COUNT(*) FROM information_schema.INNODB_TRX "
                       "WHERE TRX_STATE = 'LOCK WAIT'"))
            .toInt();
    };
    for (int look = 0; look < 100 && waiting() != 2; ++look)
        std::this_thread::sleep_for(200ms);
    QCOMPARE(waiting(), 2);
    BackendSpec spec = watching(scratch, {leaderTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    BackendReading reading;
    QVERIFY(pollUntil(*reader, reading, [&] { return !accused(reading).isEmpty(); }));
    for (int poll = 0; poll < 3; ++poll) {
        QCOMPARE(accused(reading), QSet{holder.id()});
        std::this_thread::sleep_for(spec.poll);
        reading = reader->read(BackendReader::Depth::Routine, soon());
    }
}

void TestSqlTables::saysWhereItIsNotToldWhoWaits()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL tells nothing at all");
    SqlScratch scratch(*server); // without any privilege beyond SELECT
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY)"));
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
    QSet<qint64> all{holder.id()};
    std::vector<std::unique_ptr<SqlSession>> waiters;
    for (int i = 0; i < 5; ++i) {
        waiters.push_back(waiterFor(scratch, "UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
        all << waiters.back()->id();
    }
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 1s;
    const auto reader = readerFor(spec);
    BackendReading reading;
    QVERIFY(pollUntil(*reader, reading, [&] { return accused(reading) == all; }));
    const QString evidence = evidenceOf(lockNamed(reading, "a"));
    QVERIFY2(evidence.contains(QStringLiteral("or only wait for it")), qPrintable(evidence));
    QVERIFY2(evidence.contains(QStringLiteral("PROCESS")), qPrintable(evidence));
    // Somebody has been at it for long: whoever joins them may be whom they wait for.
    waiters.push_back(waiterFor(scratch, "UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
    all << waiters.back()->id();
    SqlSession admin(scratch.admin());
    QTRY_VERIFY(admin
                    .value(sql("SELECT COUNT(*) FROM information_schema.METADATA_LOCK_INFO "
                               "WHERE THREAD_ID = ? AND TABLE_NAME = 'dist_lock'"),
                           {waiters.back()->id()})
                    .toInt()
                > 0);
    QCOMPARE(accused(reader->read(BackendReader::Depth::Routine, soon())), all);
}

/** Of two that hold something, the one that waits has been at it for longer. */
void TestSqlTables::namesWhoGoesOnByItselfFirst()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL tells the row itself");
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY), "
                    "('b', 'o', NOW() + INTERVAL 1 DAY), ('c', 'o', NOW() + INTERVAL 1 DAY), "
                    "('d', 'o', NOW() + INTERVAL 1 DAY)"));
    const auto lock = [](SqlSession &session, const char *name) {
        return session.run(sql("BEGIN"))
               && session.run(sql("SELECT * FROM dist_lock WHERE name = ? FOR UPDATE"),
                              {sql(name)});
    };
    SqlSession first(scratch.admin());
    QVERIFY(lock(first, "a"));
    SqlSession waiting(scratch.admin());
    QVERIFY(waiting.run(sql("SET SESSION innodb_lock_wait_timeout = 100")));
    QVERIFY(lock(waiting, "b"));
    waiting.begin(sql("UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
    SqlSession aside(scratch.admin());
    QVERIFY(lock(aside, "c"));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    BackendReading reading;
    const QSet<qint64> both{waiting.id(), aside.id()};
    QVERIFY(pollUntil(*reader, reading, [&] { return accused(reading, "d") == both; }));
    const QString evidence = evidenceOf(lockNamed(reading, "d"));
    const auto at = [&evidence](const SqlSession &session) {
        return evidence.indexOf(QStringLiteral("#%1 ").arg(session.id()));
    };
    QVERIFY2(at(aside) >= 0 && at(aside) < at(waiting), qPrintable(evidence));
}

/** It has used the table for as long as it waited, and held the row for no time. */
void TestSqlTables::whoGotARowJustNowIsNotSuspectedYet()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL tells the row itself");
    SqlScratch scratch(*server);
    letItSeeLocks(scratch, *server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 1 DAY)"));
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
    SqlSession next(scratch.admin());
    QVERIFY(next.run(sql("SET SESSION innodb_lock_wait_timeout = 100")));
    QVERIFY(next.run(sql("BEGIN")));
    next.begin(sql("UPDATE dist_lock SET owner = 'me' WHERE name = 'a'"));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    BackendReading reading;
    QVERIFY(pollUntil(*reader, reading, [&] {
        return lockNamed(reading, "a")->waiters.count == 1
               && accused(reading, "a") == QSet{holder.id()};
    }));
    std::this_thread::sleep_for(2 * spec.poll); // it has waited for longer than a poll
    reading = reader->read(BackendReader::Depth::Routine, soon());
    QCOMPARE(lockNamed(reading, "a")->waiters.count, 1);
    QVERIFY(holder.run(sql("COMMIT")));
    QVERIFY(next.run(sql("DO 1")));         // behind the one that waited
    std::this_thread::sleep_for(spec.poll); // MariaDB shows its old picture for a moment
    reading = reader->read(BackendReader::Depth::Routine, soon());
    QCOMPARE(accused(reading), QSet<qint64>());
    QVERIFY(pollUntil(*reader, reading, [&] { return accused(reading) == QSet{next.id()}; }));
}

void TestSqlTables::suspectsAnOpenTransactionThatNobodyWaitsFor()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isMariaDb())
        QSKIP("MySQL tells the row itself");
    SqlScratch scratch(*server); // without any privilege beyond SELECT
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.poll = 200ms;
    const auto reader = readerFor(spec);
    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock WHERE name = 'a' FOR UPDATE")));
    BackendReading reading;
    QVERIFY(pollUntil(*reader, reading, [&] {
        return lockNamed(reading, "a")->hasFinding(FindingId::RowLockSuspected);
    }));
    QCOMPARE(lockNamed(reading, "a")->state, LockState::Held);
    const QString evidence = lockNamed(reading, "a")->findings[0].evidence;
    QVERIFY2(evidence.contains(QStringLiteral("#%1").arg(holder.id())), qPrintable(evidence));
    // The evidence does not change from poll to poll, or all rows would seem to.
    reading = reader->read(BackendReader::Depth::Routine, soon());
    QCOMPARE(lockNamed(reading, "a")->findings.at(0).evidence, evidence);
    QVERIFY(holder.run(sql("COMMIT")));
    reading = reader->read(BackendReader::Depth::Routine, soon());
    QVERIFY(lockNamed(reading, "a")->findings.empty());
}

void TestSqlTables::aLockedTableIsNotAnEmptyOne()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.timeout = 5000ms;
    const auto reader = readerFor(spec);
    QVERIFY(reader->read(BackendReader::Depth::Routine, soon()).observations.at(0).complete);
    scratch.run(sql("LOCK TABLES dist_lock WRITE"));
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
    scratch.run(sql("UNLOCK TABLES"));
    QVERIFY2(problemKind(reading) == ErrorKind::Timeout, qPrintable(problemsText(reading)));
    QVERIFY(!reading.observations[0].complete);
    QVERIFY(reader->read(BackendReader::Depth::Routine, soon()).observations.at(0).complete);
}

void TestSqlTables::examinesWhatTheAccountMaySee()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    const auto rowLocks = [&] {
        const auto reader = readerFor(watching(scratch, {distLockTable()}));
        for (const Capability &capability : reader->examine(soon()).capabilities) {
            if (capability.id == u"dist_lock.row_locks")
                return capability;
        }
        return Capability();
    };
    const Capability poor = rowLocks();
    QVERIFY(!poor.id.isEmpty());
    QVERIFY(!poor.available);
    QVERIFY2(poor.remedy.startsWith(QStringLiteral("GRANT ")), qPrintable(poor.remedy));
    // Reading goes on without it.
    QVERIFY(readOnce(watching(scratch, {distLockTable()})).observations.at(0).problems.empty());
    letItSeeLocks(scratch, *server);
    const Capability rich = rowLocks();
    QVERIFY2(rich.available, qPrintable(rich.reason));
}

void TestSqlTables::comesBackAfterTheServerWasGone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    scratch.run(sql("INSERT INTO dist_lock VALUES ('a', 'o', NOW() + INTERVAL 60 SECOND)"));
    FaultProxy proxy(server->endpoint().port);
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.port = proxy.port();
    spec.timeout = 2000ms;
    const auto reader = readerFor(spec);
    QVERIFY(lockNamed(reader->read(BackendReader::Depth::Routine, soon()), "a"));
    proxy.setBlackHole(true);
    const BackendReading silent = reader->read(BackendReader::Depth::Routine, soon(500ms));
    QVERIFY(silent.failure);
    QCOMPARE(silent.failure->kind, ErrorKind::Timeout);
    QVERIFY(silent.observations.empty());
    proxy.setBlackHole(false);
    const BackendReading back = reader->read(BackendReader::Depth::Routine, soon());
    QVERIFY2(lockNamed(back, "a"), qPrintable(problemsText(back)));
}

void TestSqlTables::aKilledIdleConnectionIsNoFailure()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql(lockTable));
    FaultProxy proxy(server->endpoint().port);
    BackendSpec spec = watching(scratch, {distLockTable()});
    spec.port = proxy.port();
    const auto reader = readerFor(spec);
    QVERIFY(!reader->read(BackendReader::Depth::Routine, soon()).failure);
    proxy.dropConnections();
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
    QVERIFY2(!reading.failure, qPrintable(problemsText(reading)));
    QVERIFY(reading.observations.at(0).complete);
    QCOMPARE(proxy.connectionCount(), 2);
}

LOCKMASTER_TEST(TestSqlTables, QCoreApplication)

} // namespace tst_sqltables

#include "tst_sqltables.moc"
