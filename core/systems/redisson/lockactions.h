// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"
#include "core/domain/lockrecord.h"
#include "core/domain/release.h"

#include <optional>
#include <vector>

/// What can be done to a Redisson lock, in words.
namespace lockmaster::redisson {

/** As `LockSystem::actions`. Nothing for a multi-lock: its holders share one hash. */
std::vector<LockAction> actionsOf(const LockRecord &lock);

/** Why there is no such action; none where there is a way. */
std::optional<Error> whyNoAction(const LockRecord &lock);

} // namespace lockmaster::redisson
