// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

namespace lockmaster {

/** A moment on this machine's monotonic clock. TTLs and data age count on it, nothing else. */
using SteadyTime = std::chrono::steady_clock::time_point;

/** A moment on a server's clock, in UTC, with the microseconds the server gave. */
using ServerTime = std::chrono::sys_time<std::chrono::microseconds>;

using Micros = std::chrono::microseconds;
using Millis = std::chrono::milliseconds;

/** How long after `from` the moment `to` was, cut to microseconds; negative if before. */
inline Micros between(SteadyTime from, SteadyTime to)
{
    return std::chrono::duration_cast<Micros>(to - from);
}

/**
 * The monotonic clock, injected so that tests turn it by hand.
 * Thread-safe.
 */
class Clock
{
public:
    virtual ~Clock() = default;
    virtual SteadyTime now() const = 0;
    /** This machine's wall clock. For labels and clock offsets only: it decides nothing. */
    virtual ServerTime wallNow() const = 0;
};

/** The real clock. Thread-safe; lives as long as the program. */
const Clock &systemClock();

/**
 * What a server's clock said, pinned to our monotonic clock: `server` was read somewhere within
 * `local` +- `uncertainty`.
 */
struct ClockReading {
    ServerTime server{};
    SteadyTime local{};
    Micros uncertainty{0};

    /** The server's time at our moment `at`, aged by the monotonic clock. */
    ServerTime serverAt(SteadyTime at) const
    {
        return server + std::chrono::duration_cast<Micros>(at - local);
    }
    /**
     * Our moment at which the server's clock shows (or showed) `at`; at most a century away: our
     * clock counts nanoseconds and does not reach the year 9999 that people write for "never".
     */
    SteadyTime localAt(ServerTime at) const
    {
        constexpr Micros century = std::chrono::years(100);
        return local + std::clamp<Micros>(at - server, -century, century);
    }
};

} // namespace lockmaster
