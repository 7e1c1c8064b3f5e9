// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/acquirescript.h"

#include "core/systems/redisson/releasescript.h"
#include "core/systems/redisson/sidekeys.h"

namespace lockmaster::redisson {

namespace {

// KEYS: 1 lock, and for fair locks 2 queue, 3 until when each one queues. ARGV: 1 lease, 2 field,
// 3 channel, 4 wait, 5 places looked at, 6 grace, 7 what readers' timeout keys begin with.

// To let a key that is not there expire changes nothing, and fails where the right is missing.
constexpr char begin[] = R"(local kind = redis.call('type', KEYS[1]).ok
if kind ~= 'none' and kind ~= 'hash' then return 'other' end
if kind == 'none' then redis.call('pexpire', KEYS[1], ARGV[1]) end
)";

constexpr char enterAgain[] =
    R"(if kind == 'hash' and redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    return 'ours'
end
)";

constexpr char tryPlain[] = R"(if kind == 'none' then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 'ours'
end
return redis.call('pttl', KEYS[1]))";

// Whoever enters takes its own wait off the others' times, which were reckoned with it.
constexpr char tryFair[] = R"(local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = tonumber(ARGV[4])
local head = redis.call('lindex', KEYS[2], 0)
while head do
    local untilMs = tonumber(redis.call('zscore', KEYS[3], head))
    if not untilMs or untilMs + ARGV[6] > now then break end
    redis.call('lpop', KEYS[2])
    redis.call('zrem', KEYS[3], head)
    head = redis.call('lindex', KEYS[2], 0)
end
if kind == 'none' and (not head or head == ARGV[2]) then
    if head then redis.call('lpop', KEYS[2]) end
    redis.call('zrem', KEYS[3], ARGV[2])
    if head then
        for _, waiter in ipairs(redis.call('zrange', KEYS[3], 0, -1)) do
            redis.call('zincrby', KEYS[3], -wait, waiter)
        end
    end
    redis.call('hset', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 'ours'
end
if wait == 0 then return redis.call('pttl', KEYS[1]) end
local place = redis.call('zscore', KEYS[3], ARGV[2])
if place then return place - wait - now end
local last = redis.call('lindex', KEYS[2], -1)
local left = last and tonumber(redis.call('zscore', KEYS[3], last))
left = left and left - now or redis.call('pttl', KEYS[1])
redis.call('zadd', KEYS[3], math.max(left, 0) + wait + now, ARGV[2])
redis.call('rpush', KEYS[2], ARGV[2])
return left)";

constexpr char tryRead[] = R"(local mode = kind == 'hash' and redis.call('hget', KEYS[1], 'mode')
if kind == 'none' or mode == 'read'
        or mode == 'write' and redis.call('hexists', KEYS[1], ARGV[2] .. ':write') == 1 then
    local count = (tonumber(redis.call('hget', KEYS[1], ARGV[2])) or 0) + 1
    redis.call('set', ARGV[7] .. ARGV[2] .. ':rwlock_timeout:' .. count, 1, 'px', ARGV[1])
    redis.call('hset', KEYS[1], 'mode', mode or 'read', ARGV[2], count)
    redis.call('pexpire', KEYS[1], math.max(redis.call('pttl', KEYS[1]), tonumber(ARGV[1])))
    return 'ours'
end
return redis.call('pttl', KEYS[1]))";

// A writer that enters again adds its lease to what is left, as the library does.
constexpr char tryWrite[] = R"(if kind == 'none' then
    redis.call('hset', KEYS[1], 'mode', 'write', ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 'ours'
end
if redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('pexpire', KEYS[1], redis.call('pttl', KEYS[1]) + ARGV[1])
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    return 'ours'
end
return redis.call('pttl', KEYS[1]))";

constexpr char isOurs[] = R"(if redis.call('type', KEYS[1]).ok ~= 'hash' then return 0 end
local count = tonumber(redis.call('hget', KEYS[1], ARGV[2]))
if not count then return 0 end
)";

constexpr char renew[] = R"(redis.call('pexpire', KEYS[1], ARGV[1])
return 1)";

constexpr char renewRead[] = R"(for entry = 1, math.min(count, 1000) do
    redis.call('set', ARGV[7] .. ARGV[2] .. ':rwlock_timeout:' .. entry, 1, 'px', ARGV[1])
end
redis.call('pexpire', KEYS[1], math.max(redis.call('pttl', KEYS[1]), tonumber(ARGV[1])))
return 1)";

constexpr char leaveLevel[] = R"(if count > 1 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    redis.call('hincrby', KEYS[1], ARGV[2], -1)
    return 1
end
)";

// Should the channel be closed to us, those who wait sleep a while longer; the lock goes anyway.
constexpr char unlock[] = R"(redis.pcall('publish', ARGV[3], '0')
redis.call('del', KEYS[1])
return 1)";

// What it was taken with comes last: a right that is missing then shows before anything is written.
constexpr char unlockWrite[] = R"(if redis.call('hlen', KEYS[1]) == 2 then
    redis.pcall('publish', ARGV[3], '1')
    redis.call('del', KEYS[1])
else
    redis.call('hdel', KEYS[1], ARGV[2])
    redis.call('hset', KEYS[1], 'mode', 'read')
end
return 1)";

// All is read before anything is written, and only the first write may fail. Where the other
// readers may not be looked at, the key keeps its expiry, which is theirs at least.
constexpr char unlockRead[] =
    R"(local mine = ARGV[7] .. ARGV[2] .. ':rwlock_timeout:' .. string.format('%.0f', count)
local mode = redis.call('hget', KEYS[1], 'mode')
local last = count == 1 and redis.call('hlen', KEYS[1]) == 2
local longest, asked = 0, 0
local left = last and {} or redis.pcall('hgetall', KEYS[1])
local known = not left.err
for i = 1, #left, 2 do
    local entries = tonumber(left[i + 1]) or 0
    if left[i] == ARGV[2] then entries = entries - 1 end
    for entry = entries, 1, -1 do
        asked = asked + 1
        known = asked <= 5000
        if not known then break end
        local ms = redis.pcall('pttl', ARGV[7] .. left[i] .. ':rwlock_timeout:' .. entry)
        longest = math.max(longest, tonumber(ms) or 0)
    end
    if not known then break end
end
if last or known and longest == 0 and mode == 'read' then
    redis.pcall('publish', ARGV[3], '0')
    redis.call('del', KEYS[1])
elseif count > 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], -1)
else
    redis.call('hdel', KEYS[1], ARGV[2])
end
redis.pcall('del', mine)
if known and longest > 0 then redis.pcall('pexpire', KEYS[1], longest) end
return 1)";

constexpr char leaveQueue[] = R"(local behind = false
for _, waiter in ipairs(redis.call('lrange', KEYS[2], 0, -1)) do
    if behind and waiter ~= ARGV[2] then
        redis.call('zincrby', KEYS[3], -tonumber(ARGV[4]), waiter)
    end
    behind = behind or waiter == ARGV[2]
end
redis.call('zrem', KEYS[3], ARGV[2])
redis.call('lrem', KEYS[2], 0, ARGV[2])
if redis.call('exists', KEYS[1]) == 0 then
    local head = redis.call('lindex', KEYS[2], 0)
    if head then redis.pcall('publish', ARGV[3] .. ':' .. head, '0') end
end
return 1)";

QByteArray millis(Millis time)
{
    return QByteArray::number(qint64(time.count()));
}

QByteArray baseChannel(const Taker &taker)
{
    const bool readWrite = taker.variant == Variant::Read || taker.variant == Variant::Write;
    return readWrite ? readWriteChannel(taker.name) : lockChannel(taker.name);
}

RedisCommand evalCommand(const QByteArray &script, const Taker &taker, Millis wait)
{
    RedisCommand command = {"EVAL", script};
    if (taker.variant == Variant::Fair)
        command.insert(command.end(),
                       {"3", taker.name, fairQueue(taker.name), fairTimeouts(taker.name)});
    else
        command.insert(command.end(), {"1", taker.name});
    command.insert(command.end(),
                   {millis(taker.lease), taker.field(), baseChannel(taker), millis(wait),
                    QByteArray::number(placesLookedAt), QByteArray::number(queueGraceMs),
                    readerTimeoutPrefix(taker.name)});
    return command;
}

} // namespace

std::optional<Variant> variantOf(const QString &word)
{
    if (word == QLatin1StringView("plain"))
        return Variant::Plain;
    if (word == QLatin1StringView("fair"))
        return Variant::Fair;
    if (word == QLatin1StringView("read"))
        return Variant::Read;
    if (word == QLatin1StringView("write"))
        return Variant::Write;
    return std::nullopt;
}

QByteArray Taker::field() const
{
    return variant == Variant::Write ? owner + ":write" : owner;
}

QByteArray Taker::channel() const
{
    const QByteArray base = baseChannel(*this);
    return variant == Variant::Fair ? base + ':' + owner : base;
}

RedisCommand tryCommand(const Taker &taker, Millis wait)
{
    const QByteArray start = begin;
    switch (taker.variant) {
    case Variant::Plain: return evalCommand(start + enterAgain + tryPlain, taker, wait);
    case Variant::Fair: return evalCommand(start + enterAgain + tryFair, taker, wait);
    case Variant::Read: return evalCommand(start + tryRead, taker, wait);
    case Variant::Write: return evalCommand(start + tryWrite, taker, wait);
    }
    Q_UNREACHABLE();
}

RedisCommand renewCommand(const Taker &taker)
{
    const bool read = taker.variant == Variant::Read;
    return evalCommand(QByteArray(isOurs) + (read ? renewRead : renew), taker, Millis(0));
}

RedisCommand unlockCommand(const Taker &taker)
{
    const QByteArray start = isOurs;
    switch (taker.variant) {
    case Variant::Plain: return evalCommand(start + leaveLevel + unlock, taker, Millis(0));
    case Variant::Fair:
        return evalCommand(start + leaveLevel + wakeQueueScript() + unlock, taker, Millis(0));
    case Variant::Read: return evalCommand(start + unlockRead, taker, Millis(0));
    case Variant::Write: return evalCommand(start + leaveLevel + unlockWrite, taker, Millis(0));
    }
    Q_UNREACHABLE();
}

RedisCommand leaveCommand(const Taker &taker, Millis wait)
{
    return evalCommand(leaveQueue, taker, wait);
}

} // namespace lockmaster::redisson
