// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/commandline.h"
#include "core/domain/savedview.h"
#include "core/monitor/filter.h"

#include <optional>

namespace lockmaster {

/**
 * What `--filter`, `--name` and `--system` choose; none where they cannot be understood, which is
 * said, with the place marked in a filter.
 */
std::optional<Filter> filterOption(const Options &options);

/**
 * What `view` shows of the servers that are chosen for it, and `typed` leaves of that; none where
 * no filter can say it, which is said.
 */
std::optional<Filter> filterOf(const std::optional<SavedView> &view, const Filter &typed);

} // namespace lockmaster
