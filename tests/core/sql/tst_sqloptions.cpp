// SPDX-License-Identifier: Apache-2.0
#include "core/transport/redistls.h"
#include "core/sql/sqlerror.h"
#include "core/sql/sqloptions.h"
#include "core/sql/sqlserverprobe.h"
#include "tests/support/testprogram.h"

#include <QSqlError>
#include <QSslConfiguration>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <sys/stat.h>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_sqloptions {

namespace {

Endpoint endpoint()
{
    Endpoint result;
    result.host = QStringLiteral("db1");
    result.port = 3306;
    result.user = QStringLiteral("app");
    result.password = Secret("x");
    result.address = QStringLiteral("db1:3306");
    return result;
}

Error errorOf(int code, const char *text, const Endpoint &at = endpoint())
{
    return sqlError(QSqlError(QString(), QString::fromUtf8(text), QSqlError::ConnectionError,
                              QString::number(code)),
                    at);
}

} // namespace

class TestSqlOptions : public QObject
{
    Q_OBJECT

private slots:
    void roundsTimeoutsUp();
    void verifiesOrRefuses();
    void waitsForNoPipe_data();
    void waitsForNoPipe();
    void sendsNoFilesAndBoundsPackets();
    void spellsLocalhostForTcp();
    void readsVersions_data();
    void readsVersions();
    void tellsErrorsByKind_data();
    void tellsErrorsByKind();
    void showsTheServersWordsLiterallyAndCut();
};

void TestSqlOptions::roundsTimeoutsUp()
{
    Endpoint at = endpoint();
    at.timeout = 1001ms;
    const auto options = sqlOptions(at);
    QVERIFY(options);
    for (const char *what : {"CONNECT", "READ", "WRITE"})
        QVERIFY(options->connectOptions.contains(
            QStringLiteral("MYSQL_OPT_%1_TIMEOUT=2").arg(QLatin1StringView(what))));
    QVERIFY(options->connectOptions.contains(QStringLiteral("CLIENT_FOUND_ROWS=1")));
    QVERIFY(!options->connectOptions.contains(QStringLiteral("RECONNECT")));
}

void TestSqlOptions::verifiesOrRefuses()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    Endpoint at = endpoint();
    at.tls = TlsMode::Verify;
    at.caFile = file.fileName();
    const auto options = sqlOptions(at);
    QVERIFY(options);
    const QStringList parts = options->host.split(u';');
    QVERIFY(parts.contains(QStringLiteral("host=db1")));
    QVERIFY(parts.contains(QStringLiteral("ssl-verify-server-cert=1")));
    QVERIFY(parts.contains(QStringLiteral("ssl-ca=") + file.fileName()));

    at.caFile = QStringLiteral("/nonexistent/ca.pem");
    const auto missing = sqlOptions(at);
    QVERIFY(!missing);
    QCOMPARE(missing.error().kind, ErrorKind::Config);
}

void TestSqlOptions::waitsForNoPipe_data()
{
    QTest::addColumn<QString Endpoint::*>("file");
    QTest::newRow("authorities") << &Endpoint::caFile;
    QTest::newRow("certificate") << &Endpoint::certFile;
    QTest::newRow("key") << &Endpoint::keyFile;
}

/** Whoever opens one waits until somebody writes into it. */
void TestSqlOptions::waitsForNoPipe()
{
    QFETCH(QString Endpoint::*, file);
    const QTemporaryDir home;
    const QString pipe = home.filePath(QStringLiteral("pipe"));
    QVERIFY(::mkfifo(QFile::encodeName(pipe).constData(), 0600) == 0);
    Endpoint at = endpoint();
    at.tls = TlsMode::Verify;
    at.*file = pipe;
    const auto options = sqlOptions(at);
    QVERIFY(!options);
    const auto configuration = tlsConfiguration(at);
    QVERIFY(!configuration);
    for (const Error &error : {options.error(), configuration.error()}) {
        QCOMPARE(error.kind, ErrorKind::Config);
        QVERIFY2(error.message.contains(pipe)
                     && error.message.contains(QStringLiteral("it is not a file")),
                 qPrintable(error.message));
    }
}

void TestSqlOptions::sendsNoFilesAndBoundsPackets()
{
    const auto options = sqlOptions(endpoint());
    QVERIFY(options);
    QVERIFY(options->host.contains(QStringLiteral("local-infile=0")));
    QVERIFY(options->host.contains(QStringLiteral("max-allowed-packet=")));
}

void TestSqlOptions::spellsLocalhostForTcp()
{
    Endpoint at = endpoint();
    at.host = QStringLiteral("localhost");
    const auto options = sqlOptions(at);
    QVERIFY(options);
    QVERIFY(options->host.startsWith(QStringLiteral("host=Localhost;")));
    QCOMPARE(options->port, 3306);
}

void TestSqlOptions::readsVersions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("number");
    QTest::newRow("MariaDB") << "10.11.19-MariaDB-0+deb12u1" << 101119;
    QTest::newRow("MySQL") << "8.4.0" << 80400;
    QTest::newRow("Percona") << "8.0.36-28" << 80036;
    QTest::newRow("large patch") << "5.7.123" << 50799;
    QTest::newRow("none") << "unknown" << 0;
}

void TestSqlOptions::readsVersions()
{
    QFETCH(QString, text);
    QFETCH(int, number);
    QCOMPARE(sqlVersionNumber(text), number);
}

void TestSqlOptions::tellsErrorsByKind_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("over");
    const auto row = [](const char *name, int code, const char *text, ErrorKind kind, bool over) {
        QTest::newRow(name) << code << QByteArray(text) << kind << over;
    };
    row("refused", 2002, "Can't connect to server on 'db1' (111)", ErrorKind::Network, true);
    row("silent", 2002, "Can't connect to server on 'db1' (110)", ErrorKind::Timeout, true);
    row("handshake", 2013, "Lost connection to server at 'handshake', system error: 110",
        ErrorKind::Timeout, true);
    row("closed while the library waited", 2013,
        "Lost connection to server at 'waiting for initial communication packet', system error: 11",
        ErrorKind::Network, true);
    row("queue is full", 2002, "Can't connect to local server through socket '/s' (11)",
        ErrorKind::Network, true);
    row("lost", 2013, "Lost connection to server during query", ErrorKind::Network, true);
    row("gone", 2006, "Server has gone away", ErrorKind::Network, true);
    row("certificate", 2026, "SSL connection error", ErrorKind::Tls, true);
    row("malformed", 2027, "Malformed packet", ErrorKind::Protocol, true);
    row("no number", 0, "", ErrorKind::Protocol, true);
    row("out of step", 2014, "Commands out of sync", ErrorKind::Protocol, true);
    row("any of the client's", 2000, "Unknown error", ErrorKind::Protocol, true);
    row("interrupted", 1317, "Query execution was interrupted", ErrorKind::Network, false);
    row("password", 1045, "Access denied", ErrorKind::Auth, false);
    row("full", 1040, "Too many connections", ErrorKind::Network, false);
    row("killed", 1927, "Connection was killed", ErrorKind::Network, true);
    row("lock wait", 1205, "Lock wait timeout exceeded", ErrorKind::Timeout, false);
    row("statement time", 1969, "max_statement_time exceeded", ErrorKind::Timeout, false);
    row("execution time", 3024, "maximum statement execution time", ErrorKind::Timeout, false);
    row("plugin missing", 1109, "Unknown table", ErrorKind::NotFound, false);
    row("process privilege", 1227, "Access denied; you need PROCESS", ErrorKind::Denied, false);
    row("needs TLS", 3159, "Connections using insecure transport", ErrorKind::Tls, false);
}

void TestSqlOptions::tellsErrorsByKind()
{
    QFETCH(int, code);
    QFETCH(QByteArray, text);
    QFETCH(ErrorKind, kind);
    QFETCH(bool, over);
    const Error error = errorOf(code, text.constData());
    QVERIFY2(error.kind == kind, qPrintable(errorKindName(error.kind)));
    QVERIFY2(error.message.contains(QStringLiteral("db1:3306")), qPrintable(error.message));
    QCOMPARE(endsConnection(error), over);
}

void TestSqlOptions::showsTheServersWordsLiterallyAndCut()
{
    const QByteArray hostile = "two\nlines\x1b[31m" + QByteArray(1000, 'x');
    const Error error = errorOf(1064, hostile.constData());
    QVERIFY(!error.message.contains(u'\n'));
    QVERIFY(!error.message.contains(QChar(0x1b)));
    QVERIFY(error.message.size() < 400);
}

LOCKMASTER_TEST(TestSqlOptions, QCoreApplication)

} // namespace tst_sqloptions

#include "tst_sqloptions.moc"
