// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/servedalerts.h"
#include "app/lockctl/shell/servicenotice.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/text/literaltext.h"
#include "core/exporter/exporter.h"
#include "core/exporter/lockmetrics.h"
#include "core/exporter/metricscollector.h"
#include "core/exporter/processmetrics.h"
#include "core/history/historyrecorder.h"
#include "core/history/historyvalues.h"
#include "core/monitor/snapshotmonitor.h"

#include <QCoreApplication>

namespace lockmaster {

namespace {

SeriesChoice seriesOf(const ServeOptions &options, const std::vector<LockNote> &locks)
{
    SeriesChoice series;
    series.notes = locks;
    for (const QString &pattern : options.series)
        series.patterns.push_back(pattern.toUtf8());
    series.most = size_t(options.maxSeries);
    return series;
}

/** What a service's log should tell: that a backend or a node went, and why, and what came back. */
class BackendLog : public SnapshotTap
{
public:
    void take(quint64 /*key*/, const std::shared_ptr<const BackendSnapshot> & /*snapshot*/,
              const std::vector<Event> &events) override
    {
        for (const Event &event : events) {
            if (event.kind == EventKind::BackendBack)
                say(QStringLiteral("%1: it answers again.").arg(event.backend));
            else if (isOfBackend(event.kind))
                say(event.backend + QLatin1StringView(": ") + event.detail);
        }
    }
    void end(quint64 /*key*/) override {}
};

/** Null where nobody wants a history. What goes wrong with it is said, and stops nothing else. */
std::unique_ptr<HistoryRecorder> startHistory(const BackendChoice &choice,
                                              const ServeOptions &options)
{
    if (options.noHistory || !choice.history.enabled)
        return nullptr;
    HistorySettings settings;
    settings.path = defaultHistoryPath();
    settings.program = QStringLiteral("lockctl serve");
    settings.keep = std::chrono::days(choice.history.keepDays);
    settings.mostBytes = qint64(choice.history.maxMegabytes) * 1'000'000;
    const auto changed = [last = HistoryStatus()](const HistoryStatus &status) mutable {
        if (status.problem && status.problem != last.problem)
            say(QStringLiteral("No history is recorded: %1").arg(errorText(*status.problem)));
        if (!status.setAside.isEmpty() && status.setAside != last.setAside)
            say(QStringLiteral("The history was damaged and begins anew; the old file is %1.")
                    .arg(status.setAside));
        if (!status.elsewhere.isEmpty() && status.elsewhere != last.elsewhere)
            say(QStringLiteral("Another Lockmaster records the history of %1.")
                    .arg(status.elsewhere.join(QLatin1StringView(", "))));
        last = status;
    };
    return std::make_unique<HistoryRecorder>(settings, changed);
}

/** Whoever set the scraping up learns here why it does not work. */
void sayRefusedHost(const QByteArray &host)
{
    constexpr qsizetype longest = 100;
    say(QStringLiteral("A request for the host '%1' was refused. If that is this server, add "
                       "--host NAME.")
            .arg(beginningOf(literalText(host), longest)));
}

} // namespace

ExitCode runServe(const Options &options)
{
    const Result<ListenAddress> address = listenAddress(options.serve.listen);
    if (!address) {
        say(QStringLiteral("--listen: ") + errorText(address.error()));
        return ExitCode::Usage;
    }
    Result<HostNames> names = HostNames::from(options.serve.hosts);
    if (!names) {
        say(QStringLiteral("--host: ") + errorText(names.error()));
        return ExitCode::Usage;
    }
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;

    const StopSignal stop;
    QObject::connect(&stop, &StopSignal::requested, qApp, &QCoreApplication::quit);
    MetricsCollector book(choice->backends, choice->complete);
    const std::unique_ptr<HistoryRecorder> history = startHistory(*choice, options.serve);
    std::unique_ptr<ServedAlerts> alerts;
    if (choice->alerts.enabled && !options.serve.noAlerts) {
        alerts =
            std::make_unique<ServedAlerts>(choice->alerts, choice->locks, choice->owners,
                                           choice->backends, /*withHistory=*/history != nullptr);
    }
    const auto collect = [&book, &history, &alerts,
                          series = seriesOf(options.serve, choice->locks)] {
        ExportedState state = book.state();
        if (history) {
            const HistoryStatus status = history->status();
            state.history = ExportedHistory{status.recording, status.droppedEvents};
        }
        if (alerts)
            state.alerts = alerts->exported();
        MetricFamilies families = lockMetrics(state, series, systemClock().now());
        MetricFamilies own = processMetrics(LOCKMASTER_VERSION);
        std::move(own.begin(), own.end(), std::back_inserter(families));
        return families;
    };
    // Before any server is asked: where nobody can read, nobody needs to watch.
    auto exporter = Exporter::start(*address, *std::move(names), collect, sayRefusedHost);
    if (!exporter) {
        say(errorText(exporter.error()));
        return ExitCode::NoAnswer;
    }
    BackendLog log;
    std::vector<SnapshotTap *> taps = {&log, &book};
    if (history)
        taps.push_back(history.get());
    if (alerts)
        taps.push_back(&alerts->tap());
    auto monitor = std::make_unique<const SnapshotMonitor>(choice->backends, choice->readers,
                                                           choice->feeds, taps);

    // A log that nobody keeps any more is no reason to stop.
    writeOut(QStringLiteral("http://%1/metrics\n").arg((*exporter)->address().text()).toUtf8());
    ServiceNotice notice;
    notice.sayReady();
    QCoreApplication::exec();
    notice.sayStopping();
    monitor.reset();   // it tells them
    exporter->reset(); // it asks them
    if (alerts)
        alerts->end();
    return ExitCode::Ok;
}

} // namespace lockmaster
