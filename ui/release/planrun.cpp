// SPDX-License-Identifier: Apache-2.0
#include "ui/release/planrun.h"

#include "core/actions/releaseplanner.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/platform/askaside.h"
#include "core/display/locktext.h"
#include "ui/release/bulkreleasedialog.h"

#include <QFileInfo>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using PlannedState = BulkRow::State;

/** What is known of it before anybody looked: where it is and what it is called. */
LockPointer nameOnly(const PlannedRelease &planned)
{
    LockRecord lock;
    lock.id.source = std::make_shared<const SourceId>(planned.seen.source);
    lock.id.name = planned.name;
    lock.state = LockState::Unknown;
    return std::make_shared<const LockRecord>(std::move(lock));
}

} // namespace

std::vector<BulkTarget>
planTargets(const ReleasePlan &plan,
            const std::function<const BackendSpec *(const QString &name)> &backendOf)
{
    std::vector<BulkTarget> targets;
    targets.reserve(plan.locks.size());
    for (const PlannedRelease &lock : plan.locks) {
        BulkTarget target;
        target.lock = nameOnly(lock);
        target.planned = std::make_shared<const PlannedRelease>(lock);
        target.looked = lock.seen.looked.value_or(ServerMoment());
        const BackendSpec *const backend = backendOf(lock.seen.source.backend);
        if (backend)
            target.environment = backend->environment;
        const bool wasMore = lock.environment == environmentName(Environment::Production)
                             && target.environment != Environment::Production;
        if (!backend)
            target.hindrance = PlanRun::tr("its server is not among those of this profile");
        else if (wasMore) // of another profile than the plan was made with
            target.hindrance =
                PlanRun::tr("it was production when it was planned, and is not by this profile");
        else
            target.action = LockAction{lock.action, lock.target, lock.action, {}, false};
        targets.push_back(std::move(target));
    }
    return targets;
}

ReleaseOrder planOrder(const PlannedRelease &planned, const BackendSpec &backend)
{
    ReleaseOrder order = orderOf(planned, backend);
    order.owner.clear(); // what the file says of it is for people
    order.lossesPlanned = planned.losses;
    return order;
}

PlanRun::PlanRun(BulkReleaseDialog &dialog, PlanFile file, const QString &path,
                 const ActionTools &tools, VerdictOf verdictOf)
    : QObject(&dialog), m_dialog(dialog), m_file(std::move(file)), m_path(path), m_tools(tools),
      m_audit(*tools.audit), m_verdictOf(std::move(verdictOf)), m_age(new QTimer(this))
{
    connect(&dialog, &BulkReleaseDialog::stopRequested, this, [this] { m_isStopped = true; });
    m_dialog.setPlan(heading());
    connect(m_age, &QTimer::timeout, this, [this] {
        if (!m_goodUntil || m_tools.clock->wallNow() < *m_goodUntil)
            return;
        m_age->stop();
        m_dialog.setPlan(heading());
        m_dialog.setExpired();
    });
}

PlanRun::~PlanRun()
{
    if (m_id.isEmpty())
        return;
    AuditOutcome outcome;
    outcome.outcome = QStringLiteral("unknown");
    outcome.message = QStringLiteral("The window was closed before the end of it.");
    QThreadPool::globalInstance()->start([audit = m_audit, id = m_id, outcome] {
        // Where that cannot be written either the open intent tells it.
        (void)audit.finish(id, outcome);
    });
}

QString PlanRun::heading() const
{
    constexpr qsizetype most = 160;
    const QString file = briefText(literalText(QFileInfo(m_path).fileName()), most);
    const ServerTime now = m_tools.clock->wallNow();
    QStringList sentences;
    sentences << (m_file.plan.madeAt == ServerTime{}
                      ? tr("From the plan %1.").arg(file)
                      : tr("From the plan %1, made %2.")
                            .arg(file, nearMomentText(m_file.plan.madeAt, now)));
    if (!m_file.plan.chosenBy.isEmpty())
        sentences << tr("Chosen by %1.").arg(briefText(literalText(m_file.plan.chosenBy), most));
    if (m_goodUntil)
        sentences << (*m_goodUntil > now
                          ? tr("Good until %1.").arg(nearMomentText(*m_goodUntil, now))
                          : tr("Its ten minutes are over."));
    return sentences.join(u' ');
}

void PlanRun::noteLook(int row, const ReleasePreview &preview)
{
    const PlannedRelease &planned = *m_dialog.model().target(row).planned;
    const ServerMoment looked = planned.seen.looked.value_or(ServerMoment());
    // One that is refused already says so in its row, and ends nothing for the others.
    if (looked.at && preview.server.at && !preview.refusal) {
        const auto left = ReleaseOrder::lookLife - (*preview.server.at - *looked.at);
        const ServerTime until =
            m_tools.clock->wallNow() + std::chrono::duration_cast<Micros>(left);
        if (!m_goodUntil || until < *m_goodUntil) {
            m_goodUntil = until;
            m_dialog.setPlan(heading());
            m_age->start(std::chrono::seconds(1));
        }
    }
    const LockSystem *const system = m_tools.systems(planned.seen.source.system);
    if (!system || !preview.lock || preview.lock->id.name != planned.name
        || witnessOf(*preview.lock).instance != planned.seen.instance)
        return;
    for (const LockAction &action : system->actions(*preview.lock)) {
        if (action.id == planned.action && action.target == planned.target) {
            const auto verdict = m_verdictOf(*preview.lock);
            m_dialog.setFound(row, std::make_shared<const LockRecord>(*preview.lock), action,
                              verdict ? verdict->sentence : QString());
            return;
        }
    }
}

void PlanRun::begin(const QString &reason, int parts,
                    const std::function<void(const QString &reason)> &go)
{
    m_parts = parts;
    m_isStopped = false;
    m_rows = m_dialog.model().rowsIn(PlannedState::Waiting);
    const auto isProduction = [](const PlannedRelease &lock) {
        return lock.environment == environmentName(Environment::Production);
    };
    const auto &locks = m_file.plan.locks;
    const QString beyond = std::any_of(locks.begin(), locks.end(), isProduction)
                               ? QStringLiteral("confirmed by hand, gone was not asked for")
                               : QString();
    const AuditIntent intent = planIntent(m_file, reason, beyond, m_tools.program);
    askAside<Result<QString>>(
        this, [audit = m_audit, intent] { return audit.begin(intent); },
        [this, reason, go](const Result<QString> &id) { begun(id, reason, go); });
}

void PlanRun::begun(const Result<QString> &id, const QString &reason,
                    const std::function<void(const QString &reason)> &go)
{
    if (!id) {
        for (const int row : m_rows)
            m_dialog.setNotDone(row, {NotDone::Why::NotAudited, id.error()});
        m_dialog.setFinished();
        return;
    }
    m_id = *id;
    if (m_isStopped)
        finish();
    else
        go(planReason(reason, *id));
}

void PlanRun::noteReport(const ReleaseReport &report)
{
    const bool isUnknown = report.outcome.result == ReleaseResult::Unknown;
    if (isUnknown && !std::exchange(m_isStopped, true))
        m_dialog.stop();
}

void PlanRun::end()
{
    if (--m_parts <= 0)
        finish();
}

void PlanRun::finish()
{
    m_dialog.setFinished();
    if (m_id.isEmpty())
        return;
    askAside<Result<void>>(
        &m_dialog,
        [audit = m_audit, id = std::exchange(m_id, QString()), outcome = planOutcome(tally())] {
            return audit.finish(id, outcome);
        },
        [dialog = &m_dialog](const Result<void> &written) {
            if (!written)
                dialog->setNotice(Tone::Danger, tr("What became of the plan is not in the log"),
                                  errorText(written.error()));
        });
}

PlanTally PlanRun::tally() const
{
    PlanTally tally;
    const BulkReleaseModel &model = m_dialog.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto &report = model.report(row);
        if (model.state(row) == PlannedState::Skipped)
            ++tally.notTried;
        else
            tally.add(report ? &report->outcome : nullptr);
    }
    return tally;
}

} // namespace lockmaster
