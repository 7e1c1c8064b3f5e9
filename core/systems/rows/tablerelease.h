// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqltablesource.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/contract/releaseticket.h"
#include "core/systems/rows/tablewrite.h"

namespace lockmaster {

/** What a format says about letting go of one of its rows. */
struct TableReleasePlan {
    TableSpec table;
    std::unique_ptr<SqlTableDecoder> decoder; ///< the reader's own, for what is read here
    RowRelease release;
    /** Why nothing may be written here, whatever is found: a format that nobody trusts. */
    std::optional<ReleaseOutcome> refusal;
};

/**
 * The watched table of that system on which the witness' source is. Errors: Config where the
 * backend watches no such table, or the request's name is not the witness'.
 */
Result<TableSpec> tableOfWitness(const BackendSpec &backend, const QString &system,
                                 const ReleaseRequest &request);

/** Reads the row and opens a ticket on it. As `LockSystem::beginRelease`. */
Result<std::unique_ptr<ReleaseTicket>> openTableRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        TableReleasePlan plan, SteadyTime deadline);

/** For an action that the format does not have: Config. */
tl::unexpected<Error> noSuchAction(const QString &action);

/** Whether anybody can be made to let go of a row that stands so. */
bool someoneHolds(const LockRecord &record);

} // namespace lockmaster
