// SPDX-License-Identifier: Apache-2.0
#include "ui/window/ownerscontroller.h"

#include "core/display/alivechecks.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/owners/ownerstable.h"
#include "ui/owners/ownersview.h"
#include "ui/window/mainwindow.h"

namespace lockmaster {

OwnersController::OwnersController(MainWindow &window, LockStore &store, const Clock &clock,
                                   const AliveChecks &checks)
    : QObject(&window), m_window(window), m_checks(checks), m_view(new OwnersView(store, clock))
{
    connect(m_view, &OwnersView::seenChanged, this, [this](bool seen) {
        m_seen = seen;
        ask();
    });
    connect(&window, &MainWindow::liveChanged, this, [this](bool live) {
        m_live = live;
        ask();
    });
    connect(&checks, &AliveChecks::changed, this, [this] {
        if (m_seen && m_live)
            ask();
    });
    connect(m_view, &OwnersView::locksWanted, &window,
            [&window](const OwnerId &owner, bool heldAlone) {
                ViewScope scope;
                scope.owner = owner;
                scope.ownerHolds = heldAlone;
                window.showLocks(scope);
            });
    connect(m_view, &OwnersView::allLocksWanted, &window, [&window] { window.showLocks({}); });
    connect(m_view, &OwnersView::addBackendRequested, &window, &MainWindow::addBackendRequested);
    window.pauseBySpace(&m_view->table());
    window.addPage(PageId::Owners, m_view);
}

void OwnersController::setRules(std::vector<OwnerRule> rules)
{
    // Another pointer is taken for other rules, and everything is found out anew.
    if (m_rules ? *m_rules == rules : rules.empty())
        return;
    m_rules = std::make_shared<const std::vector<OwnerRule>>(std::move(rules));
    ask();
}

void OwnersController::setWantedElsewhere(bool wanted)
{
    m_elsewhere = wanted;
    ask();
}

void OwnersController::ask()
{
    const bool wanted = (m_seen || m_elsewhere) && m_live;
    m_window.askForOwners(wanted, m_rules, wanted ? m_checks.said() : std::vector<HolderCheck>());
}

} // namespace lockmaster
