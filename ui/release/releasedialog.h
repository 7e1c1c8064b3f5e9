// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/monitor/lockstore.h"
#include "core/display/releasewords.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockmaster {

class Banner;
class CommandBox;
class Confirmation;
class DetailsPane;
class ElidedLabel;

/** Which lock a release dialog is about, and what is known beside its record. */
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
};

/**
 * One lock, to be let go of: what it is, who holds it, what will be lost, the exact command; and
 * while it is open, what becomes of the lock. It asks by its signals and is told by its setters;
 * it reaches no server itself. Nothing in it is released by Enter, and it stays open after the
 * release to say what came of it. GUI thread.
 */
class ReleaseDialog final : public QDialog
{
    Q_OBJECT

public:
    /** The store outlives the dialog. */
    ReleaseDialog(ReleaseSubject subject, LockStore &store, const Clock &clock,
                  QWidget *parent = nullptr);

    /** What was looked at last, and what is to be done to it: one of its actions. */
    const LockPointer &lock() const { return m_subject.lock; }
    const ServerMoment &looked() const { return m_looked; }
    const LockAction &action() const { return m_actions[size_t(m_actionIndex)]; }

    /** Whether the backend may be written to at this moment; without it nothing is released. */
    void setWritable(bool writable);

    void setPreview(const ReleasePreview &preview, const QString &commandWithLease,
                    const QString &commandInstanceOnly);
    void setReport(const ReleaseReport &report);
    void setNotDone(const NotDone &why);
    void setExpired();
    /** What was seen of the lock before; none: nothing is known. */
    void setPast(const std::optional<DetailSection> &past);

signals:
    /** A ticket for `lock()` and `action()` is wanted; answers to those before are void. */
    void lookRequested();
    void commitRequested(lockmaster::Compare compare, const QString &reason,
                         lockmaster::Indistinguishable indistinguishable);
    void allowWritesRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Phase : quint8 { Looking, Ready, Committing, Over };

    void build();
    QVBoxLayout *buildHeading();
    void buildActions(QVBoxLayout &body);
    QWidget *buildButtons();
    void fillActions();
    void chooseAction(int index);
    void lookAgain();
    void takeLook(LockPointer lock, const ServerMoment &looked);
    void beginLook();
    void commit();
    void followStore();
    void noteLaterHolder();
    void refresh();
    void refreshFacts();
    void refreshBanner();
    void refreshButtons();
    void growToFit();
    Compare compare() const;
    LookComparison known() const;
    ReleaseMessage message() const;
    QString seenText() const;
    /** Why it cannot be released now; empty: it can. */
    Micros untilOldEnough() const; ///< how much longer it has to be seen
    QString blocker() const;
    bool canLookAgain() const;
    bool ticketKnowsBetter() const;
    LockPointer lockNow() const;

    ReleaseSubject m_subject;
    LockStore &m_store;
    const Clock &m_clock;
    std::vector<LockAction> m_actions;
    int m_actionIndex = 0; ///< into `m_actions`
    Phase m_phase = Phase::Looking;
    bool m_writable = true;
    bool m_expired = false;
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
    std::optional<DetailSection> m_past;
    SteadyTime m_changedAt{};

    int m_grownTo = 0; ///< the height; what it was moved up for
    ElidedLabel *m_title = nullptr;
    DetailsPane *m_facts = nullptr;
    QComboBox *m_action = nullptr;
    Banner *m_banner = nullptr;
    QPushButton *m_lookAgain = nullptr;
    CommandBox *m_command = nullptr;
    CommandBox *m_shell = nullptr;
    QCheckBox *m_evenIfRenewed = nullptr;
    QLabel *m_alwaysCompared = nullptr;
    QCheckBox *m_whoeverHolds = nullptr; ///< shown where nothing tells the holder from the next
    Confirmation *m_confirmation = nullptr;
    QLabel *m_blocker = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_release = nullptr;
    QPushButton *m_allowWrites = nullptr;
};

} // namespace lockmaster
