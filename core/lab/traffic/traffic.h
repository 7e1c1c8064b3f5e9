// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/secret.h"

#include <QByteArrayList>
#include <QString>

#include <vector>

/**
 * Programs that live the five reference designs against a private MariaDB and Redis, as their own
 * makers would have written them: each a process of its own, started by the keeper as
 * `lockmaster-lab traffic ROLE NUMBER`, in the sandbox's directory.
 */
namespace lockmaster::traffic {

/** One process of the traffic. */
struct Part {
    QByteArray role;
    int number = 1;
    bool lasts = true; ///< false: it does its deed and ends
};

/** All of them, in the order in which they are started. */
std::vector<Part> parts();

/** The accounts that the programs use, none of them with more rights than its program needs. */
struct Accounts {
    QString mariaDbSocket;
    QString redisSocket;
    Secret jobsPassword;     ///< SQL user `jobs`: the lock tables
    Secret electionPassword; ///< SQL user `election`: the leader table
    Secret cardsPassword;    ///< SQL user `cards`: user-level locks, no table at all
    Secret ordersPassword;   ///< Redis user `orders`
    Secret couponsPassword;  ///< Redis user `coupons`
};

/** The file that hands the accounts over: mode 0600, in the sandbox's directory. */
inline constexpr char accountsFileName[] = "traffic.accounts";
QByteArray writtenAccounts(const Accounts &accounts);
Accounts readAccounts(const QByteArray &text);

/** The file by which the first of a role says that what it is there for is to be seen. */
QString readyFileName(const QByteArray &role);

/** What `lockmaster-lab traffic ROLE NUMBER` does; returns when it is over. @return exit code. */
int run(const QByteArrayList &arguments);

} // namespace lockmaster::traffic
