// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlowners {

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                            expiry DATETIME NOT NULL);
INSERT INTO app.dist_lock VALUES ('daily-close', 'web-3', NOW() + INTERVAL 600 SECOND),
                                 ('export', 'web-4:17', NOW() + INTERVAL 600 SECOND),
                                 ('old', 'web-3', NOW() - INTERVAL 600 SECOND);
CREATE USER monitor@'%' IDENTIFIED BY 'monitor-secret';
GRANT SELECT ON app.* TO monitor@'%';
)sql";

} // namespace

/** `lockctl owners`, and what `list --verdict` says, against real servers. */
class TestLockctlOwners : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_folder;

    QString profile(const QByteArray &more = {}, const QByteArray &ofCache = {}) const
    {
        QFile file(m_folder.filePath(QStringLiteral("lockmaster.toml")));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no profile");
        file.write(
            "[[backend]]\nname = \"db\"\nurl = \"mysql://monitor@127.0.0.1:"
            + QByteArray::number(m_mariaDb->port())
            + "/app\"\nsystems = [\"dist_lock\"]\npassword_command = [\"echo\", "
              "\"monitor-secret\"]\n[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
            + QByteArray::number(m_redis->port()) + "/0\"\n" + ofCache + more);
        return file.fileName();
    }
    LockctlOutcome run(const QStringList &arguments, const QString &config) const
    {
        return runLockctl(arguments + QStringList{QStringLiteral("--config"), config},
                          {QStringLiteral("XDG_STATE_HOME=") + m_folder.path()});
    }
    static QStringList wordsOf(const LockctlOutcome &outcome)
    {
        QStringList words;
        const QJsonObject found = QJsonDocument::fromJson(outcome.out).object();
        for (const QJsonValue &each : found[u"owners"].toArray()) {
            QStringList held;
            for (const QJsonValue &lock : each[u"holds"].toArray())
                held << lock[u"backend"].toString() + u'/' + lock[u"name"].toString();
            words << QStringLiteral("%1 %2: %3")
                         .arg(each[u"by"].toString(), each[u"name"].toString(), held.join(u' '));
        }
        return words;
    }

private slots:
    void initTestCase()
    {
        PrivateMariaDb::Options options;
        options.initSql = QString::fromUtf8(schema);
        auto started = PrivateMariaDb::start(options);
        LOCKMASTER_NEED_SERVER(started);
        m_mariaDb = std::move(*started);
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
        m_redis->run({"SET", "job-lock:default:cleanup", "ADDED:2026-11-28T03:00:00.000Z@web-3",
                      "PX", "600000"});
        m_redis->run({"HSET", "order:7", "9f1c1c4e-0000-4000-8000-000000000001:42", "1"});
        m_redis->run({"PEXPIRE", "order:7", "600000"});
        m_redis->run({"HSET", "order:8", "9f1c1c4e-0000-4000-8000-000000000001:43", "1"});
        m_redis->run({"PEXPIRE", "order:8", "600000"});
    }

    void oneOwnerIsOneOnAllBackends()
    {
        const LockctlOutcome outcome =
            run({QStringLiteral("owners"), QStringLiteral("--json")}, profile());
        QCOMPARE(outcome.code, 0);
        QCOMPARE(ownersViolations(outcome.out), QStringList());
        QCOMPARE(wordsOf(outcome),
                 (QStringList{QStringLiteral("host web-3: db/daily-close "
                                             "cache/job-lock:default:cleanup"),
                              QStringLiteral("process 9f1c1c4e-0000-4000-8000-000000000001: "
                                             "cache/order:7 cache/order:8"),
                              QStringLiteral("host web-4: db/export")}));
        const LockctlOutcome table = run({QStringLiteral("owners")}, profile());
        QCOMPARE(table.code, 0);
        QVERIFY2(table.out.contains("web-3") && table.out.contains("cache,db"),
                 table.out.constData());
    }

    void oneIsChosenByTheWholeName()
    {
        const LockctlOutcome one =
            run({QStringLiteral("owners"), QStringLiteral("--owner"), QStringLiteral("web-3")},
                profile());
        QCOMPARE(one.code, 0);
        QVERIFY2(one.out.contains("daily-close") && one.out.contains("cleanup"),
                 one.out.constData());
        QVERIFY(!one.out.contains("export"));
        for (const char *name : {"web", "web-", "WEB-3", "web-3 ", "*", "process"}) {
            const LockctlOutcome none = run(
                {QStringLiteral("owners"), QStringLiteral("--owner"), QString::fromLatin1(name)},
                profile());
            QCOMPARE(none.code, 17);
            QVERIFY(none.out.isEmpty());
        }
    }

    void theProfileJoinsWhoGoesBySeveralNames()
    {
        const LockctlOutcome outcome =
            run({QStringLiteral("owners"), QStringLiteral("--json")},
                profile("[[owner]]\nname = \"shop\"\nmatch = [\"web-*\"]\n"));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(wordsOf(outcome).value(0), QStringLiteral("rule shop: db/daily-close db/export "
                                                           "cache/job-lock:default:cleanup"));
    }

    /** A single look tells of none of these; the operator's check does, once it is trusted. */
    void aVerdictRestsOnTheCheckOnceThatIsTrusted()
    {
        const QString config =
            profile({}, "alive_command = [\"/bin/sh\", \"-c\", \"case $0 in web-3) echo gone ;; "
                        "*) exit 1 ;; esac\", \"{host}\"]\n");
        const QStringList list{
            QStringLiteral("list"),   QStringLiteral("--verdict"),
            QStringLiteral("--ask"),  QStringLiteral("--json"),
            QStringLiteral("--name"), QStringLiteral("job-lock:default:cleanup")};
        const auto verdict = [](const LockctlOutcome &outcome) {
            return QJsonDocument::fromJson(outcome.out)
                .object()[u"locks"][0][u"verdict"]
                .toObject();
        };
        LockctlOutcome outcome = run(list, config);
        QCOMPARE(outcome.code, 0);
        QCOMPARE(listViolations(outcome.out), QStringList());
        QCOMPARE(verdict(outcome)[u"life"].toString(), QStringLiteral("unknown"));
        QVERIFY2(verdict(outcome)[u"text"].toString().contains(QStringLiteral("trust")),
                 outcome.out.constData());

        QCOMPARE(run({QStringLiteral("trust"), config, QStringLiteral("--yes")}, config).code, 0);
        outcome = run(list, config);
        QCOMPARE(verdict(outcome)[u"life"].toString(), QStringLiteral("gone"));
        const LockctlOutcome table = run(
            {QStringLiteral("list"), QStringLiteral("--verdict"), QStringLiteral("--ask")}, config);
        QVERIFY2(table.out.contains("job-lock:default:cleanup (cache): Gone. The check of your "
                                    "own says it is gone"),
                 table.out.constData());
        // Redisson's names no host: nothing was run, and that is told.
        QVERIFY2(table.out.contains("nothing that fits {host}"), table.out.constData());
        const LockctlOutcome owners =
            run({QStringLiteral("owners"), QStringLiteral("--verdict"), QStringLiteral("--ask")},
                config);
        QVERIFY2(owners.out.contains("1 gone, 1 unknown"), owners.out.constData());
    }

    /** Monitoring asks as well, where it is told to. */
    void monitoringAsksWhoIsGone()
    {
        const auto check = [this](const QByteArray &settings, const QStringList &more = {}) {
            const QString config = profile({}, settings);
            run({QStringLiteral("trust"), config, QStringLiteral("--yes")}, config);
            return run(QStringList{QStringLiteral("check"), QStringLiteral("--no-gone"),
                                   QStringLiteral("--backend"), QStringLiteral("cache"),
                                   QStringLiteral("--name"),
                                   QStringLiteral("job-lock:default:cleanup")}
                           + more,
                       config);
        };
        const LockctlOutcome gone =
            check("alive_command = [\"/bin/sh\", \"-c\", \"echo gone\", \"{host}\"]\n");
        QVERIFY2(gone.code == 2 && gone.out.contains("who is gone"), gone.out.constData());
        const LockctlOutcome alive =
            check("alive_command = [\"/bin/sh\", \"-c\", \"echo alive\", \"{host}\"]\n");
        QVERIFY2(alive.code == 0, alive.out.constData());
        // One that hangs takes the time that is left, and no more.
        QElapsedTimer timer;
        timer.start();
        const LockctlOutcome silent =
            check("alive_command = [\"/bin/sh\", \"-c\", \"sleep 600\", \"{host}\"]\n",
                  {QStringLiteral("--timeout"), QStringLiteral("6s")});
        QVERIFY2(silent.code == 3 && silent.out.contains("is not known of 1 of 1"),
                 silent.out.constData());
        QVERIFY2(silent.err.contains("did not end in time"), silent.err.constData());
        QVERIFY(timer.elapsed() < 60'000);
        const LockctlOutcome nobody = check({});
        QVERIFY2(nobody.code == 3 && nobody.out.contains("has an alive_command"),
                 nobody.out.constData());
    }

    /** What a library's own table of its processes shows is evidence for the locks in another. */
    void aProcessShowsInItsOwnRowThatItLives()
    {
        const BackendSpec server = m_mariaDb->spec();
        SqlSession library(endpointOf(server, m_mariaDb->adminPassword()));
        for (const char *statement :
             {"CREATE TABLE app.t_ds_jdbc_registry_lock (id bigint AUTO_INCREMENT PRIMARY KEY, "
              "lock_key varchar(256) NOT NULL UNIQUE, lock_owner varchar(256) NOT NULL, client_id "
              "bigint NOT NULL, create_time timestamp NOT NULL) CHARSET utf8",
              "CREATE TABLE app.t_ds_jdbc_registry_client_heartbeat (id bigint PRIMARY KEY, "
              "client_name varchar(256) NOT NULL, last_heartbeat_time bigint NOT NULL, "
              "connection_config text NOT NULL, create_time timestamp NOT NULL) CHARSET utf8",
              "INSERT INTO app.t_ds_jdbc_registry_lock (lock_key, lock_owner, client_id, "
              "create_time) VALUES ('lives', '10.0.0.6_4711', 71, NOW() - INTERVAL 600 SECOND), "
              "('silent', '10.0.0.6_4712', 72, NOW() - INTERVAL 600 SECOND), ('since', "
              "'10.0.0.6_4712', 72, NOW() - INTERVAL 60 SECOND), ('unlisted', '10.0.0.6_4713', 73, "
              "NOW() - INTERVAL 600 SECOND)",
              "INSERT INTO app.t_ds_jdbc_registry_client_heartbeat VALUES (71, '10.0.0.6_4711', "
              "UNIX_TIMESTAMP(NOW(3)) * 1000, '{\"sessionTimeout\":600000}', NOW() - INTERVAL "
              "3600 SECOND), (72, '10.0.0.6_4712', UNIX_TIMESTAMP(NOW(3)) * 1000 - 90000, "
              "'{\"sessionTimeout\":60000}', NOW() - INTERVAL 3600 SECOND)"})
            QVERIFY2(library.run(QString::fromLatin1(statement)), qPrintable(library.error()));
        const LockctlOutcome outcome =
            runLockctl({QStringLiteral("list"), QStringLiteral("--verdict"),
                        QStringLiteral("--json"), QStringLiteral("--url"),
                        QStringLiteral("mysql://%1@127.0.0.1:%2/app?formats=auto&name=db")
                            .arg(server.user)
                            .arg(m_mariaDb->port()),
                        QStringLiteral("--password-file"), server.passwordFile});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).constData());
        QHash<QString, QJsonObject> verdicts;
        const QJsonArray locks = QJsonDocument::fromJson(outcome.out).object()[u"locks"].toArray();
        for (const QJsonValue &lock : locks)
            verdicts[lock[u"name"].toString()] = lock[u"verdict"].toObject();
        const auto life = [&](const char *name) {
            return verdicts.value(QString::fromLatin1(name))[u"life"].toString();
        };
        QCOMPARE(life("lives"), QStringLiteral("alive"));
        QVERIFY2(verdicts.value(QStringLiteral("lives"))[u"text"].toString().contains(
                     QStringLiteral("Its process also has 71 on db: Its heartbeat is")),
                 outcome.out.constData());
        QCOMPARE(life("71"), QStringLiteral("alive"));
        QCOMPARE(life("72"), QStringLiteral("no_sign_of_life"));
        QCOMPARE(life("silent"), QStringLiteral("no_sign_of_life"));
        // It was taken after the last heartbeat; and of the third nothing is said at all.
        QCOMPARE(life("since"), QStringLiteral("unknown"));
        QCOMPARE(life("unlisted"), QStringLiteral("unknown"));
    }

    /** Who waits for a lock that somebody else holds. */
    void whoWaitsIsAnOwnerToo()
    {
        const BackendSpec server = m_mariaDb->spec();
        SqlSession holder(endpointOf(server, m_mariaDb->adminPassword()));
        QVERIFY(holder.run(QStringLiteral("SELECT GET_LOCK('busy', 0)")));
        SqlSession waiter(endpointOf(server, m_mariaDb->adminPassword()));
        waiter.begin(QStringLiteral("SELECT GET_LOCK('busy', 60)"));
        const QString url = QStringLiteral("mysql://%1@127.0.0.1:%2/app?user_lock=busy")
                                .arg(server.user)
                                .arg(m_mariaDb->port());
        LockctlOutcome outcome;
        const auto owners = [&](const QStringList &more) {
            return runLockctl(QStringList{QStringLiteral("owners"), QStringLiteral("--json"),
                                          QStringLiteral("--verdict"), QStringLiteral("--url"),
                                          url + QStringLiteral("&name=db"),
                                          QStringLiteral("--password-file"), server.passwordFile}
                              + more);
        };
        const auto isSeen = [&] {
            outcome = owners({});
            return outcome.code == 0 && outcome.out.contains("\"waits\":[{");
        };
        QVERIFY2(QTest::qWaitFor(isSeen, 20'000), (outcome.out + outcome.err).constData());
        QCOMPARE(ownersViolations(outcome.out), QStringList());
        // Of the waiter alone: nobody asked of the holder's lock, and nothing is said of it.
        const LockctlOutcome one =
            owners({QStringLiteral("--owner"), QStringLiteral("db #%1").arg(waiter.id())});
        QVERIFY2(one.code == 0, (one.out + one.err).constData());
        QCOMPARE(ownersViolations(one.out), QStringList());
        const QJsonObject found = QJsonDocument::fromJson(one.out).object();
        QCOMPARE(found[u"owners"].toArray().size(), 1);
        QVERIFY(found[u"owners"][0][u"holds"].toArray().isEmpty());
        QCOMPARE(found[u"owners"][0][u"waits"][0][u"name"].toString(), QStringLiteral("busy"));
        QVERIFY(found[u"owners"][0][u"waits"][0][u"verdict"].isNull());

        const auto chains = [&](const QStringList &more) {
            return runLockctl(QStringList{QStringLiteral("chains"), QStringLiteral("--url"),
                                          url + QStringLiteral("&name=db"),
                                          QStringLiteral("--password-file"), server.passwordFile}
                              + more);
        };
        const LockctlOutcome all = chains({QStringLiteral("--json")});
        QCOMPARE(all.code, 0);
        QCOMPARE(chainsViolations(all.out), QStringList());
        const QJsonObject told = QJsonDocument::fromJson(all.out).object();
        QCOMPARE(told[u"chains"].toArray().size(), 1);
        QCOMPARE(told[u"chains"][0][u"blocked"].toInt(), 1);
        QCOMPARE(told[u"resources"][0][u"name"].toString(), QStringLiteral("busy"));
        const LockctlOutcome tree = chains({QStringLiteral("--name"), QStringLiteral("busy")});
        QVERIFY2(tree.out.contains(" holds busy (user_lock, db)")
                     && tree.out.contains(" waits for "),
                 tree.out.constData());
        const LockctlOutcome none = chains({QStringLiteral("--name"), QStringLiteral("other")});
        QCOMPARE(none.code, 0);
        QVERIFY2(none.out.isEmpty() && none.err.contains("Nobody waits for what matches"),
                 none.err.constData());
    }

    void watchingTellsOfRenewals()
    {
        auto lockctl =
            startLockctl({QStringLiteral("list"), QStringLiteral("--verdict"),
                          QStringLiteral("--for"), QStringLiteral("4s"), QStringLiteral("--name"),
                          QStringLiteral("order:7"), QStringLiteral("--config"), profile()});
        while (!lockctl->waitForFinished(200))
            m_redis->run({"PEXPIRE", "order:7", "600000"});
        const QByteArray out = lockctl->readAllStandardOutput();
        QCOMPARE(lockctl->exitCode(), 0);
        QVERIFY2(out.contains("order:7 (cache): Alive. Renewed at most"), out.constData());
    }

    void optionsThatDoNotGoTogetherAreRefused_data()
    {
        QTest::addColumn<QString>("line");
        for (const char *line : {"list --for 5s", "list --ask", "list --verdict --json-lines",
                                 "list --verdict --witness", "list --verdict --for 100ms",
                                 "owners --for 5s", "owners --owner="})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void optionsThatDoNotGoTogetherAreRefused()
    {
        QFETCH(QString, line);
        const LockctlOutcome outcome = run(line.split(u' '), profile());
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(!outcome.err.isEmpty());
    }
};

LOCKMASTER_TEST(TestLockctlOwners, QCoreApplication)

} // namespace tst_lockctlowners

#include "tst_lockctlowners.moc"
