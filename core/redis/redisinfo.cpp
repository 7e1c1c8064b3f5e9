// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisinfo.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 microsInSecond = 1'000'000;
constexpr qint64 lastSecond = 253'402'300'799; // the end of the year 9999

/** None for what no clock shows: sums with it would not fit. */
std::optional<ServerTime> plausible(ServerTime time)
{
    if (time < ServerTime{} || time > ServerTime(std::chrono::seconds(lastSecond)))
        return std::nullopt;
    return time;
}

} // namespace

QByteArray infoField(const QByteArray &info, const QByteArray &field)
{
    const QByteArray start = field + ':';
    qsizetype at = info.startsWith(start) ? 0 : info.indexOf('\n' + start);
    if (at < 0)
        return {};
    at = info.indexOf(':', at) + 1;
    qsizetype end = info.indexOf('\r', at);
    if (end < 0)
        end = info.size();
    return info.mid(at, std::min<qsizetype>(end - at, 64));
}

qint64 infoNumber(const QByteArray &info, const QByteArray &field)
{
    bool isNumber = false;
    const qint64 value = infoField(info, field).toLongLong(&isNumber);
    return isNumber ? value : -1;
}

std::optional<ServerTime> serverTimeOf(const RedisReply &reply)
{
    bool secondsOk = false;
    bool microsOk = false;
    if (reply.isArray() && reply.elements.size() == 2) {
        const qint64 seconds = reply.elements[0].text.toLongLong(&secondsOk);
        const qint64 micros = reply.elements[1].text.toLongLong(&microsOk);
        if (!secondsOk || !microsOk || seconds < 0 || seconds > lastSecond || micros < 0
            || micros >= microsInSecond)
            return std::nullopt;
        return ServerTime(std::chrono::seconds(seconds) + Micros(micros));
    }
    // INFO server has it since Redis 6.
    const QByteArray field = "server_time_usec:";
    const qsizetype at = reply.text.indexOf(field);
    if (at < 0)
        return std::nullopt;
    const qsizetype start = at + field.size();
    const qsizetype end = reply.text.indexOf('\r', start);
    const qint64 micros = reply.text.mid(start, end - start).toLongLong(&microsOk);
    return microsOk ? plausible(ServerTime(Micros(micros))) : std::nullopt;
}

std::optional<ClockReading> clockOf(const RedisReply &reply, SteadyTime asked, SteadyTime answered)
{
    const auto server = serverTimeOf(reply);
    if (!server)
        return std::nullopt;
    const auto half = (answered - asked) / 2;
    return ClockReading{*server, asked + half, std::chrono::ceil<Micros>(half)};
}

} // namespace lockmaster
