// SPDX-License-Identifier: Apache-2.0
#include "core/systems/locktable/locktablesystem.h"
#include "core/systems/registry/registry.h"
#include "core/trust/knownservers.h"
#include "core/transport/socketinterrupt.h"
#include "core/transport/socketpeer.h"
#include "core/sql/sqlcertificate.h"
#include "tests/support/faultproxy.h"
#include "tests/support/lockoperator.h"
#include "tests/support/privateredis.h"
#include "tests/support/roguemysql.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QSslCertificate>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_sqltls {

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
    void onlyAFaultyCertificateIsOffered_data();
    void onlyAFaultyCertificateIsOffered();
    void theCertificateThatWasShownIsAccepted();
    void aChangedCertificateIsNotOffered();
    void knowsWhoListensAtASocket();
    void aKnownMySqlIsToldThePassword();
    void nothingInTheClearIsBelieved_data();
    void nothingInTheClearIsBelieved();
    void aKilledSessionIsALostConnection();
    void aCutAfterSendingIsUnknown_data();
    void aCutAfterSendingIsUnknown();

private:
    std::unique_ptr<LiveSqlServer> start(const QString &cert, const QString &key);
    /** What the window tests and accepts by, for a server that some authority is asked about. */
    std::unique_ptr<BackendReader> reader(const LiveSqlServer &server, const QString &ca) const;
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

std::unique_ptr<BackendReader> TestSqlTls::reader(const LiveSqlServer &server,
                                                  const QString &ca) const
{
    BackendSpec backend;
    backend.name = QStringLiteral("billing");
    backend.host = QStringLiteral("127.0.0.1");
    backend.port = server.endpoint().port;
    backend.user = server.endpoint().user;
    backend.tls = TlsMode::Verify;
    backend.caFile = ca;
    return makeReader(
        backend, [&server](SteadyTime) -> Result<Secret> { return server.endpoint().password; });
}

void TestSqlTls::onlyAFaultyCertificateIsOffered_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("offered");
    QTest::newRow("foreign authority") << "foreign" << true;
    QTest::newRow("certificate for another host") << "other host" << true;
    QTest::newRow("a good one, when something else went wrong") << "good" << false;
    QTest::newRow("server without TLS") << "plain" << false;
}

void TestSqlTls::onlyAFaultyCertificateIsOffered()
{
    QFETCH(const QString, what);
    QFETCH(const bool, offered);
    const QTemporaryDir home;
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.path())));
    const LiveSqlServer &server = what == u"other host" ? *m_otherHost
                                  : what == u"plain"    ? *m_plain
                                                        : *m_good;
    const Endpoint endpoint =
        verified(server, what == u"foreign" ? m_certificates->foreignCa : m_certificates->ca);
    const Error cut{ErrorKind::Tls, 2026, QStringLiteral("TLS failed"), {}};
    const QString toAccept = QStringLiteral("--accept-certificate");
    SocketInterrupt interrupt;
    const CertificateFault fault = withShownCertificate(cut, endpoint, soon(), interrupt);
    QCOMPARE(fault.acceptable.has_value(), offered);
    QVERIFY2(fault.error.remedy.contains(toAccept) == offered, qPrintable(fault.error.remedy));
    if (offered)
        QVERIFY(fault.error.remedy.contains(fault.acceptable->fingerprint));
    const CertificateFault denied =
        withShownCertificate({ErrorKind::Auth, 1045, {}, {}}, endpoint, soon(), interrupt);
    QVERIFY(!denied.acceptable);
}

void TestSqlTls::theCertificateThatWasShownIsAccepted()
{
    const QTemporaryDir home;
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.path())));
    const auto tested = reader(*m_good, m_certificates->foreignCa);
    const Examination refused = tested->examine(soon());
    QCOMPARE(refused.problems.size(), size_t(1));
    const auto shown = tested->refusedCertificate();
    QVERIFY(shown);
    const QByteArray its = QSslCertificate::fromPath(m_certificates->cert).value(0).toDer();
    QCOMPARE(shown->der, its);
    QCOMPARE(shown->fingerprint, certificateFingerprint(its));
    QVERIFY2(refused.problems.front().error.remedy.contains(shown->fingerprint),
             qPrintable(refused.problems.front().error.remedy));

    const QString address = QStringLiteral("127.0.0.1:%1").arg(m_good->endpoint().port);
    QCOMPARE(shown->address, address);
    QVERIFY(!knownServer(address));
    QVERIFY(tested->accept(*shown));
    QVERIFY(knownServer(address));
    QCOMPARE(knownServer(address)->certificate, its);
    const Examination told = tested->examine(soon());
    QVERIFY2(!told.server.product.isEmpty(),
             told.problems.empty() ? "" : qPrintable(told.problems.front().error.message));
    QVERIFY(!tested->refusedCertificate());
}

void TestSqlTls::aChangedCertificateIsNotOffered()
{
    const QTemporaryDir home;
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.path())));
    const QByteArray old =
        QSslCertificate::fromPath(m_certificates->otherHostCert).value(0).toDer();
    const QByteArray now = QSslCertificate::fromPath(m_certificates->cert).value(0).toDer();
    const QString address = QStringLiteral("127.0.0.1:%1").arg(m_good->endpoint().port);
    QVERIFY(acceptServer(address, old));
    // Not even where an authority vouches for the new one.
    for (const QString &ca : {m_certificates->ca, m_certificates->foreignCa}) {
        const auto tested = reader(*m_good, ca);
        const Examination refused = tested->examine(soon());
        QCOMPARE(refused.problems.size(), size_t(1));
        QVERIFY(!tested->refusedCertificate());
        const Error &error = refused.problems.front().error;
        QVERIFY2(error.message.contains(QStringLiteral("does not show the certificate")),
                 qPrintable(error.message));
        for (const QString &word :
             {QStringLiteral("has changed"), certificateFingerprint(old),
              QStringLiteral("--accept-certificate ") + certificateFingerprint(now)})
            QVERIFY2(error.remedy.contains(word), qPrintable(error.remedy));

        // An offer from before somebody else accepted another is void.
        const auto late = tested->accept({address, now, certificateFingerprint(now)});
        QVERIFY(!late);
        QCOMPARE(late.error().kind, ErrorKind::Tls);
        QCOMPARE(knownServer(address)->certificate, old);
    }
}

void TestSqlTls::knowsWhoListensAtASocket()
{
    const auto programAt = [](const QString &path) {
        QLocalSocket socket;
        socket.connectToServer(path);
        return socket.waitForConnected(20'000)
                   ? SocketPeer::of(int(socket.socketDescriptor())).program
                   : QStringLiteral("nobody");
    };
    const SocketPeer server{programAt(m_good->socketPath())};
    QVERIFY2(server.isSqlServer(), qPrintable(server.program));

    // Whatever is passed on is so by another program, as this one could.
    const QString path = m_directory.filePath(QStringLiteral("passed on"));
    QLocalServer ours;
    QVERIFY(ours.listen(path));
    const QString own = QFileInfo(QCoreApplication::applicationFilePath()).fileName();
    QCOMPARE(programAt(path), own);
    QVERIFY(!SocketPeer{own}.isSqlServer());
    QVERIFY(!SocketPeer{QStringLiteral("ssh")}.isSqlServer());

    QTcpSocket tcp;
    tcp.connectToHost(QStringLiteral("127.0.0.1"), m_good->endpoint().port);
    QVERIFY(tcp.waitForConnected(20'000));
    QCOMPARE(SocketPeer::of(int(tcp.socketDescriptor())).program, QString());
    QVERIFY(!SocketPeer{}.isSqlServer());
}

/** MySQL proves an account by its cache, and wants to be told what is not in there. */
void TestSqlTls::aKnownMySqlIsToldThePassword()
{
    const QString root = qEnvironmentVariable("LOCKMASTER_TEST_MYSQL_ROOT");
    if (root.isEmpty())
        QSKIP("LOCKMASTER_TEST_MYSQL_ROOT names no MySQL");
    QString why;
    const auto mySql = LiveSqlServer::startMySql(root, &why);
    QVERIFY2(mySql, qPrintable(why));
    SqlScratch scratch(*mySql);
    const auto forget = [&scratch] { scratch.run(sql("FLUSH PRIVILEGES")); };
    const Endpoint keyed = scratch.reader();
    Endpoint unknown = keyed;
    unknown.publicKeyFile.clear();
    const auto refused = [&unknown] {
        const auto connection = SqlConnection::open(unknown, soon());
        if (connection)
            return QStringLiteral("it was told");
        return QString(errorKindName(connection.error().kind)) + u' ' + connection.error().remedy;
    };
    forget();
    QVERIFY2(refused().startsWith(QLatin1StringView("auth It is told only")),
             qPrintable(refused()));
    Endpoint local = unknown;
    local.socketPath = mySql->socketPath();
    QVERIFY(connectTo(local));
    QVERIFY(connectTo(unknown)); // by a proof

    forget();
    QVERIFY(refused().startsWith(QLatin1StringView("auth It is told only")));
    QVERIFY(connectTo(keyed));
    QVERIFY(connectTo(unknown));

    // It made its certificate itself, for no name.
    forget();
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_directory.path())));
    Endpoint verified = unknown;
    verified.tls = TlsMode::Verify;
    const auto stranger = SqlConnection::open(verified, soon());
    QVERIFY(!stranger);
    QCOMPARE(stranger.error().kind, ErrorKind::Tls);
    SocketInterrupt interrupt;
    const auto certificate = shownSqlCertificate(verified, soon(), interrupt);
    QVERIFY2(certificate, certificate ? "" : qPrintable(certificate.error().message));
    QVERIFY(acceptServer(verified.address, *certificate));
    const auto known = connectTo(verified);
    QVERIFY(known);
    QVERIFY(!known->server().cipher.isEmpty());
}

void TestSqlTls::nothingInTheClearIsBelieved_data()
{
    QTest::addColumn<bool>("accepted");
    QTest::addColumn<bool>("behindTheWish");
    QTest::addColumn<int>("ahead");
    QTest::newRow("behind the greeting") << false << false << 0;
    QTest::newRow("behind the second half of the greeting") << false << false << 20;
    QTest::newRow("behind a greeting whose head is cut") << false << false << 2;
    QTest::newRow("behind a whole greeting, on its own") << false << false << 1000;
    QTest::newRow("behind the wish for TLS") << false << true << 0;
    QTest::newRow("an accepted server, behind the greeting") << true << false << 0;
    QTest::newRow("an accepted server, behind the wish for TLS") << true << true << 0;
}

/** It would be taken for what the server says within TLS. */
void TestSqlTls::nothingInTheClearIsBelieved()
{
    QFETCH(const bool, accepted);
    QFETCH(const bool, behindTheWish);
    QFETCH(const int, ahead);
    const QTemporaryDir home;
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.path())));
    const QByteArray denied = QByteArray("\xff\x15\x04") + "#28000forged";
    const QByteArray forged = char(denied.size()) + QByteArray("\0\0\2", 3) + denied;
    RogueMySql::Login login;
    login.tls = TlsOffer{m_certificates->cert, m_certificates->key};
    login.ahead = ahead;
    (behindTheWish ? login.late : login.early) = forged;
    const RogueServer between(
        RogueMySql::afterLogin(login, [](RogueMySql &, const RogueMySql::Command &) {}));
    Endpoint endpoint = m_good->endpoint();
    endpoint.address = QStringLiteral("127.0.0.1:%1").arg(between.port());
    endpoint.port = between.port();
    endpoint.tls = TlsMode::Verify;
    endpoint.caFile = m_certificates->ca;
    if (accepted)
        QVERIFY(acceptServer(endpoint.address,
                             QSslCertificate::fromPath(m_certificates->cert).value(0).toDer()));
    const auto connection = SqlConnection::open(endpoint, soon());
    QVERIFY(!connection);
    const Error &error = connection.error();
    QVERIFY2(error.kind == ErrorKind::Tls, qPrintable(error.message));
    QVERIFY2(!error.message.contains(QStringLiteral("forged")), qPrintable(error.message));
    QVERIFY(!error.remedy.isEmpty());
    QVERIFY(!between.recorder().inTheClear().contains(endpoint.user.toUtf8()));
    QCOMPARE(between.recorder().withinTls(), QByteArray());
    // Nothing is to be accepted on the word of who is in between.
    if (!behindTheWish && ahead < 1000) {
        QVERIFY2(error.message.contains(QStringLiteral("before TLS began")),
                 qPrintable(error.message));
        SocketInterrupt interrupt;
        const CertificateFault fault = withShownCertificate(error, endpoint, soon(), interrupt);
        QVERIFY(!fault.acceptable);
        QCOMPARE(fault.error.remedy, error.remedy);
    }
}

/** The client library calls it an error of TLS, and no certificate is to blame. */
void TestSqlTls::aKilledSessionIsALostConnection()
{
    const QTemporaryDir home;
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.path())));
    const auto connection = connectTo(verified(*m_good, m_certificates->ca));
    QVERIFY(connection);
    Endpoint other = m_good->endpoint();
    const auto killer = connectTo(other);
    QVERIFY(killer);
    QVERIFY(killer->execute(QStringLiteral("KILL %1").arg(connection->server().connectionId), {},
                            soon()));
    std::optional<Error> error;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            const auto asked =
                connection->select(sql("SELECT 1"), {}, soon(), [](const SqlRow &) {});
            if (!asked && !error) // those that follow only say that it is closed
                error = asked.error();
            return error.has_value();
        }(),
        20'000);
    QVERIFY2(error->kind == ErrorKind::Network, qPrintable(error->message));
    QVERIFY2(error->message.contains(QStringLiteral("was lost")), qPrintable(error->message));
    QVERIFY(!error->remedy.contains(QStringLiteral("ca=FILE")));
}

void TestSqlTls::aCutAfterSendingIsUnknown_data()
{
    QTest::addColumn<bool>("renewal");
    QTest::newRow("release") << false;
    QTest::newRow("renewal") << true;
}

/** The client library calls it an error of TLS; the server goes on with what it was sent. */
void TestSqlTls::aCutAfterSendingIsUnknown()
{
    using namespace std::chrono_literals;
    QFETCH(bool, renewal);
    SqlScratch scratch(*m_good);
    scratch.run(sql("CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY, "
                    "owner VARCHAR(100) NOT NULL, expiry DATETIME(6) NOT NULL)"));
    scratch.run(QStringLiteral("GRANT INSERT, UPDATE ON %1.* TO '%2'@'%'")
                    .arg(scratch.schema(), scratch.user()));
    FaultProxy proxy(m_good->endpoint().port);
    BackendSpec backend = scratch.backend();
    backend.port = proxy.port();
    backend.tls = TlsMode::Verify;
    backend.caFile = m_certificates->ca;
    backend.tables = {distLockTable()};
    const LockTableSystem system;
    LockOperator someone(system, backend, SqlScratch::password());
    const auto client = someone.client("a");
    QVERIFY(client);
    const auto taken = client->acquire(someone.permit(), std::chrono::steady_clock::now() + 5s, {});
    QVERIFY2(taken && taken->acquired, qPrintable(taken ? QString() : taken.error().message));
    const auto ticket = someone.begin(*someone.look("a"), QStringLiteral("expire"));
    QVERIFY2(ticket, qPrintable(someone.error().message));

    SqlSession holder(scratch.admin());
    QVERIFY(holder.run(sql("BEGIN")));
    QVERIFY(holder.run(sql("SELECT * FROM dist_lock FOR UPDATE")));
    SqlSession watcher(scratch.admin());
    const QString before = watcher.value(sql("SELECT expiry FROM dist_lock")).toString();
    std::optional<ReleaseOutcome> outcome;
    std::optional<Error> notRenewed;
    std::thread sending([&] {
        if (!renewal)
            outcome = someone.commit(*ticket);
        else if (const auto renewed = client->renew(soon()); !renewed)
            notRenewed = renewed.error();
    });
    bool seen = false;
    for (int i = 0; i < 900 && !seen; ++i) {
        seen = watcher
                   .value(sql("SELECT COUNT(*) FROM information_schema.PROCESSLIST "
                              "WHERE COMMAND = 'Execute' AND INFO LIKE 'UPDATE%'"))
                   .toInt()
               > 0;
        std::this_thread::sleep_for(1ms);
    }
    proxy.dropConnections();
    holder.run(sql("ROLLBACK"));
    sending.join();
    QVERIFY(seen);
    QTRY_VERIFY_WITH_TIMEOUT(
        watcher.value(sql("SELECT expiry FROM dist_lock")).toString() != before, 20'000);
    if (renewal) {
        QVERIFY(notRenewed);
        QVERIFY2(notRenewed->kind == ErrorKind::Network, qPrintable(notRenewed->message));
        const auto again = client->renew(soon());
        QVERIFY2(again && *again, qPrintable(again ? QString() : again.error().message));
        return;
    }
    QVERIFY2(outcome, qPrintable(someone.error().message));
    QVERIFY2(outcome->result == ReleaseResult::Unknown, qPrintable(outcome->message));
    QVERIFY(outcome->sent);
    const auto now = ticket->observe(soon());
    QVERIFY2(now && *now, qPrintable(now ? QString() : now.error().message));
    QCOMPARE((*now)->state, LockState::Free);
}

LOCKMASTER_TEST(TestSqlTls, QCoreApplication)

} // namespace tst_sqltls

#include "tst_sqltls.moc"
