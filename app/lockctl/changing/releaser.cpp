// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/releaser.h"

#include "app/lockctl/shell/output.h"
#include "app/lockctl/changing/releaseorder.h"
#include "core/actions/releaserecord.h"
#include "core/text/literaltext.h"
#include "core/monitor/look.h"
#include "core/redis/keyspace/keyspaceproblems.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockmaster {

namespace {

tl::unexpected<NotDone> notDone(NotDone::Why why, QString message)
{
    return tl::make_unexpected(
        NotDone{why, Error{ErrorKind::Config, 0, std::move(message), QString()}});
}

tl::unexpected<NotDone> notReached(Error error)
{
    return tl::make_unexpected(NotDone{NotDone::Why::NotReached, std::move(error)});
}

} // namespace

StopNote::StopNote()
{
    QObject::connect(&m_signal, &StopSignal::requested, &m_signal, [this] { m_set = true; });
}

bool StopNote::isSet()
{
    // What came until now comes to our ears here.
    QCoreApplication::processEvents();
    return m_set;
}

Releaser::Releaser(const Options &options, const BackendChoice &choice, StopNote &stop,
                   ReleaseOrder order)
    : m_options(options.release), m_choice(choice), m_stop(stop), m_audit(defaultAuditDirectory()),
      m_order(std::move(order))
{
    if (options.allowWrites)
        m_gate.allowAll();
    m_tools.gate = &m_gate;
    m_tools.audit = &m_audit;
    m_tools.passwords = choice.passwords;
    m_tools.program = QStringLiteral("lockctl");
    m_tools.plainWords = true;
    m_order.lossesPlanned = m_options.lossesPlanned;
}

std::optional<Releaser::Answer> Releaser::run()
{
    if (const std::optional<NotDone> hindrance = knownBefore())
        return tl::make_unexpected(*hindrance);
    if (m_order.request.name.isEmpty()) {
        if (std::optional<Answer> answer = findName())
            return answer;
    }
    const auto found = readLock(lockId(), actionContext(m_order.backend, m_tools), deadline());
    if (!found)
        return notReached(found.error());
    const std::optional<LockRecord> &lock = found->lock;
    if (!lock)
        return gone(*found);
    const std::vector<LockAction> actions =
        m_tools.systems(m_order.request.witness.source.system)->actions(*lock);
    // What else could be done to it, such as to its waiters, has to be asked for by name.
    const bool usual = m_options.action.isEmpty() || m_options.action == u"release";
    // Held without an owner, or not known by whom, is not free.
    if (lock->state == LockState::Free && lock->holders.empty() && (usual || actions.empty()))
        return gone(*found);
    if (actions.empty()) {
        return notDone(NotDone::Why::NotPossible,
                       QStringLiteral("There is nothing that can be done to this lock from "
                                      "here."));
    }
    const std::optional<LockAction> action = chosenAction(m_options, actions);
    if (!action)
        return std::nullopt;
    const bool isUsual = action->id == actions.front().id && !action->onWaiter
                         && literalText(action->target) == m_options.target;
    if (m_options.lossesPlanned && !isUsual)
        return notDone(NotDone::Why::NotPossible,
                       QStringLiteral("This is not what is usually done to it: do it by itself."));
    m_order.request.action = action->id;
    m_order.request.target = action->target;
    if (witnessOf(*lock).instance == m_order.request.witness.instance)
        m_order.owner = takenFrom(*lock, action->target).value_or(Holder()).label;
    if (m_options.evenIfRenewed || action->evenIfRenewed)
        m_compare = Compare::InstanceOnly;
    return release(*action);
}

ReleaseAnswer Releaser::answerOf(Answer result) const
{
    return {m_order, m_compare, indistinguishable(), m_losses, m_warnings, std::move(result)};
}

/** What needs no server to be known; the operation checks it again. */
std::optional<NotDone> Releaser::knownBefore() const
{
    const BackendSpec &backend = m_order.backend;
    if (!m_gate.permit(backend)) {
        return notDone(NotDone::Why::ReadOnly,
                       QStringLiteral("%1 is read-only: nothing was sent.").arg(backend.name))
            .value();
    }
    if (backend.environment == Environment::Production && isBlank(m_options.reason)) {
        return notDone(NotDone::Why::ReasonMissing,
                       QStringLiteral("%1 is a production backend: a reason is required.")
                           .arg(backend.name))
            .value();
    }
    return std::nullopt;
}

/** Nobody holds it there: nothing to send, and nothing that was done. Another server than the
 * one that was looked at says nothing of who holds it. */
ReleaseReport Releaser::gone(const FoundLock &found) const
{
    const ReleaseRequest &request = m_order.request;
    const ServerMoment looked = request.witness.looked.value_or(ServerMoment());
    const Followers followers{found.followers.now,
                              std::max(found.followers.most, looked.followers)};
    const auto other = otherServer(looked.server, found.server, request.name, m_order.backend.name,
                                   looked.followers);
    ReleaseReport report;
    if (!other && followers.areMissing()) {
        report.notObserved = redisFewerFollowProblem(m_order.backend.name, followers);
        report.outcome = {ReleaseResult::Unknown, ChangeDetail::NotConfirmed, false,
                          QStringLiteral("Whether anybody holds it is not known: %1")
                              .arg(report.notObserved->message),
                          report.notObserved->remedy};
        return report;
    }
    report.outcome = other.value_or(
        ReleaseOutcome{ReleaseResult::Changed, ChangeDetail::Gone, false,
                       QStringLiteral("Nobody holds it any more: nothing was sent."), QString()});
    report.now = found.lock;
    return report;
}

LockId Releaser::lockId() const
{
    return {std::make_shared<const SourceId>(m_order.request.witness.source), m_order.request.name};
}

SteadyTime Releaser::deadline() const
{
    return m_tools.clock->now() + ReleaseOperation::openBudget(m_order.backend);
}

/** The witness has only a digest of the name: it is looked for. @return an answer: not found.
 */
std::optional<Releaser::Answer> Releaser::findName()
{
    const Witness &witness = m_order.request.witness;
    const std::vector<SingleLook> looks = lookOnce({m_order.backend}, m_choice.readers);
    const SingleLook &look = looks.front();
    for (const LockRecord *lock : look.locks) {
        if (*lock->id.source == witness.source && isNamed(witness, lock->id.name)) {
            m_order.request.name = lock->id.name;
            return std::nullopt;
        }
    }
    for (const SourceStatus &source : look.status.sources) {
        if (source.name == witness.source.name && source.complete)
            return gone({{}, look.status.server.identity, look.status.server.followers});
    }
    if (!look.status.problems.empty())
        return notReached(look.status.problems.front().error);
    return notReached({ErrorKind::Truncated, 0,
                       QStringLiteral("The lock was not found, and not everything was read."),
                       QStringLiteral("Give its name with --name.")});
}

Releaser::Answer Releaser::release(const LockAction &action)
{
    ReleaseOperation operation(m_order, m_tools);
    const auto preview = operation.open(deadline());
    if (!preview)
        return passOn(preview);
    m_losses = preview->losses;
    m_warnings = toldBeforehand(action, *preview);
    if (!preview->refusal) {
        for (const QString &loss : m_losses)
            say(QStringLiteral("Ends with it: %1").arg(loss));
    }
    for (const QString &warning : m_warnings)
        say(warning);
    if (m_stop.isSet()) {
        return notReached(
            {ErrorKind::Cancelled, 0, QStringLiteral("Stopped: nothing was sent."), QString()});
    }
    return operation.commit(m_compare, m_options.reason,
                            m_tools.clock->now() + ReleaseOperation::commitBudget(m_order.backend),
                            indistinguishable());
}

Indistinguishable Releaser::indistinguishable() const
{
    return m_options.evenIfIndistinguishable ? Indistinguishable::Release
                                             : Indistinguishable::Refuse;
}

} // namespace lockmaster
