// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasecontroller.h"

#include "core/actions/releaserecord.h"
#include "core/actions/releasesession.h"
#include "core/display/releaselink.h"
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "ui/release/allowwritesdialog.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/planrun.h"
#include "ui/release/plansaver.h"
#include "ui/release/releasedialog.h"
#include "core/display/lockpast.h"
#include "core/display/lookchange.h"
#include "core/actions/writelifts.h"
#include "core/platform/askaside.h"
#include "ui/kit/savefile.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/windowplace.h"

#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

/** The dialog's session: replaced with every look, so that no late answer reaches the dialog. */
class Link : public QObject
{
public:
    using QObject::QObject;

    std::unique_ptr<ReleaseSession> session;
};

/** @param rows for each place in the session, its row in the dialog; ascending. */
void connectBulk(BulkReleaseDialog *dialog, ReleaseSession *session, const std::vector<int> &rows,
                 PlanRun *run)
{
    QObject::connect(session, &ReleaseSession::opened, dialog,
                     [dialog, rows, run](int index, const ReleasePreview &preview) {
                         if (run)
                             run->noteLook(rows[size_t(index)], preview);
                         dialog->setPreview(rows[size_t(index)], preview);
                     });
    QObject::connect(session, &ReleaseSession::reported, dialog,
                     [dialog, rows, run](int index, const ReleaseReport &report) {
                         dialog->setReport(rows[size_t(index)], report);
                         if (run)
                             run->noteReport(report);
                     });
    QObject::connect(session, &ReleaseSession::notDone, dialog,
                     [dialog, rows](int index, const NotDone &why) {
                         dialog->setNotDone(rows[size_t(index)], why);
                     });
    QObject::connect(session, &ReleaseSession::expired, dialog, &BulkReleaseDialog::setExpired);
    QObject::connect(session, &ReleaseSession::finished, dialog, [dialog, run] {
        if (run)
            run->end();
        else
            dialog->setFinished();
    });
    QObject::connect(dialog, &BulkReleaseDialog::stopRequested, session, &ReleaseSession::cancel);
    QObject::connect(
        dialog, &BulkReleaseDialog::commitRequested, session,
        [session, rows, run](const std::vector<int> &chosen, Compare compare,
                             const QString &reason) {
            const auto go = [session, rows](const std::vector<int> &some, Compare compared,
                                            const QString &told) {
                std::vector<int> indexes;
                indexes.reserve(some.size());
                for (const int row : some)
                    indexes.push_back(
                        int(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin()));
                session->commit(indexes, compared, told);
            };
            if (run)
                run->begin(reason, go);
            else
                go(chosen, compare, reason);
        });
}

} // namespace

ReleaseController::ReleaseController(ActionTools tools, LockStore &store, WriteLifts &lifts,
                                     SystemNames names, QWidget *window)
    : QObject(window), m_tools(std::move(tools)), m_store(store), m_lifts(lifts),
      m_names(std::move(names)), m_window(window)
{
    connect(&lifts, &WriteLifts::failed, this, &ReleaseController::tellNotLifted);
}

std::vector<LockAction> ReleaseController::actionsOf(const LockRecord &lock) const
{
    const LockSystem *system = m_tools.systems(lock.id.source->system);
    return system ? system->actions(lock) : std::vector<LockAction>();
}

QStringList ReleaseController::lookOf(const LockRecord &lock) const
{
    const LockSystem *system = m_tools.systems(lock.id.source->system);
    const BackendSpec *backend = backendOf(lock.id.source->backend);
    return system && backend ? system->lookCommands(lock, *backend) : QStringList();
}

const BackendSpec *ReleaseController::backendOf(const QString &name) const
{
    for (const BackendSpec &backend : m_backends) {
        if (backend.name == name)
            return &backend;
    }
    return nullptr;
}

void ReleaseController::noteReport(const ReleaseOrder &order, const ReleaseReport &report)
{
    if (report.outcome.result == ReleaseResult::Released && !order.onWaiter)
        emit released({order.request.witness, report.auditId,
                       order.request.target.isEmpty() ? QString() : order.owner, report.begun,
                       m_tools.clock->now()});
}

/** Where nobody polls (the window is paused), another look would be at the same old view. */
void ReleaseController::followAge(const ReleaseSession &session)
{
    connect(&session, &ReleaseSession::expired, this, &ReleaseController::lookWanted);
    connect(&session, &ReleaseSession::opened, this,
            [this, isAsked = false](int, const ReleasePreview &preview) mutable {
                if (!preview.refusal || !asksForAnotherLook(*preview.refusal))
                    return;
                if (!std::exchange(isAsked, true)) // once for all of them
                    emit lookWanted();
            });
}

void ReleaseController::release(const std::vector<LockPointer> &locks)
{
    if (locks.size() == 1)
        releaseBy(locks.front(), {});
    else if (!locks.empty())
        releaseMany(locks);
}

void ReleaseController::releaseBy(const LockPointer &lock, const QString &action)
{
    const BackendSpec *found = backendOf(lock->id.source->backend);
    if (!found || actionsOf(*lock).empty())
        return;
    const BackendSpec backend = *found;
    const LockNote *note = noteOf(m_notes, lock->id.name);
    auto *dialog = new ReleaseDialog(
        {lock, backend.environment, m_names.description(lock->id.source->system),
         [this](const LockRecord &record) { return actionsOf(record); }, m_origins.of(backend.name),
         action, m_checkOf, note ? std::optional(*note) : std::nullopt},
        m_store, *m_tools.clock, frontWindow(m_window));
    if (!m_history.isEmpty()) {
        auto *past = new LockPast({m_history, {}}, *m_tools.clock, dialog);
        connect(past, &LockPast::changed, dialog,
                [dialog, past] { dialog->setPast(past->section()); });
        past->setLock(lock->id);
    }
    auto *link = new ReleaseLink(dialog->inquiry(), backend, m_tools, m_lifts, dialog);
    connect(link, &ReleaseLink::reported, this, &ReleaseController::noteReport);
    connect(link, &ReleaseLink::lookWanted, this, &ReleaseController::lookWanted);
    show(dialog);
}

std::vector<BulkTarget> ReleaseController::targetsFor(const std::vector<LockPointer> &locks) const
{
    std::vector<BulkTarget> targets;
    for (const LockPointer &lock : locks) {
        const BackendSpec *backend = backendOf(lock->id.source->backend);
        if (!backend)
            continue;
        const auto actions = actionsOf(*lock);
        targets.push_back({lock, backend->environment,
                           actions.empty() ? std::nullopt : std::optional(actions.front()),
                           lookedAt(*m_store.view(), *lock)});
    }
    return targets;
}

/** Whether its holder lives, by what was seen of it here, where that is the same, and by what the
 * operator's own check said: `check`, or what it said in the details. */
std::optional<Verdict> ReleaseController::judged(const LockRecord &lock,
                                                 std::optional<LifeEvidence> check) const
{
    const ViewSnapshot &view = *m_store.view();
    const LookComparison comparison = compareLook(lock, view);
    const bool isSeen = comparison.now && sameInstance(*comparison.now, lock);
    const LockRecord &seen = isSeen ? *comparison.now : lock;
    if (!check && m_checkOf)
        check = m_checkOf(seen);
    return verdictOf(seen, view, m_tools.clock->now(), check);
}

/** The lock as the view has it now; where it does not, its ticket tells what became of it. */
BulkTarget ReleaseController::targetAgain(const BulkTarget &before) const
{
    BulkTarget target = before;
    if (target.planned)
        return target;
    const QString &backend = before.lock->id.source->backend;
    if (!backendOf(backend)) {
        target.action.reset();
        return target;
    }
    const ViewSnapshot &view = *m_store.view();
    const LookComparison comparison = compareLook(*before.lock, view);
    if (!comparison.now || comparison.change == LookChange::Gone)
        return target;
    target.lock = comparison.now;
    target.looked = lookedAt(view, *target.lock);
    const auto actions = actionsOf(*target.lock);
    target.action = actions.empty() ? std::nullopt : std::optional(actions.front());
    return target;
}

std::unique_ptr<ReleaseSession> ReleaseController::sessionFor(BulkReleaseDialog *dialog,
                                                              PlanRun *run)
{
    // Only those with something to be done have a place in the session: by it, their row.
    std::vector<int> rows;
    std::vector<ReleaseOrder> orders;
    for (int row = 0; row < dialog->model().rowCount(); ++row) {
        const BulkTarget &target = dialog->model().target(row);
        const BackendSpec *backend = backendOf(target.lock->id.source->backend);
        if (!target.action || !backend)
            continue;
        rows.push_back(row);
        orders.push_back(target.planned
                             ? planOrder(*target.planned, *backend)
                             : orderFor(*backend, *target.lock, target.looked, *target.action));
    }
    auto session = std::make_unique<ReleaseSession>(std::move(orders), m_tools);
    connectBulk(dialog, session.get(), rows, run);
    connect(session.get(), &ReleaseSession::reported, this,
            [this, orders = session->orders()](int index, const ReleaseReport &report) {
                noteReport(orders[size_t(index)], report);
            });
    followAge(*session);
    connect(session.get(), &ReleaseSession::finished, this, &ReleaseController::lookWanted);
    return session;
}

void ReleaseController::releaseMany(const std::vector<LockPointer> &locks)
{
    auto *dialog = new BulkReleaseDialog(targetsFor(locks), *m_tools.clock, m_window);
    new PlanSaver(*dialog, m_tools,
                  {[this](const QString &name) { return backendOf(name); },
                   [this](const LockRecord &lock) { return judged(lock, {}); }});
    openBulk(dialog, nullptr);
}

void ReleaseController::openBulk(BulkReleaseDialog *dialog, PlanRun *run)
{
    auto *link = new Link(dialog);
    const auto followGate = [this, dialog] { dialog->setReadOnly(readOnlyOf(dialog->model())); };
    const auto look = [this, dialog, link, followGate, run] {
        link->session = sessionFor(dialog, run);
        followGate();
        link->session->open();
    };
    connect(dialog, &BulkReleaseDialog::lookRequested, this, [this, dialog, look] {
        std::vector<BulkTarget> targets;
        for (int row = 0; row < dialog->model().rowCount(); ++row)
            targets.push_back(targetAgain(dialog->model().target(row)));
        dialog->setTargets(std::move(targets));
        look();
    });
    connect(dialog, &BulkReleaseDialog::writesWanted, this,
            [this, dialog](const QStringList &backends, const QString &reason) {
                for (const QString &name : backends) {
                    if (const BackendSpec *backend = backendOf(name))
                        m_lifts.allowWhile(dialog->liftWanted(), *backend, reason);
                }
            });
    connect(&m_lifts, &WriteLifts::changed, dialog, followGate);
    connect(dialog, &BulkReleaseDialog::writesNotUsed, &m_lifts, &WriteLifts::restore);
    // Nobody needs the others any more where one is refused, or the dialog goes.
    const auto giveUp = [this, dialog](const WriteLifts::Wanted &wanted) {
        if (dialog->liftWanted() != wanted || !dialog->isVisible())
            m_lifts.withdraw(wanted);
    };
    connect(&m_lifts, &WriteLifts::failed, dialog, [dialog, giveUp](const QString &backend) {
        const WriteLifts::Wanted wanted = dialog->liftWanted();
        dialog->setNotAllowed(backend);
        giveUp(wanted);
    });
    connect(dialog, &QDialog::finished, this, [dialog, giveUp] { giveUp(dialog->liftWanted()); });
    look();
    show(dialog);
}

QStringList ReleaseController::readOnlyOf(const BulkReleaseModel &model) const
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.target(row).action)
            names << model.target(row).lock->id.source->backend;
    }
    names.removeDuplicates();
    names.removeIf([this](const QString &name) {
        const BackendSpec *backend = backendOf(name);
        return !backend || m_lifts.isWritable(*backend);
    });
    return names;
}

void ReleaseController::show(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    std::erase_if(m_dialogs, [](const QPointer<QDialog> &each) { return each.isNull(); });
    m_dialogs.emplace_back(dialog);
    dialog->open();
}

void ReleaseController::finish()
{
    for (const QPointer<QDialog> &dialog : m_dialogs)
        delete dialog.data();
    m_dialogs.clear();
    // Those that take longer have their intent in the log, and the program does not hang on them.
    constexpr std::chrono::seconds patience(3);
    ReleaseSession::waitUnderWay(patience);
}

void ReleaseController::allowWrites(const QString &backend)
{
    if (const BackendSpec *found = backendOf(backend))
        askAllowWrites(*found, m_window);
}

void ReleaseController::tellNotLifted(const QString &backend, const Error &error)
{
    tell(tr("Allow writes"),
         tr("%1 stays read-only: the audit log cannot be written").arg(literalText(backend)),
         literalText(error.message) + u'\n' + literalText(error.remedy));
}

void ReleaseController::tell(const QString &title, const QString &text, const QString &more)
{
    QWidget *parent = QApplication::activeModalWidget();
    auto *box = new QMessageBox(QMessageBox::Warning, title, text, QMessageBox::Close,
                                parent ? parent : m_window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(more);
    box->setAttribute(Qt::WA_DeleteOnClose);
    usePlainButtons(*box);
    box->open();
}

void ReleaseController::askForPlan()
{
    QFileDialog *const dialog = makeOpenDialog(m_window, tr("Release by a plan"));
    dialog->setNameFilters({tr("Plan of a release (*.plan)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &ReleaseController::openPlan);
    dialog->open();
}

void ReleaseController::openPlan(const QString &path)
{
    askAside<Result<PlanFile>>(
        this, [path] { return readPlan(path); },
        [this, path](const Result<PlanFile> &file) {
            const QString title = tr("Release by a plan");
            if (!file)
                tell(title, tr("Nothing can be released by this plan."), errorText(file.error()));
            else
                showPlan(path, *file);
        });
}

void ReleaseController::showPlan(const QString &path, PlanFile file)
{
    auto *dialog = new BulkReleaseDialog(
        planTargets(file.plan, [this](const QString &name) { return backendOf(name); }),
        *m_tools.clock, m_window);
    openBulk(dialog,
             new PlanRun(*dialog, std::move(file), path, m_tools,
                         {[this](const QString &name) { return backendOf(name); },
                          [this](const LockRecord &lock, const std::optional<LifeEvidence> &check) {
                              return judged(lock, check);
                          }}));
}

void ReleaseController::askAllowWrites(const BackendSpec &backend, QWidget *parent)
{
    auto *dialog = new AllowWritesDialog(backend, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, backend] { m_lifts.allow(backend, dialog->reason()); });
    dialog->open();
}

} // namespace lockmaster
