// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/program.h"
#include "core/lab/traffic/setnx.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QUuid>

#include <chrono>

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;

PlainRedis openOrders(const Program &program)
{
    return program.redis(QStringLiteral("orders"), program.accounts().ordersPassword);
}

/** The 32 hexadecimal digits of a version 1 UUID: time, and the "address" of this machine. */
QByteArray timeToken()
{
    using Ticks = std::chrono::duration<qint64, std::ratio<1, 10'000'000>>;
    constexpr qint64 ticksToUnixEpoch = 0x01B21DD213814000;
    const qint64 time =
        std::chrono::duration_cast<Ticks>(std::chrono::system_clock::now().time_since_epoch())
            .count()
        + ticksToUnixEpoch;
    const auto hex = [](qint64 value, int digits) {
        return QByteArray::number(value, 16).rightJustified(digits, '0');
    };
    const qint64 variant = 0x8000 | QRandomGenerator::global()->bounded(0x4000);
    return hex(time & 0xFFFFFFFF, 8) + hex(time >> 32 & 0xFFFF, 4)
           + hex(0x1000 | (time >> 48 & 0x0FFF), 4) + hex(variant, 4) + "02fc00000001";
}

/** As a scheduler's lock says who ran the job, and since when. */
QByteArray scheduledOwner(const QByteArray &host)
{
    return "ADDED:" + QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1() + '@'
           + host + ':' + QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
}

} // namespace

/** SET NX with an empty value; the release is a DEL that asks nobody. */
void takeOrders(Program &program)
{
    PlainRedis redis = openOrders(program);
    constexpr int products = 12;
    for (int order = 0;; ++order) {
        // The third meets the others now and then, and is refused.
        const int product = program.number() == 3 ? QRandomGenerator::global()->bounded(products)
                                                  : (order * 2 + program.number()) % products;
        const QByteArray key = "product:" + QByteArray::number(1000 + product);
        const bool acquired = setIfAbsent(redis, key, "", 5s);
        program.ready();
        if (!acquired) {
            Program::sleep(300ms); // "try again later", says the shop
            continue;
        }
        // Some orders take longer than their lock.
        const bool slow = program.number() == 1 && order % 3 == 2;
        Program::sleep(slow ? 6s : Program::between(1200ms, 3000ms));
        must(redis.command({"DEL", key}));
    }
}

/** Token locks: some that are extended while work goes on, one that a crash left without expiry. */
void holdTokens(Program &program)
{
    PlainRedis redis = openOrders(program);
    setIfAbsent(redis, "lock:schema-migration", timeToken(), std::nullopt);
    const QByteArray worker = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    for (int job = 4711;; ++job) {
        const QByteArray mail = "bull:mail:" + QByteArray::number(job) + ":lock";
        setIfAbsent(redis, "lock:invoice:2026-11", timeToken(), 30s);
        setIfAbsent(redis, mail, worker + ":1", 30s);
        setIfAbsent(redis, "job-lock:default:nightly-cleanup", scheduledOwner(program.host()),
                    5min);
        for (int turn = 0; turn < 5; ++turn) {
            must(redis.command({"PEXPIRE", "lock:invoice:2026-11", "30000"}));
            must(redis.command({"PEXPIRE", mail, "30000"}));
            setIfAbsent(redis, "lock:thumbnails", timeToken(), 9s);
            program.ready();
            Program::sleep(8s);
        }
        must(redis.command({"DEL", "lock:invoice:2026-11", mail}));
    }
}

} // namespace lockmaster::traffic
