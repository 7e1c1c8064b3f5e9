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

/** So many are let go of before it is seen whether what was found out of the others still counts:
 * each may take its server's whole patience. */
constexpr size_t mostAtOnce = 32;
constexpr size_t mostAskedAtOnce = 4;

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
                 const ActionTools &tools, Knowledge knowledge)
    : QObject(&dialog), m_dialog(dialog), m_file(std::move(file)), m_path(path), m_tools(tools),
      m_audit(*tools.audit), m_knowledge(std::move(knowledge)), m_age(new QTimer(this))
{
    connect(&dialog, &BulkReleaseDialog::stopRequested, this, &PlanRun::stopped);
    connect(&dialog, &BulkReleaseDialog::evenIfNotGoneChanged, this,
            [this] { m_dialog.setPlan(heading()); });
    if (!m_file.plan.goneOnly)
        m_dialog.offerEvenIfNotGone();
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
    bool isAsked = false;
    for (int row = 0; row < m_dialog.model().rowCount(); ++row)
        isAsked = isAsked || asksFor(row);
    if (isAsked)
        sentences << tr("Only of holders who are gone: your own check is asked of each before, and "
                        "again once what it said is a minute old.");
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
            const auto verdict = m_knowledge.judgeOf(*preview.lock, std::nullopt);
            m_dialog.setFound(row, std::make_shared<const LockRecord>(*preview.lock), action,
                              verdict ? verdict->sentence : QString());
            return;
        }
    }
}

GoneRule PlanRun::rule() const
{
    return {m_file.plan.goneOnly, m_dialog.isEvenIfNotGone()};
}

/** Whether the holder of the lock in that row has to be gone. */
bool PlanRun::asksFor(int row) const
{
    const BulkTarget &target = m_dialog.model().target(row);
    return target.action && rule().asksFor(target.environment);
}

void PlanRun::begin(const QString &reason, const Go &go)
{
    m_isStopped = false;
    m_judgedAt.reset();
    m_go = go;
    m_reason = reason;
    const std::vector<int> rows = m_dialog.model().rowsIn(PlannedState::Waiting);
    m_left = {rows.begin(), rows.end()};
    const AuditIntent intent = planIntent(m_file, reason, rule().beyond(), m_tools.program);
    askAside<Result<QString>>(
        this, [audit = m_audit, intent] { return audit.begin(intent); },
        [this](const Result<QString> &id) { begun(id); });
}

void PlanRun::begun(const Result<QString> &id)
{
    if (!id) {
        for (const int row : m_left)
            m_dialog.setNotDone(row, {NotDone::Why::NotAudited, id.error()});
        m_dialog.setFinished();
        return;
    }
    m_id = *id;
    m_reason = planReason(m_reason, *id);
    proceed();
}

/** The next of those that are left; before that who of them is gone, where it is not known, or not
 * any more. */
void PlanRun::proceed()
{
    const auto isDue = [this](int row) { return asksFor(row); };
    const bool isKnown = m_judgedAt && between(*m_judgedAt, m_tools.clock->now()) <= goneKeptFor;
    if (m_isStopped || m_left.empty()) {
        finish();
        return;
    }
    if (!isKnown && std::any_of(m_left.begin(), m_left.end(), isDue)) {
        judge();
        return;
    }
    // What is done decides what is compared, as `lockctl release --apply` has it.
    const auto compareOf = [this](int row) {
        return plannedCompare(*m_dialog.model().target(row).action);
    };
    const Compare compare = compareOf(m_left.front());
    const size_t most =
        std::any_of(m_left.begin(), m_left.end(), isDue) ? mostAskedAtOnce : mostAtOnce;
    std::vector<int> rows;
    while (!m_left.empty() && rows.size() < most && compareOf(m_left.front()) == compare) {
        rows.push_back(m_left.front());
        m_left.pop_front();
    }
    m_go(rows, compare, m_reason);
}

void PlanRun::judge()
{
    std::vector<int> rows;
    std::vector<GoneRound::Asked> asked;
    std::erase_if(m_left, [&](int row) {
        const PlannedRelease &planned = *m_dialog.model().target(row).planned;
        const BackendSpec *const backend = m_knowledge.backendOf(planned.seen.source.backend);
        if (backend && asksFor(row)) {
            rows.push_back(row);
            asked.push_back({planned, *backend});
        }
        if (!backend)
            m_dialog.setNotDone(
                row, {NotDone::Why::NotPossible,
                      {ErrorKind::Config, 0, tr("Its server is not watched any more."), {}}});
        return !backend;
    });
    if (asked.empty()) {
        m_judgedAt = m_tools.clock->now();
        proceed();
        return;
    }
    m_dialog.setNotice(Tone::Muted, tr("Asking whether their holders are gone …"));
    m_round = std::make_unique<GoneRound>(std::move(asked), m_tools, m_knowledge.judgeOf, this);
    m_round->begin([this, rows](const std::vector<NotGone> &found) { take(rows, found); });
}

/** What the round found: those whose holder may live are refused, and audited. */
void PlanRun::take(const std::vector<int> &rows, const std::vector<NotGone> &found)
{
    m_round.release()->deleteLater(); // it is what tells us
    m_dialog.setNotice(Tone::Plain, {});
    m_judgedAt = m_tools.clock->now();
    std::vector<int> notGone;
    std::vector<std::pair<ReleaseOrder, NotGone>> orders;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (found[i].why.isEmpty())
            continue;
        notGone.push_back(rows[i]);
        orders.emplace_back(orderOfRow(rows[i]), found[i]);
    }
    std::erase_if(m_left, [&notGone](int row) {
        return std::binary_search(notGone.begin(), notGone.end(), row);
    });
    if (orders.empty()) {
        proceed();
        return;
    }
    using Reports = std::vector<ReleaseReport>;
    askAside<Reports>(
        this,
        [audit = m_audit, orders, reason = m_reason, program = m_tools.program] {
            Reports reports;
            for (const auto &[order, each] : orders) {
                reports.push_back(refuseNotGone(audit, order, each, reason, program));
                if (reports.back().auditId.isEmpty())
                    break;
            }
            return reports;
        },
        [this, notGone](const Reports &reports) { refused(notGone, reports); });
}

void PlanRun::refused(const std::vector<int> &rows, const std::vector<ReleaseReport> &reports)
{
    bool isAudited = true;
    for (size_t i = 0; i < reports.size(); ++i) {
        isAudited = !reports[i].auditId.isEmpty();
        if (isAudited)
            m_dialog.setReport(rows[i], reports[i]);
        else
            m_dialog.setNotDone(rows[i], {NotDone::Why::NotAudited, *reports[i].notAudited});
    }
    if (!isAudited)
        m_isStopped = true;
    proceed();
}

ReleaseOrder PlanRun::orderOfRow(int row) const
{
    const BulkTarget &target = m_dialog.model().target(row);
    BackendSpec backend;
    if (const BackendSpec *found = m_knowledge.backendOf(target.planned->seen.source.backend))
        backend = *found;
    return planOrder(*target.planned, backend);
}

void PlanRun::stopped()
{
    m_isStopped = true;
    if (!m_round)
        return;
    m_round.reset();
    m_dialog.setNotice(Tone::Plain, {});
    finish();
}

void PlanRun::noteReport(const ReleaseReport &report)
{
    const bool isUnknown = report.outcome.result == ReleaseResult::Unknown;
    if (isUnknown && !std::exchange(m_isStopped, true))
        m_dialog.stop();
}

void PlanRun::end()
{
    proceed();
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
