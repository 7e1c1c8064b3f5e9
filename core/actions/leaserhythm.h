// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <optional>

namespace lockmaster {

/**
 * When a lock that is ours is renewed, and until when it is ours for certain. A value; asks no
 * clock.
 *
 * A lease counts from the moment before the command that took or renewed it was sent: the server
 * cannot have counted from an earlier one. A lock without a lease lasts as long as its session,
 * which is proved alive now and then.
 */
class LeaseRhythm
{
public:
    /** How often a session is proved alive. */
    static constexpr std::chrono::seconds sessionBeat{10};

    /** `patience`: how long the server may take for one answer, where the lease allows it. */
    LeaseRhythm(std::optional<Millis> lease, Millis patience);

    /** Taken or renewed by a command sent at `sentAt`. */
    void renewed(SteadyTime sentAt);
    /** A renewal did not work; the next is tried soon. */
    void failed(SteadyTime at);

    SteadyTime next() const { return m_next; }
    /** None: it has no lease. */
    std::optional<SteadyTime> leaseEnds() const { return m_leaseEnds; }
    bool isOver(SteadyTime at) const { return m_leaseEnds && at >= *m_leaseEnds; }
    /** When a renewal sent at `sentAt` is given up, so that another fits into the lease. */
    SteadyTime attemptEnds(SteadyTime sentAt) const;

private:
    Micros beat() const;

    std::optional<Millis> m_lease;
    Millis m_patience;
    SteadyTime m_next{};
    std::optional<SteadyTime> m_leaseEnds;
};

} // namespace lockmaster
