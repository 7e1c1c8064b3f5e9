// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/secret.h"
#include "core/lab/traffic/traffic.h"

#include <QByteArrayList>
#include <QLatin1StringView>

#include <array>

namespace lockmaster {

/** The account that watches and acts, on both servers; with no right that acting does not need. */
inline constexpr char sandboxOperator[] = "operator";
/** The account of the lab's experiments, on both servers: tables and keys of their own. */
inline constexpr char sandboxLab[] = "lab";
inline constexpr char sandboxDatabase[] = "sandbox";

/** The libraries whose locks are in it. */
inline constexpr std::array sandboxFormats = {
    QLatin1StringView("liquibase"), QLatin1StringView("shedlock"),
    QLatin1StringView("laravel_cache"), QLatin1StringView("symfony_redis")};

/** The passwords of the accounts that are not the traffic's. */
struct SandboxPasswords {
    Secret operatorAccount;
    Secret labAccount;
};

/** The reference designs' tables, and the accounts with the least that each needs. */
QString sandboxSql(const SandboxPasswords &passwords, const traffic::Accounts &accounts);

/** Rows that only the past can have made: stale, vacant, written by another clock. */
QString sandboxHistorySql();

/** The Redis accounts as ACL rules. */
QByteArrayList sandboxRedisUsers(const SandboxPasswords &passwords,
                                 const traffic::Accounts &accounts);

/** What the profile is written from. */
struct SandboxServers {
    quint16 mariaDbPort = 0;
    quint16 redisPort = 0;
    QString mariaDbPasswordFile;
    QString redisPasswordFile;
};

QByteArray sandboxProfile(const SandboxServers &servers);

} // namespace lockmaster
