// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"

#include <QKeySequence>
#include <QWidget>

#include <chrono>
#include <vector>

class QAbstractItemModel;
class QAction;
class QHBoxLayout;
class QLabel;
class QTableView;
class QTimer;

namespace lockmaster {

/**
 * A short table under a title, with a button for each thing that can be done to its selected rows.
 * It is as high as its rows, within reason, and something is selected as long as there is
 * something: one press on a button is enough. Its cells say what they are, so it has no headings.
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
    QString countText() const;

signals:
    void ticked();

protected:
    /** More than `mostRows` rows are scrolled to; it ticks that often while `ticks()`. */
    ActionList(QAbstractItemModel &model, const QString &title, int mostRows,
               std::chrono::milliseconds period, QWidget *parent);

    /** A button, and an entry of the rows' menu, in the order of adding. */
    QAction *addAction(const QString &text, const QString &toolTip,
                       const QKeySequence &shortcut = {});
    /** Entries of that menu without a button. */
    void addToMenu(const QList<QAction *> &actions) { m_actions += actions; }
    /** Selects the row and takes the focus; -1 is no row. */
    bool revealRow(int row);
    std::vector<int> selectedRows() const;
    const RowEffects &effects() const { return m_effects; }

    /** Rows came, went or changed: `first` is selected where nothing is. */
    void followRows(const QString &count, int first);
    /** What can be done to the selected rows. */
    virtual void updateActions() = 0;
    /** There is something that ages. */
    virtual bool ticks() const = 0;

    void changeEvent(QEvent *event) override;

private:
    QWidget *buildHead(const QString &title);
    void buildTable(QAbstractItemModel &model, const QString &title);
    void fitHeight();
    void updateTick();
    void showMenu(const QPoint &at);

    RowEffects m_effects;
    const int m_mostRows;
    const std::chrono::milliseconds m_period;
    QTableView *m_table;
    QLabel *m_count;
    QTimer *m_tick;
    QHBoxLayout *m_buttons = nullptr;
    QList<QAction *> m_actions;
    bool m_live = true;
};

} // namespace lockmaster
