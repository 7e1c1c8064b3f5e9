// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/texttable.h"
#include "core/monitor/look.h"
#include "core/verdict/verdict.h"

#include <functional>

namespace lockmaster {

/** What is said of each lock; none: nobody asked, or nobody holds it. */
using VerdictOf = std::function<std::optional<Verdict>(const LockRecord &lock)>;

/**
 * What `list` prints for people: a row for each of these locks of these looks; with a word for its
 * holder where `verdictOf` is set.
 */
TextTable lockTable(const std::vector<SingleLook> &looks,
                    const std::vector<const LockRecord *> &locks, SteadyTime now,
                    const VerdictOf &verdictOf = {});

} // namespace lockmaster
