// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/overview/overviewmodel.h"

#include <QTableView>

namespace lockmaster {

/**
 * Servers, those with trouble first. While the pointer moves over them or the keyboard is used in
 * them, and for ten seconds after, no row moves. GUI thread; model and clock outlive it.
 */
class OverviewTable final : public QTableView
{
    Q_OBJECT

public:
    OverviewTable(OverviewModel &model, const Clock &clock, QWidget *parent = nullptr);

    /** The chosen row; null: there is none. */
    const OverviewRow *chosen() const;
    enum class Choice { Kept, First };
    /** The keyboard, and the first server: where none is chosen, or in any case. */
    void enter(Choice choice);
    /** Lets go of the order once nobody has touched a row for a while: to be asked now and then. */
    void followHand();

signals:
    void rowChosen();
    /** The locks of the chosen server, or environment, are wanted. */
    void locksWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void addMenu();
    void fold(const OverviewRow &row, bool folded);
    const OverviewRow *groupWithSignAt(const QMouseEvent &event) const;
    int firstServer() const;
    void keepChoice();
    void touch();
    int widestLocks() const;
    int widestHealth() const;
    int widestFindings() const;
    void fitColumns();

    OverviewModel &m_model;
    const Clock &m_clock;
    RowEffects m_effects;
    int m_locksWidth = 0;
    int m_healthWidth = 0;
    int m_findingsWidth = 0;
    bool m_isHovered = false;
    std::optional<SteadyTime> m_touchedAt; ///< by a key or the pointer
    bool m_hasChosen = false;              ///< since there is something to choose
};

} // namespace lockmaster
