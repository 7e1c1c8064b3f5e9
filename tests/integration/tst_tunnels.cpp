// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/systems/registry/registry.h"
#include "core/transport/endpoint.h"
#include "core/transport/socketinterrupt.h"
#include "core/trust/commandtrust.h"
#include "core/trust/knownservers.h"
#include "core/sql/sqlcertificate.h"
#include "core/tunnels/sshquestions.h"
#include "core/tunnels/tunnels.h"
#include "tests/support/faultproxy.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/privateredis.h"
#include "tests/support/privatesshd.h"
#include "tests/support/roguemysql.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <ctime>

#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_tunnels {

namespace {

constexpr int patience = 30'000;

SteadyTime soon(Millis time = Millis(20'000))
{
    return systemClock().now() + time;
}

BackendSpec through(BackendSpec spec, const QString &host)
{
    spec.tunnel.ssh = host;
    spec.tunnel.isOwn = true;
    spec.name = spec.farAddress() + host;
    spec.timeout = 10s;
    return spec;
}

BackendReading look(const BackendSpec &spec, const QByteArray &password = {}, Millis within = 20s)
{
    const auto reader = makeReader(
        spec, [secret = Secret(password)](SteadyTime) -> Result<Secret> { return secret; });
    return reader->read(BackendReader::Depth::Full, soon(within));
}

QString told(const BackendReading &reading)
{
    return reading.failure ? reading.failure->message + u' ' + reading.failure->remedy
                           : QStringLiteral("it was reached");
}

QStringList tunnelDirectories()
{
    return QDir(QStringLiteral("/tmp"))
        .entryList({QStringLiteral("lockmaster-tunnel-*")}, QDir::Dirs);
}

/** A word of a command in a shell, for commands of these tests alone. */
QStringList shell(const QByteArray &script)
{
    return {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QString::fromLatin1(script)};
}

} // namespace

/** Servers that are reached through a real sshd, and through commands that may lie. */
class TestTunnels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void bothKindsAreReached_data();
    void bothKindsAreReached();
    void fiftyServersShareOne();
    void aLostTunnelComesBack();
    void whoeverAsksIsNotToldAnOldFailure();
    void aFrozenOneIsGivenUp();
    void aFailureIsToldInOneSentence_data();
    void aFailureIsToldInOneSentence();
    void whatTheFarEndCannotReachIsTold();
    void anUnknownKeyIsAsked_data();
    void anUnknownKeyIsAsked();
    void theNameInACertificateIsTheServers();
    void nobodyBehindItIsToldThePassword();
    void nothingIsLeftOfAKilledProgram();
    void aCommandLeadsThere_data();
    void aCommandLeadsThere();
    void aCommandIsNotRunUntrusted();
    void aCommandThatLies_data();
    void aCommandThatLies();
    void somebodyElsesListenerIsNotConnectedTo();
    void hostileNamesRunNothing_data();
    void hostileNamesRunNothing();

private:
    BackendSpec redis() const { return m_redis->spec(); }
    QStringList environment() const;

    QTemporaryDir m_home;
    std::unique_ptr<PrivateSsh> m_ssh;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<LiveSqlServer> m_sql;
};

void TestTunnels::initTestCase()
{
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.path()));
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_home.path()));
    qunsetenv("XDG_RUNTIME_DIR");
    QString why;
    m_ssh = PrivateSsh::start(&why);
    m_redis = PrivateRedis::start();
    m_sql = LiveSqlServer::startMariaDb(&why);
    if (!m_ssh || !m_redis || !m_sql) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(why));
        QSKIP(qPrintable(why));
    }
    qputenv("PATH", QFile::encodeName(m_ssh->path()) + ':' + qgetenv("PATH"));
}

void TestTunnels::cleanup()
{
    setSshAsker({});
    endTunnels();
    if (m_ssh)
        m_ssh->knowBoth();
    QCOMPARE(PrivateSsh::sshBelow(::getpid()).size(), size_t(0));
    QCOMPARE(tunnelDirectories(), QStringList());
}

QStringList TestTunnels::environment() const
{
    return {QStringLiteral("PATH=") + qEnvironmentVariable("PATH"),
            QStringLiteral("XDG_STATE_HOME=") + m_home.path()};
}

void TestTunnels::bothKindsAreReached_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("one hop") << "bastion";
    QTest::newRow("two hops") << "inner";
}

void TestTunnels::bothKindsAreReached()
{
    QFETCH(QString, host);
    const BackendReading keys = look(through(redis(), host));
    QVERIFY2(!keys.failure, qPrintable(told(keys)));
    QCOMPARE(keys.server.transport, QStringLiteral("plaintext via ") + host);
    const BackendReading tables = look(through(m_sql->spec(), host));
    QVERIFY2(!tables.failure, qPrintable(told(tables)));
    QCOMPARE(tables.server.transport, QStringLiteral("plaintext via ") + host);
    // A socket on the far end, too.
    BackendSpec socket = through(m_sql->spec(), host);
    socket.socketPath = m_sql->socketPath();
    const BackendReading behind = look(socket);
    QVERIFY2(!behind.failure, qPrintable(told(behind)));
    QCOMPARE(behind.server.transport, QStringLiteral("plaintext via ") + host);
    // One for all of it, and one more for the jump.
    QCOMPARE(PrivateSsh::sshBelow(::getpid()).size(), size_t(host == u"inner" ? 2 : 1));
}

void TestTunnels::fiftyServersShareOne()
{
    std::vector<std::unique_ptr<FaultProxy>> servers;
    std::vector<std::unique_ptr<BackendReader>> readers;
    for (int i = 0; i < 50; ++i) {
        servers.push_back(std::make_unique<FaultProxy>(m_redis->port()));
        BackendSpec spec = through(redis(), QStringLiteral("bastion"));
        spec.port = servers.back()->port();
        readers.push_back(makeReader(spec, [](SteadyTime) -> Result<Secret> { return Secret(); }));
        const BackendReading reading = readers.back()->read(BackendReader::Depth::Full, soon());
        QVERIFY2(!reading.failure, qPrintable(told(reading)));
    }
    QCOMPARE(PrivateSsh::sshBelow(::getpid()).size(), size_t(1));
    TunnelSpec spec;
    spec.ssh = QStringLiteral("bastion");
    const TunnelReport report = tunnelReport(spec);
    QCOMPARE(report.phase, TunnelReport::Phase::Up);
    QCOMPARE(report.targets, qsizetype(50));
}

void TestTunnels::aLostTunnelComesBack()
{
    const BackendSpec spec = through(redis(), QStringLiteral("bastion"));
    const auto reader = makeReader(spec, [](SteadyTime) -> Result<Secret> { return Secret(); });
    QVERIFY(!reader->read(BackendReader::Depth::Full, soon()).failure);
    for (const qint64 session : m_ssh->sessions())
        ::kill(pid_t(session), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(tunnelReport(spec.tunnel).phase, TunnelReport::Phase::Down, patience);
    const QString why = tunnelReport(spec.tunnel).failure.value_or(Error{}).message;
    QVERIFY2(why.startsWith(u"ssh to bastion ended: "), qPrintable(why));
    QTRY_VERIFY_WITH_TIMEOUT(!reader->read(BackendReader::Depth::Full, soon()).failure, patience);
}

void TestTunnels::whoeverAsksIsNotToldAnOldFailure()
{
    const BackendSpec keys = through(redis(), QStringLiteral("bastion"));
    const BackendSpec tables = through(m_sql->spec(), QStringLiteral("bastion"));
    for (const BackendSpec &spec : {keys, tables}) {
        endTunnels();
        m_ssh->knowNobody();
        const auto reader = makeReader(spec, [](SteadyTime) -> Result<Secret> { return Secret(); });
        // So often that it would be left alone for a while.
        for (int i = 0; i < 3; ++i)
            QVERIFY(!reader->examine(soon()).capabilities.front().available);
        m_ssh->knowBoth();
        const Examination examination = reader->examine(soon());
        QVERIFY2(examination.capabilities.front().available,
                 qPrintable(examination.capabilities.front().reason));
    }
}

void TestTunnels::aFrozenOneIsGivenUp()
{
    BackendSpec spec = through(redis(), QStringLiteral("bastion"));
    spec.timeout = 500ms;
    QVERIFY(!look(spec).failure);
    const auto sessions = m_ssh->sessions();
    for (const qint64 session : sessions)
        ::kill(pid_t(session), SIGSTOP);
    // Three times the second that this ssh's configuration asks for.
    QTRY_COMPARE_WITH_TIMEOUT(tunnelReport(spec.tunnel).phase, TunnelReport::Phase::Down, patience);
    const QString why = tunnelReport(spec.tunnel).failure.value_or(Error{}).message;
    QVERIFY2(why.contains(u"not responding"), qPrintable(why));
    for (const qint64 session : sessions)
        ::kill(pid_t(session), SIGKILL);
}

void TestTunnels::aFailureIsToldInOneSentence_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *host, const char *stage,
                        const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(host) << QString::fromLatin1(stage)
                            << QString::fromLatin1(expected);
    };
    row("refused", "silent", "",
        "ssh to silent ended: ssh: connect to host 127.0.0.1 port 1: "
        "Connection refused");
    row("not known", "nowhere.invalid", "",
        "Could not resolve hostname nowhere.invalid: Name or service not known");
    row("key not taken", "bastion", "key", "Permission denied (publickey)");
    row("host key changed", "bastion", "changed",
        "The host key of bastion is another than the "
        "one in ");
    row("host key not known", "bastion", "unknown",
        "The host key of bastion is not known: it "
        "shows SHA256:");
    row("an option that is none", "bastion", "option", "Bad configuration option: nonsense");
}

void TestTunnels::aFailureIsToldInOneSentence()
{
    QFETCH(QString, host);
    QFETCH(QString, stage);
    QFETCH(QString, expected);
    if (stage == u"key")
        m_ssh->configure("  IdentityFile " + QFile::encodeName(m_ssh->file(QStringLiteral("other")))
                         + "\n");
    if (stage == u"key") // the one that it takes is not there for a moment
        QFile::rename(m_ssh->file(QStringLiteral("id")), m_ssh->file(QStringLiteral("hidden")));
    if (stage == u"changed")
        m_ssh->knowWrongly();
    if (stage == u"unknown")
        m_ssh->knowNobody();
    if (stage == u"option")
        m_ssh->configure("  Nonsense yes\n");
    const BackendSpec spec = through(redis(), host);
    const QString why = told(look(spec));
    m_ssh->configure({});
    if (stage == u"key")
        QFile::rename(m_ssh->file(QStringLiteral("hidden")), m_ssh->file(QStringLiteral("id")));
    QVERIFY2(why.startsWith(spec.address() + QStringLiteral(" was not reached: ")),
             qPrintable(why));
    QVERIFY2(why.contains(expected), qPrintable(why));
    if (stage == u"changed")
        QVERIFY2(why.contains(m_ssh->file(QStringLiteral("known_hosts")) + QStringLiteral(":2.")),
                 qPrintable(why));
    if (stage == u"unknown")
        QVERIFY2(why.contains(m_ssh->fingerprint() + QStringLiteral(" (ED25519)")),
                 qPrintable(why));
    // What is known stays as it was.
    if (stage == u"unknown" || stage == u"changed") {
        QFile known(m_ssh->file(QStringLiteral("known_hosts")));
        QVERIFY(known.open(QIODevice::ReadOnly));
        QCOMPARE(known.readAll().count('\n'), stage == u"unknown" ? 0 : 2);
    }
}

void TestTunnels::whatTheFarEndCannotReachIsTold()
{
    BackendSpec down = through(redis(), QStringLiteral("bastion"));
    down.port = 1;
    const QString refused = told(look(down));
    QVERIFY2(refused.contains(u"ssh to bastion says: channel ")
                 && refused.contains(u"Connection refused"),
             qPrintable(refused));
    BackendSpec sql = through(m_sql->spec(), QStringLiteral("bastion"));
    sql.port = 1;
    const QString refusedToo = told(look(sql));
    QVERIFY2(refusedToo.contains(u"ssh to bastion says: channel "), qPrintable(refusedToo));
    endTunnels();
    QVERIFY(m_ssh->restartBastion("AllowTcpForwarding no\n"));
    const QString forbidden = told(look(through(redis(), QStringLiteral("bastion"))));
    QVERIFY(m_ssh->restartBastion());
    QVERIFY2(forbidden.contains(u"administratively prohibited"), qPrintable(forbidden));
}

void TestTunnels::anUnknownKeyIsAsked_data()
{
    QTest::addColumn<bool>("accepted");
    QTest::newRow("accepted") << true;
    QTest::newRow("refused") << false;
}

void TestTunnels::anUnknownKeyIsAsked()
{
    QFETCH(bool, accepted);
    m_ssh->knowNobody();
    std::vector<SshQuestion> questions;
    std::mutex mutex;
    setSshAsker({[&](const SshQuestion &question) {
                     {
                         const std::lock_guard lock(mutex);
                         questions.push_back(question);
                     }
                     answerSsh(question.id, accepted ? std::optional(Secret("yes")) : std::nullopt);
                 },
                 [](quint64) {}});
    const QString why = told(look(through(redis(), QStringLiteral("bastion"))));
    const std::lock_guard lock(mutex);
    QCOMPARE(questions.size(), size_t(1));
    QCOMPARE(questions[0].kind, SshQuestion::Kind::HostKey);
    QCOMPARE(questions[0].host, QStringLiteral("bastion"));
    QVERIFY2(questions[0].text.contains(m_ssh->fingerprint()), qPrintable(questions[0].text));
    QVERIFY2(accepted ? why == u"it was reached" : why.contains(u"is not known"), qPrintable(why));
}

void TestTunnels::theNameInACertificateIsTheServers()
{
    QTemporaryDir directory;
    const auto certificates = TestCertificates::make(directory.path());
    QVERIFY(certificates);
    const auto start = [&](const QString &cert, const QString &key) {
        QString why;
        auto server = LiveSqlServer::startMariaDb(
            &why, LiveSqlServer::rich()
                      + QStringList{QStringLiteral("--ssl-ca=") + certificates->ca,
                                    QStringLiteral("--ssl-cert=") + cert,
                                    QStringLiteral("--ssl-key=") + key});
        return server;
    };
    const auto verified = [&](const LiveSqlServer &server) {
        BackendSpec spec = through(server.spec(), QStringLiteral("bastion"));
        spec.tls = TlsMode::Verify;
        spec.caFile = certificates->ca;
        return spec;
    };
    const auto good = start(certificates->cert, certificates->key);
    QVERIFY(good);
    const BackendReading reading = look(verified(*good));
    QVERIFY2(!reading.failure, qPrintable(told(reading)));
    QVERIFY2(reading.server.transport.startsWith(u"TLSv1."), qPrintable(reading.server.transport));
    BackendSpec stranger = verified(*good);
    stranger.caFile = certificates->foreignCa;
    QCOMPARE(look(stranger).failure.value_or(Error{}).kind, ErrorKind::Tls);
    // What was accepted for it by way of this host is right, whoever signed it; nowhere else.
    SocketInterrupt interrupt;
    const auto shown = shownSqlCertificate(endpointOf(stranger, {}), soon(), interrupt);
    QVERIFY(shown);
    QVERIFY(acceptServer(stranger.address(), *shown));
    QVERIFY(!look(stranger).failure);
    BackendSpec direct = stranger;
    direct.tunnel = {};
    QCOMPARE(look(direct).failure.value_or(Error{}).kind, ErrorKind::Tls);
    const auto other = start(certificates->otherHostCert, certificates->otherHostKey);
    QVERIFY(other);
    const auto refused = look(verified(*other)).failure;
    QVERIFY(refused);
    QCOMPARE(refused->kind, ErrorKind::Tls);

    const auto keys = PrivateRedis::start({.tls = certificates});
    QVERIFY(keys);
    BackendSpec spec = through(keys->spec(), QStringLiteral("bastion"));
    spec.port = keys->tlsPort();
    spec.tls = TlsMode::Verify;
    spec.caFile = certificates->ca;
    const BackendReading encrypted = look(spec);
    QVERIFY2(!encrypted.failure, qPrintable(told(encrypted)));
    spec.host = QStringLiteral("localhost.localdomain"); // not in it
    QVERIFY(look(spec).failure);
}

void TestTunnels::nobodyBehindItIsToldThePassword()
{
    // Cold: it knows no hash of the password, and asks for itself.
    for (const char *method :
         {"caching_sha2_password", "sha256_password", "mysql_clear_password"}) {
        RogueMySql::Login login;
        login.method = method;
        const auto server = std::make_unique<RogueServer>(
            RogueMySql::afterLogin(login, [](RogueMySql &, const RogueMySql::Command &) {}));
        FaultProxy recorder(server->port());
        BackendSpec spec;
        spec.user = QStringLiteral("observer");
        spec.port = recorder.port();
        const auto reading = look(through(spec, QStringLiteral("bastion")), "opensesame");
        QVERIFY(reading.failure);
        QVERIFY(recorder.sentByClients().contains("observer"));
        QVERIFY(!recorder.sentByClients().contains("opensesame"));
    }
}

void TestTunnels::nothingIsLeftOfAKilledProgram()
{
    const BackendSpec spec = redis();
    const auto lockctl =
        startLockctl({QStringLiteral("watch"), QStringLiteral("--url"),
                      QStringLiteral("redis://127.0.0.1:%1/0?ssh=inner").arg(spec.port)},
                     environment());
    QTRY_COMPARE_WITH_TIMEOUT(PrivateSsh::sshBelow(lockctl->processId()).size(), size_t(2),
                              patience);
    QTRY_VERIFY_WITH_TIMEOUT(!m_ssh->sessions().empty(), patience);
    const auto before = descendants(lockctl->processId());
    ::kill(pid_t(lockctl->processId()), SIGKILL);
    lockctl->waitForFinished(patience);
    for (const qint64 each : before)
        QTRY_VERIFY_WITH_TIMEOUT(::kill(pid_t(each), 0) != 0, patience);
    // Its directory is cleared away by whoever makes the next one.
    QVERIFY(!look(through(spec, QStringLiteral("bastion"))).failure);
    QCOMPARE(tunnelDirectories().size(), 1);
    const LockctlOutcome once =
        runLockctl({QStringLiteral("list"), QStringLiteral("--url"),
                    QStringLiteral("redis://127.0.0.1:%1/0?ssh=bastion").arg(spec.port)},
                   environment());
    QVERIFY2(once.code == 0, once.err.constData());
    QCOMPARE(tunnelDirectories().size(), 1);
}

namespace {

/** A relay of a few lines: it listens as it is told to, and says nothing. */
QByteArray relay(const char *listen, const char *before = "")
{
    return QByteArray("exec python3 -c '\nimport os,socket,sys,threading\n") + before
           + "\na=sys.argv[1]\n"
             "s=socket.socket(socket.AF_UNIX) if a[0]==\"/\" else socket.socket()\n"
             "s.bind(a if a[0]==\"/\" else (\"127.0.0.1\",int(a)))\ns.listen(50)\n"
             "def go(f,t):\n"
             "    try:\n"
             "        while True:\n"
             "            b=f.recv(65536)\n"
             "            if not b: break\n"
             "            t.sendall(b)\n"
             "    except OSError: pass\n"
             "    t.close()\n"
             "while True:\n"
             "    c,_=s.accept()\n"
             "    d=socket.create_connection((\"127.0.0.1\",int(sys.argv[2])))\n"
             "    threading.Thread(target=go,args=(c,d),daemon=True).start()\n"
             "    threading.Thread(target=go,args=(d,c),daemon=True).start()\n"
             "' "
           + listen + " \"$0\"";
}

BackendSpec byCommand(BackendSpec spec, const QStringList &command)
{
    spec.tunnel.command = command + QStringList{QString::number(spec.port)};
    spec.name = QStringLiteral("behind");
    spec.timeout = 5s;
    return spec;
}

void trust(const BackendSpec &spec)
{
    const auto done = trustCommand(foreignCommand(spec.tunnel));
    QVERIFY(done);
}

} // namespace

void TestTunnels::aCommandLeadsThere_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<bool>("keys");
    QTest::newRow("a socket, Redis") << relay("{socket}") << true;
    QTest::newRow("a socket, MariaDB") << relay("{socket}") << false;
    QTest::newRow("a port, MariaDB") << relay("{port}") << false;
    QTest::newRow("from a child of its own")
        << "sh -c \"$(cat <<'E'\n" + relay("{port}", "") + "\nE\n)\" \"$0\" & wait" << false;
    QTest::newRow("that prints a megabyte")
        << "head -c 1000000 /dev/zero | tr '\\0' x >&2; head -c 1000000 /dev/zero; "
               + relay("{socket}")
        << true;
}

void TestTunnels::aCommandLeadsThere()
{
    QFETCH(QByteArray, script);
    QFETCH(bool, keys);
    const BackendSpec spec = byCommand(keys ? redis() : m_sql->spec(), shell(script));
    trust(spec);
    const BackendReading reading = look(spec);
    QVERIFY2(!reading.failure, qPrintable(told(reading)));
    QCOMPARE(reading.server.transport, QStringLiteral("plaintext via sh"));
    endTunnels();
    QCOMPARE(descendants(::getpid(), "python3").size(), size_t(0));
}

void TestTunnels::aCommandIsNotRunUntrusted()
{
    const QString mark = m_home.filePath(QStringLiteral("ran"));
    const BackendSpec spec = byCommand(
        m_sql->spec(), shell("touch " + QFile::encodeName(mark) + "; sleep 100 # {port}"));
    const QString why = told(look(spec));
    QVERIFY2(why.contains(u"is not trusted on this machine: '/bin/sh' '-c' "), qPrintable(why));
    QVERIFY(!QFile::exists(mark));
    trust(spec);
    QVERIFY(look(spec, {}, 2s).failure);
    // So is a host of ssh: it is the operator's keys that it is shown.
    BackendSpec host = redis();
    host.tunnel.ssh = QStringLiteral("bastion");
    QVERIFY(told(look(host)).contains(u"is not trusted on this machine: 'ssh' 'bastion'."));
    // One word of it is another.
    BackendSpec changed = spec;
    changed.tunnel.command << QStringLiteral("more");
    QVERIFY(told(look(changed)).contains(u"is not trusted"));
}

void TestTunnels::aCommandThatLies_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *script, const char *expected) {
        QTest::newRow(name) << QByteArray(script) << QString::fromLatin1(expected);
    };
    row("says that it is ready", "echo ready; echo Forwarding from 127.0.0.1:{port}; sleep 1000",
        "still being set up");
    row("ends at once", "exit 0 # {port}", "leads nowhere: it ended with status 0");
    row("complains and ends", "echo 'error: pod not found' >&2; exit 1 # {port}",
        "leads nowhere: error: pod not found");
    row("goes into the background", "setsid sleep 1000 & exit 0 # {port}",
        "leads nowhere: it ended with status 0");
    row("closes its errors and stays", "exec 2>&-; sleep 1000 # {port}", "still being set up");
    row("complains without an end", "while :; do echo no >&2; done # {port}", "still being set up");
    row("is no program", "exec /nonexistent/program {port}", "leads nowhere: ");
}

void TestTunnels::aCommandThatLies()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, expected);
    const BackendSpec spec = byCommand(m_sql->spec(), shell(script));
    trust(spec);
    const std::clock_t before = std::clock();
    const QString why = told(look(spec, {}, 3s));
    QVERIFY2(why.contains(expected), qPrintable(why));
    // Of our own time it gets little, whatever it does.
    QVERIFY((std::clock() - before) / CLOCKS_PER_SEC < 2);
    endTunnels();
    QTRY_COMPARE_WITH_TIMEOUT(descendants(::getpid(), "sleep").size(), size_t(0), patience);
    QCOMPARE(descendants(::getpid(), "sh").size(), size_t(0));
}

void TestTunnels::somebodyElsesListenerIsNotConnectedTo()
{
    // The command tells where it should listen; it does not, and we do.
    const QString told = m_home.filePath(QStringLiteral("port"));
    const BackendSpec spec = byCommand(
        m_sql->spec(), shell("echo {port} > " + QFile::encodeName(told) + "; sleep 1000"));
    trust(spec);
    TunnelTarget target{spec.host, spec.port, {}};
    QTcpServer other;
    const auto listens = [&] {
        QFile file(told);
        if (!other.isListening() && file.open(QIODevice::ReadOnly))
            other.listen(QHostAddress::LocalHost, file.readAll().trimmed().toUShort());
        return other.isListening();
    };
    const auto end = reachThrough(spec.tunnel, target, soon(3s), [&] {
        listens();
        return false;
    });
    QVERIFY(listens());
    QVERIFY(!end);
    QCOMPARE(end.error().kind, ErrorKind::Timeout);
    QVERIFY(!other.waitForNewConnection(0));
}

void TestTunnels::hostileNamesRunNothing_data()
{
    QTest::addColumn<QString>("option");
    for (const char *name :
         {"-oProxyCommand=touch%20MARK", "--", "-Fx", "a%20-oProxyCommand=touch%20MARK", "a;touch",
          "$(touch%20MARK)", "user@-oProxyCommand=x", "a%0a", "@a", "a@b@c", ".a", "[::1]", ""})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestTunnels::hostileNamesRunNothing()
{
    QFETCH(QString, option);
    const auto spec = parseBackendUrl(QStringLiteral("redis://127.0.0.1:1/0?ssh=") + option);
    QVERIFY(!spec);
    QCOMPARE(spec.error().kind, ErrorKind::Config);
    // Nor where it comes from anywhere else.
    BackendSpec made = redis();
    made.tunnel.ssh = QString::fromUtf8(QByteArray::fromPercentEncoding(option.toLatin1()));
    if (made.tunnel.ssh.isEmpty())
        return;
    const auto reading = look(made);
    QVERIFY(reading.failure);
    QCOMPARE(reading.failure->kind, ErrorKind::Config);
}

LOCKMASTER_TEST(TestTunnels, QCoreApplication)

} // namespace tst_tunnels

#include "tst_tunnels.moc"
