// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/typedletters.h"
#include "core/display/sortedmodel.h"
#include "ui/overview/overviewrow.h"

#include <map>
#include <set>

namespace lockmaster {

/**
 * All servers at a glance, those with trouble first; where they are of several environments, each
 * below the sum of its own. While somebody is among the rows their order is kept. GUI thread; clock
 * and rates outlive it.
 */
class OverviewModel final : public SortedModel<OverviewRow, OverviewKey>
{
    Q_OBJECT

public:
    enum ColumnId { Server, Health, Locks, Waiters, Longest, Findings, Changes, columns };

    OverviewModel(const Clock &clock, const ChangeRates &rates, QObject *parent = nullptr);

    void sort(int column, Qt::SortOrder order) override;

    /** Somebody comes to look: the next list is sorted, whatever order is kept. */
    void startAnew() { m_isAwaited = true; }
    /** How they stand now; where the list is the one before, only what ages is told anew. */
    void follow(const std::shared_ptr<const ServerList> &list);
    /** Only servers whose names have these letters. */
    void setWanted(const TypedLetters &letters);
    void setFolded(Environment environment, bool folded);

    /** While kept, rows stay where they are, and new ones come last. */
    void keepOrder(bool kept);
    /** Puts the rows where they belong, kept or not. */
    void restoreOrderNow();
    /** Some rows would stand elsewhere if the order was not kept. */
    bool isBehind() const { return m_isBehind; }

    /** All that there are, and those that are listed. */
    qint64 servers() const { return m_list ? qint64(m_list->size()) : 0; }
    qint64 listed() const { return m_listed; }
    const std::shared_ptr<const ServerList> &list() const { return m_list; }

private:
    OverviewKey keyOf(const OverviewRow &row) const override;
    QVariant rowData(const OverviewRow &row, int role) const override;
    Column<OverviewRow>::Compare within(const Column<OverviewRow>::Compare &compare);
    void notePlaces();
    void update();
    std::vector<OverviewRow> rowsNow();

    const Clock &m_clock;
    const ChangeRates &m_rates;
    std::shared_ptr<const ServerList> m_list;
    SteadyTime m_followedAt{};
    TypedLetters m_wanted;
    std::set<Environment> m_folded;
    std::map<OverviewKey, int> m_kept; ///< where each stands
    bool m_keeps = false;
    bool m_isBehind = false;
    bool m_isAwaited = false; ///< the first list since somebody came
    bool m_isGrouped = false;
    bool m_descending = false;
    int m_column = Health;
    qint64 m_listed = 0;
};

} // namespace lockmaster
