// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lockctlrun.h"
#include "tests/support/httpget.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <csignal>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlserve {

/** `lockctl serve` against a real server: what can be read, from the start to the end. */
class TestLockctlServe : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;

    QStringList serve(const QStringList &more = {}) const;

private slots:
    void initTestCase();
    void locksAreRead();
    void historyIsRecorded();
    void homeThatCannotBeWrittenIsSaid();
    void serverThatIsGoneIsTold();
    void hostIsAnsweredThatWasNamed();
    void signalEndsIt_data();
    void signalEndsIt();
    void takenPortEndsItWithARemedy();
    void mistakesAreUsage_data();
    void mistakesAreUsage();
    void managerIsToldThatItIsReady();
    void scrapeDoesNotWaitForAServer();
};

namespace {

/** Where the program says it listens; 0 where it does not. */
quint16 portOf(QProcess &serving)
{
    const QUrl url(QString::fromUtf8(nextLine(serving)).trimmed());
    return url.path() == QLatin1StringView("/metrics") ? quint16(url.port(0)) : 0;
}

QByteArray scrape(quint16 port)
{
    return httpGet(port, "/metrics").body;
}

/** The value of a sample; none where there is no such. */
std::optional<double> valueOf(const QByteArray &metrics, const QByteArray &sample)
{
    for (const QByteArray &line : metrics.split('\n')) {
        if (line.startsWith(sample + ' '))
            return line.sliced(sample.size() + 1).toDouble();
    }
    return std::nullopt;
}

} // namespace

QStringList TestLockctlServe::serve(const QStringList &more) const
{
    return QStringList{QStringLiteral("serve"), QStringLiteral("--listen"),
                       QStringLiteral("127.0.0.1:0"), QStringLiteral("--url"),
                       QStringLiteral("redis://127.0.0.1:%1/0?name=cache&match=lock:*&poll_ms=200")
                           .arg(m_redis->port())}
           + more;
}

void TestLockctlServe::initTestCase()
{
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start({});
    QVERIFY(m_redis);
    m_redis->run({"SET", "lock:a", "token-1", "PX", "600000"});
    m_redis->run({"SET", "lock:b\"\\\n", "token-2"});
}

void TestLockctlServe::locksAreRead()
{
    const auto serving =
        startLockctl(serve({QStringLiteral("--series"), QStringLiteral("lock:*")}));
    const quint16 port = portOf(*serving);
    QVERIFY(port > 0);
    const QByteArray held = "lockmaster_locks{backend=\"cache\",state=\"held\",system=\"redis_"
                            "string\"}";
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), held), std::optional(2.0), 60'000);
    QByteArray metrics = scrape(port);
    QCOMPARE(valueOf(metrics, "lockmaster_backend_up{backend=\"cache\"}"), 1.0);
    const auto ttl = valueOf(metrics, "lockmaster_lock_ttl_seconds{backend=\"cache\",lock=\"lock:"
                                      "a\",source=\"db 0\",system=\"redis_string\"}");
    QVERIFY2(ttl && *ttl > 60 && *ttl <= 600, metrics.constData());
    // The newline is shown by an escape, whose backslash is escaped for the metrics.
    QVERIFY2(metrics.contains("lock=\"lock:b\\\"\\\\\\\\n\""), metrics.constData());
    QVERIFY(valueOf(metrics, "process_resident_memory_bytes").value_or(0) > 1e6);

    m_redis->run({"DEL", "lock:a"});
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), held), std::optional(1.0), 60'000);
    m_redis->run({"SET", "lock:a", "token-1", "PX", "600000"});
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), held), std::optional(2.0), 60'000);
    metrics = scrape(port);
    QCOMPARE(valueOf(metrics, "lockmaster_events_total{backend=\"cache\",kind=\"gone\"}"), 1.0);
    QCOMPARE(valueOf(metrics, "lockmaster_events_total{backend=\"cache\",kind=\"appeared\"}"), 1.0);
}

void TestLockctlServe::historyIsRecorded()
{
    const QByteArray recording = "lockmaster_history_recording";
    {
        const auto serving = startLockctl(serve());
        const quint16 port = portOf(*serving);
        QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), recording), std::optional(1.0), 60'000);
        QCOMPARE(valueOf(scrape(port), "lockmaster_history_dropped_events_total"), 0.0);
        const auto events = [port](const QByteArray &kind) {
            return valueOf(scrape(port),
                           "lockmaster_events_total{backend=\"cache\",kind=\"" + kind + "\"}");
        };
        QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), "lockmaster_backend_up{backend=\"cache\"}"),
                                  std::optional(1.0), 60'000);
        m_redis->run({"SET", "lock:remembered", "token-3", "PX", "600000"});
        QTRY_COMPARE_WITH_TIMEOUT(events("appeared"), std::optional(1.0), 60'000);
        m_redis->run({"DEL", "lock:remembered"});
        QTRY_COMPARE_WITH_TIMEOUT(events("gone"), std::optional(1.0), 60'000);
        serving->terminate();
        QVERIFY(serving->waitForFinished(60'000));
    }
    const LockctlOutcome told = runLockctl(
        {QStringLiteral("history"), QStringLiteral("--lock"), QStringLiteral("lock:remembered")});
    QVERIFY2(told.code == 0, told.err.constData());
    QVERIFY2(told.out.contains("lock:remembered"), told.out.constData());

    const auto silent = startLockctl(serve({QStringLiteral("--no-history")}));
    QVERIFY(!valueOf(scrape(portOf(*silent)), recording));
}

/** What it is there for goes on; what it cannot keep is said once. */
void TestLockctlServe::homeThatCannotBeWrittenIsSaid()
{
    QStringList nowhere;
    for (const char *name : {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                             "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
        nowhere.append(QLatin1StringView(name) + QStringLiteral("=/dev/null/home"));
    const auto serving = startLockctl(serve(), nowhere);
    const quint16 port = portOf(*serving);
    QVERIFY(port > 0);
    const QByteArray held = "lockmaster_locks{backend=\"cache\",state=\"held\",system=\"redis_"
                            "string\"}";
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), held), std::optional(2.0), 60'000);
    QCOMPARE(valueOf(scrape(port), "lockmaster_history_recording"), 0.0);
    serving->terminate();
    QVERIFY(serving->waitForFinished(60'000));
    const QByteArray said = serving->readAllStandardError();
    QVERIFY2(said.count("No history is recorded") == 1, said.constData());
    QVERIFY2(said.count("alerts-serve.json") == 1, said.constData());
}

void TestLockctlServe::serverThatIsGoneIsTold()
{
    auto other = PrivateRedis::start({});
    QVERIFY(other);
    other->run({"SET", "lock:x", "token"});
    const auto serving = startLockctl(
        serve({QStringLiteral("--url"),
               QStringLiteral("redis://127.0.0.1:%1/0?name=other&match=lock:*&poll_ms=200")
                   .arg(other->port())}));
    const quint16 port = portOf(*serving);
    const QByteArray up = "lockmaster_backend_up{backend=\"other\"}";
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), up), std::optional(1.0), 60'000);
    other.reset();
    QTRY_COMPARE_WITH_TIMEOUT(valueOf(scrape(port), up), std::optional(0.0), 60'000);
    const QByteArray metrics = scrape(port);
    QCOMPARE(valueOf(metrics, "lockmaster_locks{backend=\"other\",state=\"unknown\",system=\"redis_"
                              "string\"}"),
             1.0);
    QCOMPARE(valueOf(metrics, "lockmaster_locks{backend=\"other\",state=\"held\",system=\"redis_"
                              "string\"}"),
             0.0);
    QCOMPARE(valueOf(metrics, "lockmaster_events_total{backend=\"other\",kind=\"backend_lost\"}"),
             1.0);
    QVERIFY(valueOf(metrics, "lockmaster_backend_errors_total{backend=\"other\",kind=\"network\"}")
                .value_or(0)
            >= 1);
    QCOMPARE(valueOf(metrics, "lockmaster_backend_up{backend=\"cache\"}"), 1.0);
    serving->terminate();
    QVERIFY(serving->waitForFinished(60'000));
    QVERIFY2(serving->readAllStandardError().contains("lockctl: other: "), "the log tells of it");
}

void TestLockctlServe::hostIsAnsweredThatWasNamed()
{
    const auto serving =
        startLockctl(serve({QStringLiteral("--host"), QStringLiteral("locks.example.org")}));
    const quint16 port = portOf(*serving);
    const auto statusFor = [port](const QByteArray &host) {
        return httpAsk(port, "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status;
    };
    QCOMPARE(statusFor("locks.example.org:9464"), 200);
    QCOMPARE(statusFor("evil.example\033[2J"), 421);
    serving->terminate();
    QVERIFY(serving->waitForFinished(60'000));
    const QByteArray said = serving->readAllStandardError();
    QVERIFY2(said.contains("'evil.example\\x1b[2J'") && said.contains("--host"), said.constData());
}

void TestLockctlServe::signalEndsIt_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
}

void TestLockctlServe::signalEndsIt()
{
    QFETCH(int, number);
    const auto serving = startLockctl(serve());
    const quint16 port = portOf(*serving);
    QVERIFY(!scrape(port).isEmpty());
    ::kill(pid_t(serving->processId()), number);
    QVERIFY(serving->waitForFinished(60'000));
    QCOMPARE(serving->exitStatus(), QProcess::NormalExit);
    QCOMPARE(serving->exitCode(), 0);
    QCOMPARE(serving->readAllStandardError(), QByteArray());
}

void TestLockctlServe::takenPortEndsItWithARemedy()
{
    QTcpServer taken;
    QVERIFY(taken.listen(QHostAddress::LocalHost));
    QStringList arguments = serve();
    arguments.replace(2, QStringLiteral("127.0.0.1:%1").arg(taken.serverPort()));
    const LockctlOutcome outcome = runLockctl(arguments);
    QCOMPARE(outcome.code, 3);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains("Another program listens there"), outcome.err.constData());
    QVERIFY2(outcome.err.contains(QByteArray::number(taken.serverPort())), outcome.err.constData());
}

void TestLockctlServe::mistakesAreUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *line, const char *said) {
        QTest::newRow(line) << QString::fromUtf8(line).split(u' ') << QString::fromUtf8(said);
    };
    row("serve --listen 9464 --url redis://c", "'9464' is no address to listen on");
    row("serve --listen example.org:80 --url redis://c", "--listen");
    row("serve --host http://a --url redis://c", "'http://a' is no host's name");
    row("serve --max-series many --url redis://c", "--max-series");
    row("serve --url redis//c", "not a backend's URL");
    row("serve --json", "--json");
}

void TestLockctlServe::mistakesAreUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, said);
    const LockctlOutcome outcome = runLockctl(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(QString::fromUtf8(outcome.err).contains(said), outcome.err.constData());
}

void TestLockctlServe::managerIsToldThatItIsReady()
{
    const QTemporaryDir dir;
    const QByteArray path = dir.filePath(QStringLiteral("notify")).toLocal8Bit();
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    qstrncpy(address.sun_path, path.constData(), sizeof address.sun_path);
    QCOMPARE(::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    const timeval patience{60, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const auto told = [socket] {
        QByteArray word(256, '\0');
        return word.first(
            std::max<ssize_t>(0, ::recv(socket, word.data(), size_t(word.size()), 0)));
    };

    const auto serving =
        startLockctl(serve(), {QStringLiteral("NOTIFY_SOCKET=") + QString::fromLocal8Bit(path),
                               QStringLiteral("WATCHDOG_USEC=300000")});
    QCOMPARE(told(), QByteArray("READY=1"));
    // Whoever was told may connect.
    QVERIFY(!scrape(portOf(*serving)).isEmpty());
    QCOMPARE(told(), QByteArray("WATCHDOG=1"));
    QCOMPARE(told(), QByteArray("WATCHDOG=1"));
    serving->terminate();
    QByteArray last = told();
    while (last == "WATCHDOG=1")
        last = told();
    QCOMPARE(last, QByteArray("STOPPING=1"));
    ::close(socket);
}

void TestLockctlServe::scrapeDoesNotWaitForAServer()
{
    // It accepts, and says nothing for as long as it is asked to wait.
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    const auto serving =
        startLockctl({QStringLiteral("serve"), QStringLiteral("--listen"),
                      QStringLiteral("127.0.0.1:0"), QStringLiteral("--url"),
                      QStringLiteral("redis://127.0.0.1:%1/0?name=silent&timeout_ms=60000")
                          .arg(silent.serverPort())});
    const quint16 port = portOf(*serving);
    const QByteArray metrics = scrape(port);
    // It has not answered, and is not overdue either: a scrape says so at once.
    QCOMPARE(valueOf(metrics, "lockmaster_backend_state{backend=\"silent\",state=\"connecting\"}"),
             1.0);
    QCOMPARE(valueOf(metrics, "lockmaster_backend_up{backend=\"silent\"}"), 0.0);
    serving->terminate();
    QVERIFY(serving->waitForFinished(50'000));
    QCOMPARE(serving->exitCode(), 0);
}

LOCKMASTER_TEST(TestLockctlServe, QCoreApplication)

} // namespace tst_lockctlserve

#include "tst_lockctlserve.moc"
