// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/sql/sqltableshape.h"

namespace lockmaster {

class SqlConnection;

/**
 * Whether a column keeps these bytes as they are: servers cut and replace in silence where their
 * mode is lax, and a cut owner is somebody else. Asks the server about character sets. Errors:
 * Config naming the column, and the connection's.
 */
Result<void> checkFits(SqlConnection &connection, const SqlTableColumn &column,
                       const QByteArray &bytes, SteadyTime deadline);

} // namespace lockmaster
