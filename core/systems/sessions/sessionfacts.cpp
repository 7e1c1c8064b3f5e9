// SPDX-License-Identifier: Apache-2.0
#include "core/systems/sessions/sessionfacts.h"

#include "core/sql/sqlconnection.h"

namespace lockmaster {

namespace {

constexpr int firstMySqlWithProcessList = 80022;

/** The table that gives hosts with their ports. */
QString processList(const SqlServer &server)
{
    return !server.mariaDb && server.version >= firstMySqlWithProcessList
               ? QStringLiteral("performance_schema.processlist")
               : QStringLiteral("information_schema.PROCESSLIST");
}

Result<void> readProcessList(SqlConnection &connection, qint64 session, SessionFacts &facts,
                             SteadyTime deadline)
{
    const bool mariaDb = connection.server().mariaDb;
    const QString sql = QStringLiteral("SELECT USER, HOST, STATE, %1, %2 FROM %3 WHERE ID = ?")
                            .arg(mariaDb ? QStringLiteral("LEFT(INFO_BINARY, 1024)")
                                         : QStringLiteral("CAST(LEFT(INFO, 1024) AS BINARY)"),
                                 mariaDb ? QStringLiteral("QUERY_ID") : QStringLiteral("0"),
                                 processList(connection.server()));
    return askIfTold(connection, sql, {session}, deadline, [&](const SqlRow &row) {
        facts.seen = true;
        facts.user = row.text(0);
        facts.host = row.text(1);
        facts.state = row.text(2);
        facts.statement = row.bytes(3);
        facts.query = row.integer(4);
    });
}

} // namespace

Result<void> askIfTold(SqlConnection &connection, const QString &sql, const QVariantList &values,
                       SteadyTime deadline, const std::function<void(const SqlRow &)> &row)
{
    const auto read = connection.select(sql, values, deadline, row);
    if (!read && !connection.usable())
        return passOn(read);
    return {};
}

Result<SessionFacts> readSessionFacts(SqlConnection &connection, qint64 session,
                                      SteadyTime deadline)
{
    SessionFacts facts;
    facts.readAt = systemClock().now();
    auto read = askIfTold(
        connection,
        QStringLiteral("SELECT THREAD_ID FROM performance_schema.threads WHERE PROCESSLIST_ID = ?"),
        {session}, deadline, [&](const SqlRow &row) { facts.thread = row.integer(0); });
    if (read)
        read = readProcessList(connection, session, facts, deadline);
    if (!read)
        return passOn(read);
    return facts;
}

bool sameSession(const SessionFacts &before, const SessionFacts &now)
{
    if (before.seen && (!now.seen || before.user != now.user || before.host != now.host))
        return false;
    return before.thread == 0 || before.thread == now.thread;
}

Result<bool> sessionExists(SqlConnection &connection, qint64 session, SteadyTime deadline)
{
    const auto read = connection.select(
        QStringLiteral("SELECT 1 FROM %1 WHERE ID = ?").arg(processList(connection.server())),
        {session}, deadline, [](const SqlRow &) {});
    if (!read)
        return passOn(read);
    return *read > 0;
}

} // namespace lockmaster
