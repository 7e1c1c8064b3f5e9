// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlwatchdog.h"

#include <sys/socket.h>

#include <thread>

namespace lockmaster {

SqlWatchdog &SqlWatchdog::shared()
{
    // Never destroyed: a connection on a thread that was left behind at exit may still need it.
    static SqlWatchdog *const watchdog = new SqlWatchdog;
    return *watchdog;
}

SqlWatchdog::SqlWatchdog()
{
    std::thread([this] { run(); }).detach();
}

void SqlWatchdog::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        const auto next = m_guards.begin();
        if (next == m_guards.end()) {
            m_wakesAt = SteadyTime::max();
            m_changed.wait(lock);
            continue;
        }
        const SteadyTime deadline = next->first;
        if (std::chrono::steady_clock::now() < deadline) {
            m_wakesAt = deadline;
            m_changed.wait_until(lock, deadline);
            continue;
        }
        Guard &guard = *next->second;
        m_guards.erase(next);
        guard.m_fired = true;
        ::shutdown(guard.m_socket, SHUT_RDWR);
    }
}

void SqlWatchdog::add(Guard &guard)
{
    const std::lock_guard lock(m_mutex);
    m_guards.emplace(guard.m_deadline, &guard);
    // A call that ended in time leaves the thread asleep: waking it for each would cost more than
    // a wakeup for nothing at the deadline of one that is long gone.
    if (guard.m_deadline < m_wakesAt)
        m_changed.notify_one();
}

void SqlWatchdog::remove(Guard &guard)
{
    const std::lock_guard lock(m_mutex);
    m_guards.erase({guard.m_deadline, &guard});
}

SqlWatchdog::Guard::Guard(int socket, SteadyTime deadline) : m_socket(socket), m_deadline(deadline)
{
    if (m_socket >= 0)
        shared().add(*this);
}

SqlWatchdog::Guard::~Guard()
{
    if (m_socket >= 0)
        shared().remove(*this);
}

} // namespace lockmaster
