// SPDX-License-Identifier: Apache-2.0
#include "ui/release/bulkreleasedialog.h"

#include "core/actions/releaserecord.h"
#include "core/text/literaltext.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/confirmation.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/scrolledbody.h"
#include "ui/release/bulkreport.h"
#include "core/display/locktext.h"
#include "core/display/releasewords.h"
#include "ui/kit/banner.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/savefile.h"
#include "ui/kit/textsize.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace lockmaster {

namespace {

using State = BulkReleaseModel::State;
using ColumnId = BulkReleaseModel::ColumnId;

constexpr QSize usualSize(1000, 600);
constexpr int rowsRead = 300; ///< of very many rows the first ones tell how wide a column is

int asText(int width)
{
    return int(std::lround(width * TextSize::scale()));
}

/** A cell in the colour of its tone. */
class ToneDelegate final : public LockDelegate
{
public:
    explicit ToneDelegate(QObject *parent) : LockDelegate(s_effects, parent) {}

private:
    static inline const RowEffects s_effects;
};

QLabel *wrapped(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    return label;
}

Environment gravest(const BulkReleaseModel &model)
{
    Environment found = Environment::Unset;
    for (int row = 0; row < model.rowCount(); ++row)
        found = std::max(found, model.target(row).environment);
    return found;
}

} // namespace

BulkReleaseDialog::BulkReleaseDialog(std::vector<BulkTarget> targets, const Clock &clock,
                                     QWidget *parent)
    : QDialog(parent), m_clock(clock),
      m_model(new BulkReleaseModel(std::move(targets), clock.now(), this))
{
    setWindowTitle(tr("Release locks"));
    build();
    refresh();
}

// Building

void BulkReleaseDialog::build()
{
    m_title = wrapped(this);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    m_plan = wrapped(this);
    m_plan->hide();
    m_progress = wrapped(this);
    m_progress->setForegroundRole(QPalette::PlaceholderText);
    buildTable();
    m_banner = new Banner(this);
    m_lookAgain = new QPushButton(tr("&Look again"), m_banner);
    m_lookAgain->setAutoDefault(false);
    m_banner->addButton(m_lookAgain);
    m_evenIfRenewed = new QCheckBox(tr("Release &even those that are renewed"), this);
    m_evenIfNotGone =
        new QCheckBox(tr("Release those whose holder is &not known to be gone, too"), this);
    m_evenIfNotGone->hide();
    m_confirmation = new Confirmation(this);
    m_confirmation->askReason(isProduction());

    auto *inner = new QWidget(this);
    auto *body = new QVBoxLayout(inner);
    body->setContentsMargins(20, 16, 20, 16);
    body->setSpacing(12);
    auto *heading = new QVBoxLayout;
    heading->setSpacing(4);
    heading->addWidget(m_title);
    heading->addWidget(m_plan);
    heading->addWidget(m_progress);
    body->addLayout(heading);
    body->addWidget(m_table, 1);
    body->addWidget(m_banner);
    body->addWidget(m_evenIfRenewed);
    body->addWidget(m_evenIfNotGone);
    body->addWidget(m_confirmation);
    body->addWidget(buildButtons());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(new EnvironmentStripe(gravest(*m_model), this));
    layout->addWidget(inner, 1);
    resizeOnScreen(*this, usualSize);

    connect(m_lookAgain, &QPushButton::clicked, this, &BulkReleaseDialog::lookAgain);
    connect(m_confirmation, &Confirmation::changed, this, &BulkReleaseDialog::refresh);
    connect(m_evenIfRenewed, &QCheckBox::toggled, m_model, &BulkReleaseModel::setInstanceOnly);
    connect(m_evenIfNotGone, &QCheckBox::toggled, this, &BulkReleaseDialog::evenIfNotGoneChanged);
}

void BulkReleaseDialog::buildTable()
{
    m_table = new QTableView(this);
    m_table->setHorizontalHeader(new LockHeader(m_table));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new ToneDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    followTextSize(*m_table);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->setAccessibleName(tr("Locks to release"));
    announceFocusedCell(*m_table);
    m_table->horizontalHeader()->setMinimumSectionSize(48);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->viewport()->installEventFilter(this);
}

bool BulkReleaseDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QDialog::eventFilter(watched, event);
}

/** As wide as what stands in it, or its heading. */
int BulkReleaseDialog::contentWidth(ColumnId column, int most) const
{
    constexpr int headingMargins = 24;
    int width = m_table->horizontalHeader()->sectionSizeHint(int(column)) + headingMargins;
    for (int row = 0; row < std::min(m_model->rowCount(), rowsRead); ++row) {
        const QString text =
            m_model->data(m_model->index(row, int(column)), Qt::DisplayRole).toString();
        width = std::max(width, figureWidth(*m_table, text));
        if (width >= most)
            return most;
    }
    return width;
}

/** As wide as each column would be with room for all that is to be read in it. */
BulkReleaseDialog::Widths BulkReleaseDialog::wantedWidths() const
{
    Widths widths{};
    for (const auto &[column, most] :
         {std::pair{ColumnId::Lock, 360}, std::pair{ColumnId::Backend, 240},
          std::pair{ColumnId::Owner, 260}, std::pair{ColumnId::Ttl, 400},
          std::pair{ColumnId::Action, 220}, std::pair{ColumnId::Compared, 160},
          std::pair{ColumnId::Outcome, 420}}) {
        if (!m_table->isColumnHidden(int(column)))
            widths[size_t(column)] = contentWidth(column, asText(most));
    }
    int &ttl = widths[size_t(ColumnId::Ttl)];
    ttl = std::max(ttl, durationWidth(*m_table));
    int &outcome = widths[size_t(ColumnId::Outcome)];
    outcome = std::max(outcome, asText(230));
    return widths;
}

/**
 * What is released, where, and what comes of it are to be read without a tooltip. Where there is
 * too little room the owner gives way first, then the action; lock and server tell the rows apart,
 * and a time that lost digits would be another.
 */
void BulkReleaseDialog::fitColumns()
{
    m_commonAction = m_model->commonAction(); // said once, and not in each row
    m_table->setColumnHidden(int(ColumnId::Action), !m_commonAction.isEmpty());
    Widths widths = wantedWidths();
    int missing = std::accumulate(widths.begin(), widths.end(), 0) - m_table->viewport()->width();
    for (const auto &[column, least] :
         {std::pair{ColumnId::Owner, 110}, std::pair{ColumnId::Action, 90},
          std::pair{ColumnId::Compared, 90}, std::pair{ColumnId::Lock, 160},
          std::pair{ColumnId::Backend, 120}}) {
        int &width = widths[size_t(column)];
        const int given = std::clamp(missing, 0, std::max(0, width - asText(least)));
        width -= given;
        missing -= given;
    }
    for (int column = 0; column < int(ColumnId::Outcome); ++column) {
        if (!m_table->isColumnHidden(column))
            m_table->setColumnWidth(column, widths[size_t(column)]);
    }
}

/** While it is not seen yet, as far as the screen lets it. */
void BulkReleaseDialog::growToRows()
{
    fitColumns();
    const Widths widths = wantedWidths();
    const int frame = 2 * m_table->frameWidth();
    const QMargins margins = m_table->parentWidget()->layout()->contentsMargins();
    const QSize most = largestDialog(*this);
    const int wide =
        std::accumulate(widths.begin(), widths.end(), 0) + frame + margins.left() + margins.right();
    const int width = std::clamp(wide, this->width(), std::max(this->width(), most.width()));
    const int rows = std::min(m_model->rowCount(), rowsRead) * LockDelegate::rowHeight();
    // Once all was looked at there is more to say above the table, and in production a word to
    // type.
    const int later = (isProduction() ? 6 : 2) * fontMetrics().lineSpacing();
    const int beside = layout()->totalHeightForWidth(width) - m_table->sizeHint().height() + later;
    const int high = beside + frame + m_table->horizontalHeader()->sizeHint().height() + rows;
    resize(width, std::clamp(high, height(), std::max(height(), most.height())));
}

/** What came of it is told by more words than that it was not begun yet. */
void BulkReleaseDialog::keepOutcomeSeen(int row)
{
    const QModelIndex outcome = m_model->index(row, int(ColumnId::Outcome));
    if (row < rowsRead
        && figureWidth(*m_table, outcome.data().toString())
               > m_table->columnWidth(outcome.column()))
        fitColumns();
}

QWidget *BulkReleaseDialog::buildButtons()
{
    auto *row = new QWidget(this);
    m_blocker = new ElidedLabel(row);
    m_blocker->setForegroundRole(QPalette::PlaceholderText);
    m_save = new QPushButton(tr("&Save report…"), row);
    m_savePlan = new QPushButton(tr("Save &plan…"), row);
    m_savePlan->setToolTip(
        tr("Writes down what would be let go of, for lockctl release --apply. Nothing is sent."));
    m_cancel = new QPushButton(row);
    m_cancel->setDefault(true);
    m_release = new QPushButton(row);
    for (QPushButton *button : {m_save, m_savePlan, m_release})
        button->setAutoDefault(false);
    Confirmation::offerKey(*m_release);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_blocker, 1);
    for (QPushButton *button : {m_save, m_savePlan, m_cancel, m_release})
        layout->addWidget(button);
    connect(m_save, &QPushButton::clicked, this, &BulkReleaseDialog::save);
    connect(m_savePlan, &QPushButton::clicked, this, &BulkReleaseDialog::planWanted);
    connect(m_release, &QPushButton::clicked, this, &BulkReleaseDialog::commit);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_phase == Phase::Committing)
            stop();
        else
            reject();
    });
    return row;
}

void BulkReleaseDialog::showEvent(QShowEvent *event)
{
    // Before it is put into the middle of its window.
    if (!event->spontaneous())
        growToRows();
    QDialog::showEvent(event);
    m_confirmation->takeFocus();
}

void BulkReleaseDialog::keyPressEvent(QKeyEvent *event)
{
    if (!m_confirmation->takeKey(*event, *m_release))
        QDialog::keyPressEvent(event);
}

// What is asked

void BulkReleaseDialog::commit()
{
    if (m_phase != Phase::Ready || !blocker().isEmpty())
        return;
    if (const QStringList backends = toBeLifted(); !backends.isEmpty()) {
        m_phase = Phase::Allowing;
        m_liftWanted = WriteLifts::wanted();
        m_liftedHere = backends;
        refresh();
        emit writesWanted(backends, m_confirmation->reason());
        return;
    }
    const std::vector<int> rows = m_model->rowsIn(State::Ready);
    m_phase = Phase::Committing;
    m_notice = {};
    m_model->beginCommit();
    refresh();
    m_cancel->setFocus(Qt::OtherFocusReason);
    emit commitRequested(
        rows, m_evenIfRenewed->isChecked() ? Compare::InstanceOnly : Compare::InstanceAndLease,
        m_confirmation->reason());
}

void BulkReleaseDialog::stop()
{
    m_phase = Phase::Stopping;
    refresh();
    emit stopRequested();
}

void BulkReleaseDialog::lookAgain()
{
    m_phase = Phase::Looking;
    m_notice = {};
    m_evenIfRenewed->setChecked(false);
    m_confirmation->clearWord();
    m_model->beginLook();
    refresh();
    m_confirmation->takeFocus();
    emit lookRequested();
}

void BulkReleaseDialog::save()
{
    askWhereToSave(this, this, tr("Save the report"),
                   {{tr("JSON lines (*.jsonl)"), QStringLiteral("jsonl")},
                    {tr("Text (*.txt)"), QStringLiteral("txt")}},
                   {}, [this](const QString &path, size_t) {
                       const QString problem = saveWhole(path.endsWith(QStringLiteral(".txt"))
                                                             ? bulkReportText(*m_model).toUtf8()
                                                             : bulkReportJson(*m_model),
                                                         path);
                       if (problem.isEmpty())
                           m_banner->setMessage(Tone::Good,
                                                tr("The report is in %1").arg(literalText(path)));
                       else
                           m_banner->setMessage(Tone::Danger, tr("The report could not be written"),
                                                literalText(problem));
                   });
}

// What is told

void BulkReleaseDialog::setReadOnly(const QStringList &backends)
{
    m_readOnly = backends;
    const bool isAwaited = m_phase == Phase::Allowing && toBeLifted().isEmpty();
    if (isAwaited)
        m_phase = Phase::Ready;
    refresh();
    if (isAwaited)
        commit();
}

void BulkReleaseDialog::setNotAllowed(const QString &backend)
{
    if (m_phase != Phase::Allowing || !toBeLifted().contains(backend))
        return;
    m_phase = Phase::Ready;
    refresh();
    m_confirmation->takeFocus();
}

/** Of those that are read-only: on which something would be let go of. The others stay shut. */
QStringList BulkReleaseDialog::toBeLifted() const
{
    QStringList backends;
    for (const int row : m_model->rowsIn(State::Ready)) {
        const QString &backend = m_model->target(row).lock->id.source->backend;
        const bool wouldBeRefused = m_model->isRenewed(row) && !m_evenIfRenewed->isChecked();
        if (!wouldBeRefused && m_readOnly.contains(backend) && !backends.contains(backend))
            backends << backend;
    }
    return backends;
}

bool BulkReleaseDialog::isOfPlan() const
{
    return !m_plan->text().isEmpty();
}

void BulkReleaseDialog::setPlan(const QString &heading)
{
    m_plan->setText(heading);
    m_plan->show();
    m_evenIfRenewed->hide();
    refresh();
}

void BulkReleaseDialog::offerEvenIfNotGone()
{
    m_evenIfNotGone->setVisible(isProduction());
}

bool BulkReleaseDialog::isEvenIfNotGone() const
{
    return m_evenIfNotGone->isChecked();
}

void BulkReleaseDialog::setFound(int row, LockPointer lock, const LockAction &action,
                                 const QString &verdict)
{
    m_model->setFound(row, std::move(lock), action, verdict);
}

void BulkReleaseDialog::setTargets(std::vector<BulkTarget> targets)
{
    m_model->beginLook(std::move(targets), m_clock.now());
    refresh();
}

void BulkReleaseDialog::setPreview(int row, const ReleasePreview &preview)
{
    m_model->setPreview(row, preview);
    refresh();
}

void BulkReleaseDialog::setReport(int row, const ReleaseReport &report)
{
    m_model->setReport(row, report);
    keepOutcomeSeen(row);
    refresh();
}

void BulkReleaseDialog::setNotDone(int row, const NotDone &why)
{
    m_model->setNotDone(row, why);
    keepOutcomeSeen(row);
    refresh();
}

void BulkReleaseDialog::setNotice(Tone tone, const QString &title, const QString &text)
{
    m_notice = {tone, title, text};
    refresh();
}

void BulkReleaseDialog::setExpired()
{
    if (m_phase != Phase::Looking && m_phase != Phase::Ready && m_phase != Phase::Allowing)
        return;
    m_phase = Phase::Expired;
    refresh();
}

void BulkReleaseDialog::setFinished()
{
    m_phase = Phase::Over;
    m_model->finish();
    tellLiftsNotUsed();
    refresh();
    m_cancel->setFocus(Qt::OtherFocusReason);
}

/** Who was allowed to write for this, and was sent nothing, need not stay so. */
void BulkReleaseDialog::tellLiftsNotUsed()
{
    QStringList notUsed = std::exchange(m_liftedHere, {});
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const auto &report = m_model->report(row);
        if (report && (report->outcome.sent || report->outcome.result == ReleaseResult::Unknown))
            notUsed.removeAll(m_model->target(row).lock->id.source->backend);
    }
    for (const QString &backend : std::as_const(notUsed))
        emit writesNotUsed(backend);
}

// What is shown

bool BulkReleaseDialog::isProduction() const
{
    return gravest(*m_model) == Environment::Production;
}

QString BulkReleaseDialog::wantedWord() const
{
    const std::vector<int> rows = m_model->rowsIn(State::Ready);
    QStringList backends;
    for (const int row : rows) {
        const BulkTarget &target = m_model->target(row);
        if (target.environment == Environment::Production)
            backends << literalText(target.lock->id.source->backend);
    }
    backends.removeDuplicates();
    if (backends.isEmpty())
        return {};
    return QStringLiteral("%1 %2").arg(rows.size()).arg(backends.join(u' '));
}

void BulkReleaseDialog::refresh()
{
    if (m_phase == Phase::Looking && m_model->count(State::Looking) == 0) {
        m_phase = Phase::Ready;
        fitColumns();
        if (const QString word = wantedWord(); !word.isEmpty())
            m_confirmation->askWord(tr("Type “%1” to confirm").arg(briefText(word, 120)), word,
                                    tr("Too many servers to confirm at once."));
    }
    const bool isSet = m_phase == Phase::Ready || m_phase == Phase::Allowing;
    const int ready = m_model->count(isSet ? State::Ready : State::Waiting);
    m_title->setText(titleText());
    m_progress->setText(progressText());
    const bool running = m_phase == Phase::Committing || m_phase == Phase::Stopping;
    const bool asks = m_phase == Phase::Looking || m_phase == Phase::Ready;
    m_evenIfRenewed->setEnabled(asks);
    m_evenIfNotGone->setEnabled(asks);
    m_confirmation->setEnabled(asks);
    m_confirmation->setVisible(asks || m_phase == Phase::Allowing);
    if (m_phase != Phase::Allowing)
        m_liftWanted.reset();
    const QStringList lifted = toBeLifted();
    const QString label = tr("Release %Ln", nullptr, ready);
    m_release->setText(lifted.isEmpty() ? label : ReleaseWords::andAllowWrites(label));
    m_release->setVisible(asks || m_phase == Phase::Allowing);
    m_confirmation->setLift(asks && !lifted.isEmpty() ? ReleaseWords::lift(lifted) : QString());
    const QString why = blocker();
    m_release->setEnabled(why.isEmpty());
    m_blocker->setText(!asks ? QString()
                       : why.isEmpty()
                           ? Confirmation::keyHint() + QStringLiteral(": ") + m_release->text()
                           : why);
    m_save->setVisible(m_phase == Phase::Over);
    m_savePlan->setVisible(asks && !isOfPlan());
    m_savePlan->setEnabled(m_phase == Phase::Ready);
    m_cancel->setText(m_phase == Phase::Committing        ? tr("Stop")
                      : running || m_phase == Phase::Over ? tr("Close")
                                                          : tr("Cancel"));
    tellAge(m_phase == Phase::Ready && m_model->isStale());
}

void BulkReleaseDialog::tellAge(bool stale)
{
    const bool over = m_phase == Phase::Expired;
    m_lookAgain->setVisible((stale || over) && !isOfPlan());
    if ((stale || over) && isOfPlan())
        m_banner->setMessage(
            Tone::Expiring,
            over ? tr("The plan is older than ten minutes")
                 : tr("Some of these were looked at too long ago, or on another server"),
            tr("Plan them anew, from what holds them now."));
    else if (stale || over)
        m_banner->setMessage(Tone::Expiring,
                             stale ? tr("Some of these were looked at too long ago")
                                   : tr("You looked at these more than ten minutes ago"),
                             tr("Look again before you release them."));
    else if (m_phase != Phase::Over || !m_notice.title.isEmpty())
        m_banner->setMessage(m_notice.tone, m_notice.title, m_notice.text);
}

QString BulkReleaseDialog::comparedText(int refused) const
{
    const QString text = isOfPlan()
                             ? tr("Each is compared with what was planned, one after another.")
                             : tr("Each is compared with what you looked at, one after another.");
    return refused == 0 ? text : text + u' ' + tr("%Ln cannot be released.", nullptr, refused);
}

/** Which no row says then. */
QString BulkReleaseDialog::commonActionText() const
{
    return m_commonAction.isEmpty() ? QString()
                                    : tr("For each of them: %1.").arg(m_commonAction) + u' ';
}

QString BulkReleaseDialog::titleText() const
{
    const int all = m_model->rowCount();
    const int ready = m_model->count(State::Ready);
    const int asked = m_model->count(State::Waiting) + m_model->count(State::Skipped)
                      + m_model->count(State::Done) + m_model->count(State::NotDone);
    switch (m_phase) {
    case Phase::Looking: break;
    case Phase::Ready:
    case Phase::Allowing:
    case Phase::Expired:
        if (ready == 0)
            return tr("None of %Ln locks can be released", nullptr, all);
        if (ready < all)
            return tr("Release %1 of %Ln locks?", nullptr, all).arg(ready);
        break;
    case Phase::Committing:
    case Phase::Stopping: return tr("Releasing %Ln locks …", nullptr, asked);
    case Phase::Over:
        return tr("Released %1 of %Ln locks", nullptr, asked).arg(m_model->releasedCount());
    }
    return tr("Release %Ln locks?", nullptr, all);
}

QString BulkReleaseDialog::progressText() const
{
    const int all = m_model->rowCount();
    const int refused = m_model->count(State::Refused);
    switch (m_phase) {
    case Phase::Looking:
        return tr("%1 of %2 looked at").arg(all - m_model->count(State::Looking)).arg(all);
    case Phase::Ready:
    case Phase::Allowing:
    case Phase::Expired:
        return commonActionText() + comparedText(refused) + u' ' + holderGoesOn({}, false);
    case Phase::Committing:
    case Phase::Stopping:
    case Phase::Over: break;
    }
    const int released = m_model->releasedCount();
    const int answered = m_model->count(State::Done) + m_model->count(State::NotDone);
    const int left = m_model->count(State::Waiting) + m_model->count(State::Skipped);
    return commonActionText()
           + tr("%1 released, %2 not, %3 left").arg(released).arg(answered - released).arg(left);
}

QString BulkReleaseDialog::blocker() const
{
    if (m_phase == Phase::Looking)
        return tr("The locks are being looked at …");
    if (m_phase != Phase::Ready)
        return QStringLiteral(" ");
    if (m_model->count(State::Ready) == 0)
        return tr("None of them can be released.");
    return m_confirmation->missing();
}

} // namespace lockmaster
