// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lockctlrun.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace lockmaster::test {

namespace {

constexpr int patienceMs = 120'000;

QProcessEnvironment cleanEnvironment(const QStringList &more)
{
    static const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (name.startsWith(QStringLiteral("LOCKMASTER_PASSWORD")))
            environment.remove(name);
    }
    environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        environment.insert(QString::fromLatin1(name), home.path());
    for (const QString &setting : more)
        environment.insert(setting.section(u'=', 0, 0), setting.section(u'=', 1));
    return environment;
}

LockctlOutcome outcomeOf(QProcess &process)
{
    LockctlOutcome outcome;
    if (!process.waitForFinished(patienceMs)) {
        outcome.err = "still running";
        return outcome;
    }
    outcome.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

} // namespace

QStringList LockctlOutcome::said(const QString &start) const
{
    QStringList lines;
    for (const QString &line : QString::fromUtf8(err).split(u'\n')) {
        if (line.startsWith(QStringLiteral("lockctl: ") + start))
            lines.append(line.sliced(9));
    }
    return lines;
}

QString lockctlProgram()
{
    return QStringLiteral(LOCKCTL_PROGRAM);
}

LockctlOutcome runLockctl(const QStringList &arguments, const QStringList &environment)
{
    return outcomeOf(*startLockctl(arguments, environment));
}

LockctlOutcome runLockctlOnFullDisk(const QStringList &arguments, const QStringList &environment,
                                    qint64 mostBytes)
{
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment(environment));
    process.setStandardInputFile(QProcess::nullDevice());
    process.setChildProcessModifier([mostBytes] {
        // A full disk is an error and no signal.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = {rlim_t(mostBytes), rlim_t(mostBytes)};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    });
    process.start(lockctlProgram(), arguments);
    return outcomeOf(process);
}

std::unique_ptr<QProcess> startLockctl(const QStringList &arguments, const QStringList &environment,
                                       const QString &input)
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(cleanEnvironment(environment));
    process->setStandardInputFile(input);
    // Whoever runs the tests under `nohup` does not mean this.
    process->setChildProcessModifier([] { std::signal(SIGHUP, SIG_DFL); });
    process->start(lockctlProgram(), arguments);
    process->waitForStarted();
    return process;
}

QByteArray nextLine(QProcess &lockctl)
{
    QElapsedTimer timer;
    timer.start();
    while (!lockctl.canReadLine() && lockctl.state() == QProcess::Running
           && timer.elapsed() < patienceMs)
        lockctl.waitForReadyRead(100);
    return lockctl.canReadLine() ? lockctl.readLine() : QByteArray();
}

} // namespace lockmaster::test
