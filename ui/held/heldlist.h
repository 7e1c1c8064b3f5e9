// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/held/heldmodel.h"

#include <QWidget>

class QAction;
class QLabel;
class QTableView;
class QTimer;

namespace lockmaster {

/**
 * "Held by you": the locks that this program took, and what can be done with them. As high as its
 * rows, within reason. Shown while there is something in it, or where that was asked for.
 *
 * GUI thread; the model outlives it. It asks by its signals and does nothing itself.
 */
class HeldList final : public QWidget
{
    Q_OBJECT

public:
    explicit HeldList(HeldModel &model, QWidget *parent = nullptr);

    /** Also while it is empty. */
    void setAlwaysShown(bool always);
    /** Makes the row of `id` the selected one and gives the list the focus. */
    void reveal(int id);
    /** While not live (window minimised), nothing ticks. */
    void setLive(bool live);

    QTableView &table() { return *m_table; }
    QAction &renewAction() { return *m_renew; }
    QAction &releaseAction() { return *m_release; }
    QAction &releaseAllAction() { return *m_releaseAll; }
    QAction &dismissAction() { return *m_dismiss; }

signals:
    void renewRequested(int id);
    /** Let go, or stop waiting. */
    void releaseRequested(int id);
    void releaseAllRequested();
    void dismissRequested(int id);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildTable();
    void buildActions();
    QWidget *buildHead();
    QAction *addAction(const QString &text, const QString &toolTip);
    void followModel();
    void showMessage();
    void updateActions();
    void fitHeight();
    void showMenu(const QPoint &at);
    std::vector<HeldLock> selected() const;

    HeldModel &m_model;
    RowEffects m_effects;
    QTableView *m_table;
    QLabel *m_count;
    QLabel *m_said; ///< what went wrong with one of them
    QLabel *m_empty;
    QTimer *m_tick;
    QAction *m_renew = nullptr;
    QAction *m_release = nullptr;
    QAction *m_releaseAll = nullptr;
    QAction *m_dismiss = nullptr;
    bool m_always = false;
    bool m_live = true;
};

} // namespace lockmaster
