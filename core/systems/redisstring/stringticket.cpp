// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/stringticket.h"

#include "core/redis/redisconnection.h"
#include "core/systems/redisstring/stringrelease.h"
#include "core/text/words.h"

#include <utility>

namespace lockmaster {

namespace {

/**
 * Whether two holders may come to the same expiry: without one, where the server does not tell it
 * to the millisecond, or where it is a full second, as of those who lock until the end of an hour.
 */
bool mayBeWrittenAgain(qint64 expiryMs, bool isExact)
{
    constexpr qint64 second = 1000;
    return expiryMs < 0 || !isExact || expiryMs % second == 0;
}

} // namespace

Result<std::unique_ptr<ReleaseTicket>>
StringTicket::open(const ReleaseRequest &request, const ActionContext &context, SteadyTime deadline)
{
    if (request.action != u"delete" || !request.target.isEmpty())
        return failure(ErrorKind::Config,
                       Words::tr("This lock has no action '%1'.").arg(request.action));
    std::unique_ptr<StringTicket> ticket(new StringTicket(request, context));
    if (const auto begun = ticket->begin(deadline); !begun)
        return passOn(begun);
    return ticket;
}

std::optional<LockRecord> StringTicket::decode(const KeyReading *reading,
                                               const RedisReadContext &context)
{
    m_holder.reset();
    if (!reading)
        return std::nullopt;
    auto lock = m_format.decode(*reading, context);
    if (lock && !lock->holders.empty())
        m_holder = lock->holders.front();
    return lock;
}

bool StringTicket::canCompareInstanceOnly(const LockRecord &lock) const
{
    return stringrelease::valueNamesHolder(lock);
}

Result<bool> StringTicket::aim(const LockRecord &lock, SteadyTime deadline)
{
    m_tellsHolders = stringrelease::valueTellsHolders(lock);
    m_expiryMs = lock.lease.hasExpiry ? lock.lease.stored : -1;
    m_wake = stringrelease::wakeCommands(lock);
    m_preview.indistinguishable =
        !m_tellsHolders && mayBeWrittenAgain(m_expiryMs, tellsExactExpiry());
    const Holder &holder = lock.holders.front();
    addWarnings(holder);
    auto value = wholeValue(holder, deadline);
    if (!value)
        return passOn(value);
    m_value = std::move(*value).value_or(QByteArray());
    return value->has_value();
}

/** A WATCH that stands since the look would refuse every renewal: it is for the lease. */
RedisTicket::Guard StringTicket::guardFor(bool withLease) const
{
    if (withLease && !m_tellsHolders)
        return Guard::KeptWatch;
    return mayRunScripts() ? Guard::Script : Guard::FreshWatch;
}

void StringTicket::addWarnings(const Holder &holder)
{
    if (m_preview.indistinguishable) {
        m_preview.warnings.append(
            Words::tr("Nothing tells this holder from another one that took the lock since "
                      "the last look: what counts is what stands here. A change from now on "
                      "is noticed."));
    }
    if (holder.truncated()) {
        m_preview.warnings.append(
            Words::tr("The value has %1 bytes: make sure that it is a lock.").arg(holder.rawBytes));
    }
}

Result<std::optional<QByteArray>> StringTicket::wholeValue(const Holder &holder,
                                                           SteadyTime deadline)
{
    if (!holder.truncated())
        return holder.raw;
    if (holder.rawBytes > mostValueBytes) {
        return failure(ErrorKind::Unsupported,
                       Words::tr("The value has %1 bytes: it is compared as a "
                                 "whole, and only up to %2.")
                           .arg(holder.rawBytes)
                           .arg(mostValueBytes));
    }
    auto whole = connection().command(
        {"GETRANGE", request().name, "0", QByteArray::number(mostValueBytes)}, deadline);
    if (!whole)
        return passOn(whole);
    if (whole->isError())
        return tl::make_unexpected(errorOfReply(*whole, QStringLiteral("GETRANGE")));
    if (whole->text.size() != holder.rawBytes || !whole->text.startsWith(holder.raw))
        return std::optional<QByteArray>();
    return std::move(whole->text);
}

Result<bool> StringTicket::lookAround(SteadyTime deadline)
{
    if (!m_holder)
        return false;
    const auto value = wholeValue(*m_holder, deadline);
    return value ? Result<bool>(*value == m_value) : passOn(value);
}

RedisCommand StringTicket::script(bool withLease) const
{
    ExpiryCheck check = ExpiryCheck::None;
    if (withLease)
        check = tellsExactExpiry() ? ExpiryCheck::Exact : ExpiryCheck::Derived;
    return stringrelease::script(request().name, m_value, m_expiryMs, check, m_wake);
}

RedisTransaction StringTicket::transaction() const
{
    RedisTransaction transaction{m_wake, m_wake.size()};
    transaction.commands.push_back({"DEL", request().name});
    return transaction;
}

} // namespace lockmaster
