// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/event.h"

#include <deque>
#include <functional>
#include <map>
#include <mutex>

namespace lockmaster {

/**
 * Events on their way from the observers to one reader who may be slow. It holds so many and no
 * more: beyond that the oldest are dropped and counted, for the newest tell how things stand. What
 * locks do never pushes out what backends do: there is a place of the same size for that.
 * Any thread.
 */
class EventQueue
{
public:
    /** Whether anybody wants to hear of an event; called by whoever pushes it. */
    using Wanted = std::function<bool(const Event &event)>;
    /** There is something to take, and there was nothing before. Called by whoever pushes it. */
    using Ready = std::function<void()>;

    /** What was taken: first what was dropped, then what came after it, oldest first. */
    struct News {
        std::map<QString, qint64> dropped; ///< how many of which backend
        std::vector<Event> events;
    };

    EventQueue(size_t capacity, Wanted wanted, Ready ready);

    void push(std::vector<Event> events);

    /** At most `most` events; `Ready` is called again only after a take that left none. */
    News take(size_t most);

private:
    /** Events with their places among all. */
    using Numbered = std::deque<std::pair<quint64, Event>>;

    void add(Event &&event);

    const size_t m_capacity;
    const Wanted m_wanted;
    const Ready m_ready;

    std::mutex m_mutex;
    quint64 m_next = 0;
    Numbered m_ofLocks;
    Numbered m_ofBackends;
    std::map<QString, qint64> m_dropped;
    bool m_told = false; ///< that there is something
};

} // namespace lockmaster
