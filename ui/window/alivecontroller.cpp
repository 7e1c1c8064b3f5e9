// SPDX-License-Identifier: Apache-2.0
#include "ui/window/alivecontroller.h"

#include "core/display/alivechecks.h"
#include "ui/details/detailspane.h"
#include "ui/kit/actionname.h"
#include "ui/locks/lockactions.h"
#include "ui/window/mainwindow.h"

#include <QAction>

namespace lockmaster {

AliveController::AliveController(AliveChecks &checks, MainWindow &window, LockStore &store)
    : QObject(&window), m_checks(checks), m_store(store), m_ask(new QAction(this))
{
    nameAction(*m_ask, [] { return tr("Ask Whether It Lives"); });
    m_ask->setToolTip(tr("Runs the alive_command of the profile for its holder"));
    m_ask->setVisible(false);
    window.details().setTools({m_ask});
    window.lockActions().addSingle(m_ask);
    connect(&window, &MainWindow::focusChanged, this, [this](const std::optional<LockId> &id) {
        m_focus = id;
        update();
    });
    connect(&window.lockActions(), &LockActions::singleChosen, this, [this](const LockId &id) {
        m_focus = id;
        update();
    });
    connect(&m_store, &LockStore::updated, this, &AliveController::update);
    connect(&m_checks, &AliveChecks::changed, this, &AliveController::update);
    connect(&m_checks, &AliveChecks::changed, &window, &MainWindow::showDetails);
    connect(m_ask, &QAction::triggered, this, [this] {
        if (const LockPointer asked = lock())
            m_checks.ask(asked);
    });
}

LockPointer AliveController::lock() const
{
    const auto &focus = m_store.view()->focus;
    return m_focus && focus && focus->lock && focus->lock->id == *m_focus && !focus->goneAt
               ? focus->lock
               : nullptr;
}

void AliveController::update()
{
    const LockPointer asked = lock();
    m_ask->setVisible(asked && m_checks.hasWay(*asked));
    m_ask->setEnabled(asked && m_checks.canAsk(*asked));
}

} // namespace lockmaster
