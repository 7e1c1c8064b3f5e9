// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockcounts.h"

#include "core/domain/systemtraits.h"

#include <algorithm>

namespace lockmaster {

void LockCounts::add(const PackedLock &lock)
{
    const auto &source = lock.source();
    auto place = std::find_if(m_places.begin(), m_places.end(), [&](const Place &known) {
        return known.source == source || *known.source == *source;
    });
    if (place == m_places.end())
        place = m_places.insert(m_places.end(), {source, 0, 0});
    ++place->count;
    place->likely += lock.certainty() == Certainty::Likely ? 1 : 0;
    for (unsigned left = lock.findings(), id = 0; left != 0; left >>= 1, ++id)
        m_findings[id] += left & 1u;
}

SourceCount LockCounts::countOf(const BackendStatus &status, const QString &source,
                                const QString &system) const
{
    SourceCount sum{status.name, source, system};
    for (const Place &place : m_places) {
        if (place.source->name != source || place.source->system != system)
            continue;
        sum.count += place.count;
        sum.likely += place.likely;
    }
    return sum;
}

void LockCounts::appendSources(std::vector<SourceCount> &to, const BackendStatus &status) const
{
    const size_t first = to.size();
    for (const SourceStatus &source : status.sources) {
        for (const QString &system : source.systems) {
            const SourceCount count = countOf(status, source.name, system);
            if (count.count > 0 || isToldWhenNone(system))
                to.push_back(count);
        }
    }
    // Locks of a source that the last poll did not mention are still listed, as unknown.
    for (const Place &place : m_places) {
        const auto listed = [&](const SourceCount &count) {
            return count.source == place.source->name && count.system == place.source->system;
        };
        if (std::none_of(to.begin() + static_cast<qptrdiff>(first), to.end(), listed))
            to.push_back(
                {status.name, place.source->name, place.source->system, place.count, place.likely});
    }
}

} // namespace lockmaster
