// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electiontable.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/sql/sqlconnection.h"
#include "tests/integration/electionrun.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <iostream>

#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_electionscratch {

namespace {

const QByteArray password = "two words; \"quoted\" = 잠금";

BackendSpec scratchBackend(quint16 port, const QString &authority)
{
    BackendSpec spec;
    spec.name = QStringLiteral("shop-db");
    spec.port = port;
    spec.user = QStringLiteral("scratch");
    spec.database = QStringLiteral("shop");
    spec.tls = TlsMode::Verify;
    spec.caFile = authority;
    spec.environment = Environment::Staging;
    return spec;
}

/** An election goes on in a program of its own, until that is killed. */
int runElection(const QStringList &arguments)
{
    const auto place = scratchPlace(
        scratchBackend(arguments.value(2).toUShort(), arguments.value(3)), Secret(password));
    if (!place)
        return 1;
    ElectionRun lab(*place, quick());
    const auto running = lab.waitFor(everybodyStands);
    if (!running)
        return 1;
    std::cout << qPrintable(running->table) << ' ' << running->candidates.front().pid << std::endl;
    ::pause();
    return 0;
}

} // namespace

/** Experiments on a backend of the operator's: verified TLS, a table of their own, nothing left. */
class TestElectionScratch : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void anElectionRunsInATableOfItsOwn();
    void whatAKilledProgramLeftIsDropped();
    void onlyWhatNobodyUsesIsDropped();
    void anAccountWithoutRightsIsToldSo_data();
    void anAccountWithoutRightsIsToldSo();
    void aTableThatStaysIsNamed();
    void aSandboxTableThatStayedMakesRoom();
    void aClaimThatWasLostIsMadeAnew();
    void somePlacesAreRefused_data();
    void somePlacesAreRefused();

private:
    QStringList tables();
    BackendSpec backend() const;

    QTemporaryDir m_directory;
    std::optional<TestCertificates> m_certificates;
    std::unique_ptr<PrivateMariaDb> m_server;
    std::unique_ptr<SqlConnection> m_session;
};

void TestElectionScratch::initTestCase()
{
    m_certificates = TestCertificates::make(m_directory.path());
    if (!m_certificates && !qEnvironmentVariableIsSet("CI"))
        QSKIP("needs openssl");
    QVERIFY(m_certificates);
    auto server = PrivateMariaDb::start(
        {.metadataLockInfo = false,
         .performanceSchema = false,
         .initSql = QStringLiteral("CREATE DATABASE shop CHARACTER SET utf8mb4; "
                                   "CREATE USER scratch@'%' IDENTIFIED BY '%1' REQUIRE SSL; "
                                   "GRANT SELECT, INSERT, UPDATE, CREATE, DROP ON shop.* "
                                   "TO scratch@'%'; "
                                   "CREATE USER poor@'%' IDENTIFIED BY '%1'; "
                                   "GRANT SELECT ON shop.* TO poor@'%'; "
                                   "CREATE USER keeps@'%' IDENTIFIED BY '%1'; "
                                   "GRANT SELECT, INSERT, UPDATE, CREATE ON shop.* TO keeps@'%'; "
                                   "CREATE USER fickle@'%' IDENTIFIED BY '%1'; "
                                   "GRANT SELECT, INSERT, UPDATE, CREATE, DROP ON shop.* "
                                   "TO fickle@'%'")
                        .replace(QLatin1String("%1"), QString::fromUtf8(password)),
         .tlsCa = m_certificates->ca,
         .tlsCert = m_certificates->cert,
         .tlsKey = m_certificates->key});
    LOCKMASTER_NEED_SERVER(server);
    m_server = std::move(*server);
    BackendSpec admin = m_server->spec();
    admin.database = QStringLiteral("shop");
    auto session = SqlConnection::open(endpointOf(admin, m_server->adminPassword()),
                                       std::chrono::steady_clock::now() + 10s);
    QVERIFY(session);
    m_session = std::move(*session);
}

QStringList TestElectionScratch::tables()
{
    QStringList names;
    const auto listed =
        m_session->select(QStringLiteral("SELECT TABLE_NAME FROM information_schema.TABLES "
                                         "WHERE TABLE_SCHEMA = 'shop' ORDER BY 1"),
                          {}, std::chrono::steady_clock::now() + 10s,
                          [&](const SqlRow &row) { names += row.text(0); });
    return listed ? names : QStringList{listed.error().message};
}

BackendSpec TestElectionScratch::backend() const
{
    return scratchBackend(m_server->port(), m_certificates->ca);
}

void TestElectionScratch::anElectionRunsInATableOfItsOwn()
{
    const auto place = scratchPlace(backend(), Secret(password));
    QVERIFY(place);
    QVERIFY(!place->sandbox);
    {
        ElectionRun lab(*place, quick());
        const auto led = lab.waitFor(everybodyStands);
        QVERIFY2(led, "nobody leads");
        QVERIFY2(QRegularExpression(QStringLiteral("\\Alockmaster_lab_[a-z]{6}\\z"))
                     .match(led->table)
                     .hasMatch(),
                 qPrintable(led->table));
        QCOMPARE(tables(), QStringList{led->table});
        const BackendSpec watched = lab->watchedBackend();
        QCOMPARE(watched.tables.size(), size_t(1));
        QCOMPARE(watched.tables.front().table, led->table);
        QVERIFY(watched.tables.front().lease == Micros(quick().lease));
        lab->actOnLeader(CandidateAction::Kill);
        QVERIFY(lab.waitFor(isLedByAnotherThan(leaderOf(*led)->number)));
    }
    QCOMPARE(tables(), QStringList());
}

void TestElectionScratch::whatAKilledProgramLeftIsDropped()
{
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(),
                  {QCoreApplication::applicationName(), QStringLiteral("--run-election"),
                   QString::number(m_server->port()), m_certificates->ca});
    while (!program.canReadLine() && program.waitForReadyRead(60000)) {
    }
    const QStringList words = QString::fromLatin1(program.readLine()).trimmed().split(u' ');
    QCOMPARE(words.size(), 2);
    const qint64 candidate = words.at(1).toLongLong();
    QVERIFY(alive(candidate));
    program.kill();
    QTRY_VERIFY_WITH_TIMEOUT(!alive(candidate), 20000);
    program.waitForFinished();
    QCOMPARE(tables(), QStringList{words.at(0)});
    const auto place = scratchPlace(backend(), Secret(password));
    QVERIFY(place);
    {
        ElectionRun lab(*place, quick(2));
        const auto led = lab.waitFor(everybodyStands);
        QVERIFY(led);
        QCOMPARE(tables(), QStringList{led->table});
    }
    QCOMPARE(tables(), QStringList());
}

void TestElectionScratch::onlyWhatNobodyUsesIsDropped()
{
    const SteadyTime deadline = std::chrono::steady_clock::now() + 30s;
    const auto make = [&](const QString &name, const QString &comment) {
        return m_session
            ->execute(QStringLiteral("CREATE TABLE %1 (id int) COMMENT = '%2'").arg(name, comment),
                      {}, deadline)
            .has_value();
    };
    const QString comment = QStringLiteral("An experiment of Lockmaster; dropped when it ends");
    QVERIFY(make(QStringLiteral("lockmaster_lab_dead"), comment)); // not a name of ours
    QVERIFY(make(QStringLiteral("lockmaster_lab_foreig"), QStringLiteral("precious")));
    QVERIFY(make(QStringLiteral("lockmaster_lab_killed"), comment));
    QVERIFY(make(QStringLiteral("lockmaster_lab_living"), comment));
    QVERIFY(m_session->select(QStringLiteral("SELECT GET_LOCK('lockmaster_lab_living', 0)"), {},
                              deadline, [](const SqlRow &) {}));
    const auto place = scratchPlace(backend(), Secret(password));
    QVERIFY(place);
    {
        ElectionRun lab(*place, quick(2));
        const auto led = lab.waitFor(everybodyStands);
        QVERIFY(led);
        QStringList expected{QStringLiteral("lockmaster_lab_dead"),
                             QStringLiteral("lockmaster_lab_foreig"),
                             QStringLiteral("lockmaster_lab_living"), led->table};
        expected.sort();
        QCOMPARE(tables(), expected);
        // A second experiment leaves the first one's alone.
        ElectionRun other(*place, quick(2));
        QVERIFY(other.waitFor(everybodyStands));
        QVERIFY(tables().contains(led->table));
    }
    QCOMPARE(tables().size(), 3);
    QVERIFY(m_session->execute(QStringLiteral("DROP TABLE lockmaster_lab_dead, "
                                              "lockmaster_lab_foreig, lockmaster_lab_living"),
                               {}, deadline));
}

void TestElectionScratch::anAccountWithoutRightsIsToldSo_data()
{
    QTest::addColumn<QString>("user");
    QTest::newRow("may not create") << "poor";
    QTest::newRow("may not drop") << "keeps";
}

void TestElectionScratch::anAccountWithoutRightsIsToldSo()
{
    QFETCH(QString, user);
    BackendSpec spec = backend();
    spec.user = user;
    const auto place = scratchPlace(spec, Secret(password));
    QVERIFY(place);
    ElectionRun lab(*place, quick());
    const auto refused =
        lab.waitFor([](const ElectionSnapshot &snapshot) { return snapshot.error.has_value(); });
    QVERIFY(refused);
    QCOMPARE(int(refused->error->kind), int(ErrorKind::Denied));
    QVERIFY(refused->candidates.empty());
    QCOMPARE(tables(), QStringList());
}

void TestElectionScratch::aTableThatStaysIsNamed()
{
    BackendSpec spec = backend();
    spec.user = QStringLiteral("fickle");
    const auto place = scratchPlace(spec, Secret(password));
    QVERIFY(place);
    std::mutex mutex;
    Snapshot last;
    {
        const ElectionLab lab(*place, quick(2), [&](Snapshot next) {
            const std::lock_guard lock(mutex);
            last = std::move(next);
        });
        QTRY_COMPARE_WITH_TIMEOUT(tables().size(), 1, 20000);
        QVERIFY(m_server->run(QStringLiteral("REVOKE DROP ON shop.* FROM fickle@'%'")));
        QVERIFY(m_server->run(QStringLiteral("KILL USER fickle")));
    }
    QVERIFY(last && last->error);
    QCOMPARE(int(last->error->kind), int(ErrorKind::Denied));
    QVERIFY2(last->error->message.startsWith(last->table), qPrintable(last->error->message));
    QCOMPARE(tables(), QStringList{last->table});
    QVERIFY(m_server->run(QStringLiteral("DROP TABLE shop.%1").arg(last->table)));
}

void TestElectionScratch::aSandboxTableThatStayedMakesRoom()
{
    auto place = scratchPlace(backend(), Secret(password));
    QVERIFY(place);
    place->sandbox = true;
    ElectionTable table(*place);
    QVERIFY(m_server->run(QStringLiteral("CREATE TABLE shop.%1 (id int)").arg(table.name())));
    QVERIFY(table.create(3));
    QVERIFY(table.drop());
    QCOMPARE(tables(), QStringList());
}

void TestElectionScratch::aClaimThatWasLostIsMadeAnew()
{
    const auto place = scratchPlace(backend(), Secret(password));
    QVERIFY(place);
    ElectionTable table(*place);
    const auto answer = [&](const char *function) {
        qint64 value = -1;
        const auto asked = m_session->select(
            QStringLiteral("SELECT %1('%2')").arg(QLatin1String(function), table.name()), {},
            std::chrono::steady_clock::now() + 10s,
            [&](const SqlRow &row) { value = row.integer(0); });
        return asked ? value : -1;
    };
    QVERIFY(table.create(3));
    const SteadyTime begin = std::chrono::steady_clock::now();
    QVERIFY(table.keep(begin));
    QCOMPARE(answer("IS_FREE_LOCK"), 0);
    QVERIFY(m_server->run(QStringLiteral("KILL USER scratch")));
    QTRY_COMPARE(answer("IS_FREE_LOCK"), 1);
    QVERIFY(table.keep(begin + 59s)); // not yet
    QCOMPARE(answer("IS_FREE_LOCK"), 1);
    QVERIFY(table.keep(begin + 61s));
    QCOMPARE(answer("IS_FREE_LOCK"), 0);
    QVERIFY(m_server->run(QStringLiteral("KILL USER scratch")));
    QTRY_COMPARE(answer("IS_FREE_LOCK"), 1);
    QVERIFY(m_session->select(QStringLiteral("SELECT GET_LOCK('%1', 0)").arg(table.name()), {},
                              std::chrono::steady_clock::now() + 10s, [](const SqlRow &) {}));
    QVERIFY(!table.keep(begin + 122s)); // another program's now
    QCOMPARE(answer("RELEASE_LOCK"), 1);
    QVERIFY(table.drop());
}

void TestElectionScratch::somePlacesAreRefused_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("kind");
    QTest::newRow("production") << "production" << int(ErrorKind::Denied);
    QTest::newRow("read-only") << "read-only" << int(ErrorKind::Denied);
    QTest::newRow("redis") << "redis" << int(ErrorKind::Unsupported);
    QTest::newRow("no database") << "no database" << int(ErrorKind::Config);
}

void TestElectionScratch::somePlacesAreRefused()
{
    QFETCH(QString, what);
    QFETCH(int, kind);
    BackendSpec spec = backend();
    if (what == u"production")
        spec.environment = Environment::Production;
    else if (what == u"read-only")
        spec.readOnly = true;
    else if (what == u"redis")
        spec.kind = BackendKind::Redis;
    else
        spec.database.clear();
    const auto place = scratchPlace(spec, Secret(password));
    QVERIFY(!place);
    QCOMPARE(int(place.error().kind), kind);
    QVERIFY(place.error().message.contains(QLatin1String("shop-db")));
    QVERIFY(!place.error().remedy.isEmpty());
}

static int runOrTest(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().contains(QLatin1String("--run-election")))
        return runElection(application.arguments());
    TestElectionScratch test;
    return QTest::qExec(&test, argc, argv);
}

LOCKMASTER_TEST_MAIN(runOrTest)

} // namespace tst_electionscratch

#include "tst_electionscratch.moc"
