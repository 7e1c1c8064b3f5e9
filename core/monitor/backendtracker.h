// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"
#include "core/monitor/leaderbook.h"

#include <map>

namespace lockmaster {

/**
 * Follows one backend from poll to poll: merges each reading with what was known, tells what
 * happened in between, and makes the snapshots. Lives on one thread (the observer's); no I/O.
 *
 * What is known after a reading, for each source of it:
 *  - its records are as read;
 *  - a lock it does not show any more is gone if the observation is complete, and `Unknown` if not;
 *  - a source without an observation counts as one that could not be read;
 *  - a backend that did not answer turns every lock of it `Unknown`.
 * An unknown lock keeps what was last seen of it, but no findings. When it is read again it is
 * compared with that: the same hold is no event, another owner is `OwnerChanged`. A source that
 * stays incomplete while it is read would collect unknown locks for ever: those that were not seen
 * for ten minutes are forgotten, without an event, because nobody saw them go.
 *
 * Nothing has appeared at the first complete look at a source: all of it was there before.
 *
 * A sample tells of the sources it holds and of nothing else: neither the other locks nor the
 * backend's status change by it, and the data grow no younger.
 *
 * Leader locks are followed in a `LeaderBook`, whose findings are the records' own.
 */
class BackendTracker
{
public:
    struct Outcome {
        std::shared_ptr<const BackendSnapshot> snapshot;
        std::vector<Event> events; ///< oldest first
    };

    /** `clock` must outlive the tracker. */
    BackendTracker(BackendSpec spec, const Clock &clock);

    /** Takes a reading in; `begun` is when it was asked for. */
    Outcome read(BackendReading reading, SteadyTime begun);

    /** Takes a `Depth::Leaders` reading in. None where it changed nothing, or could not be had. */
    std::optional<Outcome> sample(BackendReading reading, SteadyTime begun);

    /** The locks that lead by the operator's word. @return whether that changed what is shown. */
    bool setLeaderMarks(const std::vector<LockId> &marks);

    /** The backend did not answer. */
    Outcome lose(const Error &error);

    /** The same locks under a changed `status()`. */
    std::shared_ptr<const BackendSnapshot> restate();

    /** What the next snapshot will say; the caller sets state, pause and period. */
    BackendStatus &status() { return m_status; }
    const BackendStatus &status() const { return m_status; }

    /** The next moment at which a lease that is held runs out, as far as the last poll told. */
    std::optional<SteadyTime> nextExpiry() const { return m_nextExpiry; }

private:
    /** One lock: what was last read, and what is shown, which differs while it is unknown. */
    struct Entry {
        std::shared_ptr<const LockRecord> seen;
        std::shared_ptr<const LockRecord> shown;
        SteadyTime seenAt{};
    };
    /** Where locks come from: interned, and which observation brings them. */
    struct Origin {
        std::shared_ptr<const SourceId> source;
        QString observation;
        bool leaders = false;
    };
    using Entries = std::vector<Entry>;
    struct Look; // the reading being merged

    Look lookAt(BackendReading &reading, SteadyTime begun);
    void noteOrigins(BackendReading &reading);
    void noteCompleteLooks(const BackendReading &reading, SteadyTime begun);
    const Observation *observationOf(Look &look, const LockId &id);
    const Entry *entryOf(const LockId &id) const;
    std::pair<Entries::iterator, Entries::iterator>
    placeOf(const BackendReading &sample, const std::vector<LockRecord *> &records);
    void merge(Look &look, const std::vector<LockRecord *> &records, Entries::iterator from,
               Entries::iterator to);
    void noteNextExpiry(SteadyTime now);
    void follow(Look &look, LockRecord &record);
    void closeLeaders(Look &look);
    void keepOrDrop(Look &look, Entry &&entry);
    void takeNew(Look &look, LockRecord &record);
    void takeKnown(Look &look, Entry &&entry, LockRecord &record);
    void tell(Look &look, const std::vector<EventKind> &kinds, const Entry *before,
              const std::shared_ptr<const LockRecord> &after);
    Event backendEvent(EventKind kind, const QString &detail) const;

    BackendSpec m_spec;
    const Clock &m_clock;
    BackendStatus m_status;
    quint64 m_sequence = 0;
    Entries m_entries; ///< ordered by id
    LeaderBook m_leaders;
    std::map<SourceId, Origin> m_origins;
    std::map<QString, SteadyTime> m_completeLooks; ///< by observation: when the last one was
    std::optional<SteadyTime> m_nextExpiry;
};

} // namespace lockmaster
