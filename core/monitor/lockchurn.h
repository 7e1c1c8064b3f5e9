// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/changerates.h"

#include <QHash>

#include <map>
#include <optional>

namespace lockmaster {

/**
 * Counts for each lock what `ChangeRates` counts for its server, while somebody asks for it. What
 * is kept is of the locks that changed within the last minute, and of so many of them; beyond, all
 * counts are at least that. One thread; the clock outlives it.
 */
class LockChurn
{
public:
    static constexpr size_t mostKept = 200'000; ///< of each step, added up

    explicit LockChurn(const Clock &clock, size_t most = mostKept) : m_clock(clock), m_most(most) {}

    /**
     * What there was in the last minute, after `news` of these servers; the same pointer while it
     * is the same. Counting begins with the first call.
     */
    LockChangesPointer list(const ViewBackends &backends, const ViewNews &news);
    /** Nobody asks any more. */
    void forget();

private:
    using Counts = QHash<LockId, qint64>;

    void count(const ViewNews &news, qint64 now);
    std::vector<LockChanges::Counted> countedBefore(qint64 now) const;

    const Clock &m_clock;
    const size_t m_most;
    std::optional<ChangeRates> m_rates; ///< none: nobody asks
    std::map<qint64, Counts> m_steps;   ///< those of the last minute, and the one that is not over
    size_t m_kept = 0;
    qint64 m_dropped = 0; ///< of the news that are counted just now, for want of room
    LockChangesPointer m_listed;
    std::optional<qint64> m_listedIn; ///< the step of `m_listed`; none: more was counted since
};

} // namespace lockmaster
