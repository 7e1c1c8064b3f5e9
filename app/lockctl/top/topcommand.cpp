// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/top/topcommand.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/stopsignal.h"
#include "app/lockctl/top/terminal.h"
#include "app/lockctl/top/top.h"
#include "core/actions/releasesession.h"
#include "core/alerts/alertsetup.h"
#include "core/alerts/alertwatch.h"
#include "core/display/translations.h"
#include "core/history/historyvalues.h"
#include "core/text/words.h"

#include <QCoreApplication>
#include <QTimer>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** As long as the window waits for it. */
constexpr auto releasePatience = 3s;
/** What is seen is drawn so often at most: a line may be slow, and who reads is. */
constexpr auto drawEvery = 500ms;
/** What ages is drawn so often. */
constexpr auto drawAnyway = 1000ms;

/** Draws when there is something to draw, and not more often than anybody can look. */
class Painter : public QObject
{
public:
    Painter(Top &top, Terminal &terminal) : m_top(top), m_terminal(terminal)
    {
        m_soon.setSingleShot(true);
        connect(&m_soon, &QTimer::timeout, this, &Painter::draw);
        connect(&m_anyway, &QTimer::timeout, this, &Painter::draw);
        connect(&top, &Top::changed, this, [this](bool byKey) {
            if (byKey)
                m_soon.start(0ms);
            else if (!m_soon.isActive())
                m_soon.start(drawEvery);
        });
        connect(&terminal, &Terminal::resized, this, &Painter::draw);
        m_anyway.start(drawAnyway);
        draw();
    }

private:
    void draw()
    {
        m_soon.stop();
        m_anyway.start(drawAnyway);
        m_terminal.show(m_top.screen(m_terminal.width(), m_terminal.height()));
    }

    Top &m_top;
    Terminal &m_terminal;
    QTimer m_soon;
    QTimer m_anyway;
};

/** None: what is given by URLs alone is not found by another command without them. */
std::optional<QStringList> originOf(const Options &options)
{
    if (!options.urls.isEmpty())
        return std::nullopt;
    if (options.config.isEmpty())
        return QStringList();
    return QStringList{QStringLiteral("--config"), options.config};
}

/** What the profile's rules ask, for this terminal alone: nobody else is told. Null: none is on. */
std::unique_ptr<AlertWatch> watchFor(const BackendChoice &choice, AlertWatch::Listener listener)
{
    const bool isOn = std::any_of(choice.alerts.rules.begin(), choice.alerts.rules.end(),
                                  [](const AlertRule &rule) { return rule.enabled; });
    if (!isOn || !choice.alerts.enabled)
        return nullptr;
    const QString history = choice.history.enabled ? defaultHistoryPath() : QString();
    return std::make_unique<AlertWatch>(
        alertSettings(choice.alerts, choice.locks, choice.owners, choice.backends),
        AlertWatch::Places{history, {}}, std::move(listener));
}

} // namespace

ExitCode runTop(const Options &options)
{
    const std::optional<Filter> typed = filterOption(options);
    if (!typed)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    const std::optional<Filter> filter = filterOf(choice->view, *typed);
    if (!filter)
        return ExitCode::Usage;

    WriteGate gate;
    if (options.allowWrites)
        gate.allowAll();
    const AuditLog audit(defaultAuditDirectory());
    ActionTools actions;
    actions.gate = &gate;
    actions.audit = &audit;
    actions.passwords = choice->passwords;
    actions.program = QStringLiteral("lockctl");
    WriteLifts lifts(gate, audit, actions.program);

    // Nothing parses what stands here: it is in the language of who reads it.
    installTranslations(QLocale());
    QString why;
    std::unique_ptr<Terminal> terminal = Terminal::open(&why);
    if (!terminal) {
        say(why);
        return ExitCode::Usage;
    }
    // Its board is taken on this thread: whoever listens is told on the watch's.
    Top *shown = nullptr;
    const auto listener = [&shown](const auto &, const std::shared_ptr<const AlertBoard> &board) {
        QMetaObject::invokeMethod(qApp, [&shown, board] {
            if (shown)
                shown->takeAlerts(board);
        });
    };
    // What is held is let go of while this listens still.
    const StopSignal stop;
    const std::unique_ptr<AlertWatch> alerts = watchFor(*choice, listener);
    HoldController holds(actions);
    Monitor monitor(choice->readers, choice->feeds);
    if (alerts)
        monitor.addTap(alerts.get());
    auto top = std::make_unique<Top>(
        Top::Tools{&monitor, choice->backends, choice->locks, actions, &lifts, alerts.get(), &holds,
                   choice->history.enabled ? defaultHistoryPath() : QString(), originOf(options)},
        *filter);
    if (choice->view && choice->view->sort)
        top->sortBy(*choice->view->sort, choice->view->descending);
    shown = top.get();
    monitor.setBackends(choice->backends);
    auto painter = std::make_unique<Painter>(*top, *terminal);
    QObject::connect(&stop, &StopSignal::requested, qApp, &QCoreApplication::quit);
    QObject::connect(top.get(), &Top::quit, qApp, &QCoreApplication::quit);
    QObject::connect(top.get(), &Top::suspend, terminal.get(), &Terminal::suspend);
    QObject::connect(top.get(), &Top::redraw, terminal.get(), &Terminal::redraw);
    QObject::connect(terminal.get(), &Terminal::lost, qApp, &QCoreApplication::quit);
    QObject::connect(terminal.get(), &Terminal::pressed, top.get(), &Top::press);
    QObject::connect(terminal.get(), &Terminal::clicked, top.get(), &Top::click);
    QObject::connect(top.get(), &Top::mouseWanted, terminal.get(), &Terminal::setMouse);
    QCoreApplication::exec();
    shown = nullptr;
    painter.reset();
    top.reset();
    terminal.reset();
    // Its outcome belongs into the audit log.
    if (ReleaseSession::underWay() > 0) {
        say(Words::tr("A release is under way: waiting a moment for what comes of it."));
        if (!ReleaseSession::waitUnderWay(releasePatience))
            say(Words::tr("What came of the release is not known: see 'lockctl audit', and look at "
                          "the lock again."));
    }
    return ExitCode::Ok;
}

} // namespace lockmaster
