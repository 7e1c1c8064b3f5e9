// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/distlock.h"

#include <QDateTime>
#include <QUuid>

namespace lockmaster::traffic {

DistLock::DistLock(QByteArray name, Millis clockAhead)
    : m_name(std::move(name)), m_clockAhead(clockAhead),
      m_owner(QUuid::createUuid().toByteArray(QUuid::WithoutBraces))
{
}

/** The application's local wall clock, as the design has it. */
QByteArray DistLock::localTime(Millis later) const
{
    return QDateTime::currentDateTime()
        .addMSecs(m_clockAhead.count() + later.count())
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"))
        .toLatin1();
}

Result<bool> DistLock::attemptInTransaction(AdminSql &sql, Millis lease) const
{
    const QByteArray name = sql.quoted(m_name);
    const auto rows =
        sql.query("SELECT owner, expiry FROM dist_lock WHERE name = " + name + " FOR UPDATE");
    if (!rows)
        return passOn(rows);
    // The column keeps whole seconds and cuts the rest.
    const QByteArray expiry =
        sql.quoted(localTime(std::chrono::floor<std::chrono::seconds>(lease)).first(19));
    const QByteArray values = "owner = " + sql.quoted(m_owner) + ", expiry = " + expiry;
    if (rows->empty()) {
        return sql.run("INSERT INTO dist_lock SET name = " + name + ", " + values).map([] {
            return true;
        });
    }
    const AdminSql::Row &row = rows->front();
    const bool mine = row.at(0) == m_owner;
    const bool expired = row.at(1).value_or(QByteArray()) < localTime(Millis(0));
    if (!mine && !expired)
        return false;
    return sql.run("UPDATE dist_lock SET " + values + " WHERE name = " + name).map([] {
        return true;
    });
}

bool DistLock::attempt(AdminSql &sql, Millis lease) const
{
    if (!sql.run("BEGIN"))
        return false;
    const auto acquired = attemptInTransaction(sql, lease);
    if (!acquired || !sql.run("COMMIT")) {
        const auto ignored = sql.run("ROLLBACK");
        return false;
    }
    return *acquired;
}

} // namespace lockmaster::traffic
