// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasedialog.h"

#include "core/text/literaltext.h"
#include "ui/kit/commandbox.h"
#include "ui/kit/confirmation.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/scrolledbody.h"
#include "core/display/lockpast.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/banner.h"
#include "ui/details/detailspane.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"
#include "ui/kit/windowplace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int releasedialogDialogWidth = 600;
constexpr int commandLines = 5;
constexpr int shellLines = 3;

/** What is usual beside what is; the rest of what was seen below. */
void addPast(Details &facts, DetailSection past)
{
    const auto labelled = [](const QString &label) {
        return [label](const DetailRow &row) { return row.label == label; };
    };
    const auto usual =
        std::find_if(past.rows.begin(), past.rows.end(), labelled(LockPast::usualLabel()));
    for (DetailSection &section : facts.sections) {
        std::vector<DetailRow> &rows = section.rows;
        const auto held =
            std::find_if(rows.begin(), rows.end(), labelled(ReleaseWords::tr("Held for")));
        if (held == rows.end() || usual == past.rows.end())
            continue;
        rows.insert(held + 1, *usual);
        past.rows.erase(usual);
        break;
    }
    if (!past.rows.empty())
        facts.sections.push_back(std::move(past));
}

} // namespace

ReleaseDialog::ReleaseDialog(ReleaseSubject subject, LockStore &store, const Clock &clock,
                             QWidget *parent)
    : QDialog(parent), m_inquiry(new ReleaseInquiry(std::move(subject), store, clock, this))
{
    build();
    new GrowingDialog(*this);
    beginLook();
    connect(m_inquiry, &ReleaseInquiry::lookBegun, this, &ReleaseDialog::beginLook);
    connect(m_inquiry, &ReleaseInquiry::changed, this, &ReleaseDialog::refresh);
    auto *tick = new QTimer(this);
    connect(tick, &QTimer::timeout, this, &ReleaseDialog::refresh);
    tick->start(250ms);
}

// Building

void ReleaseDialog::build()
{
    m_facts = new DetailsPane(this);
    m_facts->setMargin(0);
    m_facts->setSpokenName(tr("The lock"));
    m_banner = new Banner(this);
    m_lookAgain = new QPushButton(tr("&Look again"), m_banner);
    m_lookAgain->setAutoDefault(false);
    m_banner->addButton(m_lookAgain);
    m_shell = new CommandBox(tr("The same from a shell"), shellLines, this);
    m_evenIfRenewed = new QCheckBox(tr("Release &even though it is renewed"), this);
    m_alwaysCompared = mutedLabel(tr("Not here: only the lease tells one holder from the next, so "
                                     "it is always compared."),
                                  this);
    m_alwaysCompared->setMinimumWidth(1);
    m_whoeverHolds = new QCheckBox(
        tr("Release &whoever holds it: nothing tells its holder from the next"), this);
    m_whoeverHolds->hide();
    m_command = new CommandBox(tr("What is sent"), commandLines, this);
    m_confirmation = new Confirmation(this);
    m_confirmation->ask(m_inquiry->terms());

    auto *page = new QWidget(this);
    auto *body = new QVBoxLayout(page);
    body->setContentsMargins(20, 16, 20, 0);
    body->setSpacing(12);
    // What became of the lock stands before what was looked at, and in sight at any height.
    body->addLayout(buildHeading());
    body->addWidget(m_banner);
    // Before the facts, which tell what comes of it.
    buildActions(*body);
    body->addWidget(m_facts);
    body->addWidget(m_shell);
    body->addStretch(1);
    // What has to be given, and what it is given for, are not scrolled out of sight: the command is
    // what is confirmed, and a long one has a few lines with a scroll bar of their own.
    m_foot = new QWidget(this);
    auto *below = new QVBoxLayout(m_foot);
    below->setContentsMargins(20, 12, 20, 16);
    below->setSpacing(12);
    auto *renewed = new QVBoxLayout;
    renewed->setSpacing(2);
    renewed->addWidget(m_evenIfRenewed);
    renewed->addWidget(m_alwaysCompared);
    renewed->addWidget(m_whoeverHolds);
    below->addLayout(renewed);
    below->addWidget(m_command);
    below->addWidget(m_confirmation);
    below->addWidget(buildButtons());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    m_stripe = new EnvironmentStripe(m_inquiry->environment(), this);
    layout->addWidget(m_stripe);
    m_body = new ScrolledBody(page, this);
    layout->addWidget(m_body, 1);
    layout->addWidget(m_foot);
    resizeOnScreen(*this, {releasedialogDialogWidth, 400});

    connect(m_lookAgain, &QPushButton::clicked, this, &ReleaseDialog::lookAgain);
    connect(m_evenIfRenewed, &QCheckBox::toggled, m_inquiry, &ReleaseInquiry::setEvenIfRenewed);
    connect(m_whoeverHolds, &QCheckBox::toggled, m_inquiry, &ReleaseInquiry::setWhoeverHolds);
    connect(m_confirmation, &Confirmation::changed, this, &ReleaseDialog::refreshButtons);
}

QVBoxLayout *ReleaseDialog::buildHeading()
{
    m_title = new ElidedLabel(this);
    m_title->setObjectName(QStringLiteral("title"));
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    auto *place = new ElidedLabel(this);
    place->setText(m_inquiry->place());
    place->setForegroundRole(QPalette::PlaceholderText);
    auto *heading = new QVBoxLayout;
    heading->setSpacing(4);
    heading->addWidget(m_title);
    heading->addWidget(place);
    return heading;
}

void ReleaseDialog::buildActions(QVBoxLayout &body)
{
    m_action = new QComboBox(this);
    // Where there is no label beside it, screen readers are told of a box by this.
    m_action->setAccessibleDescription(tr("Action"));
    m_action->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_action->setMinimumContentsLength(24);
    connect(m_action, &QComboBox::activated, m_inquiry, &ReleaseInquiry::chooseAction);
    body.addWidget(m_action);
}

QWidget *ReleaseDialog::buildButtons()
{
    auto *row = new QWidget(this);
    m_blocker = new ElidedLabel(row);
    m_blocker->setForegroundRole(QPalette::PlaceholderText);
    m_cancel = new QPushButton(tr("Cancel"), row);
    m_cancel->setDefault(true);
    m_release = new QPushButton(row);
    m_release->setAutoDefault(false);
    Confirmation::offerKey(*m_release);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_blocker, 1);
    layout->addWidget(m_cancel);
    layout->addWidget(m_release);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_release, &QPushButton::clicked, this,
            [this] { m_inquiry->commit(m_confirmation->reason(), m_confirmation->word()); });
    return row;
}

void ReleaseDialog::fillActions()
{
    QStringList texts;
    for (const LockAction &each : m_inquiry->actions()) {
        texts << literalText(each.label);
        if (!each.target.isEmpty())
            texts.last() += QStringLiteral(": ") + briefText(literalText(each.target), 80);
    }
    if (texts != m_actionTexts) {
        m_action->clear();
        m_action->addItems(texts);
        m_actionTexts = texts;
    }
    m_action->setVisible(texts.size() > 1);
    m_action->setCurrentIndex(m_inquiry->actionIndex());
}

void ReleaseDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_confirmation->takeFocus();
    // At once, as text needs more or less height by the scroll bars beside it: these would come and
    // go while a screen reader counts what there is.
    constexpr int passes = 3;
    for (int pass = 0; pass < passes; ++pass) {
        refreshFacts();
        growToFit();
        layout()->activate();
    }
    // Once everything has its width; until then the text was taller, and its top elsewhere.
    QTimer::singleShot(0, m_facts, &DetailsPane::scrollToTop);
}

void ReleaseDialog::keyPressEvent(QKeyEvent *event)
{
    if (!m_confirmation->takeKey(*event, *m_release))
        QDialog::keyPressEvent(event);
}

void ReleaseDialog::lookAgain()
{
    m_inquiry->lookAgain();
    m_confirmation->takeFocus();
}

/** Nothing confirmed before holds for what is looked at now. */
void ReleaseDialog::beginLook()
{
    const LockAction &action = m_inquiry->action();
    setWindowTitle(action.id == u"step-down" ? literalText(action.label) : tr("Release a lock"));
    m_title->setText(m_inquiry->question());
    fillActions();
    m_confirmation->clearWord();
    refresh();
}

void ReleaseDialog::setPast(const std::optional<DetailSection> &past)
{
    m_past = past;
    refresh();
}

// What is shown

void ReleaseDialog::refresh()
{
    refreshFacts();
    const QString command = m_inquiry->command();
    m_command->setCommand(command);
    m_command->setVisible(m_inquiry->phase() == ReleaseInquiry::Phase::Looking
                          || !command.isEmpty());
    const auto shell = m_inquiry->shellCommand();
    m_shell->setVisible(shell.has_value());
    m_shell->setCommand(shell.value_or(QString()));
    const ReleaseMessage shown = m_inquiry->message();
    m_banner->setMessage(shown.tone, shown.title, shown.text);
    m_lookAgain->setVisible(m_inquiry->canLookAgain());
    refreshButtons();
    growToFit();
}

void ReleaseDialog::refreshFacts()
{
    Details facts = m_inquiry->facts();
    if (m_past)
        addPast(facts, *m_past);
    m_facts->show(facts);
    // Whole: what does not fit is scrolled with all the rest, and not within it.
    m_facts->setFixedHeight(m_facts->contentHeight());
}

void ReleaseDialog::refreshButtons()
{
    using Phase = ReleaseInquiry::Phase;
    const bool over = m_inquiry->isOver();
    const bool wasOver = std::exchange(m_isOver, m_inquiry->hasOutcome());
    if (m_isOver && !wasOver)
        m_cancel->setFocus(Qt::OtherFocusReason);
    const QString why = m_inquiry->blocker(m_confirmation->reason(), m_confirmation->word());
    m_blocker->setText(over            ? QString()
                       : why.isEmpty() ? Confirmation::keyHint() + QStringLiteral(": ")
                                             + m_inquiry->commitLabel()
                                       : why);
    m_cancel->setText(over ? tr("Close") : tr("Cancel"));
    m_release->setText(m_inquiry->commitLabel().replace(u'&', QStringLiteral("&&")));
    m_release->setVisible(m_inquiry->phase() != Phase::Over);
    m_release->setEnabled(why.isEmpty());
    setPlainToolTip(m_release, over ? QString() : why);
    m_action->setEnabled(!over);
    // What was asked is answered.
    m_title->setText(m_isOver ? ReleaseWords::name(*m_inquiry->lock()) : m_inquiry->question());
    m_confirmation->setVisible(!m_isOver);
    const bool isAskedAgain = !over && !m_confirmation->isEnabled();
    m_confirmation->setEnabled(!over);
    if (isAskedAgain)
        m_confirmation->takeFocus();
    m_confirmation->setLift(over ? QString() : m_inquiry->liftText());
    const bool isFixed = m_inquiry->isLeaseAlwaysCompared();
    m_evenIfRenewed->setChecked(m_inquiry->isEvenIfRenewed());
    m_evenIfRenewed->setEnabled(m_inquiry->canBeEvenIfRenewed() && !over);
    m_alwaysCompared->setVisible(isFixed);
    m_evenIfRenewed->setVisible(isFixed || m_inquiry->canBeEvenIfRenewed());
    m_whoeverHolds->setChecked(m_inquiry->isWhoeverHolds());
    m_whoeverHolds->setVisible(m_inquiry->asksWhoeverHolds());
    m_whoeverHolds->setEnabled(!over);
    const QColor red = colorsFor(palette()).danger;
    if (m_release->palette().color(QPalette::Active, QPalette::ButtonText) != red) {
        QPalette danger = palette();
        danger.setColor(QPalette::Active, QPalette::ButtonText, red);
        danger.setColor(QPalette::Inactive, QPalette::ButtonText, red);
        m_release->setPalette(danger);
    }
}

/** Of what is not scrolled. */
int ReleaseDialog::fixedHeight() const
{
    const QLayout &foot = *m_foot->layout();
    return (m_stripe->isHidden() ? 0 : m_stripe->height())
           + (foot.hasHeightForWidth() ? foot.totalHeightForWidth(width())
                                       : foot.totalSizeHint().height());
}

/** Grows only: nothing moves up under the pointer when a message goes. */
void ReleaseDialog::growToFit()
{
    if (!isVisible())
        return;
    const int wanted = m_body->heightForWidth(width()) + fixedHeight();
    const int most = largestDialog(*this).height();
    if (wanted > height())
        resize(width(), std::min(wanted, most));
    limitBody();
}

/**
 * Where not all has room, a layout would take it from what is scrolled and what is not alike, and
 * lines to type in would be cut.
 */
void ReleaseDialog::limitBody()
{
    m_body->setMaximumHeight(
        std::max(m_body->minimumSizeHint().height(), height() - fixedHeight()));
}

void ReleaseDialog::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    limitBody();
}

} // namespace lockmaster
