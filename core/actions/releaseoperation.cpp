// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseoperation.h"

#include "core/actions/releaserecord.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/plainwords.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Why = NotDone::Why;

/** Above what a connection that writes allows the server to wait for. */
constexpr Millis shortestCommit(10'000);
/** After an answer; a command without one is given time to end. */
constexpr Millis observePatience(5'000);
constexpr Millis observePatienceUnknown(15'000);
/** So far clocks are set back by themselves, and two readings of one may cross. */
constexpr Millis mostSetBack(5'000);
constexpr qsizetype longestName = 256; ///< in a sentence

tl::unexpected<NotDone> notDone(Why why, QString message, QString remedy = {})
{
    return notDone(why, Error{ErrorKind::Config, 0, std::move(message), std::move(remedy)});
}

/** For how long a transaction has been open, and how much it changed, moves from look to look. */
QStringList withoutFigures(QStringList losses)
{
    static const QString transaction = QStringLiteral("Its open transaction is rolled back (");
    for (QString &loss : losses) {
        if (loss.startsWith(transaction))
            loss = transaction;
    }
    return losses;
}

} // namespace

struct ReleaseOperation::Private {
    Private(ReleaseOrder theOrder, ActionTools theTools)
        : order(std::move(theOrder)), tools(std::move(theTools)),
          context(actionContext(order.backend, tools))
    {
    }

    std::optional<NotDone> hindrance(const QString &reason) const;
    void weigh(ReleaseOutcome &outcome) const;
    void judgeServer();
    std::optional<NotDone> beyondPlan(const LockSystem &system, SteadyTime deadline) const;
    std::optional<ReleaseOutcome> tooOld(Micros sinceOpened) const;
    std::optional<SteadyTime> oldEnoughAt() const;
    std::optional<ReleaseOutcome> tooFresh() const;
    ReleaseOutcome refuse(ChangeDetail detail, const QString &message, const QString &remedy) const;
    tl::expected<ReleaseReport, NotDone> release(const WritePermit &permit, Compare compare,
                                                 const QString &reason, SteadyTime deadline,
                                                 Indistinguishable indistinguishable);
    tl::expected<ReleaseOutcome, NotDone> send(const WritePermit &permit, Compare compare,
                                               SteadyTime deadline, const QString &auditId);
    void observe(ReleaseReport &report);

    const ReleaseOrder order;
    const ActionTools tools;
    const ActionContext context;
    std::unique_ptr<ReleaseTicket> ticket;
    ReleasePreview preview;
    SteadyTime opened{};
    bool committed = false;
};

ReleaseOperation::ReleaseOperation(ReleaseOrder order, ActionTools tools)
    : d(std::make_unique<Private>(std::move(order), std::move(tools)))
{
}

ReleaseOperation::~ReleaseOperation() = default;

Millis ReleaseOperation::openBudget(const BackendSpec &backend)
{
    return 3 * backend.timeout + Millis(1'000);
}

Millis ReleaseOperation::commitBudget(const BackendSpec &backend)
{
    return std::max<Millis>(3 * backend.timeout, shortestCommit);
}

tl::expected<ReleasePreview, NotDone> ReleaseOperation::open(SteadyTime deadline)
{
    const PlainWords plain(d->tools.plainWords);
    const QString &id = d->order.request.witness.source.system;
    const LockSystem *system = d->tools.systems(id);
    if (!system) {
        return notDone(Why::NotPossible, Words::tr("There is no lock system '%1'.").arg(id));
    }
    auto ticket = system->beginRelease(d->order.request, d->context, deadline);
    if (!ticket) {
        const ErrorKind kind = ticket.error().kind;
        const bool never = kind == ErrorKind::Config || kind == ErrorKind::Unsupported;
        return notDone(never ? Why::NotPossible : Why::NotReached, ticket.error());
    }
    d->ticket = std::move(*ticket);
    d->opened = d->tools.clock->now();
    d->preview = d->ticket->preview();
    d->preview.notBefore = d->oldEnoughAt();
    if (d->preview.refusal)
        d->weigh(*d->preview.refusal);
    d->judgeServer();
    if (!d->preview.refusal)
        d->preview.refusal = d->tooOld(Micros(0));
    if (const auto more = d->beyondPlan(*system, deadline))
        return tl::make_unexpected(*more);
    if (d->preview.lock && d->preview.lock->certainty == Certainty::Likely)
        d->preview.warnings.prepend(
            Words::tr("By the shape of its value it is likely a lock, and not certain to be one: "
                      "make sure of it first. What is deleted does not come back."));
    // What they say of the outcome is of one that will not be.
    if (d->preview.refusal)
        d->preview.warnings.clear();
    return d->preview;
}

QString ReleaseOperation::command(Compare compare) const
{
    const PlainWords plain(d->tools.plainWords);
    return d->ticket->command(compare);
}

tl::expected<ReleaseReport, NotDone> ReleaseOperation::commit(Compare compare,
                                                              const QString &reason,
                                                              SteadyTime deadline,
                                                              Indistinguishable indistinguishable)
{
    if (const std::optional<NotDone> hindrance = d->hindrance(reason))
        return tl::make_unexpected(*hindrance);
    const std::optional<WritePermit> permit = d->tools.gate->permit(d->order.backend);
    if (!permit) {
        return notDone(Why::ReadOnly,
                       Words::tr("%1 is read-only: nothing was sent.").arg(d->order.backend.name));
    }
    return d->release(*permit, compare, reason, deadline, indistinguishable);
}

void ReleaseOperation::interrupt() noexcept
{
    d->context.interrupt->interrupt();
}

/** What stands in the way before the gate is even asked. */
std::optional<NotDone> ReleaseOperation::Private::hindrance(const QString &reason) const
{
    const auto because = [](Why why, const QString &message) {
        return NotDone{why, {ErrorKind::Config, 0, message, {}}};
    };
    if (!ticket || committed || tools.clock->now() - opened >= ReleaseOrder::lookLife) {
        return because(Why::Expired,
                       Words::tr("What was looked at is too old: look at the lock again."));
    }
    if (order.backend.environment == Environment::Production && isBlank(reason)) {
        return because(
            Why::ReasonMissing,
            Words::tr("%1 is a production backend: a reason is required.").arg(order.backend.name));
    }
    return std::nullopt;
}

ReleaseOutcome ReleaseOperation::Private::refuse(ChangeDetail detail, const QString &message,
                                                 const QString &remedy) const
{
    const QString lock = literalText(order.request.name.left(longestName));
    return {ReleaseResult::Changed, detail, false, message.arg(lock, order.backend.name), remedy};
}

/** What a server finds that may be an old master is so there, and nowhere else. */
void ReleaseOperation::Private::weigh(ReleaseOutcome &outcome) const
{
    const auto doubt = ticket->doubt();
    if (outcome.result != ReleaseResult::Changed || !doubt)
        return;
    if (outcome.detail != ChangeDetail::Gone) {
        outcome.message += u' ' + doubt->message;
        outcome.remedy = doubt->remedy;
        return;
    }
    outcome = {ReleaseResult::Unknown, ChangeDetail::NotConfirmed, outcome.sent,
               Words::tr("Whether anybody holds %1 on %2 is not known: %3")
                   .arg(literalText(order.request.name.left(longestName)), order.backend.name,
                        doubt->message),
               doubt->remedy};
}

/** Whether the look was at this server. What another one has, or has not, says nothing. */
void ReleaseOperation::Private::judgeServer()
{
    const bool compared = !preview.refusal || preview.refusal->result == ReleaseResult::Changed
                          || preview.refusal->detail == ChangeDetail::NotConfirmed;
    const auto &looked = order.request.witness.looked;
    if (!compared || !looked)
        return;
    if (auto other = otherServer(looked->server, preview.server.server, order.request.name,
                                 order.backend.name, looked->followers))
        preview.refusal = std::move(other);
}

/** Why this is more than a plan may bring about. */
std::optional<NotDone> ReleaseOperation::Private::beyondPlan(const LockSystem &system,
                                                             SteadyTime deadline) const
{
    if (!order.lossesPlanned || preview.refusal || !preview.lock)
        return std::nullopt;
    const ReleaseRequest &request = order.request;
    const std::vector<LockAction> actions = system.actions(*preview.lock);
    const auto isUsual = [&](const LockAction &action) {
        return action.id == request.action && action.id == actions.front().id && !action.onWaiter
               && action.target == request.target;
    };
    if (std::none_of(actions.begin(), actions.end(), isUsual))
        return notDone(Why::NotPossible,
                       Words::tr("This is not what is usually done to it: do it by itself."))
            .value();
    QStringList losses = preview.losses;
    if (!tools.plainWords && !losses.isEmpty()) {
        const PlainWords plain;
        const auto again = system.beginRelease(request, context, deadline);
        if (!again)
            return notDone(Why::NotReached, again.error()).value();
        losses = (*again)->preview().losses;
    }
    const QStringList planned = withoutFigures(*order.lossesPlanned);
    const QStringList ends = withoutFigures(losses);
    const bool isPlanned = std::all_of(ends.begin(), ends.end(), [&planned](const QString &loss) {
        return planned.contains(loss);
    });
    if (isPlanned)
        return std::nullopt;
    return notDone(Why::NotPossible,
                   Words::tr("More would end with it than was planned: %1. Plan it anew.")
                       .arg(preview.losses.join(QStringLiteral("; "))))
        .value();
}

/** Set where the look was not lately, by the server's clock at the ticket's opening and ours since.
 */
std::optional<ReleaseOutcome> ReleaseOperation::Private::tooOld(Micros sinceOpened) const
{
    std::optional<Micros> most = order.maxAge;
    if (preview.mostLookAge && sinceOpened == Micros(0))
        most = std::min(most.value_or(*preview.mostLookAge), *preview.mostLookAge);
    if (!most)
        return std::nullopt;
    const ServerMoment seen = order.request.witness.looked.value_or(ServerMoment());
    const ServerMoment &now = preview.server;
    const QString lookAgain = Words::tr("Look at it again.");
    // A clock that was set back makes the look younger than nothing: no more is known then, however
    // old a look may be.
    const Micros ageThen = seen.at && now.at ? *now.at - *seen.at : Micros(0);
    if (!seen.at || !now.at || ageThen < -mostSetBack)
        return refuse(ChangeDetail::TooOld,
                      Words::tr("How long ago %1 on %2 was looked at is not "
                                "known; nothing was changed."),
                      lookAgain);
    const Micros age = ageThen + sinceOpened;
    if (age <= *most)
        return std::nullopt;
    return refuse(ChangeDetail::TooOld,
                  Words::tr("%1 on %2 was looked at %3 ago by the server's clock, and a "
                            "look is good for %4; nothing was changed.")
                      .arg(QStringLiteral("%1"), QStringLiteral("%2"), durationText(age),
                           durationText(*most)),
                  lookAgain);
}

/** When it will have been seen for long enough, as `tooOld` counts. */
std::optional<SteadyTime> ReleaseOperation::Private::oldEnoughAt() const
{
    if (!preview.leastLookAge)
        return std::nullopt;
    const ServerMoment seen = order.request.witness.looked.value_or(ServerMoment());
    const ServerMoment &now = preview.server;
    const Micros before = seen.at && now.at ? std::max(Micros(0), *now.at - *seen.at) : Micros(0);
    return opened + *preview.leastLookAge - before;
}

std::optional<ReleaseOutcome> ReleaseOperation::Private::tooFresh() const
{
    const SteadyTime now = tools.clock->now();
    if (!preview.notBefore || now >= *preview.notBefore)
        return std::nullopt;
    const auto left = std::chrono::duration_cast<Micros>(*preview.notBefore - now);
    return refuse(
        ChangeDetail::TooFresh,
        Words::tr("%1 on %2 has to be seen in the same hands for %3 first; nothing was "
                  "changed.")
            .arg(QStringLiteral("%1"), QStringLiteral("%2"), durationText(*preview.leastLookAge)),
        Words::tr("Ask again with the same look in %1.").arg(durationText(left)));
}

tl::expected<ReleaseReport, NotDone>
ReleaseOperation::Private::release(const WritePermit &permit, Compare compare,
                                   const QString &reason, SteadyTime deadline,
                                   Indistinguishable indistinguishable)
{
    // Not for good: what is not done for want of a log may be confirmed and committed again.
    ReleasePreview found = preview;
    if (!found.refusal)
        found.refusal = tooOld(std::chrono::duration_cast<Micros>(tools.clock->now() - opened));
    if (!found.refusal)
        found.refusal = tooFresh();
    if (!found.refusal && found.indistinguishable
        && indistinguishable == Indistinguishable::Refuse) {
        found.refusal =
            refuse(ChangeDetail::Indistinguishable,
                   Words::tr("Nothing tells the holder of %1 on %2 from one that took it after "
                             "the look; nothing was changed."),
                   Words::tr("Make sure that nobody works under it, and confirm that it is to be "
                             "released whoever holds it."));
    }
    ReleaseReport report;
    report.command = ticket->command(compare);
    report.lookAgeIsFixed = preview.mostLookAge.has_value();
    AuditIntent intent = releaseIntent(order, found, compare, reason,
                                       found.refusal ? QString() : report.command, tools.program);
    intent.evenIfIndistinguishable = indistinguishable == Indistinguishable::Release;
    const Result<QString> id = tools.audit->begin(intent);
    if (!id)
        return notDone(Why::NotAudited, id.error());
    committed = true;
    report.auditId = *id;
    report.begun = tools.clock->now();

    if (found.refusal) {
        report.outcome = *found.refusal;
    } else {
        auto outcome = send(permit, compare, deadline, *id);
        if (!outcome)
            return tl::make_unexpected(std::move(outcome.error()));
        report.outcome = std::move(*outcome);
        weigh(report.outcome);
    }
    observe(report);
    // Of another instance than the look's nothing tells from whom it was taken.
    if (report.now && found.lock && found.canCompareInstanceOnly
        && witnessOf(*found.lock).instance == order.request.witness.instance)
        report.sameOwner = isSameOwner(*found.lock, order.request.target, *report.now);
    if (report.outcome.result == ReleaseResult::Unknown)
        report.outcome.message += u' ' + seenAfterwards(order.request.witness, report);
    const Result<void> finished = tools.audit->finish(*id, releaseOutcome(report));
    if (!finished)
        report.notAudited = finished.error();
    return report;
}

/** An error says that nothing was compared and nothing sent: that is an outcome too. */
tl::expected<ReleaseOutcome, NotDone> ReleaseOperation::Private::send(const WritePermit &permit,
                                                                      Compare compare,
                                                                      SteadyTime deadline,
                                                                      const QString &auditId)
{
    Result<ReleaseOutcome> outcome = ticket->commit(permit, compare, deadline);
    if (outcome)
        return std::move(*outcome);
    AuditOutcome failed;
    failed.outcome = QStringLiteral("failed");
    failed.message = outcome.error().message;
    // Where that cannot be written either the open intent tells it.
    (void)tools.audit->finish(auditId, failed);
    return notDone(Why::NotReached, outcome.error());
}

void ReleaseOperation::Private::observe(ReleaseReport &report)
{
    // In a group the look is at the server that is the one by now.
    if (report.outcome.detail == ChangeDetail::NotConfirmed && !order.backend.isGroup()) {
        report.notObserved = Error{ErrorKind::Unsupported,
                                   0,
                                   Words::tr("What %1 itself shows would prove "
                                             "nothing.")
                                       .arg(order.backend.name),
                                   {}};
        return;
    }
    // Whoever interrupted the command wants to know the truth about it all the more.
    context.interrupt->clear();
    const bool unknown = report.outcome.result == ReleaseResult::Unknown;
    auto now =
        ticket->observe(tools.clock->now() + (unknown ? observePatienceUnknown : observePatience));
    if (!now)
        report.notObserved = now.error();
    else if (const auto doubt = ticket->doubt())
        report.notObserved = *doubt;
    else
        report.now = std::move(*now);
}

} // namespace lockmaster
