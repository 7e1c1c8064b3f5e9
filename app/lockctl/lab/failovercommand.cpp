// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/labcommands.h"

#include "app/lockctl/lab/failoverorder.h"
#include "app/lockctl/lab/failovertext.h"
#include "app/lockctl/lab/labrecord.h"
#include "app/lockctl/lab/labroom.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/config/secrets.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** A watcher tells of the last failover later than the candidates do. */
constexpr Millis watcherIsLate = 2s;

std::unique_ptr<BackendReader> watchingReader(const BackendSpec &spec)
{
    return makeReader(spec,
                      [spec](SteadyTime deadline) { return resolvePassword(spec, deadline); });
}

/** A series that shows nothing for so long is stuck: the server has gone, or is far too slow. */
Millis longestSilence(const ElectionSetup &setup)
{
    return 30s + 3 * setup.lease + 50 * setup.period;
}

/** One series from its first candidate to its last word. Lives on the main thread. */
class Measuring : public QObject
{
public:
    Measuring(const LabRoom &room, const ElectionSetup &setup, const LabOptions &options)
        : m_monitor(watchingReader),
          m_lab(std::make_unique<ElectionLab>(
              room.place, setup, [this](const std::shared_ptr<const ElectionSnapshot> &snapshot) {
                  QMetaObject::invokeMethod(
                      this, [this, snapshot] { take(snapshot); }, Qt::QueuedConnection);
              }))
    {
        m_report.setup = setup;
        m_report.backend = room.sandbox ? QString() : room.place.sql.name;
        m_report.poll = m_lab->watchedBackend().poll;
        m_report.run.wanted = options.failover.kills;
        m_report.run.seed = options.seed.value_or(QRandomGenerator::global()->generate());
        connect(&m_monitor.store(), &LockStore::updated, this,
                [this](const ViewUpdate &update) { watch(*update.view); });
        m_silence.setSingleShot(true);
        m_silence.start(longestSilence(setup));
        connect(&m_silence, &QTimer::timeout, this, &Measuring::giveUp);
        m_late.setSingleShot(true);
        connect(&m_late, &QTimer::timeout, qApp, &QCoreApplication::quit);
    }

    void cancel()
    {
        m_cancelled = true;
        m_lab->cancelMeasuring();
        if (!m_measuring)
            QCoreApplication::quit();
    }

    /** Ends the candidates and drops the table. What went wrong, by then or with that, is said. */
    void end()
    {
        sayError();
        m_lab.reset();
        // Its last word, where it had any.
        QCoreApplication::sendPostedEvents(this);
        sayError();
    }

    bool isCancelled() const { return m_cancelled; }
    const std::optional<Error> &error() const { return m_error; }
    const FailoverReport &report() const { return m_report; }
    const ElectionRecorder &recorder() const { return m_recorder; }

private:
    void take(const std::shared_ptr<const ElectionSnapshot> &published)
    {
        const ElectionSnapshot &snapshot = *published;
        m_recorder.note(published, systemClock().now());
        m_report.labels = candidateLabels(snapshot);
        for (const CandidateStatus &candidate : snapshot.candidates)
            m_lastError = candidate.lastError.isEmpty() ? m_lastError : candidate.lastError;
        if (snapshot.error) {
            m_error = snapshot.error;
            QCoreApplication::quit();
            return;
        }
        if (!m_measuring && !m_cancelled && m_lab && everybodyStands(snapshot))
            begin();
        if (!m_measuring || snapshot.run.wanted == 0)
            return;
        m_report.run = snapshot.run;
        tellProgress();
        if (!snapshot.run.running)
            finish();
    }

    static bool everybodyStands(const ElectionSnapshot &snapshot)
    {
        return std::all_of(snapshot.candidates.begin(), snapshot.candidates.end(),
                           [](const CandidateStatus &candidate) {
                               return candidate.state == CandidateState::Leading
                                      || candidate.state == CandidateState::Waiting;
                           });
    }

    void begin()
    {
        m_monitor.setBackends({m_lab->watchedBackend()});
        m_lab->measureFailovers(m_report.run.wanted, m_report.run.seed);
        m_measuring = true;
    }

    void watch(const ViewSnapshot &view)
    {
        std::vector<Failover> seen;
        for (const auto &backend : view.backends) {
            for (const auto &leader : backend->leaders) {
                seen = leader->history->failovers;
                m_recorder.noteWatched(*leader, m_report.poll, systemClock().now());
            }
        }
        // Not their number: a watcher that is full forgets one for each new one.
        if (seen.empty() || seen.back().at == m_seen)
            return;
        m_seen = seen.back().at;
        m_lab->noteWatched(std::move(seen));
    }

    void giveUp()
    {
        m_error = Error{ErrorKind::Timeout, 0,
                        QStringLiteral("Nothing happened for %1 s, so the experiment was given up")
                            .arg(m_silence.interval() / 1000),
                        m_lastError};
        QCoreApplication::quit();
    }

    void sayError()
    {
        if (m_error && m_error != m_saidError)
            say(errorText(*m_error));
        m_saidError = m_error;
    }

    void tellProgress()
    {
        for (; m_told < int(m_report.run.failovers.size()); ++m_told) {
            say(progressText(m_report, m_told + 1));
            m_silence.start();
        }
    }

    /** At once where the watcher has told of the last one, or has nothing to tell. */
    void finish()
    {
        m_silence.stop();
        const auto &all = m_report.run.failovers;
        if (m_cancelled || all.empty() || all.back().watched)
            QCoreApplication::quit();
        else if (!m_late.isActive())
            m_late.start(watcherIsLate);
    }

    FailoverReport m_report;
    ElectionRecorder m_recorder;
    std::optional<Error> m_error;
    std::optional<Error> m_saidError;
    bool m_measuring = false;
    bool m_cancelled = false;
    int m_told = 0;
    SteadyTime m_seen{}; ///< the latest failover
    QString m_lastError; ///< of any candidate
    QTimer m_silence;
    QTimer m_late;
    Monitor m_monitor;
    std::unique_ptr<ElectionLab> m_lab; ///< ends first: it calls this object
};

ElectionRecording::End endOf(const Measuring &measuring)
{
    using End = ElectionRecording::End;
    if (measuring.error())
        return End::Failed;
    return measuring.isCancelled() ? End::Cancelled : End::Done;
}

ExitCode codeOf(const Measuring &measuring)
{
    return outputFailed() ? ExitCode::OutputFailed : codeOf(endOf(measuring));
}

} // namespace

ExitCode runFailover(const Options &options)
{
    const std::optional<ElectionSetup> setup = failoverSetup(options.lab.failover);
    if (!setup || !mayRecord(options.lab))
        return ExitCode::Usage;
    const StopSignal stop;
    bool stopped = false;
    QObject::connect(&stop, &StopSignal::requested, qApp, [&stopped] { stopped = true; });
    const auto room = openElectionRoom(options, stop);
    if (!room)
        return room.error();
    QCoreApplication::processEvents();
    if (stopped)
        return ExitCode::Cancelled;

    Measuring measuring(*room, *setup, options.lab);
    QObject::connect(&stop, &StopSignal::requested, &measuring, &Measuring::cancel);
    say(QStringLiteral("%1 candidates begin; Ctrl+C ends it early.").arg(setup->candidates));
    QCoreApplication::exec();
    measuring.end();
    // First what is kept: whoever reads the output may have gone.
    const bool isOurs = room->place.sandbox;
    ExitCode recorded = ExitCode::Ok;
    if (measuring.recorder().hasStory()) {
        ElectionRecording election = measuring.recorder().recording(isOurs);
        election.ended = endOf(measuring);
        recorded = writeRecord(options.lab, {{.isOurs = isOurs}, {}, std::move(election)});
    }
    const FailoverReport &report = measuring.report();
    const bool written =
        writeOut(options.json ? failoverJson(report) : failoverText(report, terminalWidth()));
    return written && recorded == ExitCode::Ok ? codeOf(measuring) : ExitCode::OutputFailed;
}

} // namespace lockmaster
