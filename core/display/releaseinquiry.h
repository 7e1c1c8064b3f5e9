// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/display/confirmationterms.h"
#include "core/display/releasewords.h"
#include "core/monitor/lockstore.h"

#include <QObject>

#include <functional>

namespace lockmaster {

/** Which lock a release is about, and what is known beside its record. */
struct ReleaseSubject {
    LockPointer lock; ///< as the operator looked at it; never null
    Environment environment = Environment::Unset;
    QString system; ///< as people call it
    std::function<std::vector<LockAction>(const LockRecord &)> actionsOf;
    /** Options by which `lockctl` finds the backend; none: it cannot. */
    std::optional<QStringList> commandOrigin = QStringList();
    QString action = {}; ///< the id of the one that is chosen at first; empty: the first
    /** What the operator's own check said of its holder, if anything. */
    std::function<std::optional<LifeEvidence>(const LockRecord &)> checkOf = {};
    /** What the profile says of it. */
    std::optional<LockNote> note = {};
};

/**
 * One lock that may be let go of, from the look at it to what came of it: what is shown of it, what
 * is asked, and why it cannot be done. The dialog and the terminal show this and decide nothing
 * themselves.
 *
 * It asks by its signals and is told by its setters; it reaches no server. Lives on the thread of
 * its store, which outlives it.
 */
class ReleaseInquiry final : public QObject
{
    Q_OBJECT

public:
    /** Allowing: everything is confirmed, and the backend has to be let write to first. */
    enum class Phase : quint8 { Looking, Ready, Allowing, Committing, Over };

    /** `subject` has at least one action. Without `lookRequested()` so far: see `begin()`. */
    ReleaseInquiry(ReleaseSubject subject, LockStore &store, const Clock &clock,
                   QObject *parent = nullptr);

    /** What was looked at last, and what is to be done to it: one of its actions. */
    const LockPointer &lock() const { return m_subject.lock; }
    const ServerMoment &looked() const { return m_looked; }
    const std::vector<LockAction> &actions() const { return m_actions; }
    int actionIndex() const { return m_actionIndex; }
    const LockAction &action() const { return m_actions[size_t(m_actionIndex)]; }
    Environment environment() const { return m_subject.environment; }
    Phase phase() const { return m_phase; }
    /** Nothing is asked any more. */
    bool isOver() const { return m_phase != Phase::Looking && m_phase != Phase::Ready; }
    const std::optional<ReleasePreview> &preview() const { return m_preview; }
    /** What came of it is known, or why nothing was sent. */
    bool hasOutcome() const { return m_report || m_notDone; }

    // What is asked

    /** Another action is looked at anew. */
    void chooseAction(int index);
    void lookAgain();
    bool canLookAgain() const;
    /** A renewal since the look is let pass. */
    void setEvenIfRenewed(bool on);
    bool isEvenIfRenewed() const { return m_evenIfRenewed; }
    /** That can be chosen here. */
    bool canBeEvenIfRenewed() const;
    /** Only the lease tells one holder from the next, and that is to be said. */
    bool isLeaseAlwaysCompared() const;
    void setWhoeverHolds(bool on);
    bool isWhoeverHolds() const { return m_whoeverHolds; }
    /** Nothing tells its holder from the next: that has to be confirmed. */
    bool asksWhoeverHolds() const;
    /** What has to be typed. */
    const ConfirmationTerms &terms() const { return m_terms; }
    /**
     * Nothing happens while there is a blocker, or something to be typed is missing. Where the
     * backend is read-only that is asked to be lifted first, for the same reason; once it is, and
     * what was looked at still stands, this goes on by itself.
     */
    void commit(const QString &reason, const QString &word);

    // What is told

    /** Whether the backend may be written to at this moment; without it nothing is released. */
    void setWritable(bool writable);
    /** What `writesWanted` asked for was not granted: nothing was sent, and all can be tried again.
     */
    void setNotAllowed();
    bool isWritable() const { return m_isWritable; }
    void setPreview(const ReleasePreview &preview, const QString &commandWithLease,
                    const QString &commandInstanceOnly);
    void setReport(const ReleaseReport &report);
    void setNotDone(const NotDone &why);
    void setExpired();

    // What is shown

    QString question() const;
    /** Server, environment, system and source, in a line. */
    QString place() const;
    Details facts() const;
    /** As it will be sent; empty: not known yet, or there is none. */
    QString command() const;
    /** The same from a shell; none: it cannot be done from there. */
    std::optional<QString> shellCommand() const;
    /** What has changed, what is wrong, what came of it; may be empty. */
    ReleaseMessage message() const;
    /** What the button is called that does it. */
    QString commitLabel() const;
    /** That the backend is let write to with it, as a sentence; empty: it may be written to. */
    QString liftText() const;
    /** Why it cannot be released now, whatever is typed; empty: it can. */
    QString blocker() const;
    /** The same, with what is missing of what has to be typed. */
    QString blocker(const QString &reason, const QString &word) const;

signals:
    /** Something else is shown now. What only ages is asked for by who shows it. */
    void changed();
    /** Another lock state or action is looked at: what was typed to confirm does not hold for it.
     */
    void lookBegun();
    /** A ticket for `lock()` and `action()` is wanted; answers to those before are void. */
    void lookRequested();
    /** Writes to the backend are to be allowed. */
    void writesWanted(const QString &reason);
    void commitRequested(lockmaster::Compare compare, const QString &reason,
                         lockmaster::Indistinguishable indistinguishable);

private:
    void takeLook(LockPointer lock, const ServerMoment &looked);
    void beginLook();
    void followStore();
    void noteLaterHolder();
    Compare compare() const;
    LookComparison known() const;
    QString seenText() const;
    Micros untilOldEnough() const;
    bool ticketKnowsBetter() const;
    LockPointer lockNow() const;

    ReleaseSubject m_subject;
    LockStore &m_store;
    const Clock &m_clock;
    ConfirmationTerms m_terms;
    std::vector<LockAction> m_actions;
    int m_actionIndex = 0; ///< into `m_actions`
    Phase m_phase = Phase::Looking;
    bool m_isWritable = true;
    QString m_confirmedReason; ///< while writes are being allowed
    QString m_confirmedWord;
    bool m_isExpired = false;
    bool m_evenIfRenewed = false;
    bool m_whoeverHolds = false;
    std::optional<ReleasePreview> m_preview;
    std::optional<ReleaseReport> m_report;
    SteadyTime m_reportedAt{};
    std::optional<LaterHolder> m_later; ///< the first that the view showed after the report
    std::optional<NotDone> m_notDone;
    QString m_commandWithLease;
    QString m_commandInstanceOnly;
    SteadyTime m_lookedAt{}; ///< when `lock()` was taken over
    ServerMoment m_looked;   ///< where and when it was seen
    LookComparison m_comparison;
    SteadyTime m_changedAt{};
};

} // namespace lockmaster
