// SPDX-License-Identifier: Apache-2.0
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlscratch.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace {

QString sql(const char *text)
{
    return QString::fromUtf8(text);
}

QStringList tlsArguments(const QString &ca, const QString &cert, const QString &key)
{
    return LiveSqlServer::rich()
           + QStringList{QStringLiteral("--ssl-ca=") + ca, QStringLiteral("--ssl-cert=") + cert,
                         QStringLiteral("--ssl-key=") + key};
}

/** The greeting comes in the clear; a login would show the user's name. */
bool loggedIn(const FaultProxy &proxy)
{
    return proxy.sentByClients().contains("root");
}

} // namespace

/** Verified TLS or nothing: every refusal comes before anything of ours was sent in the clear. */
class TestSqlTls : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void connectsToAServerItCanVerify();
    void refusesWhatItCannotVerify_data();
    void refusesWhatItCannotVerify();
    void showsAClientCertificate();
    void saysThatAnAccountNeedsTls();

private:
    std::unique_ptr<LiveSqlServer> start(const QString &cert, const QString &key);
    static Endpoint verified(const LiveSqlServer &server, const QString &ca);

    QTemporaryDir m_directory;
    std::optional<TestCertificates> m_certificates;
    std::unique_ptr<LiveSqlServer> m_good;
    std::unique_ptr<LiveSqlServer> m_otherHost;
    std::unique_ptr<LiveSqlServer> m_plain;
};

std::unique_ptr<LiveSqlServer> TestSqlTls::start(const QString &cert, const QString &key)
{
    QString why;
    auto server = LiveSqlServer::startMariaDb(
        &why, cert.isEmpty() ? LiveSqlServer::rich() + QStringList{QStringLiteral("--skip-ssl")}
                             : tlsArguments(m_certificates->ca, cert, key));
    if (!server)
        qWarning("%s", qPrintable(why));
    return server;
}

void TestSqlTls::initTestCase()
{
    m_certificates = TestCertificates::make(m_directory.path());
    if (m_certificates) {
        m_good = start(m_certificates->cert, m_certificates->key);
        m_otherHost = start(m_certificates->otherHostCert, m_certificates->otherHostKey);
        m_plain = start({}, {});
    }
    if (m_good && m_otherHost && m_plain)
        return;
    if (qEnvironmentVariableIsSet("CI"))
        QFAIL("needs openssl and mariadb-server");
    QSKIP("needs openssl and mariadb-server");
}

Endpoint TestSqlTls::verified(const LiveSqlServer &server, const QString &ca)
{
    Endpoint endpoint = server.endpoint();
    endpoint.tls = TlsMode::Verify;
    endpoint.caFile = ca;
    return endpoint;
}

void TestSqlTls::connectsToAServerItCanVerify()
{
    for (const QString &host : {QStringLiteral("127.0.0.1"), QStringLiteral("localhost")}) {
        Endpoint endpoint = verified(*m_good, m_certificates->ca);
        endpoint.host = host;
        const auto connection = connectTo(endpoint);
        QVERIFY2(connection, qPrintable(host));
        QVERIFY(!connection->server().cipher.isEmpty());
        QVERIFY2(connection->server().tlsVersion.startsWith(QStringLiteral("TLSv1.")),
                 qPrintable(connection->server().tlsVersion));
        QString cipher;
        QVERIFY(connection->select(sql("SHOW SESSION STATUS LIKE 'Ssl_cipher'"), {}, soon(),
                                   [&cipher](const SqlRow &row) { cipher = row.text(1); }));
        QCOMPARE(cipher, connection->server().cipher);
    }
}

void TestSqlTls::refusesWhatItCannotVerify_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("foreign authority") << "foreign";
    QTest::newRow("the system's authorities") << "system";
    QTest::newRow("certificate for another host") << "other host";
    QTest::newRow("server without TLS") << "plain";
}

void TestSqlTls::refusesWhatItCannotVerify()
{
    QFETCH(QString, what);
    const LiveSqlServer &server = what == u"other host" ? *m_otherHost
                                  : what == u"plain"    ? *m_plain
                                                        : *m_good;
    QString ca = m_certificates->ca;
    if (what == u"foreign")
        ca = m_certificates->foreignCa;
    else if (what == u"system")
        ca.clear();
    const FaultProxy proxy(server.endpoint().port);
    Endpoint endpoint = verified(server, ca);
    endpoint.port = proxy.port();
    const auto connection = SqlConnection::open(endpoint, soon());
    QVERIFY(!connection);
    QVERIFY2(connection.error().kind == ErrorKind::Tls, qPrintable(connection.error().message));
    QVERIFY(!connection.error().remedy.isEmpty());
    QCOMPARE(proxy.connectionCount(), 1);
    QVERIFY(!loggedIn(proxy));

    // The proxy does see a login that is not encrypted.
    endpoint.tls = TlsMode::Off;
    QVERIFY(connectTo(endpoint));
    QVERIFY(loggedIn(proxy));
}

void TestSqlTls::showsAClientCertificate()
{
    SqlScratch scratch(*m_good);
    scratch.run(QStringLiteral("ALTER USER '%1'@'%' REQUIRE X509").arg(scratch.user()));
    Endpoint endpoint = scratch.reader();
    endpoint.tls = TlsMode::Verify;
    endpoint.caFile = m_certificates->ca;
    const auto without = SqlConnection::open(endpoint, soon());
    QVERIFY(!without);
    QCOMPARE(without.error().kind, ErrorKind::Auth);

    endpoint.certFile = m_certificates->clientCert;
    endpoint.keyFile = m_certificates->clientKey;
    QVERIFY(connectTo(endpoint));

    endpoint.keyFile = QStringLiteral("/nonexistent/client.key");
    const auto unreadable = SqlConnection::open(endpoint, soon());
    QVERIFY(!unreadable);
    QCOMPARE(unreadable.error().kind, ErrorKind::Config);
}

void TestSqlTls::saysThatAnAccountNeedsTls()
{
    SqlScratch scratch(*m_good);
    scratch.run(QStringLiteral("ALTER USER '%1'@'%' REQUIRE SSL").arg(scratch.user()));
    const auto plain = SqlConnection::open(scratch.reader(), soon());
    QVERIFY(!plain);
    QVERIFY2(plain.error().remedy.contains(QStringLiteral("tls=verify")),
             qPrintable(plain.error().remedy));
}

QTEST_GUILESS_MAIN(TestSqlTls)
#include "tst_sqltls.moc"
