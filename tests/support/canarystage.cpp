// SPDX-License-Identifier: Apache-2.0
#include "tests/support/canarystage.h"

#include "tests/support/lockctlrun.h"
#include "tests/support/jsoncontract.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QTest>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster::test {

namespace {

constexpr int patienceMs = 60'000;

} // namespace

const QByteArray &canary()
{
    // Of characters that need an escape in URLs and TOML, to be found in any of its forms.
    static const QByteArray password = "Canary/7q\"X" + QByteArray::number(::getpid());
    return password;
}

bool tells(const QByteArray &bytes)
{
    const QByteArrayList forms{canary(),
                               canary().toPercentEncoding(),
                               canary().toBase64(),
                               canary().toHex(),
                               QByteArray(canary()).replace("\"", "\\\""),
                               QByteArray(canary()).replace("\"", "\\u0022"),
                               QByteArray(canary()).replace("/", "%2F")};
    return std::any_of(forms.begin(), forms.end(),
                       [&bytes](const QByteArray &form) { return bytes.contains(form); });
}

Result<void> CanaryStage::start(const std::optional<TestCertificates> &tls)
{
    PrivateMariaDb::Options options;
    options.initSql =
        QStringLiteral("CREATE DATABASE app; CREATE TABLE app.dist_lock (name VARCHAR(100) PRIMARY "
                       "KEY, owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL); INSERT INTO "
                       "app.dist_lock VALUES ('close', 'web-3', NOW() + INTERVAL 1 HOUR);"
                       "CREATE USER canary@'%' IDENTIFIED BY '%1'; GRANT ALL ON *.* TO canary@'%';")
            .replace(QStringLiteral("%1"), QString::fromLatin1(canary()));
    if (tls) {
        options.tlsCa = tls->ca;
        options.tlsCert = tls->cert;
        options.tlsKey = tls->key;
    }
    auto mariaDb = PrivateMariaDb::start(options);
    if (!mariaDb)
        return tl::make_unexpected(mariaDb.error());
    m_mariaDb = std::move(*mariaDb);
    m_redis = PrivateRedis::start({.tls = tls});
    if (!m_redis)
        return failure(ErrorKind::Network, QStringLiteral("redis-server does not start"));
    m_redis->run({"ACL", "SETUSER", "canary", "on", ">" + canary(), "~*", "&*", "+@all"});
    return {};
}

void CanaryStage::begin()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_redis->run(lockKey("lock:nightly", "worker-7", std::chrono::hours(1)));
    if (!m_mariaDb->run(QStringLiteral("UPDATE app.dist_lock SET expiry = NOW() + INTERVAL 1 "
                                       "HOUR WHERE name = 'close'")))
        qFatal("the table cannot be written");
}

quint16 CanaryStage::port(bool redis) const
{
    return redis ? m_redis->port() : m_mariaDb->port();
}

QString CanaryStage::written(const QString &name, const QByteArray &text)
{
    QFile file(m_given.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
}

QStringList CanaryStage::environment() const
{
    QStringList settings;
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
                             "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
        settings << QString::fromLatin1(name) + u'=' + m_home->path();
    return settings << QStringLiteral("QT_QPA_PLATFORM=offscreen")
                    << QStringLiteral("QT_LOGGING_RULES=*.debug=true;qt.*.debug=false");
}

QString CanaryStage::url(bool redis, const QString &password, const QString &more) const
{
    const QString account =
        password.isEmpty() ? QStringLiteral("canary") : QStringLiteral("canary:") + password;
    // All at once: what is put in first may look like a place for what comes next.
    return redis ? QStringLiteral("redis://%1@127.0.0.1:%2/0?name=cache&match=lock:*%3")
                       .arg(account, QString::number(port(true)), more)
                 : QStringLiteral("mysql://%1@127.0.0.1:%2/app?name=billing%3")
                       .arg(account, QString::number(port(false)), more);
}

QByteArray CanaryStage::runEverything(bool redis, const QStringList &backend,
                                      const QStringList &settings, bool works) const
{
    const QStringList told = environment() + settings;
    const QStringList place{QStringLiteral("--system"),
                            redis ? QStringLiteral("redis_string") : QStringLiteral("dist_lock")};
    const QStringList one = place + QStringList{QStringLiteral("--name"), QStringLiteral("lock:c")};
    const QStringList json{QStringLiteral("--json")};

    const LockctlOutcome listed =
        runLockctl(QStringList{QStringLiteral("list")} + json + backend, told);
    const QJsonArray locks = jsonObject(listed.out).value(QStringLiteral("locks")).toArray();
    if ((listed.code == 0) != works || locks.isEmpty() == works)
        QTest::qFail(listed.err.constData(), __FILE__, __LINE__);
    const QString witness =
        locks.isEmpty() ? QStringLiteral("lm1.x")
                        : locks.first().toObject().value(QStringLiteral("witness")).toString();
    const std::vector<QStringList> commands{
        {QStringLiteral("list")},
        {QStringLiteral("list"), QStringLiteral("--json-lines")},
        {QStringLiteral("doctor")},
        {QStringLiteral("doctor"), QStringLiteral("--json")},
        {QStringLiteral("leaders")},
        QStringList{QStringLiteral("acquire"), QStringLiteral("--hold"), QStringLiteral("50ms")}
            + json + one,
        {QStringLiteral("release"), QStringLiteral("--json"), QStringLiteral("--witness"), witness},
    };
    QByteArray all = listed.out + listed.err;
    for (const QStringList &command : commands) {
        const LockctlOutcome outcome = runLockctl(command + backend, told);
        if (outcome.code < 0)
            QTest::qFail(qPrintable(command.join(u' ')), __FILE__, __LINE__);
        all += outcome.out + outcome.err;
    }
    // A program under a lock does not inherit it either, nor does it see it in anybody's arguments.
    const LockctlOutcome ran = runLockctl(
        QStringList{QStringLiteral("run")} + one + backend
            + QStringList{QStringLiteral("--"), QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                          QStringLiteral("env; cat /proc/[0-9]*/cmdline 2>/dev/null; exit 0")},
        told);
    if (ran.out.contains("LOCKMASTER_") != works)
        QTest::qFail(ran.err.constData(), __FILE__, __LINE__);
    all += ran.out + ran.err;

    const auto watch = startLockctl(QStringList{QStringLiteral("watch")} + backend, told);
    // It overwrites what it was given as soon as it runs.
    const auto isHidden = [&watch] {
        const QByteArray arguments = argumentsOf(watch->processId());
        return arguments.contains("watch") && !tells(arguments);
    };
    if (!QTest::qWaitFor(isHidden, patienceMs))
        QTest::qFail("its arguments tell", __FILE__, __LINE__);
    watch->terminate();
    if (!watch->waitForFinished(patienceMs))
        QTest::qFail("lockctl watch did not end", __FILE__, __LINE__);
    all += watch->readAllStandardOutput() + watch->readAllStandardError();
    const LockctlOutcome audit =
        runLockctl({QStringLiteral("audit"), QStringLiteral("--json")}, told);
    return all + audit.out + audit.err;
}

std::unique_ptr<QProcess> CanaryStage::startWindow(const QStringList &arguments,
                                                   const QStringList &settings) const
{
    auto window = std::make_unique<QProcess>();
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
    for (const QString &setting : environment() + settings)
        variables.insert(setting.section(u'=', 0, 0), setting.section(u'=', 1));
    window->setProcessEnvironment(variables);
    window->setProcessChannelMode(QProcess::MergedChannels);
    window->start(windowProgram(), arguments);
    return window;
}

QByteArray CanaryStage::runWindow(const QStringList &backends, const QStringList &settings) const
{
    const QString shot = inHome(QStringLiteral("shot.png"));
    const auto window =
        startWindow(backends + QStringList{QStringLiteral("--screenshot"), shot}, settings);
    const bool ended = window->waitForFinished(2 * patienceMs);
    const QByteArray said = window->readAll();
    if (!ended || window->exitCode() != 0 || !QFile::exists(shot))
        QTest::qFail(said.constData(), __FILE__, __LINE__);
    return said;
}

QString CanaryStage::fileThatTells() const
{
    QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (tells(file.fileName().toUtf8())
            || (file.open(QIODevice::ReadOnly) && tells(file.readAll())))
            return file.fileName();
    }
    return {};
}

QString windowProgram()
{
    return QStringLiteral(LOCKMASTER_PROGRAM);
}

QByteArray argumentsOf(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/cmdline").arg(process));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int statusAfter(int signal, const QStringList &arguments, const QStringList &settings,
                const std::function<bool()> &ready)
{
    const auto words = [](const QStringList &texts) {
        QByteArrayList list;
        for (const QString &text : texts)
            list << text.toLocal8Bit();
        return list;
    };
    const QByteArrayList given = words(arguments);
    const QByteArrayList variables = words(settings);
    std::vector<char *> argv;
    for (const QByteArray &word : given)
        argv.push_back(const_cast<char *>(word.constData()));
    argv.push_back(nullptr);
    const QTemporaryDir directory; // a core file would be written here
    const QByteArray path = directory.path().toLocal8Bit();
    int started[2]; // closed on exec: until then it is a copy of this program, and handles signals
    if (::pipe2(started, O_CLOEXEC) != 0)
        return -1;
    const pid_t pid = ::fork();
    if (pid == 0) {
        const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
        ::setrlimit(RLIMIT_CORE, &unlimited);
        for (const QByteArray &variable : variables)
            ::putenv(const_cast<char *>(variable.constData()));
        if (::chdir(path.constData()) == 0)
            ::execvp(argv.front(), argv.data());
        ::_exit(127);
    }
    ::close(started[1]);
    char nothing = 0;
    while (::read(started[0], &nothing, 1) < 0 && errno == EINTR) {
    }
    ::close(started[0]);
    (void)QTest::qWaitFor(ready, patienceMs);
    ::kill(pid, signal);
    int status = 0;
    ::waitpid(pid, &status, 0);
    return status;
}

QString noCoreDumps()
{
#ifdef LOCKMASTER_SANITIZED
    return QStringLiteral("the sanitizer reads the memory itself");
#else
    const int status = statusAfter(SIGABRT, {QStringLiteral("sleep"), QStringLiteral("60")}, {},
                                   [] { return true; });
    return WCOREDUMP(status) ? QString()
                             : QStringLiteral("this machine writes no core dumps at all");
#endif
}

} // namespace lockmaster::test
