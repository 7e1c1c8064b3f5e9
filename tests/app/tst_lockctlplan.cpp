// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privatemariadb.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/sqlsession.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlplan {

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(100) PRIMARY KEY, owner VARCHAR(100) NOT NULL,
                            expiry DATETIME(6) NOT NULL);
CREATE USER operator@'%' IDENTIFIED BY 'operator-secret';
GRANT SELECT, UPDATE ON app.dist_lock TO operator@'%';
)sql";

QByteArray token(int number)
{
    return QByteArray::number(number, 16).rightJustified(32, 'a');
}

} // namespace

/** `lockctl release --plan` and `--apply`, against real servers. */
class TestLockctlPlan : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    std::unique_ptr<QTemporaryDir> m_folder;

    QString file(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QString profile(const QByteArray &ofEach = {}) const
    {
        QFile profile(file("lockmaster.toml"));
        if (!profile.open(QIODevice::WriteOnly))
            qFatal("no profile");
        profile.write("[[backend]]\nname = \"db\"\nurl = \"mysql://operator@127.0.0.1:"
                      + QByteArray::number(m_mariaDb->port())
                      + "/app\"\nsystems = [\"dist_lock\"]\npassword_command = [\"echo\", "
                        "\"operator-secret\"]\n"
                      + ofEach + "[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
                      + QByteArray::number(m_redis->port()) + "/0\"\nmatch = [\"lock:*\"]\n"
                      + ofEach);
        return profile.fileName();
    }
    LockctlOutcome run(const QStringList &arguments, const QString &config) const
    {
        return runLockctl(QStringList{QStringLiteral("release")} + arguments
                              + QStringList{QStringLiteral("--config"), config},
                          {QStringLiteral("XDG_STATE_HOME=") + m_folder->path()});
    }
    LockctlOutcome plan(const QStringList &arguments, const QString &config) const
    {
        QFile::remove(file("plan"));
        return run(QStringList{QStringLiteral("--plan"), file("plan")} + arguments, config);
    }
    LockctlOutcome apply(const QStringList &arguments, const QString &config) const
    {
        return run(QStringList{QStringLiteral("--apply"), file("plan"), QStringLiteral("--json")}
                       + arguments,
                   config);
    }
    static QJsonObject jsonOf(const LockctlOutcome &outcome)
    {
        return QJsonDocument::fromJson(outcome.out).object();
    }
    QJsonObject planned() const
    {
        QFile plan(file("plan"));
        return plan.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(plan.readAll()).object()
                                              : QJsonObject();
    }
    void sql(const QString &statement) const
    {
        SqlSession session(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
        QVERIFY2(session.run(statement), qPrintable(session.error()));
    }
    qint64 heldRows() const
    {
        SqlSession session(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
        return session
            .value(QStringLiteral("SELECT COUNT(*) FROM app.dist_lock WHERE expiry > NOW()"))
            .toLongLong();
    }
    /** Audited actions of this kind: their intents. */
    int audited(const char *action) const
    {
        const LockctlOutcome log =
            runLockctl({QStringLiteral("audit"), QStringLiteral("--json"), QStringLiteral("--last"),
                        QStringLiteral("100000")},
                       {QStringLiteral("XDG_STATE_HOME=") + m_folder->path()});
        return int(log.out.count("\"action\":\"" + QByteArray(action) + '"'));
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
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_redis->run({"FLUSHALL"});
        sql(QStringLiteral("DELETE FROM app.dist_lock"));
        sql(QStringLiteral("INSERT INTO app.dist_lock VALUES "
                           "('daily-close', 'web-3', NOW() + INTERVAL 600 SECOND), "
                           "('export', 'web-33', NOW() + INTERVAL 600 SECOND)"));
        m_redis->run(
            {"SET", "lock:cleanup", "ADDED:2026-11-28T03:00:00.000Z@web-3", "PX", "600000"});
    }

    void aPlanIsWrittenAndNothingSent()
    {
        const LockctlOutcome outcome =
            plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile());
        QCOMPARE(outcome.code, 0);
        const QJsonObject written = planned();
        const QJsonArray locks = written[u"locks"].toArray();
        QCOMPARE(locks.size(), 2);
        for (const QJsonValue &lock : locks) {
            QCOMPARE(lock[u"owner"].toString(), QStringLiteral("web-3"));
            QVERIFY(!lock[u"command"].toString().isEmpty());
            QVERIFY(!lock[u"consequence"].toString().isEmpty());
            QVERIFY(!lock[u"verdict"].toString().isEmpty());
        }
        QVERIFY(!outcome.out.contains("export"));
        QCOMPARE(heldRows(), 2);
        QCOMPARE(m_redis->run({"EXISTS", "lock:cleanup"}).integer, 1);
        QCOMPARE(audited("expire"), 0);
        // It stays as it is.
        const LockctlOutcome again = run({QStringLiteral("--plan"), file("plan"),
                                          QStringLiteral("--owner"), QStringLiteral("web-33")},
                                         profile());
        QCOMPARE(again.code, 2);
        QCOMPARE(planned(), written);
    }

    void whatWasPlannedIsDoneAndAudited()
    {
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile()).code, 0);
        const LockctlOutcome outcome = apply({}, profile());
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(jsonOf(outcome)[u"released"].toInt(), 2);
        QCOMPARE(jsonOf(outcome)[u"results"].toArray().size(), 2);
        QCOMPARE(heldRows(), 1);
        QCOMPARE(m_redis->run({"EXISTS", "lock:cleanup"}).integer, 0);
        QCOMPARE(audited("apply-plan"), 1);
        QCOMPARE(audited("expire"), 1);
        // Once done it is over.
        const LockctlOutcome again = apply({}, profile());
        QCOMPARE(again.code, 18);
        QCOMPARE(jsonOf(again)[u"gone"].toInt(), 2);
    }

    /** What the operator's file says is done as usual, or not at all. */
    void anEditedPlanReachesNothingElse_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("an action that is not the usual")
            << QStringLiteral("action") << QStringLiteral("step-down");
        QTest::newRow("an action that there is none of")
            << QStringLiteral("action") << QStringLiteral("kill");
        QTest::newRow("a target") << QStringLiteral("target_base64") << QStringLiteral("eA==");
    }
    void anEditedPlanReachesNothingElse()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile()).code, 0);
        QJsonObject edited = planned();
        QJsonArray locks = edited[u"locks"].toArray();
        for (qsizetype i = 0; i < locks.size(); ++i) {
            QJsonObject lock = locks[i].toObject();
            lock[key] = value;
            locks[i] = lock;
        }
        edited[u"locks"] = locks;
        QFile file(this->file("plan"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QJsonDocument(edited).toJson());
        file.close();
        const LockctlOutcome outcome = apply({}, profile());
        QCOMPARE(outcome.code, 17);
        QCOMPARE(jsonOf(outcome)[u"refused"].toInt(), 2);
        QCOMPARE(heldRows(), 2);
        QCOMPARE(m_redis->run({"EXISTS", "lock:cleanup"}).integer, 1);
    }

    /** Whatever else somebody writes into it: no lock goes but those of its witnesses. */
    void aPlanEditedByHandReachesNothingBeyondItsWitnesses_data()
    {
        using Edit = std::function<void(QJsonObject & plan, QJsonObject & lock)>;
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<int>("released"); ///< of the one lock that the plan is left with
        const auto row = [](const char *name, int released, const Edit &edit) {
            QTest::newRow(name) << edit << released;
        };
        row("another name", 0, [](QJsonObject &, QJsonObject &lock) {
            lock[u"name_base64"] = QString::fromLatin1(QByteArray("export").toBase64());
        });
        row("another name for people", 1,
            [](QJsonObject &, QJsonObject &lock) { lock[u"name"] = QStringLiteral("export"); });
        row("a witness with one letter changed", 0, [](QJsonObject &, QJsonObject &lock) {
            QString witness = lock[u"witness"].toString();
            witness[witness.size() / 2] = witness[witness.size() / 2] == u'A' ? u'B' : u'A';
            lock[u"witness"] = witness;
        });
        row("no witness", 0, [](QJsonObject &, QJsonObject &lock) { lock.remove(u"witness"); });
        row("the same twice", 0, [](QJsonObject &plan, QJsonObject &lock) {
            plan[u"locks"] = QJsonArray{lock, lock};
        });
        row("another command", 1, [](QJsonObject &, QJsonObject &lock) {
            lock[u"command"] = QStringLiteral("DELETE FROM app.dist_lock");
        });
        row("another owner", 1,
            [](QJsonObject &, QJsonObject &lock) { lock[u"owner"] = QStringLiteral("web-33"); });
        row("another backend", 1, [](QJsonObject &, QJsonObject &lock) {
            lock[u"backend"] = QStringLiteral("cache"); // where it is the witness says
        });
        row("chosen by all", 1, [](QJsonObject &plan, QJsonObject &) {
            plan[u"chosen_by"] = QStringLiteral("--owner '*'");
        });
        row("a list in place of a text", 0, [](QJsonObject &, QJsonObject &lock) {
            lock[u"action"] = QJsonArray{QStringLiteral("expire"), QStringLiteral("expire")};
        });
        row("of a later version", 0, [](QJsonObject &plan, QJsonObject &) { plan[u"plan"] = 99; });
        row("made a year ahead", 1, [](QJsonObject &plan, QJsonObject &) {
            plan[u"made_at"] = QStringLiteral("2099-01-01T00:00:00.000Z");
        });
    }
    void aPlanEditedByHandReachesNothingBeyondItsWitnesses()
    {
        using Edit = std::function<void(QJsonObject & plan, QJsonObject & lock)>;
        QFETCH(Edit, edit);
        QFETCH(int, released);
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3"),
                       QStringLiteral("--backend"), QStringLiteral("db")},
                      profile())
                     .code,
                 0);
        QJsonObject edited = planned();
        QJsonObject lock = edited[u"locks"][0].toObject();
        const QJsonObject before = edited;
        edit(edited, lock);
        if (edited[u"locks"].toArray().size() == 1)
            edited[u"locks"] = QJsonArray{lock};
        QVERIFY(edited != before);
        QFile file(this->file("plan"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QJsonDocument(edited).toJson());
        file.close();
        const LockctlOutcome outcome = apply({}, profile());
        QVERIFY2(outcome.code == (released == 1 ? 0 : 2), outcome.err.constData());
        QCOMPARE(heldRows(), 2 - released);
        SqlSession session(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
        QCOMPARE(session.value(QStringLiteral("SELECT COUNT(*) FROM app.dist_lock")).toInt(), 2);
        QCOMPARE(session
                     .value(QStringLiteral("SELECT COUNT(*) FROM app.dist_lock WHERE name = "
                                           "'export' AND owner = 'web-33' AND expiry > NOW()"))
                     .toInt(),
                 1);
        QCOMPARE(m_redis->run({"EXISTS", "lock:cleanup"}).integer, 1);
    }

    void whatWasRenewedSinceIsRefused()
    {
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile()).code, 0);
        m_redis->run({"PEXPIRE", "lock:cleanup", "700000"});
        sql(QStringLiteral("UPDATE app.dist_lock SET expiry = NOW() + INTERVAL 700 SECOND"));
        const LockctlOutcome outcome = apply({}, profile());
        QCOMPARE(outcome.code, 17);
        QCOMPARE(jsonOf(outcome)[u"results"][0][u"detail"].toString(), QStringLiteral("renewed"));
        QCOMPARE(heldRows(), 2);
    }

    /** Killing a session ends all that it holds: what it took since was not planned. */
    void whatASessionTookSinceIsNotEndedWithIt()
    {
        const BackendSpec server = m_mariaDb->spec();
        const QString config = file("sessions.toml");
        QFile written(config);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write("[[backend]]\nname = \"db\"\nurl = \"mysql://" + server.user.toUtf8()
                      + "@127.0.0.1:" + QByteArray::number(m_mariaDb->port())
                      + "/app\"\nsystems = [\"user_lock\"]\npassword_file = \""
                      + server.passwordFile.toUtf8() + "\"\n");
        written.close();
        SqlSession holder(endpointOf(m_mariaDb->spec(), m_mariaDb->adminPassword()));
        QVERIFY(holder.run(QStringLiteral("SELECT GET_LOCK('first', 0)")));
        const QStringList first{QStringLiteral("--name"), QStringLiteral("first")};
        QCOMPARE(plan(first, config).code, 0);
        QVERIFY(holder.run(QStringLiteral("SELECT GET_LOCK('second', 0)")));
        const LockctlOutcome outcome = apply({}, config);
        QCOMPARE(outcome.code, 17);
        QVERIFY2(outcome.out.contains("More would end with it"), outcome.out.constData());
        QVERIFY(holder.value(QStringLiteral("SELECT 1")).isValid());
        // Planned with it, it is: both end at once, and the second is gone by then.
        QCOMPARE(
            plan({QStringLiteral("--filter"), QStringLiteral("system=user_lock")}, config).code, 0);
        QCOMPARE(planned()[u"locks"].toArray().size(), 2);
        const LockctlOutcome both = apply({}, config);
        QVERIFY2(both.code == 0, (both.out + both.err).constData());
        QCOMPARE(jsonOf(both)[u"released"].toInt(), 1);
        QCOMPARE(jsonOf(both)[u"gone"].toInt(), 1);
    }

    void whatIsChosenIsChosenToTheLetter_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, const QStringList &words, int code) {
            QTest::newRow(name) << words << code;
        };
        const auto owner = [](const char *name) {
            return QStringList{QStringLiteral("--owner"), QString::fromLatin1(name)};
        };
        const auto filter = [](const char *text) {
            return QStringList{QStringLiteral("--filter"), QString::fromLatin1(text)};
        };
        row("a part of a name", owner("web"), 18);
        row("another case", owner("WEB-3"), 18);
        row("a pattern", owner("web-*"), 18);
        row("nothing at all", {}, 2);
        row("an unset owner", owner(""), 2);
        row("an unset filter", filter(""), 2);
        row("an unset name", owner("web-3") + QStringList{QStringLiteral("--name"), QString()}, 2);
        row("an unset system", owner("web-3") + QStringList{QStringLiteral("--system"), QString()},
            2);
        row("a name beside",
            owner("web-3") + QStringList{QStringLiteral("--name"), QStringLiteral("daily-close")},
            0);
        row("a word", filter("web"), 2);
        row("contains", filter("owner:web-3"), 2);
        row("not contains", filter("-name:daily"), 2);
        row("a mixture", filter("owner=web-3 close"), 2);
        row("what is not so", filter("-ttl>1h"), 2);
        row("who is not", filter("-owner=web-3"), 2);
        row("to the letter", filter("owner=web-3"), 0);
        row("a state", filter("state:held"), 0);
        row("a length", filter("ttl>1s"), 0);
        row("nobody of that", filter("owner=web-4"), 18);
        row("more than allowed",
            filter("state:held") + QStringList{QStringLiteral("--limit"), QStringLiteral("1")}, 2);
    }
    void whatIsChosenIsChosenToTheLetter()
    {
        QFETCH(QStringList, words);
        QFETCH(int, code);
        const LockctlOutcome outcome = plan(words, profile());
        QVERIFY2(outcome.code == code, outcome.err.constData());
        QCOMPARE(QFile::exists(file("plan")), code == 0);
    }

    void ownersFromAFileAreAllNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::newRow("one") << QByteArray("web-3\n") << 0;
        QTest::newRow("without an end") << QByteArray("web-3") << 0;
        QTest::newRow("and one who holds nothing") << QByteArray("web-9\nweb-3\n") << 0;
        QTest::newRow("nobody who holds something") << QByteArray("web-9\n") << 18;
        QTest::newRow("empty") << QByteArray() << 2;
        QTest::newRow("an empty line") << QByteArray("web-3\n\n") << 2;
        QTest::newRow("an empty line alone") << QByteArray("\n") << 2;
        QTest::newRow("a line of spaces") << QByteArray("web-3\n  \n") << 2;
        QTest::newRow("with carriage returns") << QByteArray("web-3\r\n") << 2;
        QTest::newRow("a blank before") << QByteArray(" web-3\n") << 2;
        QTest::newRow("no UTF-8") << QByteArray("web-3\n\xff\n") << 2;
    }
    void ownersFromAFileAreAllNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFile owners(file("owners"));
        QVERIFY(owners.open(QIODevice::WriteOnly));
        owners.write(text);
        owners.close();
        const LockctlOutcome outcome =
            plan({QStringLiteral("--owner-from"), owners.fileName()}, profile());
        QVERIFY2(outcome.code == code, outcome.err.constData());
        QCOMPARE(QFile::exists(file("plan")), code == 0);
    }

    void goneOnlyIsOfTheGone()
    {
        const QString config =
            profile("alive_command = [\"/bin/sh\", \"-c\", \"test $0 = web-3 && echo gone\", "
                    "\"{host}\"]\n");
        QCOMPARE(runLockctl({QStringLiteral("trust"), config, QStringLiteral("--yes")},
                            {QStringLiteral("XDG_STATE_HOME=") + m_folder->path()})
                     .code,
                 0);
        const QStringList held{QStringLiteral("--filter"), QStringLiteral("state:held"),
                               QStringLiteral("--gone-only")};
        LockctlOutcome outcome = plan(held, config);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(planned()[u"locks"].toArray().size(), 2);
        QVERIFY(!outcome.out.contains("export"));
        // It is asked anew when the plan is applied: by then they live.
        const QString alive =
            profile("alive_command = [\"/bin/sh\", \"-c\", \"echo alive\", \"{host}\"]\n");
        QCOMPARE(runLockctl({QStringLiteral("trust"), alive, QStringLiteral("--yes")},
                            {QStringLiteral("XDG_STATE_HOME=") + m_folder->path()})
                     .code,
                 0);
        outcome = apply({}, alive);
        QCOMPARE(outcome.code, 17);
        QCOMPARE(jsonOf(outcome)[u"refused"].toInt(), 2);
        QCOMPARE(jsonOf(outcome)[u"results"][0][u"detail"].toString(), QStringLiteral("not-gone"));
        // Whoever was asked about has it still.
        QVERIFY(jsonOf(outcome)[u"results"][0][u"now_known"].toBool());
        QVERIFY(jsonOf(outcome)[u"results"][0][u"now_held_by"].isObject());
        QCOMPARE(heldRows(), 2);
        QVERIFY2(apply({}, profile("alive_command = [\"/bin/sh\", \"-c\", \"test $0 = web-3 && "
                                   "echo gone\", \"{host}\"]\n"))
                         .code
                     == 0,
                 outcome.err.constData());
        QCOMPARE(heldRows(), 1);
        // Once more: nobody holds them any more, which is no refusal.
        outcome = apply({}, profile("alive_command = [\"/bin/sh\", \"-c\", \"test $0 = web-3 && "
                                    "echo gone\", \"{host}\"]\n"));
        QCOMPARE(outcome.code, 18);
        QCOMPARE(jsonOf(outcome)[u"gone"].toInt(), 2);
        // Whoever takes it a moment later was not asked about: it is not even tried.
        QVERIFY2(jsonOf(outcome)[u"results"][0][u"message"].toString().contains(
                     QStringLiteral("nothing was sent")),
                 outcome.out.constData());
    }

    void inProductionGoneIsNecessaryAndAReason()
    {
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile()).code, 0);
        const QString production = profile("environment = \"production\"\n");
        QCOMPARE(apply({}, production).code, 4); // read-only
        QCOMPARE(apply({QStringLiteral("--allow-writes")}, production).code, 2);
        const QStringList reasoned{QStringLiteral("--allow-writes"), QStringLiteral("--reason"),
                                   QStringLiteral("OPS-311")};
        const LockctlOutcome unknown = apply(reasoned, production);
        QCOMPARE(unknown.code, 17);
        QCOMPARE(jsonOf(unknown)[u"refused"].toInt(), 2);
        QCOMPARE(heldRows(), 2);
        const LockctlOutcome forced =
            apply(reasoned + QStringList{QStringLiteral("--even-if-not-gone")}, production);
        QVERIFY2(forced.code == 0, forced.err.constData());
        QCOMPARE(heldRows(), 1);
        const LockctlOutcome log =
            runLockctl({QStringLiteral("audit"), QStringLiteral("--json")},
                       {QStringLiteral("XDG_STATE_HOME=") + m_folder->path()});
        QVERIFY(log.out.contains("even if not gone"));
        QVERIFY(log.out.contains("not-gone"));
    }

    void whatIsMeantOfOneIsNotMeantOfMany_data()
    {
        QTest::addColumn<QStringList>("words");
        for (const char *line : {"--apply p --max-age none", "--apply p --even-if-renewed",
                                 "--apply p --even-if-indistinguishable", "--apply p --name a",
                                 "--apply p --owner web-3", "--apply p --plan q",
                                 "--plan q --owner web-3 --even-if-renewed",
                                 "--plan q --owner web-3 --reason x", "--plan q --go-on --owner a",
                                 "--owner web-3", "--witness w --owner web-3", "--plan= --owner a"})
            QTest::newRow(line) << QString::fromLatin1(line).split(u' ');
    }
    void whatIsMeantOfOneIsNotMeantOfMany()
    {
        QFETCH(QStringList, words);
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile()).code, 0);
        words.replaceInStrings(QRegularExpression(QStringLiteral("\\Ap\\z")), file("plan"));
        words.replaceInStrings(QRegularExpression(QStringLiteral("\\Aq\\z")), file("other"));
        const LockctlOutcome outcome = run(words, profile());
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.out.isEmpty());
        // It is the options that do not go together, and not the file.
        QVERIFY2(outcome.err.contains("--"), outcome.err.constData());
        QVERIFY(!outcome.err.contains(file("plan").toUtf8()));
        QVERIFY(!QFile::exists(file("other")));
        QCOMPARE(heldRows(), 2);
    }

    /** A profile that calls it less than it was is another. */
    void productionIsNotForgotten()
    {
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")},
                      profile("environment = \"production\"\n"))
                     .code,
                 0);
        QCOMPARE(apply({}, profile()).code, 2);
        QCOMPARE(heldRows(), 2);
    }

    void aPlanOfAnotherBackendSendsNothing()
    {
        QCOMPARE(plan({QStringLiteral("--owner"), QStringLiteral("web-3")}, profile()).code, 0);
        QCOMPARE(apply({QStringLiteral("--backend"), QStringLiteral("db")}, profile()).code, 2);
        QCOMPARE(heldRows(), 2);
        QCOMPARE(audited("apply-plan"), 0);
    }

    /** Of five hundred that were left behind fifty have changed hands since. */
    void ofALeakedBatchWhatChangedHandsStays()
    {
        constexpr int leaked = 500;
        constexpr int changed = 50;
        QStringList rows;
        std::vector<RedisCommand> commands;
        for (int i = 0; i < leaked; ++i) {
            if (i % 2 == 0)
                rows << QStringLiteral("('job:%1', 'batch-7', NOW() + INTERVAL 900 SECOND)").arg(i);
            else
                commands.push_back({"SET", "lock:" + QByteArray::number(i),
                                    "ADDED:2026-11-28T03:00:00."
                                        + QByteArray::number(i).rightJustified(3, '0')
                                        + "Z@batch-7",
                                    "PX", "900000"});
        }
        sql(QStringLiteral("INSERT INTO app.dist_lock VALUES ") + rows.join(u','));
        m_redis->runAll(commands);
        const LockctlOutcome written =
            plan({QStringLiteral("--owner"), QStringLiteral("batch-7")}, profile());
        QVERIFY2(written.code == 0, written.err.constData());
        QCOMPARE(planned()[u"locks"].toArray().size(), leaked);

        std::vector<RedisCommand> taken;
        for (int i = 0; i < changed; ++i) {
            if (i % 2 == 0)
                sql(QStringLiteral("UPDATE app.dist_lock SET owner = 'next-1', expiry = NOW() + "
                                   "INTERVAL 900 SECOND WHERE name = 'job:%1'")
                        .arg(i));
            else
                taken.push_back({"SET", "lock:" + QByteArray::number(i), token(i), "PX", "900000"});
        }
        m_redis->runAll(taken);
        const LockctlOutcome outcome = apply({}, profile());
        QCOMPARE(outcome.code, 17);
        QCOMPARE(jsonOf(outcome)[u"released"].toInt(), leaked - changed);
        QCOMPARE(jsonOf(outcome)[u"refused"].toInt(), changed);
        QCOMPARE(jsonOf(outcome)[u"unknown"].toInt(), 0);
        // The fifty, and the two that were nobody's business.
        QCOMPARE(heldRows(), changed / 2 + 2);
        QCOMPARE(m_redis->run({"DBSIZE"}).integer, changed / 2 + 1);
        QCOMPARE(audited("apply-plan"), 1);
        QCOMPARE(audited("expire"), leaked / 2);
    }

    /** One of which it is not known what became of it ends it, unless told otherwise. */
    void anUnknownEndsIt()
    {
        m_redis->run({"SET", "lock:second", token(2), "PX", "600000"});
        const auto replica = PrivateRedis::start();
        QVERIFY(replica);
        replica->run({"REPLICAOF", "127.0.0.1", QByteArray::number(m_redis->port())});
        QVERIFY(QTest::qWaitFor(
            [this] {
                return m_redis->run({"INFO", "replication"}).text.contains("state=online");
            },
            20'000));
        const QString config = profile();
        QCOMPARE(
            plan({QStringLiteral("--filter"), QStringLiteral("backend=cache state:held")}, config)
                .code,
            0);
        QCOMPARE(planned()[u"locks"].toArray().size(), 2);
        // Whoever follows does not confirm what was done.
        replica->stop();
        const LockctlOutcome outcome = apply({}, config);
        replica->resume();
        QVERIFY2(outcome.code == 13, (outcome.out + outcome.err).constData());
        QCOMPARE(jsonOf(outcome)[u"unknown"].toInt(), 1);
        QCOMPARE(jsonOf(outcome)[u"not_tried"].toInt(), 1);
        QCOMPARE(m_redis->run({"DBSIZE"}).integer, 1);
    }
};

LOCKMASTER_TEST(TestLockctlPlan, QCoreApplication)

} // namespace tst_lockctlplan

#include "tst_lockctlplan.moc"
