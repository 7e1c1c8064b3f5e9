// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/electionpanel.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/lab/labwords.h"
#include "ui/kit/colors.h"
#include "ui/lab/candidatelist.h"
#include "ui/kit/elidedlabel.h"
#include "ui/lab/failoverpanel.h"
#include "ui/details/findingcards.h"
#include "ui/kit/labels.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesgeometry.h"
#include "ui/lanes/lanesview.h"
#include "ui/kit/keyboardfocus.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QApplication>
#include <QSplitter>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int electionpanelMargin = 16;
constexpr auto electionpanelTickPeriod = 100ms;
constexpr double headlineScale = 1.9;
/** Of that; more is cut. Still a little larger than other text. */
constexpr double leastHeadline = 0.6;
/** Below it the last failover goes below who leads. */
constexpr int narrow = 860;
/** Below it the lanes come first, and what was found below them. */
constexpr int low = 430;
/** More lanes are scrolled to. */
constexpr int mostLanesSeen = 6;
/** The lanes, and what is below them. */
const QList<int> usualRows{340, 240};

/** Where it is scrolled to it takes no more than it needs. */
class SnugSplitter final : public QSplitter
{
public:
    using QSplitter::QSplitter;
    QSize sizeHint() const override { return minimumSizeHint(); }
};

} // namespace

ElectionPanel::ElectionPanel(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_clock(clock), m_findings(new FindingCards(this)),
      m_lanes(new LanesView(clock, this)), m_candidates(new CandidateList(this)),
      m_failovers(new FailoverPanel(this)), m_rows(new SnugSplitter(Qt::Vertical, this)),
      m_tick(new QTimer(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(electionpanelMargin, 12, electionpanelMargin, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHead());
    buildBody();
    auto *body = new QWidget(this);
    m_body = new QVBoxLayout(body);
    m_body->setContentsMargins({});
    m_body->setSpacing(10);
    m_body->addWidget(m_findings);
    m_body->addWidget(m_rows, 1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // it follows what has the focus in it
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll->setWidget(body);
    for (QWidget *ground : std::initializer_list<QWidget *>{body, scroll->viewport()})
        ground->setBackgroundRole(QPalette::Base);
    layout->addWidget(scroll, 1);

    connect(m_candidates, &CandidateList::actionRequested, this, &ElectionPanel::actionRequested);
    connect(m_failovers, &FailoverPanel::measureRequested, this, &ElectionPanel::measureRequested);
    connect(m_failovers, &FailoverPanel::cancelRequested, this, &ElectionPanel::cancelRequested);
    m_tick->setInterval(electionpanelTickPeriod);
    connect(m_tick, &QTimer::timeout, this, &ElectionPanel::updateHeadline);
    orderTabs({m_kill, m_export, m_end, m_lanes, m_candidates, m_failovers});
    passFocus(*this, *m_kill);
    recolor();
    clear();
    fitLanes();
}

QWidget *ElectionPanel::buildHead()
{
    auto *head = new QWidget(this);
    m_headline = new ElidedLabel(head);
    m_headline->setFont(titleFont(headlineScale, font()));
    m_headline->setLeastScale(leastHeadline);
    m_headline->setAccessibleName(tr("Who leads"));
    m_detail = mutedLabel({}, head);
    m_detail->setWordWrap(false);
    QLabel *caption = mutedLabel(tr("Last time without a leader"), head);
    caption->setWordWrap(false);
    m_vacancy = titleLabel(1.5, {}, head);
    m_vacancyWho = mutedLabel({}, head);
    m_vacancyWho->setWordWrap(false);
    m_setup = new ElidedLabel(head);
    m_setup->setForegroundRole(QPalette::PlaceholderText);

    auto *leads = new QVBoxLayout;
    leads->setSpacing(0);
    leads->addWidget(m_headline);
    leads->addWidget(m_detail);
    auto *vacancyLine = new QHBoxLayout;
    vacancyLine->setSpacing(8);
    vacancyLine->addWidget(m_vacancy);
    vacancyLine->addWidget(m_vacancyWho, 1, Qt::AlignBottom);
    m_failoverBox = new QWidget(head);
    m_failoverLines = new QVBoxLayout(m_failoverBox);
    m_failoverLines->setContentsMargins({});
    m_failoverLines->setSpacing(2);
    m_failoverLines->addWidget(caption);
    m_failoverLines->addLayout(vacancyLine);
    m_upper = new QHBoxLayout;
    m_upper->setSpacing(24);
    m_upper->addLayout(leads, 1);
    m_upper->addWidget(m_failoverBox);
    m_upper->addWidget(buildButtons(head));

    m_leaders = new QPushButton(tr("Show in Leaders"), head);
    m_leaders->setFlat(true);
    m_leaders->setAutoDefault(false);
    connect(m_leaders, &QPushButton::clicked, this, &ElectionPanel::leadersRequested);
    m_lower = new QHBoxLayout;
    m_lower->addWidget(m_setup, 1);
    m_lower->addWidget(m_leaders);
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addLayout(m_upper);
    layout->addLayout(m_lower);
    return head;
}

/** Who leads, the button and the lanes are seen at any size: this is shown on projectors. */
void ElectionPanel::fitRoom()
{
    if (const bool isNarrow = width() < narrow; std::exchange(m_narrow, isNarrow) != isNarrow) {
        (isNarrow ? m_upper : m_lower)->removeWidget(m_failoverBox);
        (isNarrow ? m_lower : m_upper)->insertWidget(isNarrow ? 0 : 1, m_failoverBox);
        m_failoverLines->setDirection(isNarrow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        m_failoverLines->setSpacing(isNarrow ? 8 : 2);
        m_setup->setVisible(!isNarrow);
        m_below->setOrientation(isNarrow ? Qt::Vertical : Qt::Horizontal);
        m_lower->setStretch(0, isNarrow ? 0 : 1);
        m_lower->setAlignment(m_leaders, Qt::AlignRight);
    }
    const QWidget *seen = m_body->parentWidget()->parentWidget();
    const bool scrolls = m_body->totalHeightForWidth(seen->width()) > seen->height();
    if (std::exchange(m_scrolls, scrolls) != scrolls)
        m_rows->setSizes(scrolls ? QList<int>{1, usualRows[0] + usualRows[1]} : usualRows);
    if (const bool isLow = height() < low; std::exchange(m_low, isLow) != isLow) {
        m_body->removeWidget(m_findings);
        m_body->insertWidget(isLow ? 1 : 0, m_findings);
    }
}

/**
 * As high as its lanes need: what has to be scrolled to is not seen by an audience. Few have room
 * for two lines each, unless the candidates would be out of sight for it.
 */
void ElectionPanel::fitLanes()
{
    const LaneChart &chart = *m_lanes->chart();
    const int count = static_cast<int>(chart.lanes.size());
    const auto least = LanesMetrics::fitting(chart, m_lanes->font(), {m_lanes->width(), 0});
    const int lowest = least.axisHeight + least.footHeight
                       + std::clamp(count, 3, mostLanesSeen) * least.laneHeight;
    const int high = std::max(lowest, count <= mostLanesSeen ? LanesMetrics::comfortableHeight(
                                          chart, m_lanes->font(), m_lanes->width())
                                                             : lowest);
    int others = 0;
    if (!m_below->isHidden())
        others += m_rows->handleWidth() + m_below->minimumSizeHint().height();
    if (!m_findings->isHidden())
        others += m_body->spacing() + m_findings->sizeHint().height();
    const QWidget *seen = m_body->parentWidget()->parentWidget();
    m_lanes->setMinimumHeight(high + others > seen->height() ? lowest : high);
}

void ElectionPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitRoom();
    fitLanes();
}

QWidget *ElectionPanel::buildButtons(QWidget *parent)
{
    auto *box = new QWidget(parent);
    m_kill = new QPushButton(tr("Kill the leader  (K)"), box);
    m_kill->setShortcut(Qt::Key_K);
    m_kill->setToolTip(tr("End the process that believes to lead, as a crash would"));
    m_kill->setAutoDefault(false);
    m_kill->setMinimumSize(172, 40);
    m_kill->setFont(titleFont(1.15, m_kill->font()));
    m_end = new QPushButton(tr("End"), box);
    m_end->setShortcut(Qt::CTRL | Qt::Key_E);
    m_end->setToolTip(tr("End all candidates and remove their table (Ctrl+E)"));
    m_end->setAutoDefault(false);
    m_end->setMinimumHeight(40);
    connect(m_kill, &QPushButton::clicked, this,
            [this] { emit leaderActionRequested(CandidateAction::Kill); });
    m_export = new LanesExportButton(*m_lanes, box);
    m_export->setMinimumHeight(m_end->minimumHeight());
    connect(m_end, &QPushButton::clicked, this, &ElectionPanel::endRequested);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins({});
    row->setSpacing(8);
    row->addWidget(m_kill);
    row->addWidget(m_export);
    row->addWidget(m_end);
    return box;
}

void ElectionPanel::buildBody()
{
    m_below = new SnugSplitter(Qt::Horizontal, this);
    m_below->addWidget(m_candidates);
    m_below->addWidget(m_failovers);
    m_below->setStretchFactor(0, 1);
    m_below->setStretchFactor(1, 1);
    m_below->setChildrenCollapsible(false);
    m_below->setHandleWidth(24);
    m_lanes->setFrameShape(QFrame::NoFrame);
    m_lanes->setAccessibleName(tr("Who led when: the table, and each candidate's own report"));
    m_rows->addWidget(m_lanes);
    m_rows->addWidget(m_below);
    m_rows->setStretchFactor(0, 3);
    m_rows->setStretchFactor(1, 2);
    m_rows->setChildrenCollapsible(false);
    m_rows->setHandleWidth(10);
    m_rows->setSizes(usualRows);
}

void ElectionPanel::clear()
{
    m_snapshot.reset();
    m_watched.reset();
    m_shownTruth.reset();
    m_shownWatched.reset();
    m_ending = false;
    m_lanes->setChart(std::make_shared<const LaneChart>());
    m_export->setHistory({}, {}, nullptr);
    m_lanes->followFromBegin();
    m_candidates->setCandidates({});
    m_candidates->setEnabled(true);
    m_failovers->setEnabled(true);
    m_failovers->setSnapshot(nullptr);
    m_end->setEnabled(true);
    m_end->setText(tr("End"));
    updateFindings();
    updateHeadline();
    updateFailover();
}

void ElectionPanel::setSnapshot(const std::shared_ptr<const ElectionSnapshot> &snapshot)
{
    if (m_ending)
        return;
    m_snapshot = snapshot;
    m_candidates->setCandidates(snapshot->candidates);
    m_failovers->setSnapshot(snapshot);
    QStringList setup{LabWords::setup(snapshot->setup)};
    if (!m_watchedAs.isEmpty())
        setup << tr("%1, watched as “%2”").arg(m_place, m_watchedAs);
    m_setup->setText(setup.join(QStringLiteral(" · ")));
    updateFindings();
    updateHeadline();
    updateFailover();
    updateChart();
    updateTick();
}

void ElectionPanel::setWatched(const std::shared_ptr<const LeaderWatch> &watched)
{
    if (m_ending || watched == m_watched)
        return;
    m_watched = watched;
    updateFindings();
    updateHeadline();
    updateChart();
}

void ElectionPanel::setMoment(const std::shared_ptr<const ElectionSnapshot> &snapshot,
                              const std::shared_ptr<const LeaderWatch> &watched)
{
    m_watched = watched;
    setSnapshot(snapshot);
}

void ElectionPanel::setPlace(const QString &where, const QString &watchedAs)
{
    m_place = where;
    m_watchedAs = watchedAs;
}

void ElectionPanel::setWatching(const QString &backend, Millis poll)
{
    m_failovers->setWatching(backend, poll);
}

void ElectionPanel::setRecorded()
{
    m_isRecorded = true;
    for (QWidget *action : std::initializer_list<QWidget *>{m_kill, m_end, m_leaders})
        action->hide();
    m_candidates->setReadOnly();
    m_failovers->setReadOnly();
}

void ElectionPanel::setEnding()
{
    m_ending = true;
    m_candidates->setEnabled(false);
    m_failovers->setEnabled(false);
    enableKill(false);
    m_end->setEnabled(false);
    m_end->setText(tr("Ending…"));
    updateTick();
}

void ElectionPanel::setPresenting(bool on)
{
    if (on && m_below->isAncestorOf(QApplication::focusWidget()))
        m_lanes->setFocus();
    m_below->setVisible(!on);
    fitLanes();
}

void ElectionPanel::setLive(bool live)
{
    m_live = live;
    m_lanes->setLive(live);
    updateTick();
    if (live)
        updateChart();
}

QString ElectionPanel::headlineText() const
{
    return m_headline->text();
}

QString ElectionPanel::lastFailoverText() const
{
    return m_vacancy->text();
}

void ElectionPanel::updateHeadline()
{
    LabWords::Headline headline{tr("The candidates are starting"), {}, Tone::Muted};
    bool leads = false;
    if (m_snapshot) {
        headline = LabWords::headline(*m_snapshot, m_clock.now(),
                                      m_watched ? m_watched->history.get() : nullptr);
        leads = std::any_of(m_snapshot->candidates.begin(), m_snapshot->candidates.end(),
                            leadsByItsWord);
    }
    // What it advises to press is not there.
    if (m_isRecorded && headline.tone == Tone::Danger
        && std::none_of(m_snapshot->candidates.begin(), m_snapshot->candidates.end(), hasProcess))
        headline.detail.clear();
    m_headline->setText(headline.text);
    setSpokenDescription(m_headline, headline.text);
    m_detail->setText(headline.detail);
    setTone(m_headline, headline.tone);
    if (!m_ending) {
        enableKill(leads);
        m_failovers->setPossible(leads);
    }
}

/** While there is nobody to kill the focus waits where no key does harm, and then comes back. */
void ElectionPanel::enableKill(bool enabled)
{
    if (enabled == m_kill->isEnabled())
        return;
    if (!enabled && m_kill->hasFocus()) {
        m_lanes->setFocus();
        m_killHadFocus = true;
    }
    m_kill->setEnabled(enabled);
    if (enabled && std::exchange(m_killHadFocus, false) && m_lanes->hasFocus())
        m_kill->setFocus();
}

void ElectionPanel::updateFailover()
{
    const LeaderHistory *truth = m_snapshot ? m_snapshot->truth.get() : nullptr;
    if (!truth || truth->failovers.empty()) {
        m_vacancy->setText(QStringLiteral("–"));
        m_vacancyWho->setText(tr("no failover yet"));
        return;
    }
    // A take-over from one that still lived is no time without a leader.
    const auto real =
        std::find_if(truth->failovers.rbegin(), truth->failovers.rend(),
                     [](const Failover &failover) { return failover.vacancy > Micros(0); });
    const Failover &last = real == truth->failovers.rend() ? truth->failovers.back() : *real;
    m_vacancy->setText(briefDurationText(last.vacancy));
    m_vacancyWho->setText(LabWords::failoverWho(*truth, last));
}

/** A row lock is one for as long as it is told; two leaders are told of for a while after. */
int ElectionPanel::urgency(FindingId id) const
{
    const auto lasts = [](const LeaderHistory *history) {
        return history
               && std::any_of(history->overlaps.begin(), history->overlaps.end(),
                              [](const LeaderOverlap &overlap) { return !overlap.span.until; });
    };
    if (id == FindingId::RowLockSuspected)
        return 0;
    if (id != FindingId::TwoLeaders)
        return 2;
    const bool two = lasts(m_snapshot ? m_snapshot->truth.get() : nullptr)
                     || lasts(m_watched ? m_watched->history.get() : nullptr);
    return two ? 1 : 3;
}

/**
 * What holds now before what is over; of that, what the candidates' reports prove first, then what
 * watching the table suggests.
 */
void ElectionPanel::updateFindings()
{
    QList<Finding> all;
    if (m_snapshot)
        all = m_snapshot->findings;
    if (m_watched) {
        for (const Finding &finding : m_watched->lock->findings) {
            const bool told = std::any_of(all.begin(), all.end(), [&finding](const Finding &f) {
                return f.id == finding.id;
            });
            if (!told)
                all.push_back(finding);
        }
    }
    std::stable_sort(all.begin(), all.end(), [this](const Finding &a, const Finding &b) {
        return urgency(a.id) < urgency(b.id);
    });
    m_findings->setFindings(all);
}

void ElectionPanel::updateChart()
{
    if (!m_snapshot || !m_snapshot->truth || !m_live || !isVisible())
        return;
    const auto watched = m_watched ? m_watched->history : nullptr;
    if (m_snapshot->truth == m_shownTruth && watched == m_shownWatched)
        return;
    m_shownTruth = m_snapshot->truth;
    m_shownWatched = watched;
    m_lanes->setChart(
        std::make_shared<const LaneChart>(laneChart(watched.get(), *m_snapshot->truth)));
    fitLanes();
    m_export->setHistory(literalText(m_snapshot->lockName), pictureText(), m_snapshot->truth);
}

/** What it is and where; the table last, as that may be cut. */
QString ElectionPanel::pictureText() const
{
    const QString table = literalText(m_snapshot->table);
    const QString what = m_isRecorded ? tr("recording of an election in the lab, %1")
                                      : tr("election in the lab, %1");
    return what.arg(m_place.isEmpty() ? table : QStringLiteral("%1 (%2)").arg(m_place, table));
}

/** The headline counts on between two snapshots. */
void ElectionPanel::updateTick()
{
    const bool wanted = m_live && isVisible() && m_snapshot && !m_ending;
    if (!wanted)
        m_tick->stop();
    else if (!m_tick->isActive())
        m_tick->start();
}

void ElectionPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateChart();
    updateTick();
}

void ElectionPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateTick();
}

void ElectionPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_kill)
        recolor();
    if (event->type() == QEvent::FontChange && m_body)
        fitLanes();
}

void ElectionPanel::recolor()
{
    const Colors &colors = colorsFor(palette());
    QPalette danger = palette();
    // The deep red in both themes: a pale one does not look like a button that ends something.
    // As Fusion draws it, brighter than it is asked to, words on it are read.
    constexpr int darker = 130;
    danger.setColor(QPalette::Button, lightColors().danger.darker(darker));
    danger.setColor(QPalette::ButtonText, lightColors().base);
    danger.setColor(QPalette::Disabled, QPalette::Button, colors.window);
    danger.setColor(QPalette::Disabled, QPalette::ButtonText, colors.muted);
    if (m_kill->palette() != danger)
        m_kill->setPalette(danger);
    updateHeadline();
}

} // namespace lockmaster
