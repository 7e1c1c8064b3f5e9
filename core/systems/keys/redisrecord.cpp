// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisrecord.h"
#include "core/text/words.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <charconv>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto sweepEvery = 30s;
constexpr auto forgetAfter = 3min; ///< three of the longest poll periods
/** Where it is full, that no key was seen twice so far means that none is worth its place. */
constexpr SteadyTime::duration fullForgetsAfter = 10s;
constexpr auto makeRoomEvery = 1s;

Lease leaseOf(const KeyReading &key, const RedisReadContext &context)
{
    Lease lease;
    lease.hasExpiry = key.storedExpiryMs != -1 || key.expiresAt.has_value();
    lease.stored = key.storedExpiryMs;
    if (key.expiresAt && key.deadline) {
        lease.expiresAt = key.expiresAt;
        lease.deadline = *key.deadline;
        lease.precision = key.expiryExact ? Micros(0) : context.clock.uncertainty;
    }
    return lease;
}

/** Whether both tell of one state of one key; when it was looked at is another matter. */
bool sameReading(const KeyReading &a, const KeyReading &b)
{
    return a.storedExpiryMs == b.storedExpiryMs && a.expiryExact == b.expiryExact
           && a.length == b.length && a.expiresAt.has_value() == b.expiresAt.has_value()
           && a.type == b.type && a.value == b.value && a.fields == b.fields
           && a.pattern == b.pattern;
}

} // namespace

RedisWords::RedisWords()
    : type(Words::tr("Type")), value(Words::tr("Value")), expiry(Words::tr("Expiry as stored")),
      noExpiry(Words::tr("none (PTTL -1)")), derivedExpiry(Words::tr("known from PTTL only"))
{
    const QString exact = Words::tr("%1 (PEXPIRETIME)");
    const qsizetype number = exact.indexOf(QStringLiteral("%1"));
    beforeExpiry = exact.left(number);
    afterExpiry = number < 0 ? QString() : exact.mid(number + 2);
}

LockRecord RedisRecordMaker::make(const KeyReading &key, const RedisReadContext &context)
{
    if (!m_source || m_source->backend != context.backend || m_source->name != context.source)
        m_source = std::make_shared<const SourceId>(
            SourceId{context.backend, m_system, context.source, m_format});

    LockRecord record;
    record.id = {m_source, key.key};
    record.state = LockState::Held;
    record.pattern = key.pattern;
    record.lease = leaseOf(key, context);
    return record;
}

// Made where it is returned: records are large to move about, and this is done for nearly all of
// them.
std::optional<LockRecord> RedisRecordMaker::renewed(const LockRecord &before, const KeyReading &key,
                                                    const RedisReadContext &context)
{
    std::optional<LockRecord> record(before);
    record->lease = leaseOf(key, context);
    return record;
}

const LockRecord *RedisRecordCache::find(const KeyReading &key, const RedisReadContext &context)
{
    forgetUnseen(context.clock.local);
    Entry *const entry = m_entries.find(key.key);
    if (!entry)
        return nullptr;
    const SourceId &source = *entry->record.id.source;
    if (!sameReading(entry->reading, key) || source.backend != context.backend
        || source.name != context.source)
        return nullptr;
    m_between = std::max(m_between, context.clock.local - entry->seenAt);
    entry->seenAt = context.clock.local;
    return &entry->record;
}

void RedisRecordCache::keep(const KeyReading &key, const LockRecord &record,
                            const RedisReadContext &context)
{
    if (Entry *const entry = m_entries.find(key.key))
        *entry = {key, record, context.clock.local};
    // A single look has no use for it.
    else if (key.known && (isRoom() || makeRoom(context.clock.local)))
        m_entries.add(key.key, {key, record, context.clock.local});
}

void RedisRecordCache::forgetUnseen(SteadyTime now)
{
    if (now - m_sweptAt >= sweepEvery)
        sweep(now, forgetAfter);
}

/** Names that are new for each job fill it in no time: those that two looks did not show go. */
bool RedisRecordCache::makeRoom(SteadyTime now)
{
    if (now - m_sweptAt < makeRoomEvery)
        return false;
    const bool isKnown = m_between > SteadyTime::duration::zero();
    sweep(now,
          isKnown ? std::min<SteadyTime::duration>(2 * m_between, forgetAfter) : fullForgetsAfter);
    return isRoom();
}

void RedisRecordCache::sweep(SteadyTime now, SteadyTime::duration unseenFor)
{
    m_sweptAt = now;
    m_entries.sweep(
        [now, unseenFor](const Entry &entry) { return now - entry.seenAt > unseenFor; });
}

std::optional<Micros> ttlOf(const KeyReading &key, const RedisReadContext &context)
{
    if (!key.deadline)
        return std::nullopt;
    return std::chrono::duration_cast<Micros>(*key.deadline - context.clock.local);
}

Attribute storedExpiry(const KeyReading &key, const RedisWords &words)
{
    if (key.storedExpiryMs == -1)
        return {Attribute::Group::Raw, words.expiry, words.noExpiry};
    if (!key.expiryExact)
        return {Attribute::Group::Raw, words.expiry, words.derivedExpiry};
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.begin(), digits.end(), key.storedExpiryMs).ptr;
    QString text;
    text.reserve(words.beforeExpiry.size() + std::ssize(digits) + words.afterExpiry.size());
    text += words.beforeExpiry;
    text += QLatin1StringView(digits.data(), end - digits.data());
    text += words.afterExpiry;
    return {Attribute::Group::Raw, words.expiry, text};
}

} // namespace lockmaster
