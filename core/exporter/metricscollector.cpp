// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/metricscollector.h"

namespace lockmaster {

MetricsCollector::MetricsCollector(const std::vector<BackendSpec> &backends, bool complete)
    : m_complete(complete), m_leaders(backends.size())
{
    for (const BackendSpec &spec : backends) {
        auto snapshot = std::make_shared<BackendSnapshot>();
        snapshot->status = initialStatus(spec);
        m_backends.push_back({std::move(snapshot), {}});
    }
}

void MetricsCollector::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                            const std::vector<Event> &events)
{
    auto next = snapshot;
    const std::lock_guard lock(m_mutex);
    ExportedBackend &book = m_backends[key];
    for (const Event &event : events) {
        ++book.tally.events[size_t(event.kind)];
        ++book.tally.ends[size_t(event.end)];
    }
    // Between two polls that fail nothing is published.
    const BackendStatus &status = snapshot->status;
    if (status.state == BackendState::Offline && !status.problems.empty())
        ++book.tally.failedPolls[status.problems.front().error.kind];
    countLeaders(*snapshot, m_leaders[key]);
    // The old one is freed behind the lock.
    book.snapshot.swap(next);
}

void MetricsCollector::countLeaders(const BackendSnapshot &snapshot, Leaders &leaders)
{
    Leaders now;
    for (const auto &watch : snapshot.leaders) {
        const auto known = leaders.find(watch->lock->id);
        Counted counted = known == leaders.end() ? Counted() : known->second;
        for (const Failover &failover : watch->history->failovers) {
            if (failover.at <= counted.until)
                continue;
            ++(failover.from == failover.to ? counted.tally.returns : counted.tally.takeovers);
            counted.tally.vacant += failover.vacancy;
            counted.until = failover.at;
        }
        now.emplace(watch->lock->id, counted);
    }
    leaders = std::move(now);
}

ExportedState MetricsCollector::state() const
{
    ExportedState state;
    state.complete = m_complete;
    const std::lock_guard lock(m_mutex);
    state.backends = m_backends;
    for (size_t i = 0; i < m_leaders.size(); ++i) {
        for (const auto &[id, counted] : m_leaders[i])
            state.backends[i].tally.leaders.emplace(id, counted.tally);
    }
    return state;
}

} // namespace lockmaster
