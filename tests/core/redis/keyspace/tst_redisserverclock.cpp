// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redisserverclock.h"
#include "core/redis/redisinfo.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_redisserverclock {

namespace {

RedisReply bulk(const QByteArray &text)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Bulk;
    reply.text = text;
    return reply;
}

RedisReply time(const QByteArray &seconds, const QByteArray &micros)
{
    RedisReply reply;
    reply.type = RedisReply::Type::Array;
    reply.elements = {bulk(seconds), bulk(micros)};
    return reply;
}

std::optional<ClockReading> reading(const RedisReply &reply)
{
    return clockOf(reply, SteadyTime(10s), SteadyTime(10s + 400us));
}

} // namespace

class TestRedisServerClock : public QObject
{
    Q_OBJECT

private slots:
    void timeIsPinnedToTheMiddleOfTheRoundTrip()
    {
        const auto clock = reading(time("1700000000", "250000"));
        QVERIFY(clock.has_value());
        QCOMPARE(clock->server, ServerTime(Micros(1'700'000'000'250'000)));
        QVERIFY(clock->local == SteadyTime(10s + 200us));
        QCOMPARE(clock->uncertainty, Micros(200));
    }

    void infoTellsTheTimeAsWell()
    {
        const auto clock =
            reading(bulk("# Server\r\nserver_time_usec:1700000000250000\r\nx:1\r\n"));
        QVERIFY(clock.has_value());
        QCOMPARE(clock->server, ServerTime(Micros(1'700'000'000'250'000)));
    }

    void whatNoClockShowsIsNotBelieved_data()
    {
        QTest::addColumn<RedisReply>("reply");
        QTest::newRow("words") << time("x", "y");
        QTest::newRow("before 1970") << time("-1", "0");
        QTest::newRow("year 10000") << time("253402300800", "0");
        QTest::newRow("micros beyond a second") << time("1700000000", "9223372036854775807");
        QTest::newRow("negative micros") << time("1700000000", "-1");
        QTest::newRow("no field") << bulk("# Server\r\n");
        QTest::newRow("field beyond all time") << bulk("server_time_usec:9223372036854775807\r\n");
        QTest::newRow("field before 1970") << bulk("server_time_usec:-5\r\n");
        QTest::newRow("nothing") << RedisReply{};
    }
    void whatNoClockShowsIsNotBelieved()
    {
        QFETCH(RedisReply, reply);
        QVERIFY(!reading(reply).has_value());
    }
};

LOCKMASTER_TEST(TestRedisServerClock, QCoreApplication)

} // namespace tst_redisserverclock

#include "tst_redisserverclock.moc"
