// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlconnection.h"

struct st_mysql;

namespace lockmaster {

/** How a streamed statement ended. */
struct SqlStreamEnd {
    bool failed = false;
    int error = 0;     ///< of the client library or the server; 0: none, or it has no number
    QString errorText; ///< untrusted
    bool isSelect = true;
    bool more = false; ///< there were more rows than wanted
    qint64 rows = 0;
};

/**
 * Runs a statement without values and calls `row` for each of its rows while they come in: nothing
 * is buffered, converted or allocated on the way. All of the answer is taken in before it returns,
 * so that the connection can be asked again.
 */
SqlStreamEnd streamSqlRows(st_mysql *mysql, const QByteArray &sql,
                           const std::function<void(const SqlRow &)> &row, qint64 maxRows);

} // namespace lockmaster
