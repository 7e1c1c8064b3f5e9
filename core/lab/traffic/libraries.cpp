// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/program.h"

#include <QDateTime>
#include <QRandomGenerator>

#include <array>

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;

/** A job as ShedLock runs it: `lock_until` is the latest end, and written anew when it is done. */
struct ScheduledJob {
    const char *name;
    Millis period;
    Millis atMost;
    Millis runs;
};

constexpr std::array jobsOfScheduler = {
    ScheduledJob{"ledger-close", 14s, 60s, 9s},
    ScheduledJob{"send-reminders", 9s, 30s, 3s},
    ScheduledJob{"sync-exchange-rates", 6s, 20s, 2s},
};

constexpr char untilNow[] = "UPDATE shedlock SET lock_until = UTC_TIMESTAMP(3) WHERE name = ";

/** Whether the row was ours to write: it stays for good, and is inserted once. */
bool take(AdminSql &sql, const ScheduledJob &job, const QByteArray &host)
{
    const QByteArray name = sql.quoted(job.name);
    const QByteArray values =
        "lock_until = UTC_TIMESTAMP(3) + INTERVAL "
        + QByteArray::number(qint64(job.atMost.count()) * 1000)
        + " MICROSECOND, locked_at = UTC_TIMESTAMP(3), locked_by = " + sql.quoted(host);
    must(sql.run("INSERT IGNORE INTO shedlock SET name = " + name
                 + ", lock_until = "
                   "'1970-01-02', locked_at = '1970-01-02', locked_by = ''"));
    must(sql.run("UPDATE shedlock SET " + values + " WHERE name = " + name
                 + " AND lock_until <= UTC_TIMESTAMP(3)"));
    const auto rows = must(sql.query("SELECT locked_by, lock_until > UTC_TIMESTAMP(3) FROM "
                                     "shedlock WHERE name = "
                                     + name));
    return !rows.empty() && rows.front().at(0) == host && rows.front().at(1) == "1";
}

/** 44 characters of base64, as Symfony signs a lock. */
QByteArray symfonyToken()
{
    QByteArray bytes(32, '\0');
    for (char &byte : bytes)
        byte = char(QRandomGenerator::global()->bounded(256));
    return bytes.toBase64();
}

} // namespace

/** Schedulers on two machines, of which the faster runs a job. */
void runScheduler(Program &program)
{
    AdminSql sql = program.sql(QStringLiteral("jobs"), program.accounts().jobsPassword,
                               QStringLiteral("scheduler"));
    const QByteArray &host = program.host();
    std::array<SteadyTime, jobsOfScheduler.size()> next{};
    std::array<SteadyTime, jobsOfScheduler.size()> done{};
    for (;;) {
        for (size_t i = 0; i < jobsOfScheduler.size(); ++i) {
            const ScheduledJob &job = jobsOfScheduler.at(i);
            const auto now = std::chrono::steady_clock::now();
            if (done.at(i) != SteadyTime{} && now >= done.at(i)) {
                done.at(i) = {};
                must(sql.run(untilNow + sql.quoted(job.name)
                             + " AND locked_by = " + sql.quoted(host)));
            }
            if (now < next.at(i) || done.at(i) != SteadyTime{})
                continue;
            next.at(i) = now + job.period + Program::between(0ms, 2s);
            if (take(sql, job, host))
                done.at(i) = now + job.runs + Program::between(0ms, 2s);
        }
        program.ready();
        Program::sleep(400ms);
    }
}

/** An export that is renewed, and prices that two readers share, in Symfony's sorted sets. */
void exportCatalogue(Program &program)
{
    PlainRedis redis = program.redis(QStringLiteral("orders"), program.accounts().ordersPassword);
    const QByteArray token = symfonyToken();
    const bool writes = program.number() == 1;
    const QByteArray key = writes ? "export:catalogue" : "export:prices";
    constexpr Millis lease = 30s;
    for (;;) {
        const qint64 end = QDateTime::currentMSecsSinceEpoch() + lease.count();
        QByteArrayList add{"ZADD", key, QByteArray::number(end), token};
        if (writes)
            add << QByteArray::number(end) << "__write__";
        must(redis.command(add));
        must(redis.command({"PEXPIRE", key, QByteArray::number(qint64(lease.count()))}));
        program.ready();
        Program::sleep(7s);
    }
}

} // namespace lockmaster::traffic
