// SPDX-License-Identifier: Apache-2.0
#include "ui/release/plansaver.h"

#include "core/actions/releaseplanner.h"
#include "core/actions/releasesession.h"
#include "core/text/literaltext.h"
#include "core/text/plainwords.h"
#include "core/platform/askaside.h"
#include "core/display/locktext.h"
#include "ui/kit/savefile.h"
#include "ui/release/bulkreleasedialog.h"

#include <utility>

namespace lockmaster {

namespace {

constexpr qsizetype mostReasons = 4;

} // namespace

PlanSaver::PlanSaver(BulkReleaseDialog &dialog, ActionTools tools, Knowledge knowledge)
    : QObject(&dialog), m_dialog(dialog), m_tools([&tools] {
          tools.plainWords = true;
          return std::move(tools);
      }()),
      m_knowledge(std::move(knowledge))
{
    connect(&dialog, &BulkReleaseDialog::planWanted, this, &PlanSaver::save);
}

PlanSaver::~PlanSaver() = default;

std::vector<LockAction> PlanSaver::actionsOf(const LockRecord &lock) const
{
    const LockSystem *const system = m_tools.systems(lock.id.source->system);
    return system ? system->actions(lock) : std::vector<LockAction>();
}

void PlanSaver::save()
{
    if (m_isBusy)
        return;
    askWhereToSave(
        this, &m_dialog, tr("Save the plan"),
        {{tr("Plan of a release (*.plan)"), QStringLiteral("plan")},
         {tr("Plan, only of holders who are gone then (*.plan)"), QStringLiteral("plan")}},
        {}, [this](const QString &path, size_t kind) { saveTo(path, kind == 1); },
        Existing::IsNotAskedAbout);
}

void PlanSaver::saveTo(const QString &path, bool goneOnly)
{
    if (std::exchange(m_isBusy, true))
        return;
    m_path = path;
    m_goneOnly = goneOnly;
    m_asked.clear();
    m_leftOut.clear();
    m_dialog.setNotice(Tone::Muted, tr("The plan is being written …"));
    ask();
}

void PlanSaver::ask()
{
    std::vector<ReleaseOrder> orders;
    const BulkReleaseModel &model = m_dialog.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const BulkTarget &target = model.target(row);
        const LockRecord &lock = *target.lock;
        // What people here are told is in their language, and what is written in English.
        if (const auto usual = usualAction(lock, nullptr, actionsOf(lock)); !usual) {
            leaveOut(row, usual.error());
            continue;
        }
        const BackendSpec *const backend = m_knowledge.backendOf(lock.id.source->backend);
        if (!backend) {
            leaveOut(row, tr("its server is not watched any more"));
            continue;
        }
        const PlainWords plain;
        const auto action = usualAction(lock, nullptr, actionsOf(lock));
        Asked asked{row, plannedAt(lock, target.looked, *action), plannedCompare(*action)};
        if (const auto verdict = m_knowledge.verdictOf(lock)) {
            asked.planned.life = lifeName(verdict->life);
            asked.planned.verdict = verdict->sentence;
        }
        orders.push_back(orderOf(asked.planned, *backend));
        m_asked.push_back(std::move(asked));
    }
    m_left = m_asked.size();
    if (m_left == 0) {
        write();
        return;
    }
    m_session = std::make_unique<ReleaseSession>(std::move(orders), m_tools);
    connect(m_session.get(), &ReleaseSession::opened, this,
            [this](int index, const ReleasePreview &preview, const QString &withLease,
                   const QString &instanceOnly) {
                const bool byInstance = m_asked[size_t(index)].compare == Compare::InstanceOnly;
                take(size_t(index), preview, byInstance ? instanceOnly : withLease);
                answered();
            });
    connect(m_session.get(), &ReleaseSession::notDone, this, [this](int index, const NotDone &) {
        leaveOut(m_asked[size_t(index)].row, tr("it could not be looked at again"));
        answered();
    });
    m_session->open();
}

void PlanSaver::take(size_t index, const ReleasePreview &preview, const QString &command)
{
    Asked &asked = m_asked[index];
    const Environment environment = m_session->orders()[index].backend.environment;
    if (addPreview(asked.planned, preview, environment).isEmpty()) {
        asked.planned.command = command;
        asked.isPlanned = true;
        return;
    }
    const BulkReleaseModel &model = m_dialog.model();
    leaveOut(asked.row, model.state(asked.row) == BulkRow::State::Refused
                            ? model.outcomeText(asked.row)
                            : tr("it is not any more as it was looked at"));
}

void PlanSaver::leaveOut(int row, const QString &why)
{
    const LockRecord &lock = *m_dialog.model().target(row).lock;
    m_leftOut << tr("%1 (%2): %3")
                     .arg(briefText(LockText::name(lock), 60),
                          briefText(literalText(lock.id.source->backend), 40), why);
}

void PlanSaver::answered()
{
    if (--m_left == 0)
        write();
}

void PlanSaver::write()
{
    if (m_session)
        m_session.release()->deleteLater(); // it is what tells us
    ReleasePlan plan;
    plan.madeAt = m_tools.clock->wallNow();
    plan.chosenBy = QStringLiteral("hand, in the window");
    plan.goneOnly = m_goneOnly;
    for (Asked &asked : m_asked) {
        if (asked.isPlanned)
            plan.locks.push_back(std::move(asked.planned));
    }
    m_asked.clear();
    m_written = int(plan.locks.size());
    if (plan.locks.empty()) {
        tellWritten({});
        return;
    }
    askAside<Result<void>>(
        this, [path = m_path, plan = std::move(plan)] { return writePlan(path, plan); },
        [this](const Result<void> &written) { tellWritten(written); });
}

void PlanSaver::tellWritten(const Result<void> &written)
{
    m_isBusy = false;
    QStringList more = m_leftOut.mid(0, mostReasons);
    if (m_leftOut.size() > mostReasons)
        more << tr("… and %Ln more", nullptr, int(m_leftOut.size() - mostReasons));
    if (!more.isEmpty())
        more.prepend(tr("Left out of the plan:"));
    if (!written) {
        m_dialog.setNotice(Tone::Danger, tr("The plan was not saved"), errorText(written.error()));
    } else if (m_written == 0) {
        m_dialog.setNotice(Tone::Expiring, tr("None of these can be planned: no file is written"),
                           more.join(u'\n'));
    } else {
        more.prepend(tr("Nothing was sent. It is good until ten minutes after the look: %1")
                         .arg(QStringLiteral("lockctl release --apply ")
                              + shellQuoted(literalText(m_path))));
        m_dialog.setNotice(Tone::Good,
                           tr("The plan of %Ln locks is in %1", nullptr, m_written)
                               .arg(briefText(literalText(m_path), 120)),
                           more.join(u'\n'));
    }
}

} // namespace lockmaster
