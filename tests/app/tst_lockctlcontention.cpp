// SPDX-License-Identifier: Apache-2.0
#include "tests/support/labfixtures.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/manualclock.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlcontention {

/** `lockctl lab` with the experiments that contend for a lock, from outside. */
class TestLockctlContention : public QObject
{
    Q_OBJECT

private slots:
    void theListNamesAll();
    void jsonIsAsDocumented_data();
    void jsonIsAsDocumented();
    void aRecordedRunPrintsTheSame();
    void aRunIsKeptThoughNobodyReadsIt();
    void aReplayEndsAsTheRunDid();
    void mistakesStartNothing_data();
    void mistakesStartNothing();
    void aSignalEndsIt();
};

void TestLockctlContention::theListNamesAll()
{
    const LockctlOutcome listed = runLockctl({QStringLiteral("lab")});
    QCOMPARE(listed.code, 0);
    for (const char *id :
         {"cards-unlocked", "cards-pooled", "cards", "minute-job", "order", "coupon"})
        QVERIFY2(("\n" + listed.out).contains("\n" + QByteArray(id) + "\t"),
                 listed.out.constData());
}

void TestLockctlContention::jsonIsAsDocumented_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("broken"); // the rule of the design
    QTest::newRow("pooled") << QStringLiteral("cards-pooled --requests 8") << true;
    QTest::newRow("clocks that agree") << QStringLiteral("minute-job --skew 0s") << false;
    QTest::newRow("orders") << QStringLiteral("order --requests 3") << true;
}

void TestLockctlContention::jsonIsAsDocumented()
{
    QFETCH(const QString, line);
    QFETCH(const bool, broken);
    const LockctlOutcome outcome = runLockctl(
        QStringList{QStringLiteral("lab")} + line.split(u' ')
        + QStringList{QStringLiteral("--json"), QStringLiteral("--seed"), QStringLiteral("11")});
    if (outcome.code == 3 && !qEnvironmentVariableIsSet("CI"))
        QSKIP(outcome.err.constData());
    QVERIFY2(outcome.code == 0, (outcome.err + outcome.out).constData());
    QVERIFY2(outcome.err.contains("lockctl watch --config /"), outcome.err.constData());
    QCOMPARE(outcome.out.count('\n'), 1);
    QCOMPARE(contentionViolations(outcome.out).join(u'\n'), QString());
    const QJsonObject report = jsonObject(outcome.out);
    QCOMPARE(report.value(QStringLiteral("experiment")).toString(), line.section(u' ', 0, 0));
    QCOMPARE(report.value(QStringLiteral("seed")).toInt(), 11);
    QCOMPARE(report.value(QStringLiteral("as_expected")).toBool(), true);
    QCOMPARE(report.value(QStringLiteral("violations")).toInt() > 0, broken);
    QVERIFY(!report.value(QStringLiteral("events")).toArray().isEmpty());
}

/** Without servers, and with none of what it takes to start some. */
void TestLockctlContention::aRecordedRunPrintsTheSame()
{
    const QTemporaryDir place;
    const QString file = place.filePath(QStringLiteral("cards.lockrun"));
    const LockctlOutcome run = runLockctl(
        {QStringLiteral("lab"), QStringLiteral("cards-pooled"), QStringLiteral("--requests"),
         QStringLiteral("6"), QStringLiteral("--json"), QStringLiteral("--record"), file});
    if (run.code == 3 && !qEnvironmentVariableIsSet("CI"))
        QSKIP(run.err.constData());
    QCOMPARE(run.code, 0);
    const QStringList replay{QStringLiteral("lab"), QStringLiteral("replay"), file};
    const LockctlOutcome again = runLockctl(replay + QStringList{QStringLiteral("--json")});
    QCOMPARE(again.err, QByteArray());
    QCOMPARE(again.code, 0);
    QCOMPARE(again.out, run.out);
    QVERIFY(runLockctl(replay).out.contains("as expected; violations: "));
    // The same place is not written to twice, and nothing is begun for it.
    const LockctlOutcome twice = runLockctl(
        {QStringLiteral("lab"), QStringLiteral("cards"), QStringLiteral("--record"), file});
    QCOMPARE(twice.code, 2);
    QVERIFY(twice.err.contains("there already"));
    // Of the servers that it ran on there is nothing in it.
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    for (const char *word : {"socket", "password", "/tmp", "127.0.0.1", "://"})
        QVERIFY2(!text.contains(word), word);
}

void TestLockctlContention::aRunIsKeptThoughNobodyReadsIt()
{
    const QTemporaryDir place;
    const QString file = place.filePath(QStringLiteral("cards.lockrun"));
    QProcess lockctl;
    lockctl.setStandardOutputFile(QStringLiteral("/dev/full"));
    lockctl.start(lockctlProgram(), {QStringLiteral("lab"), QStringLiteral("cards-pooled"),
                                     QStringLiteral("--requests"), QStringLiteral("6"),
                                     QStringLiteral("--record"), file});
    QVERIFY(lockctl.waitForFinished(60'000));
    if (lockctl.exitCode() == 3 && !qEnvironmentVariableIsSet("CI"))
        QSKIP(lockctl.readAllStandardError().constData());
    QCOMPARE(lockctl.exitCode(), 1);
    QCOMPARE(runLockctl({QStringLiteral("lab"), QStringLiteral("replay"), file}).code, 0);
}

/** Of a series that was ended early on somebody's server, which stays without a name. */
void TestLockctlContention::aReplayEndsAsTheRunDid()
{
    ManualClock clock;
    LabRecording recording = makeElectionRecording(clock);
    recording.origin.isOurs = false;
    recording.election->run = makeElection({.kills = 2, .wanted = 5}, clock)->run;
    recording.election->run.cancelled = true;
    const QTemporaryDir place;
    const QString path = place.filePath(QStringLiteral("early.lockrun"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(recordingText(recording));
    file.close();
    const LockctlOutcome replay = runLockctl(
        {QStringLiteral("lab"), QStringLiteral("replay"), path, QStringLiteral("--json")});
    QCOMPARE(replay.err, QByteArray());
    QCOMPARE(replay.code, 130);
    const QJsonObject report = jsonObject(replay.out);
    QCOMPARE(report[u"setup"][u"backend"].toString(), QStringLiteral("(not recorded)"));
    QCOMPARE(report[u"failovers"].toArray().size(), 2);

    // What was given up while a series went on, or before it began, is no success.
    using End = ElectionRecording::End;
    const auto replayed = [&] {
        QFile anew(path);
        if (!anew.open(QIODevice::WriteOnly | QIODevice::Truncate))
            return -1;
        anew.write(recordingText(recording));
        anew.close();
        return runLockctl({QStringLiteral("lab"), QStringLiteral("replay"), path}).code;
    };
    FailoverRun &run = recording.election->run;
    run.cancelled = false;
    run.running = true;
    QCOMPARE(replayed(), 3);
    recording.election->ended = End::Failed;
    run = {};
    QCOMPARE(replayed(), 3);
    recording.election->ended = End::Cancelled;
    QCOMPARE(replayed(), 130);
    recording.election->ended = End::Done;
    QCOMPARE(replayed(), 0);
}

void TestLockctlContention::mistakesStartNothing_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *line, const char *said) {
        QTest::newRow(name) << QString::fromUtf8(line) << QString::fromUtf8(said);
    };
    row("no such", "tea", "cards-pooled");
    row("too few", "cards --requests 3", "--requests has to be from 4 to 40");
    row("too many", "order --requests 13", "--requests has to be from 2 to 12");
    row("no recording", "replay /dev/null", "/dev/null");
    row("nothing to replay", "replay", "file");
    row("recorded nowhere", "cards --record /nowhere/at/all", "/nowhere/at is no folder");
    row("no time", "minute-job --skew soon", "--skew");
    row("too far apart", "minute-job --skew 2m", "60 seconds");
    row("somebody's server", "cards --url mysql://db", "--url");
}

void TestLockctlContention::mistakesStartNothing()
{
    QFETCH(const QString, line);
    QFETCH(const QString, said);
    const LockctlOutcome outcome =
        runLockctl(QStringList{QStringLiteral("lab")} + line.split(u' '));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.err.count('\n'), 1);
}

void TestLockctlContention::aSignalEndsIt()
{
    const auto lockctl =
        startLockctl({QStringLiteral("lab"), QStringLiteral("order"), QStringLiteral("--json")});
    QByteArray said;
    const auto atWork = [&] {
        said += lockctl->readAllStandardError();
        return said.contains("at work") || lockctl->state() == QProcess::NotRunning;
    };
    QTRY_VERIFY_WITH_TIMEOUT(atWork(), 20000);
    if (lockctl->state() == QProcess::NotRunning && !qEnvironmentVariableIsSet("CI"))
        QSKIP(said.constData());
    ::kill(pid_t(lockctl->processId()), SIGTERM);
    QVERIFY(lockctl->waitForFinished());
    QCOMPARE(lockctl->exitCode(), 130);
    QVERIFY(lockctl->readAllStandardOutput().isEmpty());
}

LOCKMASTER_TEST(TestLockctlContention, QCoreApplication)

} // namespace tst_lockctlcontention

#include "tst_lockctlcontention.moc"
