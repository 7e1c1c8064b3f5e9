// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/heapcare.h"

#include "core/platform/heap.h"

#include <algorithm>
#include <mutex>

namespace lockmaster {

namespace {

/** A reading of more locks leaves much behind that nobody uses until the next. */
constexpr size_t largeReading = 20'000;

} // namespace

bool HeapCare::isDue(size_t locks, size_t before, SteadyTime now)
{
    if (std::max(locks, before) < largeReading)
        return false;
    const bool muchIsGone = locks < before / 2;
    if (m_lastAt && now - *m_lastAt < period && !muchIsGone)
        return false;
    m_lastAt = now;
    return true;
}

void careForHeap(size_t locks, size_t before)
{
    static std::mutex mutex;
    static HeapCare care;
    {
        const std::lock_guard lock(mutex);
        if (!care.isDue(locks, before, std::chrono::steady_clock::now()))
            return;
    }
    giveFreedMemoryBack();
}

} // namespace lockmaster
