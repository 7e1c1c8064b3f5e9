// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"

#include "core/domain/toldlock.h"
#include "core/findings/findings.h"
#include "core/monitor/backendlook.h"
#include "core/monitor/diff.h"
#include "core/monitor/heapcare.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

Error tooManyLeaders()
{
    return {ErrorKind::Truncated, 0,
            Words::tr("There are more than %1 leader locks; the rest is not followed.")
                .arg(LeaderTrackers::mostFollowed),
            Words::tr("Remove rows that no program uses any more.")};
}

} // namespace

BackendTracker::BackendTracker(BackendSpec spec, const Clock &clock)
    : m_spec(std::move(spec)), m_clock(clock), m_status(initialStatus(m_spec)), m_leaders(clock),
      m_masters(m_spec)
{
}

Event BackendTracker::backendEvent(EventKind kind, const QString &detail) const
{
    Event event;
    event.kind = kind;
    event.backend = m_spec.name;
    event.seenAt = m_clock.now();
    event.wallTime = m_clock.wallNow();
    event.detail = detail;
    return event;
}

void BackendTracker::listShown()
{
    if (!std::exchange(m_othersShown, false))
        return;
    std::vector<PackedLock> shown;
    shown.reserve(m_entries.size());
    for (const Entry &entry : m_entries)
        shown.push_back(entry.shown());
    m_shown = std::move(shown);
}

std::shared_ptr<const BackendSnapshot> BackendTracker::restate()
{
    listShown();
    const auto snapshot = std::make_shared<BackendSnapshot>();
    snapshot->sequence = ++m_sequence;
    snapshot->status = m_status;
    snapshot->locks = m_shown;
    snapshot->leaders = m_leaders.watches();
    return snapshot;
}

/** The nodes that came and went; what was not told says nothing. */
void BackendTracker::noteNodes(const std::optional<GroupMember> &now, std::vector<Event> &events)
{
    if (!now)
        return;
    m_status.server.group = now;
    if (now->nodes.empty())
        return;
    const std::vector<GroupNode> before = std::exchange(m_nodes, now->nodes);
    if (before.empty())
        return;
    const auto find = [](const std::vector<GroupNode> &nodes, const GroupNode &node) {
        const auto found =
            std::find_if(nodes.begin(), nodes.end(),
                         [&node](const GroupNode &other) { return other.address == node.address; });
        return found == nodes.end() ? nullptr : &*found;
    };
    for (const GroupNode &node : before) {
        const GroupNode *same = find(now->nodes, node);
        if (node.trouble.isEmpty() && (!same || !same->trouble.isEmpty())) {
            events.push_back(backendEvent(
                EventKind::NodeLost,
                Words::tr("%1 does not take part: %2")
                    .arg(node.title(), same ? same->trouble : Words::tr("it left the group."))));
        }
    }
    for (const GroupNode &node : now->nodes) {
        const GroupNode *same = find(before, node);
        if (node.trouble.isEmpty() && (!same || !same->trouble.isEmpty()))
            events.push_back(
                backendEvent(EventKind::NodeBack, Words::tr("%1 takes part.").arg(node.title())));
    }
}

BackendTracker::Outcome BackendTracker::lose(const Error &error)
{
    Outcome outcome;
    if (m_status.state != BackendState::Offline)
        outcome.events.push_back(backendEvent(EventKind::BackendLost, error.message));
    noteFailure(m_status, error);
    for (Entry &entry : m_entries) {
        if (!isTold(entry.shown()))
            continue;
        entry.unknown = PackedLock(asUnknown(entry.seen.unpack()));
        m_othersShown = true;
    }
    m_nextExpiry.reset();
    m_reading = false;
    m_pushed.clear();
    Look nothing;
    nothing.begun = m_clock.now();
    (void)m_masters.look(std::nullopt);
    closeLeaders(nothing);
    outcome.snapshot = restate();
    return outcome;
}

BackendTracker::Outcome BackendTracker::read(BackendReading reading, SteadyTime begun)
{
    if (reading.failure) {
        std::vector<Event> ofNodes;
        noteNodes(reading.server.group, ofNodes);
        Outcome lost = lose(*reading.failure);
        std::move(ofNodes.begin(), ofNodes.end(), std::back_inserter(lost.events));
        return lost;
    }

    Look look = lookAt(reading, begun);
    if (m_status.state == BackendState::Offline)
        look.events.push_back(backendEvent(EventKind::BackendBack, {}));
    noteNodes(reading.server.group, look.events);
    for (const MasterChange &change : reading.masterChanges)
        noteMaster(change, look);
    noteReading(m_status, reading, begun);
    std::vector<LockRecord *> records = recordsById(reading);
    shieldPushed(look, records);
    noteStranded(reading.stranded, look.now);
    merge(look, records, m_entries.begin(), m_entries.end());
    takeStranded(look, std::move(reading.stranded));
    const size_t before = m_entries.size();
    m_entries = std::move(look.entries);
    m_othersShown = m_othersShown || look.changed;
    // What ran out while it was read is confirmed by another read, as what runs out later is.
    noteNextExpiry(m_status.updates == UpdateKind::Polled ? look.now : look.begun);
    noteCompleteLooks(reading, begun);
    followMasters(look);
    closeLeaders(look);
    m_reading = false;
    m_pushed.clear();
    m_lastReadBegun = begun;
    m_restedFrom = m_status.paused ? std::optional(m_clock.now()) : std::nullopt;
    if (m_leaders.overflows())
        m_status.problems.push_back({QString(), tooManyLeaders()});
    reading.observations.clear();
    careForHeap(records.size(), before);
    return {restate(), std::move(look.events)};
}

std::optional<BackendTracker::Outcome> BackendTracker::sample(BackendReading reading,
                                                              SteadyTime begun)
{
    if (reading.failure || m_status.state == BackendState::Offline)
        return std::nullopt;
    // What could not be read is told by the next poll, which looks closer.
    std::erase_if(reading.observations, [](const Observation &seen) { return !seen.complete; });
    if (reading.observations.empty())
        return std::nullopt;
    Look look = lookAt(reading, begun);
    look.partial = true;
    const std::vector<LockRecord *> records = recordsById(reading);
    auto [from, to] = placeOf(reading, records);
    merge(look, records, from, to);
    if (to - from == std::ptrdiff_t(look.entries.size())) {
        std::move(look.entries.begin(), look.entries.end(), from);
    } else {
        const auto rest = m_entries.erase(from, to);
        m_entries.insert(rest, std::move_iterator(look.entries.begin()),
                         std::move_iterator(look.entries.end()));
    }
    m_othersShown = m_othersShown || look.changed;
    noteCompleteLooks(reading, begun);
    const auto led = m_leaders.watches();
    closeLeaders(look);
    if (!look.changed && led == m_leaders.watches())
        return std::nullopt;
    return Outcome{restate(), std::move(look.events)};
}

bool BackendTracker::setLeaderMarks(const std::vector<LockId> &marks)
{
    std::set<LockId> ours;
    for (const LockId &id : marks) {
        if (id.source->backend == m_spec.name)
            ours.insert(id);
    }
    const auto led = m_leaders.watches();
    m_leaders.setMarks(ours);
    // What is known of a lock is where its history begins; the next look adds to it.
    for (const LockId &id : ours) {
        const Entry *entry = m_leaders.follows(id) ? nullptr : entryOf(id);
        if (!entry || entry->shown().state() == LockState::Unknown)
            continue;
        LockRecord copy = entry->shown().unpack();
        m_leaders.look(copy, m_origins[*copy.id.source].leaders, {entry->seenAt, entry->seenAt});
    }
    m_leaders.close(m_clock.now(), [this](const LockId &id) {
        const Entry *entry = entryOf(id);
        return LeaderTrackers::Standing{entry ? entry->shown() : PackedLock(), false,
                                        entry != nullptr};
    });
    return led != m_leaders.watches();
}

BackendTracker::Look BackendTracker::lookAt(BackendReading &reading, SteadyTime begun)
{
    Look look;
    look.begun = begun;
    look.now = m_clock.now();
    if (const QByteArray &run = reading.server.run; !run.isEmpty() && run != m_run) {
        if (!m_run.isEmpty())
            m_runFrom = begun;
        m_run = run;
    }
    noteOrigins(reading);
    for (const Observation &seen : reading.observations)
        look.observations[seen.source] = &seen;
    return look;
}

void BackendTracker::noteCompleteLooks(const BackendReading &reading, SteadyTime begun)
{
    for (const Observation &seen : reading.observations) {
        if (seen.complete && !seen.asked)
            m_completeLooks[seen.source] = begun;
    }
}

/** The part of the reading that tells of the lock's source; null where there is none. */
const Observation *BackendTracker::observationOf(Look &look, const SourceId &id)
{
    if (&id == look.source)
        return look.observation;
    const auto found = look.observations.find(m_origins[id].observation);
    look.source = &id;
    look.observation = found == look.observations.end() ? nullptr : found->second;
    return look.observation;
}

const BackendTracker::Entry *BackendTracker::entryOf(const LockId &id) const
{
    const auto found = std::lower_bound(
        m_entries.begin(), m_entries.end(), id,
        [](const Entry &entry, const LockId &key) { return entry.seen.compareId(key) < 0; });
    return found != m_entries.end() && found->seen.hasId(id) ? &*found : nullptr;
}

/** The entries that a sample is about, and whatever stands between them. */
std::pair<BackendTracker::Entries::iterator, BackendTracker::Entries::iterator>
BackendTracker::placeOf(const BackendReading &sample, const std::vector<LockRecord *> &records)
{
    auto from = m_entries.end();
    auto to = m_entries.begin();
    const auto widen = [&](const auto &isBefore, const auto &isNotBehind) {
        from = std::min(from, std::partition_point(m_entries.begin(), m_entries.end(), isBefore));
        to = std::max(to, std::partition_point(m_entries.begin(), m_entries.end(), isNotBehind));
    };
    for (const auto &[source, origin] : m_origins) {
        const bool sampled = std::any_of(
            sample.observations.begin(), sample.observations.end(),
            [&name = origin.observation](const Observation &seen) { return seen.source == name; });
        if (!sampled)
            continue;
        widen([&at = source](const Entry &entry) { return *entry.seen.source() < at; },
              [&at = source](const Entry &entry) { return *entry.seen.source() <= at; });
    }
    if (!records.empty())
        widen([&](const Entry &entry) { return entry.seen.compareId(records.front()->id) < 0; },
              [&](const Entry &entry) { return entry.seen.compareId(records.back()->id) <= 0; });
    return {std::min(from, to), std::max(from, to)};
}

/** Makes the records share their sources with those of earlier readings, so that ids compare fast.
 */
void BackendTracker::noteOrigins(BackendReading &reading)
{
    for (Observation &seen : reading.observations) {
        const SourceId *last = nullptr;
        const Origin *origin = nullptr;
        for (LockRecord &record : seen.records) {
            if (!origin || record.id.source.get() != last) {
                // The pointer is kept alive by the map or by the records that still follow.
                last = record.id.source.get();
                Origin &known = m_origins[*record.id.source];
                if (!known.source)
                    known.source = record.id.source;
                known.observation = seen.source;
                known.leaders = seen.leaders;
                origin = &known;
            }
            if (record.id.source != origin->source)
                record.id.source = origin->source;
        }
    }
}

void BackendTracker::merge(Look &look, const std::vector<LockRecord *> &records,
                           Entries::iterator from, Entries::iterator to)
{
    look.entries.reserve(records.size());
    auto old = from;
    for (LockRecord *record : records) {
        auto order = std::strong_ordering::greater;
        while (old != to && (order = old->seen.compareId(record->id)) < 0)
            keepOrDrop(look, std::move(*old++));
        if (old != to && order == 0)
            takeKnown(look, std::move(*old++), *record);
        else
            takeNew(look, *record);
    }
    while (old != to)
        keepOrDrop(look, std::move(*old++));
}

void BackendTracker::noteNextExpiry(SteadyTime now)
{
    m_nextExpiry.reset();
    for (const Entry &entry : m_entries)
        noteExpiry(entry, now);
}

void BackendTracker::noteExpiry(const Entry &entry, SteadyTime now)
{
    const PackedLock &lock = entry.shown();
    if (lock.state() == LockState::Held && lock.expiresAt() && lock.deadline() > now
        && (!m_nextExpiry || lock.deadline() < *m_nextExpiry))
        m_nextExpiry = lock.deadline();
}

/** A leader lock goes to its tracker, which adds what it finds. */
void BackendTracker::follow(Look &look, LockRecord &record)
{
    const Observation *seen = observationOf(look, *record.id.source);
    const bool elects = seen && seen->leaders;
    if (record.state == LockState::Unknown || (!elects && !m_leaders.isMarked(record.id)))
        return;
    LeaderTrackers::Moments moments{look.begun, look.now};
    // A leader table's clock is read with its rows: that is closer than the whole poll.
    if (elects && seen->clock.server != ServerTime{})
        moments = {seen->clock.local - seen->clock.uncertainty,
                   seen->clock.local + seen->clock.uncertainty};
    m_leaders.look(record, elects, moments);
}

/** By the word of the group, as it stands in the status. */
void BackendTracker::followMasters(const Look &look)
{
    for (LockRecord &master : m_masters.look(m_status.server.group))
        m_leaders.look(master, true, {look.begun, look.now});
}

void BackendTracker::closeLeaders(Look &look)
{
    m_leaders.close(look.begun, [&](const LockId &id) {
        LeaderTrackers::Standing standing;
        if (const auto master = m_masters.find(id)) {
            standing.absent = master->isDissolved;
            standing.shown = master->isDissolved ? PackedLock() : master->shown;
            standing.lookedFor = !look.partial && !look.isPush;
            return standing;
        }
        const Observation *seen = observationOf(look, *id.source);
        if (const Entry *entry = m_lost.contains(id) ? nullptr : entryOf(id))
            standing.shown = entry->shown();
        const bool asked = !seen || !seen->asked
                           || std::binary_search(seen->asked->begin(), seen->asked->end(), id.name);
        standing.absent = !standing.shown && seen && seen->isSureOf(id.name) && asked;
        standing.lookedFor = (seen ? asked : !look.partial) && (look.isPush || !wasPushed(id));
        return standing;
    });
}

/** A lock that the reading does not show. */
void BackendTracker::keepOrDrop(Look &look, Entry &&entry)
{
    const Observation *seen = observationOf(look, *entry.seen.source());
    const LockId id = entry.seen.id();
    if (const auto lost = m_lost.constFind(id); lost != m_lost.constEnd()) {
        if (look.now < *lost) {
            look.entries.push_back(std::move(entry));
            return;
        }
        m_lost.erase(lost);
        look.changed = true;
        return;
    }
    const bool isNotThere = seen && seen->isSureOf(id.name);
    if (isNotThere && !seen->asked && isLostInFailover(look, entry)) {
        keepLost(look, std::move(entry));
        return;
    }
    const bool untold = !seen && look.partial;
    if (untold || wasPushed(id)) {
        if (!untold && !look.alsoShown.contains(id))
            m_unshown.insert(id);
        look.entries.push_back(std::move(entry));
        return;
    }
    if (seen && m_unshown.contains(id)) {
        m_doubts.insert(id.name);
        look.entries.push_back(std::move(entry));
        return;
    }
    if (isNotThere) {
        drop(look, entry);
        return;
    }
    // Not what a node has that is not reached.
    const auto &group = m_status.server.group;
    const bool isCut = group && group->state != GroupMember::State::Settled;
    if (seen && !seen->records.empty() && !isCut && look.now - entry.seenAt > forgetAfter) {
        look.changed = true;
        return;
    }
    if (isTold(entry.shown())) {
        look.changed = true;
        entry.unknown = PackedLock(asUnknown(entry.seen.unpack()));
    }
    look.entries.push_back(std::move(entry));
}

void BackendTracker::drop(Look &look, const Entry &entry)
{
    look.changed = true;
    m_unshown.remove(entry.seen.id());
    if (entry.seen.state() == LockState::Free)
        return;
    const auto before = entry.seen.record();
    const HowEnded end = endOf(look, entry, *before, nullptr);
    if (end == HowEnded::Expired) {
        // It ran out, and went with its lease.
        auto over = std::make_shared<LockRecord>(*before);
        over->state = LockState::Expired;
        tell(look, {EventKind::Expired}, end, before, over, entry.seenAt);
        tell(look, {EventKind::Gone}, HowEnded::None, over, nullptr, entry.seenAt);
        return;
    }
    tell(look, {EventKind::Gone}, end, before, nullptr, entry.seenAt);
}

HowEnded BackendTracker::endOf(Look &look, const Entry &entry, const LockRecord &before,
                               const LockRecord *after)
{
    const Observation *seen = observationOf(look, *entry.seen.source());
    Sight sight;
    sight.begun = look.begun;
    sight.answered = look.now;
    const bool fed = entry.seenAt >= m_fedFrom;
    sight.lastSeen = fed && m_status.updates != UpdateKind::Polled ? look.begun : entry.seenAt;
    if (fed && !look.ends.isEmpty())
        sight.told = look.ends.value(entry.seen.name().toByteArray(), HowEnded::None);
    // What is not there any more may have gone with the server, or with its whole table; of an old
    // master, it may be held elsewhere.
    sight.gap = entry.seenAt < m_runFrom || entry.shown().state() == LockState::Unknown
                || m_status.server.followers.areMissing()
                || (seen && (seen->fewerFollow || seen->absent));
    sight.goesWithItsLease = m_spec.kind == BackendKind::Redis;
    return endOfHold(before, after, sight);
}

void BackendTracker::notePause()
{
    if (m_restedFrom)
        return;
    m_restedFrom = m_clock.now();
    m_restedPeriod = m_status.period;
}

/** An answer was missing, or not asked for, for longer than it takes to grow stale. */
bool BackendTracker::wasOutOfSight(const Look &look, const Entry &entry) const
{
    const bool rested = m_restedFrom && entry.seenAt <= *m_restedFrom
                        && look.begun - *m_restedFrom > 2 * m_restedPeriod;
    return rested || entry.shown().state() == LockState::Unknown;
}

void BackendTracker::takeNew(Look &look, LockRecord &record)
{
    const auto found = m_completeLooks.find(m_origins[*record.id.source].observation);
    const auto lookedAt =
        found == m_completeLooks.end() ? std::nullopt : std::optional(found->second);
    look.changed = true;
    carryOver(record, nullptr, lookedAt, look.begun);
    follow(look, record);
    addCommonFindings(record, m_spec, look.now);
    look.entries.push_back({m_packer.pack(record), {}, look.begun});
    if (!lookedAt)
        return;
    if (const auto changes = changesOfNew(record, *lookedAt); !changes.empty())
        tell(look, changes, HowEnded::None, nullptr,
             std::make_shared<const LockRecord>(std::move(record)), look.begun);
}

void BackendTracker::takeKnown(Look &look, Entry &&entry, LockRecord &record)
{
    if (record.state != LockState::Unknown && m_lost.remove(entry.seen.id())) {
        takeNew(look, record); // its hold has been told to be over
        return;
    }
    if (record.state == LockState::Unknown) {
        // The source itself cannot tell: what was seen before stays the measure of what comes.
        // What several servers have of it may change all the same.
        PackedLock unknown = m_packer.pack(record, entry.shown());
        if (unknown != entry.shown()) {
            look.changed = true;
            entry.unknown = std::move(unknown);
        }
        look.entries.push_back(std::move(entry));
        return;
    }
    if (m_status.updates != UpdateKind::Polled)
        keepDerivedExpiry(record, entry.seen);
    carryOver(record, entry.seen, entry.seenAt, look.begun);
    // A rhythm is not bridged, and another master may count what is left of a lease by itself.
    const auto isSince = [&entry](const ToldChange &told) { return told.from >= entry.seenAt; };
    if (record.renewals
        && (wasOutOfSight(look, entry) || m_runFrom >= entry.seenAt
            || std::any_of(m_masterChanges.begin(), m_masterChanges.end(), isSince)))
        record.renewals.reset();
    // Until the feed was last heard of, it would have told of a renewal.
    if (look.isPush && record.renewals && record.renewals->last == look.begun && m_status.dataFrom
        && *m_status.dataFrom >= m_fedFrom && *m_status.dataFrom <= look.begun)
        record.renewals->within =
            std::min(record.renewals->within, between(*m_status.dataFrom, look.begun));
    // Nobody saw whether the same owner let go in between: it may be a hold of its own.
    if (wasOutOfSight(look, entry) && record.heldBasis == HeldBasis::Observed)
        record.heldSince = look.begun;
    follow(look, record);
    addCommonFindings(record, m_spec, look.now);
    PackedLock lock = m_packer.pack(record, entry.seen);
    look.changed = look.changed || lock != entry.seen || entry.unknown;
    if (lock != entry.seen) {
        const auto before = entry.seen.record();
        const auto changes = changesBetween(*before, entry.seenAt, record);
        if (!changes.empty()) {
            const HowEnded end = endOf(look, entry, *before, &record);
            tell(look, changes, end, before, std::make_shared<const LockRecord>(std::move(record)),
                 look.begun);
        }
    }
    look.entries.push_back({std::move(lock), {}, look.begun});
}

/** `end`: of the hold that `before` shows; the first event that ends it says so. `seenAt`: when the
 * record that the event is about was read, which is long ago behind an outage. */
void BackendTracker::tell(Look &look, const std::vector<EventKind> &kinds, HowEnded end,
                          const std::shared_ptr<const LockRecord> &before,
                          const std::shared_ptr<const LockRecord> &after, SteadyTime seenAt)
{
    ServerMoment looked = lookedAt(m_status);
    if (m_status.clock)
        looked.at = m_status.clock->serverAt(seenAt);
    for (const EventKind kind : kinds) {
        Event event = backendEvent(kind, {});
        event.looked = looked;
        event.before = before;
        if (kind != EventKind::Gone)
            event.after = after;
        if (kind == EventKind::Gone || kind == EventKind::OwnerChanged)
            event.end = std::exchange(end, HowEnded::None);
        else if (kind == EventKind::Expired) // without `end` it began since the look before
            event.end =
                end == HowEnded::None ? HowEnded::Expired : std::exchange(end, HowEnded::None);
        look.events.push_back(std::move(event));
    }
}

} // namespace lockmaster
