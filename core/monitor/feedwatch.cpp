// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/feedwatch.h"
#include "core/text/words.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

/** What a feed misses is a fault, not a habit; what only a search finds took as long before. */
constexpr Millis reconcilePeriod = 30s;
/** Keyspace notifications do not tell of a keyspace that is emptied, or swapped, as a whole. */
constexpr Millis reconcileNotified = 5s;
/**
 * As long as a search of a large keyspace takes: a reader does not begin a long one more often than
 * once a minute, and gives a fiftieth of the time to it.
 */
constexpr Millis searchTime = 3min;
constexpr Millis firstRetry = 1s;
constexpr Millis longestRetry = 30s;
/**
 * A server without a feed, or an account that may not listen: somebody has to change that. A wrong
 * password as well, and servers lock accounts out that knock with it.
 */
constexpr Millis refusedRetry = 60s;
/** What lived for so long works, and may be opened again soon. */
constexpr Millis provenAfter = 30s;
/** How long past its time a check's answer is waited for before a poll asks as well. */
constexpr Millis quietGrace = 200ms;
/** The feed notices a deadline itself; this long after it nobody waits for that any more. */
constexpr Millis stuckGrace = 1s;

} // namespace

FeedWatch::FeedWatch(const BackendSpec &spec, bool exists)
    : m_slowest(std::max(reconcilePeriod, spec.poll)), m_timeout(spec.timeout)
{
    if (!exists || !spec.push)
        m_opensAt = never;
    if (exists && !spec.push && spec.kind == BackendKind::Redis)
        m_because = Words::tr("The profile says so (push is off).");
}

void FeedWatch::opening(Millis checkPeriod)
{
    m_phase = Phase::Opening;
    m_checkPeriod = checkPeriod;
}

void FeedWatch::opened(UpdateKind kind, RealTime now)
{
    m_phase = Phase::Open;
    m_kind = kind;
    m_lastHeard = now;
    m_openedAt = now;
    m_pollBeganOpen = false;
    m_because.clear();
}

void FeedWatch::heard(RealTime now)
{
    m_lastHeard = now;
    if (now - m_openedAt >= provenAfter)
        m_failures = 0;
}

void FeedWatch::ended(const std::optional<Error> &error, RealTime now)
{
    m_phase = Phase::Closed;
    stopPushing();
    m_opensAt = never;
    if (!error)
        return;
    m_because = error->message;
    m_refused = error->kind == ErrorKind::Unsupported || error->kind == ErrorKind::Denied
                || error->kind == ErrorKind::Auth;
    const int doublings = std::min(m_failures++, 10);
    m_opensAt =
        now + (m_refused ? refusedRetry : std::min(firstRetry * (1 << doublings), longestRetry));
}

void FeedWatch::close()
{
    if (isActive())
        m_opensAt = RealTime::min();
    m_phase = Phase::Closed;
    stopPushing();
}

void FeedWatch::pollAnswered(bool complete, RealTime now)
{
    // Who did not tell of everything now does: what the feed ended for may have passed.
    const bool isWellAgain = !std::exchange(m_lastComplete, complete) && complete;
    if (isWellAgain && m_phase == Phase::Closed && m_opensAt != never && !m_refused) {
        m_opensAt = std::min(m_opensAt, now);
        m_failures = 0;
    }
    if (m_pushing) {
        m_reconciled = now < m_searchUntil ? 0 : m_reconciled + 1;
        return;
    }
    m_reconciled = 0;
    m_pushing = isOpen() && m_pollBeganOpen;
    if (m_pushing && std::exchange(m_untold, false))
        anythingChanged(now);
}

void FeedWatch::pollFailed()
{
    stopPushing();
}

void FeedWatch::stopPushing()
{
    m_untold = m_untold || m_pushing;
    m_pushing = false;
}

void FeedWatch::anythingChanged(RealTime now)
{
    m_reconciled = 0;
    m_searchUntil = now + searchTime;
}

Millis FeedWatch::reconcileAfter(Millis period) const
{
    // What could not be read is tried again as soon as without a feed.
    if (!m_lastComplete)
        return period;
    const Millis slowest =
        m_kind == UpdateKind::Notifications ? std::max(reconcileNotified, period) : m_slowest;
    return std::min(slowest, period * (1 << std::min(m_reconciled, 10)));
}

FeedWatch::RealTime FeedWatch::quietFrom() const
{
    return m_pushing ? m_lastHeard + m_checkPeriod + quietGrace : never;
}

FeedWatch::RealTime FeedWatch::lostFrom() const
{
    return isOpen() ? m_lastHeard + m_checkPeriod + 3 * m_timeout + stuckGrace : never;
}

} // namespace lockmaster
