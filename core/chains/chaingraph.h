// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chains/chains.h"

namespace lockmaster {

/// Chains and circles among parties, resources, holds and waits that are known. Pure.

/**
 * Fills in `cycles` and `chains`. At most so many steps are taken to count who waits; chains that
 * are behind that are not counted to their ends.
 */
void findChains(WaitChains &graph);

} // namespace lockmaster
