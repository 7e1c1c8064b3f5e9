// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/compiledrule.h"

#include "core/alerts/alertcondition.h"
#include "core/chains/chaintext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/verdict/judge.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

using Truth = AlertVerdict::Truth;

/** How soon is asked again where time decides in ways that are not worked out. */
constexpr auto soon = 1s;
constexpr auto later = 5s;

/** ` by web-3`, or nothing. */
QString byWhom(const PackedLock &lock)
{
    const auto holder = lock.firstHolder();
    return holder ? literalText(holder->label.toString()) : QString();
}

QString heldText(Micros held, const QString &owner)
{
    return owner.isEmpty() ? Words::tr("held for %1").arg(durationText(held))
                           : Words::tr("held for %1 by %2").arg(durationText(held), owner);
}

AlertVerdict unknown(SteadyTime next = SteadyTime::max())
{
    return {Truth::Unknown, next, {}};
}

} // namespace

CompiledRule::CompiledRule(AlertRule rule) : m_rule(std::move(rule))
{
    if (const auto filter = Filter::parse(m_rule.scope))
        m_scope = *filter;
}

bool CompiledRule::looksAtLocks() const
{
    const auto subject = traitsOf(m_rule.kind).subject;
    return subject == AlertKindTraits::Subject::Hold || subject == AlertKindTraits::Subject::Lock;
}

AlertVerdict CompiledRule::judge(const PackedLock &lock, bool leads, SteadyTime now,
                                 const Means &means) const
{
    if (lock.state() == LockState::Unknown)
        return unknown();
    if (!looksAt(m_rule.kind, leads))
        return {};
    AlertVerdict verdict;
    if (!m_scope.isEmpty()) {
        const bool within = m_scope.matches(lock, now);
        if (m_scope.dependsOnTime())
            verdict.next = now + soon;
        if (!within)
            return verdict;
    }
    const SteadyTime next = verdict.next;
    switch (m_rule.kind) {
    case AlertKind::Held:
    case AlertKind::HeldUnusual: verdict = judgeHeld(lock, now, means.norms); break;
    case AlertKind::EndsSoon: verdict = judgeEndsSoon(lock, now); break;
    case AlertKind::Expired: verdict = judgeExpired(lock, now); break;
    case AlertKind::Waiters: verdict = judgeWaiters(lock); break;
    case AlertKind::Finding: verdict = judgeFinding(lock); break;
    case AlertKind::HolderGone: verdict = judgeGone(lock, now, means); break;
    case AlertKind::LeaderVacant:
    case AlertKind::BackendLost:
    case AlertKind::Blocks:
    case AlertKind::BlocksLong:
    case AlertKind::WaitCycle:
    case AlertKind::NotTaken:
    case AlertKind::Stuck: break;
    }
    verdict.next = std::min(verdict.next, next);
    return verdict;
}

AlertVerdict CompiledRule::judgeHeld(const PackedLock &lock, SteadyTime now, HoldNorms &norms) const
{
    if (!isHeld(lock.state()))
        return {};
    const auto since = lock.heldSince();
    if (!since)
        return unknown();
    const auto held = std::chrono::duration_cast<Micros>(now - *since);
    // What is usual is looked up for those alone that may be unusual.
    if (held <= m_rule.over)
        return {Truth::NotYet, *since + m_rule.over + 1us, {}};
    const bool asksUsual = m_rule.kind == AlertKind::HeldUnusual;
    const HoldNorms::Norm norm = asksUsual ? norms.of(lock.id()) : HoldNorms::Norm();
    if (asksUsual && !norm.known)
        return unknown(now + later);
    const auto fine = longestFine(m_rule, norm);
    if (!fine)
        return {Truth::No, now + 1min, {}};
    if (held <= *fine)
        return {Truth::NotYet, *since + *fine + 1us, {}};
    if (!asksUsual)
        return {Truth::Yes, SteadyTime::max(), heldText(held, byWhom(lock))};
    return {Truth::Yes, SteadyTime::max(),
            Words::tr("%1; 99 of 100 of its holds were over "
                      "within %2")
                .arg(heldText(held, byWhom(lock)), durationText(norm.p99))};
}

AlertVerdict CompiledRule::judgeGone(const PackedLock &lock, SteadyTime now,
                                     const Means &means) const
{
    if (!isHeld(lock.state()))
        return {};
    const auto since = lock.heldSince();
    if (!since)
        return unknown();
    // Who comes and goes is not asked about.
    if (now - *since <= m_rule.over)
        return {Truth::NotYet, *since + m_rule.over + 1us, {}};
    const auto word = means.checks.of(lock);
    if (!word)
        return {};
    if (word->said.says == Life::Alive)
        return {Truth::No, word->nextAsk, {}};
    // What was asked before it was taken is about another hold.
    if (word->said.says != Life::Gone || word->askedAt < *since)
        return unknown(word->nextAsk);
    // What is seen of it besides may contradict.
    const auto life = lockmaster::judge({*lock.record(), means.lookedAt, {}, word->said}, now);
    if (!life || life->life != Life::Gone)
        return unknown(std::min<SteadyTime>(word->nextAsk, now + later));
    AlertVerdict verdict{Truth::Yes, word->nextAsk, {}};
    verdict.reason = heldText(std::chrono::duration_cast<Micros>(now - *since), byWhom(lock))
                     + QStringLiteral("; ") + word->said.text;
    verdict.check = word->said;
    return verdict;
}

AlertVerdict CompiledRule::judgeEndsSoon(const PackedLock &lock, SteadyTime now) const
{
    if (!isHeld(lock.state()) || !lock.hasExpiry())
        return {};
    const auto left = lock.ttlAt(now);
    if (!left)
        return unknown();
    if (!isTooLittle(m_rule, *left))
        return {Truth::No, now + *left - m_rule.over, {}};
    return {Truth::Yes, SteadyTime::max(),
            Words::tr("%1 left of its lease, and it is held")
                .arg(durationText(std::max(*left, Micros(0))))};
}

AlertVerdict CompiledRule::judgeExpired(const PackedLock &lock, SteadyTime now) const
{
    if (lock.state() != LockState::Expired)
        return {};
    const auto ttl = lock.ttlAt(now);
    if (!ttl)
        return unknown();
    const Micros fine = *longestFine(m_rule);
    if (-*ttl <= fine)
        return {Truth::No, now + *ttl + fine + 1us, {}};
    return {Truth::Yes, SteadyTime::max(),
            Words::tr("expired for %1, and nobody has taken it").arg(durationText(-*ttl))};
}

AlertVerdict CompiledRule::judgeWaiters(const PackedLock &lock) const
{
    const auto count = lock.waiterCount();
    if (!count)
        return isHeld(lock.state()) ? unknown() : AlertVerdict();
    if (!areTooMany(m_rule, *count))
        return {};
    return {Truth::Yes, SteadyTime::max(), Words::tr("%1 wait for it").arg(*count)};
}

AlertVerdict CompiledRule::judgeFinding(const PackedLock &lock) const
{
    if (!lock.hasFinding(m_rule.finding))
        return {};
    AlertVerdict verdict{Truth::Yes, SteadyTime::max(), findingName(m_rule.finding)};
    for (const Finding &finding : lock.unpack().findings) {
        if (finding.id == m_rule.finding)
            verdict.reason = literalText(finding.evidence);
    }
    return verdict;
}

AlertVerdict CompiledRule::judge(const LeaderWatch &leader, SteadyTime now) const
{
    if (leader.lock->state == LockState::Unknown)
        return unknown();
    if (!m_scope.matches(*leader.lock, now))
        return {Truth::No, m_scope.dependsOnTime() ? now + soon : SteadyTime::max(), {}};
    switch (m_rule.kind) {
    case AlertKind::LeaderVacant: return judgeVacant(leader, now);
    case AlertKind::Held:
    case AlertKind::HeldUnusual:
    case AlertKind::EndsSoon:
    case AlertKind::Expired:
    case AlertKind::Waiters:
    case AlertKind::Finding:
    case AlertKind::BackendLost:
    case AlertKind::Blocks:
    case AlertKind::BlocksLong:
    case AlertKind::WaitCycle:
    case AlertKind::NotTaken:
    case AlertKind::Stuck:
    case AlertKind::HolderGone: break;
    }
    return {};
}

AlertVerdict CompiledRule::judgeVacant(const LeaderWatch &leader, SteadyTime now) const
{
    const auto since = leader.figures.vacantSince;
    if (!since)
        return {};
    const auto vacant = std::chrono::duration_cast<Micros>(now - *since);
    const Micros fine = *longestFine(m_rule);
    if (vacant <= fine)
        return {Truth::NotYet, *since + fine + 1us, {}};
    return {Truth::Yes, SteadyTime::max(),
            Words::tr("nobody has led for %1").arg(durationText(vacant))};
}

AlertVerdict CompiledRule::judge(const BackendStatus &status) const
{
    if (!m_scope.isEmpty()) {
        LockRecord place;
        place.id.source = std::make_shared<SourceId>(SourceId{status.name, {}, {}});
        if (!m_scope.matches(place, {}))
            return {};
    }
    switch (m_rule.kind) {
    case AlertKind::BackendLost: return judgeLost(status);
    case AlertKind::Held:
    case AlertKind::HeldUnusual:
    case AlertKind::EndsSoon:
    case AlertKind::Expired:
    case AlertKind::Waiters:
    case AlertKind::LeaderVacant:
    case AlertKind::Finding:
    case AlertKind::Blocks:
    case AlertKind::BlocksLong:
    case AlertKind::WaitCycle:
    case AlertKind::NotTaken:
    case AlertKind::Stuck:
    case AlertKind::HolderGone: break;
    }
    return {};
}

AlertVerdict CompiledRule::judge(const WaitChains &chains, const WaitChain &chain,
                                 const LockRecord &subject, SteadyTime now) const
{
    if (!m_scope.matches(subject, now))
        return {};
    AlertVerdict verdict;
    switch (m_rule.kind) {
    case AlertKind::Blocks:
        if (areTooMany(m_rule, chain.blocked))
            verdict.truth = Truth::Yes;
        break;
    case AlertKind::BlocksLong:
        // Each look tells anew for how long somebody has waited.
        if (!chain.longest)
            verdict.truth = Truth::Unknown;
        else if (*chain.longest > *longestFine(m_rule))
            verdict.truth = Truth::Yes;
        break;
    case AlertKind::WaitCycle:
        if (chain.cycle)
            verdict.truth = Truth::Yes;
        break;
    case AlertKind::Held:
    case AlertKind::HeldUnusual:
    case AlertKind::EndsSoon:
    case AlertKind::Expired:
    case AlertKind::Waiters:
    case AlertKind::LeaderVacant:
    case AlertKind::Finding:
    case AlertKind::BackendLost:
    case AlertKind::NotTaken:
    case AlertKind::Stuck:
    case AlertKind::HolderGone: break;
    }
    if (verdict.truth == Truth::Yes)
        verdict.reason = chainSentence(chains, chain, now);
    return verdict;
}

AlertVerdict CompiledRule::judge(const PackedLock *held, SteadyTime since, bool moved,
                                 SteadyTime now) const
{
    if (!held)
        return {};
    const auto still = std::chrono::duration_cast<Micros>(now - since);
    const Micros fine = *longestFine(m_rule);
    // What was told before somebody looked anew goes on until something moves.
    if (still <= fine)
        return {moved ? Truth::No : Truth::NotYet, since + fine + 1us, {}};
    auto from = held->heldSince();
    // Nothing there was taken since, and it is what we saw of it that began later.
    if (from && held->heldBasis() == HeldBasis::Observed)
        from = std::min(*from, since);
    const QString who =
        from ? heldText(std::chrono::duration_cast<Micros>(now - *from), byWhom(*held))
             : Words::tr("held");
    return {Truth::Yes, SteadyTime::max(),
            Words::tr("%1; nothing there was taken, let go of or renewed for %2")
                .arg(who, durationText(still))};
}

AlertVerdict CompiledRule::judge(const LockRhythm &rhythm, ServerTime wall,
                                 std::optional<ServerTime> heldAt) const
{
    // Nobody records it any more: it may have been taken since.
    constexpr auto recorded = 5min;
    const auto fine = longestSilence(m_rule, rhythm.gaps);
    if (!fine || !rhythm.began || !rhythm.seen || wall - rhythm.seen->until > recorded)
        return unknown();
    if (!rhythm.until)
        return {};
    // Who records it may see less than we do.
    const ServerTime taken = std::max(silentSince(*rhythm.began, *rhythm.until, *fine),
                                      heldAt.value_or(ServerTime::min()));
    const bool wasSeen = taken >= rhythm.seen->from;
    const Micros silent = rhythm.seen->until - std::max(taken, rhythm.seen->from);
    // What nobody looked at in between may have been its turn.
    if (silent <= *fine) {
        AlertVerdict verdict = wasSeen ? AlertVerdict() : unknown();
        verdict.isForAGap = !wasSeen && rhythm.seen->until - taken > *fine;
        return verdict;
    }
    QString reason = wasSeen ? Words::tr("not taken for %1").arg(durationText(silent))
                             : Words::tr("not taken for at least %1").arg(durationText(silent));
    if (m_rule.over == Micros(0)) {
        reason = Words::tr("%1; it was always taken again within %2")
                     .arg(reason, durationText(rhythm.gaps.longest));
    }
    return {Truth::Yes, SteadyTime::max(), reason};
}

AlertVerdict CompiledRule::judgeLost(const BackendStatus &status)
{
    if (status.paused)
        return unknown();
    switch (status.state) {
    case BackendState::Online: return {};
    case BackendState::Connecting:
    case BackendState::Stale: return unknown();
    case BackendState::Offline: break;
    }
    AlertVerdict verdict{Truth::Yes, SteadyTime::max(), {}};
    verdict.reason = status.problems.empty() ? Words::tr("it does not answer")
                                             : literalText(status.problems.front().error.message);
    return verdict;
}

} // namespace lockmaster
