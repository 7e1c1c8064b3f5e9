// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/viewfixtures.h"

namespace lockmaster::test {

/**
 * What watching a leader lock may have told, by hand. Times count back from the clock's now.
 */
class LeaderStory
{
public:
    LeaderStory(const LockSpec &lock, const Clock &clock);

    /** From now on the story is told in steps: somebody leads for so long, renewing each second. */
    LeaderStory &reigns(const QByteArray &who, Millis length);
    /** Nobody leads for so long; the one that leads next has taken over. */
    LeaderStory &vacant(Millis length, const QString &why = {});

    /** The last step ends `now`. */
    std::shared_ptr<LeaderWatch> watch() const;

private:
    struct Step {
        std::optional<int> candidate;
        Millis length{0};
        QString why;
    };
    int candidate(const QByteArray &who);
    void addReign(LeaderWatch &watch, LeaderHistory &history, const Step &step, SteadyTime from,
                  bool last) const;
    void addVacancy(LeaderWatch &watch, LeaderHistory &history, size_t at, SteadyTime from) const;

    LockSpec m_lock;
    const Clock &m_clock;
    std::vector<LeaderCandidate> m_candidates;
    std::vector<Step> m_steps;
};

/**
 * The drawing's leader, one with a long name that is steady, and one that nobody leads, `later`
 * than the moment of the drawing.
 */
void fillLeaders(ViewFeed &feed, const Clock &clock, Millis later = Millis(0));

} // namespace lockmaster::test
