// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/secret.h"
#include "core/lab/servers/adminsql.h"
#include "core/lab/contention/workreport.h"
#include "core/lab/servers/plainredis.h"

#include <QByteArrayList>
#include <QRandomGenerator>

namespace lockmaster {

/** What the workers of an experiment share: written to a file of mode 0600 for them. */
struct WorkerAccounts {
    QString sqlSocket;
    QString sqlUser;
    QString sqlDatabase;
    Secret sqlPassword;
    QString redisSocket;
    QString redisUser;
    Secret redisPassword;
};
inline constexpr char workerAccountsFile[] = "contention.accounts";
QByteArray written(const WorkerAccounts &accounts);
WorkerAccounts readWorkerAccounts(const QByteArray &text);

/** The places of a group of Redis servers, for the experiments that have one. */
inline constexpr char workerGroupFile[] = "contention.group";
/** Once it is there, those that take lock after lock come to their end. */
inline constexpr char workerStopFile[] = "contention.stop";

/** The file that starts them all: the monotonic moment in nanoseconds, and a newline. */
inline constexpr char workerStartFile[] = "contention.start";

/** One worker as its command line says: `EXPERIMENT NUMBER REQUESTS SKEW-MS SEED`. */
struct WorkerPart {
    QByteArray experiment;
    int number = 1;   ///< from 1
    int requests = 1; ///< parallel requests of this program, or how many programs there are
    Millis skew{0};   ///< its clock is ahead by so much
    quint32 seed = 1;
};
QByteArrayList workerArguments(const WorkerPart &part);

/**
 * What every worker has: its accounts, its chance, its voice. A worker that loses its server ends.
 * `report()` may be called from any thread, the rest from the main one.
 */
class Worker
{
public:
    Worker(WorkerAccounts accounts, WorkerPart part);

    const WorkerPart &part() const { return m_part; }
    AdminSql sql(const char *programName) const;
    PlainRedis redis() const;

    void report(WorkStep step, int worker, int round, qint64 value = 0) const;
    /** Says that it is ready and waits for the start. Ends the process where none comes. */
    SteadyTime awaitStart() const;
    /** Between the two, evenly; the same for the same seed and number. */
    Millis between(Millis shortest, Millis longest);

private:
    WorkerAccounts m_accounts;
    WorkerPart m_part;
    QRandomGenerator m_chance;
};

/** What `lockmaster-lab contention ...` does; its output is reports. @return exit code. */
int runContentionWorker(const QByteArrayList &arguments);

// The experiments' programs.
void serveCards(Worker &worker);
void runMinuteJob(Worker &worker);
void orderProducts(Worker &worker);
void issueCoupons(Worker &worker);
void takeAtMaster(Worker &worker);

} // namespace lockmaster
