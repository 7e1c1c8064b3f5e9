// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"

namespace lockmaster::test {

using namespace std::chrono_literals;

ManualClock::ManualClock() = default;

SteadyTime ManualClock::now() const
{
    return SteadyTime(1h + Micros(m_elapsedMicros.load()));
}

ServerTime ManualClock::wallNow() const
{
    using namespace std::chrono;
    constexpr ServerTime start = sys_days(year(2026) / January / 2) + 3h + 4min + 5s;
    return start + Micros(m_elapsedMicros.load()) + Micros(m_wallMicros.load());
}

void ManualClock::advance(Micros by)
{
    m_elapsedMicros += by.count();
}

void ManualClock::setWallClock(Micros by)
{
    m_wallMicros += by.count();
}

} // namespace lockmaster::test
