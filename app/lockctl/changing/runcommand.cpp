// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/changingcommands.h"

#include "app/lockctl/changing/childcommand.h"
#include "app/lockctl/changing/holdorder.h"
#include "app/lockctl/changing/holdreport.h"
#include "app/lockctl/changing/holdwatch.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/signalrelay.h"

#include <QCoreApplication>

namespace lockmaster {

namespace {

/** A lock and a command that runs under it. */
class Run
{
public:
    Run(const Options &options, ChildCommand &child, const BackendChoice &choice, HoldOrder order)
        : m_command(options.hold.command), m_child(child), m_order(std::move(order)),
          m_report(m_order, options.json ? HoldReport::Form::Json : HoldReport::Form::Silent),
          m_hold(options, choice)
    {
        QObject::connect(&m_hold, &HoldWatch::acquired, &m_hold,
                         [this](const OwnLock &own) { begin(own); });
        QObject::connect(&m_hold, &HoldWatch::renewed, &m_hold,
                         [this](const OwnLock &own) { m_report.renewed(own); });
        QObject::connect(&m_hold, &HoldWatch::renewalFailed, &m_hold,
                         [this](const Error &error) { m_report.renewalFailed(error); });
        QObject::connect(&m_hold, &HoldWatch::lost, &m_hold, [this](const Error &why) {
            m_child.end();
            m_report.lost(why);
        });
        QObject::connect(&m_hold, &HoldWatch::ended, &m_hold,
                         [this](const HoldOver &over) { holdEnded(over.end); });
        QObject::connect(&m_child, &ChildCommand::ended, &m_hold,
                         [this](int code) { commandEnded(code); });
        QObject::connect(&m_signals, &SignalRelay::received, &m_hold,
                         [this](int number, bool fromTerminal) { hear(number, fromTerminal); });
    }

    ExitCode run()
    {
        m_hold.start(m_order);
        QCoreApplication::exec();
        return m_code;
    }

private:
    void begin(const OwnLock &own)
    {
        m_report.acquired(own);
        if (m_interrupted)
            return;
        QList<QByteArray> variables{"LOCKMASTER_LOCK=" + m_order.request.name};
        if (!own.owner.isEmpty())
            variables.append("LOCKMASTER_OWNER=" + own.owner);
        if (own.fencingToken)
            variables.append("LOCKMASTER_FENCING_TOKEN=" + QByteArray::number(*own.fencingToken));
        m_commandCode = m_child.start(m_command, variables);
        if (m_commandCode)
            m_hold.stop();
    }

    void commandEnded(int code)
    {
        m_commandCode = code;
        if (m_over)
            finish();
        else
            m_hold.stop();
    }

    void holdEnded(const tl::expected<HoldEnd, NotDone> &end)
    {
        m_end = end;
        m_report.ended(end);
        m_over = true;
        if (!m_child.isRunning())
            finish();
    }

    void hear(int number, bool fromTerminal)
    {
        if (m_child.isRunning()) {
            m_child.send(number, fromTerminal);
            return;
        }
        m_interrupted = true;
        m_hold.stop();
    }

    void finish()
    {
        const ExitCode held = holdExitCode(m_end);
        // The command has done its work under the lock, whatever became of letting go of it.
        const bool heldThroughout = m_end && (held == ExitCode::Ok || held == ExitCode::Unknown);
        if (heldThroughout && m_commandCode)
            m_code = ExitCode(*m_commandCode);
        else
            m_code = heldThroughout ? ExitCode::NotAcquired : held;
        QCoreApplication::quit();
    }

    const QList<QByteArray> m_command;
    ChildCommand &m_child;
    const HoldOrder m_order;
    HoldReport m_report;
    SignalRelay m_signals;
    HoldWatch m_hold;
    bool m_interrupted = false; ///< before the command began
    bool m_over = false;        ///< the hold
    std::optional<int> m_commandCode;
    tl::expected<HoldEnd, NotDone> m_end;
    ExitCode m_code = ExitCode::Ok;
};

} // namespace

ExitCode runRun(const Options &options)
{
    ChildCommand child;
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;
    std::optional<HoldOrder> order = holdOrder(options, *choice);
    if (!order)
        return ExitCode::Usage;
    return Run(options, child, *choice, std::move(*order)).run();
}

} // namespace lockmaster
