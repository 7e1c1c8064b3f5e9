// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"

#include <QObject>

namespace lockmaster {

class MainWindow;
class OverviewView;

/**
 * Puts the page of all servers into the window, what it asks of the view worker while somebody sees
 * it, and the way from a server to its locks. GUI thread; a child of the window; store and clock
 * outlive it.
 */
class OverviewController final : public QObject
{
    Q_OBJECT

public:
    OverviewController(MainWindow &window, LockStore &store, const Clock &clock);

    OverviewView &view() { return *m_view; }

private:
    void ask();

    MainWindow &m_window;
    OverviewView *m_view;
    bool m_seen = false;
    bool m_live = true;
};

} // namespace lockmaster
