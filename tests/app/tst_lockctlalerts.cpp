// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lockctlrun.h"
#include "tests/support/hookserver.h"
#include "tests/support/httpget.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_lockctlalerts {

namespace {

constexpr int patience = 60'000;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

} // namespace

/** What `lockctl serve` tells of a lock that leaks, on a real Redis. */
class TestLockctlAlerts : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_redis;
    QTemporaryDir m_directory;

    QString file(const char *name) const { return m_directory.filePath(words(name)); }

    void writeProfile(const QByteArray &more) const
    {
        QFile profile(file("lockmaster.toml"));
        QVERIFY(profile.open(QIODevice::WriteOnly));
        profile.write("[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
                      + QByteArray::number(m_redis->port())
                      + "/0\"\nmatch = [\"lock:*\"]\npoll = \"200ms\"\n" + more);
    }

    std::unique_ptr<QProcess> serve(const QStringList &more = {}) const
    {
        return startLockctl(QStringList{words("serve"), words("--listen"), words("127.0.0.1:0"),
                                        words("--config"), file("lockmaster.toml")}
                                + more,
                            {words("XDG_STATE_HOME=") + file("state")});
    }

    QList<QByteArray> commandLines() const
    {
        QFile told(file("told"));
        if (!told.open(QIODevice::ReadOnly))
            return {};
        const QByteArray all = told.readAll().trimmed();
        return all.isEmpty() ? QList<QByteArray>() : all.split('\n');
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_redis = PrivateRedis::start({});
        QVERIFY(m_redis);
    }

    void init()
    {
        m_redis->run({"FLUSHALL"});
        QFile::remove(file("told"));
        QFile::remove(file("state/lockmaster/alerts-serve.json"));
    }

    void leakIsToldOnceAndItsEndOnce()
    {
        HookServer hook;
        // The first alert is not taken at once, and told once all the same.
        hook.answerWith({500, 500});
        QFile address(file("address"));
        QVERIFY(address.open(QIODevice::WriteOnly));
        address.write(hook.address("/hook?token=s3cret") + '\n');
        address.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        address.close();
        writeProfile("[alerts]\ncommand = [\"/usr/bin/tee\", \"-a\", \"" + file("told").toUtf8()
                     + "\"]\nwebhook_url_file = \"" + file("address").toUtf8()
                     + "\"\n[[alert]]\nname = \"leaks\"\nwhen = \"held\"\nover = \"1s\"\n"
                       "scope = \"name:order\"\n[[alert]]\nname = \"no-expiry\"\nenabled = false\n"
                       "[[lock]]\npattern = \"lock:order:*\"\nnote = \"Orders\"\n"
                       "runbook = \"https://wiki.example/orders\"\n");
        const auto serving = serve();
        const QByteArray line = nextLine(*serving);
        const quint16 port = quint16(QUrl(QString::fromUtf8(line).trimmed()).port(0));
        QVERIFY(port > 0);
        m_redis->run({"SET", "lock:order:1", "worker-7"});
        m_redis->run({"SET", "lock:card:1", "worker-8"});
        QTRY_COMPARE_WITH_TIMEOUT(hook.delivered().size(), 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), 1, patience);
        QCOMPARE(hook.requests().size(), 3);
        const QJsonObject began = jsonObject(hook.delivered().front());
        QCOMPARE(alertViolations(hook.delivered().front()), QStringList());
        QCOMPARE(alertViolations(commandLines().front()), QStringList());
        QCOMPARE(began.value(u"event").toString(), words("alert_began"));
        QCOMPARE(began.value(u"rule").toString(), words("leaks"));
        QCOMPARE(began.value(u"lock").toObject().value(u"name").toString(), words("lock:order:1"));
        QCOMPARE(began.value(u"runbook").toString(), words("https://wiki.example/orders"));
        const QByteArray metrics = httpGet(port, "/metrics").body;
        QVERIFY2(metrics.contains("lockmaster_alerts_firing{rule=\"leaks\"} 1"),
                 metrics.constData());
        QVERIFY2(metrics.contains("lockmaster_alert{backend=\"cache\",lock=\"lock:order:1\","
                                  "note=\"Orders\",rule=\"leaks\",runbook=\"https://wiki.example/"
                                  "orders\",source=\"db 0\",system=\"redis_string\"} 1"),
                 metrics.constData());
        QVERIFY(!metrics.contains("s3cret"));

        m_redis->run({"DEL", "lock:order:1"});
        QTRY_COMPARE_WITH_TIMEOUT(hook.delivered().size(), 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), 2, patience);
        const QJsonObject ended = jsonObject(hook.delivered().back());
        QCOMPARE(alertViolations(hook.delivered().back()), QStringList());
        QCOMPARE(ended.value(u"event").toString(), words("alert_ended"));
        QCOMPARE(ended.value(u"end").toString(), words("gone"));
        QCOMPARE(ended.value(u"id").toString(), began.value(u"id").toString());
        // A while later there is still one of each.
        m_redis->run({"SET", "lock:card:2", "worker-9"});
        QTRY_VERIFY_WITH_TIMEOUT(
            httpGet(port, "/metrics").body.contains("lockmaster_alerts_firing{rule=\"leaks\"} 0"),
            patience);
        QCOMPARE(hook.delivered().size(), 2);
        QCOMPARE(commandLines().size(), 2);

        serving->terminate();
        QVERIFY(serving->waitForFinished(patience));
        const QByteArray said = serving->readAllStandardError();
        QVERIFY2(said.contains("lockctl: alert began: leaks: lock:order:1 (cache): held for"),
                 said.constData());
        QVERIFY2(said.contains("lockctl: alert ended: leaks: lock:order:1 (cache): over: the lock "
                               "is not there any more"),
                 said.constData());
        QVERIFY2(!said.contains("s3cret"), said.constData());
    }

    void restartTellsNothingTwice()
    {
        writeProfile("[alerts]\ncommand = [\"/usr/bin/tee\", \"-a\", \"" + file("told").toUtf8()
                     + "\"]\n[[alert]]\nname = \"no-expiry\"\nfor = \"0s\"\n");
        m_redis->run({"SET", "lock:order:1", "worker-7"});
        {
            const auto serving = serve();
            QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), 1, patience);
            serving->terminate();
            QVERIFY(serving->waitForFinished(patience));
        }
        m_redis->run({"SET", "lock:order:2", "worker-7"});
        const auto serving = serve();
        QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), 2, patience);
        QVERIFY(commandLines().back().contains("lock:order:2"));
        m_redis->run({"DEL", "lock:order:1"});
        QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), 3, patience);
        QCOMPARE(jsonObject(commandLines().back()).value(u"id"),
                 jsonObject(commandLines().front()).value(u"id"));
    }

    void rulesAreListedAndTried()
    {
        writeProfile("[[alert]]\nname = \"orders\"\nwhen = \"held\"\nover = \"1s\"\n"
                     "scope = \"name:order\"\n[[alert]]\nname = \"odd\"\nwhen = \"expired\"\n");
        const QStringList profile = {words("--config"), file("lockmaster.toml")};
        const QStringList state = {words("XDG_STATE_HOME=") + file("tried")};
        const LockctlOutcome listed = runLockctl(QStringList{words("alerts")} + profile, state);
        QCOMPARE(listed.code, 0);
        QVERIFY2(listed.out.contains("held for more than 1.0 s"), listed.out.constData());
        QVERIFY2(listed.err.contains("line 11"), listed.err.constData()); // `odd` has no 'over'
        const LockctlOutcome json =
            runLockctl(QStringList{words("alerts"), words("--json")} + profile, state);
        QCOMPARE(rulesViolations(json.out), QStringList());
        const QStringList tries = QStringList{words("alerts"), words("--try")} + profile;
        QCOMPARE(runLockctl(tries, state).code, 3); // nothing was recorded

        const auto serving = startLockctl(
            QStringList{words("serve"), words("--listen"), words("127.0.0.1:0")} + profile, state);
        QVERIFY(!nextLine(*serving).isEmpty());
        m_redis->run({"SET", "lock:order:1", "worker-7", "PX", "60000"});
        QTest::qWait(2500); // the hold has to last for longer than the rule asks
        m_redis->run({"DEL", "lock:order:1"});
        const auto trial = [&] {
            const LockctlOutcome tried =
                runLockctl(QStringList{words("alerts"), words("--try"), words("orders"),
                                       words("--since"), words("1h"), words("--json")}
                               + profile,
                           state);
            if (!rulesViolations(tried.out).isEmpty())
                return -1;
            const QJsonArray rules = jsonObject(tried.out).value(u"rules").toArray();
            return rules.size() == 1
                       ? rules[0].toObject().value(u"trial").toObject().value(u"count").toInt(-2)
                       : -3;
        };
        QTRY_COMPARE_WITH_TIMEOUT(trial(), 1, patience);
        QCOMPARE(runLockctl(tries + QStringList{words("--since"), words("soon")}, state).code, 2);
        QCOMPARE(runLockctl(QStringList{words("alerts"), words("--try"), words("nosuch")} + profile,
                            state)
                     .code,
                 2);
    }

    void holdersThatAreGoneAreToldOnceTheCheckIsTrusted()
    {
        writeProfile("alive_command = [\"/bin/sh\", \"-c\", \"test $0 = web-3 && echo gone || echo "
                     "alive\", \"{host}\"]\n[alerts]\ncommand = [\"/usr/bin/tee\", \"-a\", \""
                     + file("told").toUtf8()
                     + "\"]\n[[alert]]\nname = \"gone\"\nwhen = \"holder-gone\"\nover = \"1s\"\n");
        const QByteArray by = "ADDED:2026-11-28T03:00:00.000Z@";
        m_redis->run({"SET", "lock:dead", by + "web-3", "PX", "600000"});
        m_redis->run({"SET", "lock:lives", by + "web-4", "PX", "600000"});
        {
            const auto serving = serve();
            QByteArray said;
            QTRY_VERIFY_WITH_TIMEOUT(
                (said += serving->readAllStandardError()).contains("tells little of holders"),
                patience);
            QVERIFY2(said.contains("trust"), said.constData());
        }
        QVERIFY(commandLines().isEmpty());
        QCOMPARE(runLockctl({words("trust"), file("lockmaster.toml"), words("--yes")},
                            {words("XDG_STATE_HOME=") + file("state")})
                     .code,
                 0);
        const auto serving = serve();
        QTRY_COMPARE_WITH_TIMEOUT(commandLines().size(), 1, patience);
        const QJsonObject began = jsonObject(commandLines().front());
        QCOMPARE(alertViolations(commandLines().front()), QStringList());
        QCOMPARE(began.value(u"when").toString(), words("holder-gone"));
        QCOMPARE(began.value(u"lock").toObject().value(u"name").toString(), words("lock:dead"));
        QCOMPARE(began.value(u"verdict").toObject().value(u"life"), QJsonValue(words("gone")));
    }

    void withoutAlertsNothingIsTold()
    {
        writeProfile("[alerts]\ncommand = [\"/usr/bin/tee\", \"-a\", \"" + file("told").toUtf8()
                     + "\"]\n[[alert]]\nname = \"no-expiry\"\nfor = \"0s\"\n");
        m_redis->run({"SET", "lock:order:1", "worker-7"});
        const auto serving = serve({words("--no-alerts")});
        const quint16 port = quint16(QUrl(QString::fromUtf8(nextLine(*serving)).trimmed()).port(0));
        QTRY_VERIFY_WITH_TIMEOUT(httpGet(port, "/metrics")
                                     .body.contains("lockmaster_locks{backend=\"cache\",state="
                                                    "\"held\",system=\"redis_string\"} 1"),
                                 patience);
        QVERIFY(!httpGet(port, "/metrics").body.contains("lockmaster_alert"));
        QVERIFY(commandLines().isEmpty());
    }
};

LOCKMASTER_TEST(TestLockctlAlerts, QCoreApplication)

} // namespace tst_lockctlalerts

#include "tst_lockctlalerts.moc"
