// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyreader.h"
#include "ui/history/heatmap.h"

namespace lockmaster {

/**
 * When locks were wanted: a row for each, the most wanted first, and the stronger the colour of a
 * cell the longer its waiters waited in that time, all together. Where nobody looked, or nothing
 * tells who waits, it says so. GUI thread.
 */
class ContentionMap final : public HeatMap
{
    Q_OBJECT

public:
    explicit ContentionMap(QWidget *parent = nullptr);

    void setRanking(const ContentionRanking &ranking);
    /** What is said of a lock in a column; empty: there is no such cell. */
    QString textOf(int row, int column) const;
    /** Those that are drawn. */
    const std::vector<LockContention> &locks() const { return m_locks; }

signals:
    void lockWanted(const lockmaster::HistoryLock &lock);

protected:
    QString wordsOf(int row, int column) const override;
    /** Where and when was waited most. */
    QString summary() const override;

private:
    std::vector<Column> columnsOf(const std::vector<ServerTime> &edges) const;
    std::vector<HeatLegendEntry> legendOf(double most) const;
    QString stretchOf(const ContentionBin &bin) const;

    std::vector<LockContention> m_locks;
    std::optional<ServerTime> m_countedFrom;
    Micros m_step{0};
};

} // namespace lockmaster
