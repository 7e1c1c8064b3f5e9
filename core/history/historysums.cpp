// SPDX-License-Identifier: Apache-2.0
#include "core/history/historysums.h"

#include "core/history/historyrows.h"

#include <QHash>

#include <algorithm>
#include <tuple>

namespace lockmaster {

namespace {

/** So many are counted: what takes a second or two. */
constexpr qint64 mostCounted = 300'000;

struct TimeSpan {
    ServerTime from{};
    ServerTime until{};
};

/** As one where they touch or overlap. */
std::vector<TimeSpan> united(std::vector<TimeSpan> spans)
{
    std::sort(spans.begin(), spans.end(),
              [](const TimeSpan &a, const TimeSpan &b) { return a.from < b.from; });
    std::vector<TimeSpan> all;
    for (const TimeSpan &span : spans) {
        if (!all.empty() && span.from <= all.back().until)
            all.back().until = std::max(all.back().until, span.until);
        else
            all.push_back(span);
    }
    return all;
}

/** Of two lists in order what is in both. */
std::vector<TimeSpan> common(const std::vector<TimeSpan> &a, const std::vector<TimeSpan> &b)
{
    std::vector<TimeSpan> both;
    auto one = a.begin();
    auto other = b.begin();
    while (one != a.end() && other != b.end()) {
        const TimeSpan span{std::max(one->from, other->from), std::min(one->until, other->until)};
        if (span.from < span.until)
            both.push_back(span);
        one->until < other->until ? ++one : ++other;
    }
    return both;
}

/** Adds to `into` of each share what of `spans`, in order, lies in it. */
void addUp(const std::vector<TimeSpan> &spans, std::vector<HeldShare> &shares,
           Micros HeldShare::*into)
{
    auto first = shares.begin();
    for (const TimeSpan &span : spans) {
        while (first != shares.end() && first->until <= span.from)
            ++first;
        for (auto share = first; share != shares.end() && share->from < span.until; ++share)
            (*share).*into += std::chrono::duration_cast<Micros>(
                std::min(span.until, share->until) - std::max(span.from, share->from));
    }
}

/** What is counted of one lock. */
struct Counted {
    LockContention sum;
    struct Turn {
        ServerTime since;
        std::optional<ServerTime> until;
        size_t owner;
    };
    std::vector<Turn> turns;
};

class Ranking
{
public:
    Ranking(HistoryRows &rows, ServerTime from, ServerTime until, const QStringList &backends)
        : m_rows(rows), m_from(from), m_until(until), m_backends(backends)
    {
    }

    ContentionRanking build(size_t most)
    {
        countHolds();
        countWaits();
        ContentionRanking ranking;
        ranking.isCut = m_cut;
        ranking.lockCount = m_locks.size();
        for (Counted &counted : m_locks) {
            countHandOvers(counted);
            ranking.locks.push_back(std::move(counted.sum));
        }
        const auto order = [](const LockContention &one) {
            return std::tuple(one.waited, one.mostWaiters.value_or(0), one.handOvers, one.holds);
        };
        const auto isMore = [&order](const LockContention &a, const LockContention &b) {
            const auto left = order(a);
            const auto right = order(b);
            return left == right ? a.lock.name < b.lock.name : left > right;
        };
        const size_t kept = std::min(most, ranking.locks.size());
        std::partial_sort(ranking.locks.begin(), ranking.locks.begin() + qsizetype(kept),
                          ranking.locks.end(), isMore);
        ranking.locks.resize(kept);
        return ranking;
    }

private:
    Counted &of(qint64 place, const HistoryLock &lock)
    {
        const auto key = std::pair(place, std::pair(lock.system, lock.name));
        const auto known = m_places.constFind(key);
        if (known != m_places.constEnd())
            return m_locks[*known];
        m_places.insert(key, m_locks.size());
        m_locks.push_back({{lock}, {}});
        return m_locks.back();
    }

    void countHolds()
    {
        qint64 left = mostCounted;
        for (int span = HistoryRows::shortestSpan; span <= HistoryRows::longestSpan; ++span) {
            m_rows.ofSpan(HistoryRows::spanNumber(span), m_from, m_until,
                          [&](HistoryRows::Row &&row) {
                              const HistoryHold &hold = row.hold;
                              if (hold.since < m_from)
                                  return false;
                              if (!m_rows.isOf(row.place, m_backends))
                                  return true;
                              Counted &counted = of(row.place, hold.lock);
                              ++counted.sum.holds;
                              if (hold.waiters)
                                  counted.sum.mostWaiters =
                                      std::max(counted.sum.mostWaiters.value_or(0), *hold.waiters);
                              counted.turns.push_back({hold.since, hold.until,
                                                       qHash(hold.ownerRaw) ^ qHash(hold.owner)});
                              m_cut = m_cut || --left <= 0;
                              return left > 0;
                          });
        }
    }

    void countWaits()
    {
        qint64 left = mostCounted;
        m_rows.waits(m_until, [&](HistoryRows::WaitRow &&row) {
            if (row.wait.since < m_from)
                return false;
            if (!m_rows.isOf(row.place, m_backends))
                return true;
            LockContention &sum = of(row.place, row.wait.lock).sum;
            ++sum.waits;
            sum.waited += row.wait.length();
            m_cut = m_cut || --left <= 0;
            return left > 0;
        });
    }

    /** Of those that follow each other: who holds beside another has got nothing of that one. */
    static void countHandOvers(Counted &counted)
    {
        auto &turns = counted.turns;
        std::sort(turns.begin(), turns.end(),
                  [](const Counted::Turn &a, const Counted::Turn &b) { return a.since < b.since; });
        for (size_t i = 1; i < turns.size(); ++i) {
            const Counted::Turn &before = turns[i - 1];
            const bool isNext = before.until && *before.until <= turns[i].since;
            counted.sum.handOvers += isNext && before.owner != turns[i].owner ? 1 : 0;
        }
    }

    HistoryRows &m_rows;
    const ServerTime m_from;
    const ServerTime m_until;
    const QStringList &m_backends;
    QHash<std::pair<qint64, std::pair<QString, QByteArray>>, size_t> m_places;
    std::vector<Counted> m_locks;
    bool m_cut = false;
};

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
    std::vector<TimeSpan> seen;
    for (const SeenStretch &stretch : wholeStretches(rows.looks(place))) {
        if (stretch.until > countedFrom)
            seen.push_back({std::max(stretch.from, countedFrom), stretch.until});
    }
    seen = united(std::move(seen));
    addUp(seen, shares, &HeldShare::known);
    addUp(common(united(std::move(held)), seen), shares, &HeldShare::held);
    return shares;
}

ContentionRanking contentionRanking(HistoryRows &rows, ServerTime from, ServerTime until,
                                    const QStringList &backends, size_t most)
{
    return Ranking(rows, from, until, backends).build(most);
}

} // namespace lockmaster
