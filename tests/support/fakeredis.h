// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/redis/keyspace/redisserverclock.h"

#include <deque>
#include <functional>
#include <map>
#include <set>

namespace lockmaster::test {

/** The reading half of a Redis, in memory, with a clock turned by hand; counts what it is asked. */
class FakeRedis final : public RedisClient
{
public:
    struct Key {
        QByteArray type = "string";
        QByteArray value = {};
        std::vector<std::pair<QByteArray, QByteArray>> fields = {};
        std::optional<ServerTime> expiresAt = {};
        QByteArray encoding = "listpack";
        qint64 memory = 100;
    };

    explicit FakeRedis(const Clock &clock) : m_clock(clock) {}

    std::map<QByteArray, Key> keys;
    std::set<QByteArray> deniedCommands;  ///< upper case
    std::set<QByteArray> unknownCommands; ///< likewise
    QByteArray deniedKeys;                ///< keys with this prefix; empty: none
    bool repeatsKeys = false;             ///< SCAN tells of each key twice
    int version = 7;                      ///< 6: without PEXPIRETIME
    std::map<QByteArray, qint64> asked;   ///< commands since the last `asked.clear()`
    std::set<QByteArray> touched;         ///< keys whose value was fetched
    std::vector<size_t> pipelines;        ///< how many commands each had
    /** Before each pipeline; an error instead of an answer. */
    std::function<std::optional<Error>(const std::vector<RedisCommand> &)> trouble;
    /** Before a pipeline is sent; an error where the connection is over. */
    std::function<std::optional<Error>()> sendTrouble;
    /** The answers to a pipeline, before they are given. */
    std::function<void(const std::vector<RedisCommand> &, std::vector<RedisReply> &)> twist;
    /** Before each command. */
    std::function<void(const RedisCommand &)> beforeCommand;

    void setString(const QByteArray &key, const QByteArray &value,
                   std::optional<Millis> ttl = std::nullopt);
    void setHash(const QByteArray &key, std::vector<std::pair<QByteArray, QByteArray>> fields,
                 std::optional<Millis> ttl = std::nullopt);
    ServerTime now() const { return m_clock.wallNow(); }

    Result<void> send(const RedisRequest &request) override;
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override;

private:
    RedisReply answer(const RedisCommand &command);
    RedisReply answerKey(const QByteArray &name, const RedisCommand &command);
    RedisReply scan(const RedisCommand &command);
    const Key *find(const QByteArray &key);

    const Clock &m_clock;
    std::deque<std::vector<RedisCommand>> m_underWay;
};

} // namespace lockmaster::test
