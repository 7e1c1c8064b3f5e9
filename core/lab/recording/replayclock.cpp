// SPDX-License-Identifier: Apache-2.0
#include "core/lab/recording/replayclock.h"

#include <algorithm>

namespace lockmaster {

void ReplayClock::load(SteadyTime begin, SteadyTime end, ServerTime wallAtBegin)
{
    m_begin = begin;
    m_end = std::max(begin, end);
    m_wallAtBegin = wallAtBegin;
    m_position = begin;
    m_playing = false;
}

SteadyTime ReplayClock::now() const
{
    if (!m_playing)
        return m_position;
    const std::chrono::duration<double> passed = m_clock.now() - m_since;
    const auto moved = std::chrono::duration_cast<SteadyTime::duration>(passed * m_speed);
    return std::clamp(m_position + moved, m_begin, m_end);
}

ServerTime ReplayClock::wallNow() const
{
    return m_wallAtBegin + between(m_begin, now());
}

void ReplayClock::play()
{
    seek(now() >= m_end ? m_begin : now());
    m_playing = true;
}

void ReplayClock::pause()
{
    seek(now());
    m_playing = false;
}

void ReplayClock::seek(SteadyTime at)
{
    m_position = std::clamp(at, m_begin, m_end);
    m_since = m_clock.now();
}

void ReplayClock::setSpeed(double factor)
{
    seek(now());
    m_speed = factor;
}

} // namespace lockmaster
