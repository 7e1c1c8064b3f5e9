// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/domain/locknote.h"
#include "core/monitor/lockstore.h"
#include "ui/release/bulkreleasemodel.h"
#include "ui/kit/commandorigins.h"
#include "core/display/lockroles.h"
#include "core/display/releasehere.h"
#include "core/display/systemnames.h"

#include <QDialog>
#include <QPointer>

namespace lockmaster {

class BulkReleaseDialog;
class PlanRun;
class ReleaseSession;
class WriteLifts;

/**
 * Opens the dialogs that release locks and connects each with a session that does the work, and
 * the dialog that lets a read-only backend be written to. GUI thread; everything given outlives it.
 */
class ReleaseController : public QObject
{
    Q_OBJECT

public:
    ReleaseController(ActionTools tools, LockStore &store, WriteLifts &lifts, SystemNames names,
                      QWidget *window);

    void setBackends(const std::vector<BackendSpec> &backends) { m_backends = backends; }
    /** Where what was seen of a lock before is read from, for its dialog; empty: nowhere. */
    void setHistory(const QString &store) { m_history = store; }
    /** What the profile says of locks. */
    void setNotes(std::vector<LockNote> notes) { m_notes = std::move(notes); }
    void setCommandOrigins(const CommandOrigins &origins) { m_origins = origins; }
    /** What the operator's own check said of a lock's holder, for its dialog. */
    void setCheckOf(std::function<std::optional<LifeEvidence>(const LockRecord &)> checkOf)
    {
        m_checkOf = std::move(checkOf);
    }

    /** What a lock's system offers for it. */
    std::vector<LockAction> actionsOf(const LockRecord &lock) const;
    /** What shows it at its server's own client. */
    QStringList lookOf(const LockRecord &lock) const;

    /** One lock in a dialog of its own, several in a list. */
    void release(const std::vector<LockPointer> &locks);
    /** One lock, with the action that is chosen at first. */
    void releaseBy(const LockPointer &lock, const QString &action);
    /** Asks for the file of a plan, and shows it. */
    void askForPlan();
    /** The locks of a plan in a list, with what it narrows; or why it cannot be used. */
    void openPlan(const QString &path);
    void allowWrites(const QString &backend);
    /** The same for a dialog that needs it. */
    void askAllowWrites(const BackendSpec &backend, QWidget *parent);
    /** For the program's end: closes the dialogs and waits for the commands under way. */
    void finish();

signals:
    /** The servers are worth a look: something was done to a lock, or what was looked at is too old
     * to be released; nobody may be polling them. */
    void lookWanted();
    /** What was looked at does not hold its lock any more, by a release from here. */
    void released(const lockmaster::ReleaseHere &release);

private:
    void noteReport(const ReleaseOrder &order, const ReleaseReport &report);
    void followAge(const ReleaseSession &session);
    void releaseMany(const std::vector<LockPointer> &locks);
    std::vector<BulkTarget> targetsFor(const std::vector<LockPointer> &locks) const;
    std::optional<Verdict> judged(const LockRecord &lock, std::optional<LifeEvidence> check) const;
    BulkTarget targetAgain(const BulkTarget &before) const;
    void showPlan(const QString &path, PlanFile file);
    /** `run`: of a plan; else null. */
    void openBulk(BulkReleaseDialog *dialog, PlanRun *run);
    std::unique_ptr<ReleaseSession> sessionFor(BulkReleaseDialog *dialog, PlanRun *run);
    void tell(const QString &title, const QString &text, const QString &more);
    QStringList readOnlyOf(const BulkReleaseModel &model) const;
    void show(QDialog *dialog);
    void tellNotLifted(const QString &backend, const Error &error);
    const BackendSpec *backendOf(const QString &name) const;

    ActionTools m_tools;
    LockStore &m_store;
    WriteLifts &m_lifts;
    SystemNames m_names;
    QWidget *m_window;
    std::vector<BackendSpec> m_backends;
    std::function<std::optional<LifeEvidence>(const LockRecord &)> m_checkOf;
    CommandOrigins m_origins;
    std::vector<LockNote> m_notes;
    QString m_history;
    std::vector<QPointer<QDialog>> m_dialogs;
};

} // namespace lockmaster
