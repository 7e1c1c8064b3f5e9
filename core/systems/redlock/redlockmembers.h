// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/witness.h"
#include "core/systems/contract/actioncontext.h"

#include <functional>
#include <vector>

namespace lockmaster {

/** What one server has of one lock. */
struct LockThere {
    std::optional<LockRecord> lock; ///< none: it is not there
    ClockReading clock;             ///< the server's
    QByteArray server;              ///< its run, as a `serverDigest`; empty: not known
};

/**
 * Reads that, on a connection of its own. `seenExpiryMs`: as an earlier look has it, for servers
 * that do not tell it exactly; -1: none. Errors: it was not reached, or the lock not read.
 */
using ReadOneLock = Result<LockThere> (*)(const LockId &, const ActionContext &,
                                          qint64 seenExpiryMs, SteadyTime deadline);

/** What an action needs on each of the servers of `context.backend`, whose interrupt ends all. */
std::vector<ActionContext> memberContexts(const ActionContext &context);

/** One of them, bounded so that one that is silent leaves time for the others. */
Result<LockThere> readThere(const LockId &id, const ActionContext &member, ReadOneLock read,
                            qint64 seenExpiryMs, SteadyTime deadline);

/** All of them at the same time. `before`: what was seen of each, or nothing. */
std::vector<Result<LockThere>>
readOnEach(const LockId &id, const std::vector<ActionContext> &members, ReadOneLock read,
           const std::vector<WitnessedShare> &before, SteadyTime deadline);

/** The clock of the first that answered; none: nobody did. */
std::optional<ClockReading> clockOfFirst(const std::vector<Result<LockThere>> &seen);

/** Two of those that answered are one and the same server, or may be; none: they are not. */
std::optional<Error> twinAmong(const BackendSpec &backend,
                               const std::vector<Result<LockThere>> &seen);

/**
 * All that as one; none: it is held nowhere, and those that did not answer could not hold it by
 * themselves. Errors: of the first that did not answer, where they could and nobody has it.
 */
Result<std::optional<LockRecord>> joinedRead(const BackendSpec &backend,
                                             const std::vector<Result<LockThere>> &seen);

} // namespace lockmaster
