// SPDX-License-Identifier: Apache-2.0
#include "core/history/historypagequery.h"

#include "core/history/historywriter.h"

#include <algorithm>

namespace lockmaster {

namespace {

#define EVENT_COLUMNS                                                                              \
    "SELECT event.at, event.kind, backend.name, event.detail, lock.system, lock.name, place.name," \
    " owner.label FROM event JOIN backend ON backend.id = event.backend LEFT JOIN lock"            \
    " ON lock.id = event.lock LEFT JOIN place ON place.id = lock.place LEFT JOIN owner"            \
    " ON owner.id = event.owner "

/** Of several who share a lock, one may have begun long before others that have ended. */
constexpr int missesAllowed = 1000;
/** Of locks or owners that a text stands in: beyond, the newest. */
constexpr size_t mostNamed = 10'000;
/** So many locks have their events looked up one by one; of more, the newest events are sifted. */
constexpr size_t fewLocks = 100;
constexpr int mostSifted = 50'000;

/** From when on nothing is missing, where what began at `cut` is the newest that is left out. */
ServerTime listedFrom(ServerTime cut, ServerTime oldestListed)
{
    return cut < oldestListed ? oldestListed : cut + Micros(1);
}

template<class T>
void keepNewest(std::vector<T> &oldestFirst, qint64 most)
{
    if (qint64(oldestFirst.size()) > most)
        oldestFirst.erase(oldestFirst.begin(), oldestFirst.end() - most);
}

bool reaches(const HistoryHold &hold, const std::optional<ServerTime> &from)
{
    return !from || !hold.until || *hold.until >= *from;
}

} // namespace

/** Of all rows that are offered the newest, and one more that says that there are more. */
class HistoryPageQuery::Newest
{
public:
    explicit Newest(qint64 most) : m_most(size_t(std::max<qint64>(0, most)) + 1) {}

    /** Rows come newest first: after the first that is not wanted no other is. */
    bool wants(ServerTime since) const { return !m_oldest || since > *m_oldest; }
    void add(Row &&row)
    {
        m_rows.push_back(std::move(row));
        if (m_rows.size() >= 2 * m_most)
            shrink();
    }
    /** Newest first. */
    std::vector<Row> take()
    {
        shrink();
        std::sort(m_rows.begin(), m_rows.end(), isNewer);
        return std::move(m_rows);
    }

private:
    static bool isNewer(const Row &a, const Row &b) { return a.hold.since > b.hold.since; }

    void shrink()
    {
        if (m_rows.size() < m_most)
            return;
        const auto last = m_rows.begin() + std::ptrdiff_t(m_most) - 1;
        std::nth_element(m_rows.begin(), last, m_rows.end(), isNewer);
        m_oldest = last->hold.since;
        m_rows.erase(last + 1, m_rows.end());
    }

    const size_t m_most;
    std::vector<Row> m_rows;
    std::optional<ServerTime> m_oldest;
};

HistoryPageQuery::HistoryPageQuery(HistoryRows &rows, const HistoryQuery &query)
    : m_rows(rows), m_query(query), m_until(query.until.value_or(ServerTime::max()))
{
}

HistoryPage HistoryPageQuery::page()
{
    m_page.keptFrom = m_rows.keptFrom();
    if (asksForLocks())
        findLocks();
    collectHolds();
    collectWaits();
    collectEvents();
    collectUnseen();
    collectFirstLooks();
    return std::move(m_page);
}

// What is asked for

bool HistoryPageQuery::isAsked(const Row &row) const
{
    const HistoryHold &hold = row.hold;
    if (!m_rows.isOf(row.place, m_query.backends))
        return false;
    if (asksForLocks() && !m_query.asksFor(hold.lock))
        return false;
    return m_query.owner.isEmpty() || hold.owner.contains(m_query.owner)
           || hold.ownerRaw.contains(m_query.owner.toUtf8());
}

void HistoryPageQuery::findLocks()
{
    HistoryDb &db = m_rows.db();
    QSqlQuery *query = nullptr;
    if (m_query.lock) {
        query = db.run("SELECT id, place, system FROM lock WHERE name = ?",
                       {m_query.lock->isNull() ? QByteArray("") : recordedName(*m_query.lock)});
    } else {
        query = db.run("SELECT id, place, system FROM lock WHERE instr(name, ?) > 0"
                       " ORDER BY id DESC",
                       {m_query.lockText.toUtf8()});
    }
    while (query && m_locks.size() < mostNamed && !m_rows.isGivenUp() && query->next()) {
        const qint64 place = query->value(1).toLongLong();
        const auto known = m_rows.places().find(place);
        const bool elsewhere = !m_query.source.isEmpty() && known != m_rows.places().end()
                               && known->second.source != m_query.source;
        const bool ofAnother = !m_query.system.isEmpty() && query->value(2) != m_query.system;
        if (elsewhere || ofAnother || !m_rows.isOf(place, m_query.backends))
            continue;
        m_locks.push_back(query->value(0).toLongLong());
        m_places.insert(place);
    }
    if (query)
        db.finish(*query);
}

std::vector<qint64> HistoryPageQuery::ownersLike()
{
    std::vector<qint64> owners;
    QSqlQuery *query = m_rows.db().run(
        "SELECT id FROM owner WHERE instr(label, ?) > 0 OR instr(raw, ?) > 0 ORDER BY id DESC",
        {m_query.owner, m_query.owner.toUtf8()});
    while (query && owners.size() < mostNamed && !m_rows.isGivenUp() && query->next())
        owners.push_back(query->value(0).toLongLong());
    if (query)
        m_rows.db().finish(*query);
    return owners;
}

// Holds

/** Takes rows that come newest first, as long as they can be among the newest of all. */
HistoryRows::Take HistoryPageQuery::offerTo(Newest &newest) const
{
    return [this, &newest, misses = 0](Row &&row) mutable {
        if (!newest.wants(row.hold.since))
            return false;
        if (row.hold.since > m_until || !isAsked(row))
            return true;
        if (!reaches(row.hold, m_query.from))
            return ++misses < missesAllowed;
        misses = 0;
        newest.add(std::move(row));
        return true;
    };
}

void HistoryPageQuery::collectHolds()
{
    Newest newest(m_query.most);
    if (asksForLocks()) {
        collectLocks(newest);
    } else if (!m_query.owner.isEmpty()) {
        m_owners = ownersLike();
        for (const qint64 owner : m_owners)
            m_rows.ofOwner(owner, m_until, offerTo(newest));
    } else {
        for (int span = HistoryRows::shortestSpan; span <= HistoryRows::longestSpan; ++span) {
            m_rows.ofSpan(HistoryRows::spanNumber(span),
                          HistoryRows::earliestBegin(m_query.from, span), m_until, offerTo(newest));
        }
    }
    std::vector<Row> rows = newest.take();
    m_page.older = qint64(rows.size()) > std::max<qint64>(0, m_query.most);
    if (m_page.older) {
        const ServerTime cut = rows.back().hold.since;
        rows.pop_back();
        m_page.listedFrom =
            rows.empty() ? m_query.until : std::optional(listedFrom(cut, rows.back().hold.since));
    }
    if (!m_query.lock) {
        for (const Row &row : rows)
            measure(row);
    }
    std::sort(m_page.lengths.begin(), m_page.lengths.end());
    if (m_query.lock)
        m_page.figures = figuresOf(m_page.lengths);
    if (m_page.older && m_query.withHeldBefore)
        addHeldBefore(rows);
    addParts(rows);
}

void HistoryPageQuery::collectLocks(Newest &newest)
{
    for (const qint64 lock : m_locks) {
        if (!m_query.lock) {
            m_rows.ofLock(lock, m_until, offerTo(newest));
            continue;
        }
        bool listing = true;
        int misses = 0;
        m_rows.ofLock(lock, m_until, [&, take = offerTo(newest)](Row &&row) {
            misses = reaches(row.hold, m_query.from) ? 0 : misses + 1;
            if (misses == 0 && isAsked(row))
                measure(row);
            listing = listing && take(std::move(row));
            return misses < missesAllowed
                   && (listing || qint64(m_page.lengths.size()) < m_query.mostMeasured);
        });
    }
}

void HistoryPageQuery::measure(const Row &row)
{
    if (qint64(m_page.lengths.size()) < m_query.mostMeasured && m_rows.isUnbroken(row))
        m_page.lengths.push_back(row.hold.length());
}

void HistoryPageQuery::addHeldBefore(std::vector<Row> &rows)
{
    const qint64 most = qint64(rows.size()) + m_query.most;
    QSet<qint64> listed;
    for (const Row &row : rows)
        listed.insert(row.hold.id);
    m_rows.heldAt(*m_page.listedFrom, [&](Row &&row) {
        if (row.hold.since < *m_page.listedFrom && isAsked(row) && !listed.contains(row.hold.id))
            rows.push_back(std::move(row));
        return qint64(rows.size()) < most;
    });
}

void HistoryPageQuery::addParts(const std::vector<Row> &rows)
{
    for (const Row &row : rows) {
        for (HistoryHold &part : m_rows.parts(row)) {
            if (part.since <= m_until && reaches(part, m_query.from))
                m_page.holds.push_back(std::move(part));
        }
        m_places.insert(row.place);
    }
    std::stable_sort(m_page.holds.begin(), m_page.holds.end(),
                     [](const HistoryHold &a, const HistoryHold &b) { return a.since < b.since; });
    // A hold behind many gaps is many.
    const qint64 most = m_query.withHeldBefore ? 2 * m_query.most : m_query.most;
    const qint64 beyond = qint64(m_page.holds.size()) - most;
    if (beyond <= 0)
        return;
    m_page.older = true;
    const ServerTime cut = m_page.holds[size_t(beyond) - 1].since;
    m_page.holds.erase(m_page.holds.begin(), m_page.holds.begin() + beyond);
    const ServerTime first =
        m_page.holds.empty() ? m_until : listedFrom(cut, m_page.holds.front().since);
    m_page.listedFrom = std::max(m_page.listedFrom.value_or(first), first);
}

// Waits

void HistoryPageQuery::collectWaits()
{
    // Lanes show no wait beside holds that were cut off.
    const bool besideLanes = m_page.listedFrom && m_query.withHeldBefore && !m_query.lock;
    const std::optional<ServerTime> from =
        besideLanes ? std::max(m_query.from, m_page.listedFrom) : m_query.from;
    // Of one lock more are measured than are listed.
    const qint64 most = m_query.lock ? std::max(m_query.mostMeasured, m_query.most) : m_query.most;
    const qint64 mostLooked = std::max<qint64>(most, mostSifted);
    const bool byOwner = !asksForLocks() && !m_query.owner.isEmpty();
    const auto offer = [&] {
        return [&, misses = 0, taken = qint64(0), sifted = qint64(0)](WaitRow &&row) mutable {
            HistoryWait &wait = row.wait;
            const bool reached = !from || !wait.until || *wait.until >= *from;
            misses = reached ? 0 : misses + 1;
            const bool asked = m_rows.isOf(row.place, m_query.backends)
                               && (!asksForLocks() || m_query.asksFor(wait.lock))
                               && (m_query.owner.isEmpty() || wait.waiter.contains(m_query.owner));
            if (reached && asked) {
                m_page.waits.push_back(std::move(wait));
                ++taken;
            }
            return taken <= most && misses < missesAllowed && ++sifted <= mostLooked;
        };
    };
    if (asksForLocks() && (m_query.lock || m_locks.size() <= fewLocks)) {
        for (const qint64 lock : m_locks)
            m_rows.waitsFor(lock, m_until, offer());
    } else if (byOwner) {
        for (const qint64 owner : m_owners)
            m_rows.waitsOf(owner, m_until, offer());
    } else {
        m_rows.waits(m_until, offer());
    }
    std::stable_sort(m_page.waits.begin(), m_page.waits.end(),
                     [](const HistoryWait &a, const HistoryWait &b) {
                         return std::pair(a.since, a.id) < std::pair(b.since, b.id);
                     });
    m_page.olderWaits = qint64(m_page.waits.size()) > most;
    keepNewest(m_page.waits, most);
    for (const HistoryWait &wait : m_page.waits) {
        if (wait.isWhole())
            m_page.waitLengths.push_back(wait.length());
        else
            m_page.waitedAtLeast = std::max(m_page.waitedAtLeast, std::optional(wait.length()));
    }
    std::sort(m_page.waitLengths.begin(), m_page.waitLengths.end());
    if (m_query.lock)
        m_page.waitFigures = figuresOf(m_page.waitLengths);
    m_page.olderWaits = m_page.olderWaits || qint64(m_page.waits.size()) > m_query.most;
    keepNewest(m_page.waits, m_query.most);
}

// Events

void HistoryPageQuery::collectEvents()
{
    // Beside holds that were cut off, older events would tell of what is not listed; those of the
    // backend tell of no lock.
    const std::optional<ServerTime> from =
        m_page.listedFrom ? std::max(m_query.from, m_page.listedFrom) : m_query.from;
    const QVariantList times{microsOf(m_until), from ? microsOf(*from) : 0};
    HistoryDb &db = m_rows.db();
    if (asksForLocks() && m_locks.size() <= fewLocks) {
        for (const qint64 lock : m_locks)
            takeEvents(db.run(EVENT_COLUMNS "WHERE event.lock = ? AND event.at <= ?"
                                            " AND event.at >= ? ORDER BY event.at DESC",
                              QVariantList{lock} + times));
    } else if (!asksForLocks() && !m_query.owner.isEmpty()) {
        for (const qint64 owner : m_owners)
            takeEvents(db.run(EVENT_COLUMNS "WHERE event.owner = ? AND event.at <= ?"
                                            " AND event.at >= ? ORDER BY event.at DESC",
                              QVariantList{owner} + times));
    } else {
        takeEvents(db.run(
            EVENT_COLUMNS "WHERE event.at <= ? AND event.at >= ? ORDER BY event.at DESC", times));
    }
    if (m_query.withBackendEvents && isNarrowed()) {
        takeEvents(db.run(EVENT_COLUMNS "WHERE event.lock IS NULL AND event.at <= ?"
                                        " AND event.at >= ? ORDER BY event.at DESC",
                          {microsOf(m_until), m_query.from ? microsOf(*m_query.from) : 0}));
    }
    std::sort(m_page.events.begin(), m_page.events.end(),
              [](const HistoryEvent &a, const HistoryEvent &b) { return a.at < b.at; });
    keepNewest(m_page.events, m_query.most);
}

void HistoryPageQuery::takeEvents(QSqlQuery *found)
{
    qint64 taken = 0;
    int sifted = 0;
    while (found && taken < m_query.most && ++sifted <= mostSifted && !m_rows.isGivenUp()
           && found->next()) {
        HistoryEvent event;
        event.at = timeOf(found->value(0).toLongLong());
        event.kind = found->value(1).toString();
        event.backend = found->value(2).toString();
        event.detail = found->value(3).toString();
        event.owner = found->value(7).toString();
        if (!found->isNull(5)) {
            event.lock = HistoryLock{event.backend, found->value(4).toString(),
                                     found->value(6).toString(), found->value(5).toByteArray()};
        }
        if (!m_query.backends.isEmpty() && !m_query.backends.contains(event.backend))
            continue;
        const bool isAsked = event.lock ? m_query.asksFor(*event.lock) : m_query.withBackendEvents;
        if (asksForLocks() && !isAsked)
            continue;
        m_page.events.push_back(std::move(event));
        ++taken;
    }
    if (found)
        m_rows.db().finish(*found);
}

// When nobody looked

std::vector<UnseenStretch> HistoryPageQuery::gapsOf(const HistoryRows::Place &place,
                                                    const std::optional<ServerTime> &from)
{
    const std::vector<SeenStretch> seen = m_rows.seen(place.id);
    std::vector<UnseenStretch> gaps;
    for (size_t i = 0; i < seen.size(); ++i) {
        UnseenStretch gap{place.backend, place.source, seen[i].until, std::nullopt};
        if (i + 1 < seen.size())
            gap.until = seen[i + 1].from;
        else if (m_rows.isRecorded(place))
            continue;
        if (*gap.from <= m_until && (!gap.until || !from || *gap.until >= *from))
            gaps.push_back(std::move(gap));
    }
    return gaps;
}

/** Between the first hold that is listed and the end of what was asked for. */
void HistoryPageQuery::collectUnseen()
{
    std::optional<ServerTime> from = m_query.from;
    if (!m_page.holds.empty() && (!from || m_page.older))
        from = m_page.holds.front().since;
    std::map<QString, std::vector<std::vector<UnseenStretch>>> ofBackends;
    for (const auto &[id, place] : m_rows.places()) {
        if (m_rows.isOf(id, m_query.backends) && (!isNarrowed() || m_places.contains(id)))
            ofBackends[place.backend].push_back(gapsOf(place, from));
    }
    const auto same = [](const std::vector<UnseenStretch> &a, const std::vector<UnseenStretch> &b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const UnseenStretch &x, const UnseenStretch &y) {
                              return x.from == y.from && x.until == y.until;
                          });
    };
    for (auto &ofBackend : ofBackends) {
        std::vector<std::vector<UnseenStretch>> &sources = ofBackend.second;
        // Usually the backend was not looked at as a whole.
        const bool whole = std::all_of(
            sources.begin(), sources.end(),
            [&same, &first = sources[0]](const auto &gaps) { return same(gaps, first); });
        if (whole && sources.size() > 1) {
            for (UnseenStretch &gap : sources[0])
                gap.source.clear();
            sources.resize(1);
        }
        for (std::vector<UnseenStretch> &gaps : sources)
            std::move(gaps.begin(), gaps.end(), std::back_inserter(m_page.unseen));
    }
    std::stable_sort(
        m_page.unseen.begin(), m_page.unseen.end(),
        [](const UnseenStretch &a, const UnseenStretch &b) { return a.from < b.from; });
    keepNewest(m_page.unseen, m_query.most);
}

void HistoryPageQuery::collectFirstLooks()
{
    for (const auto &[id, place] : m_rows.places()) {
        if (!m_rows.isOf(id, m_query.backends) || (isNarrowed() && !m_places.contains(id)))
            continue;
        const auto first = m_rows.db().number("SELECT min(began) FROM seen WHERE place = ?", {id});
        if (first)
            m_page.firstLooks.push_back({place.backend, place.source, timeOf(*first)});
    }
}

} // namespace lockmaster
