// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/windowprocess.h"

#include "core/config/specwriter.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <unistd.h>

namespace lockmaster::bench {

namespace {

constexpr int patienceMs = 30'000;
constexpr auto program = LOCKMASTER_PROGRAM;

/** Ends it politely; it writes its layout then. */
void end(QProcess &process)
{
    process.terminate();
    if (!process.waitForFinished(patienceMs))
        process.kill();
    process.waitForFinished(patienceMs);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

qint64 voluntarySwitches(const QString &status)
{
    for (const QByteArray &line : contentOf(status).split('\n')) {
        if (line.startsWith("voluntary_ctxt_switches:"))
            return line.mid(line.indexOf(':') + 1).trimmed().toLongLong();
    }
    return 0;
}

} // namespace

Result<std::unique_ptr<Display>> Display::start()
{
    for (const char *needed : {"Xvfb", "openbox", "xdotool"}) {
        if (QStandardPaths::findExecutable(QString::fromLatin1(needed)).isEmpty())
            return failure(ErrorKind::NotFound,
                           QStringLiteral("%1 is not installed.").arg(QString::fromLatin1(needed)));
    }
    std::unique_ptr<Display> display(new Display);
    QProcess &server = display->m_server;
    server.start(QStringLiteral("Xvfb"),
                 {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"),
                  QStringLiteral("0"), QStringLiteral("1280x800x24"), QStringLiteral("-nolisten"),
                  QStringLiteral("tcp")});
    while (!server.canReadLine() && server.waitForReadyRead(patienceMs)) {
    }
    const QString number = QString::fromLatin1(server.readLine().trimmed());
    if (number.isEmpty())
        return failure(ErrorKind::Timeout, QStringLiteral("Xvfb did not start."));
    display->m_name = u':' + number;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DISPLAY"), display->m_name);
    display->m_manager.setProcessEnvironment(environment);
    display->m_manager.setStandardErrorFile(QProcess::nullDevice());
    display->m_manager.start(QStringLiteral("openbox"), QStringList());
    if (!display->m_manager.waitForStarted(patienceMs))
        return failure(ErrorKind::Timeout, QStringLiteral("openbox did not start."));
    return display;
}

Display::~Display()
{
    end(m_manager);
    end(m_server);
}

bool Display::minimise(qint64 pid)
{
    QProcess xdotool;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DISPLAY"), m_name);
    xdotool.setProcessEnvironment(environment);
    xdotool.start(QStringLiteral("xdotool"),
                  {QStringLiteral("search"), QStringLiteral("--onlyvisible"),
                   QStringLiteral("--pid"), QString::number(pid), QStringLiteral("--name"),
                   QStringLiteral("Lockmaster"), QStringLiteral("windowminimize")});
    return xdotool.waitForFinished(patienceMs) && xdotool.exitCode() == 0;
}

WindowProcess::WindowProcess(const std::vector<BackendSpec> &backends, const Display *display)
{
    QFile profile(m_home.filePath(QStringLiteral("lockmaster.toml")));
    if (profile.open(QIODevice::WriteOnly)) {
        for (const BackendSpec &backend : backends)
            profile.write(writtenBackend(backend));
        profile.close();
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        environment.insert(QString::fromLatin1(name), m_home.path());
    environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
    environment.insert(QStringLiteral("QT_LOGGING_RULES"), QStringLiteral("lockmaster.start=true"));
    environment.insert(QStringLiteral("QT_FORCE_STDERR_LOGGING"), QStringLiteral("1"));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"),
                       display ? QStringLiteral("xcb") : QStringLiteral("offscreen"));
    if (display)
        environment.insert(QStringLiteral("DISPLAY"), display->name());
    m_process.setProcessEnvironment(environment);
    m_process.setReadChannel(QProcess::StandardError);
    m_begun = systemClock().now();
    m_process.start(QString::fromLatin1(program), {QStringLiteral("--config"), profile.fileName()});
}

WindowProcess::~WindowProcess()
{
    end(m_process);
}

Result<double> WindowProcess::waitForLocks()
{
    QByteArray said;
    while (m_process.canReadLine() || m_process.waitForReadyRead(patienceMs)) {
        while (m_process.canReadLine()) {
            const QByteArray line = m_process.readLine();
            if (line.contains("first locks on screen")) {
                const std::chrono::duration<double, std::milli> took =
                    systemClock().now() - m_begun;
                return took.count();
            }
            said += line;
        }
    }
    return failure(
        ErrorKind::Timeout,
        QStringLiteral("lockmaster showed no locks. %1").arg(QString::fromLocal8Bit(said)));
}

Result<ProcessUse> WindowProcess::use() const
{
    const QString tasks = QStringLiteral("/proc/%1/task").arg(pid());
    // Fields 14 and 15 are the time in user and in system mode; the name may hold spaces.
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(pid()));
    const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 13)
        return failure(ErrorKind::NotFound, QStringLiteral("lockmaster has ended."));
    ProcessUse use;
    use.cpuMs = 1000.0 * double(fields[11].toLongLong() + fields[12].toLongLong())
                / double(sysconf(_SC_CLK_TCK));
    for (const QString &task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        use.switches += voluntarySwitches(QStringLiteral("%1/%2/status").arg(tasks, task));
    return use;
}

} // namespace lockmaster::bench
