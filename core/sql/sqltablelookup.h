// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/domain/result.h"

#include <vector>

namespace lockmaster {

class SqlConnection;

struct SqlTableName {
    QString schema;
    QString table;
};

/** How much of a table's name is asked for; upper and lower case are the same to both. */
enum class NamePart : quint8 { Whole, Ending };

/**
 * The tables of these names that the account may see, in `schema`, or in all but the server's own
 * where that is empty. One statement, which opens no table. Errors: the connection's.
 */
Result<std::vector<SqlTableName>> findTables(SqlConnection &connection, const QString &schema,
                                             const QStringList &names, NamePart part,
                                             SteadyTime deadline);

/**
 * Whether a table is what its format says in all that matters: columns, their types, and a unique
 * key by which one row can be written to. Errors: those of `learnTableShape`, Unsupported without
 * such a key.
 */
Result<void> checkFormat(SqlConnection &connection, const TableSpec &table, const QString &database,
                         SteadyTime deadline);

/**
 * The tables of all formats that are known, in `database`, and in all of the server's where that is
 * empty. Looks at names first, in one statement that costs by the number of tables the account may
 * see; and at columns and keys of those that fit. Errors: the connection's.
 */
Result<std::vector<FoundTable>> findFormatTables(SqlConnection &connection, const QString &database,
                                                 SteadyTime deadline);

/** Without a key that keeps its rows apart none of them can be written to alone. */
Error noUniqueKey(const QString &table);

} // namespace lockmaster
