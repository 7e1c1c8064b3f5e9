// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electionround.h"

#include "core/systems/rows/tablelease.h"

namespace lockmaster {

namespace {

/** Longer than a server makes anybody wait for a row, unless it was told to. */
constexpr std::chrono::seconds longestStatement(60);

SteadyTime statementDeadline()
{
    return std::chrono::steady_clock::now() + longestStatement;
}

struct LeaderRow {
    QByteArray identity;
    ServerTime heartbeat{};
};

/** As a program sends it; the column keeps of the digits what it has room for. */
QString written(ServerTime time)
{
    constexpr int digits = 6;
    return storedTimeText(time.time_since_epoch().count(), digits);
}

Result<bool> roundInTransaction(SqlConnection &session, const QString &table,
                                const ElectionTerms &terms, const std::function<ServerTime()> &now,
                                const std::function<void()> &locked)
{
    std::optional<LeaderRow> found;
    const auto read =
        session.select(QStringLiteral("SELECT CAST(container_id AS BINARY), "
                                      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', timestamp) FROM %1 "
                                      "WHERE name = ? FOR UPDATE")
                           .arg(table),
                       {terms.lockName}, statementDeadline(), [&](const SqlRow &row) {
                           found = {row.bytes(0), ServerTime(Micros(row.integer(1)))};
                       });
    if (!read)
        return passOn(read);
    if (locked)
        locked();
    const ServerTime at = now();
    if (!found) {
        return session
            .execute(QStringLiteral("INSERT INTO %1 SET name = ?, container_id = ?, timestamp = ?")
                         .arg(table),
                     {terms.lockName, terms.identity, written(at)}, statementDeadline())
            .map([](qint64) { return true; });
    }
    const bool mine = found->identity == terms.identity.toUtf8();
    if (!mine && found->heartbeat + terms.lease >= at)
        return false;
    return session
        .execute(QStringLiteral("UPDATE %1 SET container_id = ?, timestamp = ? WHERE name = ?")
                     .arg(table),
                 {terms.identity, written(at), terms.lockName}, statementDeadline())
        .map([](qint64) { return true; });
}

} // namespace

Result<std::unique_ptr<SqlConnection>>
openCandidateSession(Endpoint endpoint, SteadyTime deadline,
                     std::shared_ptr<SocketInterrupt> interrupt)
{
    endpoint.timeout = longestStatement;
    auto session = SqlConnection::open(endpoint, deadline, std::move(interrupt));
    if (!session)
        return session;
    const QString unbounded = (*session)->server().mariaDb
                                  ? QStringLiteral("max_statement_time = 0")
                                  : QStringLiteral("max_execution_time = 0");
    const auto set = (*session)->execute(
        QStringLiteral("SET SESSION autocommit = 0, lock_wait_timeout = DEFAULT, "
                       "innodb_lock_wait_timeout = DEFAULT, %1")
            .arg(unbounded),
        {}, deadline);
    if (!set)
        return passOn(set);
    return session;
}

Result<bool> standInRound(SqlConnection &session, const ElectionTerms &terms,
                          const std::function<ServerTime()> &now,
                          const std::function<void()> &locked)
{
    const auto table = quotedSqlIdentifier(terms.table);
    if (!table)
        return passOn(table);
    auto leads = roundInTransaction(session, *table, terms, now, locked);
    // One write at most, which failed where the round did: to commit nothing is to roll back, and
    // unlike ROLLBACK every server prepares it.
    const auto ended = session.execute(QStringLiteral("COMMIT"), {}, statementDeadline());
    if (leads && !ended)
        return passOn(ended);
    return leads;
}

} // namespace lockmaster
