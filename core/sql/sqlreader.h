// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"
#include "core/sql/sqlsource.h"

namespace lockmaster {

/**
 * Everything that is read from one MySQL or MariaDB: a connection and the sources on it. Does not
 * connect before the first read. A connection that was lost while it was idle is opened again
 * within the same read. An `interrupt()` between two calls ends the next one.
 */
std::unique_ptr<BackendReader> makeSqlReader(const BackendSpec &spec, PasswordSource password,
                                             std::vector<std::unique_ptr<SqlSource>> sources,
                                             const Clock &clock);

} // namespace lockmaster
