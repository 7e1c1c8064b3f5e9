// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyreader.h"
#include "ui/history/heatmap.h"

#include <QDate>

#include <map>

namespace lockmaster {

/**
 * When a lock is held: a row for each day, a cell for each hour of it, the darker the more of the
 * hour it was held. GUI thread.
 */
class HourMap final : public HeatMap
{
    Q_OBJECT

public:
    explicit HourMap(QWidget *parent = nullptr);

    /** So many days at most, the newest at the bottom. */
    static constexpr int mostDays = 31;
    /** The beginnings of hours, local, of the days until `until`, and the end of the last. */
    static std::vector<ServerTime> edges(std::optional<ServerTime> from, ServerTime until);

    /** Empty: nothing is known of that lock. */
    void setShares(const std::vector<HeldShare> &shares, ServerTime now);
    /** What is said of a day's hour; empty: there is no such cell. */
    QString textOf(const QDate &day, int hour) const;

protected:
    QString wordsOf(int row, int column) const override;
    /** The hour in which it was held most. */
    QString summary() const override;

private:
    using Place = std::pair<QDate, int>; ///< day and hour
    /** What all of an hour comes to: twice the same hour where clocks were set back. */
    struct Hour {
        HeldShare sum;
        Micros length{0}; ///< of it, so much is over
    };

    std::map<Place, Hour> m_hours;
    QList<QDate> m_days;
};

} // namespace lockmaster
