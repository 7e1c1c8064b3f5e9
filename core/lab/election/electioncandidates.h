// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/candidateprocesses.h"
#include "core/lab/election/electionlab.h"
#include "core/lab/election/electiontruth.h"
#include "core/lab/election/failovermeasurement.h"

#include <deque>
#include <utility>

namespace lockmaster {

class ElectionTable;

/** The name of the lock, which is the one row of every experiment's table. */
QString electionLockName();

/**
 * The candidates of one experiment: what they report, what is done to them, and the truth that
 * follows from both. Lives on the lab's thread, which calls `serve()` again and again.
 */
class ElectionCandidates
{
public:
    ElectionCandidates(const LabPlace &place, const ElectionSetup &setup,
                       const ElectionTable &table);

    /** Readies the socket; candidates are started by `serve()`. Errors: of `CandidateProcesses`. */
    Result<void> begin();

    void act(int number, CandidateAction action, Millis skew);
    /** Who believes to lead now; one that stands still only where nobody else does. */
    std::optional<int> leader() const;

    void measure(int kills, quint32 seed);
    void cancelMeasuring();
    void noteWatched(const std::vector<Failover> &failovers);
    FailoverRun run() const { return m_measurement.run(); }

    /** Waits for reports or for `wakeUp`, at most so long, and does what is due. */
    void serve(int wakeUp, Millis timeout);

    std::vector<CandidateStatus> statuses() const;
    ElectionTruth &truth() { return m_truth; }
    /** Whether anything changed since it was asked last. */
    bool takeChanged() { return std::exchange(m_changed, false); }
    const std::optional<Error> &error() const { return m_error; }

private:
    struct Member {
        CandidateStatus status;
        bool heard = false; ///< it can be told something
        bool connected = false;
        bool waitedOnce = false; ///< its first round is over
        bool frozen = false;
        bool inTransaction = false;              ///< and holds the row
        std::optional<CandidateAction> freezing; ///< told to, and has not said that it does
        bool thawWanted = false;                 ///< before it said that it freezes
        bool waking = false; ///< it was told to go on and has not said that it did
        bool stoppedItself = false;
        bool restart = false; ///< as soon as it is gone
        std::optional<SteadyTime> killedAt;
        std::optional<SteadyTime> stopBy; ///< then it is killed
    };

    Member &member(int number) { return m_members.at(number - 1); }
    void reported(int number, const CandidateReport &report);
    void woke(Member &member, SteadyTime at);
    void failed(Member &member, const CandidateReport &report);
    void noLongerLeads(int number, SteadyTime at);
    void gone(int number);
    void kill(Member &member);
    void stop(Member &member);
    void freeze(Member &member, CandidateAction how);
    void thaw(Member &member);
    void restart(Member &member);
    void skew(Member &member, Millis by);
    void mark(LeaderMark::Kind kind, const Member &member, SteadyTime at, const QString &text);
    void launchSome();
    void launch(Member &member);
    void doWhatIsDue();
    void doWhatTheSeriesOrders();
    void follow(const FailoverSeries::Order &order);
    Millis untilTheSeriesWakes();
    static CandidateState stateOf(const Member &member);

    std::shared_ptr<Keeper> m_keeper;
    CandidateOrder m_order;
    std::vector<Member> m_members; ///< number 1 first
    std::deque<int> m_toLaunch;
    ElectionTruth m_truth;
    FailoverMeasurement m_measurement;
    std::optional<Error> m_error;
    bool m_changed = true;
    std::unique_ptr<CandidateProcesses> m_crew; ///< last in, first out: it ends the processes
};

} // namespace lockmaster
