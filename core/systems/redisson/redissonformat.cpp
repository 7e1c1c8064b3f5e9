// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonformat.h"

#include "core/systems/redisson/redissontext.h"
#include "core/systems/redisson/sidekeys.h"
#include "core/text/words.h"

#include <QCryptographicHash>

#include <algorithm>
#include <utility>

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

/** What stands beside a lock is Redisson's alone. */
void settle(LockRecord &lock, const RememberedLock &known)
{
    lock.variant = variantOf(known);
    if (known.fair || known.fenced.value_or(false))
        lock.certainty = Certainty::Certain;
}

void addWhatIsKnown(LockRecord &lock, const RememberedLock &known)
{
    Attributes lines = *lock.attributes;
    for (const QByteArray &reader : known.readersGone)
        lines.push_back(
            {Attribute::Group::Owner, Words::tr("Reader without a lease"), redissonLabel(reader)});
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

std::vector<QByteArray> RedissonFormat::locksBeside(const QByteArray &key) const
{
    return redisson::locksBeside(key);
}

std::optional<LockRecord> RedissonFormat::decode(const KeyReading &key,
                                                 const RedisReadContext &context)
{
    auto lock = asBefore(key, context);
    if (!lock)
        lock = decodedAnew(key, context);
    return lock;
}

std::optional<LockRecord> RedissonFormat::decodedAnew(const KeyReading &key,
                                                      const RedisReadContext &context)
{
    const auto shape = redissonShape(key);
    if (!shape)
        return std::nullopt;
    LockRecord lock = m_records.make(key, context);
    lock.holders = redissonHolders(*shape);
    lock.session = valuesDigest(*shape);
    lock.variant = redissonVariant(shape->kind);
    // Redisson always sets an expiry. A field alone may be a cart as well; with a mode, or the
    // three fields of a multi-lock, it is nothing else.
    if (shape->kind == RedissonShape::Kind::Single && !lock.lease.hasExpiry
        && key.pattern.isEmpty())
        lock.certainty = Certainty::Likely;

    RememberedLock *known =
        m_memory.note(key.key, instanceOf(lock), shape->kind, context.clock.local);
    if (known) {
        known->deadline = key.deadline;
        if (const auto ttl = ttlOf(key, context))
            known->lease.look(key.storedExpiryMs, *ttl, lock.holdCount());
        settle(lock, *known);
        lock.lease.granted = known->lease.granted();
    }
    if (context.brief)
        return lock;
    Attributes lines = redissonAttributes(*shape, key, m_words, m_records.words());
    lines.push_back(renewalLine(known ? &known->lease : nullptr, lock.lease.hasExpiry, m_words));
    lock.attributes = std::make_shared<const Attributes>(std::move(lines));
    m_cache.keep(key, lock, context);
    return lock;
}

/** The last record of this key, where neither it nor what its lease does looks different now. */
std::optional<LockRecord> RedissonFormat::asBefore(const KeyReading &key,
                                                   const RedisReadContext &context)
{
    const LockRecord *before = m_cache.find(key, context);
    RememberedLock *known = before ? m_memory.see(key.key, context.clock.local) : nullptr;
    if (!known)
        return std::nullopt;
    known->deadline = key.deadline;
    const LeaseHistory::Kind kind = known->lease.kind();
    if (const auto ttl = ttlOf(key, context))
        known->lease.look(key.storedExpiryMs, *ttl, before->holdCount());
    if (known->lease.kind() != kind)
        return std::nullopt;
    auto lock = RedisRecordMaker::renewed(*before, key, context);
    settle(*lock, *known);
    lock->lease.granted = known->lease.granted();
    return lock;
}

bool RedissonFormat::isShared(const LockRecord &lock) const
{
    using Kind = RedissonShape::Kind;
    return lock.variant == redissonVariant(Kind::Read)
           || lock.variant == redissonVariant(Kind::Multi);
}

std::vector<RedisCommand> RedissonFormat::questions(const std::vector<LockRecord *> &locks)
{
    std::vector<RedissonInquiry::Subject> subjects;
    subjects.reserve(locks.size());
    m_asked.clear();
    for (const LockRecord *lock : locks) {
        RememberedLock *const known = m_asked.emplace_back(m_memory.find(lock->id.name));
        if (known)
            subjects.push_back({lock->id.name, &lock->holders, known});
    }
    return m_inquiry.ask(std::move(subjects));
}

void RedissonFormat::answer(const std::vector<LockRecord *> &locks,
                            const std::vector<RedisReply> &replies, const RedisReadContext &context,
                            Observation &observation)
{
    const SteadyTime now = context.clock.local;
    m_inquiry.answered(replies, now);
    if (m_inquiry.hasMore())
        return;
    for (size_t i = 0; i < std::min(locks.size(), m_asked.size()); ++i) {
        LockRecord *const lock = locks[i];
        const RememberedLock *const known = m_asked[i];
        if (!known)
            continue;
        settle(*lock, *known);
        if (known->waitersAt != SteadyTime{} && now - known->waitersAt < waitersHold)
            lock->waiters = known->waiters;
        if (!context.brief && (!known->queue.empty() || !known->readersGone.empty()))
            addWhatIsKnown(*lock, *known);
    }
    for (Error &problem : m_inquiry.problems())
        observation.problems.push_back(std::move(problem));
}

std::vector<RedisCommand> RedissonFormat::glance(const std::vector<QByteArray> &names,
                                                 SteadyTime now)
{
    m_glanced.clear();
    m_doubtful.clear();
    m_problems = m_inquiry.problems();
    std::vector<RedissonInquiry::Subject> subjects;
    for (const QByteArray &name : names) {
        RememberedLock *known = m_memory.find(name);
        if (!known)
            continue; // nothing is asked about it
        // Readers are asked about by what they are, which is read.
        if (known->kind == RedissonShape::Kind::Read || !known->passTime(now)) {
            m_doubtful.push_back(name);
            continue;
        }
        m_glanced.push_back({name, known, *known});
        subjects.push_back({name, nullptr, known});
    }
    return m_inquiry.ask(std::move(subjects));
}

std::vector<QByteArray> RedissonFormat::doubtful(const std::vector<QByteArray> &,
                                                 const std::vector<RedisReply> &replies,
                                                 SteadyTime now)
{
    m_inquiry.answered(replies, now);
    std::vector<QByteArray> names = std::exchange(m_doubtful, {});
    const std::vector<QByteArray> raised = m_inquiry.leaveRaised();
    names.insert(names.end(), raised.begin(), raised.end());
    const bool otherProblems = m_inquiry.problems() != m_problems;
    for (const Glanced &glanced : std::exchange(m_glanced, {})) {
        if (otherProblems || !glanced.known->hasAnswersOf(glanced.before))
            names.push_back(glanced.name);
    }
    return names;
}

std::vector<RedisFormat::Probe> RedissonFormat::probes() const
{
    return {
        {QStringLiteral("redisson.waiters"),
         Words::tr("Waiters of Redisson locks"),
         {"PUBSUB", "NUMSUB", redisson::lockChannel("lockmaster")},
         {"+pubsub|numsub"},
         {}},
        {QStringLiteral("redisson.fair"),
         Words::tr("Queues of fair Redisson locks"),
         {"LRANGE", redisson::fairQueue("lockmaster"), "0", "0"},
         {"+llen", "+lrange", "+zrange"},
         "redisson_lock_*"},
        {QStringLiteral("redisson.fenced"),
         Words::tr("Fencing tokens of Redisson locks"),
         {"EXISTS", redisson::fenceToken("lockmaster")},
         {"+exists"},
         "redisson_lock_token:*"},
    };
}

} // namespace lockmaster
