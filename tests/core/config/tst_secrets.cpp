// SPDX-License-Identifier: Apache-2.0
#include "core/config/keychain.h"
#include "core/config/secrets.h"
#include "core/config/specdraft.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_secrets {

/** Where a password comes from, and what happens where it cannot be had. */
class TestSecrets : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;

    static SteadyTime soon() { return systemClock().now() + 20s; }

    QString written(const QString &name, const QByteArray &text,
                    QFile::Permissions mode = QFile::ReadOwner | QFile::WriteOwner)
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        file.setPermissions(mode);
        return file.fileName();
    }
    static QStringList shell(const char *script)
    {
        return {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QString::fromUtf8(script)};
    }
    static BackendSpec backend()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("cache-1.eu");
        spec.urlPassword = Secret("from url");
        return spec;
    }

private slots:
    void init();
    void firstPlaceThatHasOneWins();
    void sentinelsHaveTheirOwn();
    void withoutAnyItIsEmpty();
    void onlyTheFirstLineCounts_data();
    void onlyTheFirstLineCounts();
    void fileThatEverybodyReadsIsRefused();
    void unusableFilesAreNamed_data();
    void unusableFilesAreNamed();
    void pipeWillDo();
    void aLineWillDoWhereThePipeStaysOpen();
    void silentPipeEndsAtTheDeadline();
    void pipeThatNobodyWritesToIsSaid();
    void pipeMayBeWrittenToABitLater();
    void commandRunsWithoutAShell();
    void failingCommandsAreNamedAndNotQuoted_data();
    void failingCommandsAreNamedAndNotQuoted();
    void slowCommandIsKilledWithItsChildren_data();
    void slowCommandIsKilledWithItsChildren();
    void whatACommandLeavesRunningIsTheUsers();
    void commandSeesNoOtherPassword();
    void keychainThatIsNotThereCostsNothing();
};

void TestSecrets::init()
{
    for (const char *name :
         {"LOCKMASTER_PASSWORD", "LOCKMASTER_PASSWORD_CACHE_1_EU", "DBUS_SESSION_BUS_ADDRESS"})
        qunsetenv(name);
    qputenv("XDG_RUNTIME_DIR", m_dir.path().toLocal8Bit());
}

/** They never get that of the server, nor the server theirs. */
void TestSecrets::sentinelsHaveTheirOwn()
{
    qputenv("LOCKMASTER_PASSWORD", "of the server");
    BackendSpec spec = backend();
    const PasswordSource none = passwordsOf(spec);
    QVERIFY(none.ofSentinels(soon())->isEmpty());
    qputenv("LOCKMASTER_SENTINEL_PASSWORD", "from env");
    QCOMPARE(none.ofSentinels(soon())->reveal(), QByteArray("from env"));
    QCOMPARE(none(soon())->reveal(), QByteArray("of the server"));
    qputenv("LOCKMASTER_SENTINEL_PASSWORD_CACHE_1_EU", "from own env");
    QCOMPARE(none.ofSentinels(soon())->reveal(), QByteArray("from own env"));
    spec.sentinel.passwordCommand = shell("echo from command");
    QCOMPARE(passwordsOf(spec).ofSentinels(soon())->reveal(), QByteArray("from command"));
    spec.sentinel.passwordFile = written(QStringLiteral("pw"), "from file\n");
    QCOMPARE(passwordsOf(spec).ofSentinels(soon())->reveal(), QByteArray("from file"));
    for (const char *name :
         {"LOCKMASTER_SENTINEL_PASSWORD", "LOCKMASTER_SENTINEL_PASSWORD_CACHE_1_EU"})
        qunsetenv(name);
}

void TestSecrets::firstPlaceThatHasOneWins()
{
    QCOMPARE(passwordVariable(QStringLiteral("cache-1.eu")),
             QStringLiteral("LOCKMASTER_PASSWORD_CACHE_1_EU"));
    BackendSpec spec = backend();
    QCOMPARE(resolvePassword(spec, soon())->reveal(), QByteArray("from url"));
    qputenv("LOCKMASTER_PASSWORD", "from env");
    QCOMPARE(resolvePassword(spec, soon())->reveal(), QByteArray("from env"));
    qputenv("LOCKMASTER_PASSWORD_CACHE_1_EU", "from own env");
    QCOMPARE(resolvePassword(spec, soon())->reveal(), QByteArray("from own env"));
    spec.passwordCommand = shell("echo from command");
    QCOMPARE(resolvePassword(spec, soon())->reveal(), QByteArray("from command"));
    spec.passwordFile = written(QStringLiteral("pw"), "from file\n");
    QCOMPARE(resolvePassword(spec, soon())->reveal(), QByteArray("from file"));

    // A place that was named and fails is not passed over in silence.
    spec.passwordFile = m_dir.filePath(QStringLiteral("gone"));
    QVERIFY(!resolvePassword(spec, soon()));
}

void TestSecrets::withoutAnyItIsEmpty()
{
    BackendSpec spec = backend();
    spec.urlPassword = Secret();
    const Result<Secret> password = resolvePassword(spec, soon());
    QVERIFY(password);
    QVERIFY(password->isEmpty());
}

void TestSecrets::onlyTheFirstLineCounts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("password");
    QTest::newRow("no line end") << QByteArray("pw") << QByteArray("pw");
    QTest::newRow("line end") << QByteArray("pw\n") << QByteArray("pw");
    QTest::newRow("of another system") << QByteArray("pw\r\n") << QByteArray("pw");
    QTest::newRow("more lines") << QByteArray("pw\nuser: x\n") << QByteArray("pw");
    QTest::newRow("spaces stay") << QByteArray(" p w \n") << QByteArray(" p w ");
    QTest::newRow("bytes stay") << QByteArray("\xff\x00x\n", 4) << QByteArray("\xff\x00x", 3);
}

void TestSecrets::onlyTheFirstLineCounts()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, password);
    const QString path = written(QStringLiteral("lines"), text);
    QCOMPARE(readPasswordFile(path, soon())->reveal(), password);
    QCOMPARE(runPasswordCommand({QStringLiteral("/bin/cat"), path}, soon())->reveal(), password);
}

void TestSecrets::fileThatEverybodyReadsIsRefused()
{
    const auto own = QFile::ReadOwner | QFile::WriteOwner;
    const QString path = written(QStringLiteral("open"), "hunter2", own | QFile::ReadOther);
    const Result<Secret> password = readPasswordFile(path, soon());
    QVERIFY(!password);
    QCOMPARE(password.error().kind, ErrorKind::Config);
    QVERIFY(password.error().remedy.contains(QStringLiteral("chmod 600 ") + path));
    QVERIFY(!password.error().message.contains(QStringLiteral("hunter2")));

    QFile::setPermissions(path, own | QFile::ReadGroup);
    QVERIFY(readPasswordFile(path, soon()));
}

void TestSecrets::unusableFilesAreNamed_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("missing") << m_dir.filePath(QStringLiteral("missing"));
    QTest::newRow("folder") << m_dir.path();
    QTest::newRow("empty") << written(QStringLiteral("empty"), "");
    QTest::newRow("empty line") << written(QStringLiteral("emptyline"), "\nx");
    QTest::newRow("too long") << written(QStringLiteral("long"), QByteArray(5000, 'x'));
    QTest::newRow("endless") << QStringLiteral("/dev/zero");
    QTest::newRow("device") << QStringLiteral("/dev/null");
}

void TestSecrets::unusableFilesAreNamed()
{
    QFETCH(QString, path);
    const Result<Secret> password = readPasswordFile(path, soon());
    QVERIFY(!password);
    QCOMPARE(password.error().kind, ErrorKind::Config);
    QVERIFY2(password.error().message.contains(path), qPrintable(password.error().message));
}

void TestSecrets::pipeWillDo()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    QCOMPARE(::write(ends[1], "pw\n", 3), 3);
    ::close(ends[1]);
    const QString path = QStringLiteral("/dev/fd/%1").arg(ends[0]);
    QCOMPARE(readPasswordFile(path, soon())->reveal(), QByteArray("pw"));
    ::close(ends[0]);
}

void TestSecrets::aLineWillDoWhereThePipeStaysOpen()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    QCOMPARE(::write(ends[1], "pw\nmore", 7), 7);
    const QString path = QStringLiteral("/dev/fd/%1").arg(ends[0]);
    const Result<Secret> password = readPasswordFile(path, systemClock().now() + 2s);
    QVERIFY2(password, password ? "" : qPrintable(password.error().message));
    QCOMPARE(password->reveal(), QByteArray("pw"));
    ::close(ends[0]);
    ::close(ends[1]);
}

void TestSecrets::silentPipeEndsAtTheDeadline()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    const QString path = QStringLiteral("/dev/fd/%1").arg(ends[0]);
    const Result<Secret> password = readPasswordFile(path, systemClock().now() + 100ms);
    QVERIFY(!password);
    QCOMPARE(password.error().kind, ErrorKind::Timeout);
    ::close(ends[0]);
    ::close(ends[1]);
}

void TestSecrets::pipeThatNobodyWritesToIsSaid()
{
    const QString path = m_dir.filePath(QStringLiteral("fifo"));
    QCOMPARE(::mkfifo(path.toLocal8Bit().constData(), 0600), 0);
    const Result<Secret> password = readPasswordFile(path, soon());
    QVERIFY(!password);
    QCOMPARE(password.error().kind, ErrorKind::Config);
    QVERIFY2(password.error().message.contains(QStringLiteral("nobody writes")),
             qPrintable(password.error().message));
}

void TestSecrets::pipeMayBeWrittenToABitLater()
{
    const QString path = m_dir.filePath(QStringLiteral("late"));
    QCOMPARE(::mkfifo(path.toLocal8Bit().constData(), 0600), 0);
    // Opening waits for who reads; what it writes comes when it likes.
    std::thread writer([&path] {
        const int fd = ::open(path.toLocal8Bit().constData(), O_WRONLY);
        std::this_thread::sleep_for(100ms);
        (void)!::write(fd, "p", 1);
        std::this_thread::sleep_for(100ms);
        (void)!::write(fd, "w\n", 2);
        ::close(fd);
    });
    const Result<Secret> password = readPasswordFile(path, soon());
    writer.join();
    QVERIFY(password);
    QCOMPARE(password->reveal(), QByteArray("pw"));
}

void TestSecrets::commandRunsWithoutAShell()
{
    const Result<Secret> password = runPasswordCommand(
        {QStringLiteral("/bin/echo"), QStringLiteral("$HOME; `id` 'x'")}, soon());
    QCOMPARE(password->reveal(), QByteArray("$HOME; `id` 'x'"));
}

void TestSecrets::failingCommandsAreNamedAndNotQuoted_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("said");
    QTest::newRow("missing") << QStringList({QStringLiteral("/no/such/program")})
                             << QStringLiteral("could not be started");
    QTest::newRow("status") << shell("echo hunter2; exit 3") << QStringLiteral("status 3");
    QTest::newRow("killed") << shell("echo hunter2; kill -9 $$") << QStringLiteral("was killed");
    QTest::newRow("crash") << shell("echo hunter2; kill -SEGV $$") << QStringLiteral("crashed");
    QTest::newRow("nothing") << shell("exit 0") << QStringLiteral("printed nothing");
    QTest::newRow("error text") << shell("echo hunter2 >&2; exit 1") << QStringLiteral("status 1");
    QTest::newRow("endless") << shell("while :; do echo hunter2; done")
                             << QStringLiteral("4096 bytes");
}

void TestSecrets::failingCommandsAreNamedAndNotQuoted()
{
    QFETCH(QStringList, command);
    QFETCH(QString, said);
    const Result<Secret> password = runPasswordCommand(command, soon());
    QVERIFY(!password);
    const QString message = password.error().message;
    QVERIFY2(message.contains(said), qPrintable(message));
    QVERIFY(message.contains(command.first()));
    QVERIFY(!message.contains(QStringLiteral("hunter2")));
}

void TestSecrets::slowCommandIsKilledWithItsChildren_data()
{
    QTest::addColumn<QString>("script");
    const auto row = [](const char *name, const char *script) {
        QTest::newRow(name) << QString::fromUtf8(script);
    };
    row("child", "sleep 600 & echo $! > '%1'; wait");
    row("in a session of its own", "setsid sh -c 'echo $$ > \"%1\"; exec sleep 600' & wait");
    row("daemon", "setsid sh -c 'sleep 600 & echo $! > \"%1\"'; sleep 600");
    row("daemon of a daemon", "setsid sh -c 'setsid sh -c \"sleep 600 & echo \\$! > %1\" &';"
                              "sleep 600");
    row("that takes no signal", "setsid sh -c 'trap \"\" TERM HUP INT; echo $$ > \"%1\";"
                                "while :; do sleep 1; done' & wait");
    row("that prints without end", "setsid sh -c 'echo $$ > \"%1\"; exec sleep 600' &"
                                   "while test ! -s '%1'; do sleep 0.01; done; exec yes");
}

void TestSecrets::slowCommandIsKilledWithItsChildren()
{
    QFETCH(QString, script);
    const QString pidFile = m_dir.filePath(QStringLiteral("pid"));
    script.replace(QStringLiteral("%1"), pidFile);
    QFile::remove(pidFile);
    QElapsedTimer timer;
    timer.start();
    // Long enough to have started under a sanitizer on a busy machine, far below the 600 s.
    const Result<Secret> password =
        runPasswordCommand(shell(script.toUtf8().constData()), systemClock().now() + 2s);
    QVERIFY(!password);
    QVERIFY(timer.elapsed() < 60'000);

    QFile file(pidFile);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pid_t child = file.readAll().trimmed().toInt();
    QVERIFY(child > 0);
    const auto ended = [child] {
        QFile status(QStringLiteral("/proc/%1/status").arg(child));
        return !status.open(QIODevice::ReadOnly) || status.readAll().contains("State:\tZ");
    };
    QTRY_VERIFY(ended());
}

void TestSecrets::whatACommandLeavesRunningIsTheUsers()
{
    // As an agent that keeps keys: it detached itself, and the command ended in time.
    const QString pidFile = m_dir.filePath(QStringLiteral("agent"));
    const QString script =
        QStringLiteral("setsid sh -c 'sleep 600 >&- & echo $! > \"%1\"'; echo pw").arg(pidFile);
    const Result<Secret> password = runPasswordCommand(shell(script.toUtf8().constData()), soon());
    QVERIFY(password);
    QCOMPARE(password->reveal(), QByteArray("pw"));
    QFile file(pidFile);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pid_t agent = file.readAll().trimmed().toInt();
    QVERIFY(agent > 0);
    QCOMPARE(::kill(agent, SIGKILL), 0);
}

void TestSecrets::commandSeesNoOtherPassword()
{
    qputenv("LOCKMASTER_PASSWORD", "hunter2");
    qputenv("LOCKMASTER_PASSWORD_OTHER", "hunter2");
    qputenv("LOCKMASTER_SENTINEL_PASSWORD", "hunter2");
    const Result<Secret> password = runPasswordCommand(
        shell("env | grep -c hunter2; test -n \"$PATH\" || echo no path"), soon());
    QCOMPARE(password->reveal(), QByteArray("0"));
    qunsetenv("LOCKMASTER_PASSWORD_OTHER");
    qunsetenv("LOCKMASTER_SENTINEL_PASSWORD");
}

void TestSecrets::keychainThatIsNotThereCostsNothing()
{
    QVERIFY(!keychainAvailable());
    QVERIFY(readKeychain({QStringLiteral("x")}, soon()).isEmpty());
    QVERIFY(!writeKeychain(QStringLiteral("x"), Secret("y"), soon()));

    // A bus address that leads nowhere is as good as none.
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + m_dir.path().toLocal8Bit() + "/nobody");
    QVERIFY(!keychainAvailable());
    QVERIFY(readKeychain({QStringLiteral("x")}, soon()).isEmpty());
}

LOCKMASTER_TEST(TestSecrets, QCoreApplication)

} // namespace tst_secrets

#include "tst_secrets.moc"
