// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"
#include "core/domain/lockrecord.h"

namespace lockmaster {

/** One leader lock and what watching it has told. Immutable; shared while nothing changed. */
struct LeaderWatch {
    std::shared_ptr<const LockRecord> lock; ///< as last seen, findings included; never null
    bool marked = false; ///< no leader table: the operator said that this lock elects a leader
    LeaderFigures figures;
    std::shared_ptr<const LeaderHistory> history; ///< never null
};

} // namespace lockmaster
