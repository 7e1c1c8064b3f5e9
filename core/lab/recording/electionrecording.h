// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"
#include "core/leaders/leaderwatch.h"

namespace lockmaster {

/** What of an election is enough to show all of it again. A value; without what servers said. */
struct ElectionRecording {
    struct Change {
        SteadyTime at{};
        CandidateStatus status; ///< but for `working` and `lastError`, which are not kept
    };
    struct Told {
        SteadyTime at{};
        QList<Finding> byReports;
        QList<Finding> byTable;
    };

    ElectionSetup setup;
    bool columnRounds = false;
    QString table;
    SteadyTime begin{};
    SteadyTime end{};
    std::shared_ptr<const LeaderHistory> truth;   ///< up to `end`; never null
    std::shared_ptr<const LeaderHistory> watched; ///< null: nobody watched the table
    Millis poll{0};                               ///< how often that was read
    std::vector<Change> changes;                  ///< in order
    std::vector<Told> findings;                   ///< in order; each until the next
    FailoverRun run;                              ///< the last series; `wanted` 0: there was none
    /** How the run that was recorded ended; none: as its series says. */
    enum class End : quint8 { Done, Cancelled, Failed };
    std::optional<End> ended;
    SteadyTime runBegun{}; ///< it may have been before `begin`

    ServerTime wallAt(SteadyTime at) const { return truth->wallTime(at); }
};

/**
 * Takes down an election from what is shown of it. Keeps as much of the past as the election does,
 * and of changes the newest. For one thread.
 */
class ElectionRecorder
{
public:
    static constexpr size_t mostChanges = 20'000;
    static constexpr std::chrono::hours longest{24};

    void clear();
    void note(const std::shared_ptr<const ElectionSnapshot> &snapshot, SteadyTime now);
    void noteWatched(const LeaderWatch &watch, Millis poll, SteadyTime now);
    /** There is something to be played. */
    bool hasStory() const;
    /** `isOurs`: it ran on servers of the lab; elsewhere what a finding says stays here. */
    ElectionRecording recording(bool isOurs) const;

private:
    void noteFindings(SteadyTime now);

    std::shared_ptr<const ElectionSnapshot> m_last; ///< null: none yet
    std::shared_ptr<const LeaderHistory> m_watched;
    QList<Finding> m_byTable;
    Millis m_poll{0};
    SteadyTime m_end{};
    std::vector<CandidateStatus> m_now;
    std::vector<ElectionRecording::Change> m_changes;
    std::vector<ElectionRecording::Told> m_findings;
    SteadyTime m_runBegun{};
};

/** An election at any of its moments, as it was shown then. Any thread, one at a time. */
class ElectionReplay
{
public:
    explicit ElectionReplay(ElectionRecording recording);

    const ElectionRecording &recording() const { return m_recording; }
    std::shared_ptr<const ElectionSnapshot> snapshotAt(SteadyTime at) const;
    /** Null: nobody watched. */
    std::shared_ptr<const LeaderWatch> watchedAt(SteadyTime at) const;

private:
    const ElectionRecording::Told *toldAt(SteadyTime at) const;

    ElectionRecording m_recording;
};

} // namespace lockmaster
