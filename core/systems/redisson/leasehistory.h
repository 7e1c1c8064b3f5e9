// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QtGlobal>

#include <optional>

namespace lockmaster {

/**
 * What the lease of one Redisson instance did from look to look. A lock without a lease of its own
 * is renewed by a watchdog every third of its timeout (30 s by default), so its TTL moves between
 * two thirds and the whole; one with a lease only ever sinks. Nothing is said before it was seen.
 *
 * A value; thread-compatible.
 */
class LeaseHistory
{
public:
    enum class Kind : quint8 {
        Unknown,    ///< not watched for long enough
        Renewed,    ///< as a watchdog does
        Stopped,    ///< was renewed like that, and is not any more
        NotRenewed, ///< sank well below what a watchdog would let it
        Extended,   ///< set anew, but not as a watchdog does
    };

    /** One look at the same instance: expiry as stored (ms), what is left, the hold count. */
    void look(qint64 storedMs, Micros ttl, qint64 holdCount);

    Kind kind() const { return m_kind; }
    /**
     * Another look that found the same lease with so much of it left. @return false where it tells
     * of another kind: then nothing is noted.
     */
    bool lookAgain(Micros ttl);
    int renewals() const { return m_renewals; }
    /** What a renewal grants, once a watchdog was seen; at least that where it is not the default.
     */
    std::optional<Micros> granted() const { return m_granted; }

private:
    bool inDefaultBand() const;
    bool looksLikeWatchdog() const;
    void conclude(bool renewed, Micros ttl);

    Kind m_kind = Kind::Unknown;
    int m_renewals = 0;
    qint64 m_storedMs = -1;
    qint64 m_holdCount = 0;
    Micros m_lowest{0};
    Micros m_highest{0};
    std::optional<Micros> m_granted;
};

} // namespace lockmaster
