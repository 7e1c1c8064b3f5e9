// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendlook.h"

#include <algorithm>
#include <iterator>

// How `BackendTracker` takes in what is told of single locks, beside the polls.

namespace lockmaster {

namespace {

/** More names than this are not kept: an answer with them counts as a poll. */
constexpr size_t mostAnswered = 20'000;

} // namespace

void BackendTracker::beginRead()
{
    m_reading = true;
    m_pushed.clear();
}

bool BackendTracker::wasPushed(const LockId &id) const
{
    if (m_pushed.empty())
        return false;
    const auto origin = m_origins.find(*id.source);
    if (origin == m_origins.end())
        return false;
    const auto names = m_pushed.find(origin->second.observation);
    return names != m_pushed.end() && names->second.contains(id.name);
}

void BackendTracker::notePushed(const std::vector<Observation> &observations)
{
    if (!m_reading)
        return;
    for (const Observation &seen : observations) {
        for (const QByteArray &name : *seen.asked)
            m_pushed[seen.source].insert(name);
    }
}

/** Takes out of a poll what was pushed since it began, and notes what it has shown. */
void BackendTracker::shieldPushed(Look &look, std::vector<LockRecord *> &records)
{
    if (!m_unshown.isEmpty()) {
        for (const LockRecord *record : records)
            m_unshown.remove(record->id);
    }
    if (m_pushed.empty())
        return;
    std::erase_if(records, [&](const LockRecord *record) {
        const bool pushed = wasPushed(record->id);
        if (pushed)
            look.alsoShown.insert(record->id);
        return pushed;
    });
}

/** The same for an answer about single locks. */
void BackendTracker::dropPushed(Observation &seen)
{
    const auto found = m_pushed.find(seen.source);
    if (found == m_pushed.end())
        return;
    const auto &pushed = found->second;
    std::erase_if(seen.records,
                  [&](const LockRecord &record) { return pushed.contains(record.id.name); });
    std::erase_if(*seen.asked, [&](const QByteArray &name) { return pushed.contains(name); });
    // The reader may have missed them in between, and forgotten them for that.
    for (const auto &[source, origin] : m_origins) {
        for (const QByteArray &name : pushed) {
            const LockId id{origin.source, name};
            if (origin.observation == seen.source && entryOf(id))
                m_unshown.insert(id);
        }
    }
}

BackendTracker::Change BackendTracker::push(std::vector<Observation> observations, SteadyTime begun,
                                            QHash<QByteArray, HowEnded> ends)
{
    std::erase_if(observations, [](const Observation &seen) { return !seen.asked; });
    if (begun < m_lastReadBegun) {
        // To take the older for the newer would invent events that the next news takes back.
        for (const Observation &seen : observations)
            m_doubts.insert(seen.asked->begin(), seen.asked->end());
        noteFeedGap();
        return {};
    }
    bool whole = true;
    for (Observation &seen : observations)
        whole = !doubtAnswered(seen, begun) && seen.complete && whole;
    notePushed(observations);
    Change change = mergeAsked(std::move(observations), begun, true, std::move(ends));
    // The next word of a name that was not taken in would seem to be of the hold that is known.
    if (!whole)
        noteFeedGap();
    return change;
}

BackendTracker::Change BackendTracker::answer(std::vector<Observation> observations,
                                              SteadyTime begun)
{
    std::erase_if(observations, [](const Observation &seen) { return !seen.asked; });
    for (Observation &seen : observations)
        dropPushed(seen);
    noteAnswered(observations, begun);
    Change change = mergeAsked(std::move(observations), begun, false);
    m_reading = false;
    m_pushed.clear();
    return change;
}

void BackendTracker::noteAnswered(const std::vector<Observation> &observations, SteadyTime begun)
{
    // One is remembered by name: news that are older than the one before it come hardly ever.
    m_lastReadBegun = std::max(m_lastReadBegun, m_lastAnswerBegun);
    m_lastAnswerBegun = begun;
    m_answered.clear();
    size_t names = 0;
    for (const Observation &seen : observations)
        names += seen.asked->size();
    if (names > mostAnswered) {
        m_lastReadBegun = begun;
        return;
    }
    for (const Observation &seen : observations)
        m_answered.insert(m_answered.end(), seen.asked->begin(), seen.asked->end());
    std::sort(m_answered.begin(), m_answered.end());
}

/** Takes out of news what was read again, and merged, since they were. @return whether any was. */
bool BackendTracker::doubtAnswered(Observation &seen, SteadyTime begun)
{
    if (begun >= m_lastAnswerBegun || m_answered.empty())
        return false;
    const auto wasAnswered = [this](const QByteArray &name) {
        return std::binary_search(m_answered.begin(), m_answered.end(), name);
    };
    std::copy_if(seen.asked->begin(), seen.asked->end(), std::inserter(m_doubts, m_doubts.end()),
                 wasAnswered);
    const size_t taken = std::erase_if(*seen.asked, wasAnswered);
    std::erase_if(seen.records,
                  [&](const LockRecord &record) { return wasAnswered(record.id.name); });
    return taken > 0;
}

BackendTracker::Change BackendTracker::mergeAsked(std::vector<Observation> observations,
                                                  SteadyTime begun, bool isPush,
                                                  QHash<QByteArray, HowEnded> ends)
{
    BackendReading reading;
    reading.observations = std::move(observations);
    Change change;
    for (Observation &seen : reading.observations) {
        std::sort(seen.asked->begin(), seen.asked->end());
        change.unclear = change.unclear || !seen.complete;
    }
    Look look = lookAt(reading, begun);
    look.partial = true;
    look.isPush = isPush;
    look.ends = std::move(ends);
    for (const Observation &seen : reading.observations) {
        if (seen.complete)
            takeAbsent(look, seen);
    }
    for (LockRecord *record : recordsById(reading))
        takeShown(look, *record);
    rebuild(look);
    m_othersShown = m_othersShown || look.changed;
    const auto led = m_leaders.watches();
    closeLeaders(look);
    change.visible = look.changed || led != m_leaders.watches();
    change.events = std::move(look.events);
    return change;
}

/** The entries of one source stand together. */
std::pair<BackendTracker::Entries::iterator, BackendTracker::Entries::iterator>
BackendTracker::rangeOf(const SourceId &source)
{
    return {std::partition_point(m_entries.begin(), m_entries.end(),
                                 [&](const Entry &entry) { return *entry.seen.source() < source; }),
            std::partition_point(m_entries.begin(), m_entries.end(), [&](const Entry &entry) {
                return *entry.seen.source() <= source;
            })};
}

/** What is known of the names that were asked for, and is not there any more. */
void BackendTracker::takeAbsent(Look &look, const Observation &seen)
{
    QSet<LockId> shown;
    for (const LockRecord &record : seen.records)
        shown.insert(record.id);
    const auto before = [](const Entry &entry, const QByteArray &name) {
        return entry.seen.name().compare(name) < 0;
    };
    for (const auto &[source, origin] : m_origins) {
        if (origin.observation != seen.source)
            continue;
        const auto [from, to] = rangeOf(source);
        for (auto name = seen.asked->begin(); from != to && name != seen.asked->end(); ++name) {
            const auto place = std::lower_bound(from, to, *name, before);
            if (place == to || place->seen.name() != *name || shown.contains(place->seen.id()))
                continue;
            // Whether it was lost with the master before is for a whole look to tell.
            if (m_lost.contains(place->seen.id()) || isLostInFailover(look, *place))
                continue;
            drop(look, *place);
            look.removed.push_back(size_t(place - m_entries.begin()));
            countLocks(seen.source, -1);
        }
    }
}

void BackendTracker::takeShown(Look &look, LockRecord &record)
{
    const auto place = std::lower_bound(
        m_entries.begin(), m_entries.end(), record.id,
        [](const Entry &entry, const LockId &id) { return entry.seen.compareId(id) < 0; });
    if (place == m_entries.end() || !place->seen.hasId(record.id)) {
        m_unshown.insert(record.id);
        countLocks(observationOf(look, *record.id.source)->source, 1);
        takeNew(look, record); // stays in the look's list until `rebuild()`
        noteExpiry(look.entries.back(), look.begun);
        return;
    }
    if (m_lost.contains(record.id))
        countLocks(observationOf(look, *record.id.source)->source, 1);
    takeKnown(look, std::move(*place), record);
    *place = std::move(look.entries.back());
    look.entries.pop_back();
    noteExpiry(*place, look.begun);
}

/** The list of entries without those that went and with the look's, which are new. */
void BackendTracker::rebuild(Look &look)
{
    if (look.removed.empty() && look.entries.empty())
        return;
    std::sort(look.removed.begin(), look.removed.end());
    Entries next;
    next.reserve(m_entries.size() + look.entries.size() - look.removed.size());
    auto from = m_entries.begin();
    auto removed = look.removed.begin();
    const auto moveUpTo = [&](Entries::iterator to) {
        while (from != to) {
            const bool cut = removed != look.removed.end() && m_entries.begin() + *removed < to;
            const auto end = cut ? m_entries.begin() + *removed : to;
            next.insert(next.end(), std::move_iterator(from), std::move_iterator(end));
            from = cut ? end + 1 : end;
            removed += cut ? 1 : 0;
        }
    };
    for (Entry &entry : look.entries) {
        moveUpTo(std::lower_bound(
            from, m_entries.end(), entry.seen,
            [](const Entry &old, const PackedLock &lock) { return old.seen.compareId(lock) < 0; }));
        next.push_back(std::move(entry));
    }
    moveUpTo(m_entries.end());
    m_entries = std::move(next);
    look.entries.clear();
}

void BackendTracker::countLocks(const QString &source, qint64 more)
{
    for (SourceStatus &known : m_status.sources) {
        if (known.name == source)
            known.lockCount += more;
    }
}

std::vector<QByteArray> BackendTracker::takeDoubts()
{
    std::vector<QByteArray> names(m_doubts.begin(), m_doubts.end());
    m_doubts.clear();
    return names;
}

std::vector<QByteArray> BackendTracker::leaderNames() const
{
    std::vector<QByteArray> names;
    for (const auto &watch : m_leaders.watches()) {
        if (!m_masters.find(watch->lock->id))
            names.push_back(watch->lock->id.name);
    }
    return names;
}

std::vector<QByteArray> BackendTracker::overdue(SteadyTime before, size_t most)
{
    std::vector<QByteArray> names;
    m_nextExpiry.reset();
    for (const Entry &entry : m_entries) {
        const PackedLock &lock = entry.shown();
        const bool ranOut =
            lock.state() == LockState::Held && lock.expiresAt() && lock.deadline() <= before;
        if (!ranOut)
            noteExpiry(entry, before);
        else if (names.size() < most)
            names.push_back(lock.name().toByteArray());
    }
    return names;
}

} // namespace lockmaster
