// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <array>
#include <map>

namespace lockmaster {

/** How many changes there were lately, on one server or on several together. */
struct ChangeRate {
    static constexpr std::chrono::seconds step{10};
    static constexpr int steps = 30; ///< five minutes

    std::array<qint64, steps> counts{}; ///< of the whole steps, the last one at the end
    int watched = 0;                    ///< so many of them, the last ones, were watched
    qint64 lastMinute = 0;              ///< of whole steps: up to ten seconds old
    bool isLeast = false;               ///< more may have happened in that minute

    ChangeRate &operator+=(const ChangeRate &more);

    friend bool operator==(const ChangeRate &, const ChangeRate &) = default;
};

/**
 * Counts what happens to locks of each server, from the news of each view on: taken, handed over,
 * let go of, expired, blocked. Renewals are no change, and what happens to a server itself neither.
 * One thread; the clock outlives it.
 */
class ChangeRates
{
public:
    explicit ChangeRates(const Clock &clock);

    void add(const ViewNews &news);
    ChangeRate of(const QString &backend) const;

private:
    static constexpr int kept = ChangeRate::steps + 1; ///< with the one that is not over yet

    struct Step {
        qint64 number = -1;
        qint64 count = 0;
    };
    using Steps = std::array<Step, kept>; ///< each where its number puts it

    qint64 stepOf(SteadyTime at) const;

    const Clock &m_clock;
    const SteadyTime m_begun;
    std::map<QString, Steps> m_backends;
    Steps m_dropped; ///< events that nobody kept, of whatever server
};

} // namespace lockmaster
