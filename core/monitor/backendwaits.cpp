// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendwaits.h"

#include <algorithm>
#include <functional>

namespace lockmaster {

BackendWaits waitsOf(const BackendStatus &status)
{
    BackendWaits waits{status.name, status.waits, {}, status.server.run};
    for (const SourceStatus &source : status.sources)
        waits.sources.push_back(source.name);
    return waits;
}

void ChainSources::add(const BackendSnapshot &snapshot)
{
    m_added.push_back(&snapshot);
    const SessionWaits &waits = snapshot.status.waits;
    m_mayAnybodyWait = m_mayAnybodyWait || (waits && !waits->list.empty())
                       || std::any_of(snapshot.locks.begin(), snapshot.locks.end(),
                                      std::mem_fn(&PackedLock::mayBeWaitedFor));
}

WaitChains ChainSources::find(const std::vector<OwnerRule> &rules)
{
    if (!m_mayAnybodyWait)
        return {};
    std::vector<BackendWaits> waits;
    for (const BackendSnapshot *const snapshot : m_added) {
        waits.push_back(waitsOf(snapshot->status));
        for (const PackedLock &lock : snapshot->locks)
            m_locks.push_back(lock.unpack());
    }
    std::vector<const LockRecord *> locks;
    for (const LockRecord &lock : m_locks)
        locks.push_back(&lock);
    return waitChains(locks, waits, rules);
}

} // namespace lockmaster
