// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/history/historyquery.h"
#include "core/history/historyrows.h"

#include <QSet>

namespace lockmaster {

/** Answers one query: what `HistoryReader::page` returns. Internal to the reader; used once. */
class HistoryPageQuery
{
public:
    /** Both outlive it. */
    HistoryPageQuery(HistoryRows &rows, const HistoryQuery &query);

    /** What failed stands in the database; then the page is incomplete. */
    HistoryPage page();

private:
    using Row = HistoryRows::Row;
    using WaitRow = HistoryRows::WaitRow;
    class Newest;

    bool asksForLocks() const { return m_query.lock || !m_query.lockText.isEmpty(); }
    bool isNarrowed() const { return asksForLocks() || !m_query.owner.isEmpty(); }
    bool isAsked(const Row &row) const;
    void findLocks();
    std::vector<qint64> ownersLike();
    HistoryRows::Take offerTo(Newest &newest) const;
    void collectHolds();
    void collectLocks(Newest &newest);
    void measure(const Row &row);
    void addHeldBefore(std::vector<Row> &rows);
    void addParts(const std::vector<Row> &rows);
    void collectWaits();
    void collectEvents();
    void takeEvents(QSqlQuery *found);
    void collectUnseen();
    std::vector<UnseenStretch> gapsOf(const HistoryRows::Place &place,
                                      const std::optional<ServerTime> &from);
    void collectFirstLooks();

    HistoryRows &m_rows;
    const HistoryQuery &m_query;
    const ServerTime m_until;
    HistoryPage m_page;
    std::vector<qint64> m_locks; ///< that are asked for by name, newest first
    std::vector<qint64> m_owners;
    QSet<qint64> m_places; ///< that may have what is asked for, where it is narrowed
};

} // namespace lockmaster
