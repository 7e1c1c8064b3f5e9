// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historyview.h"

#include "core/text/literaltext.h"
#include "core/history/historyexport.h"
#include "ui/history/historymodel.h"
#include "ui/history/historypictures.h"
#include "core/display/locktext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/figurerow.h"
#include "ui/kit/textsize.h"
#include "ui/history/historysearch.h"
#include "ui/history/historytable.h"
#include "ui/history/holdhistogram.h"
#include "ui/history/reportdesk.h"
#include "ui/kit/labels.h"
#include "ui/lanes/lanesexportbutton.h"
#include "ui/lanes/lanesview.h"
#include "ui/kit/messagepage.h"
#include "ui/kit/keyboardfocus.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** So long nothing is said of a question under way: most are answered at once. */
constexpr auto patience = 400ms;
/** How often sums over many rows are asked for anew. */
constexpr std::chrono::seconds sumsPeriod{30};
constexpr int historyviewMargin = 16;
constexpr int historyviewLeastLanesHeight = 120;
constexpr int leastTableHeight = 81;
constexpr int headTop = 12;
constexpr int headBottom = 8;
constexpr int headSpacing = 8;
constexpr double historyviewTitleScale = 1.9;
/** The page's width from which on one stands beside the table, and the height for two. */
constexpr int leastForHistogram = 960;
constexpr int leastForHistograms = 320;
constexpr int leastForRemark = 320;
constexpr auto longestSpan = std::chrono::days(4000);
/** The wall clock was set: what is drawn would be off by this. */
constexpr auto clockWasSet = 1s;

/** The servers of what is shown, for a picture's title. */
QString placeOf(const HistoryAnswer &answer)
{
    constexpr qsizetype mostNamed = 3;
    QStringList backends = answer.question.query.backends;
    if (backends.isEmpty()) {
        for (const HistoryHold &hold : answer.page.holds) {
            if (!backends.contains(hold.lock.backend))
                backends << hold.lock.backend;
        }
    }
    const auto more = static_cast<int>(backends.size() - mostNamed);
    QString named = literalText(backends.mid(0, mostNamed).join(QStringLiteral(", ")));
    if (more > 0)
        named += u' ' + HistoryView::tr("and %Ln more", nullptr, more);
    return named;
}

} // namespace

HistoryView::HistoryView(HistoryPlaces places, LockStore &store, const Clock &clock,
                         QWidget *parent)
    : QWidget(parent), m_store(store), m_clock(clock),
      m_asker(new HistoryAsker(places, clock, this)), m_model(new HistoryModel(this)),
      m_search(new HistorySearch(clock, this)), m_figures(new FigureRow(this)),
      m_histogram(new HoldHistogram(HoldHistogram::Of::Holds, this)),
      m_waitHistogram(new HoldHistogram(HoldHistogram::Of::Waits, this)),
      m_presented(new ElidedLabel(this)), m_remark(mutedLabel({}, this)),
      m_lanes(new LanesView(clock, this)), m_pictures(new HistoryPictures(*m_lanes, this)),
      m_export(new LanesExportButton(*m_lanes, this)),
      m_reports(new ReportDesk(std::move(places), clock, *m_export)),
      m_table(new HistoryTable(*m_model, this)), m_message(new MessagePage(this)),
      m_stack(new QStackedWidget(this)), m_again(new QTimer(this)), m_slow(new QTimer(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("History"));
    m_stack->addWidget(buildContent());
    m_stack->addWidget(m_message);
    m_search->setContentsMargins(historyviewMargin, 12, historyviewMargin, 0);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_search);
    layout->addWidget(m_stack, 1);
    passFocus(*this, m_search->lockEdit());
    connectParts();
    followStore();
    showMessage(tr("Reading …"));
}

QWidget *HistoryView::buildContent()
{
    auto *content = new QWidget(this);
    m_lanes->setAccessibleName(tr("Who held what when"));
    m_lanes->setLongestSpan(longestSpan);
    m_table->setMinimumHeight(leastTableHeight);
    m_remark->hide();
    auto *fit = new QToolButton(content);
    fit->setText(tr("Whole stretch"));
    m_whole = fit;
    fit->setToolTip(tr("Show all of the time that was asked for"));
    fit->setFocusPolicy(Qt::StrongFocus);
    connect(fit, &QToolButton::clicked, this, &HistoryView::frameLanes);
    auto *tools = m_tools = new QHBoxLayout;
    tools->setSpacing(8);
    tools->addWidget(&m_pictures->tabs(), 0, Qt::AlignTop);
    tools->addWidget(m_remark, 1);
    tools->addStretch();
    tools->addWidget(fit, 0, Qt::AlignTop);
    tools->addWidget(m_export, 0, Qt::AlignTop);
    auto *head = m_head = new QVBoxLayout;
    head->setContentsMargins(historyviewMargin, headTop, historyviewMargin, headBottom);
    head->setSpacing(headSpacing);
    m_presented->setFont(titleFont(historyviewTitleScale, font()));
    m_presented->hide();
    head->addWidget(m_presented);
    head->addWidget(m_figures);
    head->addLayout(tools);
    auto *rows = m_rows = new QSplitter(Qt::Vertical, content);
    m_pictures->setMinimumHeight(historyviewLeastLanesHeight);
    rows->addWidget(m_pictures);
    rows->addWidget(buildBelow());
    rows->setHandleWidth(1);
    rows->setChildrenCollapsible(false);
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(rows, 1);
    orderTabs({m_search, &m_pictures->tabs(), fit, m_export, m_pictures, m_table});
    return content;
}

/** The table, and beside it how long it all took. */
QWidget *HistoryView::buildBelow()
{
    m_below = new QWidget(this);
    m_lengths = new QWidget(m_below);
    auto *lengths = new QVBoxLayout(m_lengths);
    lengths->setContentsMargins(historyviewMargin, headTop, historyviewMargin, headBottom);
    lengths->setSpacing(headSpacing);
    lengths->addWidget(m_histogram, 1);
    lengths->addWidget(m_waitHistogram, 1);
    auto *layout = new QHBoxLayout(m_below);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_table, 2);
    layout->addWidget(m_lengths, 1);
    m_below->installEventFilter(this); // what has room in it follows its height
    return m_below;
}

bool HistoryView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_below && event->type() == QEvent::Resize)
        fitHistograms();
    return QWidget::eventFilter(watched, event);
}

void HistoryView::connectParts()
{
    connect(&m_store, &LockStore::updated, this, &HistoryView::followStore);
    connect(m_asker, &HistoryAsker::answered, this, &HistoryView::take);
    connect(m_search, &HistorySearch::changed, this, [this] { ask(true); });
    connect(m_table, &HistoryTable::rowChosen, this, &HistoryView::followChosen);
    connect(m_table, &HistoryTable::narrowRequested, this, &HistoryView::narrowRequested);
    connect(m_table, &HistoryTable::lockWanted, this, [this] {
        if (const HistoryRow *row = m_table->chosen())
            showLock(HistoryLock(row->hold.lock));
    });
    connect(m_table, &HistoryTable::ownerWanted, this, [this] {
        if (const HistoryRow *row = m_table->chosen())
            m_search->showOwner(row->hold.owner);
    });
    connect(m_table, &HistoryTable::reportCopyWanted, this, [this] {
        if (const auto order = reportOrder())
            m_reports->copy(*order);
    });
    connect(m_table, &HistoryTable::reportFileWanted, this, [this] {
        if (const auto order = reportOrder())
            m_reports->save(*order);
    });
    connect(m_pictures, &HistoryPictures::pageChosen, this, [this] {
        showTools();
        m_pictures->forget();
        fitHistograms();
        ask(false);
    });
    connect(m_pictures, &HistoryPictures::lockWanted, this, [this](const HistoryLock &lock) {
        m_pictures->tabs().setCurrentIndex(HistoryPictures::Lanes);
        showLock(lock);
    });
    connect(m_message, &MessagePage::buttonClicked, this, [this] {
        if (m_answer && m_answer->problem)
            ask(true);
        else
            m_search->clear();
    });
    m_again->setSingleShot(true);
    m_again->setTimerType(Qt::CoarseTimer);
    m_again->setInterval(historyAskingPeriod);
    connect(m_again, &QTimer::timeout, this, [this] { ask(false); });
    m_slow->setSingleShot(true);
    m_slow->setInterval(patience);
    connect(m_slow, &QTimer::timeout, this, [this] { showRemark(tr("Reading …")); });
}

void HistoryView::showLock(const HistoryLock &lock)
{
    m_search->showLock(lock);
}

void HistoryView::setLive(bool live)
{
    m_live = live;
    if (isSeen())
        ask(false);
    else
        m_again->stop();
}

/** Whole stretch and Export… are of the lanes. */
void HistoryView::showTools()
{
    m_pictures->tabs().setVisible(!m_isPresenting);
    for (QWidget *button : std::initializer_list<QWidget *>{m_whole, m_export})
        button->setVisible(!m_isPresenting && m_pictures->page() == HistoryPictures::Lanes);
}

void HistoryView::setPresenting(bool on)
{
    if (std::exchange(m_isPresenting, on) == on)
        return;
    QWidget *const focus = QApplication::focusWidget();
    if (on) {
        m_rowsBefore = m_rows->sizes();
        m_heightBefore = height();
    }
    m_presented->setVisible(on);
    for (QWidget *part : std::initializer_list<QWidget *>{m_search, m_below})
        part->setVisible(!on);
    showTools();
    fitFigures();
    restoreRows();
    if (on) {
        m_focusBefore = focus && isAncestorOf(focus) ? focus : nullptr;
        if (m_focusBefore && !m_pictures->isAncestorOf(focus))
            m_pictures->currentWidget()->setFocus();
    } else if (m_focusBefore && m_pictures->isAncestorOf(QApplication::focusWidget())) {
        m_focusBefore->setFocus();
    }
}

/** Picture and table have what they had, once the page is as high as it was. */
void HistoryView::restoreRows()
{
    if (m_isPresenting || m_rowsBefore.isEmpty() || height() != m_heightBefore)
        return;
    QTimer::singleShot(0, this, [this] {
        if (m_isPresenting || m_rowsBefore.isEmpty())
            return;
        const QList<int> sizes = std::exchange(m_rowsBefore, {});
        if (!sizes.contains(0)) // it was laid out by then
            m_rows->setSizes(sizes);
    });
}

/** Where nobody has it: another part would not be seen. */
void HistoryView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_isPresenting)
        m_pictures->currentWidget()->setFocus();
}

void HistoryView::followStore()
{
    QStringList backends;
    for (const auto &backend : m_store.view()->backends)
        backends << backend->status.name;
    m_search->setBackends(backends);
}

std::optional<ReportOrder> HistoryView::reportOrder() const
{
    const HistoryRow *const row = m_table->chosen();
    if (!row || !m_answer)
        return std::nullopt;
    const HistoryLock &lock = row->hold.lock;
    const HistoryQuery &query = m_answer->question.query;
    ReportOrder order;
    order.lock = lock;
    order.from = row->hold.since;
    order.until = std::min(query.until.value_or(m_answer->asked), m_answer->asked);
    if (query.from) {
        order.from = *query.from;
    } else {
        // All of the time: from the first look at its place on.
        for (const FirstLook &look : m_answer->page.firstLooks) {
            if (look.backend == lock.backend && look.source == lock.source)
                order.from = std::min(order.from, look.at);
        }
    }
    order.until = std::max(order.until, order.from + 1s);
    return order;
}

// Asking

void HistoryView::ask(bool anew)
{
    m_again->stop();
    m_anew = m_anew || anew;
    if (anew)
        m_pictures->forget();
    if (!isSeen()) {
        if (anew)
            m_asker->forget(); // that was of another question
        return;
    }
    const auto question = m_search->question();
    if (!question) {
        m_asker->forget();
        m_slow->stop();
        showRemark(m_search->complaint(), Tone::Danger);
        return;
    }
    HistoryQuestion whole = *question;
    m_pictures->completeQuestion(whole, m_clock.wallNow());
    const auto made = std::make_shared<Drawn>();
    made->pin = pinNow();
    OwnerHues hues = m_hues;
    if (m_anew || isMessageShown())
        hues.beginPicture();
    m_asker->ask(whole, [made, hues](const HistoryAnswer &answer) {
        if (!answer.problem)
            made->picture = historyPicture(answer, made->pin, hues);
    });
    m_drawn = made; // an answer that is told is the newest question's
    if (m_anew)
        m_slow->start();
}

/** The wall clock on ours, the same as long as nobody sets it: nothing moves from answer to answer.
 */
ClockReading HistoryView::pinNow() const
{
    const ClockReading now{m_clock.wallNow(), m_clock.now(), {}};
    const bool wasSet =
        m_pin && std::chrono::abs(m_pin->serverAt(now.local) - now.server) > clockWasSet;
    return m_pin && !wasSet ? *m_pin : now;
}

void HistoryView::take(const std::shared_ptr<const HistoryAnswer> &answer)
{
    m_slow->stop();
    m_answer = answer;
    const std::shared_ptr<Drawn> drawn = std::exchange(m_drawn, nullptr);
    const bool anew = std::exchange(m_anew, false);
    if (answer->problem) {
        showProblem(*answer->problem);
    } else {
        m_pin = drawn->pin;
        showAnswer(drawn->picture, anew);
    }
    // A damaged store may be set aside by the recorder while it is read here.
    if (isSeen() && (m_search->endsNow() || answer->problem))
        m_again->start(m_pictures->asksForSums() ? sumsPeriod : historyAskingPeriod);
    emit answerShown();
}

// What is shown

bool HistoryView::isMessageShown() const
{
    return m_stack->currentWidget() == m_message;
}

QString HistoryView::remark() const
{
    return m_remark->isHidden() ? QString() : m_remark->text();
}

void HistoryView::showMessage(const QString &text, const QString &button)
{
    m_message->setMessage(text, button);
    m_stack->setCurrentWidget(m_message);
}

void HistoryView::showRemark(const QString &text, Tone tone)
{
    m_remark->setText(text);
    setTone(m_remark, tone);
    m_remark->setVisible(!text.isEmpty());
    // On the page that has no room for it.
    if (isMessageShown() && !text.isEmpty())
        showMessage(text);
}

void HistoryView::showProblem(const Error &problem)
{
    if (problem.kind == ErrorKind::NotFound)
        showMessage(tr("Nothing was recorded yet: what Lockmaster sees of locks is written "
                       "down while it runs."));
    else
        showMessage(literalText(problem.message) + QStringLiteral("\n\n")
                        + literalText(problem.remedy),
                    tr("Try again"));
}

void HistoryView::showAnswer(HistoryPicture &made, bool anew)
{
    if (made.rows.empty()) {
        showMessage(HistoryText::nothing(*m_answer),
                    m_search->isNarrowed() ? tr("Show everything") : QString());
        return;
    }
    const bool wasMessage = isMessageShown();
    m_stack->setCurrentIndex(0);
    showLanes(made, anew || wasMessage);
    showLengths();
    m_pictures->show(*m_answer);
    if (anew)
        m_figures->forgetWidths();
    m_figures->setFigures(HistoryText::figures(*m_answer));
    fitHistograms();
    fitFigures();
    showRemark(HistoryText::missing(*m_answer, m_lanesLeftOut));
    setTables();
    if (anew)
        m_model->reset(std::move(made.rows), m_answer->asked);
    else
        m_model->follow(std::move(made.rows), m_answer->asked);
    markChosen(); // it goes on, or is of another question and chosen no more
}

void HistoryView::showLanes(HistoryPicture &made, bool anew)
{
    m_hues = std::move(made.hues);
    m_lanesLeftOut = made.lanes.leftOut;
    m_laneOf.clear();
    for (size_t row = 0; row < made.laneRows.size(); ++row)
        m_laneOf[HistoryModel::keyOf(made.laneRows[row].hold)] = made.lanes.laneOf[row];
    const bool following = m_lanes->isFollowing();
    m_lanes->standAt(m_pin->localAt(m_answer->asked));
    m_lanes->setChart(std::make_shared<const LaneChart>(std::move(made.lanes.chart)));
    if (anew) {
        m_lanes->pointAt({}); // that was of another question
        frameLanes();
    } else {
        m_lanes->setFollowing(following);
    }
}

/** All of the time that was asked for, as far as everything in it is listed. */
void HistoryView::frameLanes()
{
    if (!m_answer || !m_pin)
        return;
    const HistoryQuestion &question = m_answer->question;
    const SteadyTime now = m_pin->localAt(m_answer->asked);
    const SteadyTime until =
        question.query.until ? std::min(now, m_pin->localAt(*question.query.until)) : now;
    SteadyTime from = m_lanes->chart()->since;
    if (question.at) {
        const SteadyTime at = m_pin->localAt(*question.at);
        from = std::min(from, question.query.from ? m_pin->localAt(*question.query.from) : at);
        m_lanes->pointAt(at);
    }
    m_lanes->showSpan({std::min(from, until - 1s), until});
    // The end of it stays at the edge as time goes by.
    m_lanes->setFollowing(!question.query.until);
}

void HistoryView::showLengths()
{
    // Of what was held at one moment, no hold was chosen by how long it took.
    const bool isMoment = m_answer->moment.has_value();
    const std::vector<Micros> none;
    const std::vector<Micros> &holds = isMoment ? none : m_answer->page.lengths;
    const std::vector<Micros> &waits = isMoment ? none : m_answer->page.waitLengths;
    for (HoldHistogram *histogram : {m_histogram, &m_pictures->lengths()})
        histogram->setLengths(holds);
    for (HoldHistogram *histogram : {m_waitHistogram, &m_pictures->waits()})
        histogram->setLengths(waits);
}

/** Where there is little room a picture of their own has them. */
void HistoryView::fitHistograms()
{
    const bool isWide = width() >= leastForHistogram * TextSize::scale()
                        && m_pictures->page() != HistoryPictures::Lengths;
    const bool holds = isWide && m_histogram->bins().highest > 0;
    const bool waits = isWide && m_waitHistogram->bins().highest > 0;
    const bool bothFit = m_below->height() >= int(leastForHistograms * TextSize::scale()) || !holds;
    m_histogram->setVisible(holds);
    m_waitHistogram->setVisible(waits && bothFit);
    m_lengths->setVisible(holds || waits);
}

/** Beside the tabs, or below them where it would be a narrow column of words. */
void HistoryView::placeRemark()
{
    int rest = width() - 2 * historyviewMargin;
    for (const QWidget *tool :
         std::initializer_list<const QWidget *>{&m_pictures->tabs(), m_whole, m_export})
        rest -= tool->sizeHint().width() + headSpacing;
    const bool isBelow = rest < leastForRemark * TextSize::scale();
    if (std::exchange(m_remarkIsBelow, isBelow) == isBelow)
        return;
    (isBelow ? static_cast<QLayout *>(m_tools) : m_head)->removeWidget(m_remark);
    if (isBelow)
        m_head->addWidget(m_remark);
    else
        m_tools->insertWidget(1, m_remark, 1);
}

/** Half a row of figures would be none, and half a heading of the table likewise. */
void HistoryView::fitFigures()
{
    placeRemark();
    const int around = headTop + headBottom + 2 * headSpacing;
    const int remark = m_remark->isHidden() ? 0 : m_remark->height();
    const int button = m_export->sizeHint().height();
    const int tools = m_remarkIsBelow ? button + headSpacing + remark : std::max(button, remark);
    const int below = int((historyviewLeastLanesHeight + leastTableHeight) * TextSize::scale());
    const int rest = around + tools + below;
    const int all = m_figures->heightOfAll(m_figures->width());
    m_figures->setMostRows(m_isPresenting || m_stack->height() < rest + all ? 1 : 0);
}

void HistoryView::setTables()
{
    const auto answer = m_answer;
    const QString name = HistoryText::subject(answer->question.query);
    const QString place = placeOf(*answer);
    m_presented->setText(place.isEmpty() ? name : name + QStringLiteral(" · ") + place);
    m_export->setTables({.kind = QStringLiteral("history"),
                         .name = name,
                         .place = place,
                         .csv =
                             [answer] {
                                 return answer->moment ? historyMomentCsv(*answer->moment)
                                                       : historyCsv(answer->page.holds);
                             },
                         .waitsCsv = answer->moment || answer->page.waits.empty()
                                         ? std::function<QByteArray()>()
                                         : [answer] { return waitsCsv(answer->page.waits); },
                         .json =
                             [answer](SteadyTime) {
                                 return answer->moment ? historyMomentJson(*answer->moment)
                                                       : historyJson(answer->question.query,
                                                                     answer->page, answer->actions);
                             }});
}

void HistoryView::markChosen()
{
    const HistoryRow *row = m_table->chosen();
    const bool isMarked = row && m_answer && !m_answer->moment;
    const auto length = isMarked ? std::optional(row->hold.length()) : std::nullopt;
    const bool isAtLeast = row && (row->hold.isAtLeast() || !row->hold.until);
    for (HoldHistogram *histogram : {m_histogram, &m_pictures->lengths()})
        histogram->mark(length, isAtLeast);
}

void HistoryView::followChosen()
{
    markChosen();
    const HistoryRow *row = m_table->chosen();
    if (!row || !m_pin)
        return;
    const auto lane = m_laneOf.find(HistoryModel::keyOf(row->hold));
    if (lane == m_laneOf.end() || lane->second.isEmpty())
        return;
    m_lanes->chooseLane(lane->second);
    const LeaderSpan seen = m_lanes->visibleSpan();
    const SteadyTime from = m_pin->localAt(row->hold.since);
    const SteadyTime until = m_pin->localAt(row->hold.until.value_or(row->hold.lastSeen));
    if (!seen.until || (from <= *seen.until && until >= seen.from))
        return;
    const auto half = (*seen.until - seen.from) / 2;
    const SteadyTime middle = from + (until - from) / 2;
    m_lanes->showSpan({middle - half, middle + half});
}

void HistoryView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    ask(false);
}

void HistoryView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    // Behind the figures, which measure themselves anew.
    if (event->type() == QEvent::FontChange)
        QTimer::singleShot(0, this, [this] {
            fitHistograms();
            QTimer::singleShot(0, this, &HistoryView::fitFigures);
        });
}

void HistoryView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitHistograms();
    fitFigures();
    restoreRows();
}

void HistoryView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_again->stop();
    m_asker->forget();
}

} // namespace lockmaster
