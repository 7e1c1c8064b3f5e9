// SPDX-License-Identifier: Apache-2.0
#include "core/history/historysums.h"

#include "core/history/historyrows.h"
#include "core/history/timespans.h"

namespace lockmaster {

namespace {

/** So many are counted: what takes a second or two. */
constexpr qint64 mostCounted = 300'000;

} // namespace

std::vector<HeldShare> heldShares(HistoryRows &rows, qint64 place, qint64 id,
                                  const HistoryLock &lock, const std::vector<ServerTime> &edges)
{
    std::vector<HeldShare> shares;
    for (size_t i = 1; i < edges.size(); ++i)
        shares.push_back({edges[i - 1], edges[i]});
    if (shares.empty())
        return shares;
    const ServerTime from = edges.front();
    std::vector<TimeSpan> held;
    qint64 left = mostCounted;
    // Of what was cleared away nothing is known, whoever looked then.
    ServerTime countedFrom = std::max(from, rows.keptFrom().value_or(from));
    const auto addHeld = [&](const HistoryRows::Row &row) {
        for (const HistoryHold &part : rows.parts(row)) {
            const ServerTime until = part.until.value_or(part.lastSeen);
            if (until > from)
                held.push_back({std::max(part.since, from), std::min(until, edges.back())});
        }
    };
    rows.ofLock(id, edges.back(), [&](HistoryRows::Row &&row) {
        const ServerTime began = row.hold.since;
        if (began < from)
            return false;
        const auto edge = std::upper_bound(edges.begin(), edges.end(), began) - edges.begin();
        if (size_t(edge) < edges.size())
            ++shares[size_t(edge - 1)].holds;
        addHeld(row);
        if (--left <= 0)
            countedFrom = std::max(countedFrom, began); // of what was before, nothing is claimed
        return left > 0;
    });
    // And what was held since before.
    if (left > 0)
        rows.heldAt(from, [&](HistoryRows::Row &&row) {
            const HistoryLock &its = row.hold.lock;
            if (row.place == place && row.hold.since < from && its.system == lock.system
                && its.name == recordedName(lock.name))
                addHeld(row);
            return true;
        });
    const std::vector<TimeSpan> seen = wholeLooks(rows.looks(place), countedFrom);
    addUp(seen, shares, &HeldShare::known);
    addUp(within(united(std::move(held)), seen), shares, &HeldShare::held);
    return shares;
}

} // namespace lockmaster
