// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <optional>

namespace lockmaster {

/**
 * Decides when what large readings left behind is given back to the system. That holds every
 * thread up that allocates meanwhile, and the next reading wants the same memory again. One thread
 * at a time.
 */
class HeapCare
{
public:
    /** At least so often while readings are large. */
    static constexpr std::chrono::seconds period{60};

    /** Whether to give back now, after a reading of `locks` where there were `before`. */
    bool isDue(size_t locks, size_t before, SteadyTime now);

private:
    std::optional<SteadyTime> m_lastAt;
};

/** Gives freed memory back where the process's `HeapCare` finds it due. Any thread. */
void careForHeap(size_t locks, size_t before);

} // namespace lockmaster
