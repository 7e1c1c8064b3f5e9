// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonformat.h"

#include "core/systems/redisson/redissontext.h"
#include "core/systems/redisson/sidekeys.h"

#include <QCoreApplication>
#include <QCryptographicHash>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** An answer older than this is no answer any more. */
constexpr auto waitersHold = 10s;

/** Who holds it, without the counts: re-entering is no other instance to a watchdog. */
QByteArray instanceOf(const LockRecord &lock)
{
    QByteArray all;
    for (const Holder &holder : lock.holders)
        all += holder.raw + '\n';
    return all;
}

/** A multi-lock's owner may hold other values than at the last look. */
QByteArray valuesDigest(const RedissonShape &shape)
{
    if (shape.values.empty() || shape.cut)
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const RedissonShape::Value &value : shape.values) {
        hash.addData(value.name);
        hash.addData(QByteArrayView("\n"));
    }
    return hash.result();
}

/** Fair and fenced locks are plain ones with something beside them. */
QString variantOf(const RememberedLock &known)
{
    const bool single = known.kind == RedissonShape::Kind::Single;
    if (single && known.fair)
        return QStringLiteral("fair");
    if (single && known.fenced.value_or(false))
        return QStringLiteral("fenced");
    return redissonVariant(known.kind);
}

void addWhatIsKnown(LockRecord &lock, const RememberedLock &known)
{
    Attributes lines = *lock.attributes;
    for (const QByteArray &reader : known.readersGone)
        lines.push_back({Attribute::Group::Owner,
                         QCoreApplication::translate("lockmaster", "Reader without a lease"),
                         redissonLabel(reader)});
    lines.insert(lines.end(), known.queue.begin(), known.queue.end());
    lock.attributes = std::make_shared<const Attributes>(std::move(lines));
}

} // namespace

RedissonFormat::RedissonFormat() : m_records(QStringLiteral("redisson")) {}

QString RedissonFormat::system() const
{
    return QStringLiteral("redisson");
}

bool RedissonFormat::hides(const QByteArray &key) const
{
    return redisson::isSideKey(key);
}

std::optional<LockRecord> RedissonFormat::decode(const KeyReading &key,
                                                 const RedisReadContext &context)
{
    const auto shape = redissonShape(key);
    if (!shape)
        return std::nullopt;
    LockRecord lock = m_records.make(key, context);
    lock.holders = redissonHolders(*shape);
    lock.session = valuesDigest(*shape);
    lock.variant = redissonVariant(shape->kind);

    RememberedLock *known =
        m_memory.note(key.key, instanceOf(lock), shape->kind, context.clock.local);
    Attributes lines = redissonAttributes(*shape, key);
    if (known) {
        if (const auto ttl = ttlOf(key, context))
            known->lease.look(key.storedExpiryMs, *ttl, lock.holdCount());
        lock.variant = variantOf(*known);
        lock.lease.granted = known->lease.granted();
    }
    lines.push_back(renewalLine(known ? &known->lease : nullptr, lock.lease.hasExpiry));
    lock.attributes = std::make_shared<const Attributes>(std::move(lines));
    return lock;
}

std::vector<RedisCommand> RedissonFormat::questions(const std::vector<LockRecord *> &locks)
{
    std::vector<RedissonInquiry::Subject> subjects;
    subjects.reserve(locks.size());
    for (const LockRecord *lock : locks) {
        if (RememberedLock *known = m_memory.find(lock->id.name))
            subjects.push_back({lock, known});
    }
    return m_inquiry.ask(std::move(subjects));
}

void RedissonFormat::answer(const std::vector<LockRecord *> &locks,
                            const std::vector<RedisReply> &replies, const RedisReadContext &context,
                            Observation &observation)
{
    const SteadyTime now = context.clock.local;
    m_inquiry.answered(replies, now);
    for (LockRecord *lock : locks) {
        const RememberedLock *known = m_memory.find(lock->id.name);
        if (!known)
            continue;
        lock->variant = variantOf(*known);
        if (known->waitersAt != SteadyTime{} && now - known->waitersAt < waitersHold)
            lock->waiters = known->waiters;
        if (!known->queue.empty() || !known->readersGone.empty())
            addWhatIsKnown(*lock, *known);
    }
    for (Error &problem : m_inquiry.problems())
        observation.problems.push_back(std::move(problem));
}

std::vector<RedisFormat::Probe> RedissonFormat::probes() const
{
    return {
        {QStringLiteral("redisson.waiters"),
         QCoreApplication::translate("lockmaster", "Waiters of Redisson locks"),
         {"PUBSUB", "NUMSUB", redisson::lockChannel("lockmaster")},
         QCoreApplication::translate("lockmaster", "Allow +pubsub|numsub for this user.")},
        {QStringLiteral("redisson.fair"),
         QCoreApplication::translate("lockmaster", "Queues of fair Redisson locks"),
         {"LRANGE", redisson::fairQueue("lockmaster"), "0", "0"},
         QCoreApplication::translate("lockmaster",
                                     "Allow +llen +lrange +zrange on redisson_lock_* keys for this "
                                     "user.")},
        {QStringLiteral("redisson.fenced"),
         QCoreApplication::translate("lockmaster", "Fencing tokens of Redisson locks"),
         {"EXISTS", redisson::fenceToken("lockmaster")},
         QCoreApplication::translate("lockmaster",
                                     "Allow +exists on redisson_lock_token:* for this user.")},
    };
}

} // namespace lockmaster
