// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltableshape.h"

namespace lockmaster {

class SqlConnection;
struct LockFormat;

/**
 * Fills in what a format file says of a table that has these columns, with its keys, its size and
 * the tables beside it. Errors: NotFound (a column), Config (of a type that cannot be meant),
 * Unsupported (too large to look through), and the connection's.
 */
Result<void> takeFormat(SqlConnection &connection, SqlTableShape &shape, const LockFormat &format,
                        const SqlColumns &columns, SteadyTime deadline);

/** Type and precision of a DATETIME or TIMESTAMP; Config for any other column. */
Result<void> takeDateTime(SqlTableShape &shape, const SqlTableColumn &time);

} // namespace lockmaster
