// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "app/lockctl/watching/watchingtime.h"
#include "core/formats/knownnames.h"
#include "core/domain/systemtraits.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/leaders/leaderexport.h"
#include "core/monitor/monitor.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

using Snapshots = std::vector<std::shared_ptr<const BackendSnapshot>>;
using Watches = std::vector<const LeaderWatch *>;

/** A single look knows no period; five seconds show one of a second. */
constexpr Millis defaultTime = 5s;

Watches chosenLeaders(const Snapshots &snapshots, const Filter &filter, SteadyTime now)
{
    Watches leaders;
    for (const auto &snapshot : snapshots) {
        for (const auto &watch : snapshot->leaders) {
            if (filter.matches(*watch->lock, now))
                leaders.push_back(watch.get());
        }
    }
    return leaders;
}

ServerMoment momentOf(const LeaderWatch &watch, const Snapshots &snapshots)
{
    const auto own =
        std::find_if(snapshots.begin(), snapshots.end(), [&watch](const auto &snapshot) {
            return snapshot->status.name == watch.lock->id.source->backend;
        });
    if (own == snapshots.end())
        return {};
    ServerMoment looked = lookedAt((*own)->status);
    // What stands there may be older than what could be read of its backend.
    if (watch.lock->state == LockState::Unknown)
        looked.at.reset();
    return looked;
}

bool printJson(const Snapshots &snapshots, const Watches &leaders, SteadyTime begun, SteadyTime now)
{
    std::vector<const BackendStatus *> backends;
    for (const auto &snapshot : snapshots)
        backends.push_back(&snapshot->status);
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    writeReportHead(json);
    json.member("watched_ms", qint64(std::chrono::floor<Millis>(now - begun).count()));
    writeBackends(json, backends, now);
    json.key("leaders");
    json.beginArray();
    for (const LeaderWatch *watch : leaders) {
        json.lineBreak();
        json.beginObject();
        json.key("lock");
        writeLock(json, *watch->lock, momentOf(*watch, snapshots), now);
        json.key("figures");
        writeLeaderFigures(json, watch->figures, *watch->history, now);
        json.key("history");
        writeLeaderHistory(json, *watch->history);
        json.endObject();
    }
    json.lineBreak();
    json.endArray();
    json.endObject();
    out += '\n';
    return writeOut(out);
}

QString leaderText(const LeaderWatch &watch)
{
    if (watch.lock->state == LockState::Unknown)
        return QStringLiteral("?");
    if (watch.figures.vacantSince || watch.lock->holders.empty())
        return QStringLiteral("vacant");
    return literalText(watch.lock->holders.front().label);
}

QString agoText(std::optional<SteadyTime> at, SteadyTime now)
{
    return at ? durationText(std::chrono::duration_cast<Micros>(now - *at)) : QStringLiteral("-");
}

/** To the tenth of a second that is nearest: an estimate of 999 ms is a second. */
QString aboutText(Micros duration)
{
    const Micros unit = duration < 500ms ? Micros(10ms) : Micros(100ms);
    return durationText((duration + unit / 2) / unit * unit);
}

QString periodText(const LeaderFigures &figures)
{
    if (!figures.period)
        return QStringLiteral("?");
    const QString text = aboutText(figures.period->period);
    return figures.period->atMost ? QStringLiteral("<= ") + text : text;
}

QString vacancyText(const Failover &failover)
{
    return QStringLiteral("%1 +- %2")
        .arg(aboutText(failover.vacancy), aboutText(failover.uncertainty));
}

QByteArray tableText(const Watches &leaders, SteadyTime now)
{
    using Watch = const LeaderWatch *;
    using Fit = TableColumn<Watch>::Fit;
    const std::vector<TableColumn<Watch>> columns{
        {"LOCK", [](const Watch &watch) { return nameText(watch->lock->id.name); }, Fit::Elastic},
        {"BACKEND", [](const Watch &watch) { return literalText(watch->lock->id.source->backend); },
         Fit::Elastic},
        {"LEADER", [](const Watch &watch) { return leaderText(*watch); }, Fit::Elastic},
        {"HEARTBEAT",
         [now](const Watch &watch) { return agoText(watch->figures.lastHeartbeat, now); },
         Fit::Right},
        {"PERIOD", [](const Watch &watch) { return periodText(watch->figures); }, Fit::Right},
        {"LEASE",
         [](const Watch &watch) {
             const auto &lease = watch->figures.lease;
             return lease ? durationText(*lease) : QStringLiteral("-");
         },
         Fit::Right},
        {"CHANGES",
         [](const Watch &watch) { return QString::number(watch->figures.changesLastHour); },
         Fit::Right},
        {"VACANT", [](const Watch &watch) { return durationText(watch->figures.vacantLastHour); },
         Fit::Right},
        {"FINDINGS", [](const Watch &watch) { return findingsText(*watch->lock); }},
    };
    return tableOf(columns, leaders).text(terminalWidth());
}

/** What happened meanwhile, and what the findings rest on: a line each. */
QByteArray detailLines(const LeaderWatch &watch, const QString &name)
{
    QByteArray out;
    const auto label = [&watch](int candidate) {
        return literalText(watch.history->candidates.at(size_t(candidate)).label);
    };
    for (const Failover &failover : watch.history->failovers) {
        const QString what = failover.from == failover.to
                                 ? QStringLiteral("%1 came back").arg(label(failover.to))
                                 : QStringLiteral("%1 took over from %2")
                                       .arg(label(failover.to), label(failover.from));
        out += QStringLiteral("%1: %2 %3, vacant for %4\n")
                   .arg(name, utcText(watch.history->wallTime(failover.at)), what,
                        vacancyText(failover))
                   .toUtf8();
    }
    for (const Finding &finding : watch.lock->findings)
        out += QStringLiteral("%1: %2: %3\n")
                   .arg(name, findingName(finding.id), literalText(finding.evidence))
                   .toUtf8();
    return out;
}

/** With its place, where another one has the same name. */
QString nameAmong(const Watches &leaders, const LockId &id)
{
    const QString name = nameText(id.name);
    const auto equal =
        std::count_if(leaders.begin(), leaders.end(),
                      [&id](const LeaderWatch *watch) { return watch->lock->id.name == id.name; });
    return equal == 1
               ? name
               : QStringLiteral("%1 (%2, %3)")
                     .arg(name, literalText(id.source->backend), literalText(id.source->name));
}

bool printText(const Watches &leaders, SteadyTime now)
{
    if (leaders.empty())
        return true;
    QByteArray out = tableText(leaders, now);
    QByteArray details;
    for (const LeaderWatch *watch : leaders)
        details += detailLines(*watch, nameAmong(leaders, watch->lock->id));
    if (!details.isEmpty())
        out += '\n' + details;
    return writeOut(out);
}

bool elects(const std::vector<QString> &systems)
{
    return std::any_of(systems.begin(), systems.end(),
                       [](const QString &system) { return electsLeaders(system); });
}

/** Whether everything that may hold leader locks was read. */
bool answered(const BackendStatus &status)
{
    return wasLookedAt(status)
           && std::all_of(status.sources.begin(), status.sources.end(),
                          [](const SourceStatus &source) {
                              return source.complete || !elects(source.systems);
                          });
}

/** Problems of sources that hold no leader locks are for `list`. */
bool concernsLeaders(const BackendStatus &status, const Problem &problem)
{
    const auto source =
        std::find_if(status.sources.begin(), status.sources.end(),
                     [&problem](const SourceStatus &each) { return each.name == problem.source; });
    return source == status.sources.end() || elects(source->systems);
}

/** Default tables of leaders that are denied may hold any number of them. */
bool mayLeadUnseen(const BackendStatus &status)
{
    return std::any_of(status.absent.begin(), status.absent.end(), [](const AbsentSource &absent) {
        return absent.isDenied() && elects(absent.systems);
    });
}

bool readLeaders(const BackendStatus &status)
{
    return std::any_of(status.sources.begin(), status.sources.end(),
                       [](const SourceStatus &source) { return elects(source.systems); });
}

} // namespace

ExitCode runLeaders(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options);
    const std::optional<Millis> time =
        options.watchFor.isEmpty() ? defaultTime : watchingTime(options.watchFor);
    if (!filter || !time)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;

    const SteadyTime begun = systemClock().now();
    Monitor monitor(choice->readers, choice->feeds);
    monitor.setBackends(choice->backends);
    watchFor(*time);

    const Snapshots &snapshots = monitor.store().view()->backends;
    const SteadyTime now = systemClock().now();
    const Watches leaders = chosenLeaders(snapshots, *filter, now);
    if (options.json)
        printJson(snapshots, leaders, begun, now);
    else
        printText(leaders, now);
    bool complete = choice->complete && !snapshots.empty();
    bool denied = false;
    bool anyRead = false;
    for (const auto &snapshot : snapshots) {
        for (const Problem &problem : snapshot->status.problems) {
            if (concernsLeaders(snapshot->status, problem))
                sayProblem(snapshot->status.name, problem);
        }
        for (const AbsentSource &absent : snapshot->status.absent) {
            if (elects(absent.systems))
                sayAbsent(snapshot->status.name, absent);
        }
        complete = answered(snapshot->status) && complete;
        denied = denied || mayLeadUnseen(snapshot->status);
        anyRead = anyRead || readLeaders(snapshot->status);
    }
    // Where a leader table is denied and none was read, nothing was told of leaders at all.
    complete = complete && (anyRead || !denied);
    if (leaders.empty() && complete && !denied && !options.json)
        say(QStringLiteral("No leader locks%1.")
                .arg(filter->isEmpty() ? QString() : QStringLiteral(" match")));
    if (outputFailed())
        return ExitCode::OutputFailed;
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace lockmaster
