// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/recordingview.h"

#include "core/display/lanetext.h"
#include "core/text/momenttext.h"
#include "ui/kit/banner.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/picturetitle.h"
#include "ui/lab/contentionresult.h"
#include "ui/lab/courseexport.h"
#include "ui/lab/courserow.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/replayedlanes.h"
#include "ui/lab/transportbar.h"
#include "ui/lanes/lanesview.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int recordingviewMargin = 16;
/** As often as a live election is shown. */
constexpr auto frame = 50ms;
constexpr auto jump = 1s;

/** What one steps to: not each of thousands of locks. */
bool isEvent(const WorkReport &report)
{
    return report.step != WorkStep::Locked && report.step != WorkStep::Lost
           && report.step != WorkStep::Done;
}

} // namespace

RecordingView::RecordingView(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_clock(clock), m_banner(new Banner(this)),
      m_close(new QPushButton(tr("Close the recording"), this)), m_body(new QStackedWidget(this)),
      m_election(new ElectionPanel(m_clock, this)), m_leaders(new ReplayedLanes(m_clock, this)),
      m_experiments(new QScrollArea(this)), m_transport(new TransportBar(this)),
      m_timer(new QTimer(this))
{
    m_close->setAutoDefault(true);
    // The key is looked for by `LabView`: one of its own would be in the way of the window's.
    m_close->setToolTip(tr("Back to the lab (Ctrl+W)"));
    m_banner->addButton(m_close);
    m_election->setRecorded();
    buildExperiments();
    m_body->addWidget(m_election);
    m_body->addWidget(m_experiments);
    m_body->addWidget(m_leaders);
    auto *edge = new QVBoxLayout;
    edge->setContentsMargins(recordingviewMargin, 0, recordingviewMargin, 12);
    edge->addWidget(m_transport);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(m_banner);
    layout->addWidget(m_body, 1);
    layout->addLayout(edge);
    m_timer->setInterval(frame);
    connect(m_timer, &QTimer::timeout, this, &RecordingView::refresh);
    connect(m_close, &QPushButton::clicked, this, &RecordingView::close);
    connect(m_transport, &TransportBar::playToggled, this, &RecordingView::togglePlay);
    connect(m_transport, &TransportBar::restartRequested, this, [this] { seek(m_clock.begin()); });
    connect(m_transport, &TransportBar::stepRequested, this, &RecordingView::step);
    connect(m_transport, &TransportBar::seekRequested, this,
            [this](Micros at) { seek(m_clock.begin() + at); });
    connect(m_transport, &TransportBar::speedChosen, this, [this](double factor) {
        m_clock.setSpeed(factor);
        refresh();
    });
    for (QWidget *where : std::initializer_list<QWidget *>{m_transport, &m_election->lanes(),
                                                           &m_leaders->lanes(), m_courses})
        addKeys(*where);
    orderTabs({m_close, m_body, m_transport});
    passFocus(*this, m_transport->playButton());
}

RecordingView::~RecordingView() = default;

void RecordingView::buildExperiments()
{
    auto *content = new QWidget(m_experiments);
    m_title = titleLabel(1.5, {}, content);
    m_title->setWordWrap(true);
    m_expectation = textLabel({}, content);
    m_courses = new CourseRow(content);
    m_courses->setHeight(CourseView::Height::AtMostUsual);
    m_result = new ContentionResult(content);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(recordingviewMargin, 8, recordingviewMargin, 8);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    m_export = new CourseExportButton([this] { return drawnRuns(); }, content);
    auto *head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(m_expectation, 1);
    head->addWidget(m_export, 0, Qt::AlignTop);
    layout->addLayout(head);
    layout->addWidget(m_courses);
    layout->addWidget(m_result, 1);
    layout->addStretch();
    content->setBackgroundRole(QPalette::Base);
    m_experiments->setWidgetResizable(true);
    m_experiments->setFocusPolicy(Qt::NoFocus);
    m_experiments->setFrameShape(QFrame::NoFrame);
    m_experiments->setWidget(content);
    m_experiments->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_experiments->viewport()->setBackgroundRole(QPalette::Base);
    connect(m_courses, &CourseRow::chosen, this, &RecordingView::choose);
}

/** In tables the arrow keys go on leading from cell to cell. */
void RecordingView::addKeys(QWidget &where)
{
    const auto add = [&](const QKeySequence &keys, const std::function<void()> &act) {
        auto *shortcut = new QShortcut(keys, &where);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    add(Qt::Key_Left, [this] { seek(m_clock.now() - jump); });
    add(Qt::Key_Right, [this] { seek(m_clock.now() + jump); });
    add(Qt::Key_Home, [this] { seek(m_clock.begin()); });
    add(Qt::Key_End, [this] { seek(m_clock.end()); });
    add(Qt::Key_Comma, [this] { step(-1); });
    add(Qt::Key_Period, [this] { step(1); });
}

void RecordingView::open(LabRecording recording)
{
    m_recording = std::move(recording);
    m_replay.reset();
    m_story.reset();
    m_events.clear();
    if (m_recording.election) {
        m_replay = std::make_unique<ElectionReplay>(*m_recording.election);
        const ElectionRecording &election = m_replay->recording();
        m_story = std::make_unique<LaneChart>(laneChart(election.watched.get(), *election.truth));
        m_clock.load(election.begin, election.end, election.wallAt(election.begin));
        m_election->clear();
        m_election->setWatching({}, election.poll);
        m_body->setCurrentWidget(m_election);
    } else if (const auto &watched = m_recording.watched) {
        m_story = std::make_unique<LaneChart>(laneChart(*watched->history));
        m_clock.load(watched->begin, watched->end, watched->history->wallTime(watched->begin));
        m_body->setCurrentWidget(m_leaders);
    } else {
        const Micros length = lengthOf(m_recording.experiments);
        m_clock.load(SteadyTime{}, SteadyTime{} + length,
                     m_recording.experiments.front().trace.begunAt);
        std::vector<ContentionInfo> infos;
        for (const ContentionReport &report : m_recording.experiments) {
            infos.push_back(*contentionExperiment(report.id));
            for (const WorkReport &one : report.trace.reports) {
                if (isEvent(one))
                    m_events.push_back(between(report.trace.start, one.at));
            }
        }
        std::sort(m_events.begin(), m_events.end());
        m_events.erase(std::unique(m_events.begin(), m_events.end()), m_events.end());
        m_courses->setVariants({});
        m_courses->setVariants(infos);
        m_courses->setLeastLength(length);
        m_body->setCurrentWidget(m_experiments);
        choose(infos.front().id);
    }
    m_isOpen = true;
    m_transport->setLength(between(m_clock.begin(), m_clock.end()));
    m_transport->setEvent({});
    describe();
    refresh();
}

void RecordingView::describe()
{
    const RecordingOrigin &origin = m_recording.origin;
    if (m_recording.watched) {
        m_origin = tr("exported on %1").arg(stampText(origin.at));
        m_leaders->open(*m_recording.watched, m_origin);
        const WatchRecording &watched = *m_recording.watched;
        const QString of = watched.place.isEmpty() ? tr("The file does not say of which server.")
                                                   : tr("Of %1.").arg(watched.place);
        m_banner->setMessage(Tone::Held, tr("A recording: nothing here is live"),
                             tr("Who led, exported on %1. %2 %3")
                                 .arg(stampText(origin.at), of, origin.program)
                                 .trimmed());
        return;
    }
    const QString where =
        origin.isOurs ? tr("in the sandbox") : tr("in a scratch table of a server");
    // Far from here it is a clock of some zone.
    m_origin = tr("recorded on %1 by %2, %3").arg(stampText(origin.at), origin.by, where);
    m_election->setPlace(m_origin);
    m_banner->setMessage(
        Tone::Held, tr("A recording: nothing here is live"),
        tr("Recorded on %1 by %2, %3. %4")
            .arg(momentText(localTimeOf(origin.at)), origin.by, where, origin.program));
}

void RecordingView::choose(const QString &id)
{
    m_chosen = id;
    const auto info = contentionExperiment(id);
    m_title->setText(info->title);
    m_expectation->setText(info->expectation);
    m_courses->setChosen(id);
    for (const ContentionReport &report : m_recording.experiments) {
        if (report.id == id)
            m_result->setReport(report);
    }
}

void RecordingView::close()
{
    m_clock.pause();
    m_isOpen = false;
    updateTimer();
    emit closed();
    // What it had is not kept for nobody.
    m_election->clear();
    m_leaders->clear();
    m_replay.reset();
    m_story.reset();
    for (const ContentionReport &report : m_recording.experiments)
        m_courses->setCourse(report.id, std::nullopt);
    m_courses->setVariants({});
    m_events.clear();
    m_result->setReport({});
    m_recording = {};
}

void RecordingView::togglePlay()
{
    if (m_clock.isPlaying()) {
        m_clock.pause();
    } else {
        const bool fromBegin = m_clock.now() >= m_clock.end();
        m_clock.play();
        if (fromBegin)
            seek(m_clock.begin());
    }
    refresh();
}

void RecordingView::seek(SteadyTime at)
{
    const bool fromBegin = at <= m_clock.begin();
    m_clock.seek(at);
    if (m_story && fromBegin)
        (m_replay ? m_election->lanes() : m_leaders->lanes()).followFromBegin();
    refresh();
}

void RecordingView::step(int direction)
{
    const SteadyTime now = m_clock.now();
    if (m_story) {
        const auto event =
            direction > 0 ? LaneText::nextEvent(*m_story, std::nullopt, now, m_clock.end())
                          : LaneText::previousEvent(*m_story, std::nullopt, now, m_clock.end());
        seek(event ? event->at : direction > 0 ? m_clock.end() : m_clock.begin());
        m_transport->setEvent(event ? event->text : QString());
        return;
    }
    const Micros at = between(m_clock.begin(), now);
    if (direction > 0) {
        const auto next = std::upper_bound(m_events.begin(), m_events.end(), at);
        seek(next == m_events.end() ? m_clock.end() : m_clock.begin() + *next);
    } else {
        const auto next = std::lower_bound(m_events.begin(), m_events.end(), at);
        seek(next == m_events.begin() ? m_clock.begin() : m_clock.begin() + *std::prev(next));
    }
    m_transport->setEvent(m_transport->positionText());
}

/** As far as they are played. */
DrawnRuns RecordingView::drawnRuns() const
{
    DrawnRuns drawn{{}, m_origin};
    const Micros at = between(m_clock.begin(), m_clock.now());
    for (const ContentionReport &report : m_recording.experiments) {
        if (auto course = courseAt(report, at))
            drawn.runs.push_back(
                {*contentionExperiment(report.id), std::move(*course), report.trace.begunAt});
    }
    return drawn;
}

void RecordingView::refresh()
{
    if (!m_isOpen)
        return;
    const SteadyTime now = m_clock.now();
    // Whoever goes back from the end looks there, and does not play on.
    if (now >= m_clock.end())
        m_clock.pause();
    m_transport->setPosition(between(m_clock.begin(), now));
    m_transport->setPlaying(m_clock.isPlaying());
    if (m_replay) {
        m_election->setMoment(m_replay->snapshotAt(now), m_replay->watchedAt(now));
    } else if (m_recording.watched) {
        m_leaders->showAt(now);
    } else {
        const Micros at = between(m_clock.begin(), now);
        for (const ContentionReport &report : m_recording.experiments)
            m_courses->setCourse(report.id, courseAt(report, at));
        // One drawing has the name itself; in a room all have.
        m_title->setVisible(!m_isPresenting && m_recording.experiments.size() > 1);
        // What it came to is known in the end.
        m_result->setVisible(!m_isPresenting && now >= m_clock.end());
    }
    updateTimer();
}

void RecordingView::updateTimer()
{
    const bool wanted = m_isOpen && m_isLive && isVisible() && m_clock.isPlaying();
    if (!wanted)
        m_timer->stop();
    else if (!m_timer->isActive())
        m_timer->start();
}

/** It does not play on for nobody: who comes back sees it stand where it was left. */
void RecordingView::setLive(bool live)
{
    m_isLive = live;
    if (!live)
        m_clock.pause();
    m_election->setLive(live);
    m_leaders->setLive(live);
    refresh();
}

void RecordingView::setPresenting(bool on)
{
    m_election->setPresenting(on);
    m_isPresenting = on;
    m_courses->setHeight(on ? CourseView::Height::All : CourseView::Height::AtMostUsual);
    qobject_cast<QBoxLayout *>(m_courses->parentWidget()->layout())
        ->setStretchFactor(m_courses, on ? 1 : 0);
    for (QWidget *part : std::initializer_list<QWidget *>{m_expectation, m_export})
        part->setVisible(!on);
    refresh();
}

/** What no button, table or list has a use for. */
void RecordingView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier)
        togglePlay();
    else
        QWidget::keyPressEvent(event);
}

void RecordingView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void RecordingView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    // On its way into a window of its own, or back, it is away for a moment only.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (isVisible())
                return;
            m_clock.pause();
            refresh();
        },
        Qt::QueuedConnection);
}

} // namespace lockmaster
