// SPDX-License-Identifier: Apache-2.0
#include "tests/support/canarystage.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <csignal>

#include <sys/wait.h>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_canary {

/** A password, given in every way there is, is nowhere afterwards. */
class TestCanary : public QObject
{
    Q_OBJECT

    CanaryStage m_stage;

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        const auto started = m_stage.start();
        LOCKMASTER_NEED_SERVER(started);
    }
    void init() { m_stage.begin(); }

    void noCommandTells_data();
    void noCommandTells();
    void noWindowTells();
    void theWindowHidesItsArguments();
    void noMemoryIsDumped_data();
    void noMemoryIsDumped();

private:
    bool isConnected()
    {
        return m_stage.redis().run({"CLIENT", "LIST"}).text.contains("user=canary");
    }
};

void TestCanary::noCommandTells_data()
{
    QTest::addColumn<bool>("redis");
    QTest::addColumn<QString>("password"); ///< in the URL
    QTest::addColumn<QString>("more");     ///< of the URL
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<bool>("works");

    const QString plain = QString::fromLatin1(canary());
    const QString inUrl = QString::fromLatin1(canary().toPercentEncoding());
    const QString file =
        QStringLiteral("&password_file=") + m_stage.written(QStringLiteral("file"), canary());
    for (const bool redis : {false, true}) {
        const char *const server = redis ? "Redis" : "MariaDB";
        const auto row = [&](const char *name, const QString &password, const QString &more,
                             const QStringList &settings, bool works) {
            QTest::addRow("%s, %s", server, name) << redis << password << more << settings << works;
        };
        row("URL", inUrl, {}, {}, true);
        row("environment", {}, {}, {QStringLiteral("LOCKMASTER_PASSWORD=") + plain}, true);
        row("environment of a backend", {}, {},
            {QStringLiteral("LOCKMASTER_PASSWORD_%1=").arg(redis ? u"CACHE" : u"BILLING") + plain},
            true);
        row("file", {}, file, {}, true);
        row("refused", inUrl + QStringLiteral("wrong"), {}, {}, false);
        row("server without TLS", inUrl, QStringLiteral("&tls=verify"), {}, false);
    }
}

void TestCanary::noCommandTells()
{
    QFETCH(const bool, redis);
    QFETCH(const QString, password);
    QFETCH(const QString, more);
    QFETCH(const QStringList, settings);
    QFETCH(const bool, works);
    const QStringList backend{QStringLiteral("--url"), m_stage.url(redis, password, more)};
    const QByteArray all = m_stage.runEverything(redis, backend, settings, works);
    QVERIFY2(!tells(all), all.constData());
    QCOMPARE(m_stage.fileThatTells(), QString());
}

void TestCanary::noWindowTells()
{
    const QString password = QString::fromLatin1(canary().toPercentEncoding());
    const QByteArray said =
        m_stage.runWindow({QStringLiteral("--url"), m_stage.url(false, password),
                           QStringLiteral("--url"), m_stage.url(true, password)},
                          {});
    QVERIFY2(!tells(said), said.constData());
    QCOMPARE(m_stage.fileThatTells(), QString());
}

void TestCanary::theWindowHidesItsArguments()
{
    const QString password = QString::fromLatin1(canary().toPercentEncoding());
    const auto window =
        m_stage.startWindow({QStringLiteral("--url"), m_stage.url(true, password)}, {});
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 60'000);
    // It had overwritten them before it began with anything.
    const QByteArray arguments = argumentsOf(window->processId());
    QVERIFY2(arguments.contains("--url"), arguments.constData());
    QVERIFY2(!tells(arguments), arguments.constData());
    window->kill();
    QVERIFY(window->waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(!isConnected(), 60'000);
}

void TestCanary::noMemoryIsDumped_data()
{
    QTest::addColumn<QStringList>("program");
    QTest::newRow("lockctl") << QStringList{lockctlProgram(), QStringLiteral("watch")};
    QTest::newRow("lockmaster") << QStringList{windowProgram()};
}

void TestCanary::noMemoryIsDumped()
{
    QFETCH(const QStringList, program);
    if (const QString why = noCoreDumps(); !why.isEmpty())
        QSKIP(qPrintable(why));
    const int status = statusAfter(
        SIGABRT,
        program
            + QStringList{QStringLiteral("--url"),
                          m_stage.url(true, QString::fromLatin1(canary().toPercentEncoding()))},
        m_stage.environment(), [this] { return isConnected(); });
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    QVERIFY(!WCOREDUMP(status));
    QTRY_VERIFY_WITH_TIMEOUT(!isConnected(), 60'000);
}

LOCKMASTER_TEST(TestCanary, QCoreApplication)

} // namespace tst_canary

#include "tst_canary.moc"
