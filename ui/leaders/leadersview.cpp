// SPDX-License-Identifier: Apache-2.0
#include "ui/leaders/leadersview.h"

#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "core/display/detailrows.h"
#include "core/display/lanechart.h"
#include "core/display/locktext.h"
#include "core/display/viewaccount.h"
#include "ui/kit/narrowactions.h"
#include "ui/kit/icons.h"
#include "ui/details/detailspane.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/figurerow.h"
#include "ui/kit/labels.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesview.h"
#include "ui/leaders/leaderactions.h"
#include "ui/leaders/leadertable.h"
#include "ui/kit/messagepage.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/textsize.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto leadersviewTickPeriod = 100ms;
constexpr int leadersviewMargin = 16;
constexpr int findingsMargin = 12;
constexpr int leadersviewLeastLanesHeight = 120;
constexpr double leadersviewZoomStep = 1.5;
constexpr double leadersviewTitleScale = 1.9;

QToolButton *toolButton(QWidget *parent, const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

LeadersView::LeadersView(LockStore &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_store(store), m_clock(clock),
      m_model(new LeadersModel(store, clock, this)), m_table(new LeaderTable(*m_model, this)),
      m_presented(new ElidedLabel(this)), m_figures(new FigureRow(this)),
      m_lanes(new LanesView(clock, this)), m_findings(new DetailsPane(this)),
      m_message(new MessagePage(this)), m_stepDown(new QPushButton(tr("Step down…"), this)),
      m_export(new LanesExportButton(*m_lanes, this)),
      m_follow(new QCheckBox(tr("Follow live"), this)),
      m_zoomIn(toolButton(this, QStringLiteral("+"), tr("Zoom in"))),
      m_zoomOut(toolButton(this, QStringLiteral("−"), tr("Zoom out"))),
      m_stack(new QStackedWidget(this)), m_tick(new QTimer(this)),
      m_unmark(new QAction(LeaderActions::tr("Stop watching as leader"), this)),
      m_stepDownEntry(new QAction(m_stepDown->text(), this))
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // it follows what has the focus in it
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(buildContent());
    m_stack->addWidget(scroll);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    passFocus(*this, *m_table);
    setAccessibleName(tr("Leaders"));
    connectParts();
    limitLanes();
    follow();
}

QWidget *LeadersView::buildContent()
{
    auto *content = new QWidget(this);
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    m_lanes->setAccessibleName(tr("Who led when"));
    m_findings->setMargin(findingsMargin);
    m_findings->setGround(QPalette::Base);
    m_findings->setSpokenName(tr("Findings"));
    m_findings->installEventFilter(this);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(leadersviewMargin, 12, leadersviewMargin, 8);
    head->setSpacing(10);
    m_presented->setFont(titleFont(leadersviewTitleScale, font()));
    m_presented->hide();
    m_tools = buildTools();
    head->addWidget(m_presented);
    head->addWidget(m_figures);
    head->addWidget(m_tools);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_table);
    layout->addLayout(head);
    layout->addWidget(m_lanes, 1);
    layout->addWidget(m_findings);
    orderTabs({m_table, m_stepDown, m_export, m_follow, m_zoomOut, m_zoomIn, m_lanes, m_findings});
    return content;
}

/** Three lanes, their axis and what is said below them: the one that leads now is among them. */
void LeadersView::limitLanes()
{
    m_lanes->setMinimumHeight(int(std::lround(leadersviewLeastLanesHeight * TextSize::scale())));
}

void LeadersView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        limitLanes();
}

QWidget *LeadersView::buildTools()
{
    auto *tools = new QWidget(this);
    m_stepDown->setAutoDefault(false);
    m_follow->setToolTip(tr("Keep what happens now in sight"));
    auto *layout = new QHBoxLayout(tools);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_stepDown);
    layout->addStretch(1);
    layout->addWidget(m_export);
    layout->addWidget(m_follow);
    layout->addWidget(m_zoomOut);
    layout->addWidget(m_zoomIn);
    return tools;
}

void LeadersView::connectParts()
{
    // The model hears of it first: it was made first.
    connect(&m_store, &LockStore::updated, this, &LeadersView::follow);
    connect(m_table, &LeaderTable::chosen, this, &LeadersView::followChosen);
    connect(m_lanes, &LanesView::followingChanged, m_follow, &QCheckBox::setChecked);
    connect(m_follow, &QCheckBox::clicked, m_lanes, &LanesView::setFollowing);
    m_follow->setChecked(m_lanes->isFollowing());
    connect(m_zoomIn, &QToolButton::clicked, this, [this] { zoom(1 / leadersviewZoomStep); });
    connect(m_zoomOut, &QToolButton::clicked, this, [this] { zoom(leadersviewZoomStep); });
    connect(m_stepDown, &QPushButton::clicked, this, [this] {
        const auto action = stepDownAction();
        if (action)
            emit stepDownRequested(entry()->watch->lock, action->id);
    });
    connect(m_message, &MessagePage::buttonClicked, this, [this] {
        if (m_store.view()->backends.empty())
            emit addBackendRequested();
        else
            emit locksRequested();
    });
    // The table's menu; the menu's key leads there, too.
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addActions({m_stepDownEntry, m_unmark});
    connect(m_stepDownEntry, &QAction::triggered, m_stepDown, &QPushButton::click);
    connect(m_unmark, &QAction::triggered, this, [this] {
        if (const LeaderEntry *shown = entry(); shown && shown->watch->marked)
            emit unmarkRequested(shown->id());
    });
    auto *narrow = new NarrowActions(*m_table, [this]() -> std::optional<NarrowedLock> {
        const LeaderEntry *shown = entry();
        return shown && shown->watch->lock ? std::optional(NarrowedLock::of(*shown->watch->lock))
                                           : std::nullopt;
    });
    m_table->addActions(narrow->actions() + narrow->copies());
    connect(narrow, &NarrowActions::narrowRequested, this, &LeadersView::narrowRequested);
    m_tick->setTimerType(Qt::CoarseTimer);
    connect(m_tick, &QTimer::timeout, this, &LeadersView::tick);
}

void LeadersView::setActionsOf(ActionsOf actionsOf)
{
    m_actionsOf = std::move(actionsOf);
    updateStepDown();
}

void LeadersView::setOffersBackends(bool offers)
{
    m_offersBackends = offers;
    follow();
}

void LeadersView::rememberOrder(QSettings &settings)
{
    m_table->rememberOrder(settings);
}

void LeadersView::setPresenting(bool on)
{
    if (std::exchange(m_isPresenting, on) == on)
        return;
    QWidget *const focus = QApplication::focusWidget();
    m_presented->setVisible(on);
    for (QWidget *part : std::initializer_list<QWidget *>{m_table, m_tools})
        part->setVisible(!on);
    if (on) {
        m_focusBefore = focus && isAncestorOf(focus) ? focus : nullptr;
        if (m_focusBefore && !m_lanes->isAncestorOf(focus))
            m_lanes->setFocus();
    } else if (m_focusBefore && m_lanes->hasFocus()) {
        m_focusBefore->setFocus();
    }
}

/** Where nobody has it: another part would not be seen. */
void LeadersView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_isPresenting)
        m_lanes->setFocus();
}

void LeadersView::setApart(bool apart)
{
    if (m_model->isApart() == apart)
        return;
    m_model->setApart(apart);
    follow();
}

// What is shown

const LeaderEntry *LeadersView::entry() const
{
    const int row = m_table->chosenRow();
    return row >= 0 && row < m_model->rowCount() ? &m_model->entryAt(row) : nullptr;
}

std::optional<LockId> LeadersView::chosen() const
{
    const LeaderEntry *shown = entry();
    return shown ? std::optional(shown->id()) : std::nullopt;
}

bool LeadersView::choose(const LockId &id)
{
    return m_table->choose(id);
}

bool LeadersView::isMessageShown() const
{
    return m_stack->currentWidget() == m_message;
}

bool LeadersView::isTicking() const
{
    return m_tick->isActive();
}

QString LeadersView::findingsText() const
{
    return m_findings->isHidden() ? QString() : m_findings->plainText().trimmed();
}

void LeadersView::follow()
{
    const bool any = m_model->rowCount() > 0;
    if (!any)
        showEmptyState();
    m_stack->setCurrentIndex(any ? 0 : 1);
    followChosen();
    updateTicking();
}

void LeadersView::followChosen()
{
    const LeaderEntry *shown = entry();
    // Nobody sees it: it is made good for when it is shown.
    if (!shown || !m_live || !isVisible())
        return;
    // Begun after the last look: an election of the lab anew, whose lanes hold nothing of the past.
    const bool anew = shown->watch->history->since > m_lookedAt;
    m_lookedAt = m_clock.now();
    if (anew || m_shown != shown->id()) {
        m_shown = shown->id();
        m_figures->forgetWidths();
        m_lanes->setFollowing(true);
    }
    if (m_history != shown->watch->history) {
        m_history = shown->watch->history;
        m_lanes->setChart(std::make_shared<const LaneChart>(laneChart(*m_history)));
    }
    const LockRecord &lock = *shown->watch->lock;
    const QString place = literalText(lock.id.source->backend) + QStringLiteral(" · ")
                          + sourceText(lock.id.source->name);
    m_export->setHistory(LockText::name(lock), place, m_history, shown->watch->figures, lock.id);
    m_presented->setText(LockText::name(lock) + QStringLiteral(" · ") + place);
    updateFigures();
    updateFindings();
    updateStepDown();
    m_unmark->setEnabled(shown->watch->marked);
}

void LeadersView::showEmptyState()
{
    const ViewSnapshot &view = *m_store.view();
    if (view.backends.empty()) {
        m_message->setMessage(tr("Add a server to see who leads."),
                              m_offersBackends ? tr("Add a server…") : QString());
        return;
    }
    const ViewAccount account = ViewAccount::of(view.wholePart(m_model->isApart()));
    if (!account.anythingRead) {
        m_message->setMessage(account.problems.isEmpty()
                                  ? tr("Nothing has been read yet.")
                                  : account.problems.join(QStringLiteral("\n\n")),
                              {});
        return;
    }
    const QString none =
        account.isComplete()
            ? tr("None of these servers has a leader table: choose a lock that elects a leader, "
                 "and “Watch as leader” in its menu.")
            : tr("No leader table was found where it could be read: choose a lock that elects a "
                 "leader, and “Watch as leader” in its menu.");
    const QString unread = account.unreadSentence();
    m_message->setMessage(unread.isEmpty() ? none : none + QStringLiteral("\n\n") + unread,
                          tr("Choose a lock"));
}

void LeadersView::updateFigures()
{
    if (const LeaderEntry *shown = entry())
        m_figures->setFigures(LeaderText::figures(*shown, m_model->moment()));
}

void LeadersView::updateFindings()
{
    Details details;
    for (const Finding &finding : entry()->watch->lock->findings)
        details.findings.push_back(
            {LockText::findingTitle(finding.id), literalText(finding.evidence), Tone::Expiring});
    m_findings->setVisible(!details.findings.empty());
    if (details.findings.empty())
        return;
    m_findings->show(details);
    fitFindings();
}

void LeadersView::fitFindings()
{
    // Whole: what does not fit is scrolled with the page, and not within it.
    m_findings->setFixedHeight(m_findings->contentHeight());
}

std::optional<LockAction> LeadersView::stepDownAction() const
{
    const LeaderEntry *shown = entry();
    if (!shown || !m_actionsOf || LeaderText::state(*shown) != LeaderState::Leads)
        return std::nullopt;
    const std::vector<LockAction> actions = m_actionsOf(*shown->watch->lock);
    for (const LockAction &action : actions) {
        if (action.id == u"step-down")
            return action;
    }
    return actions.empty() ? std::nullopt : std::optional(actions.front());
}

void LeadersView::updateStepDown()
{
    m_stepDown->setEnabled(stepDownAction().has_value());
    m_stepDownEntry->setEnabled(m_stepDown->isEnabled());
    m_stepDown->setToolTip(m_stepDown->isEnabled()
                               ? tr("Make the leader let go; another may take over")
                               : tr("Nobody is known to lead who could be made to let go"));
}

void LeadersView::zoom(double factor)
{
    const LeaderSpan seen = m_lanes->visibleSpan();
    if (!seen.until)
        return;
    const bool following = m_lanes->isFollowing();
    const auto length = std::chrono::duration_cast<SteadyTime::duration>(
        std::chrono::duration<double>(*seen.until - seen.from) * factor);
    // What happens now stays at the edge while it is followed, and the middle in its place else.
    const auto rest = (*seen.until - seen.from) - length;
    const SteadyTime from = seen.from + (following ? rest : rest / 2);
    m_lanes->showSpan({from, from + length});
    m_lanes->setFollowing(following);
}

// Time

void LeadersView::setLive(bool live)
{
    m_live = live;
    followChosen();
    updateTicking();
}

/** Table and figures tell one age of one heartbeat. */
void LeadersView::tick()
{
    m_table->tick();
    updateFigures();
}

void LeadersView::updateTicking()
{
    const bool seen = m_live && isVisible() && m_model->rowCount() > 0;
    m_lanes->setLive(seen);
    if (!seen)
        m_tick->stop();
    else if (!m_tick->isActive()) {
        m_tick->start(leadersviewTickPeriod);
        tick();
    }
}

void LeadersView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_table->setRoom(height());
    followChosen();
    updateTicking();
}

void LeadersView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateTicking();
}

void LeadersView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_table->setRoom(height());
}

bool LeadersView::eventFilter(QObject *watched, QEvent *event)
{
    // Narrower ones are higher.
    if (watched == m_findings && event->type() == QEvent::Resize)
        fitFindings();
    return QWidget::eventFilter(watched, event);
}

} // namespace lockmaster
