// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failoverseries.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** How long the others may take after their lease before the killed one is started again. */
constexpr int periodsToTakeOver = 5;
constexpr Millis slowServer = 5s;

Micros distance(SteadyTime a, SteadyTime b)
{
    return std::chrono::duration_cast<Micros>(a < b ? b - a : a - b);
}

SteadyTime takeover(const MeasuredFailover &failover)
{
    return failover.killedAt + failover.vacancy;
}

} // namespace

FailoverSeries::FailoverSeries(const ElectionSetup &setup, int kills, quint32 seed)
    : m_setup(setup), m_kills(kills), m_random(seed), m_candidates(size_t(setup.candidates))
{
}

/** A random part of a period. */
Millis FailoverSeries::drawn()
{
    constexpr double range = 4294967296.0;
    return Millis(qint64(double(m_random()) / range * double(m_setup.period.count())));
}

bool FailoverSeries::allRun() const
{
    return std::all_of(m_candidates.begin(), m_candidates.end(),
                       [](const Candidate &candidate) { return candidate.running; });
}

/** Once, until it runs or is known not to. */
void FailoverSeries::start(int number)
{
    Candidate &candidate = at(number);
    if (candidate.running || candidate.starting)
        return;
    candidate.starting = true;
    m_orders.push_back({Order::Kind::Restart, number});
}

void FailoverSeries::started(int candidate)
{
    at(candidate) = {.running = true};
}

void FailoverSeries::ended(int candidate)
{
    const bool ran = at(candidate).running;
    at(candidate) = {};
    if (m_latest == candidate)
        m_latest = 0;
    const bool asKilled = m_state == State::Vacant && candidate == m_current.killed;
    if (over() || !ran || asKilled)
        return;
    // By itself, or somebody else's doing.
    if (m_target == candidate) {
        m_target.reset();
        m_state = State::Steady;
    }
    start(candidate);
}

void FailoverSeries::led(int candidate, SteadyTime moment)
{
    Candidate &leader = at(candidate);
    const bool believed = leader.believes;
    // A killed process may have said so just before its end.
    if (!leader.running)
        return;
    leader.believes = true;
    leader.renewals = believed ? leader.renewals + (moment >= m_countFrom ? 1 : 0) : 0;
    m_latest = candidate;
    if (m_state == State::Vacant) {
        tookOver(candidate, moment, believed);
        return;
    }
    if (m_state == State::Armed && m_target && !believed) {
        m_target.reset();
        m_state = State::Steady;
    }
    if (m_state == State::Steady && leader.renewals >= steadyRenewals && allRun())
        arm(candidate, moment);
}

void FailoverSeries::waited(int candidate)
{
    at(candidate).believes = false;
    at(candidate).renewals = 0;
    if (m_latest == candidate)
        m_latest = 0;
    if (m_state == State::Armed && m_target == candidate) {
        m_target.reset();
        m_state = State::Steady;
    }
}

void FailoverSeries::arm(int candidate, SteadyTime from)
{
    m_target = candidate;
    m_killAt = from + drawn();
    m_state = State::Armed;
}

void FailoverSeries::killed(int candidate, SteadyTime moment, ServerTime wall)
{
    m_current = {moment, wall, candidate, 0, Micros(0), std::nullopt};
    m_restartAt = moment + m_setup.lease + periodsToTakeOver * m_setup.period + slowServer;
    m_target.reset();
    at(candidate) = {};
    m_state = State::Vacant;
}

void FailoverSeries::tookOver(int candidate, SteadyTime moment, bool believed)
{
    if (moment < m_current.killedAt) {
        // Its report was on the way when the kill was decided: the killed one did not lead any
        // more, and nothing can be learned from its end. A renewal of one that led as well can.
        if (!believed)
            m_state = State::Shuffle;
        return;
    }
    m_current.next = candidate;
    m_current.vacancy = std::chrono::duration_cast<Micros>(moment - m_current.killedAt);
    m_failovers.push_back(m_current);
    m_state = State::Shuffle;
    if (int(m_failovers.size()) < m_kills)
        return;
    start(m_current.killed);
    m_state = State::Over;
}

void FailoverSeries::shuffle(SteadyTime now)
{
    for (int number = 1; number <= int(m_candidates.size()); ++number) {
        Candidate &candidate = at(number);
        candidate.renewals = 0;
        if (candidate.running)
            m_orders.push_back({Order::Kind::Rephase, number, drawn()});
        start(number);
    }
    m_target.reset();
    m_countFrom = now + m_setup.period;
    m_overdue = now + m_setup.lease + steadyPatience * m_setup.period;
    m_state = State::Steady;
}

/** The moment has come: whoever was meant, or whoever leads where none leads steadily. */
void FailoverSeries::kill()
{
    const int candidate = m_target.value_or(m_latest);
    if (candidate == 0) {
        m_state = State::Shuffle;
        return;
    }
    m_target = candidate;
    m_orders.push_back({Order::Kind::Kill, candidate});
    m_state = State::Killing;
}

std::vector<FailoverSeries::Order> FailoverSeries::due(SteadyTime now)
{
    if (m_state == State::Shuffle) {
        shuffle(now);
    } else if (m_state == State::Steady && now >= m_overdue) {
        m_killAt = now + drawn();
        m_state = State::Armed;
    } else if (m_state == State::Armed && now >= m_killAt) {
        kill();
    } else if (m_state == State::Vacant && now >= m_restartAt) {
        start(m_current.killed);
        m_restartAt = SteadyTime::max();
    }
    return std::exchange(m_orders, {});
}

SteadyTime FailoverSeries::wake() const
{
    if (!m_orders.empty() || m_state == State::Shuffle)
        return SteadyTime::min();
    if (m_state == State::Steady)
        return m_overdue;
    if (m_state == State::Armed)
        return m_killAt;
    if (m_state == State::Vacant && m_restartAt < SteadyTime::max())
        return m_restartAt;
    return SteadyTime::max();
}

void FailoverSeries::cancel()
{
    if (over())
        return;
    if (m_state == State::Vacant)
        start(m_current.killed);
    m_cancelled = true;
    m_state = State::Over;
}

void FailoverSeries::noteWatched(const std::vector<Failover> &watched)
{
    const Millis furthest = m_setup.period;
    m_off.resize(m_failovers.size(), furthest);
    for (const Failover &seen : watched) {
        const auto first = std::partition_point(m_failovers.begin(), m_failovers.end(),
                                                [&](const MeasuredFailover &measured) {
                                                    return takeover(measured) < seen.at - furthest;
                                                });
        for (auto measured = first; measured != m_failovers.end(); ++measured) {
            if (takeover(*measured) > seen.at + furthest)
                break;
            Micros &nearest = m_off.at(size_t(measured - m_failovers.begin()));
            const Micros off = distance(takeover(*measured), seen.at);
            if (off > nearest)
                continue;
            nearest = off;
            measured->watched = seen.vacancy;
        }
    }
}

} // namespace lockmaster
