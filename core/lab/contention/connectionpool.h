// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/servers/adminsql.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace lockmaster {

/**
 * A program's pool of connections, as many programs have one: whoever borrows gets the one that
 * has been idle longest, and waits where there is none. Thread-safe; outlives what it lends.
 */
class ConnectionPool
{
public:
    explicit ConnectionPool(std::vector<AdminSql> sessions) : m_sessions(std::move(sessions))
    {
        for (AdminSql &session : m_sessions)
            m_idle.push_back(&session);
    }

    /** A connection, until this object goes. */
    class Borrowed
    {
    public:
        explicit Borrowed(ConnectionPool &pool) : m_pool(pool), m_session(pool.take()) {}
        ~Borrowed() { m_pool.giveBack(m_session); }
        Borrowed(const Borrowed &) = delete;
        Borrowed &operator=(const Borrowed &) = delete;

        AdminSql &operator*() { return m_session; }

    private:
        ConnectionPool &m_pool;
        AdminSql &m_session;
    };

private:
    AdminSql &take()
    {
        std::unique_lock guard(m_mutex);
        m_returned.wait(guard, [this] { return !m_idle.empty(); });
        AdminSql *const session = m_idle.front();
        m_idle.pop_front();
        return *session;
    }

    void giveBack(AdminSql &session)
    {
        {
            const std::scoped_lock guard(m_mutex);
            m_idle.push_back(&session);
        }
        m_returned.notify_one();
    }

    std::vector<AdminSql> m_sessions;
    std::mutex m_mutex;
    std::condition_variable m_returned;
    std::deque<AdminSql *> m_idle;
};

} // namespace lockmaster
