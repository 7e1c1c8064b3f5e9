// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/specdraft.h"
#include "core/config/urlsplit.h"

namespace lockmaster {

/**
 * Applies the options of a URL, in their order, to a draft whose kind and address are set: a
 * `clock`, `leader_clock` or `lease_ms` goes to the table before it, or to all when none is.
 * Errors: Config, naming the option and what it takes.
 */
Result<void> applyUrlOptions(const SplitUrl &url, SpecDraft &draft);

} // namespace lockmaster
