// SPDX-License-Identifier: Apache-2.0
#include "core/history/historycleaner.h"

namespace lockmaster {

namespace {

constexpr int rowsAtOnce = 500;
constexpr int longestSpan = 63;
/** Where room is wanted, the oldest of so many parts of the time goes. */
constexpr int parts = 50;

} // namespace

HistoryCleaner::HistoryCleaner(HistoryDb &db, HistoryWriter &writer, Micros keep, qint64 mostBytes)
    : m_db(db), m_writer(writer), m_keep(keep), m_mostBytes(mostBytes)
{
}

qint64 HistoryCleaner::usedBytes()
{
    const qint64 pages = m_db.number("PRAGMA page_count").value_or(0);
    const qint64 unused = m_db.number("PRAGMA freelist_count").value_or(0);
    return (pages - unused) * m_db.number("PRAGMA page_size").value_or(0);
}

void HistoryCleaner::next(Phase phase)
{
    m_phase = phase;
    m_cursor = 0;
    m_span = 0;
}

/** Whether anything is to go. */
bool HistoryCleaner::decide(ServerTime now)
{
    const auto kept = m_db.number("SELECT value FROM note WHERE name = 'kept_from'");
    const auto first = m_db.number("SELECT min(began) FROM seen");
    if (!first)
        return false;
    const ServerTime oldest = timeOf(std::max(*first, kept.value_or(*first)));
    ServerTime cutoff = now - m_keep;
    // What is cleared away for its age goes once there is an hour of it, and not row by row.
    if (oldest + std::min<Micros>(std::chrono::hours(1), m_keep / parts) > cutoff) {
        if (usedBytes() <= m_mostBytes)
            return false;
        cutoff = oldest + (now - oldest) / parts + Micros(1);
    }
    if (cutoff > now)
        return false; // the clock was set back
    m_cutoff = cutoff;
    m_db.begin();
    m_db.run("INSERT INTO note (name, value) VALUES ('kept_from', ?)"
             " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
             {microsOf(cutoff)});
    return m_db.commit();
}

bool HistoryCleaner::step(ServerTime now)
{
    if (m_phase == Phase::Idle) {
        if (!decide(now))
            return false;
        next(Phase::Holds);
    }
    const qint64 cutoff = microsOf(m_cutoff);
    m_db.begin();
    switch (m_phase) {
    case Phase::Idle: break;
    case Phase::Holds:
        m_db.run("DELETE FROM hold WHERE id IN (SELECT id FROM hold WHERE span = ? AND began < ?"
                 " AND until < ? LIMIT ?)",
                 {m_span, cutoff, cutoff, rowsAtOnce});
        if (m_db.changed() < rowsAtOnce && ++m_span > longestSpan)
            next(Phase::Waits);
        break;
    case Phase::Waits:
        m_db.run("DELETE FROM wait WHERE id IN (SELECT id FROM wait WHERE began < ? AND until < ?"
                 " LIMIT ?)",
                 {cutoff, cutoff, rowsAtOnce});
        if (m_db.changed() < rowsAtOnce)
            next(Phase::Events);
        break;
    case Phase::Events:
        m_db.run("DELETE FROM event WHERE id IN (SELECT id FROM event WHERE at < ? LIMIT ?)",
                 {cutoff, rowsAtOnce});
        if (m_db.changed() < rowsAtOnce)
            next(Phase::Seen);
        break;
    case Phase::Seen:
        m_db.run("DELETE FROM seen WHERE id IN (SELECT id FROM seen WHERE until < ? LIMIT ?)",
                 {cutoff, rowsAtOnce});
        if (m_db.changed() < rowsAtOnce) {
            // Of a stretch that goes on, what is kept.
            m_db.run("UPDATE seen SET began = ? WHERE began < ?", {cutoff, cutoff});
            next(Phase::Locks);
        }
        break;
    case Phase::Locks:
    case Phase::Owners: {
        const bool locks = m_phase == Phase::Locks;
        const auto last =
            locks ? m_db.number("SELECT max(id) FROM (SELECT id FROM lock WHERE id > ? ORDER BY id"
                                " LIMIT ?)",
                                {m_cursor, rowsAtOnce})
                  : m_db.number("SELECT max(id) FROM (SELECT id FROM owner WHERE id > ? ORDER BY id"
                                " LIMIT ?)",
                                {m_cursor, rowsAtOnce});
        if (!last) {
            next(locks ? Phase::Owners : Phase::File);
            break;
        }
        if (locks) {
            m_db.run("DELETE FROM lock WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM hold"
                     " WHERE hold.lock = lock.id) AND NOT EXISTS (SELECT 1 FROM event WHERE"
                     " event.lock = lock.id) AND NOT EXISTS (SELECT 1 FROM wait WHERE"
                     " wait.lock = lock.id)",
                     {m_cursor, *last});
        } else {
            m_db.run("DELETE FROM owner WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM hold"
                     " WHERE hold.owner = owner.id) AND NOT EXISTS (SELECT 1 FROM event WHERE"
                     " event.owner = owner.id) AND NOT EXISTS (SELECT 1 FROM wait WHERE"
                     " wait.waiter = owner.id)",
                     {m_cursor, *last});
        }
        m_cursor = *last;
        m_writer.forgetRows();
        break;
    }
    case Phase::File: {
        const qint64 bytes = m_db.number("PRAGMA page_count").value_or(0)
                             * m_db.number("PRAGMA page_size").value_or(0);
        if (bytes <= m_mostBytes || m_db.number("PRAGMA freelist_count").value_or(0) == 0) {
            next(Phase::Idle);
            break;
        }
        // A page for each row of the answer.
        if (QSqlQuery *freed = m_db.run("PRAGMA incremental_vacuum(500)")) {
            while (freed->next()) {
            }
            m_db.finish(*freed);
        }
        break;
    }
    }
    // Where room is wanted and not made yet, the next oldest go.
    return m_db.commit() && (m_phase != Phase::Idle || usedBytes() > m_mostBytes);
}

} // namespace lockmaster
