// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"

namespace lockmaster {

/** What of a lock somebody who looks for trouble should see, the worst first. */
enum class Trouble : quint8 {
    Conflict, ///< two may believe to have it, or one who has it not
    Blocked,  ///< nobody can take or renew it, or nobody leads
    Finding,  ///< something is wrong with it, or it never ends by itself
    Waited,   ///< somebody waits for it
    Unknown,  ///< how it stands is not known
    None,
};

/** By its state and its findings alone; those that only describe a format count for nothing. */
Trouble troubleOf(const PackedLock &lock);
/** What a lock is in by that finding; none: it only describes a format. */
Trouble troubleOf(FindingId id);

} // namespace lockmaster
