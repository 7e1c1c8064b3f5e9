// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandbox.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/httpget.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <csignal>

#include <sys/prctl.h>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_prometheus {

/**
 * A real Prometheus reads `lockctl serve`, which watches the sandbox: what is in packaging/ for it
 * is accepted by it, and shows something.
 */
class TestPrometheus : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<QProcess> m_serving;
    QProcess m_prometheus;
    quint16 m_metricsPort = 0;
    quint16 m_prometheusPort = 0;

    QString copied(const char *source);
    QJsonObject asked(const QByteArray &path) const;
    QJsonArray series(const QString &expression) const;

private slots:
    void initTestCase();
    void cleanupTestCase();
    void metricsAreWellFormed();
    void rulesAreAcceptedAndFireWhenTheyShould();
    void lockSeriesArrive();
    void everyPanelShowsSomething_data();
    void everyPanelShowsSomething();
    void rulesAreEvaluated();
    void unitIsAcceptedAndHardened();
};

namespace {

// QTRY waits three times as long before it gives up, and a function has five minutes.
constexpr int patienceMs = 60'000;

QString program(const char *name)
{
    return QStandardPaths::findExecutable(QString::fromUtf8(name));
}

struct Outcome {
    int code = -1;
    QByteArray text;
};

Outcome run(const QString &program, const QStringList &arguments, const QByteArray &input = {},
            const QString &directory = {})
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    if (!directory.isEmpty())
        process.setWorkingDirectory(directory);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(patienceMs))
        return {-1, "still running"};
    return {process.exitCode(), process.readAll()};
}

QJsonObject dashboard()
{
    QFile file(QStringLiteral(PACKAGING "/grafana/lockmaster.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no dashboard");
    return QJsonDocument::fromJson(file.readAll()).object();
}

/** What a variable of the dashboard stands for. */
QString filledIn(QString expression)
{
    return expression.replace(QStringLiteral("$backend"), QStringLiteral(".*"))
        .replace(QStringLiteral("$__rate_interval"), QStringLiteral("1m"));
}

} // namespace

/** A program that is not installed skips the test, unless CI is set. */
#define NEED_PROGRAM(name)                                                                         \
    if (program(name).isEmpty()) {                                                                 \
        if (!qEnvironmentVariableIsSet("CI"))                                                      \
            QSKIP(name " is not installed");                                                       \
        QFAIL(name " is not installed");                                                           \
    }

QString TestPrometheus::copied(const char *source)
{
    const QString from = QString::fromUtf8(source);
    const QString to = m_dir.filePath(QFileInfo(from).fileName());
    QFile::remove(to);
    if (!QFile::copy(from, to))
        qFatal("cannot copy %s", source);
    return to;
}

QJsonObject TestPrometheus::asked(const QByteArray &path) const
{
    return QJsonDocument::fromJson(httpGet(m_prometheusPort, path).body).object();
}

QJsonArray TestPrometheus::series(const QString &expression) const
{
    const QJsonObject answer = asked("/api/v1/query?query=" + QUrl::toPercentEncoding(expression));
    return answer.value(QStringLiteral("data"))
        .toObject()
        .value(QStringLiteral("result"))
        .toArray();
}

void TestPrometheus::initTestCase()
{
    NEED_PROGRAM("prometheus");
    NEED_PROGRAM("promtool");
    auto sandbox = Sandbox::start({.traffic = true}, {});
    LOCKMASTER_NEED_SERVER(sandbox);
    m_sandbox = std::move(*sandbox);
    QFile profile(copied(QFile::encodeName(m_sandbox->configPath()).constData()));
    QVERIFY(profile.open(QIODevice::Append));
    profile.write("\n[[lock]]\npattern = \"user:*\"\nnote = \"cards\"\nrunbook = "
                  "\"https://wiki.example/cards\"\n");
    profile.close();
    m_serving = startLockctl({QStringLiteral("serve"), QStringLiteral("--listen"),
                              QStringLiteral("127.0.0.1:0"), QStringLiteral("--config"),
                              profile.fileName(), QStringLiteral("--series"), QStringLiteral("*")});
    m_metricsPort = quint16(QUrl(QString::fromUtf8(nextLine(*m_serving)).trimmed()).port(0));
    QVERIFY(m_metricsPort > 0);

    copied(PACKAGING "/prometheus/lockmaster.rules.yml");
    QFile config(m_dir.filePath(QStringLiteral("prometheus.yml")));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
                 "rule_files: [lockmaster.rules.yml]\n"
                 "scrape_configs:\n"
                 "  - job_name: lockmaster\n"
                 "    static_configs: [{targets: ['127.0.0.1:"
                 + QByteArray::number(m_metricsPort) + "']}]\n");
    config.close();
    m_prometheus.setProcessChannelMode(QProcess::MergedChannels);
    m_prometheus.setWorkingDirectory(m_dir.path());
    // However this ends, it is not left behind.
    m_prometheus.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_prometheus.start(program("prometheus"), {QStringLiteral("--config.file=prometheus.yml"),
                                               QStringLiteral("--storage.tsdb.path=data"),
                                               QStringLiteral("--web.listen-address=127.0.0.1:0")});
    QVERIFY(m_prometheus.waitForStarted());
    static const QRegularExpression listening(
        QStringLiteral("Listening on.*address=127\\.0\\.0\\.1:(\\d+)"));
    QByteArray said;
    QElapsedTimer timer;
    timer.start();
    while (m_prometheusPort == 0 && m_prometheus.state() == QProcess::Running
           && timer.elapsed() < patienceMs) {
        m_prometheus.waitForReadyRead(1000);
        said += m_prometheus.readAll();
        m_prometheusPort = listening.match(QString::fromUtf8(said)).captured(1).toUShort();
    }
    QVERIFY2(m_prometheusPort > 0, said.constData());
}

void TestPrometheus::cleanupTestCase()
{
    m_prometheus.terminate();
    if (m_prometheus.state() != QProcess::NotRunning && !m_prometheus.waitForFinished(patienceMs))
        m_prometheus.kill();
    if (!m_serving)
        return;
    m_serving->terminate();
    QVERIFY(m_serving->waitForFinished(patienceMs));
    QCOMPARE(m_serving->exitCode(), 0);
}

void TestPrometheus::metricsAreWellFormed()
{
    QTRY_VERIFY_WITH_TIMEOUT(
        httpGet(m_metricsPort, "/metrics").body.contains("lockmaster_leader_info{"), patienceMs);
    // What the library tells of itself has a name that the check does not like.
    QByteArray own;
    for (const QByteArray &line : httpGet(m_metricsPort, "/metrics").body.split('\n')) {
        if (!line.contains("exposer_"))
            own += line + '\n';
    }
    const Outcome checked =
        run(program("promtool"), {QStringLiteral("check"), QStringLiteral("metrics")}, own);
    QVERIFY2(checked.code == 0 && checked.text.trimmed().isEmpty(), checked.text.constData());
}

void TestPrometheus::rulesAreAcceptedAndFireWhenTheyShould()
{
    const Outcome checked = run(
        program("promtool"),
        {QStringLiteral("check"), QStringLiteral("rules"), QStringLiteral("lockmaster.rules.yml")},
        {}, m_dir.path());
    QVERIFY2(checked.code == 0, checked.text.constData());
    QVERIFY2(checked.text.contains("SUCCESS"), checked.text.constData());
    copied(RULES_TEST);
    const Outcome tested = run(program("promtool"),
                               {QStringLiteral("test"), QStringLiteral("rules"),
                                QStringLiteral("lockmaster.rules.test.yml")},
                               {}, m_dir.path());
    QVERIFY2(tested.code == 0, tested.text.constData());
    QVERIFY2(tested.text.contains("SUCCESS"), tested.text.constData());
}

void TestPrometheus::lockSeriesArrive()
{
    QTRY_COMPARE_WITH_TIMEOUT(series(QStringLiteral("up{job='lockmaster'} == 1")).size(), 1,
                              patienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(series(QStringLiteral("lockmaster_backend_up == 1")).size(),
                              qsizetype(m_sandbox->backends().size()), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(
        !series(QStringLiteral("lockmaster_lock_held_seconds{system='dist_lock'} >= 0")).isEmpty(),
        patienceMs);
    QVERIFY(series(QStringLiteral("scrape_samples_scraped > 100")).size() == 1);
    // As the guide says a rule finds a runbook.
    QTRY_VERIFY_WITH_TIMEOUT(
        !series(QStringLiteral("(lockmaster_lock_held_seconds > 0) * on (instance, backend, "
                               "source, lock) group_left (note, runbook) "
                               "lockmaster_lock_info{runbook='https://wiki.example/cards'}"))
             .isEmpty(),
        patienceMs);
}

void TestPrometheus::everyPanelShowsSomething_data()
{
    QTest::addColumn<QString>("expression");
    const QJsonArray panels = dashboard().value(QStringLiteral("panels")).toArray();
    QVERIFY(panels.size() > 10);
    for (const QJsonValue &panel : panels) {
        const QString title = panel.toObject().value(QStringLiteral("title")).toString();
        const QJsonArray targets = panel.toObject().value(QStringLiteral("targets")).toArray();
        QVERIFY2(!targets.isEmpty(), qPrintable(title));
        for (const QJsonValue &target : targets) {
            QTest::addRow("%s, %s", qPrintable(title),
                          qPrintable(target.toObject().value(QStringLiteral("refId")).toString()))
                << target.toObject().value(QStringLiteral("expr")).toString();
        }
    }
}

void TestPrometheus::everyPanelShowsSomething()
{
    QFETCH(QString, expression);
    expression = filledIn(expression);
    QVERIFY2(!expression.contains(u'$'), qPrintable(expression));
    const QJsonObject answer = asked("/api/v1/query?query=" + QUrl::toPercentEncoding(expression));
    QCOMPARE(answer.value(QStringLiteral("status")).toString(), QStringLiteral("success"));
    QTRY_VERIFY_WITH_TIMEOUT(!series(expression).isEmpty(), patienceMs);
}

void TestPrometheus::rulesAreEvaluated()
{
    const auto unhealthy = [this] {
        QStringList names;
        const QJsonArray groups = asked("/api/v1/rules")
                                      .value(QStringLiteral("data"))
                                      .toObject()
                                      .value(QStringLiteral("groups"))
                                      .toArray();
        const QJsonArray rules = groups.first().toObject().value(QStringLiteral("rules")).toArray();
        for (const QJsonValue &rule : rules) {
            if (rule.toObject().value(QStringLiteral("health")).toString()
                != QLatin1StringView("ok"))
                names.append(rule.toObject().value(QStringLiteral("name")).toString());
        }
        return rules.isEmpty() ? QStringList(QStringLiteral("none at all")) : names;
    };
    QTRY_COMPARE_WITH_TIMEOUT(unhealthy(), QStringList(), patienceMs);
}

void TestPrometheus::unitIsAcceptedAndHardened()
{
    NEED_PROGRAM("systemd-analyze");
    // Only its command is another: that one is not installed here.
    QFile installed(QStringLiteral(UNIT));
    QVERIFY(installed.open(QIODevice::ReadOnly));
    QByteArray text = installed.readAll();
    const qsizetype begin = text.indexOf("\nExecStart=/") + 11;
    const qsizetype end = text.indexOf(" serve ", begin);
    QVERIFY(begin > 11 && end > begin);
    text.replace(begin, end - begin, lockctlProgram().toUtf8());
    QFile unit(m_dir.filePath(QStringLiteral("lockmaster-serve.service")));
    QVERIFY(unit.open(QIODevice::WriteOnly));
    unit.write(text);
    unit.close();
    const Outcome verified =
        run(program("systemd-analyze"),
            {QStringLiteral("verify"), QStringLiteral("--man=no"), unit.fileName()});
    QVERIFY2(verified.code == 0 && verified.text.trimmed().isEmpty(), verified.text.constData());
    // In tenths: 2.0 of 10 is a service that may do little.
    const Outcome judged =
        run(program("systemd-analyze"),
            {QStringLiteral("security"), QStringLiteral("--no-pager"),
             QStringLiteral("--offline=true"), QStringLiteral("--threshold=20"), unit.fileName()});
    QVERIFY2(judged.code == 0, judged.text.constData());
}

LOCKMASTER_TEST(TestPrometheus, QCoreApplication)

} // namespace tst_prometheus

#undef NEED_PROGRAM

#include "tst_prometheus.moc"
