// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

namespace lockmaster {

/** Backends that stand together in a list. */
struct BackendGroup {
    Environment environment = Environment::Unset;
    std::vector<const BackendSnapshot *> backends; ///< of the view they were made from
    qint64 offline = 0;                            ///< how many of them
};

/** A list of more backends than these is not read from its beginning to its end. */
inline constexpr size_t mostUngroupedBackends = 8;

/**
 * A few backends are one group, in the profile's order; many are grouped by their environments,
 * production first, and in each those that are offline come first.
 */
std::vector<BackendGroup> backendGroups(const ViewSnapshot &view);

} // namespace lockmaster
