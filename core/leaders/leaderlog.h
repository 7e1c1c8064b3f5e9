// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace lockmaster {

/**
 * Writes down who led, and keeps it bounded: heartbeats of two hours, or fewer (`keepHeartbeats`),
 * 2,000 reigns and 5,000 marks; what is older is forgotten, and `since` moves on. Sums reach back
 * an hour all the same: of what was forgotten they know the minute. Lives on one thread.
 */
class LeaderLog
{
public:
    LeaderLog(SteadyTime since, ServerTime wallAtSince);

    /** The index of this candidate. Where it is new it is added, and others may change places. */
    int candidate(const QByteArray &identity, const QString &label);
    const QString &label(int candidate) const
    {
        return m_history.candidates[size_t(candidate)].label;
    }

    /** Where one is open, it ends first; nobody leads twice at a time. */
    void beginReign(int candidate, SteadyTime from);
    void addHeartbeat(SteadyTime at);
    /** At most about so many from now on, the newest; at least one. */
    void keepHeartbeats(size_t most) { m_mostHeartbeats = std::max<size_t>(most, 1); }
    void endReign(SteadyTime until);
    bool reigning() const { return m_reigning; }

    void beginVacancy(SteadyTime from);
    void endVacancy(SteadyTime until);
    std::optional<SteadyTime> vacantSince() const;

    void beginUnseen(SteadyTime from);
    void endUnseen(SteadyTime until);
    bool unseen() const;

    /** One that touches the last, of the same two, lengthens it. */
    void add(const LeaderOverlap &overlap);
    void add(const Failover &failover);
    void add(LeaderMark::Kind kind, SteadyTime at, std::optional<int> candidate,
             const QString &text = {});

    SteadyTime since() const { return m_history.since; }
    SteadyTime begun() const { return m_begun; } ///< never moves
    const std::vector<Failover> &failovers() const { return m_history.failovers; }
    /** How often the lead went to another; `from`: at most an hour ago. */
    int changesSince(SteadyTime from) const;
    /** `from`: at most an hour ago. */
    Micros vacantBetween(SteadyTime from, SteadyTime until) const;

    /** The same object while nothing was written. */
    std::shared_ptr<const LeaderHistory> history();

private:
    /** What began within one minute and is not listed any more. */
    struct Forgotten {
        SteadyTime from{};
        int changes = 0;
        SteadyTime::duration vacant{};
    };

    void touch() { m_shown.reset(); }
    void cutReigns(int candidate, SteadyTime from);
    void bound();
    void forgetBefore(SteadyTime moment);
    void remember(SteadyTime moment);
    Forgotten &forgottenAt(SteadyTime moment);
    SteadyTime firstHeartbeatKept(SteadyTime now) const;
    void forgetHeartbeatsBefore(SteadyTime moment);
    void forgetCandidates();

    SteadyTime m_begun;
    size_t m_mostHeartbeats = std::numeric_limits<size_t>::max();
    std::deque<Forgotten> m_forgotten; ///< of about an hour, oldest first
    LeaderHistory m_history;           ///< without what `m_reign` holds
    Reign m_reign;                     ///< the last one, open or not
    bool m_reigning = false;
    std::shared_ptr<const LeaderHistory> m_shown;
};

} // namespace lockmaster
