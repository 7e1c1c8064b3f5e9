// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsender.h"

#include "core/platform/childenvironment.h"
#include "core/platform/supervisedchild.h"
#include "core/text/words.h"

#include <QSocketNotifier>

#include <cerrno>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster {

/** A run of the command, and what it was not told yet. */
struct CommandSender::Run {
    SupervisedChild child;
    QByteArray untold;
    std::unique_ptr<QSocketNotifier> endWatch;
    std::unique_ptr<QSocketNotifier> roomWatch;

    Run(const QStringList &command, const QByteArray &json)
        : child({command, environmentWithoutPasswords(),
                 // What it leaves running goes with it when it takes too long, and only then.
                 SupervisedChild::Leftovers::Stay, /*isTold=*/true, /*isHeard=*/false}),
          untold(json)
    {
    }
};

CommandSender::CommandSender(const DeliverySettings &settings, QObject *parent)
    : AlertSender(parent), m_command(settings.command)
{
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(settings.commandTimeout);
    m_timeout.callOnTimeout(this, &CommandSender::overdue);
}

CommandSender::~CommandSender() = default;

void CommandSender::send(const QByteArray &json)
{
    m_overdue = false;
    m_run = std::make_unique<Run>(m_command, json);
    if (!m_run->child.hasStarted()) {
        m_run.reset();
        done(Words::tr("'%1' could not be started.").arg(m_command.first()));
        return;
    }
    m_timeout.start();
    m_run->endWatch =
        std::make_unique<QSocketNotifier>(m_run->child.ending(), QSocketNotifier::Read);
    connect(m_run->endWatch.get(), &QSocketNotifier::activated, this, &CommandSender::ended);
    m_run->roomWatch =
        std::make_unique<QSocketNotifier>(m_run->child.input(), QSocketNotifier::Write);
    connect(m_run->roomWatch.get(), &QSocketNotifier::activated, this, &CommandSender::write);
}

void CommandSender::write()
{
    Run &run = *m_run;
    const ssize_t written =
        ::write(run.child.input(), run.untold.constData(), size_t(run.untold.size()));
    if (written < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    run.untold = written < 0 ? QByteArray() : run.untold.sliced(written); // it may not want to know
    if (!run.untold.isEmpty())
        return;
    run.roomWatch->setEnabled(false);
    run.child.closeInput();
}

void CommandSender::overdue()
{
    m_overdue = true;
    m_run->child.end();
}

void CommandSender::ended()
{
    const std::optional<int> status = m_run->child.status();
    if (!status)
        return;
    m_timeout.stop();
    m_run->endWatch->setEnabled(false);
    m_run->endWatch.release()->deleteLater(); // it is telling us this
    m_run.reset();
    QString problem;
    if (m_overdue) {
        problem = Words::tr("'%1' did not end in time.").arg(m_command.first());
    } else if (!WIFEXITED(*status)) {
        problem = Words::tr("'%1' crashed.").arg(m_command.first());
    } else if (WEXITSTATUS(*status) != 0) {
        problem = Words::tr("'%1' ended with status %2.")
                      .arg(m_command.first())
                      .arg(WEXITSTATUS(*status));
    }
    done(problem);
}

} // namespace lockmaster
