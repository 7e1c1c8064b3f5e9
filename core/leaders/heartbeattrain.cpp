// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/heartbeattrain.h"

#include <algorithm>
#include <bit>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr size_t mostSteps = 32;
constexpr int stepsForPeriod = 3;
constexpr int stepsForTrust = 5;
constexpr int lastThirty = (1 << 30) - 1; // as bits
/** Renewing more often than this in a lease would be odd for any program that elects a leader. */
constexpr int mostRenewalsPerLease = 8;
/** A duplicate that goes on with a regular beat cannot be told from a leader that beats faster. */
constexpr auto trustsFor = 5min;

Micros quantile(std::vector<Micros> values, double share)
{
    const auto at = values.begin() + qsizetype(double(values.size() - 1) * share);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

Heartbeat heartbeatSeen(const Lease &lease, std::optional<SteadyTime> lookBefore, SteadyTime begun,
                        SteadyTime answered)
{
    Heartbeat seen;
    seen.stored = lease.stored;
    seen.precision = lease.precision;
    seen.low = lookBefore.value_or(answered);
    seen.high = answered;
    seen.lastShown = begun;
    seen.silentFrom = answered + lease.precision;
    seen.leaseEnd = lease.expiresAt ? lease.deadline : SteadyTime::max();
    if (!lease.expiresAt || !lease.granted)
        return seen;
    const SteadyTime written = lease.deadline - *lease.granted;
    const Micros error = readingError + between(begun, answered) / 2;
    const Micros early = lease.rounds ? lease.precision / 2 : Micros::zero();
    const SteadyTime low = written - early - error;
    const SteadyTime high = written - early + lease.precision + error;
    seen.writtenUntil = high;
    if (low > seen.high || (lookBefore && high < seen.low)) {
        seen.leaseEnd = seen.moment() + *lease.granted;
        return seen;
    }
    seen.low = lookBefore ? std::max(seen.low, low) : low;
    seen.high = std::min(seen.high, high);
    seen.silentFrom = high;
    return seen;
}

void HeartbeatTrain::start(const Heartbeat &beat)
{
    m_last = beat;
    m_run = 0;
    m_surplus = 0;
    m_quick = 0;
    m_double = 0;
    m_back = 0;
}

void HeartbeatTrain::startAnother(const Heartbeat &beat)
{
    start(beat);
    m_trusted = Micros::zero();
    m_doubt = Doubt::None;
}

void HeartbeatTrain::stillShown(SteadyTime begun)
{
    if (m_last)
        m_last->lastShown = std::max(m_last->lastShown, begun);
}

void HeartbeatTrain::follow(const Heartbeat &beat, Micros lookGap)
{
    if (!m_last) {
        start(beat);
        return;
    }
    Step step;
    step.at = beat.moment();
    step.since = between(m_last->moment(), beat.moment());
    step.silent = std::max(Micros::zero(), between(m_last->silentFrom, m_last->lastShown));
    step.uncertainty = std::max(beat.uncertainty(), beat.precision);
    step.lookGap = lookGap;
    step.precision = beat.precision;
    m_steps.push_back(step);
    if (m_steps.size() > mostSteps)
        m_steps.pop_front();
    m_run = std::min(m_run + 1, int(m_steps.size()));
    judge(beat);
    m_last = beat;
    estimate();
}

/** Over half of the run at a time, so that whole seconds of a column even out. */
Micros HeartbeatTrain::slope() const
{
    const int width = std::max(1, m_run / 2);
    std::vector<Micros> slopes;
    for (size_t i = m_steps.size() - size_t(m_run) + size_t(width) - 1; i < m_steps.size(); ++i) {
        const Step &first = m_steps[i - size_t(width) + 1];
        slopes.push_back((between(first.at, m_steps[i].at) + first.since) / width);
    }
    return quantile(slopes, 0.5);
}

void HeartbeatTrain::estimate()
{
    const size_t used = m_run >= stepsForPeriod ? size_t(m_run) : m_steps.size();
    if (used < stepsForPeriod)
        return;
    std::vector<Micros> since;
    std::vector<Micros> silent;
    std::vector<Micros> gaps;
    std::vector<Micros> uncertain;
    for (size_t i = m_steps.size() - used; i < m_steps.size(); ++i) {
        since.push_back(m_steps[i].since);
        silent.push_back(m_steps[i].silent);
        gaps.push_back(m_steps[i].lookGap);
        uncertain.push_back(m_steps[i].uncertainty);
    }
    RenewalPeriod period;
    period.period = quantile(since, 0.5);
    m_precise = quantile(uncertain, 0.5) * 10 <= period.period;
    if (!m_precise && m_run >= stepsForPeriod)
        period.period = slope();
    // Where nothing was written for most of the time, no heartbeat can have been missed.
    m_atLeast = quantile(silent, 0.8);
    // A coarse column shows two heartbeats within a unit as one: then some steps are twice as long.
    const bool dense = quantile(gaps, 0.5) * 2 <= period.period;
    const bool regular = quantile(since, 0.9) * 4 <= period.period * 5;
    m_columnHides = !m_precise && quantile(gaps, 0.5) * 2 <= m_steps.back().precision * 3;
    period.atMost = m_atLeast * 2 <= period.period || (!m_precise && !(dense && regular));
    m_period = period;
    if (m_doubt == Doubt::None && !period.atMost && m_run >= stepsForTrust)
        m_trusted = period.period;
}

Micros HeartbeatTrain::shortestPeriod(Micros lease) const
{
    if (!m_period)
        return Micros::zero();
    if (!m_period->atMost)
        return m_period->period;
    const Micros seen = m_columnHides ? m_period->period / 2 : Micros::zero();
    return std::min(m_period->period, std::max({seen, m_atLeast, lease / mostRenewalsPerLease}));
}

void HeartbeatTrain::judge(const Heartbeat &beat)
{
    if (m_doubt != Doubt::None
        && (beat.high > m_doubtUntil || beat.high - m_doubtSince > trustsFor)) {
        m_doubt = Doubt::None;
        m_surplus = 0;
        m_double = 0;
    }
    const bool back = backwards(beat);
    const bool fast = fastNow(m_steps.back());
    const Doubt seen = back            ? Doubt::Backwards
                       : fast          ? Doubt::TooFast
                       : interleaved() ? Doubt::Interleaved
                                       : Doubt::None;
    if (seen == Doubt::None)
        return;
    if (m_doubt == Doubt::None) {
        m_doubt = seen;
        m_doubtSince = beat.high;
    }
    const Micros period = std::max(m_trusted, m_period ? m_period->period : Micros::zero());
    m_doubtUntil = beat.high + std::max<Micros>(period * 10, 10s);
}

/**
 * Counts heartbeats against the time that passed: early ones add, late ones take away, so that a
 * program which makes up for a pause is not blamed. One early heartbeat is a restart. Two of three
 * are not, and neither are two within thirty that come right after another: looks between two that
 * beat almost together show them only now and then.
 */
bool HeartbeatTrain::fastNow(const Step &step)
{
    const bool dense = step.lookGap * 2 <= m_trusted;
    if (m_trusted <= Micros::zero() || !dense || step.uncertainty * 6 > m_trusted)
        return false;
    const double share = double(step.since.count()) / double(m_trusted.count());
    m_surplus = std::clamp(m_surplus + 1 - share, -30.0, 3.0);
    m_quick = (m_quick << 1 | int(share < 0.9)) & 7;
    m_double = (m_double << 1 | int(share < 0.5 && m_surplus >= 0.5)) & lastThirty;
    const bool fast = (m_surplus >= 0.85 && std::popcount(unsigned(m_quick)) >= 2)
                      || std::popcount(unsigned(m_double)) >= 2;
    if (share > 0.7 && share < 1.3)
        m_surplus /= 2;
    return fast && share < 1;
}

/** Short and long in turn, while every second one keeps its time: two that beat alike. */
bool HeartbeatTrain::interleaved() const
{
    constexpr int needed = 8;
    if (m_run < needed)
        return false;
    Micros least[2] = {Micros::max(), Micros::max()};
    Micros most[2] = {Micros::zero(), Micros::zero()};
    Micros gap{0};
    const size_t first = m_steps.size() - needed;
    for (size_t i = 0; i < needed; ++i) {
        const Step &step = m_steps[first + i];
        least[i % 2] = std::min(least[i % 2], step.since);
        most[i % 2] = std::max(most[i % 2], step.since);
        gap = std::max(gap, step.lookGap);
        if (step.uncertainty * 10 > step.since)
            return false;
    }
    const int low = least[0] < least[1] ? 0 : 1;
    const Micros apart = least[1 - low] - most[low];
    const Micros spread = std::max(most[0] - least[0], most[1] - least[1]);
    const bool dense = gap * 4 <= least[0] + least[1];
    return dense && apart * 10 > most[low] + most[1 - low] && apart > spread * 4;
}

/** Once may be a clock that was set; twice within thirty are two clocks. */
bool HeartbeatTrain::backwards(const Heartbeat &beat)
{
    const bool back = beat.stored && m_last->stored && *beat.stored < *m_last->stored;
    m_back = (m_back << 1 | int(back)) & lastThirty;
    return back && std::popcount(unsigned(m_back)) >= 2;
}

HeartbeatTrain::Doubt HeartbeatTrain::doubt(SteadyTime now) const
{
    return now <= m_doubtUntil ? m_doubt : Doubt::None;
}

} // namespace lockmaster
