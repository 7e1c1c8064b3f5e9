// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyinbox.h"

#include <algorithm>
#include <iterator>

namespace lockmaster {

namespace {

/** A wall clock that differs by more was set, or the machine slept. */
constexpr Micros clockJump = std::chrono::seconds(1);

/** Where more snapshots of a backend wait, those that look at the same are one. */
constexpr size_t separateItems = 16;
/** So many that are not the same: it comes and goes faster than can be written down. */
constexpr size_t mostItems = 256;

bool looksAtTheSame(const BackendSnapshot &a, const BackendSnapshot &b)
{
    return std::equal(a.status.sources.begin(), a.status.sources.end(), b.status.sources.begin(),
                      b.status.sources.end(), [](const SourceStatus &x, const SourceStatus &y) {
                          return x.name == y.name && x.complete == y.complete;
                      });
}

} // namespace

HistoryInbox::HistoryInbox(const Clock &clock, size_t capacity)
    : m_clock(clock), m_capacity(capacity)
{
}

void HistoryInbox::put(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                       const std::vector<Event> &events)
{
    const BackendStatus &status = snapshot->status;
    HistoryItem item;
    item.key = key;
    item.snapshot = snapshot;
    item.steady = m_clock.now();
    item.wall = m_clock.wallNow();
    item.watching = status.state == BackendState::Online && !status.paused && status.dataFrom;

    const std::lock_guard lock(m_mutex);
    if (m_ended.contains(key))
        return;
    Last &last = m_last[key];
    const Micros offset = std::chrono::duration_cast<Micros>(item.wall.time_since_epoch()
                                                             - item.steady.time_since_epoch());
    item.cut = last.wallOffset && std::chrono::abs(offset - *last.wallOffset) > clockJump;
    // By a clock that was set back, the last look is still to come: none would be newer for long.
    if (item.cut && offset < *last.wallOffset && last.look != ServerTime{})
        last.look += offset - *last.wallOffset;
    last.wallOffset = offset;
    item.before = last.look;
    const bool newData = status.dataFrom && (!last.dataFrom || *status.dataFrom > *last.dataFrom);
    item.look = newData ? item.wallAt(*status.dataFrom) : last.look;
    const bool pushed = status.updates != UpdateKind::Polled;
    for (const Event &event : events) {
        // What a poll shows is of the moment when it began; what a feed tells, of when it did.
        const ServerTime at = newData && !pushed ? item.look : item.wallAt(event.seenAt);
        if (pushed && item.watching)
            item.look = std::max(item.look, at);
        item.events.push_back({event, at, last.look});
    }
    if (!item.cut)
        item.look = std::max(item.look, last.look);
    item.looked = item.cut ? newData : item.look > last.look;
    last.look = item.look;
    last.dataFrom = status.dataFrom;

    if (last.events + item.events.size() > m_capacity || last.items >= mostItems)
        drop(item, last);
    last.events += item.events.size();
    if (last.items >= separateItems && merge(item))
        return;
    ++last.items;
    m_items.push_back(std::move(item));
}

/** Everything of the backend that waits goes; `item` is what is left. */
void HistoryInbox::drop(HistoryItem &item, Last &last)
{
    for (const HistoryItem &waiting : m_items) {
        if (waiting.key == item.key)
            item.dropped += waiting.dropped;
    }
    item.dropped += qint64(last.events + item.events.size());
    std::erase_if(m_items, [&](const HistoryItem &waiting) { return waiting.key == item.key; });
    item.events.clear();
    item.cut = true;
    item.looked = item.look != ServerTime{};
    last.events = 0;
    last.items = 0;
}

/** Adds it to the newest of its backend that waits, where nothing is lost by that. */
bool HistoryInbox::merge(HistoryItem &item)
{
    const auto found =
        std::find_if(m_items.rbegin(), m_items.rend(),
                     [&](const HistoryItem &other) { return other.key == item.key; });
    if (found == m_items.rend() || !found->snapshot || found->cut || item.cut || !found->watching
        || !item.watching || !looksAtTheSame(*found->snapshot, *item.snapshot))
        return false;
    std::move(item.events.begin(), item.events.end(), std::back_inserter(found->events));
    item.events = std::move(found->events);
    item.before = found->before;
    item.looked = item.looked || found->looked;
    item.joined = true;
    *found = std::move(item);
    return true;
}

void HistoryInbox::end(quint64 key)
{
    const std::lock_guard lock(m_mutex);
    if (m_last.erase(key) == 0 || !m_ended.insert(key).second)
        return;
    HistoryItem item;
    item.key = key;
    item.steady = m_clock.now();
    item.wall = m_clock.wallNow();
    m_items.push_back(std::move(item));
}

std::vector<HistoryItem> HistoryInbox::take()
{
    const std::lock_guard lock(m_mutex);
    std::vector<HistoryItem> items(std::move_iterator(m_items.begin()),
                                   std::move_iterator(m_items.end()));
    m_items.clear();
    for (auto &[key, last] : m_last) {
        last.events = 0;
        last.items = 0;
    }
    return items;
}

} // namespace lockmaster
