// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlconnection.h"
#include "core/transport/socketinterrupt.h"
#include "tests/support/faultproxy.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_sqlconnection {

namespace {

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

/** How long something took; generous bounds only. */
class Stopwatch
{
public:
    bool below(Millis bound) const { return std::chrono::steady_clock::now() - m_begun < bound; }

private:
    SteadyTime m_begun = std::chrono::steady_clock::now();
};

Endpoint through(const FaultProxy &proxy, Endpoint endpoint, Millis timeout = Millis(20'000))
{
    endpoint.port = proxy.port();
    endpoint.address = QStringLiteral("127.0.0.1:%1").arg(proxy.port());
    endpoint.timeout = timeout;
    return endpoint;
}

void ignoreRow(const SqlRow &) {}

/** One value of one row, as text. */
QString ask(SqlConnection &connection, const QString &statement)
{
    QString answer;
    const auto rows = connection.select(statement, {}, soon(),
                                        [&answer](const SqlRow &row) { answer = row.text(0); });
    return rows ? answer : rows.error().message;
}

} // namespace

/** SqlConnection on every server found: reading, and every way in which it can go wrong. */
class TestSqlConnection : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }

    void tellsWhoTheServerIs();
    void readsRowsInOrder();
    void keepsBytesAsTheyAre();
    void countsMatchedRows();
    void leavesTheSessionZoneAlone();
    void boundsWhatTheSessionMayWaitFor();
    void localhostMeansTcpWhenAPortWasMeant();
    void speaksOverAUnixSocket();
    void saysWhyItCannotConnect_data();
    void saysWhyItCannotConnect();
    void refusesPartsThatCouldBecomeOptions();
    void saysWhatIsMissing();
    void anOrderedReadWithoutRowsIsAnError();
    void stopsAtTheBoundOfRows();
    void aColumnThatWasNotSentIsNull();
    void runsOneStatementAtATime();
    void aSilentServerIsATimeout();
    void aDrippedHandshakeEndsAtTheDeadline();
    void aDrippedReplyEndsAtTheDeadline();
    void aCutReplyIsNeverAShortOne();
    void aFrozenServerIsATimeout();
    void aLockedTableIsATimeoutThatKeepsTheConnection();
    void interruptEndsABlockedCall();
    void interruptEndsAConnectThatWaits();
    void aKilledSessionIsOver();

private:
    SqlServers m_servers;
};

void TestSqlConnection::tellsWhoTheServerIs()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    const SqlServer &info = connection->server();
    QVERIFY2(info.version > 80000, qPrintable(info.versionText));
    QVERIFY(!info.identity.isEmpty());
    QVERIFY(info.connectionId > 0);
    QVERIFY(info.account.startsWith(scratch.user()));
    QCOMPARE(info.database, scratch.schema());
    QVERIFY(info.clientLibrary.startsWith(QStringLiteral("libmariadb 3.")));
    QVERIFY(info.cipher.isEmpty());
    QVERIFY(!info.replica);

    const auto second = connectTo(scratch.reader());
    QCOMPARE(second->server().identity, info.identity);
    QVERIFY(second->server().connectionId != info.connectionId);
}

void TestSqlConnection::readsRowsInOrder()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(QStringLiteral("CREATE TABLE t (n INT PRIMARY KEY, s VARCHAR(20) NULL)"));
    scratch.run(QStringLiteral("INSERT INTO t VALUES (?, ?), (?, ?)"),
                {1, QStringLiteral("하나"), 2, QVariant()});
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    QList<qint64> numbers;
    QStringList texts;
    for (int round = 0; round < 3; ++round) {
        const auto rows =
            connection->select(QStringLiteral("SELECT n, s FROM t WHERE n >= ? ORDER BY n DESC"),
                               {1}, soon(), [&](const SqlRow &row) {
                                   numbers << row.integer(0);
                                   texts << (row.isNull(1) ? QStringLiteral("-") : row.text(1));
                               });
        QVERIFY2(rows, qPrintable(rows ? QString() : rows.error().message));
        QCOMPARE(*rows, 2);
    }
    QCOMPARE(numbers, (QList<qint64>{2, 1, 2, 1, 2, 1}));
    QCOMPARE(texts[1], QStringLiteral("하나"));
    QCOMPARE(texts[0], QStringLiteral("-"));
}

void TestSqlConnection::keepsBytesAsTheyAre()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (b VARBINARY(20))"));
    const QByteArray odd("\x00\xff<b>\n'\xc3", 8);
    scratch.run(sql("INSERT INTO t VALUES (?)"), {odd});
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    QByteArray seen;
    QVERIFY(connection->select(sql("SELECT b FROM t WHERE b = ?"), {odd}, soon(),
                               [&seen](const SqlRow &row) { seen = row.bytes(0); }));
    QCOMPARE(seen, odd);
}

void TestSqlConnection::countsMatchedRows()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (n INT)"));
    scratch.run(sql("INSERT INTO t VALUES (1), (1), (2)"));
    const auto connection = connectTo(scratch.admin());
    QVERIFY(connection);
    const auto matched = connection->execute(sql("UPDATE t SET n = 1 WHERE n = ?"), {1}, soon());
    QVERIFY(matched);
    QCOMPARE(*matched, 2); // nothing changed, but two rows are what was meant
}

void TestSqlConnection::leavesTheSessionZoneAlone()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    QCOMPARE(ask(*connection, sql("SELECT @@session.time_zone = @@global.time_zone")),
             QStringLiteral("1"));
}

void TestSqlConnection::boundsWhatTheSessionMayWaitFor()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    Endpoint endpoint = scratch.reader();
    endpoint.timeout = 2000ms;
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    QCOMPARE(ask(*connection, sql("SELECT @@session.lock_wait_timeout")), QStringLiteral("1"));
    QCOMPARE(ask(*connection, sql("SELECT @@session.autocommit")), QStringLiteral("1"));
    const QString bound =
        ask(*connection, server->isMariaDb() ? sql("SELECT @@session.max_statement_time * 1000")
                                             : sql("SELECT @@session.max_execution_time"));
    QCOMPARE(bound.toDouble(), 1500.0);
}

void TestSqlConnection::localhostMeansTcpWhenAPortWasMeant()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Endpoint endpoint = server->endpoint();
    if (endpoint.host != u"127.0.0.1")
        QSKIP("not on this machine");
    SqlScratch scratch(*server);
    endpoint = scratch.reader();
    endpoint.host = QStringLiteral("localhost");
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    QCOMPARE(ask(*connection, sql("SELECT @@port")), QString::number(endpoint.port));
    // Only who comes over TCP has a port.
    QVERIFY(ask(*connection, sql("SELECT HOST FROM information_schema.PROCESSLIST "
                                 "WHERE ID = CONNECTION_ID()"))
                .contains(u':'));
}

void TestSqlConnection::speaksOverAUnixSocket()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (server->socketPath().isEmpty())
        QSKIP("no unix socket of this server can be reached");
    SqlScratch scratch(*server);
    Endpoint endpoint = scratch.reader();
    endpoint.socketPath = server->socketPath();
    endpoint.port = 1; // must not matter
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    QCOMPARE(ask(*connection, sql("SELECT DATABASE()")), scratch.schema());

    endpoint.tls = TlsMode::Verify;
    const auto refused = SqlConnection::open(endpoint, soon());
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Config);
}

void TestSqlConnection::saysWhyItCannotConnect_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("password") << "password" << ErrorKind::Auth;
    QTest::newRow("no password") << "no password" << ErrorKind::Auth;
    QTest::newRow("user") << "user" << ErrorKind::Auth;
    QTest::newRow("database") << "database" << ErrorKind::NotFound;
    QTest::newRow("foreign database") << "foreign database" << ErrorKind::Denied;
    QTest::newRow("host") << "host" << ErrorKind::Network;
    QTest::newRow("port") << "port" << ErrorKind::Network;
    QTest::newRow("socket") << "socket" << ErrorKind::Network;
}

void TestSqlConnection::saysWhyItCannotConnect()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    QFETCH(QString, what);
    QFETCH(ErrorKind, kind);
    SqlScratch scratch(*server);
    Endpoint endpoint = scratch.reader();
    const QByteArray wrong("not the password");
    if (what == u"password")
        endpoint.password = Secret(wrong);
    else if (what == u"no password")
        endpoint.password = {};
    else if (what == u"user")
        endpoint.user = QStringLiteral("nobody");
    else if (what == u"database") {
        endpoint = scratch.admin();
        endpoint.database = QStringLiteral("no_such_database");
    } else if (what == u"foreign database")
        endpoint.database = QStringLiteral("mysql");
    else if (what == u"host")
        endpoint.host = QStringLiteral("no-such-host.invalid");
    else if (what == u"port") {
        endpoint.port = 1;
        endpoint.address = QStringLiteral("127.0.0.1:1");
    } else {
        endpoint.socketPath = QStringLiteral("/nonexistent/mysqld.sock");
        endpoint.address = endpoint.socketPath;
    }
    const auto connection = SqlConnection::open(endpoint, soon());
    QVERIFY(!connection);
    const Error &error = connection.error();
    QVERIFY2(error.kind == kind, qPrintable(errorKindName(error.kind) + u' ' + error.message));
    QVERIFY2(error.message.contains(what == u"host" ? endpoint.host : endpoint.address),
             qPrintable(error.message));
    QVERIFY(!error.message.contains(u'\n'));
    QVERIFY2(!error.remedy.isEmpty(), qPrintable(error.message));
    if (what == u"foreign database")
        QVERIFY2(error.remedy.startsWith(
                     QStringLiteral("GRANT SELECT ON `mysql`.* TO `%1`@`").arg(endpoint.user)),
                 qPrintable(error.remedy));
    QVERIFY(!error.message.contains(QLatin1StringView(wrong)));
    QVERIFY(!error.message.contains(QLatin1StringView(SqlScratch::password())));
}

void TestSqlConnection::refusesPartsThatCouldBecomeOptions()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const Endpoint good = server->endpoint();
    for (const char *host :
         {"127.0.0.1;ssl-verify-server-cert=0", "a=b", "", "h ost", "h\nost", "{h}"}) {
        Endpoint endpoint = good;
        endpoint.host = sql(host);
        const auto connection = SqlConnection::open(endpoint, soon());
        QVERIFY2(!connection, host);
        QCOMPARE(connection.error().kind, ErrorKind::Config);
    }
    Endpoint endpoint = good;
    endpoint.socketPath = QStringLiteral("/tmp/x;CLIENT_COMPRESS=1");
    const auto connection = SqlConnection::open(endpoint, soon());
    QVERIFY(!connection);
    QCOMPARE(connection.error().kind, ErrorKind::Config);
}

void TestSqlConnection::saysWhatIsMissing()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (n INT)"));
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    const auto kindOf = [&](const char *statement) {
        const auto rows = connection->select(sql(statement), {}, soon(), ignoreRow);
        return rows ? ErrorKind::Cancelled : rows.error().kind;
    };
    QCOMPARE(kindOf("SELECT n FROM nowhere"), ErrorKind::NotFound);
    QCOMPARE(kindOf("SELECT m FROM t"), ErrorKind::NotFound);
    QCOMPARE(kindOf("SELECT * FROM mysql.user"), ErrorKind::Denied);
    QCOMPARE(kindOf("SELECT n FROM t"), ErrorKind::Cancelled);
    QVERIFY(connection->usable());
}

void TestSqlConnection::anOrderedReadWithoutRowsIsAnError()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    const auto rows = connection->select(sql("SET @a = 1"), {}, soon(), ignoreRow);
    QVERIFY(!rows);
    QCOMPARE(rows.error().kind, ErrorKind::Protocol);
}

void TestSqlConnection::stopsAtTheBoundOfRows()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (n INT)"));
    scratch.run(sql("INSERT INTO t VALUES (1), (2), (3)"));
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    int calls = 0;
    const auto count = [&calls](const SqlRow &) { ++calls; };
    QVERIFY(connection->select(sql("SELECT n FROM t"), {}, soon(), count, 3));
    QCOMPARE(calls, 3);
    const auto cut = connection->select(sql("SELECT n FROM t"), {}, soon(), count, 2);
    QVERIFY(!cut);
    QCOMPARE(cut.error().kind, ErrorKind::Truncated);
    QCOMPARE(calls, 5);
    QVERIFY(connection->usable());
}

void TestSqlConnection::aColumnThatWasNotSentIsNull()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    QVERIFY(connection->streamsBytes());
    const auto rows = connection->stream(sql("SELECT 'x'"), soon(), [](const SqlRow &row) {
        QCOMPARE(row.text(0), QStringLiteral("x"));
        for (const int column : {1, 2, 8, 1000}) {
            QVERIFY(row.isNull(column));
            QVERIFY(row.view(column).isEmpty());
            QVERIFY(row.bytes(column).isEmpty());
            QVERIFY(row.text(column).isEmpty());
            QCOMPARE(row.integer(column), qint64(0));
        }
    });
    QVERIFY(rows);
    QCOMPARE(*rows, qint64(1));
}

void TestSqlConnection::runsOneStatementAtATime()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (n INT)"));
    const auto connection = connectTo(scratch.admin());
    QVERIFY(connection);
    QVERIFY(!connection->stream(sql("SELECT 1; INSERT INTO t VALUES (1)"), soon(), ignoreRow));
    QVERIFY(connection->usable());
    QCOMPARE(connection->stream(sql("SELECT n FROM t"), soon(), ignoreRow).value_or(-1), qint64(0));
}

void TestSqlConnection::aSilentServerIsATimeout()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    const FaultProxy silent(0);
    const Stopwatch watch;
    const auto connection =
        SqlConnection::open(through(silent, server->endpoint(), 1000ms), soon(1000ms));
    QVERIFY(!connection);
    QVERIFY2(connection.error().kind == ErrorKind::Timeout, qPrintable(connection.error().message));
    QVERIFY(connection.error().message.contains(QString::number(silent.port())));
    QVERIFY(watch.below(10s));
}

void TestSqlConnection::aDrippedHandshakeEndsAtTheDeadline()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    proxy.setDrip(300ms); // about half a minute for the greeting alone
    const Stopwatch watch;
    const auto connection =
        SqlConnection::open(through(proxy, server->endpoint(), 2000ms), soon(1500ms));
    QVERIFY(!connection);
    QVERIFY2(connection.error().kind == ErrorKind::Timeout, qPrintable(connection.error().message));
    QVERIFY(watch.below(15s));
}

void TestSqlConnection::aDrippedReplyEndsAtTheDeadline()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    const auto connection = connectTo(through(proxy, server->endpoint()));
    QVERIFY(connection);
    proxy.setDrip(300ms);
    const Stopwatch watch;
    const auto rows = connection->select(sql("SELECT REPEAT('x', 1000)"), {}, soon(1s), ignoreRow);
    QVERIFY(!rows);
    QVERIFY2(rows.error().kind == ErrorKind::Timeout, qPrintable(rows.error().message));
    QVERIFY(!connection->usable());
    QVERIFY(watch.below(15s));
}

void TestSqlConnection::aCutReplyIsNeverAShortOne()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (s VARCHAR(40))"));
    for (int i = 0; i < 50; ++i)
        scratch.run(sql("INSERT INTO t VALUES (?)"), {QStringLiteral("row number %1").arg(i)});
    for (const QByteArray &last : {QByteArray("row number 0"), QByteArray("row number 31")}) {
        FaultProxy proxy(server->endpoint().port);
        const auto connection = connectTo(through(proxy, scratch.reader()));
        QVERIFY(connection);
        const QString read = sql("SELECT s FROM t");
        QCOMPARE(connection->select(read, {}, soon(), ignoreRow).value_or(-1), 50);
        proxy.cutAfter(last);
        const auto rows = connection->select(read, {}, soon(), ignoreRow);
        QVERIFY(!rows);
        QVERIFY2(rows.error().kind == ErrorKind::Network, qPrintable(rows.error().message));
        QVERIFY(!connection->usable());
    }
}

void TestSqlConnection::aFrozenServerIsATimeout()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    if (!server->isOurs())
        QSKIP("not ours to stop");
    SqlScratch scratch(*server);
    Endpoint endpoint = scratch.reader();
    endpoint.timeout = 1000ms;
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    server->freeze();
    const Stopwatch watch;
    const auto rows = connection->select(sql("SELECT 1"), {}, soon(1s), ignoreRow);
    const auto second = SqlConnection::open(endpoint, soon(1s));
    server->thaw();
    QVERIFY(watch.below(15s));
    QVERIFY(!rows);
    QVERIFY2(rows.error().kind == ErrorKind::Timeout, qPrintable(rows.error().message));
    QVERIFY(!connection->usable());
    QVERIFY(!second);
    QVERIFY2(second.error().kind == ErrorKind::Timeout, qPrintable(second.error().message));
    QVERIFY(connectTo(endpoint));
}

void TestSqlConnection::aLockedTableIsATimeoutThatKeepsTheConnection()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    scratch.run(sql("CREATE TABLE t (n INT)"));
    Endpoint endpoint = scratch.reader();
    endpoint.timeout = 5000ms;
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    scratch.run(sql("LOCK TABLES t WRITE"));
    const auto rows = connection->select(sql("SELECT n FROM t"), {}, soon(), ignoreRow);
    scratch.run(sql("UNLOCK TABLES"));
    QVERIFY(!rows);
    QVERIFY2(rows.error().kind == ErrorKind::Timeout, qPrintable(rows.error().message));
    QVERIFY(connection->usable());
    QVERIFY(connection->select(sql("SELECT n FROM t"), {}, soon(), ignoreRow));
}

void TestSqlConnection::interruptEndsABlockedCall()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    Endpoint endpoint = server->endpoint();
    endpoint.timeout = 60s;
    const auto connection = connectTo(endpoint);
    QVERIFY(connection);
    const Stopwatch watch;
    std::thread other([&] {
        std::this_thread::sleep_for(200ms);
        connection->interrupt();
    });
    const auto rows = connection->select(sql("SELECT SLEEP(40)"), {}, soon(60s), ignoreRow);
    other.join();
    QVERIFY(!rows);
    QCOMPARE(rows.error().kind, ErrorKind::Network);
    QVERIFY(!connection->usable());
    QVERIFY(watch.below(30s));
}

void TestSqlConnection::interruptEndsAConnectThatWaits()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    FaultProxy proxy(server->endpoint().port);
    proxy.setDrip(300ms);
    const auto interrupt = std::make_shared<SocketInterrupt>();
    const Stopwatch watch;
    std::thread other([&] {
        std::this_thread::sleep_for(1s);
        interrupt->interrupt();
    });
    const auto connection =
        SqlConnection::open(through(proxy, server->endpoint()), soon(60s), interrupt);
    other.join();
    QVERIFY(!connection);
    QCOMPARE(connection.error().kind, ErrorKind::Network);
    QVERIFY(watch.below(25s));
}

void TestSqlConnection::aKilledSessionIsOver()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    SqlScratch scratch(*server);
    const auto connection = connectTo(scratch.reader());
    QVERIFY(connection);
    scratch.run(QStringLiteral("KILL %1").arg(connection->server().connectionId));
    // The server ends it in its own time.
    QTRY_VERIFY(!connection->select(sql("SELECT 1"), {}, soon(), ignoreRow));
    QVERIFY(!connection->usable());
    const auto again = connection->select(sql("SELECT 1"), {}, soon(), ignoreRow);
    QCOMPARE(again.error().kind, ErrorKind::Network);
}

LOCKMASTER_TEST(TestSqlConnection, QCoreApplication)

} // namespace tst_sqlconnection

#include "tst_sqlconnection.moc"
