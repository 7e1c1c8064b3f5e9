// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/arbiter.h"
#include "core/lab/contention/experiments.h"
#include "core/lab/contention/plan.h"
#include "core/lab/servers/redisgroup.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr Millis betweenQuestions = 20ms;

struct Moment {
    SteadyTime at{};
    QString what;
};

/** What happens to the group, and when. */
struct Course {
    const QString id;
    RedisGroup &group;
    ContentionWorkers &stage;
    size_t old = 0;       ///< the master that goes
    size_t successor = 0; ///< who is in its place
    SteadyTime acted{};   ///< when it was deposed, killed or frozen
    SteadyTime named{};   ///< when most of the sentinels named the successor
    std::vector<Moment> moments = {};
    std::optional<PlainRedis> master = {};    ///< the successor, to ask what it has
    std::set<std::pair<int, int>> asked = {}; ///< for its locks, by client and round
    SteadyTime lookAt{};                      ///< when it is asked next

    bool is(const char *experiment) const { return id == QLatin1String(experiment); }
    /** For the report, and for whoever looks on. @return when it was. */
    SteadyTime note(const QString &what, int percent)
    {
        moments.push_back({steady_clock::now(), what});
        stage.tell(what, percent);
        return moments.back().at;
    }
    /** The same, and for the drawing. */
    SteadyTime note(WorkStep step, size_t server, const QString &what, int percent)
    {
        const SteadyTime at = note(what, percent);
        stage.own().push_back({at, 0, 0, step, qint64(server)});
        return at;
    }
};

/** Whoever watches is told before the group goes. */
class Watched
{
public:
    Watched(const ContentionOptions &options, const RedisGroup &group) : m_options(options)
    {
        if (m_options.watch)
            m_options.watch(group.watched(), group.configPath());
    }
    ~Watched()
    {
        if (m_options.watch)
            m_options.watch(std::nullopt, {});
    }
    Watched(const Watched &) = delete;
    Watched &operator=(const Watched &) = delete;

private:
    const ContentionOptions &m_options;
};

QString named(const RedisGroup &group, size_t server)
{
    return Words::tr("server %1 (%2)").arg(server + 1).arg(group.addressOf(server));
}

Result<void> depose(Course &course)
{
    course.old = course.group.master().value_or(course.old); // a busy machine may have moved it
    const QString who = named(course.group, course.old);
    if (course.is(plan::masterPlanned)) {
        course.acted = course.note(WorkStep::Deposed, course.old,
                                   Words::tr("The sentinels are asked to replace %1").arg(who), 30);
        return course.group.replaceMaster();
    }
    const bool isKilled = course.is(plan::masterKilled);
    course.acted = course.note(WorkStep::Deposed, course.old,
                               isKilled ? Words::tr("The master, %1, is killed").arg(who)
                                        : Words::tr("The master, %1, is frozen").arg(who),
                               30);
    if (isKilled)
        course.group.server(course.old).kill();
    else
        course.group.server(course.old).freeze();
    return {};
}

/** Returns once the sentinels name another one. */
Result<void> awaitSuccessor(Course &course)
{
    const SteadyTime deadline = course.acted + plan::groupLongest;
    std::optional<size_t> now;
    while (!now || *now == course.old) {
        if (steady_clock::now() >= deadline) {
            return failure(ErrorKind::Timeout,
                           Words::tr("The sentinels put no other server in the master's place."));
        }
        if (auto waited = course.stage.pause(betweenQuestions); !waited)
            return waited;
        now = course.group.master();
    }
    course.successor = *now;
    course.named = course.note(
        WorkStep::Named, *now,
        Words::tr("Most of the sentinels name %1 as the master").arg(named(course.group, *now)),
        50);
    return {};
}

QByteArray keyOf(const WorkReport &locked)
{
    return plan::groupKeys + QByteArray::number(locked.worker) + ':'
           + QByteArray::number(locked.round);
}

/**
 * Of what the old master granted, what the new one does not have is lost: nobody brings it there
 * any more. Only for whoever looks on; `judge()` asks for all of it again.
 */
void lookForLost(Course &course)
{
    if (!course.master) {
        if (auto master = course.group.connect(course.successor))
            course.master = std::move(*master);
        else
            return;
    }
    for (const WorkReport &report : course.stage.reports()) {
        if (report.step != WorkStep::Locked || report.value != qint64(course.old)
            || !course.asked.insert({report.worker, report.round}).second)
            continue;
        const auto there = course.master->command({"EXISTS", keyOf(report)});
        if (!there)
            return;
        if (there->integer == 0)
            course.stage.own().push_back(
                {steady_clock::now(), report.worker, report.round, WorkStep::Lost, 0});
    }
}

/** In pieces, between which it is looked what is lost. */
Result<void> pauseLooking(Course &course, Millis time)
{
    constexpr Millis piece = 200ms;
    for (Millis left = time; left > 0ms; left -= piece) {
        if (auto waited = course.stage.pause(std::min(left, piece)); !waited)
            return waited;
        if (const SteadyTime now = steady_clock::now(); now >= course.lookAt) {
            course.lookAt = now + piece;
            lookForLost(course);
        }
    }
    return {};
}

/** The old one grants locks to whoever asks it until it hears that it is none any more. */
Result<void> awaitOldMaster(Course &course)
{
    if (course.is(plan::masterKilled))
        return {};
    const QString who = named(course.group, course.old);
    if (course.is(plan::masterFrozen)) {
        if (auto waited = pauseLooking(course, plan::groupSleep); !waited)
            return waited;
        course.group.server(course.old).thaw();
        course.note(WorkStep::Woke, course.old, Words::tr("The old master, %1, wakes").arg(who),
                    60);
    }
    const SteadyTime deadline = steady_clock::now() + plan::groupLongest;
    while (!course.group.follows(course.old)) {
        if (steady_clock::now() >= deadline)
            return {};
        if (auto waited = pauseLooking(course, betweenQuestions); !waited)
            return waited;
    }
    course.note(WorkStep::Heard, course.old, Words::tr("The old master, %1, hears of it").arg(who),
                80);
    return {};
}

/** What became of a client's locks. */
struct Fate {
    int granted = 0;
    int lost = 0;
    bool wasRefused = false;
    std::optional<qint64> last; ///< which server granted the last one
};

struct Verdict {
    int granted = 0;
    int lost = 0;
    int byOld = 0; ///< granted by the old master when another was named
    Millis gap{0}; ///< the longest time from the act on in which nobody was granted one
    std::map<int, Fate> clients;
};

/** By the master's own word, which of the locks that were granted are there. */
Result<Verdict> judge(Course &course)
{
    const std::vector<WorkReport> reports = course.stage.reports();
    auto master = course.group.connect(course.successor);
    if (!master)
        return passOn(master);
    Verdict verdict;
    std::map<std::pair<int, int>, SteadyTime> known; // to be lost, and since when
    for (const WorkReport &report : reports) {
        if (report.step == WorkStep::Lost)
            known.emplace(std::pair(report.worker, report.round), report.at);
    }
    std::vector<WorkReport> &own = course.stage.own();
    std::erase_if(own, [](const WorkReport &report) { return report.step == WorkStep::Lost; });
    SteadyTime before = course.acted;
    for (const WorkReport &report : reports) {
        if (report.step != WorkStep::Locked && report.step != WorkStep::Refused)
            continue;
        Fate &client = verdict.clients[report.worker];
        const int number = report.worker;
        if (report.step == WorkStep::Refused && !std::exchange(client.wasRefused, true))
            course.moments.push_back({report.at, Words::tr("Client %1 is refused").arg(number)});
        if (report.step != WorkStep::Locked)
            continue;
        const auto there = master->command({"EXISTS", keyOf(report)});
        if (!there)
            return passOn(there);
        const bool isLost = there->integer == 0;
        if (isLost) {
            const auto since = known.find({report.worker, report.round});
            own.push_back({since == known.end() ? steady_clock::now() : since->second,
                           report.worker, report.round, WorkStep::Lost, 0});
        }
        ++verdict.granted;
        ++client.granted;
        verdict.lost += isLost ? 1 : 0;
        client.lost += isLost ? 1 : 0;
        const bool isByOld = report.value == qint64(course.old) && report.at > course.named;
        verdict.byOld += isByOld ? 1 : 0;
        if (report.at > course.acted) {
            verdict.gap = std::max(verdict.gap, std::chrono::floor<Millis>(report.at - before));
            before = report.at;
        }
        if (std::exchange(client.last, report.value) != report.value)
            course.moments.push_back(
                {report.at, Words::tr("Client %1 is granted locks by %2")
                                .arg(number)
                                .arg(named(course.group, size_t(report.value)))});
    }
    return verdict;
}

bool isAsExpected(const Course &course, const Verdict &verdict)
{
    constexpr int oneInSoMany = 50; // on a machine that is busy with other things
    if (course.is(plan::masterKilled))
        return verdict.granted > 0 && verdict.lost * oneInSoMany <= verdict.granted;
    return verdict.lost > 0 && (!course.is(plan::masterFrozen) || verdict.byOld > 0);
}

QStringList eventsOf(Course &course, const Verdict &verdict)
{
    std::stable_sort(course.moments.begin(), course.moments.end(),
                     [](const Moment &a, const Moment &b) { return a.at < b.at; });
    EventLines events(course.stage.startedAt());
    for (const Moment &moment : course.moments)
        events.add(moment.at, moment.what);
    const SteadyTime end = steady_clock::now();
    for (const auto &[client, fate] : verdict.clients) {
        events.add(end, Words::tr("Of %1 locks that client %2 was granted, %3 are not there")
                            .arg(fate.granted)
                            .arg(client)
                            .arg(fate.lost));
    }
    return events.lines();
}

} // namespace

Result<ContentionReport> runMasterLoss(const QString &id, ContentionWorkers &stage,
                                       const ContentionOptions &options)
{
    stage.tell(Words::tr("Starting three servers and three sentinels"), 1);
    const auto started = RedisGroup::start(stage.stop());
    if (!started)
        return passOn(started);
    RedisGroup &group = **started;
    const Watched watched(options, group);
    if (auto written = stage.writeFile(workerGroupFile, group.places()); !written)
        return passOn(written);
    for (int client = 1; client <= *options.requests; ++client) {
        const auto begun = stage.start({.experiment = id.toLatin1(),
                                        .number = client,
                                        .requests = *options.requests,
                                        .seed = options.seed});
        if (!begun)
            return passOn(begun);
    }
    Course course{id, group, stage};
    stage.tell(Words::tr("The programs are at work: look at the locks"), 10);
    if (const auto ran = stage.begin()
                             .and_then([&] { return stage.pause(plan::groupQuiet); })
                             .and_then([&] { return depose(course); })
                             .and_then([&] { return awaitSuccessor(course); })
                             .and_then([&] { return awaitOldMaster(course); })
                             .and_then([&] { return pauseLooking(course, plan::groupAfter); })
                             .and_then([&] { return stage.writeFile(workerStopFile, {}); })
                             .and_then([&] { return stage.finish(1s); });
        !ran)
        return passOn(ran);
    const auto verdict = judge(course);
    if (!verdict)
        return passOn(verdict);
    return ContentionReport{
        .id = id,
        .happened = Words::tr("Of %1 locks that were granted, %2 are not there any more, and "
                              "nobody told their holders. The old master granted %3 of them when "
                              "most sentinels named another one already. The longest time in "
                              "which nobody was granted one: %4.")
                        .arg(verdict->granted)
                        .arg(verdict->lost)
                        .arg(verdict->byOld)
                        .arg(durationText(verdict->gap)),
        .violations = verdict->lost,
        .asExpected = isAsExpected(course, *verdict),
        .figures = {{QStringLiteral("clients"), Words::tr("Clients"), *options.requests},
                    {QStringLiteral("locks"), Words::tr("Locks granted"), verdict->granted},
                    {QStringLiteral("lost"), Words::tr("Not there any more"), verdict->lost},
                    {QStringLiteral("by_old_master"),
                     Words::tr("By the old master, when another was named"), verdict->byOld},
                    {QStringLiteral("gap_ms"), Words::tr("Longest time without a lock, in ms"),
                     qint64(verdict->gap.count())}},
        .events = eventsOf(course, *verdict)};
}

} // namespace lockmaster
