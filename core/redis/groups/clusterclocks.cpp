// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusterclocks.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

std::optional<Error> clocksDiffer(const std::vector<ClusterAnswer> &answers, SteadyTime now)
{
    constexpr Micros clocksApart = 500ms;
    const ClusterAnswer *first = nullptr; // by their clocks
    const ClusterAnswer *last = nullptr;
    const auto shown = [now](const ClusterAnswer &answer) { return answer.clock->serverAt(now); };
    for (const ClusterAnswer &answer : answers) {
        if (!answer.clock)
            continue;
        if (!first || shown(answer) < shown(*first))
            first = &answer;
        if (!last || shown(answer) > shown(*last))
            last = &answer;
    }
    if (!first)
        return std::nullopt;
    const Micros apart = shown(*last) - shown(*first);
    if (apart - first->clock->uncertainty - last->clock->uncertainty < clocksApart)
        return std::nullopt;
    return Error{
        ErrorKind::Unsupported, 0,
        Words::tr("The clocks of %1 and %2 are %3 apart: when locks end is off by as much "
                  "on one of them.")
            .arg(first->self().address.text(), last->self().address.text(), durationText(apart)),
        Words::tr("Let the nodes synchronise their clocks.")};
}

void shiftEnds(Observation &seen, const ClusterWord &word,
               const std::vector<ClusterAnswer> &answers)
{
    constexpr Micros enough = 100ms;
    std::vector<const ClockReading *> clocks; // of the masters
    for (const ClusterWord::Master &master : word.masters) {
        const auto own = std::find_if(answers.begin(), answers.end(), [&](const auto &answer) {
            return answer.self().id == master.id;
        });
        const bool isOff =
            own != answers.end() && own->clock && seen.clock.local != SteadyTime{}
            && std::chrono::abs(own->clock->serverAt(seen.clock.local) - seen.clock.server)
                   > enough;
        clocks.push_back(isOff ? &*own->clock : nullptr);
    }
    const auto isThere = [](const ClockReading *clock) { return clock != nullptr; };
    if (std::none_of(clocks.begin(), clocks.end(), isThere))
        return;
    for (LockRecord &record : seen.records) {
        const quint16 owner = word.owners[size_t(redisSlot(record.id.name))];
        if (owner != ClusterWord::nobody && clocks[owner] && record.lease.expiresAt)
            record.lease.deadline = clocks[owner]->localAt(*record.lease.expiresAt);
    }
}

} // namespace lockmaster
