// SPDX-License-Identifier: Apache-2.0
#include "tests/support/canarystage.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/fakedesktop.h"
#include "tests/support/hookserver.h"
#include "tests/support/httpget.h"
#include "tests/support/needserver.h"
#include "tests/support/secretservice.h"
#include "tests/support/testprogram.h"

#include <QDBusConnection>
#include <QTest>
#include <QUrl>

#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_alertcanary {

namespace {

constexpr int patience = 60'000;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

/** What makes the webhook's address a secret. */
const QByteArray &hookToken()
{
    static const QByteArray token = "hookcanary7qX" + QByteArray::number(::getpid());
    return token;
}

bool tellsAny(const QByteArray &bytes)
{
    return tells(bytes) || bytes.contains(hookToken());
}

/** As the shell of whoever starts it has it: for other programs than ours. */
QStringList strayPasswords()
{
    const QString plain = QString::fromLatin1(canary());
    return {words("MYSQL_PWD=") + plain, words("REDISCLI_AUTH=") + plain};
}

} // namespace

/** The same for who watches for long, writes down what it saw, and tells others of it. */
class TestAlertCanary : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory; ///< certificates
    CanaryStage m_stage;
    std::unique_ptr<SecretService> m_bus;
    std::optional<TestCertificates> m_certificates;

    /** One way to give a password; `works` is whether a server takes it. */
    struct Way {
        bool redis = false;
        QByteArray keys;      ///< of the backend in the profile
        QString url;          ///< instead of a backend in the profile
        QStringList settings; ///< of the environment
        bool works = true;
    };
    static void columns();
    void rows(bool urls);
    static Way way();
    QByteArray secretFile(const char *name, const QByteArray &text)
    {
        return m_stage.written(words(name), text).toUtf8();
    }
    /** What names the backend, and a profile whose rules begin at once. */
    QStringList profile(const Way &way, const QByteArray &alerts);
    QByteArray seen() const;
    bool isThere(const char *file) const
    {
        return QFile::exists(m_stage.inHome(words("lockmaster/") + words(file)));
    }

private slots:
    void initTestCase();
    void init();
    void noServiceTells_data()
    {
        columns();
        rows(/*urls=*/true);
    }
    void noServiceTells();
    void noNotificationTells_data()
    {
        columns();
        rows(/*urls=*/false);
    }
    void noNotificationTells();

private:
    QByteArray scrape(quint16 port) const;
    QByteArray askAfterwards(const Way &way, const QStringList &from) const;
};

void TestAlertCanary::initTestCase()
{
    LOCKMASTER_NEEDS_REDIS();
    QString why;
    m_bus = SecretService::startEmptyBus(&why);
    m_certificates = TestCertificates::make(m_directory.path());
    if (!m_certificates)
        why = words("openssl is not installed");
    if (!why.isEmpty() && !qEnvironmentVariableIsSet("CI"))
        QSKIP(qPrintable(why));
    QVERIFY2(m_bus && m_certificates, qPrintable(why));
    const auto started = m_stage.start(m_certificates);
    LOCKMASTER_NEED_SERVER(started);
}

void TestAlertCanary::init()
{
    m_stage.begin();
    QFile::remove(m_stage.given(words("seen")));
}

void TestAlertCanary::columns()
{
    QTest::addColumn<bool>("redis");
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<bool>("works");
}

void TestAlertCanary::rows(bool urls)
{
    const QString plain = QString::fromLatin1(canary());
    const QString inUrl = QString::fromLatin1(canary().toPercentEncoding());
    const QByteArray file = "password_file = \"" + secretFile("file", canary()) + "\"\n";
    const QByteArray wrong =
        "password_file = \"" + secretFile("wrong", canary() + "wrong") + "\"\n";
    const QByteArray script = "#!/bin/sh\nexec cat " + secretFile("printed", canary()) + "\n";
    const QByteArray command = "password_command = [\"" + secretFile("command", script) + "\"]\n";
    const QByteArray badScript = "#!/bin/sh\ncat " + secretFile("printed", canary()) + "\ncat "
                                 + secretFile("printed", canary()) + " >&2\nexit 3\n";
    const QByteArray failing =
        "password_command = [\"" + secretFile("failing", badScript) + "\"]\n";
    const QByteArray foreign =
        file + "tls = \"verify\"\nca = \"" + m_certificates->foreignCa.toUtf8() + "\"\n";
    for (const bool redis : {false, true}) {
        const auto row = [redis](const char *name, const QByteArray &keys, const QString &url,
                                 const QStringList &settings, bool works) {
            QTest::addRow("%s, %s", redis ? "Redis" : "MariaDB", name)
                << redis << keys << url << settings << works;
        };
        row("file", file, {}, {}, true);
        row("command", command, {}, {}, true);
        row("environment", {}, {}, {words("LOCKMASTER_PASSWORD=") + plain}, true);
        row("environment of a backend", {}, {},
            {words("LOCKMASTER_PASSWORD_%1=").arg(words(redis ? "CACHE" : "BILLING")) + plain},
            true);
        row("refused", wrong, {}, {}, false);
        row("another's certificate", foreign, {}, {}, false);
        row("command that fails", failing, {}, {}, false);
        if (urls)
            row("URL", {}, m_stage.url(redis, inUrl, words("&poll_ms=200")), {}, true);
        if (urls)
            row("URL, refused", {}, m_stage.url(redis, inUrl + words("wrong")), {}, false);
    }
}

TestAlertCanary::Way TestAlertCanary::way()
{
    QFETCH(const bool, redis);
    QFETCH(const QByteArray, keys);
    QFETCH(const QString, url);
    QFETCH(const QStringList, settings);
    QFETCH(const bool, works);
    return {redis, keys, url, settings + strayPasswords(), works};
}

QStringList TestAlertCanary::profile(const Way &way, const QByteArray &alerts)
{
    QByteArray text = alerts
                      + "\n[[alert]]\nname = \"held-long\"\nover = \"1s\"\n"
                        "[[alert]]\nname = \"no-expiry\"\nfor = \"0s\"\n"
                        "[[alert]]\nname = \"backend-lost\"\nfor = \"0s\"\n"
                        "[[lock]]\npattern = \"*\"\nnote = \"Noted\"\n"
                        "runbook = \"https://wiki.example/locks\"\n";
    if (way.url.isEmpty()) {
        const bool tls = way.keys.contains("tls = ");
        const QByteArray port = QByteArray::number(way.redis && tls ? m_stage.redis().tlsPort()
                                                                    : m_stage.port(way.redis));
        // The profile's own is refused, which is told without it.
        text += QByteArray("[[backend]]\nname = \"") + (way.redis ? "cache" : "billing")
                + "\"\nurl = \"" + (way.redis ? (tls ? "rediss" : "redis") : "mysql")
                + "://canary:" + canary().toPercentEncoding() + "@127.0.0.1:" + port
                + (way.redis ? "/0\"\nmatch = [\"lock:*\"]\n" : "/app\"\n") + "poll = \"200ms\"\n"
                + way.keys;
    }
    QStringList arguments{words("--config"), m_stage.written(words("profile.toml"), text)};
    if (!way.url.isEmpty())
        arguments += {words("--url"), way.url};
    return arguments;
}

QByteArray TestAlertCanary::seen() const
{
    QFile file(m_stage.given(words("seen")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/** Every page that there may be. */
QByteArray TestAlertCanary::scrape(quint16 port) const
{
    QByteArray all;
    for (const char *path :
         {"/metrics", "/metrics?debug=1", "/", "/health", "/-/healthy", "/-/ready", "/%2e%2e/"}) {
        const HttpAnswer answer = httpGet(port, path);
        all += answer.head + answer.body;
    }
    return all;
}

/** What every command prints that judges, or reads what was written down. */
QByteArray TestAlertCanary::askAfterwards(const Way &way, const QStringList &from) const
{
    const QString lock = words(way.redis ? "lock:nightly" : "close");
    const std::vector<QStringList> commands{
        {words("check")},
        {words("check"), words("--max-held"), words("1ms")},
        {words("check"), words("--exists"), lock, words("--has-leader"), lock},
        {words("check"), words("--filter"), words("name:nothing"), words("--timeout"), words("5s")},
        {words("history")},
        {words("history"), words("--json")},
        {words("history"), words("--csv")},
        {words("history"), words("--lock"), lock, words("--json")},
        {words("history"), words("--at"), words("1s")},
        {words("alerts")},
        {words("alerts"), words("--json")},
        {words("alerts"), words("--try")},
        {words("alerts"), words("--try"), words("--json")},
    };
    QByteArray all;
    bool toldHolds = false;
    for (const QStringList &command : commands) {
        const LockctlOutcome outcome =
            runLockctl(command + from, m_stage.environment() + way.settings);
        if (outcome.code < 0)
            QTest::qFail(qPrintable(command.join(u' ')), __FILE__, __LINE__);
        toldHolds = toldHolds || (command[0] == u"history" && outcome.out.contains(lock.toUtf8()));
        all += outcome.out + outcome.err;
    }
    if (toldHolds != way.works)
        QTest::qFail(all.constData(), __FILE__, __LINE__);
    return all;
}

void TestAlertCanary::noServiceTells()
{
    const Way it = way();
    HookServer hook;
    const QByteArray script =
        "#!/bin/sh\n{ cat; env; printf '%s\\n' \"$@\"; cat /proc/[0-9]*/cmdline; } >>"
        + m_stage.given(words("seen")).toUtf8() + " 2>/dev/null\n";
    const QByteArray address = hook.address("/" + hookToken());
    const QByteArray webhook = it.redis
                                   ? "webhook_url_file = \"" + secretFile("hook", address) + "\"\n"
                                   : "webhook_url = \"" + address + "\"\n";
    const QStringList from = profile(it, "[alerts]\ncommand = [\"" + secretFile("tell", script)
                                             + "\", \"--locks\"]\n" + webhook);
    const auto serving =
        startLockctl(QStringList{words("serve"), words("--listen"), words("127.0.0.1:0"),
                                 words("--series"), words("*")}
                         + from,
                     m_stage.environment() + it.settings);
    const quint16 port = quint16(QUrl(QString::fromUtf8(nextLine(*serving)).trimmed()).port(0));
    QVERIFY2(port > 0, serving->readAllStandardError().constData());
    QTRY_VERIFY_WITH_TIMEOUT(!hook.delivered().isEmpty(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(seen().contains("--locks"), patience);
    if (it.works && it.redis) { // and what is told when it is over
        m_stage.redis().run({"DEL", "lock:nightly"});
        QTRY_VERIFY_WITH_TIMEOUT(hook.delivered().back().contains("alert_ended"), patience);
    }
    const QByteArray pages = scrape(port);
    QVERIFY2(!tellsAny(pages), pages.constData());
    QCOMPARE(m_stage.fileThatTells(), QString()); // while they are written to

    serving->terminate();
    QVERIFY(serving->waitForFinished(patience));
    const QByteArray said = serving->readAllStandardOutput() + serving->readAllStandardError();
    QVERIFY2(said.contains("alert began"), said.constData());
    QVERIFY2(!tellsAny(said), said.constData());
    const QByteArray told = seen();
    QVERIFY2(told.contains("alert_began") && told.contains("--locks") && told.contains("PATH="),
             told.constData());
    QVERIFY2(!tellsAny(told), told.constData());
    for (const HookServer::Request &request : hook.requests()) {
        // Whom it is for gets the address, as the address; nobody gets the password.
        QVERIFY(request.head.startsWith("POST /" + hookToken() + " HTTP/"));
        const QByteArray rest = request.head.sliced(request.head.indexOf('\n')) + request.body;
        QVERIFY2(!tellsAny(rest), rest.constData());
    }

    const QByteArray afterwards = askAfterwards(it, from);
    QVERIFY2(!tellsAny(afterwards), afterwards.constData());
    QVERIFY(isThere("alerts-serve.json") && isThere("history.sqlite"));
    QCOMPARE(m_stage.fileThatTells(), QString());
}

void TestAlertCanary::noNotificationTells()
{
    const Way it = way();
    const auto close = qScopeGuard([] { QDBusConnection::disconnectFromBus(words("desktop")); });
    QDBusConnection bus =
        QDBusConnection::connectToBus(QString::fromLatin1(m_bus->address()), words("desktop"));
    FakeDesktop desktop;
    QVERIFY(bus.registerObject(words("/org/freedesktop/Notifications"), &desktop,
                               QDBusConnection::ExportAllContents));
    QVERIFY(bus.registerService(words("org.freedesktop.Notifications")));
    const auto unregister =
        qScopeGuard([&bus] { bus.unregisterService(words("org.freedesktop.Notifications")); });

    HookServer hook; // the window's alerts are the desktop's alone
    const QStringList from =
        profile(it, "[alerts]\nwebhook_url = \"" + hook.address("/") + hookToken() + "\"\n");
    const auto window = m_stage.startWindow(from, it.settings + m_bus->environment());
    QTRY_VERIFY_WITH_TIMEOUT(!desktop.notes.isEmpty(), patience);
    window->terminate();
    QVERIFY(window->waitForFinished(patience));
    for (const FakeDesktop::Note &note : desktop.notes) {
        QByteArray text = (note.summary + note.body + note.actions.join(u' ')).toUtf8();
        for (const QVariant &hint : note.hints)
            text += hint.toString().toUtf8();
        QVERIFY2(!tellsAny(text), text.constData());
        QVERIFY2(text.contains(it.works   ? "held"
                               : it.redis ? "cache"
                                          : "billing"),
                 text.constData());
    }
    const QByteArray said = window->readAll();
    QVERIFY2(!tellsAny(said), said.constData());
    QVERIFY(hook.requests().isEmpty());
    QVERIFY(isThere("alerts-window.json") && isThere("history.sqlite"));
    QCOMPARE(m_stage.fileThatTells(), QString());
}

LOCKMASTER_TEST(TestAlertCanary, QCoreApplication)

} // namespace tst_alertcanary

#include "tst_alertcanary.moc"
