// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/followers.h"
#include "core/domain/lockrecord.h"
#include "core/systems/contract/actioncontext.h"
#include "core/systems/redlock/redlockmembers.h"

namespace lockmaster {

/** What a read of one lock found. */
struct FoundLock {
    std::optional<LockRecord> lock; ///< none: there is no such lock (any more)
    QByteArray server;              ///< a `serverDigest`; empty: not known
    Followers followers = {};       ///< of a Redis, behind the read
};

/**
 * One lock as it stands now, read without looking through the whole backend: of a Redis only its
 * key, of an SQL server only its system's source. Changes nothing. Blocks.
 *
 * That there is none is said only after a complete read.
 * Errors: the transport's; NotFound for a source that is not read here; what made the read
 * incomplete, where the lock was not in it.
 */
Result<FoundLock> readLock(const LockId &id, const ActionContext &context, SteadyTime deadline);

/** The lock alone, of a Redis that is one server. */
Result<LockThere> readLockThere(const LockId &id, const ActionContext &context, qint64 seenExpiryMs,
                                SteadyTime deadline);

} // namespace lockmaster
