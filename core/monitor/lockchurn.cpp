// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockchurn.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

LockChangesPointer LockChurn::list(const ViewBackends &backends, const ViewNews &news)
{
    if (!m_rates)
        m_rates.emplace(m_clock);
    const qint64 now = m_rates->stepOf(m_clock.now());
    const auto over = m_steps.lower_bound(now - ChangeRates::stepsInMinute);
    for (auto step = m_steps.begin(); step != over; ++step)
        m_kept -= size_t(step->second.size());
    m_steps.erase(m_steps.begin(), over);
    m_dropped = 0;
    count(news, now);
    m_rates->add(backends, news.events, news.droppedEvents + m_dropped);

    LockChanges changes;
    changes.watched.reserve(backends.size());
    for (const auto &backend : backends) {
        const ChangeRate rate = m_rates->of(backend->status.name);
        changes.watched.push_back({backend->status.name, rate.isLeast, rate.isUnknown});
    }
    std::sort(changes.watched.begin(), changes.watched.end(),
              [](const auto &a, const auto &b) { return a.backend < b.backend; });
    if (m_listed && m_listedIn == now && m_listed->watched == changes.watched)
        return m_listed;
    m_listedIn = now;
    changes.counted = countedBefore(now);
    if (!m_listed || *m_listed != changes)
        m_listed = std::make_shared<const LockChanges>(std::move(changes));
    return m_listed;
}

void LockChurn::forget()
{
    m_rates.reset();
    m_steps.clear();
    m_kept = 0;
    m_listed.reset();
    m_listedIn.reset();
}

void LockChurn::count(const ViewNews &news, qint64 now)
{
    for (const Event &event : news.events) {
        const qint64 step = std::min(m_rates->stepOf(event.seenAt), now);
        if (!isChange(event) || !event.lock() || step < now - ChangeRates::stepsInMinute)
            continue;
        Counts &counts = m_steps[step];
        auto known = counts.find(event.lock()->id);
        if (known == counts.end()) {
            if (m_kept == m_most) {
                ++m_dropped;
                continue;
            }
            ++m_kept;
            known = counts.insert(event.lock()->id, 0);
        }
        ++*known;
        // What is told late belongs to a step that was listed already.
        if (step < now)
            m_listedIn.reset();
    }
}

std::vector<LockChanges::Counted> LockChurn::countedBefore(qint64 now) const
{
    Counts sums;
    for (const auto &[step, counts] : m_steps) {
        if (step >= now)
            continue;
        for (auto entry = counts.begin(); entry != counts.end(); ++entry)
            sums[entry.key()] += entry.value();
    }
    std::vector<LockChanges::Counted> counted;
    counted.reserve(size_t(sums.size()));
    for (auto sum = sums.begin(); sum != sums.end(); ++sum)
        counted.push_back({sum.key(), sum.value()});
    std::sort(counted.begin(), counted.end(), [](const auto &a, const auto &b) {
        return a.lock.name != b.lock.name ? a.lock.name < b.lock.name : a.lock < b.lock;
    });
    return counted;
}

} // namespace lockmaster
