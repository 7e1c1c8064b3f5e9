// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"
#include "tests/support/eventwatch.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"

#include <QDateTime>
#include <QFile>
#include <QTest>

#include <atomic>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 30'000;
/** What a busy machine may take between a jump and the look at what is shown. */
constexpr Micros slack = 60s;

/** This machine's clocks, of which the one on the wall jumps. */
class JumpingClock final : public Clock
{
public:
    SteadyTime now() const override { return systemClock().now(); }
    ServerTime wallNow() const override { return systemClock().wallNow() + Micros(m_offset); }
    void setOffset(Micros offset) { m_offset = offset.count(); }

private:
    std::atomic<qint64> m_offset{0};
};

QString fakeTimeLibrary()
{
    for (const char *directory : {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"}) {
        const QString path =
            QLatin1StringView(directory) + QStringLiteral("/faketime/libfaketimeMT.so.1");
        if (QFile::exists(path))
            return path;
    }
    return {};
}

/** A MariaDB that lives in Berlin and at whatever time it is told. */
class TimeTraveller
{
public:
    bool start(QString *why)
    {
        m_server = LiveSqlServer::startMariaDb(why);
        if (!m_server)
            return false;
        setTime(QDateTime::currentDateTimeUtc());
        const QList<std::pair<const char *, QByteArray>> environment = {
            {"LD_PRELOAD", fakeTimeLibrary().toUtf8()},
            {"FAKETIME_TIMESTAMP_FILE", QFile::encodeName(clockFile())},
            {"FAKETIME_NO_CACHE", "1"},
            {"FAKETIME_DONT_FAKE_MONOTONIC", "1"},
            {"TZ", "Europe/Berlin"}};
        for (const auto &[name, value] : environment)
            qputenv(name, value);
        const bool up = m_server->restart(why);
        for (const auto &[name, value] : environment)
            qunsetenv(name);
        return up;
    }
    const LiveSqlServer &server() const { return *m_server; }
    void setTime(const QDateTime &time)
    {
        const qint64 ahead = QDateTime::currentDateTimeUtc().secsTo(time);
        QFile file(clockFile() + QStringLiteral(".new"));
        if (!file.open(QIODevice::WriteOnly)
            || file.write((ahead < 0 ? "" : "+") + QByteArray::number(ahead) + '\n') < 0)
            qFatal("%s", qPrintable(file.errorString()));
        file.close();
        // The server must not find half a number.
        ::rename(QFile::encodeName(file.fileName()).constData(),
                 QFile::encodeName(clockFile()).constData());
    }

private:
    QString clockFile() const { return m_directory.filePath(QStringLiteral("clock")); }

    QTemporaryDir m_directory;
    std::unique_ptr<LiveSqlServer> m_server;
};

} // namespace

/**
 * Clocks that jump, and the two nights a year on which those of people do: a lease ends by the
 * server's clock, and nothing else follows from any clock.
 */
class TestClockJumps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void thisMachinesClockDecidesNothing_data();
    void thisMachinesClockDecidesNothing();
    void aServersClockEndsLeasesAndNothingElse();
    void anHourThatComesTwiceRenewsNothing();
    void anHourThatIsSkippedEndsWhatEndedInIt();

private:
    BackendSpec spec(SqlScratch &scratch) const;
    /** `near` ends ten minutes after the server's NOW(), `far` two days after it. */
    static void setLocks(SqlScratch &scratch);

    QString m_why;
    std::unique_ptr<TimeTraveller> m_traveller;
};

#define NEED_TRAVELLER()                                                                           \
    if (!m_traveller)                                                                              \
    QSKIP(qPrintable(m_why))

void TestClockJumps::initTestCase()
{
    m_traveller = std::make_unique<TimeTraveller>();
    if (fakeTimeLibrary().isEmpty())
        m_why = QStringLiteral("libfaketime is not installed");
    if (m_why.isEmpty() && m_traveller->start(&m_why))
        return;
    m_traveller.reset();
    QVERIFY2(!qEnvironmentVariableIsSet("CI"), qPrintable(m_why));
}

BackendSpec TestClockJumps::spec(SqlScratch &scratch) const
{
    BackendSpec spec = scratch.backend();
    spec.tables = {distLockTable()};
    spec.systems = {QStringLiteral("dist_lock")};
    spec.urlPassword = Secret(SqlScratch::password());
    spec.poll = 200ms;
    return spec;
}

void TestClockJumps::setLocks(SqlScratch &scratch)
{
    scratch.run(QStringLiteral("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                               "owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL)"));
    scratch.run(QStringLiteral("INSERT INTO dist_lock VALUES "
                               "('near', 'web-1', NOW() + INTERVAL 10 MINUTE), "
                               "('far', 'web-2', NOW() + INTERVAL 2 DAY), "
                               // Only its lease tells who has it.
                               "('far-unnamed', '', NOW() + INTERVAL 2 DAY)"));
    scratch.run(
        QStringLiteral("GRANT UPDATE ON %1.* TO '%2'@'%'").arg(scratch.schema(), scratch.user()));
}

void TestClockJumps::thisMachinesClockDecidesNothing_data()
{
    QTest::addColumn<bool>("push");
    QTest::newRow("pushed") << true;
    QTest::newRow("polled") << false;
}

void TestClockJumps::thisMachinesClockDecidesNothing()
{
    QFETCH(bool, push);
    LOCKMASTER_NEEDS_REDIS();
    const auto redis = PrivateRedis::start();
    QVERIFY(redis);
    redis->run({"SET", "lock:near", "web-1", "PX", "600000"});
    redis->run({"SET", "lock:none", "web-1"});
    BackendSpec backend = redis->spec();
    backend.patterns = {"lock:*"};
    backend.poll = 200ms;
    backend.push = push;
    JumpingClock clock;
    EventWatch watch(backend, clock);
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("lock:", LockState::Held), 2, patience);
    for (const Micros jump :
         {Micros(24h), Micros(-24h), Micros(std::chrono::years(40)), Micros(0)}) {
        clock.setOffset(jump);
        watch.monitor().refresh();
        const auto offsetFollows = [&] {
            const auto offset = watch.status()->server.clockOffset;
            return offset && std::chrono::abs(*offset + jump) < slack;
        };
        QTRY_VERIFY_WITH_TIMEOUT(offsetFollows(), patience);
        QCOMPARE(watch.count("lock:", LockState::Held), 2);
        QVERIFY(std::chrono::abs(*watch.ttl("lock:near") - Micros(10min)) < 2 * slack);
        QVERIFY(!watch.ttl("lock:none"));
    }
    QCOMPARE(watch.events("lock:"), QStringList());
}

void TestClockJumps::aServersClockEndsLeasesAndNothingElse()
{
    NEED_TRAVELLER();
    const QDateTime noon(QDate(2026, 6, 1), QTime(12, 0), Qt::UTC);
    m_traveller->setTime(noon);
    SqlScratch scratch(m_traveller->server());
    setLocks(scratch);
    EventWatch watch(spec(scratch));
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("", LockState::Held), 3, patience);

    m_traveller->setTime(noon.addSecs(3600));
    const QStringList ended{QStringLiteral("expired:near")};
    QTRY_COMPARE_WITH_TIMEOUT(watch.events(""), ended, patience);
    QCOMPARE(watch.count("near", LockState::Expired), 1);
    QCOMPARE(watch.count("far", LockState::Held), 2);
    QVERIFY(std::chrono::abs(*watch.ttl("far") - Micros(47h)) < slack);

    m_traveller->setTime(noon);
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("near", LockState::Held), 1, patience);
    QVERIFY(std::chrono::abs(*watch.ttl("far") - Micros(48h)) < slack);
    QCOMPARE(watch.events(""), ended);
}

void TestClockJumps::anHourThatComesTwiceRenewsNothing()
{
    NEED_TRAVELLER();
    const QDateTime change(QDate(2026, 10, 25), QTime(1, 0), Qt::UTC);
    m_traveller->setTime(change.addSecs(-60));
    SqlScratch scratch(m_traveller->server());
    setLocks(scratch);
    const LockTableSystem system;
    LockOperator someone(system, spec(scratch), SqlScratch::password());
    const auto seen = someone.look("far");
    QVERIFY(seen);
    const auto ticket = someone.begin(*seen, system.actions(*seen).front().id);
    QVERIFY2(ticket, qPrintable(someone.error().message));
    EventWatch watch(spec(scratch));
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("", LockState::Held), 3, patience);
    QVERIFY(std::chrono::abs(*watch.ttl("near") - Micros(10min)) < slack);

    // Whoever compares it with NOW() has an hour more.
    m_traveller->setTime(change.addSecs(60));
    QTRY_VERIFY_WITH_TIMEOUT(std::chrono::abs(*watch.ttl("near") - Micros(68min)) < slack,
                             patience);
    QCOMPARE(watch.count("", LockState::Held), 3);
    QCOMPARE(watch.events(""), QStringList());

    const auto outcome = someone.commit(*ticket);
    QVERIFY2(outcome, qPrintable(someone.error().message));
    QVERIFY2(outcome->result == ReleaseResult::Released, qPrintable(outcome->message));
}

void TestClockJumps::anHourThatIsSkippedEndsWhatEndedInIt()
{
    NEED_TRAVELLER();
    const QDateTime change(QDate(2027, 3, 28), QTime(1, 0), Qt::UTC);
    m_traveller->setTime(change.addSecs(-60));
    SqlScratch scratch(m_traveller->server());
    setLocks(scratch);
    EventWatch watch(spec(scratch));
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("", LockState::Held), 3, patience);
    QVERIFY(std::chrono::abs(*watch.ttl("near") - Micros(10min)) < slack);

    m_traveller->setTime(change.addSecs(60));
    const QStringList ended{QStringLiteral("expired:near")};
    QTRY_COMPARE_WITH_TIMEOUT(watch.events(""), ended, patience);
    QCOMPARE(watch.count("far", LockState::Held), 2);
    QVERIFY(std::chrono::abs(*watch.ttl("far") - Micros(47h - 2min)) < slack);
}

QTEST_GUILESS_MAIN(TestClockJumps)
#include "tst_clockjumps.moc"
