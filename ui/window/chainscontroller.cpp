// SPDX-License-Identifier: Apache-2.0
#include "ui/window/chainscontroller.h"

#include "ui/chains/chainsview.h"
#include "ui/window/mainwindow.h"

namespace lockmaster {

ChainsController::ChainsController(MainWindow &window, LockStore &store, const Clock &clock)
    : QObject(&window), m_view(new ChainsView(store, clock))
{
    window.addPage(PageId::Chains, m_view);
    connect(&window, &MainWindow::liveChanged, m_view, &ChainsView::setLive);
    connect(m_view, &ChainsView::lockRequested, &window, &MainWindow::chooseLock);
    connect(m_view, &ChainsView::narrowRequested, &window, &MainWindow::narrowLocks);
}

void ChainsController::setOwners(std::vector<OwnerRule> owners)
{
    m_view->setOwners(std::move(owners));
}

} // namespace lockmaster
