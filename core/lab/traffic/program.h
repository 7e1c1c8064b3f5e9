// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/lab/servers/adminsql.h"
#include "core/lab/servers/plainredis.h"
#include "core/lab/traffic/traffic.h"

namespace lockmaster::traffic {

/**
 * What every traffic program has: its accounts, its number among its like, time and chance.
 * Lives on the process's main thread. A program that loses its server ends: the sandbox is over.
 */
class Program
{
public:
    Program(Accounts accounts, Part part);

    int number() const { return m_part.number; }
    const QByteArray &host() const { return m_host; } ///< as the machine it plays is called

    /** A session with MariaDB; ends the process where there is none. */
    AdminSql sql(const QString &user, const Secret &password, const QString &programName,
                 const QString &database = QStringLiteral("sandbox")) const;
    PlainRedis redis(const QString &user, const Secret &password) const;
    const Accounts &accounts() const { return m_accounts; }

    /** What it is there for is to be seen now. */
    void ready() const;

    static void sleep(Millis time);
    /** Between the two, evenly. */
    static Millis between(Millis shortest, Millis longest);
    /** True in one of `n` cases. */
    static bool oneIn(int n);

private:
    Accounts m_accounts;
    Part m_part;
    QByteArray m_host;
};

/** The value of a call that must work; ends the process with the server's words where it did not.
 */
[[noreturn]] void giveUp(const Error &error);
template<class T>
T must(Result<T> result)
{
    if (!result)
        giveUp(result.error());
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

// A: a lock table.
void runJobs(Program &program);
void abandonJob(Program &program);
void runBatch(Program &program);
void waitForBatch(Program &program);
// B: user-level locks.
void issueCards(Program &program);
void leakFromPool(Program &program);
void holdSeveral(Program &program);
// C: SETNX orders, and a token lock.
void takeOrders(Program &program);
void holdTokens(Program &program);
// D: leader election in a table.
void standForElection(Program &program);
// E: Redisson-shaped coupons.
void issueCoupons(Program &program);
void issueFairCoupons(Program &program);
void issueShortCoupons(Program &program);
void readRates(Program &program);
// Libraries: ShedLock's table, Symfony's sorted sets.
void runScheduler(Program &program);
void exportCatalogue(Program &program);

} // namespace lockmaster::traffic
