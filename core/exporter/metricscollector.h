// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/exporter/exportedstate.h"
#include "core/monitor/snapshottap.h"

#include <mutex>

namespace lockmaster {

/**
 * Keeps what a scrape wants to know: the newest snapshot of each backend, and what was counted
 * since the start. Counting is done as things are told, so that nothing waits in a queue and
 * nothing is dropped. Any thread.
 */
class MetricsCollector : public SnapshotTap
{
public:
    /** `complete`: the profile has no other backends that could not be understood. */
    explicit MetricsCollector(const std::vector<BackendSpec> &backends, bool complete = true);

    /** `key` is the backend's place in the list. */
    void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
              const std::vector<Event> &events) override;
    void end(quint64 /*key*/) override {}

    /** Waits for nothing but the copy of a few figures. */
    ExportedState state() const;

private:
    struct Counted {
        LeaderTally tally;
        SteadyTime until{}; ///< the last failover in it
    };
    using Leaders = std::map<LockId, Counted>;

    static void countLeaders(const BackendSnapshot &snapshot, Leaders &leaders);

    const bool m_complete;
    mutable std::mutex m_mutex;
    std::vector<ExportedBackend> m_backends; ///< without what `m_leaders` has
    std::vector<Leaders> m_leaders;          ///< in the same order
};

} // namespace lockmaster
