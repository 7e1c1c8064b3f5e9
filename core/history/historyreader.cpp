// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyreader.h"

#include "core/history/historypagequery.h"
#include "core/history/historyrows.h"
#include "core/history/historywriter.h"
#include "core/text/words.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <map>

namespace lockmaster {

namespace {

bool byLock(const HistoryHold &a, const HistoryHold &b)
{
    if (const int order = a.lock.backend.compare(b.lock.backend))
        return order < 0;
    if (const int order = a.lock.name.compare(b.lock.name))
        return order < 0;
    return a.since < b.since;
}

} // namespace

class HistoryReader::Store
{
public:
    Store(std::unique_ptr<HistoryDb> db, const QString &path) : m_rows(std::move(db), path) {}

    void setGivenUp(const std::atomic<bool> &givenUp) { m_rows.setGivenUp(&givenUp); }
    Result<HistoryPage> page(const HistoryQuery &query);
    Result<HistoryMoment> moment(ServerTime at, const QStringList &backends);
    Result<HoldFigures> figures(const HistoryLock &lock, size_t most);
    Result<std::vector<HistoryLock>> locksNamed(const QByteArray &name,
                                                const QStringList &backends);
    Result<SourceLooks> looks(const HistoryLock &lock);
    Result<std::vector<HistoryLock>> knownLocks(const KnownLocks &which);
    Result<LockRhythm> rhythm(const HistoryLock &lock, qint64 mostBegins);
    Result<std::vector<HeldShare>> shares(const HistoryLock &lock,
                                          const std::vector<ServerTime> &edges);
    Result<ContentionRanking> contention(const ContentionQuery &query);

private:
    using Row = HistoryRows::Row;

    std::vector<Row> heldAt(ServerTime at, const std::function<bool(const Row &)> &accepts);
    PlaceThen placeAt(const HistoryRows::Place &place, ServerTime at);
    /** Null where nothing of it was ever seen. */
    const HistoryRows::Place *placeOf(const HistoryLock &lock) const;
    const std::vector<SeenStretch> &wholeLooks(qint64 place);
    const std::optional<SeenStretch> &lastWholeLooks(qint64 place);
    HoldFigures gapsOf(qint64 lock, const std::vector<SeenStretch> &seen, qint64 mostBegins);
    template<class T>
    Result<T> answer(T value);

    HistoryRows m_rows;
    std::map<qint64, std::vector<SeenStretch>> m_whole; ///< by place
    std::map<qint64, std::optional<SeenStretch>> m_lastWhole;
};

template<class T>
Result<T> HistoryReader::Store::answer(T value)
{
    if (!m_rows.db().works())
        return tl::make_unexpected(m_rows.db().failure().error);
    if (m_rows.isGivenUp())
        return failure(ErrorKind::Cancelled, QStringLiteral("cancelled"));
    return value;
}

Result<HistoryPage> HistoryReader::Store::page(const HistoryQuery &query)
{
    return answer(HistoryPageQuery(m_rows, query).page());
}

std::vector<HistoryRows::Row>
HistoryReader::Store::heldAt(ServerTime at, const std::function<bool(const Row &)> &accepts)
{
    std::vector<Row> rows;
    m_rows.heldAt(at, [&](Row &&row) {
        if (accepts(row))
            rows.push_back(std::move(row));
        return true;
    });
    return rows;
}

PlaceThen HistoryReader::Store::placeAt(const HistoryRows::Place &place, ServerTime at)
{
    PlaceThen then{place.backend, place.source, PlaceThen::Sight::None, {}, {}};
    HistoryDb &db = m_rows.db();
    // Two stretches touch where a source could be read as a whole again, or not any more.
    QSqlQuery *query = db.run("SELECT until, complete FROM seen WHERE place = ? AND began <= ?"
                              " ORDER BY began DESC LIMIT 8",
                              {place.id, microsOf(at)});
    while (query && query->next()) {
        const ServerTime until = timeOf(query->value(0).toLongLong());
        if (until < at)
            continue;
        const bool whole = query->value(1).toBool();
        if (then.sight == PlaceThen::Sight::None || !whole)
            then.sight = whole ? PlaceThen::Sight::Whole : PlaceThen::Sight::Partly;
    }
    if (query)
        db.finish(*query);
    if (then.sight != PlaceThen::Sight::None)
        return then;
    const auto last = db.number("SELECT max(until) FROM seen WHERE place = ? AND began <= ?",
                                {place.id, microsOf(at)});
    const auto first = db.number("SELECT min(began) FROM seen WHERE place = ? AND began > ?",
                                 {place.id, microsOf(at)});
    if (last)
        then.lastLook = timeOf(*last);
    if (first)
        then.firstLook = timeOf(*first);
    return then;
}

Result<HistoryMoment> HistoryReader::Store::moment(ServerTime at, const QStringList &backends)
{
    HistoryMoment moment;
    moment.at = at;
    moment.keptFrom = m_rows.keptFrom();
    std::map<qint64, PlaceThen> places;
    std::map<ServerTime, QSet<qint64>> looksBefore; ///< of places that were not looked at
    for (const auto &[id, place] : m_rows.places()) {
        if (!m_rows.isOf(id, backends))
            continue;
        PlaceThen then = placeAt(place, at);
        if (then.lastLook)
            looksBefore[*then.lastLook].insert(id);
        moment.places.push_back(then);
        places.emplace(id, std::move(then));
    }
    QSet<qint64> known;
    for (const Row &row : heldAt(at, [&](const Row &r) { return places.contains(r.place); })) {
        const bool looked = places.at(row.place).sight != PlaceThen::Sight::None;
        if (!looked && row.hold.begin != HistoryBegin::Told)
            continue;
        for (HistoryHold &part : m_rows.parts(row)) {
            // A moment at which it had ended, or was last seen, it was not held any more.
            const bool held = part.since <= at && (!part.until || *part.until > at);
            const bool lastLook = looked && part.end == HistoryEnd::Unseen && part.until == at;
            if (!held && !lastLook)
                continue;
            known.insert(part.id);
            moment.held.push_back(std::move(part));
        }
    }
    for (const auto &[look, ids] : looksBefore) {
        const QSet<qint64> &ofPlaces = ids; // clang 14 captures no binding
        for (const Row &row :
             heldAt(look, [&](const Row &r) { return ofPlaces.contains(r.place); })) {
            if (known.contains(row.hold.id))
                continue;
            for (HistoryHold &part : m_rows.parts(row)) {
                const bool held = part.since <= look && (!part.until || *part.until > look);
                if (held || (part.end == HistoryEnd::Unseen && part.until == look))
                    moment.perhaps.push_back(std::move(part));
            }
        }
    }
    std::sort(moment.held.begin(), moment.held.end(), byLock);
    std::sort(moment.perhaps.begin(), moment.perhaps.end(), byLock);
    return answer(std::move(moment));
}

const HistoryRows::Place *HistoryReader::Store::placeOf(const HistoryLock &lock) const
{
    const auto &places = m_rows.places();
    const auto place = std::find_if(places.begin(), places.end(), [&lock](const auto &entry) {
        return entry.second.backend == lock.backend && entry.second.source == lock.source;
    });
    return place == places.end() ? nullptr : &place->second;
}

Result<std::vector<HistoryLock>> HistoryReader::Store::locksNamed(const QByteArray &name,
                                                                  const QStringList &backends)
{
    std::vector<HistoryLock> locks;
    HistoryDb &db = m_rows.db();
    QSqlQuery *query = db.run("SELECT place, system FROM lock WHERE name = ? ORDER BY id",
                              {name.isNull() ? QByteArray("") : recordedName(name)});
    while (query && query->next()) {
        const auto place = m_rows.places().find(query->value(0).toLongLong());
        if (place != m_rows.places().end() && m_rows.isOf(place->first, backends))
            locks.push_back({place->second.backend, query->value(1).toString(),
                             place->second.source, recordedName(name)});
    }
    if (query)
        db.finish(*query);
    return answer(std::move(locks));
}

Result<SourceLooks> HistoryReader::Store::looks(const HistoryLock &lock)
{
    const HistoryRows::Place *const place = placeOf(lock);
    if (!place)
        return answer(SourceLooks());
    return answer(SourceLooks{m_rows.looks(place->id), m_rows.isRecorded(*place)});
}

const std::vector<SeenStretch> &HistoryReader::Store::wholeLooks(qint64 place)
{
    const auto known = m_whole.find(place);
    if (known != m_whole.end())
        return known->second;
    return m_whole.emplace(place, wholeStretches(m_rows.looks(place))).first->second;
}

/** What is asked each minute is not to read all that was ever looked at. */
const std::optional<SeenStretch> &HistoryReader::Store::lastWholeLooks(qint64 place)
{
    const auto known = m_lastWhole.find(place);
    return known != m_lastWhole.end()
               ? known->second
               : m_lastWhole.emplace(place, m_rows.lastWhole(place)).first->second;
}

Result<std::vector<HistoryLock>> HistoryReader::Store::knownLocks(const KnownLocks &which)
{
    constexpr int mostLooked = 100'000;
    std::vector<HistoryLock> locks;
    QByteArrayList places; // what another backend has is not to be in the way
    for (const auto &[id, place] : m_rows.places()) {
        if (m_rows.isOf(id, which.backends))
            places << QByteArray::number(id);
    }
    HistoryDb &db = m_rows.db();
    QSqlQuery *query = db.run(
        "SELECT place, system, name FROM (SELECT * FROM lock WHERE place IN"
        " (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?) AS known WHERE"
        " (SELECT count(*) FROM (SELECT 1 FROM hold WHERE hold.lock = known.id LIMIT ?)) >= ?"
        " ORDER BY id",
        {QString::fromLatin1('[' + places.join(',') + ']'), mostLooked, which.leastHolds,
         which.leastHolds});
    while (query && locks.size() < which.most && !m_rows.isGivenUp() && query->next()) {
        const auto place = m_rows.places().find(query->value(0).toLongLong());
        if (place == m_rows.places().end() || !m_rows.isOf(place->first, which.backends))
            continue;
        HistoryLock lock{place->second.backend, query->value(1).toString(), place->second.source,
                         query->value(2).toByteArray()};
        if (which.wanted(lock))
            locks.push_back(std::move(lock));
    }
    if (query)
        db.finish(*query);
    return answer(std::move(locks));
}

Result<LockRhythm> HistoryReader::Store::rhythm(const HistoryLock &lock, qint64 mostBegins)
{
    constexpr int mostTogether = 64;
    LockRhythm rhythm;
    const HistoryRows::Place *const place = placeOf(lock);
    if (!place)
        return answer(rhythm);
    rhythm.seen = lastWholeLooks(place->id);
    if (const auto id = m_rows.lockId(place->id, lock)) {
        // Several may hold it together: who came first may have it for longest.
        int left = mostTogether;
        bool goesOn = false;
        m_rows.ofLock(*id, ServerTime::max(), [&](Row &&row) {
            rhythm.began = std::max(rhythm.began, std::optional(row.hold.since));
            rhythm.until = std::max(rhythm.until, row.hold.until);
            goesOn = !row.hold.until.has_value();
            return !goesOn && --left > 0;
        });
        if (goesOn)
            rhythm.until.reset();
        if (mostBegins > 0)
            rhythm.gaps = gapsOf(*id, wholeLooks(place->id), mostBegins);
    }
    return answer(rhythm);
}

/** Of what was not looked at between two begins it is not known whether they follow each other. */
HoldFigures HistoryReader::Store::gapsOf(qint64 lock, const std::vector<SeenStretch> &seen,
                                         qint64 mostBegins)
{
    std::vector<Micros> gaps;
    std::optional<ServerTime> later;
    HistoryDb &db = m_rows.db();
    QSqlQuery *query =
        db.run("SELECT began, how FROM hold WHERE lock = ? ORDER BY began DESC LIMIT ?",
               {lock, mostBegins});
    while (query && !m_rows.isGivenUp() && query->next()) {
        if (query->value(1).toInt() == int(HistoryBegin::FirstSeen)) {
            later.reset();
            continue;
        }
        const ServerTime began = timeOf(query->value(0).toLongLong());
        const auto next = std::upper_bound(
            seen.begin(), seen.end(), began,
            [](ServerTime at, const SeenStretch &stretch) { return at < stretch.from; });
        if (later && next != seen.begin() && *later <= std::prev(next)->until)
            gaps.push_back(*later - began);
        later = began;
    }
    if (query)
        db.finish(*query);
    std::sort(gaps.begin(), gaps.end());
    return figuresOf(gaps);
}

Result<HoldFigures> HistoryReader::Store::figures(const HistoryLock &lock, size_t most)
{
    const HistoryRows::Place *const place = placeOf(lock);
    if (!place)
        return answer(HoldFigures());
    std::vector<Micros> lengths;
    if (const auto id = m_rows.lockId(place->id, lock)) {
        m_rows.ofLock(*id, ServerTime::max(), [&](Row &&row) {
            if (m_rows.isUnbroken(row))
                lengths.push_back(row.hold.length());
            return lengths.size() < most;
        });
    }
    std::sort(lengths.begin(), lengths.end());
    return answer(figuresOf(lengths));
}

Result<std::vector<HeldShare>> HistoryReader::Store::shares(const HistoryLock &lock,
                                                            const std::vector<ServerTime> &edges)
{
    const HistoryRows::Place *const place = placeOf(lock);
    const auto id = place ? m_rows.lockId(place->id, lock) : std::nullopt;
    return answer(id ? heldShares(m_rows, place->id, *id, lock, edges) : std::vector<HeldShare>());
}

Result<ContentionRanking> HistoryReader::Store::contention(const ContentionQuery &query)
{
    return answer(contentionRanking(m_rows, query));
}

HistoryReader::HistoryReader(std::unique_ptr<Store> store) : m_store(std::move(store)) {}

HistoryReader::~HistoryReader() = default;

Result<std::unique_ptr<HistoryReader>> HistoryReader::open(const QString &path)
{
    if (!QFileInfo::exists(path)) {
        return failure(ErrorKind::NotFound, Words::tr("Nothing was recorded yet: %1.").arg(path),
                       Words::tr("Lockmaster's window and 'lockctl serve' record while they run."));
    }
    auto db = HistoryDb::openForReading(path);
    if (!db)
        return tl::make_unexpected(db.error().error);
    auto store = std::make_unique<Store>(std::move(*db), path);
    return std::unique_ptr<HistoryReader>(new HistoryReader(std::move(store)));
}

void HistoryReader::setGivenUp(const std::atomic<bool> &givenUp)
{
    m_store->setGivenUp(givenUp);
}

Result<HistoryPage> HistoryReader::page(const HistoryQuery &query)
{
    return m_store->page(query);
}

Result<HistoryMoment> HistoryReader::moment(ServerTime at, const QStringList &backends)
{
    return m_store->moment(at, backends);
}

Result<HoldFigures> HistoryReader::figures(const HistoryLock &lock, size_t most)
{
    return m_store->figures(lock, most);
}

Result<std::vector<HistoryLock>> HistoryReader::locksNamed(const QByteArray &name,
                                                           const QStringList &backends)
{
    return m_store->locksNamed(name, backends);
}

Result<SourceLooks> HistoryReader::looks(const HistoryLock &lock)
{
    return m_store->looks(lock);
}

Result<std::vector<HistoryLock>> HistoryReader::knownLocks(const KnownLocks &which)
{
    return m_store->knownLocks(which);
}

Result<std::vector<HeldShare>> HistoryReader::shares(const HistoryLock &lock,
                                                     const std::vector<ServerTime> &edges)
{
    return m_store->shares(lock, edges);
}

Result<ContentionRanking> HistoryReader::contention(const ContentionQuery &query)
{
    return m_store->contention(query);
}

Result<LockRhythm> HistoryReader::rhythm(const HistoryLock &lock, qint64 mostBegins)
{
    return m_store->rhythm(lock, mostBegins);
}

} // namespace lockmaster
