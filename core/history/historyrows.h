// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historydb.h"
#include "core/history/historyfilelocks.h"
#include "core/history/historyvalues.h"

#include <atomic>
#include <functional>
#include <map>

namespace lockmaster {

/** Rows of the store as values. Internal to the reader. */
class HistoryRows
{
public:
    struct Place {
        qint64 id = 0;
        qint64 backendId = 0;
        QString backend;
        QString source;
    };
    struct Row {
        HistoryHold hold; ///< in one piece
        qint64 place = 0;
        qint64 run = 0;
    };
    /** Gets a row; false: no more of them. */
    using Take = std::function<bool(Row &&row)>;
    struct WaitRow {
        HistoryWait wait;
        qint64 place = 0;
    };
    using TakeWait = std::function<bool(WaitRow &&row)>;

    HistoryRows(std::unique_ptr<HistoryDb> db, const QString &path);

    HistoryDb &db() { return *m_db; }
    /** Once it is set nothing more is handed out. */
    void setGivenUp(const std::atomic<bool> *givenUp) { m_givenUp = givenUp; }
    bool isGivenUp() const { return m_givenUp && m_givenUp->load(std::memory_order_relaxed); }
    const std::map<qint64, Place> &places() const { return m_places; }

    /// Holds that began by `until`, newest first.
    void ofLock(qint64 lock, ServerTime until, const Take &take);
    void ofOwner(qint64 owner, ServerTime until, const Take &take);
    /** Those whose length has `span` bits, none: that are open; that began after `from`. */
    void ofSpan(std::optional<int> span, ServerTime from, ServerTime until, const Take &take);
    /** Those that were held at that moment, or ended or were last seen at it; in no order. */
    void heldAt(ServerTime at, const Take &take);

    /// Waits that began by `until`, newest first.
    void waitsFor(qint64 lock, ServerTime until, const TakeWait &take);
    void waitsOf(qint64 waiter, ServerTime until, const TakeWait &take);
    void waits(ServerTime until, const TakeWait &take);
    /** Those that began before that moment and went on at it, among the 15,000 newest before. */
    void waitsInto(qint64 lock, ServerTime at, const TakeWait &take);

    /** A lock's row; none: nothing of it was ever seen. */
    std::optional<qint64> lockId(qint64 place, const HistoryLock &lock);

    /** Below zero: of those that are open. */
    static constexpr int shortestSpan = -1;
    static constexpr int longestSpan = 63;
    /** No hold of that span can reach into the time from `from` on if it began before this. */
    static ServerTime earliestBegin(std::optional<ServerTime> from, int span);
    static std::optional<int> spanNumber(int span)
    {
        return span < 0 ? std::nullopt : std::optional(span);
    }

    /** What ended before was cleared away. */
    std::optional<ServerTime> keptFrom();
    /** Whether a place is one of these backends'; of none: any. */
    bool isOf(qint64 place, const QStringList &backends) const;

    /** The hold in one piece for each stretch in which it was seen. */
    std::vector<HistoryHold> parts(const Row &row);
    /** It was looked at all the time. */
    bool isUnbroken(const Row &row);

    /** When a place was looked at, stretches without a gap between them as one; of one run. */
    const std::vector<SeenStretch> &seen(qint64 place, qint64 run);
    /** The same whoever looked. */
    std::vector<SeenStretch> seen(qint64 place);
    /** As they were recorded: run by run, and those that were whole apart. */
    std::vector<SeenStretch> looks(qint64 place);
    /** The last of `wholeStretches(looks(place))`, read from its end; none: there is none. */
    std::optional<SeenStretch> lastWhole(qint64 place);
    /** Somebody records it at this moment. */
    bool isRecorded(const Place &place) const;

private:
    void forEach(QSqlQuery *query, const Take &take);
    void forEachWait(QSqlQuery *query, const TakeWait &take);
    Row rowOf(const QSqlQuery &query);
    WaitRow waitOf(const QSqlQuery &query);
    bool isLive(const Place &place, qint64 run);
    ServerTime lastSeen(qint64 place, qint64 run);

    const std::unique_ptr<HistoryDb> m_db;
    const HistoryFileLocks m_turns;
    const std::atomic<bool> *m_givenUp = nullptr;
    std::map<qint64, Place> m_places;
    std::map<qint64, qint64> m_runs; ///< the last run of each backend
    std::map<std::pair<qint64, qint64>, std::vector<SeenStretch>> m_seen;
};

} // namespace lockmaster
