// SPDX-License-Identifier: Apache-2.0
#include "core/lab/contention/plan.h"
#include "core/lab/contention/worker.h"
#include "core/lab/traffic/distlock.h"

#include <thread>

namespace lockmaster {

/** One machine: starts the job in every period, and runs it where it gets the lock. */
void runMinuteJob(Worker &worker)
{
    const int machine = worker.part().number;
    const traffic::DistLock lock(plan::jobName, worker.part().skew);
    AdminSql sql = worker.sql("minute-job");
    const SteadyTime start = worker.awaitStart();
    const Millis turn = plan::jobStarts / worker.part().requests;
    for (int period = 1; period <= plan::jobPeriods; ++period) {
        const Millis place = turn * (machine - 1) + worker.between(Millis(0), turn / 2);
        std::this_thread::sleep_until(start + plan::jobPeriod * (period - 1) + place);
        if (!lock.attempt(sql, plan::jobHold)) {
            worker.report(WorkStep::Refused, machine, period);
            continue;
        }
        worker.report(WorkStep::Entered, machine, period);
        std::this_thread::sleep_for(plan::jobWork);
        worker.report(WorkStep::Left, machine, period);
    }
    worker.report(WorkStep::Done, machine, 0);
}

} // namespace lockmaster
