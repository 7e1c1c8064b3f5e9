// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/rediskeyspace.h"
#include "core/sql/sqlserverzone.h"
#include "core/systems/locktable/locktabledecoder.h"
#include "core/systems/redisson/redissonformat.h"
#include "core/systems/redisstring/redisstringformat.h"
#include "core/redis/redisconnection.h"
#include "core/redis/redisdecoder.h"
#include "tests/cost/measured.h"
#include "tests/cost/work.h"
#include "tests/support/fakeredis.h"
#include "tests/support/manualclock.h"

#include <memory>

namespace lockmaster::cost {

namespace {

using namespace std::chrono_literals;
using namespace lockmaster::test;

constexpr int lockCount = 2'000;

QByteArray ownerOf(int i)
{
    return "6ef928bd-98f3-4af4-bdfa-" + QByteArray::number(i).rightJustified(12, '0');
}

/** A server in memory: what it does is nobody's cost but its own. */
class Unmeasured final : public RedisClient
{
public:
    explicit Unmeasured(FakeRedis &server) : m_server(server) {}
    Result<void> send(const RedisRequest &request) override
    {
        Result<void> sent;
        notMeasured([&] { sent = m_server.send(request); });
        return sent;
    }
    Result<std::vector<RedisReply>> replies(SteadyTime deadline) override
    {
        Result<std::vector<RedisReply>> replies;
        notMeasured([&] { replies = m_server.replies(deadline); });
        return replies;
    }

private:
    FakeRedis &m_server;
};

/** A keyspace half of locks, in strings and in hashes, and a server in memory that is not counted.
 */
class Keyspace
{
public:
    Keyspace()
    {
        for (int i = 0; i < lockCount; ++i) {
            const QByteArray number = QByteArray::number(i);
            m_redis.setString("cache:" + number, "some-cached-value");
            if (i % 2 == 0)
                m_redis.setString("lock:" + number, ownerOf(i), 30s);
            else
                m_redis.setHash("lock:" + number, {{ownerOf(i) + ":1", "1"}}, 30s);
        }
        m_server.version = 70015;
    }
    size_t read(BackendReader::Depth depth)
    {
        return m_keyspace.read(m_client, m_server, depth, m_clock.now() + 10s).records.size();
    }
    void pass(Micros time) { m_clock.advance(time); }

private:
    static std::vector<std::unique_ptr<RedisFormat>> formats()
    {
        std::vector<std::unique_ptr<RedisFormat>> made;
        made.push_back(std::make_unique<RedissonFormat>());
        made.push_back(std::make_unique<RedisStringFormat>());
        return made;
    }

    ManualClock m_clock;
    FakeRedis m_redis{m_clock};
    RedisServer m_server;
    RedisKeyspace m_keyspace{{QStringLiteral("cache"), 0, {"lock:*"}, 500'000}, formats(), m_clock};
    Unmeasured m_client{m_redis};
};

std::function<bool()> lookAt(const std::shared_ptr<Keyspace> &keyspace, BackendReader::Depth depth)
{
    keyspace->pass(1s);
    return [=] { return keyspace->read(depth) == lockCount; };
}

std::function<bool()> redisBytes()
{
    QByteArray bytes;
    for (int i = 0; i < lockCount; ++i) {
        const QByteArray owner = ownerOf(i);
        bytes += '$' + QByteArray::number(owner.size()) + "\r\n" + owner + "\r\n:30000\r\n";
    }
    return [bytes] {
        RedisDecoder decoder({});
        std::vector<RedisReply> replies;
        decoder.beginBatch();
        return decoder.feed(bytes.constData(), bytes.size(), replies).has_value()
               && replies.size() == 2 * lockCount;
    };
}

/** A table of locks, read a second apart; one hundredth of its rows is written in between. */
class Table
{
public:
    Table() : m_decoder(backend(), distLockTable()) {}

    SqlTableReading nextReading()
    {
        m_clock.advance(1s);
        SqlTableReading reading;
        reading.timeType = QStringLiteral("datetime");
        reading.precision = 1s;
        const qint64 now = m_clock.wallNow().time_since_epoch().count();
        reading.serverNow = reading.serverUtc = now;
        reading.zone = m_zone;
        reading.clock = {m_clock.wallNow(), m_clock.now(), Micros(100)};
        for (int i = 0; i < lockCount; ++i) {
            SqlTableRow row;
            row.name = "nightly-job-number-" + QByteArray::number(i);
            row.owner = ownerOf(m_readings > 0 && i % 100 == 0 ? i + m_readings : i);
            row.hasOwner = true;
            row.ownerBytes = row.owner.size();
            row.time = m_begun + Micros(1h).count() + (i % 100 == 0 ? now - m_begun : 0);
            reading.rows.push_back(std::move(row));
        }
        ++m_readings;
        return reading;
    }
    size_t decode(const SqlTableReading &reading)
    {
        Observation seen;
        m_decoder.decode(reading, seen);
        return seen.records.size();
    }

private:
    static BackendSpec backend()
    {
        BackendSpec spec;
        spec.name = QStringLiteral("db");
        spec.database = QStringLiteral("app");
        return spec;
    }

    ManualClock m_clock;
    const std::shared_ptr<const SqlServerZone> m_zone = SqlServerZone::fixed(Micros(0));
    const qint64 m_begun = m_clock.wallNow().time_since_epoch().count();
    LockTableDecoder m_decoder;
    int m_readings = 0;
};

std::function<bool()> lookAt(const std::shared_ptr<Table> &table)
{
    return [table, reading = table->nextReading()] { return table->decode(reading) == lockCount; };
}

} // namespace

std::vector<Work> sourceWork()
{
    using Depth = BackendReader::Depth;
    const auto keyspace = std::make_shared<Keyspace>();
    const auto table = std::make_shared<Table>();
    return {
        {QStringLiteral("redis-bytes-4000"), redisBytes},
        {QStringLiteral("redis-pass-2000"), [=] { return lookAt(keyspace, Depth::Full); }},
        {QStringLiteral("redis-next-2000"), [=] { return lookAt(keyspace, Depth::Routine); }},
        {QStringLiteral("redis-refresh-2000"), [=] { return lookAt(keyspace, Depth::Routine); }},
        {QStringLiteral("table-first-2000"), [=] { return lookAt(table); }},
        {QStringLiteral("table-next-2000"), [=] { return lookAt(table); }},
    };
}

} // namespace lockmaster::cost
