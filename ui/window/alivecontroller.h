// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/lockroles.h"

#include <QObject>

class QAction;

namespace lockmaster {

class AliveChecks;
class MainWindow;

/** Asks whether the holder of the lock in the details lives, where its backend has a way to. */
class AliveController final : public QObject
{
    Q_OBJECT

public:
    /** All outlive it; it belongs to the window. */
    AliveController(AliveChecks &checks, MainWindow &window, LockStore &store);

    QAction &ask() { return *m_ask; }

private:
    void update();
    LockPointer lock() const;

    AliveChecks &m_checks;
    LockStore &m_store;
    QAction *m_ask;
    std::optional<LockId> m_focus;
};

} // namespace lockmaster
