// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/changingcommands.h"

#include "app/lockctl/changing/holdorder.h"
#include "app/lockctl/changing/holdreport.h"
#include "app/lockctl/changing/holdwatch.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/stopsignal.h"

#include <QCoreApplication>

#include <unistd.h>

namespace lockmaster {

ExitCode runAcquire(const Options &options)
{
    const StopSignal stop;
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;
    const std::optional<HoldOrder> order = holdOrder(options, *choice);
    if (!order)
        return ExitCode::Usage;

    HoldReport report(*order, options.json ? HoldReport::Form::Json : HoldReport::Form::Text);
    HoldWatch hold(options, *choice);
    ExitCode code = ExitCode::Ok;
    // A lock must not outlive the interest in it.
    const auto goOn = [&hold](bool somebodyReads) {
        if (!somebodyReads)
            hold.stop();
    };
    QObject::connect(&hold, &HoldWatch::acquired, &hold,
                     [&](const OwnLock &own) { goOn(report.acquired(own)); });
    QObject::connect(&hold, &HoldWatch::renewed, &hold,
                     [&](const OwnLock &own) { goOn(report.renewed(own)); });
    QObject::connect(&hold, &HoldWatch::renewalFailed, &hold,
                     [&](const Error &error) { goOn(report.renewalFailed(error)); });
    QObject::connect(&hold, &HoldWatch::lost, &hold, [&](const Error &why) { report.lost(why); });
    QObject::connect(&hold, &HoldWatch::ended, &hold, [&](const HoldOver &over) {
        report.ended(over.end);
        code = holdExitCode(over.end);
        QCoreApplication::quit();
    });
    QObject::connect(&stop, &StopSignal::requested, &hold, &HoldWatch::stop);
    // The writing end of a pipe reports an error once its reader has gone.
    QSocketNotifier reader(STDOUT_FILENO, QSocketNotifier::Exception);
    QObject::connect(&reader, &QSocketNotifier::activated, &hold, [&] {
        reader.setEnabled(false);
        hold.stop();
    });
    hold.start(*order);
    QCoreApplication::exec();
    return code == ExitCode::Ok && outputFailed() ? ExitCode::OutputFailed : code;
}

} // namespace lockmaster
