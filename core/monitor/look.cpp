// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/look.h"

#include "core/findings/findings.h"
#include "core/monitor/readingthread.h"

#include <QCoreApplication>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace lockmaster {

namespace {

/** A look reads everything, a whole keyspace included: it gets more time than a poll. */
constexpr int budgetsOfALook = 3;

/** Where the readings of one look arrive; late ones find it alive too. */
struct Desk {
    std::mutex mutex;
    std::condition_variable arrived;
    std::vector<std::optional<BackendReading>> readings;
};

BackendReading unanswered(const BackendSpec &spec, Millis budget)
{
    BackendReading reading;
    reading.failure = silenceError(spec, budget);
    return reading;
}

std::shared_ptr<const BackendSnapshot> snapshotOf(const BackendSpec &spec, BackendReading reading,
                                                  SteadyTime begun, SteadyTime now)
{
    const auto snapshot = std::make_shared<BackendSnapshot>();
    snapshot->sequence = 1;
    snapshot->status = initialStatus(spec);
    noteReading(snapshot->status, reading, begun);
    if (reading.failure)
        return snapshot;
    const std::vector<LockRecord *> records = recordsById(reading);
    snapshot->locks.reserve(records.size());
    for (LockRecord *record : records) {
        addCommonFindings(*record, spec, now);
        snapshot->locks.push_back(std::make_shared<const LockRecord>(std::move(*record)));
    }
    return snapshot;
}

} // namespace

std::vector<std::shared_ptr<const BackendSnapshot>>
lookOnce(const std::vector<BackendSpec> &backends, const ReaderFactory &factory, const Clock &clock)
{
    const auto desk = std::make_shared<Desk>();
    desk->readings.resize(backends.size());
    const SteadyTime begun = clock.now();
    const auto begunHere = std::chrono::steady_clock::now();

    std::vector<std::unique_ptr<ReadingThread>> threads;
    for (size_t i = 0; i < backends.size(); ++i) {
        const auto answer = [desk, i](quint64, BackendReading reading) {
            const std::lock_guard lock(desk->mutex);
            desk->readings[i] = std::move(reading);
            desk->arrived.notify_all();
        };
        threads.push_back(std::make_unique<ReadingThread>(backends[i], factory, answer));
        threads.back()->request(1, BackendReader::Depth::Full,
                                begun + budgetsOfALook * pollBudget(backends[i], true));
    }

    std::vector<BackendReading> readings;
    for (size_t i = 0; i < backends.size(); ++i) {
        const Millis budget = budgetsOfALook * pollBudget(backends[i], true);
        std::unique_lock lock(desk->mutex);
        std::optional<BackendReading> &reading = desk->readings[i];
        desk->arrived.wait_until(lock, begunHere + budget + answerGrace,
                                 [&] { return reading.has_value(); });
        readings.push_back(reading ? *std::exchange(reading, std::nullopt)
                                   : unanswered(backends[i], budget));
    }
    for (const auto &thread : threads)
        thread->requestStop();
    std::vector<std::shared_ptr<const BackendSnapshot>> snapshots;
    for (size_t i = 0; i < backends.size(); ++i)
        snapshots.push_back(snapshotOf(backends[i], std::move(readings[i]), begun, clock.now()));
    return snapshots;
}

} // namespace lockmaster
