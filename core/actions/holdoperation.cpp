// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdoperation.h"

#include "core/actions/holdaudit.h"
#include "core/actions/leaserhythm.h"
#include "core/text/literaltext.h"
#include "core/systems/registry/registry.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"

#include <stop_token>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

Result<std::unique_ptr<LockClient>> systemClient(const HoldOrder &order,
                                                 const ActionContext &context)
{
    const LockSystem *system = lockSystem(order.system);
    if (!system || !system->acquireForm(order.backend)) {
        return failure(ErrorKind::Unsupported,
                       Words::tr("A lock of the system '%1' cannot be taken on %2.")
                           .arg(order.system, order.backend.name));
    }
    AcquireRequest request = order.request;
    request.reason = order.reason;
    return system->client(request, context);
}

/** The lock before it is ours, and whose it will be: for the audit log. */
std::pair<LockId, QByteArray> wanted(const HoldOrder &order)
{
    QString source = order.request.source;
    QByteArray owner = order.request.owner;
    const LockSystem *system = lockSystem(order.system);
    const auto form = system ? system->acquireForm(order.backend) : std::nullopt;
    if (form && source.isEmpty())
        source = form->sources.value(0);
    if (form && form->hasOwner && owner.isEmpty())
        owner = defaultOwner();
    return {{std::make_shared<SourceId>(SourceId{order.backend.name, order.system, source}),
             order.request.name},
            owner};
}

/** How long the server may take for one answer: longer than the waits a writer allows it. */
Millis patience(const BackendSpec &backend)
{
    return std::max<Millis>(2 * backend.timeout, 5s);
}

Error readOnly(const HoldOrder &order)
{
    return {ErrorKind::Denied, 0, Words::tr("%1 is read-only.").arg(order.backend.name), {}};
}

Error takenAway(const HoldOrder &order)
{
    return {ErrorKind::NotFound,
            0,
            Words::tr("The lock is not ours any more: on %1 it was let go of, "
                      "ran out, or was taken.")
                .arg(order.backend.name),
            {}};
}

Error ranOut(const HoldOrder &order, const std::optional<Error> &lastFailure)
{
    QString message = Words::tr("The lease on %1 may have run out: it could not be renewed in "
                                "time.")
                          .arg(order.backend.name);
    if (lastFailure)
        message += QLatin1Char(' ') + lastFailure->message;
    return {lastFailure ? lastFailure->kind : ErrorKind::Timeout, 0, message,
            lastFailure ? lastFailure->remedy : QString()};
}

} // namespace

struct HoldOperation::Private {
    Private(HoldOrder asked, ActionTools given, HoldSeams seamed)
        : order(std::move(asked)), tools(std::move(given)), seams(std::move(seamed)),
          context(actionContext(order.backend, tools)), audit(order, tools, wanted(order))
    {
        if (!seams.client)
            seams.client = systemClient;
        if (!seams.wait) {
            seams.wait = [](std::unique_lock<std::mutex> &lock, std::condition_variable &signal,
                            SteadyTime until) { signal.wait_until(lock, until); };
        }
    }

    tl::expected<void, NotDone> prepare();
    HoldEnd take(const HoldWatcher &watcher);
    SteadyTime waitEnds(SteadyTime startedAt) const;
    HoldEnd notTaken(const AcquireResult &result);
    HoldEnd giveUp(Error why);
    std::optional<Error> checkFresh(SteadyTime sentAt);
    HoldEnd keep(const HoldWatcher &watcher);
    bool rest(SteadyTime until);
    std::optional<Error> renew(const HoldWatcher &watcher);
    HoldEnd lost(Error why, const HoldWatcher &watcher);
    HoldEnd letGo(const HoldWatcher &watcher);
    SteadyTime now() const { return tools.clock->now(); }

    const HoldOrder order;
    const ActionTools tools;
    HoldSeams seams;
    ActionContext context;
    HoldAudit audit;
    std::unique_ptr<LockClient> client;
    std::optional<LeaseRhythm> rhythm; ///< since it is ours
    std::optional<SteadyTime> holdEnds;
    std::optional<Error> lastFailure;
    bool renewedTooLate = false;

    std::stop_source stopping;
    std::mutex mutex;
    std::condition_variable woken;
    bool renewAsked = false;
};

tl::expected<void, NotDone> HoldOperation::Private::prepare()
{
    if (order.backend.environment == Environment::Production && isBlank(order.reason)) {
        return notDone(NotDone::Why::ReasonMissing, {ErrorKind::Config,
                                                     0,
                                                     Words::tr("%1 is a production backend: "
                                                               "taking a lock needs a reason.")
                                                         .arg(order.backend.name),
                                                     {}});
    }
    if (!tools.gate->permit(order.backend))
        return notDone(NotDone::Why::ReadOnly, readOnly(order));
    auto made = seams.client(order, context);
    if (!made)
        return notDone(NotDone::Why::NotPossible, made.error());
    client = std::move(*made);
    if (const Result<void> written = audit.beginAcquire(); !written)
        return notDone(NotDone::Why::NotAudited, written.error());
    return {};
}

/** Nothing is taken after the time that a read-only backend may be written to. */
SteadyTime HoldOperation::Private::waitEnds(SteadyTime startedAt) const
{
    const SteadyTime ends = startedAt + order.wait;
    const auto left = order.backend.readOnly ? tools.gate->remaining(order.backend.name)
                                             : std::optional<Millis>();
    return left ? std::min<SteadyTime>(ends, startedAt + *left) : ends;
}

HoldEnd HoldOperation::Private::take(const HoldWatcher &watcher)
{
    // Once more: writing the log may have taken a while.
    const SteadyTime startedAt = now();
    const SteadyTime until = waitEnds(startedAt);
    const std::optional<WritePermit> permit = tools.gate->permit(order.backend);
    if (!permit)
        return giveUp(readOnly(order));
    const Result<AcquireResult> result = client->acquire(*permit, until, stopping.get_token());
    if (!result && stopping.stop_requested() && result.error().kind == ErrorKind::Cancelled)
        return notTaken({});
    if (!result)
        return giveUp(result.error());
    if (!result->acquired)
        return notTaken(*result);
    if (!tools.gate->permit(order.backend))
        return giveUp(readOnly(order));
    rhythm.emplace(client->own().ttl, patience(order.backend));
    if (std::optional<Error> why = checkFresh(result->sentAt.value_or(startedAt)))
        return giveUp(std::move(*why));
    if (order.hold)
        holdEnds = now() + *order.hold;
    audit.acquired(client->own());
    if (watcher.acquired)
        watcher.acquired(client->own(), rhythm->leaseEnds());
    return keep(watcher);
}

HoldEnd HoldOperation::Private::notTaken(const AcquireResult &result)
{
    HoldEnd end;
    end.kind = HoldEnd::Kind::NotAcquired;
    end.heldBy = result.heldBy;
    end.theirTtl = result.theirTtl;
    audit.notAcquired(result);
    return end;
}

/** An attempt without an answer may have taken it: the client knows whether one was sent. */
HoldEnd HoldOperation::Private::giveUp(Error why)
{
    const Result<bool> released = client->release(now() + patience(order.backend));
    HoldEnd end;
    end.kind = released ? HoldEnd::Kind::Failed : HoldEnd::Kind::Unsure;
    audit.notOurs(released ? QStringLiteral("failed") : QStringLiteral("unknown"), why);
    end.error = std::move(why);
    return end;
}

/** Nobody is to work under a lease that may be over before they hear of it. @return why it is. */
std::optional<Error> HoldOperation::Private::checkFresh(SteadyTime sentAt)
{
    const SteadyTime answeredAt = now();
    rhythm->renewed(client->own().ttl ? sentAt : answeredAt);
    if (answeredAt < rhythm->next())
        return std::nullopt;
    const Result<bool> ours = client->renew(answeredAt + patience(order.backend));
    if (!ours)
        return ours.error();
    if (!*ours)
        return takenAway(order);
    rhythm->renewed(answeredAt);
    if (rhythm->isOver(now()))
        return ranOut(order, std::nullopt);
    return std::nullopt;
}

/** @return whether a renewal was asked for. */
bool HoldOperation::Private::rest(SteadyTime until)
{
    std::unique_lock lock(mutex);
    while (!stopping.stop_requested() && !renewAsked && now() < until)
        seams.wait(lock, woken, until);
    return std::exchange(renewAsked, false);
}

HoldEnd HoldOperation::Private::keep(const HoldWatcher &watcher)
{
    while (true) {
        SteadyTime until = std::min(rhythm->next(), holdEnds.value_or(SteadyTime::max()));
        until = std::min(until, rhythm->leaseEnds().value_or(SteadyTime::max()));
        const bool asked = rest(until);
        // The lease comes first: after a long sleep of ours nothing else is true any more.
        if (rhythm->isOver(now()))
            return lost(ranOut(order, lastFailure), watcher);
        if (stopping.stop_requested() || (holdEnds && now() >= *holdEnds))
            return letGo(watcher);
        if (!asked && now() < rhythm->next())
            continue;
        if (std::optional<Error> why = renew(watcher))
            return lost(std::move(*why), watcher);
    }
}

/** @return why it is not ours any more. */
std::optional<Error> HoldOperation::Private::renew(const HoldWatcher &watcher)
{
    const SteadyTime sentAt = now();
    const Result<bool> ours = client->renew(rhythm->attemptEnds(sentAt));
    if (ours && !*ours)
        return takenAway(order);
    if (rhythm->isOver(now())) {
        renewedTooLate = ours.has_value();
        return ranOut(order, ours ? std::nullopt : std::optional(ours.error()));
    }
    if (!ours) {
        if (!rhythm->leaseEnds())
            return ours.error();
        lastFailure = ours.error();
        rhythm->failed(now());
        if (watcher.renewalFailed)
            watcher.renewalFailed(*lastFailure);
        return std::nullopt;
    }
    lastFailure.reset();
    rhythm->renewed(sentAt);
    if (watcher.renewed)
        watcher.renewed(client->own(), rhythm->leaseEnds());
    return std::nullopt;
}

HoldEnd HoldOperation::Private::lost(Error why, const HoldWatcher &watcher)
{
    if (watcher.lost)
        watcher.lost(why);
    audit.notOurs(QStringLiteral("lost"), why);
    if (renewedTooLate) {
        // It may have been free, or another's, in between: nobody is to find it renewed.
        audit.beginLetGo();
        const Result<bool> released = client->release(now() + patience(order.backend));
        audit.letGo(!released ? QStringLiteral("unknown")
                              : (*released ? QStringLiteral("released") : QStringLiteral("lost")),
                    released ? std::nullopt : std::optional(released.error()));
    }
    HoldEnd end;
    end.kind = HoldEnd::Kind::Lost;
    end.error = std::move(why);
    return end;
}

HoldEnd HoldOperation::Private::letGo(const HoldWatcher &watcher)
{
    if (watcher.lettingGo)
        watcher.lettingGo();
    audit.beginLetGo();
    HoldEnd end;
    end.letGoId = audit.letGoId();
    end.letGoBegun = now();
    const Result<bool> released = client->release(end.letGoBegun + patience(order.backend));
    QString outcome = QStringLiteral("released");
    end.kind = HoldEnd::Kind::LetGo;
    if (!released) {
        outcome = QStringLiteral("unknown");
        end.kind = HoldEnd::Kind::Unsure;
        end.error = released.error();
    } else if (!*released) {
        outcome = QStringLiteral("lost");
        end.kind = HoldEnd::Kind::Lost;
        end.error = takenAway(order);
        if (watcher.lost)
            watcher.lost(*end.error);
    }
    audit.letGo(outcome, end.error);
    return end;
}

HoldOperation::HoldOperation(HoldOrder order, ActionTools tools, HoldSeams seams)
    : d(std::make_unique<Private>(std::move(order), std::move(tools), std::move(seams)))
{
}

HoldOperation::~HoldOperation() = default;

tl::expected<HoldEnd, NotDone> HoldOperation::run(const HoldWatcher &watcher)
{
    if (const auto prepared = d->prepare(); !prepared)
        return passOn(prepared);
    HoldEnd end = d->take(watcher);
    end.notAudited = d->audit.notAudited();
    // A session ends on the thread that it was made on.
    d->client.reset();
    return end;
}

void HoldOperation::stop() noexcept
{
    d->stopping.request_stop();
    const std::lock_guard lock(d->mutex);
    d->woken.notify_all();
}

void HoldOperation::renewNow() noexcept
{
    const std::lock_guard lock(d->mutex);
    d->renewAsked = true;
    d->woken.notify_all();
}

void HoldOperation::abandon() noexcept
{
    stop();
    d->context.interrupt->interrupt();
}

} // namespace lockmaster
