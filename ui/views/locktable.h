// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/delegates/lockdelegate.h"
#include "ui/models/locktablemodel.h"

#include <QPersistentModelIndex>
#include <QTableView>
#include <QTimer>

class QSettings;

namespace lockmaster {

/**
 * The lock table itself: rows of one height, columns that are chosen, moved and sized by hand and
 * remembered, and a countdown that repaints only the cells that are seen and change. Sorting is
 * asked for, not done. Keeps the top row in its place when rows come and go above it.
 *
 * GUI thread; model and settings outlive it.
 */
class LockTable final : public QTableView
{
    Q_OBJECT

public:
    LockTable(LockTableModel &model, QSettings &settings, QWidget *parent = nullptr);
    ~LockTable() override;

    LockColumn sortColumn() const { return m_sortColumn; }
    bool isDescending() const { return m_descending; }

    /** As a click on its heading does: the column that is sorted by already is turned round. */
    void sortBy(LockColumn column);
    void setColumnShown(LockColumn column, bool shown);
    bool isColumnShown(LockColumn column) const;
    /** Widths, order and choice as a first start has them. */
    void resetColumns();

    /** The rows that are selected, from top to bottom. */
    std::vector<LockPointer> selectedLocks() const;
    /** Selected rows as lines of tab-separated cells of the columns shown. */
    QString selectedText() const;
    /** Selects and shows the row of `id`; false where the view does not have it. */
    bool selectLock(const LockId &id);

    /** While not live (window minimised), nothing ticks and nothing blinks. */
    void setLive(bool live);
    /** What the countdown is set to, for tests and measurements; zero: it rests. */
    std::chrono::milliseconds tickInterval() const;

signals:
    void sortRequested(lockmaster::LockColumn column, bool descending);
    void columnsChanged();
    /** The current row, or none. */
    void currentLockChanged(const lockmaster::LockPointer &lock);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setUpHeader();
    void followModel();
    void restoreColumns();
    void saveColumns();
    void applyDefaultWidths();
    void fitElasticColumns();

    void saveAnchor();
    void restoreAnchor();
    bool orderIsTimeless() const;

    std::pair<int, int> visibleRows() const;
    bool changesFast(int row) const;
    void armTick();
    void tick();
    void updateColumn(LockColumn column);
    void startGlow();
    void fadeGlow();
    void updateMarkedRows();

    LockTableModel &m_model;
    QSettings &m_settings;
    RowEffects m_effects;
    LockColumn m_sortColumn = LockColumn::Name;
    bool m_descending = false;
    bool m_live = true;
    bool m_fitting = false;
    QTimer m_tick;
    QTimer m_glow;
    SteadyTime m_lastSlowTick{};
    QPersistentModelIndex m_anchor;
    int m_anchorOffset = 0;
};

} // namespace lockmaster
