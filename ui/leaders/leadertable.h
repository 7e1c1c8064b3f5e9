// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "core/display/leadersmodel.h"

#include <QTableView>

class QSettings;

namespace lockmaster {

/**
 * The list of leaders: one is chosen as long as there is one, and stays chosen whatever comes, goes
 * or is sorted. As high as its rows, up to a share of the room. GUI thread; the model outlives it.
 */
class LeaderTable final : public QTableView
{
    Q_OBJECT

public:
    explicit LeaderTable(LeadersModel &model, QWidget *parent = nullptr);

    /** The order that somebody chose is that of the next start as well; the settings outlive it. */
    void rememberOrder(QSettings &settings);
    /** The chosen leader's row; -1 where there is none. */
    int chosenRow() const;
    /** Chooses and shows a leader; false where it is not there. */
    bool choose(const LockId &id);
    /** Lets the heartbeats of the rows that are seen age. */
    void tick();
    /** The room for everything, of which this takes a share. */
    void setRoom(int height);

signals:
    /** Another leader is chosen, or none any more. */
    void chosen();

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;

private:
    void keepChoice();
    int rowToStartWith() const;
    void fitHeight();
    void fitColumns();

    LeadersModel &m_model;
    RowEffects m_effects;
    std::optional<LockId> m_wanted; ///< chosen last; it may be gone, and come back
    bool m_chosenForThem = false;   ///< what becomes current was not chosen by anyone
    bool m_wasSeen = false;         ///< with rows: from then on what is chosen stays
    int m_room = 0;
};

} // namespace lockmaster
