// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/snapshotsieve.h"

namespace lockmaster {

void SnapshotSieve::hold(const QStringList &backends)
{
    const std::lock_guard lock(m_mutex);
    m_held = backends;
}

void SnapshotSieve::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                         const std::vector<Event> &events)
{
    bool passes = false;
    {
        const std::lock_guard lock(m_mutex);
        passes = !m_held.contains(snapshot->status.name);
        if (!passes && m_passed.erase(key) == 0)
            return;
        if (passes)
            m_passed.insert(key);
    }
    if (passes)
        m_to.take(key, snapshot, events);
    else
        m_to.end(key);
}

void SnapshotSieve::end(quint64 key)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_passed.erase(key) == 0)
            return;
    }
    m_to.end(key);
}

} // namespace lockmaster
