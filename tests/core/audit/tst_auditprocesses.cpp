// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QRandomGenerator>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <unistd.h>

using namespace lockmaster;

namespace tst_auditprocesses {

namespace {

constexpr int patienceMs = 60'000;

std::unique_ptr<QProcess> start(const QString &mode, const QString &directory, int number = 0)
{
    auto process = std::make_unique<QProcess>();
    process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process->start(QCoreApplication::applicationFilePath(),
                   {QStringLiteral("auditwriter"), mode, directory, QString::number(number)});
    return process;
}

QString outputOf(const QString &mode, const QString &directory, int number)
{
    const auto process = start(mode, directory, number);
    if (!process->waitForFinished(patienceMs))
        return QStringLiteral("still running");
    return QString::fromUtf8(process->readAllStandardOutput()).trimmed();
}

QSet<QString> intentIds(const QString &directory)
{
    QSet<QString> ids;
    const auto lines = readAudit(directory, 1'000'000);
    for (const AuditLine &line : lines.value_or(std::vector<AuditLine>())) {
        if (line.isIntent)
            ids.insert(line.id);
    }
    return ids;
}

/** The first line that is not where its process wrote it; empty: each has its place. */
QString outOfOrder(const QString &directory)
{
    const auto lines = readAudit(directory, 1'000'000);
    QHash<qint64, QString> open; // by process: the intent whose outcome comes next
    quint64 number = 0;
    for (const AuditLine &line : lines.value_or(std::vector<AuditLine>())) {
        QString &mine = open[line.pid];
        const bool isNext = line.isIntent ? mine.isEmpty() : mine == line.id;
        if (!isNext || line.number != ++number)
            return QStringLiteral("%1: line %2, %3").arg(line.month).arg(line.number).arg(line.id);
        mine = line.isIntent ? line.id : QString();
    }
    return {};
}

} // namespace

/** The log under several processes, killed processes and other people's files. */
class TestAuditProcesses : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString directory() const { return m_home->filePath(QStringLiteral("audit")); }

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void processesKeepTheChain_data()
    {
        QTest::addColumn<int>("processes");
        QTest::addColumn<int>("actions"); // two lines each
        QTest::newRow("eight") << 8 << 50;
        QTest::newRow("two, 500 actions") << 2 << 250;
    }

    void processesKeepTheChain()
    {
        QFETCH(int, processes);
        QFETCH(int, actions);
        std::vector<std::unique_ptr<QProcess>> all;
        for (int i = 0; i < processes; ++i)
            all.push_back(start(QStringLiteral("many"), directory(), actions));
        for (const auto &process : all) {
            QVERIFY(process->waitForFinished(patienceMs));
            QCOMPARE(process->exitCode(), 0);
        }
        const auto found = verifyAudit(directory());
        QVERIFY(found);
        QCOMPARE(found->faults, QStringList());
        QCOMPARE(found->torn, QStringList());
        QCOMPARE(found->lines, processes * actions * 2);
        QCOMPARE(found->open.size(), size_t(0));
        QCOMPARE(intentIds(directory()).size(), processes * actions);
        QCOMPARE(outOfOrder(directory()), QString());
    }

    /** What `begin` has returned for is on the disk, wherever the program dies after it. */
    void killedAtAnyMomentLeavesEveryIntentThatWasBegun()
    {
        constexpr int rounds = 120;
        QRandomGenerator random(20261121);
        QSet<QString> told;
        for (int round = 0; round < rounds; ++round) {
            const auto process = start(QStringLiteral("send"), directory());
            QVERIFY(process->waitForReadyRead(patienceMs));
            QThread::usleep(random.bounded(30'000u));
            process->kill();
            QVERIFY(process->waitForFinished(patienceMs));
            QCOMPARE(process->exitStatus(), QProcess::CrashExit);
            const QStringList lines =
                QString::fromUtf8(process->readAllStandardOutput()).split(u'\n');
            for (const QString &line : lines) {
                if (line.startsWith(QStringLiteral("ready to send ")))
                    told.insert(line.section(u' ', 3));
            }
        }
        const QSet<QString> missing = told - intentIds(directory());
        const auto found = verifyAudit(directory());
        qInfo("audit: %d rounds, %lld intents begun, %lld on the disk, %lld torn lines", rounds,
              qint64(told.size()), qint64(told.size() - missing.size()),
              qint64(found->torn.size()));
        QCOMPARE(missing, QSet<QString>());
        QVERIFY(told.size() >= rounds);
        QCOMPARE(found->faults, QStringList());
    }

    void aFullDiskLeavesWholeLinesOnly()
    {
        const QStringList answer = outputOf(QStringLiteral("full"), directory(), 5000).split(u' ');
        const int written = answer.first().toInt();
        QVERIFY(written > 3);
        QVERIFY2(answer.join(u' ').contains(directory()), qPrintable(answer.join(u' ')));
        const auto found = verifyAudit(directory());
        QCOMPARE(found->faults, QStringList());
        QCOMPARE(found->torn, QStringList());
        QCOMPARE(found->lines, written);
        // There is room again.
        QCOMPARE(start(QStringLiteral("many"), directory(), 1)->waitForFinished(patienceMs), true);
        QCOMPARE(verifyAudit(directory())->lines, written + 2);
        QCOMPARE(verifyAudit(directory())->faults, QStringList());
    }

    void anotherUsersLogIsNotWritten()
    {
        if (::geteuid() != 0)
            QSKIP("needs to be root to become somebody else");
        constexpr int nobody = 65534;
        QCOMPARE(start(QStringLiteral("many"), directory(), 1)->waitForFinished(patienceMs), true);
        const QString locked = outputOf(QStringLiteral("as"), directory(), nobody);
        QVERIFY2(locked.contains(directory()), qPrintable(locked));
        // Now nobody's; and root, who may write anything, does not take it for its own.
        QVERIFY(::chown(QFile::encodeName(directory()).constData(), nobody, nobody) == 0);
        const QString foreign = outputOf(QStringLiteral("as"), directory(), 0);
        QVERIFY2(foreign.contains(QStringLiteral("another user")), qPrintable(foreign));
        QCOMPARE(verifyAudit(directory())->lines, 2);
    }
};

LOCKMASTER_TEST(TestAuditProcesses, QCoreApplication)

} // namespace tst_auditprocesses

#include "tst_auditprocesses.moc"
