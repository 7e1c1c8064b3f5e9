// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/silencewatch.h"

#include "core/alerts/sight.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

using Truth = AlertVerdict::Truth;

constexpr auto silenceAskedEvery = 1min;

/// As the locks of the history are sorted.
auto inOrder(const AlertSubject &subject)
{
    return std::tie(subject.backend, subject.system, subject.source, subject.name);
}
auto inOrder(const TakenLock &lock)
{
    const SourceId &source = *lock.id.source;
    return std::tie(source.backend, source.system, source.name, lock.id.name);
}

bool isOfSilence(const CompiledRule &rule)
{
    return traitsOf(rule.rule().kind).subject == AlertKindTraits::Subject::Absence;
}

} // namespace

bool SilenceWatch::isBusy(const Means &means) const
{
    return std::any_of(means.rules.begin(), means.rules.end(), [&means](const CompiledRule &rule) {
        return isOfSilence(rule) && !means.book.isIdle(rule.rule());
    });
}

void SilenceWatch::rest()
{
    m_due = SteadyTime::max();
    m_refused = 0;
    m_gapped.clear();
}

void SilenceWatch::look(const BackendSnapshot &snapshot, const Means &means)
{
    m_due = SteadyTime::max();
    m_refused = 0;
    m_gapped.clear();
    for (const CompiledRule &rule : means.rules) {
        if (!isOfSilence(rule))
            continue;
        m_due = std::min(m_due, means.now + silenceAskedEvery);
        const auto *locks = means.rhythms.of(rule.rule(), snapshot.status.name);
        if (locks)
            lookAt(rule, *locks, snapshot, means);
    }
}

void SilenceWatch::lookAt(const CompiledRule &rule, const std::vector<TakenLock> &locks,
                          const BackendSnapshot &snapshot, const Means &means)
{
    for (const TakenLock &lock : locks) {
        if (leaderOf(snapshot, lock.id))
            continue;
        const auto found = findLock(snapshot.locks, lock.id);
        const PackedLock *const shown = found == snapshot.locks.end() ? nullptr : &*found;
        const AlertVerdict verdict = judge(rule, lock, shown, snapshot.status, means.wall);
        if (verdict.isForAGap)
            ++m_gapped[rule.rule().name];
        if (verdict.truth != Truth::Yes && means.book.isIdle(rule.rule()))
            continue;
        const OpenAlerts::Standing standing =
            means.book.settle(rule.rule(), alertSubject(lock.id), verdict, [shown] {
                return shown ? shown->record() : std::shared_ptr<const LockRecord>();
            });
        m_refused += standing.refused ? 1 : 0;
        m_due = std::min(m_due, standing.next);
    }
    if (means.book.isIdle(rule.rule()))
        return;
    // Of what the history keeps no more, nothing is known either.
    means.book.endUnless(AlertEnd::Gone, [&](const Alert &alert) {
        if (alert.rule != rule.rule().name || alert.subject.backend != snapshot.status.name)
            return true;
        return std::binary_search(
            locks.begin(), locks.end(), alert.subject,
            [](const auto &a, const auto &b) { return inOrder(a) < inOrder(b); });
    });
}

AlertVerdict SilenceWatch::judge(const CompiledRule &rule, const TakenLock &lock,
                                 const PackedLock *shown, const BackendStatus &status,
                                 ServerTime wall)
{
    if (shown && isHeld(shown->state())) {
        m_heldAt[lock.id] = wall;
        return {};
    }
    if (!isWhole(status, *lock.id.source) || (shown && shown->state() == LockState::Unknown))
        return {Truth::Unknown, SteadyTime::max(), {}};
    std::optional<ServerTime> heldAt;
    if (const auto held = m_heldAt.find(lock.id); held != m_heldAt.end())
        heldAt = held->second;
    // It was taken, and what was read of the history does not say so yet.
    if (heldAt && (!lock.rhythm.seen || lock.rhythm.seen->until <= *heldAt))
        return {};
    AlertVerdict verdict = rule.judge(lock.rhythm, wall, heldAt);
    verdict.lookedAt = status.dataFrom;
    return verdict;
}

} // namespace lockmaster
