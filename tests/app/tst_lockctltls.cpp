// SPDX-License-Identifier: Apache-2.0
#include "tests/app/lockctlrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/roguemysql.h"
#include "tests/support/sqltestserver.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace {

const QByteArray canary = "Canary7qX";
const QByteArray user = "watchman";
constexpr qsizetype wishForTls = 36; ///< what a MySQL client says in the clear: that it wants TLS

QT_WARNING_PUSH
QT_WARNING_DISABLE_DEPRECATED
constexpr QSsl::SslProtocol oldTls = QSsl::TlsV1_1;
QT_WARNING_POP

QByteArray sha(const QByteArray &bytes, QCryptographicHash::Algorithm algorithm)
{
    return QCryptographicHash::hash(bytes, algorithm);
}

/** How the usual login of MySQL proves the password to a server that sent this salt. */
QByteArray scramble(const QByteArray &salt)
{
    constexpr auto algorithm = QCryptographicHash::Sha1;
    QByteArray proof = sha(canary, algorithm);
    const QByteArray mask = sha(salt + sha(proof, algorithm), algorithm);
    for (qsizetype i = 0; i < proof.size(); ++i)
        proof[i] = char(proof[i] ^ mask[i]);
    return proof;
}

/** Whether there is a credential or a command in what a client sent. */
QByteArray giveaway(const QByteArray &sent)
{
    QByteArrayList forms{canary,
                         user,
                         canary.toBase64(),
                         canary.toHex(),
                         "AUTH",
                         "HELLO",
                         "PING",
                         "SELECT",
                         "dist_lock",
                         "lock:",
                         scramble(RogueMySql::salt())};
    for (const auto algorithm : {QCryptographicHash::Sha1, QCryptographicHash::Sha256}) {
        const QByteArray once = sha(canary, algorithm);
        forms << once << once.toHex() << sha(once, algorithm) << sha(once, algorithm).toHex();
    }
    for (const QByteArray &form : forms) {
        if (sent.contains(form))
            return form;
    }
    return {};
}

/** Logs anyone in, and then answers nothing that could be used. */
RogueServer::Script recordingScript(bool redis, const TlsOffer &offer)
{
    if (redis) {
        return [offer](RogueServer::Client &client) {
            if (client.startTls(offer))
                afterLogin([](RogueServer::Client &in) { in.stayUntilGone(); })(client);
        };
    }
    return RogueMySql::afterLogin(
        {.tls = offer}, [](RogueMySql &session, const RogueMySql::Command &) { session.sendOk(); });
}

} // namespace

/**
 * With TLS wanted, nothing that is of use to anybody is sent to a server that is not the right one:
 * all that the real program sends is recorded, what it would say within TLS as well.
 */
class TestLockctlTls : public QObject
{
    Q_OBJECT

public:
    /** A machine on which OpenSSL would accept anything: what is refused is refused by us. */
    static void initMain();

private slots:
    void initTestCase();
    void aRightCertificateIsToldEverything_data() { kinds(); }
    void aRightCertificateIsToldEverything();
    void theRecorderSpeaksOldTls_data() { kinds(); }
    void theRecorderSpeaksOldTls();
    void aWrongServerIsToldNothing_data();
    void aWrongServerIsToldNothing();
    void thePasswordItselfIsForVerifiedServersOnly_data();
    void thePasswordItselfIsForVerifiedServersOnly();

private:
    enum class Server { Ours, OtherHost, Expired, Old, Plain, Stripped };
    /** A server and the recorders before it and in it. */
    struct Stage {
        std::unique_ptr<RogueServer> rogue; ///< null: a real one
        std::unique_ptr<FaultProxy> proxy;
    };
    static void kinds();
    Stage stage(bool redis, Server server) const;
    TlsOffer offer(Server server) const;
    QStringList url(bool redis, quint16 port, const QString &tls) const;
    static LockctlOutcome run(const QStringList &command, const QStringList &backend);

    static inline QString s_opensslConf;
    QTemporaryDir m_directory;
    std::optional<TestCertificates> m_certificates;
    std::unique_ptr<LiveSqlServer> m_mariaDb;      ///< with TLS
    std::unique_ptr<LiveSqlServer> m_plainMariaDb; ///< without
    std::unique_ptr<PrivateRedis> m_redis;         ///< without
};

void TestLockctlTls::initMain()
{
    static const QTemporaryDir directory;
    s_opensslConf = directory.filePath(QStringLiteral("openssl.cnf"));
    QFile file(s_opensslConf);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(s_opensslConf));
    file.write("openssl_conf = all\n[all]\nssl_conf = ssl\n[ssl]\nsystem_default = lax\n[lax]\n"
               "MinProtocol = TLSv1\nCipherString = ALL:@SECLEVEL=0\n");
    qputenv("OPENSSL_CONF", QFile::encodeName(s_opensslConf));
}

void TestLockctlTls::initTestCase()
{
    m_certificates = TestCertificates::make(m_directory.path());
    if (!m_certificates) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL("openssl is not installed");
        QSKIP("openssl is not installed");
    }
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start({.lines = {"user " + user + " on >" + canary + " ~* &* +@all"}});
    QString why;
    m_mariaDb = LiveSqlServer::startMariaDb(
        &why, LiveSqlServer::rich()
                  + QStringList{QStringLiteral("--ssl-ca=") + m_certificates->ca,
                                QStringLiteral("--ssl-cert=") + m_certificates->cert,
                                QStringLiteral("--ssl-key=") + m_certificates->key});
    m_plainMariaDb = LiveSqlServer::startMariaDb(&why, {QStringLiteral("--skip-ssl")});
    if (!m_mariaDb && !qEnvironmentVariableIsSet("CI"))
        QSKIP(qPrintable(why));
    QVERIFY2(m_redis && m_mariaDb && m_plainMariaDb, qPrintable(why));
}

void TestLockctlTls::kinds()
{
    QTest::addColumn<bool>("redis");
    QTest::newRow("MariaDB") << false;
    QTest::newRow("Redis") << true;
}

TlsOffer TestLockctlTls::offer(Server server) const
{
    switch (server) {
    case Server::OtherHost: return {m_certificates->otherHostCert, m_certificates->otherHostKey};
    case Server::Expired: return {m_certificates->expiredCert, m_certificates->expiredKey};
    case Server::Old: return {m_certificates->cert, m_certificates->key, oldTls};
    default: return {m_certificates->cert, m_certificates->key};
    }
}

TestLockctlTls::Stage TestLockctlTls::stage(bool redis, Server server) const
{
    Stage stage;
    if (server == Server::Plain || (server == Server::Stripped && !redis)) {
        const quint16 sql = (server == Server::Plain ? m_plainMariaDb : m_mariaDb)->endpoint().port;
        stage.proxy = std::make_unique<FaultProxy>(redis ? m_redis->port() : sql);
        stage.proxy->setStripTls(server == Server::Stripped);
        return stage;
    }
    auto script = recordingScript(redis, offer(server));
    if (server == Server::Stripped) {
        script = [](RogueServer::Client &client) {
            client.receive();
            client.send("+PONG\r\n+PONG\r\n+OK\r\n");
            client.stayUntilGone();
        };
    }
    stage.rogue = std::make_unique<RogueServer>(script);
    stage.proxy = std::make_unique<FaultProxy>(stage.rogue->port());
    return stage;
}

QStringList TestLockctlTls::url(bool redis, quint16 port, const QString &tls) const
{
    const QString text = redis ? QStringLiteral("redis://%1@127.0.0.1:%2/0?match=lock:*")
                               : QStringLiteral("mysql://%1@127.0.0.1:%2/app?dist_lock=dist_lock");
    return {QStringLiteral("--url"), text.arg(QString::fromLatin1(user), QString::number(port))
                                         + QStringLiteral("&name=billing") + tls};
}

LockctlOutcome TestLockctlTls::run(const QStringList &command, const QStringList &backend)
{
    return runLockctl(command + backend,
                      {QStringLiteral("LOCKMASTER_PASSWORD=") + QString::fromLatin1(canary),
                       QStringLiteral("OPENSSL_CONF=") + s_opensslConf});
}

/** So that the recorder would see what a refusal keeps back. */
void TestLockctlTls::aRightCertificateIsToldEverything()
{
    QFETCH(const bool, redis);
    const Stage right = stage(redis, Server::Ours);
    const QStringList backend =
        url(redis, right.proxy->port(), QStringLiteral("&tls=verify&ca=") + m_certificates->ca);
    const LockctlOutcome listed = run({QStringLiteral("list")}, backend);
    const QByteArray within = right.rogue->recorder().withinTls();
    QVERIFY2(right.rogue->recorder().handshakes() > 0, listed.err.constData());
    QVERIFY2(within.contains(user), listed.err.constData());
    QVERIFY(within.contains(redis ? canary : scramble(RogueMySql::salt())));
    QVERIFY(within.contains(redis ? "AUTH" : "SELECT"));
    QCOMPARE(giveaway(right.proxy->sentByClients()), QByteArray());
    QVERIFY(!listed.err.contains(canary) && !listed.out.contains(canary));
}

void TestLockctlTls::theRecorderSpeaksOldTls()
{
    QFETCH(const bool, redis);
    const Stage old = stage(redis, Server::Old);
    QSslSocket client;
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(oldTls);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    client.setSslConfiguration(configuration);
    client.connectToHost(QStringLiteral("127.0.0.1"), old.rogue->port());
    QVERIFY(client.waitForConnected(20'000));
    if (!redis) {
        QVERIFY(client.waitForReadyRead(20'000));
        client.readAll();
        client.write(QByteArray("\x20\x00\x00\x01", 4) + QByteArray(32, '\0'));
        client.flush();
    }
    client.startClientEncryption();
    QVERIFY2(client.waitForEncrypted(20'000), qPrintable(client.errorString()));
    QCOMPARE(client.sessionProtocol(), oldTls);
}

void TestLockctlTls::aWrongServerIsToldNothing_data()
{
    QTest::addColumn<bool>("redis");
    QTest::addColumn<int>("server");
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("said");
    const QString ours = m_certificates->ca;
    const QString foreign = m_certificates->foreignCa;
    for (const bool redis : {false, true}) {
        const auto row = [redis](const char *name, Server server, const QString &authority,
                                 const char *said) {
            QTest::addRow("%s, %s", redis ? "Redis" : "MariaDB", name)
                << redis << int(server) << authority << QString::fromLatin1(said);
        };
        row("foreign authority", Server::Ours, foreign, "is not trusted");
        row("authorities of the system", Server::Ours, {}, "is not trusted");
        row("another host's certificate", Server::OtherHost, ours, "is for another host");
        row("expired certificate", Server::Expired, ours, "is not valid now");
        row("older TLS", Server::Old, ours, "not safe any more");
        row("a server without TLS", Server::Plain, ours, redis ? "TLS" : "does not speak TLS");
        row("TLS taken away on the way", Server::Stripped, ours, "does not speak TLS");
    }
}

void TestLockctlTls::aWrongServerIsToldNothing()
{
    QFETCH(const bool, redis);
    QFETCH(const int, server);
    QFETCH(const QString, authority);
    QFETCH(const QString, said);
    // A Redis that does not speak TLS says nothing to it; all the others answer at once.
    const bool silent = redis && Server(server) == Server::Plain;
    const QString tls = QStringLiteral("&tls=verify&timeout_ms=%1").arg(silent ? 1500 : 20'000)
                        + (authority.isEmpty() ? QString() : QStringLiteral("&ca=") + authority);
    const QString system = redis ? QStringLiteral("redis_string") : QStringLiteral("dist_lock");
    const std::vector<QStringList> commands{
        {QStringLiteral("list")},
        {QStringLiteral("doctor")},
        {QStringLiteral("acquire"), QStringLiteral("--system"), system, QStringLiteral("--name"),
         QStringLiteral("lock:nightly"), QStringLiteral("--ttl"), QStringLiteral("5s"),
         QStringLiteral("--hold"), QStringLiteral("10ms")},
    };
    for (const QStringList &command : commands) {
        const Stage wrong = stage(redis, Server(server));
        const LockctlOutcome outcome = run(command, url(redis, wrong.proxy->port(), tls));
        const QByteArray told = outcome.err + outcome.out;
        QVERIFY2(outcome.code == 3, told.constData());
        QVERIFY(wrong.proxy->connectionCount() > 0);

        // Not a byte but those of TLS itself, and of asking for it.
        const QByteArray wire = wrong.proxy->sentByClients();
        QCOMPARE(giveaway(wire), QByteArray());
        const bool asksFirst = !redis && wrong.rogue;
        if (!redis && !wrong.rogue)
            QCOMPARE(wire, QByteArray());
        else
            QCOMPARE(wire.mid(asksFirst ? wishForTls : 0, 2), QByteArray("\x16\x03"));
        if (wrong.rogue) {
            QCOMPARE(wrong.rogue->recorder().withinTls(), QByteArray());
            QCOMPARE(giveaway(wrong.rogue->recorder().inTheClear()), QByteArray());
        }

        // Which backend, what is wrong, and what to do; without the password.
        QVERIFY2(told.contains("billing"), told.constData());
        QVERIFY2(told.contains(said.toUtf8()), told.constData());
        QVERIFY2(told.contains("Check ") || told.contains("Use ") || told.contains("Give ")
                     || told.contains("Renew ") || told.contains("Let ")
                     || told.contains("Switch "),
                 told.constData());
        QVERIFY(!told.contains(canary));
    }
}

void TestLockctlTls::thePasswordItselfIsForVerifiedServersOnly_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("tls");
    QTest::addColumn<bool>("given");
    QTest::newRow("in the clear") << QByteArray("mysql_clear_password") << false << false;
    QTest::newRow("in the clear, within TLS") << QByteArray("mysql_clear_password") << true << true;
    QTest::newRow("at the terminal") << QByteArray("dialog") << false << false;
    QTest::newRow("at the terminal, within TLS") << QByteArray("dialog") << true << false;
}

/** A server chooses how it wants to be logged in to, and somebody in between may choose for it. */
void TestLockctlTls::thePasswordItselfIsForVerifiedServersOnly()
{
    QFETCH(const QByteArray, method);
    QFETCH(const bool, tls);
    QFETCH(const bool, given);
    RogueMySql::Login login{.tls = {}, .method = method};
    if (tls)
        login.tls = offer(Server::Ours);
    const RogueServer rogue(RogueMySql::afterLogin(
        login, [](RogueMySql &session, const RogueMySql::Command &) { session.sendOk(); }));
    const LockctlOutcome outcome =
        run({QStringLiteral("list")},
            url(false, rogue.port(),
                tls ? QStringLiteral("&tls=verify&ca=") + m_certificates->ca : QString()));
    const Recorder &recorder = rogue.recorder();
    const QByteArray all = recorder.inTheClear() + recorder.withinTls();
    QVERIFY2(all.contains(user), outcome.err.constData());
    QVERIFY2(all.contains(canary) == given, outcome.err.constData());
    if (!given) {
        QVERIFY2(outcome.err.contains("asks for a way to log in"), outcome.err.constData());
    }
}

QTEST_GUILESS_MAIN(TestLockctlTls)
#include "tst_lockctltls.moc"
