// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisonekey.h"

#include "core/redis/keyspace/keyspaceproblems.h"
#include "core/domain/redisglob.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisinfo.h"

#include <QCborArray>
#include <QCborValue>

#include <algorithm>
#include <utility>

namespace lockmaster {

RedisOneKey::RedisOneKey(const BackendSpec &backend, RedisConnection &connection,
                         const Clock &clock)
    : RedisOneKey(backend, connection, connection.server().version, clock)
{
}

RedisOneKey::RedisOneKey(const BackendSpec &backend, RedisClient &client, int version,
                         const Clock &clock)
    : m_patterns(backend.patterns), m_client(client), m_clock(clock)
{
    m_context.backend = backend.name;
    m_context.source = QStringLiteral("db %1").arg(backend.redisDatabase);
    m_context.version = version;
}

Result<RedisKeyLook> RedisOneKey::read(const QByteArray &key, qint64 seenExpiryMs,
                                       SteadyTime deadline)
{
    if (!m_rights) {
        auto rights = probeTimeRights(m_client, deadline);
        if (!rights)
            return passOn(rights);
        // Without a way to see a key's end there is no way to see whether it is there.
        if (rights->expiry.commands() == 0)
            return tl::make_unexpected(rights->problems.front());
        m_rights = std::move(*rights);
    }
    KeyJob job;
    job.key = key;
    job.known = true; // somebody saw a lock in it: it is read however many fields it has
    RedisKeyLook look;
    for (;;) {
        const auto more = step(job, look, seenExpiryMs, deadline);
        if (!more)
            return passOn(more);
        if (!*more)
            return look;
    }
}

Result<bool> RedisOneKey::step(KeyJob &job, RedisKeyLook &look, qint64 seenExpiryMs,
                               SteadyTime deadline)
{
    RedisRequest request;
    const auto clock = clockCommand(*m_rights);
    if (clock)
        request.add(*clock);
    const auto own = static_cast<size_t>(appendKeyCommands(job, m_rights->expiry, request));
    RoundTrip trip;
    trip.asked = m_clock.now();
    auto replies = m_client.ask(request, deadline);
    trip.answered = m_clock.now();
    if (!replies)
        return passOn(replies);

    look.context = m_context;
    look.context.clock = {m_clock.wallNow(), trip.answered, {}};
    if (clock) {
        if (const auto told = clockOf(replies->front(), trip.asked, trip.answered))
            look.context.clock = *told;
    }
    const auto answers = std::span(*replies).last(own);
    if (job.step == KeyJob::Step::Type && !answers.front().isError()
        && answers.front().text != "none")
        look.type = answers.front().text;

    auto outcome =
        understandKey(job, m_rights->expiry, answers, [](const QByteArray &) { return true; });
    if (const auto *again = std::get_if<KeyAgain>(&outcome)) {
        job.step = again->step;
        ++job.tries;
        return true;
    }
    if (const auto *refused = std::get_if<KeyRefused>(&outcome))
        return tl::make_unexpected(refused->error);
    if (std::holds_alternative<KeyUnsettled>(outcome))
        return tl::make_unexpected(restlessLockProblem());
    if (std::holds_alternative<KeyGone>(outcome))
        look.type.clear();
    if (auto *answer = std::get_if<KeyAnswer>(&outcome)) {
        settleExpiry(*answer, m_rights->expiry, look.context.clock, trip, seenExpiryMs);
        const auto pattern =
            std::find_if(m_patterns.begin(), m_patterns.end(), [&job](const QByteArray &glob) {
                return redisGlobMatches(glob, job.key);
            });
        if (pattern != m_patterns.end())
            answer->reading.pattern = *pattern;
        look.reading = std::move(answer->reading);
    }
    return false;
}

qint64 storedExpiryOf(const Witness &witness)
{
    const QCborArray lease = QCborValue::fromCbor(witness.lease).toArray();
    return lease.size() == 2 && lease.at(0).toBool() ? lease.at(1).toInteger(-1) : -1;
}

} // namespace lockmaster
