// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltableshape.h"

#include <QStringList>

namespace lockmaster {

class SqlConnection;
struct FormatTable;
struct LockFormat;

/**
 * What another table is called beside one that is called `table`, where a library calls the first
 * one of `names` and the other `other`: with the same prefix. In the same schema.
 */
QString nameBeside(const QString &table, const QStringList &names, const QString &other);

/**
 * Fills in what a format says of tables beside the lock's: a table that is not there, that the
 * account may not read, or that no index finds rows of costs only what is counted in it. `columns`
 * are the lock's own. Errors: the connection's.
 */
Result<void> learnOtherTables(SqlConnection &connection, SqlTableShape &shape,
                              const LockFormat &format, const FormatTable &table,
                              const SqlColumns &columns, SteadyTime deadline);

} // namespace lockmaster
