// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/snapshotmonitor.h"

#include "core/monitor/observer.h"

namespace lockmaster {

SnapshotMonitor::SnapshotMonitor(const std::vector<BackendSpec> &backends,
                                 const ReaderFactory &readers, const FeedFactory &feeds,
                                 const std::vector<SnapshotTap *> &taps, const Clock &clock)
{
    for (size_t i = 0; i < backends.size(); ++i) {
        const auto publish = [taps, i](const std::shared_ptr<const BackendSnapshot> &snapshot,
                                       const std::vector<Event> &events) {
            for (SnapshotTap *tap : taps)
                tap->take(i, snapshot, events);
        };
        m_observers.push_back(std::make_unique<Observer>(backends[i],
                                                         Observer::Factories{readers, feeds}, clock,
                                                         Observer::Settings(), publish));
    }
}

SnapshotMonitor::~SnapshotMonitor()
{
    // All begin to end at once, so that the wait for the slowest is the wait for all.
    for (const auto &observer : m_observers)
        observer->requestStop();
}

} // namespace lockmaster
