// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redissonreplay.h"

#include "core/redis/redisconnection.h"

#include <QUuid>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

constexpr auto patience = 60s;

// KEYS: 1 lock, 2 queue, 3 timeouts, 4 channel. ARGV: 1 lease, 2 owner, 3 wait, 4 now, 5 prefix of
// the timeout keys.

constexpr char tryPlain[] = R"(
if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
return redis.call('pttl', KEYS[1]))";

constexpr char unlockPlain[] = R"(
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return nil end
if redis.call('hincrby', KEYS[1], ARGV[2], -1) > 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 0
end
redis.call('del', KEYS[1])
redis.call('publish', KEYS[4], 0)
return 1)";

constexpr char renewPlain[] = R"(
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.call('pexpire', KEYS[1], ARGV[1])
return 1)";

constexpr char tryFair[] = R"(
while true do
    local first = redis.call('lindex', KEYS[2], 0)
    if first == false then break end
    if tonumber(redis.call('zscore', KEYS[3], first)) > tonumber(ARGV[4]) then break end
    redis.call('zrem', KEYS[3], first)
    redis.call('lpop', KEYS[2])
end
if redis.call('exists', KEYS[1]) == 0
        and (redis.call('exists', KEYS[2]) == 0 or redis.call('lindex', KEYS[2], 0) == ARGV[2]) then
    redis.call('lpop', KEYS[2])
    redis.call('zrem', KEYS[3], ARGV[2])
    for _, waiter in ipairs(redis.call('zrange', KEYS[3], 0, -1)) do
        redis.call('zincrby', KEYS[3], -tonumber(ARGV[3]), waiter)
    end
    redis.call('hset', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
if redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
if tonumber(ARGV[3]) == 0 then return redis.call('pttl', KEYS[1]) end
local place = redis.call('zscore', KEYS[3], ARGV[2])
if place ~= false then return place - tonumber(ARGV[3]) - tonumber(ARGV[4]) end
local last = redis.call('lindex', KEYS[2], -1)
local left
if last ~= false and last ~= ARGV[2] then
    left = tonumber(redis.call('zscore', KEYS[3], last)) - tonumber(ARGV[4])
else
    left = redis.call('pttl', KEYS[1])
end
if redis.call('zadd', KEYS[3], left + tonumber(ARGV[3]) + tonumber(ARGV[4]), ARGV[2]) == 1 then
    redis.call('rpush', KEYS[2], ARGV[2])
end
return left)";

constexpr char unlockFair[] = R"(
while true do
    local first = redis.call('lindex', KEYS[2], 0)
    if first == false then break end
    if tonumber(redis.call('zscore', KEYS[3], first)) > tonumber(ARGV[4]) then break end
    redis.call('zrem', KEYS[3], first)
    redis.call('lpop', KEYS[2])
end
if redis.call('exists', KEYS[1]) == 0 then
    local next = redis.call('lindex', KEYS[2], 0)
    if next ~= false then redis.call('publish', KEYS[4] .. ':' .. next, 0) end
    return 1
end
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return nil end
if redis.call('hincrby', KEYS[1], ARGV[2], -1) > 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 0
end
redis.call('del', KEYS[1])
local next = redis.call('lindex', KEYS[2], 0)
if next ~= false then redis.call('publish', KEYS[4] .. ':' .. next, 0) end
return 1)";

constexpr char leaveQueue[] = R"(
local queue = redis.call('lrange', KEYS[2], 0, -1)
local behind = false
for _, waiter in ipairs(queue) do
    if behind then redis.call('zincrby', KEYS[3], -tonumber(ARGV[3]), waiter) end
    behind = behind or waiter == ARGV[2]
end
redis.call('zrem', KEYS[3], ARGV[2])
redis.call('lrem', KEYS[2], 0, ARGV[2])
return 1)";

constexpr char tryRead[] = R"(
local mode = redis.call('hget', KEYS[1], 'mode')
if mode == false then redis.call('hset', KEYS[1], 'mode', 'read') end
if mode == false or mode == 'read'
        or (mode == 'write' and redis.call('hexists', KEYS[1], ARGV[2] .. ':write') == 1) then
    local n = redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('set', ARGV[5] .. ARGV[2] .. ':rwlock_timeout:' .. n, 1, 'px', ARGV[1])
    redis.call('pexpire', KEYS[1], math.max(redis.call('pttl', KEYS[1]), tonumber(ARGV[1])))
    return nil
end
return redis.call('pttl', KEYS[1]))";

constexpr char unlockRead[] = R"(
local mode = redis.call('hget', KEYS[1], 'mode')
if mode == false then redis.call('publish', KEYS[4], 0) return 1 end
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return nil end
local n = redis.call('hincrby', KEYS[1], ARGV[2], -1)
if n == 0 then redis.call('hdel', KEYS[1], ARGV[2]) end
redis.call('del', ARGV[5] .. ARGV[2] .. ':rwlock_timeout:' .. (n + 1))
if redis.call('hlen', KEYS[1]) > 1 then
    local most = -3
    for _, field in ipairs(redis.call('hkeys', KEYS[1])) do
        for i = tonumber(redis.call('hget', KEYS[1], field)) or 0, 1, -1 do
            most = math.max(most,
                            redis.call('pttl', ARGV[5] .. field .. ':rwlock_timeout:' .. i))
        end
    end
    if most > 0 then redis.call('pexpire', KEYS[1], most) return 0 end
    if mode == 'write' then return 0 end
end
redis.call('del', KEYS[1])
redis.call('publish', KEYS[4], 0)
return 1)";

constexpr char renewRead[] = R"(
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.call('pexpire', KEYS[1], ARGV[1])
for _, field in ipairs(redis.call('hkeys', KEYS[1])) do
    for i = tonumber(redis.call('hget', KEYS[1], field)) or 0, 1, -1 do
        redis.call('pexpire', ARGV[5] .. field .. ':rwlock_timeout:' .. i, ARGV[1])
    end
end
return 1)";

constexpr char tryWrite[] = R"(
local mode = redis.call('hget', KEYS[1], 'mode')
local me = ARGV[2] .. ':write'
if mode == false then
    redis.call('hset', KEYS[1], 'mode', 'write')
    redis.call('hset', KEYS[1], me, 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
if mode == 'write' and redis.call('hexists', KEYS[1], me) == 1 then
    redis.call('hincrby', KEYS[1], me, 1)
    redis.call('pexpire', KEYS[1], redis.call('pttl', KEYS[1]) + tonumber(ARGV[1]))
    return nil
end
return redis.call('pttl', KEYS[1]))";

constexpr char unlockWrite[] = R"(
local mode = redis.call('hget', KEYS[1], 'mode')
local me = ARGV[2] .. ':write'
if mode == false then redis.call('publish', KEYS[4], 1) return 1 end
if mode ~= 'write' or redis.call('hexists', KEYS[1], me) == 0 then return nil end
if redis.call('hincrby', KEYS[1], me, -1) > 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return 0
end
redis.call('hdel', KEYS[1], me)
if redis.call('hlen', KEYS[1]) == 1 then
    redis.call('del', KEYS[1])
    redis.call('publish', KEYS[4], 1)
else
    redis.call('hset', KEYS[1], 'mode', 'read')
end
return 1)";

constexpr char renewWrite[] = R"(
if redis.call('hexists', KEYS[1], ARGV[2] .. ':write') == 0 then return 0 end
redis.call('pexpire', KEYS[1], ARGV[1])
return 1)";

SteadyTime soon()
{
    return std::chrono::steady_clock::now() + patience;
}

std::unique_ptr<RedisConnection> connectTo(quint16 port)
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.port = port;
    spec.timeout = patience;
    auto opened = RedisConnection::open(endpointOf(spec, Secret()), soon());
    if (!opened)
        qFatal("%s", qPrintable(opened.error().message));
    return std::move(*opened);
}

QByteArray inBraces(const QByteArray &name)
{
    return name.contains('{') ? name : '{' + name + '}';
}

QByteArray text(Millis time)
{
    return QByteArray::number(qint64(time.count()));
}

} // namespace

RedissonReplay::RedissonReplay(quint16 port, Type type, QByteArray name, QByteArray owner)
    : m_port(port), m_type(type), m_name(std::move(name)), m_owner(std::move(owner))
{
}

RedissonReplay::~RedissonReplay() = default;
RedissonReplay::RedissonReplay(RedissonReplay &&) noexcept = default;

std::vector<QByteArray> RedissonReplay::keys() const
{
    const QByteArray name = inBraces(m_name);
    const bool readWrite = m_type == Type::Read || m_type == Type::Write;
    return {m_name, "redisson_lock_queue:" + name, "redisson_lock_timeout:" + name,
            (readWrite ? "redisson_rwlock:" : "redisson_lock__channel:") + name};
}

RedisReply RedissonReplay::run(const char *script, std::vector<QByteArray> arguments)
{
    RedisCommand command = {"EVAL", script, "4"};
    for (const QByteArray &key : keys())
        command.push_back(key);
    const auto now =
        std::chrono::duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch());
    arguments.insert(arguments.end(), {text(now), inBraces(m_name) + ':'});
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (!m_connection)
        m_connection = connectTo(m_port);
    auto reply = m_connection->command(command, soon());
    if (!reply)
        qFatal("%s", qPrintable(reply.error().message));
    if (reply->isError())
        qFatal("%s", reply->text.constData());
    return std::move(*reply);
}

std::optional<qint64> RedissonReplay::tryLock(Millis lease, Millis wait)
{
    constexpr const char *scripts[] = {tryPlain, tryFair, tryRead, tryWrite};
    const auto reply = run(scripts[int(m_type)], {text(lease), m_owner, text(wait)});
    if (reply.isNil())
        return std::nullopt;
    return reply.integer;
}

bool RedissonReplay::unlock(Millis lease)
{
    constexpr const char *scripts[] = {unlockPlain, unlockFair, unlockRead, unlockWrite};
    return !run(scripts[int(m_type)], {text(lease), m_owner, "0"}).isNil();
}

bool RedissonReplay::renew(Millis lease)
{
    constexpr const char *scripts[] = {renewPlain, renewPlain, renewRead, renewWrite};
    return run(scripts[int(m_type)], {text(lease), m_owner, "0"}).integer == 1;
}

void RedissonReplay::giveUp(Millis wait)
{
    run(leaveQueue, {"0", m_owner, text(wait)});
}

QByteArray RedissonReplay::channel() const
{
    const QByteArray base = keys().back();
    return m_type == Type::Fair ? base + ':' + m_owner : base;
}

bool RedissonReplay::lock(Millis lease, Millis wait)
{
    const SteadyTime until = std::chrono::steady_clock::now() + wait;
    if (!tryLock(lease, wait))
        return true;
    if (!m_subscription) {
        m_subscription = connectTo(m_port);
        if (const auto done = m_subscription->subscribe({channel()}, soon()); !done)
            qFatal("%s", qPrintable(done.error().message));
    }
    for (;;) {
        const auto left = tryLock(lease, wait);
        if (!left)
            break;
        const SteadyTime now = std::chrono::steady_clock::now();
        if (now >= until)
            return false;
        const SteadyTime wake = *left < 0 ? until : std::min(until, now + Millis(*left));
        if (const auto message = m_subscription->receive(wake); !message)
            qFatal("%s", qPrintable(message.error().message));
    }
    m_subscription.reset();
    return true;
}

QByteArray redissonOwner(int thread)
{
    return QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ':' + QByteArray::number(thread);
}

} // namespace lockmaster::test
