// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/droppedwords.h"
#include "app/lockctl/watching/eventline.h"
#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/monitor/eventmonitor.h"
#include "core/monitor/lockjson.h"

#include <QCoreApplication>

namespace lockmaster {

namespace {

/** So many events at once: a signal waits no longer than for these. */
constexpr size_t mostAtOnce = 1000;

/** Prints what a monitor tells. */
class EventPrinter
{
public:
    explicit EventPrinter(bool asJson) : m_asJson(asJson) {}

    /** @return false once nobody reads any more. */
    bool print(const EventQueue::News &news)
    {
        const SteadyTime now = systemClock().now();
        for (const auto &[backend, count] : news.dropped)
            printDropped(backend, count);
        const bool caughtUp = news.events.size() < mostAtOnce;
        sayDropped(now, caughtUp);
        for (const Event &event : news.events) {
            if (m_asJson) {
                JsonWriter json(m_out.buffer());
                writeEvent(json, event, now);
            } else {
                m_out.buffer() += eventLine(event, now).toUtf8();
            }
            m_out.buffer() += '\n';
            if (!m_out.pass())
                return false;
        }
        return m_out.flush();
    }

    /** What was left out since it was last said, if it is time or these are the last words. */
    void sayDropped(SteadyTime now, bool last)
    {
        for (const QString &line : m_words.take(now, last))
            say(line);
    }

private:
    void printDropped(const QString &backend, qint64 count)
    {
        m_words.add(backend, count);
        if (!m_asJson)
            return;
        JsonWriter json(m_out.buffer());
        writeDroppedEvents(json, backend, count, systemClock().wallNow());
        m_out.buffer() += '\n';
    }

    const bool m_asJson;
    BufferedOut m_out;
    DroppedWords m_words;
};

void sayProblemNews(const EventMonitor::ProblemNews &news)
{
    const Problem &problem = news.problem;
    if (news.isAbsence && !news.over) {
        sayAbsent(news.backend, {problem.source, {}, problem.error});
    } else if (!news.over) {
        sayProblem(news.backend, problem);
    } else {
        const QString where = problem.source.isEmpty()
                                  ? news.backend
                                  : news.backend + QLatin1StringView(": ") + problem.source;
        say(QStringLiteral("%1: Over: %2").arg(where, problem.error.message));
    }
}

} // namespace

ExitCode runWatch(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options);
    if (!filter)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;

    const StopSignal stop;
    QObject::connect(&stop, &StopSignal::requested, qApp, &QCoreApplication::quit);
    const auto wanted = [&filter](const Event &event) {
        return !event.lock() || filter->matches(*event.lock(), event.seenAt);
    };
    EventMonitor monitor(choice->backends, choice->readers, choice->feeds, wanted);
    EventPrinter printer(options.json);
    const auto printNext = [&monitor, &printer] {
        const EventQueue::News news = monitor.take(mostAtOnce);
        // Whoever read this has gone, or the disk is full: nothing more to do.
        if (!printer.print(news))
            QCoreApplication::quit();
        else if (news.events.size() == mostAtOnce)
            emit monitor.happened();
    };
    QObject::connect(&monitor, &EventMonitor::happened, qApp, printNext, Qt::QueuedConnection);
    // On standard error also with --json: of what was not read no event is told.
    const auto sayProblems = [&monitor] {
        for (const EventMonitor::ProblemNews &news : monitor.takeProblems())
            sayProblemNews(news);
    };
    QObject::connect(&monitor, &EventMonitor::problemsChanged, qApp, sayProblems,
                     Qt::QueuedConnection);
    QCoreApplication::exec();
    printer.sayDropped(systemClock().now(), true);
    return outputFailed() ? ExitCode::OutputFailed : ExitCode::Ok;
}

} // namespace lockmaster
