// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <memory>

namespace lockmaster {

/** How a lock stands against the record that an operator looked at. */
enum class LookChange : quint8 {
    Same,
    Renewed,      ///< the same instance with another lease
    ChangedHands, ///< another instance holds it
    Gone,         ///< nobody holds it any more
    NotKnown,     ///< the backend does not answer, or is not watched any more
};

/** A lock as the view has it now, against what was looked at. */
struct LookComparison {
    LookChange change = LookChange::NotKnown;
    std::shared_ptr<const LockRecord> now; ///< null where the view does not have it
    std::optional<SteadyTime> from = {};   ///< when the backend's data were read; none: never
};

/** Does not depend on what the view filters: asks the backend's own snapshot. Logarithmic. */
LookComparison compareLook(const LockRecord &looked, const ViewSnapshot &view);

} // namespace lockmaster
