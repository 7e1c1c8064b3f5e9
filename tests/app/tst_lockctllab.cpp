// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failover.h"
#include "core/lab/servers/privatemariadb.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockctllab {

namespace {

constexpr int patienceMs = 60'000;

QStringList fastFailovers(const char *more)
{
    return QStringLiteral("lab failover --period 100ms --lease 120ms --precision 3 %1")
        .arg(QLatin1StringView(more))
        .split(u' ', Qt::SkipEmptyParts);
}

/** Processes that run below a directory: the keeper's and everything it started. */
QStringList processesBelow(const QString &directory)
{
    QStringList found;
    const QStringList pids = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &pid : pids) {
        const QString cwd = QFile::symLinkTarget(QStringLiteral("/proc/%1/cwd").arg(pid));
        if (cwd.startsWith(directory))
            found.append(pid);
    }
    return found;
}

double median(std::vector<double> all)
{
    std::sort(all.begin(), all.end());
    const size_t middle = all.size() / 2;
    return all.size() % 2 ? all.at(middle) : (all.at(middle - 1) + all.at(middle)) / 2;
}

} // namespace

/** The real program kills real leaders, and leaves nothing behind. */
class TestLockctlLab : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb; ///< the operator's own
    QTemporaryDir m_temporary;                 ///< its keepers' directories are made in here

    QStringList onOwnBackend(const QString &options) const
    {
        return {QStringLiteral("--url"), QStringLiteral("mysql://scratch@127.0.0.1:%1/shop?%2")
                                             .arg(m_mariaDb->port())
                                             .arg(options)};
    }
    bool noTableIsLeft() const
    {
        return m_mariaDb
            ->run(QStringLiteral(
                "BEGIN NOT ATOMIC IF (SELECT COUNT(*) FROM information_schema.tables "
                "WHERE table_schema = 'shop') > 0 THEN SIGNAL SQLSTATE '45000'; END IF; END"))
            .has_value();
    }
    QStringList environment() const
    {
        return {QStringLiteral("TMPDIR=") + m_temporary.path(),
                QStringLiteral("LOCKMASTER_PASSWORD=a word")};
    }
    bool nothingIsLeft() const
    {
        return processesBelow(m_temporary.path()).isEmpty()
               && QDir(m_temporary.path()).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot);
    }

private slots:
    void initTestCase();
    void failoversAreMeasured();
    void interruptedSeriesTellsWhatItHas();
    void nothingSurvivesTheProgram();
    void scratchTableGoesAgain();
    void scratchTableThatStaysIsNamed();
    void productionIsRefused();
    void readOnlyWantsToBeAllowed();
    void serverThatIsNotThereIsNamed();
    void missingTemporaryDirectoryIsNotReadOnly();
    void mistakesStartNothing_data();
    void mistakesStartNothing();
    void withoutANameThereIsAList();
};

void TestLockctlLab::initTestCase()
{
    auto started = PrivateMariaDb::start(
        {.metadataLockInfo = false,
         .performanceSchema = false,
         .initSql = QStringLiteral("CREATE DATABASE shop; "
                                   "CREATE USER scratch@'%' IDENTIFIED BY 'a word'; "
                                   "GRANT SELECT, INSERT, UPDATE, CREATE, DROP ON shop.* "
                                   "TO scratch@'%'; "
                                   "CREATE USER fickle@'%' IDENTIFIED BY 'a word'; "
                                   "GRANT SELECT, INSERT, UPDATE, CREATE, DROP ON shop.* "
                                   "TO fickle@'%'")});
    LOCKMASTER_NEED_SERVER(started);
    m_mariaDb = std::move(*started);
    QVERIFY(m_temporary.isValid());
}

void TestLockctlLab::failoversAreMeasured()
{
    const QTemporaryDir place;
    const QString record = place.filePath(QStringLiteral("run.lockrun"));
    const LockctlOutcome outcome = runLockctl(fastFailovers("--kills 5 --seed 7 --json")
                                                  + QStringList{QStringLiteral("--record"), record},
                                              environment());
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(failoverViolations(outcome.out), QStringList());
    const QJsonObject report = jsonObject(outcome.out);
    const QJsonObject setup = report[u"setup"].toObject();
    QCOMPARE(setup[u"candidates"].toInt(), 3);
    QCOMPARE(setup[u"period_ms"].toInt(), 100);
    QCOMPARE(setup[u"lease_ms"].toInt(), 120);
    QCOMPARE(setup[u"precision"].toInt(), 3);
    QCOMPARE(setup[u"kills"].toInt(), 5);
    QCOMPARE(setup[u"seed"].toInt(), 7);

    std::vector<double> vacancies;
    std::vector<double> errors;
    const QJsonArray failovers = report[u"failovers"].toArray();
    for (const QJsonValue &failover : failovers) {
        QVERIFY(failover[u"killed"] != failover[u"next"]);
        QVERIFY(failover[u"vacancy_ms"].toDouble() > 0);
        vacancies.push_back(failover[u"vacancy_ms"].toDouble());
        if (!failover[u"watched_ms"].isNull())
            errors.push_back(std::abs(failover[u"watched_ms"].toDouble() - vacancies.back()));
    }
    QCOMPARE(vacancies.size(), size_t(5));
    QCOMPARE(outcome.said(QStringLiteral("5 of 5: ")).size(), 1);
    const double largest = *std::max_element(vacancies.begin(), vacancies.end());
    QVERIFY(std::abs(report[u"median_ms"].toDouble() - median(vacancies)) < 0.002);
    QCOMPARE(report[u"p95_ms"].toDouble(), largest);
    QCOMPARE(report[u"max_ms"].toDouble(), largest);
    const QJsonValue error = report[u"watched"][u"max_error_ms"];
    QCOMPARE(error.isNull(), errors.empty());
    if (!errors.empty())
        QVERIFY(std::abs(error.toDouble() - *std::max_element(errors.begin(), errors.end()))
                < 0.002);

    const ElectionSetup asked{3, 100ms, 120ms, 3, 0ms, false, {}};
    const double predicted = double(predictVacancy(asked, false, 1).figures.median.count()) / 1e3;
    QVERIFY(std::abs(report[u"predicted"][u"median_ms"].toDouble() - predicted) < 0.002);
    QVERIFY(nothingIsLeft());
    // Played, it is the same to the last digit.
    const LockctlOutcome replay = runLockctl(
        {QStringLiteral("lab"), QStringLiteral("replay"), record, QStringLiteral("--json")});
    QCOMPARE(replay.code, 0);
    QCOMPARE(replay.out, outcome.out);
}

void TestLockctlLab::interruptedSeriesTellsWhatItHas()
{
    const auto lockctl = startLockctl(
        fastFailovers("--kills 10000 --json") + onOwnBackend(QString()), environment());
    lockctl->setReadChannel(QProcess::StandardError);
    QByteArray line;
    do {
        line = nextLine(*lockctl);
    } while (!line.isEmpty() && !line.startsWith("lockctl: 2 of 10000: "));
    QVERIFY(!line.isEmpty());
    QVERIFY(!processesBelow(m_temporary.path()).isEmpty());
    ::kill(pid_t(lockctl->processId()), SIGINT);
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 130);
    const QByteArray out = lockctl->readAllStandardOutput();
    QCOMPARE(failoverViolations(out), QStringList());
    const auto measured = jsonObject(out)[u"failovers"].toArray().size();
    QVERIFY(measured >= 2 && measured < 10000);
    QVERIFY(noTableIsLeft());
    QVERIFY(nothingIsLeft());
}

void TestLockctlLab::nothingSurvivesTheProgram()
{
    const auto lockctl = startLockctl(fastFailovers("--kills 10000"), environment());
    lockctl->setReadChannel(QProcess::StandardError);
    QByteArray line;
    do {
        line = nextLine(*lockctl);
    } while (!line.isEmpty() && !line.startsWith("lockctl: 1 of 10000: "));
    QVERIFY(!line.isEmpty());
    QVERIFY(!nothingIsLeft());
    lockctl->kill();
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QTRY_VERIFY_WITH_TIMEOUT(nothingIsLeft(), patienceMs);
}

void TestLockctlLab::scratchTableGoesAgain()
{
    const LockctlOutcome outcome =
        runLockctl(fastFailovers("--kills 1 --json") + onOwnBackend(QStringLiteral("name=mine")),
                   environment());
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(failoverViolations(outcome.out), QStringList());
    QCOMPARE(jsonObject(outcome.out)[u"setup"][u"backend"].toString(), QStringLiteral("mine"));
    QVERIFY(noTableIsLeft());
    QVERIFY(nothingIsLeft());
}

void TestLockctlLab::scratchTableThatStaysIsNamed()
{
    const auto lockctl =
        startLockctl(fastFailovers("--kills 10000 --json")
                         + onOwnBackend(QString()).replaceInStrings(QStringLiteral("scratch@"),
                                                                    QStringLiteral("fickle@")),
                     environment());
    lockctl->setReadChannel(QProcess::StandardError);
    QByteArray line;
    do {
        line = nextLine(*lockctl);
    } while (!line.isEmpty() && !line.startsWith("lockctl: 1 of 10000: "));
    QVERIFY(!line.isEmpty());
    QVERIFY(m_mariaDb->run(QStringLiteral("REVOKE DROP ON shop.* FROM fickle@'%'")));
    QVERIFY(m_mariaDb->run(QStringLiteral("KILL USER fickle")));
    ::kill(pid_t(lockctl->processId()), SIGINT);
    QVERIFY(lockctl->waitForFinished(patienceMs));
    QCOMPARE(lockctl->exitCode(), 3);
    const QByteArray said = lockctl->readAllStandardError();
    const qsizetype at = said.indexOf("lockctl: lockmaster_lab_");
    QVERIFY2(at >= 0, said.constData());
    QCOMPARE(failoverViolations(lockctl->readAllStandardOutput()), QStringList());
    const QByteArray table = said.mid(said.indexOf("lockmaster_lab_", at), 21);
    QVERIFY(m_mariaDb->run(QStringLiteral("DROP TABLE shop.%1").arg(QLatin1String(table))));
    QVERIFY(noTableIsLeft());
}

void TestLockctlLab::productionIsRefused()
{
    const LockctlOutcome outcome = runLockctl(
        fastFailovers("--allow-writes") + onOwnBackend(QStringLiteral("environment=production")),
        environment());
    QCOMPARE(outcome.code, 4);
    QVERIFY2(outcome.err.contains("production"), outcome.err.constData());
    QVERIFY2(!outcome.err.contains("--allow-writes"), outcome.err.constData()); // of no use
    QVERIFY(outcome.out.isEmpty() && nothingIsLeft());
}

void TestLockctlLab::readOnlyWantsToBeAllowed()
{
    const QStringList words =
        fastFailovers("--kills 1 --json") + onOwnBackend(QStringLiteral("read_only=true"));
    const LockctlOutcome refused = runLockctl(words, environment());
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("read-only") && refused.err.contains("--allow-writes"),
             refused.err.constData());
    const LockctlOutcome allowed =
        runLockctl(words + QStringList(QStringLiteral("--allow-writes")), environment());
    QVERIFY2(allowed.code == 0, allowed.err.constData());
}

void TestLockctlLab::serverThatIsNotThereIsNamed()
{
    const LockctlOutcome outcome =
        runLockctl(fastFailovers("--url mysql://root@127.0.0.1:1/app"), environment());
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("127.0.0.1:1"), outcome.err.constData());
    QVERIFY(nothingIsLeft());
}

void TestLockctlLab::missingTemporaryDirectoryIsNotReadOnly()
{
    const QTemporaryDir directory;
    QFile noDirectory(directory.filePath(QStringLiteral("file")));
    QVERIFY(noDirectory.open(QIODevice::WriteOnly));
    QVERIFY(noDirectory.fileName().size() < 60);
    const LockctlOutcome outcome = runLockctl(fastFailovers("--kills 1") + onOwnBackend(QString()),
                                              {QStringLiteral("TMPDIR=") + noDirectory.fileName(),
                                               QStringLiteral("LOCKMASTER_PASSWORD=a word")});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("temporary directory"), outcome.err.constData());
}

void TestLockctlLab::mistakesStartNothing_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *words, const char *said) {
        QTest::newRow(words) << QString::fromUtf8(words) << QString::fromUtf8(said);
    };
    row("failover --preset fast", "as-described, as-coded, healthy");
    row("failover --lease 1h", "lease");
    row("failover --period 10ms", "period");
    row("failover --candidates 51", "2 to 50");
    row("failover --precision 2", "0, 3 or 6");
    row("failover --work 1s", "work");
    row("failover --lease soon", "--lease");
    row("failover --url redis://127.0.0.1:1/0", "MySQL");
    row("failover --url mysql://root@127.0.0.1:1", "database");
    row("fallover", "failover");
}

void TestLockctlLab::mistakesStartNothing()
{
    QFETCH(QString, words);
    QFETCH(QString, said);
    const LockctlOutcome outcome =
        runLockctl(QStringList(QStringLiteral("lab")) + words.split(u' '), environment());
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
}

void TestLockctlLab::withoutANameThereIsAList()
{
    const LockctlOutcome outcome = runLockctl({QStringLiteral("lab")}, environment());
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("failover"));
}

LOCKMASTER_TEST(TestLockctlLab, QCoreApplication)

} // namespace tst_lockctllab

#include "tst_lockctllab.moc"
