// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <utility>

namespace lockmaster {

/**
 * Shuts sockets down at their deadline. The client library's timeouts count silence between two
 * reads, so a server that drips a byte now and then stretches a call for as long as it likes; a
 * socket that is shut down ends the call at once.
 *
 * One thread for the whole process, started with the first deadline. Thread-safe.
 */
class SqlWatchdog
{
public:
    /** Keeps one deadline over one socket for as long as it lives. */
    class Guard
    {
    public:
        /** `socket` stays open for the guard's lifetime; below 0 there is nothing to watch. */
        Guard(int socket, SteadyTime deadline);
        ~Guard();
        Guard(const Guard &) = delete;
        Guard &operator=(const Guard &) = delete;

        bool fired() const { return m_fired; }

    private:
        friend class SqlWatchdog;
        const int m_socket;
        const SteadyTime m_deadline;
        std::atomic<bool> m_fired = false;
    };

    static SqlWatchdog &shared();

private:
    SqlWatchdog();
    void run();
    void add(Guard &guard);
    void remove(Guard &guard);

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::set<std::pair<SteadyTime, Guard *>> m_guards; ///< those that have not fired
    SteadyTime m_wakesAt = SteadyTime::max();          ///< the thread looks at them then by itself
};

} // namespace lockmaster
