// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"

#include <QStringList>

namespace lockmaster {

class SqlConnection;

/** What has to be known of a table before it can be read. */
struct SqlTableShape {
    QString schema;
    QString table;
    QString statement; ///< the read: see `readStatement` in the source
    bool ownerLengthRead = false;
    QString timeType; ///< `datetime`, `timestamp(6)`
    Micros precision{0};
    QStringList nameIndexes; ///< those that begin with the name: their entries tell the row
};

/** What a table is called as a source: `schema.table`, or `table` where no schema is known. */
QString sqlTableName(const BackendSpec &backend, const TableSpec &table);

/** At most so many rows of a table are read. */
inline constexpr qint64 mostTableRows = 200'000;

/**
 * Looks a table's columns up. `database` is for tables without a schema of their own.
 * Errors: NotFound (table, column), Denied, Config (no schema, the time is none), and the
 * connection's.
 */
Result<SqlTableShape> learnTableShape(SqlConnection &connection, const TableSpec &table,
                                      const QString &database, SteadyTime deadline);

} // namespace lockmaster
