// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/program.h"

#include <QDateTime>

#include <thread>

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

constexpr Millis heartbeat = 1s;
constexpr Millis lease = 1200ms;

/** UTC, as the design writes it; the column keeps whole seconds. */
QByteArray utcNow()
{
    return QDateTime::currentDateTimeUtc()
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
        .toLatin1();
}

bool passed(const QByteArray &written)
{
    QDateTime at =
        QDateTime::fromString(QString::fromLatin1(written), QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    at.setTimeSpec(Qt::UTC);
    return at.addMSecs(lease.count()) < QDateTime::currentDateTimeUtc();
}

Result<void> roundInTransaction(AdminSql &sql, const QByteArray &service, const QByteArray &me)
{
    const QByteArray name = sql.quoted(service);
    const auto rows = sql.query("SELECT container_id, timestamp FROM service_leader_lock "
                                "WHERE name = "
                                + name + " FOR UPDATE");
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->empty()) {
        return sql.run("INSERT INTO service_leader_lock SET name = " + name + ", container_id = "
                       + sql.quoted(me) + ", timestamp = '" + utcNow() + '\'');
    }
    const AdminSql::Row &row = rows->front();
    if (row.at(0) != me && !passed(row.at(1).value_or(QByteArray())))
        return {};
    return sql.run("UPDATE service_leader_lock SET container_id = " + sql.quoted(me)
                   + ", timestamp = '" + utcNow() + "' WHERE name = " + name);
}

/**
 * Waits for this candidate's moment just after a full second: the column keeps seconds, so a
 * heartbeat late in one would look old as soon as it is written.
 */
void waitForRound(int number)
{
    const Millis place(30 * number);
    const auto now = system_clock::now() - place;
    std::this_thread::sleep_until(std::chrono::floor<std::chrono::seconds>(now) + heartbeat
                                  + place);
}

} // namespace

void standForElection(Program &program)
{
    AdminSql sql = program.sql(QStringLiteral("election"), program.accounts().electionPassword,
                               QStringLiteral("scheduler"));
    const QByteArray me = "scheduler-6f7d9-" + QByteArray::number(program.number());
    for (int round = 1;; ++round) {
        waitForRound(program.number());
        must(sql.run("BEGIN"));
        const auto done = roundInTransaction(sql, "scheduler", me);
        must(sql.run(done ? "COMMIT" : "ROLLBACK"));
        program.ready();
        // Now and then a candidate stands still for longer than the lease: another takes over.
        if (round % (40 + 17 * program.number()) == 0)
            Program::sleep(5s);
    }
}

} // namespace lockmaster::traffic
