// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdoperation.h"
#include "tests/support/manualclock.h"

#include <QStringList>

#include <map>

namespace lockmaster::test {

/**
 * A lock and its server in one, for holds: answers as told, and writes down what it was asked and
 * when. The clock moves only while a hold waits, straight to what comes next, so that hours pass at
 * once. Everything on the test's thread.
 */
class FakeLock
{
public:
    FakeLock();

    ManualClock clock;
    std::optional<Millis> ttl = Millis(3000);
    AcquireResult acquireResult;
    std::optional<Error> acquireError;
    std::optional<Error> makeError; ///< there is no client
    std::optional<Error> renewError;
    bool renewAnswer = true;
    Result<bool> releaseAnswer = true;
    /** Run in the middle of a call; the clock may be moved there. */
    std::function<void()> inAcquire;
    std::function<void()> inRenew;
    std::function<void()> inRelease;
    SteadyTime acquireUntil{}; ///< how long the last attempt could wait

    /** `acquire@0`, `renew@1000`, ...: what was asked, and when in milliseconds. */
    QStringList calls;
    std::vector<Millis> allowed; ///< how long each renewal and release could take at most

    /** Runs `what` once so much time has passed. */
    void at(Millis when, std::function<void()> what);
    Millis elapsed() const;

    HoldSeams seams();
    HoldOrder order() const;

private:
    friend class FakeLockClient;
    void note(const char *call, std::optional<SteadyTime> deadline = {});
    void pass(std::unique_lock<std::mutex> &lock, SteadyTime until);

    SteadyTime m_start;
    std::multimap<SteadyTime, std::function<void()>> m_events;
};

} // namespace lockmaster::test
