// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <array>
#include <bitset>
#include <map>

namespace lockmaster {

/** How many changes there were lately, on one server or on several together. */
struct ChangeRate {
    static constexpr std::chrono::seconds step{10};
    static constexpr int steps = 30; ///< five minutes

    std::array<qint64, steps> counts{}; ///< of whole steps that were watched, the last at the end
    std::bitset<steps> watched;         ///< which of them were, throughout; of several: of all
    qint64 lastMinute = 0;              ///< of whole steps: up to ten seconds old
    bool isLeast = true;                ///< more may have happened in that minute
    bool isUnknown = true;              ///< nothing of that minute was watched

    ChangeRate &operator+=(const ChangeRate &more);

    friend bool operator==(const ChangeRate &, const ChangeRate &) = default;
};

/** Of a lock: taken, handed over, let go of, expired, blocked. Renewals are no change. */
bool isChange(const Event &event);

/**
 * Counts what happens to locks of each server, from view to view: see `isChange()`. A server is
 * watched while it is online, read whole and not paused; what the first look after a gap shows may
 * have happened any time in it. One thread; the clock outlives it.
 */
class ChangeRates
{
public:
    static constexpr int stepsInMinute = int(std::chrono::minutes(1) / ChangeRate::step);

    explicit ChangeRates(const Clock &clock);

    void add(const ViewUpdate &update);
    /** What happened before these servers were seen. */
    void add(const ViewBackends &backends, const std::vector<Event> &events, qint64 droppedEvents);
    ChangeRate of(const QString &backend) const;

    /** The number of the step that a moment is in, from the beginning on. */
    qint64 stepOf(SteadyTime at) const;

private:
    static constexpr int kept = ChangeRate::steps + 1; ///< with the one that is not over yet

    struct Step {
        qint64 number = -1;
        qint64 count = 0;
        bool hasGap = false;
    };
    using Steps = std::array<Step, kept>; ///< each where its number puts it

    struct Backend {
        Steps steps;
        qint64 firstStep = 0; ///< in which it was seen for the first time
        qint64 lookedIn = 0;  ///< the step of the last view
        bool isWatched = false;
    };

    void note(const BackendStatus &status, qint64 now);
    bool isWatched(const Backend &backend, qint64 number) const;

    const Clock &m_clock;
    const SteadyTime m_begun;
    std::map<QString, Backend> m_backends; ///< those of the last view
    Steps m_dropped;                       ///< events that nobody kept, of whatever server
};

} // namespace lockmaster
