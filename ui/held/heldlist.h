// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/heldmodel.h"
#include "ui/kit/actionlist.h"

class QLabel;

namespace lockmaster {

/**
 * "Held by you": the locks that this program took, and what can be done with them.
 *
 * GUI thread; the model outlives it. It asks by its signals and does nothing itself.
 */
class HeldList final : public ActionList
{
    Q_OBJECT

public:
    explicit HeldList(HeldModel &model, QWidget *parent = nullptr);

    /** Makes the row of `id` the selected one and gives the list the focus. */
    void reveal(int id);
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
    /** The list of locks is to be narrowed by this term of a filter. */
    void narrowRequested(const QString &term);

private:
    void buildTable();
    void buildActions();
    void followModel();
    void showMessage();
    void updateActions() override;
    bool ticks() const override { return m_model.liveCount() > 0; }
    std::vector<HeldLock> selected() const;

    HeldModel &m_model;
    QLabel *m_said; ///< what went wrong with one of them
    QLabel *m_empty;
    QAction *m_renew = nullptr;
    QAction *m_release = nullptr;
    QAction *m_releaseAll = nullptr;
    QAction *m_dismiss = nullptr;
};

} // namespace lockmaster
