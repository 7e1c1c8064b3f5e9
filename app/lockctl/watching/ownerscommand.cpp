// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "core/owners/owners.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

/** One look at everything, and who was found in it. */
struct Found {
    const Looks &looks;
    std::vector<Owner> owners;
    OwnersFound all; ///< without `owners`
    VerdictOf verdictOf;
    SteadyTime now{};
};

std::array<qint64, allLives.size()> livesOf(const Owner &owner, const VerdictOf &verdictOf)
{
    std::array<qint64, allLives.size()> counts{};
    for (const LockRecord *lock : owner.holds) {
        const auto verdict = verdictOf(*lock);
        if (!verdict)
            continue;
        // Of several who hold it, one lives, or all are gone.
        const bool tells = lock->holders.size() == 1 || verdict->life == Life::Gone;
        ++counts.at(size_t(tells ? verdict->life : Life::Unknown));
    }
    return counts;
}

QString livesText(const Owner &owner, const VerdictOf &verdictOf)
{
    const auto counts = livesOf(owner, verdictOf);
    QStringList texts;
    for (const Life life : allLives) {
        if (const qint64 count = counts.at(size_t(life)); count > 0)
            texts << QStringLiteral("%1 %2").arg(count).arg(lifeName(life));
    }
    return texts.empty() ? QStringLiteral("-") : texts.join(QStringLiteral(", "));
}

QString backendsText(const Owner &owner)
{
    std::set<QString> names;
    for (const auto *list : {&owner.holds, &owner.waits}) {
        for (const LockRecord *lock : *list)
            names.insert(literalText(lock->id.source->backend));
    }
    return QStringList(names.begin(), names.end()).join(u',');
}

void printTable(const Found &found)
{
    using Each = const Owner *;
    using Fit = TableColumn<Each>::Fit;
    std::vector<TableColumn<Each>> columns{
        {"OWNER", [](const Each &owner) { return owner->id.name(); }, Fit::Elastic},
        {"BY", [](const Each &owner) { return ownerBasisName(owner->id.basis); }},
        {"HOLDS", [](const Each &owner) { return QString::number(owner->holds.size()); },
         Fit::Right},
        {"WAITS", [](const Each &owner) { return QString::number(owner->waits.size()); },
         Fit::Right},
        {"OLDEST",
         [now = found.now](const Each &owner) {
             return owner->oldest ? durationText(between(*owner->oldest, now))
                                  : QStringLiteral("-");
         },
         Fit::Right},
        {"BACKENDS", [](const Each &owner) { return backendsText(*owner); }, Fit::Elastic},
    };
    if (found.verdictOf)
        columns.push_back(
            {"HOLDER", [&found](const Each &owner) { return livesText(*owner, found.verdictOf); }});
    std::vector<Each> owners;
    for (const Owner &owner : found.owners)
        owners.push_back(&owner);
    tableOf(columns, owners).print(terminalWidth(), writeOut);
}

/** Everything that one of them holds, and then what it waits for. */
void printLocks(const Found &found)
{
    for (const Owner &owner : found.owners) {
        Locks locks = owner.holds;
        if (!locks.empty()) {
            writeOut(QStringLiteral("%1 (%2) holds:\n")
                         .arg(owner.id.name(), ownerBasisName(owner.id.basis))
                         .toUtf8());
            lockTable(found.looks, locks, found.now, found.verdictOf)
                .print(terminalWidth(), writeOut);
            if (found.verdictOf)
                printVerdicts(locks, found.verdictOf, found.looks.size() > 1);
        }
        if (!owner.waits.empty()) {
            writeOut(QStringLiteral("%1 (%2) waits for:\n")
                         .arg(owner.id.name(), ownerBasisName(owner.id.basis))
                         .toUtf8());
            lockTable(found.looks, owner.waits, found.now).print(terminalWidth(), writeOut);
        }
    }
}

void writeOwner(JsonWriter &json, const Owner &owner, const Found &found, const Moments &moments)
{
    json.beginObject();
    json.member("name", owner.id.name());
    json.member("by", ownerBasisName(owner.id.basis));
    json.member("hosts", owner.hosts);
    json.member("users", owner.users);
    json.member("programs", owner.programs);
    json.key("pids");
    json.beginArray();
    for (const qint64 pid : owner.pids)
        json.number(pid);
    json.endArray();
    json.member("held_ms", owner.oldest ? std::optional<qint64>(
                               std::chrono::floor<Millis>(found.now - *owner.oldest).count())
                                        : std::nullopt);
    json.key("lives");
    if (found.verdictOf) {
        const auto counts = livesOf(owner, found.verdictOf);
        json.beginObject();
        for (const Life life : allLives)
            json.member(lifeName(life).toLatin1(), counts.at(size_t(life)));
        json.endObject();
    } else {
        json.null();
    }
    for (const auto &[key, locks] : {std::pair("holds", &owner.holds), {"waits", &owner.waits}}) {
        json.key(key);
        json.beginArray();
        for (const LockRecord *lock : *locks)
            writeLock(json, *lock, moments.of(*lock), found.now,
                      found.verdictOf ? found.verdictOf(*lock) : std::nullopt);
        json.endArray();
    }
    json.endObject();
}

void printJson(const Found &found)
{
    std::vector<const BackendStatus *> backends;
    for (const SingleLook &look : found.looks)
        backends.push_back(&look.status);
    const Moments moments(found.looks);
    BufferedOut out;
    JsonWriter json(out.buffer());
    json.beginObject();
    writeReportHead(json);
    writeBackends(json, backends, found.now);
    json.key("owners");
    json.beginArray();
    for (const Owner &owner : found.owners) {
        json.lineBreak();
        writeOwner(json, owner, found, moments);
    }
    json.lineBreak();
    json.endArray();
    json.member("held_by_nobody_known", found.all.heldByNobodyKnown);
    json.member("unknown", found.all.unknown);
    json.endObject();
    out.buffer() += '\n';
    out.flush();
}

void saySummary(const Found &found, size_t chosen, bool complete)
{
    size_t total = 0;
    for (const SingleLook &look : found.looks)
        total += look.locks.size();
    if (chosen == 0 && total > 0)
        say(QStringLiteral("None of the %1 locks matches.").arg(total));
    else if (found.owners.empty() && !complete)
        say(QStringLiteral("In what could be read, nobody who is known holds a lock."));
    else if (found.owners.empty())
        say(QStringLiteral("Nobody who is known holds a lock."));
    if (found.all.heldByNobodyKnown > 0)
        say(QStringLiteral("Held, and nothing tells by whom: %1.")
                .arg(found.all.heldByNobodyKnown));
    if (found.all.unknown > 0)
        say(QStringLiteral("Locks of which it is not known how they stand: %1.")
                .arg(found.all.unknown));
}

void keepCalled(const QString &name, std::vector<Owner> &owners)
{
    std::set<OwnerId> all;
    for (const Owner &owner : owners)
        all.insert(owner.id);
    const std::set<OwnerId> called = ownersCalled(name, all);
    std::erase_if(owners, [&called](const Owner &owner) { return called.count(owner.id) == 0; });
}

ExitCode report(const Options &options, const BackendChoice &choice, const Looks &looks,
                const Filter &filter)
{
    Found found{looks, {}, {}, {}, systemClock().now()};
    const Locks locks = chosenLocks(looks, filter, found.now);
    found.all = ownersAmong(locks, choice.owners);
    found.owners = std::move(found.all.owners);
    // Who may hold some, or not: they are counted below.
    std::erase_if(found.owners,
                  [](const Owner &owner) { return owner.holds.empty() && owner.waits.empty(); });
    if (!options.owner.isEmpty())
        keepCalled(options.owner, found.owners);
    if (options.verdict) {
        // What one who waits for it does not hold is nobody's to be asked about.
        Locks held;
        for (const Owner &owner : found.owners)
            held.insert(held.end(), owner.holds.begin(), owner.holds.end());
        std::set<const LockRecord *> known;
        std::erase_if(held,
                      [&known](const LockRecord *lock) { return !known.insert(lock).second; });
        found.verdictOf =
            remembered(held, judgeOf(looks, held, choice, asksChecks(options, choice), found.now));
    }
    if (options.json)
        printJson(found);
    else if (!options.owner.isEmpty())
        printLocks(found);
    else if (!found.owners.empty())
        printTable(found);
    bool complete = choice.complete;
    for (size_t i = 0; i < looks.size(); ++i)
        complete = sayProblems(choice.backends[i], looks[i].status) && complete;
    if (!options.owner.isEmpty() && found.owners.empty()) {
        say((complete
                 ? QStringLiteral("Nobody is called %1, to the letter, among those who hold "
                                  "locks or wait for some.")
                 : QStringLiteral("Nobody is called %1, to the letter, in what could be read."))
                .arg(literalText(options.owner)));
        return complete ? ExitCode::NoneMatches : ExitCode::NoAnswer;
    }
    if (!options.json && options.owner.isEmpty())
        saySummary(found, locks.size(), complete);
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace

ExitCode runOwners(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options);
    std::optional<Millis> time;
    if (!filter || !takeWatchingTime(options, &time))
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    ExitCode code = ExitCode::NoAnswer;
    lookAtAll(*choice, time,
              [&](const Looks &looks) { code = report(options, *choice, looks, *filter); });
    return outputFailed() ? ExitCode::OutputFailed : code;
}

} // namespace lockmaster
