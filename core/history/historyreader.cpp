// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyreader.h"

#include "core/history/historyrows.h"
#include "core/history/historywriter.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

#define EVENT_COLUMNS                                                                              \
    "SELECT event.at, event.kind, backend.name, event.detail, lock.system, lock.name, place.name," \
    " owner.label FROM event JOIN backend ON backend.id = event.backend LEFT JOIN lock"            \
    " ON lock.id = event.lock LEFT JOIN place ON place.id = lock.place LEFT JOIN owner"            \
    " ON owner.id = event.owner "

constexpr int longestSpan = 63;
constexpr size_t mostMeasured = 100'000;
/** Of several who share a lock, one may have begun long before others that have ended. */
constexpr int missesAllowed = 1000;
constexpr size_t mostOwners = 10'000;

/**
 * No hold of that span can reach into the time from `from` on if it began before this. Below zero:
 * those that are open, which may have begun at any time.
 */
ServerTime earliestBegin(std::optional<ServerTime> from, int span)
{
    constexpr ServerTime never{};
    constexpr int longerThanAny = 50;
    if (!from || span < 0 || span >= longerThanAny)
        return never - Micros(1);
    return *from - Micros(qint64(1) << span);
}

bool reaches(const HistoryHold &hold, const std::optional<ServerTime> &from)
{
    return !from || !hold.until || *hold.until >= *from;
}

bool byLock(const HistoryHold &a, const HistoryHold &b)
{
    if (const int order = a.lock.backend.compare(b.lock.backend))
        return order < 0;
    if (const int order = a.lock.name.compare(b.lock.name))
        return order < 0;
    return a.since < b.since;
}

HoldFigures figuresOf(std::vector<Micros> lengths)
{
    HoldFigures figures;
    figures.count = qint64(lengths.size());
    if (lengths.empty())
        return figures;
    std::sort(lengths.begin(), lengths.end());
    const auto share = [&](double part) {
        return lengths[size_t(std::ceil(part * double(lengths.size()))) - 1];
    };
    figures.median = share(0.5);
    figures.p95 = share(0.95);
    figures.p99 = share(0.99);
    figures.longest = lengths.back();
    return figures;
}

} // namespace

class HistoryReader::Store
{
public:
    Store(std::unique_ptr<HistoryDb> db, const QString &path) : m_rows(std::move(db), path) {}

    Result<HistoryPage> page(const HistoryQuery &query);
    Result<HistoryMoment> moment(ServerTime at, const QStringList &backends);
    Result<HoldFigures> figures(const HistoryLock &lock, size_t most);

private:
    using Row = HistoryRows::Row;

    bool isAsked(qint64 place, const QStringList &backends) const;
    std::optional<ServerTime> keptFrom();
    std::vector<qint64> locksNamed(const QByteArray &name);
    std::vector<qint64> ownersLike(const QString &text);
    void collect(const HistoryQuery &query, HistoryPage &page);
    void takeNewest(const HistoryQuery &query, ServerTime until, std::vector<Row> &rows,
                    const std::function<void(const HistoryRows::Take &)> &rowsOf);
    void collectEvents(const HistoryQuery &query, HistoryPage &page);
    void takeEvents(QSqlQuery *found, const HistoryQuery &query, HistoryPage &page);
    void collectUnseen(const HistoryQuery &query, HistoryPage &page);
    std::vector<Row> heldAt(ServerTime at, const std::function<bool(const Row &)> &accepts);
    PlaceThen placeAt(const HistoryRows::Place &place, ServerTime at);
    template<class T>
    Result<T> answer(T value);

    HistoryRows m_rows;
    QSet<qint64> m_locks; ///< that were asked for by name
    QSet<qint64> m_owners;
    QSet<qint64> m_placesOfInterest;
};

template<class T>
Result<T> HistoryReader::Store::answer(T value)
{
    if (!m_rows.db().works())
        return tl::make_unexpected(m_rows.db().failure().error);
    return value;
}

bool HistoryReader::Store::isAsked(qint64 place, const QStringList &backends) const
{
    const auto found = m_rows.places().find(place);
    return found != m_rows.places().end()
           && (backends.isEmpty() || backends.contains(found->second.backend));
}

std::optional<ServerTime> HistoryReader::Store::keptFrom()
{
    const auto micros = m_rows.db().number("SELECT value FROM note WHERE name = 'kept_from'");
    return micros ? std::optional(timeOf(*micros)) : std::nullopt;
}

std::vector<qint64> HistoryReader::Store::locksNamed(const QByteArray &name)
{
    std::vector<qint64> locks;
    QSqlQuery *query = m_rows.db().run("SELECT id, place FROM lock WHERE name = ?",
                                       {name.isNull() ? QByteArray("") : name});
    while (query && query->next()) {
        locks.push_back(query->value(0).toLongLong());
        m_placesOfInterest.insert(query->value(1).toLongLong());
    }
    if (query)
        m_rows.db().finish(*query);
    return locks;
}

std::vector<qint64> HistoryReader::Store::ownersLike(const QString &text)
{
    std::vector<qint64> owners;
    QSqlQuery *query = m_rows.db().run(
        "SELECT id FROM owner WHERE instr(label, ?) > 0 OR instr(raw, ?) > 0 ORDER BY id DESC",
        {text, text.toUtf8()});
    while (query && owners.size() < mostOwners && query->next())
        owners.push_back(query->value(0).toLongLong());
    if (query)
        m_rows.db().finish(*query);
    return owners;
}

/** The newest rows that `rowsOf` has, as many as are asked for and one more. */
void HistoryReader::Store::takeNewest(const HistoryQuery &query, ServerTime until,
                                      std::vector<Row> &rows,
                                      const std::function<void(const HistoryRows::Take &)> &rowsOf)
{
    qint64 taken = 0;
    int misses = 0;
    rowsOf([&](Row &&row) {
        if (row.hold.since > until || !isAsked(row.place, query.backends))
            return true;
        if (!reaches(row.hold, query.from))
            return ++misses < missesAllowed;
        misses = 0;
        rows.push_back(std::move(row));
        return ++taken <= query.most;
    });
}

void HistoryReader::Store::collect(const HistoryQuery &query, HistoryPage &page)
{
    const ServerTime until = query.until.value_or(ServerTime::max());
    std::vector<Row> rows;
    if (query.lock) {
        std::vector<Micros> lengths;
        for (const qint64 lock : locksNamed(*query.lock)) {
            m_locks.insert(lock);
            takeNewest(query, until, rows, [&](const HistoryRows::Take &take) {
                bool listing = true;
                int misses = 0;
                m_rows.ofLock(lock, until, [&](Row &&row) {
                    misses = reaches(row.hold, query.from) ? 0 : misses + 1;
                    if (misses == 0 && isAsked(row.place, query.backends) && m_rows.isUnbroken(row))
                        lengths.push_back(row.hold.length());
                    listing = listing && take(std::move(row));
                    return misses < missesAllowed && lengths.size() < mostMeasured;
                });
            });
        }
        page.figures = figuresOf(std::move(lengths));
    } else if (!query.owner.isEmpty()) {
        for (const qint64 owner : ownersLike(query.owner)) {
            m_owners.insert(owner);
            takeNewest(query, until, rows,
                       [&](const HistoryRows::Take &take) { m_rows.ofOwner(owner, until, take); });
        }
    } else {
        for (int span = -1; span <= longestSpan; ++span) {
            takeNewest(query, until, rows, [&](const HistoryRows::Take &take) {
                m_rows.ofSpan(span < 0 ? std::nullopt : std::optional(span),
                              earliestBegin(query.from, span), until, take);
            });
        }
    }
    for (const Row &row : rows) {
        for (HistoryHold &part : m_rows.parts(row)) {
            if (part.since <= until && reaches(part, query.from))
                page.holds.push_back(std::move(part));
        }
        m_placesOfInterest.insert(row.place);
    }
    std::sort(page.holds.begin(), page.holds.end(),
              [](const HistoryHold &a, const HistoryHold &b) { return a.since < b.since; });
    page.older = qint64(page.holds.size()) > query.most;
    if (page.older)
        page.holds.erase(page.holds.begin(), page.holds.end() - query.most);
}

void HistoryReader::Store::collectEvents(const HistoryQuery &query, HistoryPage &page)
{
    // Beside holds that were cut off, older events would tell of what is not listed.
    const std::optional<ServerTime> from =
        page.older ? std::max(query.from, std::optional(page.holds.front().since)) : query.from;
    const QVariantList times{microsOf(query.until.value_or(ServerTime::max())),
                             from ? microsOf(*from) : 0};
    HistoryDb &db = m_rows.db();
    if (query.lock) {
        for (const qint64 lock : m_locks)
            takeEvents(db.run(EVENT_COLUMNS "WHERE event.lock = ? AND event.at <= ?"
                                            " AND event.at >= ? ORDER BY event.at DESC",
                              QVariantList{lock} + times),
                       query, page);
    } else if (!query.owner.isEmpty()) {
        for (const qint64 owner : m_owners)
            takeEvents(db.run(EVENT_COLUMNS "WHERE event.owner = ? AND event.at <= ?"
                                            " AND event.at >= ? ORDER BY event.at DESC",
                              QVariantList{owner} + times),
                       query, page);
    } else {
        takeEvents(db.run(EVENT_COLUMNS
                          "WHERE event.at <= ? AND event.at >= ? ORDER BY event.at DESC",
                          times),
                   query, page);
    }
    std::sort(page.events.begin(), page.events.end(),
              [](const HistoryEvent &a, const HistoryEvent &b) { return a.at < b.at; });
    if (qint64(page.events.size()) > query.most)
        page.events.erase(page.events.begin(), page.events.end() - query.most);
}

void HistoryReader::Store::takeEvents(QSqlQuery *found, const HistoryQuery &query,
                                      HistoryPage &page)
{
    qint64 taken = 0;
    while (found && taken < query.most && found->next()) {
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
        if (!query.backends.isEmpty() && !query.backends.contains(event.backend))
            continue;
        page.events.push_back(std::move(event));
        ++taken;
    }
    if (found)
        m_rows.db().finish(*found);
}

/** Where nobody looked, between the first hold that is listed and the end of what was asked for. */
void HistoryReader::Store::collectUnseen(const HistoryQuery &query, HistoryPage &page)
{
    const bool narrowed = query.lock || !query.owner.isEmpty();
    std::optional<ServerTime> from = query.from;
    if (!page.holds.empty() && (!from || page.older))
        from = page.holds.front().since;
    const ServerTime until = query.until.value_or(ServerTime::max());
    std::map<QString, std::vector<std::vector<UnseenStretch>>> ofBackends;
    for (const auto &[id, place] : m_rows.places()) {
        if (!isAsked(id, query.backends) || (narrowed && !m_placesOfInterest.contains(id)))
            continue;
        const std::vector<SeenStretch> seen = m_rows.seen(id);
        std::vector<UnseenStretch> gaps;
        for (size_t i = 0; i < seen.size(); ++i) {
            UnseenStretch gap{place.backend, place.source, seen[i].until, std::nullopt};
            if (i + 1 < seen.size())
                gap.until = seen[i + 1].from;
            else if (m_rows.isRecorded(place))
                continue;
            if (*gap.from <= until && (!gap.until || !from || *gap.until >= *from))
                gaps.push_back(std::move(gap));
        }
        ofBackends[place.backend].push_back(std::move(gaps));
    }
    const auto same = [](const std::vector<UnseenStretch> &a, const std::vector<UnseenStretch> &b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const UnseenStretch &x, const UnseenStretch &y) {
                              return x.from == y.from && x.until == y.until;
                          });
    };
    for (auto &[backend, sources] : ofBackends) {
        // Usually the backend was not looked at as a whole.
        const bool whole = std::all_of(sources.begin(), sources.end(),
                                       [&](const auto &gaps) { return same(gaps, sources[0]); });
        if (whole && sources.size() > 1) {
            for (UnseenStretch &gap : sources[0])
                gap.source.clear();
            sources.resize(1);
        }
        for (std::vector<UnseenStretch> &gaps : sources)
            std::move(gaps.begin(), gaps.end(), std::back_inserter(page.unseen));
    }
    std::stable_sort(
        page.unseen.begin(), page.unseen.end(),
        [](const UnseenStretch &a, const UnseenStretch &b) { return a.from < b.from; });
    if (qint64(page.unseen.size()) > query.most)
        page.unseen.erase(page.unseen.begin(), page.unseen.end() - query.most);
}

Result<HistoryPage> HistoryReader::Store::page(const HistoryQuery &query)
{
    m_locks.clear();
    m_owners.clear();
    m_placesOfInterest.clear();
    HistoryPage page;
    page.keptFrom = keptFrom();
    collect(query, page);
    collectEvents(query, page);
    collectUnseen(query, page);
    return answer(std::move(page));
}

std::vector<HistoryRows::Row>
HistoryReader::Store::heldAt(ServerTime at, const std::function<bool(const Row &)> &accepts)
{
    std::vector<Row> rows;
    for (int span = -1; span <= longestSpan; ++span) {
        m_rows.ofSpan(span < 0 ? std::nullopt : std::optional(span), earliestBegin(at, span), at,
                      [&](Row &&row) {
                          if ((!row.hold.until || *row.hold.until >= at) && accepts(row))
                              rows.push_back(std::move(row));
                          return true;
                      });
    }
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
    moment.keptFrom = keptFrom();
    std::map<qint64, PlaceThen> places;
    std::map<ServerTime, QSet<qint64>> looksBefore; ///< of places that were not looked at
    for (const auto &[id, place] : m_rows.places()) {
        if (!isAsked(id, backends))
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
    for (const auto &[look, ofPlaces] : looksBefore) {
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

Result<HoldFigures> HistoryReader::Store::figures(const HistoryLock &lock, size_t most)
{
    HistoryDb &db = m_rows.db();
    const auto place =
        std::find_if(m_rows.places().begin(), m_rows.places().end(), [&lock](const auto &entry) {
            return entry.second.backend == lock.backend && entry.second.source == lock.source;
        });
    if (place == m_rows.places().end())
        return answer(HoldFigures());
    const auto id = db.number("SELECT id FROM lock WHERE name = ? AND place = ? AND system = ?",
                              {lock.name, place->first, lock.system});
    std::vector<Micros> lengths;
    if (id) {
        m_rows.ofLock(*id, ServerTime::max(), [&](Row &&row) {
            if (m_rows.isUnbroken(row))
                lengths.push_back(row.hold.length());
            return lengths.size() < most;
        });
    }
    return answer(figuresOf(std::move(lengths)));
}

HistoryReader::HistoryReader(std::unique_ptr<Store> store) : m_store(std::move(store)) {}

HistoryReader::~HistoryReader() = default;

Result<std::unique_ptr<HistoryReader>> HistoryReader::open(const QString &path)
{
    if (!QFileInfo::exists(path)) {
        return failure(
            ErrorKind::NotFound,
            QCoreApplication::translate("lockmaster", "Nothing was recorded yet: %1.").arg(path),
            QCoreApplication::translate(
                "lockmaster", "Lockmaster's window and 'lockctl serve' record while they run."));
    }
    auto db = HistoryDb::openForReading(path);
    if (!db)
        return tl::make_unexpected(db.error().error);
    auto store = std::make_unique<Store>(std::move(*db), path);
    return std::unique_ptr<HistoryReader>(new HistoryReader(std::move(store)));
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

} // namespace lockmaster
