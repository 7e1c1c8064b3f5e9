// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/formats/locknames.h"
#include "core/systems/userlock/sessionwords.h"
#include "core/systems/userlock/userlocklook.h"

namespace lockmaster {

/**
 * Decodes one look into records, unique by name. Linear in the rows; any thread.
 *
 * Source of the format: the manuals' chapters on locking functions, `METADATA_LOCK_INFO` and
 * `performance_schema.metadata_locks`, and what MariaDB 10.11 and MySQL 9.7 were seen to do. The
 * lock's name is what the server shows of it: up to 64 characters, lower-cased (MySQL); to the
 * server itself a name ends at a NUL. Locks that look alike in that form cannot be told apart and
 * become one record with all their holders, marked `name-cut`; a lock whose name is known in full
 * (the operator's, or from a waiter's statement) is a record of its own under that name.
 *
 * `sessions` are those of the looks before at the same server, `names` what was worked out in them.
 */
std::vector<LockRecord> decodeUserLocks(const UserLockLook &look, SessionMemory &sessions,
                                        LockNameBook &names);
/** The same for a look that has none before it. */
std::vector<LockRecord> decodeUserLocks(const UserLockLook &look);

} // namespace lockmaster
