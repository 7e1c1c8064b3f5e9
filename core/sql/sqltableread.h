// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/sql/sqltablerows.h"
#include "core/sql/sqltableshape.h"

namespace lockmaster {

class SqlConnection;

/**
 * Reads all rows and the server's clock. `fastest` is the shortest read of this connection so far
 * (none before the first) and is kept up: it tells what of an answer's time was the network's.
 * Rows that stand as in `earlier`, those of a read before, share their bytes with it.
 */
Result<SqlTableReading> readTableRows(SqlConnection &connection, const SqlTableShape &shape,
                                      std::optional<Micros> &fastest,
                                      const std::vector<SqlTableRow> &earlier, SteadyTime deadline);

/** What of a row has to be compared before it is written to: as it stands, nothing cut. */
struct SqlExactRow {
    QByteArray owner; ///< its utf8mb4 form; as stored where the column is binary
    bool hasOwner = false;
    std::optional<QString> time; ///< as the server writes it; none: NULL
    SqlFields more = {};         ///< as in `SqlTableRow`
};

/** One read of one row: the same as of a table, with one row or none. */
struct SqlRowReading {
    SqlTableReading reading;
    std::optional<SqlExactRow> exact; ///< none: there is no such row
};

/**
 * Reads the row of that name, byte for byte. Errors: Unsupported where the name or the owner is too
 * long to be told by it, or two rows have the name; and the connection's.
 */
Result<SqlRowReading> readTableRow(SqlConnection &connection, const SqlTableShape &shape,
                                   const QByteArray &name, SteadyTime deadline);

} // namespace lockmaster
