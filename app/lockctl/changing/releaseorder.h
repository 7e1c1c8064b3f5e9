// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/backendchoice.h"
#include "core/actions/releaseoperation.h"

namespace lockmaster {

/**
 * The lock that the witness names, on its backend; what does not agree with it is said, and none
 * returned. The action is still to be chosen; the name is empty where the witness has only its
 * digest and `--name` was not given.
 */
std::optional<ReleaseOrder> releaseOrder(const Options &options, const BackendChoice &choice);

/** What the options mean of what can be done to the lock; where that is nothing, it is said. */
std::optional<LockAction> chosenAction(const ReleaseOptions &options,
                                       const std::vector<LockAction> &actions);

} // namespace lockmaster
