// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/redissonlock.h"

#include "core/lab/traffic/program.h"

#include <QUuid>

namespace lockmaster::traffic {

namespace {

using std::chrono::steady_clock;

QByteArray millisText(Millis time)
{
    return QByteArray::number(qint64(time.count()));
}

constexpr char acquireScript[] = R"(
local free = redis.call('exists', KEYS[1]) == 0
if free or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
return redis.call('pttl', KEYS[1]))";

constexpr char renewScript[] = R"(
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.call('pexpire', KEYS[1], ARGV[1])
return 1)";

constexpr char releaseScript[] = R"(
local answered = redis.call('get', KEYS[3])
if answered then return tonumber(answered) end
if redis.call('hexists', KEYS[1], ARGV[2]) == 0 then return nil end
local left = redis.call('hincrby', KEYS[1], ARGV[2], -1)
local outcome = 0
if left > 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
else
    redis.call('del', KEYS[1])
    redis.call('publish', KEYS[2], '0')
    outcome = 1
end
redis.call('set', KEYS[3], outcome, 'px', ARGV[3])
return outcome)";

} // namespace

QByteArray sideName(const QByteArray &prefix, const QByteArray &name)
{
    return prefix + ":{" + name + '}';
}

RedissonLock::RedissonLock(Connect connect, QByteArray name, const QByteArray &threadId)
    : m_connect(std::move(connect)), m_redis(m_connect()), m_name(std::move(name)),
      m_owner(QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ':' + threadId)
{
}

std::optional<Millis> RedissonLock::tryLock(Millis lease)
{
    const auto reply =
        must(m_redis.command({"EVAL", acquireScript, "1", m_name, millisText(lease), m_owner}));
    if (reply.nil)
        return std::nullopt;
    return Millis(reply.integer);
}

bool RedissonLock::lock(Millis wait, Millis lease)
{
    if (!tryLock(lease))
        return true;
    const SteadyTime until = steady_clock::now() + wait;
    PlainRedis subscription = m_connect();
    must(subscription.command({"SUBSCRIBE", sideName("redisson_lock__channel", m_name)}));
    for (;;) {
        const auto left = tryLock(lease);
        if (!left)
            return true;
        const auto patience = std::chrono::ceil<Millis>(until - steady_clock::now());
        if (patience <= Millis(0))
            return false;
        must(subscription.waitForMessage(std::min(patience, std::max(*left, Millis(1)))));
    }
}

std::optional<int> RedissonLock::unlock(Millis lease)
{
    const QByteArray request = QUuid::createUuid().toByteArray(QUuid::Id128);
    const QByteArray latch = sideName("redisson_unlock_latch", m_name) + ':' + request;
    const auto answer = must(m_redis.command({"EVAL", releaseScript, "3", m_name,
                                              sideName("redisson_lock__channel", m_name), latch,
                                              millisText(lease), m_owner, "20000"}));
    must(m_redis.command({"DEL", latch}));
    return answer.nil ? std::nullopt : std::optional(int(answer.integer));
}

bool RedissonLock::renew(Millis lease)
{
    return must(m_redis.command({"EVAL", renewScript, "1", m_name, millisText(lease), m_owner}))
               .integer
           == 1;
}

} // namespace lockmaster::traffic
