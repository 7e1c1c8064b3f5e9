// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/plan.h"
#include "core/lab/contention/worker.h"
#include "core/lab/servers/redisgroup.h"

#include <QFile>

#include <thread>

namespace lockmaster {

namespace {

/** A connection to whoever is the master by the sentinels' word. */
struct AtMaster {
    size_t server;
    PlainRedis redis;
};

std::optional<AtMaster> findMaster(const RedisGroupPlaces &group, Millis patience)
{
    const auto master = group.askMaster();
    if (!master)
        return std::nullopt;
    auto redis = group.connect(*master, patience);
    if (!redis)
        return std::nullopt;
    return AtMaster{*master, std::move(*redis)};
}

} // namespace

/**
 * Takes one new lock after another and keeps them all. Whoever is refused, or waits for too long,
 * asks the sentinels where the master is by now, as clients of a group do.
 */
void takeAtMaster(Worker &worker)
{
    const int number = worker.part().number;
    QFile file(QString::fromLatin1(workerGroupFile));
    if (!file.open(QIODevice::ReadOnly))
        std::_Exit(1);
    const RedisGroupPlaces group = readRedisGroupPlaces(file.readAll());
    const Millis patience = number % 2 == 0 ? plan::groupPatient : plan::groupImpatient;
    const QByteArray token = "client-" + QByteArray::number(number);
    std::optional<AtMaster> master = findMaster(group, patience);
    worker.awaitStart();
    for (int round = 1; !QFile::exists(QString::fromLatin1(workerStopFile)); ++round) {
        std::this_thread::sleep_for(plan::groupRest);
        if (!master)
            master = findMaster(group, patience);
        if (!master)
            continue;
        const auto taken = master->redis.command(
            {"SET", plan::groupKeys + QByteArray::number(number) + ':' + QByteArray::number(round),
             token, "NX", "PX", QByteArray::number(qint64(plan::groupLease.count()))});
        if (taken && !taken->nil) {
            worker.report(WorkStep::Locked, number, round, qint64(master->server));
            continue;
        }
        worker.report(WorkStep::Refused, number, round, qint64(master->server));
        master.reset();
    }
    worker.report(WorkStep::Done, number, 0);
}

} // namespace lockmaster
