// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/finding.h"
#include "core/domain/leader.h"
#include "core/lab/election/failover.h"
#include "core/lab/labplace.h"

#include <functional>
#include <memory>

namespace lockmaster {

enum class CandidateState : quint8 {
    Starting,
    Waiting,             ///< stands for election, another leads
    Leading,             ///< believes that it leads
    Frozen,              ///< stopped by the lab; believes what it did before
    FrozenInTransaction, ///< the same, and its transaction holds the row
    Disconnected,        ///< its connection was lost; tries again
    Stopped,             ///< ended politely
    Killed,              ///< ended by SIGKILL, or by itself
};

/** One candidate as it stands: what it reports itself, and what was done to it. */
struct CandidateStatus {
    int number = 0; ///< from 1
    QString identity;
    qint64 pid = 0; ///< 0: no process
    CandidateState state = CandidateState::Starting;
    bool believes = false; ///< by its last report it leads; a frozen one may be wrong
    bool working = false;
    Millis skew{0};
    QString lastError; ///< of its last round that failed; empty after one that did not
};

/** A series of killed leaders. */
struct FailoverRun {
    int wanted = 0;
    quint32 seed = 0;
    bool running = false;
    bool cancelled = false;
    std::vector<MeasuredFailover> failovers;
    VacancyFigures figures;
    VacancyPrediction predicted;
};

/** The whole experiment at one moment. Immutable. */
struct ElectionSnapshot {
    quint64 sequence = 0;
    ElectionSetup setup;
    QString table; ///< the experiment's own, in the place's database
    QString lockName;
    bool columnRounds = false; ///< what its column has no room for is rounded, not cut off
    std::vector<CandidateStatus> candidates;
    /** By the candidates' own reports: candidate i of the history has number i + 1. */
    std::shared_ptr<const LeaderHistory> truth;
    QList<Finding> findings; ///< two-leaders, by the reports
    int overlaps = 0;        ///< so far
    FailoverRun run;
    std::optional<Error> error; ///< why it cannot go on; in the last one, that its table stays
};

enum class CandidateAction : quint8 {
    Kill,
    Stop,
    Freeze,
    FreezeInTransaction,
    Thaw,
    CutConnection,
    SkewClock,
    Restart
};

/**
 * Candidates of an election, each a process of its own run by the place's keeper, and what can be
 * done to them. Has a thread of its own; every function may be called from any thread and does not
 * wait, but for the destructor, which ends the processes and drops the table.
 *
 * Snapshots are published on that thread, at most 20 a second.
 */
class ElectionLab
{
public:
    using Publish = std::function<void(std::shared_ptr<const ElectionSnapshot>)>;

    /** Makes the table and starts the candidates; what fails is the snapshot's error. */
    ElectionLab(LabPlace place, const ElectionSetup &setup, Publish publish);
    ~ElectionLab();
    ElectionLab(const ElectionLab &) = delete;
    ElectionLab &operator=(const ElectionLab &) = delete;

    /** `skew` is for `SkewClock` alone. What makes no sense now (thaw what runs) does nothing. */
    void act(int candidate, CandidateAction action, Millis skew = {});
    /** Does `action` to whoever believes to lead then. */
    void actOnLeader(CandidateAction action);

    /**
     * Kills the leader so many times at random phases, restarting each; one series at a time.
     * Pass `watched` on to `noteWatched` for the comparison with what watching the table tells.
     */
    void measureFailovers(int kills, quint32 seed);
    void cancelMeasuring();
    /** The failovers that a watcher of the table saw; matched by time. */
    void noteWatched(std::vector<Failover> failovers);

    /** The place's `watched` with the experiment's table as its only one: what to watch it with. */
    BackendSpec watchedBackend() const;
    QString lockName() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
