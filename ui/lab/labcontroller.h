// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplace.h"
#include "core/lab/recording/electionrecording.h"
#include "core/monitor/lockstore.h"
#include "ui/lab/contentionrun.h"
#include "ui/lab/labsession.h"
#include "ui/lab/labarchive.h"
#include "ui/kit/pagestack.h"

#include <QObject>

class QAction;

namespace lockmaster {

class LabView;

/**
 * Connects the lab's page with experiments: asks for a sandbox where there is none, starts, tells
 * and ends them, and has an election's table watched like any other backend for as long as it
 * lives. GUI thread, which never waits for an experiment; view and store outlive it.
 */
class LabController final : public QObject
{
    Q_OBJECT

public:
    LabController(LabView &view, LockStore &store, QObject *parent = nullptr);

    /** Reads a backend's password; may block, on any thread. */
    using Passwords = std::function<Result<Secret>(const BackendSpec &backend)>;
    /**
     * The operator's own backends. Elections are offered a scratch table in those that are neither
     * production nor read-only and have a database for it. What is watched for the lab is named
     * like none of these, and none of the `others`, the names of all else that is watched.
     */
    void setBackends(const std::vector<BackendSpec> &backends, Passwords passwords,
                     const QStringList &others = {});
    /** There is a sandbox; what waited for it begins. */
    void setSandbox(const LabPlace &place);
    void showSandboxProgress(const QString &step, int percent);
    void showSandboxFailure(const Error &error);
    /** What the page's buttons do, for wherever actions are found by their names. */
    QAction &openAction() { return *m_openRun; }
    QAction &saveAction() { return *m_saveRun; }
    /** Ends everything without a question and without waiting. */
    void end();

signals:
    void sandboxWanted();
    /** What is to be watched for the lab from now on; nothing after an experiment. */
    void watchChanged(const std::vector<lockmaster::BackendSpec> &backends);
    void pageWanted(lockmaster::PageId page);
    /** The election's lock is to be seen among the leaders. */
    void leaderWanted(const lockmaster::LockId &id);

private:
    void connectElection();
    void connectContention();
    void startElection(const ElectionSetup &setup, const QString &place);
    void startScratch(const ElectionSetup &setup, const BackendSpec &backend);
    void startContention(const QString &id, const ContentionOptions &options);
    void begin();
    void showStarted(const BackendSpec &watched, const QString &lockName);
    void endElection();
    void endWhereItMayNotBe(const std::vector<BackendSpec> &backends);
    void watchElection();
    void watchGroup(const std::optional<BackendSpec> &group);
    void tellWatched();
    void showSnapshot(const std::shared_ptr<const ElectionSnapshot> &snapshot);
    void showEnded();
    void followStore();
    void connectArchive();
    void offerSaving();
    bool isRecordable() const;
    LabRecording recorded() const;

    LabView &m_view;
    LockStore &m_store;
    LabSession m_session;
    LabArchive m_archive;
    QAction *m_openRun;
    QAction *m_saveRun;
    ElectionRecorder m_recorder;
    bool m_recordsOurs = true; ///< the election that it has runs or ran in the sandbox
    ContentionRun m_contention;
    std::optional<LabPlace> m_sandbox;
    std::vector<BackendSpec> m_scratch;
    Passwords m_passwords;
    QString m_placeText;
    QString m_placeBackend;                         ///< of a scratch table; empty: the sandbox
    std::optional<ElectionSetup> m_waitingElection; ///< until the sandbox runs
    std::optional<QString> m_waitingExperiment;
    ContentionOptions m_experimentOptions; ///< of the one that waits
    std::optional<Error> m_failure;        ///< why the election is being ended
    QStringList m_taken;                   ///< names of all that is watched beside the election
    std::optional<BackendSpec> m_watched;  ///< stands for the election; none: there is none
    std::optional<BackendSpec> m_group;    ///< an experiment's own servers; none: there are none
    QByteArray m_lockName;
    SteadyTime m_watchedFailover{};      ///< the latest one told of
    std::optional<LockId> m_watchedLock; ///< none: not seen in the table yet
};

} // namespace lockmaster
