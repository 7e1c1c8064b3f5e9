// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsetup.h"
#include "core/alerts/alertwatch.h"
#include "core/history/historyrecorder.h"
#include "tests/bench/windowfigures.h"
#include "ui/alerts/alerting.h"
#include "ui/window/historycontroller.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

/** Counts the events of which the history keeps each one: not those that only say that a lease was
 * renewed. */
class EventCount final : public SnapshotTap
{
public:
    void take(quint64 /*key*/, const std::shared_ptr<const BackendSnapshot> & /*snapshot*/,
              const std::vector<Event> &events) override
    {
        m_count += std::count_if(events.begin(), events.end(), [](const Event &event) {
            return event.kind != EventKind::Renewed;
        });
    }
    void end(quint64 /*key*/) override {}

    qint64 value() const { return m_count; }

private:
    std::atomic<qint64> m_count{0};
};

/** What keeps and tells, beside a window: made as the program makes it. Outlives the stage. */
class Recording
{
public:
    explicit Recording(const QString &directory)
        : m_places{directory + QStringLiteral("/history.sqlite"), directory},
          m_memory(directory + QStringLiteral("/alerts-window.json")),
          m_settings(directory + QStringLiteral("/alerts.ini"), QSettings::IniFormat)
    {
    }

    void attachTo(WindowStage &stage)
    {
        new HistoryController(m_places, stage.window(), stage.monitor().store(), systemClock());
        auto *alerting =
            new Alerting(stage.monitor().store(), SystemNames(), systemClock(), m_settings,
                         QDBusConnection(QStringLiteral("nobody listens")), stage.window());
        stage.window().setAlertList(&alerting->list());
        HistorySettings settings;
        settings.path = m_places.store;
        settings.program = QStringLiteral("lockmaster");
        m_recorder = std::make_unique<HistoryRecorder>(settings);
        m_watch = std::make_unique<AlertWatch>(alertSettings({}, {}, {}, {}),
                                               AlertWatch::Places{m_places.store, m_memory},
                                               alerting->listener());
        alerting->setWatch(m_watch.get());
        stage.monitor().addTap(m_recorder.get());
        stage.monitor().addTap(m_watch.get());
        stage.monitor().addTap(&m_events);
    }

    qint64 eventCount() const { return m_events.value(); }
    /** Of a status that is true of everything that was told so far. */
    HistoryStatus whenWritten()
    {
        m_recorder->flush();
        return m_recorder->status();
    }

private:
    HistoryPlaces m_places;
    QString m_memory;
    QSettings m_settings;
    EventCount m_events;
    std::unique_ptr<HistoryRecorder> m_recorder;
    std::unique_ptr<AlertWatch> m_watch;
};

} // namespace

Result<Figures> recordedWindow()
{
    constexpr int locks = 100'000;
    const QString name = QStringLiteral("window-100000-recorded");
    const QTemporaryDir directory;
    Recording recording(directory.path());
    WindowStage stage(2, std::make_shared<Backends>(locks / 2, Changes::Hands),
                      [&recording](WindowStage &made) { recording.attachTo(made); });
    if (const auto shown = filled(stage, locks); !shown)
        return tl::unexpected(shown.error());
    recording.whenWritten();
    const qint64 before = recording.eventCount();
    QElapsedTimer timer;
    timer.start();
    Figures figures = livingFigures(stage, name);
    recording.whenWritten();
    const double took = 1e-6 * double(timer.nsecsElapsed());
    const double thousands = double(recording.eventCount() - before) / 1000;
    figures.push_back({name + QStringLiteral("-1000-events"), QStringLiteral("ms"),
                       took / thousands, std::nullopt, 1000});
    const auto answers = answerFigures(stage, name);
    if (!answers)
        return answers;
    figures.insert(figures.end(), answers->begin(), answers->end());
    const HistoryStatus status = recording.whenWritten();
    if (!status.recording)
        return tl::unexpected(status.problem.value_or(Error()));
    figures.push_back({name + QStringLiteral("-dropped"), QStringLiteral("events"),
                       double(status.droppedEvents), std::nullopt, 0});
    return figures;
}

} // namespace lockmaster::bench
