// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labcontroller.h"

#include "core/text/literaltext.h"
#include "ui/kit/actionname.h"
#include "ui/lab/contentionpanel.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/labview.h"
#include "ui/lab/recordingview.h"

#include <QAction>
#include <QPushButton>
#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Millis watchPeriod = 200ms;
/** Starting the sandbox is most of a start. */
constexpr int sandboxShare = 90;
/** Short enough to be read out and typed again. */
constexpr quint32 seeds = 10'000;

} // namespace

LabController::LabController(LabView &view, LockStore &store, QObject *parent)
    : QObject(parent), m_view(view), m_store(store), m_archive(view.saveButton()),
      m_openRun(new QAction(this)), m_saveRun(new QAction(this))
{
    m_view.contention().setExperiments(contentionExperiments());
    connectElection();
    connectContention();
    connectArchive();
    connect(&store, &LockStore::updated, this, &LabController::followStore);
}

void LabController::connectElection()
{
    connect(&m_view.setupPage(), &ElectionSetupPage::startRequested, this,
            &LabController::startElection);
    ElectionPanel &panel = m_view.election();
    connect(&panel, &ElectionPanel::actionRequested, &m_session, &LabSession::act);
    connect(&panel, &ElectionPanel::leaderActionRequested, &m_session, &LabSession::actOnLeader);
    connect(&panel, &ElectionPanel::measureRequested, &m_session, [this](int kills) {
        m_session.measureFailovers(kills, QRandomGenerator::global()->bounded(1U, seeds));
    });
    connect(&panel, &ElectionPanel::cancelRequested, &m_session, &LabSession::cancelMeasuring);
    connect(&panel, &ElectionPanel::endRequested, this, &LabController::endElection);
    connect(&panel, &ElectionPanel::leadersRequested, this, [this] {
        if (m_watchedLock)
            emit leaderWanted(*m_watchedLock);
        else
            emit pageWanted(PageId::Leaders);
    });
    connect(&m_session, &LabSession::started, this, &LabController::showStarted);
    connect(&m_session, &LabSession::published, this, &LabController::showSnapshot);
    connect(&m_session, &LabSession::ended, this, &LabController::showEnded);
    connect(&m_session, &LabSession::failed, this,
            [this](const Error &error) { m_failure = error; });
}

void LabController::connectContention()
{
    ContentionPanel &panel = m_view.contention();
    connect(&panel, &ContentionPanel::runRequested, this, &LabController::startContention);
    connect(&panel, &ContentionPanel::cancelRequested, this, [this] {
        if (const auto waiting = std::exchange(m_waitingExperiment, std::nullopt))
            m_view.contention().showFailure(*waiting, {ErrorKind::Cancelled, 0, {}, {}});
        m_contention.cancel();
    });
    connect(&panel, &ContentionPanel::locksRequested, this,
            [this] { emit pageWanted(PageId::Locks); });
    connect(&m_contention, &ContentionRun::progressed, &panel, &ContentionPanel::showProgress);
    connect(&m_contention, &ContentionRun::told, &panel, &ContentionPanel::showCourse);
    connect(&m_contention, &ContentionRun::reported, &panel, &ContentionPanel::showReport);
    connect(&m_contention, &ContentionRun::failed, &panel, &ContentionPanel::showFailure);
    connect(&m_contention, &ContentionRun::watchChanged, this, &LabController::watchGroup);
}

void LabController::connectArchive()
{
    connect(&m_view, &LabView::tabChanged, this, &LabController::offerSaving);
    connect(&m_view.contention(), &ContentionPanel::recordableChanged, this,
            &LabController::offerSaving);
    const auto save = [this] {
        if (isRecordable())
            m_archive.askWhereToSave(recorded());
    };
    connect(&m_view, &LabView::openRequested, &m_archive, &LabArchive::askWhatToOpen);
    connect(&m_view, &LabView::saveRequested, this, save);
    // As the buttons say it.
    nameAction(*m_openRun, [] { return LabView::tr("Open run…"); });
    nameAction(*m_saveRun, [] { return LabView::tr("Save run…"); });
    connect(m_openRun, &QAction::triggered, &m_archive, &LabArchive::askWhatToOpen);
    connect(m_saveRun, &QAction::triggered, this, [this, save] {
        emit pageWanted(PageId::Lab); // whose run it is
        save();
    });
    offerSaving();
    connect(&m_archive, &LabArchive::opened, this, [this](const LabRecording &recording) {
        emit pageWanted(PageId::Lab);
        m_view.openRecording(recording);
    });
}

void LabController::offerSaving()
{
    const bool can = isRecordable();
    m_view.setSavable(can);
    m_saveRun->setEnabled(can);
    m_saveRun->setToolTip(can ? QString()
                              : tr("The lab shows no run of an election or an experiment."));
}

/** The last election can be saved after its end, too; what is played stands in a file. */
bool LabController::isRecordable() const
{
    if (m_view.recording().isOpen())
        return false;
    return m_view.tab() == LabView::Contention ? !m_view.contention().recordable().empty()
                                               : m_recorder.hasStory();
}

LabRecording LabController::recorded() const
{
    LabRecording recording;
    recording.origin = originHere();
    if (m_view.tab() == LabView::Contention) {
        recording.experiments = m_view.contention().recordable();
    } else {
        recording.origin.isOurs = m_recordsOurs;
        recording.election = m_recorder.recording(m_recordsOurs);
    }
    return recording;
}

void LabController::setBackends(const std::vector<BackendSpec> &backends, Passwords passwords,
                                const QStringList &others)
{
    m_scratch.clear();
    m_taken = others;
    m_passwords = std::move(passwords);
    std::vector<LabChoice> choices{{{}, tr("Sandbox")}};
    for (const BackendSpec &backend : backends) {
        m_taken.append(backend.name);
        if (!mayHoldExperiments(backend))
            continue;
        m_scratch.push_back(backend);
        choices.push_back({backend.name, tr("A scratch table in %1").arg(backend.name)});
    }
    m_view.setupPage().setChoices(choices);
    endWhereItMayNotBe(backends);
    if (m_watched && m_taken.contains(m_watched->name))
        watchElection();
    if (m_group && m_taken.contains(m_group->name))
        watchGroup(m_group);
}

void LabController::endElection()
{
    m_view.election().setEnding();
    m_session.end();
}

/** A scratch table's backend may become production or read-only meanwhile, or go. */
void LabController::endWhereItMayNotBe(const std::vector<BackendSpec> &backends)
{
    const auto named = [this](const BackendSpec &each) { return each.name == m_placeBackend; };
    if (!m_session.isBusy() || m_placeBackend.isEmpty()
        || std::any_of(m_scratch.begin(), m_scratch.end(), named))
        return;
    const auto still = std::find_if(backends.begin(), backends.end(), named);
    if (still != backends.end()) {
        if (const auto may = mayHoldExperiments(*still); !may)
            m_failure = may.error();
    }
    endElection();
}

void LabController::setSandbox(const LabPlace &place)
{
    m_sandbox = place;
    begin();
}

void LabController::showSandboxProgress(const QString &step, int percent)
{
    if (m_waitingElection)
        m_view.setupPage().showProgress(step, percent * sandboxShare / 100);
    if (m_waitingExperiment)
        m_view.contention().showProgress(*m_waitingExperiment, step, percent * sandboxShare / 100);
}

void LabController::showSandboxFailure(const Error &error)
{
    if (std::exchange(m_waitingElection, std::nullopt))
        m_view.setupPage().showFailure(error);
    if (const auto waiting = std::exchange(m_waitingExperiment, std::nullopt))
        m_view.contention().showFailure(*waiting, error);
}

void LabController::startElection(const ElectionSetup &setup, const QString &place)
{
    if (m_session.isBusy())
        return;
    for (const BackendSpec &backend : m_scratch) {
        if (backend.name == place) {
            startScratch(setup, backend);
            return;
        }
    }
    m_waitingElection = setup;
    m_view.setupPage().showProgress(tr("Starting"), 0);
    begin();
}

void LabController::startScratch(const ElectionSetup &setup, const BackendSpec &backend)
{
    m_view.setupPage().showProgress(tr("Starting the candidates"), sandboxShare);
    m_view.election().clear();
    m_placeText = tr("a scratch table in %1").arg(literalText(backend.name));
    m_placeBackend = backend.name;
    m_session.start(
        [backend, passwords = m_passwords] {
            return passwords(backend).and_then(
                [&backend](const Secret &password) { return scratchPlace(backend, password); });
        },
        setup);
}

void LabController::startContention(const QString &id, const ContentionOptions &options)
{
    if (m_contention.isRunning())
        return;
    m_waitingExperiment = id;
    m_experimentOptions = options;
    m_view.contention().showProgress(id, tr("Starting"), 0);
    begin();
}

/** What waits begins where the sandbox runs; otherwise that is asked for. */
void LabController::begin()
{
    if (!m_sandbox) {
        emit sandboxWanted();
        return;
    }
    if (const auto setup = std::exchange(m_waitingElection, std::nullopt)) {
        m_view.setupPage().showProgress(tr("Starting the candidates"), sandboxShare);
        m_view.election().clear();
        m_placeText = tr("in the sandbox");
        m_placeBackend.clear();
        m_session.start([place = *m_sandbox] { return Result<LabPlace>(place); }, *setup);
    }
    if (const auto id = std::exchange(m_waitingExperiment, std::nullopt))
        m_contention.start(*id, *m_sandbox, m_experimentOptions);
}

void LabController::showStarted(const BackendSpec &watched, const QString &lockName)
{
    m_watched = watched;
    m_watched->poll = watchPeriod;
    m_lockName = lockName.toUtf8();
    m_watchedFailover = {};
    m_watchedLock.reset();
    m_view.election().setWatching(m_placeBackend, watchPeriod);
    m_recorder.clear();
    m_recordsOurs = m_placeBackend.isEmpty();
    m_view.showElection();
    watchElection();
}

void LabController::watchElection()
{
    m_watched->name = freeName(QStringLiteral("lab"), m_taken);
    m_view.election().setPlace(m_placeText, literalText(m_watched->name));
    tellWatched();
}

void LabController::watchGroup(const std::optional<BackendSpec> &group)
{
    m_group = group;
    if (m_group) {
        m_group->poll = watchPeriod;
        m_group->name = freeName(QStringLiteral("lab-group"), m_taken);
    }
    tellWatched();
}

void LabController::tellWatched()
{
    std::vector<BackendSpec> watched;
    for (const auto &one : {m_watched, m_group}) {
        if (one)
            watched.push_back(*one);
    }
    emit watchChanged(watched);
}

void LabController::showSnapshot(const std::shared_ptr<const ElectionSnapshot> &snapshot)
{
    if (snapshot->error && !m_failure) {
        m_failure = snapshot->error;
        m_session.end();
    }
    m_view.election().setSnapshot(snapshot);
    m_recorder.note(snapshot, systemClock().now());
    offerSaving();
}

void LabController::showEnded()
{
    m_watched.reset();
    m_watchedLock.reset();
    m_view.setupPage().reset();
    m_view.showSetup();
    if (const auto failure = std::exchange(m_failure, std::nullopt))
        m_view.setupPage().showFailure(*failure);
    tellWatched();
}

/** What watching the election's table told, for the lanes and for the comparison. */
void LabController::followStore()
{
    const BackendSnapshot *backend = m_watched ? m_store.view()->backend(m_watched->name) : nullptr;
    if (!backend)
        return;
    for (const auto &watch : backend->leaders) {
        if (watch->lock->id.name != m_lockName)
            continue;
        m_watchedLock = watch->lock->id;
        m_view.election().setWatched(watch);
        m_recorder.noteWatched(*watch, watchPeriod, systemClock().now());
        const std::vector<Failover> &failovers = watch->history->failovers;
        // Not their number: a watcher that is full forgets one for each new one.
        if (!failovers.empty() && failovers.back().at != m_watchedFailover) {
            m_watchedFailover = failovers.back().at;
            m_session.noteWatched(failovers);
        }
    }
}

void LabController::end()
{
    m_waitingElection.reset();
    m_waitingExperiment.reset();
    m_contention.cancel();
    m_session.end();
}

} // namespace lockmaster
