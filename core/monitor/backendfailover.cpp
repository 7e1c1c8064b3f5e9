// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findings.h"
#include "core/monitor/backendlook.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <algorithm>
#include <iterator>

// What `BackendTracker` makes of another master of a Redis.

namespace lockmaster {

void BackendTracker::noteMaster(const MasterChange &change, Look &look)
{
    const bool isTold = std::any_of(m_masterChanges.begin(), m_masterChanges.end(),
                                    [&](const auto &told) { return told.change == change; });
    if (isTold)
        return;
    if (m_masterChanges.size() == MasterChange::mostKept)
        m_masterChanges.erase(m_masterChanges.begin());
    m_masterChanges.push_back({change, look.begun});
    Event event = backendEvent(EventKind::MasterChanged, masterChangeText(change));
    event.master = std::make_shared<const MasterChange>(change);
    look.events.push_back(std::move(event));
}

/**
 * It stood on the master before, and should still stand on this one. Not if all that the old one
 * had at the last look at it has survived: then this one had the lock as well, and it was let go
 * of. Nor if nobody looked for a while.
 */
bool BackendTracker::isLostInFailover(const Look &look, const Entry &entry) const
{
    const bool isOver = !isHeld(entry.seen.state())
                        || (entry.seen.expiresAt() && entry.seen.deadline() <= look.now);
    const bool rested = m_restedFrom && entry.seenAt <= *m_restedFrom;
    if (m_masterChanges.empty() || isOver || rested)
        return false;
    return std::any_of(
        m_masterChanges.begin(), m_masterChanges.end(), [&entry](const ToldChange &told) {
            const MasterChange &change = told.change;
            const bool survived = change.lostBytes == qint64(0) && entry.seenAt <= change.lastSeen;
            return entry.seenAt < told.from && !survived
                   && change.isAbout(entry.seen.name().toByteArray());
        });
}

/** Its holder is not told: it stays in sight for as long as that one may believe to have it. */
BackendTracker::Entry BackendTracker::lost(const Look &look, PackedLock seen, SteadyTime seenAt)
{
    LockRecord lost = asUnknown(seen.unpack());
    const QString holder =
        lost.holders.empty() ? Words::tr("nobody known") : literalText(lost.holders.front().label);
    const QString until =
        lost.lease.expiresAt ? momentText(utcTimeOf(*lost.lease.expiresAt)) + QStringLiteral(" UTC")
                             : Words::tr("it looks again");
    lost.findings.push_back(
        {FindingId::LostInFailover,
         Words::tr("It was held by %1 on the master before, and the one that took over does not "
                   "have it; nobody was seen to let go of it. Its holder may believe to have it "
                   "until %2, and another can take it meanwhile.")
             .arg(holder, until)});
    const SteadyTime longest = look.now + forgetAfter;
    m_lost.insert(seen.id(), seen.expiresAt() ? std::min(seen.deadline(), longest) : longest);
    PackedLock shown = m_packer.pack(lost);
    return {std::move(seen), std::move(shown), seenAt};
}

void BackendTracker::keepLost(Look &look, Entry &&entry)
{
    look.changed = true;
    m_unshown.remove(entry.seen.id());
    tell(look, {EventKind::Gone}, HowEnded::Lost, entry.seen.record(), nullptr, entry.seenAt);
    look.entries.push_back(lost(look, std::move(entry.seen), entry.seenAt));
}

/** Before a merge: those that were told before are kept for as long as they are seen. */
void BackendTracker::noteStranded(std::vector<LockRecord> &stranded, SteadyTime now)
{
    std::sort(stranded.begin(), stranded.end(),
              [](const LockRecord &a, const LockRecord &b) { return a.id < b.id; });
    for (const LockRecord &lock : stranded) {
        if (const auto told = m_lost.find(lock.id); told != m_lost.end())
            *told = now + forgetAfter; // until the look at it says better
    }
}

/**
 * They never were on the master that counts: told once, and shown as what was lost with a failover
 * is. What this look itself shows is left as it is.
 */
void BackendTracker::takeStranded(Look &look, std::vector<LockRecord> stranded)
{
    if (stranded.empty())
        return;
    Entries added;
    auto place = look.entries.begin();
    for (LockRecord &lock : stranded) {
        Origin &origin = m_origins[*lock.id.source];
        if (!origin.source) // a keyspace is one observation
            origin = {lock.id.source, look.observations.begin()->first, false};
        lock.id.source = origin.source;
        place = std::lower_bound(
            place, look.entries.end(), lock.id,
            [](const Entry &entry, const LockId &id) { return entry.seen.compareId(id) < 0; });
        const bool isThere = place != look.entries.end() && place->seen.hasId(lock.id);
        const bool isKept = m_lost.contains(lock.id);
        // Of one that was seen before, which this look cannot tell, the next one says more.
        if (isThere && !isKept)
            continue;
        // Another one may have taken it there since the last look.
        const bool isTold = isKept && isThere && place->seen.unpack().holders == lock.holders;
        addCommonFindings(lock, m_spec, look.now);
        PackedLock seen = m_packer.pack(lock);
        if (!isTold)
            tell(look, {EventKind::Gone}, HowEnded::Lost, seen.record(), nullptr, look.begun);
        look.changed = true;
        Entry entry = lost(look, std::move(seen), look.begun);
        if (isThere)
            *place = std::move(entry);
        else
            added.push_back(std::move(entry));
    }
    const auto middle = std::ssize(look.entries);
    std::move(added.begin(), added.end(), std::back_inserter(look.entries));
    std::inplace_merge(look.entries.begin(), look.entries.begin() + middle, look.entries.end(),
                       [](const Entry &a, const Entry &b) { return a.seen.compareId(b.seen) < 0; });
}

} // namespace lockmaster
