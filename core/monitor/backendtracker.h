// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"
#include "core/monitor/groupmasters.h"
#include "core/monitor/leadertrackers.h"

#include <QHash>
#include <QSet>

#include <map>
#include <set>

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
 * Between the polls a feed may push what changed: readings of single locks, made by another
 * connection than the polls are. Which of two that overlap was first cannot be known, so that
 *  - what is pushed while a poll is under way is newer than that poll. Should it be older, the lock
 *    changed in between, and the feed tells of that as well;
 *  - what was read before a poll began that has been merged already is not merged: it is a doubt;
 *    a read of single locks makes a doubt of the older news of these alone;
 *  - a lock that a poll does not show and that only pushes told of is a doubt as well: the poll's
 *    reader may not have found it yet.
 * Doubts are for the caller to ask for by name, and change nothing until then.
 *
 * Leader locks are followed in a `LeaderTrackers`, whose findings are the records' own; so are the
 * masters of a group, which are no locks (`GroupMasters`).
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

    /** A read begins that is no sample; `read()`, `answer()` or `lose()` ends it. */
    void beginRead();

    /** What pushed observations changed. It is shown from the next snapshot on. */
    struct Change {
        bool visible = false;
        bool unclear = false;      ///< something changed and could not be read: poll
        std::vector<Event> events; ///< oldest first
    };
    /**
     * Takes a feed's news in: observations with `asked`, read from `begun` on; `ends` as in
     * `FeedNews`. Costs by the number of names; one pass over all locks where any came or went.
     */
    Change push(std::vector<Observation> observations, SteadyTime begun,
                QHash<QByteArray, HowEnded> ends = {});
    /**
     * What happened until now may not have been told, or was not taken in: how a hold ended that
     * was last seen before follows from looks alone.
     */
    void noteFeedGap() { m_fedFrom = m_clock.now(); }
    /** Takes in what the reader told of single locks, likewise. Not for a failed reading. */
    Change answer(std::vector<Observation> observations, SteadyTime begun);

    /** The names that have to be asked for, each once; told once. */
    std::vector<QByteArray> takeDoubts();

    /**
     * Names of locks that are shown as held though their leases ran out before `before`, at most
     * `most`. Makes `nextExpiry()` exact: the first after those.
     */
    std::vector<QByteArray> overdue(SteadyTime before, size_t most);

    /** The names of the locks that are followed as leaders. */
    std::vector<QByteArray> leaderNames() const;

    /** The locks that lead by the operator's word. @return whether that changed what is shown. */
    bool setLeaderMarks(const std::vector<LockId> &marks);

    /** The backend did not answer. */
    Outcome lose(const Error &error);

    /**
     * It is not polled from now on. What the next reading shows may be another hold by the same
     * owner, unless that comes within two polls.
     */
    void notePause();

    /** The same locks under a changed `status()`. */
    std::shared_ptr<const BackendSnapshot> restate();

    /** What the next snapshot will say; the caller sets state, pause and period. */
    BackendStatus &status() { return m_status; }
    const BackendStatus &status() const { return m_status; }

    /**
     * No lease that is held runs out before this moment; as of the last poll the first one does
     * then. It may be over already where a lease ran out while it was read. None: none does.
     */
    std::optional<SteadyTime> nextExpiry() const { return m_nextExpiry; }

private:
    /** One lock: what was last read, and what is shown, which differs while it is unknown. */
    struct Entry {
        PackedLock seen;
        PackedLock unknown; ///< what is shown instead of `seen`; null: nothing
        SteadyTime seenAt{};

        const PackedLock &shown() const { return unknown ? unknown : seen; }
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
    const Observation *observationOf(Look &look, const SourceId &id);
    const Entry *entryOf(const LockId &id) const;
    std::pair<Entries::iterator, Entries::iterator>
    placeOf(const BackendReading &sample, const std::vector<LockRecord *> &records);
    void merge(Look &look, const std::vector<LockRecord *> &records, Entries::iterator from,
               Entries::iterator to);
    void listShown();
    void noteNextExpiry(SteadyTime now);
    void noteExpiry(const Entry &entry, SteadyTime now);
    bool wasPushed(const LockId &id) const;
    void shieldPushed(Look &look, std::vector<LockRecord *> &records);
    void notePushed(const std::vector<Observation> &observations);
    void dropPushed(Observation &seen);
    void noteAnswered(const std::vector<Observation> &observations, SteadyTime begun);
    bool doubtAnswered(Observation &seen, SteadyTime begun);
    Change mergeAsked(std::vector<Observation> observations, SteadyTime begun, bool isPush,
                      QHash<QByteArray, HowEnded> ends = {});
    std::pair<Entries::iterator, Entries::iterator> rangeOf(const SourceId &source);
    void takeAbsent(Look &look, const Observation &seen);
    void takeShown(Look &look, LockRecord &record);
    void rebuild(Look &look);
    void countLocks(const QString &source, qint64 more);
    void follow(Look &look, LockRecord &record);
    void closeLeaders(Look &look);
    void followMasters(const Look &look);
    void keepOrDrop(Look &look, Entry &&entry);
    void drop(Look &look, const Entry &entry);
    bool wasOutOfSight(const Look &look, const Entry &entry) const;
    void takeNew(Look &look, LockRecord &record);
    void takeKnown(Look &look, Entry &&entry, LockRecord &record);
    HowEnded endOf(Look &look, const Entry &entry, const LockRecord &before,
                   const LockRecord *after);
    void tell(Look &look, const std::vector<EventKind> &kinds, HowEnded end,
              const std::shared_ptr<const LockRecord> &before,
              const std::shared_ptr<const LockRecord> &after, SteadyTime seenAt);
    Event backendEvent(EventKind kind, const QString &detail) const;
    void noteNodes(const std::optional<GroupMember> &now, std::vector<Event> &events);
    void noteMaster(const MasterChange &change, Look &look);
    bool isLostInFailover(const Look &look, const Entry &entry) const;
    void noteStranded(std::vector<LockRecord> &stranded, SteadyTime now);
    void takeStranded(Look &look, std::vector<LockRecord> stranded);
    Entry lost(const Look &look, PackedLock seen, SteadyTime seenAt);
    void keepLost(Look &look, Entry &&entry);

    BackendSpec m_spec;
    const Clock &m_clock;
    BackendStatus m_status;
    QByteArray m_run;       ///< of the server, as it was told last
    SteadyTime m_runFrom{}; ///< the look that found it started again, or another in its place
    struct ToldChange {
        MasterChange change;
        SteadyTime from{}; ///< the look that found it
    };
    std::vector<ToldChange> m_masterChanges; ///< of a group, the last that were told
    std::vector<GroupNode> m_nodes;          ///< of the group, as they were told last
    QHash<LockId, SteadyTime> m_lost;        ///< in a failover, and until when they are shown
    quint64 m_sequence = 0;
    Entries m_entries;          ///< ordered by id
    LockList m_shown;           ///< of the entries, for the snapshots
    bool m_othersShown = false; ///< than `m_shown` has
    LockPacker m_packer;
    LeaderTrackers m_leaders;
    GroupMasters m_masters; ///< of a Redis group, which are followed as leaders are
    std::map<SourceId, Origin> m_origins;
    std::map<QString, SteadyTime> m_completeLooks; ///< by observation: when the last one was
    std::optional<SteadyTime> m_nextExpiry;

    bool m_reading = false; ///< a read is under way
    /** What was pushed since it began: names by observation, whatever their systems. */
    std::map<QString, QSet<QByteArray>> m_pushed;
    SteadyTime m_fedFrom = SteadyTime::min(); ///< the feed has told of everything since
    SteadyTime m_lastReadBegun{};           ///< what was read before is older than something merged
    Millis m_restedPeriod{0};               ///< of the polls before that
    std::optional<SteadyTime> m_restedFrom; ///< no poll was due from then on: it was paused
    /** The last read of single locks, and their names in order. */
    SteadyTime m_lastAnswerBegun{};
    std::vector<QByteArray> m_answered;
    QSet<LockId> m_unshown; ///< entries that the last poll did not show, as far as pushed
    std::set<QByteArray> m_doubts;
};

} // namespace lockmaster
