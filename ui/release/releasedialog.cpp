// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasedialog.h"

#include "core/formats/knownnames.h"
#include "core/text/durationtext.h"
#include "core/actions/releaserecord.h"
#include "core/text/literaltext.h"
#include "core/monitor/lockjson.h"
#include "ui/kit/commandbox.h"
#include "ui/kit/confirmation.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/scrolledbody.h"
#include "ui/history/lockpast.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/banner.h"
#include "ui/details/detailspane.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int releasedialogDialogWidth = 600;
/** What everything but the facts takes; they scroll first where the screen has too little room. */
constexpr int heightBesideFacts = 550;
constexpr int leastFactsHeight = 140;
constexpr int mostFactsHeight = 320;
constexpr int releasedialogCommandLines = 3;
constexpr int shellLines = 1;

/** A text on a button: an `&` in it is not a mnemonic. */
QString buttonText(const QString &text)
{
    return literalText(text).replace(u'&', QStringLiteral("&&"));
}

/** What is usual beside what is; the rest of what was seen below. */
void addPast(Details &facts, DetailSection past)
{
    std::vector<DetailRow> &rows = facts.sections.front().rows;
    const auto labelled = [](const QString &label) {
        return [label](const DetailRow &row) { return row.label == label; };
    };
    const auto usual =
        std::find_if(past.rows.begin(), past.rows.end(), labelled(LockPast::usualLabel()));
    if (usual != past.rows.end()) {
        const auto held =
            std::find_if(rows.begin(), rows.end(), labelled(ReleaseWords::tr("Held for")));
        rows.insert(held == rows.end() ? held : held + 1, *usual);
        past.rows.erase(usual);
    }
    if (!past.rows.empty())
        facts.sections.push_back(std::move(past));
}

} // namespace

ReleaseDialog::ReleaseDialog(ReleaseSubject subject, LockStore &store, const Clock &clock,
                             QWidget *parent)
    : QDialog(parent), m_subject(std::move(subject)), m_store(store), m_clock(clock),
      m_actions(m_subject.actionsOf(*m_subject.lock))
{
    Q_ASSERT(!m_actions.empty());
    const auto wanted =
        std::find_if(m_actions.begin(), m_actions.end(),
                     [this](const LockAction &each) { return each.id == m_subject.action; });
    if (wanted != m_actions.end())
        m_actionIndex = static_cast<int>(wanted - m_actions.begin());
    build();
    fillActions();
    m_action->setCurrentIndex(m_actionIndex);
    connect(&store, &LockStore::updated, this, &ReleaseDialog::followStore);
    auto *tick = new QTimer(this);
    connect(tick, &QTimer::timeout, this, &ReleaseDialog::refresh);
    tick->start(250ms);
    takeLook(m_subject.lock, lookedAt(*store.view(), *m_subject.lock));
    beginLook();
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
    m_command = new CommandBox(tr("What is sent"), releasedialogCommandLines, this);
    m_shell = new CommandBox(tr("The same from a shell"), shellLines, this);
    m_evenIfRenewed = new QCheckBox(tr("Release &even though it is renewed"), this);
    m_alwaysCompared = mutedLabel(tr("Not here: only the lease tells one holder from the next, so "
                                     "it is always compared."),
                                  this);
    m_alwaysCompared->setMinimumWidth(1);
    m_whoeverHolds = new QCheckBox(
        tr("Release &whoever holds it: nothing tells its holder from the next"), this);
    m_whoeverHolds->hide();
    m_confirmation = new Confirmation(this);
    const bool production = m_subject.environment == Environment::Production;
    m_confirmation->askReason(production);
    if (production) {
        const QByteArray &name = m_subject.lock->id.name;
        // The plain name is the profile's word for it; what is let go of is what is stored.
        const QString label = tr("Type the lock's name to confirm");
        m_confirmation->askWord(
            knownAs(name).isEmpty() ? label : label + QStringLiteral(": ") + literalText(name),
            literalText(name),
            name.isEmpty() ? tr("This lock's name is empty and cannot be typed: use lockctl.")
                           : tr("This lock's name is too long to be typed: use lockctl."));
    }

    auto *page = new QWidget(this);
    auto *body = new QVBoxLayout(page);
    body->setContentsMargins(20, 16, 20, 0);
    body->setSpacing(12);
    QVBoxLayout *heading = buildHeading();
    heading->addWidget(m_facts);
    body->addLayout(heading);
    buildActions(*body);
    body->addWidget(m_banner);
    body->addWidget(m_command);
    body->addWidget(m_shell);
    body->addStretch(1);
    auto *renewed = new QVBoxLayout;
    renewed->setSpacing(2);
    renewed->addWidget(m_evenIfRenewed);
    renewed->addWidget(m_alwaysCompared);
    renewed->addWidget(m_whoeverHolds);
    body->addLayout(renewed);
    // What has to be given, and what it is given for, are never scrolled out of sight.
    auto *below = new QVBoxLayout;
    below->setContentsMargins(20, 12, 20, 16);
    below->setSpacing(12);
    below->addWidget(m_confirmation);
    below->addWidget(buildButtons());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(new EnvironmentStripe(m_subject.environment, this));
    layout->addWidget(new ScrolledBody(page, this), 1);
    layout->addLayout(below);
    resizeOnScreen(*this, {releasedialogDialogWidth, 400});

    connect(m_lookAgain, &QPushButton::clicked, this, &ReleaseDialog::lookAgain);
    connect(m_evenIfRenewed, &QCheckBox::toggled, this, &ReleaseDialog::refresh);
    connect(m_whoeverHolds, &QCheckBox::toggled, this, &ReleaseDialog::refresh);
    connect(m_confirmation, &Confirmation::changed, this, &ReleaseDialog::refreshButtons);
}

QVBoxLayout *ReleaseDialog::buildHeading()
{
    const LockRecord &lock = *m_subject.lock;
    m_title = new ElidedLabel(this);
    m_title->setObjectName(QStringLiteral("title"));
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    QStringList parts{lock.id.source->backend, LockText::environment(m_subject.environment),
                      m_subject.system, lock.id.source->name};
    parts.removeAll(QString());
    auto *place = new ElidedLabel(this);
    place->setText(literalText(parts.join(QStringLiteral(" · "))));
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
    connect(m_action, &QComboBox::activated, this, &ReleaseDialog::chooseAction);
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
    m_allowWrites = new QPushButton(tr("Allow &writes for 10 minutes…"), row);
    for (QPushButton *button : {m_release, m_allowWrites})
        button->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addWidget(m_blocker, 1);
    layout->addWidget(m_cancel);
    layout->addWidget(m_allowWrites);
    layout->addWidget(m_release);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_release, &QPushButton::clicked, this, &ReleaseDialog::commit);
    connect(m_allowWrites, &QPushButton::clicked, this, &ReleaseDialog::allowWritesRequested);
    return row;
}

void ReleaseDialog::fillActions()
{
    m_action->clear();
    for (const LockAction &each : m_actions) {
        QString text = literalText(each.label);
        if (!each.target.isEmpty())
            text += QStringLiteral(": ") + briefText(literalText(each.target), 80);
        m_action->addItem(text);
    }
    m_action->setVisible(m_actions.size() > 1);
}

void ReleaseDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    m_cancel->setFocus(Qt::OtherFocusReason);
    growToFit();
    // Once everything has its width; until then the text was taller, and its top elsewhere.
    QTimer::singleShot(0, m_facts, &DetailsPane::scrollToTop);
}

void ReleaseDialog::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter) {
        QDialog::keyPressEvent(event);
        return;
    }
    // Typing ends with Enter out of habit: it goes on to the next field, and releases nothing.
    if (qobject_cast<QLineEdit *>(focusWidget()))
        focusNextChild();
    else if (focusWidget() != m_release)
        QDialog::keyPressEvent(event);
}

// What is asked

void ReleaseDialog::chooseAction(int index)
{
    if (index == m_actionIndex || m_phase == Phase::Committing)
        return;
    m_actionIndex = index;
    beginLook();
    emit lookRequested();
}

void ReleaseDialog::lookAgain()
{
    if (!canLookAgain())
        return;
    const QString before = action().id;
    const QByteArray target = action().target;
    const LockPointer now = lockNow();
    takeLook(now, ticketKnowsBetter() ? m_preview->server : lookedAt(*m_store.view(), *now));
    m_actions = m_subject.actionsOf(*m_subject.lock);
    m_actionIndex = 0;
    for (size_t i = 0; i < m_actions.size(); ++i) {
        if (m_actions[i].id == before && m_actions[i].target == target)
            m_actionIndex = int(i);
    }
    fillActions();
    m_action->setCurrentIndex(m_actionIndex);
    beginLook();
    m_cancel->setFocus(Qt::OtherFocusReason);
    emit lookRequested();
}

/** The record and where and when it was seen: one without the other would be another look. */
void ReleaseDialog::takeLook(LockPointer lock, const ServerMoment &looked)
{
    m_subject.lock = std::move(lock);
    m_looked = looked;
    m_lookedAt = m_clock.now();
}

/** Nothing confirmed before holds for what is looked at now. */
void ReleaseDialog::beginLook()
{
    setWindowTitle(action().id == u"step-down" ? literalText(action().label)
                                               : tr("Release a lock"));
    m_title->setText(ReleaseWords::question(*m_subject.lock, action()));
    m_phase = Phase::Looking;
    m_expired = false;
    m_preview.reset();
    m_report.reset();
    m_later.reset();
    m_notDone.reset();
    m_commandWithLease.clear();
    m_commandInstanceOnly.clear();
    m_comparison = {LookChange::Same, m_subject.lock};
    m_evenIfRenewed->setChecked(action().evenIfRenewed);
    m_whoeverHolds->setChecked(false);
    m_confirmation->clearWord();
    followStore();
}

void ReleaseDialog::commit()
{
    if (!blocker().isEmpty() || m_phase != Phase::Ready)
        return;
    m_phase = Phase::Committing;
    refresh();
    emit commitRequested(compare(), m_confirmation->reason(),
                         m_whoeverHolds->isChecked() ? Indistinguishable::Release
                                                     : Indistinguishable::Refuse);
}

// What is told

void ReleaseDialog::setWritable(bool writable)
{
    m_writable = writable;
    refreshButtons();
}

void ReleaseDialog::setPreview(const ReleasePreview &preview, const QString &commandWithLease,
                               const QString &commandInstanceOnly)
{
    if (m_phase != Phase::Looking)
        return;
    m_phase = Phase::Ready;
    m_preview = preview;
    m_commandWithLease = commandWithLease;
    m_commandInstanceOnly = commandInstanceOnly;
    if (!preview.canCompareInstanceOnly)
        m_evenIfRenewed->setChecked(false);
    if (preview.renewed && m_comparison.change == LookChange::Same)
        m_changedAt = m_clock.now();
    refresh();
}

void ReleaseDialog::setReport(const ReleaseReport &report)
{
    m_phase = Phase::Over;
    m_report = report;
    m_reportedAt = m_clock.now();
    refresh();
    m_cancel->setFocus(Qt::OtherFocusReason);
}

void ReleaseDialog::setNotDone(const NotDone &why)
{
    m_phase = Phase::Over;
    m_notDone = why;
    refresh();
    m_cancel->setFocus(Qt::OtherFocusReason);
}

void ReleaseDialog::setExpired()
{
    if (m_phase != Phase::Ready && m_phase != Phase::Looking)
        return;
    m_phase = Phase::Over;
    m_expired = true;
    refresh();
}

void ReleaseDialog::setPast(const std::optional<DetailSection> &past)
{
    m_past = past;
    refresh();
}

void ReleaseDialog::followStore()
{
    const LookComparison before = m_comparison;
    m_comparison = compareLook(*m_subject.lock, *m_store.view());
    const bool moved =
        before.change != m_comparison.change
        || (before.now && m_comparison.now && !sameLease(*before.now, *m_comparison.now));
    if (moved)
        m_changedAt = m_clock.now();
    noteLaterHolder();
    refresh();
}

/** A holder that goes on may take it again long after the look behind the release. */
void ReleaseDialog::noteLaterHolder()
{
    const bool released = m_report && m_report->outcome.result == ReleaseResult::Released;
    const auto &now = m_comparison.now;
    if (!released || action().onWaiter || m_later || !m_comparison.from
        || *m_comparison.from <= m_reportedAt || !now || !holderNow(*now))
        return;
    const bool told = m_preview && m_preview->canCompareInstanceOnly;
    m_later = {ReleaseWords::owner(*now),
               told ? isSameOwner(*m_subject.lock, action().target, *now) : std::nullopt,
               std::chrono::duration_cast<Micros>(m_clock.now() - m_reportedAt)};
}

// What is shown

void ReleaseDialog::refresh()
{
    refreshFacts();
    const bool instanceOnly = compare() == Compare::InstanceOnly;
    const QString &command = instanceOnly ? m_commandInstanceOnly : m_commandWithLease;
    m_command->setCommand(command);
    m_command->setVisible(m_phase == Phase::Looking || !command.isEmpty());
    m_shell->setVisible(m_subject.commandOrigin.has_value());
    if (const auto &origin = m_subject.commandOrigin)
        m_shell->setCommand(releaseCommand(*m_subject.lock, m_looked, action(), instanceOnly,
                                           *origin, m_whoeverHolds->isChecked()));
    refreshBanner();
    refreshButtons();
    growToFit();
}

void ReleaseDialog::refreshFacts()
{
    // The lease ticks by what is there now, as long as it is the same instance, and stands still
    // from when it was seen to be that no more.
    const bool same =
        m_comparison.now
        && (m_comparison.change == LookChange::Same || m_comparison.change == LookChange::Renewed);
    const LockRecord &lock = same ? *m_comparison.now : *m_subject.lock;
    const SteadyTime at = same ? m_clock.now() : m_changedAt;
    // Of what was let go of, or is another's, nobody asks any more whether it lives; and that it
    // was renewed since is told elsewhere, and may be known to the ticket alone.
    const auto check = m_subject.checkOf ? m_subject.checkOf(lock) : std::nullopt;
    auto verdict =
        same && m_phase != Phase::Over ? verdictOf(lock, *m_store.view(), at, check) : std::nullopt;
    if (verdict && verdict->life != Life::Alive && known().change == LookChange::Renewed)
        verdict.reset();
    Details facts = ReleaseWords::facts(lock, action(), m_preview, seenText(), at, verdict);
    if (m_past)
        addPast(facts, *m_past);
    m_facts->show(facts);
    const int room = screen()->availableGeometry().height() - heightBesideFacts;
    const int most = std::clamp(room, leastFactsHeight, mostFactsHeight);
    m_facts->setFixedHeight(std::min(m_facts->contentHeight(), most));
}

QString ReleaseDialog::seenText() const
{
    if (m_phase == Phase::Looking)
        return tr("being looked at …");
    const QString age = ageText(std::chrono::duration_cast<Micros>(m_clock.now() - m_lookedAt));
    if (m_phase == Phase::Over || m_phase == Phase::Committing)
        return tr("%1 ago").arg(age);
    switch (known().change) {
    case LookChange::Same: return tr("%1 ago, unchanged since").arg(age);
    case LookChange::Renewed: return tr("%1 ago, renewed since").arg(age);
    case LookChange::NotKnown: return tr("%1 ago, not known since").arg(age);
    default: return tr("%1 ago, changed since").arg(age);
    }
}

/** The view's word, and until it has it the ticket's. */
LookComparison ReleaseDialog::known() const
{
    if (m_comparison.change == LookChange::Same && m_preview && m_preview->renewed)
        return {LookChange::Renewed, m_comparison.now};
    return m_comparison;
}

ReleaseMessage ReleaseDialog::message() const
{
    if (m_report)
        return ReleaseWords::report(*m_report, m_later);
    if (m_notDone)
        return ReleaseWords::notDone(*m_notDone);
    if (m_expired)
        return {Tone::Expiring, tr("You looked at this more than ten minutes ago"),
                tr("Look again before you release it.")};
    if (m_phase == Phase::Committing)
        return {Tone::Plain, tr("Releasing …"),
                tr("This goes on and is kept in the audit log if you close the dialog.")};
    if (m_preview && m_preview->refusal)
        return ReleaseWords::refusal(*m_preview->refusal);
    return ReleaseWords::change(known(),
                                std::chrono::duration_cast<Micros>(m_clock.now() - m_changedAt),
                                compare() == Compare::InstanceOnly);
}

void ReleaseDialog::refreshBanner()
{
    const ReleaseMessage shown = message();
    m_banner->setMessage(shown.tone, shown.title, shown.text);
    m_lookAgain->setVisible(canLookAgain());
}

bool ReleaseDialog::canLookAgain() const
{
    const bool released = m_report && m_report->outcome.result == ReleaseResult::Released;
    const bool stale =
        m_phase == Phase::Over
        || (m_phase == Phase::Ready && (known().change != LookChange::Same || m_preview->refusal));
    if (!stale || released)
        return false;
    const LockPointer now = lockNow();
    return now && !m_subject.actionsOf(*now).empty();
}

/** What nobody could read for the view the ticket may have read by itself. */
bool ReleaseDialog::ticketKnowsBetter() const
{
    return m_comparison.change == LookChange::NotKnown && m_preview && m_preview->lock;
}

LockPointer ReleaseDialog::lockNow() const
{
    return ticketKnowsBetter() ? std::make_shared<const LockRecord>(*m_preview->lock)
                               : m_comparison.now;
}

Micros ReleaseDialog::untilOldEnough() const
{
    return m_preview->notBefore
               ? std::chrono::duration_cast<Micros>(*m_preview->notBefore - m_clock.now())
               : Micros(0);
}

QString ReleaseDialog::blocker() const
{
    if (m_phase == Phase::Looking)
        return tr("The lock is being looked at …");
    if (m_phase != Phase::Ready)
        return QStringLiteral(" ");
    if (m_preview->refusal && m_preview->refusal->detail != ChangeDetail::Gone
        && m_preview->refusal->detail != ChangeDetail::None)
        return ReleaseWords::outcome(*m_preview->refusal);
    if (m_preview->refusal || known().change == LookChange::ChangedHands
        || known().change == LookChange::Gone)
        return tr("It is not what you looked at any more.");
    if (!m_writable)
        return tr("The server is read-only.");
    if (m_preview->indistinguishable && !m_whoeverHolds->isChecked())
        return tr("Nothing tells its holder from the next: this has to be confirmed.");
    if (const auto left = untilOldEnough(); left > Micros(0))
        return tr("It has to be seen in the same hands for longer: %1 more.")
            .arg(durationText(std::chrono::ceil<std::chrono::seconds>(left)));
    return m_confirmation->missing();
}

void ReleaseDialog::refreshButtons()
{
    const bool over = m_phase == Phase::Over || m_phase == Phase::Committing;
    const QString why = blocker();
    m_blocker->setText(over ? QString() : why);
    m_cancel->setText(over ? tr("Close") : tr("Cancel"));
    m_release->setText(buttonText(action().label));
    m_release->setVisible(m_writable && m_phase != Phase::Over);
    m_release->setEnabled(why.isEmpty());
    setPlainToolTip(m_release, over ? QString() : why);
    m_allowWrites->setVisible(!m_writable && !over);
    m_action->setEnabled(!over);
    m_confirmation->setEnabled(!over);
    const bool possible = !m_preview || m_preview->canCompareInstanceOnly;
    m_evenIfRenewed->setEnabled(possible && !over);
    m_alwaysCompared->setVisible(!possible && !m_preview->leastLookAge);
    m_evenIfRenewed->setVisible(possible || !m_preview->leastLookAge);
    m_whoeverHolds->setVisible(m_preview && m_preview->indistinguishable && !m_preview->refusal);
    m_whoeverHolds->setEnabled(!over);
    const QColor red = colorsFor(palette()).danger;
    if (m_release->palette().color(QPalette::Active, QPalette::ButtonText) != red) {
        QPalette danger = palette();
        danger.setColor(QPalette::Active, QPalette::ButtonText, red);
        danger.setColor(QPalette::Inactive, QPalette::ButtonText, red);
        m_release->setPalette(danger);
    }
}

Compare ReleaseDialog::compare() const
{
    return m_evenIfRenewed->isChecked() ? Compare::InstanceOnly : Compare::InstanceAndLease;
}

/** Grows only: nothing moves up under the pointer when a message goes. */
void ReleaseDialog::growToFit()
{
    if (!isVisible())
        return;
    const int wanted = layout()->totalHeightForWidth(width());
    const int most = largestDialog(*this).height();
    if (wanted > height())
        resize(width(), std::min(wanted, most));
    if (std::exchange(m_grownTo, height()) == height())
        return;
    // It opens in the middle of its window, and grows downwards: its buttons stay on the screen.
    const int over = frameGeometry().bottom() - screen()->availableGeometry().bottom();
    const int above = frameGeometry().top() - screen()->availableGeometry().top();
    if (over > 0 && above > 0)
        move(pos() - QPoint(0, std::min(over, above)));
}

} // namespace lockmaster
