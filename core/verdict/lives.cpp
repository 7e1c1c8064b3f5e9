// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/lives.h"

#include "core/verdict/evidence.h"
#include "core/verdict/relations.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** Of several holders it is not known who renews them. Null: none, or it is not known. */
const QString *processOf(const LockRecord &lock)
{
    if (lock.holders.size() != 1 || !lock.holders.constFirst().detail)
        return nullptr;
    const QString &process = lock.holders.constFirst().detail->process;
    return process.isEmpty() ? nullptr : &process;
}

} // namespace

size_t LivesOfMany::add(const LockRecord &lock, std::optional<SteadyTime> lookedAt)
{
    const size_t place = m_seen.size();
    Seen &seen = m_seen.emplace_back();
    seen.lock = &lock;
    seen.wasRead = lookedAt.has_value();
    if (lookedAt) {
        const Evidence own = ownEvidence(lock, *lookedAt, m_now, EvidenceWords::Left);
        seen.isAlive = newest(own, Life::Alive) != nullptr;
        const LifeEvidence *const silent = newest(own, Life::NoSign);
        seen.isSilent = silent != nullptr;
        seen.silentAt = silent ? silent->at : std::nullopt;
    }
    if (const QString *const name = processOf(lock)) {
        Process &process = m_processes[*name];
        ++process.locks;
        process.alive += seen.isAlive ? 1 : 0;
        if (seen.isSilent && !seen.isAlive)
            noteSilent(process, place);
    }
    return place;
}

void LivesOfMany::noteSilent(Process &process, size_t place) const
{
    const auto older =
        std::find_if(process.silent.begin(), process.silent.end(), [this, place](size_t other) {
            return m_seen[place].silentAt > m_seen[other].silentAt;
        });
    process.silent.insert(older, place);
    process.silent.resize(std::min(process.silent.size(), size_t(2)));
}

/** `Unknown`: its other locks decide nothing. */
Life LivesOfMany::wordOfProcess(size_t place) const
{
    const Seen &seen = m_seen[place];
    const QString *const name = processOf(*seen.lock);
    const auto found = name ? m_processes.constFind(*name) : m_processes.constEnd();
    if (found == m_processes.constEnd())
        return Life::Unknown;
    if (found->alive > (seen.isAlive ? 1u : 0u))
        return Life::Alive;
    const auto silent = std::find_if(found->silent.begin(), found->silent.end(),
                                     [place](size_t other) { return other != place; });
    const auto proof = lastProof(*seen.lock);
    if (silent == found->silent.end() || found->locks > RelatedLocks::mostOfProcess + 1 || !proof)
        return Life::Unknown;
    const auto &at = m_seen[*silent].silentAt;
    return at && *at >= *proof ? Life::NoSign : Life::Unknown;
}

std::optional<LifeWord> LivesOfMany::of(size_t place,
                                        const std::optional<LifeEvidence> &check) const
{
    const Seen &seen = m_seen[place];
    if (seen.lock->state == LockState::Free)
        return std::nullopt;
    const Life checked = check ? check->says : Life::Unknown;
    const bool tells = seen.wasRead && seen.lock->state != LockState::Unknown;
    const Life process = tells ? wordOfProcess(place) : Life::Unknown;
    const bool isAlive =
        (tells && seen.isAlive) || process == Life::Alive || checked == Life::Alive;
    const bool isSilent =
        (tells && seen.isSilent) || process == Life::NoSign || checked == Life::NoSign;
    const bool isGone = checked == Life::Gone;
    if (isAlive && (isSilent || isGone))
        return LifeWord{Life::Unknown, true};
    if (isGone)
        return LifeWord{Life::Gone};
    if (isAlive)
        return LifeWord{Life::Alive};
    return LifeWord{isSilent ? Life::NoSign : Life::Unknown};
}

} // namespace lockmaster
