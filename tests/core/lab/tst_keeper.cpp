// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/keeper.h"
#include "core/lab/servers/keeperprocess.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <sys/file.h>
#include <unistd.h>

using namespace lockmaster;

namespace tst_keeper {

namespace {

using namespace std::chrono_literals;

const QString shell = QStringLiteral("/bin/sh");
const QString logName = QStringLiteral("test.log");

SteadyTime soon()
{
    return std::chrono::steady_clock::now() + 30s;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool alive(qint64 pid)
{
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

} // namespace

class TestKeeper : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void saysHowAProgramEnded();
    void handsOverArgumentsAsTheyAre();
    void saysThatAProgramCannotBeRun();
    void signalsReachWhatTheProgramStarted();
    void passwordsInTheEnvironmentGoNoFurther();
    void aProgramInterruptedForeverStillEnds();
    void threadsShareIt();
    void filesAreWrittenForTheirOwnerAlone();
    void deepTemporaryDirectoriesAreAvoided();
    void aSweepTouchesNothingThatIsNotItsOwn();
    void aMissingHelperSaysWhatToDo();

private:
    std::shared_ptr<Keeper> m_keeper;
};

void TestKeeper::init()
{
    const auto keeper = Keeper::start();
    QVERIFY2(keeper, keeper ? "" : qPrintable(keeper.error().message));
    m_keeper = *keeper;
}

void TestKeeper::cleanup()
{
    const QString directory = m_keeper ? m_keeper->directory() : QString();
    m_keeper.reset();
    QVERIFY(!QDir(directory).exists() || directory.isEmpty());
}

void TestKeeper::saysHowAProgramEnded()
{
    const auto good =
        m_keeper->run(shell, {QStringLiteral("-c"), QStringLiteral("exit 7")}, logName);
    QVERIFY(good);
    QCOMPARE(m_keeper->waitForExit(*good, soon()), std::optional(7));
    const auto killed =
        m_keeper->run(shell, {QStringLiteral("-c"), QStringLiteral("kill -9 $$")}, logName);
    QVERIFY(killed);
    QCOMPARE(m_keeper->waitForExit(*killed, soon()), std::optional(128 + SIGKILL));
    const auto running =
        m_keeper->run(shell, {QStringLiteral("-c"), QStringLiteral("sleep 1000")}, logName);
    QVERIFY(running);
    QCOMPARE(m_keeper->waitForExit(*running, std::chrono::steady_clock::now()),
             std::optional<int>());
}

void TestKeeper::handsOverArgumentsAsTheyAre()
{
    const QString odd = QStringLiteral("a b%20c\nd 정산 \"'");
    const auto id = m_keeper->run(
        shell,
        {QStringLiteral("-c"), QStringLiteral("printf '[%s]' \"$1\" \"$2\""), shell, odd, {}},
        logName);
    QVERIFY(id);
    QCOMPARE(m_keeper->waitForExit(*id, soon()), std::optional(0));
    QCOMPARE(contentOf(m_keeper->directory() + u'/' + logName), '[' + odd.toUtf8() + "][]");
}

void TestKeeper::saysThatAProgramCannotBeRun()
{
    const auto id = m_keeper->run(QStringLiteral("/nonexistent"), {}, logName);
    QVERIFY(id);
    QCOMPARE(m_keeper->waitForExit(*id, soon()), std::optional(127));
}

void TestKeeper::signalsReachWhatTheProgramStarted()
{
    const auto id = m_keeper->run(
        shell, {QStringLiteral("-c"), QStringLiteral("sleep 1000 & echo $!; wait")}, logName);
    QVERIFY(id);
    const QString log = m_keeper->directory() + u'/' + logName;
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(log).endsWith('\n'), 30000);
    const qint64 grandchild = contentOf(log).trimmed().toLongLong();
    QVERIFY(alive(grandchild));
    m_keeper->signal(*id, SIGKILL);
    QVERIFY(m_keeper->waitForExit(*id, soon()));
    QTRY_VERIFY_WITH_TIMEOUT(!alive(grandchild), 30000);
}

void TestKeeper::passwordsInTheEnvironmentGoNoFurther()
{
    qputenv("LOCKMASTER_PASSWORD", "not-for-you");
    qputenv("LOCKMASTER_PASSWORD_DB", "not-for-you-either");
    const auto keeper = Keeper::start();
    qunsetenv("LOCKMASTER_PASSWORD");
    qunsetenv("LOCKMASTER_PASSWORD_DB");
    QVERIFY(keeper);
    const auto id = (*keeper)->run(QStringLiteral("/usr/bin/env"), {}, logName);
    QVERIFY(id);
    QCOMPARE((*keeper)->waitForExit(*id, soon()), std::optional(0));
    const QByteArray environment = contentOf((*keeper)->directory() + u'/' + logName);
    QVERIFY(environment.contains("PATH="));
    QVERIFY(!environment.contains("not-for-you"));
}

void TestKeeper::aProgramInterruptedForeverStillEnds()
{
    const auto id = m_keeper->run(
        shell,
        {QStringLiteral("-c"), QStringLiteral("trap '' TERM INT HUP; sleep 1000; sleep 1000")},
        logName);
    QVERIFY(id);
    const qint64 pid = m_keeper->child(*id).pid;
    QVERIFY(alive(pid));
    m_keeper.reset();
    QVERIFY(!alive(pid));
}

void TestKeeper::threadsShareIt()
{
    std::atomic<int> right = 0;
    std::vector<std::jthread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            for (int turn = 0; turn < 10; ++turn) {
                const int code = 10 * number + turn;
                const auto id = m_keeper->run(
                    shell, {QStringLiteral("-c"), QStringLiteral("exit %1").arg(code)}, logName);
                if (id && m_keeper->waitForExit(*id, soon()) == code)
                    ++right;
            }
        });
    }
    threads.clear();
    QCOMPARE(right.load(), 40);
}

void TestKeeper::filesAreWrittenForTheirOwnerAlone()
{
    const auto path = m_keeper->writeFile(QStringLiteral("secret"), "abc");
    QVERIFY(path);
    QCOMPARE(contentOf(*path), QByteArray("abc"));
    constexpr auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
                            | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(*path) & others));
}

void TestKeeper::deepTemporaryDirectoriesAreAvoided()
{
    QTemporaryDir place;
    const QString deep = place.path() + u'/' + QString(80, u'x');
    QVERIFY(QDir().mkpath(deep));
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", deep.toLocal8Bit());
    const QByteArray baseOfDeep = keeperBaseDirectory();
    qputenv("TMPDIR", "/nonexistent");
    const QByteArray baseOfMissing = keeperBaseDirectory();
    qputenv("TMPDIR", before);
    if (before.isEmpty())
        qunsetenv("TMPDIR");
    QCOMPARE(baseOfDeep, QByteArray("/tmp"));
    QCOMPARE(baseOfMissing, QByteArray("/tmp"));
}

void TestKeeper::aSweepTouchesNothingThatIsNotItsOwn()
{
    QTemporaryDir base;
    QVERIFY(base.isValid());
    QDir place(base.path());
    const auto make = [&](const QString &name, bool withLock) {
        place.mkpath(name);
        QFile lock(place.filePath(name + QStringLiteral("/keeper.lock")));
        return !withLock || lock.open(QIODevice::WriteOnly);
    };
    QVERIFY(make(QStringLiteral("lockmaster-lab-dead"), true));
    QVERIFY(make(QStringLiteral("lockmaster-lab-alive"), true));
    QVERIFY(make(QStringLiteral("lockmaster-lab-newborn"), false));
    QVERIFY(make(QStringLiteral("something-else"), true));
    QVERIFY(make(QStringLiteral("target"), true));
    QVERIFY(QFile::link(place.filePath(QStringLiteral("target")),
                        place.filePath(QStringLiteral("lockmaster-lab-link"))));
    QFile held(place.filePath(QStringLiteral("lockmaster-lab-alive/keeper.lock")));
    QVERIFY(held.open(QIODevice::ReadWrite));
    QCOMPARE(::flock(held.handle(), LOCK_EX | LOCK_NB), 0);

    sweepDeadKeepers(base.path().toLocal8Bit());
    QCOMPARE(
        place.entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name),
        QStringList({QStringLiteral("lockmaster-lab-alive"), QStringLiteral("lockmaster-lab-link"),
                     QStringLiteral("lockmaster-lab-newborn"), QStringLiteral("something-else"),
                     QStringLiteral("target")}));
}

void TestKeeper::aMissingHelperSaysWhatToDo()
{
    const QByteArray before = qgetenv("LOCKMASTER_LAB");
    qputenv("LOCKMASTER_LAB", "/nonexistent");
    const auto keeper = Keeper::start();
    qputenv("LOCKMASTER_LAB", before);
    if (before.isEmpty())
        qunsetenv("LOCKMASTER_LAB");
    QVERIFY(!keeper);
    QCOMPARE(keeper.error().kind, ErrorKind::NotFound);
    QVERIFY(keeper.error().remedy.contains(QLatin1String("LOCKMASTER_LAB")));
}

LOCKMASTER_TEST(TestKeeper, QCoreApplication)

} // namespace tst_keeper

#include "tst_keeper.moc"
