// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"
#include "core/leaders/leadertracker.h"

#include <functional>
#include <map>
#include <set>

namespace lockmaster {

/**
 * The leader locks of one backend and the tracker of each: all locks of sources that elect leaders,
 * and those that the operator marked. Follows at most `mostFollowed`, the first that are seen; a
 * marked one always.
 *
 * One that is not there any more counts as led by nobody and stays for `forgetAfter`; a marked one
 * as long as its mark. Lives on one thread (the observer's); no I/O.
 */
class LeaderTrackers
{
public:
    static constexpr size_t mostFollowed = 1000;
    static constexpr auto forgetAfter = std::chrono::hours(2);
    /** Kept of all leaders together, an equal share of each: what is known of them stays small. */
    static constexpr size_t mostHeartbeats = 1'000'000;

    /** `clock` must outlive the book. */
    explicit LeaderTrackers(const Clock &clock) : m_clock(clock) {}

    /** The locks that lead by the operator's word. What is not followed any more is forgotten. */
    void setMarks(std::set<LockId> marks);
    bool isMarked(const LockId &id) const { return m_marks.count(id) > 0; }
    bool follows(const LockId &id) const { return m_followed.count(id) > 0; }

    /** A look and what lies around it. */
    struct Moments {
        SteadyTime begun;
        SteadyTime answered;
    };
    /**
     * `lock` is a leader lock, by its source (`elects`) or by its mark; shown by a look. Adds the
     * tracker's findings to it.
     */
    void look(LockRecord &lock, bool elects, Moments moments);

    /** How one lock stands after a look. */
    struct Standing {
        PackedLock shown;       ///< null: not listed any more
        bool absent = false;    ///< a complete look did not show it
        bool lookedFor = false; ///< false: the look was not about it, and tells nothing of it
    };
    /** Ends a look that was begun at `begun`: notes what it did not show, and who leads now. */
    void close(SteadyTime begun, const std::function<Standing(const LockId &)> &standingOf);

    /** By the locks' ids, as of the last `close()`. */
    const std::vector<std::shared_ptr<const LeaderWatch>> &watches() const { return m_watches; }

    /** Some leader locks that the last look showed are not followed: there are too many. */
    bool overflows() const { return m_overflows; }

private:
    struct Followed {
        std::unique_ptr<LeaderTracker> tracker;
        PackedLock listed;                       ///< the last that `shown` was made of
        std::shared_ptr<const LockRecord> shown; ///< as last listed, or as it is without it
        SteadyTime seenAt{};                     ///< when the last look that told of it began
        std::optional<SteadyTime> goneSince;
        bool unseen = false;
        bool marked = false; ///< followed for its mark alone
    };

    void settle(Followed &followed, const Standing &standing, SteadyTime begun) const;

    const Clock &m_clock;
    std::set<LockId> m_marks;
    std::map<LockId, Followed> m_followed;
    std::vector<std::shared_ptr<const LeaderWatch>> m_watches;
    bool m_refused = false; ///< in the look that is under way
    bool m_overflows = false;
};

} // namespace lockmaster
