// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandboxcontent.h"

namespace lockmaster {

namespace {

/// As the makers of the designs wrote them, and one of another shape for the column mapping; and
/// those of libraries, as they make them.
constexpr char tablesSql[] = R"(
CREATE DATABASE sandbox CHARACTER SET utf8mb4;
USE sandbox;
CREATE TABLE dist_lock (
    name varchar(100) NOT NULL COMMENT 'lock name',
    owner varchar(100) NOT NULL COMMENT 'lock owner',
    expiry datetime NOT NULL COMMENT 'when the hold ends',
    PRIMARY KEY (name)
) ENGINE = InnoDB;
CREATE TABLE service_leader_lock (
    id bigint NOT NULL AUTO_INCREMENT,
    name varchar(100) NOT NULL,
    container_id varchar(100) NULL,
    timestamp datetime NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (id),
    UNIQUE KEY (name),
    INDEX idx_name (name)
) ENGINE = InnoDB;
CREATE TABLE batch_lock (
    job varchar(64) NOT NULL,
    holder varchar(128) NOT NULL,
    valid_until datetime(6) NOT NULL,
    PRIMARY KEY (job)
) ENGINE = InnoDB;
CREATE TABLE DATABASECHANGELOGLOCK (
    ID int NOT NULL,
    LOCKED tinyint(1) NOT NULL,
    LOCKGRANTED datetime NULL,
    LOCKEDBY varchar(255) NULL,
    PRIMARY KEY (ID)
) ENGINE = InnoDB;
CREATE TABLE shedlock (
    name varchar(64) NOT NULL,
    lock_until timestamp(3) NOT NULL DEFAULT '1970-01-02 00:00:00',
    locked_at timestamp(3) NOT NULL DEFAULT '1970-01-02 00:00:00',
    locked_by varchar(255) NOT NULL,
    PRIMARY KEY (name)
) ENGINE = InnoDB;
CREATE TABLE cache_locks (
    `key` varchar(255) NOT NULL,
    owner varchar(255) NOT NULL,
    expiration int NOT NULL,
    PRIMARY KEY (`key`)
) ENGINE = InnoDB;
INSERT INTO batch_lock VALUES
    ('nightly-report', '', NOW() - INTERVAL 1 DAY),
    ('search-index', '', NOW() - INTERVAL 1 DAY);
)";

constexpr char historySql[] = R"(
USE sandbox;
INSERT INTO dist_lock VALUES
    ('legacy-import', 'b6c1a7e2-95c3-4f0e-8a41-3d2f9d1c7a10', NOW() - INTERVAL 3 HOUR);
INSERT INTO service_leader_lock (name, container_id, timestamp) VALUES
    ('report-writer', NULL, '1970-01-02 00:00:00'),
    ('search-indexer', 'indexer-5c8b4-1', UTC_TIMESTAMP() - INTERVAL 7 MINUTE);
INSERT INTO batch_lock VALUES
    ('seoul-settlement', 'seoul-batch-2', NOW() + INTERVAL 9 HOUR + INTERVAL 60 SECOND);
-- What killed programs left: a migration in the middle, a job until tonight, another until tomorrow.
INSERT INTO DATABASECHANGELOGLOCK VALUES
    (1, 1, NOW() - INTERVAL 40 MINUTE, 'billing-7d9f5-x2kqv (10.1.4.27)');
INSERT INTO shedlock VALUES
    ('archive-export', UTC_TIMESTAMP(3) + INTERVAL 3 HOUR, UTC_TIMESTAMP(3) - INTERVAL 1 HOUR,
     'scheduler-5f7c9-old');
INSERT INTO cache_locks VALUES
    ('laravel_cacheframework/schedule-6d1a0b3f4c5e7f8091a2b3c4d5e6f70819283746',
     '6krebCreBGDGpwIR', UNIX_TIMESTAMP() + 79200);
)";

QString userSql(const char *user, const Secret &password)
{
    return QStringLiteral("CREATE USER %1@'%' IDENTIFIED BY '%2';\n")
        .arg(QLatin1String(user), QString::fromLatin1(password.reveal()));
}

} // namespace

QString sandboxSql(const SandboxPasswords &passwords, const traffic::Accounts &accounts)
{
    return QString::fromUtf8(tablesSql) + userSql(sandboxOperator, passwords.operatorAccount)
           + QStringLiteral("GRANT SELECT, INSERT, UPDATE ON sandbox.* TO operator@'%';\n"
                            "GRANT DELETE ON sandbox.cache_locks TO operator@'%';\n"
                            "GRANT SELECT ON performance_schema.* TO operator@'%';\n"
                            "GRANT PROCESS, CONNECTION ADMIN ON *.* TO operator@'%';\n")
           + userSql(sandboxLab, passwords.labAccount)
           + QStringLiteral("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP ON sandbox.* "
                            "TO lab@'%';\n")
           + userSql("jobs", accounts.jobsPassword)
           + QStringLiteral("GRANT SELECT, INSERT, UPDATE ON sandbox.dist_lock TO jobs@'%';\n"
                            "GRANT SELECT, INSERT, UPDATE ON sandbox.shedlock TO jobs@'%';\n"
                            "GRANT SELECT, UPDATE ON sandbox.batch_lock TO jobs@'%';\n")
           + userSql("election", accounts.electionPassword)
           + QStringLiteral(
               "GRANT SELECT, INSERT, UPDATE ON sandbox.service_leader_lock TO election@'%';\n")
           + userSql("cards", accounts.cardsPassword);
}

QString sandboxHistorySql()
{
    return QString::fromUtf8(historySql);
}

QByteArrayList sandboxRedisUsers(const SandboxPasswords &passwords,
                                 const traffic::Accounts &accounts)
{
    return {
        QByteArray(sandboxOperator) + " on >" + passwords.operatorAccount.reveal()
            + " ~* &* +@read +time +role +info +ping +select +client|id +client|tracking "
              "+client|list +pubsub|numsub +pubsub|channels +set +del +pexpire +hset +hincrby "
              "+hdel +lpush +rpush +lpop +lrem +zadd +zincrby +zrem +eval +watch +unwatch +multi "
              "+exec +publish +subscribe +unsubscribe +client|kill +acl|dryrun",
        QByteArray(sandboxLab) + " on >" + passwords.labAccount.reveal()
            + " resetchannels ~product:* ~coupon:* ~redisson_* ~{coupon:* &redisson_* "
              "+@hash +@list +@sortedset +@set +@string +@scripting +exists +del +pexpire +pttl "
              "+ping +select +publish +subscribe +unsubscribe",
        "orders on >" + accounts.ordersPassword.reveal()
            + " resetchannels ~product:* ~lock:* ~bull:* ~job-lock:* ~export:* +set +del +pexpire "
              "+get +zadd",
        "coupons on >" + accounts.couponsPassword.reveal()
            + " resetchannels ~coupon:* ~redisson_* ~{coupon:* &redisson_* "
              "+@hash +@list +@sortedset +@set +@string +@scripting +exists +del +pexpire +pttl "
              "+publish +subscribe +unsubscribe",
    };
}

QByteArray sandboxProfile(const SandboxServers &servers)
{
    return QStringLiteral(R"(# The private servers of a sandbox. They and this file go when it ends.

[[backend]]
name = "sandbox-mariadb"
url = "mysql://operator@127.0.0.1:%1/sandbox"
environment = "development"
password_file = "%2"
formats = "auto"
user_locks = ["user:42:card"]
sleeping_holder_after = "10s"
expired_not_taken_after = "20s"

[[backend.table]]
preset = "dist_lock"

[[backend.table]]
system = "dist_lock"
table = "batch_lock"
name = "job"
owner = "holder"
expiry = "valid_until"

[[backend.table]]
preset = "leader"

[[backend]]
name = "sandbox-redis"
url = "redis://operator@127.0.0.1:%3/0"
environment = "development"
password_file = "%4"
match = ["product:*", "lock:*", "coupon:*", "bull:*:lock", "job-lock:*", "export:*"]
)")
        .arg(servers.mariaDbPort)
        .arg(servers.mariaDbPasswordFile)
        .arg(servers.redisPort)
        .arg(servers.redisPasswordFile)
        .toUtf8();
}

} // namespace lockmaster
