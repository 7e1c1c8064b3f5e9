// SPDX-License-Identifier: Apache-2.0
#include "core/sources/backendreader.h"
#include "core/sql/sqlserverzone.h"
#include "core/systems/registry/registry.h"
#include "tests/support/faultproxy.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sqlslowlink {

namespace {

/** One for each statement that asks for the zone. */
qsizetype inquiries(const FaultProxy &proxy)
{
    return proxy.sentByClients().count("SELECT CAST(UNIX_TIMESTAMP() AS SIGNED) AS a");
}

/** Tables with a lock each that ends in an hour, by the clock of the server. */
BackendSpec watching(SqlScratch &scratch, const FaultProxy &proxy, int tables)
{
    BackendSpec spec = scratch.backend();
    spec.port = proxy.port();
    spec.systems = QStringList{QStringLiteral("dist_lock")};
    for (int i = 0; i < tables; ++i) {
        TableSpec table = distLockTable();
        table.table = QStringLiteral("locks_%1").arg(i);
        table.named = true;
        spec.tables.push_back(table);
        scratch.run(QStringLiteral("CREATE TABLE %1 (name VARCHAR(100) PRIMARY KEY, "
                                   "owner VARCHAR(100), expiry DATETIME(6))")
                        .arg(table.table));
        scratch.run(QStringLiteral("INSERT INTO %1 VALUES ('a', 'o', NOW(6) + INTERVAL 1 HOUR)")
                        .arg(table.table));
    }
    return spec;
}

std::unique_ptr<BackendReader> readerFor(const BackendSpec &spec)
{
    return makeReader(spec, [](SteadyTime) { return Secret(SqlScratch::password()); });
}

bool isComplete(const BackendReading &reading, size_t tables)
{
    return !reading.failure && reading.observations.size() == tables
           && std::all_of(
               reading.observations.begin(), reading.observations.end(),
               [](const Observation &seen) { return seen.complete && seen.records.size() == 1; });
}

bool areTtlsKnown(const BackendReading &reading)
{
    return std::all_of(
        reading.observations.begin(), reading.observations.end(),
        [](const Observation &seen) { return seen.records.at(0).lease.expiresAt.has_value(); });
}

/** Does something to a proxy once a client asks for the zone, before it is answered. */
class AtInquiry
{
public:
    AtInquiry(FaultProxy &proxy, const std::function<void(FaultProxy &)> &act)
        : m_thread([this, &proxy, act] {
              while (!m_over && inquiries(proxy) == 0)
                  std::this_thread::sleep_for(1ms);
              if (!m_over)
                  act(proxy);
          })
    {
        proxy.setDelay(200ms);
    }
    ~AtInquiry()
    {
        m_over = true;
        m_thread.join();
    }
    AtInquiry(const AtInquiry &) = delete;
    AtInquiry &operator=(const AtInquiry &) = delete;

private:
    std::atomic<bool> m_over = false;
    std::thread m_thread;
};

} // namespace

/** The zone of a server whose clock is set forward and back, over links that leave little time. */
class TestSqlSlowLink : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_server.reset(); }

    void tablesShareOneInquiry();
    void manyTablesAreReadOverASlowLink();
    void anInquiryGoesOnWhereItLeftOff();
    void anInquiryWithoutAnAnswerIsATimeout();
    void rowsStandWhereAskingCostTheConnection();
    void aServerThatFallsSilentMeanwhileIsATimeout();
    void aZoneOutlivesTheConnection();

private:
    std::unique_ptr<LiveSqlServer> m_server;
};

void TestSqlSlowLink::initTestCase()
{
    const QByteArray before = qgetenv("TZ");
    const bool had = qEnvironmentVariableIsSet("TZ");
    qputenv("TZ", "America/New_York");
    const auto restore = qScopeGuard([&] { had ? qputenv("TZ", before) : qunsetenv("TZ"); });
    QString why;
    m_server = LiveSqlServer::startMariaDb(&why);
    if (!m_server && !qEnvironmentVariableIsSet("CI"))
        QSKIP(qPrintable(why));
    QVERIFY2(m_server, qPrintable(why));
}

void TestSqlSlowLink::tablesShareOneInquiry()
{
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    const auto reader = readerFor(watching(scratch, proxy, 5));
    const BackendReading reading = reader->read(BackendReader::Depth::Listing, soon());
    QVERIFY(isComplete(reading, 5));
    QVERIFY(areTtlsKnown(reading));
    QVERIFY(inquiries(proxy) > 0);
    QVERIFY(inquiries(proxy) <= 4); // four changes, to the second
    QVERIFY(isComplete(reader->read(BackendReader::Depth::Routine, soon()), 5));
    QVERIFY(inquiries(proxy) <= 4);
}

void TestSqlSlowLink::manyTablesAreReadOverASlowLink()
{
    constexpr int tables = 10;
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    const BackendSpec spec = watching(scratch, proxy, tables);
    const auto reader = readerFor(spec);
    proxy.setDelay(35ms);
    const BackendReading reading = reader->read(BackendReader::Depth::Listing, soon(6000ms));
    QVERIFY2(isComplete(reading, tables),
             qPrintable(reading.failure ? reading.failure->message : QString()));
}

void TestSqlSlowLink::anInquiryGoesOnWhereItLeftOff()
{
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    Endpoint endpoint = scratch.reader();
    endpoint.port = proxy.port();
    endpoint.address = QStringLiteral("127.0.0.1:%1").arg(proxy.port());
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    proxy.setDelay(60ms);
    SqlZoneInquiry inquiry;
    int calls = 0;
    for (; inquiry.isWanted() && calls < 100; ++calls) {
        const qsizetype before = inquiries(proxy);
        // Behind one answer what is left is too little for another.
        QVERIFY(inquiry.goOn(*connection, soon(1000ms), 240ms));
        QVERIFY(inquiries(proxy) <= before + 1);
    }
    QVERIFY(!inquiry.isWanted());
    QVERIFY(calls > 1);
    QVERIFY(inquiries(proxy) <= 4);
    QVERIFY(connection->usable());
    QCOMPARE(inquiry.zone()->stretches.size(), size_t(5)); // two years of summers and winters
}

void TestSqlSlowLink::anInquiryWithoutAnAnswerIsATimeout()
{
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    Endpoint endpoint = scratch.reader();
    endpoint.port = proxy.port();
    endpoint.address = QStringLiteral("127.0.0.1:%1").arg(proxy.port());
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    proxy.setBlackHole(true);
    SqlZoneInquiry inquiry;
    const auto asked = inquiry.goOn(*connection, soon(300ms));
    QVERIFY(!asked);
    QCOMPARE(asked.error().kind, ErrorKind::Timeout);
    QVERIFY(!connection->usable());
    QVERIFY(inquiry.isWanted());
    QVERIFY(!inquiry.isRefused());
}

void TestSqlSlowLink::rowsStandWhereAskingCostTheConnection()
{
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    const auto reader = readerFor(watching(scratch, proxy, 2));
    {
        AtInquiry cut(proxy, [](FaultProxy &link) { link.dropConnections(); });
        const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
        QVERIFY2(isComplete(reading, 2),
                 qPrintable(reading.failure ? reading.failure->message : QString()));
        QVERIFY(!areTtlsKnown(reading));
        const LockRecord &lock = reading.observations[0].records[0];
        QCOMPARE(lock.state, LockState::Held);
        QVERIFY(lock.findings.empty()); // that nobody asked yet says nothing against the profile
    }
    proxy.setDelay(0ms);
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
    QVERIFY(isComplete(reading, 2));
    QVERIFY(areTtlsKnown(reading));
}

void TestSqlSlowLink::aServerThatFallsSilentMeanwhileIsATimeout()
{
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    const auto reader = readerFor(watching(scratch, proxy, 1));
    const AtInquiry silence(proxy, [](FaultProxy &link) { link.setBlackHole(true); });
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon(10'000ms));
    QVERIFY(reading.failure);
    QCOMPARE(reading.failure->kind, ErrorKind::Timeout);
}

void TestSqlSlowLink::aZoneOutlivesTheConnection()
{
    SqlScratch scratch(*m_server);
    FaultProxy proxy(m_server->endpoint().port);
    const auto reader = readerFor(watching(scratch, proxy, 1));
    QVERIFY(isComplete(reader->read(BackendReader::Depth::Routine, soon()), 1));
    const qsizetype before = inquiries(proxy);
    proxy.dropConnections();
    const BackendReading reading = reader->read(BackendReader::Depth::Routine, soon());
    QVERIFY(isComplete(reading, 1));
    QVERIFY(areTtlsKnown(reading));
    QCOMPARE(inquiries(proxy), before);
    QCOMPARE(proxy.connectionCount(), 2);
}

LOCKMASTER_TEST(TestSqlSlowLink, QCoreApplication)

} // namespace tst_sqlslowlink

#include "tst_sqlslowlink.moc"
