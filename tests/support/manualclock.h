// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QtGlobal>

#include <atomic>

namespace lockmaster::test {

/** A clock that moves only when told to. Thread-safe. */
class ManualClock final : public Clock
{
public:
    /** Starts at one hour of uptime, on 2026-01-02 03:04:05 UTC. */
    ManualClock();

    SteadyTime now() const override;
    ServerTime wallNow() const override;
    void advance(Micros by);
    /** The wall clock is set forward by that; the monotonic one goes on as it did. */
    void setWallClock(Micros by);

private:
    std::atomic<qint64> m_elapsedMicros{0};
    std::atomic<qint64> m_wallMicros{0};
};

} // namespace lockmaster::test
