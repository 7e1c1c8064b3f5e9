// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/snapshottap.h"

#include <QStringList>

#include <mutex>
#include <set>

namespace lockmaster {

/**
 * Passes on what comes of all backends but some, which are ended for whoever is behind it as long
 * as they are held back. What it passes to outlives it. Thread-safe.
 */
class SnapshotSieve final : public SnapshotTap
{
public:
    explicit SnapshotSieve(SnapshotTap &to) : m_to(to) {}

    /** From now on the backends of these names are held back, and no others. */
    void hold(const QStringList &backends);

    void take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
              const std::vector<Event> &events) override;
    void end(quint64 key) override;

private:
    SnapshotTap &m_to;
    std::mutex m_mutex;
    QStringList m_held;
    std::set<quint64> m_passed; ///< keys that are known behind it
};

} // namespace lockmaster
