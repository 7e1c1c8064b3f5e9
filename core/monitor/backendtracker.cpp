// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendtracker.h"

#include "core/findings/findings.h"
#include "core/monitor/diff.h"

namespace lockmaster {

namespace {

/** How long a lock that an incomplete source does not show any more is still listed. */
constexpr auto forgetAfter = std::chrono::minutes(10);

std::shared_ptr<const LockRecord> unknownOf(const LockRecord &seen)
{
    const auto copy = std::make_shared<LockRecord>(seen);
    copy->state = LockState::Unknown;
    copy->findings.clear();
    return copy;
}

} // namespace

struct BackendTracker::Look {
    SteadyTime begun;
    SteadyTime now;
    std::map<QString, const Observation *> observations;
    std::vector<Entry> entries;
    std::vector<Event> events;
};

BackendTracker::BackendTracker(BackendSpec spec, const Clock &clock)
    : m_spec(std::move(spec)), m_clock(clock), m_status(initialStatus(m_spec))
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

std::shared_ptr<const BackendSnapshot> BackendTracker::restate()
{
    const auto snapshot = std::make_shared<BackendSnapshot>();
    snapshot->sequence = ++m_sequence;
    snapshot->status = m_status;
    snapshot->locks.reserve(m_entries.size());
    for (const Entry &entry : m_entries)
        snapshot->locks.push_back(entry.shown);
    return snapshot;
}

BackendTracker::Outcome BackendTracker::lose(const Error &error)
{
    Outcome outcome;
    if (m_status.state != BackendState::Offline)
        outcome.events.push_back(backendEvent(EventKind::BackendLost, error.message));
    noteFailure(m_status, error);
    for (Entry &entry : m_entries) {
        if (entry.shown->state != LockState::Unknown)
            entry.shown = unknownOf(*entry.seen);
    }
    m_nextExpiry.reset();
    outcome.snapshot = restate();
    return outcome;
}

BackendTracker::Outcome BackendTracker::read(BackendReading reading, SteadyTime begun)
{
    if (reading.failure)
        return lose(*reading.failure);

    Look look;
    look.begun = begun;
    look.now = m_clock.now();
    if (m_status.state == BackendState::Offline)
        look.events.push_back(backendEvent(EventKind::BackendBack, {}));
    noteReading(m_status, reading, begun);
    noteOrigins(reading);
    for (const Observation &seen : reading.observations)
        look.observations[seen.source] = &seen;
    m_nextExpiry.reset();
    merge(look, recordsById(reading));
    m_entries = std::move(look.entries);
    for (const Observation &seen : reading.observations) {
        if (seen.complete)
            m_completeLooks[seen.source] = begun;
    }
    return {restate(), std::move(look.events)};
}

/** Makes the records share their sources with those of earlier readings, so that ids compare fast.
 */
void BackendTracker::noteOrigins(BackendReading &reading)
{
    for (Observation &seen : reading.observations) {
        const SourceId *last = nullptr;
        const Origin *origin = nullptr;
        for (LockRecord &record : seen.records) {
            if (record.id.source.get() != last) {
                // The pointer is kept alive by the map or by the records that still follow.
                last = record.id.source.get();
                Origin &known = m_origins[*record.id.source];
                if (!known.source)
                    known.source = record.id.source;
                known.observation = seen.source;
                origin = &known;
            }
            if (record.id.source != origin->source)
                record.id.source = origin->source;
        }
    }
}

void BackendTracker::merge(Look &look, const std::vector<LockRecord *> &records)
{
    look.entries.reserve(records.size());
    auto old = m_entries.begin();
    for (LockRecord *record : records) {
        while (old != m_entries.end() && old->seen->id < record->id)
            keepOrDrop(look, std::move(*old++));
        if (old != m_entries.end() && old->seen->id == record->id)
            takeKnown(look, std::move(*old++), *record);
        else
            takeNew(look, *record);
    }
    while (old != m_entries.end())
        keepOrDrop(look, std::move(*old++));

    for (const Entry &entry : look.entries) {
        const Lease &lease = entry.shown->lease;
        if (entry.shown->state == LockState::Held && lease.expiresAt && lease.deadline > look.now
            && (!m_nextExpiry || lease.deadline < *m_nextExpiry))
            m_nextExpiry = lease.deadline;
    }
}

/** A lock that the reading does not show. */
void BackendTracker::keepOrDrop(Look &look, Entry &&entry)
{
    const QString &name = m_origins[*entry.seen->id.source].observation;
    const auto found = look.observations.find(name);
    const Observation *seen = found == look.observations.end() ? nullptr : found->second;
    if (seen && seen->complete) {
        if (entry.seen->state != LockState::Free)
            tell(look, {EventKind::Gone}, &entry, nullptr);
        return;
    }
    if (seen && !seen->records.empty() && look.now - entry.seenAt > forgetAfter)
        return;
    if (entry.shown->state != LockState::Unknown)
        entry.shown = unknownOf(*entry.seen);
    look.entries.push_back(std::move(entry));
}

void BackendTracker::takeNew(Look &look, LockRecord &record)
{
    const auto found = m_completeLooks.find(m_origins[*record.id.source].observation);
    const auto lookedAt =
        found == m_completeLooks.end() ? std::nullopt : std::optional(found->second);
    carryOver(record, nullptr, lookedAt, look.begun);
    addCommonFindings(record, m_spec, look.now);
    auto lock = std::make_shared<const LockRecord>(std::move(record));
    if (lookedAt)
        tell(look, changesOfNew(*lock, *lookedAt), nullptr, lock);
    look.entries.push_back({lock, lock, look.begun});
}

void BackendTracker::takeKnown(Look &look, Entry &&entry, LockRecord &record)
{
    if (record.state == LockState::Unknown) {
        // The source itself cannot tell: what was seen before stays the measure of what comes.
        if (entry.shown->state != LockState::Unknown)
            entry.shown = std::make_shared<const LockRecord>(std::move(record));
        look.entries.push_back(std::move(entry));
        return;
    }
    carryOver(record, entry.seen.get(), entry.seenAt, look.begun);
    // Nobody saw whether the same owner let go in between: it may be a hold of its own.
    if (entry.shown->state == LockState::Unknown && record.heldBasis == HeldBasis::Observed
        && leaseMoved(*entry.seen, record))
        record.heldSince = look.begun;
    addCommonFindings(record, m_spec, look.now);
    if (sameContent(*entry.seen, record)) {
        entry.shown = entry.seen;
        entry.seenAt = look.begun;
        look.entries.push_back(std::move(entry));
        return;
    }
    const auto lock = std::make_shared<const LockRecord>(std::move(record));
    tell(look, changesBetween(*entry.seen, entry.seenAt, *lock), &entry, lock);
    look.entries.push_back({lock, lock, look.begun});
}

void BackendTracker::tell(Look &look, const std::vector<EventKind> &kinds, const Entry *before,
                          const std::shared_ptr<const LockRecord> &after)
{
    for (const EventKind kind : kinds) {
        Event event = backendEvent(kind, {});
        if (before)
            event.before = before->seen;
        if (kind != EventKind::Gone)
            event.after = after;
        look.events.push_back(std::move(event));
    }
}

} // namespace lockmaster
