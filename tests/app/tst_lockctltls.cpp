// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lockctlrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/roguemysql.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QCryptographicHash>
#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctltls {

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

QByteArray publicKeyOf(const QString &certificate)
{
    const auto chain = QSslCertificate::fromPath(certificate);
    return chain.isEmpty() ? QByteArray() : chain.first().publicKey().toPem();
}

/** Whether one of the packets holds the password for who has this key. */
bool wasSealedFor(const QString &keyFile, const QByteArray &sent)
{
    constexpr qsizetype head = 4;
    constexpr qsizetype sizeOfSeal = 256;
    for (qsizetype at = 0; at + head <= sent.size();) {
        const qsizetype size = uchar(sent[at]) | uchar(sent[at + 1]) << 8;
        const QByteArray packet = sent.mid(at + head, size);
        at += head + size;
        if (packet.size() != sizeOfSeal)
            continue;
        QProcess openssl;
        openssl.start(QStringLiteral("openssl"),
                      {QStringLiteral("pkeyutl"), QStringLiteral("-decrypt"),
                       QStringLiteral("-inkey"), keyFile, QStringLiteral("-pkeyopt"),
                       QStringLiteral("rsa_padding_mode:oaep")});
        openssl.write(packet);
        openssl.closeWriteChannel();
        openssl.waitForFinished();
        QByteArray told = openssl.readAllStandardOutput();
        for (qsizetype i = 0; i < told.size(); ++i)
            told[i] = char(told[i] ^ RogueMySql::salt()[i % RogueMySql::salt().size()]);
        if (told == canary + '\0')
            return true;
    }
    return false;
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
    void thePasswordItselfIsForKnownServersOnly_data();
    void thePasswordItselfIsForKnownServersOnly();
    void acceptsACertificateOnceAndNoOther();

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

void TestLockctlTls::thePasswordItselfIsForKnownServersOnly_data()
{
    QTest::addColumn<QByteArrayList>("methods");
    QTest::addColumn<QString>("how"); // tls: verified; key, other: the profile names such a key
    QTest::addColumn<bool>("given");
    const auto row = [](const char *name, const QByteArrayList &methods, const char *how,
                        bool given) {
        QTest::newRow(name) << methods << QString::fromLatin1(how) << given;
    };
    const QByteArray clear = "mysql_clear_password";
    const QByteArray caching = "caching_sha2_password";
    const QByteArray sha = "sha256_password";
    row("in the clear", {clear}, "", false);
    row("in the clear, with a key", {clear}, "key", false);
    row("in the clear, within TLS", {clear}, "tls", true);
    row("at the terminal", {"dialog"}, "", false);
    row("at the terminal, within TLS", {"dialog"}, "tls", false);
    row("by the oldest way", {"mysql_old_password"}, "", false);
    row("for a key that it sends", {caching}, "", false);
    row("for a key that it sends, the other way", {sha}, "", false);
    row("at a second thought", {caching, clear}, "", false);
    row("after a proof", {"mysql_native_password", sha, caching}, "", false);
    row("within TLS", {caching}, "tls", true);
    row("within TLS, the other way", {sha}, "tls", true);
    row("for its key, which is named", {caching}, "key", true);
    row("for its key, which is named, the other way", {sha}, "key", true);
    row("for another key than is named", {caching}, "other", false);
    row("over a socket that is passed on", {clear}, "socket", false);
    row("over a socket that is passed on, for a key", {caching}, "socket", false);
    row("over a socket that is passed on, the other way", {sha}, "socket", false);
}

/** A server chooses how it wants to be logged in to, and somebody in between may choose for it. */
void TestLockctlTls::thePasswordItselfIsForKnownServersOnly()
{
    QFETCH(QByteArrayList, methods);
    QFETCH(const QString, how);
    QFETCH(const bool, given);
    const bool tls = how == u"tls";
    const QByteArray key = publicKeyOf(m_certificates->cert);
    RogueMySql::Login login{.method = methods.takeFirst(), .after = methods, .key = key};
    if (tls)
        login.tls = offer(Server::Ours);
    const QString socket = how == u"socket" ? m_directory.filePath(QStringLiteral("s")) : QString();
    const RogueServer rogue(
        RogueMySql::afterLogin(
            login, [](RogueMySql &session, const RogueMySql::Command &) { session.sendOk(); }),
        socket);
    const QString keyFile = m_directory.filePath(QStringLiteral("named.pem"));
    QFile file(keyFile);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(how == u"other" ? publicKeyOf(m_certificates->otherHostCert) : key);
    file.close();
    QStringList backend = url(false, rogue.port(), {});
    if (!socket.isEmpty())
        backend = {QStringLiteral("--url"), QStringLiteral("mysql+unix://%1@%2?database=app")
                                                .arg(QString::fromLatin1(user), socket)};
    else if (tls)
        backend.last() += QStringLiteral("&tls=verify&ca=") + m_certificates->ca;
    else if (!how.isEmpty())
        backend.last() += QStringLiteral("&server_public_key=") + keyFile;
    const LockctlOutcome outcome = run({QStringLiteral("list")}, backend);
    if (!socket.isEmpty())
        QFile::remove(socket);

    const Recorder &recorder = rogue.recorder();
    const QByteArray all = recorder.inTheClear() + recorder.withinTls();
    QVERIFY2(all.contains(user), outcome.err.constData());
    const bool sealed = wasSealedFor(m_certificates->key, recorder.inTheClear());
    QVERIFY2((all.contains(canary) || sealed) == given, outcome.err.constData());
    QVERIFY(!given || tls || sealed);
    if (!given && how != u"other") {
        QVERIFY2(outcome.code == 3, outcome.err.constData());
        QVERIFY2(outcome.err.contains("asks for the password of 'watchman' itself")
                     || outcome.err.contains("asks for a way to log in"),
                 outcome.err.constData());
    }
    if (!socket.isEmpty())
        QVERIFY2(outcome.err.contains(
                     "What listens there is 'lockmaster-tests', and no MySQL or MariaDB"),
                 outcome.err.constData());
}

/** As with ssh: for a server that made its certificate itself, and for whatever name. */
void TestLockctlTls::acceptsACertificateOnceAndNoOther()
{
    const auto script = [](const std::optional<TlsOffer> &tls) {
        return RogueMySql::afterLogin(
            {.tls = tls, .method = "caching_sha2_password"},
            [](RogueMySql &session, const RogueMySql::Command &) { session.sendOk(); });
    };
    std::mutex mutex;
    RogueServer::Script now = script(offer(Server::OtherHost));
    const auto turnInto = [&](const std::optional<TlsOffer> &tls) {
        const std::lock_guard lock(mutex);
        now = script(tls);
    };
    const RogueServer rogue([&](RogueServer::Client &client) {
        std::unique_lock lock(mutex);
        const RogueServer::Script current = now;
        lock.unlock();
        current(client);
    });
    const QTemporaryDir home;
    const auto lockctl = [&](const QStringList &command) {
        return runLockctl(command + url(false, rogue.port(), QStringLiteral("&tls=verify")),
                          {QStringLiteral("LOCKMASTER_PASSWORD=") + QString::fromLatin1(canary),
                           QStringLiteral("XDG_CONFIG_HOME=") + home.path()});
    };
    const auto fingerprintOf = [](const QString &certificate) {
        const auto hash =
            QSslCertificate::fromPath(certificate).value(0).digest(QCryptographicHash::Sha256);
        return "SHA256:" + hash.toHex(':').toUpper();
    };
    const QByteArray right = fingerprintOf(m_certificates->otherHostCert);
    const QByteArray other = fingerprintOf(m_certificates->cert);
    const auto accept = [&](const QByteArray &fingerprint) {
        return lockctl({QStringLiteral("doctor"), QStringLiteral("--accept-certificate"),
                        QString::fromLatin1(fingerprint)});
    };
    const auto isTold = [&rogue] { return rogue.recorder().withinTls().contains(canary); };

    // Shown, and how to accept it; nothing is told yet, whatever else is accepted.
    const LockctlOutcome shown = lockctl({QStringLiteral("doctor")});
    QVERIFY2(shown.out.contains("--accept-certificate " + right), shown.out.constData());
    const LockctlOutcome notThis = accept(other);
    QVERIFY2(notThis.code == 3 && notThis.err.contains("shows a certificate with"),
             notThis.err.constData());
    QCOMPARE(lockctl({QStringLiteral("list")}).code, 3);
    QCOMPARE(giveaway(rogue.recorder().inTheClear() + rogue.recorder().withinTls()), QByteArray());

    const LockctlOutcome accepted = accept(right);
    QVERIFY2(accepted.err.contains("is accepted on this machine"), accepted.err.constData());
    QVERIFY2(isTold(), accepted.out.constData());
    const auto permissions =
        QFile::permissions(home.filePath(QStringLiteral("lockmaster/known_servers")));
    QVERIFY(!(permissions & (QFile::WriteGroup | QFile::WriteOther)));

    // From then on it is that one and no other, also one that an authority signed, or without TLS.
    const QByteArray before = rogue.recorder().withinTls();
    turnInto(offer(Server::Ours));
    const LockctlOutcome changed = lockctl({QStringLiteral("doctor")});
    QVERIFY2(changed.code == 3 && changed.out.contains("does not show the certificate"),
             changed.out.constData());
    QVERIFY2(changed.out.contains("--accept-certificate " + other), changed.out.constData());
    turnInto({});
    const LockctlOutcome stripped = lockctl({QStringLiteral("list")});
    QVERIFY2(stripped.code == 3 && stripped.err.contains("does not speak TLS"),
             stripped.err.constData());
    QCOMPARE(rogue.recorder().withinTls(), before);
    QCOMPARE(giveaway(rogue.recorder().inTheClear()), QByteArray());
}

LOCKMASTER_TEST(TestLockctlTls, QCoreApplication)

} // namespace tst_lockctltls

#include "tst_lockctltls.moc"
