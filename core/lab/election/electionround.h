// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sql/sqlconnection.h"

#include <functional>

namespace lockmaster {

/** What a candidate stands for, and as whom. */
struct ElectionTerms {
    QString table; ///< shaped like `service_leader_lock`; unquoted, may be in no schema of its own
    QString lockName;
    QString identity;
    Micros lease{0};
};

/**
 * A session as a candidate's program has it: transactions of its own, the server's own waits for
 * locks, and no watch over how long a statement takes but ours, which is longer. `interrupt` ends
 * it from another thread. Errors: those of `SqlConnection`.
 */
Result<std::unique_ptr<SqlConnection>>
openCandidateSession(Endpoint endpoint, SteadyTime deadline,
                     std::shared_ptr<SocketInterrupt> interrupt = {});

/**
 * One round of a leader election in a table, the reference design's: one transaction that reads
 * the row for update and takes the lead where there is none, where it is this candidate's own, or
 * where its heartbeat and the lease have passed by the candidate's clock, `now` (UTC). `locked` is
 * called between the read and what follows it.
 * @return whether the candidate leads. After an error it does not, and the transaction is over.
 */
Result<bool> standInRound(SqlConnection &session, const ElectionTerms &terms,
                          const std::function<ServerTime()> &now,
                          const std::function<void()> &locked = {});

} // namespace lockmaster
