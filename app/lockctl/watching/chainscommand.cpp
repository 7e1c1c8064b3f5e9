// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "core/chains/chainjson.h"
#include "core/chains/chaintext.h"
#include "core/monitor/backendwaits.h"

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

constexpr size_t mostLines = 60; ///< of one chain; the JSON has all of it

/** Every chain with a lock that was chosen in it, wherever it stands. */
void keepChosen(WaitChains &found, const Locks &chosen)
{
    const std::set<const LockRecord *> locks(chosen.begin(), chosen.end());
    std::erase_if(found.chains, [&](const WaitChain &chain) {
        const std::vector<size_t> resources = resourcesOf(found, chain);
        return std::none_of(resources.begin(), resources.end(), [&](size_t resource) {
            return locks.count(found.resources[resource].lock) > 0;
        });
    });
}

void printChains(const WaitChains &found, SteadyTime now)
{
    QByteArray out;
    for (const WaitChain &chain : found.chains) {
        if (!out.isEmpty())
            out += '\n';
        appendLine(out, chainSentence(found, chain, now));
        for (const ChainLine &line : chainLines(found, chain, now, mostLines)) {
            // Beyond that there would be nothing left of a line.
            constexpr int deepest = 16;
            const int indent = 2 * (1 + std::min(line.depth, deepest));
            appendLine(out, QString(indent, u' ') + line.text);
        }
    }
    writeOut(out);
}

void printChainsJson(const WaitChains &found, const Looks &looks, SteadyTime now)
{
    std::vector<const BackendStatus *> backends;
    for (const SingleLook &look : looks)
        backends.push_back(&look.status);
    BufferedOut out;
    JsonWriter json(out.buffer());
    json.beginObject();
    writeReportHead(json);
    writeBackends(json, backends, now);
    writeChains(json, found, now);
    json.endObject();
    out.buffer() += '\n';
    out.flush();
}

ExitCode reportChains(const Options &options, const BackendChoice &choice, const Looks &looks,
                      const Filter &filter)
{
    const SteadyTime now = systemClock().now();
    std::vector<BackendWaits> waits;
    Locks all;
    for (const SingleLook &look : looks) {
        waits.push_back(waitsOf(look.status));
        all.insert(all.end(), look.locks.begin(), look.locks.end());
    }
    WaitChains found = waitChains(all, waits, choice.owners);
    const bool anybodyWaits = !found.empty();
    if (!filter.isEmpty())
        keepChosen(found, chosenLocks(looks, filter, now));
    if (options.json)
        printChainsJson(found, looks, now);
    else
        printChains(found, now);
    bool complete = choice.complete;
    for (size_t i = 0; i < looks.size(); ++i)
        complete = sayProblems(choice.backends[i], looks[i].status) && complete;
    const auto untold = std::count_if(all.begin(), all.end(), [](const LockRecord *lock) {
        return isHeld(lock->state) && !lock->waiters.count && lock->waiters.list.empty();
    });
    if (!options.json && untold > 0)
        say(QStringLiteral("Held, and nothing tells who waits: %1.").arg(untold));
    if (!options.json && found.empty()) {
        say(anybodyWaits ? QStringLiteral("Nobody waits for what matches, or behind it.")
            : complete   ? QStringLiteral("Nobody waits for a lock, as far as servers tell.")
                         : QStringLiteral("In what could be read, nobody waits for a lock."));
    }
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace

ExitCode runChains(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options);
    if (!filter)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    ExitCode code = ExitCode::NoAnswer;
    lookAtAll(*choice, {},
              [&](const Looks &looks) { code = reportChains(options, *choice, looks, *filter); });
    return outputFailed() ? ExitCode::OutputFailed : code;
}

} // namespace lockmaster
