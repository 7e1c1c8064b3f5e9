// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/options.h"
#include "core/lab/election/electionsetup.h"

namespace lockmaster {

/** What `lab failover` was told on top of its preset. What is wrong is said; none then. */
std::optional<ElectionSetup> failoverSetup(const FailoverOptions &options);

} // namespace lockmaster
