// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/leasehistory.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Micros defaultTimeout = 30s;
constexpr Micros longest = std::chrono::hours(24 * 365 * 100); ///< keeps the sums below in range
constexpr Micros slack = 500ms; ///< a renewal may be this late, a reading this old

/** Two thirds of the timeout, less what a late renewal takes. */
Micros watchdogFloor(Micros highest)
{
    return highest * 6 / 10;
}

} // namespace

void LeaseHistory::look(qint64 storedMs, Micros ttl, qint64 holdCount)
{
    ttl = std::clamp(ttl, Micros(0), longest);
    const bool first = m_storedMs < 0;
    const qint64 movedMs = first ? 0 : storedMs - m_storedMs;
    // Entering and leaving set the lease as well, so with another count it says nothing.
    const bool sameCount = !first && holdCount == m_holdCount;
    m_lowest = first ? ttl : std::min(m_lowest, ttl);
    m_highest = std::max(m_highest, ttl);
    const bool renewed = sameCount && movedMs > 0
                         && movedMs >= std::chrono::duration_cast<Millis>(m_highest).count() / 4;
    m_storedMs = storedMs;
    m_holdCount = holdCount;
    if (renewed)
        ++m_renewals;
    conclude(renewed, ttl);
}

bool LeaseHistory::lookAgain(Micros ttl)
{
    LeaseHistory later = *this;
    if (m_storedMs >= 0)
        later.look(m_storedMs, ttl, m_holdCount);
    if (later.kind() != m_kind)
        return false;
    *this = later;
    return true;
}

bool LeaseHistory::inDefaultBand() const
{
    return m_lowest >= defaultTimeout * 2 / 3 - slack && m_highest <= defaultTimeout + slack;
}

bool LeaseHistory::looksLikeWatchdog() const
{
    if (inDefaultBand())
        return m_renewals >= 1;
    return m_renewals >= 2 && m_lowest >= watchdogFloor(m_highest);
}

void LeaseHistory::conclude(bool renewed, Micros ttl)
{
    const bool low = ttl < watchdogFloor(m_highest);
    if (m_kind == Kind::Renewed || m_kind == Kind::Stopped) {
        m_kind = low ? Kind::Stopped : (renewed ? Kind::Renewed : m_kind);
        return;
    }
    if (looksLikeWatchdog()) {
        m_kind = Kind::Renewed;
        m_granted = inDefaultBand() ? defaultTimeout : m_highest;
    } else if (m_renewals > 0 && m_lowest < watchdogFloor(m_highest)) {
        m_kind = Kind::Extended;
    } else if (m_renewals == 0 && low) {
        m_kind = Kind::NotRenewed;
    }
}

} // namespace lockmaster
