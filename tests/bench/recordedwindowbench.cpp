// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertsetup.h"
#include "core/alerts/alertwatch.h"
#include "core/display/alivechecks.h"
#include "core/history/historyrecorder.h"
#include "tests/bench/windowfigures.h"
#include "ui/alerts/alerting.h"
#include "ui/kit/markedlocks.h"
#include "ui/locks/locksview.h"
#include "ui/locks/locktable.h"
#include "ui/window/alivecontroller.h"
#include "ui/window/chainscontroller.h"
#include "ui/window/gocontroller.h"
#include "ui/window/historycontroller.h"
#include "ui/window/overviewcontroller.h"
#include "ui/window/ownerscontroller.h"
#include "ui/window/pagewindows.h"

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

/** The pages that the program adds to a window, as it adds them. Outlives the stage. */
class Pages
{
public:
    void addTo(WindowStage &stage)
    {
        MainWindow &window = stage.window();
        LockStore &store = stage.monitor().store();
        window.setAliveChecks(m_checks);
        new AliveController(m_checks, window, store);
        auto *owners = new OwnersController(window, store, systemClock(), m_checks);
        QObject::connect(new GoController(window, store), &GoController::openChanged, owners,
                         &OwnersController::setWantedElsewhere);
        new ChainsController(window, store, systemClock());
        new OverviewController(window, store, systemClock());
    }

private:
    AliveChecks m_checks{systemClock()};
};

/** Every page in a window of its own, every column, three locks pinned, the details of one. */
void openAll(WindowStage &stage)
{
    MainWindow &window = stage.window();
    for (const PageId page : window.pages()) {
        if (page != PageId::Locks)
            window.pageWindows().open(page);
    }
    LockTable &table = window.locksView().table();
    for (int column = 0; column < lockColumnCount; ++column)
        table.setColumnShown(static_cast<LockColumn>(column), true);
    constexpr int pinned = 3;
    for (int row = 0; row < pinned; ++row) {
        const LockId id = stage.view().rows.at(static_cast<size_t>(row)).lock.id();
        window.pins().setMarked(id, true);
        table.selectLock(id);
    }
}

/** A hundred servers with fifty locks each, of which nothing is new. */
Result<Figures> manyServersOpen()
{
    constexpr int servers = 100;
    constexpr int locksEach = 50;
    constexpr auto time = std::chrono::seconds(20);
    const QString name = QStringLiteral("window-100-servers-open");
    const QTemporaryDir directory;
    Recording recording(directory.path());
    Pages pages;
    WindowStage stage(servers, std::make_shared<Backends>(locksEach, Changes::None),
                      [&](WindowStage &made) {
                          recording.attachTo(made);
                          pages.addTo(made);
                      });
    if (const auto shown = filled(stage, servers * locksEach); !shown)
        return tl::unexpected(shown.error());
    openAll(stage);
    stage.run(time); // until what counts down in tenths of a second has run out
    stage.meter().reset();
    Figures figures{{name, QStringLiteral("%"), processShare(stage, time), std::nullopt, 25}};
    addSlices(figures, name + QStringLiteral("-slice"), stage.meter().slices());
    return figures;
}

/** What is watched of it goes with it: it would be counted as what others cost. */
Result<Figures> manyLocksOpen()
{
    constexpr int locks = 100'000;
    const QString name = QStringLiteral("window-100000-open");
    const QTemporaryDir directory;
    Recording recording(directory.path());
    Pages pages;
    WindowStage stage(2, std::make_shared<Backends>(locks / 2), [&](WindowStage &made) {
        recording.attachTo(made);
        pages.addTo(made);
    });
    if (const auto shown = filled(stage, locks); !shown)
        return tl::unexpected(shown.error());
    openAll(stage);
    Figures figures = livingFigures(stage, name);
    const auto answers = answerFigures(stage, name);
    if (!answers)
        return answers;
    figures.insert(figures.end(), answers->begin(), answers->end());
    return figures;
}

} // namespace

Result<Figures> openWindow()
{
    Figures figures;
    for (const auto &part : {manyLocksOpen, manyServersOpen}) {
        const auto more = part();
        if (!more)
            return more;
        figures.insert(figures.end(), more->begin(), more->end());
    }
    return figures;
}

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
