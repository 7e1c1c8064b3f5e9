// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/adminsql.h"
#include "core/lab/servers/keeper.h"
#include "core/lab/servers/keeperprocess.h"
#include "core/lab/servers/plainredis.h"
#include "core/formats/lockformat.h"
#include "core/lab/sandbox.h"
#include "core/lab/sandboxcontent.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <iostream>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockmaster;

namespace tst_sandbox {

namespace {

constexpr int patience = 20000;

/** The processes whose directory is `directory`, or whose command line names it. */
QList<qint64> processesIn(const QString &directory)
{
    QList<qint64> found;
    QDirIterator entries(QStringLiteral("/proc"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (entries.hasNext()) {
        const QFileInfo entry(entries.next());
        bool number = false;
        const qint64 pid = entry.fileName().toLongLong(&number);
        if (!number || pid == ::getpid())
            continue;
        const QString place = QFile::symLinkTarget(entry.filePath() + QStringLiteral("/cwd"));
        QFile words(entry.filePath() + QStringLiteral("/cmdline"));
        const bool readable = words.open(QIODevice::ReadOnly);
        if (place.startsWith(directory)
            || (readable && words.readAll().contains(directory.toUtf8())))
            found += pid;
    }
    return found;
}

QByteArray commandLines(const QList<qint64> &pids)
{
    QByteArray all;
    for (const qint64 pid : pids) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
        if (file.open(QIODevice::ReadOnly))
            all += file.readAll() + '\n';
    }
    return all;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** The process that started `pid`. */
qint64 parentOf(qint64 pid)
{
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(pid));
    return stat.mid(stat.lastIndexOf(')') + 2).split(' ').value(1).toLongLong();
}

/** A program of its own that runs a sandbox until it is killed: this one, started again. */
class OtherProgram
{
public:
    OtherProgram()
    {
        m_process.start(QCoreApplication::applicationFilePath(),
                        {QCoreApplication::applicationName(), QStringLiteral("--run-sandbox")});
    }
    ~OtherProgram()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    /** The sandbox's directory; empty where it did not start. */
    QString directory()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(60000)) {
        }
        return QString::fromLocal8Bit(m_process.readLine()).trimmed();
    }
    QProcess &process() { return m_process; }

private:
    QProcess m_process;
};

int runSandbox()
{
    const auto sandbox = Sandbox::start({.traffic = true}, {});
    std::cout << (sandbox ? qPrintable((*sandbox)->directory()) : "") << std::endl;
    if (sandbox)
        ::pause();
    return 0;
}

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void itsAccountsAreAllThatItNeeds();
    void theOperatorActsOnLocksAlone();
    void filesAreForTheirOwnerAlone();
    void noPasswordStandsInACommandLine();
    void progressEndsAtAHundred();
    void nothingIsLeftWhenItGoes();
    void nothingIsLeftWhenTheProgramIsKilled_data();
    void nothingIsLeftWhenTheProgramIsKilled();
    void nothingIsLeftWhenTheKeeperIsTerminated();
    void nothingRunsWhenTheKeeperIsKilled();
    void aLaterStartSweepsWhatKilledKeepersLeft();
    void missingServersAreNamedWithTheCommand();

private:
    std::unique_ptr<Sandbox> m_sandbox;
    QString m_lastStep;
    int m_lastPercent = -1;
};

void TestSandbox::initTestCase()
{
    QElapsedTimer timer;
    timer.start();
    auto sandbox = Sandbox::start({}, [this](const QString &step, int percent) {
        QVERIFY(percent >= m_lastPercent);
        m_lastStep = step;
        m_lastPercent = percent;
    });
    LOCKMASTER_NEED_SERVER(sandbox);
    qInfo("started in %lld ms", timer.elapsed());
    m_sandbox = std::move(*sandbox);
}

void TestSandbox::progressEndsAtAHundred()
{
    QCOMPARE(m_lastPercent, 100);
    QVERIFY(!m_lastStep.isEmpty());
}

void TestSandbox::itsAccountsAreAllThatItNeeds()
{
    QCOMPARE(m_sandbox->backends().size(), size_t(2));
    const BackendSpec &mariaDb = m_sandbox->backends().at(0);
    const Secret password(contentOf(mariaDb.passwordFile).trimmed());
    auto sql =
        AdminSql::open(m_sandbox->socketPaths().at(0), mariaDb.user, password, mariaDb.database);
    QVERIFY2(sql, sql ? "" : qPrintable(sql.error().message));
    for (const TableSpec &table : mariaDb.tables) {
        // Of libraries that are looked for, those that are there, as they spell it.
        const bool isThere =
            !table.format
            || (std::find(sandboxFormats.begin(), sandboxFormats.end(), table.system)
                    != sandboxFormats.end()
                && table.table == table.format->names.front());
        if (isThere)
            QVERIFY2(sql->query("SELECT * FROM " + table.table.toUtf8()), qPrintable(table.table));
    }
    QVERIFY(sql->query("SELECT * FROM information_schema.METADATA_LOCK_INFO"));
    QVERIFY(sql->query("SELECT * FROM performance_schema.metadata_locks"));

    const BackendSpec &redis = m_sandbox->backends().at(1);
    auto connection = PlainRedis::open(m_sandbox->socketPaths().at(1), redis.user,
                                       Secret(contentOf(redis.passwordFile).trimmed()));
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    QVERIFY(connection->command({"SCAN", "0"}));
    QVERIFY(connection->command({"PUBSUB", "NUMSUB", "x"}));
}

void TestSandbox::theOperatorActsOnLocksAlone()
{
    const BackendSpec &mariaDb = m_sandbox->backends().at(0);
    auto sql = AdminSql::open(m_sandbox->socketPaths().at(0), mariaDb.user,
                              Secret(contentOf(mariaDb.passwordFile).trimmed()), mariaDb.database);
    QVERIFY(sql);
    QVERIFY(sql->run("INSERT INTO dist_lock VALUES ('a', 'b', '1970-01-02')"));
    QVERIFY(!sql->run("DELETE FROM dist_lock WHERE name = 'a'"));
    QVERIFY(!sql->run("DROP TABLE dist_lock"));
    QVERIFY(!sql->run("CREATE USER other@'%'"));
    const BackendSpec &redis = m_sandbox->backends().at(1);
    auto connection = PlainRedis::open(m_sandbox->socketPaths().at(1), redis.user,
                                       Secret(contentOf(redis.passwordFile).trimmed()));
    QVERIFY(connection);
    QVERIFY(connection->command({"SET", "tried:1", "", "PX", "1"}));
    QVERIFY(!connection->command({"FLUSHDB"}));
    QVERIFY(!connection->command({"CONFIG", "GET", "*"}));
}

void TestSandbox::filesAreForTheirOwnerAlone()
{
    struct stat info = {};
    QCOMPARE(::lstat(QFile::encodeName(m_sandbox->directory()).constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777, mode_t(0700));
    QStringList files = {m_sandbox->configPath()};
    for (const BackendSpec &backend : m_sandbox->backends())
        files += backend.passwordFile;
    for (const QString &file : files) {
        QCOMPARE(::lstat(QFile::encodeName(file).constData(), &info), 0);
        QCOMPARE(info.st_mode & 0777, mode_t(0600));
    }
}

void TestSandbox::noPasswordStandsInACommandLine()
{
    const QByteArray lines = commandLines(processesIn(m_sandbox->directory()));
    QVERIFY(lines.contains("mariadbd"));
    int passwords = 0;
    QDirIterator files(m_sandbox->directory(), {QStringLiteral("*.password")}, QDir::Files);
    while (files.hasNext()) {
        const QByteArray password = contentOf(files.next()).trimmed();
        QVERIFY(password.size() >= 16);
        QVERIFY(!lines.contains(password));
        ++passwords;
    }
    QVERIFY(passwords >= 3);
    QVERIFY(!contentOf(m_sandbox->configPath())
                 .contains(contentOf(m_sandbox->backends().at(0).passwordFile).trimmed()));
}

void TestSandbox::nothingIsLeftWhenItGoes()
{
    const QString directory = m_sandbox->directory();
    QVERIFY(!processesIn(directory).isEmpty());
    m_sandbox.reset();
    QVERIFY(!QDir(directory).exists());
    QCOMPARE(processesIn(directory), QList<qint64>());
}

void TestSandbox::nothingIsLeftWhenTheProgramIsKilled_data()
{
    QTest::addColumn<QList<int>>("numbers");
    QTest::newRow("SIGKILL") << QList<int>{SIGKILL};
    QTest::newRow("SIGTERM") << QList<int>{SIGTERM};
    QTest::newRow("SIGINT twice") << QList<int>{SIGINT, SIGINT};
}

void TestSandbox::nothingIsLeftWhenTheProgramIsKilled()
{
    QFETCH(QList<int>, numbers);
    OtherProgram program;
    const QString directory = program.directory();
    QVERIFY(QDir(directory).exists() && !directory.isEmpty());
    QVERIFY(processesIn(directory).size() > 10);
    for (const int number : numbers)
        ::kill(static_cast<pid_t>(program.process().processId()), number);
    QTRY_VERIFY_WITH_TIMEOUT(!QDir(directory).exists(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(processesIn(directory), QList<qint64>(), patience);
}

void TestSandbox::nothingIsLeftWhenTheKeeperIsTerminated()
{
    OtherProgram program;
    const QString directory = program.directory();
    const QList<qint64> children = processesIn(directory);
    QVERIFY(!children.isEmpty());
    const auto keeper = static_cast<pid_t>(parentOf(children.first()));
    QVERIFY(keeper > 1);
    ::kill(keeper, SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(!QDir(directory).exists(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(processesIn(directory), QList<qint64>(), patience);
}

void TestSandbox::nothingRunsWhenTheKeeperIsKilled()
{
    auto sandbox = Sandbox::start({.traffic = true}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    const QString directory = (*sandbox)->directory();
    const QList<qint64> children = processesIn(directory);
    QVERIFY(children.size() > 10);
    const auto keeper = static_cast<pid_t>(parentOf(children.first()));
    QVERIFY(keeper > 1);
    ::kill(keeper, SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(processesIn(directory), QList<qint64>(), patience);
    sandbox->reset();
    QVERIFY(!QDir(directory).exists());
}

void TestSandbox::aLaterStartSweepsWhatKilledKeepersLeft()
{
    // A place of its own: elsewhere any other keeper that starts would sweep first.
    const QTemporaryDir place;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", place.path().toLocal8Bit());
    const auto restore = qScopeGuard([&before] {
        if (before.isEmpty())
            qunsetenv("TMPDIR");
        else
            qputenv("TMPDIR", before);
    });
    QString directory;
    {
        OtherProgram program;
        directory = program.directory();
        QVERIFY(directory.startsWith(place.path()));
        const QList<qint64> children = processesIn(directory);
        QVERIFY(!children.isEmpty());
        const auto keeper = static_cast<pid_t>(parentOf(children.first()));
        QVERIFY(keeper > 1);
        // The keeper first, so that nobody is left to clean up.
        ::kill(static_cast<pid_t>(program.process().processId()), SIGSTOP);
        ::kill(keeper, SIGKILL);
        ::kill(static_cast<pid_t>(program.process().processId()), SIGKILL);
    }
    QVERIFY(QDir(directory).exists());
    QTRY_COMPARE_WITH_TIMEOUT(processesIn(directory), QList<qint64>(), patience);

    const auto next = Keeper::start();
    QVERIFY(next);
    QVERIFY(!QDir(directory).exists());
    // One whose keeper lives is none of its business.
    sweepDeadKeepers(keeperBaseDirectory());
    QVERIFY(QDir((*next)->directory()).exists());
}

void TestSandbox::missingServersAreNamedWithTheCommand()
{
    qputenv("LOCKMASTER_SERVER_PATH", "/nonexistent");
    const auto sandbox = Sandbox::start({}, {});
    qunsetenv("LOCKMASTER_SERVER_PATH");
    QVERIFY(!sandbox);
    QCOMPARE(sandbox.error().kind, ErrorKind::NotFound);
    QVERIFY(sandbox.error().remedy.contains(
        QLatin1String("sudo apt-get install mariadb-server redis-server")));
}

static int runOrTest(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().contains(QLatin1String("--run-sandbox")))
        return runSandbox();
    TestSandbox test;
    return QTest::qExec(&test, argc, argv);
}

LOCKMASTER_TEST_MAIN(runOrTest)

} // namespace tst_sandbox

#include "tst_sandbox.moc"
