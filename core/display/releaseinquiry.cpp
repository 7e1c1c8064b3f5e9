// SPDX-License-Identifier: Apache-2.0
#include "core/display/releaseinquiry.h"

#include "core/actions/releaserecord.h"
#include "core/display/locktext.h"
#include "core/display/shownwords.h"
#include "core/formats/knownnames.h"
#include "core/monitor/lockjson.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

ReleaseInquiry::ReleaseInquiry(ReleaseSubject subject, LockStore &store, const Clock &clock,
                               QObject *parent)
    : QObject(parent), m_subject(std::move(subject)), m_store(store), m_clock(clock),
      m_actions(m_subject.actionsOf(*m_subject.lock))
{
    Q_ASSERT(!m_actions.empty());
    const auto wanted =
        std::find_if(m_actions.begin(), m_actions.end(),
                     [this](const LockAction &each) { return each.id == m_subject.action; });
    if (wanted != m_actions.end())
        m_actionIndex = static_cast<int>(wanted - m_actions.begin());
    const bool production = m_subject.environment == Environment::Production;
    m_terms.askReason(production);
    if (production) {
        const QByteArray &name = m_subject.lock->id.name;
        // The plain name is the profile's word for it; what is let go of is what is stored.
        const QString label = tr("Type the lock's name to confirm");
        m_terms.askWord(
            knownAs(name).isEmpty() ? label : label + QStringLiteral(": ") + literalText(name),
            literalText(name),
            name.isEmpty() ? tr("This lock's name is empty and cannot be typed: use lockctl.")
                           : tr("This lock's name is too long to be typed: use lockctl."));
    }
    connect(&store, &LockStore::updated, this, &ReleaseInquiry::followStore);
    takeLook(m_subject.lock, lookedAt(*store.view(), *m_subject.lock));
    beginLook();
}

// What is asked

void ReleaseInquiry::chooseAction(int index)
{
    if (index == m_actionIndex || index < 0 || index >= int(m_actions.size())
        || m_phase == Phase::Allowing || m_phase == Phase::Committing)
        return;
    m_actionIndex = index;
    beginLook();
    emit lookRequested();
}

void ReleaseInquiry::lookAgain()
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
    beginLook();
    emit lookRequested();
}

/** The record and where and when it was seen: one without the other would be another look. */
void ReleaseInquiry::takeLook(LockPointer lock, const ServerMoment &looked)
{
    m_subject.lock = std::move(lock);
    m_looked = looked;
    m_lookedAt = m_clock.now();
}

/** Nothing confirmed before holds for what is looked at now. */
void ReleaseInquiry::beginLook()
{
    m_phase = Phase::Looking;
    m_isExpired = false;
    m_preview.reset();
    m_report.reset();
    m_later.reset();
    m_notDone.reset();
    m_commandWithLease.clear();
    m_commandInstanceOnly.clear();
    m_comparison = {LookChange::Same, m_subject.lock};
    m_evenIfRenewed = action().evenIfRenewed;
    m_whoeverHolds = false;
    emit lookBegun();
    followStore();
}

void ReleaseInquiry::setEvenIfRenewed(bool on)
{
    const bool isOn = on && canBeEvenIfRenewed();
    if (std::exchange(m_evenIfRenewed, isOn) != isOn)
        emit changed();
}

void ReleaseInquiry::setWhoeverHolds(bool on)
{
    if (std::exchange(m_whoeverHolds, on) != on)
        emit changed();
}

bool ReleaseInquiry::canBeEvenIfRenewed() const
{
    return !m_preview || m_preview->canCompareInstanceOnly;
}

bool ReleaseInquiry::isLeaseAlwaysCompared() const
{
    return !canBeEvenIfRenewed() && !m_preview->leastLookAge;
}

bool ReleaseInquiry::asksWhoeverHolds() const
{
    return m_preview && m_preview->indistinguishable && !m_preview->refusal;
}

void ReleaseInquiry::commit(const QString &reason, const QString &word)
{
    if (m_phase != Phase::Ready || !blocker(reason, word).isEmpty())
        return;
    if (!m_isWritable) {
        m_phase = Phase::Allowing;
        m_confirmedReason = reason;
        m_confirmedWord = word;
        emit changed();
        emit writesWanted(reason);
        return;
    }
    m_phase = Phase::Committing;
    emit changed();
    emit commitRequested(compare(), reason,
                         m_whoeverHolds ? Indistinguishable::Release : Indistinguishable::Refuse);
}

// What is told

void ReleaseInquiry::setWritable(bool writable)
{
    m_isWritable = writable;
    const bool isAwaited = writable && m_phase == Phase::Allowing;
    if (isAwaited)
        m_phase = Phase::Ready;
    emit changed();
    if (isAwaited)
        commit(m_confirmedReason, m_confirmedWord);
}

void ReleaseInquiry::setNotAllowed()
{
    if (m_phase != Phase::Allowing)
        return;
    m_phase = Phase::Ready;
    emit changed();
}

void ReleaseInquiry::setPreview(const ReleasePreview &preview, const QString &commandWithLease,
                                const QString &commandInstanceOnly)
{
    if (m_phase != Phase::Looking)
        return;
    m_phase = Phase::Ready;
    m_preview = preview;
    m_commandWithLease = commandWithLease;
    m_commandInstanceOnly = commandInstanceOnly;
    if (!preview.canCompareInstanceOnly)
        m_evenIfRenewed = false;
    if (preview.renewed && m_comparison.change == LookChange::Same)
        m_changedAt = m_clock.now();
    emit changed();
}

void ReleaseInquiry::setReport(const ReleaseReport &report)
{
    m_phase = Phase::Over;
    m_report = report;
    m_reportedAt = m_clock.now();
    emit changed();
}

void ReleaseInquiry::setNotDone(const NotDone &why)
{
    m_phase = Phase::Over;
    m_notDone = why;
    emit changed();
}

void ReleaseInquiry::setExpired()
{
    if (m_phase == Phase::Committing || m_phase == Phase::Over)
        return;
    m_phase = Phase::Over;
    m_isExpired = true;
    emit changed();
}

void ReleaseInquiry::followStore()
{
    const LookComparison before = m_comparison;
    m_comparison = compareLook(*m_subject.lock, *m_store.view());
    const bool moved =
        before.change != m_comparison.change
        || (before.now && m_comparison.now && !sameLease(*before.now, *m_comparison.now));
    if (moved)
        m_changedAt = m_clock.now();
    noteLaterHolder();
    emit changed();
}

/** A holder that goes on may take it again long after the look behind the release. */
void ReleaseInquiry::noteLaterHolder()
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

QString ReleaseInquiry::question() const
{
    return ReleaseWords::question(*m_subject.lock, action());
}

QString ReleaseInquiry::place() const
{
    const LockRecord &lock = *m_subject.lock;
    QStringList parts{literalText(lock.id.source->backend),
                      LockText::environment(m_subject.environment), literalText(m_subject.system),
                      sourceText(lock.id.source->name)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

Details ReleaseInquiry::facts() const
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
    if (auto said = m_subject.note ? DetailRows::ofNote(*m_subject.note) : std::nullopt)
        facts.sections.insert(facts.sections.begin(), std::move(*said));
    return facts;
}

QString ReleaseInquiry::command() const
{
    return compare() == Compare::InstanceOnly ? m_commandInstanceOnly : m_commandWithLease;
}

std::optional<QString> ReleaseInquiry::shellCommand() const
{
    const auto &origin = m_subject.commandOrigin;
    if (!origin)
        return std::nullopt;
    return releaseCommand(*m_subject.lock, m_looked, action(), compare() == Compare::InstanceOnly,
                          *origin, m_whoeverHolds);
}

QString ReleaseInquiry::seenText() const
{
    if (m_phase == Phase::Looking)
        return tr("being looked at …");
    const QString age = ageText(std::chrono::duration_cast<Micros>(m_clock.now() - m_lookedAt));
    if (isOver())
        return tr("%1 ago").arg(age);
    switch (known().change) {
    case LookChange::Same: return tr("%1 ago, unchanged since").arg(age);
    case LookChange::Renewed: return tr("%1 ago, renewed since").arg(age);
    case LookChange::NotKnown: return tr("%1 ago, not known since").arg(age);
    default: return tr("%1 ago, changed since").arg(age);
    }
}

/** The view's word, and until it has it the ticket's. */
LookComparison ReleaseInquiry::known() const
{
    if (m_comparison.change == LookChange::Same && m_preview && m_preview->renewed)
        return {LookChange::Renewed, m_comparison.now};
    return m_comparison;
}

ReleaseMessage ReleaseInquiry::message() const
{
    if (m_report)
        return ReleaseWords::report(*m_report, m_later);
    if (m_notDone)
        return ReleaseWords::notDone(*m_notDone);
    if (m_isExpired)
        return {Tone::Expiring, tr("You looked at this more than ten minutes ago"),
                tr("Look again before you release it.")};
    if (m_phase == Phase::Allowing)
        return {Tone::Plain, tr("Writes are being allowed …"),
                tr("Nothing is sent before that is in the audit log.")};
    if (m_phase == Phase::Committing)
        return {Tone::Plain, tr("Releasing …"),
                tr("This goes on and is kept in the audit log if you close the dialog.")};
    if (m_preview && m_preview->refusal)
        return ReleaseWords::refusal(*m_preview->refusal);
    return ReleaseWords::change(known(),
                                std::chrono::duration_cast<Micros>(m_clock.now() - m_changedAt),
                                compare() == Compare::InstanceOnly);
}

bool ReleaseInquiry::canLookAgain() const
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
bool ReleaseInquiry::ticketKnowsBetter() const
{
    return m_comparison.change == LookChange::NotKnown && m_preview && m_preview->lock;
}

LockPointer ReleaseInquiry::lockNow() const
{
    return ticketKnowsBetter() ? std::make_shared<const LockRecord>(*m_preview->lock)
                               : m_comparison.now;
}

/** How much longer it has to be seen. */
Micros ReleaseInquiry::untilOldEnough() const
{
    return m_preview->notBefore
               ? std::chrono::duration_cast<Micros>(*m_preview->notBefore - m_clock.now())
               : Micros(0);
}

QString ReleaseInquiry::blocker() const
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
    // Nobody opens a server for a release that would be refused.
    if (!m_isWritable && known().change == LookChange::Renewed
        && compare() == Compare::InstanceAndLease)
        return tr("It was renewed since: look again, or release it even though it is renewed.");
    if (m_preview->indistinguishable && !m_whoeverHolds)
        return tr("Nothing tells its holder from the next: this has to be confirmed.");
    if (const auto left = untilOldEnough(); left > Micros(0))
        return tr("It has to be seen in the same hands for longer: %1 more.")
            .arg(durationText(std::chrono::ceil<std::chrono::seconds>(left)));
    return {};
}

QString ReleaseInquiry::commitLabel() const
{
    const QString label = literalText(action().label);
    return m_isWritable ? label : ReleaseWords::andAllowWrites(label);
}

QString ReleaseInquiry::liftText() const
{
    return m_isWritable ? QString() : ReleaseWords::lift({m_subject.lock->id.source->backend});
}

QString ReleaseInquiry::blocker(const QString &reason, const QString &word) const
{
    const QString why = blocker();
    return why.isEmpty() ? m_terms.missing(reason, word) : why;
}

Compare ReleaseInquiry::compare() const
{
    return m_evenIfRenewed ? Compare::InstanceOnly : Compare::InstanceAndLease;
}

} // namespace lockmaster
