// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/stillnesswatch.h"

#include "core/alerts/sight.h"
#include "core/domain/systemtraits.h"

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

using Truth = AlertVerdict::Truth;

bool isOfStillness(const CompiledRule &rule)
{
    return traitsOf(rule.rule().kind).subject == AlertKindTraits::Subject::Place;
}

bool isSameHolder(const PackedLock &a, const PackedLock &b)
{
    const auto one = a.firstHolder();
    const auto other = b.firstHolder();
    if (!one || !other)
        return one.has_value() == other.has_value();
    return a.holderCount() == b.holderCount() && one->raw == other->raw
           && one->holdCount == other->holdCount;
}

bool isUnseen(const PackedLock *lock)
{
    return lock && lock->state() == LockState::Unknown;
}

/** Of so many locks of a place it is remembered how they were. */
constexpr size_t mostUnseen = 1000;

/**
 * By the server's word: a session that takes it again and again is always the same. What we have
 * observed begins anew behind a gap, though it may be the same hold.
 */
bool isHeldSinceTheSame(const PackedLock &a, const PackedLock &b)
{
    constexpr auto jitter = 500ms;
    if (a.heldBasis() != HeldBasis::Server || b.heldBasis() != HeldBasis::Server)
        return true;
    const auto one = a.heldSince();
    const auto other = b.heldSince();
    return !one || !other || std::chrono::abs(*one - *other) < jitter;
}

/** Whom it is about: the lock that has been held for longest, and stays that. */
bool isBefore(const PackedLock &a, const PackedLock &b)
{
    const SteadyTime one = a.heldSince().value_or(SteadyTime::max());
    const SteadyTime other = b.heldSince().value_or(SteadyTime::max());
    return one != other ? one < other : a.compareId(b) < 0;
}

} // namespace

bool hasMoved(const PackedLock &before, const PackedLock &now)
{
    if (before.state() == LockState::Unknown || now.state() == LockState::Unknown)
        return false;
    // A row that a transaction has locked on top of its lease is held by the same holder still.
    const bool sameState =
        before.state() == now.state() || (isHeld(before.state()) && isHeld(now.state()));
    return !sameState || !isSameHolder(before, now) || before.stored() != now.stored()
           || before.session() != now.session() || !isHeldSinceTheSame(before, now);
}

void StillnessWatch::Place::begin(SteadyTime now, bool hasMoved)
{
    since = now;
    moved = hasMoved;
    due = now;
    for (auto &[name, each] : unseen)
        each.still = *this;
}

void StillnessWatch::Place::lose(const PackedLock &last, SteadyTime now)
{
    const Unseen lost{last, now, *this};
    begin(now, false);
    if (unseen.size() < mostUnseen)
        unseen.insert_or_assign(last.name().toByteArray(), lost);
}

bool StillnessWatch::Place::find(const PackedLock &lock)
{
    const auto found = unseen.find(lock.name().toByteArray());
    if (found == unseen.end())
        return false;
    const Unseen was = std::move(found->second);
    unseen.erase(found);
    // The very transaction of that session has it, which lets go of nothing before its end.
    // A session may let go of what is its own and take it again, which only the server could tell.
    const bool mayBeAnother =
        !traitsOf(lock.source()->system).expires
        && (was.last.heldBasis() != HeldBasis::Server || lock.heldBasis() != HeldBasis::Server);
    if (!isHeld(lock.state()) || lock.session().isEmpty() || mayBeAnother
        || lockmaster::hasMoved(was.last, lock))
        return false;
    static_cast<Still &>(*this) = was.still;
    for (const auto &[name, other] : unseen) {
        if (other.from > since)
            static_cast<Still &>(*this) = {other.from, false};
    }
    due = {};
    return true;
}

void StillnessWatch::rest()
{
    m_places.clear();
    m_due = SteadyTime::max();
}

void StillnessWatch::Notes::add(const PackedLock *before, const PackedLock *now)
{
    const PackedLock *const either = now ? now : before;
    if (!either)
        return;
    const SourceId *const source = either->source().get();
    if (source != m_source) {
        m_source = source;
        m_rules.clear();
        for (const CompiledRule &rule : m_means.rules) {
            if (isOfStillness(rule) && rule.mayBeAbout(source->system))
                m_rules.push_back(&rule);
        }
    }
    for (const CompiledRule *rule : m_rules) {
        if (!(before && rule->isAbout(*before)) && !(now && rule->isAbout(*now)))
            continue;
        const auto key = std::tuple(rule->rule().name, source->system, source->name);
        Place &place = m_watch.m_places.try_emplace(key, Place{{m_means.now, false}, m_means.now})
                           .first->second;
        if (isUnseen(now)) {
            if (before && isHeld(before->state()))
                place.lose(*before, m_means.now);
            else if (!isUnseen(before))
                place.begin(m_means.now, false);
        } else if (isUnseen(before)) {
            // What became of it while it could not be seen is not known: that begins anew.
            if (!place.find(*either))
                place.begin(m_means.now, false);
        } else if (!before || !now || hasMoved(*before, *now)) {
            place.begin(m_means.now, true);
        }
    }
}

void StillnessWatch::look(const BackendSnapshot &snapshot, const Means &means)
{
    m_due = SteadyTime::max();
    for (const CompiledRule &rule : means.rules) {
        if (!isOfStillness(rule))
            continue;
        for (auto at = snapshot.locks.begin(); at != snapshot.locks.end();) {
            const SourceId &source = *at->source();
            const auto end = std::upper_bound(at, snapshot.locks.end(), source,
                                              [](const SourceId &wanted, const PackedLock &lock) {
                                                  return wanted < *lock.source();
                                              });
            const auto place = m_places
                                   .try_emplace({rule.rule().name, source.system, source.name},
                                                Place{{means.now, false}, means.now})
                                   .first;
            lookAt(rule, place->second, {at, end}, snapshot.status, means);
            m_due = std::min(m_due, place->second.due);
            at = end;
        }
        // Those of which the list has nothing any more.
        for (auto &[key, place] : m_places) {
            const auto &[name, system, source] = key;
            if (name != rule.rule().name || place.due > means.now)
                continue;
            leave(rule, {snapshot.status.name, system, source}, place, snapshot.status, means);
            m_due = std::min(m_due, place.due);
        }
    }
}

void StillnessWatch::leave(const CompiledRule &rule, const SourceId &source, Place &place,
                           const BackendStatus &status, const Means &means)
{
    const bool whole = isWhole(status, source);
    const AlertVerdict verdict{whole ? Truth::No : Truth::Unknown, SteadyTime::max(), {}};
    for (const AlertSubject &subject :
         means.book.subjectsOf(rule.rule().name, {source.backend, source.system, source.name, {}}))
        means.book.settle(rule.rule(), subject, verdict, {});
    place.due = whole ? SteadyTime::max() : means.now + 1s;
}

void StillnessWatch::lookAt(const CompiledRule &rule, Place &place, const Locks &locks,
                            const BackendStatus &status, const Means &means)
{
    const SourceId &source = *locks.first->source();
    const bool whole = isWhole(status, source);
    if (!whole)
        place = {{means.now, false}, means.now + 1s};
    else if (place.due > means.now)
        return;
    const std::vector<AlertSubject> open =
        means.book.subjectsOf(rule.rule().name, {source.backend, source.system, source.name, {}});
    const auto settle = [&](const AlertSubject &subject, const AlertVerdict &verdict,
                            const PackedLock *lock) {
        const auto standing = means.book.settle(rule.rule(), subject, verdict, [lock] {
            return lock ? lock->record() : std::shared_ptr<const LockRecord>();
        });
        place.due = std::min(place.due, standing.next);
    };
    // Something moved a while ago: which lock is held for longest is of no use to know.
    if (whole && open.empty() && means.now - place.since <= rule.rule().over) {
        place.due = place.since + rule.rule().over + 1us;
        return;
    }
    if (!whole) {
        for (const AlertSubject &subject : open)
            settle(subject, {Truth::Unknown, SteadyTime::max(), {}}, nullptr);
        return;
    }
    const PackedLock *longest = nullptr;
    const PackedLock *known = nullptr;
    bool isOutOfSight = false;
    for (auto at = locks.first; at != locks.second; ++at) {
        if (isUnseen(&*at) && !open.empty()
            && std::find(open.begin(), open.end(), alertSubject(at->id())) != open.end())
            isOutOfSight = true;
        if (!isHeld(at->state()) || !rule.isAbout(*at))
            continue;
        longest = !longest || isBefore(*at, *longest) ? &*at : longest;
        // What was told of it goes on, whichever is held for longest by what is known now.
        if (std::find(open.begin(), open.end(), alertSubject(at->id())) != open.end())
            known = &*at;
    }
    // It may go on: a server names some rows only while somebody waits for them.
    if (isOutOfSight && !known) {
        place.due = SteadyTime::max();
        for (const AlertSubject &subject : open)
            settle(subject, {Truth::Unknown, SteadyTime::max(), {}}, nullptr);
        return;
    }
    const PackedLock *const subject = known ? known : longest;
    AlertVerdict verdict = rule.judge(subject, place.since, place.moved, means.now);
    verdict.lookedAt = status.dataFrom;
    place.due = verdict.next;
    for (const AlertSubject &other : open) {
        if (!subject || other != alertSubject(subject->id()))
            settle(other, {}, nullptr);
    }
    if (subject && (verdict.truth == Truth::Yes || !open.empty()))
        settle(alertSubject(subject->id()), verdict, subject);
}

} // namespace lockmaster
