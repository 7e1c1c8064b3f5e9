// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QTimer>

#include <atomic>
#include <thread>

namespace lockmaster::test {

/**
 * How long the thread this lives on, which is where a window would live, kept itself from turning
 * its events: by work, or by waiting for something. What the machine took for others is no part of
 * that: a thread beside it looks whether it sleeps, or would run if it were let. Nor is what a host
 * took from a virtual machine, which a thread's own clock counts as its work.
 *
 * Under a sanitizer only waiting counts: work costs several times what it costs a user there, and
 * the same tests measure it in the other builds.
 */
class GapMeter
{
public:
#ifdef LOCKMASTER_SANITIZED
    static constexpr bool countsWork = false;
#else
    static constexpr bool countsWork = true;
#endif

    GapMeter();
    ~GapMeter();
    GapMeter(const GapMeter &) = delete;
    GapMeter &operator=(const GapMeter &) = delete;

    /** The longest gap so far. */
    Millis worst() const;
    /** The longest that the machine kept a thread that wanted to run. */
    Millis machineWorst() const;
    /** What the test itself did until now was no gap. */
    void forgive();
    /** Nor does it matter any more what the machine did. */
    void startOver();

private:
    void tick();
    void watch(const QString &statPath);

    QTimer m_timer;
    Micros m_worked{0}; ///< by the thread's own clock, at the last tick
    Micros m_worst{0};
    std::atomic<qint64> m_slept{0};  ///< us since the last tick
    std::atomic<qint64> m_stolen{0}; ///< us since the last tick, of all processors
    std::atomic<qint64> m_machineWorst{0};
    std::atomic<bool> m_ends{false};
    std::thread m_beside;
};

} // namespace lockmaster::test
