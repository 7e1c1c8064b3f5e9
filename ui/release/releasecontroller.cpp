// SPDX-License-Identifier: Apache-2.0
#include "ui/release/releasecontroller.h"

#include "core/actions/releaserecord.h"
#include "core/actions/releasesession.h"
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "ui/release/allowwritesdialog.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/plansaver.h"
#include "ui/release/releasedialog.h"
#include "ui/history/lockpast.h"
#include "ui/locks/lookchange.h"
#include "ui/release/writelifts.h"
#include "ui/kit/plainbuttons.h"

#include <QApplication>
#include <QMessageBox>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

ReleaseOrder orderFor(const BackendSpec &backend, const LockRecord &lock,
                      const ServerMoment &looked, const LockAction &action)
{
    return {.backend = backend,
            .request = {witnessOf(lock, looked), lock.id.name, action.id, action.target},
            .owner = takenFrom(lock, action.target).value_or(Holder()).label,
            .onWaiter = action.onWaiter};
}

/** The dialog's session: replaced with every look, so that no late answer reaches the dialog. */
class Link : public QObject
{
public:
    using QObject::QObject;

    std::unique_ptr<ReleaseSession> session;
};

/** @param rows for each place in the session, its row in the dialog; ascending. */
void connectBulk(BulkReleaseDialog *dialog, ReleaseSession *session, const std::vector<int> &rows)
{
    QObject::connect(session, &ReleaseSession::opened, dialog,
                     [dialog, rows](int index, const ReleasePreview &preview) {
                         dialog->setPreview(rows[size_t(index)], preview);
                     });
    QObject::connect(session, &ReleaseSession::reported, dialog,
                     [dialog, rows](int index, const ReleaseReport &report) {
                         dialog->setReport(rows[size_t(index)], report);
                     });
    QObject::connect(session, &ReleaseSession::notDone, dialog,
                     [dialog, rows](int index, const NotDone &why) {
                         dialog->setNotDone(rows[size_t(index)], why);
                     });
    QObject::connect(session, &ReleaseSession::expired, dialog, &BulkReleaseDialog::setExpired);
    QObject::connect(session, &ReleaseSession::finished, dialog, &BulkReleaseDialog::setFinished);
    QObject::connect(dialog, &BulkReleaseDialog::stopRequested, session, &ReleaseSession::cancel);
    QObject::connect(
        dialog, &BulkReleaseDialog::commitRequested, session,
        [session, rows](const std::vector<int> &chosen, Compare compare, const QString &reason) {
            std::vector<int> indexes;
            indexes.reserve(chosen.size());
            for (const int row : chosen)
                indexes.push_back(
                    int(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin()));
            session->commit(indexes, compare, reason);
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

const BackendSpec *ReleaseController::backendOf(const QString &name) const
{
    for (const BackendSpec &backend : m_backends) {
        if (backend.name == name)
            return &backend;
    }
    return nullptr;
}

void ReleaseController::followReports(const ReleaseSession &session)
{
    connect(&session, &ReleaseSession::reported, this,
            [this, orders = session.orders()](int index, const ReleaseReport &report) {
                const ReleaseOrder &order = orders[size_t(index)];
                if (report.outcome.result == ReleaseResult::Released && !order.onWaiter)
                    emit released({order.request.witness, report.auditId,
                                   order.request.target.isEmpty() ? QString() : order.owner,
                                   report.begun, m_tools.clock->now()});
            });
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
    auto *dialog =
        new ReleaseDialog({lock, backend.environment, m_names.description(lock->id.source->system),
                           [this](const LockRecord &record) { return actionsOf(record); },
                           m_origins.of(backend.name), action, m_checkOf},
                          m_store, *m_tools.clock, m_window);
    auto *link = new Link(dialog);
    const auto look = [this, dialog, link, backend] {
        link->session = std::make_unique<ReleaseSession>(
            std::vector{orderFor(backend, *dialog->lock(), dialog->looked(), dialog->action())},
            m_tools);
        ReleaseSession *session = link->session.get();
        connect(session, &ReleaseSession::opened, dialog,
                [dialog](int, const ReleasePreview &preview, const QString &withLease,
                         const QString &instanceOnly) {
                    dialog->setPreview(preview, withLease, instanceOnly);
                });
        connect(session, &ReleaseSession::reported, dialog,
                [this, dialog](int, const ReleaseReport &report) {
                    dialog->setReport(report);
                    emit lookWanted();
                });
        followReports(*session);
        followAge(*session);
        connect(session, &ReleaseSession::notDone, dialog,
                [dialog](int, const NotDone &why) { dialog->setNotDone(why); });
        connect(session, &ReleaseSession::expired, dialog, &ReleaseDialog::setExpired);
        session->open();
    };
    const auto followGate = [this, dialog, backend] {
        dialog->setWritable(m_lifts.isWritable(backend));
    };
    connect(dialog, &ReleaseDialog::lookRequested, this, look);
    connect(dialog, &ReleaseDialog::commitRequested, this,
            [link](Compare compare, const QString &reason, Indistinguishable indistinguishable) {
                link->session->commit({0}, compare, reason, indistinguishable);
            });
    connect(dialog, &ReleaseDialog::allowWritesRequested, this,
            [this, dialog, backend] { askAllowWrites(backend, dialog); });
    connect(&m_lifts, &WriteLifts::changed, dialog, followGate);
    if (!m_history.isEmpty()) {
        auto *past = new LockPast({m_history, {}}, *m_tools.clock, dialog);
        connect(past, &LockPast::changed, dialog,
                [dialog, past] { dialog->setPast(past->section()); });
        past->setLock(lock->id);
    }
    followGate();
    look();
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

/** The lock as the view has it now; where it does not, its ticket tells what became of it. */
BulkTarget ReleaseController::targetAgain(const BulkTarget &before) const
{
    BulkTarget target = before;
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

std::unique_ptr<ReleaseSession> ReleaseController::sessionFor(BulkReleaseDialog *dialog)
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
        orders.push_back(orderFor(*backend, *target.lock, target.looked, *target.action));
    }
    auto session = std::make_unique<ReleaseSession>(std::move(orders), m_tools);
    connectBulk(dialog, session.get(), rows);
    followReports(*session);
    followAge(*session);
    connect(session.get(), &ReleaseSession::finished, this, &ReleaseController::lookWanted);
    return session;
}

void ReleaseController::releaseMany(const std::vector<LockPointer> &locks)
{
    auto *dialog = new BulkReleaseDialog(targetsFor(locks), *m_tools.clock, m_window);
    new PlanSaver(*dialog, m_tools,
                  {[this](const QString &name) { return backendOf(name); },
                   [this](const LockRecord &lock) {
                       return verdictOf(lock, *m_store.view(), m_tools.clock->now(),
                                        m_checkOf ? m_checkOf(lock) : std::nullopt);
                   }});
    auto *link = new Link(dialog);
    const auto followGate = [this, dialog] { dialog->setReadOnly(readOnlyOf(dialog->model())); };
    const auto look = [this, dialog, link, followGate] {
        link->session = sessionFor(dialog);
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
    connect(dialog, &BulkReleaseDialog::allowWritesRequested, this,
            [this, dialog](const QString &name) {
                if (const BackendSpec *backend = backendOf(name))
                    askAllowWrites(*backend, dialog);
            });
    connect(&m_lifts, &WriteLifts::changed, dialog, followGate);
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
    QWidget *parent = QApplication::activeModalWidget();
    auto *box = new QMessageBox(
        QMessageBox::Warning, tr("Allow writes"),
        tr("%1 stays read-only: the audit log cannot be written").arg(literalText(backend)),
        QMessageBox::Close, parent ? parent : m_window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(literalText(error.message) + u'\n' + literalText(error.remedy));
    box->setAttribute(Qt::WA_DeleteOnClose);
    usePlainButtons(*box);
    box->open();
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
