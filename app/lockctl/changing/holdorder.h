// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/backendchoice.h"
#include "core/actions/holdoperation.h"

namespace lockmaster {

/**
 * The lock to take, from `options.hold` and the backends there are. What is wrong is said on
 * standard error; none then.
 */
std::optional<HoldOrder> holdOrder(const Options &options, const BackendChoice &choice);

} // namespace lockmaster
