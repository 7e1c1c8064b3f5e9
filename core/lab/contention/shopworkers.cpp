// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/plan.h"
#include "core/lab/contention/worker.h"
#include "core/lab/traffic/program.h"
#include "core/lab/traffic/redissonlock.h"
#include "core/lab/traffic/setnx.h"

#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

void work(Worker &worker, int round, Millis time)
{
    const int number = worker.part().number;
    worker.report(WorkStep::Entered, number, round);
    std::this_thread::sleep_for(time);
    worker.report(WorkStep::Left, number, round);
}

/** Until the next customer comes. */
void rest(Worker &worker)
{
    std::this_thread::sleep_for(worker.between(plan::shopRestShortest, plan::shopRestLongest));
}

} // namespace

/** Orders of one product, one at a time; who is refused tries again a little later. */
void orderProducts(Worker &worker)
{
    const int number = worker.part().number;
    PlainRedis redis = worker.redis();
    const SteadyTime closing = worker.awaitStart() + plan::shopHours;
    for (int round = 1; steady_clock::now() < closing; ++round) {
        if (!traffic::setIfAbsent(redis, plan::orderKey, "", plan::orderLease)) {
            worker.report(WorkStep::Refused, number, round);
            std::this_thread::sleep_for(worker.between(60ms, 120ms));
            continue;
        }
        work(worker, round, worker.between(plan::orderShortest, plan::orderLongest));
        const auto removed = traffic::must(redis.command({"DEL", plan::orderKey}));
        worker.report(WorkStep::Released, number, round, removed.integer);
        rest(worker);
    }
    worker.report(WorkStep::Done, number, 0);
}

void issueCoupons(Worker &worker)
{
    const int number = worker.part().number;
    traffic::RedissonLock lock([&worker] { return worker.redis(); }, plan::couponKey,
                               QByteArray::number(40 + number));
    const SteadyTime closing = worker.awaitStart() + plan::shopHours;
    const auto left = [closing] {
        return std::chrono::floor<Millis>(closing - steady_clock::now());
    };
    for (int round = 1; left() > 0ms; ++round) {
        if (!lock.lock(left(), plan::couponLease)) {
            worker.report(WorkStep::Refused, number, round);
            continue;
        }
        work(worker, round, worker.between(plan::couponShortest, plan::couponLongest));
        worker.report(WorkStep::Released, number, round,
                      lock.unlock(plan::couponLease).value_or(-1));
        rest(worker);
    }
    worker.report(WorkStep::Done, number, 0);
}

} // namespace lockmaster
