// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"

#include "core/domain/childenvironment.h"

#include <QCoreApplication>
#include <QProcess>

#include <csignal>

#include <unistd.h>

namespace lockmaster {

namespace {

constexpr qsizetype longestOutput = 4096;

/** A child in a process group of its own; what is left of the group goes with this object. */
class Command
{
public:
    explicit Command(const QStringList &command)
    {
        m_process.setProgram(command.first());
        m_process.setArguments(command.sliced(1));
        m_process.setProcessEnvironment(environmentWithoutPasswords());
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.setChildProcessModifier([] { ::setpgid(0, 0); });
        m_process.start(QIODevice::ReadOnly);
    }
    ~Command()
    {
        if (m_group > 0)
            ::kill(-m_group, SIGKILL);
        m_process.waitForFinished(1000);
    }
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;

    bool started()
    {
        const bool ok = m_process.waitForStarted(5000);
        m_group = ok ? pid_t(m_process.processId()) : 0;
        return ok;
    }

    /** False once the deadline has passed. True when it ended, or printed too much. */
    bool collect(SteadyTime deadline, QByteArray &output)
    {
        while (m_process.state() != QProcess::NotRunning && output.size() <= longestOutput) {
            const auto left = std::chrono::ceil<Millis>(deadline - systemClock().now());
            if (left.count() <= 0)
                return false;
            const int patience = int(std::min<qint64>(left.count(), 60'000));
            if (!m_process.waitForReadyRead(patience))
                m_process.waitForFinished(std::min(patience, 50)); // it closed its output
            output += m_process.read(longestOutput + 1);
        }
        output += m_process.read(longestOutput + 1);
        return true;
    }

    bool succeeded() const
    {
        return m_process.state() == QProcess::NotRunning
               && m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0;
    }

    QString ending() const
    {
        if (m_process.state() != QProcess::NotRunning)
            return QCoreApplication::translate("lockmaster", "it printed more than 4096 bytes");
        if (m_process.exitStatus() != QProcess::NormalExit)
            return QCoreApplication::translate("lockmaster", "it crashed");
        return QCoreApplication::translate("lockmaster", "it ended with status %1")
            .arg(m_process.exitCode());
    }

private:
    QProcess m_process;
    pid_t m_group = 0;
};

tl::unexpected<Error> refused(const QString &program, const QString &why)
{
    return failure(
        ErrorKind::Config,
        QCoreApplication::translate("lockmaster", "The password command '%1' failed: %2.")
            .arg(program, why),
        QCoreApplication::translate("lockmaster", "Run it by hand: it has to print the "
                                                  "password, then end with status 0."));
}

} // namespace

Result<Secret> runPasswordCommand(const QStringList &command, SteadyTime deadline)
{
    const QString &program = command.first();
    Command child(command);
    if (!child.started()) {
        return refused(program,
                       QCoreApplication::translate("lockmaster", "it could not be started"));
    }
    QByteArray output;
    if (!child.collect(deadline, output)) {
        return failure(ErrorKind::Timeout,
                       QCoreApplication::translate("lockmaster",
                                                   "The password command '%1' did not end in time.")
                           .arg(program),
                       QCoreApplication::translate("lockmaster",
                                                   "It must not ask; raise timeout_ms if it is "
                                                   "slow."));
    }
    if (!child.succeeded() || output.size() > longestOutput)
        return refused(program, child.ending());
    Secret password = firstLine(std::move(output));
    if (password.isEmpty())
        return refused(program, QCoreApplication::translate("lockmaster", "it printed nothing"));
    return password;
}

} // namespace lockmaster
