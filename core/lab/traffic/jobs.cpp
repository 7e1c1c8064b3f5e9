// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/distlock.h"
#include "core/lab/traffic/program.h"

#include <array>

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;

AdminSql openJobs(const Program &program, const char *name)
{
    return program.sql(QStringLiteral("jobs"), program.accounts().jobsPassword,
                       QString::fromLatin1(name));
}

struct Job {
    const char *name;
    Millis period; ///< between attempts of one machine
    Millis lease;
    Millis clockAhead{0};
};

constexpr std::array jobList = {
    Job{"daily-close", 12s, 45s},          // renewed by whoever has it
    Job{"정산-일마감", 20s, 60s},          // the same, in another script
    Job{"stock-sync", 5s, 12s},            // renewed often
    Job{"invoice-export", 9s, 25s},        // renewed
    Job{"vat-report", 15s, 40s},           // renewed
    Job{"recommendations", 25s, 90s},      // renewed
    Job{"backup-verify", 30s, 2min},       // renewed
    Job{"mail-digest", 11s, 8s},           // runs out between its runs: changes hands
    Job{"thumbnail-cleanup", 17s, 6s},     // runs out long before its next run
    Job{"price-feed", 9s, 900ms, -1500ms}, // cut to no time at all, by a clock that is late
};

} // namespace

void runJobs(Program &program)
{
    AdminSql sql = openJobs(program, "job-runner");
    std::vector<DistLock> locks;
    std::vector<SteadyTime> next;
    for (const Job &job : jobList) {
        locks.emplace_back(job.name, job.clockAhead);
        next.push_back(std::chrono::steady_clock::now() + Program::between(0ms, 500ms));
    }
    Program::sleep(Millis(200 * (program.number() - 1)));
    for (bool first = true;; first = false) {
        for (size_t i = 0; i < jobList.size(); ++i) {
            const Job &job = jobList.at(i);
            if (!first && std::chrono::steady_clock::now() < next.at(i))
                continue;
            locks.at(i).attempt(sql, job.lease);
            next.at(i) = std::chrono::steady_clock::now() + job.period
                         + Program::between(0ms, job.period / 4);
        }
        program.ready();
        Program::sleep(500ms);
    }
}

void abandonJob(Program &program)
{
    AdminSql sql = openJobs(program, "job-runner");
    DistLock("monthly-rollup").attempt(sql, 25s);
    // A second one that runs longer than anybody would want to wait for.
    DistLock("warehouse-import").attempt(sql, 40min);
    program.ready();
}

/**
 * Runs its whole batch inside the transaction that took the row: the row stays locked, and no one
 * can take, renew or even look at it with FOR UPDATE.
 */
void runBatch(Program &program)
{
    AdminSql sql = openJobs(program, "batch-runner");
    const QByteArray me = program.host() + ":batch";
    const QByteArray take =
        "UPDATE batch_lock SET holder = " + sql.quoted(me)
        + ", valid_until = NOW() + INTERVAL 90 SECOND WHERE job = 'nightly-report'";
    for (;;) {
        must(sql.run(take));
        must(sql.run("BEGIN"));
        must(sql.query("SELECT holder FROM batch_lock WHERE job = 'nightly-report' FOR UPDATE"));
        must(sql.run(take));
        program.ready();
        Program::sleep(55s);
        must(sql.run("COMMIT"));
    }
}

void waitForBatch(Program &program)
{
    AdminSql sql = openJobs(program, "batch-runner");
    must(sql.run("SET SESSION innodb_lock_wait_timeout = 6"));
    const QByteArray search = sql.quoted(program.host() + ":search");
    for (;;) {
        // Of its own job it keeps the row in order; for the other it waits in vain.
        must(sql.run("UPDATE batch_lock SET holder = " + search
                     + ", valid_until = NOW() + INTERVAL 40 SECOND WHERE job = 'search-index'"));
        // Written by a machine that lives nine hours east of what the profile says.
        must(sql.run("UPDATE batch_lock SET holder = 'seoul-batch-2', valid_until = NOW() + "
                     "INTERVAL 9 HOUR + INTERVAL 60 SECOND WHERE job = 'seoul-settlement'"));
        program.ready();
        must(sql.run("BEGIN"));
        const auto rows =
            sql.query("SELECT holder FROM batch_lock WHERE job = 'nightly-report' FOR UPDATE");
        must(sql.run("ROLLBACK"));
        Program::sleep(9s);
    }
}

} // namespace lockmaster::traffic
