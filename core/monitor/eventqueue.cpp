// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/eventqueue.h"

#include <algorithm>

namespace lockmaster {

EventQueue::EventQueue(size_t capacity, Wanted wanted, Ready ready)
    : m_capacity(capacity), m_wanted(std::move(wanted)), m_ready(std::move(ready))
{
}

void EventQueue::push(std::vector<Event> events)
{
    std::erase_if(events, [this](const Event &event) { return !m_wanted(event); });
    if (events.empty())
        return;
    {
        const std::lock_guard lock(m_mutex);
        for (Event &event : events)
            add(std::move(event));
        if (std::exchange(m_told, true))
            return;
    }
    m_ready();
}

EventQueue::News EventQueue::take(size_t most)
{
    News news;
    const std::lock_guard lock(m_mutex);
    news.dropped = std::exchange(m_dropped, {});
    const size_t waiting = m_ofLocks.size() + m_ofBackends.size();
    news.events.reserve(std::min(most, waiting));
    while (news.events.size() < std::min(most, waiting)) {
        const bool isOfBackend =
            m_ofLocks.empty()
            || (!m_ofBackends.empty() && m_ofBackends.front().first < m_ofLocks.front().first);
        Numbered &from = isOfBackend ? m_ofBackends : m_ofLocks;
        news.events.push_back(std::move(from.front().second));
        from.pop_front();
    }
    m_told = news.events.size() < waiting;
    return news;
}

void EventQueue::add(Event &&event)
{
    Numbered &to = isOfBackend(event.kind) ? m_ofBackends : m_ofLocks;
    to.emplace_back(m_next++, std::move(event));
    if (to.size() <= m_capacity)
        return;
    ++m_dropped[to.front().second.backend];
    to.pop_front();
}

} // namespace lockmaster
