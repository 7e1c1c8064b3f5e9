// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watchcommand.h"

#include "app/lockctl/backendchoice.h"
#include "app/lockctl/eventtext.h"
#include "app/lockctl/filteroption.h"
#include "app/lockctl/output.h"
#include "app/lockctl/stopsignal.h"
#include "core/monitor/lockjson.h"
#include "core/monitor/monitor.h"

#include <QCoreApplication>

namespace lockmaster {

namespace {

QByteArray lines(const ViewUpdate &update, const Filter &filter, bool asJson)
{
    QByteArray out;
    const SteadyTime now = systemClock().now();
    for (const Event &event : update.events) {
        if (event.lock() && !filter.matches(*event.lock(), now))
            continue;
        if (asJson) {
            JsonWriter json(out);
            writeEvent(json, event, now);
        } else {
            out += eventText(event, now).toUtf8();
        }
        out += '\n';
    }
    return out;
}

} // namespace

ExitCode runWatch(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options.filter);
    if (!filter)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;

    const StopSignal stop;
    QObject::connect(&stop, &StopSignal::requested, qApp, &QCoreApplication::quit);
    Monitor monitor(choice->readers);
    QObject::connect(&monitor.store(), &LockStore::updated, qApp, [&](const ViewUpdate &update) {
        if (update.droppedEvents > 0) {
            say(QStringLiteral("%1 events came too fast and were not kept.")
                    .arg(update.droppedEvents));
        }
        // Whoever read this has gone, or the disk is full: nothing more to do.
        if (!writeOut(lines(update, *filter, options.json)))
            QCoreApplication::quit();
    });
    monitor.setBackends(choice->backends);
    QCoreApplication::exec();
    return outputFailed() ? ExitCode::OutputFailed : ExitCode::Ok;
}

} // namespace lockmaster
