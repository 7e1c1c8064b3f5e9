// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/snapshottap.h"
#include "core/sources/backendreader.h"
#include "core/sources/changefeed.h"

#include <memory>

namespace lockmaster {

class Observer;

/**
 * Watches backends where no view is wanted: observers as a `Monitor` has them, and taps behind them
 * for what is there and what happens.
 */
class SnapshotMonitor
{
public:
    /**
     * What every tap gets has the backend's place in the list as its key, from 0. The taps outlive
     * the monitor. Without a factory for feeds every backend is polled.
     */
    SnapshotMonitor(const std::vector<BackendSpec> &backends, const ReaderFactory &readers,
                    const FeedFactory &feeds, const std::vector<SnapshotTap *> &taps,
                    const Clock &clock = systemClock());
    /** Stops everything within a second; a thread stuck in the system is left behind. */
    ~SnapshotMonitor();
    SnapshotMonitor(const SnapshotMonitor &) = delete;
    SnapshotMonitor &operator=(const SnapshotMonitor &) = delete;

private:
    std::vector<std::unique_ptr<Observer>> m_observers;
};

} // namespace lockmaster
