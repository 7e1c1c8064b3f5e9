// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/domain/packedlock.h"

namespace lockmaster {

/** The last look told something of it: how it stands, or who has it on too few of its servers. */
inline bool isTold(const LockRecord &lock)
{
    return lock.state != LockState::Unknown || (lock.shares && lock.shares->count() > 0);
}

inline bool isTold(const PackedLock &lock)
{
    return lock.state() != LockState::Unknown || isTold(lock.unpack());
}

} // namespace lockmaster
