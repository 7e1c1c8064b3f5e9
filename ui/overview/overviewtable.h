// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/overview/overviewmodel.h"

#include <QTableView>

namespace lockmaster {

/**
 * Servers, those with trouble first. While the pointer is over them or the keyboard is in them no
 * row moves. GUI thread; the model outlives it.
 */
class OverviewTable final : public QTableView
{
    Q_OBJECT

public:
    explicit OverviewTable(OverviewModel &model, QWidget *parent = nullptr);

    /** The chosen row; null: there is none. */
    const OverviewRow *chosen() const;
    /** The first server, where none is chosen, and the keyboard. */
    void enter();

signals:
    void rowChosen();
    /** The locks of the chosen server, or environment, are wanted. */
    void locksWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void addMenu();
    void fold(const OverviewRow &row, bool folded);
    void keepChoice();
    void followHand();
    int widestLocks() const;
    void fitColumns();

    OverviewModel &m_model;
    RowEffects m_effects;
    int m_locksWidth = 0;
    bool m_isHovered = false;
    bool m_hasChosen = false; ///< since there is something to choose
};

} // namespace lockmaster
