// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/systems/actioncontext.h"

namespace lockmaster {

/**
 * One lock as it stands now, read without looking through the whole backend: of a Redis only its
 * key, of an SQL server only its system's source. Changes nothing. Blocks.
 *
 * @return none: there is no such lock (any more), said only after a complete read.
 * Errors: the transport's; NotFound for a source that is not read here; what made the read
 * incomplete, where the lock was not in it.
 */
Result<std::optional<LockRecord>> readLock(const LockId &id, const ActionContext &context,
                                           SteadyTime deadline);

} // namespace lockmaster
