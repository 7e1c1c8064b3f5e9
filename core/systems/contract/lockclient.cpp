// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/lockclient.h"

#include <condition_variable>
#include <mutex>

namespace lockmaster {

void restFor(SteadyTime::duration time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any signal;
    // cppcheck-suppress localMutex ; it guards nothing: whoever waits for a signal has to hold one
    std::unique_lock lock(mutex);
    signal.wait_for(lock, stop, time, [] { return false; });
}

} // namespace lockmaster
