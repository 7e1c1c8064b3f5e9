// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/releaselook.h"

#include "core/systems/redisson/redissonshape.h"
#include "core/systems/redisson/sidekeys.h"
#include "core/systems/contract/textshapes.h"
#include "core/redis/redisconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 entriesOfAReader = 64;

/** The server's clock in ms; none where it may not be asked. */
std::optional<qint64> millisOf(const RedisReply &time)
{
    if (!time.isArray() || time.elements.size() != 2)
        return std::nullopt;
    const auto seconds = plainInteger(time.elements[0].text);
    const auto micros = plainInteger(time.elements[1].text);
    constexpr qint64 latestSecond = 253'402'300'799;
    if (!seconds || !micros || *seconds > latestSecond)
        return std::nullopt;
    return *seconds * 1000 + *micros / 1000;
}

/** Until when each one queues; scores beyond exact integers are no times. */
std::optional<qint64> queuedUntil(const RedisReply &times, const QByteArray &owner)
{
    for (size_t i = 0; i + 1 < times.elements.size(); i += 2) {
        if (times.elements[i].text == owner)
            return plainInteger(times.elements[i + 1].text);
    }
    return std::nullopt;
}

} // namespace

RedissonLooker::RedissonLooker(const BackendSpec &backend, RedisConnection &connection,
                               const Clock &clock)
    : m_connection(connection), m_key(backend, connection, clock)
{
}

Result<RedissonLook> RedissonLooker::look(const QByteArray &name, qint64 seenExpiryMs,
                                          SteadyTime deadline)
{
    auto read = m_key.read(name, seenExpiryMs, deadline);
    if (!read)
        return passOn(read);
    RedissonLook seen;
    seen.there = read->there();
    seen.exactExpiry = m_key.tellsExactExpiry();
    seen.clock = read->context.clock;
    if (!read->reading)
        return seen;
    seen.reading = std::move(*read->reading);
    seen.cut = seen.reading.length > qint64(seen.reading.fields.size());
    seen.lock = m_format.decode(seen.reading, read->context);
    if (const auto asked = askAround(seen, read->context, deadline); !asked)
        return passOn(asked);
    return seen;
}

/** Waiters, queue, token: as a poll asks. What is denied stays unknown. */
Result<void> RedissonLooker::askAround(RedissonLook &seen, const RedisReadContext &context,
                                       SteadyTime deadline)
{
    if (!seen.lock)
        return {};
    const std::vector<LockRecord *> locks = {&*seen.lock};
    const auto replies = m_connection.pipeline(m_format.questions(locks), deadline);
    if (!replies)
        return passOn(replies);
    Observation problems;
    m_format.answer(locks, *replies, context, problems);
    return {};
}

Result<std::optional<std::vector<QByteArray>>> RedissonLooker::queueHeads(const QByteArray &name,
                                                                          SteadyTime deadline)
{
    const QByteArray last = QByteArray::number(redisson::placesLookedAt - 1);
    const auto replies =
        m_connection.pipeline({{"TIME"},
                               {"LRANGE", redisson::fairQueue(name), "0", last},
                               {"ZRANGE", redisson::fairTimeouts(name), "0", "1023", "WITHSCORES"}},
                              deadline);
    if (!replies)
        return passOn(replies);
    const RedisReply &queue = (*replies)[1];
    if (queue.isError() && !queue.text.startsWith("WRONGTYPE"))
        return std::optional<std::vector<QByteArray>>();
    const auto now = millisOf((*replies)[0]);
    std::vector<QByteArray> heads;
    for (const RedisReply &waiter : queue.elements) {
        heads.push_back(waiter.text);
        const auto until = queuedUntil((*replies)[2], waiter.text);
        if (now && !(until && *until <= *now))
            break; // whoever is behind one that is alive is not next
    }
    return std::optional(std::move(heads));
}

Result<std::vector<qint64>> RedissonLooker::entryExpiries(const QByteArray &name,
                                                          const QByteArray &reader, qint64 entries,
                                                          SteadyTime deadline)
{
    std::vector<RedisCommand> commands;
    for (qint64 entry = 1; entry <= entries; ++entry)
        commands.push_back({"PEXPIRETIME", redisson::readerTimeout(name, reader, entry)});
    commands.push_back({"PEXPIRETIME", name});
    const auto replies = m_connection.pipeline(commands, deadline);
    if (!replies)
        return passOn(replies);
    std::vector<qint64> expiries;
    for (const RedisReply &reply : *replies) {
        if (reply.isError())
            return tl::make_unexpected(errorOfReply(reply, QStringLiteral("PEXPIRETIME")));
        expiries.push_back(reply.integer);
    }
    return expiries;
}

Result<qint64> RedissonLooker::othersLease(const RedissonLook &seen, const QByteArray &reader,
                                           SteadyTime deadline)
{
    std::vector<RedisCommand> commands;
    if (seen.cut)
        return 0;
    for (const Holder &other : seen.lock->holders) {
        if (other.raw == reader)
            continue;
        for (qint64 entry = 1; entry <= std::min(other.holdCount, entriesOfAReader); ++entry)
            commands.push_back(
                {"PTTL", redisson::readerTimeout(seen.lock->id.name, other.raw, entry)});
    }
    const auto replies = m_connection.pipeline(commands, deadline);
    if (!replies)
        return passOn(replies);
    qint64 longest = 0;
    for (const RedisReply &reply : *replies)
        longest = std::max(longest, reply.integer);
    return longest;
}

} // namespace lockmaster
