// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/history/historymodel.h"

#include <QTableView>

namespace lockmaster {

/** Holds that were seen, to be sorted and looked into. GUI thread; the model outlives it. */
class HistoryTable final : public QTableView
{
    Q_OBJECT

public:
    explicit HistoryTable(HistoryModel &model, QWidget *parent = nullptr);

    /** The chosen row; null: none is. */
    const HistoryRow *chosen() const;

signals:
    /** Another row is chosen, or none any more. */
    void rowChosen();
    /** More is wanted of the chosen row's lock, or of its owner. */
    void lockWanted();
    void ownerWanted();
    /** A report of its lock is wanted, in the clipboard or in a file. */
    void reportCopyWanted();
    void reportFileWanted();
    /** The list of live locks is to be narrowed by this term of a filter. */
    void narrowRequested(const QString &term);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addMenu();
    void followBackends();
    void fitColumns();

    HistoryModel &m_model;
    RowEffects m_effects;
    bool m_ofSeveral = false;
};

} // namespace lockmaster
