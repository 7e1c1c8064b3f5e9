// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsender.h"

#include "core/domain/childenvironment.h"

#include <QCoreApplication>

#include <csignal>

#include <unistd.h>

namespace lockmaster {

CommandSender::CommandSender(const DeliverySettings &settings, QObject *parent)
    : AlertSender(parent), m_command(settings.command)
{
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(settings.commandTimeout);
    m_timeout.callOnTimeout(this, &CommandSender::overdue);
}

CommandSender::~CommandSender()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    killGroup();
    m_process->waitForFinished(500);
}

void CommandSender::send(const QByteArray &json)
{
    m_overdue = false;
    m_process = std::make_unique<QProcess>();
    m_process->setProgram(m_command.first());
    m_process->setArguments(m_command.sliced(1));
    m_process->setProcessEnvironment(environmentWithoutPasswords());
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    // A group of its own: what it leaves running goes with it when it takes too long.
    m_process->setChildProcessModifier([] { ::setpgid(0, 0); });
    connect(m_process.get(), &QProcess::finished, this, &CommandSender::ended);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended();
    });
    m_timeout.start();
    // cppcheck-suppress nullPointerRedundantCheck ; where it fails at once, `ended()` takes it away
    m_process->start();
    if (!m_process)
        return; // which has been told
    m_process->write(json);
    m_process->closeWriteChannel();
}

void CommandSender::overdue()
{
    m_overdue = true;
    killGroup();
}

void CommandSender::killGroup()
{
    if (const qint64 process = m_process->processId(); process > 0)
        ::kill(-pid_t(process), SIGKILL);
}

void CommandSender::ended()
{
    m_timeout.stop();
    QString problem;
    if (m_process->error() == QProcess::FailedToStart) {
        problem = QCoreApplication::translate("lockmaster", "'%1' could not be started.")
                      .arg(m_command.first());
    } else if (m_overdue) {
        problem = QCoreApplication::translate("lockmaster", "'%1' did not end in time.")
                      .arg(m_command.first());
    } else if (m_process->exitStatus() != QProcess::NormalExit) {
        problem = QCoreApplication::translate("lockmaster", "'%1' crashed.").arg(m_command.first());
    } else if (m_process->exitCode() != 0) {
        problem = QCoreApplication::translate("lockmaster", "'%1' ended with status %2.")
                      .arg(m_command.first())
                      .arg(m_process->exitCode());
    }
    m_process->disconnect(this);
    m_process.release()->deleteLater(); // it is telling us this
    done(problem);
}

} // namespace lockmaster
