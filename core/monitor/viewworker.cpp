// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/viewworker.h"

#include <algorithm>
#include <iterator>

namespace lockmaster {

namespace {

constexpr size_t mostEvents = 1000;
/** Each is counted, and as many locks may change at once. */
constexpr size_t mostCounted = 50'000;
/** How often a view is made anew that changes by the passing of time alone. */
constexpr std::chrono::seconds ageingPeriod(1);

} // namespace

void ViewWorker::News::add(std::vector<Event> more)
{
    std::move(more.begin(), more.end(), std::back_inserter(events));
    while (events.size() > most) {
        events.pop_front();
        ++dropped;
    }
}

ViewNews ViewWorker::News::take()
{
    ViewNews news;
    news.events.assign(std::make_move_iterator(events.begin()),
                       std::make_move_iterator(events.end()));
    events.clear();
    news.droppedEvents = std::exchange(dropped, 0);
    return news;
}

ViewWorker::ViewWorker(const Clock &clock, Ready ready)
    : m_clock(clock), m_ready(std::move(ready)), m_own{mostEvents, {}, 0},
      m_apart{mostEvents, {}, 0}, m_counted{mostCounted, {}, 0}, m_builder(clock)
{
    m_thread = std::thread([this] { run(); });
}

ViewWorker::~ViewWorker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_changed.notify_all();
    }
    m_thread.join();
}

void ViewWorker::setBackends(std::vector<ViewBuilder::Backend> backends)
{
    const std::lock_guard lock(m_mutex);
    for (ViewBuilder::Backend &backend : backends) {
        // What was published of a backend that stays is newer than what the caller knows.
        const auto known = std::find_if(
            m_backends.begin(), m_backends.end(),
            [&](const ViewBuilder::Backend &other) { return other.key == backend.key; });
        if (known != m_backends.end())
            backend.snapshot = known->snapshot;
    }
    m_backends = std::move(backends);
    m_news = true;
    m_changed.notify_all();
}

void ViewWorker::publish(quint64 key, std::shared_ptr<const BackendSnapshot> snapshot,
                         std::vector<Event> events)
{
    // What is replaced is freed by whoever had it last, and not while others wait for the lock.
    const std::lock_guard lock(m_mutex);
    const auto known =
        std::find_if(m_backends.begin(), m_backends.end(),
                     [&](const ViewBuilder::Backend &backend) { return backend.key == key; });
    if (known == m_backends.end())
        return;
    std::swap(known->snapshot, snapshot);
    if (m_query.countsChanges()) {
        std::vector<Event> counted;
        std::copy_if(events.begin(), events.end(), std::back_inserter(counted),
                     [](const Event &event) { return isChange(event) || isOfBackend(event.kind); });
        m_counted.add(std::move(counted));
    }
    (known->apart ? m_apart : m_own).add(std::move(events));
    m_news = true;
    m_changed.notify_all();
}

void ViewWorker::setQuery(const ViewQuery &query)
{
    const std::lock_guard lock(m_mutex);
    m_query = query;
    m_news = true;
    m_changed.notify_all();
}

std::shared_ptr<const ViewUpdate> ViewWorker::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_readyUpdate, nullptr);
}

void ViewWorker::acknowledge()
{
    const std::lock_guard lock(m_mutex);
    m_outstanding = false;
    m_mayFree = true;
    m_changed.notify_all();
}

bool ViewWorker::wantsBuild() const
{
    if (m_outstanding)
        return false;
    const bool aged =
        m_builder.agesByItself() && std::chrono::steady_clock::now() - m_lastBuild >= ageingPeriod;
    return m_news || aged;
}

void ViewWorker::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        if (wantsBuild())
            buildOne(lock);
        else if (std::exchange(m_mayFree, false))
            freeUnused(lock);
        else
            waitForWork(lock);
    }
}

void ViewWorker::waitForWork(std::unique_lock<std::mutex> &lock)
{
    const auto work = [this] { return m_stopping || m_mayFree || wantsBuild(); };
    if (m_builder.agesByItself() && !m_outstanding)
        m_changed.wait_until(lock, m_lastBuild + ageingPeriod, work);
    else
        m_changed.wait(lock, work);
}

void ViewWorker::buildOne(std::unique_lock<std::mutex> &lock)
{
    m_news = false;
    m_outstanding = true;
    const std::vector<ViewBuilder::Backend> backends = m_backends;
    const ViewQuery query = m_query;
    ViewNews own = m_own.take();
    ViewNews apart = m_apart.take();
    const ViewNews counted = m_counted.take();
    lock.unlock();

    auto update = std::make_shared<ViewUpdate>(m_builder.build(backends, query, counted));
    static_cast<ViewNews &>(*update) = std::move(own);
    update->apart = std::move(apart);
    m_delivered.push_back(update);
    m_lastBuild = std::chrono::steady_clock::now();

    lock.lock();
    m_readyUpdate = std::move(update);
    lock.unlock();
    m_ready();
    lock.lock();
}

/** Drops the updates before the last, and their views, unless somebody still looks at them. */
void ViewWorker::freeUnused(std::unique_lock<std::mutex> &lock)
{
    if (m_delivered.size() < 2)
        return;
    lock.unlock();
    const auto unused = [](const std::shared_ptr<const ViewUpdate> &update) {
        return update.use_count() == 1 && update->view.use_count() == 1;
    };
    m_delivered.erase(std::remove_if(m_delivered.begin(), m_delivered.end() - 1, unused),
                      m_delivered.end() - 1);
    lock.lock();
}

} // namespace lockmaster
