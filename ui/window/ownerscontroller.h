// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"

#include <QObject>

namespace lockmaster {

class AliveChecks;
class MainWindow;
class OwnersView;

/**
 * Puts the owners into the window: their page, what it asks of the view worker while somebody sees
 * it, and the way from an owner to all of its locks. GUI thread; a child of the window; store,
 * clock and checks outlive it.
 */
class OwnersController final : public QObject
{
    Q_OBJECT

public:
    OwnersController(MainWindow &window, LockStore &store, const Clock &clock,
                     const AliveChecks &checks);

    /** Who goes by several names, as the profile says. */
    void setRules(std::vector<OwnerRule> rules);

    /** They are wanted elsewhere, too, or no more. */
    void setWantedElsewhere(bool wanted);

    OwnersView &view() { return *m_view; }

private:
    void ask();

    MainWindow &m_window;
    const AliveChecks &m_checks;
    OwnersView *m_view;
    OwnerLister::Rules m_rules;
    bool m_seen = false;
    bool m_elsewhere = false;
    bool m_live = true;
};

} // namespace lockmaster
