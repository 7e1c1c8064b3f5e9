// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonticket.h"

#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/systems/redisson/redissontext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using redisson::ReleaseAim;

constexpr qsizetype lossesNamed = 16;

tl::unexpected<Error> noSuchAction(const QString &action)
{
    return failure(ErrorKind::Config, Words::tr("This lock has no action '%1'.").arg(action));
}

Error tooManyToProve(qint64 fields, size_t read)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("Only %1 of its %2 fields were looked at: those who were not seen "
                      "are not evicted.")
                .arg(read)
                .arg(fields),
            Words::tr("Release the readers one by one.")};
}

Error tooManyEntries(qint64 entries)
{
    return {ErrorKind::Unsupported,
            0,
            Words::tr("That reader entered %1 times: more than can be undone in "
                      "one step.")
                .arg(entries),
            {}};
}

ReleaseAim::Kind kindOf(const QString &action, const LockRecord &lock)
{
    if (action == QLatin1StringView("read-one"))
        return ReleaseAim::Kind::OneReader;
    if (action == QLatin1StringView("read-all"))
        return ReleaseAim::Kind::AllReaders;
    return lock.variant == QLatin1StringView("write") ? ReleaseAim::Kind::Writer
                                                      : ReleaseAim::Kind::Single;
}

} // namespace

RedissonTicket::RedissonTicket(const ReleaseRequest &request, const ActionContext &context)
    : RedisTicket(request, context)
{
    m_aim.name = request.name;
}

Result<std::unique_ptr<ReleaseTicket>> RedissonTicket::open(const ReleaseRequest &request,
                                                            const ActionContext &context,
                                                            SteadyTime deadline)
{
    std::unique_ptr<RedissonTicket> ticket(new RedissonTicket(request, context));
    if (const auto begun = ticket->begin(deadline); !begun)
        return passOn(begun);
    return ticket;
}

void RedissonTicket::readOn(RedisConnection *connection)
{
    m_looker.reset();
    if (connection)
        m_looker.emplace(context().backend, *connection, *context().clock);
}

Result<RedisTicket::Found> RedissonTicket::read(SteadyTime deadline)
{
    auto seen = m_looker->look(request().name, storedExpiryOf(request().witness), deadline);
    if (!seen)
        return passOn(seen);
    m_seen = *std::move(seen);
    return Found{m_seen.there, m_seen.lock, m_seen.clock, m_seen.exactExpiry};
}

Result<bool> RedissonTicket::aim(const LockRecord &lock, SteadyTime deadline)
{
    if (const auto reason = redisson::whyNoAction(lock))
        return tl::make_unexpected(*reason);
    const std::vector<LockAction> actions = redisson::actionsOf(lock);
    const bool there = std::any_of(actions.begin(), actions.end(), [this](const LockAction &one) {
        return one.id == request().action && one.target == request().target;
    });
    if (!there)
        return noSuchAction(request().action);
    m_aim.kind = kindOf(request().action, lock);
    m_aim.expiryMs = lock.lease.stored;
    if (m_aim.kind == ReleaseAim::Kind::OneReader) {
        if (const auto aimed = aimAtReader(lock, deadline); !aimed)
            return passOn(aimed);
    } else if (m_aim.kind == ReleaseAim::Kind::AllReaders) {
        if (m_seen.cut)
            return tl::make_unexpected(
                tooManyToProve(m_seen.reading.length, m_seen.reading.fields.size()));
        m_aim.fields = m_seen.reading.fields;
    } else {
        const Holder &holder = lock.holders.front();
        m_aim.fields = {{holder.raw, QByteArray::number(holder.holdCount)}};
    }
    auto around = lookAround(deadline);
    if (around)
        warn(lock);
    return around;
}

Result<void> RedissonTicket::aimAtReader(const LockRecord &lock, SteadyTime deadline)
{
    const auto reader =
        std::find_if(lock.holders.begin(), lock.holders.end(),
                     [this](const Holder &one) { return one.raw == request().target; });
    if (reader->holdCount > redisson::mostEntries)
        return tl::make_unexpected(tooManyEntries(reader->holdCount));
    m_aim.fields = {{reader->raw, QByteArray::number(reader->holdCount)}};
    if (guardFor(true) != Guard::Script)
        return {};
    auto expiries =
        m_looker->entryExpiries(request().name, reader->raw, reader->holdCount, deadline);
    if (!expiries)
        return passOn(expiries);
    // The lock's own expiry comes last: it tells whether these are of the same look.
    if (expiries->back() != m_aim.expiryMs)
        m_preview.renewed = true;
    expiries->pop_back();
    m_aim.entryExpiriesMs = std::move(*expiries);
    return {};
}

/** For a fair lock who waits, and for a reader the lease of the others. */
Result<bool> RedissonTicket::lookAround(SteadyTime deadline)
{
    if (!m_seen.lock)
        return false;
    m_around = {};
    m_around.fieldCount = m_seen.reading.length;
    if (m_aim.kind == ReleaseAim::Kind::Single) {
        auto heads = m_looker->queueHeads(request().name, deadline);
        if (!heads)
            return passOn(heads);
        m_aim.queueOpen = heads->has_value();
        m_around.queueHeads = std::move(*heads).value_or(std::vector<QByteArray>());
    } else if (m_aim.kind == ReleaseAim::Kind::OneReader) {
        const auto lease = m_looker->othersLease(m_seen, m_aim.owner(), deadline);
        if (!lease)
            return passOn(lease);
        m_around.othersLeaseMs = *lease;
    }
    return true;
}

void RedissonTicket::warn(const LockRecord &lock)
{
    if (m_aim.kind == ReleaseAim::Kind::AllReaders) {
        const qsizetype named = std::min(lock.holders.size(), lossesNamed);
        for (qsizetype i = 0; i < named; ++i)
            m_preview.losses.append(Words::tr("Reader %1").arg(lock.holders[i].label));
        if (named < lock.holders.size())
            m_preview.losses.append(
                Words::tr("%1 further readers").arg(lock.holders.size() - named));
    } else if (m_aim.holdCount() != "1") {
        m_preview.losses.append(
            Words::tr("A hold count of %1").arg(QString::fromLatin1(m_aim.holdCount())));
    }
    if (m_aim.kind == ReleaseAim::Kind::Single && !m_aim.queueOpen)
        m_preview.warnings.append(
            Words::tr("The queue of a fair lock is closed to this account: should there be "
                      "one, who is next in it is not woken and sleeps on until its turn."));
    if (!lock.lease.hasExpiry)
        m_preview.warnings.append(
            Words::tr("It has no expiry, which Redisson itself always sets: those who wait "
                      "sleep until they are woken."));
}

RedisTicket::Guard RedissonTicket::guardFor(bool withLease) const
{
    if (withLease && !(mayRunScripts() && tellsExactExpiry()))
        return Guard::KeptWatch;
    return mayRunScripts() ? Guard::Script : Guard::FreshWatch;
}

RedisCommand RedissonTicket::script(bool withLease) const
{
    return redisson::releaseScript(m_aim, withLease);
}

QString RedissonTicket::scriptText(bool withLease) const
{
    return redisson::scriptText(script(withLease));
}

RedisTransaction RedissonTicket::transaction() const
{
    return redisson::releaseTransaction(m_aim, m_around);
}

/** Of a fair lock each waiter has a channel of its own, and another may be next by then. */
RedisRights RedissonTicket::rights() const
{
    RedisRights rights = RedisTicket::rights();
    const QByteArray channel = aclPattern(m_aim.channel());
    rights.channels = {m_around.queueHeads.empty() ? channel : channel + '*'};
    return rights;
}

QString RedissonTicket::releasedText() const
{
    const QString lock = literalText(request().name);
    const QString &backend = context().backend.name;
    switch (m_aim.kind) {
    case ReleaseAim::Kind::OneReader:
        return Words::tr("The reader of %1 on %2 was released.").arg(lock, backend);
    case ReleaseAim::Kind::AllReaders:
        return Words::tr("All readers of %1 on %2 were evicted.").arg(lock, backend);
    case ReleaseAim::Kind::Single:
    case ReleaseAim::Kind::Writer: break;
    }
    return RedisTicket::releasedText();
}

} // namespace lockmaster
