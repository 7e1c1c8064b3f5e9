// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/stringclient.h"

#include "core/text/literaltext.h"
#include "core/redis/keyspace/redisonekey.h"
#include "core/systems/keys/onmaster.h"
#include "core/systems/keys/redisrelease.h"
#include "core/systems/redisstring/redisstringformat.h"
#include "core/text/words.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisinfo.h"

#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr Millis defaultTtl = 30s;
constexpr Millis longestTtl = std::chrono::hours(24 * 365);
constexpr qsizetype mostNameBytes = 16 << 10;
constexpr qsizetype mostOwnerBytes = 1024; // more are not shown, and never compared by a monitor
constexpr int mostTries = 5;

const QString tokenVariant = QStringLiteral("token");
const QString emptyVariant = QStringLiteral("empty");

QString sourceOf(const BackendSpec &backend)
{
    return QStringLiteral("db %1").arg(backend.redisDatabase);
}

tl::unexpected<Error> refused(const QString &message, const QString &remedy = {})
{
    return failure(ErrorKind::Config, message, remedy);
}

Result<void> check(const AcquireRequest &request, const BackendSpec &backend)
{
    if (!request.source.isEmpty() && request.source != sourceOf(backend)) {
        return refused(Words::tr("%1 has no source %2.").arg(backend.name, request.source));
    }
    if (request.name.isEmpty() || request.name.size() > mostNameBytes) {
        return refused(Words::tr("The name of a Redis lock has 1 to %1 bytes.").arg(mostNameBytes));
    }
    if (!request.variant.isEmpty() && request.variant != tokenVariant
        && request.variant != emptyVariant) {
        return refused(Words::tr("There is no variant %1.").arg(request.variant));
    }
    if (request.variant == emptyVariant && !request.owner.isEmpty()) {
        return refused(Words::tr("An empty value has no place for an owner."),
                       Words::tr("Leave it out, or take the lock "
                                 "with a token."));
    }
    if (request.owner.size() > mostOwnerBytes) {
        return refused(Words::tr("The owner of a Redis lock has at most %1 "
                                 "bytes.")
                           .arg(mostOwnerBytes));
    }
    const Millis ttl = request.ttl.value_or(defaultTtl);
    if (ttl < 1ms || ttl > longestTtl) {
        return refused(Words::tr("The TTL of a Redis lock is between 1 ms and 365 days."));
    }
    return {};
}

Result<void> accepted(const RedisReply &reply, const QString &command)
{
    if (reply.isError())
        return tl::make_unexpected(writeRefused(reply, command));
    return {};
}

} // namespace

AcquireForm stringAcquireForm(const BackendSpec &backend)
{
    AcquireForm form;
    form.sources = {sourceOf(backend)};
    form.variants = {{tokenVariant, Words::tr("With a token (SET NX PX)")},
                     {emptyVariant, Words::tr("With an empty value, unsigned")}};
    form.defaultTtl = defaultTtl;
    form.mostNameBytes = mostNameBytes;
    return form;
}

Result<std::unique_ptr<LockClient>> StringClient::make(const AcquireRequest &request,
                                                       const ActionContext &context)
{
    if (const auto checked = check(request, context.backend); !checked)
        return passOn(checked);
    return std::unique_ptr<LockClient>(new StringClient(request, context));
}

StringClient::StringClient(const AcquireRequest &request, const ActionContext &context)
    : m_context(context), m_name(request.name),
      m_owner(
          request.variant == emptyVariant
              ? QByteArray()
              : (request.owner.isEmpty() ? withReason(newOwner(), request.reason) : request.owner)),
      m_ownerChosen(!request.owner.isEmpty() && !request.ownerIsNew),
      m_ttl(request.ttl.value_or(defaultTtl))
{
}

SteadyTime StringClient::commandDeadline() const
{
    return m_context.clock->now() + m_context.backend.timeout;
}

Result<void> StringClient::connect(SteadyTime deadline, WriterUse use)
{
    if (m_connection && m_connection->usable())
        return {};
    m_connection.reset();
    auto opened = openRedisWriter(m_context, m_name, deadline, use);
    if (!opened)
        return passOn(opened);
    m_connection = std::move(*opened);
    const auto script = m_connection->command({"EVAL", "return 1", "0"}, deadline);
    if (!script)
        return passOn(script);
    m_scripts = !script->isError();
    // Of a group it may be another one, which has its own followers.
    const qint64 seen = m_context.backend.isGroup() ? 0 : m_confirmation.wanted();
    auto confirmation = RedisConfirmation::of(*m_connection, m_name, seen, m_context, deadline);
    if (!confirmation)
        return passOn(confirmation);
    m_confirmation = std::move(*confirmation);
    return m_owner.isEmpty() ? readClock(deadline) : Result<void>();
}

/** What an empty value needs: the server's clock, to write an exact end, and to read it. */
Result<void> StringClient::readClock(SteadyTime deadline)
{
    const SteadyTime asked = m_context.clock->now();
    const auto replies = m_connection->pipeline({{"TIME"}, {"PEXPIRETIME", m_name}}, deadline);
    if (!replies)
        return passOn(replies);
    for (size_t i = 0; i < replies->size(); ++i) {
        if (!(*replies)[i].isError())
            continue;
        Error error = errorOfReply((*replies)[i],
                                   i == 0 ? QStringLiteral("TIME") : QStringLiteral("PEXPIRETIME"));
        error.remedy =
            Words::tr("A lock with an empty value is told from the next one by its exact end "
                      "(Redis 7, TIME and PEXPIRETIME): take the lock with a token.");
        return tl::make_unexpected(error);
    }
    if (const auto clock = clockOf(replies->front(), asked, m_context.clock->now()))
        m_clock = *clock;
    else
        return tl::make_unexpected(errorOfReply(replies->front(), QStringLiteral("TIME")));
    return {};
}

qint64 StringClient::expiryFromNow() const
{
    const ServerTime end = m_clock.serverAt(m_context.clock->now()) + m_ttl;
    return std::chrono::ceil<Millis>(end.time_since_epoch()).count();
}

Result<AcquireResult> StringClient::acquire(const WritePermit &permit, SteadyTime until,
                                            std::stop_token stop)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    if (const auto connected = connect(commandDeadline(), WriterUse::Change); !connected)
        return passOn(connected);
    if (const auto confirmed = m_confirmation.canBeGiven(); !confirmed)
        return passOn(confirmed);
    while (!stop.stop_requested()) {
        const SteadyTime sentAt = m_context.clock->now();
        const auto taken = tryOnce();
        if (!taken && mayTryElsewhere(taken.error()) && m_context.clock->now() < until) {
            m_connection.reset();
            restFor(Millis(250), stop);
            continue;
        }
        if (!taken)
            return passOn(taken);
        if (*taken && !stop.stop_requested()) {
            const auto confirmed = m_confirmation.ask(*m_connection, commandDeadline());
            if (!confirmed)
                return passOn(confirmed);
            return AcquireResult{true, {}, {}, sentAt};
        }
        if (*taken) {
            if (const auto released = release(commandDeadline()); !released)
                return passOn(released);
            break;
        }
        const auto left = std::chrono::floor<Millis>(until - m_context.clock->now());
        if (left <= Millis(0))
            return whoHasIt();
        restFor(std::min<Millis>(left, Millis(QRandomGenerator::global()->bounded(50, 101))), stop);
    }
    return AcquireResult{};
}

/** In a group another server may be the one by now, or soon; nothing was done on this one. */
bool StringClient::mayTryElsewhere(const Error &error) const
{
    return m_context.backend.isGroup() && !m_unanswered
           && (error.kind == ErrorKind::Unsupported || error.kind == ErrorKind::Network
               || error.kind == ErrorKind::Timeout);
}

/** The server's clock comes along each time: it may be set while we wait. */
Result<bool> StringClient::tryOnce()
{
    m_unanswered = false;
    if (const auto connected = connect(commandDeadline(), WriterUse::Change); !connected)
        return passOn(connected);
    const SteadyTime asked = m_context.clock->now();
    RedisCommand set{"SET", m_name, m_owner, "NX"};
    if (m_owner.isEmpty()) {
        const qint64 expiry = expiryFromNow();
        m_expiries = {expiry};
        set.insert(set.end(), {"PXAT", QByteArray::number(expiry)});
    } else {
        set.insert(set.end(), {"PX", QByteArray::number(qint64(m_ttl.count()))});
    }
    m_mayBeOurs = true;
    m_unanswered = true;
    const auto replies =
        m_connection->pipeline({set, {"TYPE", m_name}, {"TIME"}}, commandDeadline());
    if (!replies)
        return passOn(replies);
    m_mayBeOurs = !replies->front().isNil() && !replies->front().isError();
    m_unanswered = false;
    if (const auto clock = clockOf((*replies)[2], asked, m_context.clock->now()))
        m_clock = *clock;
    const RedisReply &taken = replies->front();
    if (const auto done = accepted(taken, QStringLiteral("SET")); !done)
        return passOn(done);
    const RedisReply &type = (*replies)[1];
    if (taken.isNil() && !type.isError() && type.text != "string" && type.text != "none") {
        return refused(Words::tr("%1 is a Redis %2: it cannot be a lock of this kind.")
                           .arg(literalText(m_name.left(256)), literalText(type.text)),
                       Words::tr("Choose another name."));
    }
    return !taken.isNil();
}

/** By the format's own eyes, as if a pattern had named the key. */
Result<AcquireResult> StringClient::whoHasIt()
{
    RedisOneKey reader(m_context.backend, *m_connection, *m_context.clock);
    auto look = reader.read(m_name, -1, commandDeadline());
    if (!look && !m_connection->usable())
        return passOn(look);
    AcquireResult result;
    if (!look || !look->reading)
        return result;
    if (look->reading->pattern.isEmpty())
        look->reading->pattern = m_name;
    RedisStringFormat format;
    const auto lock = format.decode(*look->reading, look->context);
    if (lock && !lock->holders.empty())
        result.heldBy = lock->holders.front();
    if (lock)
        result.theirTtl = lock->ttlAt(m_context.clock->now());
    return result;
}

OwnLock StringClient::own() const
{
    OwnLock lock;
    lock.id = {std::make_shared<const SourceId>(SourceId{m_context.backend.name,
                                                         QStringLiteral("redis_string"),
                                                         sourceOf(m_context.backend)}),
               m_name};
    lock.owner = m_owner;
    lock.ttl = m_ttl;
    lock.doubt = m_confirmation.onOwnWord();
    return lock;
}

Result<bool> StringClient::renew(SteadyTime deadline)
{
    return onMaster(m_context, m_connection, m_confirmation, deadline,
                    [&] { return renewOnce(deadline); });
}

Result<bool> StringClient::renewOnce(SteadyTime deadline)
{
    if (const auto connected = connect(deadline, WriterUse::OwnLock); !connected)
        return passOn(connected);
    if (!m_owner.isEmpty())
        return ifOurs({"PEXPIRE", m_name, QByteArray::number(qint64(m_ttl.count()))}, deadline);
    if (const auto read = readClock(deadline); !read)
        return passOn(read);
    // Written down first: where the answer is lost, either may be what stands.
    const qint64 expiry = expiryFromNow();
    m_expiries.push_back(expiry);
    auto renewed = ifOurs({"PEXPIREAT", m_name, QByteArray::number(expiry)}, deadline);
    if (renewed && *renewed)
        m_expiries = {expiry};
    return renewed;
}

Result<bool> StringClient::release(SteadyTime deadline)
{
    auto released = onMaster(m_context, m_connection, m_confirmation, deadline,
                             [&] { return letGo(deadline); });
    if (!released || !*released)
        return released;
    const auto confirmed = m_confirmation.ask(*m_connection, deadline);
    return confirmed ? std::move(released) : passOn(confirmed);
}

Result<bool> StringClient::letGo(SteadyTime deadline)
{
    if (!m_mayBeOurs)
        return false;
    // Whoever holds it may have been given the same name, and would be the one let go of.
    if (m_unanswered && m_ownerChosen) {
        return failure(ErrorKind::Network,
                       Words::tr("%1 did not say whether the lock is ours, and "
                                 "its owner does not tell: it was left alone.")
                           .arg(m_context.backend.name),
                       Words::tr("If it is ours, it ends with its TTL."));
    }
    if (const auto connected = connect(deadline, WriterUse::OwnLock); !connected)
        return passOn(connected);
    const RedisCommand remove{"DEL", m_name};
    const QByteArray signal = wakeSignal();
    if (!signal.isEmpty()) {
        auto released = ifOurs(remove, deadline, signal);
        if (released || !m_connection->usable())
            return released;
        // Refused, maybe for the signal's sake: our own lock is not kept for that.
    }
    return ifOurs(remove, deadline);
}

/**
 * python-redis-lock compares a token, and its program sleeps until it is told, maybe for ever: so
 * every token under a name such as it gives may have one waiting. An empty value never has.
 */
QByteArray StringClient::wakeSignal() const
{
    constexpr QByteArrayView prefix("lock:");
    if (m_owner.isEmpty() || !m_name.startsWith(prefix))
        return {};
    return "lock-signal:" + m_name.sliced(prefix.size());
}

Result<bool> StringClient::ifOurs(const RedisCommand &command, SteadyTime deadline,
                                  const QByteArray &signal)
{
    if (m_scripts && !m_owner.isEmpty())
        return byScript(command, signal, deadline);
    for (int tries = 0; tries < mostTries; ++tries) {
        const auto done = byWatch(command, signal, deadline);
        if (!done)
            return passOn(done);
        if (*done)
            return **done;
    }
    return failure(
        ErrorKind::Timeout,
        Words::tr("%1 changes faster than it can be compared.").arg(literalText(m_name.left(256))));
}

Result<bool> StringClient::byScript(const RedisCommand &command, const QByteArray &signal,
                                    SteadyTime deadline)
{
    const QByteArray call = command.size() > 2 ? "',KEYS[1],ARGV[2])" : "',KEYS[1])";
    // First, because a script that is denied something in mid-way is not undone.
    const QByteArray wake = signal.isEmpty() ? QByteArray()
                                             : "local list=redis.call('TYPE',KEYS[2]).ok "
                                               "if list=='none' or list=='list' then "
                                               "redis.call('DEL',KEYS[2]) "
                                               "redis.call('LPUSH',KEYS[2],'1') "
                                               "redis.call('PEXPIRE',KEYS[2],'1000') end ";
    RedisCommand script{"EVAL", "if redis.call('TYPE',KEYS[1]).ok=='string' and "
                                "redis.call('GET',KEYS[1])==ARGV[1] then "
                                    + wake + "return redis.call('" + command[0] + call
                                    + " end return 0"};
    if (signal.isEmpty())
        script.insert(script.end(), {"1", m_name, m_owner});
    else
        script.insert(script.end(), {"2", m_name, signal, m_owner});
    script.insert(script.end(), command.begin() + 2, command.end());
    auto reply = m_connection->command(script, deadline);
    if (reply && isElsewhere(*reply) && reply->text.startsWith("ASK"))
        reply = askWhereItGoes(m_context, *reply, script, deadline);
    if (!reply)
        return passOn(reply);
    if (const auto done = accepted(*reply, QString::fromLatin1(command[0])); !done)
        return passOn(done);
    return reply->integer == 1;
}

bool StringClient::isOurs(const RedisReply &value, const RedisReply &expiry) const
{
    if (value.isError() || value.text != m_owner)
        return false;
    return !m_owner.isEmpty()
           || std::find(m_expiries.begin(), m_expiries.end(), expiry.integer) != m_expiries.end();
}

Result<std::optional<bool>> StringClient::byWatch(const RedisCommand &command,
                                                  const QByteArray &signal, SteadyTime deadline)
{
    const auto replies = m_connection->pipeline(
        {{"WATCH", m_name},
         {"GETRANGE", m_name, "0", QByteArray::number(mostOwnerBytes)},
         m_owner.isEmpty() ? RedisCommand{"PEXPIRETIME", m_name} : RedisCommand{"PING"},
         signal.isEmpty() ? RedisCommand{"PING"} : RedisCommand{"TYPE", signal}},
        deadline);
    if (!replies)
        return passOn(replies);
    if (const auto watched = accepted(replies->front(), QStringLiteral("WATCH")); !watched)
        return passOn(watched);
    if (!isOurs((*replies)[1], (*replies)[2]))
        return std::optional<bool>(false);
    // On its own: what follows would be carried out unguarded if this were refused.
    const auto multi = m_connection->command({"MULTI"}, deadline);
    if (!multi)
        return passOn(multi);
    if (const auto begun = accepted(*multi, QStringLiteral("MULTI")); !begun)
        return passOn(begun);
    std::vector<RedisCommand> step;
    const QByteArray &list = replies->back().text;
    if (!signal.isEmpty() && (list == "none" || list == "list"))
        step = {{"DEL", signal}, {"LPUSH", signal, "1"}, {"PEXPIRE", signal, "1000"}};
    step.push_back(command);
    step.push_back({"EXEC"});
    const auto done = m_connection->pipeline(step, deadline);
    if (!done)
        return passOn(done);
    for (size_t i = 0; i + 1 < step.size(); ++i) {
        if (const auto queued = accepted((*done)[i], QString::fromLatin1(step[i][0])); !queued)
            return passOn(queued);
    }
    const RedisReply &executed = done->back();
    if (executed.isNil())
        return std::optional<bool>();
    if (executed.elements.size() != step.size() - 1 || executed.elements.back().isError())
        return tl::make_unexpected(writeRefused(executed, QStringLiteral("EXEC")));
    return std::optional<bool>(executed.elements.back().integer == 1);
}

} // namespace lockmaster
