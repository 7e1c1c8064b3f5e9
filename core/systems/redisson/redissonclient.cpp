// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonclient.h"

#include "core/text/literaltext.h"
#include "core/systems/redisson/ownclient.h"
#include "core/systems/redisson/releaselook.h"
#include "core/systems/redisson/lockactions.h"
#include "core/systems/redisson/sidekeys.h"
#include "core/systems/keys/onmaster.h"
#include "core/systems/keys/redisrelease.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/transport/socketinterrupt.h"

#include <algorithm>
#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using redisson::Taker;
using redisson::Variant;

/** A watchdog's lease where the library is told none. */
constexpr Millis defaultLease = 30s;
/** The longest that a place in the queue of a fair lock is good for, if its owner sleeps. */
constexpr Millis longestQueueWait = 300s;
/** How long a stop may go unnoticed. */
constexpr Millis slice = 50ms;
/** Between two attempts where the server tells no time: free, but it is another's turn. */
constexpr Millis shortestSleep = 50ms;
/** After a subscription that ended: where each one does, attempts would follow without a pause. */
constexpr Millis pauseAfterALoss = 200ms;
/** A lock without expiry tells none either, and its end may come without a message. */
constexpr Millis longestSilence = 10s;
constexpr Millis longestLease = std::chrono::days(36'500);

QString sourceOf(const BackendSpec &backend)
{
    return QStringLiteral("db %1").arg(backend.redisDatabase);
}

tl::unexpected<Error> badName()
{
    return failure(ErrorKind::Config, Words::tr("A Redisson lock needs a name that is none of its "
                                                "helper keys."));
}

tl::unexpected<Error> badLease()
{
    return failure(ErrorKind::Config, Words::tr("The lease of a Redisson lock is at "
                                                "least a millisecond."));
}

tl::unexpected<Error> notOffered(const QString &word)
{
    return failure(ErrorKind::Config, Words::tr("There is no '%1' to choose here.").arg(word));
}

} // namespace

AcquireForm RedissonClient::form(const BackendSpec &backend)
{
    AcquireForm form;
    form.sources = {sourceOf(backend)};
    form.variants = {{QStringLiteral("plain"), Words::tr("Plain lock")},
                     {QStringLiteral("fair"), Words::tr("Fair lock")},
                     {QStringLiteral("read"), Words::tr("Read lock")},
                     {QStringLiteral("write"), Words::tr("Write lock")}};
    form.defaultTtl = defaultLease;
    return form;
}

Result<std::unique_ptr<LockClient>> RedissonClient::make(const AcquireRequest &request,
                                                         const ActionContext &context)
{
    if (!request.source.isEmpty() && request.source != sourceOf(context.backend))
        return notOffered(request.source);
    const auto variant =
        request.variant.isEmpty() ? Variant::Plain : redisson::variantOf(request.variant);
    if (!variant)
        return notOffered(request.variant);
    if (request.name.isEmpty() || redisson::isSideKey(request.name))
        return badName();
    Taker taker;
    taker.variant = *variant;
    taker.name = request.name;
    taker.lease = request.ttl.value_or(defaultLease);
    if (taker.lease < 1ms || taker.lease > longestLease)
        return badLease();
    const auto owner =
        request.owner.isEmpty() ? redisson::nextOwner() : redisson::checkedOwner(request.owner);
    if (!owner)
        return passOn(owner);
    taker.owner = *owner;
    return std::unique_ptr<LockClient>(new RedissonClient(std::move(taker), context));
}

RedissonClient::RedissonClient(Taker taker, const ActionContext &context)
    : m_taker(std::move(taker)), m_context(context)
{
}

RedissonClient::~RedissonClient() = default;

SteadyTime RedissonClient::soon() const
{
    return m_context.clock->now() + m_context.backend.timeout;
}

Result<void> RedissonClient::connect(SteadyTime deadline, WriterUse use)
{
    if (m_connection && m_connection->usable())
        return {};
    m_connection.reset();
    auto opened = openRedisWriter(m_context, m_taker.name, deadline, use);
    if (!opened)
        return passOn(opened);
    m_connection = std::move(*opened);
    // Of a group it may be another one, which has its own followers.
    const qint64 seen = m_context.backend.isGroup() ? 0 : m_confirmation.wanted();
    auto confirmation =
        RedisConfirmation::of(*m_connection, m_taker.name, seen, m_context, deadline);
    if (!confirmation)
        return passOn(confirmation);
    m_confirmation = std::move(*confirmation);
    return {};
}

/** A lock whose waiters could not be woken is not taken, where the server tells so (Redis 7). */
Result<void> RedissonClient::checkRights()
{
    const QString &user = m_context.backend.user;
    const QByteArray account = user.isEmpty() ? QByteArrayLiteral("default") : user.toUtf8();
    const auto reply = run({"ACL", "DRYRUN", account, "PUBLISH", m_taker.channel(), "0"}, soon());
    if (!reply && reply.error().kind != ErrorKind::Denied
        && reply.error().kind != ErrorKind::Unsupported
        && reply.error().kind != ErrorKind::Protocol)
        return passOn(reply);
    if (reply && reply->type == RedisReply::Type::Bulk && reply->text.contains("no permissions"))
        return failure(ErrorKind::Denied,
                       Words::tr("This account may not publish on %1: those who wait for "
                                 "the lock could not be woken.")
                           .arg(literalText(m_taker.channel())),
                       aclStatement(user, {'&' + aclPattern(m_taker.channel())}));
    return {};
}

/** An error reply is an error here. */
Result<RedisReply> RedissonClient::run(const RedisCommand &command, SteadyTime deadline,
                                       WriterUse use)
{
    if (const auto connected = connect(deadline, use); !connected)
        return passOn(connected);
    auto reply = m_connection->command(command, deadline);
    if (reply && use == WriterUse::OwnLock && isElsewhere(*reply) && reply->text.startsWith("ASK"))
        reply = askWhereItGoes(m_context, *reply, command, deadline);
    if (!reply || !reply->isError())
        return reply;
    return tl::make_unexpected(writeRefused(*reply, QString::fromLatin1(command.front())));
}

Result<RedissonClient::Attempt> RedissonClient::attempt()
{
    m_mayBeOurs = false;
    if (const auto connected = connect(soon()); !connected)
        return passOn(connected);
    // Before it is sent: one that stays without an answer may have queued all the same.
    m_queued = m_taker.variant == Variant::Fair && m_queuedWait > Millis(0);
    const auto reply = run(redisson::tryCommand(m_taker, m_queuedWait), soon());
    // One that was sent and not answered may have taken it.
    m_mayBeOurs = reply ? reply->text == "ours" : m_connection && !m_connection->usable();
    if (!reply)
        return passOn(reply);
    if (reply->text == "ours") {
        m_queued = false;
        const auto confirmed = m_confirmation.ask(*m_connection, soon());
        if (!confirmed)
            return passOn(confirmed);
        return Attempt{true, Millis(0)};
    }
    if (reply->type != RedisReply::Type::Integer)
        return failure(
            ErrorKind::Config,
            Words::tr("The key %1 holds something that is no lock.").arg(literalText(m_taker.name)),
            Words::tr("Choose another name."));
    if (reply->integer == -1)
        return Attempt{false, longestSilence};
    return Attempt{false, std::max<Millis>(shortestSleep, Millis(reply->integer))};
}

Result<AcquireResult> RedissonClient::acquire(const WritePermit &permit, SteadyTime until,
                                              std::stop_token stop)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    if (stop.stop_requested())
        return AcquireResult();
    if (const auto connected = connect(soon()); !connected)
        return passOn(connected);
    if (const auto confirmed = m_confirmation.canBeGiven(); !confirmed)
        return passOn(confirmed);
    if (const auto allowed = checkRights(); !allowed)
        return passOn(allowed);
    m_queuedWait = Millis(0);
    if (until > m_context.clock->now())
        m_queuedWait =
            std::min(longestQueueWait, std::chrono::ceil<Millis>(until - m_context.clock->now()));
    auto waited = waitForIt(until, stop);
    m_subscription.reset();
    if (!waited || !waited->acquired)
        leaveQueue();
    return waited;
}

/** In a group another server may be the one by now, or soon; nothing was done on this one. */
bool RedissonClient::mayTryElsewhere(const Error &error) const
{
    return m_context.backend.isGroup() && !m_mayBeOurs
           && (error.kind == ErrorKind::Unsupported || error.kind == ErrorKind::Network
               || error.kind == ErrorKind::Timeout);
}

Result<AcquireResult> RedissonClient::waitForIt(SteadyTime until, const std::stop_token &stop)
{
    for (;;) {
        const SteadyTime sentAt = m_context.clock->now();
        const auto tried = attempt();
        if (!tried && mayTryElsewhere(tried.error()) && m_context.clock->now() < until
            && !stop.stop_requested()) {
            m_connection.reset();
            m_subscription.reset();
            restFor(Millis(250), stop);
            continue;
        }
        if (!tried)
            return passOn(tried);
        if (tried->ours)
            return taken(stop).map([sentAt](AcquireResult result) {
                result.sentAt = sentAt;
                return result;
            });
        const SteadyTime now = m_context.clock->now();
        if (now >= until || stop.stop_requested())
            return notTaken();
        if (!m_subscription) {
            // And once more then: it may have become free before anyone could tell us.
            if (const auto done = subscribe(); !done)
                return passOn(done);
            continue;
        }
        if (const auto heard = listen(std::min(until, now + tried->sleep), stop); !heard)
            return passOn(heard);
    }
}

Result<void> RedissonClient::subscribe()
{
    // Its interrupt is its own: the context's is attached to the connection for commands.
    const SteadyTime deadline = soon();
    if (const auto connected = connect(deadline); !connected)
        return passOn(connected);
    auto opened = RedisConnection::open(m_connection->endpoint(), deadline); // the same server
    if (!opened)
        return passOn(opened);
    if (auto done = (*opened)->subscribe({m_taker.channel()}, deadline); !done)
        return done;
    m_subscription = std::move(*opened);
    return {};
}

/** Until a message, the moment given or a stop. A subscription that ends is made anew. */
Result<void> RedissonClient::listen(SteadyTime until, const std::stop_token &stop)
{
    while (!stop.stop_requested() && m_context.clock->now() < until) {
        if (m_context.interrupt->interrupted())
            return failure(ErrorKind::Network,
                           Words::tr("Gave up waiting for %1.").arg(m_context.backend.address()));
        const auto message =
            m_subscription->receive(std::min(until, m_context.clock->now() + slice));
        if (!message) {
            m_subscription.reset();
            pauseAfterLoss(until, stop);
            return {};
        }
        if (*message)
            return {};
    }
    return {};
}

void RedissonClient::pauseAfterLoss(SteadyTime until, const std::stop_token &stop) const
{
    const SteadyTime end = std::min(until, m_context.clock->now() + pauseAfterALoss);
    while (!stop.stop_requested() && !m_context.interrupt->interrupted()
           && m_context.clock->now() < end)
        std::this_thread::sleep_for(slice);
}

/** What was taken although nobody wants it any more is let go of. */
Result<AcquireResult> RedissonClient::taken(const std::stop_token &stop)
{
    if (!stop.stop_requested())
        return AcquireResult{true, {}, {}};
    if (const auto released = release(soon()); !released)
        return passOn(released);
    return AcquireResult();
}

/** Who has it instead is a courtesy: it may have changed again. */
AcquireResult RedissonClient::notTaken()
{
    AcquireResult result;
    RedissonLooker looker(m_context.backend, *m_connection, *m_context.clock);
    const auto seen = looker.look(m_taker.name, -1, soon());
    if (!seen || !seen->lock || seen->lock->holders.empty())
        return result;
    result.heldBy = seen->lock->holders.front();
    result.theirTtl = seen->lock->ttlAt(m_context.clock->now());
    return result;
}

void RedissonClient::leaveQueue()
{
    if (!std::exchange(m_queued, false))
        return;
    // Should this not arrive, the place ends by its own time.
    (void)run(redisson::leaveCommand(m_taker, m_queuedWait), soon());
}

OwnLock RedissonClient::own() const
{
    OwnLock own;
    own.id.source = std::make_shared<const SourceId>(
        SourceId{m_context.backend.name, QStringLiteral("redisson"), sourceOf(m_context.backend)});
    own.id.name = m_taker.name;
    own.owner = m_taker.field();
    own.ttl = m_taker.lease;
    own.doubt = m_confirmation.onOwnWord();
    return own;
}

Result<bool> RedissonClient::renew(SteadyTime deadline)
{
    return onMaster(m_context, m_connection, m_confirmation, deadline, [&]() -> Result<bool> {
        const auto reply = run(redisson::renewCommand(m_taker), deadline, WriterUse::OwnLock);
        if (!reply)
            return passOn(reply);
        return reply->integer == 1;
    });
}

Result<bool> RedissonClient::release(SteadyTime deadline)
{
    if (!m_mayBeOurs)
        return false;
    auto released =
        onMaster(m_context, m_connection, m_confirmation, deadline, [&]() -> Result<bool> {
            const auto reply = run(redisson::unlockCommand(m_taker), deadline, WriterUse::OwnLock);
            if (!reply)
                return passOn(reply);
            const auto messages = shardMessages({{"PUBLISH", m_taker.channel(), "0"}}, m_taker.name,
                                                m_context.backend);
            if (!messages.empty())
                (void)m_connection->pipeline(messages, deadline);
            return reply->integer == 1;
        });
    if (!released || !*released)
        return released;
    const auto confirmed = m_confirmation.ask(*m_connection, deadline);
    if (!confirmed)
        return passOn(confirmed);
    return true;
}

} // namespace lockmaster
