// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltablesource.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/lockclient.h"
#include "core/systems/rows/tablelease.h"

namespace lockmaster {

/** What a format says about taking one of its rows. */
struct TableTaking {
    TableSpec table;
    std::unique_ptr<SqlTableDecoder> decoder; ///< the reader's own, to say who holds it
    TableLease lease;                         ///< of a format file's table the length alone
};

/** The tables of that system that the backend watches, as sources; none: it cannot be taken there.
 */
std::optional<AcquireForm> tableForm(const BackendSpec &backend, const QString &system);

/** The table that a request means. Errors: Config. */
Result<TableSpec> tableOfRequest(const BackendSpec &backend, const QString &system,
                                 const AcquireRequest &request);

/**
 * A client that takes a row as its programs do: looks at it FOR UPDATE, inserts it or writes itself
 * into it once its lease is over, and commits. It never waits for a locked row but asks again, and
 * never takes a row of the same owner's text while its lease runs: that may be another's.
 *
 * Renews and releases only what is byte for byte what it wrote, so that a lock that somebody let go
 * of stays let go of.
 */
Result<std::unique_ptr<LockClient>>
makeTableClient(const AcquireRequest &request, const ActionContext &context, TableTaking taking);

} // namespace lockmaster
