// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/sidebarmodel.h"

#include <QTreeView>

class QTimer;

namespace lockmaster {

/** The list at the left: views, backends, findings. Always all open. GUI thread. */
class Sidebar final : public QTreeView
{
    Q_OBJECT

public:
    explicit Sidebar(SidebarModel &model, QWidget *parent = nullptr);

    /** Selects the entry of `scope` without asking for it again. */
    void showScope(const ViewScope &scope);
    void setLive(bool live);

signals:
    void scopeChosen(const lockmaster::ViewScope &scope);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    QSize sizeHint() const override;

private:
    SidebarModel &m_model;
    QTimer *m_tick;
    ViewScope m_scope;
};

} // namespace lockmaster
