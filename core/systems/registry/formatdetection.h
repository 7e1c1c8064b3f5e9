// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"
#include "core/domain/result.h"
#include "core/sources/backendreader.h"

namespace lockmaster {

/** A table that has the columns which a library's has. */
struct FoundTable {
    TableSpec table; ///< as it would be watched
    /** `Certain` under the library's own name; `Likely` where that has something before it. */
    Certainty certainty = Certainty::Certain;
};

/**
 * The tables of formats that come with the program, in the backend's database, and in all of the
 * server's where it names none. Looks at names and columns alone, in one statement that costs by
 * the number of tables the account may see. On a connection of its own; blocks until the deadline
 * at most. Nothing for what is no MySQL. Errors: the connection's.
 */
Result<std::vector<FoundTable>>
findFormatTables(const BackendSpec &backend, const PasswordSource &password, SteadyTime deadline);

} // namespace lockmaster
