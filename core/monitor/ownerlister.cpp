// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/ownerlister.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lockmaster {

namespace {

const std::vector<OwnerRule> noRules;

/** What was said of a lock, as long as the very hold goes on that was asked about. */
std::optional<LifeEvidence> saidOf(const LockRecord &lock, const std::vector<HolderCheck> &checks,
                                   SteadyTime now)
{
    for (const HolderCheck &check : checks) {
        if (now < check.until && check.lock->id == lock.id && sameInstance(*check.lock, lock))
            return check.said;
    }
    return std::nullopt;
}

/** What of the locks that somebody holds is known of whoever holds them. */
LifeWord wordFor(const LockRecord &lock, const LifeWord &word)
{
    // Of several who hold it one lives, or all are gone.
    const bool tells = lock.holders.size() == 1 || word.life == Life::Gone;
    return tells ? word : LifeWord();
}

using LifeWords = std::unordered_map<const LockRecord *, LifeWord>;

OwnerEntry entryOf(Owner &&owner, const LifeWords &words, const OwnerLister::Backends &backends)
{
    OwnerEntry entry;
    entry.id = owner.id;
    entry.holds = qint64(owner.holds.size());
    entry.waits = qint64(owner.waits.size());
    entry.unknown = qint64(owner.unknown.size());
    entry.oldest = owner.oldest;
    entry.oldestBasis = owner.oldestBasis;
    entry.hosts = std::move(owner.hosts);
    entry.users = std::move(owner.users);
    entry.programs = std::move(owner.programs);
    entry.pids = std::move(owner.pids);
    for (const LockRecord *lock : owner.holds) {
        if (const auto word = words.find(lock); word != words.end())
            entry.lives.add(wordFor(*lock, word->second));
    }
    std::vector<const SourceId *> sources;
    for (const auto *list : {&owner.holds, &owner.waits, &owner.unknown}) {
        for (const LockRecord *lock : *list) {
            if (sources.empty() || sources.back() != lock->id.source.get())
                sources.push_back(lock->id.source.get());
        }
    }
    for (const auto &backend : backends) {
        const QString &name = backend->status.name;
        if (std::any_of(sources.begin(), sources.end(),
                        [&name](const SourceId *source) { return source->backend == name; }))
            entry.backends << name;
    }
    return entry;
}

} // namespace

void OwnerLister::forget()
{
    m_places.clear();
    m_list.reset();
}

std::shared_ptr<const OwnerList> OwnerLister::list(const Backends &backends, const Rules &rules,
                                                   const std::vector<HolderCheck> &checks,
                                                   SteadyTime now)
{
    if (std::exchange(m_rules, rules) != rules)
        m_places.clear();
    std::vector<std::pair<QString, Place>> places;
    for (const auto &backend : backends) {
        const QString &name = backend->status.name;
        const auto before = std::find_if(m_places.begin(), m_places.end(),
                                         [&name](const auto &each) { return each.first == name; });
        places.emplace_back(
            name,
            placeOf(*backend, before == m_places.end() ? Place() : std::move(before->second)));
    }
    m_places = std::move(places);
    auto list = listed(backends, checks, now);
    if (!m_list || *m_list != *list)
        m_list = std::move(list);
    return m_list;
}

/** Both lists are in order: what did not change is found side by side. */
OwnerLister::Place OwnerLister::placeOf(const BackendSnapshot &backend, Place before) const
{
    if (before.locks.isSharedWith(backend.locks))
        return before;
    Place place{backend.locks, {}};
    place.known.reserve(backend.locks.size());
    size_t old = 0;
    for (const PackedLock &lock : backend.locks) {
        while (old < before.locks.size() && before.locks[old] != lock
               && before.locks[old].compareId(lock) < 0)
            ++old;
        if (old < before.locks.size() && before.locks[old] == lock) {
            place.known.push_back(std::move(before.known[old++]));
            continue;
        }
        Known known{lock.record(), {}};
        known.owned = ownedLock(*known.lock, m_rules ? *m_rules : noRules);
        place.known.push_back(std::move(known));
    }
    return place;
}

std::shared_ptr<const OwnerList> OwnerLister::listed(const Backends &backends,
                                                     const std::vector<HolderCheck> &checks,
                                                     SteadyTime now) const
{
    std::vector<const OwnedLock *> locks;
    LivesOfMany lives(now);
    for (size_t i = 0; i < backends.size(); ++i) {
        for (const Known &known : m_places[i].second.known) {
            locks.push_back(&known.owned);
            lives.add(*known.lock, backends[i]->status.dataFrom);
        }
    }
    OwnersFound found = ownersAmong(locks);
    LifeWords words;
    for (size_t i = 0; i < locks.size(); ++i) {
        const LockRecord &lock = *locks[i]->lock;
        if (!isHeld(lock.state))
            continue;
        if (const auto word = lives.of(i, saidOf(lock, checks, now)))
            words.emplace(&lock, *word);
    }
    auto list = std::make_shared<OwnerList>();
    list->heldByNobodyKnown = found.heldByNobodyKnown;
    list->unknown = found.unknown;
    list->owners.reserve(found.owners.size());
    for (Owner &owner : found.owners)
        list->owners.push_back(entryOf(std::move(owner), words, backends));
    list->waiting = std::count_if(list->owners.begin(), list->owners.end(),
                                  [](const OwnerEntry &owner) { return owner.waits > 0; });
    std::stable_sort(list->owners.begin(), list->owners.end(),
                     [](const OwnerEntry &a, const OwnerEntry &b) { return troublesMore(a, b); });
    if (list->owners.size() > OwnerList::most) {
        list->more = qint64(list->owners.size() - OwnerList::most);
        list->owners.resize(OwnerList::most);
    }
    return list;
}

} // namespace lockmaster
