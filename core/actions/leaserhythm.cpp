// SPDX-License-Identifier: Apache-2.0
#include "core/actions/leaserhythm.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Micros shortestPause = 20ms;
constexpr Micros longestPause = 1s;

} // namespace

LeaseRhythm::LeaseRhythm(std::optional<Millis> lease, Millis patience)
    : m_lease(lease), m_patience(patience)
{
}

Micros LeaseRhythm::beat() const
{
    return m_lease ? Micros(*m_lease) / 3 : Micros(sessionBeat);
}

void LeaseRhythm::renewed(SteadyTime sentAt)
{
    m_next = sentAt + beat();
    if (m_lease)
        m_leaseEnds = sentAt + *m_lease;
}

void LeaseRhythm::failed(SteadyTime at)
{
    m_next = at + std::clamp(beat() / 3, shortestPause, longestPause);
}

SteadyTime LeaseRhythm::attemptEnds(SteadyTime sentAt) const
{
    if (!m_leaseEnds)
        return sentAt + m_patience;
    return std::min(*m_leaseEnds, sentAt + std::min<Micros>(m_patience, beat()));
}

} // namespace lockmaster
