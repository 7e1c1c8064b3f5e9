// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlleaders {

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.service_leader_lock (name VARCHAR(45) PRIMARY KEY, container_id VARCHAR(45),
                                      timestamp DATETIME(3) NOT NULL);
CREATE DATABASE empty;
CREATE USER app@'%' IDENTIFIED BY 'app-secret';
GRANT ALL ON *.* TO app@'%';
CREATE USER watcher@'%' IDENTIFIED BY 'app-secret';
GRANT ALL ON *.* TO watcher@'%';
)sql";

QJsonObject leaderNamed(const LockctlOutcome &outcome, const QString &name)
{
    for (const QJsonValue &leader :
         jsonObject(outcome.out).value(QStringLiteral("leaders")).toArray()) {
        const QJsonObject lock = leader.toObject().value(QStringLiteral("lock")).toObject();
        if (lock.value(QStringLiteral("name")).toString() == name)
            return leader.toObject();
    }
    return {};
}

QJsonObject figuresOf(const QJsonObject &leader)
{
    return leader.value(QStringLiteral("figures")).toObject();
}

} // namespace

/** The real program watches candidates that are real programs on a real server. */
class TestLockctlLeaders : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;

    QStringList url(const QString &rest, const char *account = "app") const
    {
        return {QStringLiteral("--url"), QStringLiteral("mysql://%1:app-secret@127.0.0.1:%2/%3")
                                             .arg(QString::fromLatin1(account))
                                             .arg(m_mariaDb->port())
                                             .arg(rest)};
    }
    QStringList watched(const char *account = "app") const
    {
        return url(QStringLiteral("app?name=db&leader=service_leader_lock&lease_ms=1500"), account);
    }
    /** One that stands for election, as the format's own programs do, until it is killed. */
    std::unique_ptr<QProcess> candidate(const QString &name, const QString &owner) const
    {
        return startLockctl(QStringList{QStringLiteral("acquire"), QStringLiteral("--json"),
                                        QStringLiteral("--system"), QStringLiteral("leader"),
                                        QStringLiteral("--name"), name, QStringLiteral("--owner"),
                                        owner, QStringLiteral("--wait"), QStringLiteral("60s")}
                            + watched());
    }

private slots:
    void initTestCase()
    {
        PrivateMariaDb::Options options;
        options.initSql = QString::fromLatin1(schema);
        auto started = PrivateMariaDb::start(options);
        LOCKMASTER_NEED_SERVER(started);
        m_mariaDb = std::move(*started);
    }

    void aLeaderIsShownWithItsFigures()
    {
        const auto leading = candidate(QStringLiteral("report"), QStringLiteral("web-1"));
        QVERIFY(!nextLine(*leading).isEmpty());
        const LockctlOutcome outcome =
            runLockctl(QStringList{QStringLiteral("leaders"), QStringLiteral("--json"),
                                   QStringLiteral("--filter"), QStringLiteral("name:report")}
                       + watched());
        QCOMPARE(leadersViolations(outcome.out), QStringList());
        QCOMPARE(outcome.code, 0);
        const QJsonObject leader = leaderNamed(outcome, QStringLiteral("report"));
        const QJsonObject figures = figuresOf(leader);
        QCOMPARE(figures.value(QStringLiteral("lease_ms")), QJsonValue(1500));
        QVERIFY(figures.value(QStringLiteral("vacant_since")).isNull());
        // It renews at a third of the lease; a machine that is busy may see only some of that.
        const int period = figures.value(QStringLiteral("period_ms")).toInt();
        QVERIFY2(period > 300 && period < 2000, outcome.out.constData());
        const QJsonArray reigns = leader.value(QStringLiteral("history"))
                                      .toObject()
                                      .value(QStringLiteral("reigns"))
                                      .toArray();
        QVERIFY(!reigns.isEmpty());
        QVERIFY(!reigns.first().toObject().value(QStringLiteral("heartbeats")).toArray().isEmpty());
    }

    void aKilledLeaderIsAFailover()
    {
        const auto first = candidate(QStringLiteral("batch"), QStringLiteral("web-1"));
        QVERIFY(!nextLine(*first).isEmpty());
        const auto second = candidate(QStringLiteral("batch"), QStringLiteral("web-2"));
        const auto watching =
            startLockctl(QStringList{QStringLiteral("leaders"), QStringLiteral("--json"),
                                     QStringLiteral("--for"), QStringLiteral("10m")}
                         + watched("watcher"));
        SqlSession admin(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
        QVERIFY(admin.isOpen());
        QTRY_VERIFY_WITH_TIMEOUT(
            admin.value(QStringLiteral("SELECT COUNT(*) FROM information_schema.processlist "
                                       "WHERE user = 'watcher'"))
                    .toInt()
                > 0,
            60'000);
        QTest::qWait(1000); // some looks
        first->kill();
        QVERIFY(!nextLine(*second).isEmpty());
        QTest::qWait(1000);                           // the next look
        ::kill(pid_t(watching->processId()), SIGINT); // what was seen until then is printed
        QVERIFY(watching->waitForFinished(60'000));
        LockctlOutcome outcome;
        outcome.out = watching->readAllStandardOutput();
        QCOMPARE(watching->exitCode(), 0);
        QCOMPARE(leadersViolations(outcome.out), QStringList());
        const QJsonObject failover = figuresOf(leaderNamed(outcome, QStringLiteral("batch")))
                                         .value(QStringLiteral("last_failover"))
                                         .toObject();
        QCOMPARE(failover.value(QStringLiteral("from")), QJsonValue(QStringLiteral("web-1")));
        QCOMPARE(failover.value(QStringLiteral("to")), QJsonValue(QStringLiteral("web-2")));
        const int vacancy = failover.value(QStringLiteral("vacancy_ms")).toInt();
        QVERIFY2(vacancy > 500, qPrintable(QString::number(vacancy)));
    }

    void theTableNamesTheLeaderAndWhatIsWrong()
    {
        const auto leading = candidate(QStringLiteral("index"), QStringLiteral("web-9"));
        QVERIFY(!nextLine(*leading).isEmpty());
        leading->kill();
        const LockctlOutcome outcome = runLockctl(
            QStringList{QStringLiteral("leaders"), QStringLiteral("--for"), QStringLiteral("6s"),
                        QStringLiteral("--filter"), QStringLiteral("name:index")}
            + watched());
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.startsWith("LOCK "), outcome.out.constData());
        QVERIFY2(outcome.out.contains("vacant-too-long: Nobody has led"), outcome.out.constData());
        QVERIFY(outcome.out.contains("vacant "));
    }

    void withoutLeaderTablesThereIsNothingToShow()
    {
        const LockctlOutcome outcome = runLockctl(
            QStringList{QStringLiteral("leaders"), QStringLiteral("--for"), QStringLiteral("1s")}
            + url(QStringLiteral("empty?name=db")));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY(outcome.err.contains("No leader locks."));
    }

    void aTableThatIsMissingIsAFailure()
    {
        const LockctlOutcome outcome = runLockctl(
            QStringList{QStringLiteral("leaders"), QStringLiteral("--for"), QStringLiteral("1s")}
            + url(QStringLiteral("empty?name=db&leader=nowhere")));
        QCOMPARE(outcome.code, 3);
        QVERIFY(outcome.err.contains("nowhere"));
    }

    void aTimeThatIsNoneIsRefused()
    {
        for (const char *wrong : {"soon", "0s", "2d"}) {
            const LockctlOutcome outcome =
                runLockctl(QStringList{QStringLiteral("leaders"), QStringLiteral("--for"),
                                       QString::fromLatin1(wrong)}
                           + watched());
            QCOMPARE(outcome.code, 2);
            QVERIFY(outcome.err.contains("--for takes a time from 1s to 24h"));
        }
    }
};

LOCKMASTER_TEST(TestLockctlLeaders, QCoreApplication)

} // namespace tst_lockctlleaders

#include "tst_lockctlleaders.moc"
