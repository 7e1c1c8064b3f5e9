// SPDX-License-Identifier: Apache-2.0
#include "ui/window/overviewcontroller.h"

#include "ui/overview/overviewtable.h"
#include "ui/overview/overviewview.h"
#include "ui/window/mainwindow.h"

#include <QLineEdit>

namespace lockmaster {

OverviewController::OverviewController(MainWindow &window, LockStore &store, const Clock &clock)
    : QObject(&window), m_window(window), m_view(new OverviewView(store, clock))
{
    connect(m_view, &OverviewView::seenChanged, this, [this](bool seen) {
        m_seen = seen;
        ask();
    });
    connect(&window, &MainWindow::liveChanged, this, [this](bool live) {
        m_live = live;
        ask();
    });
    connect(m_view, &OverviewView::locksWanted, &window,
            [&window](const ViewScope &scope) { window.showLocks(scope); });
    connect(m_view, &OverviewView::addBackendRequested, &window, &MainWindow::addBackendRequested);
    window.pauseBySpace(&m_view->table());
    window.addPage(PageId::Overview, m_view, &m_view->find());
}

void OverviewController::ask()
{
    m_window.askForServers(m_seen && m_live);
}

} // namespace lockmaster
