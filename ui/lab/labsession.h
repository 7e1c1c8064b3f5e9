// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/election/electionlab.h"

#include <QObject>

namespace lockmaster {

/**
 * One election at a time, for the GUI thread, which never waits for it: an `ElectionLab` is made
 * and ended on a thread of its own, and its snapshots arrive here as signals, of many waiting ones
 * only the newest.
 *
 * If this object goes first, the election is ended all the same.
 */
class LabSession final : public QObject
{
    Q_OBJECT

public:
    /** Where it runs; may block. Called off the GUI thread. */
    using PlaceMaker = std::function<Result<LabPlace>()>;

    explicit LabSession(QObject *parent = nullptr);
    ~LabSession() override;

    /** Does nothing while one runs or is being ended. */
    void start(PlaceMaker place, const ElectionSetup &setup);
    void end();
    /** From `start` until `ended`. */
    bool isBusy() const { return m_run != nullptr; }

    // What is asked before the election stands, or after its end was asked for, is not done.
    void act(int candidate, CandidateAction action, Millis skew);
    void actOnLeader(CandidateAction action);
    void measureFailovers(int kills, quint32 seed);
    void cancelMeasuring();
    void noteWatched(const std::vector<Failover> &failovers);

signals:
    /** It stands; `watched` is how to watch its table. */
    void started(const lockmaster::BackendSpec &watched, const QString &lockName);
    void published(const std::shared_ptr<const lockmaster::ElectionSnapshot> &snapshot);
    /** There is no place to run in; `ended` follows. */
    void failed(const lockmaster::Error &error);
    /** Its processes have ended and its table is gone. */
    void ended();

private:
    struct Run;
    void take(const std::shared_ptr<Run> &run);
    void adopt(const std::shared_ptr<Run> &run);
    void finish(const std::shared_ptr<Run> &run);
    ElectionLab *lab() const;

    std::shared_ptr<Run> m_run; ///< null: none
};

} // namespace lockmaster
