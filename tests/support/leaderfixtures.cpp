// SPDX-License-Identifier: Apache-2.0
#include "tests/support/leaderfixtures.h"

#include <algorithm>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

constexpr auto period = 1000ms;

} // namespace

LeaderStory::LeaderStory(const LockSpec &lock, const Clock &clock) : m_lock(lock), m_clock(clock) {}

int LeaderStory::candidate(const QByteArray &who)
{
    const auto found =
        std::find_if(m_candidates.begin(), m_candidates.end(),
                     [&who](const LeaderCandidate &known) { return known.identity == who; });
    if (found != m_candidates.end())
        return static_cast<int>(found - m_candidates.begin());
    m_candidates.push_back({who, QString::fromUtf8(who), std::nullopt});
    return static_cast<int>(m_candidates.size()) - 1;
}

LeaderStory &LeaderStory::reigns(const QByteArray &who, Millis length)
{
    m_steps.push_back({candidate(who), length, {}});
    return *this;
}

LeaderStory &LeaderStory::vacant(Millis length, const QString &why)
{
    m_steps.push_back({std::nullopt, length, why});
    return *this;
}

void LeaderStory::addReign(LeaderWatch &watch, LeaderHistory &history, const Step &step,
                           SteadyTime from, bool last) const
{
    auto reign = std::make_shared<Reign>();
    reign->candidate = *step.candidate;
    reign->span.from = from;
    if (!last)
        reign->span.until = from + step.length;
    for (auto beat = from; beat < from + step.length; beat += period)
        reign->heartbeats.push_back(beat);
    watch.figures.lastHeartbeat = reign->heartbeats.back();
    history.reigns.push_back(std::move(reign));
}

void LeaderStory::addVacancy(LeaderWatch &watch, LeaderHistory &history, size_t at,
                             SteadyTime from) const
{
    const Step &step = m_steps[at];
    const bool last = at + 1 == m_steps.size();
    const SteadyTime until = from + step.length;
    history.vacancies.push_back({from, last ? std::nullopt : std::optional(until)});
    watch.figures.vacantLastHour += step.length;
    const int before = at > 0 ? m_steps[at - 1].candidate.value_or(0) : 0;
    if (!step.why.isEmpty())
        history.marks.push_back({LeaderMark::Kind::Killed, from, before, step.why});
    if (last) {
        watch.figures.vacantSince = from;
        return;
    }
    const int next = m_steps[at + 1].candidate.value_or(0);
    history.failovers.push_back({until, before, next, step.length, 250ms});
    watch.figures.lastFailover = history.failovers.back();
    ++watch.figures.changesLastHour;
}

std::shared_ptr<LeaderWatch> LeaderStory::watch() const
{
    Millis whole{0};
    for (const Step &step : m_steps)
        whole += step.length;
    auto watch = std::make_shared<LeaderWatch>();
    auto history = std::make_shared<LeaderHistory>();
    SteadyTime at = m_clock.now() - whole;
    history->since = at;
    history->wallAtSince = m_clock.wallNow() - whole;
    history->candidates = m_candidates;
    watch->figures.watchedSince = at;
    watch->figures.lease = m_lock.granted;
    watch->figures.period = RenewalPeriod{period, false};
    for (size_t i = 0; i < m_steps.size(); ++i) {
        if (m_steps[i].candidate)
            addReign(*watch, *history, m_steps[i], at, i + 1 == m_steps.size());
        else
            addVacancy(*watch, *history, i, at);
        at += m_steps[i].length;
    }
    watch->lock = makeLock(m_lock, m_clock);
    watch->history = std::move(history);
    return watch;
}

void fillLeaders(ViewFeed &feed, const Clock &clock, Millis later)
{
    const QString system = QStringLiteral("leader");
    const QString table = QStringLiteral("billing.service_leader_lock");
    const Finding margin{
        FindingId::LeaseMargin,
        QStringLiteral("Observed period 1.00 s, lease 1.20 s; the column keeps whole seconds "
                       "(truncated): the effective lease is 0.2 to 1.2 s, so a healthy leader can "
                       "lose it. Use DATETIME(3), or a lease of at least 3 s.")};
    const Finding flapping{FindingId::Flapping,
                           QStringLiteral("The lead changed hands 3 times within a minute.")};
    LockSpec batch{.name = "batch-leader",
                   .system = system,
                   .source = table,
                   .owner = "pod-7f9c",
                   .ttl = 800ms,
                   .granted = 1200ms,
                   .findings = {margin, flapping}};
    LeaderStory story(batch, clock);
    story.reigns("pod-1", 12'600ms)
        .vacant(920ms, QStringLiteral("killed"))
        .reigns("pod-2", 16'200ms)
        .vacant(2'400ms, QStringLiteral("frozen"))
        .reigns("pod-1", 7'800ms)
        .vacant(920ms, QStringLiteral("killed"))
        .reigns("pod-7f9c", 16'400ms + later);
    feed.leaders.push_back(story.watch());
    feed.leaders.push_back(
        LeaderStory({.name = "settlement-close",
                     .system = system,
                     .source = table,
                     .owner = "settlement-worker-6c9f8d7b5-x2x7q.settlement.svc.cluster.local",
                     .ttl = 2600ms,
                     .granted = 3000ms},
                    clock)
            .reigns("settlement-worker-6c9f8d7b5-x2x7q.settlement.svc.cluster.local",
                    4'000'400ms + later)
            .watch());
    feed.leaders.push_back(LeaderStory({.name = "mail-digest",
                                        .system = system,
                                        .source = table,
                                        .state = LockState::Expired,
                                        .owner = "pod-3",
                                        .ttl = -2400ms,
                                        .granted = 1200ms},
                                       clock)
                               .reigns("pod-3", 300s)
                               .vacant(2400ms + later)
                               .watch());
}

} // namespace lockmaster::test
