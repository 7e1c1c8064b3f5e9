// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"

#include <QKeySequence>
#include <QWidget>

#include <chrono>
#include <vector>

class QAbstractItemModel;
class QAction;
class QTableView;
class QTimer;

namespace lockmaster {

class ToolLine;

/**
 * A table, with a button for each thing that can be done to its selected rows: above it, or where
 * somebody else lays them out. Its cells say what they are, so it has no headings.
 *
 * GUI thread; the model outlives it.
 */
class ActionList : public QWidget
{
    Q_OBJECT

public:
    /** While not live (window minimised), nothing ticks. */
    void setLive(bool live);

    QTableView &table() { return *m_table; }
    ToolLine &tools() { return *m_tools; }
    const QString &countText() const { return m_countText; }

signals:
    void ticked();
    /** Somebody is to see it, wherever it stands. */
    void wanted();
    /** `countText()` says something else. */
    void countChanged();

protected:
    /** It ticks that often while `ticks()`. */
    ActionList(QAbstractItemModel &model, const QString &title, std::chrono::milliseconds period,
               QWidget *parent);

    enum class Shown { InMenu, AsButton };
    /** An entry of the rows' menu, in the order of adding, and a button. */
    QAction *addAction(const QString &text, const QString &toolTip,
                       const QKeySequence &shortcut = {}, Shown shown = Shown::AsButton);
    /** Entries of that menu without a button. */
    void addToMenu(const QList<QAction *> &actions) { m_actions += actions; }
    /** Selects the row and takes the focus; -1 is no row. */
    bool revealRow(int row);
    std::vector<int> selectedRows() const;
    const RowEffects &effects() const { return m_effects; }

    /** Rows came, went or changed: `first` is selected where nothing is; -1: nothing stays so. */
    void followRows(const QString &count, int first);
    /** There are no headings: a cell's tip tells its own. */
    bool eventFilter(QObject *watched, QEvent *event) override;
    /** What can be done to the selected rows. */
    virtual void updateActions() = 0;
    /** There is something that ages. */
    virtual bool ticks() const = 0;

private:
    void buildTable(QAbstractItemModel &model, const QString &title);
    void updateTick();
    void showMenu(const QPoint &at);

    RowEffects m_effects;
    const std::chrono::milliseconds m_period;
    QTableView *m_table;
    ToolLine *m_tools;
    QTimer *m_tick;
    QString m_countText;
    QList<QAction *> m_actions;
    bool m_live = true;
};

} // namespace lockmaster
