// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyreader.h"

#include <QDate>
#include <QWidget>

#include <map>

namespace lockmaster {

/**
 * When a lock is held: a row for each day, a cell for each hour of it, the darker the more of the
 * hour it was held. What was not looked at is hatched, and never looks like an hour in which it was
 * free. Arrow keys go from cell to cell and tell it to a screen reader. GUI thread.
 */
class HourMap final : public QWidget
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
    /** What stands where nothing is known. */
    void setNothing(const QString &text);
    /** What is said of a day's hour; empty: there is no such cell. */
    QString textOf(const QDate &day, int hour) const;

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    using Place = std::pair<QDate, int>; ///< day and hour
    /** What all of an hour comes to: twice the same hour where clocks were set back. */
    struct Cell {
        HeldShare sum;
        Micros length{0}; ///< of it, so much is over
    };
    void measureLabels();
    QRectF plotArea() const;
    QRectF rectOf(const Place &place) const;
    std::optional<Place> placeAt(const QPointF &at) const;
    /** Where an arrow key leads; the same where there is no other. */
    Place next(const Place &from, int key) const;
    void paintCell(QPainter &painter, const QRectF &rect, const Cell &cell) const;
    void paintAxes(QPainter &painter) const;
    void tell();

    std::map<Place, Cell> m_cells;
    QList<QDate> m_days;
    std::optional<Place> m_chosen;
    QString m_nothing;
    int m_labelWidth = 0; ///< of a day's
};

} // namespace lockmaster
