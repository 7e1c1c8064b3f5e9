// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"

#include <deque>
#include <map>
#include <mutex>
#include <set>

namespace lockmaster {

/** What one backend published at once, with its moments on the wall clock. */
struct HistoryItem {
    /** An event, when it was seen, and the look before at which it had not happened yet. */
    struct Told {
        Event event;
        ServerTime at{};
        ServerTime before{};
    };

    quint64 key = 0;
    std::shared_ptr<const BackendSnapshot> snapshot; ///< null: nobody watches it any more
    std::vector<Told> events;
    ServerTime before{};   ///< the look before; zero: there was none
    ServerTime look{};     ///< what it shows is of this moment; zero: nothing was read yet
    bool looked = false;   ///< its data are newer than `before`
    bool watching = false; ///< and whatever happens next will be seen as well
    bool cut = false;      ///< what came before it is not complete: nothing follows from it
    bool joined = false;   ///< from several: what they showed one after another is not known
    qint64 dropped = 0;    ///< so many events, for `cut`
    SteadyTime steady{};   ///< the same moment on both clocks
    ServerTime wall{};

    ServerTime wallAt(SteadyTime at) const
    {
        return wall + std::chrono::duration_cast<Micros>(at - steady);
    }
};

/**
 * What observers publish, on its way to a recorder that may be slow. Bounded: where a backend's
 * events become too many they are dropped and counted, and its newest snapshot takes their place,
 * marked as one that nothing led to. Any thread; nothing here waits.
 */
class HistoryInbox
{
public:
    /** Events of one backend. */
    static constexpr size_t usualCapacity = 20'000;

    /** `clock` must outlive the inbox. */
    explicit HistoryInbox(const Clock &clock, size_t capacity = usualCapacity);

    void put(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
             const std::vector<Event> &events);
    void end(quint64 key);

    /** All of it, oldest first. */
    std::vector<HistoryItem> take();

private:
    /** How one backend stood when it published last. */
    struct Last {
        ServerTime look{};
        std::optional<SteadyTime> dataFrom;
        std::optional<Micros> wallOffset; ///< of the wall clock to the monotonic one
        size_t events = 0;                ///< that wait
        size_t items = 0;
    };

    void drop(HistoryItem &item, Last &last);
    bool merge(HistoryItem &item);

    const Clock &m_clock;
    const size_t m_capacity;
    std::mutex m_mutex;
    std::deque<HistoryItem> m_items;
    std::map<quint64, Last> m_last;
    std::set<quint64> m_ended; ///< what still comes of them is late
};

} // namespace lockmaster
