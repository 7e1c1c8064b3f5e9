// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/program.h"
#include "core/lab/traffic/redissonlock.h"

#include <QUuid>

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;

constexpr Millis watchdogLease = 30s;
constexpr Millis watchdogPeriod = 10s;

/** The Redis of `program`, which outlives what it is given to. */
RedissonLock::Connect couponServer(const Program &program)
{
    return [&program] {
        return program.redis(QStringLiteral("coupons"), program.accounts().couponsPassword);
    };
}

QByteArray threadId(const Program &program)
{
    return QByteArray::number(40 + program.number());
}

/** Works while a watchdog renews: 30 s, every 10 s. */
void workUnderWatchdog(RedissonLock &lock, int renewals)
{
    for (int renewal = 0; renewal < renewals; ++renewal) {
        Program::sleep(watchdogPeriod);
        if (!lock.renew(watchdogLease))
            return;
    }
    Program::sleep(Program::between(2s, 8s));
}

constexpr char fairAcquireScript[] = R"(
local now = tonumber(ARGV[4])
while true do
    local head = redis.call('lindex', KEYS[2], 0)
    if not head then break end
    if tonumber(redis.call('zscore', KEYS[3], head) or 0) > now then break end
    redis.call('zrem', KEYS[3], head)
    redis.call('lpop', KEYS[2])
end
local head = redis.call('lindex', KEYS[2], 0)
if redis.call('exists', KEYS[1]) == 0 and (not head or head == ARGV[2]) then
    redis.call('lpop', KEYS[2])
    redis.call('zrem', KEYS[3], ARGV[2])
    for _, waiter in ipairs(redis.call('zrange', KEYS[3], 0, -1)) do
        redis.call('zincrby', KEYS[3], -tonumber(ARGV[3]), waiter)
    end
    redis.call('hset', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
if not redis.call('zscore', KEYS[3], ARGV[2]) then
    local last = redis.call('lindex', KEYS[2], -1)
    local left
    if last then
        left = tonumber(redis.call('zscore', KEYS[3], last)) - now
    else
        left = redis.call('pttl', KEYS[1])
    end
    redis.call('zadd', KEYS[3], left + tonumber(ARGV[3]) + now, ARGV[2])
    redis.call('rpush', KEYS[2], ARGV[2])
end
return redis.call('pttl', KEYS[1]))";

constexpr char fairReleaseScript[] = R"(
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return nil end
redis.call('del', KEYS[1])
local head = redis.call('lindex', KEYS[2], 0)
if head then redis.call('publish', KEYS[4] .. ':' .. head, '0') end
return 1)";

/** A fair lock: a queue of owners, and each one's deadline by its own clock. */
class FairLock
{
public:
    FairLock(const Program &program, const QByteArray &name)
        : m_lock(couponServer(program), name, threadId(program)),
          m_subscription(couponServer(program)()),
          m_channel(sideName("redisson_lock__channel", name)),
          m_keys{name, sideName("redisson_lock_queue", name),
                 sideName("redisson_lock_timeout", name)}
    {
    }

    void lock(Millis lease)
    {
        must(m_subscription.command({"SUBSCRIBE", m_channel + ':' + m_lock.owner()}));
        for (;;) {
            const auto reply = must(m_lock.redis().command(
                QByteArrayList{"EVAL", fairAcquireScript, "3"} + m_keys
                + QByteArrayList{text(lease), m_lock.owner(), "300000",
                                 text(std::chrono::duration_cast<Millis>(
                                     std::chrono::system_clock::now().time_since_epoch()))}));
            if (reply.nil)
                break;
            must(m_subscription.waitForMessage(std::max(Millis(reply.integer), Millis(1))));
        }
        must(m_subscription.command({"UNSUBSCRIBE", m_channel + ':' + m_lock.owner()}));
    }

    void unlock()
    {
        must(m_lock.redis().command(QByteArrayList{"EVAL", fairReleaseScript, "4"} + m_keys
                                    + QByteArrayList{m_channel, m_lock.owner()}));
    }

private:
    static QByteArray text(Millis time) { return QByteArray::number(qint64(time.count())); }

    RedissonLock m_lock;
    PlainRedis m_subscription;
    QByteArray m_channel;
    QByteArrayList m_keys;
};

} // namespace

/** A long hold under the watchdog, entered twice; whoever is not in it waits for it. */
void issueCoupons(Program &program)
{
    RedissonLock lock(couponServer(program), "coupon:black-friday", threadId(program));
    if (program.number() == 1) {
        // Reactive code chooses its thread ids as it likes.
        RedissonLock reactive(couponServer(program), "coupon:signup-bonus", "3020424071110789844");
        reactive.tryLock(10min);
        must(lock.redis().command({"SADD", "coupon:issued", "A-1001", "A-1002", "A-1003"}));
    }
    for (;;) {
        program.ready();
        if (!lock.lock(90s, watchdogLease))
            continue;
        lock.tryLock(watchdogLease);
        program.ready();
        workUnderWatchdog(lock, 3);
        lock.unlock(watchdogLease);
        lock.unlock(watchdogLease);
        Program::sleep(500ms);
    }
}

void issueFairCoupons(Program &program)
{
    FairLock lock(program, "coupon:flash-sale");
    for (;;) {
        lock.lock(20s);
        program.ready();
        Program::sleep(Program::between(4s, 9s));
        lock.unlock();
        Program::sleep(200ms);
    }
}

/** `tryLock(10 s, 1 s)`: the lease sometimes ends before the work. */
void issueShortCoupons(Program &program)
{
    RedissonLock lock(couponServer(program), "coupon:welcome", threadId(program));
    for (;;) {
        if (lock.lock(10s, 1s)) {
            program.ready();
            Program::sleep(Program::between(300ms, 1300ms));
            lock.unlock(1s);
        }
        Program::sleep(Program::between(50ms, 400ms));
    }
}

/** Readers of one read/write lock: a field for each, and a timeout key beside it. */
void readRates(Program &program)
{
    RedissonLock lock(couponServer(program), "coupon:rates", threadId(program));
    const QByteArray timeoutKey = "{coupon:rates}:" + lock.owner() + ":rwlock_timeout:1";
    for (;;) {
        must(lock.redis().command({"HSET", lock.name(), "mode", "read", lock.owner(), "1"}));
        must(lock.redis().command({"SET", timeoutKey, "1", "PX", "30000"}));
        must(lock.redis().command({"PEXPIRE", lock.name(), "30000"}));
        program.ready();
        Program::sleep(watchdogPeriod);
    }
}

} // namespace lockmaster::traffic
