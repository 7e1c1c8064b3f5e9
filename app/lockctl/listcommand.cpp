// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/listcommand.h"

#include "app/lockctl/backendchoice.h"
#include "app/lockctl/filteroption.h"
#include "app/lockctl/output.h"
#include "app/lockctl/texttable.h"
#include "core/domain/durationtext.h"
#include "core/domain/literaltext.h"
#include "core/monitor/lockjson.h"
#include "core/monitor/look.h"

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

using Snapshots = std::vector<std::shared_ptr<const BackendSnapshot>>;

/** The locks to print, in the order of backends and names. */
std::vector<const LockRecord *> chosenLocks(const Snapshots &snapshots, const Filter &filter,
                                            SteadyTime now)
{
    std::vector<const LockRecord *> locks;
    for (const auto &snapshot : snapshots) {
        for (const auto &lock : snapshot->locks) {
            if (filter.matches(*lock, now))
                locks.push_back(lock.get());
        }
    }
    return locks;
}

bool printJson(const Snapshots &snapshots, const std::vector<const LockRecord *> &locks,
               SteadyTime now)
{
    constexpr qsizetype chunk = 64 * 1024;
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("taken_at", utcText(systemClock().wallNow()));
    json.key("backends");
    json.beginArray();
    for (const auto &snapshot : snapshots) {
        json.lineBreak();
        writeBackend(json, snapshot->status, now);
    }
    json.endArray();
    json.key("locks");
    json.beginArray();
    for (const LockRecord *lock : locks) {
        json.lineBreak();
        writeLock(json, *lock, now);
        if (out.size() > chunk) {
            if (!writeOut(out))
                return false;
            out.clear();
        }
    }
    json.lineBreak();
    json.endArray();
    json.endObject();
    out += '\n';
    return writeOut(out);
}

QString ownerText(const LockRecord &lock)
{
    if (lock.holders.empty())
        return QStringLiteral("-");
    QString text = lock.holders.front().label;
    if (lock.holdCount() > 1)
        text += QStringLiteral(" x%1").arg(lock.holdCount());
    if (lock.holders.size() > 1)
        text += QStringLiteral(" +%1").arg(lock.holders.size() - 1);
    return text;
}

QString ttlText(const LockRecord &lock, SteadyTime now)
{
    if (lock.state == LockState::Free || (lock.holders.empty() && !lock.lease.hasExpiry))
        return QStringLiteral("-");
    if (!lock.lease.hasExpiry)
        return QStringLiteral("no expiry");
    const std::optional<Micros> ttl = lock.ttlAt(now);
    return ttl && lock.state != LockState::Unknown ? durationText(*ttl) : QStringLiteral("?");
}

QString heldText(const LockRecord &lock, SteadyTime now)
{
    if (!lock.heldSince || lock.heldBasis == HeldBasis::None)
        return QStringLiteral("-");
    return durationText(std::chrono::duration_cast<Micros>(now - *lock.heldSince));
}

QString findingsText(const LockRecord &lock)
{
    QStringList ids;
    for (const Finding &finding : lock.findings)
        ids.append(findingName(finding.id));
    return ids.join(u',');
}

/** Whether a backend has two sources of the same system, so that a lock's name alone misleads. */
bool needsSource(const Snapshots &snapshots)
{
    for (const auto &snapshot : snapshots) {
        std::set<QString> systems;
        for (const SourceStatus &source : snapshot->status.sources) {
            for (const QString &system : source.systems) {
                if (!systems.insert(system).second)
                    return true;
            }
        }
    }
    return false;
}

bool printTable(const Snapshots &snapshots, const std::vector<const LockRecord *> &locks,
                SteadyTime now)
{
    const bool withSource = needsSource(snapshots);
    std::vector<TextTable::Column> columns = {{QStringLiteral("LOCK"), false, true},
                                              {QStringLiteral("SYSTEM")},
                                              {QStringLiteral("BACKEND"), false, true},
                                              {QStringLiteral("OWNER"), false, true},
                                              {QStringLiteral("TTL"), true},
                                              {QStringLiteral("HELD"), true},
                                              {QStringLiteral("WAITERS"), true},
                                              {QStringLiteral("STATE")},
                                              {QStringLiteral("FINDINGS")}};
    if (withSource)
        columns.insert(columns.begin() + 3, {QStringLiteral("SOURCE"), false, true});
    TextTable table(std::move(columns));
    for (const LockRecord *lock : locks) {
        QStringList cells{literalText(lock->id.name),
                          lock->id.source->system,
                          literalText(lock->id.source->backend),
                          literalText(ownerText(*lock)),
                          ttlText(*lock, now),
                          heldText(*lock, now),
                          lock->waiters.count ? QString::number(*lock->waiters.count)
                                              : QStringLiteral("?"),
                          lockStateName(lock->state),
                          findingsText(*lock)};
        if (withSource)
            cells.insert(3, literalText(lock->id.source->name));
        table.addRow(std::move(cells));
    }
    return writeOut(table.text(terminalWidth()));
}

/** How far the servers were read. */
enum class Coverage : quint8 { All, Part, Nothing };

Coverage coverage(const Snapshots &snapshots, bool allBackends)
{
    bool all = allBackends;
    bool nothing = true;
    for (const auto &snapshot : snapshots) {
        const std::vector<SourceStatus> &sources = snapshot->status.sources;
        const bool online = snapshot->status.state == BackendState::Online;
        all = all && online
              && std::all_of(sources.begin(), sources.end(),
                             [](const SourceStatus &source) { return source.complete; });
        nothing = nothing && !(online && !sources.empty());
    }
    if (all)
        return Coverage::All;
    return nothing ? Coverage::Nothing : Coverage::Part;
}

/** In words for people: how many there are, and what was not understood. */
void saySummary(const Snapshots &snapshots, size_t shown, bool allBackends)
{
    qint64 total = 0;
    qint64 notDecoded = 0;
    for (const auto &snapshot : snapshots) {
        total += qint64(snapshot->locks.size());
        for (const SourceStatus &source : snapshot->status.sources)
            notDecoded += source.notDecoded;
    }
    if (shown == 0 && total == 0) {
        // What was not read may hold any number of them; its problem has been said.
        const Coverage read = coverage(snapshots, allBackends);
        if (read == Coverage::All)
            say(QStringLiteral("No locks."));
        else if (read == Coverage::Nothing)
            say(QStringLiteral("Nothing could be read."));
    } else if (shown == 0) {
        say(QStringLiteral("None of the %1 locks matches.").arg(total));
    }
    if (notDecoded > 0)
        say(QStringLiteral("Not recognised as locks, and left out: %1.").arg(notDecoded));
}

/**
 * Whether a source that cannot be complete was read as far as this server lets anybody: user-level
 * locks that nobody named, where nothing lists them. That is said, and is no failure.
 */
bool isLimitOfTheServer(const BackendSpec &spec, const SourceStatus &source,
                        const std::vector<Problem> &problems)
{
    const bool userLocks = source.systems.size() == 1 && source.systems.front() == u"user_lock";
    return userLocks && spec.userLocks.empty()
           && std::all_of(problems.begin(), problems.end(), [&source](const Problem &problem) {
                  return problem.source != source.name
                         || problem.error.kind == ErrorKind::Unsupported;
              });
}

bool answered(const BackendSpec &spec, const BackendStatus &status)
{
    return status.state == BackendState::Online
           && std::all_of(
               status.sources.begin(), status.sources.end(), [&](const SourceStatus &source) {
                   return source.complete || isLimitOfTheServer(spec, source, status.problems);
               });
}

} // namespace

ExitCode runList(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options.filter);
    if (!filter)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;

    const Snapshots snapshots = lookOnce(choice->backends, choice->readers);
    const SteadyTime now = systemClock().now();
    const std::vector<const LockRecord *> locks = chosenLocks(snapshots, *filter, now);
    if (options.json) {
        printJson(snapshots, locks, now);
    } else if (!locks.empty()) {
        printTable(snapshots, locks, now);
    }
    bool complete = choice->complete;
    for (size_t i = 0; i < snapshots.size(); ++i) {
        for (const Problem &problem : snapshots[i]->status.problems)
            sayProblem(snapshots[i]->status.name, problem);
        complete = answered(choice->backends[i], snapshots[i]->status) && complete;
    }
    if (!options.json)
        saySummary(snapshots, locks.size(), choice->complete);
    if (outputFailed())
        return ExitCode::OutputFailed;
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace lockmaster
