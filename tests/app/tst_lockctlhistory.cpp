// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/history/historyrecorder.h"
#include "core/lab/servers/privatemariadb.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockctlhistory {

namespace {

const char *const schema = R"sql(
CREATE DATABASE app;
CREATE TABLE app.dist_lock (name VARCHAR(64) PRIMARY KEY, owner VARCHAR(64), expiry DATETIME(6));
)sql";

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

/** `owner end` of each hold. */
QString storyOf(const QJsonObject &root, const QString &list = QStringLiteral("holds"))
{
    QStringList lines;
    for (const QJsonValue &value : root.value(list).toArray()) {
        const QJsonObject hold = value.toObject();
        lines.append(hold.value(words("owner")).toString() + u' '
                     + hold.value(words("begin")).toString() + u' '
                     + hold.value(words("end")).toString());
    }
    return lines.join(words(", "));
}

} // namespace

/** What happens on real servers, as `lockctl history` tells it afterwards. */
class TestLockctlHistory : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateMariaDb> m_mariaDb;
    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_state;
    QStringList m_told; ///< `kind name`
    std::unique_ptr<HistoryRecorder> m_recorder;
    std::unique_ptr<Monitor> m_monitor;

    LockctlOutcome history(const QStringList &options) const
    {
        return runLockctl(QStringList{words("history")} + options,
                          {words("XDG_STATE_HOME=") + m_state.path()});
    }
    QJsonObject told(const QStringList &options)
    {
        m_recorder->flush();
        const LockctlOutcome outcome = history(QStringList{words("--json")} + options);
        const bool moment = options.contains(words("--at"));
        const QStringList wrong =
            moment ? historyMomentViolations(outcome.out) : historyViolations(outcome.out);
        if (!wrong.isEmpty())
            qWarning("%s", qPrintable(wrong.join(u'\n')));
        return wrong.isEmpty() ? jsonObject(outcome.out) : QJsonObject();
    }
    bool happened(const char *kind, const char *name)
    {
        const QString wanted = words(kind) + u' ' + words(name);
        return QTest::qWaitFor([&] { return m_told.contains(wanted); }, 20'000);
    }
    BackendState stateOf(const QString &name)
    {
        for (const auto &backend : m_monitor->store().view()->backends) {
            if (backend->status.name == name)
                return backend->status.state;
        }
        return BackendState::Connecting;
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start();
        QVERIFY(m_redis);
        PrivateMariaDb::Options options;
        options.initSql = QString::fromLatin1(schema);
        auto started = PrivateMariaDb::start(options);
        LOCKMASTER_NEED_SERVER(started);
        m_mariaDb = std::move(*started);

        HistorySettings settings;
        settings.path = m_state.filePath(words("lockmaster/history.sqlite"));
        settings.program = words("test");
        m_recorder = std::make_unique<HistoryRecorder>(settings);
        const auto passwords = [](const BackendSpec &spec) -> PasswordSource {
            return [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); };
        };
        m_monitor = std::make_unique<Monitor>(
            [passwords](const BackendSpec &spec) { return makeReader(spec, passwords(spec)); },
            [passwords](const BackendSpec &spec) { return makeFeed(spec, passwords(spec)); });
        m_monitor->addTap(m_recorder.get());
        connect(&m_monitor->store(), &LockStore::updated, this, [this](const ViewUpdate &update) {
            for (const Event &event : update.events) {
                m_told.append(
                    eventKindName(event.kind) + u' '
                    + (event.lock() ? QString::fromUtf8(event.lock()->id.name) : event.backend));
            }
        });
        BackendSpec redis = m_redis->spec();
        redis.name = words("cache");
        redis.poll = 200ms;
        redis.patterns = {"lock:*"};
        BackendSpec mariaDb = m_mariaDb->spec(words("db"));
        mariaDb.database = words("app");
        mariaDb.poll = 200ms;
        mariaDb.tables = {distLockTable()};
        mariaDb.systems = {words("dist_lock")};
        m_monitor->setBackends({redis, mariaDb});
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(words("cache")), BackendState::Online, 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(words("db")), BackendState::Online, 20'000);
    }

    void cleanupTestCase()
    {
        m_monitor.reset();
        m_recorder.reset();
    }

    void aKeyOnRedisHasAStory()
    {
        m_redis->run({"SET", "lock:a", "web-1", "PX", "60000"});
        QVERIFY(happened("appeared", "lock:a"));
        m_redis->run({"PEXPIRE", "lock:a", "120000"});
        QVERIFY(happened("renewed", "lock:a"));
        m_redis->run({"SET", "lock:a", "web-2", "PX", "120000"});
        QVERIFY(happened("owner_changed", "lock:a"));
        m_redis->run({"DEL", "lock:a"});
        QVERIFY(happened("gone", "lock:a"));
        m_redis->run({"SET", "lock:b", "web-3", "PX", "700"});
        QVERIFY(happened("appeared", "lock:b"));
        QVERIFY(happened("gone", "lock:b"));

        const QJsonObject a = told({words("--lock"), words("lock:a")});
        QCOMPARE(storyOf(a), words("web-1 watched owner_changed, web-2 watched released"));
        QCOMPARE(a.value(words("holds")).toArray().at(0).toObject().value(words("renewals")),
                 QJsonValue(1));
        QCOMPARE(a.value(words("figures")).toObject().value(words("count")), QJsonValue(2));
        QCOMPARE(storyOf(told({words("--owner"), words("web-3")})), words("web-3 watched expired"));
        const LockctlOutcome text = history({words("--lock"), words("lock:a")});
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.contains("owner changed"));
        QVERIFY(text.out.contains("Seen whole: 2;"));
        const LockctlOutcome csv = history({words("--csv"), words("--owner"), words("web-")});
        QCOMPARE(csv.out.count("\r\n"), 4);
    }

    void aRowInMariaDbHasAStory()
    {
        const auto run = [&](const char *sql) { return m_mariaDb->run(words(sql)).has_value(); };
        QVERIFY(
            run("INSERT INTO app.dist_lock VALUES ('job', 'node-1', NOW(6) + INTERVAL 60 SECOND)"));
        QVERIFY(happened("appeared", "job"));
        QVERIFY(run("UPDATE app.dist_lock SET expiry = NOW(6) + INTERVAL 90 SECOND"));
        QVERIFY(happened("renewed", "job"));
        QVERIFY(
            run("UPDATE app.dist_lock SET owner = 'node-2', expiry = NOW(6) + INTERVAL 1 SECOND"));
        QVERIFY(happened("owner_changed", "job"));
        QVERIFY(happened("expired", "job"));
        QVERIFY(run("DELETE FROM app.dist_lock"));
        QVERIFY(happened("gone", "job"));
        QCOMPARE(storyOf(told({words("--lock"), words("job")})),
                 words("node-1 watched owner_changed, node-2 watched expired"));
        QCOMPARE(storyOf(told({words("--backend"), words("cache"), words("--lock"), words("job")})),
                 QString());
    }

    void whatHappensWhileNobodyLooksIsUnknown()
    {
        m_redis->run({"SET", "lock:kept", "web-9", "PX", "600000"});
        QVERIFY(happened("appeared", "lock:kept"));
        m_redis->kill();
        QVERIFY(happened("backend_lost", "cache"));
        const ServerTime lost = systemClock().wallNow();
        QVERIFY(m_redis->restart());
        m_redis->run({"SET", "lock:kept", "web-9", "PX", "600000"});
        QVERIFY(happened("backend_back", "cache"));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(words("cache")), BackendState::Online, 20'000);
        m_recorder->flush();

        const QJsonObject story = told({words("--lock"), words("lock:kept")});
        QVERIFY(storyOf(story).startsWith(words("web-9 watched unseen, web-9 ")));
        QVERIFY(storyOf(story).endsWith(words("open")));
        QCOMPARE(story.value(words("unobserved")).toArray().size(), 1);

        const QStringList cache{words("--backend"), words("cache")};
        const QJsonObject first = story.value(words("holds")).toArray().at(0).toObject();
        const QString held = first.value(words("since")).toString();
        const QJsonObject gap = told(QStringList{words("--at"), utcSeconds(lost)} + cache);
        const QJsonObject place = gap.value(words("sources")).toArray().at(0).toObject();
        QCOMPARE(place.value(words("observed")).toString(), words("no"));
        QCOMPARE(gap.value(words("held")).toArray().size(), 0);
        QCOMPARE(gap.value(words("unknown")).toArray().size(), 1);
        const LockctlOutcome text = history(QStringList{words("--at"), utcSeconds(lost)} + cache);
        QCOMPARE(text.code, 3);
        QVERIFY(text.out.contains("unknown"));
        QVERIFY(text.out.contains("not observed from"));

        const QJsonObject then = told(QStringList{words("--at"), held} + cache);
        QCOMPARE(then.value(words("sources")).toArray().at(0).toObject().value(words("observed")),
                 QJsonValue(words("whole")));
        QVERIFY(storyOf(then, words("held")).contains(words("web-9 watched")));
        // The other server was looked at all the time.
        const LockctlOutcome other =
            history({words("--at"), utcSeconds(lost), words("--backend"), words("db")});
        QCOMPARE(other.code, 0);
        QVERIFY(other.err.contains("Nothing was held"));
    }

    void theWindowRecords_data()
    {
        QTest::addColumn<bool>("enabled");
        QTest::newRow("as usual") << true;
        QTest::newRow("switched off") << false;
    }

    void theWindowRecords()
    {
        QFETCH(bool, enabled);
        const QTemporaryDir home;
        QFile profile(home.filePath(words("profile.toml")));
        QVERIFY(profile.open(QIODevice::WriteOnly));
        profile.write("[history]\nenabled = " + QByteArray(enabled ? "true" : "false")
                      + "\n[[backend]]\nname = \"seen\"\nurl = \"redis://127.0.0.1:"
                      + QByteArray::number(m_redis->port()) + "/0?match=lock:*\"\n");
        profile.close();
        m_redis->run({"SET", "lock:window", "web-7", "PX", "600000"});
        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(words(name), home.path());
        environment.insert(words("QT_QPA_PLATFORM"), words("offscreen"));
        environment.insert(words("QT_LOGGING_RULES"), words("lockmaster.start.info=true"));
        window.setProcessEnvironment(environment);
        window.setReadChannel(QProcess::StandardError);
        window.start(words(LOCKMASTER_PROGRAM), {words("--config"), profile.fileName()});
        QVERIFY(window.waitForStarted());
        const QStringList state{words("XDG_STATE_HOME=") + home.path()};
        const QString store = home.filePath(words("lockmaster/history.sqlite"));
        const auto isSeen = [&] {
            return runLockctl({words("history"), words("--owner"), words("web-7")}, state)
                .out.contains("lock:window");
        };
        if (enabled)
            QTRY_VERIFY_WITH_TIMEOUT(isSeen(), 30'000);
        else
            QVERIFY(window.waitForReadyRead(30'000)); // it shows its first locks
        window.terminate();
        QVERIFY(window.waitForFinished());
        QCOMPARE(QFile::exists(store), enabled);
        if (!enabled)
            return;
        const LockctlOutcome after = runLockctl({words("history"), words("--json")}, state);
        QCOMPARE(historyViolations(after.out), QStringList());
        QVERIFY(storyOf(jsonObject(after.out)).contains(words("web-7 first_seen unseen")));
    }

    /** What a sandbox was made to do is no history of the servers that are watched otherwise. */
    void aSandboxLeavesNoHistoryBehind()
    {
        const QTemporaryDir home;
        const QTemporaryDir temporary;
        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(words(name), home.path());
        environment.insert(words("TMPDIR"), temporary.path());
        environment.insert(words("QT_QPA_PLATFORM"), words("offscreen"));
        window.setProcessEnvironment(environment);
        window.start(words(LOCKMASTER_PROGRAM), {words("--sandbox")});
        QVERIFY(window.waitForStarted());
        const auto stores = [](const QTemporaryDir &place) {
            QStringList found;
            QDirIterator each(place.path(), {words("history.sqlite")}, QDir::Files,
                              QDirIterator::Subdirectories);
            while (each.hasNext())
                found << each.next();
            return found;
        };
        QTRY_COMPARE_WITH_TIMEOUT(stores(temporary).size(), 1, 60'000);
        QCOMPARE(stores(home), QStringList());
        window.terminate();
        QVERIFY(window.waitForFinished());
        QCOMPARE(stores(home), QStringList());
        QCOMPARE(stores(temporary), QStringList());
    }

    void wrongTimesAreRefused()
    {
        for (const char *time : {"25:00", "yesterday", "2999-01-01", "2026-13-01", "-2h"}) {
            const LockctlOutcome outcome = history({words("--at=") + words(time)});
            QCOMPARE(outcome.code, 2);
            QVERIFY(outcome.err.contains("--at takes a time"));
        }
        QCOMPARE(history({words("--at"), words("2h")}).code, 3); // understood: unknown then
        QCOMPARE(history({words("--at"), words("03:00"), words("--lock"), words("a")}).code, 2);
        QCOMPARE(history({words("--since"), words("2h"), words("--until"), words("1h")}).code, 0);
    }

    void withoutAStoreNothingIsKnown()
    {
        const QTemporaryDir empty;
        const LockctlOutcome outcome =
            runLockctl({words("history")}, {words("XDG_STATE_HOME=") + empty.path()});
        QCOMPARE(outcome.code, 3);
        QVERIFY(outcome.err.contains("Nothing was recorded yet"));
    }

private:
    static QString utcSeconds(ServerTime at)
    {
        const auto millis = std::chrono::floor<Millis>(at.time_since_epoch());
        return QDateTime::fromMSecsSinceEpoch(millis.count(), Qt::UTC).toString(Qt::ISODateWithMs);
    }
};

LOCKMASTER_TEST(TestLockctlHistory, QCoreApplication)

} // namespace tst_lockctlhistory

#include "tst_lockctlhistory.moc"
