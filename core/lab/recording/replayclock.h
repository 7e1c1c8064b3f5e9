// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

namespace lockmaster {

/**
 * The time of a recording that is played: it stands, or goes on so many times as fast as another
 * clock, from the recording's begin to its end. For one thread.
 */
class ReplayClock final : public Clock
{
public:
    /** `clock` outlives it. */
    explicit ReplayClock(const Clock &clock) : m_clock(clock) {}

    /** Stands at the begin; `wallAtBegin` is what the wall clock said then. The speed stays. */
    void load(SteadyTime begin, SteadyTime end, ServerTime wallAtBegin);

    SteadyTime now() const override;
    ServerTime wallNow() const override;

    SteadyTime begin() const { return m_begin; }
    SteadyTime end() const { return m_end; }
    /** At the end nothing goes on. */
    bool isPlaying() const { return m_playing && now() < m_end; }
    /** From the begin on where the end was reached. */
    void play();
    void pause();
    /** Within begin and end; goes on playing where it did. */
    void seek(SteadyTime at);
    double speed() const { return m_speed; }
    void setSpeed(double factor);

private:
    const Clock &m_clock;
    SteadyTime m_begin{};
    SteadyTime m_end{};
    ServerTime m_wallAtBegin{};
    SteadyTime m_position{}; ///< at `m_since`
    SteadyTime m_since{};    ///< by the other clock
    double m_speed = 1;
    bool m_playing = false;
};

} // namespace lockmaster
