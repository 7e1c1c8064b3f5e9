// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/eventwatch.h"
#include "tests/support/httpget.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QFile>
#include <QJsonObject>
#include <QTest>
#include <QUrl>

#include <atomic>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_clockjumps {

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

/** By a file that whoever is preloaded with libfaketime looks at each time it asks for the time. */
class FakeTime
{
public:
    FakeTime() { setAhead(0); }

    QList<std::pair<const char *, QByteArray>> environment() const
    {
        return {{"LD_PRELOAD", fakeTimeLibrary().toUtf8()},
                {"FAKETIME_TIMESTAMP_FILE", QFile::encodeName(path())},
                {"FAKETIME_NO_CACHE", "1"},
                {"FAKETIME_DONT_FAKE_MONOTONIC", "1"}};
    }
    void setAhead(qint64 seconds)
    {
        QFile file(path() + QStringLiteral(".new"));
        if (!file.open(QIODevice::WriteOnly)
            || file.write((seconds < 0 ? "" : "+") + QByteArray::number(seconds) + '\n') < 0)
            qFatal("%s", qPrintable(file.errorString()));
        file.close();
        // Nobody must find half a number.
        ::rename(QFile::encodeName(file.fileName()).constData(),
                 QFile::encodeName(path()).constData());
    }

private:
    QString path() const { return m_directory.filePath(QStringLiteral("clock")); }

    QTemporaryDir m_directory;
};

/** A MariaDB that lives in Berlin and at whatever time it is told. */
class TimeTraveller
{
public:
    bool start(QString *why)
    {
        m_server = LiveSqlServer::startMariaDb(why);
        if (!m_server)
            return false;
        auto environment = m_time.environment();
        environment.append(std::pair("TZ", QByteArray("Europe/Berlin")));
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
        m_time.setAhead(QDateTime::currentDateTimeUtc().secsTo(time));
    }

private:
    FakeTime m_time;
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
    void aProgramWhoseClockIsSetSaysNothingElse_data() { thisMachinesClockDecidesNothing_data(); }
    void aProgramWhoseClockIsSetSaysNothingElse();
    void aServersClockEndsLeasesAndNothingElse();
    void anHourThatComesTwiceRenewsNothing();
    void anHourThatIsSkippedEndsWhatEndedInIt();
    void aTimeBeyondWhatIsKnownOfTheZoneIsNotGuessed();

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

/** The real programs, below whatever asks for the time in them. Redis keeps the right time. */
void TestClockJumps::aProgramWhoseClockIsSetSaysNothingElse()
{
#ifdef LOCKMASTER_SANITIZED
    QSKIP("A sanitizer wants to be the first library, and so does libfaketime.");
#endif
    QFETCH(bool, push);
    LOCKMASTER_NEEDS_REDIS();
    if (fakeTimeLibrary().isEmpty())
        QSKIP(qPrintable(m_why));
    const auto redis = PrivateRedis::start();
    QVERIFY(redis);
    redis->run({"SET", "lock:near", "web-1", "PX", "600000"});
    redis->run({"SET", "lock:none", "web-1"});
    FakeTime time;
    QStringList environment;
    for (const auto &[name, value] : time.environment())
        environment << QString::fromLatin1(name) + u'=' + QString::fromUtf8(value);
    const QString url = QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*&push=%2")
                            .arg(redis->port())
                            .arg(push ? QStringLiteral("true") : QStringLiteral("false"));
    const auto watching =
        startLockctl({QStringLiteral("watch"), QStringLiteral("--json"), QStringLiteral("--url"),
                      url + QStringLiteral("&poll_ms=200")},
                     environment);
    // Whoever is hardly ever read has to count down by itself.
    const auto serving = startLockctl(
        {QStringLiteral("serve"), QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0"),
         QStringLiteral("--no-alerts"), QStringLiteral("--series"), QStringLiteral("lock:*"),
         QStringLiteral("--url"), url + QStringLiteral("&poll_ms=60000")},
        environment);
    const auto port = quint16(QUrl(QString::fromUtf8(nextLine(*serving)).trimmed()).port(0));
    const auto valueOf = [port](const QByteArray &beginning) {
        for (const QByteArray &line : httpGet(port, "/metrics").body.split('\n')) {
            if (line.startsWith(beginning))
                return line.mid(line.lastIndexOf(' ') + 1).toDouble();
        }
        return -1.0;
    };
    const QByteArray held =
        "lockmaster_locks{backend=\"cache\",state=\"held\",system=\"redis_string\"";
    const QByteArray ttl = "lockmaster_lock_ttl_seconds{backend=\"cache\",lock=\"lock:near\"";
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(held), 2.0, patience);
    // The first look tells of nothing; what is new after it is told.
    int round = 0;
    QByteArray line;
    const auto change = [&] {
        redis->run({"SET", "lock:mark", "owner-" + QByteArray::number(++round), "PX", "600000"});
    };
    QTRY_VERIFY_WITH_TIMEOUT((change(), watching->waitForReadyRead(500)), patience);
    while (!line.contains("owner-" + QByteArray::number(round) + '"')) {
        line = nextLine(*watching);
        QVERIFY(!line.isEmpty());
    }

    constexpr qint64 day = 86'400;
    for (const qint64 ahead : {day, -day, 40 * 365 * day, qint64(0)}) {
        time.setAhead(ahead);
        change();
        const QJsonObject event = jsonObject(nextLine(*watching));
        QCOMPARE(event.value(QStringLiteral("event")).toString(), QStringLiteral("owner_changed"));
        const QJsonObject lock = event.value(QStringLiteral("lock")).toObject();
        QCOMPARE(lock.value(QStringLiteral("name")).toString(), QStringLiteral("lock:mark"));
        const Micros left = Millis(lock.value(QStringLiteral("ttl_ms")).toInt());
        QVERIFY(left <= Micros(10min) && left > Micros(10min) - slack);
        const auto at =
            QDateTime::fromString(event.value(QStringLiteral("at")).toString(), Qt::ISODateWithMs);
        const qint64 told = QDateTime::currentDateTimeUtc().secsTo(at);
        QVERIFY2(std::abs(told - ahead) < 60, QByteArray::number(told).constData()); // it was set

        const auto before = double(redis->run({"PTTL", "lock:near"}).integer) / 1000;
        const double shown = valueOf(ttl);
        const auto after = double(redis->run({"PTTL", "lock:near"}).integer) / 1000;
        QVERIFY2(shown <= before + 1 && shown >= after - 1, QByteArray::number(shown).constData());
        QCOMPARE(
            valueOf("lockmaster_locks{backend=\"cache\",state=\"expired\",system=\"redis_string\""),
            0.0);
    }
    for (QProcess *program : {watching.get(), serving.get()}) {
        program->terminate();
        QVERIFY(program->waitForFinished(patience));
        QCOMPARE(program->readAllStandardError(), QByteArray()); // nothing is wrong anywhere
    }
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
    // Whoever compares it with NOW() has an hour more, and that is known before it comes.
    QVERIFY(std::chrono::abs(*watch.ttl("near") - Micros(70min)) < slack);
    QVERIFY(std::chrono::abs(*watch.ttl("far") - Micros(49h)) < slack);

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
    // A program that knows of summer time grants twenty minutes.
    scratch.run(QStringLiteral("INSERT INTO dist_lock VALUES "
                               "('across', 'web-3', '2027-03-28 03:19:00')"));
    EventWatch watch(spec(scratch));
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("", LockState::Held), 4, patience);
    QVERIFY(std::chrono::abs(*watch.ttl("across") - Micros(20min)) < slack);
    // That minute never comes: whoever compares it with NOW() finds it over when clocks are set.
    QVERIFY(std::chrono::abs(*watch.ttl("near") - Micros(1min)) < slack);
    QVERIFY(std::chrono::abs(*watch.ttl("far") - Micros(47h)) < slack);

    m_traveller->setTime(change.addSecs(60));
    const QStringList ended{QStringLiteral("expired:near")};
    QTRY_COMPARE_WITH_TIMEOUT(watch.events(""), ended, patience);
    QCOMPARE(watch.count("far", LockState::Held), 2);
    QVERIFY(std::chrono::abs(*watch.ttl("far") - Micros(47h - 2min)) < slack);
    QVERIFY(std::chrono::abs(*watch.ttl("across") - Micros(18min)) < slack);
}

/** A server tells of a year ahead: where its clock contradicts that, it is asked anew. */
void TestClockJumps::aTimeBeyondWhatIsKnownOfTheZoneIsNotGuessed()
{
    NEED_TRAVELLER();
    m_traveller->setTime(QDateTime(QDate(2026, 6, 1), QTime(12, 0), Qt::UTC));
    SqlScratch scratch(m_traveller->server());
    setLocks(scratch);
    scratch.run(QStringLiteral("INSERT INTO dist_lock VALUES "
                               "('later', 'web-4', '2029-01-05 12:00:00')"));
    EventWatch watch(spec(scratch));
    QTRY_COMPARE_WITH_TIMEOUT(watch.count("", LockState::Held), 4, patience);

    // By what was told then it is summer there.
    m_traveller->setTime(QDateTime(QDate(2029, 1, 1), QTime(12, 0), Qt::UTC));
    const auto left = [&watch] { return watch.ttl("later"); };
    QTRY_VERIFY_WITH_TIMEOUT(left() && std::chrono::abs(*left() - Micros(95h)) < slack, patience);
}

LOCKMASTER_TEST(TestClockJumps, QCoreApplication)

} // namespace tst_clockjumps

#undef NEED_TRAVELLER

#include "tst_clockjumps.moc"
