// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlserverprobe.h"

#include "core/sql/sqlgroup.h"

#include <QRegularExpression>

#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int firstMySqlWithCachedTables = 80003;
/** Its groups tell who is the primary, and let a session wait for what they decided. */
constexpr int firstMySqlThatWaitsForGroups = 80014;
constexpr std::chrono::milliseconds untilItIsOlder(50);
constexpr int mostAsked = 30;

/** What is only asked for and may be refused: the answer's first row, or none. */
Result<bool> askFirstRow(SqlConnection &connection, const QString &sql, SteadyTime deadline,
                         const std::function<void(const SqlRow &)> &row)
{
    bool first = true;
    const auto rows = connection.select(sql, {}, deadline, [&](const SqlRow &answer) {
        if (first)
            row(answer);
        first = false;
    });
    if (rows)
        return *rows > 0;
    if (connection.usable())
        return false;
    return passOn(rows);
}

/**
 * Whom a MySQL follows: its channels, and what part it has in a group. It does not say beforehand
 * that SHOW REPLICA STATUS has columns, so prepared that has none.
 */
QString mySqlSources()
{
    return QStringLiteral(
        "SELECT 'channel', CHANNEL_NAME FROM "
        "performance_schema.replication_connection_configuration "
        "UNION ALL SELECT MEMBER_ROLE, MEMBER_STATE "
        "FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid");
}

/**
 * The primary of a Group Replication has the group's channels too, and follows nobody. What a
 * member shows that is not (or no more) up to date lags.
 */
bool isSource(const QString &what, const QString &name, bool groupTells)
{
    if (what == u"channel")
        return name != u"group_replication_applier" && name != u"group_replication_recovery";
    if (groupTells)
        return false;
    return what == u"SECONDARY" || name == u"RECOVERING" || name == u"ERROR";
}

} // namespace

Result<std::optional<bool>> askSqlReplica(SqlConnection &connection, bool mariaDb,
                                          SteadyTime deadline)
{
    bool follows = false;
    const bool groupTells = connection.server().version >= firstMySqlThatWaitsForGroups;
    const QString sql = mariaDb ? QStringLiteral("SHOW ALL SLAVES STATUS") : mySqlSources();
    const auto rows = connection.select(sql, {}, deadline, [&](const SqlRow &row) {
        follows = follows || mariaDb || isSource(row.text(0), row.text(1), groupTells);
    });
    if (rows)
        return follows;
    if (!connection.usable())
        return passOn(rows);
    if (!mariaDb)
        return std::nullopt;
    // The account may not ask. Everybody may ask whether anything is being copied just now.
    std::optional<bool> copies;
    const auto asked = askFirstRow(
        connection,
        QStringLiteral("SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM "
                       "information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'SLAVES_RUNNING'"),
        deadline, [&copies](const SqlRow &row) {
            if (row.integer(0) > 0)
                copies = true;
        });
    if (!asked)
        return passOn(asked);
    return copies;
}

QString sqlReadOnly()
{
    return QStringLiteral("CONCAT(@@global.read_only) NOT IN ('0', 'OFF')");
}

int sqlVersionNumber(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("(\\d+)\\.(\\d+)\\.(\\d+)"));
    const auto match = pattern.match(text);
    if (!match.hasMatch())
        return 0;
    const auto part = [&match](int index) { return std::min(match.captured(index).toInt(), 99); };
    return part(1) * 10000 + part(2) * 100 + part(3);
}

Result<void> probeSqlServer(SqlConnection &connection, SqlServer &server, SteadyTime deadline)
{
    const auto basics = connection.select(
        QStringLiteral("SELECT VERSION(), @@version_comment, CONNECTION_ID(), CURRENT_USER(), "
                       "IFNULL(DATABASE(), ''), ")
            + sqlReadOnly(),
        {}, deadline, [&server](const SqlRow &row) {
            server.versionText = row.text(0);
            server.mariaDb = row.text(0).contains(u"mariadb", Qt::CaseInsensitive)
                             || row.text(1).contains(u"mariadb", Qt::CaseInsensitive);
            server.version = sqlVersionNumber(row.text(0));
            server.connectionId = row.integer(2);
            server.account = row.text(3);
            server.database = row.text(4);
            server.readOnly = row.integer(5) != 0;
        });
    if (!basics)
        return passOn(basics);
    auto identity = askSqlIdentity(connection, server.mariaDb, deadline);
    if (!identity)
        return passOn(identity);
    server.identity = std::move(identity->run);
    server.lasting = std::move(identity->lasting);
    const auto replica = askSqlReplica(connection, server.mariaDb, deadline);
    if (!replica)
        return passOn(replica);
    server.replica = replica->value_or(false); // being read-only alone does not make a replica
    server.clustered =
        identity->clustered && (server.mariaDb || server.version >= firstMySqlThatWaitsForGroups);
    return {};
}

Result<SqlIdentity> askSqlIdentity(SqlConnection &connection, bool mariaDb, SteadyTime deadline)
{
    // Both sides of the difference are of the same statement, so it is the exact start time. Rows
    // are the same on all members of a Galera cluster or a Group Replication, whichever answers.
    const QString sql =
        mariaDb
            ? QStringLiteral("SELECT CONCAT(@@hostname, ':', @@port, ':', @@server_id), "
                             "UNIX_TIMESTAMP() - CAST(VARIABLE_VALUE AS SIGNED), "
                             "COALESCE("
                             "(SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS"
                             " WHERE VARIABLE_NAME = 'WSREP_CLUSTER_STATE_UUID' AND VARIABLE_VALUE"
                             " NOT IN ('', '00000000-0000-0000-0000-000000000000')), "
                             "(SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_VARIABLES"
                             " WHERE VARIABLE_NAME = 'SERVER_UID' AND VARIABLE_VALUE <> ''), "
                             "CONCAT(@@hostname, ':', @@port, ':', @@server_id)), "
                             "EXISTS(SELECT 1 FROM information_schema.GLOBAL_STATUS"
                             " WHERE VARIABLE_NAME = 'WSREP_PROVIDER_NAME'"
                             " AND VARIABLE_VALUE <> ''), CAST(VARIABLE_VALUE AS SIGNED) "
                             "FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'UPTIME'")
            : QStringLiteral(
                "SELECT @@server_uuid, UNIX_TIMESTAMP() - CAST(VARIABLE_VALUE AS SIGNED), "
                "COALESCE((SELECT VARIABLE_VALUE FROM performance_schema.global_variables"
                " WHERE VARIABLE_NAME = 'group_replication_group_name' AND VARIABLE_VALUE <> ''), "
                "@@server_uuid), NULL, CAST(VARIABLE_VALUE AS SIGNED) "
                "FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'");
    SqlIdentity identity;
    // The start is told in seconds: a server that is restarted within its first one would pass for
    // itself, and a session for another's. So nothing is known of it before that second is over.
    // Nor is a server believed for longer that says so of itself.
    bool isYoung = true;
    for (int asked = 0; isYoung && asked < mostAsked; ++asked) {
        if (asked > 0)
            std::this_thread::sleep_for(untilItIsOlder);
        isYoung = false;
        const auto told = askFirstRow(connection, sql, deadline, [&](const SqlRow &row) {
            identity.run = row.text(0).toUtf8() + '@' + QByteArray::number(row.integer(1));
            identity.lasting = row.text(2).toUtf8();
            // The name of a group that it may have left, or never joined.
            identity.clustered = mariaDb ? row.integer(3) != 0 : row.text(2) != row.text(0);
            isYoung = row.text(4) == u"0";
        });
        if (!told)
            return passOn(told);
    }
    return identity;
}

Result<void> prepareSqlSession(SqlConnection &connection, const SqlServer &server,
                               SteadyTime deadline)
{
    // Below the read timeout, so that the server gives the statement up and keeps the connection.
    const qint64 millis = std::max<qint64>(50, connection.endpoint().timeout.count() * 3 / 4);
    QString bound =
        server.mariaDb
            ? QStringLiteral("max_statement_time=%1").arg(double(millis) / 1000.0, 0, 'f', 3)
            : QStringLiteral("max_execution_time=%1").arg(millis);
    // Otherwise it may say of a table what was so a day ago.
    if (!server.mariaDb && server.version >= firstMySqlWithCachedTables)
        bound += QStringLiteral(", information_schema_stats_expiry=0");
    const auto done =
        connection.execute(QStringLiteral("SET SESSION autocommit=1, lock_wait_timeout=1, "
                                          "innodb_lock_wait_timeout=1, %1")
                               .arg(bound),
                           {}, deadline);
    if (!done)
        return passOn(done);
    return {};
}

} // namespace lockmaster
