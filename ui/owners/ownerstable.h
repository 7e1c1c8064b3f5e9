// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/owners/ownersmodel.h"

#include <QTableView>

namespace lockmaster {

/** Owners, those with trouble first, to be looked into. GUI thread; the model outlives it. */
class OwnersTable final : public QTableView
{
    Q_OBJECT

public:
    explicit OwnersTable(OwnersModel &model, QWidget *parent = nullptr);

    /** The chosen row; null: there is none. */
    const OwnerEntry *chosen() const;

signals:
    void rowChosen();
    /** The chosen row's locks are wanted; or those that it holds, without what it waits for. */
    void locksWanted();
    void heldWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addMenu();
    void keepChoice();
    void fitColumns();

    OwnersModel &m_model;
    RowEffects m_effects;
    bool m_hasChosen = false; ///< since there is somebody to choose
};

} // namespace lockmaster
