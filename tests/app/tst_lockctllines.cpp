// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lockctlrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctllines {

/** `lockctl list --json-lines`: what comes when, and how it ends. */
class TestLockctlLines : public QObject
{
    Q_OBJECT

    static constexpr int lockCount = 2000;
    std::unique_ptr<PrivateRedis> m_redis;

    QString good() const
    {
        return QStringLiteral("redis://127.0.0.1:%1/0?name=good&match=lock:*").arg(m_redis->port());
    }
    static QStringList lines(const QStringList &urls)
    {
        QStringList arguments{QStringLiteral("list"), QStringLiteral("--json-lines")};
        for (const QString &url : urls)
            arguments << QStringLiteral("--url") << url;
        return arguments;
    }
    static QString silentUrl(const FaultProxy &silent, int timeoutMs)
    {
        return QStringLiteral("redis://127.0.0.1:%1/0?name=silent&timeout_ms=%2")
            .arg(silent.port())
            .arg(timeoutMs);
    }
    static QString typeOf(const QByteArray &line)
    {
        return jsonObject(line).value(QStringLiteral("type")).toString();
    }

private slots:
    void initTestCase();
    void everyLineStandsForItself();
    void filterLeavesTheBackends();
    void aSilentBackendDelaysNoOther();
    void whatDidNotAnswerIsNoSuccess();
    void endsQuietlyWhenNobodyReads();
    void fullDiskIsToldApart();
};

void TestLockctlLines::initTestCase()
{
    LOCKMASTER_NEEDS_REDIS();
    m_redis = PrivateRedis::start();
    QVERIFY(m_redis);
    std::vector<RedisCommand> commands;
    for (int i = 0; i < lockCount; ++i)
        commands.push_back({"SET", "lock:" + QByteArray::number(i), "token", "PX", "600000"});
    m_redis->runAll(commands);
}

void TestLockctlLines::everyLineStandsForItself()
{
    const LockctlOutcome outcome = runLockctl(lines({good()}));
    QCOMPARE(listLinesViolations(outcome.out), QStringList());
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(outcome.out.count('\n'), lockCount + 3);
    const QJsonObject end = jsonObject(outcome.out.chopped(1).split('\n').last());
    QCOMPARE(end.value(QStringLiteral("backends")).toInt(), 1);
    QCOMPARE(end.value(QStringLiteral("locks")).toInt(), lockCount);
    QVERIFY(end.value(QStringLiteral("complete")).toBool());
}

void TestLockctlLines::filterLeavesTheBackends()
{
    const LockctlOutcome outcome = runLockctl(
        lines({good()}) + QStringList{QStringLiteral("--filter"), QStringLiteral("state:expired")});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(listLinesViolations(outcome.out), QStringList());
    QCOMPARE(outcome.out.count('\n'), 3);
}

void TestLockctlLines::aSilentBackendDelaysNoOther()
{
    const FaultProxy silent(0);
    // Far longer than the test may take: its lines cannot be what was waited for.
    const auto list = startLockctl(lines({silentUrl(silent, 60'000), good()}));
    QCOMPARE(typeOf(nextLine(*list)), QStringLiteral("list"));
    const QByteArray backend = nextLine(*list);
    QCOMPARE(jsonObject(backend).value(QStringLiteral("name")).toString(), QStringLiteral("good"));
    for (int i = 0; i < lockCount; ++i)
        QCOMPARE(typeOf(nextLine(*list)), QStringLiteral("lock"));
    QCOMPARE(list->state(), QProcess::Running);
    QVERIFY(!list->canReadLine());
}

void TestLockctlLines::whatDidNotAnswerIsNoSuccess()
{
    const FaultProxy silent(0);
    const LockctlOutcome outcome = runLockctl(lines({silentUrl(silent, 300), good()}));
    QVERIFY2(outcome.code == 3, outcome.err.constData());
    QCOMPARE(listLinesViolations(outcome.out), QStringList());
    const QList<QByteArray> all = outcome.out.chopped(1).split('\n');
    // On a slow machine the other one answers later than this one's patience ends.
    const auto silentLine = std::find_if(all.begin(), all.end(), [](const QByteArray &line) {
        return jsonObject(line).value(QStringLiteral("name")).toString() == u"silent";
    });
    QVERIFY(silentLine != all.end());
    QCOMPARE(jsonObject(*silentLine).value(QStringLiteral("state")).toString(),
             QStringLiteral("offline"));
    QVERIFY(!jsonObject(all.last()).value(QStringLiteral("complete")).toBool(true));
    QVERIFY2(!outcome.said(QStringLiteral("silent: ")).isEmpty(), outcome.err.constData());
}

void TestLockctlLines::endsQuietlyWhenNobodyReads()
{
    const QString script =
        QStringLiteral(
            "{ '%1' list --json-lines --url '%2'; echo \"ended with $?\" >&2; } | head -n 1")
            .arg(lockctlProgram(), good());
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.readAllStandardError(), QByteArray("ended with 0\n"));
    QCOMPARE(typeOf(shell.readAllStandardOutput()), QStringLiteral("list"));
}

void TestLockctlLines::fullDiskIsToldApart()
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(lockctlProgram(), lines({good()}));
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(process.readAllStandardError().count("cannot be written"), 1);
}

LOCKMASTER_TEST(TestLockctlLines, QCoreApplication)

} // namespace tst_lockctllines

#include "tst_lockctllines.moc"
