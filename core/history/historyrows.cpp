// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyrows.h"

#include "core/history/historywriter.h"

#include <QSqlError>

#include <algorithm>

namespace lockmaster {

namespace {

#define HOLD_COLUMNS                                                                               \
    "SELECT hold.id, lock.place, lock.system, lock.name, owner.label, owner.raw, hold.variant,"    \
    " hold.began, hold.after, hold.how, hold.until, hold.last, hold.ended, hold.renewals,"         \
    " hold.waiters, hold.findings, hold.run FROM hold JOIN lock ON lock.id = hold.lock"            \
    " LEFT JOIN owner ON owner.id = hold.owner "

#define WAIT_COLUMNS                                                                               \
    "SELECT wait.id, lock.place, lock.system, lock.name, owner.label, wait.began, wait.after,"     \
    " wait.how, wait.until, wait.last, wait.ended, wait.run FROM wait JOIN lock"                   \
    " ON lock.id = wait.lock JOIN owner ON owner.id = wait.waiter "

std::optional<ServerTime> optionalTime(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(timeOf(value.toLongLong()));
}

/** `other`: a number of a version to come. */
template<class Kind>
Kind kindOf(const QVariant &value, Kind last, Kind other)
{
    const int number = value.toInt();
    return number > int(last) ? other : Kind(std::max(number, 0));
}

template<class Kind>
Kind kindOf(const QVariant &value, Kind last)
{
    return kindOf(value, last, last);
}

void join(std::vector<SeenStretch> &stretches)
{
    std::vector<SeenStretch> joined;
    for (const SeenStretch &stretch : stretches) {
        if (!joined.empty() && stretch.from <= joined.back().until)
            joined.back().until = std::max(joined.back().until, stretch.until);
        else
            joined.push_back(stretch);
    }
    stretches = std::move(joined);
}

} // namespace

HistoryRows::HistoryRows(std::unique_ptr<HistoryDb> db, const QString &path)
    : m_db(std::move(db)), m_turns(path, false)
{
    QSqlQuery *query =
        m_db->run("SELECT place.id, backend.id, backend.name, place.name, backend.run"
                  " FROM place JOIN backend ON backend.id = place.backend");
    while (query && query->next()) {
        const Place place{query->value(0).toLongLong(), query->value(1).toLongLong(),
                          query->value(2).toString(), query->value(3).toString()};
        m_places[place.id] = place;
        m_runs[place.backendId] = query->value(4).toLongLong();
    }
    if (query)
        m_db->finish(*query);
}

void HistoryRows::ofLock(qint64 lock, ServerTime until, const Take &take)
{
    forEach(m_db->run(HOLD_COLUMNS "WHERE hold.lock = ? AND hold.began <= ?"
                                   " ORDER BY hold.began DESC",
                      {lock, microsOf(until)}),
            take);
}

void HistoryRows::ofOwner(qint64 owner, ServerTime until, const Take &take)
{
    forEach(m_db->run(HOLD_COLUMNS "WHERE hold.owner = ? AND hold.began <= ?"
                                   " ORDER BY hold.began DESC",
                      {owner, microsOf(until)}),
            take);
}

void HistoryRows::ofSpan(std::optional<int> span, ServerTime from, ServerTime until,
                         const Take &take)
{
    if (span) {
        forEach(m_db->run(HOLD_COLUMNS "WHERE hold.span = ? AND hold.began <= ? AND hold.began > ?"
                                       " ORDER BY hold.began DESC",
                          {*span, microsOf(until), microsOf(from)}),
                take);
    } else {
        forEach(m_db->run(HOLD_COLUMNS "WHERE hold.span IS NULL AND hold.began <= ?"
                                       " ORDER BY hold.began DESC",
                          {microsOf(until)}),
                take);
    }
}

void HistoryRows::waitsFor(qint64 lock, ServerTime until, const TakeWait &take)
{
    if (!m_db->hasWaits())
        return;
    forEachWait(m_db->run(WAIT_COLUMNS "WHERE wait.lock = ? AND wait.began <= ?"
                                       " ORDER BY wait.began DESC",
                          {lock, microsOf(until)}),
                take);
}

void HistoryRows::waitsOf(qint64 waiter, ServerTime until, const TakeWait &take)
{
    if (!m_db->hasWaits())
        return;
    forEachWait(m_db->run(WAIT_COLUMNS "WHERE wait.waiter = ? AND wait.began <= ?"
                                       " ORDER BY wait.began DESC",
                          {waiter, microsOf(until)}),
                take);
}

void HistoryRows::waits(ServerTime until, const TakeWait &take)
{
    if (!m_db->hasWaits())
        return;
    forEachWait(
        m_db->run(WAIT_COLUMNS "WHERE wait.began <= ? ORDER BY wait.began DESC", {microsOf(until)}),
        take);
}

void HistoryRows::waitsInto(qint64 lock, ServerTime at, const TakeWait &take)
{
    if (!m_db->hasWaits())
        return;
    forEachWait(m_db->run(WAIT_COLUMNS
                          "WHERE wait.id IN (SELECT id FROM wait WHERE lock = ? AND began < ?"
                          " ORDER BY began DESC LIMIT 15000)"
                          " AND (wait.until IS NULL OR wait.until > ?)",
                          {lock, microsOf(at), microsOf(at)}),
                take);
}

std::optional<qint64> HistoryRows::lockId(qint64 place, const HistoryLock &lock)
{
    return m_db->number("SELECT id FROM lock WHERE name = ? AND place = ? AND system = ?",
                        {recordedName(lock.name), place, lock.system});
}

ServerTime HistoryRows::earliestBegin(std::optional<ServerTime> from, int span)
{
    constexpr ServerTime never{};
    constexpr int longerThanAny = 50;
    if (!from || span < 0 || span >= longerThanAny)
        return never - Micros(1);
    return *from - Micros(qint64(1) << span);
}

void HistoryRows::heldAt(ServerTime at, const Take &take)
{
    bool more = true;
    for (int span = shortestSpan; more && span <= longestSpan; ++span) {
        ofSpan(spanNumber(span), earliestBegin(at, span), at, [&](Row &&row) {
            if (!row.hold.until || *row.hold.until >= at)
                more = take(std::move(row));
            return more;
        });
    }
}

std::optional<ServerTime> HistoryRows::keptFrom()
{
    const auto micros = m_db->number("SELECT value FROM note WHERE name = 'kept_from'");
    return micros ? std::optional(timeOf(*micros)) : std::nullopt;
}

bool HistoryRows::isOf(qint64 place, const QStringList &backends) const
{
    const auto found = m_places.find(place);
    return found != m_places.end()
           && (backends.isEmpty() || backends.contains(found->second.backend));
}

/** Other statements may run meanwhile. */
void HistoryRows::forEach(QSqlQuery *query, const Take &take)
{
    bool more = true;
    while (query && more && !isGivenUp() && query->next())
        more = take(rowOf(*query));
    if (query)
        m_db->finish(*query);
}

void HistoryRows::forEachWait(QSqlQuery *query, const TakeWait &take)
{
    bool more = true;
    while (query && more && !isGivenUp() && query->next())
        more = take(waitOf(*query));
    if (query)
        m_db->finish(*query);
}

HistoryRows::WaitRow HistoryRows::waitOf(const QSqlQuery &query)
{
    WaitRow row;
    HistoryWait &wait = row.wait;
    wait.id = query.value(0).toLongLong();
    row.place = query.value(1).toLongLong();
    const Place &place = m_places[row.place];
    wait.lock = {place.backend, query.value(2).toString(), place.source,
                 query.value(3).toByteArray()};
    wait.waiter = query.value(4).toString();
    wait.since = timeOf(query.value(5).toLongLong());
    wait.sinceAfter = optionalTime(query.value(6));
    wait.begin = kindOf(query.value(7), HistoryBegin::Told);
    wait.until = optionalTime(query.value(8));
    wait.lastSeen = optionalTime(query.value(9)).value_or(wait.since);
    wait.end = kindOf(query.value(10), WaitEnd::Unseen);
    if (wait.until)
        return row;
    // Open: as for a hold.
    const qint64 run = query.value(11).toLongLong();
    wait.lastSeen = std::max(wait.since, lastSeen(row.place, run));
    const bool live = isLive(place, run);
    wait.end = live ? WaitEnd::Open : WaitEnd::Unseen;
    if (!live)
        wait.until = wait.lastSeen;
    return row;
}

/** What that run has left open goes on. */
bool HistoryRows::isLive(const Place &place, qint64 run)
{
    return m_runs[place.backendId] == run && isRecorded(place);
}

HistoryRows::Row HistoryRows::rowOf(const QSqlQuery &query)
{
    Row row;
    HistoryHold &hold = row.hold;
    hold.id = query.value(0).toLongLong();
    row.place = query.value(1).toLongLong();
    row.run = query.value(16).toLongLong();
    const Place &place = m_places[row.place];
    hold.lock = {place.backend, query.value(2).toString(), place.source,
                 query.value(3).toByteArray()};
    hold.owner = query.value(4).toString();
    hold.ownerRaw = query.value(5).toByteArray();
    hold.variant = query.value(6).toString();
    hold.since = timeOf(query.value(7).toLongLong());
    hold.sinceAfter = optionalTime(query.value(8));
    hold.begin = kindOf(query.value(9), HistoryBegin::Told);
    hold.until = optionalTime(query.value(10));
    hold.end = kindOf(query.value(12), HistoryEnd::Lost, HistoryEnd::Unknown);
    hold.lastSeen = optionalTime(query.value(11)).value_or(hold.since);
    hold.renewals = query.value(13).toLongLong();
    if (!query.isNull(14))
        hold.waiters = query.value(14).toLongLong();
    hold.findings = query.value(15).toString().split(u',', Qt::SkipEmptyParts);
    if (hold.until)
        return row;
    // Open: it is seen still, or whoever recorded it has ended.
    hold.lastSeen = std::max(hold.since, lastSeen(row.place, row.run));
    const bool live = isLive(place, row.run);
    hold.end = live ? HistoryEnd::Open : HistoryEnd::Unseen;
    if (!live)
        hold.until = hold.lastSeen;
    return row;
}

bool HistoryRows::isRecorded(const Place &place) const
{
    return m_turns.isRecordedElsewhere(place.backend);
}

const std::vector<SeenStretch> &HistoryRows::seen(qint64 place, qint64 run)
{
    const auto known = m_seen.find({place, run});
    if (known != m_seen.end())
        return known->second;
    std::vector<SeenStretch> stretches;
    QSqlQuery *query = m_db->run(
        "SELECT began, until, complete FROM seen WHERE place = ? AND run = ? ORDER BY began",
        {place, run});
    while (query && query->next()) {
        stretches.push_back({timeOf(query->value(0).toLongLong()),
                             timeOf(query->value(1).toLongLong()), query->value(2).toBool()});
    }
    if (query)
        m_db->finish(*query);
    join(stretches);
    return m_seen.emplace(std::pair(place, run), std::move(stretches)).first->second;
}

std::vector<SeenStretch> HistoryRows::looks(qint64 place)
{
    std::vector<SeenStretch> stretches;
    QSqlQuery *query = m_db->run(
        "SELECT began, until, complete, run FROM seen WHERE place = ? ORDER BY began", {place});
    while (query && query->next()) {
        stretches.push_back({timeOf(query->value(0).toLongLong()),
                             timeOf(query->value(1).toLongLong()), query->value(2).toBool(),
                             query->value(3).toLongLong()});
    }
    if (query)
        m_db->finish(*query);
    return stretches;
}

std::optional<SeenStretch> HistoryRows::lastWhole(qint64 place)
{
    // Several may have recorded at a time: one that began before may reach further.
    constexpr int mostApart = 64;
    std::optional<SeenStretch> last;
    QSqlQuery *query = m_db->run("SELECT began, until FROM seen WHERE place = ? AND complete"
                                 " ORDER BY began DESC",
                                 {place});
    for (int apart = 0; query && apart < mostApart && query->next();) {
        const ServerTime from = timeOf(query->value(0).toLongLong());
        const ServerTime until = timeOf(query->value(1).toLongLong());
        if (!last) {
            last = {from, until};
        } else if (until >= last->from) {
            *last = {from, std::max(last->until, until)};
            apart = 0;
        } else {
            ++apart;
        }
    }
    if (query)
        m_db->finish(*query);
    return last;
}

std::vector<SeenStretch> HistoryRows::seen(qint64 place)
{
    std::vector<SeenStretch> stretches = looks(place);
    join(stretches);
    return stretches;
}

ServerTime HistoryRows::lastSeen(qint64 place, qint64 run)
{
    const std::vector<SeenStretch> &stretches = seen(place, run);
    return stretches.empty() ? ServerTime{} : stretches.back().until;
}

std::vector<HistoryHold> HistoryRows::parts(const Row &row)
{
    const HistoryHold &whole = row.hold;
    std::vector<HistoryHold> parts;
    if (whole.begin != HistoryBegin::Told) {
        const ServerTime end = whole.until.value_or(whole.lastSeen);
        for (const SeenStretch &stretch : seen(row.place, row.run)) {
            if (stretch.until < whole.since || stretch.from > end)
                continue;
            HistoryHold part = whole;
            if (!parts.empty()) {
                part.since = stretch.from;
                part.sinceAfter.reset();
                part.begin = HistoryBegin::FirstSeen;
            }
            part.end = HistoryEnd::Unseen;
            part.until = stretch.until;
            part.lastSeen = stretch.until;
            parts.push_back(std::move(part));
        }
    }
    if (parts.empty())
        return {whole};
    parts.back().until = whole.until;
    parts.back().lastSeen = whole.lastSeen;
    parts.back().end = whole.end;
    return parts;
}

bool HistoryRows::isUnbroken(const Row &row)
{
    const HistoryHold &hold = row.hold;
    if (!hold.isWhole())
        return false;
    if (hold.begin == HistoryBegin::Told)
        return true;
    // The stretch in which it began is the one that shows its last look.
    const std::vector<SeenStretch> &stretches = seen(row.place, row.run);
    const auto next = std::upper_bound(
        stretches.begin(), stretches.end(), hold.since,
        [](ServerTime at, const SeenStretch &stretch) { return at < stretch.from; });
    return next == stretches.end() || next->from > hold.lastSeen;
}

} // namespace lockmaster
