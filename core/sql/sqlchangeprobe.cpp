// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlchangeprobe.h"

#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Micros secondsMayHideAChange = 2s;
/** What server and local clock may drift apart between two reads. */
constexpr Micros driftAllowed = 1s;

} // namespace

Result<SqlTableStamp> readTableStamp(SqlConnection &connection, const SqlTableShape &shape,
                                     SteadyTime deadline)
{
    // The clock stands in a row of its own: nothing may be known of the table.
    static const QString statement =
        QStringLiteral(
            "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', NOW(6)),"
            " TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), %1, NULL, NULL, NULL"
            " UNION ALL SELECT NULL, NULL, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UPDATE_TIME),"
            " TIMESTAMPDIFF(MICROSECOND, '1970-01-01', CREATE_TIME),"
            " TABLE_ROWS, DATA_LENGTH"
            " FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
            " AND ENGINE = 'InnoDB' AND TABLE_TYPE = 'BASE TABLE'"
            " AND CREATE_OPTIONS NOT LIKE '%partitioned%'")
            .replace(QStringLiteral("%1"), sqlReadOnly());
    SqlTableStamp stamp;
    const SteadyTime sent = std::chrono::steady_clock::now();
    const auto asked = connection.select(statement, {shape.schema, shape.table}, deadline,
                                         [&stamp](const SqlRow &row) {
                                             if (!row.isNull(0)) {
                                                 stamp.serverNow = row.integer(0);
                                                 stamp.serverUtc = row.integer(1);
                                                 stamp.serverReadOnly = row.integer(2) != 0;
                                             } else if (!row.isNull(2) && !row.isNull(3)) {
                                                 stamp.changed = row.integer(2);
                                                 stamp.created = row.integer(3);
                                                 stamp.rows = row.integer(4);
                                                 stamp.bytes = row.integer(5);
                                             }
                                         });
    if (!asked)
        return passOn(asked);
    const auto half =
        std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - sent) / 2;
    stamp.clock = {ServerTime(Micros(stamp.serverUtc)), sent + half, half};
    return stamp;
}

Result<void> settleTableStamp(SqlConnection &connection, SqlTableStamp &stamp, SteadyTime deadline)
{
    if (!stamp.changed)
        return {};
    qint64 open = 0;
    std::optional<Micros> oldest;
    // By its age: the start is told in the system's zone, whatever zone the session has.
    const auto asked = connection.select(
        QStringLiteral("SELECT COUNT(*), MAX(TIMESTAMPDIFF(MICROSECOND, trx_started,"
                       " CONVERT_TZ(NOW(6), @@session.time_zone, 'SYSTEM')))"
                       " FROM information_schema.INNODB_TRX"),
        {}, deadline, [&](const SqlRow &row) {
            open = row.integer(0);
            if (!row.isNull(1))
                oldest = Micros(row.integer(1));
        });
    if (!asked)
        return passOn(asked);
    const Micros sinceChange(stamp.serverNow - *stamp.changed);
    stamp.settled = open == 0 || (oldest && *oldest + secondsMayHideAChange < sinceChange);
    return {};
}

bool standsUnchanged(const SqlTableReading &read, const SqlTableStamp &before,
                     const SqlTableStamp &now)
{
    const bool sameChange = before.settled && before.changed && before.changed == now.changed
                            && before.created == now.created && before.rows == now.rows
                            && before.bytes == now.bytes
                            && Micros(read.serverNow - *before.changed) >= secondsMayHideAChange;
    const bool sameZone = now.serverNow - now.serverUtc == read.serverNow - read.serverUtc;
    const Micros byServer(now.serverUtc - read.serverUtc);
    const auto byUs = std::chrono::duration_cast<Micros>(now.clock.local - read.clock.local);
    return sameChange && sameZone && std::chrono::abs(byServer - byUs) < driftAllowed;
}

} // namespace lockmaster
