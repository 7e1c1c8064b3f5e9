// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/ownerrule.h"
#include "core/monitor/lockstore.h"

namespace lockmaster {

class ChainsView;
class MainWindow;

/**
 * Puts the page of who waits for whom into the window, and the way from a chain to its lock. GUI
 * thread; a child of the window; store and clock outlive it.
 */
class ChainsController final : public QObject
{
    Q_OBJECT

public:
    ChainsController(MainWindow &window, LockStore &store, const Clock &clock);

    ChainsView &view() { return *m_view; }
    void setOwners(std::vector<OwnerRule> owners);

private:
    ChainsView *m_view;
};

} // namespace lockmaster
