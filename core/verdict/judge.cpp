// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/judge.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/verdict/evidence.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using Source = LifeEvidence::Source;

/** Until then something that was seen once speaks for a holder whose rhythm is not known. */
constexpr Micros freshRenewal = 30s;
constexpr Micros freshHeartbeat = 60s;
constexpr Micros freshStatement = 10s;
constexpr Micros freshTaking = 10s;
/** Servers count how long a session has been idle in whole ones. */
constexpr Micros wholeSecond = 1s;
/** So far ahead may the clock that wrote a moment be before that is a finding. */
constexpr Micros clockTolerance = 5s;
/** Polls may be a second apart, and a busy machine late. */
constexpr Micros latitude = 2s;

/** A lock as it was seen, and when it is judged. */
struct Scene {
    const LockRecord &lock;
    SteadyTime lookedAt{};
    SteadyTime now{};
    EvidenceWords words = EvidenceWords::Found;

    Micros ago(SteadyTime at) const { return between(at, now); }
    /** What `text` says, where anybody reads it. */
    template<class Text>
    QString said(const Text &text) const
    {
        return words == EvidenceWords::Found ? text() : QString();
    }
};

bool isClockDoubted(const LockRecord &lock)
{
    return lock.hasFinding(FindingId::ClockMismatch);
}

/** How long one that was seen speaks for its holder. */
Micros freshFor(const Renewals &renewals, const Lease &lease)
{
    if (const auto usual = renewals.usual())
        return 3 * *usual + latitude;
    return std::min(lease.granted.value_or(freshRenewal), freshRenewal);
}

void addRenewals(Evidence &evidence, const Scene &scene)
{
    const auto &renewals = scene.lock.renewals;
    if (!renewals)
        return;
    const auto usual = renewals->usual();
    const Micros fresh = freshFor(*renewals, scene.lock.lease);
    const Micros silent = between(renewals->last, scene.lookedAt);
    if (usual && silent > std::max(fresh, 2 * renewals->longest + latitude)) {
        const auto text = [&] {
            return Words::tr("Not renewed for at least %1, where %2 renewals were seen, about one "
                             "each %3.")
                .arg(ageText(silent))
                .arg(renewals->count)
                .arg(durationText(*usual));
        };
        evidence.push_back({Source::Renewals, Life::NoSign, scene.said(text), renewals->last});
        return;
    }
    // It was between two looks: not before the first of them.
    const SteadyTime earliest = renewals->last - renewals->within;
    // What ran out was not renewed in time; but by a clock that is off it ran out for nobody.
    const bool counts = scene.lock.state != LockState::Expired || isClockDoubted(scene.lock);
    const auto text = [&] {
        const QString age = ageText(scene.ago(earliest));
        return usual ? Words::tr("Renewed at most %1 ago; %2 renewals were seen, about one each "
                                 "%3.")
                           .arg(age)
                           .arg(renewals->count)
                           .arg(durationText(*usual))
                     : Words::tr("Renewed at most %1 ago.").arg(age);
    };
    evidence.push_back({Source::Renewals,
                        counts && scene.ago(earliest) <= fresh ? Life::Alive : Life::Unknown,
                        scene.said(text), earliest});
}

/** What is written was written before it was seen, whatever the clock that wrote it says. */
SteadyTime notAfterSeen(SteadyTime written, const LockRecord &lock)
{
    if (lock.renewals)
        return std::min(written, lock.renewals->last);
    if (lock.heldSince && lock.heldBasis == HeldBasis::Observed)
        return std::min(written, *lock.heldSince);
    return written;
}

/** A lease that ends a while after its holder was last heard of, by what is stored. */
void addHeartbeat(Evidence &evidence, const Scene &scene)
{
    const Lease &lease = scene.lock.lease;
    if (!lease.isBeat || !lease.granted || !lease.expiresAt)
        return;
    // What is rounded may stand there before it was.
    const Micros rounded = lease.rounds ? lease.precision / 2 : Micros(0);
    const SteadyTime written = lease.deadline - *lease.granted - rounded;
    const bool isAhead = scene.ago(written) < -latitude;
    const SteadyTime at = notAfterSeen(written, scene.lock);
    const Micros age = scene.ago(at);
    const bool clockTells = !isClockDoubted(scene.lock) && !isAhead;
    if (scene.lock.state == LockState::Expired) {
        const auto last = [&] {
            return Words::tr("Its last heartbeat is %1 old; it is given up after %2.")
                .arg(ageText(age), durationText(*lease.granted));
        };
        evidence.push_back(
            {Source::Heartbeat, clockTells ? Life::NoSign : Life::Unknown, scene.said(last), at});
        return;
    }
    // How often it beats is known from watching alone; more than half of what is allowed is late.
    const bool rhythmTells = scene.lock.renewals && scene.lock.renewals->usual();
    const bool fresh = age <= std::min(*lease.granted * 3 / 5, freshHeartbeat);
    const auto text = [&] {
        return Words::tr("Its heartbeat is %1 old; it is given up after %2.")
            .arg(ageText(age), durationText(*lease.granted));
    };
    evidence.push_back({Source::Heartbeat,
                        fresh && clockTells && !rhythmTells ? Life::Alive : Life::Unknown,
                        scene.said(text), at});
}

/** Who lets go by ending the lease leaves the same as who died: it decides nothing. */
void addLease(Evidence &evidence, const Scene &scene)
{
    const Lease &lease = scene.lock.lease;
    if (scene.lock.state != LockState::Expired || lease.isBeat || !lease.expiresAt)
        return;
    const auto text = [&] {
        return Words::tr("Its lease ended %1 ago: it was let go of, or not renewed.")
            .arg(ageText(scene.ago(lease.deadline)));
    };
    evidence.push_back({Source::Lease, Life::Unknown, scene.said(text), lease.deadline});
}

bool isOfSession(const LockRecord &lock)
{
    return !lock.holders.empty() && lock.holders.constFirst().detail
           && lock.holders.constFirst().detail->connectionId && !lock.lease.hasExpiry;
}

void addSession(Evidence &evidence, const Scene &scene)
{
    const LockRecord &lock = scene.lock;
    if (!isOfSession(lock))
        return;
    if (!lock.holderIdle) {
        const auto there = [&] {
            return Words::tr("Its session was on the server %1 ago.")
                .arg(ageText(scene.ago(scene.lookedAt)));
        };
        evidence.push_back({Source::Session, Life::Unknown, scene.said(there), scene.lookedAt});
        return;
    }
    const SteadyTime at = scene.lookedAt - *lock.holderIdle;
    const Micros idle = scene.ago(at);
    const SteadyTime earliest = at - wholeSecond;
    if (scene.ago(earliest) <= freshStatement) {
        const auto ran = [&] {
            return Words::tr("Its session ran a statement at most %1 ago.")
                .arg(ageText(scene.ago(earliest)));
        };
        evidence.push_back({Source::Session, Life::Alive, scene.said(ran), earliest});
        return;
    }
    // The finding knows from when on this backend's operators call it sleeping.
    const bool sleeps = lock.hasFinding(FindingId::SleepingHolder);
    const auto text = [&] {
        return Words::tr("Its session is on the server, and has run nothing for %1.")
            .arg(ageText(idle));
    };
    evidence.push_back(
        {Source::Session, sleeps ? Life::NoSign : Life::Unknown, scene.said(text), at});
}

void addTaking(Evidence &evidence, const Scene &scene)
{
    const LockRecord &lock = scene.lock;
    if (lock.state == LockState::Expired || !lock.heldSince || lock.heldBasis != HeldBasis::Server
        || isOfSession(lock) || isClockDoubted(lock))
        return;
    // As its holder's clock says, which may be ahead without a finding.
    const SteadyTime earliest = *lock.heldSince - clockTolerance;
    if (scene.ago(earliest) > freshTaking || scene.ago(earliest) < Micros(0))
        return;
    const auto text = [&] {
        return Words::tr("Taken at most %1 ago.").arg(ageText(scene.ago(earliest)));
    };
    evidence.push_back({Source::Lease, Life::Alive, scene.said(text), earliest});
}

/** What the lock itself tells. */
Evidence ofItself(const Scene &scene)
{
    Evidence evidence;
    if (!isHeld(scene.lock.state) && scene.lock.state != LockState::Expired)
        return evidence;
    addRenewals(evidence, scene);
    addHeartbeat(evidence, scene);
    addLease(evidence, scene);
    addSession(evidence, scene);
    addTaking(evidence, scene);
    return evidence;
}

/** What the locks around it tell, of one kind of relation. */
struct Around {
    std::optional<std::pair<const SeenLock *, LifeEvidence>> alive;
    std::optional<std::pair<const SeenLock *, LifeEvidence>> silent;
    int silentCount = 0;
};

Around around(const std::vector<SeenLock> &others, SteadyTime now)
{
    Around found;
    for (const SeenLock &other : others) {
        if (!other.lookedAt)
            continue;
        const Evidence evidence = ofItself({other.lock, *other.lookedAt, now});
        const LifeEvidence *const alive = newest(evidence, Life::Alive);
        const LifeEvidence *const silent = newest(evidence, Life::NoSign);
        if (alive && (!found.alive || alive->at > found.alive->second.at))
            found.alive.emplace(&other, *alive);
        if (alive || !silent)
            continue;
        ++found.silentCount;
        if (!found.silent || silent->at > found.silent->second.at)
            found.silent.emplace(&other, *silent);
    }
    return found;
}

QString placeOf(const SeenLock &other)
{
    return Words::tr("%1 on %2")
        .arg(literalText(other.lock.id.name), literalText(other.lock.id.source->backend));
}

void addProcess(Evidence &evidence, const LifeCase &it, SteadyTime now)
{
    const Around found = around(it.related.ofProcess, now);
    const QString sentence = Words::tr("Its process also has %1: %2");
    if (found.alive) {
        const auto &[other, said] = *found.alive;
        evidence.push_back(
            {Source::Process, Life::Alive, sentence.arg(placeOf(*other), said.text), said.at});
    }
    if (!found.silent)
        return;
    // What went silent before this lock was taken or renewed says nothing of now.
    const auto &[other, said] = *found.silent;
    const auto proof = lastProof(it.lock);
    const bool counts = !found.alive && !it.related.cut && proof && said.at && *said.at >= *proof;
    QString text = sentence.arg(placeOf(*other), said.text);
    if (found.silentCount > 1)
        text += u' ' + Words::tr("Like it: %1 more.").arg(found.silentCount - 1);
    evidence.push_back({Source::Process, counts ? Life::NoSign : Life::Unknown, text, said.at});
}

/** A host may run another process, or the same anew: it decides nothing. */
void addHost(Evidence &evidence, const LifeCase &it, SteadyTime now)
{
    const Around found = around(it.related.ofHost, now);
    if (found.alive) {
        const auto &[other, said] = *found.alive;
        evidence.push_back({Source::Host, Life::Unknown,
                            Words::tr("Somebody on its host, perhaps another process, has %1: %2")
                                .arg(placeOf(*other), said.text),
                            said.at});
    } else if (found.silent) {
        const auto &[other, said] = *found.silent;
        evidence.push_back(
            {Source::Host, Life::Unknown,
             Words::tr("Nobody on its host shows a sign of life; the last was %1: %2")
                 .arg(placeOf(*other), said.text),
             said.at});
    }
}

void addLook(Evidence &evidence, const LifeCase &it)
{
    const LockRecord &lock = it.lock;
    if (lock.state == LockState::Unknown) {
        evidence.push_back({Source::Look,
                            Life::Unknown,
                            Words::tr("The last look could not tell how it stands."),
                            {}});
        return;
    }
    const bool watched = lock.heldSince && lock.heldBasis == HeldBasis::Observed;
    if (lock.renewals || lock.state == LockState::Expired || !lock.lease.hasExpiry || !watched)
        return;
    const Micros time = between(*lock.heldSince, *it.lookedAt);
    if (time >= latitude)
        evidence.push_back({Source::Renewals,
                            Life::Unknown,
                            Words::tr("No renewal was seen in %1.").arg(ageText(time)),
                            {}});
}

bool has(const Evidence &evidence, Life says)
{
    return newest(evidence, says) != nullptr;
}

Life lifeOf(const Evidence &evidence, bool contradicting)
{
    if (contradicting)
        return Life::Unknown;
    for (const Life life : {Life::Gone, Life::Alive, Life::NoSign}) {
        if (has(evidence, life))
            return life;
    }
    return Life::Unknown;
}

void say(Verdict &verdict, const LockRecord &lock)
{
    QStringList texts;
    if (verdict.contradicting)
        texts << Words::tr("Cannot be known: what was seen contradicts itself.");
    else if (verdict.life == Life::Unknown
             && std::all_of(
                 verdict.evidence.begin(), verdict.evidence.end(),
                 [](const LifeEvidence &each) { return each.source == Source::History; }))
        texts << Words::tr("Cannot be known: nothing that was read shows whether it lives.");
    else if (lock.holders.size() > 1 && verdict.life == Life::Alive)
        texts << Words::tr("At least one of its %1 holders is alive.").arg(lock.holders.size());
    else
        texts << lifeText(verdict.life) + u'.';
    verdict.headline = texts.front().size();
    for (const LifeEvidence &each : verdict.evidence) {
        const bool decides =
            verdict.contradicting ? each.says != Life::Unknown : each.says == verdict.life;
        // Who asked is told what came of it; and how long it usually takes, where nobody is known
        // to be at it.
        const bool isUsual = each.source == Source::History && verdict.life != Life::Alive;
        if (decides || each.source == Source::Check || isUsual)
            texts << each.text;
    }
    verdict.sentence = texts.join(u' ');
}

} // namespace

Evidence ownEvidence(const LockRecord &lock, SteadyTime lookedAt, SteadyTime now,
                     EvidenceWords words)
{
    return ofItself({lock, lookedAt, now, words});
}

std::optional<SteadyTime> lastProof(const LockRecord &lock)
{
    if (lock.renewals)
        return lock.renewals->last;
    return lock.heldSince;
}

const LifeEvidence *newest(const Evidence &evidence, Life says)
{
    const LifeEvidence *found = nullptr;
    for (const LifeEvidence &each : evidence) {
        if (each.says == says && (!found || each.at > found->at))
            found = &each;
    }
    return found;
}

std::optional<Verdict> judge(const LifeCase &it, SteadyTime now)
{
    if (it.lock.state == LockState::Free)
        return std::nullopt;
    Verdict verdict;
    Evidence &evidence = verdict.evidence;
    if (it.check)
        evidence.push_back(*it.check);
    if (it.lock.state == LockState::Unknown) {
        addLook(evidence, it);
    } else if (it.lookedAt) {
        Evidence own = ofItself({it.lock, *it.lookedAt, now});
        evidence.insert(evidence.end(), own.begin(), own.end());
        addProcess(evidence, it, now);
        addHost(evidence, it, now);
        addLook(evidence, it);
    }
    if (it.past)
        evidence.push_back(*it.past);
    verdict.contradicting =
        has(evidence, Life::Alive) && (has(evidence, Life::NoSign) || has(evidence, Life::Gone));
    verdict.life = lifeOf(evidence, verdict.contradicting);
    std::stable_partition(evidence.begin(), evidence.end(),
                          [](const LifeEvidence &each) { return each.says != Life::Unknown; });
    say(verdict, it.lock);
    return verdict;
}

} // namespace lockmaster
