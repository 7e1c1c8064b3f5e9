// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/sessionfacts.h"

#include "core/systems/userlock/lockname.h"
#include "core/sql/sqlconnection.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int firstMySqlWithProcessList = 80022;
/** More than the time between two statements of ours. */
constexpr Micros countsTheSame = 100ms;

/** Asks what may be missing or denied; only the end of the connection is an error. */
Result<void> ask(SqlConnection &connection, const QString &sql, const QVariantList &values,
                 SteadyTime deadline, const std::function<void(const SqlRow &)> &row)
{
    const auto read = connection.select(sql, values, deadline, row);
    if (!read && !connection.usable())
        return passOn(read);
    return {};
}

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
    return ask(connection, sql, {session}, deadline, [&](const SqlRow &row) {
        facts.seen = true;
        facts.user = row.text(0);
        facts.host = row.text(1);
        facts.state = row.text(2);
        facts.statement = row.bytes(3);
        facts.query = row.integer(4);
    });
}

/** Of several locks that look alike, the latest: any change of theirs counts as one. */
Result<void> readMetadata(SqlConnection &connection, qint64 session, const QByteArray &shown,
                          LockPart part, SessionFacts &facts, SteadyTime deadline)
{
    auto thread = ask(
        connection,
        QStringLiteral("SELECT THREAD_ID FROM performance_schema.threads WHERE PROCESSLIST_ID = ?"),
        {session}, deadline, [&](const SqlRow &row) { facts.thread = row.integer(0); });
    if (!thread || facts.thread == 0)
        return thread;
    const QString status =
        part == LockPart::Holds ? QStringLiteral("GRANTED") : QStringLiteral("PENDING");
    return ask(connection,
               QStringLiteral("SELECT CAST(OBJECT_NAME AS BINARY), OWNER_EVENT_ID"
                              " FROM performance_schema.metadata_locks WHERE OBJECT_TYPE ="
                              " 'USER LEVEL LOCK' AND OWNER_THREAD_ID = ? AND LOCK_STATUS = ?"),
               {facts.thread, status}, deadline, [&](const SqlRow &row) {
                   if (row.bytes(0) == shown)
                       facts.lockEvent = std::max(facts.lockEvent, row.integer(1));
               });
}

Result<void> readHeldTime(SqlConnection &connection, qint64 session, const QByteArray &shown,
                          SessionFacts &facts, SteadyTime deadline)
{
    return ask(connection,
               QStringLiteral("SELECT CAST(TABLE_SCHEMA AS BINARY), LOCK_TIME_MS"
                              " FROM information_schema.METADATA_LOCK_INFO"
                              " WHERE LOCK_TYPE = 'User lock' AND THREAD_ID = ?"),
               {session}, deadline, [&](const SqlRow &row) {
                   if (row.bytes(0) == shown && !row.isNull(1))
                       facts.held = row.integer(1) * Micros(1ms);
               });
}

} // namespace

Result<SessionFacts> readSessionFacts(SqlConnection &connection, qint64 session,
                                      const QByteArray &lock, LockPart part, SteadyTime deadline)
{
    SessionFacts facts;
    facts.readAt = systemClock().now();
    const QByteArray shown = shownLockName(lock);
    auto read = readMetadata(connection, session, shown, part, facts, deadline);
    if (read && part == LockPart::Holds && connection.server().mariaDb)
        read = readHeldTime(connection, session, shown, facts, deadline);
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

bool tookAnew(const SessionFacts &before, const SessionFacts &now)
{
    if (before.lockEvent != 0 && now.lockEvent != 0 && before.lockEvent != now.lockEvent)
        return true;
    return before.held && now.held && *now.held + countsTheSame < now.readAt - before.readAt;
}

Result<qint64> holderOfLock(SqlConnection &connection, const QByteArray &lock, SteadyTime deadline)
{
    qint64 holder = 0;
    const auto read = connection.select(
        QStringLiteral("SELECT IS_USED_LOCK(%1)").arg(lockNameLiteral(lock)), {}, deadline,
        [&holder](const SqlRow &row) { holder = row.isNull(0) ? 0 : row.integer(0); });
    if (!read)
        return passOn(read);
    return holder;
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
