// SPDX-License-Identifier: Apache-2.0
#include "core/history/contention.h"

#include "core/history/historyrows.h"
#include "core/history/historywriter.h"
#include "core/history/timespans.h"
#include "core/text/timebins.h"

#include <QHash>
#include <QSet>

#include <tuple>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** What is counted of one lock. */
struct Counted {
    LockContention sum;
    qint64 place = 0;
    struct Turn {
        ServerTime since;
        std::optional<ServerTime> until;
        size_t owner;
        ServerTime lastSeen;
        qint64 run;
        HistoryBegin begin;
        std::optional<qint64> waiters;
    };
    std::vector<Turn> turns;
    std::vector<TimeSpan> waits;
};

TimeSpan spanOf(const HistoryWait &wait)
{
    return {wait.since, wait.until.value_or(wait.lastSeen)};
}

class Ranking
{
public:
    Ranking(HistoryRows &rows, const ContentionQuery &query)
        : m_rows(rows), m_query(query), m_from(query.from.value_or(ServerTime{})),
          m_until(query.until.value_or(ServerTime::max()))
    {
    }

    ContentionRanking build()
    {
        findLooks();
        countHolds();
        countWaits();
        ContentionRanking ranking;
        ranking.countedFrom = m_countedFrom;
        ranking.lockCount = qint64(m_locks.size());
        std::vector<Counted *> order;
        for (Counted &counted : m_locks) {
            forEachHandOver(counted, [&counted](ServerTime) { ++counted.sum.handOvers; });
            order.push_back(&counted);
        }
        const auto figures = [](const LockContention &one) {
            return std::tuple(one.waited, one.mostWaiters.value_or(0), one.handOvers, one.holds);
        };
        const auto isMore = [&figures](const Counted *a, const Counted *b) {
            const auto left = figures(a->sum);
            const auto right = figures(b->sum);
            const auto places = [](const Counted *of) {
                const HistoryLock &lock = of->sum.lock;
                return std::tie(lock.name, lock.backend, lock.source, lock.system);
            };
            return left == right ? places(a) < places(b) : left > right;
        };
        const size_t kept = std::min(m_query.most, order.size());
        std::partial_sort(order.begin(), order.begin() + qsizetype(kept), order.end(), isMore);
        order.resize(kept);
        if (m_query.mostCourses > 0)
            addCourses(ranking, order);
        for (Counted *counted : order)
            ranking.locks.push_back(std::move(counted->sum));
        return ranking;
    }

private:
    using Key = std::pair<qint64, std::pair<QString, QByteArray>>;

    static Key keyOf(qint64 place, const HistoryLock &lock)
    {
        return {place, {lock.system, lock.name}};
    }

    Counted &of(qint64 place, const HistoryLock &lock)
    {
        const Key key = keyOf(place, lock);
        const auto known = m_places.constFind(key);
        if (known != m_places.constEnd())
            return m_locks[*known];
        m_places.insert(key, m_locks.size());
        m_locks.push_back({{lock}, place, {}, {}});
        return m_locks.back();
    }

    void findLooks()
    {
        for (const auto &[id, place] : m_rows.places()) {
            if (!m_rows.isOf(id, m_query.backends))
                continue;
            const auto first =
                m_rows.db().number("SELECT min(began) FROM seen WHERE place = ?", {id});
            const auto last =
                m_rows.db().number("SELECT max(until) FROM seen WHERE place = ?", {id});
            if (first && last) {
                // Whatever a file says: lengths of time are to stay within what can be counted.
                m_firstLook = std::min(m_firstLook, std::max(timeOf(*first), ServerTime{}));
                m_lastLook = std::max(m_lastLook, timeOf(*last));
            }
        }
    }

    /**
     * Newest first, and each at most as long as all behind it: where counting ends, all is counted
     * from the begin of the one before on.
     */
    std::vector<ServerTime> portions() const
    {
        constexpr int fewest = 32;
        constexpr Micros shortest = 1min;
        const ServerTime first = std::max(m_from, m_firstLook);
        const ServerTime last = std::min(m_until, m_lastLook);
        std::vector<ServerTime> begins;
        if (first < last) {
            const Micros longest = std::max(shortest, Micros(last - first) / fewest);
            Micros length = shortest;
            for (ServerTime at = last - length; at > first; at -= length) {
                begins.push_back(at);
                length = std::min(length * 2, longest);
            }
        }
        begins.push_back(m_from);
        return begins;
    }

    /** All in which nothing is counted any more is not known. */
    void limit(ServerTime from) { m_countedFrom = std::max(m_countedFrom, std::optional(from)); }

    void countHolds()
    {
        qint64 left = m_query.mostCounted;
        ServerTime until = m_until;
        for (const ServerTime from : portions()) {
            for (int span = HistoryRows::shortestSpan; span <= HistoryRows::longestSpan; ++span) {
                if (m_rows.isGivenUp())
                    return;
                m_rows.ofSpan(HistoryRows::spanNumber(span), from, until,
                              [&](HistoryRows::Row &&row) {
                                  if (row.hold.since <= from)
                                      return false;
                                  if (m_rows.isOf(row.place, m_query.backends)) {
                                      count(std::move(row));
                                      --left;
                                  }
                                  return left > 0;
                              });
                if (left <= 0) {
                    limit(std::min(until, m_lastLook));
                    return;
                }
            }
            until = from;
        }
    }

    void count(HistoryRows::Row &&row)
    {
        const HistoryHold &hold = row.hold;
        LockContention &sum = of(row.place, hold.lock).sum;
        ++sum.holds;
        if (hold.waiters)
            sum.mostWaiters = std::max(sum.mostWaiters.value_or(0), *hold.waiters);
        addTurn(row);
    }

    void addTurn(const HistoryRows::Row &row)
    {
        const HistoryHold &hold = row.hold;
        of(row.place, hold.lock)
            .turns.push_back({hold.since, hold.until, qHash(hold.ownerRaw) ^ qHash(hold.owner),
                              hold.lastSeen, row.run, hold.begin, hold.waiters});
    }

    void countWaits()
    {
        qint64 left = m_query.mostCounted;
        m_rows.waits(m_until, [&](HistoryRows::WaitRow &&row) {
            if (row.wait.since < m_from)
                return false;
            if (!m_rows.isOf(row.place, m_query.backends))
                return true;
            Counted &counted = of(row.place, row.wait.lock);
            ++counted.sum.waits;
            counted.sum.waited += row.wait.length();
            if (m_query.mostCourses > 0)
                counted.waits.push_back(spanOf(row.wait));
            if (--left <= 0)
                limit(row.wait.since + Micros(1)); // of those of that moment not all may be
            return left > 0;
        });
    }

    /** Of those that follow each other: who holds beside another has got nothing of that one. */
    template<class Take>
    static void forEachHandOver(Counted &counted, const Take &take)
    {
        auto &turns = counted.turns;
        std::sort(turns.begin(), turns.end(),
                  [](const Counted::Turn &a, const Counted::Turn &b) { return a.since < b.since; });
        for (size_t i = 1; i < turns.size(); ++i) {
            const Counted::Turn &before = turns[i - 1];
            const bool isNext = before.until && *before.until <= turns[i].since;
            if (isNext && before.owner != turns[i].owner)
                take(turns[i].since);
        }
    }

    void addCourses(ContentionRanking &ranking, std::vector<Counted *> shown)
    {
        shown.resize(std::min(shown.size(), m_query.mostCourses));
        // Of what was cleared away nothing is known, whoever looked then.
        const ServerTime kept = m_rows.keptFrom().value_or(ServerTime{});
        const ServerTime from = m_query.from.value_or(std::max(m_firstLook, kept));
        const ServerTime until = std::min(m_until, m_query.now.value_or(m_lastLook));
        if (shown.empty() || from >= until)
            return;
        TimeBins bins = timeBins(from, until);
        std::vector<ContentionBin> empty;
        for (size_t i = 1; i < bins.edges.size(); ++i) {
            ContentionBin bin;
            bin.from = std::max(bins.edges[i - 1], from);
            bin.until = std::min(bins.edges[i], until);
            empty.push_back(bin);
        }
        ranking.edges = std::move(bins.edges);
        ranking.step = bins.step;
        const ServerTime knownFrom = std::max({from, kept, m_countedFrom.value_or(ServerTime{})});
        for (Counted *counted : shown) {
            counted->sum.course = empty;
            forEachHandOver(*counted, [&](ServerTime at) {
                if (at >= knownFrom)
                    forEachBin(counted->sum.course, {at, at + Micros(1)},
                               [](ContentionBin &bin, Micros) { ++bin.handOvers; });
            });
        }
        if (knownFrom < until)
            addHeldBefore(shown, knownFrom);
        for (Counted *counted : shown)
            fillCourse(*counted, knownFrom);
    }

    /** What reaches into what is known from before. */
    void addHeldBefore(const std::vector<Counted *> &shown, ServerTime at)
    {
        QSet<Key> keys;
        for (const Counted *counted : shown)
            keys.insert(keyOf(counted->place, counted->sum.lock));
        m_rows.heldAt(at, [&](HistoryRows::Row &&row) {
            if (keys.contains(keyOf(row.place, row.hold.lock)))
                addTurn(row);
            return true;
        });
        for (Counted *counted : shown) {
            std::erase_if(counted->waits, [at](const TimeSpan &wait) { return wait.from < at; });
            const auto id = m_rows.lockId(counted->place, counted->sum.lock);
            if (id)
                m_rows.waitsInto(*id, at, [counted](HistoryRows::WaitRow &&row) {
                    counted->waits.push_back(spanOf(row.wait));
                    return true;
                });
        }
    }

    void fillCourse(Counted &counted, ServerTime knownFrom)
    {
        std::vector<ContentionBin> &course = counted.sum.course;
        const auto known = m_seen.find(counted.place);
        const std::vector<TimeSpan> &seen =
            known != m_seen.end()
                ? known->second
                : m_seen.emplace(counted.place, wholeLooks(m_rows.looks(counted.place), knownFrom))
                      .first->second;
        addUp(seen, course, &ContentionBin::known);
        addUp(within(counted.waits, seen), course, &ContentionBin::waited);
        // Waiters with names say when. They say it for a hold only where there were as many of them
        // at once as were ever counted; of one that tells of nobody, nothing else is known.
        const AtOnce named(counted.waits);
        counted.waits = {};
        std::vector<TimeSpan> untold;
        for (const Counted::Turn &turn : counted.turns) {
            const TimeSpan time{turn.since, turn.until.value_or(turn.lastSeen)};
            if (turn.waiters && named.mostWithin(time) >= *turn.waiters)
                continue;
            const std::vector<TimeSpan> held = within(partsOf(counted.place, turn), seen);
            if (!turn.waiters) {
                untold.insert(untold.end(), held.begin(), held.end());
                continue;
            }
            for (const TimeSpan &part : held)
                forEachBin(course, part, [&turn](ContentionBin &bin, Micros) {
                    bin.mostWaiters = std::max(bin.mostWaiters, *turn.waiters);
                });
        }
        addUp(united(std::move(untold)), course, &ContentionBin::untold);
    }

    std::vector<TimeSpan> partsOf(qint64 place, const Counted::Turn &turn)
    {
        HistoryRows::Row row;
        row.place = place;
        row.run = turn.run;
        row.hold.since = turn.since;
        row.hold.until = turn.until;
        row.hold.lastSeen = turn.lastSeen;
        row.hold.begin = turn.begin;
        std::vector<TimeSpan> parts;
        for (const HistoryHold &part : m_rows.parts(row))
            parts.push_back({part.since, part.until.value_or(part.lastSeen)});
        return parts;
    }

    HistoryRows &m_rows;
    const ContentionQuery &m_query;
    const ServerTime m_from;
    const ServerTime m_until;
    ServerTime m_firstLook = ServerTime::max();
    ServerTime m_lastLook{};
    QHash<Key, size_t> m_places;
    std::vector<Counted> m_locks;
    std::map<qint64, std::vector<TimeSpan>> m_seen; ///< by place
    std::optional<ServerTime> m_countedFrom;
};

} // namespace

ContentionRanking contentionRanking(HistoryRows &rows, const ContentionQuery &query)
{
    return Ranking(rows, query).build();
}

} // namespace lockmaster
