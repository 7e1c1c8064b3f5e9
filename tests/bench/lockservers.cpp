// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/lockservers.h"

#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"

namespace lockmaster::bench {

namespace {

Result<void> fillRedis(const PrivateRedis &redis, int locks)
{
    const SteadyTime deadline = systemClock().now() + std::chrono::seconds(30);
    const auto connection =
        RedisConnection::open(endpointOf(redis.spec(), redis.adminPassword()), deadline);
    if (!connection)
        return tl::make_unexpected(connection.error());
    std::vector<RedisCommand> commands;
    for (int i = 0; i < locks; ++i) {
        const QByteArray number = QByteArray::number(i);
        commands.push_back({"SET", "lock:" + number, "holder-" + number, "PX", "3600000"});
    }
    const auto replies = (*connection)->pipeline(commands, deadline);
    if (!replies)
        return tl::make_unexpected(replies.error());
    return {};
}

} // namespace

Result<std::unique_ptr<LockServers>> LockServers::start(int locks)
{
    std::unique_ptr<LockServers> servers(new LockServers);
    const QString sql =
        QStringLiteral("CREATE DATABASE bench; USE bench;"
                       "CREATE TABLE dist_lock (name VARCHAR(100) NOT NULL PRIMARY KEY,"
                       " owner VARCHAR(100) NOT NULL, expiry DATETIME NOT NULL);"
                       "INSERT INTO dist_lock SELECT CONCAT('nightly-job-number-', seq), UUID(),"
                       " NOW() + INTERVAL 1 HOUR FROM seq_1_to_%1;")
            .arg(locks / 2);
    auto mariaDb = PrivateMariaDb::start({.initSql = sql});
    if (!mariaDb)
        return tl::make_unexpected(mariaDb.error());
    servers->m_mariaDb = std::move(*mariaDb);
    auto redis = PrivateRedis::start({});
    if (!redis)
        return tl::make_unexpected(redis.error());
    servers->m_redis = std::move(*redis);
    if (const auto filled = fillRedis(*servers->m_redis, locks - locks / 2); !filled)
        return tl::make_unexpected(filled.error());
    return servers;
}

std::vector<BackendSpec> LockServers::backends() const
{
    BackendSpec sql = m_mariaDb->spec(QStringLiteral("billing-db"));
    sql.database = QStringLiteral("bench");
    BackendSpec cache = m_redis->spec(QStringLiteral("cache"));
    cache.patterns = {"lock:*"};
    return {sql, cache};
}

} // namespace lockmaster::bench
