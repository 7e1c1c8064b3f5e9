// SPDX-License-Identifier: Apache-2.0
#include "core/chains/chainjson.h"

#include "core/chains/chaintext.h"

namespace lockmaster {

namespace {

std::optional<qint64> millisOf(const std::optional<Micros> &time)
{
    return time ? std::optional<qint64>(std::chrono::floor<Millis>(*time).count()) : std::nullopt;
}

template<class List, class Write>
void writeArray(JsonWriter &json, const char *key, const List &list, const Write &write)
{
    json.key(key);
    json.beginArray();
    for (const auto &each : list) {
        json.lineBreak();
        write(each);
    }
    json.lineBreak();
    json.endArray();
}

void writeNumbers(JsonWriter &json, const char *key, const std::vector<size_t> &numbers)
{
    json.key(key);
    json.beginArray();
    for (const size_t number : numbers)
        json.number(qint64(number));
    json.endArray();
}

void writeChain(JsonWriter &json, const WaitChains &chains, const WaitChain &chain, SteadyTime now)
{
    const auto asNumber = [](const std::optional<size_t> &index) {
        return index ? std::optional(qint64(*index)) : std::nullopt;
    };
    json.beginObject();
    json.member("text", chainSentence(chains, chain, now));
    json.member("root", asNumber(chain.root));
    json.member("cycle", asNumber(chain.cycle));
    writeNumbers(json, "resources", chain.resources);
    json.member("blocked", chain.blocked);
    json.member("blocked_exact", chain.counted);
    json.member("direct", chain.direct);
    json.member("holding", chain.holding);
    json.member("held", chain.held);
    json.member("longest_ms", millisOf(chain.longest));
    json.endObject();
}

void writeCycle(JsonWriter &json, const WaitChains &chains, const WaitCycle &cycle)
{
    json.beginObject();
    json.member("sure", cycle.isSure(chains.holds));
    writeArray(json, "steps", cycle.steps, [&](const CycleStep &step) {
        json.beginObject();
        json.member("party", qint64(step.party));
        json.member("holds", qint64(chains.holds[step.hold].resource));
        json.member("waits_for", qint64(chains.waits[step.wait].resource));
        json.member("one", step.sure);
        json.endObject();
    });
    json.endObject();
}

void writeParty(JsonWriter &json, const WaitChains &chains, const ChainParty &party)
{
    json.beginObject();
    json.member("name", party.name);
    json.textOrNull("by", party.known ? ownerBasisName(party.id.basis) : QString());
    writeArray(json, "holds", party.holds, [&](size_t hold) {
        json.beginObject();
        json.member("resource", qint64(chains.holds[hold].resource));
        json.member("certain", chains.holds[hold].certain);
        json.endObject();
    });
    writeArray(json, "waits", party.waits, [&](size_t wait) {
        json.beginObject();
        json.member("resource", qint64(chains.waits[wait].resource));
        json.member("waiting_ms", millisOf(chains.waits[wait].waiting));
        json.endObject();
    });
    json.endObject();
}

void writeResource(JsonWriter &json, const ChainResource &resource, SteadyTime now)
{
    const LockRecord *const lock = resource.lock;
    const bool isRow = lock ? resource.ofRow : resource.on == SessionWait::On::Row;
    json.beginObject();
    json.member("kind", isRow  ? QStringLiteral("row")
                        : lock ? QStringLiteral("lock")
                               : QStringLiteral("table"));
    json.member("backend", resource.backend);
    json.textOrNull("system", lock ? lock->id.source->system : QString());
    json.textOrNull("source", lock ? lock->id.source->name : resource.table);
    json.key("name");
    if (lock)
        json.bytes(lock->id.name);
    else
        json.null();
    if (lock && !lock->id.name.isValidUtf8()) {
        json.key("name_base64");
        json.base64(lock->id.name);
    }
    json.member("held_ms", lock && lock->heldSince && !resource.ofRow
                               ? millisOf(between(*lock->heldSince, now))
                               : std::nullopt);
    json.member("unnamed", resource.unnamed);
    json.endObject();
}

} // namespace

void writeChains(JsonWriter &json, const WaitChains &chains, SteadyTime now)
{
    writeArray(json, "chains", chains.chains,
               [&](const WaitChain &chain) { writeChain(json, chains, chain, now); });
    writeArray(json, "cycles", chains.cycles,
               [&](const WaitCycle &cycle) { writeCycle(json, chains, cycle); });
    writeArray(json, "parties", chains.parties,
               [&](const ChainParty &party) { writeParty(json, chains, party); });
    writeArray(json, "resources", chains.resources,
               [&](const ChainResource &resource) { writeResource(json, resource, now); });
}

} // namespace lockmaster
