// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisserverclock.h"

#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisinfo.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

// Clocks count in 64-bit nanoseconds: an expiry further away is as good as this one.
constexpr Millis longestTtl = std::chrono::hours(24 * 365 * 100);

Micros ttlOfMillis(qint64 millis)
{
    return std::min(Millis(millis), longestTtl);
}

Error noClock(bool info, const QString &user)
{
    return {ErrorKind::Denied, 0,
            info ? Words::tr("TIME is denied to this account: the server's clock "
                             "is taken from INFO.")
                 : Words::tr("TIME is denied to this account: expiry times are "
                             "by this machine's clock."),
            aclStatement(user, {"+time"})};
}

Error noExpiry(const RedisReply &relative, const RedisReply &absolute, const QString &user)
{
    Error error = errorOfReply(relative, QStringLiteral("PTTL"));
    error.remedy = aclStatement(user, expiryRules(absolute));
    return error;
}

bool isCommandRefused(const RedisReply &reply)
{
    return reply.isError()
           && (reply.text.contains("unknown command") || reply.text.contains("run the"));
}

} // namespace

QByteArrayList expiryRules(const RedisReply &absolute)
{
    // Before Redis 7 the server does not know it, and refuses a rule about it.
    const bool unknown = absolute.isError() && absolute.text.contains("unknown command");
    return unknown ? QByteArrayList{"+pttl"} : QByteArrayList{"+pttl", "+pexpiretime"};
}

Result<std::vector<RedisReply>>
askInParts(RedisClient &client, const std::vector<RedisCommand> &commands, SteadyTime deadline)
{
    constexpr size_t atOnce = 1000;
    std::vector<RedisReply> replies;
    replies.reserve(commands.size());
    for (size_t at = 0; at < commands.size(); at += atOnce) {
        const auto begin = commands.begin() + static_cast<std::ptrdiff_t>(at);
        const auto size = std::min(atOnce, commands.size() - at);
        auto some = client.pipeline({begin, begin + static_cast<std::ptrdiff_t>(size)}, deadline);
        if (!some)
            return some;
        std::move(some->begin(), some->end(), std::back_inserter(replies));
    }
    return replies;
}

Result<RedisTimeRights> probeTimeRights(RedisClient &client, SteadyTime deadline)
{
    const QByteArray anyKey = client.anyKey();
    const auto replies = client.pipeline(
        {{"TIME"}, {"INFO", "server"}, {"PEXPIRETIME", anyKey}, {"PTTL", anyKey}}, deadline);
    if (!replies)
        return passOn(replies);
    // What is not served now says nothing of rights; that another node has the key does.
    for (const RedisReply &reply : *replies) {
        if (reply.isError() && isNotNow(reply) && !isElsewhere(reply))
            return tl::make_unexpected(errorOfReply(reply, QStringLiteral("TIME")));
    }
    RedisTimeRights rights;
    rights.time = serverTimeOf((*replies)[0]).has_value();
    rights.info = serverTimeOf((*replies)[1]).has_value();
    rights.expiry.absolute = !isCommandRefused((*replies)[2]);
    // Absolute ends need a clock to be read on; without a sure one both are asked for.
    rights.expiry.relative =
        !isCommandRefused((*replies)[3]) && !(rights.expiry.absolute && rights.time);
    if (rights.expiry.commands() == 0)
        rights.problems.push_back(noExpiry((*replies)[3], (*replies)[2], client.user()));
    if (!rights.time)
        rights.problems.push_back(noClock(rights.info, client.user()));
    return rights;
}

std::optional<RedisCommand> clockCommand(const RedisTimeRights &rights)
{
    if (rights.time)
        return RedisCommand{"TIME"};
    if (rights.info)
        return RedisCommand{"INFO", "server"};
    return std::nullopt;
}

void settleExpiry(KeyAnswer &answer, const ExpiryDialect &dialect, const ClockReading &clock,
                  const RoundTrip &trip, qint64 seenMs)
{
    KeyReading &reading = answer.reading;
    const SteadyTime middle = trip.asked + (trip.answered - trip.asked) / 2;
    reading.expiryExact = dialect.absolute;
    if (dialect.relative && answer.relativeMs >= 0) {
        reading.deadline = middle + ttlOfMillis(answer.relativeMs);
        reading.expiresAt = clock.serverAt(*reading.deadline);
    }
    if (dialect.absolute && answer.absoluteMs >= 0) {
        reading.storedExpiryMs = answer.absoluteMs;
        const auto now = std::chrono::floor<Millis>(clock.serverAt(middle)).time_since_epoch();
        reading.expiresAt = ServerTime(std::min(Millis(answer.absoluteMs), now + longestTtl));
        if (!reading.deadline)
            reading.deadline = clock.localAt(*reading.expiresAt);
        return;
    }
    if (!reading.expiresAt)
        return;
    // Derived anew each time, it would jitter with the network and look like a renewal.
    reading.storedExpiryMs =
        std::chrono::round<Millis>(reading.expiresAt->time_since_epoch()).count();
    const Millis tolerance = 20ms + std::chrono::ceil<Millis>(trip.answered - trip.asked)
                             + std::chrono::ceil<Millis>(clock.uncertainty);
    if (seenMs >= 0 && std::abs(seenMs - reading.storedExpiryMs) <= tolerance.count()) {
        reading.storedExpiryMs = seenMs;
        reading.expiresAt = ServerTime(Millis(seenMs));
    }
}

} // namespace lockmaster
