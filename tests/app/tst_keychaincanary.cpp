// SPDX-License-Identifier: Apache-2.0
#include "core/config/keychain.h"
#include "core/config/secrets.h"
#include "tests/support/canarystage.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/needserver.h"
#include "tests/support/secretservice.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>

#include <sys/wait.h>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_keychaincanary {

namespace {

SteadyTime soon()
{
    return systemClock().now() + std::chrono::seconds(30);
}

} // namespace

/** The same for what is not given but asked for: by a keychain, and by a command. */
class TestKeychainCanary : public QObject
{
    Q_OBJECT

    CanaryStage m_stage;
    std::unique_ptr<SecretService> m_service;
    std::unique_ptr<SecretService> m_emptyBus;

    /** A profile of one backend, with these keys besides. */
    QStringList profile(bool redis, const QByteArray &keys = {});
    /** A password command that writes down who could see what, and then prints `password`. */
    QByteArray command(const QByteArray &password);
    QStringList keychain() const { return m_service->environment(); }

private slots:
    void initTestCase();
    void init();
    void aKeychainKeepsAndForgets();
    void whoAsksAtTheSameTimeIsAnsweredToo();
    void noCommandTells_data();
    void noCommandTells();
    void noWindowTells_data();
    void noWindowTells();
    void noMemoryIsDumped_data() { ways(); }
    void noMemoryIsDumped();
    void withoutAKeychainItSaysWhatToDo_data();
    void withoutAKeychainItSaysWhatToDo();
    void importedPasswordsGoThere();
    void anEntryIsOfOneServer();
    void theDesktopsSessionMayEnd();

private:
    static void ways();
};

QStringList TestKeychainCanary::profile(bool redis, const QByteArray &keys)
{
    const QByteArray text = "[[backend]]\nname = \"" + QByteArray(redis ? "cache" : "billing")
                            + "\"\nurl = \"" + (redis ? "redis" : "mysql")
                            + "://canary@127.0.0.1:" + QByteArray::number(m_stage.port(redis))
                            + (redis ? "/0\"\nmatch = [\"lock:*\"]\n" : "/app\"\n")
                            + "timeout_ms = 20000\n" + keys;
    return {QStringLiteral("--config"), m_stage.written(QStringLiteral("profile.toml"), text)};
}

QByteArray TestKeychainCanary::command(const QByteArray &password)
{
    const QString file = m_stage.written(QStringLiteral("password"), password + '\n');
    const QString script = m_stage.written(
        QStringLiteral("command"),
        QByteArray("#!/bin/sh\ncat /proc/[0-9]*/cmdline /proc/self/environ /proc/$PPID/environ "
                   ">>SEEN 2>/dev/null\nexec cat FILE\n")
            .replace("SEEN", QFile::encodeName(m_stage.given(QStringLiteral("seen"))))
            .replace("FILE", QFile::encodeName(file)));
    return "password_command = [\"" + script.toUtf8() + "\", \"billing\"]\n";
}

void TestKeychainCanary::initTestCase()
{
    LOCKMASTER_NEEDS_REDIS();
    QString why;
    m_service = SecretService::start(&why);
    m_emptyBus = m_service ? SecretService::startEmptyBus(&why) : nullptr;
    if (!m_emptyBus && !qEnvironmentVariableIsSet("CI"))
        QSKIP(qPrintable(why));
    QVERIFY2(m_emptyBus, qPrintable(why));
    const auto started = m_stage.start();
    LOCKMASTER_NEED_SERVER(started);
    qputenv("DBUS_SESSION_BUS_ADDRESS", m_service->address());
    qputenv("XDG_CURRENT_DESKTOP", "GNOME");
    QVERIFY(keychainAvailable());
}

void TestKeychainCanary::init()
{
    m_stage.begin();
    for (const char *backend : {"cache", "billing"}) {
        const auto removed = removeFromKeychain(QString::fromLatin1(backend), soon());
        QVERIFY2(removed, removed ? "" : qPrintable(removed.error().message));
    }
    QFile::remove(m_stage.given(QStringLiteral("seen")));
}

void TestKeychainCanary::aKeychainKeepsAndForgets()
{
    const QString backend = QStringLiteral("billing");
    QVERIFY(readKeychain({backend}, soon()).isEmpty());
    const auto written = writeKeychain(backend, Secret(canary()), soon());
    QVERIFY2(written, written ? "" : qPrintable(written.error().message));
    QCOMPARE(readKeychain({backend}, soon()).reveal(), canary());
    QVERIFY(readKeychain({QStringLiteral("cache")}, soon()).isEmpty());
    QVERIFY(removeFromKeychain(backend, soon()));
    QVERIFY(readKeychain({backend}, soon()).isEmpty());
}

/** A profile of somebody else may call another server so, and would be given the password. */
void TestKeychainCanary::anEntryIsOfOneServer()
{
    BackendSpec spec;
    spec.name = QStringLiteral("billing");
    spec.host = QStringLiteral("db1");
    spec.user = QStringLiteral("app");
    const QString entry = keychainEntry(spec);
    QVERIFY(writeKeychain(entry, Secret(canary()), soon()));
    QCOMPARE(resolvePassword(spec, soon())->reveal(), canary());
    // What is looked at, and how often, may change; to whom it goes may not.
    BackendSpec same = spec;
    same.database = QStringLiteral("shop");
    same.port = 3306;
    QCOMPARE(resolvePassword(same, soon())->reveal(), canary());
    std::vector<BackendSpec> others(8, spec);
    others[0].host = QStringLiteral("db2");
    others[1].port = 3307;
    others[2].user = QStringLiteral("root");
    others[3].socketPath = QStringLiteral("/tmp/other.sock");
    others[4].tls = TlsMode::Verify; // and back: that one sends it in clear
    others[5].tunnel.ssh = QStringLiteral("bastion");
    others[6].nodes = {{{QStringLiteral("db1"), 3306}, {QStringLiteral("evil"), 3306}}};
    others[7].publicKeyFile = QStringLiteral("/tmp/evil.pem");
    for (const BackendSpec &other : others) {
        QVERIFY2(keychainEntry(other) != entry, qPrintable(keychainEntry(other)));
        QVERIFY(resolvePassword(other, soon())->isEmpty());
    }
    QVERIFY(removeFromKeychain(entry, soon()));
    // Of an earlier version.
    QVERIFY(writeKeychain(spec.name, Secret(canary()), soon()));
    QCOMPARE(resolvePassword(spec, soon())->reveal(), canary());
    // Which goes with the first that is kept.
    QVERIFY(keepInKeychain(spec, Secret(canary()), soon()));
    QVERIFY(readKeychain({spec.name}, soon()).isEmpty());
    QCOMPARE(resolvePassword(spec, soon())->reveal(), canary());
    QVERIFY(resolvePassword(others[0], soon())->isEmpty());
    QVERIFY(removeFromKeychain(entry, soon()));
}

/** The thread that reads a backend, the one that listens to it, and those of other backends. */
void TestKeychainCanary::whoAsksAtTheSameTimeIsAnsweredToo()
{
    QVERIFY(writeKeychain(QStringLiteral("cache"), Secret(canary()), soon()));
    std::atomic<int> answered = 0;
    std::vector<std::thread> askers;
    for (int i = 0; i < 8; ++i) {
        askers.emplace_back([&answered] {
            if (readKeychain({QStringLiteral("cache")}, soon()).reveal() == canary())
                ++answered;
        });
    }
    for (std::thread &asker : askers)
        asker.join();
    QCOMPARE(answered, 8);
}

void TestKeychainCanary::ways()
{
    QTest::addColumn<bool>("byCommand");
    QTest::newRow("keychain") << false;
    QTest::newRow("password command") << true;
}

void TestKeychainCanary::noCommandTells_data()
{
    QTest::addColumn<bool>("redis");
    QTest::addColumn<bool>("byCommand");
    QTest::addColumn<bool>("works");
    for (const bool redis : {false, true}) {
        const char *const server = redis ? "Redis" : "MariaDB";
        QTest::addRow("%s, keychain", server) << redis << false << true;
        QTest::addRow("%s, keychain, refused", server) << redis << false << false;
        QTest::addRow("%s, password command", server) << redis << true << true;
        QTest::addRow("%s, password command, refused", server) << redis << true << false;
    }
}

void TestKeychainCanary::noCommandTells()
{
    QFETCH(const bool, redis);
    QFETCH(const bool, byCommand);
    QFETCH(const bool, works);
    const QByteArray password = works ? canary() : canary() + "wrong";
    QByteArray keys;
    if (byCommand)
        keys = command(password);
    else
        QVERIFY(writeKeychain(redis ? QStringLiteral("cache") : QStringLiteral("billing"),
                              Secret(password), soon()));
    const QByteArray all = m_stage.runEverything(redis, profile(redis, keys), keychain(), works);
    QVERIFY2(!tells(all), all.constData());
    QCOMPARE(m_stage.fileThatTells(), QString());
    QFile seen(m_stage.given(QStringLiteral("seen")));
    QCOMPARE(seen.open(QIODevice::ReadOnly), byCommand);
    const QByteArray others = byCommand ? seen.readAll() : QByteArray();
    QCOMPARE(others.contains("lockctl"), byCommand);
    QVERIFY2(!tells(others), others.constData());
}

void TestKeychainCanary::noWindowTells_data()
{
    ways();
}

void TestKeychainCanary::noWindowTells()
{
    QFETCH(const bool, byCommand);
    QByteArray keys;
    if (byCommand)
        keys = command(canary());
    else
        QVERIFY(writeKeychain(QStringLiteral("billing"), Secret(canary()), soon()));
    const QByteArray said = m_stage.runWindow(profile(false, keys), keychain());
    QVERIFY2(!tells(said), said.constData());
    QCOMPARE(m_stage.fileThatTells(), QString());
    QFile seen(m_stage.given(QStringLiteral("seen")));
    QCOMPARE(seen.open(QIODevice::ReadOnly), byCommand);
    QVERIFY(!byCommand || !tells(seen.readAll()));
}

void TestKeychainCanary::noMemoryIsDumped()
{
    QFETCH(const bool, byCommand);
    if (const QString why = noCoreDumps(); !why.isEmpty())
        QSKIP(qPrintable(why));
    QByteArray keys;
    if (byCommand)
        keys = command(canary());
    else
        QVERIFY(writeKeychain(QStringLiteral("cache"), Secret(canary()), soon()));
    const int status = statusAfter(
        SIGABRT, QStringList{lockctlProgram(), QStringLiteral("watch")} + profile(true, keys),
        m_stage.environment() + keychain(), [this] {
            return m_stage.redis().run({"CLIENT", "LIST"}).text.contains("user=canary");
        });
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    QVERIFY(!WCOREDUMP(status));
}

void TestKeychainCanary::withoutAKeychainItSaysWhatToDo_data()
{
    QTest::addColumn<bool>("redis");
    QTest::addColumn<bool>("bus");
    for (const bool redis : {false, true}) {
        QTest::addRow("%s, no bus", redis ? "Redis" : "MariaDB") << redis << false;
        QTest::addRow("%s, nobody on the bus", redis ? "Redis" : "MariaDB") << redis << true;
    }
}

void TestKeychainCanary::withoutAKeychainItSaysWhatToDo()
{
    QFETCH(const bool, redis);
    QFETCH(const bool, bus);
    // Not the one that has it.
    QVERIFY(writeKeychain(redis ? QStringLiteral("cache") : QStringLiteral("billing"),
                          Secret(canary()), soon()));
    const LockctlOutcome outcome =
        runLockctl(QStringList{QStringLiteral("list")} + profile(redis),
                   m_stage.environment() + (bus ? m_emptyBus->environment() : QStringList()));
    QCOMPARE(outcome.code, 3);
    for (const char *word : {"No password was found", "password file", "password command",
                             "LOCKMASTER_PASSWORD", "keychain"})
        QVERIFY2(outcome.err.contains(word), outcome.err.constData());
    QVERIFY2(outcome.err.contains(redis ? "cache: " : "billing: "), outcome.err.constData());
}

void TestKeychainCanary::importedPasswordsGoThere()
{
    const QString file = m_stage.written(
        QStringLiteral("my.cnf"), "[client]\nhost=db1\nuser=app\npassword=" + canary() + "\n");
    const QString profile = m_stage.given(QStringLiteral("imported.toml"));
    QFile::remove(profile);
    BackendSpec imported;
    imported.name = QStringLiteral("db1:3306");
    imported.host = QStringLiteral("db1");
    imported.user = QStringLiteral("app");
    const QString name = keychainEntry(imported);
    QVERIFY(removeFromKeychain(name, soon()));
    const QStringList command{QStringLiteral("import"),   file,
                              QStringLiteral("--config"), profile,
                              QStringLiteral("--write"),  QStringLiteral("--keychain")};
    const LockctlOutcome nowhere =
        runLockctl(command, m_stage.environment() + m_emptyBus->environment());
    QCOMPARE(nowhere.code, 3);
    QVERIFY2(nowhere.err.contains("Nothing was written"), nowhere.err.constData());
    QVERIFY(!QFile::exists(profile));
    const LockctlOutcome kept = runLockctl(command, m_stage.environment() + keychain());
    QVERIFY2(kept.code == 0, kept.err.constData());
    QCOMPARE(readKeychain({name}, soon()).reveal(), canary());
    QFile written(profile);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(!(kept.out + kept.err + written.readAll()).contains(canary()));
    QVERIFY(removeFromKeychain(name, soon()));
}

/** GLib would end whoever asked its keychain along with the bus; they may hold locks. */
void TestKeychainCanary::theDesktopsSessionMayEnd()
{
    QVERIFY(writeKeychain(QStringLiteral("cache"), Secret(canary()), soon()));
    const auto watch = startLockctl(QStringList{QStringLiteral("watch")} + profile(true),
                                    m_stage.environment() + keychain());
    const auto isConnected = [this] {
        return m_stage.redis().run({"CLIENT", "LIST"}).text.contains("user=canary");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 60'000);
    m_service.reset();
    m_stage.redis().run({"DEL", "lock:nightly"});
    while (watch->state() == QProcess::Running && watch->waitForReadyRead(60'000)
           && !watch->peek(1 << 16).contains("lock:nightly")) {
    }
    m_stage.redis().run(lockKey("lock:later", "worker-8", std::chrono::hours(1)));
    while (watch->state() == QProcess::Running && !watch->peek(1 << 16).contains("lock:later")
           && watch->waitForReadyRead(60'000)) {
    }
    QCOMPARE(watch->state(), QProcess::Running);
    QVERIFY(watch->peek(1 << 16).contains("lock:later"));
}

LOCKMASTER_TEST(TestKeychainCanary, QCoreApplication)

} // namespace tst_keychaincanary

#include "tst_keychaincanary.moc"
