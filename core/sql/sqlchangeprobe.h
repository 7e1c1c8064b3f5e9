// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/sql/sqltablerows.h"
#include "core/sql/sqltableshape.h"

namespace lockmaster {

class SqlConnection;

/** What a server says of a table without reading its rows. Times in the session's zone. */
struct SqlTableStamp {
    qint64 serverNow = 0; ///< as in `SqlTableReading`
    qint64 serverUtc = 0;
    ClockReading clock;
    bool serverReadOnly = false; ///< as in `SqlTableReading`
    /**
     * When the last change was made, to the second; none: not known, or not certain. MySQL notes
     * when it was committed, MariaDB when its transaction began.
     */
    std::optional<qint64> changed;
    qint64 created = 0;
    qint64 rows = 0;  ///< an estimate; TRUNCATE leaves the times as they are
    qint64 bytes = 0; ///< of its pages
    /** No transaction is open that could still commit a change of the second `changed`. */
    bool settled = false;
};

/**
 * One short statement, the same whatever the number of rows. A change is told for plain InnoDB
 * tables alone: views and other engines have no such time or a late one, and of a partitioned table
 * a part can be emptied without it. `settled` stays open.
 */
Result<SqlTableStamp> readTableStamp(SqlConnection &connection, const SqlTableShape &shape,
                                     SteadyTime deadline);

/** Fills in `settled`. Needs PROCESS: without it the server's answer is an error. */
Result<void> settleTableStamp(SqlConnection &connection, SqlTableStamp &stamp, SteadyTime deadline);

/**
 * Whether `read` still says what is in the table, if `before` was taken and settled just before it
 * and `now` is later. Only where it is certain: times have no fractions, so what was changed within
 * two seconds of the read may have been changed again unseen, and no clock may have jumped.
 */
bool standsUnchanged(const SqlTableReading &read, const SqlTableStamp &before,
                     const SqlTableStamp &now);

} // namespace lockmaster
