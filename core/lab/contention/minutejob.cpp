// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"
#include "core/lab/contention/arbiter.h"
#include "core/lab/contention/experiments.h"
#include "core/lab/contention/plan.h"
#include "core/text/words.h"

#include <set>

namespace lockmaster {

namespace {

/** The first machine's clock is right, the last one's is ahead by all of it. */
Millis skewOf(int machine, const ContentionOptions &options)
{
    return *options.skew * (machine - 1) / (*options.requests - 1);
}

Result<void> prepareRow(ContentionWorkers &stage)
{
    const QByteArray forget =
        "DELETE FROM dist_lock WHERE name = " + stage.sql().quoted(plan::jobName);
    stage.setCleanUp([&stage, forget] { const auto gone = stage.sql().run(forget); });
    return stage.sql().run(forget);
}

Result<void> startMachines(const QString &id, ContentionWorkers &stage,
                           const ContentionOptions &options)
{
    for (int machine = 1; machine <= *options.requests; ++machine) {
        auto started = stage.start({.experiment = id.toLatin1(),
                                    .number = machine,
                                    .requests = *options.requests,
                                    .skew = skewOf(machine, options),
                                    .seed = options.seed});
        if (!started)
            return started;
    }
    return {};
}

QString machineText(const WorkReport &report, Millis skew)
{
    const QString clock = skew == Millis(0)
                              ? Words::tr("clock right")
                              : Words::tr("clock ahead by %1").arg(durationText(skew));
    return Words::tr("Period %1: machine %2 (%3)").arg(report.round).arg(report.worker).arg(clock);
}

QStringList eventsOf(const std::vector<WorkReport> &reports, SteadyTime start,
                     const ContentionOptions &options)
{
    EventLines events(start);
    std::set<int> ran; // periods
    for (const WorkReport &report : reports) {
        const QString machine = machineText(report, skewOf(report.worker, options));
        if (report.step == WorkStep::Refused)
            events.add(report.at, Words::tr("%1 is refused").arg(machine));
        if (report.step != WorkStep::Entered)
            continue;
        const bool first = ran.insert(report.round).second;
        events.add(report.at,
                   (first ? Words::tr("%1 runs the job") : Words::tr("%1 runs the job again"))
                       .arg(machine));
    }
    return events.lines();
}

/**
 * A clock ahead by less than the hold, and by what the hold loses to whole seconds and to machines
 * that start one after another, harms nothing; one that is ahead by more than the hold has to.
 */
bool asExpected(Millis skew, int periodsRun, int repeated)
{
    constexpr Millis safe = plan::jobHold - plan::jobPastSecond - plan::jobStarts;
    if (skew < safe)
        return periodsRun == plan::jobPeriods && repeated == 0;
    return skew < plan::jobHold ? periodsRun == plan::jobPeriods : repeated > 0;
}

} // namespace

Result<ContentionReport> runMinuteJobs(const QString &id, ContentionWorkers &stage,
                                       const ContentionOptions &options)
{
    if (const auto ran = prepareRow(stage)
                             .and_then([&] { return startMachines(id, stage, options); })
                             .and_then([&] { return stage.begin(plan::jobPastSecond); })
                             .and_then([&] {
                                 return stage.finish(plan::jobPeriod * (plan::jobPeriods - 1)
                                                     + plan::jobStarts + plan::jobWork);
                             });
        !ran)
        return passOn(ran);

    const std::vector<WorkReport> reports = stage.reports();
    const std::vector<WorkSpan> spans = workSpans(reports);
    const int runs = int(spans.size());
    const int repeated = repeatedRuns(spans);
    return ContentionReport{
        .id = id,
        .happened = Words::tr("In %1 periods the job ran %2 times on %3 machines; "
                              "runs too many: %4. Clocks were up to %5 apart, the "
                              "hold is %6.")
                        .arg(plan::jobPeriods)
                        .arg(runs)
                        .arg(*options.requests)
                        .arg(repeated)
                        .arg(durationText(*options.skew), durationText(plan::jobHold)),
        .violations = repeated,
        .asExpected = asExpected(*options.skew, runs - repeated, repeated),
        .figures = {{QStringLiteral("machines"), Words::tr("Machines"), *options.requests},
                    {QStringLiteral("skew_ms"), Words::tr("Clocks apart, in ms"),
                     qint64(options.skew->count())},
                    {QStringLiteral("periods"), Words::tr("Periods"), plan::jobPeriods},
                    {QStringLiteral("runs"), Words::tr("Runs"), runs},
                    {QStringLiteral("double_runs"), Words::tr("Runs too many"), repeated},
                    {QStringLiteral("most_at_once"), Words::tr("Most at work at once"),
                     mostAtOnce(spans)}},
        .events = eventsOf(reports, stage.startedAt(), options)};
}

} // namespace lockmaster
