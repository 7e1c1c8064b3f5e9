// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "ui/held/acquiredialog.h"
#include "core/display/heldmodel.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace lockmaster {

class Banner;
class ExitQuestion;
class HeldList;

/**
 * The locks that this program takes, in the window: the dialog that asks for one, the list of those
 * held, the notice of a lost one, and the question on the way out. It takes and lets go through its
 * `Desk` and is told by `follow` and `forget` what became of them.
 *
 * GUI thread; store and clock outlive it, the widgets belong to the window.
 */
class Holding final : public QObject
{
    Q_OBJECT

public:
    /** Who takes locks: the functions of a `HoldController`. */
    struct Desk {
        std::function<void(const HoldOrder &)> acquire;
        std::function<void(int id)> renew;
        std::function<void(int id)> release;
        std::function<void()> releaseAll;
        std::function<void(int id)> dismiss;
    };

    Holding(Desk desk, const LockStore &store, const SystemNames &names, const Clock &clock,
            QWidget &window);

    /** With the locks of `desk`, which outlives the window. The window owns it. */
    static Holding *of(HoldController &desk, const LockStore &store, const SystemNames &names,
                       const Clock &clock, QWidget &window);

    HeldList &list() { return *m_list; }
    /** For the top of the window; shows itself while a lock is lost. */
    Banner &lostNotice() { return *m_notice; }
    int liveCount() const { return m_model->liveCount(); }

    /** Asks for a lock, starting from `from` where that is given. */
    AcquireDialog *ask(AcquireDialog::Setup setup, const std::optional<LockId> &from);

    /** One of the desk's locks, as it is now. */
    void follow(const HeldLock &lock);
    void forget(int id);

    /**
     * Whether the window may close at this moment; where it may not, the operator is asked, and
     * `quitRequested` says when it may.
     */
    bool mayClose();
    /** Lets go of everything and asks nobody: the session or the system wants us to end. */
    void leaveAtOnce();

signals:
    void liveCountChanged(int count);
    /** From the dialog that asks for a lock. */
    void liftRequested(const lockmaster::BackendSpec &backend, QWidget *dialog);
    void quitRequested();

private:
    enum class Leaving : quint8 { No, WhenReleased, Releasing, AtOnce };

    void buildNotice();
    void showLost();
    void askBeforeLeaving();
    void leaveIfDone();
    void noteChange();
    std::vector<int> lost() const;

    Desk m_desk;
    const LockStore &m_store;
    const Clock &m_clock;
    QWidget &m_window;
    HeldModel *m_model;
    HeldList *m_list;
    Banner *m_notice;
    QPointer<AcquireDialog> m_dialog;
    QPointer<ExitQuestion> m_question;
    Leaving m_leaving = Leaving::No;
    int m_lastCount = 0;
};

} // namespace lockmaster
