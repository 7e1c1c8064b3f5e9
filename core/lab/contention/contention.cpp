// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/contention.h"

#include "core/lab/contention/experiments.h"
#include "core/lab/contention/plan.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

namespace lockmaster {

namespace {

struct Experiment {
    const char *id;
    const char *title;
    const char *expectation;
    const char *who;
    int requests;
    int fewest;
    int most;
    std::optional<Millis> skew;
    const char *family;
    Result<ContentionReport> (*run)(const QString &, ContentionWorkers &,
                                    const ContentionOptions &);
};

constexpr Millis widestSkew = std::chrono::seconds(60);

const std::array experiments = {
    Experiment{
        plan::cardsUnlocked, QT_TRANSLATE_NOOP("lockmaster", "Card limit without a lock"),
        QT_TRANSLATE_NOOP("lockmaster", "A user may have two cards. Every request counts, sees "
                                        "fewer than two, and issues one: there are far too many."),
        QT_TRANSLATE_NOOP("lockmaster", "Requests"), 20, 4, 40, std::nullopt, "cards", runCards},
    Experiment{
        plan::cardsPooled, QT_TRANSLATE_NOOP("lockmaster", "Card limit, lock through a pool"),
        QT_TRANSLATE_NOOP("lockmaster",
                          "Every statement borrows any connection of the pool. Whoever gets the "
                          "one that has the lock enters again and the limit is broken; a release "
                          "on another one does nothing, and the lock stays with an idle "
                          "connection."),
        QT_TRANSLATE_NOOP("lockmaster", "Requests"), 20, 4, 40, std::nullopt, "cards", runCards},
    Experiment{
        plan::cards, QT_TRANSLATE_NOOP("lockmaster", "Card limit, lock on one connection"),
        QT_TRANSLATE_NOOP("lockmaster", "One connection from the get to the release: the requests "
                                        "take turns, and there are exactly two cards."),
        QT_TRANSLATE_NOOP("lockmaster", "Requests"), 20, 4, 40, std::nullopt, "cards", runCards},
    Experiment{
        plan::minuteJob, QT_TRANSLATE_NOOP("lockmaster", "A job of every minute, clocks apart"),
        QT_TRANSLATE_NOOP("lockmaster",
                          "Each period the job runs on one machine, as long as no clock is ahead "
                          "of another by the hold of one second. Beyond that, a second machine "
                          "takes the hold for over and runs the job again."),
        QT_TRANSLATE_NOOP("lockmaster", "Machines"), 3, 2, 10, Millis(1500), "jobs", runMinuteJobs},
    Experiment{
        plan::order, QT_TRANSLATE_NOOP("lockmaster", "Orders that outlast their lock"),
        QT_TRANSLATE_NOOP("lockmaster",
                          "An order takes longer than its lock lives. A second one begins "
                          "meanwhile, and the first one's DEL removes the second one's lock."),
        QT_TRANSLATE_NOOP("lockmaster", "Shops"), 4, 2, 12, std::nullopt, "shops", runOrders},
    Experiment{
        plan::coupon, QT_TRANSLATE_NOOP("lockmaster", "Coupons that outlast their lock"),
        QT_TRANSLATE_NOOP("lockmaster",
                          "The same with Redisson's lock: a second one begins meanwhile, but the "
                          "unlock of the first is refused and nobody else's lock is removed."),
        QT_TRANSLATE_NOOP("lockmaster", "Shops"), 4, 2, 12, std::nullopt, "shops", runCoupons},
    Experiment{
        plan::masterPlanned,
        QT_TRANSLATE_NOOP("lockmaster", "A planned change of the Redis master"),
        QT_TRANSLATE_NOOP("lockmaster",
                          "Sentinels put another server in the place of a master that is well. "
                          "Until that one hears of it, it goes on granting locks: they are lost, "
                          "and nobody tells their holders."),
        QT_TRANSLATE_NOOP("lockmaster", "Clients"), 6, 2, 12, std::nullopt, "masters",
        runMasterLoss},
    Experiment{plan::masterKilled, QT_TRANSLATE_NOOP("lockmaster", "A Redis master that is killed"),
               QT_TRANSLATE_NOOP("lockmaster",
                                 "Nobody gets a lock until the sentinels have put another server "
                                 "in its place. What had not reached that one is lost: on one "
                                 "machine a lock or none."),
               QT_TRANSLATE_NOOP("lockmaster", "Clients"), 6, 2, 12, std::nullopt, "masters",
               runMasterLoss},
    Experiment{
        plan::masterFrozen, QT_TRANSLATE_NOOP("lockmaster", "A Redis master that sleeps and wakes"),
        QT_TRANSLATE_NOOP("lockmaster",
                          "Another server has taken its place by the time it wakes. It does not "
                          "know, and goes on granting locks to clients that waited for it, for up "
                          "to ten seconds: all of them are lost."),
        QT_TRANSLATE_NOOP("lockmaster", "Clients"), 6, 2, 12, std::nullopt, "masters",
        runMasterLoss},
};

Result<const Experiment *> experimentCalled(const QString &id)
{
    const auto *const found =
        std::find_if(experiments.begin(), experiments.end(), [&](const Experiment &candidate) {
            return id == QLatin1String(candidate.id);
        });
    if (found != experiments.end())
        return found;
    return failure(ErrorKind::NotFound, Words::tr("There is no experiment '%1'.").arg(id));
}

ContentionInfo infoOf(const Experiment &experiment)
{
    return {QString::fromLatin1(experiment.id),
            Words::tr(experiment.title),
            Words::tr(experiment.expectation),
            Words::tr(experiment.who),
            experiment.requests,
            experiment.fewest,
            experiment.most,
            experiment.skew,
            QString::fromLatin1(experiment.family),
            experiment.run == runMasterLoss};
}

Result<ContentionOptions> completed(ContentionOptions options, const Experiment &experiment)
{
    options.requests = options.requests.value_or(experiment.requests);
    if (*options.requests < experiment.fewest || *options.requests > experiment.most) {
        return failure(ErrorKind::Config,
                       Words::tr("The number of requests has to be from %1 to %2.")
                           .arg(experiment.fewest)
                           .arg(experiment.most));
    }
    if (options.skew && !experiment.skew) {
        return failure(ErrorKind::Config, Words::tr("Clocks play no part in this experiment."));
    }
    if (!options.skew)
        options.skew = experiment.skew;
    if (options.skew && (*options.skew < Millis(0) || *options.skew > widestSkew)) {
        return failure(ErrorKind::Config, Words::tr("The skew has to be from 0 to 60 seconds."));
    }
    return options;
}

ContentionTrace traceOf(ContentionWorkers &stage, const ContentionOptions &options)
{
    ContentionTrace trace{.requests = *options.requests,
                          .skew = options.skew,
                          .seed = options.seed,
                          .start = stage.startedAt(),
                          .reports = stage.reports()};
    trace.begunAt = systemClock().wallNow()
                    - std::chrono::duration_cast<Micros>(systemClock().now() - trace.start);
    std::erase_if(trace.reports, [](const WorkReport &report) {
        return report.step == WorkStep::Session || report.step == WorkStep::Ready;
    });
    return trace;
}

/** The stage of a place is for one experiment at a time: their tables and keys have fixed names. */
class Turn
{
public:
    explicit Turn(const LabPlace &place) : m_place(place.keeper->directory())
    {
        const std::scoped_lock guard(mutex());
        m_ours = taken().insert(m_place).second;
    }
    ~Turn()
    {
        const std::scoped_lock guard(mutex());
        if (m_ours)
            taken().erase(m_place);
    }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;

    bool ours() const { return m_ours; }

private:
    static std::mutex &mutex()
    {
        static std::mutex one;
        return one;
    }
    static std::set<QString> &taken()
    {
        static std::set<QString> places;
        return places;
    }

    QString m_place;
    bool m_ours = false;
};

} // namespace

std::vector<ContentionInfo> contentionExperiments()
{
    std::vector<ContentionInfo> infos;
    std::transform(experiments.begin(), experiments.end(), std::back_inserter(infos), infoOf);
    return infos;
}

std::optional<ContentionInfo> contentionExperiment(const QString &id)
{
    const auto experiment = experimentCalled(id);
    return experiment ? std::optional(infoOf(**experiment)) : std::nullopt;
}

Result<ContentionOptions> completeContentionOptions(const QString &id,
                                                    const ContentionOptions &options)
{
    return experimentCalled(id).and_then(
        [&](const Experiment *experiment) { return completed(options, *experiment); });
}

Result<ContentionReport> runContention(const QString &id, const LabPlace &place,
                                       const ContentionOptions &options,
                                       const std::function<void(const QString &, int)> &progress,
                                       std::stop_token stop)
{
    const auto experiment = experimentCalled(id);
    if (!experiment)
        return passOn(experiment);
    if (!place.sandbox || !place.redis) {
        return failure(ErrorKind::NotFound, Words::tr("Contention experiments need a sandbox."),
                       Words::tr("Start the sandbox first."));
    }
    const auto complete = completed(options, **experiment);
    if (!complete)
        return passOn(complete);
    const Turn turn(place);
    if (!turn.ours()) {
        return failure(ErrorKind::Config, Words::tr("Another experiment is running there."),
                       Words::tr("Wait for its end, or cancel it."));
    }
    const auto tell = [&progress](const QString &step, int percent) {
        if (progress)
            progress(step, percent);
    };
    ContentionWorkers stage(place, tell, std::move(stop));
    if (const auto opened = stage.open(); !opened)
        return passOn(opened);
    if (complete->told) {
        stage.setTold([&](const std::vector<WorkReport> &reports) {
            if (const auto course = workCourse(id, *complete->requests, reports, stage.startedAt()))
                complete->told(*course);
        });
    }
    auto report = (*experiment)->run(id, stage, *complete);
    if (report) {
        report->trace = traceOf(stage, *complete);
        report->course =
            workCourse(id, *complete->requests, report->trace.reports, stage.startedAt());
        if (report->course)
            report->course->isOver = true;
    }
    return report;
}

void EventLines::add(SteadyTime at, const QString &what)
{
    constexpr qsizetype most = 500;
    if (m_lines.size() >= most)
        return;
    const std::chrono::duration<double> since = at - m_start;
    // Most of a race happens within a hundredth of a second.
    m_lines += QStringLiteral("%1 s  %2").arg(since.count(), 0, 'f', 3).arg(what);
}

} // namespace lockmaster
