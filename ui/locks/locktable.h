// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "core/display/locktablemodel.h"
#include "ui/locks/rowselection.h"

#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QTableView>
#include <QTimer>

#include <array>

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

    QString columnTitle(LockColumn column) const;

    LockColumn sortColumn() const { return m_sortColumn; }
    bool isDescending() const { return m_descending; }

    /** As a click on its heading does: the column that is sorted by already is turned round. */
    void sortBy(LockColumn column);
    void setColumnShown(LockColumn column, bool shown);
    /** Chosen to be shown, whether there is room for it or not. */
    bool isColumnShown(LockColumn column) const;
    /** Widths, order and choice as a first start has them. */
    void resetColumns();

    /** Which columns are shown, from the left, and by which one rows are sorted. */
    struct Arrangement {
        std::vector<LockColumn> columns;
        LockColumn sort = LockColumn::State;
        bool descending = false;
    };
    Arrangement arrangement() const;
    /** For the time being: from then on nothing is remembered, so that one's own stays as it was.
     */
    void arrange(const Arrangement &wanted);
    /** One's own again; nothing happens where it is that. */
    void arrangeAsRemembered();

    /** Hides the base class's: this one has the ranges of all that is selected. */
    QItemSelectionModel *selectionModel();
    /** Hides the base class's, which would find nothing to clear right after an update. */
    void clearSelection() { selectionModel()->clearSelection(); }
    /** The rows that are selected, from top to bottom: at most so many of them. */
    std::vector<LockPointer> selectedLocks(size_t most = SIZE_MAX) const;
    /** Where and when a lock of the table was looked at. */
    ServerMoment looked(const LockRecord &lock) const;
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
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;
    void keyboardSearch(const QString &text) override;

private:
    static constexpr int section(LockColumn column) { return static_cast<int>(column); }
    void setUpHeader();
    void orderColumns(const std::vector<LockColumn> &first);
    void followModel();
    void restoreColumns();
    void saveColumns();
    void followBackends();
    void applyDefaultWidths();
    void fitElasticColumns();
    void hideColumns();
    int roomForNames() const;
    int lastShown() const;
    void stretchLast();

    void scaleColumns();
    void saveAnchor();
    void restoreAnchor();
    bool orderIsTimeless() const;

    void paintRows(QPainter &painter, const QStyleOptionViewItem &style, const QRect &dirty) const;
    void paintRow(QPainter &painter, const QStyleOptionViewItem &style, int row,
                  const std::vector<int> &columns) const;
    std::pair<int, int> visibleRows() const;
    bool changesFast(int row) const;
    void armTick();
    void tick();
    void updateColumn(LockColumn column);
    void updateAgedStates();
    void startGlow();
    void fadeGlow();
    void updateMarkedRows();

    LockTableModel &m_model;
    RowSelection m_selected; ///< follows the model before anything of Qt's does
    QSettings &m_settings;
    RowEffects m_effects;
    LockColumn m_sortColumn = LockColumn::Name;
    bool m_descending = false;
    bool m_isArranged = false;    ///< for the time being
    bool m_backendChosen = false; ///< by the user: otherwise it follows the number of servers
    bool m_live = true;
    bool m_fitting = false;
    std::array<bool, lockColumnCount> m_chosen{};  ///< the columns to be shown
    std::array<bool, lockColumnCount> m_givenUp{}; ///< of those, for want of room
    double m_scale = 1;         ///< of the text, for which the columns are as wide as they are
    QElapsedTimer m_searched;   ///< since something was typed to find a row by its name
    int m_fullBackendWidth = 0; ///< of the servers' column, while it is narrowed; else 0
    QTimer m_tick;
    QTimer m_glow;
    SteadyTime m_lastSlowTick{};
    SteadyTime m_statesSeenAt{}; ///< by the model's clock
    QPersistentModelIndex m_anchor;
    int m_anchorOffset = 0;
};

} // namespace lockmaster
