// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/labcommands.h"

#include "app/lockctl/lab/contentionreport.h"
#include "app/lockctl/lab/labrecord.h"
#include "app/lockctl/lab/labroom.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/text/durationtext.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <thread>

namespace lockmaster {

namespace {

bool hasGroup(const QString &experiment)
{
    const auto info = contentionExperiment(experiment);
    return info && info->hasGroup;
}

void sayWhereToLook(const QString &configPath)
{
    say(QStringLiteral("Its locks meanwhile: lockctl watch --config %1").arg(configPath));
}

/** By the option's name: they are machines or shops in some. What is wrong is said. */
bool isPossible(const QString &experiment, int requests)
{
    const auto info = contentionExperiment(experiment);
    if (!info || (requests >= info->fewest && requests <= info->most))
        return true;
    say(QStringLiteral("--requests has to be from %1 to %2 for 'lab %3'.")
            .arg(info->fewest)
            .arg(info->most)
            .arg(experiment));
    return false;
}

/** Complete, so that nothing is started for what makes no sense; what is wrong is said. */
std::optional<ContentionOptions> contentionOptions(const LabOptions &options)
{
    ContentionOptions told;
    told.requests = options.contend.requests;
    told.seed = options.seed.value_or(QRandomGenerator::global()->generate());
    if (!options.contend.skew.isEmpty()) {
        const std::optional<Micros> skew = durationFromText(options.contend.skew);
        if (!skew || *skew % Millis(1) != Micros(0)) {
            say(QStringLiteral("--skew '%1' is not a time in whole milliseconds, such as 1500ms or "
                               "1.5s.")
                    .arg(options.contend.skew));
            return std::nullopt;
        }
        told.skew = std::chrono::duration_cast<Millis>(*skew);
    }
    if (told.requests && !isPossible(options.experiment, *told.requests))
        return std::nullopt;
    const auto complete = completeContentionOptions(options.experiment, told);
    if (complete)
        return *complete;
    say(errorText(complete.error()));
    return std::nullopt;
}

/** Runs it on a thread of its own, so that a signal ends it. */
Result<ContentionReport> runStoppable(const QString &id, const LabPlace &place,
                                      const ContentionOptions &options, const StopSignal &stop)
{
    std::optional<Result<ContentionReport>> outcome;
    std::jthread work([&](const std::stop_token &stopped) {
        outcome = runContention(
            id, place, options,
            [told = QString()](const QString &step, int percent) mutable {
                if (step != told)
                    say(QStringLiteral("%1 % %2").arg(percent, 3).arg(step));
                told = step;
            },
            stopped);
        QMetaObject::invokeMethod(qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    });
    const auto connection =
        QObject::connect(&stop, &StopSignal::requested, qApp, [&work] { work.request_stop(); });
    QCoreApplication::exec();
    QObject::disconnect(connection);
    work.join();
    return *outcome;
}

} // namespace

ExitCode runContentionExperiment(const Options &options)
{
    auto told = contentionOptions(options.lab);
    if (!told || !mayRecord(options.lab))
        return ExitCode::Usage;
    const StopSignal stop;
    bool stopped = false;
    QObject::connect(&stop, &StopSignal::requested, qApp, [&stopped] { stopped = true; });
    const auto room = openLabRoom(options, stop);
    if (!room)
        return room.error();
    QCoreApplication::processEvents();
    if (stopped)
        return ExitCode::Cancelled;
    if (!hasGroup(options.lab.experiment))
        sayWhereToLook(room->sandbox->configPath());
    told->watch = [](const std::optional<BackendSpec> &backend, const QString &configPath) {
        if (backend)
            sayWhereToLook(configPath);
    };

    const auto report = runStoppable(options.lab.experiment, room->place, *told, stop);
    if (!report) {
        say(errorText(report.error()));
        return report.error().kind == ErrorKind::Cancelled ? ExitCode::Cancelled
                                                           : ExitCode::NoAnswer;
    }
    // First what is kept: whoever reads the output may have gone.
    const ExitCode recorded = writeRecord(options.lab, {{}, {*report}, {}});
    const bool written =
        writeOut(options.json ? contentionJson(*report, told->seed) : contentionText(*report));
    if (!written || recorded != ExitCode::Ok)
        return ExitCode::OutputFailed;
    return report->asExpected ? ExitCode::Ok : ExitCode::NotAsExpected;
}

} // namespace lockmaster
